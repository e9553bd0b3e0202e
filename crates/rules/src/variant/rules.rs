//! What the shared parts of the game ask of a variant.

use crate::ranking::CombinationTable;
use crate::rows::Rows;
use crate::{BySeat, Pieces, Seat};

/// The rules in which variants differ, as data that the shared parts read.
#[derive(Debug)]
pub(crate) struct Rules {
    /// The combinations that may be led.
    pub combinations: CombinationTable,
    /// Whether generals are banned in the first and the last trick (`docs/RULES.md` §4).
    pub general_ban: bool,
    /// The pieces that are laid out for so many players.
    pub set: fn(usize) -> Pieces,
    /// How many stacks are laid out.
    pub stacks: u8,
    /// How many stacks each of so many players takes.
    pub stacks_each: fn(usize) -> u8,
}

impl Rules {
    /// Whether one row is longer than the others by a stack, so that it matters whose it is.
    pub fn has_six(&self, seats: usize) -> bool {
        !usize::from(self.stacks).is_multiple_of(seats)
    }

    /// The rows before the seats.
    pub fn rows(&self, seats: usize, six: Option<Seat>) -> Rows {
        #[expect(clippy::cast_possible_truncation, reason = "at most MAX_SEATS")]
        let length = self.stacks / seats as u8;
        Rows::new(BySeat::from_fn(seats, |seat| {
            length + u8::from(Some(seat) == six)
        }))
    }
}
