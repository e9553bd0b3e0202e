//! The table: seats, and the names of matches and people.

mod ids;
mod seat;

pub use ids::{BadTimestamp, MatchId, PlayerId, Timestamp};
pub use seat::{BySeat, MAX_SEATS, NoSuchSeat, Seat};
