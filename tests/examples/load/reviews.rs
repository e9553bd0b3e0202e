//! Reviews on a running server: how soon there is something to see of one, and what players notice of a full queue of them.

use std::fs;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use futures_util::future::try_join_all;
use giog_rules::Variant;
use giog_tests::{Table, get};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpSocket;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};

use crate::client::Form;
use crate::seconds_in;
use crate::tables::{Habits, play, quantile_ms, table};

/// Tables that play at the same time beside reviews.
const TABLES: usize = 10;
/// Matches of each in one measurement.
const MATCHES: usize = 20;
/// No puzzles are made of matches that are in no list, so that the queue is empty again sooner.
const UNLISTED: &str = "unlisted";
/// How long each player waits before a decision: the core has time for reviews.
const THINK: Duration = Duration::from_millis(10);
/// Who asks for reviews, each from a network of its own: enough to fill the queue, as each may have some in it.
const READERS: u8 = 12;
/// How often whoever found the queue full asks again.
const ASK_AGAIN: Duration = Duration::from_millis(100);
/// Within this time the queue is full.
const FULL_WITHIN: Duration = Duration::from_mins(1);
/// How soon the page asks again.
const PAGE_ASKS_AGAIN: Duration = Duration::from_secs(1);
/// Within this time all reviews are made that were asked for.
const MADE_WITHIN: Duration = Duration::from_mins(20);
/// Threads of reviews rest when they were seen sleeping so many times in a row.
const RESTS: usize = 20;
const LOOK_AGAIN: Duration = Duration::from_millis(100);
/// Their names, as far as Linux tells them.
const THREADS: &str = "giog-reviewer";
/// Within this time a match is over of people who play at once.
const PLAYED_WITHIN: Duration = Duration::from_mins(5);

/// Prints, for each pair of measurements, the times from the last lay to the reveal with an empty queue of reviews and with a full one.
pub async fn beside(address: &str, pid: &str, pairs: usize) {
    let server = address.parse().expect("an address");
    println!(
        "last lay to reveal, median and 99 of 100 in ms: with an empty queue; with a full one"
    );
    let mut ratios = [Vec::new(), Vec::new()];
    let mut unread = Vec::new();
    // The first matches find everything cold.
    measure(address, &mut unread).await;
    for pair in 1..=pairs {
        let quiet = measure(address, &mut unread).await;
        let readers = Readers::fill(server, std::mem::take(&mut unread)).await;
        let beside = measure(address, &mut unread).await;
        let made = readers.end().await;
        println!(
            "{pair}: {:.2} {:.2}; {:.2} {:.2}, {made} reviews made",
            quiet[0], quiet[1], beside[0], beside[1]
        );
        for (ratios, (quiet, beside)) in ratios.iter_mut().zip(quiet.into_iter().zip(beside)) {
            ratios.push(beside / quiet);
        }
        at_rest(pid).await;
    }
    for (name, mut ratios) in ["median", "99 of 100"].into_iter().zip(ratios) {
        ratios.sort_by(f64::total_cmp);
        if let (Some(least), Some(most)) = (ratios.first(), ratios.last()) {
            let median = ratios[ratios.len() / 2];
            println!("{name}: {median:.2} times as long ({least:.2} to {most:.2})");
        }
    }
}

/// Plays matches at some tables: the median of the times, and 99 of 100. What may be reviewed of them is added.
async fn measure(address: &str, unread: &mut Vec<String>) -> [f64; 2] {
    let habits = Habits {
        think: THINK,
        ..Habits::default()
    };
    let mut players = Vec::new();
    for key in 0..TABLES {
        let (room, clients) = table(address, key, Form::Batch, UNLISTED).await;
        for (seat, client) in clients.into_iter().enumerate() {
            let playing = play(client, room.clone(), MATCHES, habits.clone());
            players.push(tokio::spawn(async move { (seat, playing.await) }));
        }
    }
    let mut reveals = Vec::new();
    for (seat, counted) in try_join_all(players).await.expect("all play to the end") {
        reveals.extend(counted.reveals);
        let of_seat = counted.matches.iter().map(|id| path_of(id, seat));
        unread.extend(of_seat);
    }
    [(1, 2), (99, 100)].map(|(of, parts)| quantile_ms(&mut reveals, of, parts))
}

