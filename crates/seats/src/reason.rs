//! Why a seat became free, in words.

use giog_protocol::server::StandReason;

/// The reason why a seat became free.
pub const fn stand_reason(reason: StandReason) -> &'static str {
    match reason {
        StandReason::Stood => "they stand up",
        StandReason::Left => "they have left",
        StandReason::Removed => "the owner wants it",
        StandReason::NotReady => "they were not ready in time",
        StandReason::NotOpened => "they did not open their entropy",
        StandReason::Gone => "they were disconnected for too long",
        StandReason::Expelled => "the operator removed them",
        StandReason::MatchOver => "the rated match is over",
        StandReason::MadeWay => "it makes way for a person",
        StandReason::NoSuchSeat => "the table became smaller",
        StandReason::Bots => "the table takes no such bots any more",
    }
}
