//! Who may act as the operator.

use axum::Extension;
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use giog_protocol::rest::ProblemCode;
use tracing::Instrument;

use super::token::OperatorToken;
use crate::client::ClientAddress;
use crate::rest::{RestError, bearer};

/// Lets only those through who have the token.
pub async fn only_the_operator(
    State(token): State<OperatorToken>,
    Extension(ClientAddress(from)): Extension<ClientAddress>,
    request: Request,
    next: Next,
) -> Response {
    let is_it = matches!(bearer(request.headers()), Ok(Some(text)) if token.is(text));
    if is_it {
        let span = tracing::info_span!(target: "audit", "operator", %from);
        return next.run(request).instrument(span).await;
    }
    tracing::warn!(target: "audit", %from, "request without the operator's token refused");
    RestError::from(ProblemCode::OperatorTokenWanted).into_response()
}
