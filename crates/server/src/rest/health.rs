//! `/healthz` and `/readyz`: for whatever watches over the server.

use std::time::Duration;

use axum::Json;
use axum::extract::State;
use giog_protocol::ErrorCode;
use giog_protocol::rest::{Health, HealthStatus};
use giog_store::{CommitHandle, Health as LogHealth};

use super::problem::RestError;
use crate::state::App;

/// How long the store may take to say that it is there.
const PING_TIME: Duration = Duration::from_secs(2);

/// Whether the process runs
///
/// Asks nothing of anybody, so that a store that is away is no reason to start the process anew.
#[utoipa::path(
    get,
    path = "/healthz",
    tag = "server",
    responses((status = 200, description = "It does.", body = ref("#/components/schemas/Health")))
)]
pub async fn healthz() -> Json<Health> {
    Json(Health {
        status: HealthStatus::Alive,
        rooms_coming: 0,
        rooms_set_aside: None,
    })
}

/// Whether the server can be sent people
///
/// It can while the store answers and what is played gets through to it, which needs the lease on the database.
#[utoipa::path(
    get,
    path = "/readyz",
    tag = "server",
    responses(
        (status = 200, description = "It can.", body = ref("#/components/schemas/Health")),
        (status = 503, description = "It cannot: `storage_unavailable`, `shutting_down`."),
    )
)]
pub async fn readyz(State(app): State<App>) -> Result<Json<Health>, RestError> {
    if *app.stopping.borrow() {
        return Err(ErrorCode::ShuttingDown.into());
    }
    if !gets_through(&app.commit) {
        return Err(ErrorCode::StorageUnavailable.into());
    }
    match tokio::time::timeout(PING_TIME, app.store.ping()).await {
        Ok(pinged) => pinged?,
        Err(_) => return Err(ErrorCode::StorageUnavailable.into()),
    }
    Ok(Json(Health {
        status: HealthStatus::Ready,
        rooms_coming: u32::try_from(app.hub.rooms_coming()).unwrap_or(u32::MAX),
        rooms_set_aside: u32::try_from(app.hub.set_aside_count()).ok(),
    }))
}

/// Whether the log gets through. Its task ends with the server, or when the lease is lost.
fn gets_through(commit: &CommitHandle) -> bool {
    let health = commit.health();
    health.has_changed().is_ok() && *health.borrow() == LogHealth::Ok
}
