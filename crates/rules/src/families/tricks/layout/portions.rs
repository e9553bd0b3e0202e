//! How the stacks of a game are shared out.

/// How the stacks are shared out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Portions {
    /// How many stacks are taken whole.
    pub whole: u8,
    /// How many of them a player takes at once.
    pub at_once: u8,
    /// Whether of one more stack the first player takes the two top pieces and the second the two bottom ones, and the
    /// third takes one after it (`docs/RULES.md` §8).
    pub split: bool,
}

impl Portions {
    /// Of a game without stacks.
    pub const NONE: Self = Self {
        whole: 0,
        at_once: 0,
        split: false,
    };
}
