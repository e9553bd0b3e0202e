//! Whether the date can be believed: the doubt, which stops the deletion of expired data for all servers of the database, and its end.

use giog_rules::Timestamp;

use super::conn::{Conn, Value};
use super::{Backend, Database};
use crate::StoreError;

pub(super) const DOUBT_SQL: &str = "SELECT doubt FROM date_trust WHERE only_row = 1";

/// What pins something if it was stored ahead of time: it would count as new until the date has caught up, and be kept for so much longer.
pub(super) const AHEAD_OF_TIME_SQL: [&str; 8] = [
    "UPDATE guests SET seen_at = $1 WHERE seen_at > $1",
    "UPDATE devices SET seen_at = $1 WHERE seen_at > $1",
    "UPDATE ratings SET rated_at = $1 WHERE rated_at > $1",
    "UPDATE past_ratings SET rated_at = $1 WHERE rated_at > $1",
    "UPDATE reports SET reported_at = $1 WHERE reported_at > $1",
    "UPDATE rooms SET closed_at = $1 WHERE closed_at > $1",
    "UPDATE sleeping_rooms SET left_at = $1 WHERE left_at > $1",
    "UPDATE reviews SET read_at = $1 WHERE read_at > $1",
];

row! {
    struct DoubtRow {
        doubt: Option<String>,
    }
}

/// Why the date is doubted, if it is.
pub(crate) async fn doubt(conn: &mut Conn<'_>) -> Result<Option<String>, StoreError> {
    let row: Option<DoubtRow> = conn.first(DOUBT_SQL, &[]).await?;
    Ok(row.and_then(|row| row.doubt))
}

/// Notes that the date is doubted. The first reason stays: others may only follow from it.
pub(super) async fn set_doubt(conn: &mut Conn<'_>, why: &str) -> Result<(), StoreError> {
    let sql = "UPDATE date_trust SET doubt = $1 WHERE only_row = 1 AND doubt IS NULL";
    conn.execute(sql, &[Value::Text(why)]).await.map(drop)
}

impl<B: Backend> Database<B> {
    /// Corrects what was stored ahead of `now`, and then ends the doubt.
    pub(super) async fn end_doubt(&self, now: Timestamp) -> Result<(), StoreError> {
        self.bring_places_back(now).await?;
        let mut tx = self.begin().await?;
        let conn = &mut B::conn(&mut tx);
        let at = [Value::Int(now.unix_ms())];
        for sql in AHEAD_OF_TIME_SQL {
            conn.execute(sql, &at).await?;
        }
        let sql = "UPDATE date_trust SET doubt = NULL, trusted_at = $1 WHERE only_row = 1";
        conn.execute(sql, &at).await?;
        self.commit(tx).await
    }
}
