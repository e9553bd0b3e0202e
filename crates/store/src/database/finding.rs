//! People by name and tag.

use giog_protocol::PlayerTag;
use giog_rules::PlayerId;

use super::conn::{IdRow, Value};
use super::guests::NameRow;
use super::{Backend, Database};
use crate::limits::{MAX_FOUND_PEOPLE, TAGGED_AT_ONCE};
use crate::{Named, StoreError};

/// Those who do not want to be found are not in this index.
pub(super) const FOUND_SQL: &str = "SELECT player_id, name, bot_engine, bot_version FROM guests
    WHERE name = $1 AND tag = $2 AND findable = TRUE ORDER BY player_id LIMIT $3";

pub(super) const UNTAGGED_SQL: &str =
    "SELECT player_id AS id FROM guests WHERE tag = '' ORDER BY player_id LIMIT $1";

impl<B: Backend> Database<B> {
    pub(crate) async fn find_people(
        &self,
        name: &str,
        tag: &str,
    ) -> Result<Vec<Named>, StoreError> {
        let values = [
            Value::Text(name),
            Value::Text(tag),
            Value::Int(MAX_FOUND_PEOPLE.into()),
        ];
        let rows: Vec<NameRow> = self
            .history(async |conn| conn.all(FOUND_SQL, &values).await)
            .await?;
        Ok(rows.into_iter().map(Named::from).collect())
    }

    pub(crate) async fn store_tags(&self) -> Result<u64, StoreError> {
        let some = [Value::Int(TAGGED_AT_ONCE)];
        let rows: Vec<IdRow> = B::conn(&mut *self.reader().await?)
            .all(UNTAGGED_SQL, &some)
            .await?;
        if rows.is_empty() {
            return Ok(0);
        }
        let mut tx = self.begin().await?;
        for IdRow { id } in &rows {
            let tag = PlayerTag::of(PlayerId(*id));
            let sql = "UPDATE guests SET tag = $2 WHERE player_id = $1";
            B::conn(&mut tx)
                .execute(sql, &[Value::Id(*id), Value::Text(tag.as_str())])
                .await?;
        }
        self.commit(tx).await?;
        Ok(u64::try_from(rows.len()).unwrap_or(u64::MAX))
    }
}
