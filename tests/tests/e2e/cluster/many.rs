//! Many tables on three servers, which are killed or replaced one after another; and how long people wait because of it.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use futures_util::future::join_all;
use giog_tests::{Chance, Seated, Table, get, number_from_env, patiently, seed};
use serde_json::json;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep, timeout};

use super::{Cluster, TRIES, come_back};

/// How often a player without messages checks whether the test is over.
const LOOK: Duration = Duration::from_millis(200);
/// The time between two faults.
const CALM: Duration = Duration::from_secs(2);

/// What the players share about the servers.
#[derive(Clone)]
struct News {
    nodes: watch::Receiver<Vec<SocketAddr>>,
    is_over: watch::Receiver<bool>,
    /// A player at their table has left without being ready: no further match starts there.
    is_left: Arc<AtomicBool>,
}

/// What a player experienced.
#[derive(Default)]
struct Met {
    /// The times between which they waited for an answer.
    waits: Vec<(Instant, Instant)>,
    /// When a connection broke, over which node, and with which close code.
    breaks: Vec<(Instant, SocketAddr, Option<u16>)>,
}

/// Continues to play through all faults, until the test and the match are over.
async fn play(seated: &mut Seated, number: usize, mut news: News, think_ms: usize) -> Met {
    let mut met = Met::default();
    let mut chance = Chance::new(number as u64);
    let mut asked = None;
    let of = |nodes: &[SocketAddr]| {
        let mut own = nodes.to_vec();
        own.rotate_left(number % nodes.len());
        own
    };
    let mut node = of(&news.nodes.borrow())[0];
    loop {
        let is_over = *news.is_over.borrow_and_update();
        seated.player.willing = !is_over;
        let between = !seated.player.is_playing() && seated.player.unanswered().is_none();
        if is_over && between {
            // A ready player stays: a match starts when the other one is ready, too.
            if seated.player.is_idle() {
                news.is_left.store(true, Ordering::Relaxed);
            }
            if news.is_left.load(Ordering::Relaxed) {
                return met;
            }
        }
        if let Some(request) = seated.player.wants() {
            let thinks = chance.below(2 * think_ms + 1);
            sleep(Duration::from_millis(thinks as u64)).await;
            asked = Some(Instant::now());
            let id = seated.socket.send(&request).await;
            seated.player.sent(id.unwrap_or(0), request);
        }
        match timeout(LOOK, seated.socket.read_fresh()).await {
            Err(_) => {}
            Ok(Ok(frame)) => seated.player.observe(&frame),
            Ok(Err(gone)) => {
                met.breaks.push((Instant::now(), node, gone.code));
                let back = async {
                    let mut patience = 5 * LOOK;
                    for tried in 0.. {
                        let nodes = of(&news.nodes.borrow());
                        node = nodes[tried % nodes.len()];
                        // A node may be gone by then, and on a busy machine it may take long.
                        if timeout(patience, come_back(seated, &[node])).await.is_ok() {
                            return;
                        }
                        patience *= 2;
                    }
                };
                patiently("a way back", back).await;
            }
        }
        if seated.player.unanswered().is_none()
            && let Some(since) = asked.take()
        {
            met.waits.push((since, Instant::now()));
        }
    }
}

/// The percentile of the waiting times.
fn percentile(waits: &mut [Duration], hundredths: usize) -> Duration {
    waits.sort_unstable();
    let last = waits.len().saturating_sub(1);
    waits
        .get(last * hundredths / 100)
        .copied()
        .unwrap_or_default()
}

fn tell(what: &str, mut waits: Vec<Duration>) -> Duration {
    let [half, most, all] = [50, 99, 100].map(|hundredths| percentile(&mut waits, hundredths));
    println!(
        "{what}: {} answers, p50 {} ms, p99 {} ms, longest {} ms",
        waits.len(),
        half.as_millis(),
        most.as_millis(),
        all.as_millis()
    );
    most
}

struct Crowd {
    people: Vec<JoinHandle<(usize, Seated, Met)>>,
    rooms: Vec<String>,
    nodes: watch::Sender<Vec<SocketAddr>>,
    is_over: watch::Sender<bool>,
}

impl Crowd {
    /// Starts this number of tables of two on these servers.
    async fn gather(nodes: &[SocketAddr], tables: usize) -> Self {
        let think_ms = usize::try_from(number_from_env("GIOG_TEST_THINK_MS", 100)).expect("a time");
        let (nodes_told, nodes_seen) = watch::channel(nodes.to_vec());
        let (is_over, over_seen) = watch::channel(false);
        let settings = json!({
            "variant": "giog", "seats": 2, "clock": {"kind": "none"}, "reveal_pause_ms": 0
        });
        let mut crowd = Self {
            people: Vec::new(),
            rooms: Vec::new(),
            nodes: nodes_told,
            is_over,
        };
        for number in 0..tables {
            let here = nodes[number % nodes.len()];
            let seed = seed() + 10 * number as u64;
            let mut table = Table::set(here, &settings, &[true, false], 0, seed).await;
            let there = nodes[(number + 1) % nodes.len()];
            let path = format!("/api/v1/rooms/{}", table.room);
            assert_eq!(get(there, &path).await.status, 200, "every node knows it");
            let there = [there];
            let coming = come_back(&mut table.people[1], &there);
            patiently("another node", coming).await;
            crowd.rooms.push(table.room);
            let news = News {
                nodes: nodes_seen.clone(),
                is_over: over_seen.clone(),
                is_left: Arc::default(),
            };
            for (place, mut seated) in table.people.into_iter().enumerate() {
                let news = news.clone();
                crowd.people.push(tokio::spawn(async move {
                    let met = play(&mut seated, number + place, news, think_ms).await;
                    (number, seated, met)
                }));
            }
        }
        crowd
    }

