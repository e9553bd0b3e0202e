//! Rooms that fail, close, stop and are restored, and connections that do not keep up.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use giog_protocol::ErrorCode;
use giog_protocol::server::{Answer, LeftReason, ServerMessage};
use giog_rooms::{LobbyLimits, NextFrame, RoomAnswer, RoomQuery, SetAsideError, seeded_deal};
use giog_rules::Timestamp;
use giog_store::{Append, Log as _};
use tokio::time::{sleep, timeout};

use crate::test_server::{Guest, TestServer, context};

/// Longer than any step of these tests takes.
const PATIENCE: Duration = Duration::from_mins(1);

const JOIN: &str = r#"{"type":"join"}"#;
const READY: &str = r#"{"type":"ready"}"#;

#[tokio::test]
async fn a_fault_of_one_room_costs_no_other() {
    let mut faulty = context();
    faulty.dealer = Arc::new(|terms, seed, winner| {
        assert_ne!(terms.seats(), 2, "a fault made on purpose");
        seeded_deal(terms, seed, winner)
    });
    let server = TestServer::new(LobbyLimits::default(), faulty).await;
    let (mut one, mut other) = (Guest::new(1), Guest::new(2));
    let bad = server.create(&mut one, "a", r#"{"seats":2}"#).await;
    let good = server.create(&mut other, "a", r#"{"seats":3}"#).await;
    one.ask(&bad, r#"{"type":"add_bot"}"#).await.expect("a bot");
    one.send(&bad, READY).expect("sent");
    server.is_busy(bad.id()).await;
    for _ in 0..2 {
        other
            .ask(&good, r#"{"type":"add_bot"}"#)
            .await
            .expect("a bot");
    }
    other.ask(&good, READY).await.expect("a match begins");
    assert_eq!(server.hub.room_count(), 1);
    // Its durable rows are there again.
    let server = server.restart(context()).await;
    let bad = server.hub.room(bad.id()).expect("the room is back");
    let mut one = Guest::new(1);
    one.ask(&bad, JOIN).await.expect("in");
    one.ask(&bad, READY).await.expect("and now a match begins");
}

#[tokio::test]
async fn a_connection_that_does_not_keep_up_is_closed_and_nobody_waits_for_it() {
    let server = TestServer::new(LobbyLimits::default(), context()).await;
    let mut owner = Guest::new(1);
    let room = server.create(&mut owner, "a", r#"{"seats":2}"#).await;
    let mut slow = Guest::with_capacity(2, 4);
    slow.ask(&room, JOIN).await.expect("in");
    for _ in 0..20 {
        owner.ask(&room, READY).await.expect("ready");
        owner
            .ask(&room, r#"{"type":"unready"}"#)
            .await
            .expect("not ready");
    }
    assert_eq!(slow.frame_receiver.next().await, NextFrame::Overflow);
}

#[tokio::test]
async fn strangers_who_ask_without_end_leave_places_in_the_inbox_to_those_who_have_a_seat() {
    let server = TestServer::new(LobbyLimits::default(), context()).await;
    let (mut owner, mut other, mut stranger) = (Guest::new(1), Guest::new(2), Guest::new(3));
    let room = server.create(&mut owner, "a", r#"{"seats":3}"#).await;
    other.ask(&room, JOIN).await.expect("in");
    // The room's task does not run before a task here waits, as if it waited for a commit.
    while stranger.send(&room, JOIN).is_ok() {}
    let watches = other.send(&room, JOIN);
    assert_eq!(watches, Err(ErrorCode::Busy), "who watches has no seat");
    let asked = room.ask(None, RoomQuery::Room).await;
    assert_eq!(asked, Err(ErrorCode::Busy));
    let ready = owner.send(&room, READY).expect("there is a place");
    owner.reply(ready).await.expect("ready");
    // A person with a seat may use such a place, until they stand up.
    let sit = r#"{"type":"sit"}"#;
    other.ask(&room, sit).await.expect("seated");
    while stranger.send(&room, JOIN).is_ok() {}
    let ready = other.send(&room, READY).expect("there is a place");
    other.reply(ready).await.expect("ready");
    let stand = r#"{"type":"stand"}"#;
    other.ask(&room, stand).await.expect("without a seat");
    while stranger.send(&room, JOIN).is_ok() {}
    assert_eq!(other.send(&room, JOIN), Err(ErrorCode::Busy));
    // People with a seat find places, up to a limit.
    let ready = owner.send(&room, READY).expect("there is a place");
    while owner.send(&room, READY).is_ok() {}
    owner.reply(ready).await.expect("ready");
    // The operator sees such a room.
    while stranger.send(&room, JOIN).is_ok() {}
    let inside = room.ask(None, RoomQuery::Inside).await;
    assert!(
        matches!(inside, Ok(RoomAnswer::Inside { .. })),
        "{inside:?}"
    );
}

#[tokio::test]
async fn actions_that_wait_for_a_room_together_share_a_row() {
    let server = TestServer::new(LobbyLimits::default(), context()).await;
    let mut people: Vec<Guest> = (1..=4).map(Guest::new).collect();
    let settings = r#"{"seats":4,"clock":{"kind":"none"},"ceremony":"server"}"#;
    let room = server.create(&mut people[0], "a", settings).await;
    for guest in &mut people[1..] {
        guest.ask(&room, JOIN).await.expect("in");
        guest.ask(&room, r#"{"type":"sit"}"#).await.expect("seated");
    }
    for guest in &mut people {
        guest.ask(&room, READY).await.expect("ready");
    }
    let rows = async || server.store.log(room.id()).await.expect("a log").rows.len();
    // The leader lays, and then the three others before the room handles any of it.
    for deciding in [1, 3] {
        let mut acts = Vec::new();
        for (place, guest) in people.iter_mut().enumerate() {
            let act = guest.default_act(&room).await;
            acts.extend(act.map(|act| (place, act)));
        }
        assert_eq!(acts.len(), deciding);
        let before = rows().await;
        let mut sent = Vec::new();
        for (place, act) in acts {
            sent.push((place, people[place].send(&room, &act).expect("sent")));
        }
        // Other messages after them are handled after them.
        let joined = people[0].send(&room, JOIN).expect("sent");
        for (place, re) in sent {
            people[place].reply(re).await.expect("acted");
        }
        people[0].reply(joined).await.expect("in");
        assert_eq!(rows().await, before + 1);
    }
}

#[tokio::test]
async fn while_the_rows_of_others_are_stored_nobodys_time_is_over() {
    for network in [None, Some(false)] {
        Box::pin(nobodys_time_is_over(network)).await;
    }
}

/// An action that arrives in time while other rows are being stored is in time, although the time is over before it is handled,
/// and perhaps the room learns of the network then.
async fn nobodys_time_is_over(network: Option<bool>) {
    let (server, clock) = TestServer::by_hand(LobbyLimits::default(), context()).await;
    let mut people: Vec<Guest> = (1..=2).map(Guest::new).collect();
    let settings = r#"{"seats":2,"ceremony":"server","clock":{"kind":"timed","decision_ms":10000,"bank_ms":5000}}"#;
    let room = server.create(&mut people[0], "a", settings).await;
    people[1].ask(&room, JOIN).await.expect("in");
    let seated = people[1].ask(&room, r#"{"type":"sit"}"#).await;
    seated.expect("seated");
    for guest in &mut people {
        guest.ask(&room, READY).await.expect("ready");
    }
    let mut stranger = Guest::new(3);
    let other = server.create(&mut stranger, "a", r#"{"seats":2}"#).await;
    let seat = people[0].waited_for(&room).await.deciding[0].seat;
    let (leader, act) = match people[0].default_act(&room).await {
        Some(act) => (0, act),
        None => (1, people[1].default_act(&room).await.expect("one leads")),
    };
    // 10 ms of the leader's time are left, and the room is woken when they are over.
    clock.pass(14_990);
    people[leader].ask(&room, JOIN).await.expect("in");
    let lock = server.lock().await;
    stranger.send(&other, READY).expect("sent");
    server.is_storing().await;
    let led = people[leader].send(&room, &act).expect("sent");
    for _ in 0..10 {
        tokio::task::yield_now().await;
    }
    clock.pass(10_000);
    if let Some(is_available) = network {
        server.hub.set_network(is_available);
    }
    tokio::time::sleep(Duration::from_millis(200)).await;
    lock.release().await;
    let led = people[leader].reply(led).await;
    assert!(matches!(led, Ok(Answer::Acted { .. })), "{led:?}");
    // Nor did the wait use up anything of their bank.
    let follower = &mut people[1 - leader];
    let bank_ms = loop {
        let now = follower.waited_for(&room).await;
        if let Some(deciding) = now.deciding.iter().find(|deciding| deciding.seat == seat) {
            break deciding.bank_ms;
        }
        let act = follower.default_act(&room).await.expect("they decide");
        follower.ask(&room, &act).await.expect("acted");
    };
    assert_eq!(bank_ms, Some(10));
}

#[tokio::test]
async fn in_an_open_window_nobody_waits_behind_a_claim_for_the_storage() {
    // Nothing wakes the room meanwhile, because it would then handle what waits.
    let mut context = context();
    context.times.presence_ms = 0;
    let (server, _) = TestServer::by_hand(LobbyLimits::default(), context).await;
    let mut people: Vec<Guest> = (1..=4).map(Guest::new).collect();
    let settings = r#"{"variant":"mahjong","options":{"min_faan":0},"clock":{"kind":"none"}}"#;
    let room = server.create(&mut people[0], "a", settings).await;
    for guest in &mut people[1..] {
        guest.ask(&room, JOIN).await.expect("in");
        guest.ask(&room, r#"{"type":"sit"}"#).await.expect("seated");
    }
    for guest in &mut people {
        guest.ask(&room, READY).await.expect("ready");
    }
    let mut discarder = None;
    for (place, guest) in people.iter_mut().enumerate() {
        if let Some(act) = guest.default_act(&room).await {
            guest.ask(&room, &act).await.expect("a discard");
            discarder = Some(place);
            break;
        }
    }
    let mut discarder = people.remove(discarder.expect("the dealer"));
    let claim = people[0].default_act(&room).await.expect("a claim");
    let mut stranger = Guest::new(5);
    let other = server.create(&mut stranger, "a", r#"{"seats":2}"#).await;
    // Rows of another room are being stored, and then a player claims.
    let lock = server.lock().await;
    stranger.send(&other, READY).expect("sent");
    server.is_storing().await;
    let claimed = people[0].send(&room, &claim).expect("sent");
    let refused = r#"{"type":"act","turn":0,"do":"win"}"#;
    // Shorter than the storage waits for the lock, because giving up would also wake the room.
    let limit = Duration::from_secs(4);
    for request in [JOIN, refused, JOIN] {
        let re = discarder.send(&room, request).expect("sent");
        let answered = timeout(limit, discarder.reply(re)).await;
        assert!(answered.is_ok(), "{request} is answered at once");
    }
    lock.release().await;
    people[0].reply(claimed).await.expect("claimed");
}

#[tokio::test]
async fn requests_that_wait_for_a_room_are_dropped_once_the_person_is_disconnected() {
    let server = TestServer::new(LobbyLimits::default(), context()).await;
    let (mut one, mut other, mut leaver) = (Guest::new(1), Guest::new(2), Guest::new(102));
    let settings =
        r#"{"variant":"sic-bo","seats":2,"options":{"bank":"house"},"clock":{"kind":"none"}}"#;
    let room = server.create(&mut one, "a", settings).await;
    for guest in [&mut other, &mut leaver] {
        let sits = r#"{"type":"join","sit":true}"#;
        guest.ask(&room, sits).await.expect("in");
    }
    // The room's task has no turn before somebody here waits.
    leaver.send(&room, r#"{"type":"leave"}"#).expect("sent");
    leaver.frame_sender.stop_serving();
    for guest in [&mut one, &mut other] {
        guest.ask(&room, READY).await.expect("they still sit there");
    }
    let mut bets = Vec::new();
    for guest in [&mut one, &mut other] {
        bets.push(guest.default_act(&room).await.expect("all bet"));
    }
    one.send(&room, &bets[0]).expect("sent");
    other.send(&room, &bets[1]).expect("sent");
    other.frame_sender.stop_serving();
    let deciding = one.waited_for(&room).await.deciding;
    let seats: Vec<usize> = deciding.iter().map(|open| open.seat.index()).collect();
    assert_eq!(seats, [1], "one of the two has bet");
}

#[tokio::test]
async fn requests_that_come_after_the_end_of_a_room_are_answered() {
    let server = TestServer::new(LobbyLimits::default(), context()).await;
    let mut owner = Guest::new(1);
    let room = server.create(&mut owner, "a", "{}").await;
    let mut late = Guest::new(2);
    owner.send(&room, r#"{"type":"close_room"}"#).expect("sent");
    let res: Vec<u64> = (0..5)
        .map(|_| late.send(&room, JOIN).expect("sent"))
        .collect();
    let asked = room.ask(None, RoomQuery::Room);
    for re in res {
        assert_eq!(late.reply(re).await, Err(ErrorCode::NoSuchRoom));
    }
    assert_eq!(asked.await, Err(ErrorCode::NoSuchRoom));
    while server.hub.room_count() > 0 {
        tokio::task::yield_now().await;
    }
    assert_eq!(late.send(&room, JOIN), Err(ErrorCode::NoSuchRoom));
}

#[tokio::test]
async fn stopping_ends_what_was_begun_and_everything_comes_back() {
    let server = TestServer::new(LobbyLimits::default(), context()).await;
    let mut people: Vec<Guest> = (1..=20).map(Guest::new).collect();
    let mut rooms = Vec::new();
    for guest in &mut people {
        let room = guest
            .create(&server.hub, 1, "a", r#"{"seats":3}"#)
            .expect("a room");
        let re = guest.send(&room, READY).expect("sent");
        rooms.push((room.id(), re));
    }
    let server = server.restart(context()).await;
    assert_eq!(server.hub.room_count(), 20);
    for (guest, (id, re)) in people.iter_mut().zip(rooms) {
        let reply = guest.reply(re).await;
        assert!(
            matches!(reply, Ok(_) | Err(ErrorCode::ShuttingDown)),
            "{reply:?}"
        );
        let log = server.store.log(id).await.expect("a log").rows;
        let ready = log.iter().any(|(_, body)| body.contains(r#""e":"ready""#));
        assert_eq!(
            ready,
            reply.is_ok(),
            "what was acknowledged is durable, and nothing else"
        );
        let again = guest
            .create(&server.hub, 99, "a", "{}")
            .expect("the same room");
        assert_eq!(again.id(), id, "keys are known after a restart");
    }
}

#[tokio::test]
async fn a_log_that_makes_no_room_is_set_aside_and_the_others_start() {
    let server = TestServer::new(LobbyLimits::default(), context()).await;
    let (mut one, mut other) = (Guest::new(1), Guest::new(2));
    let bad = server.create(&mut one, "a", r#"{"seats":2}"#).await.id();
    let good = server.create(&mut other, "a", r#"{"seats":3}"#).await;
    for _ in 0..2 {
        other
            .ask(&good, r#"{"type":"add_bot"}"#)
            .await
            .expect("a bot");
    }
    let room = server.hub.room(bad).expect("a room");
    one.ask(&room, r#"{"type":"add_bot"}"#)
        .await
        .expect("a bot");
    one.ask(&room, READY).await.expect("a match begins");
    // The rooms are restored by a server that cannot deal for two.
    let mut faulty = context();
    faulty.dealer = Arc::new(|terms, seed, winner| {
        assert_ne!(terms.seats(), 2, "a fault made on purpose");
        seeded_deal(terms, seed, winner)
    });
    let server = server.restart(faulty).await;
    server.hub.room(good.id()).expect("the others start");
    let set_aside = server.hub.room(bad).expect_err("a fault");
    assert_eq!(set_aside.code, ErrorCode::RoomSetAside);
    let listed = server.hub.set_aside();
    assert_eq!((listed.len(), listed[0].room), (1, bad));
    let store = &*server.store;
    let back = server.hub.restore_set_aside(store, bad).await;
    assert!(matches!(back, Err(SetAsideError::Fault(_))), "{back:?}");
    let back = server.hub.restore_set_aside(store, good.id()).await;
    assert!(matches!(back, Err(SetAsideError::NotAside)), "{back:?}");
    // A server that can deal for two restores it.
    let server = server.restart(context()).await;
    server.hub.room(bad).expect("the room is back");
}

#[tokio::test]
async fn a_room_that_was_set_aside_is_closed_whatever_its_log_says() {
    let server = TestServer::new(LobbyLimits::default(), context()).await;
    let mut one = Guest::new(1);
    let bad = server.create(&mut one, "a", r#"{"seats":2}"#).await;
    one.ask(&bad, r#"{"type":"add_bot"}"#).await.expect("a bot");
    one.ask(&bad, READY).await.expect("a match begins");
    let mut faulty = context();
    faulty.dealer = Arc::new(|_, _, _| panic!("a fault made on purpose"));
    let server = server.restart(faulty).await;
    let closed = server.hub.close_aside(&*server.store, bad.id()).await;
    closed.expect("closed");
    let gone = server.hub.room(bad.id()).expect_err("closed");
    assert_eq!(gone.code, ErrorCode::NoSuchRoom);
    assert_eq!(server.store.open_rooms().await.expect("rooms"), []);
    let again = server.hub.close_aside(&*server.store, bad.id()).await;
    assert!(matches!(again, Err(SetAsideError::NotAside)), "{again:?}");
}

/// Another program has written an invalid row.
#[tokio::test]
async fn a_room_in_whose_log_there_is_another_row_is_set_aside_and_can_be_closed() {
    let server = TestServer::new(LobbyLimits::default(), context()).await;
    let mut one = Guest::new(1);
    let room = server.create(&mut one, "a", r#"{"seats":2}"#).await;
    let next = server.store.next_index(room.id()).await;
    let next = next.expect("an index");
    let others = Append {
        room: room.id(),
        index: next,
        body: "another's".to_owned(),
        facts: Vec::new(),
        floor: None,
    };
    let stored = server.store.append(server.fence, &[others]).await;
    stored.expect("stored");
    let asked = one.send(&room, r#"{"type":"add_bot"}"#);
    asked.expect("the room takes it");
    let restoring = server.hub.restore_failed(&*server.store);
    let aside = async {
        while server.hub.set_aside_count() == 0 {
            sleep(Duration::from_millis(1)).await;
        }
    };
    tokio::select! {
        () = restoring => unreachable!("it ends with the server"),
        aside = timeout(PATIENCE, aside) => aside.expect("its log makes no room"),
    }
    let closed = server.hub.close_aside(&*server.store, room.id()).await;
    closed.expect("closed");
    assert_eq!(server.store.open_rooms().await.expect("rooms"), []);
}

/// Another node may read the room's log for this before the names are removed from it.
#[tokio::test]
async fn a_room_that_the_operator_restores_does_not_name_people_deleted_meanwhile() {
    let server = TestServer::new(LobbyLimits::default(), context()).await;
    let mut one = Guest::new(1);
    let room = server.create(&mut one, "a", r#"{"seats":2}"#).await;
    let id = room.id();
    one.ask(&room, r#"{"type":"add_bot"}"#)
        .await
        .expect("a bot");
    one.ask(&room, READY).await.expect("a match begins");
    let is_faulty = Arc::new(AtomicBool::new(true));
    let mut faulty = context();
    let fault = Arc::clone(&is_faulty);
    faulty.dealer = Arc::new(move |terms, seed, winner| {
        assert!(!fault.load(Ordering::Relaxed), "a fault made on purpose");
        seeded_deal(terms, seed, winner)
    });
    let server = server.restart(faulty).await;
    assert_eq!(server.hub.set_aside_count(), 1);
    let player = one.person.player;
    let forgotten = server
        .store
        .forget_guest(player, None, Timestamp::from_unix_ms(0));
    forgotten.await.expect("stored");
    is_faulty.store(false, Ordering::Relaxed);
    let back = server.hub.restore_set_aside(&*server.store, id).await;
    back.expect("its log is good");
    // The row takes the name out of the room, and is durable.
    let row = format!(r#""e":"forgotten","player":"{player}""#);
    let rows = server.store.log(id).await.expect("a log").rows;
    assert!(rows.iter().any(|(_, body)| body.contains(&row)), "{rows:?}");
}

/// Waits until the room of this connection has been restored.
async fn sent_back(guest: &mut Guest) {
    while guest.frame_receiver.next().await != NextFrame::SentBack {}
}

#[tokio::test]
async fn a_room_that_meets_a_fault_is_brought_back_once_and_then_set_aside() {
    let mut faulty = context();
    faulty.dealer = Arc::new(|_, _, _| panic!("a fault made on purpose"));
    let server = TestServer::new(LobbyLimits::default(), faulty).await;
    let (hub, store) = (server.hub.clone(), Arc::clone(&server.store));
    let restoring = tokio::spawn(async move { hub.restore_failed(&*store).await });
    let mut one = Guest::new(1);
    let room = server.create(&mut one, "a", r#"{"seats":2}"#).await;
    one.ask(&room, r#"{"type":"add_bot"}"#)
        .await
        .expect("a bot");
    one.send(&room, READY).expect("sent");
    sent_back(&mut one).await;
    assert_eq!(server.hub.set_aside_count(), 0);
    // On another connection, everything is as it was.
    let mut again = Guest::new(101);
    let back = server.hub.room(room.id()).expect("it is back");
    again.ask(&back, JOIN).await.expect("in");
    assert_eq!(server.hub.rooms_of(again.person.player), [room.id()]);
    again.send(&back, READY).expect("sent");
    let reason = loop {
        if let ServerMessage::Left(left) = again.next().await {
            break left.reason;
        }
    };
    assert_eq!(reason, LeftReason::Failed);
    let problem = server.hub.room(room.id()).expect_err("set aside");
    assert_eq!(problem.code, ErrorCode::RoomSetAside);
    assert_eq!(server.hub.set_aside_count(), 1);
    // The operator may have repaired it.
    let by_hand = server
        .hub
        .restore_set_aside(&*server.store, room.id())
        .await;
    by_hand.expect("its log is good");
    server.hub.room(room.id()).expect("it is back");
    restoring.abort();
}

#[tokio::test]
async fn rooms_of_a_server_that_is_fenced_off_end_without_a_word() {
    let server = TestServer::new(LobbyLimits::default(), context()).await;
    let (mut owner, mut friend) = (Guest::new(1), Guest::new(2));
    let room = server.create(&mut owner, "a", r#"{"seats":2}"#).await;
    let quiet = server.create(&mut friend, "b", r#"{"seats":2}"#).await;
    friend.ask(&room, JOIN).await.expect("in");
    for guest in [&mut owner, &mut friend] {
        while guest.frame_receiver.try_next().is_some() {}
    }
    server.another_takes_over().await;
    owner.send(&room, READY).expect("sent");
    // A room learns of it when it writes a row, or from the message to all rooms.
    for room in [&room, &quiet] {
        while room.ask(None, RoomQuery::Room).await.is_ok() {
            tokio::task::yield_now().await;
        }
    }
    for guest in [&mut owner, &mut friend] {
        let told = guest.frame_receiver.try_next();
        // The message that a person connected may have been on its way.
        let told = told.filter(|frame| !String::from_utf8_lossy(frame).contains("presence"));
        assert_eq!(told, None);
    }
}
