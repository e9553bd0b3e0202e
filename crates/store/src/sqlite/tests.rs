//! What is particular to a file: its space, its place, its damage, and what a commit takes.

use std::path::Path;
use std::str::FromStr as _;

use sqlx::ConnectOptions as _;
use sqlx::sqlite::SqliteConnectOptions;

use super::*;
use crate::limits::{OLD_ROWS, PRUNED_ROWS};
use crate::tests::fresh::Fresh;
use crate::tests::samples::{at, cancelled, finished, lease, room, row, row_with, started};
use crate::{AppendError, CommitLimits, Committer, Fact, Floor, Log as _};

async fn open(fresh: &Fresh) -> SqliteStore {
    let store = SqliteStore::open(&fresh.url(), &OpenOptions::default()).await;
    store.expect("it opens")
}

/// SQLite rolls a transaction back by itself when the disk is full; nothing of that may stick.
#[tokio::test]
async fn a_full_disk_is_unavailable_until_there_is_space_again() {
    let fresh = Fresh::sqlite();
    let store = open(&fresh).await;
    let fence = lease(&store).await;
    let pages = async |limit: &'static str| {
        let mut writer = store.backend.writer.connection().await?;
        sqlx::query(limit).execute(&mut *writer).await
    };
    let body = "x".repeat(1 << 20);
    pages("PRAGMA max_page_count = 60")
        .await
        .expect("a small disk");
    let appended = store
        .append(fence, &[row(room(1), 0, "small"), row(room(1), 1, &body)])
        .await;
    assert!(
        matches!(appended, Err(AppendError::Unavailable(_))),
        "{appended:?}"
    );
    assert_eq!(store.log(room(1)).await.expect("a log").rows, []);
    pages("PRAGMA max_page_count = 1000000")
        .await
        .expect("a large disk");
    store
        .append(fence, &[row(room(1), 0, "small"), row(room(1), 1, &body)])
        .await
        .expect("stored");
}

#[tokio::test]
async fn rows_alone_are_one_statement_until_one_of_them_is_there() {
    let fresh = Fresh::sqlite();
    let store = open(&fresh).await;
    let fence = lease(&store).await;
    let rows = |range: std::ops::Range<u64>| -> Vec<Append> {
        range.map(|index| row(room(1), index, "row")).collect()
    };
    let at_once = async |rows: Vec<Append>| store.backend.append_at_once(fence, &rows).await;
    let most = ROWS_A_STATEMENT as u64;
    for (range, outcome) in [
        (0..2, AtOnce::Stored),
        (1..4, AtOnce::NeedsTransaction),
        (2..5, AtOnce::Stored),
        (5..5 + most, AtOnce::Stored),
        (500..501 + most, AtOnce::NeedsTransaction),
    ] {
        let stored = store.log(room(1)).await.expect("a log").rows.len() as u64;
        let done = at_once(rows(range.clone())).await.expect("an answer");
        assert_eq!(done, outcome, "{range:?}");
        let new = if done == AtOnce::Stored {
            range.end - range.start
        } else {
            0
        };
        let now = store.log(room(1)).await.expect("a log").rows.len() as u64;
        assert_eq!(now - stored, new, "all of {range:?} or nothing");
    }
    store.append(fence, &rows(4..6)).await.expect("found again");
    store.release(fence).await.expect("held");
    let done = at_once(rows(900..901)).await.expect("an answer");
    assert_eq!(done, AtOnce::LeaseLost);
    assert!(store.append(fence, &rows(900..901)).await.is_err());
}

/// What a room leaves in the database: rows of the open log, rows of closed rooms, whether it is there, whether it is closed.
async fn traces(store: &SqliteStore, number: u128) -> [i64; 4] {
    let sql = "SELECT (SELECT COUNT(*) FROM room_log WHERE room_id = $1),
                   (SELECT COUNT(*) FROM closed_log WHERE room_id = $1),
                   (SELECT COUNT(*) FROM rooms WHERE room_id = $1),
                   (SELECT COUNT(closed_at) FROM rooms WHERE room_id = $1)";
    let mut reader = store.backend.reader().await.expect("a reader");
    let query = sqlx::query_as(sql).bind(room(number).0);
    let (open, closed, rooms, is_closed): (i64, i64, i64, i64) =
        query.fetch_one(&mut *reader).await.expect("counts");
    [open, closed, rooms, is_closed]
}

