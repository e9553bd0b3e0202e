//! Reviews that wait for workers outside the server. Whoever offers, takes or ends a job does it in [`Database::change_reviews`], so that these come
//! one after another.

use giog_rules::{MatchId, Timestamp};
use uuid::Uuid;

use super::conn::{Conn, Value};
use super::{Backend, Database};
use crate::limits::{JOB_KEPT_MS, JOB_TAKES, MAX_LEASES, MAX_REVIEW_JOBS, REVIEWER_SEEN_AGAIN_MS};
use crate::{JobState, ReviewKey, ReviewerId, StoreError, Take, TakenJob};

/// The first job that nobody has.
pub(super) const NEXT_JOB_SQL: &str = "SELECT match_id, seat, lines FROM review_jobs
    WHERE engine = $1 AND taken < $2 AND (ends_at IS NULL OR ends_at <= $3)
    ORDER BY offered_at, match_id, seat LIMIT 1";

pub(super) const JOB_SQL: &str =
    "SELECT offered_at, ends_at, checking, taken, done, total FROM review_jobs
    WHERE match_id = $1 AND seat = $2 AND engine = $3";

pub(super) const OF_LEASE_SQL: &str =
    "SELECT match_id, seat, engine, lines, reviewer_id FROM review_jobs
    WHERE lease = $1 AND ends_at > $2 AND checking = $3";

pub(super) const COUNT_LEASES_SQL: &str =
    "SELECT COUNT(*) AS count FROM review_jobs WHERE reviewer_id = $1 AND ends_at > $2";

pub(super) const DELETE_OLD_JOBS_SQL: &str = "DELETE FROM review_jobs WHERE offered_at < $1";

/// What was offered later than it can have been: the date was wrong.
pub(super) const DELETE_LATER_JOBS_SQL: &str = "DELETE FROM review_jobs WHERE offered_at > $1";

pub(super) const DELETE_JOBS_OF_MATCH_SQL: &str = "DELETE FROM review_jobs WHERE match_id = $1";

pub(super) const FREE_JOBS_SQL: &str = "UPDATE review_jobs
    SET lease = NULL, reviewer_id = NULL, ends_at = NULL, checking = $2 WHERE reviewer_id = $1";

row! {
    struct NextRow {
        match_id: Uuid,
        seat: i64,
        lines: i64,
    }
}

row! {
    struct JobRow {
        offered_at: i64,
        ends_at: Option<i64>,
        checking: bool,
        taken: i64,
        done: i64,
        total: i64,
    }
}

row! {
    struct LeasedRow {
        match_id: Uuid,
        seat: i64,
        engine: i64,
        lines: i64,
        reviewer_id: Option<Uuid>,
    }
}

row! {
    struct SeenRow {
        seen_at: Option<i64>,
    }
}

const WRONG: StoreError = StoreError::Corrupt("job of a review");

fn number(number: i64) -> Result<u32, StoreError> {
    number.try_into().map_err(|_| WRONG)
}

impl LeasedRow {
    fn job(&self) -> Result<TakenJob, StoreError> {
        Ok(TakenJob {
            key: ReviewKey {
                match_id: MatchId(self.match_id),
                seat: self.seat.try_into().map_err(|_| WRONG)?,
                engine: number(self.engine)?,
            },
            lines: number(self.lines)?,
        })
    }
}

impl<B: Backend> Database<B> {
    pub(crate) async fn reviewers_are_there(
        &self,
        since: Timestamp,
        until: Timestamp,
    ) -> Result<bool, StoreError> {
        let sql = "SELECT COUNT(*) AS count FROM reviewers
                   WHERE revoked_at IS NULL AND seen_at >= $1 AND seen_at <= $2";
        let values = [since, until].map(|at| Value::Int(at.unix_ms()));
        let mut reader = self.reader().await?;
        Ok(B::conn(&mut reader).count(sql, &values).await? > 0)
    }

    pub(crate) async fn offer_review(
        &self,
        key: ReviewKey,
        lines: u32,
        at: Timestamp,
    ) -> Result<bool, StoreError> {
        self.change_reviews(async |conn| offer(conn, key, lines, at).await)
            .await
    }

    pub(crate) async fn take_review_job(
        &self,
        reviewer: ReviewerId,
        engine: u32,
        lease: Uuid,
        (at, until): (Timestamp, Timestamp),
    ) -> Result<Take, StoreError> {
        // Most of the time there is nothing to do, and nothing to write.
        if self.nothing_to_take(reviewer, engine, at).await? {
            return Ok(Take::Nothing);
        }
        let times = (at, until);
        self.change_reviews(async |conn| take(conn, reviewer, engine, lease, times).await)
            .await
    }

