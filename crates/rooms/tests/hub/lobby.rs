//! Who may create a room, and which rooms are listed.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use giog_protocol::ErrorCode;
use giog_protocol::client::{CreateRoom, ListRooms, RoomFilter, WatchLobby};
use giog_protocol::rest::RoomList;
use giog_protocol::server::{Answer, LobbyNews, OkReply, ServerMessage};
use giog_rooms::{Answered, ConnId, FrameReceiver, FrameSender, Hub, LobbyLimits, NextFrame};

use crate::test_server::{Guest, TestServer, context, room_of};

fn listed(hub: &Hub) -> usize {
    hub.list(&RoomFilter::default()).0.len()
}

/// The list, computed from scratch.
fn list_anew(hub: &Hub, wanted: &ListRooms) -> String {
    serde_json::to_string(&hub.list_page(wanted)).expect("lists are plain JSON")
}

#[tokio::test]
async fn a_list_is_made_once_for_as_long_as_no_room_changes_and_is_never_an_old_one() {
    let server = TestServer::new(LobbyLimits::default(), context()).await;
    let (mut lin, filter) = (Guest::new(1), ListRooms::default());
    assert_eq!(
        server.hub.list_body(&filter),
        list_anew(&server.hub, &filter)
    );
    let open = server.create(&mut lin, "open", "{}").await;
    assert_eq!(
        server.hub.list_body(&filter),
        list_anew(&server.hub, &filter)
    );
    let other = ListRooms::from(RoomFilter {
        seats: Some(2),
        ..RoomFilter::default()
    });
    assert_eq!(server.hub.list_body(&other), list_anew(&server.hub, &other));
    let configure = r#"{"type": "configure", "settings": {"seats": 2}}"#;
    lin.ask(&open, configure).await.expect("it is hers");
    for filter in [&filter, &other] {
        assert_eq!(server.hub.list_body(filter), list_anew(&server.hub, filter));
    }
    let RoomList { rooms, more, next } = server.hub.list_page(&filter);
    let answer = Answer::Rooms { rooms, more, next };
    let anew = ServerMessage::Ok(OkReply { re: 3, answer }).encode();
    let (frame_sender, mut frame_receiver) = FrameSender::new(ConnId(50), 1);
    server.hub.send_rooms(&frame_sender, 3, &filter);
    assert_eq!(frame_receiver.next().await, NextFrame::Frame(anew.into()));
}

/// Sums up the charged bytes.
#[derive(Default)]
struct Shown {
    bytes: AtomicUsize,
    /// Whether the budget is used up.
    owes: AtomicBool,
}

impl Shown {
    fn take(&self) -> usize {
        self.bytes.swap(0, Ordering::Relaxed)
    }
}

impl Answered for Shown {
    fn answered(&self, _: u64, _: Result<(), ErrorCode>) {}

    fn shown(&self, bytes: usize) {
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
    }

    fn may_be_shown(&self) -> Result<(), Duration> {
        if self.owes.load(Ordering::Relaxed) {
            return Err(Duration::from_mins(1));
        }
        Ok(())
    }
}

#[tokio::test]
async fn who_asks_for_what_no_room_is_pays_for_all_that_are_looked_at() {
    const ROOMS: usize = 20;
    let server = TestServer::new(LobbyLimits::default(), context()).await;
    for number in 0..ROOMS {
        let mut guest = Guest::new(u64::try_from(number).expect("few"));
        server.create(&mut guest, "open", "{}").await;
    }
    let nothing = ListRooms::from(RoomFilter {
        seats: Some(u8::MAX),
        ..RoomFilter::default()
    });
    let shown = Arc::new(Shown::default());
    let (frame_sender, _frame_receiver) = FrameSender::new(ConnId(50), 2);
    let frame_sender = frame_sender.watched(Arc::clone(&shown) as _);
    server.hub.send_rooms(&frame_sender, 3, &nothing);
    let anew = shown.take();
    server.hub.send_rooms(&frame_sender, 4, &nothing);
    let again = shown.take();
    assert!(anew > again + ROOMS, "{anew} and {again}");
}

