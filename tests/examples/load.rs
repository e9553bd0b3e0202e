//! Measures a running server: CPU a decision, time from the last lay to the reveal, among people and among computer players of a level,
//! memory and CPU of idle seated connections, CPU of a room that is created and closed, and how long reviews take and what players notice of them.
//!
//! Start a server that takes the load, then this against it, with the server's process id:
//!
//! ```text
//! GIOG_LIMITS__CONNECTIONS_PER_ADDRESS=20000 GIOG_LIMITS__REQUESTS_PER_SECOND=100000 \
//! GIOG_LIMITS__CONNECTION_COST_PER_SECOND=1000000000 GIOG_LIMITS__ADDRESS_COST_PER_SECOND=1000000000 \
//! GIOG_LIMITS__ADDRESS_COST_BURST=1000000000 GIOG_LIMITS__RECEIVED_BYTES_PER_SECOND=1000000000 \
//! GIOG_LIMITS__REQUESTS_BURST=100000 GIOG_LIMITS__NEW_GUESTS_PER_MINUTE=100000 \
//! GIOG_LIMITS__NEW_ROOMS_PER_MINUTE=100000 GIOG_LIMITS__ROOMS_PER_ADDRESS=20000 \
//! GIOG_LIMITS__PERSON_COST_PER_SECOND=1000000000 GIOG_LIMITS__PERSON_COST_BURST=1000000000 \
//! GIOG_LIMITS__REVIEWS_OF_OTHERS_PER_DAY=1000000 \
//!   cargo run --release -- serve --data-dir "$(mktemp -d)" --log warn &
//! cargo run --release -p giog-tests --example load -- play 127.0.0.1:8080 $! 64 10
//! cargo run --release -p giog-tests --example load -- play 127.0.0.1:8080 $! 64 10 batch
//! cargo run --release -p giog-tests --example load -- play 127.0.0.1:8080 $! 64 10 short
//! cargo run --release -p giog-tests --example load -- bots 127.0.0.1:8080 $! 30 5 strong
//! cargo run --release -p giog-tests --example load -- idle 127.0.0.1:8080 $! 2000
//! cargo run --release -p giog-tests --example load -- idle 127.0.0.1:8080 $! 2000 2
//! cargo run --release -p giog-tests --example load -- rooms 127.0.0.1:8080 $! 3200 16
//! cargo run --release -p giog-tests --example load -- reviews 127.0.0.1:8080 $! 10
//! cargo run --release -p giog-tests --example load -- first 127.0.0.1:8080 $! 3
//! ```
//!
//! More than 300 tables are more new guests than a server takes in a minute: `GIOG_LIMITS__ALL_NEW_GUESTS_PER_MINUTE=100000`.
//!
//! Of several servers that share the rooms, name all addresses, and all processes whose CPU time counts, NATS's too. The tables are at
//! these servers in turn; with `/`, only a table's owner is at the first, and the three others are at the second:
//!
//! ```text
//! load play 127.0.0.1:8081,127.0.0.1:8082 PID,PID,PID-OF-NATS 50 10 short                                  local seats
//! load play 127.0.0.1:8081/127.0.0.1:8082,127.0.0.1:8082/127.0.0.1:8081 PID,PID,PID-OF-NATS 50 10 short    three of four remote
//! ```

#![expect(
    clippy::disallowed_methods,
    reason = "a measurement is about real time"
)]

#[path = "load/client.rs"]
mod client;
#[path = "load/reviews.rs"]
mod reviews;
#[path = "load/tables.rs"]
mod tables;

use std::time::{Duration, Instant};

use futures_util::future::{join_all, try_join_all};
use serde_json::json;

use self::client::{Client, Form};
use self::tables::{Counted, Habits, SEATS, default_act, play, quantile_ms, table};

/// Clock ticks a second in `/proc/<pid>/stat` on Linux.
const TICKS_PER_SECOND: f64 = 100.0;
/// Whoever comes may join these tables.
const PUBLIC: &str = "public";
/// Players begin, one after another, this part of the time for which they think.
const STEPS: u32 = 10;
/// For how long the CPU time of a server with idle connections is measured: once soon after everybody sat down, and once more.
const IDLE: Duration = Duration::from_secs(30);

/// Starts a match at one seat, and sends the defaults for this number of tricks.
async fn begin(mut client: Client, room: String, tricks: usize) -> Client {
    let (mut next_turn, mut seen) = (0, 0);
    client.send(json!({"type": "ready", "room": room})).await;
    while seen < tricks {
        let message = client.next().await;
        if message["event"]["do"] == "trick" {
            seen += 1;
        } else if let Some(act) = default_act(&message, &room, &mut next_turn) {
            client.send(act).await;
        }
    }
    client
}

