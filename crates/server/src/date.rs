//! Whether the date can be believed. Expired data is deleted because of it, and does not come back when a wrong date is corrected; so after a
//! jump nothing is deleted until the operator says that the date is right.
//!
//! A jump is a date that runs away from the monotonic clock, or a start long after the latest stored time. The doubt is kept in the database:
//! it holds for all servers that use it, and a restart would compare with what was stored under the wrong date.

use std::sync::{Mutex, MutexGuard, PoisonError};

use giog_rooms::{Clock as _, Now};
use giog_rules::Timestamp;
use giog_store::{Archive, StoreError};

use crate::ambient::SystemClock;
use crate::settings::Settings;

/// Milliseconds of a day.
const DAY_MS: u64 = 24 * 3_600 * 1_000;
/// How far the date may fall behind the monotonic clock between two checks: corrections and time zones set by hand are hours.
const BACK_MS: u64 = DAY_MS;
/// How far it may get ahead of it. The monotonic clock stands still while a machine sleeps or a virtual one is paused, as over some days off.
const AHEAD_MS: u64 = 7 * DAY_MS;

/// The date, and what this server knows of the doubt.
#[derive(Debug)]
pub(crate) struct Date {
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    /// The difference between the date and the monotonic clock at the last check.
    ahead_ms: i64,
    /// Why the date is doubted, as the database last said.
    doubt: Option<String>,
    /// A doubt of this server that the database does not have yet.
    unstored: Option<String>,
}

impl Date {
    /// The date as it is now.
    pub(crate) fn new(now: Now) -> Self {
        Self {
            state: Mutex::new(State {
                ahead_ms: ahead_ms(now),
                doubt: None,
                unstored: None,
            }),
        }
    }

    /// At the start: doubts the date if it is more than so many days after the latest stored time, or before it by more than a day.
    ///
    /// # Errors
    /// The database does not answer.
    pub(crate) async fn compare(
        &self,
        store: &Archive,
        now: Now,
        longest_days: u32,
    ) -> Result<(), StoreError> {
        if let Some(why) = is_far(now, store.latest_at().await?, longest_days) {
            self.state().unstored = Some(why);
        }
        self.look(store).await.map(drop)
    }

    /// The date; none while it is doubted, by whichever server, or while the database does not say whether it is. To be asked before
    /// anything is deleted because of its age.
    pub(crate) async fn believed(&self, store: &Archive, now: Now) -> Option<Timestamp> {
        self.check(now);
        match self.look(store).await {
            Ok(doubt) => doubt.is_none().then_some(now.wall),
            Err(error) => {
                tracing::warn!(%error, "whether the date is doubted is not known, so nothing is deleted; retrying later");
                None
            }
        }
    }

    /// Why the date is doubted, according to the database.
    ///
    /// # Errors
    /// The database does not answer.
    pub(crate) async fn look(&self, store: &Archive) -> Result<Option<String>, StoreError> {
        let unstored = self.state().unstored.clone();
        if let Some(why) = &unstored {
            store.doubt_date(why).await?;
        }
        let doubt = store.date_doubt().await?;
        let mut state = self.state();
        if state.unstored == unstored {
            state.unstored = None;
        }
        if let Some(why) = &doubt
            && state.doubt.is_none()
        {
            tracing::error!(
                why,
                "the date is doubted: expired data is not deleted until `giog admin trust-date`"
            );
        }
        state.doubt.clone_from(&doubt);
        Ok(doubt)
    }

    /// Why the date is doubted, as far as this server has heard.
    pub(crate) fn doubted(&self) -> Option<String> {
        let state = self.state();
        state.doubt.clone().or_else(|| state.unstored.clone())
    }

    /// The operator says that the date is right.
    ///
    /// # Errors
    /// The database does not answer; the date is doubted as before.
    pub(crate) async fn trust(&self, store: &Archive, now: Now) -> Result<(), StoreError> {
        store.trust_date(now.wall).await?;
        *self.state() = State {
            ahead_ms: ahead_ms(now),
            doubt: None,
            unstored: None,
        };
        Ok(())
    }

