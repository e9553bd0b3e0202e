//! Deletes old data: guests who never came back, the logs of rooms closed long ago, sleeping rooms whose link opens nothing any more, old
//! reports, ratings, requests to be friends that nobody answered, bans that have ended; and, in a separate task, old matches.

pub(crate) mod matches;

use std::time::Duration;

use giog_rules::Timestamp;
use giog_store::StoreError;
use tokio::time::{MissedTickBehavior, interval};

use crate::settings::Retention;
use crate::state::App;

/// The interval of this task; retention times are in days.
const EVERY: Duration = Duration::from_hours(1);
/// Milliseconds of a day.
const DAY_MS: i64 = 24 * 3_600 * 1_000;

/// Deletes old data as long as the server runs.
pub(crate) async fn keep(app: App, retention: Retention, sleeping_ms: u64) {
    let mut ticks = interval(EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        // Only after that it is known who has a seat and must not be deleted.
        app.hub.recovered().await;
        forget(&app, retention, sleeping_ms).await;
    }
}

/// Deletes old data of each kind, as long as the date can be believed. An error with one kind, such as a damaged page of the database, does
/// not stop the others.
async fn forget(app: &App, retention: Retention, sleeping_ms: u64) {
    let store = &app.store;
    let before = async |days| days_before(app.believed_date().await?, days);
    if let Some(before) = before(retention.ratings_days).await {
        let deleted = store.delete_ratings_idle_since(before).await;
        tell("expired ratings", deleted);
    }
    if let Some(before) = before(retention.guests_days).await {
        let seated = app.hub.seated();
        let deleted = store.delete_guests_idle_since(before, &seated).await;
        tell("expired guests", deleted);
    }
    if let Some(before) = before(retention.logs_days).await {
        let deleted = store.delete_logs_closed_before(before).await;
        tell("rows of the logs of closed rooms", deleted);
    }
    if let Some(before) = before(retention.reports_days).await {
        tell("old reports", store.delete_reports_before(before).await);
    }
    if let Some(now) = app.believed_date().await {
        let kept_ms = i64::try_from(sleeping_ms).unwrap_or(i64::MAX);
        let before = Timestamp::from_unix_ms(now.unix_ms().saturating_sub(kept_ms));
        let deleted = store.delete_sleeping_left_before(before).await;
        tell("sleeping rooms", deleted);
    }
    if let Some(now) = app.believed_date().await {
        let deleted = store.delete_ended_requests(now).await;
        tell("ended requests to be friends", deleted);
    }
    if let Some(now) = app.believed_date().await {
        let deleted = store.delete_bans_ended(now).await;
        if deleted.is_ok() {
            app.guests.bans.remove_ended(now);
        }
        tell("ended bans", deleted);
    }
}

/// Logs how many were deleted, or the error.
fn tell(what: &str, deleted: Result<u64, StoreError>) {
    match deleted {
        Ok(0) => {}
        Ok(count) => tracing::info!(count, "{what} deleted"),
        Err(error) => tracing::warn!(%error, "cannot delete {what}; retrying later"),
    }
}

/// The moment so many days ago; none for 0, which means that data is kept for ever.
fn days_before(now: Timestamp, days: u32) -> Option<Timestamp> {
    let before_ms = now.unix_ms().saturating_sub(i64::from(days) * DAY_MS);
    (days > 0).then(|| Timestamp::from_unix_ms(before_ms))
}
