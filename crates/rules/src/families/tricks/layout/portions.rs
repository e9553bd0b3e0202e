//! How the stacks of a game are shared out.

/// How the stacks are shared out among the players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Portions {
    /// How many stacks are taken as a whole.
    pub whole: u8,
    /// How many stacks a player takes at a time.
    pub at_once: u8,
    /// Whether one more stack is split: the first player takes its two top pieces, the second the two bottom ones, and the third a
    /// stack after it (`docs/RULES.md` §8).
    pub split: bool,
}

impl Portions {
    /// For games without stacks.
    pub const NONE: Self = Self {
        whole: 0,
        at_once: 0,
        split: false,
    };
}
