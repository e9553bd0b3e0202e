//! Rooms whose rows the database cannot read.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::str::FromStr as _;
use std::sync::Arc;
use std::time::Duration;

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _};

use super::backup::{PUBLIC_KEY, backed_up};
use super::forgotten::{after, before, gone, meet};
use super::fresh::Fresh;
use super::samples::{
    at, device, finished, lease, match_id, player, reported, room, row, row_with, store_facts,
};
use crate::limits::{OLD_ROWS, PRUNED_ROWS};
use crate::{
    Append, AppendError, Archive, Backup, CommitError, CommitLimits, Committed, Committer, Fact,
    Fence, Floor, Log as _, MatchClass, Rejection, Report, StoreError, StoredRecord,
};

/// The length of a page of a SQLite file.
const PAGE_BYTES: usize = 4096;

/// The content of the lost row.
const FILLER: u8 = b'Z';

/// Three open rooms that name a person; a row of room 2 is many pages long.
pub(super) async fn store_all(store: &Archive) -> Fence {
    meet(store).await;
    let fence = lease(store).await;
    let long = char::from(FILLER).to_string().repeat(8 * PAGE_BYTES) + &before("long");
    for number in 1..=3 {
        let (room, at) = (room(number), at(0));
        let opened = row_with(room, 0, vec![Fact::RoomOpened { room, at }]);
        let body = if number == 2 { &long } else { "short" };
        let rows = [opened, row(room, 1, body), row(room, 2, &before("last"))];
        store.append(fence, &rows).await.expect("stored");
    }
    store
        .forget_guest(player(1), None, at(5))
        .await
        .expect("done");
    fence
}

/// Room 2 cannot be read, and the others can.
async fn check_the_others_are_read(store: &Archive) {
    let damaged = store.log(room(2)).await;
    assert!(
        matches!(damaged, Err(StoreError::Damaged(_))),
        "{damaged:?}"
    );
    let together = store.logs(&[room(1), room(2), room(3)]).await;
    assert!(
        matches!(together, Err(StoreError::Damaged(_))),
        "{together:?}"
    );
    for number in [1, 3] {
        let log = store.log(room(number)).await.expect("a log");
        assert_eq!(log.rows.len(), 3);
    }
    assert_eq!(store.open_rooms().await.expect("rooms").len(), 3);
}

/// The last rows of these rooms do not name the deleted person any more.
async fn check_nobody_is_named(store: &Archive, fence: Fence, rooms: &[u128]) {
    let erased = store.erase(fence, &gone()).await.expect("erased");
    assert_eq!(erased, rooms.len() as u64);
    for &number in rooms {
        let log = store.log(room(number)).await.expect("a log");
        let last = log.rows.iter().find(|&&(index, _)| index == 2);
        assert_eq!(last, Some(&(2, after("last"))));
    }
}

/// Closes a server's database, and then damages a page of a long row.
async fn close_and_lose_a_page(fresh: &Fresh, store: Arc<Archive>, fence: Fence) {
    store.release(fence).await.expect("held");
    store.close().await;
    drop(store);
    // Each of its pages starts with the number of the next one.
    lose(fresh, |page| page[4..].iter().all(|&byte| byte == FILLER));
}

/// Fills the first matching page with zeroes, like a lost sector of the disk.
fn lose(fresh: &Fresh, mut is_meant: impl FnMut(&[u8]) -> bool) {
    let url = fresh.url();
    let path = url.strip_prefix("sqlite:").expect("a file");
    let mut bytes = fs::read(path).expect("the file is there");
    let mut pages = bytes.chunks_exact_mut(PAGE_BYTES);
    let page = pages.find(|page| is_meant(page));
    page.expect("such a page").fill(0);
    fs::write(path, bytes).expect("written");
}

/// Restores a backup into a database, and opens that.
async fn restored(path: &Path, target: &Fresh) -> Arc<Archive> {
    let backup = Backup::check(path, Box::new(|_| ())).expect("a good backup");
    let restored = backup.restore(&target.url(), |_| Ok(())).await;
    restored.expect("restored");
    target.open().await
}

