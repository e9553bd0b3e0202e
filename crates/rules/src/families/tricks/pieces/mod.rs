//! Pieces, multisets and stacks of them, combinations and their ranking.

mod combination;
mod multiset;
mod ranking;
mod stack;

pub use crate::table::{Color, Piece};
pub use combination::{BadCombinationType, CombinationType};
pub use multiset::{BadPieces, Pieces};
pub(crate) use ranking::{Combination, CombinationTable, Group, Rank, RankedType, declared};
pub use stack::{BadStack, MAX_STACK_HEIGHT, Stack};
