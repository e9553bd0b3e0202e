//! Whether the process that owns the rooms is alive, as Postgres can tell: it has a session that does nothing but hold a lock, and
//! the lock is free the moment the process is gone. On SQLite the lock on the file says the same.

use std::time::Duration;

use sqlx::postgres::PgConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection as _, PgConnection};
use tokio::task::JoinHandle;
use tokio::time::{Instant, MissedTickBehavior, interval};
use uuid::Uuid;

use crate::Fence;
use crate::postgres_pool::in_time;

/// How often the owner looks whether its session is there. A database that was restarted has forgotten it.
const LOOK_EVERY: Duration = Duration::from_millis(100);
/// How long that may take, and to begin another session, until it is tried with another one: in a network that swallows packets
/// nobody hears that a session is gone.
const ANSWER_TIME: Duration = Duration::from_secs(3);
/// For how long the lock must have been free, and how often that must have been seen, until the owner counts as gone: in this time
/// one that lives has a session again.
const FREE_FOR: Duration = Duration::from_millis(500);
const FREE_LOOKS: u32 = 4;
/// How long a look may take that counts: while the database is slow nobody is taken for gone.
const QUICK: Duration = Duration::from_millis(250);

/// A lock in a database: `giog` as a number and what it is of, and which of those.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lock(i32, i32);

impl Lock {
    /// Of the server that has all rooms.
    pub(crate) const OWNER: Self = Self(1_734_963_047, 1);

    /// Of a node that shares them. Two may have the same: then the one's life hides the other's death until its heartbeats are
    /// missed.
    pub(crate) const fn of_node(node: Uuid) -> Self {
        let [.., a, b, c, d] = *node.as_bytes();
        Self(1_734_963_048, i32::from_be_bytes([a & 0x7f, b, c, d]))
    }

    fn take_sql(self) -> String {
        format!("SELECT pg_try_advisory_lock({}, {})", self.0, self.1)
    }

    /// Whether a session holds it.
    pub(crate) fn is_locked_sql(self) -> String {
        format!(
            "EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND granted
             AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
             AND classid = {} AND objid = {} AND objsubid = 2)",
            self.0, self.1
        )
    }
}

/// The owner's session, until this is dropped.
#[derive(Debug)]
pub(crate) struct Session(JoinHandle<()>);

impl Session {
    /// Begins one, and begins it again whenever it breaks.
    pub(crate) fn hold(options: PgConnectOptions, lock: Lock) -> Self {
        Self(tokio::spawn(hold(options, lock.take_sql())))
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.0.abort();
    }
}

async fn hold(options: PgConnectOptions, lock_sql: String) {
    let mut looks = interval(LOOK_EVERY);
    looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut session = None;
    loop {
        looks.tick().await;
        session = match session.take() {
            None => in_time(ANSWER_TIME, options.connect())
                .await
                .ok()
                .map(|conn| (conn, false)),
            Some((conn, has_lock)) => {
                let look = look(conn, has_lock, &lock_sql);
                in_time(ANSWER_TIME, look).await.ok()
            }
        };
    }
}

/// Takes the lock, which another session may have for a while, such as that of a machine that vanished; or sees that it is still
/// there. An error means that the session is not.
async fn look(
    mut conn: PgConnection,
    has_lock: bool,
    lock_sql: &str,
) -> sqlx::Result<(PgConnection, bool)> {
    if has_lock {
        conn.ping().await?;
        return Ok((conn, true));
    }
    let taken = sqlx::query_scalar(AssertSqlSafe(lock_sql.to_owned()));
    let has_lock = taken.fetch_one(&mut conn).await?;
    Ok((conn, has_lock))
}

/// What somebody who waits saw of the owner's lock.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Watch {
    /// Whose it was when it was held.
    held: Option<Fence>,
    /// Since when it has been free, and how often that was seen.
    free: Option<(Instant, u32)>,
}

impl Watch {
    /// Notes a look that began then and ended now; gives whether the owner is gone. Only one whose lock was seen held can be: those
    /// of versions without such a session have none.
    pub(crate) fn note(
        &mut self,
        owner: Fence,
        is_locked: bool,
        (began, now): (Instant, Instant),
    ) -> bool {
        if is_locked {
            *self = Self {
                held: Some(owner),
                free: None,
            };
        }
        if is_locked || self.held != Some(owner) || now - began > QUICK {
            self.free = None;
            return false;
        }
        let (since, looks) = self
            .free
            .map_or((now, 1), |(since, looks)| (since, looks + 1));
        self.free = Some((since, looks));
        looks >= FREE_LOOKS && now - since >= FREE_FOR
    }

    /// Notes that the database did not answer.
    pub(crate) fn note_away(&mut self) {
        self.free = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Looks at these moments, each of which took so long; gives whether the owner is gone at the last one.
    fn last(watch: &mut Watch, looks: &[(u64, bool, u64)]) -> bool {
        let begin = Instant::now();
        let at = |ms| begin + Duration::from_millis(ms);
        let mut gone = false;
        for &(ms, is_locked, took_ms) in looks {
            gone = watch.note(Fence::alone(7), is_locked, (at(ms), at(ms + took_ms)));
        }
        gone
    }

    #[test]
    fn an_owner_whose_lock_is_free_for_half_a_second_is_gone() {
        let mut watch = Watch::default();
        let looks = [
            (0, true, 1),
            (100, false, 1),
            (200, false, 1),
            (300, false, 1),
            (599, false, 1),
        ];
        assert!(!last(&mut watch, &looks));
        let looks = [
            (0, true, 1),
            (100, false, 1),
            (200, false, 1),
            (300, false, 1),
            (600, false, 1),
        ];
        assert!(last(&mut Watch::default(), &looks));
    }

    #[test]
    fn an_owner_that_holds_it_again_lives() {
        let looks = [
            (0, true, 1),
            (100, false, 1),
            (300, false, 1),
            (500, true, 1),
            (700, false, 1),
            (1_100, false, 1),
        ];
        assert!(!last(&mut Watch::default(), &looks));
    }

    #[test]
    fn an_owner_whose_lock_was_never_seen_held_has_perhaps_none() {
        let looks: Vec<_> = (0..100).map(|look| (100 * look, false, 1)).collect();
        assert!(!last(&mut Watch::default(), &looks));
        let mut watch = Watch::default();
        let now = Instant::now();
        // It was another owner's.
        watch.note(Fence::alone(6), true, (now, now));
        assert!(!last(&mut watch, &looks));
    }

    #[test]
    fn nobody_is_gone_because_the_database_was() {
        let mut watch = Watch::default();
        assert!(!last(
            &mut watch,
            &[
                (0, true, 1),
                (100, false, 1),
                (200, false, 1),
                (300, false, 1)
            ]
        ));
        watch.note_away();
        assert!(!last(&mut watch, &[(5_000, false, 1)]));
        let slow: Vec<_> = (0..10).map(|look| (1_000 * look, look == 0, 300)).collect();
        assert!(!last(&mut Watch::default(), &slow));
        let seldom = [(0, true, 1), (100, false, 1), (9_000, false, 1)];
        assert!(!last(&mut Watch::default(), &seldom));
    }
}
