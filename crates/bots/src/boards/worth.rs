//! What a choice in a game on a board leads to.

use giog_rules::Seat;

/// The most steps that are told of how both sides go on.
pub const MOST_LINE: usize = 8;

/// What a choice leads to, for the seat that makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worth {
    /// It wins for sure: by the rules, or because the game is solved.
    Won,
    /// It draws for sure.
    Drawn,
    /// It loses for sure.
    Lost,
    /// What a search says, in the units of the game's levels: more is better, and 0 is even.
    Score(i32),
}

impl Worth {
    /// That of the end of a match between two sides of so many seats together, for a seat of one of them.
    pub fn of_end(winners: &[Seat], seats: usize, seat: Seat) -> Self {
        if winners.is_empty() || winners.len() == seats {
            Self::Drawn
        } else if winners.contains(&seat) {
            Self::Won
        } else {
            Self::Lost
        }
    }
}

/// One of the things to which a choice may lead, for the seat that makes it: a flip to as many as there are kinds of pieces that may lie there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Likely {
    /// How often, in parts of the sum of all.
    pub weight: u32,
    /// What it is worth.
    pub worth: Worth,
}

impl Likely {
    /// All that may happen.
    pub const fn sure(worth: Worth) -> Self {
        Self { weight: 1, worth }
    }
}
