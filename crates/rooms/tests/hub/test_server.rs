//! A hub with its own database, and people with connections to it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use futures_util::FutureExt as _;
use giog_protocol::client::{CreateRoom, RoomCommand};
use giog_protocol::server::{self, Answer, ServerMessage};
use giog_protocol::{ErrorCode, Person, PlayerName, Problem, RoomId};
use giog_rooms::{
    Bot, Clock, ConnId, Context, FrameReceiver, FrameSender, Hub, LobbyLimits, NextFrame, Now,
    Random, RoomHandle, RoomLimits, ThinkingBudget, Times, seeded_deal,
};
use giog_rules::fairness::Signer;
use giog_rules::{Decision, Level, PlayerId, Timestamp};
use giog_store::{Archive, CommitHandle, CommitLimits, Committer, Fence, Log as _, OpenOptions};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection as _, SqliteConnection};
use tempfile::TempDir;
use tokio::task::JoinHandle;
use tokio::time::Instant;
use uuid::Uuid;

/// Longer than any step of these tests takes.
const PATIENCE: Duration = Duration::from_mins(1);
const TTL_MS: u32 = 60_000;
const DATABASE: &str = "giog.sqlite";
/// The number of servers so far: no two have the same random numbers.
static SERVERS: AtomicU64 = AtomicU64::new(0);

/// A server without sockets.
pub struct TestServer {
    pub hub: Hub,
    pub store: Arc<Archive>,
    pub fence: Fence,
    commit: CommitHandle,
    committer: JoinHandle<()>,
    folder: TempDir,
    /// The next request for a source of randomness panics.
    pub fault: Arc<AtomicBool>,
}

/// A person's connection.
pub struct Guest {
    pub person: Person,
    pub frame_sender: FrameSender,
    pub frame_receiver: FrameReceiver,
    next_re: u64,
}

struct SinceStart(Instant);

impl Clock for SinceStart {
    fn now(&self) -> Now {
        let passed = self.0.elapsed().as_millis();
        let mono_ms = u64::try_from(passed).expect("a test is short");
        Now {
            mono_ms,
            wall: Timestamp::from_unix_ms(1_700_000_000_000),
        }
    }
}

/// A clock that stands still until a test lets time pass.
#[derive(Default)]
pub struct ByHand(AtomicU64);

impl ByHand {
    pub fn pass(&self, ms: u64) {
        self.0.fetch_add(ms, Ordering::Relaxed);
    }
}

impl Clock for ByHand {
    fn now(&self) -> Now {
        Now {
            mono_ms: self.0.load(Ordering::Relaxed),
            wall: Timestamp::from_unix_ms(1_700_000_000_000),
        }
    }
}

/// The lock of a database, held by another session.
pub struct Locked(SqliteConnection);

impl Locked {
    pub async fn release(mut self) {
        let rolled_back = sqlx::query("ROLLBACK").execute(&mut self.0).await;
        rolled_back.expect("the lock is given back");
    }
}

struct Counter(u64);

impl Random for Counter {
    fn fill(&mut self, bytes: &mut [u8]) {
        bytes.fill(0);
        let number = self.0.to_be_bytes();
        let used = bytes.len().min(number.len());
        bytes[..used].copy_from_slice(&number[..used]);
    }
}

/// Another stream for each number (`SplitMix64`), so that rooms are in all shards.
struct Spread(u64);

impl Random for Spread {
    fn fill(&mut self, bytes: &mut [u8]) {
        for chunk in bytes.chunks_mut(8) {
            self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            mixed ^= mixed >> 31;
            chunk.copy_from_slice(&mixed.to_be_bytes()[..chunk.len()]);
        }
    }
}

pub fn context() -> Context {
    Context {
        signer: Signer::new(&[7; 32]),
        dealer: Arc::new(seeded_deal),
        bot: Bot::default(),
        thinking: ThinkingBudget::default(),
        quick_bots: Level::Simple,
        times: Times::default(),
        limits: RoomLimits::default(),
    }
}

fn since_start() -> Arc<dyn Clock> {
    Arc::new(SinceStart(Instant::now()))
}