#[tokio::test]
async fn a_row_with_a_lost_page_keeps_its_own_room_alone_from_its_log_and_closes_with_it() {
    let fresh = Fresh::sqlite();
    let store = fresh.open().await;
    let fence = store_all(&store).await;
    close_and_lose_a_page(&fresh, store, fence).await;
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    check_the_others_are_read(&store).await;

    let next = store.next_index(room(2)).await;
    assert_eq!(next.expect("no body is read"), 3);
    let closed = Fact::RoomClosed {
        room: room(2),
        at: at(9),
    };
    let last = row_with(room(2), 3, vec![closed]);
    // The first attempt finds out which row it is.
    let first = store.append(fence, std::slice::from_ref(&last)).await;
    assert!(
        matches!(first, Err(AppendError::Damaged { .. })),
        "{first:?}"
    );
    store.append(fence, &[last]).await.expect("closed");
    let open = store.open_rooms().await.expect("rooms");
    assert_eq!(open, [room(1), room(3)]);
    let other = row(room(1), 3, "it goes on");
    store.append(fence, &[other]).await.expect("stored");
    check_nobody_is_named(&store, fence, &[1, 2, 3]).await;
    // The file cannot be rewritten, and this is not tried for ever.
    store.clean(&gone()).await.expect("cleaned");
    assert_eq!(store.forgotten().await.expect("an answer"), []);
    store.close().await;
    drop(store);

    // The remaining row causes no problem.
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    assert_eq!(store.erase(fence, &gone()).await.expect("erased"), 0);
    assert_eq!(store.log(room(1)).await.expect("a log").rows.len(), 4);
}

/// The next row of room 2, with a floor that removes all rows before it.
fn with_floor(index: u64, body: &str) -> Append {
    let floor = Floor {
        below: index,
        body: body.to_owned(),
    };
    Append {
        floor: Some(floor),
        ..row(room(2), index, "next")
    }
}

/// Waits for the results of a row of room 2 and of one of room 1 that was submitted after it.
async fn committed(store: &Arc<Archive>, fence: Fence, rows: [Append; 2]) -> [Committed; 2] {
    let limits = CommitLimits {
        retry_first: Duration::from_millis(1),
        ..CommitLimits::default()
    };
    let (handle, task) = Committer::start(Arc::clone(store) as _, fence, limits);
    let [first, other] = rows.map(|append| handle.try_submit(append).expect("taken"));
    let committed = [
        first.await.expect("an answer"),
        other.await.expect("an answer"),
    ];
    drop(handle);
    task.await.expect("it ends");
    committed
}

#[tokio::test]
async fn a_row_with_a_lost_page_is_left_below_the_next_floor() {
    let fresh = Fresh::sqlite();
    let store = fresh.open().await;
    let fence = store_all(&store).await;
    close_and_lose_a_page(&fresh, store, fence).await;
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    let rows = [with_floor(3, "a floor"), row(room(1), 3, "it goes on")];
    let committed = committed(&store, fence, rows).await;
    assert_eq!(committed, [Ok(()), Ok(())]);
    let log = store.log(room(2)).await.expect("a log");
    assert_eq!(log.rows, [(3, "next".to_owned())]);

    // It is found when many rows are deleted for the first time; they stay, and others are deleted.
    let many = OLD_ROWS as u64;
    for (first, is_deleted) in [(4, false), (4 + many, true)] {
        let last = first + many - 1;
        let rows = (first..last).map(|index| row(room(2), index, "row"));
        let rows: Vec<_> = rows.chain([with_floor(last, "a floor")]).collect();
        store.append(fence, &rows).await.expect("stored");
        let before = rows_in_log(&fresh).await;
        store.prune_log(fence).await.expect("an answer");
        let deleted = before - rows_in_log(&fresh).await;
        assert_eq!(deleted, if is_deleted { PRUNED_ROWS as u64 } else { 0 });
    }
}

