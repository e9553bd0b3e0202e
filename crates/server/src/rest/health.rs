//! `/healthz` and `/readyz`: health checks for monitoring and proxies.

use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::extract::State;
use giog_protocol::ErrorCode;
use giog_protocol::rest::{Health, HealthStatus, ProblemCode};
use giog_store::{CommitHandle, Health as LogHealth};
use tokio::time::{Instant, timeout};

use super::problem::RestError;
use crate::rest::extract::Json;
use crate::state::App;

/// How long a successful commit counts as proof that writes reach the database: about the interval between two checks of a proxy.
const COMMIT_COUNTS: Duration = Duration::from_secs(2);
/// The timeout of the probe that is sent to the database.
const PROBE_TIME: Duration = Duration::from_secs(2);

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
#[utoipa::path(
    get,
    path = "/readyz",
    tag = "server",
    responses(
        (status = 200, description = "The server is ready.", body = ref("#/components/schemas/Health")),
        (status = 503, description = "The server is not ready: `standby`, `storage_unavailable`, `shutting_down`."),
    )
)]
pub async fn readyz(State(app): State<App>) -> Result<Json<Health>, RestError> {
    if !app.lease.look().held {
        return Err(ProblemCode::Standby.into());
    }
    if *app.stopping.borrow() || app.leaving.load(Ordering::Relaxed) {
        return Err(ErrorCode::ShuttingDown.into());
    }
    if !gets_through(&app.commit, app.lease.can_be_renewed()).await {
        let code = if app.lease.look().held {
            ErrorCode::StorageUnavailable.into()
        } else {
            ProblemCode::Standby
        };
        return Err(code.into());
    }
    Ok(Json(Health {
        status: HealthStatus::Ready,
        rooms_coming: u32::try_from(app.hub.rooms_coming()).unwrap_or(u32::MAX),
        rooms_set_aside: u32::try_from(app.hub.set_aside_count()).ok(),
        disk_low: app.hub.is_disk_low(),
    }))
}

/// Whether writes reach the database: judged by the last commit, or by `probe` if that was too long ago.
async fn gets_through(commit: &CommitHandle, probe: impl Future<Output = bool>) -> bool {
    let health = commit.health();
    // The committer has ended if its sender is gone.
    if health.has_changed().is_err() || *health.borrow() != LogHealth::Ok {
        return false;
    }
    counts(commit.last_commit()) || timeout(PROBE_TIME, probe).await == Ok(true)
}

fn counts(last_commit: Option<Instant>) -> bool {
    last_commit.is_some_and(|at| at.elapsed() < COMMIT_COUNTS)
}

#[cfg(test)]
mod tests {
    use tokio::time::advance;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn the_last_commit_counts_for_two_seconds() {
        assert!(!counts(None));
        let committed = Some(Instant::now());
        advance(COMMIT_COUNTS / 2).await;
        assert!(counts(committed));
        advance(COMMIT_COUNTS / 2).await;
        assert!(!counts(committed));
    }
}