impl TestServer {
    pub async fn new(limits: LobbyLimits, context: Context) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        Self::in_folder(folder, limits, context).await
    }

    /// One whose rooms are in all shards.
    pub async fn spread(limits: LobbyLimits, context: Context) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let random = |seed| Box::new(Spread(seed)) as Box<dyn Random>;
        Self::with(folder, limits, context, random, since_start()).await
    }

    /// One whose clock stands still.
    pub async fn by_hand(limits: LobbyLimits, context: Context) -> (Self, Arc<ByHand>) {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let random = |seed| Box::new(Counter(seed)) as Box<dyn Random>;
        let clock = Arc::<ByHand>::default();
        let server = Self::with(folder, limits, context, random, clock.clone()).await;
        (server, clock)
    }

    async fn in_folder(folder: TempDir, limits: LobbyLimits, context: Context) -> Self {
        let random = |seed| Box::new(Counter(seed)) as Box<dyn Random>;
        Self::with(folder, limits, context, random, since_start()).await
    }

    async fn with(
        folder: TempDir,
        limits: LobbyLimits,
        context: Context,
        random: fn(u64) -> Box<dyn Random>,
        clock: Arc<dyn Clock>,
    ) -> Self {
        let url = format!("sqlite:{}", folder.path().join(DATABASE).display());
        let store = giog_store::open(&url, OpenOptions::default())
            .await
            .expect("a database");
        let fence = store
            .try_lease("test", TTL_MS)
            .await
            .expect("a lease")
            .expect("free");
        let (commit, committer) =
            Committer::start(Arc::clone(&store) as _, fence, CommitLimits::default());
        // Every source of randomness is a different one, also after a restart.
        let server = SERVERS.fetch_add(1, Ordering::Relaxed);
        let seeds = AtomicU64::new((u64::from(std::process::id()) << 30) + (server << 20));
        seeds.fetch_add(
            u64::try_from(store.open_rooms().await.expect("rooms").len()).expect("few") * 1_000,
            Ordering::Relaxed,
        );
        let fault = Arc::<AtomicBool>::default();
        let made_on_purpose = Arc::clone(&fault);
        let random = Arc::new(move || {
            assert!(
                !made_on_purpose.swap(false, Ordering::Relaxed),
                "a fault made on purpose"
            );
            random(seeds.fetch_add(1, Ordering::Relaxed))
        });
        let hub = Hub::new(Arc::new(context), limits, clock, random, commit.clone());
        Self {
            hub,
            store,
            fence,
            commit,
            committer,
            folder,
            fault,
        }
    }

    /// Changes the database as no server does.
    pub async fn execute(&self, sql: &str) {
        let options = SqliteConnectOptions::new().filename(self.folder.path().join(DATABASE));
        let mut other = options.connect().await.expect("the database");
        let done = sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut other).await;
        done.expect("the database takes it");
        other.close().await.expect("the connection closes");
    }

    /// Nothing can be stored from now on until this is released; writers wait.
    pub async fn lock(&self) -> Locked {
        let options = SqliteConnectOptions::new().filename(self.folder.path().join(DATABASE));
        let mut other = options.connect().await.expect("the database");
        let begun = sqlx::query("BEGIN IMMEDIATE").execute(&mut other).await;
        begun.expect("nobody else writes");
        Locked(other)
    }

    /// Waits until rows are being stored.
    pub async fn is_storing(&self) {
        while !matches!(self.commit.waiting(), (0, 1..)) {
            tokio::task::yield_now().await;
        }
    }

    /// Waits until a room has failed, and is not restored.
    pub async fn is_busy(&self, room: RoomId) {
        while !self
            .hub
            .room(room)
            .is_err_and(|problem| problem.code == ErrorCode::Busy)
        {
            tokio::task::yield_now().await;
        }
    }

    /// Another server takes the rooms over while this one still runs.
    pub async fn another_takes_over(&self) {
        // The same holder gets the lease again at once.
        let fence = self.store.try_lease("test", TTL_MS).await;
        fence.expect("a lease").expect("free for its holder");
    }

    /// The server stops, and another one starts on the same database.
    pub async fn restart(self, context: Context) -> Self {
        let server = self.restart_slowly(context).await;
        server
            .hub
            .recover(Arc::clone(&server.store) as _)
            .await
            .expect("the rooms come back");
        server.hub.recovered().await;
        server
    }

    /// Like [`Self::restart`], but the rooms are not restored yet.
    pub async fn restart_slowly(self, context: Context) -> Self {
        self.hub.stop().await;
        self.commit.close();
        self.committer.await.expect("the committer ends");
        self.store
            .release(self.fence)
            .await
            .expect("the lease is given back");
        self.store.close().await;
        Self::in_folder(self.folder, LobbyLimits::default(), context).await
    }

    /// Creates a room and waits until it is durable.
    pub async fn create(&self, guest: &mut Guest, key: &str, settings: &str) -> RoomHandle {
        let re = guest.next_re();
        let handle = guest.create(&self.hub, re, key, settings).expect("a room");
        assert!(guest.reply(re).await.is_ok());
        handle
    }
}