async fn rows_in_log(fresh: &Fresh) -> u64 {
    let options = SqliteConnectOptions::from_str(&fresh.url()).expect("an address");
    let mut raw = options.connect().await.expect("a connection");
    let count = sqlx::query_scalar("SELECT COUNT(*) FROM room_log");
    let rows: i64 = count.fetch_one(&mut raw).await.expect("a number");
    raw.close().await.expect("closed");
    rows.unsigned_abs()
}

#[tokio::test]
async fn a_floor_with_a_lost_page_keeps_no_other_room_from_storing() {
    let fresh = Fresh::sqlite();
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    let long = char::from(FILLER).to_string().repeat(8 * PAGE_BYTES);
    let rows = [row(room(2), 0, "first"), with_floor(1, &long)];
    store.append(fence, &rows).await.expect("stored");
    close_and_lose_a_page(&fresh, store, fence).await;
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    let rows = [with_floor(2, "a floor"), row(room(1), 0, "it goes on")];
    let [damaged, other] = committed(&store, fence, rows).await;
    assert_eq!(damaged, Err(CommitError::Rejected(Rejection::Refused)));
    assert_eq!(other, Ok(()));
}

#[tokio::test]
async fn a_closed_room_with_a_lost_page_keeps_few_others_from_being_deleted() {
    const ROOMS: u128 = 100;
    let fresh = Fresh::sqlite();
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    let (short, long) = ("short".repeat(100), char::from(FILLER).to_string());
    let long = long.repeat(8 * PAGE_BYTES);
    for number in 1..=ROOMS {
        let (room, at) = (room(number), at(1));
        let opened = row_with(room, 0, vec![Fact::RoomOpened { room, at }]);
        let body = if number == ROOMS / 2 { &long } else { &short };
        let closed = row_with(room, 2, vec![Fact::RoomClosed { room, at }]);
        let rows = [opened, row(room, 1, body), closed];
        store.append(fence, &rows).await.expect("stored");
    }
    close_and_lose_a_page(&fresh, store, fence).await;
    let store = fresh.open().await;
    let deleted = store.delete_logs_closed_before(at(2)).await;
    // The tree of closed rooms compares a row with its neighbours.
    let rows = 3 * u64::try_from(ROOMS).expect("few");
    let deleted = deleted.expect("deleted");
    assert!((rows / 2..rows).contains(&deleted), "{deleted} of {rows}");
}

#[tokio::test]
async fn a_record_with_a_lost_page_keeps_no_other_match_from_being_found() {
    let fresh = Fresh::sqlite();
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    let mut games = [1, 2, 3].map(finished);
    games[1].record = StoredRecord::kept(0, vec![FILLER; 8 * PAGE_BYTES]);
    let facts = games.into_iter().map(Fact::MatchFinished).collect();
    store_facts(&store, fence, 0, facts).await;
    close_and_lose_a_page(&fresh, store, fence).await;
    let store = fresh.open().await;
    let aged = store.aged_matches(MatchClass::Listed, at(60_003), None);
    let found = aged.await.expect("a page").items.into_iter();
    let found: Vec<_> = found.map(|old| old.match_id).collect();
    assert_eq!(found, [match_id(1), match_id(3)]);
}

#[tokio::test]
async fn a_backup_has_all_rows_but_the_one_with_a_lost_page() {
    let fresh = Fresh::sqlite();
    let store = fresh.open().await;
    let fence = store_all(&store).await;
    store.remember_key(PUBLIC_KEY, at(1)).await.expect("stored");
    close_and_lose_a_page(&fresh, store, fence).await;
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (path, meta) = backed_up(&fresh, &folder).await;
    let missing = BTreeMap::from([("room_log".to_owned(), 1)]);
    assert_eq!(meta.missing_rows, missing);
    for target in [Fresh::sqlite(), Fresh::postgres().await] {
        let store = restored(&path, &target).await;
        for (number, indices) in [(1, vec![0, 1, 2]), (2, vec![0, 2]), (3, vec![0, 1, 2])] {
            let log = store.log(room(number)).await.expect("a log");
            let found: Vec<u64> = log.rows.iter().map(|&(index, _)| index).collect();
            assert_eq!(found, indices);
        }
        store.close().await;
        target.remove().await;
    }
}

