//! Levels of computer players for trick games: nets that were learned by play against themselves, and search with them.
//!
//! A level sees what the player of its seat sees, and nothing else. What it answers follows from the view, the level and a seed, in
//! iterations and never in time.

mod encoding;
mod line;
mod net;
mod nets;
mod policy;
mod search;
mod sight;
mod worlds;

pub use encoding::ROWS;
pub use line::{Finish, Line};
pub use net::{BadNet, FIRST, MOST, MOST_WEIGHT, Net, ONE, SECOND, WEIGHTS, WIN};
pub use nets::net;
pub use policy::{Policy, Valued};
pub use search::{Budget, search};
pub use sight::Sight;
pub use worlds::{World, Worlds};

use giog_rules::Pieces;
use giog_rules::tricks::{Action, Ask, Decision, View};

use crate::boards::Numbers;

/// How strong a computer player is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// The net alone: the play that it values most.
    Club,
    /// A short search.
    Strong,
    /// A longer search.
    Master,
}

impl Level {
    /// All, the weakest first.
    pub const ALL: [Self; 3] = [Self::Club, Self::Strong, Self::Master];

    /// Its name in records and programs.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Club => "club",
            Self::Strong => "strong",
            Self::Master => "master",
        }
    }

    /// How much it searches; none without search.
    pub const fn budget(self) -> Option<Budget> {
        match self {
            Self::Club => None,
            Self::Strong => Some(Budget {
                drawn: 96,
                lines: 384,
                depth: 0,
            }),
            Self::Master => Some(Budget {
                drawn: 384,
                lines: 1536,
                depth: 1,
            }),
        }
    }

    /// What it does. None where it has no opinion, such as before the first lead, and in games that it does not play ([`net`]).
    pub fn choose(self, view: &View, decision: &Decision, seed: u64) -> Option<Action> {
        if !decision.must || !matches!(decision.ask, Ask::Play { .. }) {
            return None;
        }
        let net = net(view.variant, view.hand_sizes.len())?;
        let policy = Policy::new(net, view.variant)?;
        let play = match self.budget() {
            None => best(&policy, view, seed),
            Some(budget) => search(&policy, view, budget, seed),
        };
        play.map(|pieces| Action::Play {
            pieces: pieces.to_string(),
        })
    }
}

/// The play that the net values most.
fn best(policy: &Policy<'_>, view: &View, seed: u64) -> Option<Pieces> {
    let (_, line) = Worlds::of(view)?.draw(&mut Numbers::new(seed))?;
    let mut valued = Valued::default();
    policy.value(&line, view.you?, &mut valued);
    Some(valued.plays[valued.best()])
}
