//! `/healthz` and `/readyz`: health checks for monitoring and proxies.

use axum::extract::State;
use giog_protocol::ErrorCode;
use giog_protocol::operator::Readiness;
use giog_protocol::rest::{Health, HealthStatus, ProblemCode};

use crate::problem::RestError;
use crate::rest::extract::Json;
use crate::state::App;

/// Whether the process runs
///
/// Does not check the database, so that an unreachable database is not a reason to restart the process.
#[utoipa::path(
    get,
    path = "/healthz",
    tag = "server",
    responses((status = 200, description = "It runs.", body = ref("#/components/schemas/Health")))
)]
pub async fn healthz() -> Json<Health> {
    Json(Health {
        status: HealthStatus::Alive,
        rooms_coming: 0,
        rooms_set_aside: None,
        disk_low: false,
    })
}

/// Whether the server accepts people
///
/// The server is ready while writes reach the database. The last commit shows this; if there was none for 2 seconds,
/// the lease on the database is renewed, at most once a second for all requests. Without the lease, nothing is written.
/// A server that shares the rooms with others is `cut_off` while they are better off: it has lost NATS, and they have not.
#[utoipa::path(
    get,
    path = "/readyz",
    tag = "server",
    responses(
        (status = 200, description = "The server is ready.", body = ref("#/components/schemas/Health")),
        (status = 503, description = "The server is not ready: `standby`, `storage_unavailable`, `shutting_down`, `cut_off`."),
    )
)]
pub async fn readyz(State(app): State<App>) -> Result<Json<Health>, RestError> {
    match app.health().await.readiness {
        Readiness::Ready => {}
        Readiness::Standby => return Err(ProblemCode::Standby.into()),
        Readiness::ShuttingDown => return Err(ErrorCode::ShuttingDown.into()),
        Readiness::CutOff => return Err(ProblemCode::CutOff.into()),
        Readiness::StorageUnavailable | Readiness::Unknown => {
            return Err(ErrorCode::StorageUnavailable.into());
        }
    }
    Ok(Json(Health {
        status: HealthStatus::Ready,
        rooms_coming: u32::try_from(app.hub.rooms_coming()).unwrap_or(u32::MAX),
        rooms_set_aside: u32::try_from(app.hub.set_aside_count()).ok(),
        disk_low: app.hub.is_disk_low(),
    }))
}
