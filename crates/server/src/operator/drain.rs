//! `/drain`: no new rooms and no new matches, but running matches continue.

use axum::extract::State;
use giog_protocol::operator::OperatorStatus;

use super::status::look;
use crate::rest::Json;
use crate::state::App;

/// Drain the server
///
/// Starts no new rooms and matches until draining ends or the server restarts; running matches continue.
/// `matches_running` is how many are left; while `rooms_coming` is above 0, there may be more.
#[utoipa::path(
    put,
    path = "/drain",
    tag = "server",
    responses((status = 200, description = "The status of the server.", body = ref("#/components/schemas/OperatorStatus")))
)]
pub async fn drain(State(app): State<App>) -> Json<OperatorStatus> {
    app.hub.drain(true).await;
    let status = look(&app).await;
    tracing::info!(target: "audit", matches_running = status.matches_running, "the operator drains the server");
    Json(status)
}

/// End draining
#[utoipa::path(
    delete,
    path = "/drain",
    tag = "server",
    responses((status = 200, description = "The status of the server.", body = ref("#/components/schemas/OperatorStatus")))
)]
pub async fn undrain(State(app): State<App>) -> Json<OperatorStatus> {
    app.hub.drain(false).await;
    tracing::info!(target: "audit", "the operator ends draining");
    Json(look(&app).await)
}