    async fn nothing_to_take(
        &self,
        reviewer: ReviewerId,
        engine: u32,
        at: Timestamp,
    ) -> Result<bool, StoreError> {
        let mut reader = self.reader().await?;
        let conn = &mut B::conn(&mut reader);
        if next(conn, engine, at).await?.is_some() {
            return Ok(false);
        }
        let sql = "SELECT seen_at FROM reviewers WHERE reviewer_id = $1 AND revoked_at IS NULL";
        let row: Option<SeenRow> = conn.first(sql, &[Value::Id(reviewer.0)]).await?;
        let seen_at = row.and_then(|row| row.seen_at);
        let ago = seen_at.map(|seen_at| at.unix_ms().saturating_sub(seen_at));
        Ok(ago.is_some_and(|ago| (0..REVIEWER_SEEN_AGAIN_MS).contains(&ago)))
    }

    pub(crate) async fn renew_review_job(
        &self,
        reviewer: ReviewerId,
        lease: Uuid,
        (at, until): (Timestamp, Timestamp),
        (done, of): (u32, u32),
    ) -> Result<bool, StoreError> {
        let sql = "UPDATE review_jobs SET ends_at = $2, done = $3, total = $4 WHERE lease = $1";
        let values = [
            Value::Id(lease),
            Value::Int(until.unix_ms()),
            Value::Int(done.into()),
            Value::Int(of.into()),
        ];
        self.change_reviews(async |conn| {
            let job = change_held(conn, reviewer, (lease, at), (sql, &values[..])).await?;
            if job.is_some() {
                seen(conn, reviewer, at).await?;
            }
            Ok(job.is_some())
        })
        .await
    }

    pub(crate) async fn give_back_review_job(
        &self,
        reviewer: ReviewerId,
        lease: Uuid,
        at: Timestamp,
    ) -> Result<bool, StoreError> {
        let sql = "UPDATE review_jobs SET lease = NULL, reviewer_id = NULL, ends_at = NULL WHERE lease = $1";
        let change = (sql, &[Value::Id(lease)][..]);
        let job = self
            .change_reviews(async |conn| change_held(conn, reviewer, (lease, at), change).await)
            .await?;
        Ok(job.is_some())
    }

    pub(crate) async fn begin_checking(
        &self,
        reviewer: ReviewerId,
        lease: Uuid,
        (at, until): (Timestamp, Timestamp),
    ) -> Result<Option<TakenJob>, StoreError> {
        let sql = "UPDATE review_jobs SET checking = $2, ends_at = $3 WHERE lease = $1";
        let values = [
            Value::Id(lease),
            Value::Bool(true),
            Value::Int(until.unix_ms()),
        ];
        let change = (sql, &values[..]);
        self.change_reviews(async |conn| change_held(conn, reviewer, (lease, at), change).await)
            .await
    }

    pub(crate) async fn is_checking(
        &self,
        reviewer: ReviewerId,
        lease: Uuid,
        at: Timestamp,
    ) -> Result<bool, StoreError> {
        let mut reader = self.reader().await?;
        let conn = &mut B::conn(&mut reader);
        let job = leased(conn, reviewer, (lease, at), true).await?;
        Ok(job.is_some())
    }

    pub(crate) async fn review_job(&self, key: ReviewKey) -> Result<Option<JobState>, StoreError> {
        let mut reader = self.reader().await?;
        let conn = &mut B::conn(&mut reader);
        let row: Option<JobRow> = conn.first(JOB_SQL, &key.values()).await?;
        row.map(JobState::try_from).transpose()
    }

    pub(crate) async fn withdraw_review(
        &self,
        key: ReviewKey,
        at: Timestamp,
        anyway: bool,
    ) -> Result<bool, StoreError> {
        let [match_id, seat, engine] = key.values();
        let values = [
            match_id,
            seat,
            engine,
            Value::Bool(anyway),
            Value::Int(at.unix_ms()),
        ];
        let sql = "DELETE FROM review_jobs WHERE match_id = $1 AND seat = $2 AND engine = $3
                   AND ($4 OR ends_at IS NULL OR ends_at <= $5)";
        self.change_reviews(async |conn| Ok(conn.execute(sql, &values).await? == 1))
            .await
    }
}

impl TryFrom<JobRow> for JobState {
    type Error = StoreError;

    fn try_from(row: JobRow) -> Result<Self, StoreError> {
        Ok(Self {
            offered_at: Timestamp::from_unix_ms(row.offered_at),
            ends_at: row.ends_at.map(Timestamp::from_unix_ms),
            is_checking: row.checking,
            taken: number(row.taken)?,
            progress: (number(row.done)?, number(row.total)?),
        })
    }
}