/// The first byte of a leaf page of a table without row ids.
const LEAF: u8 = 10;

#[tokio::test]
async fn a_backup_has_all_rows_but_those_on_a_lost_page_and_what_refers_to_them_is_left_out() {
    let fresh = Fresh::sqlite();
    let store = fresh.open().await;
    let name = char::from(FILLER).to_string().repeat(200);
    let numbers = 1..=150_u8;
    for number in numbers.clone() {
        let made = store.create_guest(player(number.into()), &name, device(number), at(0));
        made.await.expect("created");
    }
    store.remember_key(PUBLIC_KEY, at(1)).await.expect("stored");
    store.close().await;
    drop(store);
    // Its leaves have names, too.
    let dropped = fresh.execute("DROP INDEX guests_by_name").await;
    dropped.expect("dropped");
    let mut leaves = 0;
    lose(&fresh, |page| {
        let has_names = page.windows(name.len()).any(|part| part == name.as_bytes());
        leaves += u32::from(page[0] == LEAF && has_names);
        leaves == 3
    });
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (path, meta) = backed_up(&fresh, &folder).await;
    let missing: Vec<&String> = meta.missing_rows.keys().collect();
    assert_eq!(missing, ["guests"]);
    assert!((100..150).contains(&meta.rows("guests")), "{meta:?}");
    assert_eq!(meta.rows("devices"), 150);
    for target in [Fresh::sqlite(), Fresh::postgres().await] {
        let store = restored(&path, &target).await;
        let mut known = 0;
        for number in numbers.clone() {
            let guest = store.guest_by_token([number; 32]).await;
            known += u64::from(guest.expect("an answer").is_some());
        }
        assert_eq!(known, meta.rows("guests"));
        store.close().await;
        target.remove().await;
    }
}

#[tokio::test]
async fn a_report_with_a_lost_page_keeps_no_name_in_others() {
    let fresh = Fresh::sqlite();
    let store = fresh.open().await;
    meet(&store).await;
    let fence = lease(&*store).await;
    let by_whom_is_gone = |number| Report {
        reporter: player(1),
        ..reported(number)
    };
    let damaged = Report {
        chat: char::from(FILLER).to_string().repeat(8 * PAGE_BYTES),
        ..by_whom_is_gone(2)
    };
    let reports = [by_whom_is_gone(1), damaged, by_whom_is_gone(3)];
    let facts = reports.into_iter().map(Fact::Reported).collect();
    store_facts(&store, fence, 0, facts).await;
    let forgotten = store.forget_guest(player(1), None, at(5)).await;
    forgotten.expect("done");
    close_and_lose_a_page(&fresh, store, fence).await;
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    for changed in [2, 0] {
        let erased = store.erase(fence, &gone()).await;
        assert_eq!(erased.expect("erased"), changed);
    }
}

/// Postgres reports that a part of a row is lost.
const LOST_SQL: &str = "
    CREATE FUNCTION is_whole(body TEXT) RETURNS BOOLEAN LANGUAGE plpgsql VOLATILE AS $$
    BEGIN
        IF body LIKE 'ZZ%' THEN
            RAISE EXCEPTION USING ERRCODE = 'data_corrupted', MESSAGE = 'missing chunk number 0';
        END IF;
        RETURN TRUE;
    END $$;
    ALTER TABLE room_log RENAME TO all_rows;
    CREATE VIEW room_log AS SELECT * FROM all_rows WHERE is_whole(body);
";

#[tokio::test]
async fn a_row_that_postgres_has_lost_keeps_its_own_room_alone_from_its_log() {
    let fresh = Fresh::postgres().await;
    let store = fresh.open().await;
    let fence = store_all(&store).await;
    fresh.execute(LOST_SQL).await.expect("it is lost");
    check_the_others_are_read(&store).await;
    check_nobody_is_named(&store, fence, &[1, 3]).await;
    store.close().await;
    fresh.remove().await;
}
