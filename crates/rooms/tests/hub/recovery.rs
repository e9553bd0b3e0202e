//! Rooms that are not restored yet after a start.

use giog_store::Log as _;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

use giog_protocol::client::{QuickPlay, RoomFilter};
use giog_protocol::{ErrorCode, RoomId};
use giog_rooms::{Context, LobbyLimits, RoomLimits, SetAsideError, seeded_deal};
use tokio::time::{sleep, timeout};
use uuid::Uuid;

use crate::test_server::{Guest, TestServer, context};

/// Longer than any step of these tests takes.
const PATIENCE: Duration = Duration::from_mins(1);

/// A server with a room of each of these people, stopped and started again; its rooms were not requested yet.
async fn asleep(people: &mut [Guest]) -> (TestServer, Vec<RoomId>) {
    let server = TestServer::new(LobbyLimits::default(), context()).await;
    let mut rooms = Vec::new();
    for guest in people {
        let room = server.create(guest, "a", r#"{"seats":2}"#).await;
        guest
            .ask(&room, r#"{"type":"add_bot"}"#)
            .await
            .expect("a bot");
        rooms.push(room.id());
    }
    (server.restart_slowly(context()).await, rooms)
}

/// The same, and its rooms are being restored; none has been read yet.
async fn coming(people: &mut [Guest]) -> (TestServer, Vec<RoomId>) {
    let (server, rooms) = asleep(people).await;
    // No other task has run since: this test uses the only thread.
    server
        .hub
        .recover(Arc::clone(&server.store) as _)
        .await
        .expect("the database answers");
    (server, rooms)
}

#[tokio::test]
async fn a_room_that_is_not_there_yet_is_busy_and_what_needs_all_rooms_waits() {
    let mut people: Vec<Guest> = (1..=20).map(Guest::new).collect();
    let (server, rooms) = coming(&mut people).await;
    let hub = &server.hub;
    assert_eq!((hub.rooms_coming(), hub.room_count()), (20, 0));
    let busy = hub.room(rooms[3]).expect_err("not there yet");
    assert_eq!(busy.code, ErrorCode::Busy);
    assert!(busy.wait_ms.is_some_and(|wait_ms| wait_ms > 0));
    let unknown = RoomId(Uuid::from_u128(1 << 100));
    let nowhere = hub.room(unknown).expect_err("never there");
    assert_eq!(nowhere.code, ErrorCode::NoSuchRoom);
    // The same key must lead to the same room, and nobody gets more rooms than they may have.
    let refused = people[0].create(hub, 1, "a", "{}").expect_err("not yet");
    assert_eq!(refused.code, ErrorCode::Busy);
    let guest = Guest::new(50);
    let quick = QuickPlay {
        key: "q".to_owned(),
        variant: None,
        bots: false,
        rated: false,
    };
    let played = hub.quick_play(
        guest.frame_sender.clone(),
        guest.person.clone(),
        1,
        (quick, Vec::new()),
        || Ok(()),
    );
    assert_eq!(played.await.expect_err("not yet").code, ErrorCode::Busy);

    let recovered = hub.recovered().await;
    assert_eq!((recovered.rooms, hub.rooms_coming()), (20, 0));
    for (guest, &room) in people.iter().zip(&rooms) {
        assert_eq!(hub.rooms_of(guest.person.player), [room]);
        let again = guest.create(hub, 1, "a", "{}").expect("the same room");
        assert_eq!(again.id(), room);
    }
}

#[tokio::test]
async fn rooms_come_back_beside_each_other() {
    // More than are read together, each in the middle of a match.
    let server = TestServer::new(LobbyLimits::default(), context()).await;
    let mut people: Vec<Guest> = (1..=20).map(Guest::new).collect();
    for guest in &mut people {
        let room = server.create(guest, "a", r#"{"seats":2}"#).await;
        for request in [r#"{"type":"add_bot"}"#, r#"{"type":"ready"}"#] {
            guest.ask(&room, request).await.expect("a match begins");
        }
    }
    let alone = Arc::new(AtomicBool::new(false));
    let (is_alone, begun) = (Arc::clone(&alone), (Mutex::new(0), Condvar::new()));
    let mut meeting = context();
    meeting.dealer = Arc::new(move |terms, seed, winner| {
        let (count, next) = &begun;
        let mut count = count.lock().expect("nobody panics");
        *count += 1;
        next.notify_all();
        // The first room waits until another one is being restored.
        let waited = next.wait_timeout_while(count, PATIENCE, |count| *count < 2);
        let (count, waited) = waited.expect("nobody panics");
        drop(count);
        if waited.timed_out() {
            is_alone.store(true, Ordering::Relaxed);
        }
        seeded_deal(terms, seed, winner)
    });
    let server = server.restart(meeting).await;
    assert_eq!(server.hub.room_count(), 20);
    assert!(!alone.load(Ordering::Relaxed), "one after the other");
}

#[tokio::test]
async fn a_key_leads_to_its_room_though_the_row_with_it_is_gone() {
    let with_few_rows = || Context {
        limits: RoomLimits {
            rows_gathered: 4,
            ..RoomLimits::default()
        },
        ..context()
    };
    let server = TestServer::new(LobbyLimits::default(), with_few_rows()).await;
    let mut host = Guest::new(1);
    let room = server.create(&mut host, "a", r#"{"seats":2}"#).await;
    for number in 0..12 {
        let seats = 3 - number % 2;
        let configure = format!(r#"{{"type":"configure","settings":{{"seats":{seats}}}}}"#);
        host.ask(&room, &configure).await.expect("another table");
    }
    let log = server.store.log(room.id()).await.expect("a log");
    assert!(log.floor.is_some() && log.rows[0].0 > 0);
    let server = server.restart(with_few_rows()).await;
    let again = host.create(&server.hub, 1, "a", "{}").expect("the same");
    assert_eq!(again.id(), room.id());
    assert_eq!(server.hub.room_count(), 1);
}

#[tokio::test]
async fn a_server_that_is_stopped_before_its_rooms_are_there_loses_none() {
    let mut people: Vec<Guest> = (1..=20).map(Guest::new).collect();
    let (server, rooms) = coming(&mut people).await;
    let server = server.restart(context()).await;
    assert_eq!(server.hub.room_count(), rooms.len());
}

#[tokio::test]
async fn rooms_that_come_to_a_draining_server_begin_no_match() {
    let mut people: Vec<Guest> = (1..=3).map(Guest::new).collect();
    let (server, rooms) = coming(&mut people).await;
    server.hub.drain(true).await;
    server.hub.recovered().await;
    for (guest, &room) in people.iter_mut().zip(&rooms) {
        let room = server.hub.room(room).expect("it is there");
        guest.ask(&room, r#"{"type":"join"}"#).await.expect("in");
        let ready = guest.ask(&room, r#"{"type":"ready"}"#).await;
        assert_eq!(ready, Err(ErrorCode::Draining));
    }
}

#[tokio::test]
async fn rooms_are_listed_in_the_order_of_making_whichever_comes_back_first() {
    let mut people: Vec<Guest> = (1..=20).map(Guest::new).collect();
    let (server, mut rooms) = coming(&mut people).await;
    // The last requested one is read first.
    for &room in &rooms {
        assert!(server.hub.room(room).is_err());
    }
    server.hub.recovered().await;
    let (listed, _) = server.hub.list(&RoomFilter::default());
    rooms.reverse();
    let listed: Vec<RoomId> = listed.iter().map(|summary| summary.room).collect();
    assert_eq!(listed, rooms);
}

#[tokio::test]
async fn a_fault_on_the_way_back_sets_one_room_aside_and_the_others_come() {
    let mut people: Vec<Guest> = (1..=5).map(Guest::new).collect();
    let (server, rooms) = coming(&mut people).await;
    server.fault.store(true, Ordering::Relaxed);
    let recovered = timeout(PATIENCE, server.hub.recovered()).await;
    let recovered = recovered.expect("all are there, or set aside");
    assert_eq!((recovered.rooms, recovered.set_aside), (4, 1));
    assert_eq!((server.hub.rooms_coming(), server.hub.room_count()), (0, 4));
    let aside = server.hub.set_aside()[0].room;
    let refused = server.hub.room(aside).expect_err("set aside");
    assert_eq!(refused.code, ErrorCode::RoomSetAside);
    let back = server.hub.restore_set_aside(&*server.store, aside).await;
    back.expect("the fault is over");
    assert!(rooms.iter().all(|&room| server.hub.room(room).is_ok()));
}

#[tokio::test]
async fn of_two_who_bring_one_room_back_at_a_moment_one_does() {
    let mut people: Vec<Guest> = (1..=2).map(Guest::new).collect();
    let (server, _) = coming(&mut people).await;
    server.fault.store(true, Ordering::Relaxed);
    let recovered = timeout(PATIENCE, server.hub.recovered()).await;
    assert_eq!(recovered.expect("set aside").set_aside, 1);
    let aside = server.hub.set_aside()[0].room;
    let restore = || server.hub.restore_set_aside(&*server.store, aside);
    let (one, other) = tokio::join!(restore(), restore());
    let refused = one.and(other).expect_err("it is back by then");
    assert!(matches!(refused, SetAsideError::NotAside), "{refused:?}");
    assert_eq!(server.hub.room_count(), 2);
}

/// Makes a room's log unreadable, for a temporary reason.
fn unreadable(room: RoomId) -> String {
    format!(
        "ALTER TABLE room_log RENAME TO all_rows;
         CREATE VIEW room_log AS SELECT row_id, room_id, idx,
             CASE WHEN room_id = x'{}' THEN json('#' || body) ELSE body END AS body FROM all_rows",
        room.0.simple()
    )
}

const READABLE_AGAIN: &str = "DROP VIEW room_log; ALTER TABLE all_rows RENAME TO room_log";

#[tokio::test]
async fn a_log_that_alone_cannot_be_read_is_not_waited_for_without_end() {
    let mut people: Vec<Guest> = (1..=5).map(Guest::new).collect();
    let (server, rooms) = asleep(&mut people).await;
    let hub = &server.hub;
    server.execute(&unreadable(rooms[2])).await;
    let expected = hub.recover(Arc::clone(&server.store) as _).await;
    assert_eq!(expected.expect("the database answers"), 5);
    let others = async {
        while hub.room_count() < 4 {
            sleep(Duration::from_millis(10)).await;
        }
    };
    let others = timeout(PATIENCE, others).await;
    others.expect("all others come");
    assert_eq!(hub.rooms_coming(), 1, "they do not wait for it");
    let recovered = timeout(3 * PATIENCE, hub.recovered()).await;
    let recovered = recovered.expect("it is set aside");
    assert_eq!((recovered.rooms, recovered.set_aside), (4, 1));
    let aside = hub.set_aside();
    assert_eq!(aside[0].room, rooms[2]);
    assert!(aside[0].reason.contains("malformed JSON"), "{aside:?}");
    server.execute(READABLE_AGAIN).await;
    let back = hub.restore_set_aside(&*server.store, rooms[2]).await;
    back.expect("it can be read again");
}

#[tokio::test]
async fn a_database_that_cannot_say_which_rooms_there_are_is_asked_until_it_does() {
    let mut people: Vec<Guest> = (1..=3).map(Guest::new).collect();
    let (server, rooms) = asleep(&mut people).await;
    server
        .execute("ALTER TABLE rooms RENAME TO all_rooms")
        .await;
    let mut coming = server.hub.recover(Arc::clone(&server.store) as _);
    let early = timeout(Duration::from_millis(100), coming.as_mut()).await;
    assert!(early.is_err(), "it is asked again: {early:?}");
    server
        .execute("ALTER TABLE all_rooms RENAME TO rooms")
        .await;
    let expected = timeout(PATIENCE, coming).await.expect("it answers");
    assert_eq!(expected.expect("the rooms"), rooms.len());
    assert_eq!(server.hub.recovered().await.rooms, rooms.len());
}
