//! `/players`: deletes the data of people who cannot do it themselves any more.

use axum::extract::State;
use axum::http::StatusCode;
use giog_protocol::rest::ProblemCode;
use giog_rules::PlayerId;
use giog_store::Log as _;
use serde::Deserialize;
use utoipa::IntoParams;
use uuid::Uuid;

use crate::problem::RestError;
use crate::rest::{Path, Query};
use crate::state::App;

/// Who is to be forgotten.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ForgetQuery {
    /// Also erase the name of somebody who is not known any more: it may still be in logs, for example after a backup was restored.
    #[serde(default)]
    unknown: bool,
}

/// Delete a person's data
///
/// The same as when people delete their own data: name, devices and recovery code are deleted, connections closed, and
/// the name is erased from everything stored; ids stay. This cannot be undone. Repeat it after restoring an older backup.
#[utoipa::path(
    delete,
    path = "/players/{player}",
    tag = "players",
    params(("player" = uuid::Uuid, Path, description = "The person."), ForgetQuery),
    responses(
        (status = 204, description = "It is done."),
        (status = 404, description = "`no_such_player`: nobody has this id, or they were forgotten before; with `unknown=true`, what is stored of their name is erased all the same."),
    )
)]
pub async fn forget_player(
    State(app): State<App>,
    Path(player): Path<Uuid>,
    Query(ForgetQuery { unknown }): Query<ForgetQuery>,
) -> Result<StatusCode, RestError> {
    if !unknown && !is_known(&app, PlayerId(player)).await? {
        return Err(ProblemCode::NoSuchPlayer.into());
    }
    app.forget_player(PlayerId(player), None).await?;
    tracing::info!(target: "audit", %player, "the operator forgets a person");
    Ok(StatusCode::NO_CONTENT)
}

/// Whether somebody has this id, or is just being forgotten: the same request may come again, because its answer was lost.
async fn is_known(app: &App, player: PlayerId) -> Result<bool, RestError> {
    let is_there = !app.store.names(&[player]).await?.is_empty();
    Ok(is_there || app.store.forgotten().await?.contains(&player))
}
