//! Reviews of finished matches. They are bounded by their bytes: those that were not read for the longest time go first.

use giog_rules::{MatchId, Timestamp};
use sqlx::AssertSqlSafe;
use uuid::Uuid;

use super::conn::{Conn, Value};
use super::mistakes;
use crate::limits::{MISTAKE_ROW_BYTES, REVIEW_ROW_BYTES, REVIEWS_DELETED_AT_ONCE};
use crate::{OwnMistakes, ReviewKey, ReviewerId, StoreError, StoredRecord};

/// A review, unless a worker computed it that was revoked.
pub(super) const REVIEW_SQL: &str = "SELECT review, coding, read_at FROM reviews
    WHERE match_id = $1 AND seat = $2 AND engine = $3 AND (reviewer_id IS NULL OR EXISTS
        (SELECT 1 FROM reviewers WHERE reviewers.reviewer_id = reviews.reviewer_id AND revoked_at IS NULL))";

/// A review that a worker computed that was revoked.
pub(super) const DELETE_REVOKED_SQL: &str = "DELETE FROM reviews WHERE match_id = $1 AND seat = $2 AND engine = $3
    AND reviewer_id IN (SELECT reviewer_id FROM reviewers WHERE revoked_at IS NOT NULL) RETURNING bytes";

pub(super) const DELETE_ONE_SQL: &str =
    "DELETE FROM reviews WHERE match_id = $1 AND seat = $2 AND engine = $3";

/// Those that were not read for the longest time, without those of a seat.
pub(super) const UNREAD_REVIEWS_SQL: &str = "SELECT match_id, seat, engine, bytes FROM reviews
    WHERE match_id <> $1 OR seat <> $2 ORDER BY read_at, match_id, seat, engine LIMIT $3";

pub(super) const DELETE_REVIEWS_SQL: &str =
    "DELETE FROM reviews WHERE match_id = $1 RETURNING bytes";

/// Those of earlier engines.
pub(super) const DELETE_EARLIER_SQL: &str =
    "DELETE FROM reviews WHERE match_id = $1 AND seat = $2 AND engine < $3 RETURNING bytes";

row! {
    struct ReviewRow {
        review: Vec<u8>,
        coding: i64,
        read_at: i64,
    }
}

row! {
    struct UnreadRow {
        match_id: Uuid,
        seat: i64,
        engine: i64,
        bytes: i64,
    }
}

row! {
    struct BytesRow {
        bytes: i64,
    }
}

impl ReviewKey {
    pub(super) fn values(self) -> [Value<'static>; 3] {
        [
            Value::Id(self.match_id.0),
            Value::Int(self.seat.into()),
            Value::Int(self.engine.into()),
        ]
    }
}

/// A review, and when it was last noted as read.
pub(super) async fn find(
    conn: &mut Conn<'_>,
    key: ReviewKey,
) -> Result<Option<(StoredRecord, Timestamp)>, StoreError> {
    let row: Option<ReviewRow> = conn.first(REVIEW_SQL, &key.values()).await?;
    Ok(row.map(|row| {
        let read_at = Timestamp::from_unix_ms(row.read_at);
        (StoredRecord::kept(row.coding, row.review), read_at)
    }))
}

/// Notes that a review was read.
pub(super) async fn touch(
    conn: &mut Conn<'_>,
    key: ReviewKey,
    at: Timestamp,
) -> Result<(), StoreError> {
    let sql = "UPDATE reviews SET read_at = $4 WHERE match_id = $1 AND seat = $2 AND engine = $3 AND read_at < $4";
    let [match_id, seat, engine] = key.values();
    let values = [match_id, seat, engine, Value::Int(at.unix_ms())];
    conn.execute(sql, &values).await.map(drop)
}

/// The bytes of all reviews.
pub(super) async fn bytes(conn: &mut Conn<'_>, lock_sql: &str) -> Result<i64, StoreError> {
    let sql = format!("SELECT bytes FROM review_space WHERE only_row = 1 {lock_sql}");
    let row: Option<BytesRow> = conn.first(AssertSqlSafe(sql), &[]).await?;
    Ok(row.ok_or(StoreError::Corrupt("bytes of reviews"))?.bytes)
}

