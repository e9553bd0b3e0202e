//! What choices in games on boards are worth, for reviews: by searches of a fixed number of positions, or exactly where a game is solved.

use giog_rules::boards::{BoardAction, BoardVariant, BoardView};

pub use super::worth::{Likely, MOST_LINE, Worth};
use super::{blind_chess, chess, pong_hau_ki, square_chess};

/// A search of a level finds most of its candidates with so much less.
const FEWER: u32 = 4;

/// A choice that was looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Appraised {
    /// The choice.
    pub action: BoardAction,
    /// What it leads to: something for sure, or what chance decides among.
    pub worth: Vec<Likely>,
    /// How both sides go on after it, as far as the search has it: some plies, or none.
    pub line: Vec<BoardAction>,
}

/// Up to so many choices of a view that look best to searches of this number of positions, the best first, and exactly one if there is only
/// one. None if choices of the game are not appraised.
pub fn candidates(
    view: &BoardView,
    seed: u64,
    nodes: u32,
    most: usize,
) -> Option<Vec<BoardAction>> {
    let less = std::iter::repeat_n(nodes / FEWER, most.saturating_sub(1));
    let nodes: Vec<u32> = std::iter::once(nodes).chain(less).collect();
    let mut found = match view.variant {
        BoardVariant::Xiangqi | BoardVariant::SupplyChess => chess::candidates(view, seed, &nodes)?,
        BoardVariant::BlindChess => blind_chess::candidates(view, seed, &nodes)?,
        BoardVariant::SquareChess => square_chess::candidates(view, seed, &nodes)?,
        BoardVariant::PongHauKi => pong_hau_ki::candidates(view)?,
        BoardVariant::QiGuoXiangxi => return None,
    };
    found.truncate(most);
    Some(found)
}

/// What a choice leads to, by a search of this number of positions after it: always the same for the same view, seed and number. None if the
/// choice is illegal, or choices of the game are not appraised.
pub fn appraise(
    view: &BoardView,
    action: &BoardAction,
    seed: u64,
    nodes: u32,
) -> Option<Appraised> {
    let sure = |(worth, line)| (vec![Likely::sure(worth)], line);
    let (worth, line) = match view.variant {
        BoardVariant::Xiangqi | BoardVariant::SupplyChess => {
            sure(chess::appraise(view, action, seed, nodes)?)
        }
        BoardVariant::SquareChess => sure(square_chess::appraise(view, action, seed, nodes)?),
        BoardVariant::PongHauKi => sure(pong_hau_ki::appraise(view, action)?),
        BoardVariant::BlindChess => blind_chess::appraise(view, action, seed, nodes)?,
        BoardVariant::QiGuoXiangxi => return None,
    };
    Some(Appraised {
        action: action.clone(),
        worth,
        line,
    })
}
