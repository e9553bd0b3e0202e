//! A link between two nodes that is nearly full: which requests are refused over it, and which are not.

use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use bytes::Bytes;
use futures_util::FutureExt as _;
use giog_protocol::ErrorCode;
use giog_protocol::server::Answer;
use giog_rooms::{ConnId, LobbyLimits, Peer, RemoteConnections, RoomQuery, Wire};
use tokio::sync::mpsc;
use tokio::task::yield_now;

use crate::nodes::Line;
use crate::test_server::{Guest, TestServer, context};

const JOIN: &str = r#"{"type":"join"}"#;
const READY: &str = r#"{"type":"ready"}"#;

/// A link on which bytes wait until the test delivers them.
struct Narrow {
    line: Line,
    waiting_bytes: AtomicUsize,
    /// The most bytes that may wait, and the most that ever waited.
    bound_bytes: AtomicUsize,
    most_bytes: AtomicUsize,
}

impl Narrow {
    fn new(line: Line) -> Self {
        Self {
            line,
            waiting_bytes: AtomicUsize::new(0),
            bound_bytes: AtomicUsize::new(usize::MAX),
            most_bytes: AtomicUsize::new(0),
        }
    }

    fn carried(&self, item: &Bytes) {
        self.waiting_bytes.fetch_sub(item.len(), Ordering::Relaxed);
    }
}

impl Wire for Narrow {
    fn send(&self, item: Bytes) {
        let before = self.waiting_bytes.fetch_add(item.len(), Ordering::Relaxed);
        self.most_bytes
            .fetch_max(before + item.len(), Ordering::Relaxed);
        self.line.send(item);
    }

    fn is_filling(&self) -> bool {
        let bound = self.bound_bytes.load(Ordering::Relaxed);
        self.waiting_bytes.load(Ordering::Relaxed) > bound - bound / 4
    }
}

/// Two nodes between which the test delivers everything.
struct Carried {
    owner: TestServer,
    edge: TestServer,
    peer: Arc<Peer>,
    remote_connections: RemoteConnections,
    at_owner: mpsc::UnboundedReceiver<Bytes>,
    at_edge: mpsc::UnboundedReceiver<Bytes>,
    narrow: Arc<Narrow>,
}

impl Carried {
    async fn new() -> Self {
        // Its clock stands still, so rooms send nothing by themselves.
        let (owner, _) = TestServer::by_hand(LobbyLimits::default(), context()).await;
        let edge = TestServer::new(LobbyLimits::default(), context()).await;
        edge.hub.share();
        let (to_owner, at_owner) = mpsc::unbounded_channel::<Bytes>();
        let (to_edge, at_edge) = mpsc::unbounded_channel::<Bytes>();
        let narrow = Arc::new(Narrow::new(Line(to_edge)));
        let number = AtomicU64::new(1_000);
        let numbers = move || ConnId(number.fetch_add(1, Ordering::Relaxed));
        let wire: Arc<dyn Wire> = narrow.clone();
        let remote_connections = RemoteConnections::new(owner.hub.clone(), wire, Arc::new(numbers));
        let peer = edge.hub.add_peer(Arc::new(Line(to_owner)));
        Self {
            owner,
            edge,
            peer,
            remote_connections,
            at_owner,
            at_edge,
            narrow,
        }
    }

    /// Delivers requests, and waits until rooms have handled them.
    async fn ask(&mut self) {
        while let Ok(item) = self.at_owner.try_recv() {
            self.remote_connections.take(&item);
        }
        while self.owner.hub.load().waiting_inputs > 0 {
            yield_now().await;
        }
    }

    /// Delivers answers.
    fn answer(&mut self) {
        while let Ok(item) = self.at_edge.try_recv() {
            self.narrow.carried(&item);
            self.edge.hub.hear(&self.peer, &item);
        }
    }

    /// Delivers everything until a request is answered.
    async fn reply(&mut self, guest: &mut Guest, request: u64) -> Result<Answer, ErrorCode> {
        loop {
            self.ask().await;
            self.answer();
            if let Some(reply) = guest.reply(request).now_or_never() {
                return reply;
            }
            yield_now().await;
        }
    }
}

#[tokio::test]
async fn many_who_come_back_at_once_overfill_no_link_and_ask_again_while_others_play() {
    let mut nodes = Carried::new().await;
    let (mut lin, mut mei, mut kai) = (Guest::new(1), Guest::new(2), Guest::new(3));
    let room = nodes.owner.create(&mut lin, "a", r#"{"seats":2}"#).await;
    nodes.answer();
    let there = nodes.edge.hub.room(room.id()).expect("known there");
    let sits = mei
        .send(&there, r#"{"type":"join","sit":true}"#)
        .expect("sent");
    nodes.reply(&mut mei, sits).await.expect("seated");
    // The bytes of the answer to one of them.
    let joins = kai.send(&there, JOIN).expect("sent");
    nodes.ask().await;
    let one = nodes.narrow.waiting_bytes.load(Ordering::Relaxed);
    nodes.reply(&mut kai, joins).await.expect("in");
    // More arrive than there is place for.
    let bound = 40 * one;
    nodes.narrow.bound_bytes.store(bound, Ordering::Relaxed);
    let mut crowd = Vec::new();
    for number in 4..64 {
        let mut guest = Guest::new(number);
        let joins = guest.send(&there, JOIN).expect("sent");
        crowd.push((guest, joins));
    }
    nodes.ask().await;
    let most = nodes.narrow.most_bytes.load(Ordering::Relaxed);
    assert!(most <= bound, "{most} bytes would break the link");
    // REST requests wait as well, and actions do not.
    let told = nodes.at_edge.len();
    let mut asked = pin!(there.ask(None, RoomQuery::Room));
    assert!(asked.as_mut().now_or_never().is_none(), "it was asked");
    nodes.ask().await;
    while nodes.at_edge.len() == told {
        yield_now().await;
    }
    let ready = mei.send(&there, READY).expect("sent");
    nodes.ask().await;
    assert!(nodes.narrow.is_filling());
    nodes.reply(&mut mei, ready).await.expect("ready");
    assert_eq!(asked.await, Err(ErrorCode::Busy));
    let mut refused = Vec::new();
    for (mut guest, joins) in crowd {
        if let Err(code) = nodes.reply(&mut guest, joins).await {
            assert_eq!(code, ErrorCode::Busy);
            refused.push(guest);
        }
    }
    assert!((1..60).contains(&refused.len()), "{} of 60", refused.len());
    for mut guest in refused {
        let joins = guest.send(&there, JOIN).expect("sent");
        nodes.reply(&mut guest, joins).await.expect("in");
    }
}
