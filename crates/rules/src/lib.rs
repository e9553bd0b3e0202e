//! The games.

mod action;
mod decision;
mod event;
mod ids;
mod seat;
mod view;

pub use action::{Action, End, Sign};
pub use decision::{Ask, Decision, Generals, MAX_LISTED_PLAYS, Observer, Stage};
pub use event::{Event, SealLabel, Sealed, SeenEvent, SeenTrick, WonBy};
pub use ids::{BadTimestamp, MatchId, PlayerId, Timestamp};
pub use seat::{BySeat, MAX_SEATS, NoSuchSeat, Seat};
pub use view::{Layout, OpenTrick, Outcome, Shape, StackView, View};
