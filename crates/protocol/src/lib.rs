//! The JSON messages of the WebSocket protocol and of REST: only the data types and their checks.
//!
//! [`client`] has the messages from clients, [`server`] the messages to them; `docs/PROTOCOL.md` describes both. [`rest`] has the other
//! bodies of REST, [`operator`] those of the operator's interface, and [`bot`] the lines between a runner and a program that plays.

pub mod bot;
pub mod client;
pub mod operator;
pub mod rest;
pub mod server;

mod called;
mod chat;
mod code;
mod cursor;
mod declared;
mod error_codes;
mod forgotten;
mod ids;
mod input;
mod joiners;
mod limits;
mod matches;
mod name;
mod room;
mod settings;
mod tag;

pub use called::Called;
pub use chat::{Audience, BadChatText, ChatLine, ChatText, MAX_CHAT_CHARS, Phrase, Said};
pub use code::{ErrorCode, Problem};
pub use cursor::{BadRoomCursor, Found, RoomCursor};
pub use declared::{DeclaredBot, DeclaredBotInput};
pub use forgotten::{NAMED, without_names};
pub use ids::{DeviceId, PuzzleId, RoomId};
pub use input::{MAX_REQUEST_VALUES, read_body};
pub use limits::Limits;
pub use name::{BadName, DeviceName, EngineText, MAX_NAME_CHARS, PlayerName, is_unshowable};
pub use room::{
    EveningGame, EveningRow, NextMatch, Occupant, Person, Phase, PreviousMatch, RoomState,
    RoomSummary, SeatState, Series, SeriesRow,
};
pub use settings::{
    Access, BadSettings, Bots, ChatMode, Clock, HintMode, Settings, SettingsInput, StandIn,
    WindowMode, Windows,
};
pub use tag::PlayerTag;

/// The version of the protocol, which `hello` names. Changes within a version only add things (`docs/PROTOCOL.md`).
pub const PROTOCOL_VERSION: u32 = 1;
