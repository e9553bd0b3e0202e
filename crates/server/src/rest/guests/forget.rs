//! `DELETE /guests/me`.

use axum::extract::State;
use axum::http::StatusCode;

use crate::rest::extract::Token;
use crate::rest::problem::RestError;
use crate::state::App;

/// Have oneself forgotten
///
/// One's name, all tokens and the recovery code are deleted, and all connections closed: nobody can come as this player any
/// more. Rooms, their logs and reports call them `forgotten` within seconds; whoever sits in a match leaves it. Ids stay, in
/// the records of matches too. It cannot be taken back. Once more it is `bad_token`, which tells that it is done.
#[utoipa::path(
    delete,
    path = "/guests/me",
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
