//! What a run plays.

use giog_rules::fairness::Hex;
use giog_rules::{Deal, HandedOn, Match, Terms};
use serde_json::json;
use sha2::{Digest as _, Sha256};

use crate::error::ArenaError;
use crate::seating::{Contestant, Seating, Seatings};
use crate::seeds::ArenaSeed;

/// Two engines that play against each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// The index of the first one.
    pub first: usize,
    /// The index of the second one.
    pub second: usize,
}

impl Pairing {
    /// The index of an engine.
    pub const fn engine(self, who: Contestant) -> usize {
        match who {
            Contestant::First => self.first,
            Contestant::Second => self.second,
        }
    }
}

/// What a run plays: a game, from deals that follow from a seed, each engine against each other in every seating.
#[derive(Clone, Debug)]
pub struct Contest {
    terms: Terms,
    seed: ArenaSeed,
    seatings: Seatings,
    engines: Vec<String>,
    pairings: Vec<Pairing>,
    seated: Vec<Seating>,
    sides: usize,
}

impl Contest {
    /// Such a run. The names of the engines are told in records.
    pub fn new(terms: Terms, seed: ArenaSeed, seatings: Seatings, engines: Vec<String>) -> Self {
        let count = engines.len();
        let pairings = (0..count).flat_map(|first| {
            let others = first + 1..count;
            others.map(move |second| Pairing { first, second })
        });
        let mut stream = seed.stream(0);
        let deal = Deal::from_stream(&terms, HandedOn::default(), &mut stream);
        let sides = Match::start(&terms, deal, Some(stream)).game.sides();
        Self {
            terms,
            seed,
            seatings,
            pairings: pairings.collect(),
            engines,
            seated: Seating::all(&sides, seatings),
            sides: sides.len(),
        }
    }

    /// What is played.
    pub const fn terms(&self) -> &Terms {
        &self.terms
    }

    /// The seed of everything random.
    pub const fn seed(&self) -> &ArenaSeed {
        &self.seed
    }

    /// Which seatings are played.
    pub const fn seatings(&self) -> Seatings {
        self.seatings
    }

    /// The names of the engines.
    pub fn engines(&self) -> &[String] {
        &self.engines
    }

    /// Each engine against each other: those of the first engine first.
    pub fn pairings(&self) -> &[Pairing] {
        &self.pairings
    }

    /// The seatings in which a pairing plays each deal.
    pub fn seated(&self) -> &[Seating] {
        &self.seated
    }

    /// How many sides there are: the fair share of a side is one of so many.
    pub const fn sides(&self) -> usize {
        self.sides
    }

    /// Whether a sequential test can be made: it is one of two engines.
    pub fn check_test(&self) -> Result<(), ArenaError> {
        match self.engines.len() {
            2 => Ok(()),
            engines => Err(ArenaError::TestOfMany { engines }),
        }
    }

    /// What identifies a run in its records: whoever goes on with it must play the same. The number of deals is not part of it.
    pub fn digest(&self) -> String {
        let played = json!({
            "variant": self.terms.variant(), "seats": self.terms.seats(), "options": self.terms.options(),
            "ceremony": self.terms.ceremony(), "seed": self.seed.name(), "seatings": self.seatings.name(),
            "engines": self.engines,
        });
        let hash = Sha256::digest(played.to_string());
        Hex(<[u8; 32]>::from(hash)).to_string()
    }
}
