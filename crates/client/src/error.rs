//! What can go wrong between a client and its server.

use std::time::Duration;

use giog_protocol::ErrorCode;
use giog_protocol::server::{ErrorReply, Taken};
use tokio_tungstenite::tungstenite;

/// The reason with which a connection is closed whose token has ended.
const TOKEN_ENDED: &str = "token ended";
/// The close code with which the server says that it closed the connection on purpose; the reason says why.
const POLICY: u16 = 1008;
/// When a request is sent again whose refusal passes, where the server does not say when.
const AGAIN: Duration = Duration::from_secs(1);

/// A request was refused.
#[derive(Clone, Debug, PartialEq)]
pub struct Refusal {
    /// The code; none for one that a later server knows and this client does not.
    pub code: Option<ErrorCode>,
    /// The message, for people.
    pub message: String,
    /// With [`ErrorCode::Already`] to an action: the action that was taken in that turn.
    pub taken: Option<Taken>,
    /// How long to wait, if known.
    pub wait_ms: Option<u64>,
}

impl From<ErrorReply> for Refusal {
    fn from(error: ErrorReply) -> Self {
        Self {
            code: Some(error.code),
            message: error.message,
            taken: error.taken,
            wait_ms: error.wait_ms,
        }
    }
}

/// Why a call of [`crate::Client`] came to nothing.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// The server cannot be reached, or does not speak WebSocket there.
    #[error("no connection to the server: {0}")]
    Connect(Box<tungstenite::Error>),
    /// The connection broke.
    #[error("the connection broke: {0}")]
    Socket(Box<tungstenite::Error>),
    /// The server closed the connection.
    #[error("the server closed the connection{}", why(*.code, .reason))]
    Closed {
        /// The code of the close; none where the server said nothing about it.
        code: Option<u16>,
        /// What the server said about it; often empty.
        reason: String,
    },
    /// Nothing came for so long, not even the answer to a ping: the server or the network is gone.
    #[error("nothing has come from the server for {} ms", .0.as_millis())]
    Silent(Duration),
    /// Nothing came in time. An answer that comes later is dropped; asking again is harmless where requests carry a
    /// `turn` or a `key`.
    #[error("no answer within {} ms", .0.as_millis())]
    Timeout(Duration),
    /// The server said no.
    #[error("{}", .0.message)]
    Refused(Box<Refusal>),
    /// An answer of another kind than the request has.
    #[error("the answer does not match the request")]
    UnexpectedAnswer,
    /// A frame that this client cannot read.
    #[error("invalid frame from the server: {0}")]
    Unreadable(#[from] serde_json::Error),
    /// More messages came before an answer than may wait; they would have been lost, so the connection is given up.
    #[error("more than {limit} messages wait to be read")]
    QueueFull {
        /// How many may wait.
        limit: usize,
    },
}

impl ClientError {
    /// Whether the token is good no more: it was ended on another device, or whoever had it was forgotten. Going on as somebody
    /// new is for a person to decide.
    pub fn is_token_ended(&self) -> bool {
        match self {
            Self::Refused(refusal) => refusal.code == Some(ErrorCode::BadToken),
            Self::Closed { code, reason } => *code == Some(POLICY) && reason == TOKEN_ENDED,
            _ => false,
        }
    }

    /// How long to wait before the same request is sent again, where it was refused for something that passes.
    pub fn passes_in(&self) -> Option<Duration> {
        let Self::Refused(refusal) = self else {
            return None;
        };
        let told = refusal.wait_ms.map(Duration::from_millis);
        match refusal.code? {
            // It says so where it is only for a while.
            ErrorCode::RateLimited => told,
            ErrorCode::Busy | ErrorCode::StorageUnavailable | ErrorCode::ShuttingDown => {
                Some(told.unwrap_or(AGAIN))
            }
            _ => None,
        }
    }

    /// Whether it is what the server answered: the connection is good after it.
    pub const fn is_answer(&self) -> bool {
        matches!(self, Self::Refused(_) | Self::UnexpectedAnswer)
    }

    /// Whether the connection may still be good after it.
    pub const fn is_recoverable(&self) -> bool {
        self.is_answer() || matches!(self, Self::Timeout(_))
    }
}

/// The end of what is said of a close.
fn why(code: Option<u16>, reason: &str) -> String {
    code.map(|code| format!(": {}", format!("{code} {reason}").trim_end()))
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(code: ErrorCode, wait_ms: Option<u64>) -> ClientError {
        let reply = ErrorReply {
            wait_ms,
            ..ErrorReply::new(Some(1), code.into())
        };
        ClientError::Refused(Box::new(reply.into()))
    }

    #[test]
    fn a_token_that_has_ended_is_told_from_a_connection_that_broke() {
        let closed = |code: Option<u16>, reason: &str| ClientError::Closed {
            code,
            reason: reason.to_owned(),
        };
        for ended in [
            refused(ErrorCode::BadToken, None),
            closed(Some(1008), "token ended"),
        ] {
            assert!(ended.is_token_ended(), "{ended}");
        }
        for other in [
            refused(ErrorCode::Banned, None),
            closed(Some(1008), "too slow"),
            closed(Some(1012), ""),
            closed(None, ""),
        ] {
            assert!(!other.is_token_ended(), "{other}");
        }
    }

    #[test]
    fn what_passes_says_when_to_ask_again() {
        let again = |code, wait_ms| refused(code, wait_ms).passes_in();
        assert_eq!(
            again(ErrorCode::Busy, Some(500)),
            Some(Duration::from_millis(500))
        );
        assert_eq!(again(ErrorCode::StorageUnavailable, None), Some(AGAIN));
        assert_eq!(again(ErrorCode::NoSuchRoom, Some(500)), None);
        assert_eq!(
            again(ErrorCode::RateLimited, Some(500)),
            Some(Duration::from_millis(500))
        );
        assert_eq!(again(ErrorCode::RateLimited, None), None);
    }
}
