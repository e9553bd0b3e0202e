//! Requests to two nodes at the same moment are decided only once.

use std::collections::{BTreeSet, HashMap};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use bytes::Bytes;
use futures_util::FutureExt as _;
use futures_util::future::{BoxFuture, join_all};
use giog_protocol::client::{CreateRoom, QuickPlay};
use giog_protocol::{ErrorCode, Problem, RoomId};
use giog_rooms::{ConnId, LobbyLimits, Origin, RemoteConnections, RoomKeys, Wire, shard_of};
use giog_rules::{PlayerId, Variant};
use giog_store::StoreError;
use tokio::sync::{mpsc, watch};
use tokio::task::yield_now;
use tokio::time::sleep;

use crate::quick::{quick, quick_at, quick_of};
use crate::test_server::{Guest, TestServer, context};

/// A connection in one direction.
struct Line(mpsc::UnboundedSender<Bytes>);

impl Wire for Line {
    fn send(&self, item: Bytes) {
        // The receiver may be gone.
        let _ = self.0.send(item);
    }
}

/// The connection from the first node to rooms of the second one. Messages to the first one wait while `held` is set.
fn open(from: &TestServer, to: &TestServer) -> watch::Sender<bool> {
    let held = watch::Sender::new(false);
    let mut is_held = held.subscribe();
    let (to_owner, mut at_owner) = mpsc::unbounded_channel::<Bytes>();
    let (to_edge, mut at_edge) = mpsc::unbounded_channel::<Bytes>();
    let numbers = AtomicU64::new(1_000_000);
    let numbers = move || ConnId(numbers.fetch_add(1, Ordering::Relaxed));
    let line = Arc::new(Line(to_edge));
    let mut host = RemoteConnections::new(to.hub.clone(), line, Arc::new(numbers));
    tokio::spawn(async move {
        while let Some(item) = at_owner.recv().await {
            host.take(&item);
        }
        host.end().await;
    });
    let peer = from.hub.add_peer(Arc::new(Line(to_owner)));
    let hub = from.hub.clone();
    tokio::spawn(async move {
        while let Some(item) = at_edge.recv().await {
            // The test may be over.
            let _ = is_held.wait_for(|held| !held).await;
            hub.hear(&peer, &item);
        }
    });
    held
}

/// Two nodes, each of which has half of the shards.
pub async fn two(limits: LobbyLimits) -> [TestServer; 2] {
    two_with_a_way(limits).await.0
}

/// The same, with a switch that delays messages from the first node to the second one.
async fn two_with_a_way(limits: LobbyLimits) -> ([TestServer; 2], watch::Sender<bool>) {
    let nodes = [
        TestServer::spread(limits, context()).await,
        TestServer::spread(limits, context()).await,
    ];
    open(&nodes[0], &nodes[1]);
    let held = open(&nodes[1], &nodes[0]);
    let half: Vec<u8> = (0..=u8::MAX / 2).collect();
    let other: Vec<u8> = (u8::MAX / 2 + 1..=u8::MAX).collect();
    for (node, shards) in nodes.iter().zip([half, other]) {
        node.hub.share();
        node.hub.own(&shards, Arc::clone(&node.store) as _).await;
    }
    for node in &nodes {
        node.hub.recovered().await;
    }
    (nodes, held)
}

async fn play(server: &TestServer, guest: &mut Guest, variant: Variant) -> Result<RoomId, Problem> {
    let re = guest.next_re();
    let (frame_sender, person) = (guest.frame_sender.clone(), guest.person.clone());
    let quick = QuickPlay {
        key: "k".to_owned(),
        variant: Some(variant),
        bots: false,
        rated: false,
    };
    let hub = &server.hub;
    let played = hub.quick_play(frame_sender, person, re, (quick, Vec::new()), || Ok(()));
    let room = played.await?.id();
    guest.reply(re).await.expect("a seat");
    Ok(room)
}

#[tokio::test]
async fn people_who_ask_two_nodes_at_the_same_moment_fill_one_table_after_another() {
    let nodes = two(LobbyLimits::default()).await;
    let mut people: Vec<Guest> = (1..=36).map(Guest::new).collect();
    let asked = people
        .iter_mut()
        .enumerate()
        .map(|(number, guest)| (&nodes[number % 2], guest))
        .map(|(node, guest)| async move { quick(node, guest, "k").await });
    let rooms: BTreeSet<RoomId> = join_all(asked)
        .await
        .into_iter()
        .map(|handle| handle.expect("a seat").id())
        .collect();
    assert_eq!(rooms.len(), 9, "every table is full");
}

