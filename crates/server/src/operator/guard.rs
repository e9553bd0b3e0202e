//! Authentication of the operator.

use std::sync::{Arc, Mutex, PoisonError};

use axum::Extension;
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use giog_protocol::rest::ProblemCode;
use tokio::time::Instant;
use tracing::Instrument;

use super::token::OperatorToken;
use crate::client::ClientAddress;
use crate::log_throttle::ThrottledLine;
use crate::problem::RestError;
use crate::rest::bearer;

/// What requests are checked by. Clones share everything.
#[derive(Clone)]
pub struct Guard {
    token: OperatorToken,
    /// The line about refused requests: anybody who reaches the address can cause it, and must not fill the log.
    refused: Arc<Mutex<ThrottledLine>>,
}

impl Guard {
    /// A guard for requests with this token.
    pub fn new(token: OperatorToken) -> Self {
        Self {
            token,
            refused: Arc::default(),
        }
    }

    /// Counts a refused request. Returns how many there were since the last line, if one is due.
    fn note_refused(&self) -> Option<u64> {
        let mut refused = self.refused.lock().unwrap_or_else(PoisonError::into_inner);
        refused.note(Instant::now())
    }
}

/// Refuses requests without the operator's token. Accepted requests are completed and logged even if the client stops waiting: otherwise
/// the database could be changed without the server knowing it.
pub async fn only_the_operator(
    State(guard): State<Guard>,
    Extension(ClientAddress(from)): Extension<ClientAddress>,
    request: Request,
    next: Next,
) -> Response {
    let is_it = matches!(bearer(request.headers()), Ok(Some(text)) if guard.token.is(text));
    if is_it {
        let span = tracing::info_span!(target: "audit", "operator", %from);
        let answer = tokio::spawn(next.run(request).instrument(span)).await;
        return answer.unwrap_or_else(|_| RestError::from(ProblemCode::Internal).into_response());
    }
    if let Some(times) = guard.note_refused() {
        tracing::warn!(target: "audit", %from, times, "requests without the operator's token refused, the last one from this address");
    }
    RestError::from(ProblemCode::OperatorTokenWanted).into_response()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn refused_requests_leave_one_line_a_minute() {
        let guard = Guard::new(OperatorToken::new("secret"));
        let mut lines = Vec::new();
        for _ in 0..2 * 60 * 1_000 {
            lines.extend(guard.note_refused());
            tokio::time::advance(Duration::from_millis(1)).await;
        }
        assert_eq!(lines, [1, 60_000]);
    }
}
