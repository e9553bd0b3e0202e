//! Games on boards: a player that decides at once, and for each kind of games one that searches.

mod blind_chess;
mod chance;
mod chess;
mod greedy;
mod monte_carlo;
mod pong_hau_ki;
mod square_chess;

use giog_rules::boards::{BoardAction, BoardDecision, BoardVariant, BoardView};

pub use greedy::choose;

/// How many positions a decision of the game is worth to look at: some 30 ms of one core.
pub const fn nodes(variant: BoardVariant) -> u32 {
    match variant {
        BoardVariant::Xiangqi => 20_000,
        BoardVariant::SupplyChess => 4_000,
        BoardVariant::BlindChess => 8_000,
        // A position of these is a match played on by lot for some moves.
        BoardVariant::QiGuoXiangxi => 300,
        BoardVariant::SquareChess => 15_000,
        // It is solved.
        BoardVariant::PongHauKi => 1,
    }
}

/// What the player does that looks at so many positions before.
pub fn think(
    view: &BoardView,
    decision: &BoardDecision,
    seed: u64,
    nodes: u32,
) -> Option<BoardAction> {
    let thought = match view.variant {
        BoardVariant::Xiangqi | BoardVariant::SupplyChess => chess::think(view, seed, nodes),
        BoardVariant::BlindChess => blind_chess::think(view, seed, nodes),
        BoardVariant::PongHauKi => pong_hau_ki::think(view, seed),
        BoardVariant::QiGuoXiangxi => monte_carlo::think(view, decision, seed, nodes),
        BoardVariant::SquareChess => square_chess::think(view, seed, nodes),
    };
    thought.or_else(|| choose(view, decision))
}
