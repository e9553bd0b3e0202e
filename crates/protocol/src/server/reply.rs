//! Replies to requests.

use giog_rules::fairness::{Digest, Nonce};
use giog_rules::{Action, Pieces, PlayerId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::bot::TurnMessage;
use crate::{ErrorCode, Limits, Person, PlayerName, Problem, RoomCursor, RoomId, RoomSummary};

/// A request was carried out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct OkReply {
    /// The request's `id`.
    pub re: u64,
    /// The content of the reply.
    #[serde(flatten)]
    pub answer: Answer,
}

/// The content of a reply, which depends on the request.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Answer {
    /// To `hello`.
    Welcome(Box<Welcome>),
    /// To `list_rooms` and `watch_lobby`.
    Rooms {
        /// The rooms.
        rooms: Vec<RoomSummary>,
        /// Whether there are more rooms.
        more: bool,
        /// The `cursor` for the next page; null on the last one. Earlier servers did not say.
        #[serde(default)]
        next: Option<RoomCursor>,
    },
    /// To `list_people`.
    People {
        /// The people in the room without a seat.
        spectators: Vec<Person>,
        /// The people banned from it, the latest last.
        banned: Vec<Person>,
    },
    /// To `act`.
    Acted {
        /// The number of actions taken for this seat in this match now.
        turn: u32,
        /// The secret of a face-down play's commitment, which nobody else gets until the play is revealed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        nonce: Option<Nonce>,
        /// The published commitment.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        commitment: Option<Digest>,
    },
    /// To `choices`.
    Choices {
        /// Every legal play in canonical form, the weakest first.
        plays: Vec<Pieces>,
    },
    /// To `actions`.
    Actions {
        /// Legal actions, ready to send.
        actions: Vec<Action>,
        /// The `from` of the next page; null on the last one.
        next: Option<u64>,
    },
    /// To `turn`.
    Turn {
        /// The number of the last event that the view contains.
        seq: u64,
        /// The message, exactly as a runner gives it to a program.
        turn: TurnMessage,
    },
    /// To `hint`.
    Hint {
        /// What the bot would do on this seat.
        hint: Taken,
    },
    /// To `create_room`, `quick_play`, `join` and all other requests to a room.
    Room {
        /// The room.
        room: RoomId,
        /// The number that `news` use for the room on this connection; only with `batch`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        handle: Option<u32>,
    },
    /// To `ping`, `unwatch_lobby`, `watch_matches` and `unwatch_matches`.
    Nothing {},
}

/// The person, and the limits of the server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Welcome {
    /// The id of the person.
    pub player: PlayerId,
    /// The person's name.
    pub name: PlayerName,
    /// The token; only for a new guest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
    /// The version of the protocol.
    pub protocol: u32,
    /// The name and version of the server.
    pub server: String,
    /// The limits of the server.
    pub limits: Limits,
    /// The rooms in which the person has a seat.
    pub rooms: Vec<RoomId>,
    /// Whether the server sends `news`, as requested.
    #[serde(default, skip_serializing_if = "is_false")]
    pub batch: bool,
    /// Whether `news` say things in their short forms, as requested.
    #[serde(default, skip_serializing_if = "is_false")]
    pub short: bool,
    /// Whether decisions list their legal actions ready to send, as requested.
    #[serde(default, skip_serializing_if = "is_false")]
    pub actions: bool,
}

/// A request was refused.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ErrorReply {
    /// The request's `id`; null if the frame had none.
    pub re: Option<u64>,
    /// The stable code, for programs.
    pub code: ErrorCode,
    /// The message, for people.
    pub message: String,
    /// With `already` to `act`: the action that was taken in that turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub taken: Option<Taken>,
    /// How long to wait, if known (`leaver`, `too_early`, `rate_limited`, `busy`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wait_ms: Option<u64>,
}

/// An action of a seat in one of its turns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Taken {
    /// The turn.
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