/// CPU seconds that these processes have used, in user and kernel mode.
fn cpu_seconds(pids: &str) -> (f64, f64) {
    let each = pids.split(',').map(cpu_seconds_of);
    each.fold((0.0, 0.0), |all, one| (all.0 + one.0, all.1 + one.1))
}

fn cpu_seconds_of(pid: &str) -> (f64, f64) {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat"));
    seconds_in(&stat.expect("the process runs"))
}

/// CPU seconds, in user and kernel mode, in what Linux says of a process or a thread.
fn seconds_in(stat: &str) -> (f64, f64) {
    let after_name = stat.rsplit(')').next().expect("a stat line");
    let ticks = |field: usize| -> f64 {
        let text = after_name.split_whitespace().nth(field);
        text.and_then(|text| text.parse().ok()).expect("a number")
    };
    (ticks(11) / TICKS_PER_SECOND, ticks(12) / TICKS_PER_SECOND)
}

/// Resident bytes of a process.
fn resident_kib(pid: &str) -> f64 {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).expect("the process runs");
    let line = status.lines().find(|line| line.starts_with("VmRSS:"));
    let number = line.and_then(|line| line.split_whitespace().nth(1)?.parse().ok());
    number.expect("a number")
}

async fn measure_play(addresses: &[&str], pids: &str, tables: usize, matches: usize, form: Form) {
    let mut players = Vec::new();
    for key in 0..tables {
        let (room, clients) = table(addresses[key % addresses.len()], key, form, PUBLIC).await;
        players.extend(clients.into_iter().map(|client| (client, room.clone())));
    }
    measure(players, pids, tables, matches, Habits::default()).await;
}

/// The same with one person at each table, who thinks for a while, and computer players at the other seats. Tables pause after each trick
/// as long as they do if nobody chooses, and begin one after another.
async fn measure_bots(address: &str, pids: &str, tables: usize, matches: usize, habits: Habits) {
    let mut players = Vec::new();
    for key in 0..tables {
        let mut owner = Client::connect(address, Form::Single).await;
        let settings = json!({"seats": SEATS, "clock": {"kind": "none"}, "ceremony": "server"});
        let room = owner.create_room(key, &settings).await;
        owner
            .ask(json!({"type": "add_bot", "room": room, "all": true, "level": habits.bots.as_deref()}))
            .await;
        players.push((owner, room));
    }
    measure(players, pids, tables, matches, habits).await;
}

/// Plays matches at these seats, and prints what they took.
async fn measure(
    players: Vec<(Client, String)>,
    pids: &str,
    tables: usize,
    matches: usize,
    habits: Habits,
) {
    let (before, started) = (cpu_seconds(pids), Instant::now());
    let tasks: Vec<_> = players
        .into_iter()
        .enumerate()
        .map(|(index, (client, room))| {
            // Nobody thinks in step with all others.
            let wait = habits.think * u32::try_from(index).expect("few players") / STEPS;
            let habits = habits.clone();
            tokio::spawn(async move {
                tokio::time::sleep(wait).await;
                play(client, room, matches, habits).await
            })
        })
        .collect();
    let mut all = Counted::default();
    // If one fails, the others of its table would wait for ever.
    for counted in try_join_all(tasks).await.expect("all play to the end") {
        all.decisions += counted.decisions;
        all.reveals.extend(counted.reveals);
        all.lowered += counted.lowered;
        all.frames += counted.frames;
        all.bytes += counted.bytes;
    }
    let took = started.elapsed().as_secs_f64();
    let after = cpu_seconds(pids);
    let (own, system) = (after.0 - before.0, after.1 - before.1);
    #[expect(clippy::cast_precision_loss, reason = "counts of a measurement")]
    let decisions = all.decisions as f64;
    println!("{tables} tables, {matches} matches each: {decisions} decisions in {took:.1} s");
    println!(
        "{:.0} decisions/s, {:.1} µs of CPU each: {:.1} its own, {:.1} the system's",
        decisions / took,
        (own + system) / decisions * 1e6,
        own / decisions * 1e6,
        system / decisions * 1e6
    );
    println!(
        "last lay to reveal: median {:.2} ms, 99 of 100 within {:.2} ms",
        quantile_ms(&mut all.reveals, 1, 2),
        quantile_ms(&mut all.reveals, 99, 100)
    );
    let played = (tables * matches) as u64;
    if let Some(level) = &habits.bots {
        let lowered = all.lowered;
        println!("{lowered} of {played} matches with computer players below {level}");
    }
    println!(
        "sent to the people of a match: {} frames, {} bytes",
        all.frames / played,
        all.bytes / played
    );
}

