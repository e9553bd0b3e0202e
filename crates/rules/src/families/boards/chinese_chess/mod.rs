//! The parts that xiangqi and supply chess share: the board, pieces, moves, and notations.

mod board;
mod drops;
pub mod fen;
mod kind;
mod moves;
pub mod notation;
pub mod paths;
pub mod repetition;
pub mod square;

pub use board::Board;
pub use fen::{BadFen, Fen};
pub use kind::Kind;
pub use moves::CheckRule;
pub use square::{GRID, Square, SquareSet};
