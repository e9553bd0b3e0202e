//! `/status`.

use axum::extract::State;
use giog_protocol::Phase;
use giog_protocol::operator::{DiskStatus, LeaseStatus, OperatorStatus};

use crate::rest::Json;
use crate::state::{App, VERSION};

/// Status
#[utoipa::path(
    get,
    path = "/status",
    tag = "server",
    responses((status = 200, description = "The status.", body = ref("#/components/schemas/OperatorStatus")))
)]
pub async fn status(State(app): State<App>) -> Json<OperatorStatus> {
    Json(look(&app).await)
}

/// The status of the server.
pub(super) async fn look(app: &App) -> OperatorStatus {
    let health = app.health().await;
    // Counted before the rooms: a room that is restored meanwhile is counted twice rather than not at all.
    let coming = app.hub.rooms_coming();
    let rooms = app.hub.rooms_here();
    let is_running = |phase| matches!(phase, Phase::Opening | Phase::Playing);
    let running = rooms.iter().filter(|room| is_running(room.phase));
    let running = short(running.count());
    let announcement = app.sockets.announcement();
    let date_doubted = match app.condition.date.doubted() {
        known if !health.storage_available => known,
        known => app.condition.date.look(&app.store).await.unwrap_or(known),
    };
    let lease = app.condition.lease.look();
    OperatorStatus {
        version: VERSION.to_owned(),
        uptime_s: app.uptime().as_secs(),
        readiness: health.readiness,
        storage_available: health.storage_available,
        rolled_back: app.condition.rolled_back,
        rollbacks_seen: app.hub.rollbacks_seen(),
        lease: LeaseStatus {
            held: lease.held,
            number: lease.number,
            age_ms: u64::try_from(lease.age.as_millis()).unwrap_or(u64::MAX),
        },
        disk: DiskStatus {
            free_bytes: app.condition.disk.found().free_bytes,
            low: app.hub.is_disk_low(),
        },
        database: app.condition.damage_check.status(),
        date_doubted,
        draining: app.hub.is_draining(),
        matches_running: running,
        rooms_without_match: short(rooms.len()) - running,
        rooms_coming: short(coming),
        rooms_set_aside: short(app.hub.set_aside_count()),
        people_seated: short(app.hub.seated().len()),
        sockets: short(app.sockets.count()),
        bans: short(app.guests.bans.in_force(app.clock.now().wall).len()),
        announcement: (!announcement.is_empty()).then_some(announcement),
    }
}

/// The number as 32 bits; the largest such number if it does not fit.
pub(super) fn short(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}
