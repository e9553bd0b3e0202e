//! Sweeps: everything stored is read and checked while other work goes on.

use std::path::PathBuf;
use std::sync::Arc;

use sha2::{Digest as _, Sha256};

use super::backup::fill;
use super::deleted::left_of;
use super::fresh::Fresh;
use super::on_both;
use super::samples::{at, finished, lease, player, room, row, row_with, store_facts};
use crate::limits::{MAX_BODY_BYTES, SWEEP_ROWS};
use crate::{
    Append, Archive, Fact, Fence, Floor, Log as _, PushSubscription, Slice, StoreError, Sweep,
    check_database,
};

on_both!(what_is_whole_is_never_told_as_damaged_while_rows_come_and_go,);

/// The length of a page of a SQLite file.
const PAGE_BYTES: usize = 4096;

/// More matches than one slice reads.
const MATCHES: u128 = SWEEP_ROWS as u128 + 44;

/// Rows in every table, and in some tables more than one slice reads.
async fn fill_more(store: &Archive) -> Fence {
    fill(store).await;
    let fence = lease(store).await;
    let matches = (1_000..1_000 + MATCHES).map(|number| Fact::MatchFinished(finished(number)));
    store_facts(store, fence, 300, matches.collect()).await;
    let rows = (301..900).map(|index| row(room(1), index, "a row"));
    let rows: Vec<_> = rows.collect();
    store.append(fence, &rows).await.expect("stored");
    let devices = store.devices(player(1)).await.expect("an answer");
    let subscription = PushSubscription {
        endpoint: "https://push.example.org/1".to_owned(),
        p256dh: [4; 65],
        auth: [5; 16],
    };
    let set = store.set_push(player(1), devices[0].device, &subscription, at(1));
    assert!(set.await.expect("an answer"));
    let forgotten = store.forget_guest(player(2), None, at(2)).await;
    forgotten.expect("done");
    fence
}

/// The findings of a whole sweep, with this action after each slice.
async fn swept(
    store: &Archive,
    mut sweep: Sweep,
    mut after_each: impl AsyncFnMut(u64),
) -> (Slice, u64) {
    let (mut sum, mut slices) = (Slice::default(), 0);
    loop {
        let slice = store.sweep(&mut sweep).await.expect("an answer");
        slices += 1;
        sum.rows += slice.rows;
        sum.bytes += slice.bytes;
        sum.damage.extend(slice.damage);
        if slice.is_last {
            return (sum, slices);
        }
        after_each(slices).await;
    }
}

async fn what_is_whole_is_never_told_as_damaged_while_rows_come_and_go(fresh: &Fresh) {
    let store = fresh.open().await;
    let fence = fill_more(&store).await;
    let (found, slices) = swept(&store, Sweep::whole(), async |_| {}).await;
    assert_eq!(found.damage, [""; 0]);
    let (heads, head_slices) = swept(&store, Sweep::heads(), async |_| {}).await;
    assert_eq!(heads.damage, [""; 0]);
    if fresh.is_sqlite() {
        // The longest texts are read completely, and some tables need several slices.
        assert!(found.bytes > 7_000_000 && found.rows > 3_000, "{found:?}");
        assert!(head_slices > 40 && slices > head_slices + 5, "{slices}");
        assert!(heads.rows < found.rows / 2, "{heads:?}");
    }
    let keep = std::collections::HashSet::new();
    let (found, _) = swept(&store, Sweep::whole(), async |slice| {
        come_and_go(&store, fence, slice).await;
        if slice == 20 {
            let deleted = store.delete_guests_idle_since(at(1), &keep).await;
            assert!(deleted.expect("deleted") > 50);
            store.clean(&[player(2)].into()).await.expect("rewritten");
        }
    })
    .await;
    assert_eq!(found.damage, [""; 0]);
    store.close().await;
}

/// Rows are added, deleted, moved and changed, one of each kind for each slice.
async fn come_and_go(store: &Archive, fence: Fence, slice: u64) {
    let number = u128::from(slice);
    let (one, at) = (room(10_000 + number), at(10));
    let floor = Floor {
        below: 1,
        body: "a floor".to_owned(),
    };
    let rows = [
        row_with(one, 0, vec![Fact::RoomOpened { room: one, at }]),
        Append {
            floor: Some(floor),
            ..row_with(one, 1, vec![Fact::MatchFinished(finished(500 + number))])
        },
        row_with(one, 2, vec![Fact::RoomClosed { room: one, at }]),
    ];
    store.append(fence, &rows).await.expect("stored");
    store.prune_log(fence).await.expect("pruned");
    // From both ends.
    for number in [1_000 + number, 1_000 + MATCHES - number] {
        let left = left_of(&finished(number));
        store.delete_matches(fence, &[left]).await.expect("deleted");
    }
    let deleted = store.delete_logs_closed_before(at).await;
    deleted.expect("deleted");
}

