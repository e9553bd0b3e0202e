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
}

/// The stacks of a layout of rows.
const STACKS: usize = 16;

impl Rules {
    /// The pieces that are laid out.
    #[expect(clippy::unused_self, reason = "variants differ in it")]
    pub fn set(&self, _seats: usize) -> Pieces {
        Pieces::full_set()
    }

    /// Whether one row is longer than the others by a stack, so that it matters whose it is.
    #[expect(clippy::unused_self, reason = "variants differ in it")]
    pub const fn has_six(&self, seats: usize) -> bool {
        !STACKS.is_multiple_of(seats)
    }

    /// The rows before the seats.
    pub fn rows(&self, seats: usize, six: Option<Seat>) -> Rows {
        #[expect(clippy::cast_possible_truncation, reason = "at most STACKS")]
        let length = (STACKS / seats) as u8;
        Rows::new(BySeat::from_fn(seats, |seat| {
            if Some(seat) == six {
                length + 1
            } else {
                length
            }
        }))
    }

    /// How many stacks each player takes.
    #[expect(clippy::unused_self, reason = "variants differ in it")]
    pub const fn stacks_each(&self, seats: usize) -> u8 {
        match seats {
            2 => 6,
            3 => 5,
            _ => 4,
        }
    }
}
