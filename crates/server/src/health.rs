//! The health of this server. It is judged here alone: `/readyz`, the metrics, the operator's status, and what nodes tell each other say
//! the same.
//!
//! Whether the storage takes writes is shown by commits, as long as people play. Otherwise the lease is renewed, which is a small write:
//! regularly (`crate::lease`), and when somebody asks.

use std::sync::atomic::Ordering;
use std::time::Duration;

use giog_protocol::operator::Readiness;
use giog_store::{CommitHandle, Health as LogHealth};
use tokio::time::{Instant, timeout};

use crate::state::App;

/// How long a successful commit counts as proof that writes reach the database: about the interval between two checks of a proxy.
const COMMIT_COUNTS: Duration = Duration::from_secs(2);
/// How long an answer of the database is waited for. A database that takes longer takes no writes.
const PROBE_TIME: Duration = Duration::from_secs(2);

/// The health of this server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Health {
    /// Whether writes reach the database.
    pub storage_available: bool,
    /// Whether it is ready for people, and why not.
    pub readiness: Readiness,
}

impl App {
    /// The health of this server. If there was no commit lately, it is tried to write; at most once a second for all who ask.
    pub(crate) async fn health(&self) -> Health {
        let takes_writes = match what_the_log_shows(&self.commit) {
            Some(takes_writes) => takes_writes,
            None => timeout(PROBE_TIME, self.condition.lease.can_be_renewed()).await == Ok(true),
        };
        self.judge(takes_writes)
    }

    /// The same without a try: as it was last found.
    pub(crate) fn health_as_known(&self) -> Health {
        let shown = what_the_log_shows(&self.commit);
        self.judge(shown.unwrap_or_else(|| self.condition.lease.was_renewed()))
    }

    fn judge(&self, storage_available: bool) -> Health {
        let readiness = if !self.condition.lease.look().held {
            // Nothing is written without the lease.
            Readiness::Standby
        } else if *self.stopping.borrow() || self.cluster.leaving.load(Ordering::Relaxed) {
            Readiness::ShuttingDown
        } else if !storage_available {
            Readiness::StorageUnavailable
        } else if self.cluster.standing.is_worse_off() {
            Readiness::CutOff
        } else {
            Readiness::Ready
        };
        Health {
            storage_available,
            readiness,
        }
    }
}

/// Whether writes reach the database, as far as the log shows it; none if nothing was written lately.
fn what_the_log_shows(commit: &CommitHandle) -> Option<bool> {
    let health = commit.health();
    // The committer has ended if its sender is gone.
    if health.has_changed().is_err() || *health.borrow() != LogHealth::Ok {
        return Some(false);
    }
    counts(commit.last_commit()).then_some(true)
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