#[tokio::test]
async fn the_write_ahead_log_can_be_emptied_after_each_slice_of_a_sweep() {
    let fresh = Fresh::sqlite();
    let store = fresh.open().await;
    let fence = fill_more(&store).await;
    // A single row is a slice: reading stops before the end of the table.
    let long = "a long row ".repeat(MAX_BODY_BYTES / 11);
    for index in 900..908 {
        let row = row(room(1), index, &long);
        store.append(fence, &[row]).await.expect("stored");
    }
    let (found, slices) = swept(&store, Sweep::whole(), async |slice| {
        let row = row(room(1), 910 + slice, "written beside it");
        store.append(fence, &[row]).await.expect("stored");
        assert!(fresh.log_bytes() > 0);
        let emptied = fresh.execute("PRAGMA wal_checkpoint(TRUNCATE)").await;
        emptied.expect("an answer");
        assert_eq!(fresh.log_bytes(), 0, "after slice {slice}");
    })
    .await;
    assert_eq!(found.damage, [""; 0]);
    assert!(slices > 50, "{slices}");
    store.close().await;
}

/// Rows in every table, and only a few long ones, so that files with each page damaged can be read quickly.
async fn fill_little(fresh: &Fresh) -> Arc<Archive> {
    let store = fresh.open().await;
    fill(&store).await;
    let long = "UPDATE room_log SET body = substr(body, 1, 10000) WHERE length(body) > 10000";
    for sql in [long, "VACUUM"] {
        fresh.execute(sql).await.expect("done");
    }
    store
}

/// A SQLite file that no server uses.
struct Closed {
    fresh: Fresh,
    path: PathBuf,
    whole: Vec<u8>,
}

impl Closed {
    async fn after(fresh: Fresh, store: Arc<Archive>) -> Self {
        store.close().await;
        let url = fresh.url();
        let path = PathBuf::from(url.strip_prefix("sqlite:").expect("a file"));
        let whole = std::fs::read(&path).expect("bytes");
        Self { fresh, path, whole }
    }

    /// The findings of a sweep with these bytes in place of a page.
    async fn swept(&self, page: usize, bytes: &[u8]) -> Vec<String> {
        let mut file = self.whole.clone();
        file[page * PAGE_BYTES..][..bytes.len()].copy_from_slice(bytes);
        std::fs::write(&self.path, file).expect("written");
        let conn = crate::sqlite::connect_to_read(&self.fresh.url()).await;
        let mut conn = match conn {
            Ok(conn) => conn.expect("it is there"),
            // A page of the schema: the file cannot be opened.
            Err(StoreError::Damaged(cause)) => return vec![cause.to_string()],
            Err(error) => panic!("{error:?}"),
        };
        let (mut sweep, mut damage) = (Sweep::whole(), Vec::new());
        loop {
            let slice = crate::sqlite::slice(&mut conn, &mut sweep)
                .await
                .expect("no error");
            damage.extend(slice.damage);
            if slice.is_last {
                return damage;
            }
        }
    }

    /// SQLite's own findings in the file as last written.
    async fn found_by_sqlite(&self) -> Vec<String> {
        let found = check_database(&self.fresh.url()).await.expect("an answer");
        found.map_or_else(Vec::new, |found| found.damage)
    }

    fn pages(&self) -> impl Iterator<Item = (usize, &[u8])> {
        self.whole.chunks_exact(PAGE_BYTES).enumerate()
    }
}

