//! People by name and tag.

use giog_protocol::PlayerTag;
use giog_rules::PlayerId;

use super::conn::{Conn, IdRow, Value};
use super::guests::NameRow;
use super::{Backend, Database, devices};
use crate::limits::{MAX_FOUND_PEOPLE, TAGGED_AT_ONCE};
use crate::{Named, SecretHash, StoreError};

/// Those who do not want to be found are not in this index.
pub(super) const FOUND_SQL: &str = "SELECT player_id, name, bot_engine, bot_version FROM guests
    WHERE name = $1 AND tag = $2 AND findable = TRUE ORDER BY player_id LIMIT $3";

pub(super) const UNTAGGED_SQL: &str =
    "SELECT player_id AS id FROM guests WHERE tag = '' ORDER BY player_id LIMIT $1";

pub(super) const FINDABLE_SQL: &str = "SELECT findable FROM guests WHERE player_id = $1";

row! {
    struct FindableRow {
        findable: bool,
    }
}

/// Whether somebody is found by name and tag; false for somebody unknown.
pub(super) async fn findable(conn: &mut Conn<'_>, player: PlayerId) -> Result<bool, StoreError> {
    let row: Option<FindableRow> = conn.first(FINDABLE_SQL, &[Value::Id(player.0)]).await?;
    Ok(row.is_some_and(|row| row.findable))
}

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

    pub(crate) async fn is_findable(&self, player: PlayerId) -> Result<bool, StoreError> {
        findable(&mut B::conn(&mut *self.reader().await?), player).await
    }

    pub(crate) async fn set_findable(
        &self,
        token: SecretHash,
        findable: bool,
    ) -> Result<(), StoreError> {
        let mut tx = self.begin().await?;
        let conn = &mut B::conn(&mut tx);
        let (player, _) = devices::lock_by_token(conn, token).await?;
        let sql = "UPDATE guests SET findable = $2 WHERE player_id = $1";
        conn.execute(sql, &[Value::Id(player.0), Value::Bool(findable)])
            .await?;
        self.commit(tx).await
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
