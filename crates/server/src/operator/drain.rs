//! `/drain`: nothing new is begun, and what runs is played to its end.

use axum::Json;
use axum::extract::State;
use giog_protocol::operator::OperatorStatus;

use super::status::look;
use crate::state::App;

/// Begin nothing new
///
/// No room is made and no match begins until this is taken back or the server starts anew; matches that run are played on.
/// `matches_running` tells how many are left.
#[utoipa::path(
    put,
    path = "/drain",
    tag = "server",
    responses((status = 200, description = "How the server is now.", body = ref("#/components/schemas/OperatorStatus")))
)]
pub async fn drain(State(app): State<App>) -> Json<OperatorStatus> {
    app.hub.drain(true).await;
    let status = look(&app);
    tracing::info!(target: "audit", matches_running = status.matches_running, "the operator drains the server");
    Json(status)
}

/// Begin rooms and matches again
#[utoipa::path(
    delete,
    path = "/drain",
    tag = "server",
    responses((status = 200, description = "How the server is now.", body = ref("#/components/schemas/OperatorStatus")))
)]
pub async fn undrain(State(app): State<App>) -> Json<OperatorStatus> {
    app.hub.drain(false).await;
    tracing::info!(target: "audit", "the operator drains the server no more");
    Json(look(&app))
}
