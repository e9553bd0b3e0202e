//! Bots. They see what the player of the seat sees, and nothing else: no clock, no randomness, no memory.
//!
//! [`choose`] answers any decision of any game. If the bot has no opinion, the answer is the default of the decision.

mod boards;
mod ceremony;
mod chance;
mod follow;
mod generals;
mod hand;
mod lead;
mod legal;
pub mod levels;
mod ranking;
mod tiles;
pub mod tricks;
mod unseen;

/// Hands of mahjong as their seats see them.
pub mod mahjong {
    pub use crate::tiles::club::{Hand, Knowledge, set};
}

pub use boards::{Numbers, appraisal};
use giog_rules::{Action, Decision, Variant, View};

/// The action of the bot: always the same for the same view and decision, and always legal. None if the bot cannot decide: in games in
/// which it does not see the board, or if view and decision are of different games.
///
/// Call it for decisions that the match waits for (`decision.must()`). For a play that may only be taken back, the answer is to take it
/// back.
pub fn choose(view: &View, decision: &Decision) -> Option<Action> {
    match (view, decision) {
        (View::Tricks(view), Decision::Tricks(decision)) => {
            Some(Action::Tricks(tricks::choose(view, decision)))
        }
        (View::Board(view), Decision::Board(decision)) => {
            boards::choose(view, decision).map(Action::Board)
        }
        (View::Tiles(view), Decision::Tiles(decision)) => {
            tiles::choose(view, decision).map(Action::Tiles)
        }
        _ => None,
    }
}

/// How many positions [`think`] should search for a decision of this game; none if the game has no search.
pub fn nodes(variant: Variant) -> Option<u32> {
    match variant {
        Variant::Tricks(_) | Variant::Tiles(_) => None,
        Variant::Board(variant) => Some(boards::nodes(variant)),
    }
}

/// The action of the bot after searching this number of positions: always the same for the same view, decision and seed. Without a
/// search for the game, it is the same as [`choose`].
pub fn think(view: &View, decision: &Decision, seed: u64, nodes: u32) -> Option<Action> {
    match (view, decision) {
        (View::Board(view), Decision::Board(decision)) => {
            boards::think(view, decision, seed, nodes).map(Action::Board)
        }
        _ => choose(view, decision),
    }
}
