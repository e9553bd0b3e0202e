//! Public rooms in the order of lists. The order is updated with every change, so that no request has to look at all rooms.

use std::collections::{BTreeSet, HashMap};

use giog_protocol::{Found, RoomCursor, RoomId, RoomSummary};
use giog_rules::{PlayerId, Variant};

use crate::origin::Origin;

/// How many rooms of one creator or one address are listed before those of others; wider networks have more ([`crate::Network::times`]).
/// As many as somebody needs who waits at several tables, and so few that nobody hides the tables of others.
const IN_FRONT: usize = 3;

/// Public rooms, sorted: all, and those of each game. Lists are read from the end.
#[derive(Debug, Default)]
pub(super) struct Ordered {
    all: BTreeSet<RoomCursor>,
    of: HashMap<Variant, BTreeSet<RoomCursor>>,
    rooms: HashMap<RoomId, Entry>,
    /// The rooms of each maker, in the order in which they would be listed alone.
    made_by: HashMap<Maker, BTreeSet<RoomCursor>>,
}

/// Whose rooms are not all listed before those of others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Maker {
    Creator(PlayerId),
    /// An address or a wider network, by its tag.
    Network(u64),
}

#[derive(Debug)]
struct Entry {
    variant: Variant,
    /// Its place if it is in front.
    place: RoomCursor,
    makers: Vec<(Maker, usize)>,
    /// For how many of its makers it is not one of their first rooms.
    behind: usize,
}

impl Entry {
    const fn place(&self) -> RoomCursor {
        RoomCursor {
            in_front: self.behind == 0,
            ..self.place
        }
    }
}

impl Ordered {
    /// Adds a public room, with who created it and from where.
    pub fn insert(&mut self, summary: &RoomSummary, creator: PlayerId, origin: &Origin) {
        let created_ms = summary.created_at.map_or(0, giog_rules::Timestamp::unix_ms);
        let place = RoomCursor {
            in_front: true,
            found: Found::of(summary),
            created_ms: u64::try_from(created_ms).unwrap_or(0),
            room: summary.room,
        };
        let networks = origin.networks().map(|network| {
            let most = IN_FRONT.saturating_mul(network.times as usize);
            (Maker::Network(network.tag), most)
        });
        let makers = std::iter::once((Maker::Creator(creator), IN_FRONT));
        let entry = Entry {
            variant: summary.variant,
            place,
            makers: makers.chain(networks).collect(),
            behind: 0,
        };
        let makers = entry.makers.clone();
        self.list(&entry);
        self.rooms.insert(summary.room, entry);
        for (maker, most) in makers {
            let made = self.made_by.entry(maker).or_default();
            made.insert(place);
            // The room itself, or the one that was the last in front.
            let last = made.iter().rev().nth(most).map(|last| last.room);
            let is_behind = made.iter().rev().take(most).all(|first| *first != place);
            let moved = if is_behind { Some(place.room) } else { last };
            self.change(moved, |behind| behind + 1);
        }
    }

    /// Removes a room, if it is there.
    pub fn remove(&mut self, room: RoomId) {
        let Some(entry) = self.rooms.remove(&room) else {
            return;
        };
        self.unlist(&entry);
        for (maker, most) in entry.makers {
            let Some(made) = self.made_by.get_mut(&maker) else {
                continue;
            };
            let was_in_front = made.iter().rev().take(most).any(|one| *one == entry.place);
            made.remove(&entry.place);
            let next = made.iter().rev().nth(most - 1).map(|next| next.room);
            if made.is_empty() {
                self.made_by.remove(&maker);
            }
            self.change(next.filter(|_| was_in_front), |behind| behind - 1);
        }
    }

    /// The places of rooms of a game, or of all games, in the order of lists, after this place.
    pub fn rooms(
        &self,
        variant: Option<Variant>,
        after: Option<RoomCursor>,
    ) -> impl Iterator<Item = RoomCursor> {
        use std::ops::Bound::{Excluded, Unbounded};
        let ranked = match variant {
            Some(variant) => self.of.get(&variant),
            None => Some(&self.all),
        };
        let below = after.map_or(Unbounded, Excluded);
        let ranked = ranked.map(|ranked| ranked.range((Unbounded, below)));
        ranked.into_iter().flatten().rev().copied()
    }

    /// Changes for how many of its makers a room is not one of the first.
    fn change(&mut self, room: Option<RoomId>, behind: impl Fn(usize) -> usize) {
        let Some(mut entry) = room.and_then(|room| self.rooms.remove(&room)) else {
            return;
        };
        self.unlist(&entry);
        entry.behind = behind(entry.behind);
        self.list(&entry);
        self.rooms.insert(entry.place.room, entry);
    }

    fn list(&mut self, entry: &Entry) {
        self.all.insert(entry.place());
        let of = self.of.entry(entry.variant).or_default();
        of.insert(entry.place());
    }

    fn unlist(&mut self, entry: &Entry) {
        self.all.remove(&entry.place());
        if let Some(of) = self.of.get_mut(&entry.variant) {
            of.remove(&entry.place());
        }
    }
}