fn path_of(match_id: &str, seat: usize) -> String {
    format!("/api/v1/matches/{match_id}/review?as={seat}")
}

/// People who keep the queue full.
struct Readers {
    have_read: Arc<AtomicBool>,
    asking: JoinHandle<usize>,
}

impl Readers {
    /// Lets them ask, until the queue is full.
    async fn fill(server: SocketAddr, unread: Vec<String>) -> Self {
        let have_read = Arc::new(AtomicBool::new(false));
        let (tell, is_full) = oneshot::channel();
        let asking = keep_full(server, unread, tell, Arc::clone(&have_read));
        let readers = Self {
            have_read,
            asking: tokio::spawn(asking),
        };
        let is_full = timeout(FULL_WITHIN, is_full).await;
        is_full
            .expect("the queue is full soon")
            .expect("readers ask");
        readers
    }

    /// Lets them stop: how many reviews were made meanwhile.
    async fn end(self) -> usize {
        self.have_read.store(true, Ordering::Relaxed);
        self.asking.await.expect("readers ask to the end")
    }
}

/// Asks for one review after another: how many were taken after the queue was full for the first time, each at the place of one that was made.
async fn keep_full(
    server: SocketAddr,
    mut unread: Vec<String>,
    tell: oneshot::Sender<()>,
    have_read: Arc<AtomicBool>,
) -> usize {
    let (mut tell, mut taken, mut reader) = (Some(tell), 0, 0);
    while !have_read.load(Ordering::Relaxed) {
        let path = unread.last().expect("there are enough matches");
        let (status, body) = get_from(Ipv4Addr::new(127, 10, reader, 1), server, path).await;
        match status {
            200 | 202 => {
                unread.pop();
                taken += usize::from(status == 202 && tell.is_none());
            }
            // This one has as many as one may have.
            429 => {
                reader = (reader + 1) % READERS;
                if reader == 0 {
                    sleep(ASK_AGAIN).await;
                }
            }
            503 if body["code"] == "busy" => {
                if let Some(tell) = tell.take() {
                    tell.send(()).expect("somebody waits for it");
                }
                sleep(ASK_AGAIN).await;
            }
            _ => panic!("{path}: {status} {body}"),
        }
    }
    taken
}

/// The status and the body of an answer to somebody at this address.
async fn get_from(from: Ipv4Addr, server: SocketAddr, path: &str) -> (u16, Value) {
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.bind((from, 0).into()).expect("a loopback address");
    let mut stream = socket.connect(server).await.expect("the server listens");
    let head = format!("GET {path} HTTP/1.1\r\nhost: giog\r\nconnection: close\r\n\r\n");
    let written = stream.write_all(head.as_bytes()).await;
    written.expect("the connection holds");
    let mut answer = String::new();
    let read = stream.read_to_string(&mut answer).await;
    read.expect("the answer is text");
    let status = answer.get(9..12).and_then(|status| status.parse().ok());
    let body = answer.split_once("\r\n\r\n").map_or("", |(_, body)| body);
    let body = serde_json::from_str(body).unwrap_or_default();
    (status.expect("a status"), body)
}

/// Prints for each trick game and game on a board that is reviewed how long it takes from the request, as the page sends it, until the first decision has been looked at,
/// and until the review is there: the longest of so many matches of people who play by chance.
pub async fn first(address: &str, pid: &str, matches: usize) {
    let server: SocketAddr = address.parse().expect("an address");
    let of_tiles = |variant: &Variant| matches!(variant, Variant::Tiles(_));
    for variant in Variant::ALL.into_iter().filter(|one| !of_tiles(one)) {
        for seats in variant.players() {
            let mut longest = Asked::default();
            for seed in (0..).take(matches) {
                let match_id = played(server, variant, seats, seed).await;
                let asked = timeout(MADE_WITHIN, ask(server, pid, &path_of(&match_id, 0))).await;
                let Some(asked) = asked.expect("it is made") else {
                    break;
                };
                longest = longest.or(&asked);
            }
            if longest.decisions > 0 {
                println!("{variant} {seats}: {longest}");
            }
        }
    }
}

