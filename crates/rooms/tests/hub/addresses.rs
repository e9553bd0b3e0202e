//! The limits per address on one server: rooms, and seats at quick-play tables.

use std::collections::BTreeSet;

use futures_util::FutureExt as _;
use giog_protocol::{ErrorCode, RoomId};
use giog_rooms::{LobbyLimits, Network, Origin};

use crate::quick::{quick, quick_at};
use crate::test_server::{Guest, TestServer, context};

/// An address in a network that may have twice as much.
fn from(address: u64) -> Origin {
    let networks = [(address, 1), (99, 2)].map(|(tag, times)| Network { tag, times });
    Origin::new(networks, Some(address))
}

fn guest(number: u64, address: u64) -> Guest {
    let mut guest = Guest::new(number);
    guest.frame_sender = guest.frame_sender.coming_from(from(address));
    guest
}

/// The refusal of creating a room.
fn refused(server: &TestServer, guest: &Guest) -> ErrorCode {
    let made = guest.create(&server.hub, 9, "another", "{}");
    made.expect_err("too many").code
}

#[tokio::test]
async fn an_address_and_the_networks_round_it_make_only_so_many_rooms() {
    let limits = LobbyLimits {
        rooms_per_address: 2,
        ..LobbyLimits::default()
    };
    let server = TestServer::new(limits, context()).await;
    let mut first = guest(1, 1);
    let room = server.create(&mut first, "a", "{}").await;
    // A quick-play table counts as well.
    quick(&server, &mut guest(2, 1), "k")
        .await
        .expect("a table");
    assert_eq!(refused(&server, &guest(3, 1)), ErrorCode::TooManyOfAddress);
    // An existing room is found again.
    let again = first.create(&server.hub, 8, "a", "{}").expect("the same");
    assert_eq!(again.id(), room.id());
    // The whole network may have two more.
    for address in [2, 3] {
        let mut other = guest(10 + address, address);
        server.create(&mut other, "a", "{}").await;
    }
    assert_eq!(refused(&server, &guest(20, 4)), ErrorCode::TooManyOfAddress);
    server.create(&mut Guest::new(30), "a", "{}").await;
    first
        .ask(&room, r#"{"type":"close_room"}"#)
        .await
        .expect("closed");
    while server.hub.room_count() > 4 {
        tokio::task::yield_now().await;
    }
    server.create(&mut guest(4, 1), "a", "{}").await;
}

#[tokio::test]
async fn many_addresses_that_make_many_rooms_leave_some_to_those_with_few() {
    let limits = LobbyLimits {
        rooms: 50,
        rooms_per_person: 20,
        rooms_per_address: 20,
        ..LobbyLimits::default()
    };
    let server = TestServer::new(limits, context()).await;
    let from = |number: u64, address: u64| {
        let networks = [Network {
            tag: address,
            times: 1,
        }];
        let mut guest = Guest::new(number);
        guest.frame_sender = guest.frame_sender.coming_from(Origin::new(networks, None));
        guest
    };
    for address in 1..=2 {
        let mut greedy = from(address, address);
        for key in 0..20 {
            server.create(&mut greedy, &key.to_string(), "{}").await;
        }
    }
    let code = |guest: &Guest| refused(&server, guest);
    assert_eq!(code(&from(3, 2)), ErrorCode::TooManyOfAddress);
    // Quick play counts in the same way, and an address with few rooms may have another one.
    let mut other = from(4, 3);
    server.create(&mut other, "a", "{}").await;
    quick(&server, &mut from(5, 3), "k").await.expect("a table");
    assert_eq!(code(&other), ErrorCode::TooManyOfAddress);
    let mut next = from(6, 4);
    server.create(&mut next, "a", "{}").await;
}

#[tokio::test]
async fn quick_play_keeps_tables_when_the_server_is_full_of_rooms() {
    let limits = LobbyLimits {
        rooms: 10,
        quick_rooms_percent: 20,
        ..LobbyLimits::default()
    };
    let server = TestServer::new(limits, context()).await;
    for number in 1..=8 {
        server.create(&mut Guest::new(number), "a", "{}").await;
    }
    let refused = |number| refused(&server, &Guest::new(number));
    assert_eq!(refused(9), ErrorCode::TooManyRooms);
    let mut people: Vec<Guest> = (10..=18).map(Guest::new).collect();
    for guest in &mut people[..8] {
        quick(&server, guest, "k").await.expect("a seat");
    }
    assert_eq!(server.hub.room_count(), 10);
    let full = quick(&server, &mut people[8], "k").await.expect_err("full");
    assert_eq!(full.code, ErrorCode::TooManyRooms);
}

#[tokio::test]
async fn over_the_rate_no_room_is_created_and_existing_ones_are_found() {
    let server = TestServer::new(LobbyLimits::default(), context()).await;
    let mut host = Guest::new(1);
    let room = server.create(&mut host, "a", "{}").await;
    let never = || -> Result<(), giog_protocol::Problem> { Err(ErrorCode::RateLimited.into()) };
    let create = |key: &str| giog_protocol::client::CreateRoom {
        key: key.to_owned(),
        settings: serde_json::from_str("{}").expect("settings"),
        sit: None,
    };
    let mut make = |key: &str| {
        let (frame_sender, person) = (host.frame_sender.clone(), host.person.clone());
        let re = host.next_re();
        let made = server
            .hub
            .create(frame_sender, person, re, create(key), never);
        made.now_or_never().expect("it is decided here")
    };
    assert_eq!(make("a").expect("the same").id(), room.id());
    let refused = make("b").expect_err("too often");
    assert_eq!(refused.code, ErrorCode::RateLimited);
    assert_eq!(server.hub.room_count(), 1);
}

#[tokio::test]
async fn four_of_one_household_play_together_at_once() {
    let server = TestServer::new(LobbyLimits::default(), context()).await;
    let mut rooms = BTreeSet::new();
    for number in 1..=4 {
        let led = quick(&server, &mut guest(number, 1), "k").await;
        rooms.insert(led.expect("a seat").id());
    }
    assert_eq!(rooms.len(), 1);
}

/// Uses quick play for these people, each letter a person from the address with that letter; returns the table of each.
async fn tables(server: &TestServer, letters: &str) -> Vec<RoomId> {
    let mut tables = Vec::new();
    for (number, letter) in (1..).zip(letters.chars()) {
        let mut guest = guest(number, u64::from(letter));
        let led = quick(server, &mut guest, "k").await;
        tables.push(led.expect("a seat").id());
    }
    tables
}

#[tokio::test]
async fn strangers_do_not_sit_among_people_of_one_address() {
    let server = TestServer::new(LobbyLimits::default(), context()).await;
    // The second and the third of `a` do not come to the table of `b`.
    let led = tables(&server, "baaacd").await;
    assert_eq!(led[0], led[1]);
    assert!(led[2] == led[3] && led[2] != led[0]);
    assert_eq!([led[4], led[5]], [led[0]; 2]);
}

/// Nor after a wait, as at other tables.
#[tokio::test]
async fn at_rated_tables_all_are_of_different_addresses() {
    let limits = LobbyLimits {
        strangers_ms: 0,
        ..LobbyLimits::default()
    };
    let server = TestServer::new(limits, context()).await;
    let mut led = Vec::new();
    for (number, letter) in (1..).zip("aabbc".chars()) {
        let mut guest = guest(number, u64::from(letter));
        let table = quick_at(&server, &mut guest, "k", true).await;
        led.push(table.expect("a seat").id());
    }
    assert_ne!(led[0], led[1]);
    assert!(led[2] != led[3], "{led:?}");
    assert!([led[0], led[1]].contains(&led[4]), "{led:?}");
}

#[tokio::test]
async fn nobody_is_led_to_a_table_that_is_all_of_one_address() {
    let server = TestServer::new(LobbyLimits::default(), context()).await;
    let led = tables(&server, "aaab").await;
    assert_eq!(led[..3], [led[0]; 3]);
    assert_ne!(led[3], led[0]);
}

#[tokio::test]
async fn after_a_wait_two_of_one_address_may_sit_among_strangers() {
    let limits = LobbyLimits {
        strangers_ms: 0,
        ..LobbyLimits::default()
    };
    let server = TestServer::new(limits, context()).await;
    let led = tables(&server, "baac").await;
    assert_eq!(led, [led[0]; 4]);
}

#[tokio::test]
async fn who_takes_a_seat_by_hand_waits_as_well() {
    let server = TestServer::new(LobbyLimits::default(), context()).await;
    let led = tables(&server, "ba").await;
    let brother = guest(9, u64::from('a'));
    let player = brother.person.player;
    let sit = |origin| server.hub.may_sit(player, origin, led[0]);
    let refused = sit(brother.frame_sender.origin()).expect_err("a wait");
    assert_eq!(refused.code, ErrorCode::TooEarly);
    let wait_ms = refused.wait_ms.expect("how long");
    assert!((1..=10_000).contains(&wait_ms));
    sit(from(u64::from('c'))).expect("a stranger may");
    let mut owner = guest(10, u64::from('a'));
    let own = server.create(&mut owner, "a", "{}").await.id();
    let (origin, hub) = (brother.frame_sender.origin(), &server.hub);
    hub.may_sit(player, origin, own)
        .expect("in a room of one's own everybody may");
}
