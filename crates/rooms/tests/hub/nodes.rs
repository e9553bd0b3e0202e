//! Rooms on one node, and people on another.

use giog_store::Log as _;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use bytes::Bytes;
use futures_util::FutureExt as _;
use futures_util::future::{join_all, join3};
use giog_protocol::client::RoomFilter;
use giog_protocol::server::{Answer, RoomEvent, ServerMessage};
use giog_protocol::{ErrorCode, RoomId};
use giog_rooms::{
    ConnId, Context, Hub, LobbyLimits, NextFrame, Peer, RemoteConnections, RoomAnswer, RoomHandle,
    RoomQuery, SetAsideError, Wire,
};
use serde_json::json;
use tokio::sync::mpsc;
use tokio::task::{JoinHandle, yield_now};

use crate::test_server::{Guest, TestServer, context};

const JOIN: &str = r#"{"type":"join"}"#;
/// A request that changes nothing, and is answered.
const CHOICES: &str = r#"{"type":"choices","turn":0}"#;
/// The text in the row that deletes a person.
const FORGOTTEN: &str = r#""e":"forgotten""#;
/// More than all tasks of a test need for a request.
const YIELDS: usize = 1_000;
/// All shards.
const ALL: std::ops::RangeInclusive<u8> = 0..=u8::MAX;

/// A connection in one direction.
pub struct Line(pub mpsc::UnboundedSender<Bytes>);

impl Wire for Line {
    fn send(&self, item: Bytes) {
        // The receiver may be gone.
        let _ = self.0.send(item);
    }
}

/// A node with all rooms, one with none, and the link between them.
struct Two {
    owner: TestServer,
    edge: TestServer,
    peer: Arc<Peer>,
    hearing: JoinHandle<()>,
    remote_connections: JoinHandle<()>,
}

impl Two {
    async fn new() -> Self {
        Self::with(context()).await
    }

    /// The same, with this context for the owner.
    async fn with(of_owner: Context) -> Self {
        let owner = TestServer::new(LobbyLimits::default(), of_owner).await;
        let edge = TestServer::new(LobbyLimits::default(), context()).await;
        edge.hub.share();
        let (to_owner, mut at_owner) = mpsc::unbounded_channel::<Bytes>();
        let (to_edge, mut at_edge) = mpsc::unbounded_channel::<Bytes>();
        let numbers = Arc::new(AtomicU64::new(1_000));
        let numbers = move || ConnId(numbers.fetch_add(1, Ordering::Relaxed));
        let mut host = RemoteConnections::new(
            owner.hub.clone(),
            Arc::new(Line(to_edge)),
            Arc::new(numbers),
        );
        let remote_connections = tokio::spawn(async move {
            while let Some(item) = at_owner.recv().await {
                host.take(&item);
            }
            host.end().await;
        });
        let peer = edge.hub.add_peer(Arc::new(Line(to_owner)));
        let (hub, there) = (edge.hub.clone(), Arc::clone(&peer));
        let hearing = tokio::spawn(async move {
            while let Some(item) = at_edge.recv().await {
                hub.hear(&there, &item);
            }
        });
        // It learns that the owner has all shards.
        edge.hub.recovered().await;
        Self {
            owner,
            edge,
            peer,
            hearing,
            remote_connections,
        }
    }