#[tokio::test]
async fn rooms_are_opened_and_closed_by_one_message() {
    let fresh = Fresh::sqlite();
    let store = open(&fresh).await;
    let fence = lease(&store).await;
    let opened = |number| {
        let (room, at) = (room(number), at(1));
        row_with(room, 0, vec![Fact::RoomOpened { room, at }])
    };
    let closed = |number, index| {
        let (room, at) = (room(number), at(2));
        row_with(room, index, vec![Fact::RoomClosed { room, at }])
    };
    let at_once = async |rows: &[Append]| {
        let done = store.backend.append_at_once(fence, rows).await;
        let done = done.expect("an answer");
        if done == AtOnce::Stored {
            store.backend.committed(rows);
        }
        done
    };
    // Some of several rooms, one of which is over with the same group.
    let group = [opened(1), row(room(1), 1, "row"), opened(2), closed(2, 1)];
    assert_eq!(at_once(&group).await, AtOnce::Stored);
    assert_eq!(traces(&store, 1).await, [2, 0, 1, 0]);
    assert_eq!(traces(&store, 2).await, [0, 2, 1, 1]);
    let group = [opened(3), closed(1, 2)];
    assert_eq!(at_once(&group).await, AtOnce::Stored);
    assert_eq!(traces(&store, 1).await, [0, 3, 1, 1]);
    assert_eq!(traces(&store, 3).await, [1, 0, 1, 0]);
    // All of a group or nothing.
    let again = [opened(4), opened(3), closed(3, 1)];
    assert_eq!(at_once(&again).await, AtOnce::NeedsTransaction);
    assert_eq!(traces(&store, 4).await, [0, 0, 0, 0]);
    assert_eq!(traces(&store, 3).await, [1, 0, 1, 0]);
    // What is rare is not made by it.
    let cancelled = row_with(room(4), 0, vec![Fact::StartCancelled(cancelled(4))]);
    assert_eq!(at_once(&[cancelled]).await, AtOnce::NeedsTransaction);
    store.release(fence).await.expect("held");
    let late = [opened(5), closed(3, 1)];
    assert_eq!(at_once(&late).await, AtOnce::LeaseLost);
    assert_eq!(traces(&store, 5).await, [0, 0, 0, 0]);
    assert_eq!(traces(&store, 3).await, [1, 0, 1, 0]);
}

/// Everything that is stored of matches and floors, and the log.
async fn all_of_matches(store: &SqliteStore) -> Vec<String> {
    let mut rows = Vec::new();
    let mut reader = store.backend.reader().await.expect("a reader");
    for (table, columns) in [
        (
            "match_starts",
            "match_id, room_id, variant, listed, started_at",
        ),
        (
            "matches",
            "match_id, room_id, variant, seats, status, listed, started_at, ended_at, players, people, ending, clock, place",
        ),
        ("match_records", "match_id, record, coding"),
        (
            "player_matches",
            "player_id, variant, status, listed, won, place, match_id, room_id",
        ),
        ("room_floors", "room_id, below, body"),
        ("room_log", "room_id, idx, body"),
        ("closed_log", "room_id, idx, body"),
        ("rooms", "room_id, opened_at, closed_at"),
    ] {
        let quoted: Vec<String> = columns
            .split(", ")
            .map(|column| format!("quote({column})"))
            .collect();
        let sql = format!(
            "SELECT '{table} ' || concat_ws(' ', {}) AS row FROM {table} ORDER BY row",
            quoted.join(", ")
        );
        let of_table: Vec<String> = sqlx::query_scalar(AssertSqlSafe(sql))
            .fetch_all(&mut *reader)
            .await
            .expect("rows");
        assert!(!of_table.is_empty(), "{table}");
        rows.extend(of_table);
    }
    rows
}

