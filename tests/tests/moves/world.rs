//! Nodes that share the rooms of one database, with their faults.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use giog_protocol::client::CreateRoom;
use giog_protocol::{Person as Name, PlayerName, RoomId};
use giog_rooms::{
    Bot, Clock, Context, FrameSender, Hub, LobbyLimits, NextFrame, Now, Random, RoomLimits,
    ThinkingBudget, Times, seeded_deal, shard_of,
};
use giog_rules::fairness::{PublicKey, Signer};
use giog_rules::{Level, PlayerId, Timestamp};
use giog_store::{CommitHandle, CommitLimits, Committer, Fence, Log};
use giog_tests::{Chance, Habits, Player, check_kept_record};
use serde_json::{Value, json};
use tokio::sync::{mpsc, oneshot, watch};
use tokio::task::{JoinHandle, JoinSet};
use tokio::time::{Instant, sleep, timeout};
use uuid::Uuid;

use crate::bus::Bus;
use crate::database::{Database, Way};
use crate::links::{Links, Numbers, next_conn};
use crate::person::Person;
use crate::{Mutant, Tally, Trial, violated};

/// People with a seat.
const SEATS: usize = 2;
/// The time for a decision: much longer than the thinking time, and much shorter than all the moves of a match together.
const DECISION_MS: u32 = 15_000;
/// How long the bus is away for all nodes: longer than the time for a decision, and short enough that people wait.
const BUS_AWAY_MS: u64 = 20_000;
/// The interval at which a node reads the owners of shards.
const READ_MS: usize = 200;
/// The longest time until two matches are over, with any faults.
const MOST: Duration = Duration::from_hours(1);
/// How many nodes are killed, or wrongly declared gone.
const MOST_GONE: usize = 3;

/// All nodes, with bus and database.
pub struct World {
    pub numbers: Numbers,
    database: Arc<Database>,
    bus: Arc<Bus>,
    nodes: Mutex<BTreeMap<usize, Arc<Node>>>,
    done: Mutex<BTreeSet<PlayerId>>,
    all_done: watch::Sender<bool>,
    chance: Mutex<Chance>,
    fence: Fence,
    began: Instant,
    mutant: Option<Mutant>,
    lost_links: Arc<AtomicU64>,
    moves: AtomicU64,
    /// Whether the bus is away for a long time.
    loses_bus: bool,
    /// Whether it is away now.
    bus_is_away: AtomicBool,
}

/// A server.
pub struct Node {
    pub hub: Hub,
    /// Becomes true for its connections when it is gone.
    pub gone: watch::Sender<bool>,
    number: usize,
    others: watch::Sender<Vec<usize>>,
    gives: mpsc::UnboundedSender<Give>,
    tasks: Mutex<Vec<JoinHandle<()>>>,
    commit: CommitHandle,
}

/// Shards that a node must hand over to another one.
struct Give {
    shards: Vec<u8>,
    to: usize,
    done: oneshot::Sender<()>,
}

struct SinceStart(Instant);

impl Clock for SinceStart {
    fn now(&self) -> Now {
        let mono_ms = u64::try_from(self.0.elapsed().as_millis()).expect("not for ever");
        let wall = 1_700_000_000_000 + i64::try_from(mono_ms).expect("not for ever");
        Now {
            mono_ms,
            wall: Timestamp::from_unix_ms(wall),
        }
    }
}

fn context() -> Context {
    Context {
        signer: Signer::new(&[7; 32]),
        dealer: Arc::new(seeded_deal),
        bot: Bot::default(),
        thinking: ThinkingBudget::default(),
        quick_bots: Level::Simple,
        times: Times {
            // No stand-ins here, and no cancelled starts.
            ready_ms: 3_600_000,
            entropy_ms: 600_000,
            ceremony_ms: 600_000,
            empty_ms: 3_600_000,
            unvisited_ms: 3_600_000,
            ..Times::default()
        },
        limits: RoomLimits::default(),
    }
}

fn key() -> PublicKey {
    Signer::new(&[7; 32]).public_key()
}

