//! Authentication of the operator.

use axum::Extension;
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use giog_protocol::rest::ProblemCode;
use tracing::Instrument;

use super::token::OperatorToken;
use crate::client::ClientAddress;
use crate::rest::{RestError, bearer};

/// Refuses requests without the operator's token. Accepted requests are completed and logged even if the client stops waiting: otherwise
/// the database could be changed without the server knowing it.
pub async fn only_the_operator(
    State(token): State<OperatorToken>,
    Extension(ClientAddress(from)): Extension<ClientAddress>,
    request: Request,
    next: Next,
) -> Response {
    let is_it = matches!(bearer(request.headers()), Ok(Some(text)) if token.is(text));
    if is_it {
        let span = tracing::info_span!(target: "audit", "operator", %from);
        let answer = tokio::spawn(next.run(request).instrument(span)).await;
        return answer.unwrap_or_else(|_| RestError::from(ProblemCode::Internal).into_response());
    }
    tracing::warn!(target: "audit", %from, "request without the operator's token refused");
    RestError::from(ProblemCode::OperatorTokenWanted).into_response()
}
