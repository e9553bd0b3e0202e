//! Rooms that sleep, and are opened again.

use giog_rules::PlayerId;

use super::fresh::Fresh;
use super::on_both;
use super::samples::{at, lease, player, room, row, row_with};
use crate::{Append, Archive, Fact, Fence, Floor, Log as _, RoomLog, Sleeping, SleepingRoom};

on_both!(
    a_room_that_sleeps_is_its_floor_and_opens_once_more,
    with_too_many_those_that_were_left_first_are_forgotten,
    sleeping_rooms_expire,
    nothing_of_a_sleeping_room_is_deleted_before_it_expires,
    whoever_is_forgotten_owns_no_sleeping_room,
);

fn floor(below: u64, body: &str) -> Floor {
    let body = body.to_owned();
    Floor { below, body }
}

fn opened(number: u128) -> Append {
    let (room, at) = (room(number), at(0));
    row_with(room, 0, vec![Fact::RoomOpened { room, at }])
}

/// The row with which a room of a creator falls asleep, left at this time.
fn asleep(number: u128, index: u64, creator: PlayerId, left_ms: i64, most: (u32, u32)) -> Append {
    let room = room(number);
    let slept = SleepingRoom {
        room,
        creator,
        owner: Some(player(7)),
        left_at: at(left_ms),
        most_of_creator: most.0,
        most: most.1,
    };
    let closed = Fact::RoomClosed {
        room,
        at: at(left_ms + 10),
    };
    Append {
        floor: Some(floor(index + 1, &format!("asleep {number}"))),
        ..row_with(room, index, vec![closed, Fact::RoomSlept(slept)])
    }
}

/// The row with which it opens.
fn awake(number: u128, index: u64) -> Append {
    let (room, at) = (room(number), at(50));
    row_with(room, index, vec![Fact::RoomWoken { room, at }])
}

async fn store(store: &Archive, fence: Fence, batch: &[Append]) {
    for _ in 0..2 {
        // Whoever does not learn the outcome tries again.
        store.append(fence, batch).await.expect("stored");
    }
}

async fn sleeps(store: &Archive, number: u128) -> bool {
    let sleeping = store.sleeping(room(number)).await.expect("an answer");
    sleeping.is_some()
}

async fn a_room_that_sleeps_is_its_floor_and_opens_once_more(fresh: &Fresh) {
    let archive = fresh.open().await;
    let fence = lease(&*archive).await;
    let id = room(1);
    store(&archive, fence, &[opened(1), row(id, 1, "played")]).await;
    assert_eq!(archive.sleeping(id).await.expect("an answer"), None);
    for index in [2, 5] {
        store(&archive, fence, &[asleep(1, index, player(1), 20, (8, 8))]).await;
        assert_eq!(archive.open_rooms().await.expect("rooms"), []);
        let expected = Sleeping {
            owner: Some(player(7)),
            left_at: at(20),
        };
        let sleeping = archive.sleeping(id).await.expect("an answer");
        assert_eq!(sleeping, Some(expected));
        let log = RoomLog {
            floor: Some(floor(index + 1, "asleep 1")),
            rows: Vec::new(),
        };
        assert_eq!(archive.log(id).await.expect("a log"), log);
        let woken = [awake(1, index + 1), row(id, index + 2, "played again")];
        store(&archive, fence, &woken[..1]).await;
        store(&archive, fence, &woken[1..]).await;
        assert_eq!(archive.open_rooms().await.expect("rooms"), [id]);
        assert!(!sleeps(&archive, 1).await);
    }
    archive.close().await;
    drop(archive);
    let archive = fresh.open().await;
    let RoomLog { floor, rows } = archive.log(id).await.expect("a log");
    assert_eq!(floor.expect("a floor").below, 6);
    let rows: Vec<_> = rows.iter().map(|(index, body)| (*index, &**body)).collect();
    assert_eq!(rows, [(6, "row 6"), (7, "played again")]);
    assert_eq!(archive.next_index(id).await.expect("an index"), 8);
}

async fn with_too_many_those_that_were_left_first_are_forgotten(fresh: &Fresh) {
    let archive = fresh.open().await;
    let fence = lease(&*archive).await;
    let most = (2, 3);
    // The one that was left first is stored last.
    for (number, creator, left_ms) in [(1, 1, 30), (2, 1, 10), (3, 2, 20), (4, 1, 15)] {
        let rows = [
            opened(number),
            asleep(number, 1, player(creator), left_ms, most),
        ];
        store(&archive, fence, &rows).await;
    }
    let mut asleep_now = Vec::new();
    for number in 1..=4 {
        asleep_now.push(sleeps(&archive, number).await);
    }
    assert_eq!(asleep_now, [true, false, true, true], "two of one creator");
    store(
        &archive,
        fence,
        &[opened(5), asleep(5, 1, player(3), 40, most)],
    )
    .await;
    asleep_now.clear();
    for number in 1..=5 {
        asleep_now.push(sleeps(&archive, number).await);
    }
    assert_eq!(asleep_now, [true, false, true, false, true], "three in all");
}

async fn sleeping_rooms_expire(fresh: &Fresh) {
    let archive = fresh.open().await;
    let fence = lease(&*archive).await;
    for (number, left_ms) in [(1, 10), (2, 20), (3, 30)] {
        let rows = [
            opened(number),
            asleep(number, 1, player(number), left_ms, (8, 8)),
        ];
        store(&archive, fence, &rows).await;
    }
    let deleted = archive.delete_sleeping_left_before(at(30)).await;
    assert_eq!(deleted.expect("deleted"), 2);
    assert!(!sleeps(&archive, 2).await && sleeps(&archive, 3).await);
}

async fn nothing_of_a_sleeping_room_is_deleted_before_it_expires(fresh: &Fresh) {
    let archive = fresh.open().await;
    let fence = lease(&*archive).await;
    let rows = [opened(1), asleep(1, 1, player(1), 20, (8, 8))];
    store(&archive, fence, &rows).await;
    let later = at(1_000_000);
    archive
        .delete_logs_closed_before(later)
        .await
        .expect("nothing is deleted");
    let log = archive.log(room(1)).await.expect("a log");
    assert!(log.floor.is_some());
    archive
        .delete_sleeping_left_before(later)
        .await
        .expect("it expires");
    archive
        .delete_logs_closed_before(later)
        .await
        .expect("it is deleted");
    let log = archive.log(room(1)).await.expect("a log");
    assert_eq!(log, RoomLog::default());
}

async fn whoever_is_forgotten_owns_no_sleeping_room(fresh: &Fresh) {
    let archive = fresh.open().await;
    let fence = lease(&*archive).await;
    let rows = [opened(1), asleep(1, 1, player(1), 20, (8, 8))];
    store(&archive, fence, &rows).await;
    archive
        .forget_guest(player(7), None, at(0))
        .await
        .expect("forgotten");
    let sleeping = archive.sleeping(room(1)).await.expect("an answer");
    assert_eq!(sleeping.expect("it sleeps").owner, None);
}
