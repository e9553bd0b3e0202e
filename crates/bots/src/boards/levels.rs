//! Levels of computer players for games on boards: how many positions each searches, and what that counts for.

use giog_rules::Level;
use giog_rules::boards::{BoardAction, BoardVariant, BoardView};

use super::chess::{self, Manner};

/// What a level does for a decision.
#[derive(Clone, Copy)]
struct Effort {
    /// How many positions it searches.
    nodes: u32,
    /// What that counts for, in microseconds of one core.
    cost_us: u64,
}

/// The levels of a game, the weakest first; at least [`Level::Simple`].
pub const fn of(variant: BoardVariant) -> &'static [Level] {
    match variant {
        BoardVariant::Xiangqi => &[Level::Simple, Level::Club, Level::Strong],
        _ => &[Level::Simple],
    }
}

/// None for `simple` and in games that do not have the level.
fn effort(level: Level, variant: BoardVariant) -> Option<Effort> {
    let (nodes, cost_us) = match (variant, level) {
        (BoardVariant::Xiangqi, Level::Club) => (20_000, 40_000),
        (BoardVariant::Xiangqi, Level::Strong) => (80_000, 150_000),
        _ => return None,
    };
    Some(Effort { nodes, cost_us })
}

/// What a decision at a level counts for, in microseconds of one core, whatever it takes.
pub fn cost_us(level: Level, variant: BoardVariant) -> u64 {
    effort(level, variant).map_or(0, |effort| effort.cost_us)
}

/// How many decisions of a seat a match is charged with, since nobody knows how many it will have: more than the mean in matches between levels.
pub const fn decisions(variant: BoardVariant) -> u64 {
    match variant {
        BoardVariant::Xiangqi => 70,
        _ => 0,
    }
}

/// What a level does; none in games that it does not play.
pub fn play(level: Level, view: &BoardView, seed: u64) -> Option<BoardAction> {
    let effort = effort(level, view.variant)?;
    chess::think(view, Manner::Keen, seed, effort.nodes)
}
