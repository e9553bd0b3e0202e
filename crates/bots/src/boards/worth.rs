//! What a choice in a game on a board leads to.

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
