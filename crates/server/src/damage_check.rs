//! Checks the database for damage, at the start and while people play ([`giog_store::Sweep`]). Damage is reported by metrics, the
//! operator's status and the log. It never prevents a start: rooms that can be read continue.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use giog_protocol::operator::DatabaseStatus;
use giog_rooms::{Clock, Hub};
use giog_rules::Timestamp;
use giog_store::{Archive, Slice, StoreError, Sweep};
use tokio::time::{Instant, sleep, timeout};

/// How long the first rows of all tables and indexes are read at the start; mostly it takes some hundredths of that.
const START_TIME: Duration = Duration::from_secs(1);
/// How long after the start the first sweep begins: people come back first.
const FIRST_AFTER: Duration = Duration::from_mins(1);
/// A pause between two slices is so many times as long as the slice took: a sweep needs at most 5 % of a core and of the disk's time.
const PAUSES: u32 = 19;
/// The shortest pause.
const LEAST_PAUSE: Duration = Duration::from_millis(20);
/// The pause after a slice that could not be read because the database was away.
const RETRY_AFTER: Duration = Duration::from_secs(30);
/// How many findings are kept for the status, and logged.
const TOLD: usize = 10;

/// The known damage in the database.
#[derive(Debug, Default)]
pub(crate) struct DamageCheck(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    /// The findings of the last complete sweep, or of the check at the start.
    last: Found,
    /// The findings so far of the sweep that is running.
    now: Found,
    /// When a sweep last went over everything.
    checked_at: Option<Timestamp>,
    rows: u64,
    bytes: u64,
}

#[derive(Clone, Debug, Default)]
struct Found {
    count: u64,
    /// The first findings.
    first: Vec<String>,
}

/// What is known about damage, for the metrics.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Known {
    /// How often damage was found.
    pub damage: u64,
    /// When a sweep last went over everything.
    pub checked_at: Option<Timestamp>,
    /// The rows that sweeps have read.
    pub rows: u64,
    /// Their bytes.
    pub bytes: u64,
}