impl Guest {
    pub fn new(number: u64) -> Self {
        Self::with_capacity(number, 1_000)
    }

    pub fn with_capacity(number: u64, frames: usize) -> Self {
        let (frame_sender, frame_receiver) = FrameSender::new(ConnId(number), frames);
        let person = Person {
            player: PlayerId(Uuid::from_u128(u128::from(number % 100))),
            name: PlayerName::try_from(format!("p{number}")).expect("a name"),
            declared_bot: None,
        };
        Self {
            person,
            frame_sender,
            frame_receiver,
            next_re: 1,
        }
    }

    pub fn next_re(&mut self) -> u64 {
        self.next_re += 1;
        self.next_re
    }

    pub fn create(
        &self,
        hub: &Hub,
        re: u64,
        key: &str,
        settings: &str,
    ) -> Result<RoomHandle, Problem> {
        let create = CreateRoom {
            key: key.to_owned(),
            settings: serde_json::from_str(settings).expect("settings"),
            sit: None,
        };
        let made = self.create_anywhere(hub, re, create);
        made.now_or_never().expect("it is decided here")
    }

    /// The same if another node may decide about it.
    pub async fn create_anywhere(
        &self,
        hub: &Hub,
        re: u64,
        create: CreateRoom,
    ) -> Result<RoomHandle, Problem> {
        let (frame_sender, person) = (self.frame_sender.clone(), self.person.clone());
        hub.create(frame_sender, person, re, create, || Ok(()))
            .await
    }

    /// Sends a request; returns its number.
    pub fn send(&mut self, room: &RoomHandle, json: &str) -> Result<u64, ErrorCode> {
        let re = self.next_re();
        let command: RoomCommand = serde_json::from_str(json).expect("a request");
        room.command(self.frame_sender.clone(), self.person.clone(), re, command)?;
        Ok(re)
    }

    /// Sends a request and waits for the reply.
    pub async fn ask(&mut self, room: &RoomHandle, json: &str) -> Result<Answer, ErrorCode> {
        let re = self.send(room, json)?;
        self.reply(re).await
    }

    /// Joins again; returns the `now`.
    pub async fn waited_for(&mut self, room: &RoomHandle) -> server::Now {
        self.ask(room, r#"{"type":"join"}"#).await.expect("in");
        loop {
            if let ServerMessage::Now(now) = self.next().await {
                return now;
            }
        }
    }

    /// Joins again; if there is a decision, returns its default as a request.
    pub async fn default_act(&mut self, room: &RoomHandle) -> Option<String> {
        let you = self.waited_for(room).await.you?;
        let default = you.decision.filter(Decision::must)?.default_action()?;
        let mut act = serde_json::to_value(default).expect("it is JSON");
        act["type"] = "act".into();
        act["turn"] = you.turn.into();
        Some(act.to_string())
    }

    /// The reply to a request; everything before it is skipped.
    pub async fn reply(&mut self, request: u64) -> Result<Answer, ErrorCode> {
        loop {
            match self.next().await {
                ServerMessage::Ok(ok) if ok.re == request => return Ok(ok.answer),
                ServerMessage::Error(error) if error.re == Some(request) => return Err(error.code),
                _ => {}
            }
        }
    }

    pub async fn next(&mut self) -> ServerMessage {
        let flowed = tokio::time::timeout(PATIENCE, self.frame_receiver.next())
            .await
            .expect("a message in time");
        match flowed {
            NextFrame::Frame(frame) => serde_json::from_slice(&frame).expect("a message"),
            other => panic!("the connection ends: {other:?}"),
        }
    }
}

/// The room in an answer.
pub fn room_of(answer: &Result<Answer, ErrorCode>) -> Option<RoomId> {
    match *answer {
        Ok(Answer::Room { room, .. }) => Some(room),
        _ => None,
    }
}
