//! `/players`: deletes the data of people who cannot do it themselves any more.

use axum::extract::State;
use axum::http::StatusCode;
use giog_rules::PlayerId;
use uuid::Uuid;

use crate::rest::{Path, RestError};
use crate::state::App;

/// Delete a person's data
///
/// The same as when people delete their own data: name, devices and recovery code are deleted, connections closed, and
/// the name is erased from everything stored; ids stay. This cannot be undone. It also works for unknown ids, whose
/// names may still be in logs. Repeat it after restoring an older backup.
#[utoipa::path(
    delete,
    path = "/players/{player}",
    tag = "players",
    params(("player" = uuid::Uuid, Path, description = "The person.")),
    responses((status = 204, description = "It is done."))
)]
pub async fn forget_player(
    State(app): State<App>,
    Path(player): Path<Uuid>,
) -> Result<StatusCode, RestError> {
    app.forget_player(PlayerId(player), None).await?;
    tracing::info!(target: "audit", %player, "the operator forgets a person");
    Ok(StatusCode::NO_CONTENT)
}
