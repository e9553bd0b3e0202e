//! Forgetting: guests who never came back, the logs of rooms closed long ago, old reports, bans that have ended; and, in a task
//! of their own, old matches.

pub(crate) mod matches;

use std::sync::Arc;
use std::time::Duration;

use giog_rooms::{Clock, Hub};
use giog_rules::Timestamp;
use giog_store::{Store, StoreError};
use tokio::time::{MissedTickBehavior, interval};

use crate::settings::Retention;

/// How often it is looked for what may be forgotten: times of retention are days.
const EVERY: Duration = Duration::from_hours(1);
/// Milliseconds of a day.
const DAY_MS: i64 = 24 * 3_600 * 1_000;

/// Forgets what is old, for as long as the server runs.
pub(crate) async fn keep(
    store: Arc<dyn Store>,
    hub: Hub,
    clock: Arc<dyn Clock>,
    retention: Retention,
) {
    let mut ticks = interval(EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        // Before that it is not known who has a seat, and must not be forgotten.
        hub.recovered().await;
        if let Err(error) = forget(&*store, &hub, clock.now().wall, retention).await {
            tracing::warn!(%error, "cannot delete expired data; retrying later");
        }
    }
}

async fn forget(
    store: &dyn Store,
    hub: &Hub,
    now: Timestamp,
    retention: Retention,
) -> Result<(), StoreError> {
    if let Some(before) = days_before(now, retention.guests_days) {
        let guests = store
            .delete_guests_idle_since(before, &hub.seated())
            .await?;
        if guests > 0 {
            tracing::info!(guests, "expired guests deleted");
        }
    }
    if let Some(before) = days_before(now, retention.logs_days) {
        let rows = store.delete_logs_closed_before(before).await?;
        if rows > 0 {
            tracing::info!(rows, "logs of closed rooms deleted");
        }
    }
    if let Some(before) = days_before(now, retention.reports_days) {
        let reports = store.delete_reports_before(before).await?;
        if reports > 0 {
            tracing::info!(reports, "old reports deleted");
        }
    }
    let bans = store.delete_bans_ended(now).await?;
    if bans > 0 {
        tracing::info!(bans, "ended bans deleted");
    }
    Ok(())
}

/// The moment so many days ago; none for 0, which means for ever.
fn days_before(now: Timestamp, days: u32) -> Option<Timestamp> {
    let before_ms = now.unix_ms().saturating_sub(i64::from(days) * DAY_MS);
    (days > 0).then(|| Timestamp::from_unix_ms(before_ms))
}
