//! `/players`: forgetting somebody for whom they cannot do it themselves any more.

use axum::extract::State;
use axum::http::StatusCode;
use giog_rules::PlayerId;
use uuid::Uuid;

use crate::rest::{Path, RestError};
use crate::state::App;

/// Forget a person
///
/// As if they had themselves forgotten: name, devices and recovery code are deleted, connections closed, and nothing that is
/// stored names them any more; ids stay. It cannot be taken back. Somebody who is not known may still be named in logs, and is not
/// then. After a backup of before was restored it is to be done again.
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
    app.forget_player(PlayerId(player)).await?;
    tracing::info!(target: "audit", %player, "the operator forgets a person");
    Ok(StatusCode::NO_CONTENT)
}