/// Three wait for a rated match at each of five tables, since people of one address never sit together.
#[tokio::test]
async fn nobody_meets_again_whom_they_met_whichever_node_they_ask() {
    let nodes = two(LobbyLimits::default()).await;
    let from = |number: u64, address| {
        let mut guest = Guest::new(number);
        let origin = Origin::new([], Some(address));
        guest.frame_sender = guest.frame_sender.coming_from(origin);
        guest
    };
    let mut tables: Vec<(RoomId, Vec<PlayerId>)> = Vec::new();
    for (number, address) in (0..).zip([1, 2, 3].repeat(5)) {
        let mut guest = from(number, address);
        let node = &nodes[usize::from(number % 2 == 0)];
        let led = quick_at(node, &mut guest, "k", true).await;
        let (room, player) = (led.expect("a seat").id(), guest.person.player);
        match tables.iter_mut().find(|(id, _)| *id == room) {
            Some((_, seated)) => seated.push(player),
            None => tables.push((room, vec![player])),
        }
    }
    assert_eq!(tables.len(), 5);
    for node in &nodes {
        for (_, seated) in &tables {
            while node.hub.rooms_of(seated[2]).is_empty() {
                sleep(Duration::from_millis(1)).await;
            }
        }
    }
    // They have met one of each table but the last one, whose match begins with them.
    for (number, node) in (20..).zip(&nodes) {
        let (free, _) = tables.pop().expect("a table");
        let met = tables.iter().map(|(_, seated)| seated[2]).collect();
        let led = quick_of(node, &mut from(number, 50), "k", Some(met)).await;
        assert_eq!(led.expect("a seat").id(), free);
    }
}

#[tokio::test]
async fn whichever_node_decides_about_a_game_two_people_meet() {
    let nodes = two(LobbyLimits::default()).await;
    let mut made_by = [0, 0];
    for (number, variant) in (1..).zip(Variant::ALL) {
        let (mut lin, mut mei) = (Guest::new(2 * number), Guest::new(2 * number + 1));
        let (lins, meis) = tokio::join!(
            play(&nodes[0], &mut lin, variant),
            play(&nodes[1], &mut mei, variant)
        );
        let room = lins.expect("a seat");
        assert_eq!(meis.expect("a seat"), room, "{variant}");
        let made_here = nodes[0].hub.rooms_here();
        made_by[usize::from(made_here.iter().all(|made| made.room != room))] += 1;
    }
    assert!(made_by.iter().all(|&made| made > 0), "{made_by:?}");
}

#[tokio::test]
async fn people_find_a_table_while_the_node_that_decides_begins_nothing() {
    let nodes = two(LobbyLimits::default()).await;
    let (mut waiting, mut guest) = (Guest::new(1), Guest::new(2));
    let table = quick(&nodes[0], &mut waiting, "k").await.expect("a seat");
    let made_by = |node: &TestServer| {
        let here = node.hub.rooms_here();
        here.iter().any(|made| made.room == table.id())
    };
    let [first, second] = &nodes;
    let (decides, other) = if made_by(first) {
        (first, second)
    } else {
        (second, first)
    };
    while other.hub.room_count() == 0 {
        yield_now().await;
    }
    decides.hub.drain(true).await;
    let found = quick(other, &mut guest, "k").await.expect("a seat");
    assert_ne!(found.id(), table.id(), "no match begins there");
    let made_there = other.hub.rooms_here();
    assert!(made_there.iter().any(|made| made.room == found.id()));
}

#[tokio::test]
async fn people_of_one_household_get_different_tables_on_any_nodes() {
    let nodes = two(LobbyLimits::default()).await;
    let household = Origin::new([], Some(7));
    let guest = |number: u64, origin: Origin| {
        let mut guest = Guest::new(number);
        guest.frame_sender = guest.frame_sender.coming_from(origin);
        guest
    };
    let mut first = guest(1, household);
    let mut stranger = guest(2, Origin::new([], Some(8)));
    let mut second = guest(3, household);
    let table = quick(&nodes[0], &mut first, "k").await.expect("a seat");
    let strangers = quick(&nodes[1], &mut stranger, "k").await.expect("a seat");
    assert_eq!(strangers.id(), table.id());
    let apart = quick(&nodes[1], &mut second, "k").await.expect("a seat");
    assert_ne!(apart.id(), table.id(), "a stranger waits there");
}

