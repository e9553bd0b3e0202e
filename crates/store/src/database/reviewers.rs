//! Workers outside the server that compute reviews: their tokens, and what becomes of their reviews when they are revoked.

use giog_rules::{MatchId, Timestamp};
use uuid::Uuid;

use super::conn::{Conn, Value};
use super::{Backend, Database, mistakes, review_jobs, reviews};
use crate::bounds::check_text;
use crate::limits::{MAX_REVIEWERS, MAX_TEXT_BYTES, REVIEWS_DELETED_AT_ONCE};
use crate::{Rejection, Reviewer, ReviewerId, SecretHash, StoreError};

pub(super) const BY_REVIEWER_TOKEN_SQL: &str =
    "SELECT reviewer_id, name FROM reviewers WHERE token_hash = $1 AND revoked_at IS NULL";

/// Some reviews of a worker.
pub(super) const OF_REVIEWER_SQL: &str = "SELECT match_id, seat, engine, bytes FROM reviews
    WHERE reviewer_id = $1 ORDER BY match_id, seat, engine LIMIT $2";

/// All of them, which are few, the earliest first.
const ALL_SQL: &str = "SELECT reviewer_id, name, made_at, seen_at, revoked_at, revoked_why,
        (SELECT COUNT(*) FROM reviews WHERE reviews.reviewer_id = reviewers.reviewer_id) AS reviews
    FROM reviewers ORDER BY made_at, reviewer_id";

row! {
    struct ReviewerRow {
        reviewer_id: Uuid,
        name: String,
        made_at: i64,
        seen_at: Option<i64>,
        revoked_at: Option<i64>,
        revoked_why: Option<String>,
        reviews: i64,
    }
}

row! {
    struct NamedRow {
        reviewer_id: Uuid,
        name: String,
    }
}

row! {
    struct ReviewRow {
        match_id: Uuid,
        seat: i64,
        engine: i64,
        bytes: i64,
    }
}

impl From<ReviewerRow> for Reviewer {
    fn from(row: ReviewerRow) -> Self {
        let at = row.revoked_at.map(Timestamp::from_unix_ms);
        Self {
            id: ReviewerId(row.reviewer_id),
            name: row.name,
            made_at: Timestamp::from_unix_ms(row.made_at),
            seen_at: row.seen_at.map(Timestamp::from_unix_ms),
            revoked: at.map(|at| (at, row.revoked_why.unwrap_or_default())),
            reviews: row.reviews.try_into().unwrap_or_default(),
        }
    }
}

impl<B: Backend> Database<B> {
    pub(crate) async fn add_reviewer(
        &self,
        id: ReviewerId,
        name: &str,
        token_hash: SecretHash,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        check_text("a worker's name", name, MAX_TEXT_BYTES)?;
        let sql = "INSERT INTO reviewers (reviewer_id, name, token_hash, made_at)
                   VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING";
        let values = [
            Value::Id(id.0),
            Value::Text(name),
            Value::Bytes(&token_hash),
            Value::Int(at.unix_ms()),
        ];
        self.change_reviews(async |conn| {
            make_place(conn).await?;
            conn.execute(sql, &values).await.map(drop)
        })
        .await
    }

    pub(crate) async fn reviewers(&self) -> Result<Vec<Reviewer>, StoreError> {
        self.history(async |conn| all(conn).await).await
    }

    pub(crate) async fn reviewer_by_token(
        &self,
        token_hash: SecretHash,
    ) -> Result<Option<(ReviewerId, String)>, StoreError> {
        let mut reader = self.reader().await?;
        let values = [Value::Bytes(&token_hash)];
        let conn = &mut B::conn(&mut reader);
        let row: Option<NamedRow> = conn.first(BY_REVIEWER_TOKEN_SQL, &values).await?;
        Ok(row.map(|row| (ReviewerId(row.reviewer_id), row.name)))
    }

    pub(crate) async fn revoke_reviewer(
        &self,
        id: ReviewerId,
        why: &str,
        at: Timestamp,
    ) -> Result<bool, StoreError> {
        check_text("a reason", why, MAX_TEXT_BYTES)?;
        let sql = "UPDATE reviewers SET revoked_at = $2, revoked_why = $3
                   WHERE reviewer_id = $1 AND revoked_at IS NULL";
        let values = [Value::Id(id.0), Value::Int(at.unix_ms()), Value::Text(why)];
        // Whoever stores a review has the same lock: none of this worker's is stored from now on.
        self.change_reviews(async |conn| {
            let is_revoked = conn.execute(sql, &values).await? == 1;
            review_jobs::free_of(conn, id).await?;
            Ok(is_revoked)
        })
        .await
    }

    pub(crate) async fn delete_revoked_reviews(&self) -> Result<u64, StoreError> {
        let mut revoked = self.reviewers().await?.into_iter();
        let Some(one) = revoked.find(|one| one.revoked.is_some() && one.reviews > 0) else {
            return Ok(0);
        };
        let mut tx = self.begin().await?;
        let conn = &mut B::conn(&mut tx);
        let deleted = delete_some(conn, B::LOCK_ROW_SQL, one.id).await?;
        self.commit(tx).await?;
        Ok(deleted)
    }
}

async fn all(conn: &mut Conn<'_>) -> Result<Vec<Reviewer>, StoreError> {
    let rows: Vec<ReviewerRow> = conn.all(ALL_SQL, &[]).await?;
    Ok(rows.into_iter().map(Reviewer::from).collect())
}

/// Makes a place for one more: of those that were revoked, and whose reviews are deleted, the earliest goes.
async fn make_place(conn: &mut Conn<'_>) -> Result<(), StoreError> {
    let all = all(conn).await?;
    if all.len() < MAX_REVIEWERS as usize {
        return Ok(());
    }
    let mut left = all.iter();
    let left = left.find(|one| one.revoked.is_some() && one.reviews == 0);
    let Some(left) = left else {
        return Err(StoreError::Rejected(Rejection::TooMany {
            what: "workers for reviews",
            limit: MAX_REVIEWERS,
        }));
    };
    let sql = "DELETE FROM reviewers WHERE reviewer_id = $1";
    conn.execute(sql, &[Value::Id(left.id.0)]).await.map(drop)
}

/// Deletes some reviews of a worker, with what they call mistakes. Returns how many.
async fn delete_some(
    conn: &mut Conn<'_>,
    lock_sql: &str,
    id: ReviewerId,
) -> Result<u64, StoreError> {
    let mut bytes = reviews::bytes(conn, lock_sql).await?;
    let values = [Value::Id(id.0), Value::Int(REVIEWS_DELETED_AT_ONCE)];
    let some: Vec<ReviewRow> = conn.all(OF_REVIEWER_SQL, &values).await?;
    for row in &some {
        let key = [
            Value::Id(row.match_id),
            Value::Int(row.seat),
            Value::Int(row.engine),
        ];
        conn.execute(reviews::DELETE_ONE_SQL, &key).await?;
        mistakes::delete_of_review(conn, MatchId(row.match_id), row.seat).await?;
        bytes -= row.bytes;
    }
    reviews::set_bytes(conn, bytes).await?;
    Ok(some.len() as u64)
}