    /// Lets everybody end their match; returns the tables, and what the players experienced.
    async fn end(self) -> (Vec<Table>, Vec<Met>) {
        self.is_over.send_replace(true);
        let tables = self.rooms.into_iter().map(|room| Table {
            room,
            people: Vec::new(),
            watching: Vec::new(),
        });
        let (mut tables, mut met): (Vec<Table>, Vec<Met>) = (tables.collect(), Vec::new());
        for person in join_all(self.people).await {
            let (table, seated, one) = person.expect("nothing that must not be happens to anybody");
            tables[table].people.push(seated);
            met.push(one);
        }
        (tables, met)
    }
}

/// Checks that the record of every finished match is what everybody saw; returns their number.
async fn check_all(cluster: &Cluster, tables: &[Table]) -> usize {
    let mut checked = 0;
    for table in tables {
        let finished = table.people[0].player.finished.len();
        for number in 0..finished {
            cluster.check_on(0, table, number).await;
        }
        checked += finished;
    }
    checked
}

#[tokio::test(flavor = "multi_thread")]
async fn many_tables_play_on_while_one_node_after_another_is_killed() {
    let tables = usize::try_from(number_from_env("GIOG_TEST_TABLES", 6)).expect("a number");
    let mut cluster = Cluster::start(3).await;
    let crowd = Crowd::gather(&cluster.addresses(), tables).await;
    let (mut chance, mut kills) = (Chance::new(seed()), Vec::new());
    for _ in 0..number_from_env("GIOG_TEST_KILLS", 2) {
        sleep(CALM).await;
        let killed = cluster.nodes.remove(chance.below(3));
        crowd.nodes.send_replace(cluster.addresses());
        kills.push(Instant::now());
        killed.process.kill().await;
        sleep(CALM).await;
        cluster.add().await;
        crowd.nodes.send_replace(cluster.addresses());
    }
    let (tables, met) = crowd.end().await;
    let checked = check_all(&cluster, &tables).await;
    let waits = || met.iter().flat_map(|met| &met.waits).copied();
    let of = |(since, until): (Instant, Instant)| until - since;
    tell("always", waits().map(of).collect());
    // The waits that began before a node was killed, or while its rooms had no owner.
    let after_kill = |&(since, until): &(Instant, Instant)| {
        let mut kills = kills.iter();
        kills.any(|&kill| until > kill && since < kill + Duration::from_secs(2))
    };
    let after = waits().filter(after_kill).map(|(since, until)| {
        let kills = kills.iter().copied().filter(|&kill| kill < until);
        until - since.max(kills.max().unwrap_or(since)).min(until)
    });
    tell("within two seconds of a kill", after.collect());
    println!(
        "{} tables, {} kills, {checked} matches verified",
        tables.len(),
        kills.len()
    );
    assert!(checked >= tables.len());
    cluster.end().await;
}

/// If a link between remaining nodes is lost, as on a machine that stalls for longer than a link may be silent, people are
/// disconnected who should not be. The test is then repeated with other nodes.
#[tokio::test(flavor = "multi_thread")]
async fn many_tables_notice_nothing_while_three_nodes_are_replaced() {
    let mut disturbed = 0;
    for _ in 0..TRIES {
        disturbed = Box::pin(replace_three_nodes()).await;
        if disturbed == 0 {
            return;
        }
        println!("{disturbed} connections to nodes that stay broke");
    }
    panic!("{disturbed} connections to nodes that stay broke, in the last of {TRIES} tries");
}

/// Replaces one node after another while many tables play; returns how many connections to remaining nodes broke.
async fn replace_three_nodes() -> usize {
    let tables = usize::try_from(number_from_env("GIOG_TEST_TABLES", 6)).expect("a number");
    let mut cluster = Cluster::start(3).await;
    let crowd = Crowd::gather(&cluster.addresses(), tables).await;
    let mut replaced = Vec::new();
    for _ in 0..3 {
        sleep(CALM).await;
        cluster.add().await;
        let old = cluster.nodes.remove(0);
        crowd.nodes.send_replace(cluster.addresses());
        let (address, began) = (old.address, Instant::now());
        old.process.stop().await;
        replaced.push((address, began, Instant::now()));
    }
    let (tables, met) = crowd.end().await;
    let checked = check_all(&cluster, &tables).await;
    let breaks = || met.iter().flat_map(|met| &met.breaks);
    let mut elsewhere = 0;
    for (at, node, code) in breaks() {
        assert_eq!(*code, Some(1012), "whoever comes back does so at once");
        let mut stopped = replaced.iter();
        elsewhere += usize::from(!stopped.any(|(address, began, _)| address == node && at > began));
    }
    let waits = || met.iter().flat_map(|met| &met.waits).copied();
    tell(
        "always",
        waits().map(|(since, until)| until - since).collect(),
    );
    let is_moving = |&(since, until): &(Instant, Instant)| {
        let mut replaced = replaced.iter();
        replaced.any(|&(_, began, ended)| until > began && since < ended)
    };
    let during = waits().filter(is_moving);
    tell(
        "while a node stops",
        during.map(|(since, until)| until - since).collect(),
    );
    println!(
        "{} tables, {checked} matches verified, {} connections closed with 1012, {elsewhere} of them not to a node that stops",
        tables.len(),
        breaks().count()
    );
    assert!(checked >= tables.len());
    cluster.nobody_was_fenced_but(3).await;
    cluster.end().await;
    elsewhere
}
