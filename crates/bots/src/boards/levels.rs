//! Levels of computer players for games on boards: how many positions each searches, and what that counts for.

use giog_rules::Level;
use giog_rules::boards::{BoardAction, BoardDecision, BoardVariant, BoardView};

use super::chess::{self, Manner};
use super::{blind_chess, monte_carlo, square_chess};

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
        BoardVariant::SupplyChess
        | BoardVariant::BlindChess
        | BoardVariant::QiGuoXiangxi
        | BoardVariant::SquareChess => &[Level::Simple, Level::Club],
        BoardVariant::PongHauKi => &[Level::Simple],
    }
}

/// None for `simple` and in games that do not have the level.
fn effort(level: Level, variant: BoardVariant) -> Option<Effort> {
    let (nodes, cost_us) = match (variant, level) {
        (BoardVariant::Xiangqi, Level::Club) => (20_000, 40_000),
        (BoardVariant::Xiangqi, Level::Strong) => (80_000, 150_000),
        (BoardVariant::SupplyChess, Level::Club) => (16_000, 40_000),
        (BoardVariant::BlindChess, Level::Club) => (20_000, 10_000),
        (BoardVariant::QiGuoXiangxi, Level::Club) => (1_200, 25_000),
        (BoardVariant::SquareChess, Level::Club) => (60_000, 20_000),
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
        BoardVariant::SupplyChess | BoardVariant::QiGuoXiangxi => 50,
        BoardVariant::BlindChess => 140,
        BoardVariant::SquareChess => 110,
        BoardVariant::PongHauKi => 0,
    }
}

/// What a level does; none in games that it does not play.
pub fn play(
    level: Level,
    view: &BoardView,
    decision: &BoardDecision,
    seed: u64,
) -> Option<BoardAction> {
    let nodes = effort(level, view.variant)?.nodes;
    match view.variant {
        BoardVariant::Xiangqi | BoardVariant::SupplyChess => {
            chess::think(view, Manner::Keen, seed, nodes)
        }
        BoardVariant::QiGuoXiangxi => monte_carlo::think(view, decision, seed, nodes),
        BoardVariant::SquareChess => square_chess::think(view, seed, nodes),
        BoardVariant::BlindChess => blind_chess::think_keenly(view, seed, nodes),
        BoardVariant::PongHauKi => None,
    }
}
