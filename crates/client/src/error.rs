//! What can go wrong between a client and its server.

use std::time::Duration;

use giog_protocol::ErrorCode;
use giog_protocol::server::ErrorReply;
use tokio_tungstenite::tungstenite;

/// The reason with which a connection is closed whose token has ended.
const TOKEN_ENDED: &str = "token ended";

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
    #[error("the server closed the connection{}", .reason.as_ref().map(|reason| format!(": {reason}")).unwrap_or_default())]
    Closed {
        /// What the server said about it.
        reason: Option<String>,
    },
    /// Nothing came in time. An answer that comes later is dropped; asking again is harmless where requests carry a
    /// `turn` or a `key`.
    #[error("no answer within {} ms", .0.as_millis())]
    Timeout(Duration),
    /// The server said no.
    #[error("{}", .0.message)]
    Refused(Box<ErrorReply>),
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
            Self::Refused(error) => error.code == ErrorCode::BadToken,
            Self::Closed { reason } => reason.as_deref() == Some(TOKEN_ENDED),
            _ => false,
        }
    }

    /// Whether the connection is still good after it.
    pub const fn is_recoverable(&self) -> bool {
        matches!(
            self,
            Self::Refused(_) | Self::Timeout(_) | Self::UnexpectedAnswer
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_that_has_ended_is_told_from_a_connection_that_broke() {
        let refused = |code: ErrorCode| ErrorReply::new(Some(1), code.into());
        let closed = |reason: &str| ClientError::Closed {
            reason: Some(reason.to_owned()),
        };
        for ended in [
            ClientError::Refused(Box::new(refused(ErrorCode::BadToken))),
            closed("token ended"),
        ] {
            assert!(ended.is_token_ended(), "{ended}");
        }
        for other in [
            ClientError::Refused(Box::new(refused(ErrorCode::Banned))),
            closed("too slow"),
            ClientError::Closed { reason: None },
        ] {
            assert!(!other.is_token_ended(), "{other}");
        }
    }
}
