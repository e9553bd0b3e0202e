//! The error codes: a stable, closed list, with one code for each reaction that a client can have.

use std::borrow::Cow;

use giog_rules::RefusalCode;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Why a request was refused. Codes are stable; `message` is for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ErrorCode {
    /// The frame is not JSON.
    BadJson,
    /// The frame is not a valid request: fields are missing or have the wrong type.
    BadRequest,
    /// There is no request of this type.
    UnknownType,
    /// The first request must be `hello`.
    HelloFirst,
    /// A second `hello` on this connection.
    AlreadyGreeted,
    /// The server does not support this version of the protocol.
    UnsupportedVersion,
    /// The server does not know the token; it was ended, has expired, or never existed.
    BadToken,
    /// The name is empty, too long or not allowed.
    BadName,
    /// Too many requests in a short time; wait and send it again.
    RateLimited,
    /// Too many requests are waiting; send it again.
    Busy,
    /// The database is unreachable. Nothing was changed; send it again.
    StorageUnavailable,
    /// The server is about to stop; reconnect in a few seconds.
    ShuttingDown,
    /// There is no such room, or it was closed.
    NoSuchRoom,
    /// A fault stopped the room, and it was set aside. Nothing is lost; the operator can restore it.
    RoomSetAside,
    /// The room has a password, and this is not it.
    WrongPassword,
    /// The request needs the room to be joined first on this connection.
    NotJoined,
    /// The server has reached its limit of rooms.
    TooManyRooms,
    /// This person has created, or this connection has joined, the maximum number of rooms.
    TooManyOfYours,
    /// The address has created the maximum number of open rooms, or has the maximum number of spectators in this room.
    TooManyOfAddress,
    /// The room allows no spectators, or is full of them.
    NoSpectators,
    /// The settings contradict each other; the message says which and why.
    BadSettings,
    /// Only the owner of the room may do that.
    NotOwner,
    /// The seat does not exist in this room.
    NoSuchSeat,
    /// Somebody else has the seat.
    SeatTaken,
    /// No seat is free.
    NoFreeSeat,
    /// The person has no seat here.
    NotSeated,
    /// Not while a match is being started or played.
    MatchRunning,
    /// No match is being played.
    NoMatch,
    /// The request is for a different match than the one at this table.
    StaleMatch,
    /// The server does not wait for entropy from this seat.
    NoEntropyAwaited,
    /// The entropy does not match the commitment.
    EntropyMismatch,
    /// The turn was already taken; `taken` has the action. Nothing was changed.
    Already,
    /// This seat has not taken that many turns.
    TurnAhead,
    /// This person left the match too often; a stand-in plays their seat to the end.
    LeftTooOften,
    /// No more plays can be taken back in this trick, or none at all in this room.
    TooManyTakeBacks,
    /// The room allows no chat, or only set phrases.
    ChatOff,
    /// This table has no hints, or only for people who play alone against bots.
    NoHints,
    /// This is possible later; `wait_ms` says when.
    TooEarly,
    /// This person left too many matches for quick play; `wait_ms` says how long it lasts.
    Leaver,
    /// No new rooms and matches are started at the moment; running ones continue.
    Draining,
    /// The server's disk is nearly full: no new guests, names, rooms, matches, reports and push subscriptions; running matches continue.
    DiskLow,
    /// The operator has banned this person or address.
    Banned,
    /// The owner of the room has banned this person from it.
    BannedFromRoom,
    /// This person is not, and was not, in the room.
    NoSuchPerson,
    /// The game refuses the action; the code is the game's (`docs/RECORD.md`).
    #[serde(untagged)]
    Refused(RefusalCode),
}