/// Seats people who then do nothing, or first play a few tricks of a match. They answer pings.
async fn measure_idle(address: &str, pid: &str, connections: usize, tricks: usize, form: Form) {
    let (_, warm_up) = table(address, connections, form, PUBLIC).await;
    let before = resident_kib(pid);
    let mut seated = Vec::new();
    for key in 0..connections / SEATS {
        let (room, clients) = table(address, key, form, PUBLIC).await;
        let clients = clients.into_iter();
        let begun = clients.map(|client| async {
            if tricks == 0 {
                client
            } else {
                begin(client, room.clone(), tricks).await
            }
        });
        seated.push(join_all(begun).await);
    }
    let after = resident_kib(pid);
    #[expect(clippy::cast_precision_loss, reason = "counts of a measurement")]
    let each = (after - before) / (seated.len() * SEATS) as f64;
    println!(
        "{} idle seated connections: {each:.1} KiB each, their rooms included",
        seated.len() * SEATS
    );
    for client in seated.into_iter().flatten().chain(warm_up) {
        tokio::spawn(client.drop_all());
    }
    for when in ["from now on", "after these"] {
        let before = cpu_seconds(pid);
        tokio::time::sleep(IDLE).await;
        let after = cpu_seconds(pid);
        let used = after.0 - before.0 + after.1 - before.1;
        println!(
            "{} s {when}: {:.2} % of a core",
            IDLE.as_secs(),
            used / IDLE.as_secs_f64() * 1e2
        );
    }
}

/// Creates and closes this number of rooms; each client has one room at a time.
async fn measure_rooms(address: &str, pid: &str, rooms: usize, clients: usize) {
    let mut makers = Vec::new();
    for _ in 0..clients {
        makers.push(Client::connect(address, Form::Single).await);
    }
    let (before, started) = (cpu_seconds(pid), Instant::now());
    let each = rooms / clients;
    let tasks: Vec<_> = makers
        .into_iter()
        .map(|mut client| {
            tokio::spawn(async move {
                for key in 0..each {
                    let key = key.to_string();
                    let create = json!({"type": "create_room", "key": key, "settings": {}});
                    let made = client.ask(create).await;
                    let close = json!({"type": "close_room", "room": made["room"]});
                    client.ask(close).await;
                }
            })
        })
        .collect();
    for task in tasks {
        task.await.expect("a client makes all its rooms");
    }
    let took = started.elapsed().as_secs_f64();
    let after = cpu_seconds(pid);
    let (own, system) = (after.0 - before.0, after.1 - before.1);
    #[expect(clippy::cast_precision_loss, reason = "counts of a measurement")]
    let (made, at_once) = ((each * clients) as f64, clients as f64);
    println!(
        "{made} rooms made and closed, {clients} at once: {:.0} µs of CPU each, {:.0} its own, {:.0} the system's; {:.2} ms until closed",
        (own + system) / made * 1e6,
        own / made * 1e6,
        system / made * 1e6,
        took / made * 1e3 * at_once,
    );
}

#[tokio::main]
async fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let form = match arguments.last().map(String::as_str) {
        Some("batch") => Form::Batch,
        Some("short") => Form::Short,
        _ => Form::Single,
    };
    let number = |index: usize| arguments.get(index).and_then(|text| text.parse().ok());
    match (
        arguments.first().map(String::as_str),
        arguments.get(1),
        arguments.get(2),
        number(3),
    ) {
        (Some("play"), Some(address), Some(pid), Some(tables)) => {
            let addresses: Vec<_> = address.split(',').collect();
            measure_play(&addresses, pid, tables, number(4).unwrap_or(10), form).await;
        }
        (Some("bots"), Some(address), Some(pid), Some(tables)) => {
            let habits = Habits {
                think: Duration::from_millis(number(6).unwrap_or(1_500) as u64),
                bots: Some(arguments.get(5).map_or("strong", String::as_str).into()),
            };
            measure_bots(address, pid, tables, number(4).unwrap_or(5), habits).await;
        }
        (Some("idle"), Some(address), Some(pid), Some(connections)) => {
            measure_idle(address, pid, connections, number(4).unwrap_or(0), form).await;
        }
        (Some("rooms"), Some(address), Some(pid), Some(rooms)) => {
            measure_rooms(address, pid, rooms, number(4).unwrap_or(1)).await;
        }
        (Some("reviews"), Some(address), Some(pid), pairs) => {
            reviews::beside(address, pid, pairs.unwrap_or(10)).await;
        }
        (Some("first"), Some(address), Some(pid), matches) => {
            reviews::first(address, pid, matches.unwrap_or(3)).await;
        }
        _ => eprintln!(
            "load reviews <address> <pid> [pairs] | load first <address> <pid> [matches] | load rooms <address> <pid> <rooms> [at once] | load play <address>[/<address>][,…] <pid>[,<pid>] <tables> [matches] [batch | short] | load bots <address> <pid> <tables> [matches] [level] [ms to think] | load idle <address> <pid> <connections> [tricks of a match before] [batch | short]"
        ),
    }
}
