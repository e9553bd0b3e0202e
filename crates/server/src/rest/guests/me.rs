//! `GET /guests/me`.

use axum::extract::State;
use giog_protocol::rest::PlayerInfo;

use crate::problem::RestError;
use crate::rest::extract::{Json, Token};
use crate::state::App;

/// The person of the token
#[utoipa::path(
    get,
    path = "/api/v1/guests/me",
    tag = "guests",
    security(("token" = [])),
    responses(
        (status = 200, description = "Shows the person of the token.", body = ref("#/components/schemas/PlayerInfo")),
        (status = 401, description = "`token_wanted`, `bad_token`."),
    )
)]
pub async fn me(
    State(app): State<App>,
    Token(token): Token,
) -> Result<Json<PlayerInfo>, RestError> {
    let person = app.guests.recognise(&token, None).await?;
    Ok(Json(person.into()))
}
