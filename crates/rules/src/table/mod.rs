//! Types that all families share: seats and observers, ids of matches and people, refusal codes, and the pieces of xiangqi.

mod ids;
mod info;
mod level;
mod listed;
mod may;
mod observer;
mod piece;
mod refusal;
mod seat;
mod stage;

pub use ids::{BadTimestamp, MatchId, PlayerId, Timestamp};
pub use info::{ChoiceInfo, NameInfo, OptionInfo, OptionValue};
pub use level::{Level, NoSuchLevel};
pub use listed::{ActionPage, MAX_LISTED_ACTIONS};
pub(crate) use listed::{is_false, page, place};
pub use may::{May, Verb};
pub use observer::Observer;
pub use piece::{Color, Piece};
pub use refusal::RefusalCode;
pub use seat::{BySeat, MAX_SEATS, NoSuchSeat, Seat};
pub use stage::Stage;
