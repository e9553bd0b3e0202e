//! Levels of computer players. In trick games: nets that were learned by play against themselves, and search with them. In games on boards
//! searches of more positions, in which more is left out. In mahjong what hands are likely to be paid.
//!
//! A level sees what the player of its seat sees, and nothing else. What it answers follows from the view, the level and a seed, in
//! iterations and never in time.

mod appraisal;
mod certain;
mod encoding;
mod ending;
mod line;
mod net;
mod nets;
mod policy;
mod population;
mod search;
mod sight;
mod swap;
mod worlds;

pub use appraisal::{
    Appraisal, Appraised, Effort, appraise, appraise_openly, candidates, standard_error,
};
pub use certain::{Certain, Held, MOST_WINS};
pub use encoding::ROWS;
pub use ending::Ending;
pub use line::{Finish, Line};
pub use net::{BadNet, MOST, MOST_WEIGHT, Net, ONE, Size, WIN};
pub use nets::{net, net_of};
pub use policy::{Policy, Valued, WEIGHT};
pub use population::likely_lines;
pub use search::{Budget, search};
pub use sight::Sight;
pub use worlds::{World, Worlds};

use giog_rules::boards::BoardVariant;
use giog_rules::tiles::TilesVariant;
use giog_rules::tricks::{Action, Ask, Decision, View};
use giog_rules::{Level, Pieces, Variant};

use crate::boards::{Numbers, levels as boards};
use crate::tiles::club;

/// The levels of a game with so many seats, the weakest first; at least [`Level::Simple`].
pub fn of(variant: Variant, seats: usize) -> &'static [Level] {
    let all = &Level::ALL;
    match variant {
        Variant::Tricks(variant) => &all[..=nets::most(variant, seats) as usize],
        Variant::Board(variant) => boards::of(variant),
        Variant::Tiles(TilesVariant::Mahjong) => &all[..=Level::Club as usize],
        Variant::Tiles(_) => &all[..1],
    }
}

/// Whether the one level of a game is exact: the game is solved, or pure odds, of which no bet loses less in the mean.
pub const fn is_exact(variant: Variant) -> bool {
    match variant {
        Variant::Tricks(_) => false,
        Variant::Board(variant) => matches!(variant, BoardVariant::PongHauKi),
        Variant::Tiles(variant) => matches!(
            variant,
            TilesVariant::SicBo | TilesVariant::GrandHazard | TilesVariant::ChuckALuck
        ),
    }
}

/// How much a level searches with a net of this size, so that it takes about as long with each; none without search.
pub const fn budget(level: Level, size: Size) -> Option<Budget> {
    match level {
        Level::Simple | Level::Club => None,
        Level::Strong => Some(Budget {
            drawn: 96,
            lines: 384,
            depth: 0,
            ending: None,
        }),
        Level::Master => {
            let part = if size.first > Size::SMALL.first { 2 } else { 1 };
            Some(Budget {
                drawn: 384 / part,
                lines: 1536 / part,
                depth: 1,
                ending: Some(Ending {
                    pieces: 3,
                    drawn: [32, 64],
                    rounds: 24,
                }),
            })
        }
    }
}

/// What a decision at a level counts for, in microseconds of one core, whatever it takes.
pub fn cost_us(level: Level, variant: Variant) -> u64 {
    match (variant, level) {
        (Variant::Board(variant), level) => boards::cost_us(level, variant),
        (_, Level::Simple | Level::Club) => 0,
        (_, Level::Strong) => 10_000,
        (_, Level::Master) => 50_000,
    }
}

/// The same for a seat in a match: for all decisions that it may have, or where nobody knows how many, for as many as in a long match.
pub fn match_cost_us(level: Level, variant: Variant, seats: usize) -> u64 {
    let decisions = match variant {
        Variant::Tricks(variant) if seats > 0 => {
            let pieces = usize::from(variant.set(seats).len());
            u64::try_from(pieces / seats).unwrap_or(u64::MAX)
        }
        Variant::Board(variant) => boards::decisions(variant),
        _ => 0,
    };
    cost_us(level, variant).saturating_mul(decisions)
}

/// How long after its decision has opened a level acts at the earliest, in milliseconds: ten times what the decision counts for, so that its
/// search is over by then although others wait for the same threads.
pub fn least_ms(level: Level, variant: Variant) -> u64 {
    cost_us(level, variant) * 10 / 1_000
}

/// Whether a search that is late may be waited for: where a seat sees what everybody sees, its time tells nothing that is hidden.
pub const fn may_be_late(variant: Variant) -> bool {
    matches!(variant, Variant::Board(_))
}

/// What a level does. None where it has no opinion, as before the first lead, and in games that it does not play ([`of`]).
pub fn play(
    level: Level,
    view: &giog_rules::View,
    decision: &giog_rules::Decision,
    seed: u64,
) -> Option<giog_rules::Action> {
    match (view, decision) {
        (giog_rules::View::Tricks(view), giog_rules::Decision::Tricks(decision)) => {
            choose(level, view, decision, seed).map(giog_rules::Action::Tricks)
        }
        (giog_rules::View::Board(view), giog_rules::Decision::Board(decision)) => {
            boards::play(level, view, decision, seed).map(giog_rules::Action::Board)
        }
        (giog_rules::View::Tiles(view), giog_rules::Decision::Tiles(decision))
            if level == Level::Club =>
        {
            club::play(view, decision).map(giog_rules::Action::Tiles)
        }
        _ => None,
    }
}

/// The same in a trick game.
pub fn choose(level: Level, view: &View, decision: &Decision, seed: u64) -> Option<Action> {
    if level == Level::Simple || !decision.must || !matches!(decision.ask, Ask::Play { .. }) {
        return None;
    }
    let net = net_of(level, view.variant, view.hand_sizes.len())?;
    let policy = Policy::new(net, view.variant)?;
    let play = match budget(level, net.size()) {
        None => best(&policy, view, seed),
        Some(budget) => search(&policy, view, budget, seed),
    };
    play.map(|pieces| Action::Play {
        pieces: pieces.to_string(),
    })
}

/// The play that the net values most.
fn best(policy: &Policy<'_>, view: &View, seed: u64) -> Option<Pieces> {
    let (_, line) = Worlds::of(view)?.draw(&mut Numbers::new(seed))?;
    let mut valued = Valued::default();
    policy.value(&line, view.you?, &mut valued);
    Some(valued.best())
}
