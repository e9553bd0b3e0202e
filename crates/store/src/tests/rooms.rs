//! The open rooms, and the deletion of closed ones.

use super::fresh::Fresh;
use super::on_both;
use super::samples::{at, finished, lease, record_bytes, record_of, room, row, row_with};
use crate::{Append, Fact, Log as _};

on_both!(
    a_room_is_open_from_its_opening_until_its_closing,
    a_closed_room_never_opens_again,
    one_group_opens_and_closes_as_many_rooms_as_it_has,
    more_open_rooms_than_a_page_come_back,
    open_rooms_are_in_the_order_of_their_opening,
    a_long_log_is_deleted_a_page_at_a_time,
    logs_of_rooms_closed_long_ago_are_deleted_and_their_matches_stay,
);

fn opened(number: u128, at_ms: i64) -> Fact {
    Fact::RoomOpened {
        room: room(number),
        at: at(at_ms),
    }
}

fn closed(number: u128, at_ms: i64) -> Fact {
    Fact::RoomClosed {
        room: room(number),
        at: at(at_ms),
    }
}

async fn a_room_is_open_from_its_opening_until_its_closing(fresh: &Fresh) {
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    let batch = [
        row_with(room(1), 0, vec![opened(1, 0)]),
        row_with(room(2), 0, vec![opened(2, 0)]),
    ];
    store.append(fence, &batch).await.expect("stored");
    let mut rooms = store.open_rooms().await.expect("rooms");
    rooms.sort();
    assert_eq!(rooms, [room(1), room(2)]);
    store
        .append(fence, &[row_with(room(1), 1, vec![closed(1, 5)])])
        .await
        .expect("stored");
    assert_eq!(store.open_rooms().await.expect("rooms"), [room(2)]);
    assert_eq!(
        store.log(room(1)).await.expect("a log").rows.len(),
        2,
        "its log stays for now"
    );
}

async fn a_closed_room_never_opens_again(fresh: &Fresh) {
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    let batch = [
        row_with(room(1), 0, vec![opened(1, 0)]),
        row_with(room(1), 1, vec![closed(1, 5)]),
    ];
    for _ in 0..2 {
        store.append(fence, &batch).await.expect("stored");
        assert_eq!(store.open_rooms().await.expect("rooms"), []);
    }
    // Opened and closed in one row.
    store
        .append(
            fence,
            &[row_with(room(2), 0, vec![opened(2, 0), closed(2, 0)])],
        )
        .await
        .expect("stored");
    assert_eq!(store.open_rooms().await.expect("rooms"), []);
}

async fn one_group_opens_and_closes_as_many_rooms_as_it_has(fresh: &Fresh) {
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    let opening = |number| {
        row_with(
            room(number),
            0,
            vec![opened(number, i64::try_from(number).expect("few"))],
        )
    };
    let closing = |number| row_with(room(number), 1, vec![closed(number, 1_000)]);
    let first: Vec<Append> = (0..77).map(opening).collect();
    // Some close while others open, and some continue.
    let closings = (0..77).step_by(2).map(closing);
    let going_on = (1..77)
        .step_by(2)
        .map(|number| row(room(number), 1, "more"));
    let second: Vec<Append> = (77..100)
        .map(opening)
        .chain(closings)
        .chain(going_on)
        .collect();
    store.append(fence, &first).await.expect("stored");
    let stay = (1..77).step_by(2).chain(77..100).map(room);
    for _ in 0..2 {
        store.append(fence, &second).await.expect("stored");
        let rooms = store.open_rooms().await.expect("rooms");
        assert!(rooms.into_iter().eq(stay.clone()));
    }
    drop(store);
    let store = fresh.open().await;
    for number in 0..100 {
        let log = store.log(room(number)).await.expect("a log");
        let rows = if number < 77 { 2 } else { 1 };
        assert_eq!(log.rows.len(), rows, "room {number}");
    }
}

async fn more_open_rooms_than_a_page_come_back(fresh: &Fresh) {
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    let batch: Vec<Append> = (0..1500)
        .map(|number| row_with(room(number), 0, vec![opened(number, 0)]))
        .collect();
    store.append(fence, &batch).await.expect("stored");
    let mut rooms = store.open_rooms().await.expect("rooms");
    rooms.sort();
    assert!(rooms.iter().copied().eq((0..1500).map(room)));
}

async fn open_rooms_are_in_the_order_of_their_opening(fresh: &Fresh) {
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    let opened_at = [(4, 10), (1, 30), (3, 20), (2, 40)];
    let batch =
        opened_at.map(|(number, at_ms)| row_with(room(number), 0, vec![opened(number, at_ms)]));
    store.append(fence, &batch).await.expect("stored");
    assert_eq!(
        store.open_rooms().await.expect("rooms"),
        [4, 3, 1, 2].map(room)
    );
}

async fn a_long_log_is_deleted_a_page_at_a_time(fresh: &Fresh) {
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    let mut batch = vec![row_with(room(1), 0, vec![opened(1, 0)])];
    batch.extend((1..1_000).map(|index| row(room(1), index, "long ago")));
    batch.push(row_with(room(1), 1_000, vec![closed(1, 100)]));
    store.append(fence, &batch).await.expect("stored");
    assert_eq!(
        store
            .delete_logs_closed_before(at(100))
            .await
            .expect("nothing"),
        0
    );
    assert_eq!(
        store
            .delete_logs_closed_before(at(101))
            .await
            .expect("deleted"),
        1_001
    );
    assert_eq!(store.log(room(1)).await.expect("a log").rows, []);
}

async fn logs_of_rooms_closed_long_ago_are_deleted_and_their_matches_stay(fresh: &Fresh) {
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    let batch = [
        row_with(
            room(1),
            0,
            vec![opened(1, 0), Fact::MatchFinished(finished(1))],
        ),
        row_with(room(1), 1, vec![closed(1, 100)]),
        row_with(room(2), 0, vec![opened(2, 0)]),
        row_with(room(2), 1, vec![closed(2, 200)]),
        row_with(room(3), 0, vec![opened(3, 0)]),
        row(room(3), 1, "still open"),
    ];
    store.append(fence, &batch).await.expect("stored");
    assert_eq!(
        store
            .delete_logs_closed_before(at(100))
            .await
            .expect("an answer"),
        0
    );
    assert_eq!(
        store
            .delete_logs_closed_before(at(200))
            .await
            .expect("an answer"),
        2
    );
    assert_eq!(store.log(room(1)).await.expect("a log").rows, []);
    assert_eq!(store.log(room(2)).await.expect("a log").rows.len(), 2);
    assert_eq!(store.log(room(3)).await.expect("a log").rows.len(), 2);
    assert_eq!(
        record_of(&store, finished(1).match_id).await,
        Some(record_bytes(finished(1).record))
    );
    assert_eq!(
        store
            .delete_logs_closed_before(at(200))
            .await
            .expect("an answer"),
        0
    );
}