/// Rooms that open, whose matches start and end, with floors, and one that closes. With texts that JSON and SQL quote.
fn group_with_matches() -> Vec<Append> {
    let quoted = "爵 \u{1f600} \"x\" '\\' \n\u{1}";
    let floor = |below, body: &str| {
        let body = body.to_owned();
        Some(Floor { below, body })
    };
    let mut second = finished(2);
    second.end = None;
    second.clock = None;
    second.listed = false;
    second.status = crate::MatchStatus::Abandoned;
    second.record = crate::StoredRecord::new(quoted.repeat(400).into_bytes());
    // One person at two seats.
    second.players[1].player = second.players[0].player;
    second.players[2].bot = Some(quoted.to_owned());
    let mut computers = finished(3);
    for player in &mut computers.players {
        player.player = None;
    }
    let (opened, closed) = (at(1), at(2));
    let open = |number| {
        let (room, at) = (room(number), opened);
        row_with(room, 0, vec![Fact::RoomOpened { room, at }])
    };
    let close = Fact::RoomClosed {
        room: room(3),
        at: closed,
    };
    vec![
        open(1),
        open(2),
        open(3),
        Append {
            floor: floor(1, quoted),
            ..row_with(room(1), 1, vec![Fact::MatchStarted(started(1))])
        },
        row_with(room(1), 2, vec![Fact::MatchFinished(finished(1))]),
        Append {
            floor: floor(2, ""),
            ..row_with(room(1), 3, vec![Fact::MatchStarted(started(2))])
        },
        row_with(
            room(2),
            1,
            vec![Fact::MatchFinished(second), Fact::MatchFinished(computers)],
        ),
        row_with(room(3), 1, vec![close]),
    ]
}

#[tokio::test]
async fn matches_and_floors_are_stored_by_one_message_as_by_a_transaction_of_several() {
    let at_once = Fresh::sqlite();
    let at_once = open(&at_once).await;
    let fence = lease(&at_once).await;
    let group = group_with_matches();
    let done = at_once.backend.append_at_once(fence, &group).await;
    assert_eq!(done.expect("an answer"), AtOnce::Stored);
    let stored = all_of_matches(&at_once).await;
    let several = Fresh::sqlite();
    let several = open(&several).await;
    let other_fence = lease(&several).await;
    several
        .append_in_transaction(other_fence, &group)
        .await
        .expect("stored");
    assert_eq!(stored, all_of_matches(&several).await);

    // The same again, and one that is different, each with a row that is new.
    let mut other = finished(1);
    other.seats = 4;
    for (game, is_same) in [(finished(1), true), (other, false)] {
        let again = row_with(room(2), 2, vec![Fact::MatchFinished(game)]);
        let again = std::slice::from_ref(&again);
        let done = at_once.backend.append_at_once(fence, again).await;
        assert_eq!(done.expect("an answer"), AtOnce::NeedsTransaction);
        assert_eq!(all_of_matches(&at_once).await, stored, "nothing of it");
        if !is_same {
            let refused = at_once.append(fence, again).await;
            assert!(
                matches!(refused, Err(AppendError::Rejected { .. })),
                "{refused:?}"
            );
        }
    }
    at_once.release(fence).await.expect("held");
    let late = Append {
        floor: Some(Floor {
            below: 2,
            body: "late".to_owned(),
        }),
        ..row_with(room(2), 2, vec![Fact::MatchStarted(started(4))])
    };
    let done = at_once.backend.append_at_once(fence, &[late]).await;
    assert_eq!(done.expect("an answer"), AtOnce::LeaseLost);
    assert_eq!(all_of_matches(&at_once).await, stored);
}

#[tokio::test]
async fn an_empty_floor_alone_is_stored_by_one_message() {
    let fresh = Fresh::sqlite();
    let store = open(&fresh).await;
    let fence = lease(&store).await;
    let floor = Floor {
        below: 0,
        body: String::new(),
    };
    let append = Append {
        floor: Some(floor.clone()),
        ..row(room(1), 0, "row")
    };
    let done = store.backend.append_at_once(fence, &[append]).await;
    assert_eq!(done.expect("an answer"), AtOnce::Stored);
    assert_eq!(store.log(room(1)).await.expect("a log").floor, Some(floor));
}

/// Rooms whose rows below a floor are still there close: by one message, and by a transaction of several; with the floor of before, and
/// with one that comes with the group.
#[tokio::test]
async fn rows_below_a_floor_do_not_stay_when_a_room_closes() {
    for is_at_once in [true, false] {
        for closes_with_a_floor in [true, false] {
            let fresh = Fresh::sqlite();
            let store = open(&fresh).await;
            let fence = lease(&store).await;
            let (room, at) = (room(1), at(1));
            let floor = |index, below| Append {
                floor: Some(Floor {
                    below,
                    body: "a floor".to_owned(),
                }),
                ..row(room, index, "row")
            };
            let opened = row_with(room, 0, vec![Fact::RoomOpened { room, at }]);
            let rows = (1..6).map(|index| row(room, index, "row"));
            let rows: Vec<_> = [opened].into_iter().chain(rows).collect();
            store.append(fence, &rows).await.expect("stored");
            store.append(fence, &[floor(6, 4)]).await.expect("stored");
            assert_eq!(traces(&store, 1).await, [7, 0, 1, 0]);
            let mut group = vec![row_with(room, 8, vec![Fact::RoomClosed { room, at }])];
            if closes_with_a_floor {
                group.insert(0, floor(7, 6));
            } else {
                group.insert(0, row(room, 7, "row"));
            }
            if is_at_once {
                let done = store.backend.append_at_once(fence, &group).await;
                assert_eq!(done.expect("an answer"), AtOnce::Stored);
            } else {
                let stored = store.append_in_transaction(fence, &group).await;
                stored.expect("stored");
            }
            let moved = if closes_with_a_floor { 3 } else { 5 };
            assert_eq!(traces(&store, 1).await, [0, moved, 1, 1]);
        }
    }
}

