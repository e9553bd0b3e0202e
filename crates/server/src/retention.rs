//! Deletes old data: guests who never came back, the logs of rooms closed long ago, old reports, bans that have ended; and, in a separate
//! task, old matches.

pub(crate) mod matches;

use std::sync::Arc;
use std::time::Duration;

use giog_rooms::{Clock, Hub, Now};
use giog_rules::Timestamp;
use giog_store::{Store, StoreError};
use tokio::time::{MissedTickBehavior, interval};

use crate::settings::Retention;

/// The interval of this task; retention times are in days.
const EVERY: Duration = Duration::from_hours(1);
/// Milliseconds of a day.
const DAY_MS: i64 = 24 * 3_600 * 1_000;

/// Deletes old data as long as the server runs.
pub(crate) async fn keep(
    store: Arc<dyn Store>,
    hub: Hub,
    clock: Arc<dyn Clock>,
    retention: Retention,
) {
    let mut date = Date::new(clock.now());
    let mut ticks = interval(EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        // Only after that it is known who has a seat and must not be deleted.
        hub.recovered().await;
        if let Some(now) = date.settled(clock.now()) {
            forget(&*store, &hub, now, retention).await;
        }
    }
}

/// The machine's date, checked before something is deleted because of it: deleted data does not come back when a wrong date is corrected.
struct Date {
    /// The difference between the date and the monotonic clock at the last check. The monotonic clock may stop while a machine sleeps.
    ahead_ms: i64,
    /// When a jump of the date was detected, on the monotonic clock.
    jumped_at_ms: Option<u64>,
}

impl Date {
    fn new(now: Now) -> Self {
        Self {
            ahead_ms: ahead_ms(now),
            jumped_at_ms: None,
        }
    }

    /// The date. After a jump by more than a day: none until the date has been stable for a day.
    fn settled(&mut self, now: Now) -> Option<Timestamp> {
        let day_ms = DAY_MS.unsigned_abs();
        let ahead_ms = ahead_ms(now);
        let before_ms = std::mem::replace(&mut self.ahead_ms, ahead_ms);
        if ahead_ms.abs_diff(before_ms) > day_ms {
            tracing::warn!(
                "the date of the machine jumped by more than a day: expired data is not deleted for a day"
            );
            self.jumped_at_ms = Some(now.mono_ms);
        }
        let is_settled = self
            .jumped_at_ms
            .is_none_or(|at| now.mono_ms.saturating_sub(at) >= day_ms);
        is_settled.then_some(now.wall)
    }
}

fn ahead_ms(now: Now) -> i64 {
    let mono_ms = i64::try_from(now.mono_ms).unwrap_or(i64::MAX);
    now.wall.unix_ms().saturating_sub(mono_ms)
}

/// Deletes old data of each kind. An error with one kind, such as a damaged page of the database, does not stop the others.
async fn forget(store: &dyn Store, hub: &Hub, now: Timestamp, retention: Retention) {
    if let Some(before) = days_before(now, retention.guests_days) {
        let seated = hub.seated();
        let deleted = store.delete_guests_idle_since(before, &seated).await;
        tell("expired guests", deleted);
    }
    if let Some(before) = days_before(now, retention.logs_days) {
        let deleted = store.delete_logs_closed_before(before).await;
        tell("rows of the logs of closed rooms", deleted);
    }
    if let Some(before) = days_before(now, retention.reports_days) {
        tell("old reports", store.delete_reports_before(before).await);
    }
    tell("ended bans", store.delete_bans_ended(now).await);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_expires_before_a_date_that_jumped_has_stayed_for_a_day() {
        let at = |hours: i64, ahead_days: i64| {
            let mono_ms = hours * DAY_MS / 24;
            Now {
                mono_ms: mono_ms.unsigned_abs(),
                wall: Timestamp::from_unix_ms(1_800_000_000_000 + mono_ms + ahead_days * DAY_MS),
            }
        };
        let mut date = Date::new(at(0, 0));
        for (hours, ahead_days, is_settled) in [
            (0, 0, true),
            (500, 1, true),
            (501, 3_650, false),
            (524, 3_650, false),
            (525, 3_650, true),
            (526, 0, false),
            (550, 0, true),
        ] {
            let now = at(hours, ahead_days);
            let settled = date.settled(now);
            assert_eq!(settled, is_settled.then_some(now.wall), "{hours}");
        }
    }

    #[test]
    fn a_machine_that_sleeps_for_most_of_each_day_deletes_what_has_expired() {
        let mut date = Date::new(Now {
            mono_ms: 0,
            wall: Timestamp::from_unix_ms(0),
        });
        for day in 1..=10_u64 {
            let now = Now {
                mono_ms: day * DAY_MS.unsigned_abs() / 3,
                wall: Timestamp::from_unix_ms(day.cast_signed() * DAY_MS),
            };
            assert_eq!(date.settled(now), Some(now.wall), "{day}");
        }
    }
}
