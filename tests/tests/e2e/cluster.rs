//! Several servers that share the rooms of one Postgres database over NATS.

mod builds;
mod failures;
mod feed;
mod forgetting;
mod house;
mod inviting;
mod links;
mod many;
mod meeting;
mod moves;
mod push;
mod rated;
mod reviewers;
mod sleeping;
mod ways;
mod webhooks;

use std::net::SocketAddr;
use std::panic::{AssertUnwindSafe, resume_unwind};
use std::path::{Path, PathBuf};
use std::time::Duration;

use futures_util::FutureExt as _;
use futures_util::future::join_all;
use giog_tests::{
    Database, Nats, Player, Proxy, Seated, ServerProcess, Socket, Table, check_record, patiently,
    program, seed,
};
use serde_json::{Value, json};
use tokio::time::sleep;

use crate::rollback::value;

/// The pause before a request is repeated that was refused for the moment.
const AGAIN: Duration = Duration::from_millis(20);

/// Longer than a node is silent on a busy machine. Killed processes are noticed by their lock.
const LONG_MS: u32 = 30_000;

/// The most attempts of a test in which no connection may break by itself.
const TRIES: usize = 3;

/// Servers on one database.
struct Cluster {
    database: Database,
    nats: Nats,
    /// The running servers.
    nodes: Vec<Node>,
    /// The number of servers that were started.
    started: usize,
    /// Lines of every node's settings file, and of its section `[times]`.
    settings: (String, &'static str),
}

/// A server with proxies to Postgres and NATS, and a proxy for its clients.
struct Node {
    process: ServerProcess,
    /// Its data folder.
    folder: PathBuf,
    address: SocketAddr,
    /// The address of the operator's interface.
    operator: SocketAddr,
    postgres: Proxy,
    nats: Proxy,
    clients: Proxy,
}

impl Cluster {
    async fn start(nodes: usize) -> Self {
        Self::start_with(nodes, LONG_MS).await
    }

    /// A cluster whose nodes take each other for gone after this silence.
    async fn start_with(nodes: usize, node_ms: u32) -> Self {
        Self::start_on(Database::postgres().await, nodes, node_ms).await
    }

    /// The same on this database.
    async fn start_on(database: Database, nodes: usize, node_ms: u32) -> Self {
        let top = format!("cluster.node_ms = {node_ms}");
        Self::start_set(database, nodes, (top, "")).await
    }