#[tokio::test]
async fn the_committer_deletes_rows_below_floors() {
    let fresh = Fresh::sqlite();
    let store = open(&fresh).await;
    let store = Arc::new(store);
    let fence = lease(&*store).await;
    let (commit, committer) =
        Committer::start(Arc::clone(&store) as _, fence, CommitLimits::default());
    let last = OLD_ROWS as u64 + 1;
    let rows: Vec<_> = (0..last).map(|index| row(room(1), index, "row")).collect();
    store.append(fence, &rows).await.expect("stored");
    let with_floor = Append {
        floor: Some(Floor {
            below: last,
            body: "a floor".to_owned(),
        }),
        ..row(room(1), last, "row")
    };
    let stored = commit.try_submit(with_floor).expect("a place").await;
    assert_eq!(stored.expect("an answer"), Ok(()));
    commit.close();
    committer.await.expect("no panic");
    let kept = OLD_ROWS + 2 - PRUNED_ROWS;
    let kept = i64::try_from(kept).expect("a small number");
    assert_eq!(rows_in_log(&store).await, kept);
}

/// Rows of two rooms between each other, with a floor of the first from time to time; returns how many rows the log ever had.
async fn play_on(store: &SqliteStore, fence: Fence, rows: std::ops::Range<u64>) -> i64 {
    let mut most = 0;
    for index in rows {
        let floor = Floor {
            below: index,
            body: format!("the room at {index}"),
        };
        let first = Append {
            floor: (index % 100 == 99).then_some(floor),
            ..row(room(1), index, "row")
        };
        let mut group = vec![first];
        if index % 10 == 0 {
            group.push(row(room(2), index / 10, "row"));
        }
        store.append(fence, &group).await.expect("stored");
        store.prune_log(fence).await.expect("an answer");
        most = most.max(rows_in_log(store).await);
    }
    most
}

async fn rows_in_log(store: &SqliteStore) -> i64 {
    let mut reader = store.backend.reader().await.expect("a reader");
    let count = sqlx::query_scalar("SELECT COUNT(*) FROM room_log");
    count.fetch_one(&mut *reader).await.expect("a number")
}

#[tokio::test]
async fn rows_below_floors_are_deleted_when_many_have_gathered() {
    let fresh = Fresh::sqlite();
    let store = open(&fresh).await;
    let fence = lease(&store).await;
    let old = i64::try_from(OLD_ROWS).expect("a small number");
    let most = play_on(&store, fence, 0..2_000).await;
    // Those of the other room, and those between two floors.
    let current = 200 + 200;
    assert!((old..=old + current).contains(&most), "{most}");
    let kept = rows_in_log(&store).await;
    store.release(fence).await.expect("held");
    store.close().await;

    // The next server does not know of floors until it reads the log.
    let store = open(&fresh).await;
    let fence = lease(&store).await;
    let logs = store.logs(&[room(1), room(2)]).await.expect("logs");
    assert_eq!((logs[0].rows.len(), logs[1].rows.len()), (1, 200));
    assert!(kept > 600, "{kept}");
    let most = play_on(&store, fence, 2_000..2_700).await;
    assert!(most <= old + current, "{most}");
    assert_eq!(store.log(room(2)).await.expect("a log").rows.len(), 270);
    // Nothing of it without the lease, and it is not forgotten.
    let kept = rows_in_log(&store).await;
    store.backend.keys().note_floor(room(2), 270);
    for index in 2_700..3_500 {
        let append = row(room(1), index, "row");
        store.append(fence, &[append]).await.expect("stored");
    }
    store.backend.keys().note_floor(room(1), 3_400);
    store.release(fence).await.expect("held");
    store.prune_log(fence).await.expect("an answer");
    assert_eq!(rows_in_log(&store).await, kept + 800);
}

