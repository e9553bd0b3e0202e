//! Quick play and the news of the lobby, over a whole server.

use std::collections::BTreeSet;

use futures_util::FutureExt as _;
use giog_protocol::client::{QuickPlay, WatchLobby};
use giog_protocol::server::{Answer, LobbyNews, ServerMessage};
use giog_protocol::{DeclaredBot, ErrorCode, Problem, RoomId};
use giog_rooms::{LobbyLimits, Origin, RoomHandle};
use giog_rules::PlayerId;

use crate::test_server::{Guest, TestServer, context};

pub async fn quick(
    server: &TestServer,
    guest: &mut Guest,
    key: &str,
) -> Result<RoomHandle, Problem> {
    quick_at(server, guest, key, false).await
}

/// The same, perhaps at a rated table.
pub async fn quick_at(
    server: &TestServer,
    guest: &mut Guest,
    key: &str,
    rated: bool,
) -> Result<RoomHandle, Problem> {
    quick_of(server, guest, key, rated.then(Vec::new)).await
}

/// The same; if it is to be a rated table, with the people of their latest rated matches.
pub async fn quick_of(
    server: &TestServer,
    guest: &mut Guest,
    key: &str,
    met: Option<Vec<PlayerId>>,
) -> Result<RoomHandle, Problem> {
    let re = guest.next_re();
    let (frame_sender, person) = (guest.frame_sender.clone(), guest.person.clone());
    let key = key.to_owned();
    let quick = QuickPlay {
        key,
        variant: None,
        bots: false,
        rated: met.is_some(),
    };
    let quick = (quick, met.unwrap_or_default());
    let handle = server
        .hub
        .quick_play(frame_sender, person, re, quick, || Ok(()))
        .await?;
    let Ok(Answer::Room { room, .. }) = guest.reply(re).await else {
        panic!("quick play is answered with the room");
    };
    assert_eq!(room, handle.id());
    Ok(handle)
}

#[tokio::test]
async fn strangers_are_led_to_the_same_tables_and_nobody_twice() {
    let server = TestServer::new(LobbyLimits::default(), context()).await;
    let mut people: Vec<Guest> = (1..=8).map(Guest::new).collect();
    let mut rooms = Vec::new();
    for guest in &mut people {
        rooms.push(quick(&server, guest, "k").await.expect("a seat").id());
    }
    assert_eq!(rooms[..4], [rooms[0]; 4]);
    assert_eq!(rooms[4..], [rooms[4]; 4]);
    assert_eq!(server.hub.room_count(), 2);
    let again = quick(&server, &mut people[2], "k").await.expect("the same");
    assert_eq!(again.id(), rooms[2], "where one sits");
}