    /// A room that a person creates on its owner, and its handle on the other node.
    async fn room(&self, maker: &mut Guest) -> (RoomHandle, RoomHandle) {
        let here = self.owner.create(maker, "a", r#"{"seats":2}"#).await;
        while self.edge.hub.room_count() == 0 {
            yield_now().await;
        }
        let there = self.edge.hub.room(here.id()).expect("it is known there");
        (here, there)
    }
}

#[tokio::test]
async fn somebody_on_another_node_is_in_a_room_as_others_are() {
    let two = Two::new().await;
    let (mut lin, mut mei) = (Guest::new(1), Guest::new(2));
    let (here, there) = two.room(&mut lin).await;
    assert!(matches!(
        mei.ask(&there, JOIN).await,
        Ok(Answer::Room { .. })
    ));
    assert!(there.has(mei.frame_sender.conn()).await);
    mei.ask(&there, r#"{"type":"sit"}"#).await.expect("seated");
    let refused = mei.ask(&there, r#"{"type":"close_room"}"#).await;
    assert_eq!(refused.expect_err("it is Lin's"), ErrorCode::NotOwner);
    let query = RoomQuery::Room;
    let seen = two.edge.hub.ask(here.id(), None, query).await;
    let seen = seen.expect("an answer");
    assert_eq!(two.owner.hub.ask(here.id(), None, query).await, Ok(seen));
    // Both lobbies have the same, and know who is seated where.
    let list = |server: &TestServer| server.hub.list(&RoomFilter::default());
    while list(&two.edge) != list(&two.owner) {
        yield_now().await;
    }
    assert_eq!(two.edge.hub.rooms_of(lin.person.player), [here.id()]);
    mei.ask(&there, r#"{"type":"leave"}"#).await.expect("left");
    assert!(!there.has(mei.frame_sender.conn()).await);
    there.detached(mei.frame_sender.conn()).await;
    lin.ask(&here, r#"{"type":"close_room"}"#)
        .await
        .expect("closed");
    while two.edge.hub.room_count() > 0 {
        yield_now().await;
    }
    let gone = two.edge.hub.room(here.id()).expect_err("it is closed");
    assert_eq!(gone.code, ErrorCode::NoSuchRoom);
}

#[tokio::test]
async fn whoever_leaves_a_room_of_another_node_is_answered_however_long_its_row_takes() {
    let two = Two::new().await;
    let (mut lin, mut mei) = (Guest::new(1), Guest::new(2));
    let (_, there) = two.room(&mut lin).await;
    let sits = r#"{"type":"join","sit":true}"#;
    mei.ask(&there, sits).await.expect("seated");
    let lock = two.owner.lock().await;
    let leave = mei.send(&there, r#"{"type":"leave"}"#).expect("sent");
    let conn = mei.frame_sender.conn();
    // What a node does after each such request.
    let forgotten = async {
        assert!(!two.edge.hub.has(&there, conn).await);
        two.edge.hub.detached(&there, conn).await;
    };
    let stored = async {
        two.owner.is_storing().await;
        // The other node has time enough to forget the connection.
        for _ in 0..YIELDS {
            yield_now().await;
        }
        lock.release().await;
    };
    tokio::join!(forgotten, stored);
    mei.reply(leave).await.expect("left");
    assert_eq!(two.owner.hub.rooms_of(mei.person.player), []);
}

#[tokio::test]
async fn when_a_way_breaks_people_come_back_and_are_told_to_wait_for_their_room() {
    let two = Two::new().await;
    let (mut lin, mut mei) = (Guest::new(1), Guest::new(2));
    let (here, there) = two.room(&mut lin).await;
    mei.ask(&there, JOIN).await.expect("in");
    two.edge.hub.part(&two.peer);
    while !matches!(mei.frame_receiver.next().await, NextFrame::SentBack) {}
    let unknown = two.edge.hub.room(here.id()).expect_err("nobody tells");
    assert_eq!(unknown.code, ErrorCode::Busy);
    assert_eq!(mei.send(&there, JOIN), Err(ErrorCode::NoSuchRoom));
    // The owner learns of it as well.
    two.hearing.abort();
    drop((there, two.peer));
    two.remote_connections.await.expect("the end of the visit");
    let inside = two.owner.hub.ask(here.id(), None, RoomQuery::Inside).await;
    let Ok(RoomAnswer::Inside { people, .. }) = inside else {
        panic!("{inside:?}");
    };
    assert_eq!(people, [(lin.person.player, 1)]);
}

#[tokio::test]
async fn requests_on_the_way_to_another_node_are_dropped_once_the_person_is_disconnected() {
    let two = Two::new().await;
    let (mut lin, mut mei, mut kai) = (Guest::new(1), Guest::new(2), Guest::new(3));
    let here = two.owner.create(&mut lin, "a", r#"{"seats":3}"#).await;
    while two.edge.hub.room_count() == 0 {
        yield_now().await;
    }
    let there = two.edge.hub.room(here.id()).expect("it is known there");
    for guest in [&mut mei, &mut kai] {
        let sits = r#"{"type":"join","sit":true}"#;
        guest.ask(&there, sits).await.expect("in");
    }
    // Nothing arrives before a task here waits.
    let leave = r#"{"type":"leave"}"#;
    for guest in [&mut mei, &mut kai] {
        guest.send(&there, leave).expect("sent");
        guest.frame_sender.stop_serving();
    }
    // One connection is closed before the other node gets the request.
    let conns = [&mei, &kai].map(|guest| guest.frame_sender.conn());
    two.edge.hub.detached(&there, conns[1]).await;
    two.edge.hub.stop_serving(&conns).await;
    mei.send(&there, leave).expect("nothing is said of it");
    let full = lin.ask(&here, r#"{"type":"add_bot"}"#).await;
    assert_eq!(full.expect_err("all sit there"), ErrorCode::NoFreeSeat);
    for guest in [&lin, &mei, &kai] {
        let rooms = two.owner.hub.rooms_of(guest.person.player);
        assert_eq!(rooms, [here.id()]);
    }
}

/// Reads until the reply to this request; returns the events and replies before it, none of which may be missing or repeated.
async fn news_until(guest: &mut Guest, request: u64, seen: &mut u64) -> Result<Answer, ErrorCode> {
    loop {
        match guest.next().await {
            ServerMessage::Event(event) => {
                assert_eq!(
                    event.seq,
                    *seen + 1,
                    "nothing is missing, nothing comes twice"
                );
                *seen = event.seq;
            }
            ServerMessage::Ok(ok) => {
                assert_eq!(ok.re, request, "every request has one answer");
                return Ok(ok.answer);
            }
            ServerMessage::Error(error) => {
                assert_eq!(error.re, Some(request));
                return Err(error.code);
            }
            ServerMessage::Snapshot(_) | ServerMessage::Resumed(_) => {
                panic!("the client asked for nothing of the kind");
            }
            _ => {}
        }
    }
}

/// Sends a request as a connection whose room may have moved.
fn send(hub: &Hub, guest: &mut Guest, room: &mut RoomHandle, json: &str) -> u64 {
    let re = guest.next_re();
    let who = (guest.frame_sender.clone(), guest.person.clone(), re);
    let command = serde_json::from_str(json).expect("a request");
    if let Some(now) = hub.pass_on(room, who, command).expect("passed on") {
        *room = now;
    }
    re
}

#[tokio::test]
async fn connections_follow_a_room_that_moves_and_their_clients_notice_nothing() {
    let two = Two::new().await;
    let (mut lin, mut mei) = (Guest::new(1), Guest::new(2));
    let (mut here, mut there) = two.room(&mut lin).await;
    let [owner, edge] = [&two.owner.hub, &two.edge.hub];
    mei.ask(&there, JOIN).await.expect("in");
    let sit = send(edge, &mut mei, &mut there, r#"{"type":"sit"}"#);
    mei.reply(sit).await.expect("seated");
    // What both have seen so far.
    let mut seen = [0, 0];
    for (guest, seen) in [&mut lin, &mut mei].into_iter().zip(&mut seen) {
        while *seen == 0 {
            if let ServerMessage::Event(event) = guest.next().await
                && matches!(event.event, RoomEvent::Sat { .. })
                && event.seq > 1
            {
                *seen = event.seq;
            }
        }
    }
    let all: Vec<u8> = ALL.collect();
    for round in 0..20 {
        let wants = ["ready", "unready"][round % 2];
        let wants = format!(r#"{{"type":"{wants}"}}"#);
        // Some requests are sent before the room is released, some meanwhile, and some afterwards.
        let before = send(edge, &mut mei, &mut there, CHOICES);
        let (released, mid) = tokio::join!(owner.release(&all), async {
            for _ in 0..round {
                yield_now().await;
            }
            send(owner, &mut lin, &mut here, CHOICES)
        });
        let () = released;
        let late = send(owner, &mut lin, &mut here, CHOICES);
        let far = send(edge, &mut mei, &mut there, &wants);
        assert!(
            edge.has(&there, mei.frame_sender.conn()).await,
            "on its way"
        );
        let key = Guest::new(9).create(owner, 1, "b", "{}");
        assert_eq!(key.expect_err("nobody knows").code, ErrorCode::Busy);
        owner.own(&all, Arc::clone(&two.owner.store) as _).await;
        owner.recovered().await;
        edge.recovered().await;
        let [lins, meis] = &mut seen;
        for (guest, requests, seen) in [
            (&mut lin, [mid, late], lins),
            (&mut mei, [before, far], meis),
        ] {
            for request in requests {
                let answer = news_until(guest, request, seen).await;
                assert!(
                    matches!(answer, Ok(_) | Err(ErrorCode::NoMatch)),
                    "{answer:?}"
                );
            }
        }
    }
    // Nobody is in the room twice, and people who leave are gone.
    let inside = || owner.ask(here.id(), None, RoomQuery::Inside);
    let people = |answer| match answer {
        Ok(RoomAnswer::Inside { people, .. }) => people,
        other => panic!("{other:?}"),
    };
    let (lins, meis) = (lin.person.player, mei.person.player);
    assert_eq!(people(inside().await), [(lins, 1), (meis, 1)]);
    edge.detached(&there, mei.frame_sender.conn()).await;
    while people(inside().await) != [(lins, 1)] {
        yield_now().await;
    }
}

/// Moves a room with a full inbox away and back, and waits for a future that starts meanwhile.
async fn move_while_full(
    server: &TestServer,
    (room, guest): (&RoomHandle, &mut Guest),
    meanwhile: impl Future<Output = ()>,
) {
    let all: Vec<u8> = ALL.collect();
    let mut places = 0;
    while guest.send(room, CHOICES).is_ok() {
        places += 1;
    }
    // There are so many messages before it that its room has ended when there is a place.
    let others = (0..2 * places).map(|number| room.detached(ConnId(500_000 + number)));
    join3(server.hub.release(&all), join_all(others), meanwhile).await;
    server.hub.own(&all, Arc::clone(&server.store) as _).await;
    server.hub.recovered().await;
}

/// Checks who is in a room after all pending messages have arrived.
async fn check_nobody_is_inside(hub: &Hub, room: &RoomHandle) {
    for _ in 0..100 {
        yield_now().await;
    }
    let inside = hub.ask(room.id(), None, RoomQuery::Inside).await;
    let Ok(RoomAnswer::Inside { people, .. }) = inside else {
        panic!("{inside:?}");
    };
    assert!(people.is_empty(), "{people:?}");
}

#[tokio::test]
async fn connections_that_close_while_their_room_moves_are_not_resumed() {
    let two = Two::new().await;
    let (mut lin, mut mei) = (Guest::new(1), Guest::new(2));
    let (here, there) = two.room(&mut lin).await;
    let [owner, edge] = [&two.owner.hub, &two.edge.hub];
    mei.ask(&there, JOIN).await.expect("in");
    let all: Vec<u8> = ALL.collect();
    owner.release(&all).await;
    owner.detached(&here, lin.frame_sender.conn()).await;
    edge.detached(&there, mei.frame_sender.conn()).await;
    owner.own(&all, Arc::clone(&two.owner.store) as _).await;
    owner.recovered().await;
    edge.recovered().await;
    check_nobody_is_inside(owner, &here).await;
}

#[tokio::test]
async fn connections_that_close_while_the_inbox_of_a_moving_room_is_full_are_not_resumed() {
    let two = Two::new().await;
    let mut lin = Guest::new(1);
    let (here, _) = two.room(&mut lin).await;
    let owner = &two.owner.hub;
    let gone = owner.detached(&here, lin.frame_sender.conn());
    move_while_full(&two.owner, (&here, &mut lin), gone).await;
    check_nobody_is_inside(owner, &here).await;
}

#[tokio::test]
async fn connections_that_followed_a_room_and_close_at_its_next_move_are_not_resumed() {
    let two = Two::new().await;
    // The second is another connection of the same person: the last places are for people with a seat.
    let (mut lin, mut again) = (Guest::new(1), Guest::new(101));
    let (here, _) = two.room(&mut lin).await;
    let owner = &two.owner.hub;
    let all: Vec<u8> = ALL.collect();
    owner.release(&all).await;
    owner.own(&all, Arc::clone(&two.owner.store) as _).await;
    owner.recovered().await;
    let back = owner.room(here.id()).expect("it is back");
    while !back.has(lin.frame_sender.conn()).await {
        yield_now().await;
    }
    let gone = owner.detached(&here, lin.frame_sender.conn());
    move_while_full(&two.owner, (&back, &mut again), gone).await;
    check_nobody_is_inside(owner, &here).await;
}

#[tokio::test]
async fn a_room_without_a_place_in_its_inbox_holds_up_no_link_and_hears_first_who_is_gone() {
    let owner = TestServer::new(LobbyLimits::default(), context()).await;
    let edge = TestServer::new(LobbyLimits::default(), context()).await;
    edge.hub.share();
    let (to_owner, mut at_owner) = mpsc::unbounded_channel::<Bytes>();
    let (to_edge, mut at_edge) = mpsc::unbounded_channel::<Bytes>();
    let number = AtomicU64::new(1_000);
    let numbers = move || ConnId(number.fetch_add(1, Ordering::Relaxed));
    let line = Arc::new(Line(to_edge));
    let mut remote_connections = RemoteConnections::new(owner.hub.clone(), line, Arc::new(numbers));
    let peer = edge.hub.add_peer(Arc::new(Line(to_owner)));
    // No room handles anything meanwhile.
    let mut carry = || {
        while let Ok(item) = at_owner.try_recv() {
            remote_connections.take(&item);
        }
        while let Ok(item) = at_edge.try_recv() {
            edge.hub.hear(&peer, &item);
        }
    };
    let (mut lin, mut mei) = (Guest::new(1), Guest::new(2));
    let here = owner.create(&mut lin, "a", r#"{"seats":2}"#).await;
    carry();
    let there = edge.hub.room(here.id()).expect("it is known there");
    let join = mei.send(&there, JOIN).expect("sent");
    let joined = loop {
        carry();
        if let Some(joined) = mei.reply(join).now_or_never() {
            break joined;
        }
        yield_now().await;
    };
    joined.expect("in");
    while lin.send(&here, CHOICES).is_ok() {}
    there.detached(mei.frame_sender.conn()).await;
    let again = mei.send(&there, JOIN).expect("sent");
    carry();
    let refused = mei.reply(again).now_or_never().expect("an answer at once");
    assert_eq!(refused.expect_err("there is no place"), ErrorCode::Busy);
    let only_lin = [(lin.person.player, 1)];
    loop {
        let inside = owner.hub.ask(here.id(), None, RoomQuery::Inside).await;
        match inside {
            Ok(RoomAnswer::Inside { people, .. }) if people == only_lin => break,
            Ok(_) => {}
            Err(problem) => assert_eq!(problem.code, ErrorCode::Busy),
        }
        yield_now().await;
    }
}

#[tokio::test]
async fn connections_follow_a_moved_room_although_its_inbox_is_full() {
    let two = Two::new().await;
    // The second is another connection of the same person: the last places are for people with a seat.
    let (mut lin, mut again) = (Guest::new(1), Guest::new(101));
    let (mut here, _) = two.room(&mut lin).await;
    let owner = &two.owner.hub;
    let all: Vec<u8> = ALL.collect();
    owner.release(&all).await;
    owner.own(&all, Arc::clone(&two.owner.store) as _).await;
    owner.recovered().await;
    let back = owner.room(here.id()).expect("it is back");
    while !back.has(lin.frame_sender.conn()).await {
        yield_now().await;
    }
    while again.send(&back, CHOICES).is_ok() {}
    let who = (lin.frame_sender.clone(), lin.person.clone(), 100);
    let command = serde_json::from_str(CHOICES).expect("a request");
    let full = owner.pass_on(&here, who, command);
    assert_eq!(full.expect_err("there is no place"), ErrorCode::Busy);
    assert!(back.has(lin.frame_sender.conn()).await, "she is in");
    let asked = send(owner, &mut lin, &mut here, CHOICES);
    assert_eq!(lin.reply(asked).await, Err(ErrorCode::NoMatch));
}

/// Whether the messages so far tell a person to reconnect.
fn is_sent_back(guest: &mut Guest) -> bool {
    while let Some(frame) = guest.frame_receiver.next().now_or_never() {
        if matches!(frame, NextFrame::SentBack) {
            return true;
        }
    }
    false
}

#[tokio::test]
async fn connections_that_followed_their_room_do_not_need_the_previous_node() {
    let two = Two::new().await;
    let (mut lin, mut mei) = (Guest::new(1), Guest::new(2));
    let (_, there) = two.room(&mut lin).await;
    let [owner, edge] = [&two.owner.hub, &two.edge.hub];
    mei.ask(&there, JOIN).await.expect("in");
    assert!(
        owner.remote_connections_gone().now_or_never().is_none(),
        "Mei is in"
    );
    let all: Vec<u8> = ALL.collect();
    owner.release(&all).await;
    owner.remote_connections_gone().await;
    edge.part(&two.peer);
    yield_now().await;
    assert!(!is_sent_back(&mut mei), "she waits for the room");
}

#[tokio::test]
async fn connections_of_a_node_that_is_gone_are_not_waited_for() {
    let two = Two::new().await;
    let (mut lin, mut mei) = (Guest::new(1), Guest::new(2));
    let (_, there) = two.room(&mut lin).await;
    mei.ask(&there, JOIN).await.expect("in");
    let owner = two.owner.hub.clone();
    two.edge.hub.part(&two.peer);
    assert!(is_sent_back(&mut mei), "the way is broken");
    two.hearing.abort();
    drop((there, two.peer));
    two.remote_connections.await.expect("the end of the visit");
    assert!(owner.remote_connections_gone().now_or_never().is_some());
}

#[tokio::test]
async fn what_a_connection_asks_while_its_room_moves_is_bounded() {
    let two = Two::new().await;
    let (mut lin, mut mei) = (Guest::new(1), Guest::new(2));
    let (_, mut there) = two.room(&mut lin).await;
    let [owner, edge] = [&two.owner.hub, &two.edge.hub];
    mei.ask(&there, JOIN).await.expect("in");
    let all: Vec<u8> = ALL.collect();
    owner.release(&all).await;
    while edge.room(there.id()).is_ok() {
        yield_now().await;
    }
    for _ in 0..200 {
        send(edge, &mut mei, &mut there, JOIN);
        yield_now().await;
    }
    let mut refused = 0;
    while refused < 100 {
        if let ServerMessage::Error(error) = mei.next().await {
            assert_eq!(error.code, ErrorCode::Busy);
            refused += 1;
        }
    }
}

const READY: &str = r#"{"type":"ready"}"#;

/// Two nodes, and a room that fails whenever a match starts.
async fn with_a_faulty_room() -> (Two, Guest, RoomId) {
    let mut faulty = context();
    faulty.dealer = Arc::new(|_, _, _| panic!("a fault made on purpose"));
    let two = Two::with(faulty).await;
    let mut lin = Guest::new(1);
    let (here, _) = two.room(&mut lin).await;
    lin.ask(&here, r#"{"type":"add_bot"}"#)
        .await
        .expect("a bot");
    lin.send(&here, READY).expect("sent");
    (two, lin, here.id())
}

#[tokio::test]
async fn a_room_that_was_set_aside_is_said_to_be_so_on_every_node() {
    let (two, _lin, id) = with_a_faulty_room().await;
    let [owner, edge] = [&two.owner.hub, &two.edge.hub];
    let code = |hub: &Hub| hub.room(id).err().map(|problem| problem.code);
    while code(edge).is_none() {
        yield_now().await;
    }
    assert_eq!(code(edge), Some(ErrorCode::Busy), "it is on its way back");
    let (hub, store) = (owner.clone(), Arc::clone(&two.owner.store));
    let restoring = tokio::spawn(async move { hub.restore_failed(&*store).await });
    while code(edge).is_some() {
        assert_eq!(code(edge), Some(ErrorCode::Busy));
        yield_now().await;
    }
    let mut again = Guest::new(101);
    let back = owner.room(id).expect("it is back");
    again.ask(&back, JOIN).await.expect("in");
    again.send(&back, READY).expect("sent");
    while code(edge).is_none() {
        yield_now().await;
    }
    assert_eq!(code(owner), Some(ErrorCode::RoomSetAside));
    assert_eq!(code(edge), Some(ErrorCode::RoomSetAside));
    let asked = edge.ask(id, None, RoomQuery::Room).await;
    assert_eq!(asked.expect_err("set aside").code, ErrorCode::RoomSetAside);
    for there in [
        edge.restore_set_aside(&*two.edge.store, id).await,
        edge.close_aside(&*two.edge.store, id).await,
    ] {
        assert!(matches!(there, Err(SetAsideError::Elsewhere)), "{there:?}");
    }
    let by_hand = owner.restore_set_aside(&*two.owner.store, id).await;
    by_hand.expect("its log is good");
    while code(edge).is_some() {
        assert_eq!(code(edge), Some(ErrorCode::RoomSetAside));
        yield_now().await;
    }
    restoring.abort();
}

#[tokio::test]
async fn people_in_a_room_that_moves_while_it_is_restored_come_back() {
    let (two, mut lin, id) = with_a_faulty_room().await;
    let owner = &two.owner.hub;
    while owner.room(id).is_ok() {
        yield_now().await;
    }
    let all: Vec<u8> = ALL.collect();
    owner.release(&all).await;
    assert!(is_sent_back(&mut lin), "the room knows her no more");
}

#[tokio::test]
async fn a_room_that_fails_as_it_moves_is_brought_back_where_it_goes_on() {
    let (two, mut lin, id) = with_a_faulty_room().await;
    let owner = &two.owner.hub;
    // It fails when it is no longer to be on this node.
    let all: Vec<u8> = ALL.collect();
    owner.release(&all).await;
    assert!(is_sent_back(&mut lin), "the room knows her no more");
    owner.own(&all, Arc::clone(&two.owner.store) as _).await;
    owner.recovered().await;
    owner.room(id).expect("it is back");
    let forgotten = owner.forget(Arc::default()).await;
    assert_eq!(forgotten.map(drop), Ok(()), "nothing is on its way back");
}

#[tokio::test]
async fn nobody_is_forgotten_while_another_node_brings_a_room_back_or_is_not_heard() {
    let (two, lin, id) = with_a_faulty_room().await;
    let [owner, edge] = [&two.owner.hub, &two.edge.hub];
    while edge.room(id).is_ok() {
        yield_now().await;
    }
    let gone = Arc::new(BTreeSet::from([lin.person.player]));
    let forget = async || edge.forget(Arc::clone(&gone)).await.map(drop);
    assert_eq!(forget().await, Err(ErrorCode::Busy), "it is on its way");
    let (hub, store) = (owner.clone(), Arc::clone(&two.owner.store));
    let restoring = tokio::spawn(async move { hub.restore_failed(&*store).await });
    while let Err(code) = forget().await {
        assert_eq!(code, ErrorCode::Busy);
        yield_now().await;
    }
    let log = two.owner.store.log(id).await.expect("a log");
    let is_written = log.rows.iter().any(|(_, row)| row.contains(FORGOTTEN));
    assert!(is_written, "the room is asked when it is there: {log:?}");
    restoring.abort();
    // The other node falls silent while a person waits whom the previous node refuses.
    let before = edge.forget(Arc::clone(&gone)).await;
    let before = before.expect("nothing is on its way");
    let mut next = edge.forget(gone);
    assert!(next.as_mut().now_or_never().is_none(), "they are kept out");
    edge.part(&two.peer);
    drop(before);
    assert_eq!(next.await.map(drop), Err(ErrorCode::Busy));
}

#[tokio::test]
async fn a_room_is_reached_on_the_node_that_told_of_it_last_though_news_cross() {
    let edge = TestServer::new(LobbyLimits::default(), context()).await;
    edge.hub.share();
    let owner = TestServer::new(LobbyLimits::default(), context()).await;
    let mut lin = Guest::new(1);
    let here = owner.create(&mut lin, "a", r#"{"seats":2}"#).await;
    // The messages of a node about a room that it has, and about the room's end there.
    let (telling, mut told) = mpsc::unbounded_channel::<Bytes>();
    let numbers = Arc::new(|| ConnId(1_000));
    let _remote_connections =
        RemoteConnections::new(owner.hub.clone(), Arc::new(Line(telling)), numbers);
    let mut next = async || told.recv().await.expect("it tells");
    let (first, room, _, _) = (next().await, next().await, next().await, next().await);
    let first = String::from_utf8_lossy(&first);
    assert!(
        first.contains("\"resumes\":true"),
        "whoever waits for the room goes there at once: {first}"
    );
    lin.ask(&here, r#"{"type":"close_room"}"#)
        .await
        .expect("closed");
    let mut gone = next().await;
    while gone.starts_with(&room[..8]) {
        gone = next().await;
    }
    let node = || {
        let (wire, heard) = mpsc::unbounded_channel::<Bytes>();
        (edge.hub.add_peer(Arc::new(Line(wire))), heard)
    };
    let ((before, _at_before), (after, mut at_after)) = (node(), node());
    let mut mei = Guest::new(2);
    let has = |peer: &Arc<Peer>| edge.hub.hear(peer, &room);
    has(&before);
    has(&after);
    // It was sent when the room was still there.
    has(&before);
    edge.hub.hear(&before, &gone);
    let there = edge.hub.room(here.id()).expect("it goes on");
    mei.send(&there, JOIN).expect("sent");
    assert!(at_after.try_recv().is_ok(), "asked where it is");
    // The other way round: the news of the move back arrive before those of the node that it leaves.
    has(&before);
    edge.hub.part(&before);
    let there = edge.hub.room(here.id()).expect("it is there again");
    mei.send(&there, JOIN).expect("sent");
    assert!(at_after.try_recv().is_ok(), "asked where it is known to be");
    edge.hub.hear(&after, &gone);
    assert!(edge.hub.room(here.id()).is_err());
}

#[tokio::test]
async fn what_one_node_says_in_a_newer_version_than_the_others_leaves_nobody_waiting() {
    let owner = TestServer::new(LobbyLimits::default(), context()).await;
    let edge = TestServer::new(LobbyLimits::default(), context()).await;
    edge.hub.share();
    let mut lin = Guest::new(1);
    let here = owner.create(&mut lin, "a", r#"{"seats":2}"#).await;
    let (telling, mut told) = mpsc::unbounded_channel::<Bytes>();
    let numbers = Arc::new(|| ConnId(1_000));
    let mut remote_connections =
        RemoteConnections::new(owner.hub.clone(), Arc::new(Line(telling)), numbers);
    let (asking, _asked) = mpsc::unbounded_channel::<Bytes>();
    let peer = edge.hub.add_peer(Arc::new(Line(asking)));
    while let Ok(item) = told.try_recv() {
        edge.hub.hear(&peer, &item);
    }
    let item = |of: serde_json::Value| [&[2][..], of.to_string().as_bytes()].concat();
    // A request, and another one that is answered.
    let visit = json!({
        "conn": 7,
        "origin": {"networks": [null, null, null], "household": null},
        "batches": null,
        "person": lin.person,
        "re": 5,
    });
    let command = json!({"room": here.id(), "visit": visit, "command": {"type": "dance"}});
    remote_connections.take(&item(json!({"command": command})));
    remote_connections.take(&item(json!({"dance": {"ticket": 3}})));
    let mut answers = String::new();
    while let Ok(answer) = told.try_recv() {
        answers += &String::from_utf8_lossy(&answer);
    }
    assert!(answers.contains("unknown_type"), "{answers}");
    assert!(answers.contains(r#"{"done":{"ticket":3,"#), "{answers}");
    // An answer.
    let there = edge.hub.room(here.id()).expect("it is known there");
    let asked = tokio::spawn(async move { there.ask(None, RoomQuery::Room).await });
    yield_now().await;
    let answer = json!({"answer": {"ticket": 0, "answer": {"Err": "tired"}}});
    edge.hub.hear(&peer, &item(answer).into());
    assert_eq!(asked.await.expect("it ends"), Err(ErrorCode::Busy));
}

#[tokio::test]
async fn rooms_of_another_node_are_listed_in_the_order_of_making() {
    let owner = TestServer::new(LobbyLimits::default(), context()).await;
    let edge = TestServer::new(LobbyLimits::default(), context()).await;
    edge.hub.share();
    for number in 1..=20 {
        let mut guest = Guest::new(number);
        owner.create(&mut guest, "a", r#"{"seats":2}"#).await;
    }
    let (telling, mut told) = mpsc::unbounded_channel::<Bytes>();
    let numbers = Arc::new(|| ConnId(1_000));
    let _remote_connections =
        RemoteConnections::new(owner.hub.clone(), Arc::new(Line(telling)), numbers);
    let (asking, _asked) = mpsc::unbounded_channel::<Bytes>();
    let peer = edge.hub.add_peer(Arc::new(Line(asking)));
    while let Ok(item) = told.try_recv() {
        edge.hub.hear(&peer, &item);
    }
    let list = |server: &TestServer| server.hub.list(&RoomFilter::default());
    assert_eq!(list(&edge), list(&owner));
}

#[tokio::test]
async fn a_room_that_another_node_has_just_made_is_found_before_its_news_are_heard() {
    let owner = TestServer::new(LobbyLimits::default(), context()).await;
    let edge = TestServer::new(LobbyLimits::default(), context()).await;
    edge.hub.share();
    let (to_owner, mut at_owner) = mpsc::unbounded_channel::<Bytes>();
    let (to_edge, mut at_edge) = mpsc::unbounded_channel::<Bytes>();
    let numbers = Arc::new(|| ConnId(1_000));
    let mut host = RemoteConnections::new(owner.hub.clone(), Arc::new(Line(to_edge)), numbers);
    let peer = edge.hub.add_peer(Arc::new(Line(to_owner)));
    let mut hear = || {
        while let Ok(item) = at_edge.try_recv() {
            edge.hub.hear(&peer, &item);
        }
    };
    hear();
    let mut lin = Guest::new(1);
    let here = owner.create(&mut lin, "a", r#"{"seats":2}"#).await;
    let unheard = edge.hub.room(here.id()).expect_err("nothing was heard");
    assert_eq!(unheard.code, ErrorCode::NoSuchRoom);
    tokio::spawn(async move {
        while let Some(item) = at_owner.recv().await {
            host.take(&item);
        }
    });
    let nowhere = giog_protocol::RoomId(uuid::Uuid::nil());
    for (room, is_there) in [(here.id(), true), (nowhere, false)] {
        let hub = edge.hub.clone();
        let found = tokio::spawn(async move { hub.find(room).await });
        while !found.is_finished() {
            yield_now().await;
            hear();
        }
        let found = found.await.expect("it ends");
        assert_eq!(found.is_ok(), is_there, "{found:?}");
    }
}
