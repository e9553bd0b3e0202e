//! `/players/{player}`.

use axum::extract::State;
use giog_protocol::rest::{PlayerInfo, ProblemCode};
use giog_rules::PlayerId;

use crate::guests::person_of;
use crate::problem::RestError;
use crate::rest::extract::{Json, Path};
use crate::state::App;

/// A player
#[utoipa::path(
    get,
    path = "/api/v1/players/{player}",
    tag = "players",
    params(("player" = uuid::Uuid, Path, description = "The player.")),
    responses(
        (status = 200, description = "Their name.", body = ref("#/components/schemas/PlayerInfo")),
        (status = 404, description = "`no_such_player`: there is no such player, or their data was deleted."),
    )
)]
pub async fn player(
    State(app): State<App>,
    Path(player): Path<PlayerId>,
) -> Result<Json<PlayerInfo>, RestError> {
    let guest = app.store.guest(player).await?;
    let guest = guest.ok_or(ProblemCode::NoSuchPlayer)?;
    Ok(Json(person_of(guest).into()))
}