#[tokio::test]
async fn rated_tables_are_apart_and_take_no_declared_bots() {
    let server = TestServer::new(LobbyLimits::default(), context()).await;
    let mut people: Vec<Guest> = (1..=6).map(Guest::new).collect();
    let mut rooms = Vec::new();
    for (number, guest) in people.iter_mut().enumerate() {
        let rated = number % 2 == 0;
        let led = quick_at(&server, guest, "k", rated).await;
        rooms.push(led.expect("a seat").id());
    }
    assert_ne!(rooms[0], rooms[1]);
    assert_eq!(rooms, [rooms[0], rooms[1]].repeat(3));
    let mut bot = Guest::new(9);
    let declared: DeclaredBot =
        serde_json::from_str(r#"{"engine":"e","version":"1"}"#).expect("a bot");
    bot.person.declared_bot = Some(Box::new(declared));
    let refused = quick_at(&server, &mut bot, "k", true).await;
    assert_eq!(refused.expect_err("a bot").code, ErrorCode::NoBots);
}

#[tokio::test]
async fn many_who_come_at_once_fill_tables_one_after_another() {
    let server = TestServer::new(LobbyLimits::default(), context()).await;
    let mut people: Vec<Guest> = (1..=40).map(Guest::new).collect();
    let asked = people
        .iter_mut()
        .map(|guest| async { quick(&server, guest, "k").await.expect("a seat").id() });
    let rooms: BTreeSet<RoomId> = futures_util::future::join_all(asked)
        .await
        .into_iter()
        .collect();
    assert_eq!(rooms.len(), 10, "every table is full");
}

#[tokio::test]
async fn whoever_leaves_twice_waits_and_may_still_come_back() {
    let server = TestServer::new(LobbyLimits::default(), context()).await;
    let mut rude = Guest::new(1);
    let mut last = None;
    for round in 0..2 {
        let room = quick(&server, &mut rude, &round.to_string())
            .await
            .expect("a seat");
        for number in 2..=4 {
            let mut other = Guest::new(100 * (round + 1) + 10 * round + number);
            quick(&server, &mut other, "k").await.expect("a seat");
        }
        let leave = r#"{"type":"leave"}"#;
        rude.ask(&room, leave).await.expect("gone");
        last = Some(room.id());
    }
    let refused = quick(&server, &mut rude, "x").await.expect_err("a wait");
    assert_eq!(refused.code, ErrorCode::Leaver);
    let wait_ms = refused.wait_ms.expect("how long");
    assert!((1..=300_000).contains(&wait_ms));
    let mut honest = Guest::new(50);
    let others = quick(&server, &mut honest, "k").await.expect("a seat").id();
    let own = server.create(&mut rude, "own", "{}").await.id();
    let player = rude.person.player;
    let refused = server
        .hub
        .may_sit(player, Origin::default(), others)
        .expect_err("a wait");
    assert_eq!(refused.code, ErrorCode::Leaver);
    for room in [own, last.expect("a table")] {
        server
            .hub
            .may_sit(player, Origin::default(), room)
            .expect("not closed to them");
    }
    let back = quick(&server, &mut rude, "1")
        .await
        .expect("back to the last");
    assert_eq!(Some(back.id()), last);
}

#[tokio::test]
async fn the_same_request_on_two_connections_leads_to_one_table() {
    let server = TestServer::new(LobbyLimits::default(), context()).await;
    // A table with one free seat.
    for number in 1..=3 {
        quick(&server, &mut Guest::new(number), "k")
            .await
            .expect("a seat");
    }
    let (mut phone, mut page) = (Guest::new(9), Guest::new(109));
    assert_eq!(phone.person.player, page.person.player);
    let (one, other) = tokio::join!(
        quick(&server, &mut phone, "same"),
        quick(&server, &mut page, "same")
    );
    assert_eq!(one.expect("a seat").id(), other.expect("a seat").id());
}

#[tokio::test]
async fn whoever_asks_again_while_their_table_is_busy_stays_there() {
    let server = TestServer::new(LobbyLimits::default(), context()).await;
    let mut guest = Guest::new(1);
    let table = quick(&server, &mut guest, "k").await.expect("a seat");
    let chat = r#"{"type":"mute","player":"00000000-0000-0000-0000-000000000000"}"#;
    while guest.send(&table, chat).is_ok() {}
    let refused = quick(&server, &mut guest, "k")
        .await
        .expect_err("it is full");
    assert_eq!(refused.code, ErrorCode::Busy);
    guest.ask(&table, chat).await.expect("still in the room");
    assert_eq!(server.hub.room_count(), 1);
}

#[tokio::test]
async fn a_draining_server_begins_nothing() {
    let server = TestServer::new(LobbyLimits::default(), context()).await;
    let (mut guest, mut waiting) = (Guest::new(1), Guest::new(2));
    let table = quick(&server, &mut waiting, "k").await.expect("a seat");
    server.hub.drain(true).await;
    let again = quick(&server, &mut waiting, "l").await.expect("the same");
    assert_eq!(again.id(), table.id(), "where one sits");
    let refused = quick(&server, &mut guest, "k").await.expect_err("draining");
    assert_eq!(refused.code, ErrorCode::Draining);
    let refused = guest
        .create(&server.hub, 9, "a", "{}")
        .expect_err("draining");
    assert_eq!(refused.code, ErrorCode::Draining);
    server.hub.drain(false).await;
    let led_to = quick(&server, &mut guest, "k").await.expect("a seat");
    assert_eq!(led_to.id(), table.id());
}

#[tokio::test]
async fn a_server_drains_all_its_rooms_though_nobody_waits_for_it() {
    let server = TestServer::new(LobbyLimits::default(), context()).await;
    let mut rooms = Vec::new();
    for number in 1..=3 {
        let mut guest = Guest::new(number);
        let room = guest.create(&server.hub, 9, "a", "{}").expect("a room");
        guest.ask(&room, r#"{"type":"join"}"#).await.expect("in");
        rooms.push((guest, room));
    }
    assert!(server.hub.drain(true).now_or_never().is_none());
    tokio::task::yield_now().await;
    for (guest, room) in &mut rooms {
        let ready = guest.ask(room, r#"{"type":"ready"}"#).await;
        assert_eq!(ready, Err(ErrorCode::Draining));
    }
}

#[tokio::test]
async fn a_server_whose_disk_is_low_begins_nothing_and_goes_on_when_there_is_space() {
    let server = TestServer::new(LobbyLimits::default(), context()).await;
    let (mut guest, mut waiting, mut maker) = (Guest::new(1), Guest::new(2), Guest::new(3));
    let table = quick(&server, &mut waiting, "k").await.expect("a seat");
    let made = maker.create(&server.hub, 9, "a", "{}").expect("a room");
    server.hub.set_disk_low(true).await;
    let refused = guest.create(&server.hub, 9, "a", "{}").expect_err("low");
    assert_eq!(refused.code, ErrorCode::DiskLow);
    let other = r#"{"variant":"zhi-hu"}"#;
    let refused = maker.create(&server.hub, 9, "b", other).expect_err("low");
    assert_eq!(refused.code, ErrorCode::DiskLow);
    // An existing table is found, and starts nothing.
    let again = maker.create(&server.hub, 10, "a", "{}").expect("the same");
    assert_eq!(again.id(), made.id());
    let ready = r#"{"type":"ready"}"#;
    let refused = maker.ask(&made, ready).await;
    assert_eq!(refused, Err(ErrorCode::DiskLow));
    let refused = quick(&server, &mut guest, "k").await.expect_err("low");
    assert_eq!(refused.code, ErrorCode::DiskLow);
    // Draining meanwhile, and ending it, changes nothing.
    for draining in [true, false] {
        server.hub.drain(draining).await;
    }
    let refused = maker.ask(&made, ready).await;
    assert_eq!(refused, Err(ErrorCode::DiskLow));
    server.hub.set_disk_low(false).await;
    maker.ask(&made, ready).await.expect("ready");
    let led_to = quick(&server, &mut guest, "k").await.expect("a seat");
    assert_eq!(led_to.id(), table.id());
    maker.create(&server.hub, 11, "b", "{}").expect("a room");
}

/// The next news of the lobby.
async fn news(guest: &mut Guest) -> LobbyNews {
    loop {
        if let ServerMessage::Lobby(news) = guest.next().await {
            return news;
        }
    }
}

async fn watch(server: &TestServer, guest: &mut Guest, filter: &str) -> usize {
    let re = guest.next_re();
    let watch: WatchLobby = serde_json::from_str(filter).expect("a filter");
    server
        .hub
        .watch_lobby(guest.frame_sender.clone(), re, watch);
    match guest.reply(re).await {
        Ok(Answer::Rooms { rooms, .. }) => rooms.len(),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn whoever_comes_first_is_told_nothing_of_what_was_before() {
    let server = TestServer::new(LobbyLimits::default(), context()).await;
    let (mut owner, mut early, mut late) = (Guest::new(1), Guest::new(2), Guest::new(3));
    watch(&server, &mut early, "{}").await;
    for watched in [true, false] {
        let room = server.create(&mut owner, "old", "{}").await;
        let close = r#"{"type":"close_room"}"#;
        owner.ask(&room, close).await.expect("closed");
        if watched {
            server.hub.unwatch_lobby(early.frame_sender.conn());
        }
    }
    assert_eq!(watch(&server, &mut late, "{}").await, 0);
    let room = server.create(&mut owner, "new", "{}").await;
    let first = news(&mut late).await;
    let shown: Vec<_> = first.rooms.iter().map(|room| room.room).collect();
    assert_eq!((shown, first.gone), (vec![room.id()], vec![]));
}

#[tokio::test]
async fn the_lobby_tells_what_was_asked_for_and_never_of_rooms_that_are_not_public() {
    let server = TestServer::new(LobbyLimits::default(), context()).await;
    let (mut owner, mut watcher, mut other) = (Guest::new(1), Guest::new(2), Guest::new(3));
    assert_eq!(watch(&server, &mut watcher, "{}").await, 0);
    let wiki = r#"{"variant":"giog-wiki"}"#;
    assert_eq!(watch(&server, &mut other, wiki).await, 0);
    let hidden = r#"{"access":"unlisted"}"#;
    let secret = server.create(&mut owner, "secret", hidden).await;
    let room = server.create(&mut owner, "open", "{}").await;
    let first = news(&mut watcher).await;
    let shown: Vec<_> = first.rooms.iter().map(|room| room.room).collect();
    assert_eq!((shown, first.gone), (vec![room.id()], vec![]));
    for (settings, gone) in [
        (r#"{"access":"unlisted"}"#, true),
        (r#"{"access":"unlisted","seats":2}"#, true),
        ("{}", false),
    ] {
        let configure = format!(r#"{{"type":"configure","settings":{settings}}}"#);
        owner.ask(&room, &configure).await.expect("configured");
        if settings.contains("seats") {
            owner.ask(&secret, &configure).await.expect("configured");
            continue;
        }
        let news = news(&mut watcher).await;
        assert_eq!(news.gone == [room.id()], gone, "{settings}: {news:?}");
        assert_eq!(news.rooms.is_empty(), gone);
    }
    owner
        .ask(&room, r#"{"type":"close_room"}"#)
        .await
        .expect("closed");
    assert_eq!(news(&mut watcher).await.gone, [room.id()]);
    // All earlier changes were sent by then.
    let told = other.frame_receiver.try_next();
    assert_eq!(told, None, "it was never a room of that game");
    server.hub.unwatch_lobby(watcher.frame_sender.conn());
    server.hub.unwatch_lobby(other.frame_sender.conn());
    assert_eq!(server.hub.lobby_watchers(), 0);
}
