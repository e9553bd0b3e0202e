//! Whether the date of the machine can be believed. Expired data is deleted because of it, and does not come back when a wrong date is
//! corrected; so after a jump nothing is deleted until the operator says that the date is right.
//!
//! A jump is a date that runs away from the monotonic clock, or a start long after the latest stored time. The doubt is kept in a file of the data
//! folder: a restart would compare with what was stored under the wrong date.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::{fs, io};

use giog_rooms::{Clock as _, Now};
use giog_rules::Timestamp;

use crate::ambient::SystemClock;
use crate::settings::Settings;

/// The name of the file in the data folder. It says why the date is doubted.
const FILE: &str = "date.doubted";
/// The name of the file that says when the operator has last said that the date is right. What was stored until then is not compared with:
/// it may have been stored under a wrong date, and stays for ever.
const TRUSTED_FILE: &str = "date.trusted";
/// Milliseconds of a day.
const DAY_MS: u64 = 24 * 3_600 * 1_000;
/// How far the date may fall behind the monotonic clock between two checks: corrections and time zones set by hand are hours.
const BACK_MS: u64 = DAY_MS;
/// How far it may get ahead of it. The monotonic clock stands still while a machine sleeps or a virtual one is paused, as over some days off.
const AHEAD_MS: u64 = 7 * DAY_MS;

/// The date of the machine, and whether it is doubted.
#[derive(Debug)]
pub(crate) struct Date {
    file: PathBuf,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    /// The difference between the date and the monotonic clock at the last check.
    ahead_ms: i64,
    /// Why the date is doubted.
    doubt: Option<String>,
}

impl Date {
    /// The date as it is now, with the doubt that the data folder has.
    pub(crate) fn new(now: Now, data_dir: &Path) -> Self {
        let file = data_dir.join(FILE);
        let doubt = noted(&file);
        if let Some(doubt) = &doubt {
            tell(doubt);
        }
        let ahead_ms = ahead_ms(now);
        Self {
            file,
            state: Mutex::new(State { ahead_ms, doubt }),
        }
    }

    /// At the start: doubts the date if it is more than so many days after the latest stored time, or at all before it by more than a day.
    /// What was stored by a date that the operator has corrected since is not compared with.
    pub(crate) fn compare(&self, now: Now, latest: Option<Timestamp>, longest_days: u32) {
        let latest = not_trusted(&self.trusted_file(), latest);
        if let Some(why) = is_far(now, latest, longest_days) {
            self.doubt(why);
        }
    }

    /// The date; none while it is doubted.
    pub(crate) fn believed(&self, now: Now) -> Option<Timestamp> {
        let ahead_ms = ahead_ms(now);
        let before_ms = std::mem::replace(&mut self.state().ahead_ms, ahead_ms);
        let jumped_ms = ahead_ms.abs_diff(before_ms);
        let (way, most_ms) = if ahead_ms < before_ms {
            ("back", BACK_MS)
        } else {
            ("ahead", AHEAD_MS)
        };
        if jumped_ms > most_ms {
            self.doubt(format!(
                "the date jumped {way} by {} days",
                jumped_ms / DAY_MS
            ));
        }
        self.state().doubt.is_none().then_some(now.wall)
    }

    /// Why the date is doubted.
    pub(crate) fn doubted(&self) -> Option<String> {
        self.state().doubt.clone()
    }