    /// The same with these lines of the settings file, and of its section `[times]`.
    async fn start_set(database: Database, nodes: usize, settings: (String, &'static str)) -> Self {
        let mut cluster = Self {
            database,
            nats: Nats::start().await,
            nodes: Vec::new(),
            started: 0,
            settings,
        };
        for _ in 0..nodes {
            cluster.add().await;
        }
        cluster
    }

    /// Starts another server, with its own data folder.
    async fn add(&mut self) {
        self.add_build(&program()).await;
    }

    /// The same, with another build.
    async fn add_build(&mut self, build: &Path) {
        let folder = match self.started {
            0 => self.database.folder().to_owned(),
            number => self.database.another_folder(number),
        };
        self.started += 1;
        self.add_in(build, folder).await;
    }

    /// Starts a server in the data folder of one that has ended.
    async fn start_again(&mut self, folder: PathBuf) {
        self.add_in(&program(), folder).await;
    }

    async fn add_in(&mut self, build: &Path, folder: PathBuf) {
        let (postgres, url) = self.database.behind_proxy().await;
        let (nats, nats_url) = self.nats.behind_proxy().await;
        let addresses = (&*url, &*nats_url);
        let settings = (&*self.settings.0, self.settings.1);
        let mut process =
            ServerProcess::spawn_build(build, &folder, &self.database, addresses, settings);
        let address = patiently("the start of a node", process.listens()).await;
        let operator = process.operator().await;
        let clients = Proxy::to(address).await;
        self.nodes.push(Node {
            process,
            folder,
            address,
            operator,
            postgres,
            nats,
            clients,
        });
        self.settled().await;
    }

    fn addresses(&self) -> Vec<SocketAddr> {
        self.nodes.iter().map(|node| node.address).collect()
    }

    /// Checks that every node returns the record of this match as everybody saw it.
    async fn check(&self, table: &Table, finished: usize) {
        for node in 0..self.nodes.len() {
            self.check_on(node, table, finished).await;
        }
    }

    /// The same for one node.
    async fn check_on(&self, node: usize, table: &Table, finished: usize) {
        let key = self.database.signer().public_key();
        for player in table.people.iter().map(|seated| &seated.player) {
            assert_eq!(
                player.finished[finished].match_id,
                table.people[0].player.finished[finished].match_id
            );
        }
        let match_id = &table.people[0].player.finished[finished].match_id;
        check_record(self.nodes[node].address, key, table, match_id).await;
    }

    /// Waits until every node has its share of the rooms, and knows of those of the others.
    async fn settled(&self) {
        // A node that is alone has all of them, wherever they were before.
        let share = match self.nodes.len() {
            1 => 255,
            several => 256 / (2 * several),
        };
        let shares = "SELECT COUNT(*) FROM (SELECT node FROM shards GROUP BY node HAVING COUNT(*) > $1) AS shares";
        let all = async {
            while self.database.count(shares, share).await != self.nodes.len() {
                sleep(AGAIN).await;
            }
            // No shard moves any more.
            let mut moved = 0;
            loop {
                let now = self
                    .database
                    .count("SELECT SUM(moved)::BIGINT + $1 FROM shards", 0);
                let now = now.await;
                if now == moved {
                    break;
                }
                moved = now;
                sleep(Duration::from_millis(500)).await;
            }
            for node in &self.nodes {
                rooms_can_be_made(node.address).await;
            }
        };
        patiently("shares for all nodes", all).await;
    }

    /// Checks that this number of nodes have left, and that no other was taken for gone.
    async fn nobody_was_fenced_but(&self, left: usize) {
        let others = "SELECT COUNT(*) FROM nodes WHERE state = 'fenced' AND $1 = $1";
        assert_eq!(self.database.count(others, 0).await, left);
    }

    /// The number of links that the nodes have lost so far. A lost link disconnects people in rooms of another node.
    async fn links_lost(&self) -> u64 {
        let mut lost = 0;
        for node in &self.nodes {
            let of_node = value(node.operator, "giog_cluster_links_lost_total").await;
            lost += of_node.parse::<u64>().expect("a number");
        }
        lost
    }

    async fn end(self) {
        for node in self.nodes {
            node.process.stop().await;
        }
        self.database.remove().await;
    }
}

/// Runs a test on a cluster whose nodes stay, and in which no connection may break by itself. If it fails and a link between nodes was
/// lost meanwhile, as on a machine that stalls for longer than a link may be silent, it is repeated on another cluster.
async fn undisturbed<T>(
    start: impl AsyncFn() -> (Cluster, T),
    part: impl AsyncFn(&Cluster, &mut T),
) {
    for tried in 1.. {
        let (cluster, mut with) = start().await;
        let before = cluster.links_lost().await;
        let trial = Box::pin(part(&cluster, &mut with));
        let done = AssertUnwindSafe(trial).catch_unwind().await;
        if let Err(failure) = done {
            let lost = cluster.links_lost().await - before;
            if lost == 0 || tried == TRIES {
                resume_unwind(failure);
            }
            println!("it failed, and {lost} links were lost meanwhile: once more");
            cluster.end().await;
        } else {
            cluster.end().await;
            return;
        }
    }
}

/// Two nodes without people.
async fn two_nodes() -> (Cluster, ()) {
    (Cluster::start(2).await, ())
}

/// Waits until this node knows of all rooms, which creating a room requires.
async fn rooms_can_be_made(node: SocketAddr) {
    let (mut socket, _) = Socket::greet(node, "Ana").await;
    let create = json!({"type": "create_room", "key": "first", "settings": settings("giog")});
    loop {
        let answer = socket.ask(create.clone()).await;
        if answer["type"] == "ok" {
            let close = json!({"type": "close_room", "room": answer["room"]});
            socket.ask_ok(close).await;
            return;
        }
        assert_eq!(answer["code"], "busy", "{answer}");
        sleep(AGAIN).await;
    }
}

/// A room on the first node, with people on all nodes in turn.
async fn table(nodes: &[SocketAddr], settings: &Value) -> Table {
    let entropy = [true, false, true];
    let mut table = Table::set(nodes[0], settings, &entropy, 0, seed()).await;
    for (number, seated) in table.people.iter_mut().enumerate() {
        let node = nodes[number % nodes.len()];
        patiently("another node", come_back(seated, &[node])).await;
    }
    table
}

/// Reconnects over any of these nodes that can be reached, and repeats the unanswered request.
async fn come_back(seated: &mut Seated, nodes: &[SocketAddr]) {
    'nodes: for &node in nodes.iter().cycle() {
        sleep(AGAIN).await;
        let Ok(mut socket) = Socket::open(node).await else {
            continue;
        };
        let hello = json!({"type": "hello", "protocol": 1, "token": seated.player.token});
        let requests = [hello, seated.player.join()];
        for request in requests {
            loop {
                let Ok(id) = socket.send(&request).await else {
                    continue 'nodes;
                };
                let Some(answer) = socket.try_answer(id).await else {
                    continue 'nodes;
                };
                match answer["code"].as_str() {
                    None => break,
                    Some("busy" | "storage_unavailable") => sleep(AGAIN).await,
                    Some("shutting_down") => continue 'nodes,
                    Some(_) => panic!("{request} is answered {answer}"),
                }
            }
        }
        seated.socket = socket;
        if let Some(request) = seated.player.unanswered().cloned() {
            let id = seated.socket.send(&request).await;
            seated.player.sent(id.unwrap_or(0), request);
        }
        return;
    }
}

/// Plays until a condition is true for everybody. People who lose the connection reconnect over their node, or over another one.
async fn play_on(table: &mut Table, nodes: &[SocketAddr], done: impl Fn(&Player) -> bool + Copy) {
    let play = table
        .people
        .iter_mut()
        .enumerate()
        .map(async |(number, seated)| {
            let mut own = nodes.to_vec();
            own.rotate_left(number % nodes.len());
            while !done(&seated.player) {
                if seated.step().await.is_err() {
                    patiently("a way back", come_back(seated, &own)).await;
                }
            }
        });
    join_all(play).await;
}

fn settings(variant: &str) -> Value {
    json!({"variant": variant, "seats": 3, "clock": {"kind": "none"}, "reveal_pause_ms": 0})
}

/// Whether a player is in the middle of a match: they have acted once if they had a decision, and have no open decision.
fn is_in_the_middle(player: &Player) -> bool {
    let asked = player.decision().is_some() || player.unanswered().is_some();
    player.turns() > 0 || (player.is_playing() && player.now().is_some() && !asked)
}

/// The number of matches that a player has seen to their end.
fn has_finished(count: usize) -> impl Fn(&Player) -> bool + Copy {
    move |player| player.finished.len() >= count && player.unanswered().is_none()
}
