//! `/guests/me/findable`.

use axum::extract::State;
use axum::http::StatusCode;
use giog_protocol::rest::Findable;
use giog_store::Choice;

use crate::problem::RestError;
use crate::rest::extract::{Json, Token};
use crate::state::App;

/// Whether you are found
///
/// Whether others find you by name and tag. Nobody else is told.
#[utoipa::path(
    get,
    path = "/api/v1/guests/me/findable",
    tag = "guests",
    security(("token" = [])),
    responses(
        (status = 200, description = "Whether they do.", body = ref("#/components/schemas/Findable")),
        (status = 401, description = "`token_wanted`, `bad_token`."),
    )
)]
pub async fn findable(
    State(app): State<App>,
    Token(token): Token,
) -> Result<Json<Findable>, RestError> {
    let person = app.guests.recognise(&token, None).await?;
    let findable = app.store.choices(person.player).await?.findable;
    Ok(Json(Findable { findable }))
}

/// Be found, or not
///
/// At first people who have finished a public match are found by name and tag (`/players`). Whoever opted out is still in lists of matches
/// and in ladders, and who knows their id finds their page.
#[utoipa::path(
    put,
    path = "/api/v1/guests/me/findable",
    tag = "guests",
    security(("token" = [])),
    request_body = ref("#/components/schemas/Findable"),
    responses(
        (status = 204, description = "It is so."),
        (status = 400, description = "`bad_request`, `bad_json`."),
        (status = 401, description = "`token_wanted`, `bad_token`."),
        (status = 413, description = "`body_too_large`."),
        (status = 415, description = "`not_json`."),
    )
)]
pub async fn set_findable(
    State(app): State<App>,
    Token(token): Token,
    Json(Findable { findable }): Json<Findable>,
) -> Result<StatusCode, RestError> {
    let choice = Choice {
        findable: Some(findable),
        ..Choice::default()
    };
    app.guests.choose(&token, choice).await?;
    Ok(StatusCode::NO_CONTENT)
}
