//! Pieces, multisets, stacks and packs of them, combinations and their ranking.

mod combination;
mod multiset;
mod pack;
mod ranking;
mod stack;

pub use crate::table::{Color, Piece};
pub use combination::{BadCombinationType, CombinationType};
pub use multiset::{BadPieces, Pieces};
pub use pack::{BadPack, Pack};
pub(crate) use ranking::{Combination, CombinationTable, Group, Rank, RankedType, declared};
pub use stack::{BadStack, MAX_STACK_HEIGHT, Stack};