/// Runs this seed to its end.
pub async fn run(seed: u64, trial: Trial, mutant: Option<Mutant>, fence: Fence) -> Tally {
    let mut chance = Chance::new(seed);
    let mut another = || Chance::new(u64::try_from(chance.below(usize::MAX)).expect("64 bits"));
    let world = Arc::new(World {
        numbers: Arc::new(AtomicU64::new(1)),
        database: Arc::new(Database::new(another())),
        bus: Arc::new(Bus::new(another())),
        nodes: Mutex::default(),
        done: Mutex::default(),
        all_done: watch::Sender::new(false),
        chance: Mutex::new(another()),
        fence,
        began: Instant::now(),
        mutant,
        lost_links: Arc::default(),
        moves: AtomicU64::new(0),
        loses_bus: trial == Trial::LostBus,
        bus_is_away: AtomicBool::new(false),
    });
    let nodes = 2 + world.below(2);
    for number in 0..nodes {
        world.start(number);
    }
    let room = world.make_room().await;
    // Other nodes learn of it some milliseconds later.
    for node in world.living() {
        while node.hub.room(room).is_err() {
            sleep(world.within(50)).await;
        }
    }
    let mut people = JoinSet::new();
    for number in 0..=SEATS {
        let person = world.person(number, room);
        people.spawn(person.play(Arc::clone(&world), world.all_done.subscribe()));
    }
    let faults = tokio::spawn(Arc::clone(&world).inject_faults(room, nodes));
    let played = timeout(MOST, async {
        let mut played = Vec::new();
        while let Some(person) = people.join_next().await {
            match person {
                Ok(person) => played.push(person),
                Err(error) => std::panic::resume_unwind(error.into_panic()),
            }
        }
        played
    });
    let Ok(played) = played.await else {
        violated!("the matches come to no end");
    };
    if faults.is_finished() {
        faults.await.expect("what happens is no fault");
    } else {
        faults.abort();
    }
    world.check(&played);
    Tally {
        moves: world.moves.load(Ordering::Relaxed),
        lost_links: world.lost_links.load(Ordering::Relaxed),
        lost_connections: played.iter().map(|person| person.lost).sum(),
        commits: world.database.commits(),
    }
}

impl World {
    fn below(&self, n: usize) -> usize {
        self.chance.lock().expect("no panic").below(n)
    }

    fn within(&self, ms: usize) -> Duration {
        Duration::from_millis(1 + self.below(ms) as u64)
    }

    /// Whether no node reaches another one, so that people stay on the node that a proxy chooses.
    pub fn is_bus_away(&self) -> bool {
        self.bus_is_away.load(Ordering::Relaxed)
    }

    /// The nodes to which people may connect.
    pub fn living(&self) -> Vec<Arc<Node>> {
        let nodes = self.nodes.lock().expect("no panic");
        nodes.values().cloned().collect()
    }

    fn node(&self, number: usize) -> Option<Arc<Node>> {
        self.nodes.lock().expect("no panic").get(&number).cloned()
    }

    /// A person has seen everything.
    pub fn is_done(&self, player: PlayerId) {
        let mut done = self.done.lock().expect("no panic");
        done.insert(player);
        if done.len() > SEATS {
            self.all_done.send_replace(true);
        }
    }

    fn start(self: &Arc<Self>, number: usize) {
        let way = Arc::new(Way {
            database: Arc::clone(&self.database),
            node: number,
        });
        let store: Arc<dyn Log> = way;
        let (commit, _committer) =
            Committer::start(Arc::clone(&store), self.fence, CommitLimits::default());
        let world = Arc::clone(self);
        let random = move || {
            let seed = u64::try_from(world.below(usize::MAX)).expect("64 bits");
            Box::new(Chance::new(seed)) as Box<dyn Random>
        };
        let hub = Hub::new(
            Arc::new(context()),
            LobbyLimits::default(),
            Arc::new(SinceStart(self.began)),
            Arc::new(random),
            commit.clone(),
        );
        hub.share();
        let (others, others_seen) = watch::channel(Vec::new());
        let (gives, to_give) = mpsc::unbounded_channel();
        let links = Links {
            me: number,
            hub: hub.clone(),
            bus: Arc::clone(&self.bus),
            numbers: Arc::clone(&self.numbers),
            began: self.began,
            mutant: self.mutant,
            others: others_seen,
            lost: Arc::clone(&self.lost_links),
        };
        let arriving = self.bus.join(number);
        let node = Arc::new(Node {
            hub,
            gone: watch::Sender::new(false),
            number,
            others,
            gives,
            tasks: Mutex::default(),
            commit,
        });
        let mut tasks = vec![tokio::spawn(links.keep(arriving))];
        let keeping = Arc::clone(self).keep(Arc::clone(&node), store, to_give);
        tasks.push(tokio::spawn(keeping));
        *node.tasks.lock().expect("no panic") = tasks;
        self.nodes.lock().expect("no panic").insert(number, node);
        self.tell_members();
    }

    /// Tells every node which others there are.
    fn tell_members(&self) {
        let nodes = self.living();
        for node in &nodes {
            let others = nodes.iter().map(|other| other.number);
            node.others
                .send_replace(others.filter(|&other| other != node.number).collect());
        }
    }