impl DamageCheck {
    /// Reads the first rows of each table and index, for a bounded time.
    pub async fn look_at_start(&self, store: &Archive) {
        let mut sweep = Sweep::heads();
        let look = async {
            loop {
                let slice = store.sweep(&mut sweep).await?;
                if self.note(slice) {
                    return Ok::<_, StoreError>(());
                }
            }
        };
        match timeout(START_TIME, look).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => {
                tracing::warn!(%error, "the database is not looked over at the start");
            }
            Err(_) => {
                tracing::info!("the database is slow: only a part is looked over at the start");
            }
        }
        self.finish(None);
    }

    /// Goes over everything once, slice by slice.
    async fn sweep(&self, store: &Archive, clock: &dyn Clock) {
        let mut sweep = Sweep::whole();
        loop {
            let begun = Instant::now();
            let pause = match store.sweep(&mut sweep).await {
                Ok(slice) => {
                    if self.note(slice) {
                        break;
                    }
                    (begun.elapsed() * PAUSES).max(LEAST_PAUSE)
                }
                Err(error) => {
                    tracing::debug!(%error, "cannot check the database; retrying");
                    RETRY_AFTER
                }
            };
            sleep(pause).await;
        }
        self.finish(Some(clock.now().wall));
    }

    /// Notes what a slice has found; true if it was the last one.
    fn note(&self, slice: Slice) -> bool {
        let mut state = self.state();
        state.rows += slice.rows;
        state.bytes += slice.bytes;
        for told in slice.damage {
            let now = &mut state.now;
            now.count += 1;
            if now.first.len() < TOLD {
                tracing::error!("the database is damaged: {told}");
                now.first.push(told);
            }
        }
        slice.is_last
    }

    /// Notes the end of a sweep over everything, or of a look at the start.
    fn finish(&self, checked_at: Option<Timestamp>) {
        let mut state = self.state();
        state.last = std::mem::take(&mut state.now);
        state.checked_at = checked_at.or(state.checked_at);
        let count = state.last.count;
        drop(state);
        if count > 0 {
            tracing::error!(
                count,
                "damage in the database: make a backup now, keep the earlier ones, and run `giog check`; docs/HOSTING.md tells what to do"
            );
        }
    }

    pub fn known(&self) -> Known {
        let state = self.state();
        Known {
            damage: state.found().count,
            checked_at: state.checked_at,
            rows: state.rows,
            bytes: state.bytes,
        }
    }

    /// The status for the operator.
    pub fn status(&self) -> DatabaseStatus {
        let state = self.state();
        let found = state.found();
        DatabaseStatus {
            damage_found: found.count,
            damage: found.first.clone(),
            checked_at: state.checked_at,
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// The findings that count: those of the last sweep remain until the running one is complete or has found more.
    const fn found(&self) -> &Found {
        if self.now.count > self.last.count {
            &self.now
        } else {
            &self.last
        }
    }
}

/// Sweeps again and again, with a pause in between, as long as the server runs.
pub(crate) async fn keep(
    damage_check: Arc<DamageCheck>,
    (store, hub): (Arc<Archive>, Hub),
    clock: Arc<dyn Clock>,
    pause: Duration,
) {
    sleep(FIRST_AFTER).await;
    hub.recovered().await;
    loop {
        damage_check.sweep(&store, &*clock).await;
        sleep(pause).await;
    }
}

#[cfg(test)]
mod tests {
    use giog_store::{OpenOptions, open};

    use super::*;
    use crate::ambient::SystemClock;

    fn slice(damage: &[&str]) -> Slice {
        Slice {
            rows: 10,
            bytes: 100,
            damage: damage.iter().map(ToString::to_string).collect(),
            is_last: false,
        }
    }

    #[test]
    fn what_was_found_counts_until_a_whole_check_finds_less() {
        let damage_check = DamageCheck::default();
        assert_eq!(damage_check.known(), Known::default());
        damage_check.note(slice(&["a", "b"]));
        assert_eq!(damage_check.known().damage, 2, "at once");
        damage_check.finish(None);
        damage_check.note(slice(&["a"]));
        assert_eq!(
            damage_check.status().damage,
            ["a", "b"],
            "it has only begun"
        );
        damage_check.note(slice(&["c", "d"]));
        assert_eq!(damage_check.status().damage, ["a", "c", "d"]);
        let at = Timestamp::from_unix_ms(7);
        damage_check.finish(Some(at));
        assert_eq!(damage_check.status().damage_found, 3);
        damage_check.note(slice(&[]));
        damage_check.finish(Some(at));
        let known = damage_check.known();
        assert_eq!((known.damage, known.checked_at), (0, Some(at)));
        assert_eq!((known.rows, known.bytes), (40, 400));
        let many = (0..100).map(|number| number.to_string());
        let many: Vec<_> = many.collect();
        let many: Vec<_> = many.iter().map(String::as_str).collect();
        damage_check.note(slice(&many));
        let status = damage_check.status();
        assert_eq!((status.damage_found, status.damage.len()), (100, TOLD));
    }

    #[tokio::test]
    async fn a_sweep_goes_over_everything_and_says_when() {
        let folder = tempfile::tempdir().expect("a folder");
        let url = format!("sqlite:{}", folder.path().join("giog.db").display());
        let store = open(&url, OpenOptions::default()).await.expect("it opens");
        let damage_check = DamageCheck::default();
        damage_check.look_at_start(&store).await;
        let looked = damage_check.known();
        assert!(looked.rows > 0 && looked.checked_at.is_none(), "{looked:?}");
        let clock = SystemClock::start();
        damage_check.sweep(&store, &clock).await;
        let known = damage_check.known();
        assert!(known.checked_at.is_some() && known.damage == 0, "{known:?}");
        // Of nothing but the migrations are there more than the first ones.
        let more = known.rows.checked_sub(2 * looked.rows);
        assert!(more.is_some_and(|more| more < looked.rows), "{known:?}");
        store.close().await;
    }
}
