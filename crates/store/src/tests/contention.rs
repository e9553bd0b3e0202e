//! Concurrent appends, renewals and take-overs on Postgres, where each has its own connection.

use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinHandle;

use super::fresh::{Fresh, Raw};
use super::samples::{TTL_MS, at, lease, room, row, row_with};
use crate::database::{AtOnce, Backend as _};
use crate::{Append, AppendError, Fact, Fence, Log as _, OpenOptions, PgStore};

/// The number of checks for waiting sessions, and their interval.
const LOOKS: u32 = 3_000;
const LOOK_EVERY: Duration = Duration::from_millis(10);

/// How often an append is tried until no other one locks the lease.
const MOST_APPENDS: usize = 20;

const WAITING_SQL: &str = "SELECT COUNT(*) AS count FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock'";

row! {
    struct Count {
        count: i64,
    }
}

row! {
    /// The number of the last transaction that locked or changed the lease's row, and whether it is committed.
    struct LastLocker {
        number: i64,
        status: Option<String>,
    }
}

/// A database, the store on it, and another connection to it.
pub(super) struct Met {
    fresh: Fresh,
    pub(super) store: Arc<PgStore>,
    pub(super) fence: Fence,
    other: Raw,
}

/// Waits until this number of sessions wait for a lock; this future must not end without waiting.
pub(super) async fn until_waiting<T>(fresh: &Fresh, count: i64, task: &JoinHandle<T>) {
    // A separate connection, because within a transaction these statistics do not change.
    let mut looking = fresh.connect().await;
    for _ in 0..LOOKS {
        let waiting: Option<Count> = looking
            .conn()
            .first(WAITING_SQL, &[])
            .await
            .expect("a number");
        if waiting.is_some_and(|waiting| waiting.count == count) {
            return;
        }
        assert!(!task.is_finished(), "it waits for nobody");
        tokio::time::sleep(LOOK_EVERY).await;
    }
    panic!("nobody waits");
}

impl Met {
    async fn new() -> Self {
        let fresh = Fresh::postgres().await;
        let url = fresh.url();
        Self::over(fresh, &url).await
    }

    /// The store reaches the database at this address.
    pub(super) async fn over(fresh: Fresh, url: &str) -> Self {
        let store = PgStore::open(url, &OpenOptions::default()).await;
        let store = Arc::new(store.expect("it opens"));
        let fence = lease(&*store).await;
        let other = fresh.connect().await;
        Self {
            fresh,
            store,
            fence,
            other,
        }
    }

    pub(super) async fn other_says(&mut self, sql: &'static str) {
        let said = self.other.conn().execute(sql, &[]).await;
        said.expect("Postgres does it");
    }

    /// Makes appends of row 0 of room 1 wait in the middle.
    async fn hold_appends_up(&mut self) {
        self.other_says("BEGIN").await;
        let sql = "INSERT INTO room_log (room_id, idx, body) VALUES ($1, 0, 'held up')";
        let room = [crate::database::Value::Id(room(1).0)];
        let inserted = self.other.conn().execute(sql, &room).await;
        inserted.expect("nobody has it");
    }

    pub(super) fn append(&self, batch: Vec<Append>) -> JoinHandle<Result<(), AppendError>> {
        let (store, fence) = (Arc::clone(&self.store), self.fence);
        tokio::spawn(async move { store.append(fence, &batch).await })
    }

    pub(super) async fn until_waiting<T>(&self, count: i64, task: &JoinHandle<T>) {
        until_waiting(&self.fresh, count, task).await;
    }

    async fn bodies(&self) -> Vec<String> {
        let log = self.store.log(room(1)).await.expect("a log");
        log.rows.into_iter().map(|(_, body)| body).collect()
    }

    async fn last_locker(&mut self) -> LastLocker {
        let sql = "SELECT CAST(CAST(xmax AS TEXT) AS BIGINT) AS number,
                          pg_xact_status(CAST(CAST(xmax AS TEXT) AS XID8)) AS status FROM lease";
        let locker = self.other.conn().first(sql, &[]).await;
        locker.expect("an answer").expect("the lease has a row")
    }

    pub(super) async fn end(self) {
        self.store.close().await;
        self.fresh.remove().await;
    }
}

/// A single row is one statement; a row with facts is part of a transaction.
fn kinds_of_rows() -> [Append; 2] {
    let opened = Fact::RoomOpened {
        room: room(1),
        at: at(0),
    };
    [row(room(1), 0, "row 0"), row_with(room(1), 0, vec![opened])]
}

#[tokio::test]
async fn an_append_that_meets_a_take_over_waits_for_it_and_inserts_nothing() {
    for append in kinds_of_rows() {
        let mut met = Met::new().await;
        met.other_says("BEGIN").await;
        met.other_says("SELECT FROM lease FOR UPDATE").await;
        let appended = met.append(vec![append]);
        met.until_waiting(1, &appended).await;
        met.other_says("UPDATE lease SET fence = fence + 1, holder = 'other'")
            .await;
        met.other_says("COMMIT").await;
        let appended = appended.await.expect("no panic");
        assert!(
            matches!(appended, Err(AppendError::LeaseLost)),
            "{appended:?}"
        );
        assert_eq!(met.bodies().await, [""; 0]);
        assert_eq!(met.store.open_rooms().await.expect("rooms"), []);
        met.end().await;
    }
}

