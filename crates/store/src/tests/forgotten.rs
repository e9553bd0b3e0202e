//! The deletion of people's data.

use std::collections::BTreeSet;

use futures_util::FutureExt as _;
use futures_util::future::join;
use giog_protocol::{Person, PlayerName};
use giog_rules::PlayerId;
use sqlx::Sqlite;
use sqlx::pool::PoolConnection;

use super::backup::{PUBLIC_KEY, backed_up};
use super::fresh::Fresh;
use super::on_both;
use super::samples::{TTL_MS, at, device, lease, player, reported, room, row, row_with};
use crate::database::Backend as _;
use crate::sqlite::HistoryReader;
use crate::{
    Append, Archive, Backup, Fact, Floor, LeaseError, Log as _, OpenOptions, Report, SqliteStore,
    StoreError,
};

on_both!(
    whoever_is_forgotten_has_no_name_and_no_token,
    logs_floors_and_reports_name_the_forgotten_no_more_and_all_others_as_before,
    whoever_lost_the_lease_changes_nothing,
);

/// The deleted person, and another one.
const GONE: &str = "Qwzyx";
const STAYS: &str = "Mei";

fn person(number: u128, name: &str) -> Person {
    Person {
        player: player(number),
        name: PlayerName::restored(name),
        declared_bot: None,
    }
}

