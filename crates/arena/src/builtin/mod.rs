//! The engines that are built in: `builtin:NAME`. A new one is a row of [`BUILTINS`].

mod random;

use giog_rules::Terms;

use crate::engine::{Asked, Choice, Engine, Fault};

/// An engine that is built in.
#[derive(Clone, Copy, Debug)]
pub struct Builtin {
    /// Its name, after `builtin:`.
    pub name: &'static str,
    /// What it does, in one sentence.
    pub about: &'static str,
    make: fn(&Terms) -> Box<dyn Engine>,
}

/// All of them, the weakest first.
pub const BUILTINS: [Builtin; 3] = [
    Builtin {
        name: "default",
        about: "takes the default, like a player who is away",
        make: |_| Box::new(Default),
    },
    Builtin {
        name: "random",
        about: "takes any legal action, each with the same probability; of bets, none, or one point or all on any",
        make: |terms| Box::new(random::Random::new(terms)),
    },
    Builtin {
        name: giog_bots::NAME,
        about: "the computer player of rooms (docs/BOTS.md)",
        make: |terms| Box::new(Simple::new(terms)),
    },
];

impl Builtin {
    /// The one with this name.
    pub fn named(name: &str) -> Option<&'static Self> {
        BUILTINS.iter().find(|builtin| builtin.name == name)
    }

    /// Makes one for matches by these terms.
    pub fn make(&self, terms: &Terms) -> Box<dyn Engine> {
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
