//! The JSON messages of the WebSocket protocol and of REST, and nothing that acts on them.
//!
//! [`client`] is what clients send, [`server`] what they get; both are described for people in `docs/PROTOCOL.md`. [`rest`]
//! is what REST has beside them, and [`operator`] what the operator's side has.

pub mod client;
pub mod operator;
pub mod rest;
pub mod server;

mod called;
mod chat;
mod code;
mod forgotten;
mod hint;
mod ids;
mod limits;
mod name;
mod room;
mod settings;
mod tag;

pub use called::Called;
pub use chat::{Audience, BadChatText, ChatLine, ChatMode, ChatText, MAX_CHAT_CHARS, Phrase, Said};
pub use code::{ErrorCode, Problem};
pub use forgotten::{NAMED, bytes_without_names, without_names};
pub use ids::{DeviceId, RoomId};
pub use limits::Limits;
pub use name::{BadName, DeviceName, MAX_NAME_CHARS, PlayerName};
pub use room::{
    NextMatch, Occupant, Person, Phase, PreviousMatch, RoomState, RoomSummary, SeatState, Series,
    SeriesRow,
};
pub use settings::{
    Access, BadSettings, Clock, HintMode, Settings, SettingsInput, StandIn, WindowMode, Windows,
};
pub use tag::PlayerTag;

/// The version of the protocol; it only grows (`docs/PROTOCOL.md`).
pub const PROTOCOL_VERSION: u32 = 1;