#[tokio::test]
async fn who_takes_a_seat_by_hand_waits_as_well_whichever_node_they_ask() {
    let nodes = two(LobbyLimits::default()).await;
    let guest = |number: u64, household| {
        let mut guest = Guest::new(number);
        let origin = Origin::new([], Some(household));
        guest.frame_sender = guest.frame_sender.coming_from(origin);
        guest
    };
    let (mut first, mut stranger, brother) = (guest(1, 7), guest(2, 8), guest(3, 7));
    let table = quick(&nodes[0], &mut first, "k").await.expect("a seat");
    let strangers = quick(&nodes[0], &mut stranger, "k").await.expect("a seat");
    assert_eq!(strangers.id(), table.id());
    let seated = [&first, &stranger].map(|guest| guest.person.player);
    for node in &nodes {
        let knows = |&player| node.hub.rooms_of(player).contains(&table.id());
        while !seated.iter().all(knows) {
            yield_now().await;
        }
        let origin = brother.frame_sender.origin();
        let refused = node
            .hub
            .may_sit(brother.person.player, origin, table.id())
            .expect_err("a stranger waits there");
        assert_eq!(refused.code, ErrorCode::TooEarly);
    }
}

#[tokio::test]
async fn one_key_makes_one_room_on_two_nodes_and_counts_once() {
    let limits = LobbyLimits {
        rooms_per_person: 1,
        ..LobbyLimits::default()
    };
    let nodes = two(limits).await;
    let create = |key: &str| CreateRoom {
        key: key.to_owned(),
        settings: serde_json::from_str("{}").expect("settings"),
        sit: None,
    };
    for number in 1..=20 {
        // The same person, on two connections.
        let mut pair = [Guest::new(number), Guest::new(100 + number)];
        let made = join_all(pair.iter_mut().zip(&nodes).map(|(guest, node)| async {
            // Repeats the request as long as the answer is to wait.
            loop {
                let re = guest.next_re();
                match guest.create_anywhere(&node.hub, re, create("a")).await {
                    Ok(handle) => {
                        guest.reply(re).await.expect("the room");
                        return handle.id();
                    }
                    Err(problem) => assert_eq!(problem.code, ErrorCode::Busy),
                }
                yield_now().await;
            }
        }));
        let rooms = made.await;
        assert_eq!(rooms[0], rooms[1]);
        let another = join_all(
            pair.iter()
                .zip(&nodes)
                .map(|(guest, node)| guest.create_anywhere(&node.hub, 1_000, create("b"))),
        );
        for refused in another.await {
            let refused = refused.expect_err("they have as many as they may");
            assert_eq!(refused.code, ErrorCode::TooManyOfYours);
        }
    }
    assert_eq!(nodes[0].hub.room_count(), 20);
}

#[tokio::test]
async fn a_key_under_which_nothing_was_made_is_free_again() {
    let nodes = two(LobbyLimits::default()).await;
    for number in 1..=20 {
        let guest = Guest::new(number);
        let create = || CreateRoom {
            key: "a".to_owned(),
            settings: serde_json::from_str("{}").expect("settings"),
            sit: None,
        };
        let who = || (guest.frame_sender.clone(), guest.person.clone());
        let (frame_sender, person) = who();
        let hub = &nodes[0].hub;
        let refuse = || Err(ErrorCode::RateLimited.into());
        let refused = hub.create(frame_sender, person, 1, create(), refuse).await;
        let refused = refused.expect_err("not now");
        assert_eq!(refused.code, ErrorCode::RateLimited);
        let hub = &nodes[1].hub;
        loop {
            let (frame_sender, person) = who();
            let made = hub.create(frame_sender, person, 2, create(), || Ok(()));
            match made.await {
                Ok(_) => break,
                // It is sent after the refusal.
                Err(problem) => assert_eq!(problem.code, ErrorCode::Busy),
            }
            yield_now().await;
        }
    }
}

/// The keys of all nodes, as the database has them.
#[derive(Default)]
struct Keys {
    rooms: Mutex<HashMap<(PlayerId, String), RoomId>>,
    /// How many keys are not released before the database answers again.
    unanswered: AtomicU64,
}

