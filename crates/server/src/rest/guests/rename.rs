//! `PATCH /guests/me`.

use axum::Extension;
use axum::extract::State;
use giog_protocol::rest::{PlayerInfo, RenameInput};

use crate::client::ClientAddress;
use crate::guests::Rename;
use crate::problem::RestError;
use crate::rest::extract::{Json, Token};
use crate::state::App;

/// Rename
///
/// The new name appears in lists at once, and at a table when the person joins it again on a new connection.
#[utoipa::path(
    patch,
    path = "/api/v1/guests/me",
    tag = "guests",
    security(("token" = [])),
    request_body = ref("#/components/schemas/RenameInput"),
    responses(
        (status = 200, description = "The person, with the new name.", body = ref("#/components/schemas/PlayerInfo")),
        (status = 400, description = "`bad_name`, `bad_request`, `bad_json`."),
        (status = 401, description = "`token_wanted`, `bad_token`."),
        (status = 413, description = "`body_too_large`."),
        (status = 415, description = "`not_json`."),
        (status = 429, description = "`rate_limited`: too many new names of this person, or from this address."),
        (status = 503, description = "`disk_low`: the disk is nearly full."),
    )
)]
pub async fn rename_me(
    State(app): State<App>,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    Token(token): Token,
    Json(RenameInput { name }): Json<RenameInput>,
) -> Result<Json<PlayerInfo>, RestError> {
    let rename = Rename { name, address };
    let person = app.guests.recognise(&token, Some(rename)).await?;
    Ok(Json(person.into()))
}
