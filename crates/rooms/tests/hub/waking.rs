//! Sleeping rooms are opened by their links.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use async_trait::async_trait;
use futures_util::future::join_all;
use giog_protocol::{ErrorCode, Problem, RoomId};
use giog_rooms::{LobbyLimits, Origin, RoomHandle, shard_of};
use giog_rules::{PlayerId, Timestamp};
use giog_store::{
    Append, AppendError, Archive, Fact, Fence, Floor, Log, RoomLog, Sleeping, SleepingRoom,
    StoreError,
};
use uuid::Uuid;

use crate::coordinator::two;
use crate::test_server::{Guest, TestServer, context};

/// What a room was: one that has two seats, and that everybody knows who knows its id.
const ASLEEP: &str = r#"{"version":1,"entries":0,"at_ms":5000,"seq":40,"room":{"settings":{"variant":"giog","seats":2,"options":{"general_ban":"refuse","beheading":"forfeit"},"ceremony":"server","access":"unlisted","spectators":true,"clock":{"kind":"none"},"reveal_pause_ms":0,"take_backs":true,"stand_in":"bot","chat":"free"},"password":null,"key":"","creator":"00000000-0000-0000-0000-000000000001","visited":true,"owner":null,"sleeps":1,"quick":false,"seats":[{"occupant":null,"since_ms":0,"ready":false,"commitment":null,"entropy":null},{"occupant":null,"since_ms":0,"ready":false,"commitment":null,"entropy":null}],"opening_by_ms":null,"next":null,"ready_by_ms":null,"previous":null,"last_of":{},"series":{"matches":2,"rows":[]},"gathering_since_ms":5000,"banned":[{"player":"00000000-0000-0000-0000-000000000009","name":"p9"}]}}"#;
/// The date of the tests' clocks, and how long a room sleeps.
const NOW_MS: i64 = 1_700_000_000_000;
const HOURS_12_MS: i64 = 12 * 3_600_000;
const JOIN: &str = r#"{"type":"join"}"#;

/// A room that person 1 owned sleeps since this time.
async fn sleeps(server: &TestServer, room: RoomId, left_at_ms: i64) {
    let at = Timestamp::from_unix_ms(left_at_ms);
    let owner = PlayerId(Uuid::from_u128(1));
    let slept = SleepingRoom {
        room,
        creator: owner,
        owner: Some(owner),
        left_at: at,
        most_of_creator: 8,
        most: 8,
    };
    let append = Append {
        room,
        index: 0,
        body: "{}".to_owned(),
        facts: vec![
            Fact::RoomOpened { room, at },
            Fact::RoomClosed { room, at },
            Fact::RoomSlept(slept),
        ],
        floor: Some(Floor {
            below: 1,
            body: ASLEEP.to_owned(),
        }),
    };
    let appended = server.store.append(server.fence, &[append]).await;
    appended.expect("stored");
    server.hub.wakes_from(Arc::clone(&server.store) as _);
}

async fn wake(server: &TestServer, guest: &Guest, room: RoomId) -> Result<RoomHandle, Problem> {
    let who = (guest.person.player, Origin::default());
    server.hub.wake(room, who, None, || Ok(())).await
}

fn code(woken: Result<RoomHandle, Problem>) -> Option<ErrorCode> {
    woken.err().map(|problem| problem.code)
}

#[tokio::test]
async fn the_link_of_a_sleeping_room_opens_it_for_twelve_hours() {
    let server = TestServer::new(LobbyLimits::default(), context()).await;
    let [first, late] = [7, 8].map(|number| RoomId(Uuid::from_u128(number)));
    sleeps(&server, first, NOW_MS - HOURS_12_MS + 1).await;
    sleeps(&server, late, NOW_MS - HOURS_12_MS).await;
    let mut mei = Guest::new(2);
    let not = |code| Some(code);
    for unknown in [late, RoomId(Uuid::from_u128(9))] {
        let woken = wake(&server, &mei, unknown).await;
        assert_eq!(code(woken), not(ErrorCode::NoSuchRoom));
    }
    let known = server.hub.room(first).map(drop);
    assert!(known.is_err_and(|problem| problem.code == ErrorCode::NoSuchRoom));
    assert_eq!(server.hub.all_rooms(), [], "no list has it");
    let room = wake(&server, &mei, first).await.expect("it opens");
    mei.ask(&room, JOIN).await.expect("in");
    assert!(server.hub.room(first).is_ok());
    // After a restart it is a room like others.
    let server = server.restart(context()).await;
    let room = server.hub.room(first).expect("it is there");
    Guest::new(3).ask(&room, JOIN).await.expect("in");
}

