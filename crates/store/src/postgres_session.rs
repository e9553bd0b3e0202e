//! Whether the process that owns the rooms is alive, according to Postgres: it has a session that only holds an advisory lock, and the
//! lock becomes free the moment the process ends. On SQLite the lock on the file has the same purpose.

use std::time::Duration;

use sqlx::postgres::PgConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions as _, PgConnection};
use tokio::task::JoinHandle;
use tokio::time::{Instant, MissedTickBehavior, interval};
use uuid::Uuid;

use crate::Fence;
use crate::postgres_pool::in_time;

/// How often the owner checks that its session exists. A database that was restarted has lost it.
const LOOK_EVERY: Duration = Duration::from_millis(100);
/// The time limit for such a check, and for opening a session; then another session is tried. In a network that drops packets nobody is
/// notified that a session is lost.
const ANSWER_TIME: Duration = Duration::from_secs(3);
/// For how long the lock must have been free, and how often that must have been seen, until the owner counts as gone: within this time a
/// living owner has opened a new session.
const FREE_FOR: Duration = Duration::from_millis(500);
const FREE_LOOKS: u32 = 4;
/// Slower checks do not count: while the database is slow, nobody is declared gone.
const QUICK: Duration = Duration::from_millis(250);

/// An advisory lock in a database: the number of `giog` and of the kind of lock, and the number of the lock.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lock(i32, i32);

impl Lock {
    /// The lock of a server that has all rooms.
    pub(crate) const OWNER: Self = Self(1_734_963_047, 1);

    /// The lock of a node that shares the rooms. Two nodes may have the same one: then the death of one is not noticed through the lock
    /// while the other lives, but by its missed heartbeats.
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

/// The owner's session; it ends when this is dropped.
#[derive(Debug)]
pub(crate) struct Session(JoinHandle<()>);

impl Session {
    /// Opens the session, and opens it again whenever it breaks.
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

/// Takes the lock, which another session may hold for a while, such as that of a machine that vanished; or checks that it is still held.
/// An error means that the session is lost. A session to a server that has become a standby is lost, too: a lock there means nothing, and
/// a new session connects to the server that the address names now.
async fn look(
    mut conn: PgConnection,
    has_lock: bool,
    lock_sql: &str,
) -> sqlx::Result<(PgConnection, bool)> {
    let is_standby: bool = sqlx::query_scalar("SELECT pg_is_in_recovery()")
        .fetch_one(&mut conn)
        .await?;
    if is_standby {
        return Err(sqlx::Error::Protocol("it is a standby now".to_owned()));
    }
    if has_lock {
        return Ok((conn, true));
    }
    let taken = sqlx::query_scalar(AssertSqlSafe(lock_sql.to_owned()));
    let has_lock = taken.fetch_one(&mut conn).await?;
    Ok((conn, has_lock))
}

/// What a waiting server has seen of the owner's lock.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Watch {
    /// The owner's fence when the lock was seen held.
    held: Option<Fence>,
    /// Since when it has been free, and how often that was seen.
    free: Option<(Instant, u32)>,
}

impl Watch {
    /// Notes a check with its start and end; returns whether the owner is gone. Only an owner whose lock was seen held can be declared
    /// gone: older versions have no such session.
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

    /// Notes checks at these times, with their durations; returns whether the owner is gone at the last one.
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
        // The lock belonged to another owner.
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
