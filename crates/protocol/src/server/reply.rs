//! Replies to requests.

use giog_rules::fairness::{Digest, Nonce};
use giog_rules::{Action, Pieces, PlayerId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{ErrorCode, Limits, Person, PlayerName, Problem, RoomId, RoomSummary};

/// A request was carried out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct OkReply {
    /// The request's `id`.
    pub re: u64,
    /// What belongs to the answer.
    #[serde(flatten)]
    pub answer: Answer,
}

/// What a reply has beside `re`; which of them, follows from the request.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Answer {
    /// To `hello`.
    Welcome(Box<Welcome>),
    /// To `list_rooms` and `watch_lobby`.
    Rooms {
        /// The rooms.
        rooms: Vec<RoomSummary>,
        /// Whether there are more than were listed.
        more: bool,
    },
    /// To `list_people`.
    People {
        /// The people in the room without a seat.
        spectators: Vec<Person>,
        /// Those who are banned from it, whoever was banned last at the end.
        banned: Vec<Person>,
    },
    /// To `act`.
    Acted {
        /// How many actions were taken for this seat in this match now.
        turn: u32,
        /// The secret of a face-down play's commitment; for nobody else until the play is turned up.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        nonce: Option<Nonce>,
        /// The commitment that was published for it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        commitment: Option<Digest>,
    },
    /// To `choices`.
    Choices {
        /// Every legal play in canonical text, weakest first.
        plays: Vec<Pieces>,
    },
    /// To `hint`.
    Hint {
        /// What the computer player would do on this seat.
        hint: Taken,
    },
    /// To `create_room`, `quick_play`, `join` and all else within a room.
    Room {
        /// The room.
        room: RoomId,
        /// What `news` call the room on this connection; only where `hello` was answered with `batch`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        handle: Option<u32>,
    },
    /// To `ping` and `unwatch_lobby`.
    Nothing {},
}

/// Who one is, and what the server accepts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Welcome {
    /// Who one is.
    pub player: PlayerId,
    /// The name one goes by.
    pub name: PlayerName,
    /// The token to come back with; only for a new guest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
    /// The version of the protocol.
    pub protocol: u32,
    /// The server, with its version.
    pub server: String,
    /// What the server accepts.
    pub limits: Limits,
    /// The rooms in which one has a seat.
    pub rooms: Vec<RoomId>,
    /// Whether `news` come in the place of single replies, events and `now`, as was asked for.
    #[serde(default, skip_serializing_if = "is_false")]
    pub batch: bool,
}

/// A request was not carried out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ErrorReply {
    /// The request's `id`; null where the frame had none.
    pub re: Option<u64>,
    /// What a client can go by.
    pub code: ErrorCode,
    /// What a person can go by.
    pub message: String,
    /// With `already`: what was taken in that turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub taken: Option<Taken>,
    /// With `leaver`, `too_early` and `rate_limited`: how long to wait, where that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wait_ms: Option<u64>,
}

/// An action of a seat in one of its turns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Taken {
    /// Which turn.
    pub turn: u32,
    /// The action.
    #[serde(flatten)]
    pub action: Action,
}

impl ErrorReply {
    /// The answer to the request with this id.
    pub fn new(re: Option<u64>, problem: Problem) -> Self {
        Self {
            re,
            code: problem.code,
            message: problem.message.into_owned(),
            taken: None,
            wait_ms: problem.wait_ms,
        }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
const fn is_false(value: &bool) -> bool {
    !*value
}
