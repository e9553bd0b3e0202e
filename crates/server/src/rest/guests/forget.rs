//! `DELETE /guests/me`.

use axum::extract::State;
use axum::http::StatusCode;

use crate::problem::RestError;
use crate::rest::extract::Token;
use crate::state::App;

/// Delete the person's data
///
/// Deletes the person's name, all tokens and the recovery code, and closes all connections; nobody can sign in as this
/// player any more. Within seconds, rooms, their logs and reports show the name `forgotten`; a running match is left.
/// Ids stay, also in the records of matches. This cannot be undone. A second request gets `bad_token`, which shows that
/// it is done.
#[utoipa::path(
    delete,
    path = "/api/v1/guests/me",
    tag = "guests",
    security(("token" = [])),
    responses(
        (status = 204, description = "It is done."),
        (status = 401, description = "`token_wanted`, `bad_token`."),
    )
)]
pub async fn forget_me(
    State(app): State<App>,
    Token(token): Token,
) -> Result<StatusCode, RestError> {
    app.forget(&token).await?;
    Ok(StatusCode::NO_CONTENT)
}