impl ErrorCode {
    /// The general message of the code, for people, if there is no more specific one.
    pub fn message(self) -> Cow<'static, str> {
        Cow::Borrowed(match self {
            Self::BadJson => "this is not JSON",
            Self::BadRequest => "this is not a request: an object with `id` and `type` is required",
            Self::UnknownType => "there is no request of this type",
            Self::HelloFirst => "send `hello` first",
            Self::AlreadyGreeted => "`hello` was already sent on this connection",
            Self::UnsupportedVersion => "this server speaks another version of the protocol",
            Self::BadToken => "unknown token; send `hello` without a token for a new guest",
            Self::BadName => "a name has 1 to 24 characters, and no brackets, `#` or robots",
            Self::RateLimited => "too many requests; wait a moment and send it again",
            Self::Busy => "too many requests are waiting; send it again",
            Self::StorageUnavailable => {
                "the database is unreachable; nothing was changed, send it again"
            }
            Self::ShuttingDown => "the server is about to stop; connect again in a few seconds",
            Self::NoSuchRoom => "there is no such room",
            Self::RoomSetAside => {
                "the room was stopped by a fault; nothing is lost, and the operator can restore it"
            }
            Self::WrongPassword => "the room wants its password",
            Self::NotJoined => "join the room first",
            Self::TooManyRooms => {
                "the server has reached its limit of rooms; use quick play, or try later"
            }
            Self::TooManyOfYours => {
                "you have too many rooms: leave one on this connection, or close one that you created"
            }
            Self::TooManyOfAddress => "your address has reached its limit of rooms or spectators",
            Self::NoSpectators => "the room takes no spectators, or no more of them",
            Self::BadSettings => "these settings contradict each other",
            Self::NotOwner => "only the owner of the room may do that",
            Self::NoSuchSeat => "the room has no such seat",
            Self::SeatTaken => "somebody else has this seat",
            Self::NoFreeSeat => "no seat is free",
            Self::NotSeated => "you have no seat here",
            Self::MatchRunning => "not while a match is being started or played",
            Self::NoMatch => "no match is being played",
            Self::StaleMatch => "this is for a different match than the one at this table",
            Self::NoEntropyAwaited => "the server does not wait for entropy from your seat",
            Self::EntropyMismatch => "this is not the entropy you committed to",
            Self::Already => "you took this turn already",
            Self::TurnAhead => "you have not taken so many turns yet",
            Self::LeftTooOften => {
                "you left this match too often; a stand-in plays your seat to the end"
            }
            Self::TooManyTakeBacks => "no more plays can be taken back now",
            Self::ChatOff => "this room allows no chat, or only set phrases",
            Self::NoHints => "there are no hints at this table",
            Self::TooEarly => "wait a moment; somebody may still come",
            Self::Leaver => "you left too many matches; wait before you use quick play again",
            Self::Draining => {
                "no new rooms and matches at the moment: the server is about to be updated"
            }
            Self::DiskLow => {
                "the server's disk is nearly full: nothing new is stored; running matches continue"
            }
            Self::Banned => "the operator has banned you from this server",
            Self::BannedFromRoom => "the owner of the room has banned you from it",
            Self::NoSuchPerson => "there is no such person in the room",
            Self::Refused(code) => return Cow::Owned(code.to_string()),
        })
    }
}

/// An error, as a reply has it: a code, and a sentence for people.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Problem {
    /// The stable code.
    pub code: ErrorCode,
    /// What it means in this case.
    pub message: Cow<'static, str>,
    /// How long to wait, in milliseconds, if known.
    pub wait_ms: Option<u64>,
}

impl Problem {
    /// An error with its own message.
    pub fn new(code: ErrorCode, message: impl Into<Cow<'static, str>>) -> Self {
        Self {
            code,
            message: message.into(),
            wait_ms: None,
        }
    }

    /// An error that passes after this time, in milliseconds.
    pub fn wait(code: ErrorCode, wait_ms: u64) -> Self {
        Self {
            wait_ms: Some(wait_ms),
            ..code.into()
        }
    }
}

impl From<ErrorCode> for Problem {
    fn from(code: ErrorCode) -> Self {
        Self {
            code,
            message: code.message(),
            wait_ms: None,
        }
    }
}

impl From<RefusalCode> for Problem {
    fn from(code: RefusalCode) -> Self {
        ErrorCode::Refused(code).into()
    }
}