    /// Doubts the date if it has jumped since the last check.
    pub(crate) fn check(&self, now: Now) {
        let mut state = self.state();
        let ahead_ms = ahead_ms(now);
        let before_ms = std::mem::replace(&mut state.ahead_ms, ahead_ms);
        if let Some(why) = jumped(before_ms, ahead_ms) {
            state.unstored.get_or_insert(why);
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The date, and why it would be doubted at a start now, if it would: because of a doubt that the database has, or of the latest stored time.
pub fn date_doubt(
    settings: &Settings,
    doubt: Option<String>,
    latest: Option<Timestamp>,
) -> (Timestamp, Option<String>) {
    let now = SystemClock::start().now();
    let longest_days = settings.retention.longest_pause_days;
    let doubt = doubt.or_else(|| is_far(now, latest, longest_days));
    (now.wall, doubt)
}

/// Whether the date has jumped, if it was so far ahead of the monotonic clock before, and is so far ahead now.
fn jumped(before_ms: i64, ahead_ms: i64) -> Option<String> {
    let (way, most_ms) = if ahead_ms < before_ms {
        ("back", BACK_MS)
    } else {
        ("ahead", AHEAD_MS)
    };
    let jumped_ms = ahead_ms.abs_diff(before_ms);
    let days = jumped_ms / DAY_MS;
    (jumped_ms > most_ms).then(|| format!("the date jumped {way} by {days} days"))
}

/// Whether the date is too far from the latest stored time.
fn is_far(now: Now, latest: Option<Timestamp>, longest_days: u32) -> Option<String> {
    let after_ms = now.wall.unix_ms().saturating_sub(latest?.unix_ms());
    let (way, most_ms) = if after_ms < 0 {
        ("before", BACK_MS)
    } else {
        ("after", u64::from(longest_days) * DAY_MS + DAY_MS - 1)
    };
    let days = after_ms.unsigned_abs() / DAY_MS;
    (after_ms.unsigned_abs() > most_ms)
        .then(|| format!("the start is {days} days {way} the latest stored time"))
}

fn ahead_ms(now: Now) -> i64 {
    let mono_ms = i64::try_from(now.mono_ms).unwrap_or(i64::MAX);
    now.wall.unix_ms().saturating_sub(mono_ms)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use giog_protocol::DeviceId;
    use giog_rules::PlayerId;
    use giog_store::{NewDevice, OpenOptions};
    use tempfile::TempDir;
    use uuid::Uuid;

    use super::*;

    fn at(hours: u64, ahead_days: i64) -> Now {
        let (mono_ms, day_ms) = (hours * DAY_MS / 24, DAY_MS.cast_signed());
        let begin_ms = 1_800_000_000_000 + ahead_days * day_ms;
        Now {
            mono_ms,
            wall: Timestamp::from_unix_ms(begin_ms + mono_ms.cast_signed()),
        }
    }

    /// A database that nothing is in.
    async fn database() -> (TempDir, Arc<Archive>) {
        let folder = tempfile::tempdir().expect("a folder");
        let url = format!("sqlite:{}", folder.path().join("giog.db").display());
        let store = giog_store::open(&url, OpenOptions::default()).await;
        (folder, store.expect("it opens"))
    }

    /// Somebody comes.
    async fn store_guest(store: &Archive, number: u8, at: Timestamp) {
        let id = Uuid::from_u128(number.into());
        let device = NewDevice {
            device: DeviceId(id),
            name: "Firefox",
            token_hash: [number; 32],
        };
        let made = store.create_guest(PlayerId(id), "Lin", device, at);
        made.await.expect("made");
    }

    /// The date of a server that starts now.
    async fn start(store: &Archive, now: Now) -> Date {
        let date = Date::new(now);
        date.compare(store, now, 400).await.expect("compared");
        date
    }

    #[tokio::test]
    async fn nothing_expires_after_a_jump_of_the_date_until_the_operator_says_that_it_is_right() {
        let (_folder, store) = database().await;
        let store = &*store;
        let mut date = start(store, at(0, 0)).await;
        for (hours, ahead_days, is_believed) in [
            (0, 0, true),
            (500, 7, true),
            (501, 6, true),
            (502, 3_650, false),
            (5_000, 3_650, false),
            (5_001, 0, false),
        ] {
            let now = at(hours, ahead_days);
            assert_eq!(
                date.believed(store, now).await,
                is_believed.then_some(now.wall),
                "{hours}"
            );
        }
        // Started again, it is the same, whatever was stored meanwhile, and whatever is in the data folder.
        store_guest(store, 1, at(0, 0).wall).await;
        date = start(store, at(0, 0)).await;
        assert_eq!(date.believed(store, at(1, 0)).await, None);
        let why = date.doubted().expect("it is doubted");
        assert!(why.contains("ahead by 3644 days"), "{why}");
        date.trust(store, at(2, 0)).await.expect("stored");
        assert_eq!(date.believed(store, at(3, 0)).await, Some(at(3, 0).wall));
        date = start(store, at(3, 0)).await;
        assert_eq!(date.doubted(), None);
        let back = date.believed(store, at(4, -2)).await;
        assert_eq!(back, None, "far back is a jump, too");
    }

    #[tokio::test]
    async fn the_doubt_of_one_server_stops_all_and_one_word_of_the_operator_ends_it_for_all() {
        let (_folder, store) = database().await;
        let store = &*store;
        store_guest(store, 1, at(0, 0).wall).await;
        let (right, fresh) = (start(store, at(0, 0)).await, Date::new(at(0, 500)));
        assert_eq!(right.believed(store, at(1, 0)).await, Some(at(1, 0).wall));
        // Another one, with a new data folder, starts under a wrong date.
        let compared = fresh.compare(store, at(0, 500), 400).await;
        compared.expect("compared");
        for _ in 0..2 {
            assert_eq!(fresh.believed(store, at(1, 500)).await, None);
            assert_eq!(right.believed(store, at(2, 0)).await, None);
        }
        assert!(right.doubted().is_some());
        right.trust(store, at(3, 0)).await.expect("stored");
        assert_eq!(right.believed(store, at(4, 0)).await, Some(at(4, 0).wall));
        let other = fresh.believed(store, at(2, 500)).await;
        assert_eq!(other, Some(at(2, 500).wall));
        assert_eq!(fresh.doubted(), None);
    }

    #[tokio::test]
    async fn nothing_expires_while_nobody_knows_whether_the_date_is_doubted() {
        let (_folder, store) = database().await;
        let date = start(&store, at(0, 0)).await;
        store.close().await;
        assert_eq!(date.believed(&store, at(1, 0)).await, None);
        assert_eq!(date.believed(&store, at(2, 30)).await, None);
        assert!(date.doubted().is_some(), "it is stored later");
    }

    #[tokio::test]
    async fn what_was_stored_under_a_wrong_date_is_corrected_once_the_operator_trusts_the_date() {
        let (_folder, store) = database().await;
        let store = &*store;
        store_guest(store, 1, at(0, 30).wall).await;
        let date = start(store, at(0, 0)).await;
        assert!(date.doubted().is_some(), "stored a month later");
        date.trust(store, at(1, 0)).await.expect("stored");
        assert_eq!(start(store, at(1, 0)).await.doubted(), None, "at once");
        assert_eq!(start(store, at(0, 400)).await.doubted(), None);
        store_guest(store, 2, at(0, 60).wall).await;
        let why = start(store, at(0, 0)).await.doubted();
        assert!(why.is_some(), "something later was stored since");
    }

    #[tokio::test]
    async fn the_word_of_the_operator_holds_also_where_nothing_was_stored_for_long() {
        let (_folder, store) = database().await;
        let store = &*store;
        store_guest(store, 1, at(0, -500).wall).await;
        let date = start(store, at(0, 0)).await;
        assert!(date.doubted().is_some());
        date.trust(store, at(1, 0)).await.expect("stored");
        assert_eq!(start(store, at(2, 0)).await.doubted(), None);
    }

    #[test]
    fn a_machine_that_sleeps_for_most_of_each_day_or_for_a_holiday_has_not_jumped() {
        let day_ms = DAY_MS.cast_signed();
        let ahead = |days: i64| {
            ahead_ms(Now {
                mono_ms: days.unsigned_abs() * DAY_MS / 3,
                wall: Timestamp::from_unix_ms(days * day_ms),
            })
        };
        for days in [(0, 1), (1, 2), (2, 3), (3, 9), (9, 10)] {
            assert_eq!(jumped(ahead(days.0), ahead(days.1)), None, "{days:?}");
        }
    }

    #[test]
    fn a_start_long_after_the_latest_stored_time_is_a_jump_and_a_pause_is_none() {
        let stored = at(0, 0).wall;
        for (days, latest, is_doubted) in [
            (0, Some(stored), false),
            (400, Some(stored), false),
            (401, Some(stored), true),
            (-1, Some(stored), false),
            (-2, Some(stored), true),
            (4_000, None, false),
        ] {
            let far = is_far(at(0, days), latest, 400);
            assert_eq!(far.is_some(), is_doubted, "{days}");
        }
    }
}