#[tokio::test]
async fn damage_in_a_page_of_a_table_an_index_or_a_long_row_is_found() {
    let fresh = Fresh::sqlite();
    let store = fill_little(&fresh).await;
    let closed = Closed::after(fresh, store).await;
    assert_eq!(closed.swept(0, &[]).await, [""; 0], "it is whole");
    let garbage = [0xa5; PAGE_BYTES];
    let (mut tables, mut indexes, mut others) = (0, 0, 0);
    for (page, bytes) in closed.pages() {
        let has_cells = bytes[3..5] != [0, 0];
        let count = match bytes[0] {
            // Inner and outer pages of indexes, and of tables without row ids.
            2 | 10 => &mut indexes,
            5 | 13 => &mut tables,
            // One of the pages on which a long row continues is enough: there are a thousand.
            _ if page > 0 && others < 3 => &mut others,
            _ => continue,
        };
        let damage = closed.swept(page, &garbage).await;
        // An empty page may contain anything, and SQLite does not report it as damage either.
        if has_cells || !closed.found_by_sqlite().await.is_empty() {
            assert!(!damage.is_empty(), "page {page}");
            *count += 1;
        }
    }
    assert!(
        tables > 10 && indexes > 20 && others == 3,
        "{tables} {indexes} {others}"
    );
}

/// A disk that loses a write has an old version of a page: valid in itself, but inconsistent with the others.
#[tokio::test]
async fn a_page_of_an_earlier_time_is_found_as_sqlite_finds_it() {
    let fresh = Fresh::sqlite();
    // Rows are not inserted in order, so pages have free space, and are split when more rows are added.
    let store = fresh.open().await;
    fill(&store).await;
    let before = Closed::after(fresh, store).await;
    let store = before.fresh.open().await;
    let fence = fill_again(&store).await;
    store.release(fence).await.expect("held");
    let Closed { fresh, whole, .. } = before;
    let after = Closed::after(fresh, store).await;
    let (mut found, mut indexes, mut repeated) = (0, 0, 0);
    for (page, bytes) in whole.chunks_exact(PAGE_BYTES).enumerate().skip(1) {
        if bytes == &after.whole[page * PAGE_BYTES..][..PAGE_BYTES] {
            continue;
        }
        let damage = after.swept(page, bytes).await;
        let by_sqlite = after.found_by_sqlite().await;
        if !by_sqlite.is_empty() {
            assert!(!damage.is_empty(), "page {page}: {by_sqlite:?}");
            found += 1;
            let index = damage.iter().any(|told| told.contains(" has no "));
            indexes += usize::from(index);
            let is_repeated = damage.iter().all(|told| told.contains("out of order"));
            repeated += usize::from(is_repeated);
        }
    }
    assert!(
        found > 10 && indexes > 5 && repeated > 0,
        "{found} {indexes} {repeated}"
    );
}

/// Changes in many tables and indexes.
async fn fill_again(store: &Archive) -> Fence {
    let fence = lease(store).await;
    let matches = (2_000..2_020).map(|number| Fact::MatchFinished(finished(number)));
    store_facts(store, fence, 300, matches.collect()).await;
    let left = left_of(&finished(1));
    store.delete_matches(fence, &[left]).await.expect("deleted");
    for number in 3..20 {
        let forgotten = store.forget_guest(player(number), None, at(2)).await;
        forgotten.expect("done");
    }
    fence
}

#[tokio::test]
async fn a_lost_sector_within_a_record_or_a_text_is_found_where_sqlite_finds_nothing() {
    let fresh = Fresh::sqlite();
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    let mut game = finished(1);
    // Several pages long even if compressed.
    let digests = (0_u32..800).map(|number| hex::encode(Sha256::digest(number.to_be_bytes())));
    let random: String = digests.collect();
    game.record = crate::StoredRecord::new(random.into_bytes());
    let body = "Z".repeat(3 * PAGE_BYTES);
    let facts = vec![Fact::MatchFinished(game)];
    store_facts(&store, fence, 0, facts).await;
    let row = row(room(1), 1, &body);
    store.append(fence, &[row]).await.expect("stored");
    let closed = Closed::after(fresh, store).await;
    // Such a page starts with the number of the next one.
    let is_long =
        |(page, bytes): &(usize, &[u8])| *page > 0 && bytes[0] == 0 && bytes[PAGE_BYTES / 4] != 0;
    let mut told = Vec::new();
    for (page, bytes) in closed.pages().filter(is_long) {
        // The number of the next page is unchanged.
        let mut lost = bytes.to_vec();
        lost[PAGE_BYTES / 4..PAGE_BYTES / 2].fill(0);
        let damage = closed.swept(page, &lost).await;
        assert_eq!(closed.found_by_sqlite().await, [""; 0], "page {page}");
        told.extend(damage);
    }
    let of = |table: &str| told.iter().filter(|told| told.contains(table)).count();
    assert!(
        of("table room_log") >= 2 && of("table match_records") >= 5,
        "{told:?}"
    );
}