impl RoomKeys for Keys {
    fn claim<'a>(
        &'a self,
        (player, key): (PlayerId, &'a str),
        room: RoomId,
    ) -> BoxFuture<'a, Result<RoomId, StoreError>> {
        let mut keys = self.rooms.lock().expect("no panic");
        let claimed = *keys.entry((player, key.to_owned())).or_insert(room);
        std::future::ready(Ok(claimed)).boxed()
    }

    fn release(&self, room: RoomId) -> BoxFuture<'_, Result<(), StoreError>> {
        let fewer = |unanswered: u64| unanswered.checked_sub(1);
        let order = Ordering::Relaxed;
        if self.unanswered.fetch_update(order, order, fewer).is_ok() {
            let error = StoreError::Unavailable("it is away".into());
            return std::future::ready(Err(error)).boxed();
        }
        let mut keys = self.rooms.lock().expect("no panic");
        keys.retain(|_, claimed| *claimed != room);
        std::future::ready(Ok(())).boxed()
    }
}

#[tokio::test]
async fn a_key_that_could_not_be_given_back_is_free_when_the_database_answers() {
    let server = TestServer::spread(LobbyLimits::default(), context()).await;
    let keys = Arc::new(Keys::default());
    keys.unanswered.store(2, Ordering::Relaxed);
    server.hub.share_keys(Arc::clone(&keys) as _);
    let guest = Guest::new(1);
    let create = |re| {
        let create = CreateRoom {
            key: "a".to_owned(),
            settings: serde_json::from_str("{}").expect("settings"),
            sit: None,
        };
        guest.create_anywhere(&server.hub, re, create)
    };
    server.hub.drain(true).await;
    let refused = create(1).await.expect_err("draining");
    assert_eq!(refused.code, ErrorCode::Draining);
    server.hub.drain(false).await;
    let again = create(2).await.expect_err("the key is still kept");
    assert_eq!(again.code, ErrorCode::Busy);
    let mut re = 3;
    while let Err(problem) = create(re).await {
        assert_eq!(problem.code, ErrorCode::Busy);
        re += 1;
        sleep(Duration::from_millis(10)).await;
    }
    assert_eq!(server.hub.room_count(), 1);
}

/// The shard that decides about rooms that a person creates (FNV-1a, folded).
fn shard_of_maker(player: PlayerId) -> u8 {
    let hash = player
        .0
        .as_bytes()
        .iter()
        .fold(0x811c_9dc5_u32, |hash, &byte| {
            (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
        });
    hash.to_be_bytes()
        .into_iter()
        .fold(0, |all, byte| all ^ byte)
}

#[tokio::test]
async fn one_key_makes_one_room_though_the_shard_that_decides_moves_meanwhile() {
    let (nodes, held) = two_with_a_way(LobbyLimits::default()).await;
    let keys = Arc::new(Keys::default());
    for node in &nodes {
        node.hub.share_keys(Arc::clone(&keys) as _);
    }
    let mut guests = (1..99).map(Guest::new);
    let is_first = |guest: &Guest| shard_of_maker(guest.person.player) < 128;
    // The second node gets no news of rooms from now on.
    held.send_replace(true);
    let (lin, here, deciding) = loop {
        let mut lin = guests.find(is_first).expect("somebody");
        let first = lin.next_re();
        let here = lin.create(&nodes[0].hub, first, "a", "{}").expect("a room");
        lin.reply(first).await.expect("made");
        let deciding = shard_of_maker(lin.person.player);
        // A room in the deciding shard would move with it, to a node with other data in this test.
        if shard_of(here.id()) != deciding {
            break (lin, here, deciding);
        }
    };
    let kept = || keys.rooms.lock().expect("no panic").len();
    let before = kept();
    nodes[0].hub.release(&[deciding]).await;
    nodes[1]
        .hub
        .own(&[deciding], Arc::clone(&nodes[1].store) as _)
        .await;
    let create = |on: usize, key: &str, re| {
        let create = CreateRoom {
            key: key.to_owned(),
            settings: serde_json::from_str("{}").expect("settings"),
            sit: None,
        };
        lin.create_anywhere(&nodes[on].hub, re, create)
    };
    let unknown = create(1, "a", 50)
        .await
        .expect_err("there is one that nobody knows here");
    assert_eq!(unknown.code, ErrorCode::Busy);
    held.send_replace(false);
    let there = loop {
        match create(1, "a", 51).await {
            Ok(there) => break there,
            Err(problem) => assert_eq!(problem.code, ErrorCode::Busy),
        }
        yield_now().await;
    };
    assert_eq!(there.id(), here.id());
    // A node that could create no room releases the key.
    nodes[0].hub.drain(true).await;
    let refused = create(0, "b", 52).await.expect_err("draining");
    assert_eq!(refused.code, ErrorCode::Draining);
    yield_now().await;
    assert_eq!(kept(), before);
}