#[tokio::test]
async fn opening_one_costs_what_creating_one_costs_and_only_those_who_may_come_in_pay() {
    let limits = LobbyLimits {
        rooms_per_person: 1,
        ..LobbyLimits::default()
    };
    let server = TestServer::new(limits, context()).await;
    let id = RoomId(Uuid::from_u128(7));
    sleeps(&server, id, NOW_MS).await;
    let asked = AtomicUsize::new(0);
    let refuse = || {
        asked.fetch_add(1, Ordering::Relaxed);
        Err(Problem::wait(ErrorCode::RateLimited, 1_000))
    };
    let (banned, mut mei) = (Guest::new(9), Guest::new(2));
    let who = |guest: &Guest| (guest.person.player, Origin::default());
    let woken = server.hub.wake(id, who(&banned), None, refuse).await;
    assert_eq!(code(woken), Some(ErrorCode::BannedFromRoom));
    assert_eq!(asked.load(Ordering::Relaxed), 0);
    let woken = server.hub.wake(id, who(&mei), None, refuse).await;
    assert_eq!(code(woken), Some(ErrorCode::RateLimited));
    assert_eq!(asked.load(Ordering::Relaxed), 1);
    server.create(&mut mei, "own", r#"{"seats":2}"#).await;
    let woken = wake(&server, &mei, id).await;
    assert_eq!(code(woken), Some(ErrorCode::TooManyOfYours));
    server.hub.drain(true).await;
    let bo = Guest::new(3);
    assert_eq!(
        code(wake(&server, &bo, id).await),
        Some(ErrorCode::Draining)
    );
    server.hub.drain(false).await;
    wake(&server, &bo, id).await.expect("it opens");
    let re = 5;
    let another = bo.create(&server.hub, re, "another", r#"{"seats":2}"#);
    assert_eq!(
        code(another),
        Some(ErrorCode::TooManyOfYours),
        "it is one of theirs now"
    );
}

#[tokio::test]
async fn of_many_who_come_at_once_on_two_nodes_one_opens_it() {
    let nodes = two(LobbyLimits::default()).await;
    // Half of the shards are the second node's; the first one reads its database, too.
    let id = RoomId(Uuid::from_u128(0xff << 120));
    assert_eq!(shard_of(id), 0xff);
    nodes[0].hub.wakes_from(Arc::clone(&nodes[1].store) as _);
    sleeps(&nodes[1], id, NOW_MS).await;
    let mut people: Vec<Guest> = (11..31).map(Guest::new).collect();
    let came = people.iter_mut().enumerate().map(async |(number, guest)| {
        let room = wake(&nodes[number % 2], guest, id).await.expect("it opens");
        guest.ask(&room, JOIN).await.map(drop)
    });
    for joined in join_all(came).await {
        assert_eq!(joined, Ok(()));
    }
    assert_eq!(nodes[1].hub.rooms_here().len(), 1);
    assert_eq!(nodes[0].hub.rooms_here(), []);
    let open = nodes[1].store.open_rooms().await.expect("rooms");
    assert_eq!(open, [id]);
    let log = nodes[1].store.log(id).await.expect("a log");
    let woken = log.rows.iter().filter(|(_, row)| row.contains("woken"));
    assert_eq!(woken.count(), 1);
}

/// Another node begins to forget person 9 while a room is being opened: after its log was read.
struct ForgetsMeanwhile {
    store: Arc<Archive>,
    asked: AtomicUsize,
}

#[async_trait]
impl Log for ForgetsMeanwhile {
    async fn append(&self, fence: Fence, batch: &[Append]) -> Result<(), AppendError> {
        self.store.append(fence, batch).await
    }

    async fn prune_log(&self, fence: Fence) -> Result<(), StoreError> {
        self.store.prune_log(fence).await
    }

    async fn open_rooms(&self) -> Result<Vec<RoomId>, StoreError> {
        self.store.open_rooms().await
    }

    async fn log(&self, room: RoomId) -> Result<RoomLog, StoreError> {
        self.store.log(room).await
    }

    async fn sleeping(&self, room: RoomId) -> Result<Option<Sleeping>, StoreError> {
        self.store.sleeping(room).await
    }

    async fn forgotten(&self) -> Result<Vec<PlayerId>, StoreError> {
        // The room is read once to see who may come in, and once to be opened.
        let is_opened = self.asked.fetch_add(1, Ordering::Relaxed) >= 2;
        let forgotten = is_opened.then(|| PlayerId(Uuid::from_u128(9)));
        Ok(forgotten.into_iter().collect())
    }

    async fn broken(&self) {
        self.store.broken().await;
    }
}

#[tokio::test]
async fn whoever_is_forgotten_while_it_opens_is_named_no_more_when_it_is_open() {
    let server = TestServer::new(LobbyLimits::default(), context()).await;
    server.hub.wakes_from(Arc::new(ForgetsMeanwhile {
        store: Arc::clone(&server.store),
        asked: AtomicUsize::new(0),
    }));
    let id = RoomId(Uuid::from_u128(7));
    sleeps(&server, id, NOW_MS).await;
    wake(&server, &Guest::new(2), id).await.expect("it opens");
    let log = server.store.log(id).await.expect("a log");
    let forgets = log.rows.iter().filter(|(_, row)| row.contains("forgotten"));
    assert_eq!(forgets.count(), 1, "{:?}", log.rows);
}
