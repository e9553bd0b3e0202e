//! Limits for a person with many addresses, and what remains for others.

use std::net::{IpAddr, Ipv4Addr};
use std::num::NonZeroU32;

use giog_server::Settings;
use serde_json::{Value, json};
use tokio::time::Instant;

use crate::common::{Conn, TestServer, quiet};

fn number(n: u32) -> NonZeroU32 {
    NonZeroU32::new(n).expect("not zero")
}

/// Addresses in different networks.
fn far_apart(n: u8) -> IpAddr {
    Ipv4Addr::new(198, 51, n, 7).into()
}

/// A server for a hundred rooms, three for each address.
fn small() -> Settings {
    let mut settings = quiet();
    settings.limits.rooms = 100;
    settings.limits.rooms_per_address = 3;
    settings.limits.new_rooms_per_minute = number(1_000);
    settings
}

/// A new guest; returns the error code, if any.
async fn comes(server: &TestServer, address: IpAddr) -> Result<Conn, Value> {
    let mut conn = server.connect_from(address);
    let hello = json!({ "type": "hello", "protocol": 1 });
    let answer = conn.try_say(hello).await;
    if answer["type"] == "error" {
        return Err(answer);
    }
    Ok(conn)
}

async fn make(conn: &mut Conn, key: usize) -> Value {
    let create = json!({ "type": "create_room", "key": key.to_string(), "settings": {} });
    conn.try_say(create).await["code"].clone()
}

#[tokio::test]
async fn twenty_two_addresses_do_not_keep_others_from_making_rooms() {
    let server = TestServer::with(small(), 0).await;
    let mut made = 0;
    for address in 0..22 {
        // Without limits on guests, each address may have any number.
        for _ in 0..3 {
            let guest = comes(&server, far_apart(address)).await;
            let mut guest = guest.expect("a guest");
            for key in 0..4 {
                match make(&mut guest, key).await.as_str() {
                    None => made += 1,
                    Some(code) => assert_eq!(code, "too_many_of_address"),
                }
            }
        }
    }
    assert_eq!(made, 22 * 3);
    let mut honest = comes(&server, far_apart(99)).await.expect("a guest");
    assert_eq!(make(&mut honest, 0).await, Value::Null);
}

#[tokio::test]
async fn rooms_are_made_at_a_pace_that_is_told() {
    let mut settings = small();
    settings.limits.new_rooms_per_minute = number(2);
    let server = TestServer::with(settings, 0).await;
    let mut guest = comes(&server, far_apart(1)).await.expect("a guest");
    for key in 0..2 {
        assert_eq!(make(&mut guest, key).await, Value::Null);
    }
    let create = json!({ "type": "create_room", "key": "2", "settings": {} });
    let refused = guest.try_say(create).await;
    assert_eq!(refused["code"], "rate_limited");
    let wait_ms = refused["wait_ms"].as_u64().expect("how long");
    assert!((1..=30_000).contains(&wait_ms), "{wait_ms}");
    // Existing rooms are found at any rate.
    assert_eq!(make(&mut guest, 1).await, Value::Null);
}

#[tokio::test]
async fn many_addresses_make_only_so_many_guests_and_nobody_who_was_here_is_kept_out() {
    let mut settings = quiet();
    settings.limits.all_new_guests_per_minute = number(10);
    let server = TestServer::with(settings, 0).await;
    let mut first = server.connect_from(far_apart(0));
    first.greet(json!({ "protocol": 1 })).await;
    for address in 1..10 {
        assert!(comes(&server, far_apart(address)).await.is_ok());
    }
    // On a machine that is busy for seconds, some permits are available again.
    let mut address = 50;
    let refused = loop {
        match comes(&server, far_apart(address)).await {
            Ok(_) => address += 1,
            Err(refused) => break refused,
        }
        assert!(address < 60, "too many guests are made");
    };
    assert_eq!(refused["code"], "rate_limited");
    assert!(refused["wait_ms"].as_u64().is_some_and(|wait| wait > 0));
    let mut known = server.connect_from(far_apart(60));
    known
        .greet(json!({ "protocol": 1, "token": first.token() }))
        .await;
}

#[tokio::test]
async fn a_few_addresses_that_make_many_guests_leave_place_for_the_first_of_others() {
    let mut settings = quiet();
    settings.limits.new_guests_per_minute = number(30);
    settings.limits.all_new_guests_per_minute = number(200);
    let server = TestServer::with(settings, 0).await;
    let mut made = 0;
    for address in 0..10 {
        for _ in 0..30 {
            made += usize::from(comes(&server, far_apart(address)).await.is_ok());
        }
    }
    assert!(made >= 100, "{made}");
    for address in 10..15 {
        for _ in 0..4 {
            assert!(comes(&server, far_apart(address)).await.is_ok());
        }
    }
}

