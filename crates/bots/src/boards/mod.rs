//! Bots for games on boards: one that decides at once for all games, and a search for each kind of game.

mod blind_chess;
mod chance;
mod chess;
mod greedy;
mod monte_carlo;
mod pong_hau_ki;
mod square_chess;

use giog_rules::boards::{BoardAction, BoardDecision, BoardVariant, BoardView};

pub use greedy::choose;

/// The number of positions that a decision of the game is searched with: about 30 ms of CPU time.
pub const fn nodes(variant: BoardVariant) -> u32 {
    match variant {
        BoardVariant::Xiangqi => 20_000,
        BoardVariant::SupplyChess => 4_000,
        BoardVariant::BlindChess => 8_000,
        // In seven kingdoms a position is a random playout of some moves.
        BoardVariant::QiGuoXiangxi => 300,
        BoardVariant::SquareChess => 15_000,
        // The game is solved.
        BoardVariant::PongHauKi => 1,
    }
}

/// The action found with this number of searched positions; if the view cannot be searched, that of [`choose`].
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