/// What is written into a file without a name is gone with the process.
#[cfg(unix)]
#[tokio::test]
async fn nothing_is_stored_while_the_file_is_removed_or_replaced() {
    let fresh = Fresh::sqlite();
    let store = open(&fresh).await;
    let fence = lease(&store).await;
    let append = async |index| store.append(fence, &[row(room(1), index, "row")]).await;
    append(0).await.expect("stored");
    let url = fresh.url();
    let path = Path::new(url.strip_prefix("sqlite:").expect("a file"));
    let aside = path.with_added_extension("aside");
    std::fs::rename(path, &aside).expect("removed");
    for other in [None, Some("another file")] {
        if let Some(text) = other {
            std::fs::write(path, text).expect("replaced");
        }
        for _ in 0..2 {
            let refused = append(1).await;
            assert!(
                matches!(refused, Err(AppendError::Unavailable(_))),
                "{refused:?}"
            );
        }
        let there = std::fs::read_to_string(path).ok();
        assert_eq!(there.as_deref(), other, "nothing was made or changed");
    }
    std::fs::rename(&aside, path).expect("it is back");
    append(1).await.expect("stored");
}

/// What was stored before is not lost with it, and nothing more is stored.
#[cfg(unix)]
#[tokio::test]
async fn nothing_is_stored_while_the_write_ahead_log_is_removed_and_nothing_is_lost() {
    let fresh = Fresh::sqlite();
    let store = open(&fresh).await;
    let fence = lease(&store).await;
    let append = async |index| store.append(fence, &[row(room(1), index, "row")]).await;
    append(0).await.expect("stored");
    let url = fresh.url();
    let log = format!("{}-wal", url.strip_prefix("sqlite:").expect("a file"));
    std::fs::remove_file(&log).expect("removed");
    for _ in 0..2 {
        let refused = append(1).await;
        assert!(
            matches!(refused, Err(AppendError::Unavailable(_))),
            "{refused:?}"
        );
    }
    store.close().await;
    drop(store);
    let store = fresh.open().await;
    let rows = store.log(room(1)).await.expect("a log").rows;
    assert_eq!(rows, [(0, "row".to_owned())]);
}

/// A flipped bit of a row's header is enough to make a BLOB of its text.
#[tokio::test]
async fn a_row_that_a_damaged_disk_made_a_blob_keeps_no_room_from_its_log() {
    let fresh = Fresh::sqlite();
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    let batch = [row(room(1), 0, "damaged"), row(room(2), 0, "whole")];
    store.append(fence, &batch).await.expect("stored");
    store.close().await;
    drop(store);
    let options = SqliteConnectOptions::from_str(&fresh.url()).expect("an address");
    for damage in [
        "PRAGMA writable_schema = ON;
         UPDATE sqlite_schema SET sql = replace(sql, 'STRICT', '') WHERE name = 'room_log'",
        "UPDATE room_log SET body = CAST(body AS BLOB) WHERE body = 'damaged'",
        "PRAGMA writable_schema = ON;
         UPDATE sqlite_schema SET sql = sql || ' STRICT' WHERE name = 'room_log'",
    ] {
        let mut raw = options.connect().await.expect("a connection");
        sqlx::raw_sql(damage)
            .execute(&mut raw)
            .await
            .expect("damaged");
        raw.close().await.expect("closed");
    }
    let store = fresh.open().await;
    let logs = store.logs(&[room(1), room(2)]).await.expect("logs");
    let bodies: Vec<_> = logs.iter().map(|log| log.rows[0].1.as_str()).collect();
    assert_eq!(bodies, ["damaged", "whole"]);
    let (room, at) = (room(1), at(1));
    let closed = row_with(room, 1, vec![Fact::RoomClosed { room, at }]);
    let fence = lease(&*store).await;
    store.append(fence, &[closed]).await.expect("closed");
    assert_eq!(store.log(room).await.expect("a log").rows.len(), 2);
}

#[tokio::test]
async fn commits_survive_power_loss_by_settings() {
    let fresh = Fresh::sqlite();
    let store = open(&fresh).await;
    let mut writer = store.backend.writer.connection().await.expect("the writer");
    let journal: String = sqlx::query_scalar("PRAGMA journal_mode")
        .fetch_one(&mut *writer)
        .await
        .expect("a mode");
    let synchronous: i64 = sqlx::query_scalar("PRAGMA synchronous")
        .fetch_one(&mut *writer)
        .await
        .expect("a level");
    assert_eq!((journal.as_str(), synchronous), ("wal", 2));
}
