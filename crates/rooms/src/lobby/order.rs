//! Public rooms in the order of lists. The order is updated with every change, so that no request has to look at all rooms.

use std::collections::{BTreeSet, HashMap};

use giog_protocol::{RoomId, RoomSummary};
use giog_rules::Variant;

/// The sort key of a room: whether it has a free seat, its number in the order of creation, and its id. Lists are read from the end.
type Rank = (bool, u64, RoomId);

/// Public rooms, sorted: all, and those of each game.
#[derive(Debug, Default)]
pub(super) struct Ordered {
    all: BTreeSet<Rank>,
    of: HashMap<Variant, BTreeSet<Rank>>,
}

impl Ordered {
    /// Adds a public room, with its number in the order of creation.
    pub fn insert(&mut self, number: u64, summary: &RoomSummary) {
        let rank = rank(number, summary);
        self.all.insert(rank);
        self.of.entry(summary.variant).or_default().insert(rank);
    }

    /// Removes a room that was added with this number and summary.
    pub fn remove(&mut self, number: u64, summary: &RoomSummary) {
        let rank = rank(number, summary);
        self.all.remove(&rank);
        if let Some(of) = self.of.get_mut(&summary.variant) {
            of.remove(&rank);
        }
    }

    /// The rooms of a game, or of all games: first those with a free seat, and the newest first.
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
