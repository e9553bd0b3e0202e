//! Cancelled starts: as many as are listed are kept per room, and they are deleted with it.

use super::fresh::{Fresh, Raw};
use super::on_both;
use super::samples::{at, cancelled, lease, room, row_with, store_facts};
use crate::database::Value;
use crate::limits::{MAX_CANCELLED_OF_ROOM, RETENTION_PAGE_ROWS};
use crate::{Fact, Log as _, migrations};

on_both!(
    a_room_keeps_its_newest_cancelled_starts,
    cancelled_starts_go_with_their_room,
    cancelled_starts_of_rooms_that_are_no_more_are_deleted,
);

/// The number of stored ones of a room.
async fn stored(raw: &mut Raw, number: u128) -> u64 {
    let sql = "UPDATE cancelled_starts SET reason = reason WHERE room_id = $1";
    let counted = raw.conn().execute(sql, &[Value::Id(room(number).0)]).await;
    counted.expect("they are counted")
}

/// Stores one as an earlier version did.
async fn store_raw(raw: &mut Raw, number: u128, of_room: u128) {
    let sql = "INSERT INTO cancelled_starts
                   (match_id, room_id, cancelled_at, reason, server_seed_hex, details)
               VALUES ($1, $2, 5, 'left', '5e', '{}')";
    let values = [
        Value::Id(cancelled(number).match_id.0),
        Value::Id(room(of_room).0),
    ];
    let done = raw.conn().execute(sql, &values).await;
    done.expect("stored");
}

async fn a_room_keeps_its_newest_cancelled_starts(fresh: &Fresh) {
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    let most = u128::from(MAX_CANCELLED_OF_ROOM);
    let mut elsewhere = cancelled(10_000);
    elsewhere.room = room(2);
    store_facts(&store, fence, 0, vec![Fact::StartCancelled(elsewhere)]).await;
    let all = (1..=3 * most).map(|number| Fact::StartCancelled(cancelled(number)));
    store_facts(&store, fence, 1, all.collect()).await;
    let newest: Vec<_> = (2 * most + 1..=3 * most).rev().map(cancelled).collect();
    let listed = store.cancelled_starts(room(1)).await;
    assert_eq!(listed.expect("starts"), newest);
    let mut raw = fresh.at_schema(migrations::latest()).await;
    assert_eq!(stored(&mut raw, 1).await, u64::from(MAX_CANCELLED_OF_ROOM));
    assert_eq!(stored(&mut raw, 2).await, 1);
}

async fn cancelled_starts_go_with_their_room(fresh: &Fresh) {
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    let mut batch = Vec::new();
    for number in [1, 2] {
        let (room, at) = (room(number), at(1));
        batch.push(row_with(room, 0, vec![Fact::RoomOpened { room, at }]));
    }
    let (room, at_2) = (room(1), at(2));
    let closed = Fact::RoomClosed { room, at: at_2 };
    batch.push(row_with(room, 1, vec![closed]));
    store.append(fence, &batch).await.expect("stored");
    let mut raw = fresh.at_schema(migrations::latest()).await;
    // More than one transaction deletes; an earlier version may have left so many.
    let many = 2 * RETENTION_PAGE_ROWS.unsigned_abs() + 3;
    for number in 0..many {
        store_raw(&mut raw, number.into(), 1).await;
    }
    store_raw(&mut raw, 10_000, 2).await;
    let deleted = store.delete_logs_closed_before(at(2)).await;
    assert_eq!(deleted.expect("an answer"), 0);
    assert_eq!(stored(&mut raw, 1).await, many, "the room is not old");
    let deleted = store.delete_logs_closed_before(at(3)).await;
    assert_eq!(deleted.expect("an answer"), 2);
    assert_eq!(stored(&mut raw, 1).await, 0);
    assert_eq!(stored(&mut raw, 2).await, 1, "the other room is open");
}

async fn cancelled_starts_of_rooms_that_are_no_more_are_deleted(fresh: &Fresh) {
    let mut raw = fresh.at_schema(7).await;
    let sql = "INSERT INTO rooms (room_id, opened_at) VALUES ($1, 0)";
    let opened = raw.conn().execute(sql, &[Value::Id(room(1).0)]).await;
    opened.expect("stored");
    store_raw(&mut raw, 1, 1).await;
    store_raw(&mut raw, 2, 2).await;
    let store = fresh.open().await;
    assert_eq!(
        store.cancelled_starts(room(1)).await.expect("starts").len(),
        1
    );
    assert_eq!(store.cancelled_starts(room(2)).await.expect("starts"), []);
}
