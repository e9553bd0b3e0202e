//! The table: seats and who looks at it, the names of matches and people, why actions are refused, and the set of xiangqi that most families play with.

mod ids;
#[cfg(feature = "leak-on-purpose")]
pub mod leak;
mod may;
mod observer;
mod piece;
mod refusal;
mod seat;
mod stage;

pub use ids::{BadTimestamp, MatchId, PlayerId, Timestamp};
pub use may::{May, Verb};
pub use observer::Observer;
pub use piece::{Color, Piece};
pub use refusal::RefusalCode;
pub use seat::{BySeat, MAX_SEATS, NoSuchSeat, Seat};
pub use stage::Stage;
