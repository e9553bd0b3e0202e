//! The tables that are played at: every kind of room in which something may leak otherwise.

use giog_protocol::{Access, Clock, StandIn};
use giog_rules::{Ceremony, Seat, Variant};
use serde_json::{Value, json};

use crate::chance::Chance;

/// Somebody: those who play first, then those who watch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Person(pub usize);

/// What is decided before anybody comes. Everything that happens at a table follows from it.
#[derive(Clone, Debug)]
pub struct Table {
    /// The seed of all chance: ids, tokens, server seeds, and what people do.
    pub seed: u64,
    pub variant: Variant,
    pub seats: usize,
    pub ceremony: Ceremony,
    pub general_ban: &'static str,
    pub beheading: &'static str,
    pub clock: Clock,
    /// Who plays for whoever is away.
    pub stand_in: StandIn,
    pub access: Access,
    /// Whether anybody may watch.
    pub spectators: bool,
    pub take_backs: bool,
    pub reveal_pause_ms: u64,
    /// Whether it is the second match in the room, after one that was abandoned, with two players in each other's seat.
    pub rematch: bool,
    /// For each seat whether it gives entropy of its own.
    pub entropy: Vec<bool>,
}

impl Table {
    /// The table of a seed, for so many players.
    pub fn new(seed: u64, seats: usize) -> Self {
        let mut chance = Chance::new(seed);
        let rematch = chance.one_in(4);
        Self {
            seed,
            variant: chance.pick(&[Variant::Giog, Variant::GiogWiki]),
            seats,
            ceremony: chance.pick(&[Ceremony::Players, Ceremony::Server]),
            general_ban: chance.pick(&["refuse", "behead"]),
            beheading: chance.pick(&["forfeit", "last"]),
            // Only a match without a clock is abandoned.
            clock: if rematch || chance.one_in(4) {
                Clock::None
            } else {
                Clock::Timed {
                    decision_ms: 20_000,
                    bank_ms: 5_000,
                }
            },
            stand_in: chance.pick(&[StandIn::Bot, StandIn::Default]),
            access: chance.pick(&[Access::Public, Access::Public, Access::Unlisted]),
            spectators: !chance.one_in(5),
            take_backs: !chance.one_in(6),
            reveal_pause_ms: chance.pick(&[0, 400, 2_500]),
            rematch,
            entropy: (0..seats).map(|_| chance.one_in(3)).collect(),
        }
    }

    pub fn seats(&self) -> impl DoubleEndedIterator<Item = Seat> + use<> {
        (0..self.seats).map(Seat::new)
    }

    /// Who has a seat in the match.
    pub fn person(&self, seat: Seat) -> Person {
        match seat.index() {
            0 if self.rematch => Person(1),
            1 if self.rematch => Person(0),
            number => Person(number),
        }
    }

    /// The seat that somebody has in the match; none of those who watch.
    pub fn seat(&self, person: Person) -> Option<Seat> {
        self.seats().find(|seat| self.person(*seat) == person)
    }

    /// The settings as a client writes them.
    pub fn settings(&self) -> Value {
        json!({
            "variant": self.variant,
            "seats": self.seats,
            "options": { "general_ban": self.general_ban, "beheading": self.beheading },
            "ceremony": self.ceremony,
            "access": self.access,
            "spectators": self.spectators,
            "clock": self.clock,
            "reveal_pause_ms": self.reveal_pause_ms,
            "take_backs": self.take_backs,
            "stand_in": self.stand_in,
        })
    }
}
