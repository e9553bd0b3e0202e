//! Errors between a client and its server.

use std::time::Duration;

use giog_protocol::ErrorCode;
use giog_protocol::server::{ErrorReply, Taken};
use tokio_tungstenite::tungstenite;

/// The reason in the close frame if the connection's token has ended.
const TOKEN_ENDED: &str = "token ended";
/// The close code if the server closed the connection on purpose; the reason tells why.
const POLICY: u16 = 1008;
/// The pause before a request is repeated whose refusal is temporary, if the server does not give one.
const AGAIN: Duration = Duration::from_secs(1);

/// A request was refused.
#[derive(Clone, Debug, PartialEq)]
pub struct Refusal {
    /// The code; none if this client does not know it.
    pub code: Option<ErrorCode>,
    /// The message, for people.
    pub message: String,
    /// With [`ErrorCode::Already`] as the answer to an action: the action that was taken in that turn.
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

/// Why a call of [`crate::Client`] failed.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// The server cannot be reached, or does not accept WebSocket connections there.
    #[error("no connection to the server: {0}")]
    Connect(Box<tungstenite::Error>),
    /// The connection broke.
    #[error("the connection broke: {0}")]
    Socket(Box<tungstenite::Error>),
    /// The server closed the connection.
    #[error("the server closed the connection{}", why(*.code, .reason))]
    Closed {
        /// The code in the close frame; none if there was none.
        code: Option<u16>,
        /// The reason in the close frame; often empty.
        reason: String,
    },
    /// Nothing was received for this time, not even the answer to a ping: the server or the network is gone.
    #[error("nothing has come from the server for {} ms", .0.as_millis())]
    Silent(Duration),
    /// The answer did not come in time. If it comes later, it is dropped. Repeating the request is harmless if it has a `turn` or a
    /// `key`.
    #[error("no answer within {} ms", .0.as_millis())]
    Timeout(Duration),
    /// The server refused the request.
    #[error("{}", .0.message)]
    Refused(Box<Refusal>),
    /// The answer has another type than expected.
    #[error("the answer does not match the request")]
    UnexpectedAnswer,
    /// The frame cannot be parsed.
    #[error("invalid frame from the server: {0}")]
    Unreadable(#[from] serde_json::Error),
    /// More messages arrived before an answer than the queue holds. Messages would have been lost, so the connection is closed.
    #[error("more than {limit} messages wait to be read")]
    QueueFull {
        /// The size of the queue.
        limit: usize,
    },
}

impl ClientError {
    /// Whether the token is not valid any more: it was ended on another device, or the person's data was deleted. Whether to continue as
    /// a new guest is for the person to decide.
    pub fn is_token_ended(&self) -> bool {
        match self {
            Self::Refused(refusal) => refusal.code == Some(ErrorCode::BadToken),
            Self::Closed { code, reason } => *code == Some(POLICY) && reason == TOKEN_ENDED,
            _ => false,
        }
    }

    /// How long to wait before the request is repeated, if the refusal is temporary.
    pub fn passes_in(&self) -> Option<Duration> {
        let Self::Refused(refusal) = self else {
            return None;
        };
        let told = refusal.wait_ms.map(Duration::from_millis);
        match refusal.code? {
            // It has a waiting time only if it is temporary.
            ErrorCode::RateLimited => told,
            ErrorCode::Busy | ErrorCode::StorageUnavailable | ErrorCode::ShuttingDown => {
                Some(told.unwrap_or(AGAIN))
            }
            _ => None,
        }
    }

    /// Whether this is an answer of the server: the connection still works.
    pub const fn is_answer(&self) -> bool {
        matches!(self, Self::Refused(_) | Self::UnexpectedAnswer)
    }

    /// Whether the connection may still work.
    pub const fn is_recoverable(&self) -> bool {
        self.is_answer() || matches!(self, Self::Timeout(_))
    }
}

/// The code and reason of a close, as the end of an error message.
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