/// A match of people who play by chance, and give up late on boards.
async fn played(server: SocketAddr, variant: Variant, seats: usize, seed: u64) -> String {
    let settings = json!({
        "variant": variant,
        "seats": seats,
        "clock": {"kind": "none"},
        "reveal_pause_ms": 0,
        "take_backs": false,
    });
    let people = vec![false; seats];
    let mut table = Table::set(server, &settings, &people, 0, seed).await;
    let played = timeout(PLAYED_WITHIN, table.play_match()).await;
    played.expect("the match comes to an end")
}

/// How long a review took.
#[derive(Debug, Default)]
struct Asked {
    decisions: usize,
    first: Duration,
    whole: Duration,
    /// On the threads for reviews, without puzzles.
    cpu_seconds: f64,
}

impl Asked {
    /// The longer of two.
    fn or(&self, other: &Self) -> Self {
        Self {
            decisions: self.decisions.max(other.decisions),
            first: self.first.max(other.first),
            whole: self.whole.max(other.whole),
            cpu_seconds: self.cpu_seconds.max(other.cpu_seconds),
        }
    }
}

impl std::fmt::Display for Asked {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (first, whole) = (self.first.as_secs_f64(), self.whole.as_secs_f64());
        write!(
            f,
            "{} decisions, the first after {first:.1} s, all after {whole:.1} s, {:.1} s of CPU",
            self.decisions, self.cpu_seconds
        )
    }
}

/// Asks for a review until it is there; none if there are none of this game.
async fn ask(server: SocketAddr, pid: &str, path: &str) -> Option<Asked> {
    at_rest(pid).await;
    let (begun, before) = (Instant::now(), reviewing(pid).1);
    let (mut first, mut known) = (None, 0);
    loop {
        let answer = get(server, &format!("{path}&from={known}")).await;
        let body = answer.json();
        match answer.status {
            200 => {
                let whole = begun.elapsed();
                return Some(Asked {
                    decisions: decisions(&body),
                    first: first.unwrap_or(whole),
                    whole,
                    cpu_seconds: reviewing(pid).1 - before,
                });
            }
            202 => {
                known += body["moves"].as_array().map_or(0, Vec::len);
                if body["done"].as_u64() > Some(0) {
                    first.get_or_insert_with(|| begun.elapsed());
                }
            }
            404 => return None,
            status => panic!("{path}: {status} {body}"),
        }
        sleep(PAGE_ASKS_AGAIN).await;
    }
}

/// How many decisions a review has.
fn decisions(review: &Value) -> usize {
    let count = |of: &Value, name: &str| of[name].as_array().map_or(0, Vec::len);
    let hands = review["hands"].as_array();
    let turns = hands.map_or(0, |hands| {
        hands.iter().map(|hand| count(hand, "turns")).sum()
    });
    count(review, "decisions") + count(review, "moves") + turns
}

/// Waits until no review is made, and no puzzles of one.
async fn at_rest(pid: &str) {
    let rests = async {
        let mut rests = 0;
        while rests < RESTS {
            rests = if reviewing(pid).0 { 0 } else { rests + 1 };
            sleep(LOOK_AGAIN).await;
        }
    };
    let rests = timeout(MADE_WITHIN, rests).await;
    rests.expect("all reviews are made");
}

/// Whether a thread for reviews computes, and the CPU seconds that they have used.
fn reviewing(pid: &str) -> (bool, f64) {
    let threads = fs::read_dir(format!("/proc/{pid}/task")).expect("the server runs");
    let (mut computes, mut seconds, mut found) = (false, 0.0, false);
    for thread in threads {
        let path = thread.expect("the server runs").path().join("stat");
        // Others may end meanwhile.
        let stat = fs::read_to_string(path).unwrap_or_default();
        if stat.contains(THREADS) {
            let (own, system) = seconds_in(&stat);
            found = true;
            computes |= stat.contains(") R ");
            seconds += own + system;
        }
    }
    assert!(found, "no thread of the server is named {THREADS}");
    (computes, seconds)
}
