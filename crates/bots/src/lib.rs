//! Computer players. They see what a seat's player sees, and nothing else: no clock, no chance, no memory.
//!
//! [`choose`] answers any decision of any game. Where a game is not known well enough here, the answer is the
//! decision's own default.

mod boards;
mod ceremony;
mod chance;
mod follow;
mod generals;
mod hand;
mod lead;
mod legal;
mod ranking;
mod tiles;
pub mod tricks;
mod unseen;

use giog_rules::{Action, Decision, Variant, View};

/// The name of this way of playing, as records and rooms have it.
pub const NAME: &str = "simple";

/// What the computer player does: always the same for the same view and decision, and always legal. None where it has not
/// the means to tell: in a game that it can't see, or for a view that is none of the decision's game.
///
/// Ask it where the match waits (`decision.must()`). A play that nobody waits for can only be taken back, and so that is
/// its answer there.
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

/// How many positions [`think`] is to look at for a decision of this game; none where [`choose`] is the best there is.
pub const fn nodes(variant: Variant) -> Option<u32> {
    match variant {
        Variant::Tricks(_) | Variant::Tiles(_) => None,
        Variant::Board(variant) => Some(boards::nodes(variant)),
    }
}

/// What the computer player does that looks at so many positions before: always the same for the same view, decision and seed.
/// Where it can't search the game, it is what [`choose`] does.
pub fn think(view: &View, decision: &Decision, seed: u64, nodes: u32) -> Option<Action> {
    match (view, decision) {
        (View::Board(view), Decision::Board(decision)) => {
            boards::think(view, decision, seed, nodes).map(Action::Board)
        }
        _ => choose(view, decision),
    }
}
