//! Public rooms in the order in which they are listed, kept as they change, so that no list has to look at all rooms.

use std::collections::{BTreeSet, HashMap};

use giog_protocol::{RoomId, RoomSummary};
use giog_rules::Variant;

/// Where a room stands: those with a free seat come last, then the newest; lists are read from the end.
type Rank = (bool, u64, RoomId);

/// Public rooms in order.
#[derive(Debug, Default)]
pub(super) struct Ordered {
    all: BTreeSet<Rank>,
    of: HashMap<Variant, BTreeSet<Rank>>,
}

impl Ordered {
    /// Notes a public room, the `number`th that was made.
    pub fn insert(&mut self, number: u64, summary: &RoomSummary) {
        let rank = rank(number, summary);
        self.all.insert(rank);
        self.of.entry(summary.variant).or_default().insert(rank);
    }

    /// Forgets a room as it was.
    pub fn remove(&mut self, number: u64, summary: &RoomSummary) {
        let rank = rank(number, summary);
        self.all.remove(&rank);
        if let Some(of) = self.of.get_mut(&summary.variant) {
            of.remove(&rank);
        }
    }

    /// Those of a game, or all: with a free seat first, the newest first.
    pub fn rooms(&self, variant: Option<Variant>) -> impl Iterator<Item = RoomId> {
        let ranked = match variant {
            Some(variant) => self.of.get(&variant),
            None => Some(&self.all),
        };
        ranked.into_iter().flatten().rev().map(|&(.., room)| room)
    }
}

fn rank(number: u64, summary: &RoomSummary) -> Rank {
    (summary.has_free_seat(), number, summary.room)
}
