//! Rooms on one node, and people on another one.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use bytes::Bytes;
use giog_protocol::ErrorCode;
use giog_protocol::client::RoomFilter;
use giog_protocol::server::Answer;
use giog_rooms::{
    ConnId, LobbyLimits, NextFrame, Peer, RoomAnswer, RoomHandle, RoomQuery, Visitors, Wire,
};
use tokio::sync::mpsc;
use tokio::task::{JoinHandle, yield_now};

use crate::house::{Guest, House, context};

const JOIN: &str = r#"{"type":"join"}"#;
/// All shards.
const ALL: std::ops::RangeInclusive<u8> = 0..=u8::MAX;

/// A way in one direction.
struct Line(mpsc::UnboundedSender<Bytes>);

impl Wire for Line {
    fn send(&self, item: Bytes) {
        // Whoever listens may be gone.
        let _ = self.0.send(item);
    }
}

/// A node with all rooms, one with none, and what is between them.
struct Two {
    owner: House,
    edge: House,
    peer: Arc<Peer>,
    hearing: JoinHandle<()>,
    visitors: JoinHandle<()>,
}

impl Two {
    async fn new() -> Self {
        let owner = House::new(LobbyLimits::default(), context()).await;
        let edge = House::new(LobbyLimits::default(), context()).await;
        edge.hub.share();
        let (to_owner, mut at_owner) = mpsc::unbounded_channel::<Bytes>();
        let (to_edge, mut at_edge) = mpsc::unbounded_channel::<Bytes>();
        let numbers = Arc::new(AtomicU64::new(1_000));
        let numbers = move || ConnId(numbers.fetch_add(1, Ordering::Relaxed));
        let mut host = Visitors::new(
            owner.hub.clone(),
            Arc::new(Line(to_edge)),
            Arc::new(numbers),
        );
        let visitors = tokio::spawn(async move {
            while let Some(item) = at_owner.recv().await {
                host.take(&item).await;
            }
            host.end().await;
        });
        let peer = edge.hub.meet(Arc::new(Line(to_owner)));
        let (hub, there) = (edge.hub.clone(), Arc::clone(&peer));
        let hearing = tokio::spawn(async move {
            while let Some(item) = at_edge.recv().await {
                hub.hear(&there, item);
            }
        });
        // It is told of all shards.
        edge.hub.recovered().await;
        Self {
            owner,
            edge,
            peer,
            hearing,
            visitors,
        }
    }

    /// A room that somebody makes at its owner's, and the same over the other node.
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
    // Both lobbies tell the same, and where somebody sits.
    let list = |house: &House| house.hub.list(&RoomFilter::default());
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
    // The owner hears of it as well.
    two.hearing.abort();
    drop((there, two.peer));
    two.visitors.await.expect("the end of the visit");
    let inside = two.owner.hub.ask(here.id(), None, RoomQuery::Inside).await;
    let Ok(RoomAnswer::Inside { people, .. }) = inside else {
        panic!("{inside:?}");
    };
    assert_eq!(people, [(lin.person.player, 1)]);
}

#[tokio::test]
async fn a_room_that_goes_is_let_go_of_and_comes_back_as_it_was() {
    let two = Two::new().await;
    let (mut lin, mut mei) = (Guest::new(1), Guest::new(2));
    let (here, there) = two.room(&mut lin).await;
    mei.ask(&there, JOIN).await.expect("in");
    mei.ask(&there, r#"{"type":"sit"}"#).await.expect("seated");
    let all: Vec<u8> = ALL.collect();
    two.owner.hub.release(&all).await;
    for guest in [&mut lin, &mut mei] {
        while !matches!(guest.frame_receiver.next().await, NextFrame::SentBack) {}
    }
    for house in [&two.owner, &two.edge] {
        let moving = house.hub.room(here.id()).expect_err("it is on its way");
        assert_eq!(moving.code, ErrorCode::Busy);
        let key = Guest::new(9).create(&house.hub, 1, "b", "{}");
        assert_eq!(key.expect_err("nobody knows").code, ErrorCode::Busy);
    }
    // It goes on here again, and is known there.
    let store = Arc::clone(&two.owner.store);
    two.owner.hub.own(&all, store).await;
    two.owner.hub.recovered().await;
    two.edge.hub.recovered().await;
    let there = two.edge.hub.room(here.id()).expect("it is back");
    // The same person, over another connection.
    let mut mei = Guest::new(102);
    mei.ask(&there, JOIN).await.expect("in");
    assert_eq!(two.edge.hub.rooms_of(mei.person.player), [here.id()]);
}