/// Offers a review, unless it is offered or stored already; false if there are too many. Those that nobody waits for any more go.
async fn offer(
    conn: &mut Conn<'_>,
    key: ReviewKey,
    lines: u32,
    at: Timestamp,
) -> Result<bool, StoreError> {
    let at = at.unix_ms();
    for (sql, bound) in [
        (DELETE_OLD_JOBS_SQL, at.saturating_sub(JOB_KEPT_MS)),
        (DELETE_LATER_JOBS_SQL, at.saturating_add(JOB_KEPT_MS)),
    ] {
        conn.execute(sql, &[Value::Int(bound)]).await?;
    }
    let sql = "SELECT COUNT(*) AS count FROM review_jobs";
    if conn.count(sql, &[]).await? >= i64::from(MAX_REVIEW_JOBS) {
        return Ok(false);
    }
    let [match_id, seat, engine] = key.values();
    let values = [
        match_id,
        seat,
        engine,
        Value::Int(lines.into()),
        Value::Int(at),
    ];
    // Whoever deletes matches has the lock, too.
    let sql = "INSERT INTO review_jobs (match_id, seat, engine, lines, offered_at)
               SELECT $1, $2, $3, $4, $5 WHERE EXISTS (SELECT 1 FROM matches WHERE match_id = $1)
                   AND NOT EXISTS (SELECT 1 FROM reviews WHERE match_id = $1 AND seat = $2 AND engine = $3)
               ON CONFLICT DO NOTHING";
    conn.execute(sql, &values).await?;
    Ok(true)
}

async fn next(
    conn: &mut Conn<'_>,
    engine: u32,
    at: Timestamp,
) -> Result<Option<NextRow>, StoreError> {
    let values = [
        Value::Int(engine.into()),
        Value::Int(JOB_TAKES.into()),
        Value::Int(at.unix_ms()),
    ];
    conn.first(NEXT_JOB_SQL, &values).await
}

/// Notes that a worker is there; false if it was revoked.
async fn seen(
    conn: &mut Conn<'_>,
    reviewer: ReviewerId,
    at: Timestamp,
) -> Result<bool, StoreError> {
    let sql = "UPDATE reviewers SET seen_at = $2 WHERE reviewer_id = $1 AND revoked_at IS NULL";
    let values = [Value::Id(reviewer.0), Value::Int(at.unix_ms())];
    Ok(conn.execute(sql, &values).await? == 1)
}

async fn take(
    conn: &mut Conn<'_>,
    reviewer: ReviewerId,
    engine: u32,
    lease: Uuid,
    (at, until): (Timestamp, Timestamp),
) -> Result<Take, StoreError> {
    if !seen(conn, reviewer, at).await? {
        return Ok(Take::Revoked);
    }
    let values = [Value::Id(reviewer.0), Value::Int(at.unix_ms())];
    if conn.count(COUNT_LEASES_SQL, &values).await? >= i64::from(MAX_LEASES) {
        return Ok(Take::TooMany);
    }
    let Some(next) = next(conn, engine, at).await? else {
        return Ok(Take::Nothing);
    };
    let job = LeasedRow {
        match_id: next.match_id,
        seat: next.seat,
        engine: engine.into(),
        lines: next.lines,
        reviewer_id: None,
    }
    .job()?;
    let [match_id, seat, engine] = job.key.values();
    let values = [
        match_id,
        seat,
        engine,
        Value::Id(lease),
        Value::Id(reviewer.0),
        Value::Int(until.unix_ms()),
        Value::Bool(false),
    ];
    let sql =
        "UPDATE review_jobs SET lease = $4, reviewer_id = $5, ends_at = $6, taken = taken + 1,
                   checking = $7, done = 0, total = 0
               WHERE match_id = $1 AND seat = $2 AND engine = $3";
    conn.execute(sql, &values).await?;
    Ok(Take::Job(job))
}

/// Changes the job of a lease, if it is this worker's, has not ended, and its review has not come; returns it.
async fn change_held(
    conn: &mut Conn<'_>,
    reviewer: ReviewerId,
    held: (Uuid, Timestamp),
    (sql, values): (&'static str, &[Value<'_>]),
) -> Result<Option<TakenJob>, StoreError> {
    let job = leased(conn, reviewer, held, false).await?;
    if job.is_some() {
        conn.execute(sql, values).await?;
    }
    Ok(job)
}

/// The job of a lease, if it is this worker's and has not ended: one whose review has come, or has not.
async fn leased(
    conn: &mut Conn<'_>,
    reviewer: ReviewerId,
    (lease, at): (Uuid, Timestamp),
    checking: bool,
) -> Result<Option<TakenJob>, StoreError> {
    let values = [
        Value::Id(lease),
        Value::Int(at.unix_ms()),
        Value::Bool(checking),
    ];
    let row: Option<LeasedRow> = conn.first(OF_LEASE_SQL, &values).await?;
    let row = row.filter(|row| row.reviewer_id == Some(reviewer.0));
    row.map(|row| row.job()).transpose()
}

/// Others may take the jobs of a worker. The row of [`bytes`](super::reviews::bytes) must be locked.
pub(super) async fn free_of(conn: &mut Conn<'_>, reviewer: ReviewerId) -> Result<(), StoreError> {
    let values = [Value::Id(reviewer.0), Value::Bool(false)];
    conn.execute(FREE_JOBS_SQL, &values).await.map(drop)
}

/// Deletes the jobs of a match. The row of [`bytes`](super::reviews::bytes) must be locked.
pub(super) async fn delete_of_match(conn: &mut Conn<'_>, id: MatchId) -> Result<(), StoreError> {
    let values = [Value::Id(id.0)];
    let deleted = conn.execute(DELETE_JOBS_OF_MATCH_SQL, &values);
    deleted.await.map(drop)
}
