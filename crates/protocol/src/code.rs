//! The codes of errors: stable, closed, one for each thing a client can do about it.

use std::borrow::Cow;

use giog_rules::RefusalCode;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Why a request was not carried out. Codes are stable; what stands beside them in `message` is for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ErrorCode {
    /// The frame is no JSON text.
    BadJson,
    /// The frame is no request: fields are missing or of the wrong type.
    BadRequest,
    /// There is no such request.
    UnknownType,
    /// The first request must be `hello`.
    HelloFirst,
    /// `hello` was said before on this connection.
    AlreadyGreeted,
    /// The server does not speak this version of the protocol.
    UnsupportedVersion,
    /// The token is none that this server gave out.
    BadToken,
    /// The name is empty, too long or has characters that cannot be shown.
    BadName,
    /// Too many requests in a short time; wait and send it again.
    RateLimited,
    /// Too much is waiting already; send it again.
    Busy,
    /// The server cannot store anything at the moment. Nothing was changed; send it again.
    StorageUnavailable,
    /// The server is about to stop; connect again in a few seconds.
    ShuttingDown,
    /// There is no such room, or it was closed.
    NoSuchRoom,
    /// The room met a fault and was set aside. Nothing of it is lost; the operator can bring it back.
    RoomSetAside,
    /// The room wants a password, and this is not it.
    WrongPassword,
    /// The request needs the room to be joined first on this connection.
    NotJoined,
    /// The server has as many rooms as it may.
    TooManyRooms,
    /// This person has made as many rooms, or this connection joined as many, as they may.
    TooManyOfYours,
    /// As many open rooms were made from this address, or as many people watch this room from there, as may.
    TooManyOfAddress,
    /// The room takes no spectators, or no more of them.
    NoSpectators,
    /// The settings do not fit together; the message says which and why.
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
    /// The request is about another match than the one at this table.
    StaleMatch,
    /// No entropy is awaited from this seat.
    NoEntropyAwaited,
    /// The entropy is not the one committed to.
    EntropyMismatch,
    /// The turn was taken already; `taken` says with what. Nothing was changed.
    Already,
    /// The turn is ahead of what this seat has done.
    TurnAhead,
    /// This person left the match so often that somebody else plays their seat to its end.
    LeftTooOften,
    /// No more plays can be taken back in this trick, or none at all in this room.
    TooManyTakeBacks,
    /// In this room nothing, or nothing but set phrases, may be said.
    ChatOff,
    /// At this table nobody, or nobody who plays with other people, gets hints.
    NoHints,
    /// That may be done a little later; `wait_ms` says when.
    TooEarly,
    /// Whoever leaves matches again and again waits before quick play; `wait_ms` says how long.
    Leaver,
    /// Nothing new is begun at the moment; matches that run are played on.
    Draining,
    /// The server's disk is nearly full: no room is made, and matches that run are played on.
    DiskLow,
    /// The operator has banned this person or address.
    Banned,
    /// The owner of the room has banned this person from it.
    BannedFromRoom,
    /// There is no such person in the room.
    NoSuchPerson,
    /// The game refuses the action; the code is the game's (`docs/RECORD.md`).
    #[serde(untagged)]
    Refused(RefusalCode),
}

impl ErrorCode {
    /// What it says to people where nothing more exact is known.
    pub fn message(self) -> Cow<'static, str> {
        Cow::Borrowed(match self {
            Self::BadJson => "this is no JSON text",
            Self::BadRequest => "this is no request: an object with `id` and `type` is wanted",
            Self::UnknownType => "there is no request of this type",
            Self::HelloFirst => "say `hello` first",
            Self::AlreadyGreeted => "`hello` was said before on this connection",
            Self::UnsupportedVersion => "this server speaks another version of the protocol",
            Self::BadToken => {
                "this token is not known here; say `hello` without one for a new guest"
            }
            Self::BadName => "a name has 1 to 24 characters, and no brackets, `#` or robots",
            Self::RateLimited => "too many requests; wait a moment and send it again",
            Self::Busy => "too much is waiting already; send it again",
            Self::StorageUnavailable => {
                "nothing can be stored at the moment; nothing was changed, send it again"
            }
            Self::ShuttingDown => "the server is about to stop; connect again in a few seconds",
            Self::NoSuchRoom => "there is no such room",
            Self::RoomSetAside => {
                "the room met a fault and was set aside; nothing of it is lost, and the operator can bring it back"
            }
            Self::WrongPassword => "the room wants its password",
            Self::NotJoined => "join the room first",
            Self::TooManyRooms => {
                "the server has as many rooms as it may; use quick play, or try later"
            }
            Self::TooManyOfYours => {
                "you have as many rooms as you may: leave one on this connection, or close one that you made"
            }
            Self::TooManyOfAddress => {
                "from your address there are as many as there may be; somebody there may close a room, or stop watching"
            }
            Self::NoSpectators => "the room takes no spectators, or no more of them",
            Self::BadSettings => "these settings do not fit together",
            Self::NotOwner => "only the owner of the room may do that",
            Self::NoSuchSeat => "the room has no such seat",
            Self::SeatTaken => "somebody else has this seat",
            Self::NoFreeSeat => "no seat is free",
            Self::NotSeated => "you have no seat here",
            Self::MatchRunning => "not while a match is being started or played",
            Self::NoMatch => "no match is being played",
            Self::StaleMatch => "this is about another match than the one at this table",
            Self::NoEntropyAwaited => "no entropy is awaited from your seat",
            Self::EntropyMismatch => "this is not the entropy you committed to",
            Self::Already => "you took this turn already",
            Self::TurnAhead => "you have not taken so many turns yet",
            Self::LeftTooOften => {
                "you left this match too often; somebody else plays your seat to its end"
            }
            Self::TooManyTakeBacks => "no more plays can be taken back now",
            Self::ChatOff => "nothing, or nothing but set phrases, may be said in this room",
            Self::NoHints => "there are no hints at this table",
            Self::TooEarly => "wait a moment; somebody may still come",
            Self::Leaver => "you left too many matches; wait before you use quick play again",
            Self::Draining => {
                "nothing new is begun at the moment; the server is about to be renewed"
            }
            Self::DiskLow => {
                "the server's disk is nearly full, so that no room is made; matches that run are played on"
            }
            Self::Banned => "the operator has banned you from this server",
            Self::BannedFromRoom => "the owner of the room has banned you from it",
            Self::NoSuchPerson => "there is no such person in the room",
            Self::Refused(code) => return Cow::Owned(code.to_string()),
        })
    }
}

/// An error as it is answered: a code, and a sentence for people.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Problem {
    /// The stable code.
    pub code: ErrorCode,
    /// What it means here.
    pub message: Cow<'static, str>,
    /// How long to wait, where that is known.
    pub wait_ms: Option<u64>,
}

impl Problem {
    /// A problem with a sentence of its own.
    pub fn new(code: ErrorCode, message: impl Into<Cow<'static, str>>) -> Self {
        Self {
            code,
            message: message.into(),
            wait_ms: None,
        }
    }

    /// A problem that is none any more after so long.
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
