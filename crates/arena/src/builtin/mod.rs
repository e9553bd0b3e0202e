//! The engines that are built in: `builtin:NAME`. A new one is a row of [`BUILTINS`].

mod crude;
mod level;
mod random;

use giog_rules::{Level, Terms};

use self::crude::Hands;
pub use self::crude::judged;
use crate::engine::{Asked, Choice, Engine, Fault};

/// An engine that is built in.
#[derive(Clone, Copy, Debug)]
pub struct Builtin {
    /// Its name, after `builtin:`.
    pub name: &'static str,
    /// What it does, in one sentence.
    pub about: &'static str,
    make: fn(&Terms) -> Option<Box<dyn Engine>>,
}

/// All of them: players, the weakest first, and what levels are measured by.
pub const BUILTINS: [Builtin; 8] = [
    Builtin {
        name: "default",
        about: "takes the default, like a player who is away",
        make: |_| Some(Box::new(Default)),
    },
    Builtin {
        name: "random",
        about: "takes any legal action, each with the same probability; of bets, none, or one point or all on any",
        make: |terms| Some(Box::new(random::Random::new(terms))),
    },
    Builtin {
        name: Level::Simple.name(),
        about: "the computer player of rooms (docs/BOTS.md)",
        make: |terms| Some(Box::new(Simple::new(terms))),
    },
    Builtin {
        name: Level::Club.name(),
        about: "a level (docs/BOTS.md); not for every game",
        make: |terms| level::of(Level::Club, terms),
    },
    Builtin {
        name: Level::Strong.name(),
        about: "a level that computes for some 10 ms, in xiangqi 150; not for every game",
        make: |terms| level::of(Level::Strong, terms),
    },
    Builtin {
        name: Level::Master.name(),
        about: "a level that computes for some 50 ms; not for every game",
        make: |terms| level::of(Level::Master, terms),
    },
    Builtin {
        name: "crude",
        about: "a frozen search without nets, to measure levels by; for trick games",
        make: |terms| crude::of(terms, Hands::Own),
    },
    Builtin {
        name: OPEN_HANDED,
        about: "the same search, but it sees all hands: no player; for trick games",
        make: |terms| crude::of(terms, Hands::Open),
    },
];

/// The engine that sees all hands. What an engine wins is told as a part of what this one wins.
pub const OPEN_HANDED: &str = "open-handed";

impl Builtin {
    /// The one with this name.
    pub fn named(name: &str) -> Option<&'static Self> {
        BUILTINS.iter().find(|builtin| builtin.name == name)
    }

    /// Makes one for matches by these terms; none if it does not play the game with so many seats.
    pub fn make(&self, terms: &Terms) -> Option<Box<dyn Engine>> {
        (self.make)(terms)
    }
}

/// Takes the default.
struct Default;

impl Engine for Default {
    fn decide(&mut self, _: &Asked<'_>) -> Result<Choice, Fault> {
        Ok(Choice::Default)
    }
}

/// The computer player of rooms: it searches where rooms let it, with as many positions.
struct Simple {
    nodes: Option<u32>,
}

impl Simple {
    fn new(terms: &Terms) -> Self {
        Self {
            nodes: giog_bots::nodes(terms.variant()),
        }
    }
}

impl Engine for Simple {
    fn decide(&mut self, asked: &Asked<'_>) -> Result<Choice, Fault> {
        let (view, decision) = (asked.view(), asked.decision());
        let action = match self.nodes {
            Some(nodes) => giog_bots::think(&view, &decision, asked.seed(), nodes),
            None => giog_bots::choose(&view, &decision),
        };
        Ok(action.map_or(Choice::Default, Choice::Action))
    }
}