#[tokio::test]
async fn a_take_over_waits_for_an_append_that_has_begun() {
    for append in kinds_of_rows() {
        let mut met = Met::new().await;
        met.hold_appends_up().await;
        let appended = met.append(vec![append]);
        met.until_waiting(1, &appended).await;
        let store = Arc::clone(&met.store);
        // The same holder gets the lease again at once.
        let taken = tokio::spawn(async move { store.try_lease("test", TTL_MS).await });
        met.until_waiting(2, &taken).await;
        met.other_says("ROLLBACK").await;
        appended
            .await
            .expect("no panic")
            .expect("it was the owner's");
        let taken = taken.await.expect("no panic").expect("an answer");
        assert!(taken.expect("its own lease") > met.fence);
        assert_eq!(met.bodies().await, ["row 0"]);
        met.end().await;
    }
}

#[tokio::test]
async fn giving_the_lease_back_waits_for_an_append_that_has_begun() {
    let mut met = Met::new().await;
    met.hold_appends_up().await;
    let appended = met.append(vec![row(room(1), 0, "row 0")]);
    met.until_waiting(1, &appended).await;
    let (store, fence) = (Arc::clone(&met.store), met.fence);
    let released = tokio::spawn(async move { store.release(fence).await });
    met.until_waiting(2, &released).await;
    met.other_says("ROLLBACK").await;
    appended
        .await
        .expect("no panic")
        .expect("it was the owner's");
    released.await.expect("no panic").expect("it was held");
    met.end().await;
}

/// If one waited for the other, Postgres would end it after the time limit of its statement.
#[tokio::test]
async fn a_renewal_waits_for_no_append_and_an_append_for_no_renewal() {
    for append in kinds_of_rows() {
        let mut met = Met::new().await;
        met.hold_appends_up().await;
        let appended = met.append(vec![append]);
        met.until_waiting(1, &appended).await;
        let renewed = met.store.renew(met.fence, TTL_MS).await;
        renewed.expect("renewed in the middle of an append");
        assert!(!appended.is_finished());
        met.other_says("ROLLBACK").await;
        appended.await.expect("no panic").expect("stored");
        met.other_says("BEGIN").await;
        met.other_says("UPDATE lease SET expires_at = expires_at + 1")
            .await;
        let appended = met
            .store
            .append(met.fence, &[row(room(1), 1, "row 1")])
            .await;
        appended.expect("stored in the middle of a renewal");
        met.other_says("ROLLBACK").await;
        assert_eq!(met.bodies().await, ["row 0", "row 1"]);
        met.end().await;
    }
}

#[tokio::test]
async fn rows_alone_are_one_statement_until_one_of_them_is_there() {
    let met = Met::new().await;
    let rows = |range: std::ops::Range<u64>| range.map(|index| row(room(1), index, "row"));
    let at_once =
        async |batch: Vec<Append>| met.store.backend.append_at_once(met.fence, &batch).await;
    for (range, outcome) in [
        (0..2, AtOnce::Stored),
        (1..3, AtOnce::NeedsTransaction),
        (0..0, AtOnce::Stored),
    ] {
        let done = at_once(rows(range).collect()).await.expect("an answer");
        assert_eq!(done, outcome);
    }
    assert_eq!(
        met.bodies().await,
        ["row"; 2],
        "nothing of the second batch"
    );
    met.store
        .append(met.fence, &rows(1..3).collect::<Vec<_>>())
        .await
        .expect("stored");
    assert_eq!(met.bodies().await, ["row"; 3]);
    met.store.release(met.fence).await.expect("held");
    let done = at_once(rows(3..4).collect()).await.expect("an answer");
    assert_eq!(done, AtOnce::LeaseLost);
    met.end().await;
}

/// A commit that writes nothing waits for no standby: one that only finds its rows already stored must write something; otherwise rows that
/// are not yet on the standby would be acknowledged.
#[tokio::test]
async fn an_append_that_finds_its_rows_again_has_a_commit_of_its_own() {
    let mut met = Met::new().await;
    let batch = [row(room(1), 0, "row 0")];
    met.store.append(met.fence, &batch).await.expect("stored");
    let first = met.last_locker().await;
    let mut again = LastLocker {
        number: 0,
        status: None,
    };
    // If the statement that found the row is still being rolled back, both lock the lease together, which has another kind of number:
    // then it is tried again.
    for _ in 0..MOST_APPENDS {
        let appended = met.store.append(met.fence, &batch).await;
        appended.expect("stored already");
        again = met.last_locker().await;
        if again.number > first.number {
            break;
        }
    }
    assert!(
        again.number > first.number,
        "{} after {}",
        again.number,
        first.number
    );
    for locker in [first, again] {
        assert_eq!(locker.status.as_deref(), Some("committed"));
    }
    met.end().await;
}
