//! The attack benchmark: honest people play at their pace while others attack, from one address, from ten, from a thousand.
//!
//! For each attack a new server is started on one core; players and attackers share the other one, where players have priority:
//! the result is how long the server took, not how long players waited for attackers to read. Each row has the time
//! from the last lay to the reveal for honest people, without and with the attack, the share of its core that the server used, the most
//! memory that it had, and the growth of its data. Several binaries are compared in one run:
//!
//! ```text
//! cargo build --release -p giog && cargo build --release -p giog-tests --example attack
//! target/release/examples/attack target/release/giog                                # everything, from ten addresses
//! target/release/examples/attack --addresses 1,10,1000 --only list_rooms,qr before/giog target/release/giog
//! ```
//!
//! It needs Linux (`taskset`, `/proc`), goes over loopback alone, and stops by itself: an attack lasts `--seconds`.

#[path = "attack/attacks/mod.rs"]
mod attacks;
#[path = "attack/client.rs"]
mod client;
#[path = "attack/players.rs"]
mod players;
#[path = "attack/server.rs"]
mod server;

use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use tokio::runtime::{Builder, Runtime};
use tokio::time::{Instant, sleep, sleep_until};

use self::attacks::{ATTACKS, Attack, Target};
use self::client::attacker;
use self::players::{Measured, Tables};
use self::server::{Server, Usage};

/// Connections of an attack, divided among its addresses; each has at least one.
const CONNECTIONS: usize = 200;
/// How long people play before the measurement starts: after that, their decisions no longer come at the same moment.
const WARM_UP: Duration = Duration::from_secs(3);
/// The lowest priority (`nice(2)`), for attackers on the core that they share with players.
#[cfg(target_os = "linux")]
const ATTACKERS_NICENESS: i32 = 19;
/// The core of the server, and that of everybody else.
const CORES: [&str; 2] = ["0", "1"];

/// The arguments of the command line.
struct Options {
    binaries: Vec<PathBuf>,
    tables: usize,
    pace: Duration,
    time: Duration,
    addresses: Vec<usize>,
    only: Vec<String>,
}

impl Options {
    fn read() -> Option<Self> {
        let mut options = Self {
            binaries: Vec::new(),
            tables: 50,
            pace: Duration::from_secs(2),
            time: Duration::from_secs(12),
            addresses: vec![10],
            only: Vec::new(),
        };
        let mut arguments = std::env::args().skip(1);
        while let Some(argument) = arguments.next() {
            let mut value = || arguments.next();
            match argument.as_str() {
                "--tables" => options.tables = value()?.parse().ok()?,
                "--pace-ms" => options.pace = Duration::from_millis(value()?.parse().ok()?),
                "--seconds" => options.time = Duration::from_secs(value()?.parse().ok()?),
                "--addresses" => {
                    let numbers = value()?;
                    let numbers = numbers.split(',').map(str::parse);
                    options.addresses = numbers.collect::<Result<_, _>>().ok()?;
                }
                "--only" => options.only = value()?.split(',').map(str::to_owned).collect(),
                other if other.starts_with("--") => return None,
                binary => options.binaries.push(binary.into()),
            }
        }
        (!options.binaries.is_empty()).then_some(options)
    }
}

#[tokio::main]
async fn main() {
    let Some(options) = Options::read() else {
        eprintln!(
            "attack [--tables 50] [--pace-ms 2000] [--seconds 12] [--addresses 10] [--only NAME,…] <giog>…"
        );
        for (name, what, _) in ATTACKS {
            eprintln!("  {name:16} {what}");
        }
        return;
    };
    let attackers = attackers();
    let own = std::process::id().to_string();
    pin(Command::new("taskset").args(["-a", "-c", "-p", CORES[1], &own]));
    println!(
        "{} tables of four, a decision every {} ms; {} s of each attack",
        options.tables,
        options.pace.as_millis(),
        options.time.as_secs()
    );
    println!(
        "reveal in ms: p50/p99 quiet, p50/p99 attacked (reveals seen); then how much worse p99 is"
    );
    for (name, _, attack) in ATTACKS {
        if !options.only.is_empty() && !options.only.iter().any(|only| only == name) {
            continue;
        }
        for &addresses in &options.addresses {
            for binary in &options.binaries {
                measure(&options, &attackers, name, *attack, addresses, binary).await;
            }
        }
    }
    attackers.shutdown_background();
}

/// The threads of attackers. On Linux each thread has its own niceness.
fn attackers() -> Runtime {
    let step_back = || {
        #[cfg(target_os = "linux")]
        rustix::process::nice(ATTACKERS_NICENESS).expect("anybody may step back");
    };
    Builder::new_multi_thread()
        .worker_threads(1)
        .on_thread_start(step_back)
        .enable_all()
        .build()
        .expect("threads can be started")
}

fn pin(taskset: &mut Command) {
    let done = taskset.output().expect("there is a `taskset`");
    assert!(done.status.success(), "cores 0 and 1 are there");
}

async fn measure(
    options: &Options,
    threads: &Runtime,
    name: &str,
    attack: Attack,
    addresses: usize,
    binary: &std::path::Path,
) {
    let server = Server::start(binary, CORES[0], &[]).await;
    let tables = Tables::set(server.address, options.tables, options.pace).await;
    sleep(WARM_UP).await;
    tables.forget();
    sleep(options.time).await;
    let quiet = tables.forget();
    let before = server.usage();
    let until = Instant::now() + options.time;
    let each = (CONNECTIONS / addresses).max(1);
    let attackers: Vec<_> = (0..addresses)
        .map(|number| {
            let target = Target {
                server: server.address,
                from: attacker(number),
                room: tables.room(number).to_owned(),
                connections: each,
                until,
            };
            threads.spawn(attack(target))
        })
        .collect();
    let mut most_kib = before.resident_kib;
    while Instant::now() < until {
        sleep_until((Instant::now() + Duration::from_millis(200)).min(until)).await;
        most_kib = most_kib.max(server.usage().resident_kib);
    }
    let attacked = tables.forget();
    let after = server.usage();
    attackers.iter().for_each(tokio::task::JoinHandle::abort);
    tell(name, addresses, binary, [&quiet, &attacked]);
    tell_usage(options.time, before, after, most_kib);
}

fn tell(name: &str, addresses: usize, binary: &std::path::Path, measured: [&Measured; 2]) {
    let [quiet, attacked] = measured.map(|measured| measured.percentiles_ms([50, 99]));
    println!(
        "{name:16} {addresses:4} addresses  {}\n    reveal {:6.1}/{:6.1}  {:6.1}/{:6.1} ({})  x{:.1}{}",
        binary.display(),
        quiet[0],
        quiet[1],
        attacked[0],
        attacked[1],
        measured[1].count(),
        attacked[1] / quiet[1].max(0.1),
        measured[1].lost(),
    );
}

#[expect(clippy::cast_precision_loss, reason = "counts of a measurement")]
fn tell_usage(time: Duration, before: Usage, after: Usage, most_kib: u64) {
    println!(
        "    server {:3.0} % of its core, {} MiB at most (from {}), {:.1} MiB more on disk",
        (after.cpu_seconds - before.cpu_seconds) / time.as_secs_f64() * 100.0,
        most_kib / 1_024,
        before.resident_kib / 1_024,
        (after.disk_bytes as f64 - before.disk_bytes as f64) / 1_048_576.0,
    );
}
