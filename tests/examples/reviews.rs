//! Measures the time from the last lay to the reveal while the queue of reviews is full, against the time while it is empty: one after
//! the other, on the same server, which has one core, with its reviews.
//!
//! ```text
//! cargo build --release -p giog && cargo build --release -p giog-tests --example reviews
//! target/release/examples/reviews target/release/giog 10
//! ```
//!
//! Linux only: the server is bound to a core.

#![expect(
    clippy::disallowed_methods,
    reason = "a measurement is about real time"
)]

#[expect(dead_code, reason = "other benches use more of it")]
#[path = "attack/client.rs"]
mod attack;
#[expect(dead_code, reason = "other benches use more of it")]
#[path = "load/client.rs"]
mod client;
#[expect(dead_code, reason = "other benches use more of it")]
#[path = "attack/server.rs"]
mod server;
#[path = "load/tables.rs"]
mod tables;

use std::collections::VecDeque;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use futures_util::future::try_join_all;
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::task::JoinSet;

use self::client::Form;
use self::server::Server;
use self::tables::{Habits, play, quantile_ms, table};

/// Tables that play at the same time.
const TABLES: usize = 10;
/// Matches of each in one measurement.
const MATCHES: usize = 20;
/// How long each player waits before a decision: the core has time for reviews.
const THINK: Duration = Duration::from_millis(10);
/// Who asks for reviews, each from a network of its own: enough to fill the queue, as each may have some in it.
const READERS: usize = 12;
/// How many each waits for.
const WAITS_FOR: usize = 4;
/// How often each asks again.
const AGAIN: Duration = Duration::from_millis(200);
/// The queue is as good as full when so many reviews are made before the last one.
const FULL: usize = 28;
/// Settings without limits of rates.
const SETTINGS: [(&str, &str); 11] = [
    ("GIOG_LIMITS__ADDRESS_COST_BURST", "1000000000"),
    ("GIOG_LIMITS__ADDRESS_COST_PER_SECOND", "1000000000"),
    ("GIOG_LIMITS__CONNECTIONS_PER_ADDRESS", "20000"),
    ("GIOG_LIMITS__CONNECTION_COST_PER_SECOND", "1000000000"),
    ("GIOG_LIMITS__NEW_GUESTS_PER_MINUTE", "100000"),
    ("GIOG_LIMITS__NEW_ROOMS_PER_MINUTE", "100000"),
    ("GIOG_LIMITS__PERSON_COST_BURST", "1000000000"),
    ("GIOG_LIMITS__PERSON_COST_PER_SECOND", "1000000000"),
    ("GIOG_LIMITS__REST_PER_SECOND", "100000"),
    ("GIOG_LIMITS__REVIEWS_OF_OTHERS_PER_DAY", "1000000"),
    ("GIOG_LIMITS__ROOMS_PER_ADDRESS", "20000"),
];

#[tokio::main]
async fn main() {
    let mut arguments = std::env::args().skip(1);
    let Some(binary) = arguments.next() else {
        eprintln!("reviews <giog> [pairs]");
        return;
    };
    let pairs = arguments.next().and_then(|text| text.parse().ok());
    let server = Server::start(Path::new(&binary), "0", &SETTINGS).await;
    println!(
        "from the last lay to the reveal, in ms: median and 99 of 100, with an empty queue of reviews, and with a full one"
    );
    let mut ratios = [Vec::new(), Vec::new()];
    let mut unread = VecDeque::new();
    for pair in 0..pairs.unwrap_or(10) {
        let quiet = measure(&server, &mut unread).await;
        let readers = Readers::fill(&server, &mut unread).await;
        let beside = measure(&server, &mut VecDeque::new()).await;
        let made = readers.end().await;
        println!(
            "{pair}: {:.2} {:.2}, {:.2} {:.2}; {made} reviews",
            quiet[0], quiet[1], beside[0], beside[1]
        );
        for (ratios, (quiet, beside)) in ratios.iter_mut().zip(quiet.into_iter().zip(beside)) {
            ratios.push(beside / quiet);
        }
    }
    for (name, mut ratios) in ["median", "99 of 100"].into_iter().zip(ratios) {
        ratios.sort_by(f64::total_cmp);
        let (least, most) = (ratios.first(), ratios.last());
        println!(
            "{name}: {:.2} times as long ({:.2} to {:.2})",
            ratios[ratios.len() / 2],
            least.expect("a pair"),
            most.expect("a pair")
        );
    }
}

