//! Pieces, multisets and stacks of them, combinations and their ranking.

mod combination;
mod multiset;
mod piece;
mod ranking;
mod stack;

pub use combination::{BadCombinationType, CombinationType};
pub use multiset::{BadPieces, Pieces};
pub use piece::{Color, Piece};
pub(crate) use ranking::{Combination, CombinationTable, Group, Rank, RankedType, declared};
pub use stack::{BadStack, MAX_STACK_HEIGHT, Stack};
