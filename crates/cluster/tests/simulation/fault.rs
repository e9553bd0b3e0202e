//! The faults in a simulated cluster, and their probabilities.

use std::ops::Range;

use crate::chance::Chance;

/// How bad the bus is in one cluster.
#[derive(Clone, Copy, Debug)]
pub struct Bus {
    /// In a thousand messages.
    pub lost: u64,
    pub doubled: u64,
    pub reordered: u64,
    /// How often somebody else writes to it, in a thousand messages.
    pub attacked: u64,
}

impl Bus {
    /// The bus of a cluster: often a good one.
    pub fn new(chance: &mut Chance) -> Self {
        let mut often = |most| {
            if chance.is(500) {
                0
            } else {
                chance.within(0..most)
            }
        };
        Self {
            lost: often(20),
            doubled: often(50),
            reordered: often(20),
            attacked: often(100),
        }
    }

    pub const GOOD: Self = Self {
        lost: 0,
        doubled: 0,
        reordered: 0,
        attacked: 0,
    };
}

/// What goes wrong at a moment.
#[derive(Clone, Copy, Debug)]
pub enum Fault {
    Kill,
    /// The process stands still, and goes on later with what it knew.
    Pause,
    /// A node reaches the database no more.
    CutFromDatabase,
    /// A node reaches no other any more.
    CutFromBus,
    /// Two nodes do not reach each other.
    CutPair,
    DatabaseAway,
    /// The database takes its time with commits.
    SlowCommits,
    FailOver,
    /// A node hands its shards over, and ends.
    Leave,
    /// The operator wants a node to have no shards, and takes it back later.
    Drain,
    /// The operator wants a shard to be on a node.
    Move,
}

const ALL: [Fault; 11] = [
    Fault::Kill,
    Fault::Pause,
    Fault::CutFromDatabase,
    Fault::CutFromBus,
    Fault::CutPair,
    Fault::DatabaseAway,
    Fault::SlowCommits,
    Fault::FailOver,
    Fault::Leave,
    Fault::Drain,
    Fault::Move,
];

/// How long it lasts.
pub const LASTS_MS: Range<u64> = 50..4_000;
/// How long after one the next one comes.
pub const PAUSE_MS: Range<u64> = 100..2_000;

impl Fault {
    pub fn any(chance: &mut Chance) -> Self {
        ALL[chance.below(ALL.len())]
    }
}