/// Plays matches at some tables: the median of the times and 99 of 100. What may be reviewed of them is added.
async fn measure(server: &Server, unread: &mut VecDeque<String>) -> [f64; 2] {
    let address = server.address.to_string();
    let habits = Habits {
        think: THINK,
        ..Habits::default()
    };
    let mut players = Vec::new();
    for key in 0..TABLES {
        let (room, clients) = table(&address, key, Form::Batch).await;
        for (seat, client) in clients.into_iter().enumerate() {
            let playing = play(client, room.clone(), MATCHES, habits.clone());
            players.push(tokio::spawn(async move { (seat, playing.await) }));
        }
    }
    let mut reveals = Vec::new();
    for (seat, counted) in try_join_all(players).await.expect("all play to the end") {
        reveals.extend(counted.reveals);
        unread.extend(
            counted
                .matches
                .iter()
                .map(|id| format!("/api/v1/matches/{id}/review?as={seat}")),
        );
    }
    [(1, 2), (99, 100)].map(|(of, parts)| quantile_ms(&mut reveals, of, parts))
}

/// People who keep the queue full.
struct Readers {
    all: JoinSet<usize>,
    /// Whether they ask for more: 0 or 1.
    asks: Arc<AtomicUsize>,
}

impl Readers {
    /// Lets them ask, until the queue is full.
    async fn fill(server: &Server, unread: &mut VecDeque<String>) -> Self {
        let asks = Arc::new(AtomicUsize::new(1));
        let ahead = Arc::new(AtomicUsize::new(0));
        let mut all = JoinSet::new();
        for number in 0..READERS {
            let of_all = unread.len() / (READERS - number);
            let own: Vec<String> = unread.drain(..of_all).collect();
            let reader = read(
                server.address,
                number,
                own,
                Arc::clone(&asks),
                Arc::clone(&ahead),
            );
            all.spawn(reader);
        }
        while ahead.load(Ordering::Relaxed) < FULL {
            tokio::time::sleep(AGAIN).await;
        }
        Self { all, asks }
    }

    /// Waits for what they have asked for; how many reviews were made.
    async fn end(self) -> usize {
        self.asks.store(0, Ordering::Relaxed);
        self.all.join_all().await.into_iter().sum()
    }
}

/// Asks for these reviews, a few at a time, as long as it shall: how many were made. `most` is how many were ever ahead of one.
async fn read(
    server: std::net::SocketAddr,
    number: usize,
    mut unread: Vec<String>,
    asks: Arc<AtomicUsize>,
    most: Arc<AtomicUsize>,
) -> usize {
    let (mut waits_for, mut made) = (Vec::new(), 0);
    loop {
        if asks.load(Ordering::Relaxed) == 1 {
            let room = WAITS_FOR - waits_for.len();
            waits_for.extend(unread.drain(unread.len().saturating_sub(room)..));
        } else if waits_for.is_empty() {
            return made;
        }
        let mut still = Vec::new();
        for path in waits_for {
            let (status, body) = get(server, number, &path).await;
            match status {
                200 => made += 1,
                202 => {
                    let ahead = body["ahead"]
                        .as_u64()
                        .and_then(|ahead| ahead.try_into().ok());
                    most.fetch_max(ahead.unwrap_or(0), Ordering::Relaxed);
                    still.push(path);
                }
                // The queue is full.
                429 | 503 if asks.load(Ordering::Relaxed) == 1 => still.push(path),
                429 | 503 => {}
                _ => panic!("{path}: {status} {body}"),
            }
        }
        waits_for = still;
        tokio::time::sleep(AGAIN).await;
    }
}

/// The status and the body of an answer, on a connection of its own.
async fn get(server: std::net::SocketAddr, number: usize, path: &str) -> (u16, Value) {
    let from = attack::honest(number);
    let mut stream = attack::connect(from, server)
        .await
        .expect("the server listens");
    let head = format!("GET {path} HTTP/1.1\r\nhost: giog\r\nconnection: close\r\n\r\n");
    let written = stream.write_all(head.as_bytes()).await;
    written.expect("the connection holds");
    let mut answer = String::new();
    let read = stream.read_to_string(&mut answer).await;
    read.expect("the answer is text");
    let status = answer.get(9..12).and_then(|status| status.parse().ok());
    let body = answer.split_once("\r\n\r\n").map_or("", |(_, body)| body);
    (
        status.expect("a status"),
        serde_json::from_str(body).unwrap_or_default(),
    )
}
