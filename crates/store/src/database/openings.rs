//! The column `matches.openings`: how each seat opened a match. It is stored with the match; for matches that ended before it was, somebody who
//! can read records fills it in.

use giog_rules::MatchId;
use sqlx::AssertSqlSafe;
use uuid::Uuid;

use super::conn::{Conn, Value};
use super::{Backend, Database, list};
use crate::bounds::check_text;
use crate::limits::{MAX_OPENING_BYTES, MAX_PAGE_MATCHES, MAX_PLAYED_MATCHES, MAX_TEXT_BYTES};
use crate::{MatchFilter, Page, PlayedMatch, StoreError};

row! {
    struct UnopenedRow {
        match_id: Uuid,
        variant: String,
    }
}

/// SQL for the latest `$1` listed matches whose openings are not known. On SQLite the index is named, because it might choose another one.
pub(super) fn without_openings_sql(is_sqlite: bool) -> String {
    let index = if is_sqlite {
        " INDEXED BY matches_without_openings"
    } else {
        ""
    };
    format!(
        "SELECT match_id, variant FROM matches{index} WHERE listed = TRUE AND status = 'over' AND openings IS NULL
         ORDER BY place DESC, match_id DESC LIMIT $1"
    )
}

pub(crate) fn openings_json(openings: &[Option<String>]) -> Result<String, StoreError> {
    serde_json::to_string(openings).map_err(|_| StoreError::Corrupt("openings"))
}

impl<B: Backend> Database<B> {
    pub(crate) async fn played(
        &self,
        filter: &MatchFilter,
        limit: u32,
    ) -> Result<Page<PlayedMatch>, StoreError> {
        if let Some(variant) = &filter.variant {
            check_text("a variant's name", variant, MAX_TEXT_BYTES)?;
        }
        let limit = limit.clamp(1, MAX_PLAYED_MATCHES);
        self.history(async |conn| list::played(conn, filter, limit).await)
            .await
    }

    pub(crate) async fn matches_without_openings(
        &self,
        limit: u32,
    ) -> Result<Vec<(MatchId, String)>, StoreError> {
        let limit = [Value::Int(limit.clamp(1, MAX_PAGE_MATCHES).into())];
        let mut reader = self.reader().await?;
        let conn = &mut B::conn(&mut reader);
        let sql = without_openings_sql(matches!(conn, Conn::Sqlite(_)));
        let rows: Vec<UnopenedRow> = conn.all(AssertSqlSafe(sql), &limit).await?;
        let rows = rows.into_iter();
        Ok(rows
            .map(|row| (MatchId(row.match_id), row.variant))
            .collect())
    }

    pub(crate) async fn set_openings(
        &self,
        matches: &[(MatchId, Vec<Option<String>>)],
    ) -> Result<(), StoreError> {
        let mut tx = self.begin().await?;
        for (id, openings) in matches {
            for opening in openings.iter().flatten() {
                check_text("an opening", opening, MAX_OPENING_BYTES)?;
            }
            let json = openings_json(openings)?;
            let sql = "UPDATE matches SET openings = $2 WHERE match_id = $1 AND openings IS NULL";
            B::conn(&mut tx)
                .execute(sql, &[Value::Id(id.0), Value::Text(&json)])
                .await?;
        }
        self.commit(tx).await
    }
}
