//! The table: seats, the names of matches and people, and the set of xiangqi that most families play with.

mod ids;
mod piece;
mod seat;

pub use ids::{BadTimestamp, MatchId, PlayerId, Timestamp};
pub use piece::{Color, Piece};
pub use seat::{BySeat, MAX_SEATS, NoSuchSeat, Seat, TABLE_SEATS};