/// A text in which both are named.
fn text(about: &str, gone: &Person) -> String {
    let people = [gone, &person(2, STAYS)];
    let people = serde_json::to_string(&people).expect("JSON");
    format!(r#"{{"about":"{about}","people":{people}}}"#)
}

pub(super) fn before(about: &str) -> String {
    text(about, &person(1, GONE))
}

pub(super) fn after(about: &str) -> String {
    text(about, &Person::forgotten(player(1)))
}

pub(super) fn gone() -> BTreeSet<PlayerId> {
    BTreeSet::from([player(1)])
}

pub(super) async fn meet(store: &Archive) {
    for (number, name) in [(1, GONE), (2, STAYS)] {
        let made = store.create_guest(player(number.into()), name, device(number), at(0));
        made.await.expect("created");
    }
}

/// An open room with a floor, a room that was closed, and reports; both people are named in all of it.
async fn store_all(store: &Archive) {
    meet(store).await;
    let fence = lease(store).await;
    for number in [1, 2] {
        let opened = Fact::RoomOpened {
            room: room(number),
            at: at(0),
        };
        let first = Append {
            facts: vec![opened],
            ..row(room(number), 0, &before("first"))
        };
        let floor = Floor {
            below: 1,
            body: before("floor"),
        };
        let second = Append {
            floor: Some(floor),
            ..row(room(number), 1, &before("second"))
        };
        let damaged = format!("#{}", before("damaged"));
        let rows = [first, second, row(room(number), 2, &damaged)];
        store.append(fence, &rows).await.expect("stored");
    }
    let closed = Fact::RoomClosed {
        room: room(2),
        at: at(1),
    };
    let by = |number, chat: &str, reporter: &Person, reported_one: &Person| {
        Fact::Reported(Report {
            reporter: reporter.player,
            reporter_name: reporter.name.to_string(),
            reported: reported_one.player,
            reported_name: reported_one.name.to_string(),
            chat: chat.to_owned(),
            ..reported(number)
        })
    };
    let (gone, stays) = (person(1, GONE), person(2, STAYS));
    let facts = vec![
        closed,
        by(1, "[]", &gone, &stays),
        by(2, "[]", &stays, &gone),
        by(3, &before("chat"), &stays, &stays),
        by(4, "[]", &stays, &stays),
    ];
    let last = Append {
        facts,
        ..row(room(2), 3, &before("last"))
    };
    store.append(fence, &[last]).await.expect("stored");
}

/// Names and chats of all reports, oldest first.
async fn reports(store: &Archive) -> Vec<[String; 3]> {
    let page = store.reports(false, None, 10).await.expect("reports");
    let mut reports: Vec<_> = page
        .items
        .into_iter()
        .map(|kept| kept.report)
        .map(|report| [report.reporter_name, report.reported_name, report.chat])
        .collect();
    reports.reverse();
    reports
}

/// How many rows, floors and reports name people, with the row below a floor that SQLite keeps for a while.
fn naming(fresh: &Fresh) -> u64 {
    u64::from(fresh.is_sqlite()) + 2 + 1 + 3 + 1 + 3
}

async fn whoever_is_forgotten_has_no_name_and_no_token(fresh: &Fresh) {
    let store = fresh.open().await;
    meet(&store).await;
    let ended = store.forget_guest(player(1), None, at(5)).await;
    assert_eq!(ended.expect("an answer"), [[1; 32]]);
    assert_eq!(store.guest(player(1)).await.expect("an answer"), None);
    let by_token = store.guest_by_token([1; 32]).await.expect("an answer");
    assert_eq!(by_token, None);
    let names = store.names(&[player(1), player(2)]).await.expect("names");
    assert_eq!((names.len(), names[0].player), (1, player(2)));
    assert_eq!(names[0].name, STAYS);
    let again = store.forget_guest(player(1), None, at(6)).await;
    assert_eq!(again.expect("an answer"), [[0; 32]; 0]);
    // Another server continues it.
    let other = fresh.open().await;
    assert_eq!(other.forgotten().await.expect("people"), [player(1)]);
    other.clean(&gone()).await.expect("cleaned");
    assert_eq!(store.forgotten().await.expect("people"), []);
}

async fn logs_floors_and_reports_name_the_forgotten_no_more_and_all_others_as_before(
    fresh: &Fresh,
) {
    let store = fresh.open().await;
    store_all(&store).await;
    store
        .forget_guest(player(1), None, at(5))
        .await
        .expect("done");
    // Another server continues it, and reads which rows belong to which room.
    drop(store);
    let store = fresh.open().await;
    let fence = store.try_lease("test", 1_000).await.expect("an answer");
    let fence = fence.expect("its own lease");
    let changed = store.erase(fence, &gone()).await.expect("erased");
    assert_eq!(changed, naming(fresh), "rows, floors and reports");
    for number in [1, 2] {
        let log = store.log(room(number)).await.expect("a log");
        assert_eq!(log.floor.map(|floor| floor.body), Some(after("floor")));
        let damaged = format!("#{}", after("damaged"));
        let mut expected = vec![(1, after("second")), (2, damaged)];
        if number == 2 {
            expected.push((3, after("last")));
        }
        assert_eq!(log.rows, expected);
    }
    let [gone_name, stays, none] = ["forgotten", STAYS, "[]"].map(str::to_owned);
    assert_eq!(
        reports(&store).await,
        [
            [gone_name.clone(), stays.clone(), none.clone()],
            [stays.clone(), gone_name, none.clone()],
            [stays.clone(), stays.clone(), after("chat")],
            [stays.clone(), stays, none],
        ]
    );
    assert_eq!(store.erase(fence, &gone()).await.expect("erased"), 0);
    // The log continues.
    let next = store.append(fence, &[row(room(1), 3, "next")]).await;
    next.expect("stored");
    store.clean(&gone()).await.expect("cleaned");
    assert_eq!(store.forgotten().await.expect("people"), []);
    assert_eq!(store.log(room(1)).await.expect("a log").rows.len(), 3);
}

/// A flipped bit is enough for invalid UTF-8, and a lost sector has U+0000.
const DAMAGE_SQL: &str = "
    UPDATE room_log SET body = CAST(x'f400' AS TEXT) || body WHERE idx = 1;
    UPDATE closed_log SET body = CAST(x'f400' AS TEXT) || body WHERE idx = 1;
    UPDATE room_floors SET body = CAST(x'f400' AS TEXT) || body;
    UPDATE reports SET chat = CAST(x'f400' AS TEXT) || chat, reported_name = CAST(x'f4' AS TEXT) || reported_name;
";

#[tokio::test]
async fn what_is_no_text_any_more_names_the_forgotten_no_more_and_keeps_its_other_bytes() {
    let fresh = Fresh::sqlite();
    let store = fresh.open().await;
    store_all(&store).await;
    store
        .forget_guest(player(1), None, at(5))
        .await
        .expect("done");
    fresh.execute(DAMAGE_SQL).await.expect("damaged");
    let fence = lease(&*store).await;
    let refused = store.log(room(2)).await;
    assert!(
        matches!(refused, Err(StoreError::Corrupt(_))),
        "{refused:?}"
    );
    let changed = store.erase(fence, &gone()).await.expect("erased");
    assert_eq!(changed, naming(&fresh), "rows, floors and reports");
    assert_eq!(store.erase(fence, &gone()).await.expect("erased"), 0);
    store.clean(&gone()).await.expect("cleaned");
    store.close().await;
    let files = fresh.files();
    let has = |part: &[u8]| {
        let mut windows = files.iter().flat_map(|bytes| bytes.windows(part.len()));
        windows.any(|window| window == part)
    };
    assert!(!has(GONE.as_bytes()));
    for about in ["second", "floor", "chat"] {
        let damaged = [b"\xf4\0", after(about).as_bytes()].concat();
        assert!(has(&damaged), "{about}");
    }
}

async fn whoever_lost_the_lease_changes_nothing(fresh: &Fresh) {
    let store = fresh.open().await;
    store_all(&store).await;
    let former = store.try_lease("test", 1_000).await.expect("an answer");
    let former = former.expect("its own lease");
    let _ = store.try_lease("test", 1_000).await.expect("an answer");
    let erased = store.erase(former, &gone()).await;
    assert!(matches!(erased, Err(LeaseError::Lost)), "{erased:?}");
    let log = store.log(room(1)).await.expect("a log");
    assert_eq!(log.rows[0].1, before("second"));
}

/// Both reading connections of a store with one of each kind. Tasks that wait for one of them get it in turn.
async fn hold(store: &SqliteStore) -> (PoolConnection<Sqlite>, HistoryReader) {
    let (reader, history_reader) =
        join(store.backend.reader(), store.backend.history_reader()).await;
    (
        reader.expect("it is free"),
        history_reader.expect("it is free"),
    )
}

/// SQLite moves the rows of a closed room: whichever query of the search this follows, no row is missed.
#[tokio::test]
async fn a_room_that_is_closed_meanwhile_names_the_forgotten_no_more() {
    /// The queries: the rooms, the rows of open ones, those of closed ones and floors, and again whether there are other rooms.
    const LOOKS: usize = 4;
    for looks in 0..=LOOKS {
        let fresh = Fresh::sqlite();
        let options = OpenOptions {
            reader_connections: 1,
            history_connections: 1,
        };
        let filled = fresh.open().await;
        store_all(&filled).await;
        filled.close().await;
        let store = SqliteStore::open(&fresh.url(), &options).await;
        let store = store.expect("it opens");
        let fence = store.try_lease("test", TTL_MS).await.expect("an answer");
        let fence = fence.expect("its own lease");
        let people = gone();
        let mut held = hold(&store).await;
        let closing = async {
            for _ in 0..looks {
                // The erasing task gets the connection first, for one query, and then waits again.
                let mut next = Box::pin(hold(&store));
                assert!(next.as_mut().now_or_never().is_none(), "they are held");
                drop(held);
                held = next.await;
            }
            let closed = Fact::RoomClosed {
                room: room(1),
                at: at(2),
            };
            let last = row_with(room(1), 3, vec![closed]);
            store.append(fence, &[last]).await.expect("stored");
            drop(held);
        };
        let (erased, ()) = join(store.erase(fence, &people), closing).await;
        erased.expect("erased");
        let log = store.log(room(1)).await.expect("a log");
        assert_eq!(log.floor.map(|floor| floor.body), Some(after("floor")));
        let expected = [
            (1, after("second")),
            (2, format!("#{}", after("damaged"))),
            (3, "row 3".to_owned()),
        ];
        assert_eq!(log.rows, expected, "closed after {looks} looks");
        store.close().await;
    }
}

/// Makes Postgres abort queries with more than two rows for taking too long.
const IN_TIME_SQL: &str = "
    CREATE FUNCTION is_read_in_time(TEXT) RETURNS BOOLEAN LANGUAGE plpgsql STABLE AS $$
    DECLARE
        moment TEXT := statement_timestamp()::TEXT;
        seen INTEGER := 1;
    BEGIN
        IF current_setting('test.moment', TRUE) = moment THEN
            seen := current_setting('test.seen')::INTEGER + 1;
        END IF;
        PERFORM set_config('test.moment', moment, FALSE), set_config('test.seen', seen::TEXT, FALSE);
        IF seen > 2 THEN
            RAISE EXCEPTION USING ERRCODE = 'query_canceled', MESSAGE = 'too many';
        END IF;
        RETURN TRUE;
    END $$;
";

/// Floors of more than two rooms take too long.
const SLOW_FLOORS_SQL: &str = "
    ALTER TABLE room_floors RENAME TO all_floors;
    CREATE VIEW room_floors AS SELECT * FROM all_floors WHERE is_read_in_time(body);
";

#[tokio::test]
async fn names_are_erased_from_logs_too_long_to_be_looked_through_together() {
    let fresh = Fresh::postgres().await;
    let store = fresh.open().await;
    meet(&store).await;
    let fence = lease(&*store).await;
    let rooms = 1..=9;
    for number in rooms.clone() {
        let (room, at) = (room(number), at(0));
        let floor = Floor {
            below: 0,
            body: before("floor"),
        };
        let first = Append {
            floor: Some(floor),
            ..row_with(room, 0, vec![Fact::RoomOpened { room, at }])
        };
        store.append(fence, &[first]).await.expect("stored");
    }
    store
        .forget_guest(player(1), None, at(5))
        .await
        .expect("done");
    for sql in [IN_TIME_SQL, SLOW_FLOORS_SQL] {
        fresh.execute(sql).await.expect("they are slow");
    }
    let changed = store.erase(fence, &gone()).await.expect("erased");
    assert_eq!(changed, 9);
    for number in rooms {
        let log = store.log(room(number)).await.expect("a log");
        assert_eq!(log.floor.map(|floor| floor.body), Some(after("floor")));
    }
    store.close().await;
    fresh.remove().await;
}

/// The chat of more than two reports takes too long.
const SLOW_REPORTS_SQL: &str = "
    ALTER TABLE reports RENAME TO all_reports;
    ALTER TABLE all_reports RENAME COLUMN chat TO all_chat;
    CREATE VIEW reports AS SELECT *, CASE WHEN is_read_in_time(all_chat) THEN all_chat END AS chat FROM all_reports;
    CREATE FUNCTION change_report() RETURNS TRIGGER LANGUAGE plpgsql AS $$
    BEGIN
        UPDATE all_reports SET all_chat = NEW.chat, reporter_name = NEW.reporter_name, reported_name = NEW.reported_name
        WHERE report_id = OLD.report_id;
        RETURN NEW;
    END $$;
    CREATE TRIGGER change_report INSTEAD OF UPDATE ON reports FOR EACH ROW EXECUTE FUNCTION change_report();
";

#[tokio::test]
async fn names_are_erased_from_reports_too_long_to_be_looked_through_together() {
    let fresh = Fresh::postgres().await;
    let store = fresh.open().await;
    store_all(&store).await;
    store
        .forget_guest(player(1), None, at(5))
        .await
        .expect("done");
    let before = reports(&store).await;
    for sql in [IN_TIME_SQL, SLOW_REPORTS_SQL] {
        fresh.execute(sql).await.expect("they are slow");
    }
    let fence = store.try_lease("test", 1_000).await.expect("an answer");
    let fence = fence.expect("its own lease");
    let changed = store.erase(fence, &gone()).await.expect("erased");
    assert_eq!(changed, naming(&fresh));
    let back = "DROP VIEW reports; ALTER TABLE all_reports RENAME COLUMN all_chat TO chat; ALTER TABLE all_reports RENAME TO reports";
    fresh.execute(back).await.expect("as before");
    let after = reports(&store).await;
    assert_eq!(before.len(), after.len());
    assert!(!after.concat().iter().any(|text| text.contains(GONE)));
    store.close().await;
    fresh.remove().await;
}

/// A name with a number, which occurs only in the database of this test.
fn name(number: usize) -> String {
    format!("Qwzyx {number:04}")
}

/// SQLite leaves copies behind when it moves rows, as it does when many are added and deleted.
#[tokio::test]
async fn the_names_of_the_forgotten_are_in_no_file_of_sqlite() {
    let fresh = Fresh::sqlite();
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    // Ids in random order, like those of people.
    let id = |number: usize| player((number as u128).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let (mut rows, people) = (Vec::new(), 0..600_usize);
    for number in people.clone() {
        let mut token = [0; 32];
        token[..8].copy_from_slice(&number.to_be_bytes());
        let mut device = device(1);
        device.token_hash = token;
        device.device.0 = id(number).0;
        let name = name(number);
        let made = store.create_guest(id(number), &name, device, at(0));
        made.await.expect("created");
        let person = Person {
            player: id(number),
            name: PlayerName::restored(&name),
            declared_bot: None,
        };
        let person = serde_json::to_string(&person).expect("JSON");
        rows.push(row(room(number as u128), 0, &person));
        rows.push(row(room(number as u128), 1, &"x".repeat(number % 700)));
    }
    for batch in rows.chunks_mut(64) {
        for (number, append) in batch.iter_mut().enumerate() {
            let opened = Fact::RoomOpened {
                room: append.room,
                at: at(0),
            };
            let closed = Fact::RoomClosed {
                room: append.room,
                at: at(1),
            };
            append.facts = if append.index == 0 {
                vec![opened]
            } else if number % 3 == 0 {
                vec![closed]
            } else {
                Vec::new()
            };
        }
        store.append(fence, batch).await.expect("stored");
    }
    let gone: BTreeSet<PlayerId> = people.clone().step_by(3).map(id).collect();
    for &player in &gone {
        store.forget_guest(player, None, at(2)).await.expect("done");
    }
    store.erase(fence, &gone).await.expect("erased");
    store.clean(&gone).await.expect("cleaned");
    let found = names_in(&fresh.files());
    let stay: BTreeSet<String> = people.filter(|number| number % 3 > 0).map(name).collect();
    assert_eq!(found, stay, "all others are named as before");
}

/// All names of this test that are still in files.
fn names_in(files: &[Vec<u8>]) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let len = name(0).len();
    for bytes in files {
        for (at, _) in bytes.iter().enumerate().filter(|&(_, &byte)| byte == b'Q') {
            let text = bytes
                .get(at..at + len)
                .and_then(|text| str::from_utf8(text).ok());
            found.extend(
                text.filter(|text| text.starts_with("Qwzyx "))
                    .map(str::to_owned),
            );
        }
    }
    found
}

/// They are first in the table of open rooms, and are deleted after they were moved.
#[tokio::test]
async fn restored_rows_of_closed_rooms_leave_no_names_in_free_space() {
    let source = Fresh::sqlite();
    let store = source.open().await;
    let fence = lease(&*store).await;
    let people = 0..40_usize;
    let id = |number: usize| player(number as u128);
    for number in people.clone() {
        let (room, at) = (room(number as u128), at(0));
        let person = Person {
            player: id(number),
            name: PlayerName::restored(&name(number)),
            declared_bot: None,
        };
        let person = serde_json::to_string(&person).expect("JSON");
        let opened = row_with(room, 0, vec![Fact::RoomOpened { room, at }]);
        let closed = row_with(room, 20, vec![Fact::RoomClosed { room, at }]);
        let mut rows = vec![opened];
        rows.extend((1..20).map(|index| row(room, index, &person)));
        rows.push(closed);
        store.append(fence, &rows).await.expect("stored");
    }
    store.remember_key(PUBLIC_KEY, at(1)).await.expect("stored");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (path, _) = backed_up(&source, &folder).await;
    let backup = Backup::check(&path, Box::new(|_| ())).expect("a good backup");
    let target = Fresh::sqlite();
    let restored = backup.restore(&target.url(), |_| Ok(())).await;
    restored.expect("restored");
    let store = target.open().await;
    let fence = lease(&*store).await;
    let gone: BTreeSet<PlayerId> = people.map(id).collect();
    let changed = store.erase(fence, &gone).await.expect("erased");
    assert_eq!(changed, 40 * 19);
    // It is not rewritten, because it is large.
    store.close().await;
    assert_eq!(names_in(&target.files()), BTreeSet::new());
}

/// A backup may take minutes.
#[tokio::test]
async fn whoever_reads_for_long_keeps_nobody_from_writing_while_the_log_waits_to_be_emptied() {
    let fresh = Fresh::sqlite();
    let store = fresh.open().await;
    meet(&store).await;
    store
        .forget_guest(player(1), None, at(2))
        .await
        .expect("done");
    let reader = fresh.read_for_long().await;
    let mut log_bytes = None;
    for _ in 0..3 {
        let cleaned = store.clean(&gone()).await;
        assert!(
            matches!(cleaned, Err(StoreError::Interrupted)),
            "{cleaned:?}"
        );
        let bytes = fresh.log_bytes();
        assert_eq!(*log_bytes.get_or_insert(bytes), bytes, "the log grows");
    }
    assert_eq!(store.forgotten().await.expect("people"), [player(1)]);
    let renamed = store.rename_guest([2; 32], "Lin").await;
    renamed.expect("renamed");
    drop(reader);
    store.clean(&gone()).await.expect("cleaned");
    assert_eq!(store.forgotten().await.expect("people"), []);
}