    /// Starts and stops rooms as the database says, and hands over shards on request, as the placement does.
    async fn keep(
        self: Arc<Self>,
        node: Arc<Node>,
        store: Arc<dyn Log>,
        mut to_give: mpsc::UnboundedReceiver<Give>,
    ) {
        let mut mine: BTreeSet<u8> = BTreeSet::new();
        loop {
            let now: BTreeSet<u8> = self.database.shards_of(node.number).into_iter().collect();
            let gone: Vec<u8> = mine.difference(&now).copied().collect();
            let come: Vec<u8> = now.difference(&mine).copied().collect();
            mine = now;
            if !gone.is_empty() {
                node.hub.release(&gone).await;
            }
            if !come.is_empty() {
                node.hub.own(&come, Arc::clone(&store)).await;
            }
            let read = self.within(READ_MS);
            tokio::select! {
                biased;
                Some(give) = to_give.recv() => {
                    let is_mine = give.shards.iter().all(|shard| mine.contains(shard));
                    if is_mine {
                        self.give(&node, &give).await;
                        // If they stay, their rooms are restored.
                        mine.retain(|shard| !give.shards.contains(shard));
                    }
                    // The receiver may be gone.
                    let _ = give.done.send(());
                }
                () = node.hub.shards_moved() => {}
                () = sleep(read) => {}
            }
        }
    }

    async fn give(&self, node: &Node, give: &Give) {
        let (hub, shards) = (&node.hub, &give.shards);
        let is_too_early = self.mutant == Some(Mutant::HandOverBeforeSettled);
        if !is_too_early {
            hub.release(shards).await;
        }
        if self.database.hand_over(shards, node.number, give.to).await {
            hub.handed_over(shards);
        }
        if is_too_early {
            hub.release(shards).await;
        }
    }

    /// A room created on the first node, which has all shards at first.
    async fn make_room(&self) -> RoomId {
        let node = self.node(0).expect("the first node");
        let mut pause = self.within(50);
        loop {
            sleep(pause).await;
            pause = self.within(50);
            let (frame_sender, mut frame_receiver) =
                FrameSender::new(next_conn(&self.numbers), 100);
            let settings = json!({
                "variant": "giog", "seats": SEATS, "reveal_pause_ms": 0,
                "clock": {"kind": "timed", "decision_ms": DECISION_MS, "bank_ms": 0},
            });
            let create = CreateRoom {
                key: "a".to_owned(),
                settings: serde_json::from_value(settings).expect("settings"),
                sit: None,
            };
            let made = node.hub.create(frame_sender, name(0), 1, create, || Ok(()));
            let Ok(handle) = made.await else { continue };
            loop {
                let NextFrame::Frame(frame) = frame_receiver.next().await else {
                    panic!("the connection ends");
                };
                let frame: Value = serde_json::from_slice(&frame).expect("a message");
                if frame["re"] == 1 {
                    assert_eq!(frame["type"], "ok", "{frame}");
                    let conn = next_conn(&self.numbers);
                    node.hub.detached(&handle, conn).await;
                    return handle.id();
                }
            }
        }
    }

    fn person(&self, number: usize, room: RoomId) -> Person {
        let name = name(number);
        let welcome = json!({"player": name.player, "name": name.name});
        let seed = u64::try_from(self.below(usize::MAX)).expect("64 bits");
        let habits = Habits {
            entropy: number == 1,
            take_backs: true,
        };
        let room_text = serde_json::to_value(room).expect("a text");
        let room_text = room_text.as_str().expect("a text");
        let mut player = Player::new(&welcome, "", room_text, habits, seed);
        // Spectators may miss more than is kept while the bus is away; the match does not continue without the players.
        player.hurried = self.loses_bus && number >= SEATS;
        Person {
            player,
            name,
            room,
            home: number,
            is_to_sit: number < SEATS,
            chance: Chance::new(seed),
            lost: 0,
        }
    }

    /// Moves rooms, and causes faults meanwhile.
    async fn inject_faults(self: Arc<Self>, room: RoomId, nodes: usize) {
        let (mut started, mut gone) = (nodes, 0);
        loop {
            let moving = tokio::spawn(Arc::clone(&self).move_some(room));
            let pause = self.within(400);
            sleep(pause).await;
            match self.below(12) {
                0 | 1 if gone < MOST_GONE && self.living().len() > 1 => {
                    gone += 1;
                    self.lose_one().await;
                    self.start(started);
                    started += 1;
                }
                2 | 3 => {
                    self.for_a_while(|world, on| world.database.set_away(on))
                        .await;
                }
                4 => {
                    let nodes = self.living();
                    let cut = nodes[self.below(nodes.len())].number;
                    self.for_a_while(|world, on| world.bus.set_cut(cut, on))
                        .await;
                }
                5 if self.loses_bus => self.without_bus().await,
                _ => {}
            }
            moving.await.expect("a move is no fault");
            let longest = [1_500, 1_500, 8_000][self.below(3)];
            let pause = self.within(longest);
            sleep(pause).await;
        }
    }

