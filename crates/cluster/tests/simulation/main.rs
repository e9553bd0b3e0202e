//! Several nodes, one database and one bus under a virtual clock. Messages are lost, delayed, duplicated, reordered, or replayed and
//! forged by others; nodes are killed, paused, or cut off from the database, the bus or each other; nodes are wrongly declared gone,
//! answers to commits are lost, the database becomes unavailable or is replaced; nodes leave regularly.
//!
//! Nodes run the state machines of the crate, and simple rooms, which are logs of actions. What must always hold:
//!
//! * a row is stored only by the node that has its shard at that moment, and a room's rows have no gaps and are never replaced;
//! * what a node receives from a link was sent to it on this opening of the link, in this order, without gaps and once;
//! * every client sees every event of its room once, in order, whichever nodes they are on;
//! * every request is answered once, and its action is in the log once, at the place that the answer names;
//! * once all faults are over, every shard soon has an owner that is alive.
//!
//! Mutants prove that the simulation detects errors: the same nodes without one of the rules on which this depends.
//!
//! ```text
//! GIOG_SIM_CLUSTERS=100000 cargo test --release -p giog-cluster --test simulation     a long run
//! GIOG_SIM_SEED=17 GIOG_SIM_CLUSTERS=1 cargo test -p giog-cluster --test simulation   one cluster again
//! ```

mod chance;
mod client;
mod database;
mod edge;
mod fault;
mod items;
mod node;
mod rooms;
mod world;

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use world::{Tally, World};

/// Clusters of a run that nobody asked to be longer.
const CLUSTERS: u64 = 200;
/// Clusters with a mutant, one of which must notice it.
const MUTANT_CLUSTERS: u64 = 400;
/// Threads; each runs clusters of its own.
const THREADS: usize = 2;

/// A rule that is left out on purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mutant {
    /// A take-over gives shards away without fencing the node that had them.
    NoFence,
    /// An append does not keep its node's row.
    NoKeyShare,
    /// An edge does not say again what was not answered.
    ForgottenRequests,
    /// A shard is handed over while rows of it are on the way.
    HandOverBeforeSettled,
}

/// Says what must hold and does not.
#[macro_export]
macro_rules! violated {
    ($($what:tt)*) => {
        panic!("violated: {}", format_args!($($what)*))
    };
}

fn setting(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    let number = text.parse();
    Some(number.unwrap_or_else(|_| panic!("{name} must be a number")))
}

fn run(seed: u64) -> Tally {
    match catch_unwind(AssertUnwindSafe(|| World::new(seed, None).run())) {
        Ok(tally) => tally,
        Err(panic) => {
            eprintln!(
                "a cluster broke its promises; again: GIOG_SIM_SEED={seed} GIOG_SIM_CLUSTERS=1 cargo test -p giog-cluster --test simulation"
            );
            resume_unwind(panic)
        }
    }
}

#[test]
fn clusters_keep_their_promises_whatever_happens_round_them() {
    let clusters = setting("GIOG_SIM_CLUSTERS").unwrap_or(CLUSTERS);
    let first = setting("GIOG_SIM_SEED").unwrap_or(0);
    let next = AtomicU64::new(0);
    let work = || {
        let mut tally = Tally::default();
        loop {
            let cluster = next.fetch_add(1, Ordering::Relaxed);
            if cluster >= clusters {
                return tally;
            }
            tally.add(&run(first + cluster));
        }
    };
    let total = thread::scope(|scope| {
        let threads: Vec<_> = (0..THREADS).map(|_| scope.spawn(work)).collect();
        let mut total = Tally::default();
        for thread in threads {
            total.add(&thread.join().unwrap_or_else(|panic| {
                next.store(clusters, Ordering::Relaxed);
                resume_unwind(panic)
            }));
        }
        total
    });
    println!("{clusters} clusters: {total:?}");
    if clusters >= 100 {
        total.must_have_seen_everything();
    }
}

/// Clusters in which one thing happens at another moment each.
const MOMENTS: u64 = 40;

/// What a statement and the way there and back take at most, beside what is waited for.
const STATEMENT_MS: u64 = 40;

#[test]
fn a_process_that_was_killed_is_noticed_within_0_7_s() {
    for seed in 0..MOMENTS {
        let mut world = World::calm(seed);
        world.lose(0, true);
        let took_ms = world.until_owned_ms();
        assert!(
            took_ms <= 700 + STATEMENT_MS,
            "{took_ms} ms with seed {seed}"
        );
    }
}

#[test]
fn a_machine_that_is_gone_is_noticed_within_1_5_s() {
    for seed in 0..MOMENTS {
        let mut world = World::calm(seed);
        world.lose(0, false);
        let took_ms = world.until_owned_ms();
        assert!(
            took_ms <= 1_500 + STATEMENT_MS,
            "{took_ms} ms with seed {seed}"
        );
    }
}

#[test]
fn nobody_is_taken_for_gone_because_the_database_was() {
    for seed in 0..MOMENTS {
        let mut world = World::calm(seed);
        let before = world.running();
        world.away_for(500 + 100 * seed);
        world.go_on_until(12_000);
        assert_eq!(world.running(), before, "seed {seed}");
    }
}

#[test]
fn a_node_leaves_within_seconds_and_nobody_waits_for_more_than_0_3_s() {
    for seed in 0..MOMENTS {
        let (took_ms, wait_ms) = World::calm(seed).leave(0);
        assert!(
            took_ms <= 10_000 && wait_ms <= 300,
            "{took_ms} ms, {wait_ms} ms with seed {seed}"
        );
    }
}

/// Whether one of many clusters notices that a rule is left out.
fn is_noticed(mutant: Mutant) -> bool {
    (0..MUTANT_CLUSTERS).any(|seed| {
        let ended = catch_unwind(AssertUnwindSafe(|| World::new(seed, Some(mutant)).run()));
        let Err(panic) = ended else { return false };
        let what = panic.downcast::<String>().expect("a sentence");
        assert!(what.starts_with("violated: "), "{what}");
        println!("{mutant:?}, seed {seed}: {what}");
        true
    })
}

#[test]
fn a_take_over_that_fences_nobody_is_noticed() {
    assert!(is_noticed(Mutant::NoFence));
}

#[test]
fn an_append_that_keeps_no_row_is_noticed() {
    assert!(is_noticed(Mutant::NoKeyShare));
}

#[test]
fn requests_that_are_forgotten_are_noticed() {
    assert!(is_noticed(Mutant::ForgottenRequests));
}

#[test]
fn a_shard_that_is_handed_over_too_early_is_noticed() {
    assert!(is_noticed(Mutant::HandOverBeforeSettled));
}
