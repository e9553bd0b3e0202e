//! Whole rooms under a virtual clock: people with several connections each, spectators, bots, a database with latency and outages, nodes
//! that cannot reach each other, crashes at any moment, slow readers, and repeated, late and malformed requests.
//!
//! Everything in one room follows from one seed. When a room breaks an invariant, the test prints its seed and how to run that room
//! again:
//!
//! ```text
//! GIOG_SIM_SEED=<seed> GIOG_SIM_ROOMS=1 cargo test -p giog-rooms --test simulation -- --nocapture
//! ```
//!
//! `GIOG_SIM_ROOMS` is the number of rooms (seeds from `GIOG_SIM_SEED` on, 0 if left out), for longer runs than the
//! default. `GIOG_SIM_TRACE=1` prints every row, input and message of the rooms.
//!
//! What is checked, after every step: `world` (progress, durability, time), `mirror` (events give the same state as snapshots, without
//! gaps or repeats; `table` and `reckoning`: for every game, completely, and by the rules), `secrecy` (nothing hidden is sent), `history`
//! (records, receipts, facts; at the end every table again, action by action).

mod chance;
mod client;
mod disk;
#[path = "../../../rules/tests/common/games.rs"]
mod games;
mod history;
mod mirror;
mod reckoning;
mod requests;
mod secrecy;
mod settings;
mod table;
mod world;

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use world::{Tally, World};

/// The default number of rooms: half a minute of a core.
const ROOMS: u64 = 400;
/// The number of threads; each plays separate rooms.
const THREADS: usize = 2;

fn setting(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    Some(
        text.parse()
            .unwrap_or_else(|_| panic!("{name} must be a number")),
    )
}

#[test]
fn whole_rooms_keep_their_promises_whatever_happens_round_them() {
    let rooms = setting("GIOG_SIM_ROOMS").unwrap_or(ROOMS);
    let first = setting("GIOG_SIM_SEED").unwrap_or(0);
    let next = AtomicU64::new(0);
    let tallies = thread::scope(|scope| {
        let threads: Vec<_> = (0..THREADS)
            .map(|_| {
                scope.spawn(|| {
                    let mut tally = Tally::default();
                    loop {
                        let room = next.fetch_add(1, Ordering::Relaxed);
                        if room >= rooms {
                            return tally;
                        }
                        tally.add(&play(first + room));
                    }
                })
            })
            .collect();
        let join = |thread: thread::ScopedJoinHandle<'_, Tally>| {
            thread.join().unwrap_or_else(|panic| {
                next.store(rooms, Ordering::Relaxed);
                resume_unwind(panic)
            })
        };
        threads.into_iter().map(join).collect::<Vec<_>>()
    });
    let mut total = Tally::default();
    for tally in &tallies {
        total.add(tally);
    }
    println!("{rooms} rooms: {total:?}");
    if rooms >= 200 {
        total.must_have_seen_everything();
    }
}

fn play(seed: u64) -> Tally {
    match catch_unwind(AssertUnwindSafe(|| World::new(seed).run())) {
        Ok(tally) => tally,
        Err(panic) => {
            eprintln!(
                "a room broke its promises; again: GIOG_SIM_SEED={seed} GIOG_SIM_ROOMS=1 cargo test -p giog-rooms --test simulation -- --nocapture"
            );
            resume_unwind(panic)
        }
    }
}
