//! Bots for games on boards: one that decides at once for all games, and a search for each kind of game.

pub mod appraisal;
mod blind_chess;
mod chance;
mod chess;
mod greedy;
pub mod levels;
mod monte_carlo;
mod pong_hau_ki;
mod square_chess;
mod worth;

use giog_rules::boards::{BoardAction, BoardDecision, BoardVariant, BoardView};

use self::chess::Manner;

pub use chance::Numbers;
pub use greedy::choose;

/// How a game is searched: from a view and its decision, with a seed and a number of positions.
type Search = fn(&BoardView, &BoardDecision, u64, u32) -> Option<BoardAction>;

/// The search of a game, and the number of positions that a decision is searched with: about 30 ms of CPU time.
fn search(variant: BoardVariant) -> (Search, u32) {
    let chess: Search = |view, _, seed, nodes| chess::think(view, Manner::Plain, seed, nodes);
    match variant {
        BoardVariant::Xiangqi => (chess, 20_000),
        BoardVariant::SupplyChess => (chess, 4_000),
        BoardVariant::BlindChess => (
            |view, _, seed, nodes| blind_chess::think(view, seed, nodes),
            8_000,
        ),
        // In seven kingdoms a position is a random playout of some moves.
        BoardVariant::QiGuoXiangxi => (monte_carlo::think, 300),
        BoardVariant::SquareChess => (
            |view, _, seed, nodes| square_chess::think(view, seed, nodes),
            15_000,
        ),
        // The game is solved.
        BoardVariant::PongHauKi => (|view, _, seed, _| pong_hau_ki::think(view, seed), 1),
    }
}

/// The number of positions that a decision of the game is searched with.
pub fn nodes(variant: BoardVariant) -> u32 {
    search(variant).1
}

/// The action found with this number of searched positions; if the view cannot be searched, that of [`choose`].
pub fn think(
    view: &BoardView,
    decision: &BoardDecision,
    seed: u64,
    nodes: u32,
) -> Option<BoardAction> {
    let (think, _) = search(view.variant);
    think(view, decision, seed, nodes).or_else(|| choose(view, decision))
}
