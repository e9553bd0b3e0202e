//! The JSON bodies of REST that the WebSocket protocol does not have.
//!
//! A new body is a struct in the file of its resource; the server also lists it among the schemas of its OpenAPI document.

/// Implements `Debug` for bodies with tokens or codes, which must not be logged: it shows only these fields.
macro_rules! secret {
    ($($body:ident { $($shown:ident),* })+) => {$(
        impl std::fmt::Debug for $body {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.debug_struct(stringify!($body))
                    $(.field(stringify!($shown), &self.$shown))*
                    .finish_non_exhaustive()
            }
        }
    )+};
}

mod branches;
mod devices;
mod friends;
mod guests;
mod matches;
mod personal;
mod problem;
mod push;
mod puzzles;
mod qr;
mod ratings;
mod review_jobs;
mod reviews;
mod rooms;
mod server;
mod stats;
mod variants;

pub use crate::matches::{MatchPlayer, MatchStatus, MatchSummary};
pub use branches::{Branch, BranchInput};
pub use devices::{DeviceInfo, DeviceList, RecoverInput, Recovered, RecoveryCode, RecoveryInput};
pub use friends::{
    BlockList, ContactInfo, FriendAnswer, FriendCode, FriendCodeInput, FriendInfo, FriendList,
    FriendSettings, InvitationInput, InvitationList, MayInvite,
};
pub use guests::{
    Findable, GuestInput, HandedOver, HandoverCode, HandoverInput, NewGuest, PlayerInfo,
    PlayerList, RenameInput,
};
pub use matches::{
    DeletedMatch, FinishedMatch, MatchEvents, MatchInfo, MatchLinks, MatchList, Playing,
    RunningMatch,
};
pub use personal::{
    PersonalBan, PersonalChange, PersonalContact, PersonalData, PersonalDevice, PersonalMatch,
    PersonalRating, PersonalReport, PersonalRequest, PersonalRoom, PersonalSeat, PersonalSettings,
};
pub use problem::{ProblemCode, ProblemDetails, ProblemType};
pub use push::{PushInput, PushKeys, PushMessage, PushWanted};
pub use puzzles::{DailyPuzzle, Puzzle, PuzzleAnswer, PuzzleInput};
pub use qr::{QrCode, QrInput};
pub use ratings::{
    Anchor, DanChange, FinalPlace, FinalTable, Ladder, LadderList, LadderPlace, LadderTop,
    MatchRating, NamedPerson, Pace, PastSeason, PlayerRatings, PoolRating, RatingInput,
    RatingPoint, SeasonTable, SeatRating, ShownDan, ShownRating, Unrated,
};
pub use review_jobs::{ReviewJob, ReviewJobInput, ReviewJobProgress, ReviewLease};
pub use reviews::{
    BetterLine, BoardChoice, BoardReview, KnownHand, KnownPieces, MahjongHandType, MahjongReview,
    MatchReview, MistakeKind, MistakeList, NamedMistake, OwnMistake, Review, ReviewProgress,
    ReviewVerdict, ReviewWorker, ReviewedChoice, ReviewedDecision, ReviewedHand, ReviewedMove,
    ReviewedTurn, SeatWaits, TurnChoice, TurnMistake, TurnMistakeKind,
};
pub use rooms::{CancelledStart, CancelledStarts, Featured, FeaturedTable, RoomInfo, RoomList};
pub use server::{GameLevels, Health, HealthStatus, KeyList, ServerInfo, ServerKey, VariantList};
pub use stats::{GameStats, Leads, OpeningStats, OpponentStats, PlayerStats, Streaks};
pub use variants::{HighestScore, LongestMatch, SeatsStats, VariantStats};
