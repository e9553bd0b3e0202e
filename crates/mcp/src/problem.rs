//! Why a tool could not do what it was asked for, with a code for programs and a sentence that says what to do.

use giog_client::{ClientError, Refusal};
use giog_protocol::ErrorCode;
use serde_json::{Value, json};

use crate::foreign::bounded;

/// The longest words of a server in an error, in characters.
const MOST_WORDS: usize = 300;

/// An error of a tool.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// The arguments make no sense.
    #[error("{0}")]
    BadArguments(String),
    /// There is no such game.
    #[error("there is no game `{0}`; the tool `list` has them all")]
    NoSuchGame(String),
    /// It has a seat already.
    #[error("you have a seat already; play on with `look`, or give it up with `leave`")]
    HasSeat,
    /// It has no seat.
    #[error("you have no seat; take one with `sit`")]
    NoSeat,
    /// The match does not wait for it.
    #[error("it is not your turn; use `wait`")]
    NotYourTurn,
    /// The action is for another turn.
    #[error("turn {asked} is over; the present one is {now}, use `look`")]
    OtherTurn {
        /// The turn in the request.
        asked: u32,
        /// The open one.
        now: u32,
    },
    /// There is no action at this place of the list.
    #[error("there is no choice {choice}; `decision.actions` has {count}, counted from 0")]
    NoSuchChoice {
        /// The place in the request.
        choice: u32,
        /// How many there are.
        count: usize,
    },
    /// The action is not legal.
    #[error("this action is not legal now; choose one of `decision.actions`")]
    Illegal,
    /// Time ran out, or somebody was faster.
    #[error("this came too late: nothing was taken; use `look`")]
    TooLate,
    /// The server does not want it.
    #[error("the server refuses: {message}")]
    Refused {
        /// The server's code, if it is known.
        code: Option<ErrorCode>,
        /// Its words.
        message: String,
    },
    /// The server cannot be reached, or not as this person.
    #[error("{0}")]
    Unreachable(String),
    /// The connection broke meanwhile.
    #[error("the connection broke meanwhile; use `look` to see what was taken")]
    Unknown,
    /// Something else is being done.
    #[error("this takes longer than usual; try again in a few seconds")]
    Busy,
}

impl Problem {
    /// The code, for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::BadArguments(_) => "bad_arguments",
            Self::NoSuchGame(_) => "no_such_game",
            Self::HasSeat => "has_seat",
            Self::NoSeat => "no_seat",
            Self::NotYourTurn => "not_your_turn",
            Self::OtherTurn { .. } => "other_turn",
            Self::NoSuchChoice { .. } => "no_such_choice",
            Self::Illegal => "illegal",
            Self::TooLate => "too_late",
            Self::Refused { .. } => "refused",
            Self::Unreachable(_) => "unreachable",
            Self::Unknown => "unknown",
            Self::Busy => "busy",
        }
    }

    /// The answer of the tool.
    pub fn answer(&self) -> Value {
        let mut error = json!({ "code": self.code(), "message": self.to_string() });
        if let Self::Refused { code, .. } = self {
            error["server_code"] = json!(code);
        }
        json!({ "error": error })
    }
}

impl From<&Refusal> for Problem {
    fn from(refusal: &Refusal) -> Self {
        Self::Refused {
            code: refusal.code,
            message: bounded(&refusal.message, MOST_WORDS),
        }
    }
}

impl From<anyhow::Error> for Problem {
    fn from(error: anyhow::Error) -> Self {
        match error.downcast_ref::<ClientError>() {
            Some(ClientError::Refused(refusal)) => Self::from(&**refusal),
            _ => Self::Unreachable(bounded(&format!("{error:#}"), MOST_WORDS)),
        }
    }
}

impl From<ClientError> for Problem {
    fn from(error: ClientError) -> Self {
        Self::from(anyhow::Error::from(error))
    }
}