    /// The operator says that the date is right; `latest` is the latest stored time.
    ///
    /// # Errors
    /// The files cannot be changed; the date is doubted as before.
    pub(crate) fn trust(&self, now: Now, latest: Option<Timestamp>) -> io::Result<()> {
        let mut state = self.state();
        let until = latest.map_or(now.wall, |latest| latest.max(now.wall));
        fs::write(self.trusted_file(), format!("{until}\n"))?;
        match fs::remove_file(&self.file) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            Ok(()) | Err(_) => {}
        }
        *state = State {
            ahead_ms: ahead_ms(now),
            doubt: None,
        };
        Ok(())
    }

    /// Doubts the date. The first reason stays: others may only follow from it.
    fn doubt(&self, why: String) {
        let mut state = self.state();
        if state.doubt.is_some() {
            return;
        }
        tell(&why);
        if let Err(error) = fs::write(&self.file, format!("{why}\n")) {
            let file = self.file.display();
            tracing::warn!(%error, "cannot write {file}: the next start would not know that the date is doubted");
        }
        state.doubt = Some(why);
    }

    fn trusted_file(&self) -> PathBuf {
        self.file.with_file_name(TRUSTED_FILE)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The date of the machine, and why it would be doubted at a start now, if it would.
pub fn date_doubt(settings: &Settings, latest: Option<Timestamp>) -> (Timestamp, Option<String>) {
    let now = SystemClock::start().now();
    let longest_days = settings.retention.longest_pause_days;
    let latest = not_trusted(&settings.data_dir.join(TRUSTED_FILE), latest);
    let doubt = noted(&settings.data_dir.join(FILE)).or_else(|| is_far(now, latest, longest_days));
    (now.wall, doubt)
}

/// The doubt that is noted in a file.
fn noted(file: &Path) -> Option<String> {
    match fs::read_to_string(file) {
        Ok(text) => Some(text.trim().to_owned()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => Some(format!(
            "the file {} cannot be read: {error}",
            file.display()
        )),
    }
}

/// The latest stored time, if it is later than what this file has: what was stored when the operator last said that the date is right.
fn not_trusted(file: &Path, latest: Option<Timestamp>) -> Option<Timestamp> {
    let text = fs::read_to_string(file).ok();
    let until: Option<Timestamp> = text.and_then(|text| text.trim().parse().ok());
    latest.filter(|latest| until.is_none_or(|until| *latest > until))
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

fn tell(why: &str) {
    tracing::error!(
        why,
        "the date of the machine is doubted: expired data is not deleted until `giog admin trust-date`"
    );
}

fn ahead_ms(now: Now) -> i64 {
    let mono_ms = i64::try_from(now.mono_ms).unwrap_or(i64::MAX);
    now.wall.unix_ms().saturating_sub(mono_ms)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(hours: u64, ahead_days: i64) -> Now {
        let (mono_ms, day_ms) = (hours * DAY_MS / 24, DAY_MS.cast_signed());
        let begin_ms = 1_800_000_000_000 + ahead_days * day_ms;
        Now {
            mono_ms,
            wall: Timestamp::from_unix_ms(begin_ms + mono_ms.cast_signed()),
        }
    }

    #[test]
    fn nothing_expires_after_a_jump_of_the_date_until_the_operator_says_that_it_is_right() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut date = Date::new(at(0, 0), folder.path());
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
                date.believed(now),
                is_believed.then_some(now.wall),
                "{hours}"
            );
        }
        // Started again, it is the same, whatever was stored meanwhile.
        date = Date::new(at(0, 0), folder.path());
        date.compare(at(0, 0), Some(at(0, 0).wall), 400);
        assert_eq!(date.believed(at(1, 0)), None);
        let why = date.doubted().expect("it is doubted");
        assert!(why.contains("ahead by 3644 days"), "{why}");
        date.trust(at(2, 0), None).expect("deleted");
        assert_eq!(date.believed(at(3, 0)), Some(at(3, 0).wall));
        date = Date::new(at(0, 0), folder.path());
        assert_eq!(date.doubted(), None);
        assert_eq!(date.believed(at(1, -2)), None, "far back is a jump, too");
    }

    #[test]
    fn what_was_stored_under_a_wrong_date_is_compared_with_no_more_once_the_operator_trusts_the_date()
     {
        let folder = tempfile::tempdir().expect("a folder");
        let start = |latest: Timestamp| {
            let date = Date::new(at(0, 0), folder.path());
            date.compare(at(0, 0), Some(latest), 400);
            date
        };
        let ahead = at(0, 30).wall;
        let date = start(ahead);
        assert!(date.doubted().is_some(), "stored a month later");
        date.trust(at(1, 0), Some(ahead)).expect("it is written");
        assert_eq!(start(ahead).doubted(), None, "also after another start");
        let why = start(at(0, 60).wall).doubted();
        assert!(why.is_some(), "something later was stored since");
    }

    #[test]
    fn a_machine_that_sleeps_for_most_of_each_day_or_for_a_holiday_deletes_what_has_expired() {
        let folder = tempfile::tempdir().expect("a folder");
        let day_ms = DAY_MS.cast_signed();
        let now = |awake_ms: u64, days: i64| Now {
            mono_ms: awake_ms,
            wall: Timestamp::from_unix_ms(days * day_ms),
        };
        let date = Date::new(now(0, 0), folder.path());
        for days in [1_i64, 2, 3, 9, 10] {
            let now = now(days.unsigned_abs() * DAY_MS / 3, days);
            assert_eq!(date.believed(now), Some(now.wall), "{days}");
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
            let folder = tempfile::tempdir().expect("a folder");
            let date = Date::new(at(0, days), folder.path());
            date.compare(at(0, days), latest, 400);
            assert_eq!(date.doubted().is_some(), is_doubted, "{days}");
        }
    }
}