pub(super) async fn set_bytes(conn: &mut Conn<'_>, bytes: i64) -> Result<(), StoreError> {
    let sql = "UPDATE review_space SET bytes = $1 WHERE only_row = 1";
    conn.execute(sql, &[Value::Int(bytes)]).await.map(drop)
}

/// Stores a review in the place of those that earlier engines made, and whose mistakes it names, and deletes others until all have at most so
/// many bytes. Does nothing if it is there, if its match is not, or if a worker computed it that was revoked. What was offered of it to workers is
/// withdrawn.
pub(super) async fn keep(
    conn: &mut Conn<'_>,
    lock_sql: &str,
    (key, reviewer): (ReviewKey, Option<ReviewerId>),
    (review, own): (&StoredRecord, Option<&OwnMistakes>),
    (at, most_bytes): (Timestamp, i64),
) -> Result<(), StoreError> {
    // Whoever deletes matches has this lock, too: a review cannot outlive its match.
    let before = bytes(conn, lock_sql).await?;
    let revoked: Vec<BytesRow> = conn.all(DELETE_REVOKED_SQL, &key.values()).await?;
    if !revoked.is_empty() {
        mistakes::delete_of_review(conn, key.match_id, key.seat.into()).await?;
    }
    let mut all = before - sum(revoked);
    let (coding, stored) = review.parts();
    let named = own.map_or(0, |own| own.mistakes.len());
    let new = i64::try_from(stored.len()).unwrap_or(i64::MAX)
        + REVIEW_ROW_BYTES
        + MISTAKE_ROW_BYTES * i64::try_from(named).unwrap_or(i64::MAX);
    let [match_id, seat, engine] = key.values();
    let values = [
        match_id,
        seat,
        engine,
        Value::Bytes(stored),
        Value::Int(coding),
        Value::Int(at.unix_ms()),
        Value::Int(new),
        Value::MaybeId(reviewer.map(|reviewer| reviewer.0)),
    ];
    let sql = "INSERT INTO reviews (match_id, seat, engine, review, coding, read_at, bytes, reviewer_id)
               SELECT $1, $2, $3, $4, $5, $6, $7, $8 WHERE EXISTS (SELECT 1 FROM matches WHERE match_id = $1)
                   AND ($8 IS NULL OR EXISTS (SELECT 1 FROM reviewers WHERE reviewer_id = $8 AND revoked_at IS NULL))
               ON CONFLICT DO NOTHING";
    let is_new = conn.execute(sql, &values).await? > 0;
    let sql = "DELETE FROM review_jobs WHERE match_id = $1 AND seat = $2 AND engine = $3
               AND EXISTS (SELECT 1 FROM reviews WHERE match_id = $1 AND seat = $2 AND engine = $3)";
    conn.execute(sql, &key.values()).await?;
    if !is_new {
        return set_bytes(conn, all).await;
    }
    if let Some(own) = own {
        mistakes::keep(conn, key, own).await?;
    }
    let earlier: Vec<BytesRow> = conn.all(DELETE_EARLIER_SQL, &key.values()).await?;
    all += new - sum(earlier);
    let values = [match_id, seat, Value::Int(REVIEWS_DELETED_AT_ONCE)];
    let mut unread = Vec::new();
    if all > most_bytes {
        unread = conn.all::<UnreadRow>(UNREAD_REVIEWS_SQL, &values).await?;
    }
    for row in unread {
        if all <= most_bytes {
            break;
        }
        let key = [
            Value::Id(row.match_id),
            Value::Int(row.seat),
            Value::Int(row.engine),
        ];
        conn.execute(DELETE_ONE_SQL, &key).await?;
        mistakes::delete_of_review(conn, MatchId(row.match_id), row.seat).await?;
        all -= row.bytes;
    }
    set_bytes(conn, all).await
}

/// Deletes the reviews of a match. The row of [`bytes`] must be locked.
pub(super) async fn delete(conn: &mut Conn<'_>, id: MatchId) -> Result<(), StoreError> {
    let deleted: Vec<BytesRow> = conn.all(DELETE_REVIEWS_SQL, &[Value::Id(id.0)]).await?;
    if deleted.is_empty() {
        return Ok(());
    }
    let left = bytes(conn, "").await? - sum(deleted);
    set_bytes(conn, left).await
}

fn sum(rows: Vec<BytesRow>) -> i64 {
    rows.into_iter().map(|row| row.bytes).sum()
}