/// A connection that watches with this filter, and its charges.
async fn watching(
    server: &TestServer,
    conn: u64,
    filter: &RoomFilter,
) -> (Arc<Shown>, FrameReceiver) {
    let shown = Arc::new(Shown::default());
    let (frame_sender, mut frame_receiver) = FrameSender::new(ConnId(conn), 8);
    let frame_sender = frame_sender.watched(Arc::clone(&shown) as _);
    let filter = filter.clone();
    server.hub.watch_lobby(
        frame_sender,
        1,
        WatchLobby {
            filter,
            cursor: None,
        },
    );
    assert!(matches!(frame_receiver.next().await, NextFrame::Frame(_)));
    assert!(shown.take() > 0, "the list");
    (shown, frame_receiver)
}

/// The next news on a connection, and their length.
async fn news(frame_receiver: &mut FrameReceiver) -> (LobbyNews, usize) {
    let NextFrame::Frame(frame) = frame_receiver.next().await else {
        panic!("it ends");
    };
    match serde_json::from_slice(&frame).expect("a message") {
        ServerMessage::Lobby(news) => (news, frame.len()),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn lobby_changes_are_charged_and_end_when_the_budget_is_used_up() {
    let server = TestServer::new(LobbyLimits::default(), context()).await;
    let mut owner = Guest::new(1);
    let nothing = RoomFilter {
        seats: Some(200),
        ..RoomFilter::default()
    };
    let (paid, mut all) = watching(&server, 50, &RoomFilter::default()).await;
    let (looked, mut none) = watching(&server, 51, &nothing).await;
    for key in ["a", "b"] {
        server.create(&mut owner, key, "{}").await;
        let (news, bytes) = news(&mut all).await;
        assert_eq!(news.rooms.len(), 1);
        assert!(paid.take() > bytes, "and the room was looked at");
    }
    assert_eq!(none.try_next(), None, "no room has so many seats");
    assert!((1..100).contains(&looked.take()), "but all are looked at");
    paid.owes.store(true, Ordering::Relaxed);
    server.create(&mut owner, "c", "{}").await;
    let (over, _) = news(&mut all).await;
    assert_eq!((over.rooms.len(), over.wait_ms), (0, Some(60_000)));
    assert_eq!(server.hub.lobby_watchers(), 1);
    assert_eq!(paid.take(), 0);
}

#[tokio::test]
async fn the_same_key_gives_the_same_room_on_every_connection_at_once() {
    let server = TestServer::new(LobbyLimits::default(), context()).await;
    let (mut one, mut other) = (Guest::new(1), Guest::new(101));
    let first = one.create(&server.hub, 1, "key", "{}").expect("a room");
    let again = other
        .create(&server.hub, 1, "key", "{}")
        .expect("the same room");
    assert_eq!(first.id(), again.id());
    assert_eq!(room_of(&one.reply(1).await), Some(first.id()));
    assert_eq!(room_of(&other.reply(1).await), Some(first.id()));
    assert_eq!(server.hub.room_count(), 1);
    let mut stranger = Guest::new(2);
    let another = server.create(&mut stranger, "key", "{}").await;
    assert_ne!(another.id(), first.id(), "keys are each person's own");
}

#[tokio::test]
async fn people_on_many_threads_make_one_room_with_one_key() {
    let server = TestServer::new(LobbyLimits::default(), context()).await;
    let hub = &server.hub;
    std::thread::scope(|scope| {
        let runtime = tokio::runtime::Handle::current();
        for number in 0..8 {
            let runtime = runtime.clone();
            scope.spawn(move || {
                let _inside = runtime.enter();
                let guest = Guest::new(100 * number + 1);
                guest.create(hub, 1, "key", "{}").expect("a room");
            });
        }
    });
    assert_eq!(hub.room_count(), 1);
}

#[tokio::test]
async fn there_are_only_so_many_rooms() {
    let limits = LobbyLimits {
        rooms: 3,
        rooms_per_person: 2,
        rooms_listed: 2,
        ..LobbyLimits::default()
    };
    let server = TestServer::new(limits, context()).await;
    let (mut one, mut other) = (Guest::new(1), Guest::new(2));
    server.create(&mut one, "a", "{}").await;
    let second = server.create(&mut one, "b", "{}").await;
    let refused = |guest: &Guest| {
        guest
            .create(&server.hub, 9, "c", "{}")
            .expect_err("too many")
            .code
    };
    assert_eq!(refused(&one), ErrorCode::TooManyOfYours);
    server.create(&mut other, "a", "{}").await;
    assert_eq!(refused(&other), ErrorCode::TooManyRooms);
    let more = server.hub.list(&RoomFilter::default()).1;
    assert!(more, "there are more than are listed");
    one.ask(&second, r#"{"type":"close_room"}"#)
        .await
        .expect("closed");
    while server.hub.room_count() > 2 {
        tokio::task::yield_now().await;
    }
    server.create(&mut one, "c", "{}").await;
    for key in ["", &"x".repeat(65), "a\0b"] {
        let code = one
            .create(&server.hub, 9, key, "{}")
            .expect_err("no key")
            .code;
        assert_eq!(code, ErrorCode::BadRequest);
    }
}

#[tokio::test]
async fn a_table_with_bots_that_its_creator_has_left_makes_room_for_another_one() {
    let limits = LobbyLimits {
        rooms_per_person: 2,
        ..LobbyLimits::default()
    };
    let server = TestServer::new(limits, context()).await;
    // The same person on another connection, which makes the rooms.
    let (mut one, one_more, mut other) = (Guest::new(1), Guest::new(101), Guest::new(2));
    let waits = server.create(&mut one, "a", r#"{"seats":2}"#).await;
    let with_bots = server.create(&mut one, "b", r#"{"seats":2}"#).await;
    one.ask(&with_bots, r#"{"type":"add_bot","all":true}"#)
        .await
        .expect("a bot");
    // While somebody is there, and where a seat waits for somebody, nothing is taken away.
    let another = |re: u64| {
        let create = CreateRoom {
            key: "c".to_owned(),
            settings: serde_json::from_str("{}").expect("settings"),
            sit: None,
        };
        one_more.create_anywhere(&server.hub, re, create)
    };
    let refused = another(9).await.expect_err("too many");
    assert_eq!(refused.code, ErrorCode::TooManyOfYours);
    one.ask(&waits, r#"{"type":"leave"}"#).await.expect("left");
    other
        .ask(&with_bots, r#"{"type":"join"}"#)
        .await
        .expect("watches");
    one.ask(&with_bots, r#"{"type":"leave"}"#)
        .await
        .expect("left");
    let refused = another(10).await.expect_err("watched");
    assert_eq!(refused.code, ErrorCode::TooManyOfYours);
    // Left with bots alone, it makes room.
    other
        .ask(&with_bots, r#"{"type":"leave"}"#)
        .await
        .expect("left");
    another(11).await.expect("a room");
    assert_eq!(server.hub.room_count(), 2);
    let closed = other.ask(&with_bots, r#"{"type":"join"}"#).await;
    assert_eq!(closed.expect_err("closed"), ErrorCode::NoSuchRoom);
    let join = other.ask(&waits, r#"{"type":"join"}"#).await;
    join.expect("it waits for others");
}

#[tokio::test]
async fn a_room_is_listed_when_it_is_durable_and_public() {
    let server = TestServer::new(LobbyLimits::default(), context()).await;
    let mut one = Guest::new(1);
    one.create(&server.hub, 1, "a", "{}").expect("a room");
    assert_eq!(listed(&server.hub), 0, "nobody hears of what may be lost");
    assert_eq!(server.hub.rooms_of(one.person.player), []);
    let room = room_of(&one.reply(1).await).expect("a room");
    assert_eq!(listed(&server.hub), 1);
    assert_eq!(server.hub.rooms_of(one.person.player), [room]);
    server
        .create(&mut one, "b", r#"{"access":"unlisted"}"#)
        .await;
    server.create(&mut one, "c", r#"{"password":"p"}"#).await;
    assert_eq!(listed(&server.hub), 1);
    let wanted = |json: &str| {
        let filter = serde_json::from_str(json).expect("a filter");
        server.hub.list(&filter).0.len()
    };
    for (filter, expected) in [
        (r#"{"variant":"giog-wiki"}"#, 0),
        (r#"{"variant":"giog","free":true}"#, 1),
        (r#"{"seats":4,"phase":"gathering","spectators":true}"#, 1),
        (r#"{"seats":3}"#, 0),
        (r#"{"phase":"playing"}"#, 0),
    ] {
        assert_eq!(wanted(filter), expected, "{filter}");
    }
}
