//! `/guests/me/blocks`: people of whom the caller does not want to hear.

use axum::extract::State;
use axum::http::StatusCode;
use giog_protocol::rest::{BlockList, ProblemCode};
use giog_rules::PlayerId;

use super::friends::{contacts, too_many};
use crate::problem::RestError;
use crate::rest::extract::{Json, Path, Token};
use crate::state::App;

/// Whom the caller has blocked
#[utoipa::path(
    get,
    path = "/api/v1/guests/me/blocks",
    tag = "guests",
    security(("token" = [])),
    responses(
        (status = 200, description = "The people.", body = ref("#/components/schemas/BlockList")),
        (status = 401, description = "`token_wanted`, `bad_token`."),
    )
)]
pub async fn list_blocks(
    State(app): State<App>,
    Token(token): Token,
) -> Result<Json<BlockList>, RestError> {
    let person = app.guests.recognise(&token, None).await?;
    let blocked = app.store.blocked(person.player).await?;
    Ok(Json(BlockList {
        blocked: contacts(blocked),
    }))
}

/// Block a person
///
/// Their requests to be friends do not reach the caller any more, they do not see the caller's tables and cannot invite the caller, and the caller's lists leave them out. They
/// are not told, and seats are given as before. Clients hide their chat.
#[utoipa::path(
    put,
    path = "/api/v1/guests/me/blocks/{player}",
    tag = "guests",
    security(("token" = [])),
    params(("player" = uuid::Uuid, Path, description = "Whom to block.")),
    responses(
        (status = 204, description = "They are blocked."),
        (status = 400, description = "`bad_parameter`."),
        (status = 401, description = "`token_wanted`, `bad_token`."),
        (status = 404, description = "`no_such_player`: there is no such player, or it is the caller."),
        (status = 409, description = "`too_many_blocks`."),
        (status = 503, description = "`disk_low`: the disk is nearly full."),
    )
)]
pub async fn block(
    State(app): State<App>,
    Path(other): Path<PlayerId>,
    Token(token): Token,
) -> Result<StatusCode, RestError> {
    let player = app.guests.recognise(&token, None).await?.player;
    app.guests.may_store_more()?;
    let at = app.clock.now().wall;
    let blocked = app.store.block(player, other, at).await;
    if !blocked.map_err(|error| too_many(error, ProblemCode::TooManyBlocks))? {
        return Err(ProblemCode::NoSuchPlayer.into());
    }
    app.hub.end_invitations_by(player, other);
    Ok(StatusCode::NO_CONTENT)
}

/// Lift a block
#[utoipa::path(
    delete,
    path = "/api/v1/guests/me/blocks/{player}",
    tag = "guests",
    security(("token" = [])),
    params(("player" = uuid::Uuid, Path, description = "Whose block to lift.")),
    responses(
        (status = 204, description = "They are not blocked."),
        (status = 400, description = "`bad_parameter`."),
        (status = 401, description = "`token_wanted`, `bad_token`."),
    )
)]
pub async fn unblock(
    State(app): State<App>,
    Path(other): Path<PlayerId>,
    Token(token): Token,
) -> Result<StatusCode, RestError> {
    let player = app.guests.recognise(&token, None).await?.player;
    app.store.unblock(player, other).await?;
    Ok(StatusCode::NO_CONTENT)
}
