//! The JSON bodies of REST, beside those it shares with the socket.
//!
//! A new body is a struct in the file of its resource; the server lists it among the schemas of its OpenAPI document.

mod devices;
mod guests;
mod matches;
mod problem;
mod qr;
mod rooms;
mod server;

pub use devices::{DeviceInfo, DeviceList, RecoverInput, Recovered, RecoveryCode, RecoveryInput};
pub use guests::{
    GuestInput, HandedOver, HandoverCode, HandoverInput, NewGuest, PlayerInfo, RenameInput,
};
pub use matches::{
    DeletedMatch, FinishedMatch, MatchEvents, MatchInfo, MatchLinks, MatchList, MatchPlayer,
    MatchStatus, MatchSummary, Playing, RunningMatch,
};
pub use problem::{ProblemCode, ProblemDetails, ProblemType};
pub use qr::{QrCode, QrInput};
pub use rooms::{CancelledStart, CancelledStarts, RoomInfo, RoomList};
pub use server::{Health, HealthStatus, KeyList, ServerInfo, ServerKey, VariantList};