    /// Cuts all nodes off from each other for longer than the time for a decision.
    async fn without_bus(&self) {
        let cut_all = |is_cut| {
            for node in self.living() {
                self.bus.set_cut(node.number, is_cut);
            }
        };
        self.bus_is_away.store(true, Ordering::Relaxed);
        cut_all(true);
        sleep(Duration::from_millis(BUS_AWAY_MS)).await;
        cut_all(false);
        self.bus_is_away.store(false, Ordering::Relaxed);
    }

    async fn for_a_while(&self, set: impl Fn(&Self, bool)) {
        set(self, true);
        let lasts = self.within(2_000);
        sleep(lasts).await;
        set(self, false);
    }

    /// Moves the shard of the room, mostly, and some others.
    async fn move_some(self: Arc<Self>, room: RoomId) {
        let from = self.database.owner(shard_of(room));
        let nodes = self.living();
        let others: Vec<_> = nodes.iter().filter(|node| node.number != from).collect();
        let (Some(node), false) = (self.node(from), others.is_empty()) else {
            return;
        };
        let to = others[self.below(others.len())].number;
        let mut shards: Vec<u8> = self.database.shards_of(from);
        let keeps_room = self.below(5) == 0;
        shards.retain(|&shard| {
            if shard == shard_of(room) {
                !keeps_room
            } else {
                self.below(4) == 0
            }
        });
        let (done, is_done) = oneshot::channel();
        if node.gives.send(Give { shards, to, done }).is_ok() {
            // If the node is gone meanwhile, nothing is handed over.
            let _ = is_done.await;
            self.moves.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Kills a node, or declares it gone while it is only paused.
    async fn lose_one(&self) {
        let nodes = self.living();
        let lost = &nodes[self.below(nodes.len())];
        let is_killed = self.below(2) == 0;
        if is_killed {
            self.end(lost);
            self.database.fence(lost.number);
        } else {
            self.bus.set_cut(lost.number, true);
        }
        let noticed = self.within(1_500);
        sleep(noticed).await;
        let living = nodes.iter().map(|node| node.number);
        let living: Vec<usize> = living.filter(|&number| number != lost.number).collect();
        self.database.take_over(lost.number, &living).await;
        if !is_killed {
            // It learns this from the database, and ends.
            let _ = timeout(Duration::from_secs(1), lost.commit.lost()).await;
            self.end(lost);
        }
        self.tell_members();
    }

    fn end(&self, node: &Node) {
        self.nodes.lock().expect("no panic").remove(&node.number);
        self.bus.set_cut(node.number, true);
        for task in node.tasks.lock().expect("no panic").drain(..) {
            task.abort();
        }
        node.gone.send_replace(true);
    }

    /// Checks that the records match what everybody saw, and that nobody's time ran out.
    fn check(&self, people: &[Person]) {
        let players: Vec<&Player> = people.iter().map(|person| &person.player).collect();
        // People who came late have seen fewer, and a match may just have ended.
        let seen = |player: &&Player, match_id: &str| {
            let mut finished = player.finished.iter();
            finished.any(|finished| finished.match_id == match_id)
        };
        for match_id in players[0]
            .finished
            .iter()
            .map(|finished| &finished.match_id)
        {
            let players: Vec<&Player> = players
                .iter()
                .copied()
                .filter(|player| seen(player, match_id))
                .collect();
            let id = serde_json::from_value(json!(match_id)).expect("an id");
            let Some(record) = self.database.record_of(id) else {
                violated!("there is no record of {match_id}");
            };
            check_kept_record(&record, key(), &players, match_id);
            let record: Value = serde_json::from_slice(&record).expect("a record");
            let actions = record["actions"].as_array().expect("actions");
            if let Some(action) = actions.iter().find(|action| !action["by"].is_null()) {
                violated!("somebody's time ran out: {action}");
            }
        }
    }
}

fn name(number: usize) -> Name {
    Name {
        player: PlayerId(Uuid::from_u128(100 + number as u128)),
        name: PlayerName::try_from(format!("p{number}")).expect("a name"),
        declared_bot: None,
    }
}