#[tokio::test]
async fn many_addresses_that_make_some_guests_leave_place_for_addresses_that_had_none() {
    let mut settings = quiet();
    settings.limits.all_new_guests_per_minute = number(120);
    let server = TestServer::with(settings, 0).await;
    let (mut made, mut refused) = (0, 0);
    for _ in 0..8 {
        for address in 0..20 {
            match comes(&server, far_apart(address)).await {
                Ok(_) => made += 1,
                Err(_) => refused += 1,
            }
        }
    }
    assert!(
        made >= 60 && refused >= 40,
        "{made} made, {refused} refused"
    );
    for address in 100..120 {
        let newcomer = comes(&server, far_apart(address)).await;
        assert!(newcomer.is_ok(), "newcomer {address}");
    }
}

#[tokio::test]
async fn an_address_that_is_refused_takes_no_guests_from_the_others() {
    let mut settings = quiet();
    settings.limits.new_guests_per_minute = number(2);
    settings.limits.all_new_guests_per_minute = number(3);
    let server = TestServer::with(settings, 0).await;
    let mut inside = 0;
    for _ in 0..20 {
        inside += usize::from(comes(&server, far_apart(1)).await.is_ok());
    }
    assert_eq!(inside, 2);
    assert!(comes(&server, far_apart(2)).await.is_ok());
}

/// A person in `2001:db8::/32` with this /48, /56 and /64.
fn v6(site: u16, wide: u16, household: u16) -> IpAddr {
    [0x2001, 0xdb8, site, (wide << 8) | household, 0, 0, 0, 1].into()
}

#[tokio::test]
async fn a_whole_network_of_addresses_is_bounded_as_one() {
    let mut settings = quiet();
    settings.limits.new_guests_per_minute = number(1);
    let server = TestServer::with(settings, 0).await;
    let begin = Instant::now();
    // This number becomes available in a minute, which matters on a machine that is busy for seconds.
    let came_back = |each_minute: u128| begin.elapsed().as_millis() * each_minute / 60_000;
    let mut households = 0;
    for household in 0..20 {
        households += u128::from(comes(&server, v6(1, 0, household)).await.is_ok());
    }
    let most = 4 + came_back(4);
    assert!((4..=most).contains(&households), "{households} of one /56");
    let mut wide = 0;
    for network in 0..40 {
        wide += u128::from(comes(&server, v6(2, network, 0)).await.is_ok());
    }
    let most = 16 + came_back(16);
    assert!((16..=most).contains(&wide), "{wide} of one /48");
}

#[tokio::test]
async fn two_of_one_address_are_not_among_strangers_by_taking_seats_themselves() {
    let server = TestServer::with(quiet(), 0).await;
    let quick = json!({ "type": "quick_play", "key": "k" });
    let mut people = Vec::new();
    for address in [1, 2] {
        let mut guest = comes(&server, far_apart(address)).await.expect("a guest");
        let answer = guest.say(quick.clone()).await;
        people.push((guest, answer["room"].clone()));
    }
    let room = people[0].1.clone();
    assert_eq!(people[1].1, room, "they meet");
    let mut second = comes(&server, far_apart(2)).await.expect("a guest");
    let join = json!({ "type": "join", "room": room, "sit": true });
    assert_eq!(second.try_say(join).await["code"], "too_early");
    second.say(json!({ "type": "join", "room": room })).await;
    let sit = json!({ "type": "sit", "room": room });
    assert_eq!(second.try_say(sit.clone()).await["code"], "too_early");
    let mut stranger = comes(&server, far_apart(3)).await.expect("a guest");
    stranger.say(json!({ "type": "join", "room": room })).await;
    stranger.say(sit).await;
}

#[tokio::test]
async fn who_shares_an_address_may_say_so() {
    let mut settings = small();
    settings.shared_addresses = vec!["198.51.1.0/24".parse().expect("a range")];
    let server = TestServer::with(settings, 0).await;
    for _ in 0..5 {
        let mut guest = comes(&server, far_apart(1)).await.expect("a guest");
        for key in 0..4 {
            assert_eq!(make(&mut guest, key).await, Value::Null);
        }
    }
}
