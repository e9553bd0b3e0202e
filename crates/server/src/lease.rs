//! The lease, which makes one server at a time the owner of the rooms; others wait for it.
//!
//! A renewal is a small write, so it also shows whether writes reach the database.

use std::sync::Arc;
use std::time::Duration;

use futures_util::future::BoxFuture;
use giog_store::{Archive, Fence, LeaseError, StoreError};
use tokio::sync::{Notify, oneshot, watch};
use tokio::time::{Instant, MissedTickBehavior, interval, sleep, sleep_until};

use crate::outage;

/// How often a waiting server checks whether the rooms are free, and whether their owner is alive.
const WAIT: Duration = Duration::from_millis(100);
/// How many times the lease is renewed within its duration.
const RENEWALS_PER_LEASE: u32 = 4;
/// How long the result of a renewal counts, and the least time between renewals: the database is written to at most once a second,
/// however many health checks there are.
const PROBE_EVERY: Duration = Duration::from_secs(1);

/// The state of the lease, for health checks and metrics.
#[derive(Debug)]
pub struct LeaseWatch {
    lease: watch::Sender<Lease>,
    /// Wakes the task that renews the lease, because somebody wants to know now whether that is possible.
    asked: Notify,
}

#[derive(Debug)]
struct Lease {
    held: bool,
    number: u64,
    renewed: Instant,
    renewals: u64,
    failures: u64,
    /// When the last attempt to renew it ended, and whether it succeeded.
    tried: Option<(Instant, bool)>,
}

/// The state of the lease at one moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeaseLook {
    /// Whether it is not lost.
    pub held: bool,
    /// Its number, which increases with each new owner.
    pub number: u64,
    /// The time since it was taken or last renewed.
    pub age: Duration,
    /// How many renewals succeeded.
    pub renewals: u64,
    /// How many renewals failed.
    pub failures: u64,
}

impl LeaseWatch {
    /// A lease that was just taken.
    pub fn taken(fence: Fence) -> Self {
        Self::new(true, fence.number().unsigned_abs())
    }

    fn new(held: bool, number: u64) -> Self {
        let lease = Lease {
            held,
            number,
            renewed: Instant::now(),
            renewals: 0,
            failures: 0,
            tried: None,
        };
        Self {
            lease: watch::Sender::new(lease),
            asked: Notify::new(),
        }
    }

    /// The current state.
    pub fn look(&self) -> LeaseLook {
        let lease = self.lease.borrow();
        LeaseLook {
            held: lease.held,
            number: lease.number,
            age: lease.renewed.elapsed(),
            renewals: lease.renewals,
            failures: lease.failures,
        }
    }

    /// Whether it can be renewed now, or could within the last second. Waits for the renewal.
    pub(crate) async fn can_be_renewed(&self) -> bool {
        let mut lease = self.lease.subscribe();
        if lease.borrow_and_update().recent_result().is_none() {
            self.asked.notify_one();
        }
        let told = lease.wait_for(|lease| !lease.held || lease.recent_result().is_some());
        // This fails only if the sender is gone, which is in `self`.
        told.await
            .is_ok_and(|lease| lease.recent_result() == Some(true))
    }

    /// Whether the last attempt to renew it succeeded; it was taken just now if there was none.
    pub(crate) fn was_renewed(&self) -> bool {
        self.lease.borrow().tried.is_none_or(|(_, worked)| worked)
    }

    /// Notes the result of an attempt to renew it.
    pub(crate) fn tried(&self, renewed: &Result<(), LeaseError>) {
        self.lease.send_modify(|lease| {
            lease.tried = Some((Instant::now(), renewed.is_ok()));
            match renewed {
                Ok(()) => {
                    lease.renewed = Instant::now();
                    lease.renewals += 1;
                }
                Err(LeaseError::Lost) => lease.held = false,
                Err(LeaseError::Store(_)) => lease.failures += 1,
            }
        });
    }
}

impl Lease {
    fn recent_result(&self) -> Option<bool> {
        let (at, worked) = self.tried?;
        (at.elapsed() < PROBE_EVERY).then_some(worked)
    }
}

/// No lease, for tests that need none.
impl Default for LeaseWatch {
    fn default() -> Self {
        Self::new(false, 0)
    }
}

/// Waits until this server owns the rooms.
pub(crate) async fn take(
    store: &Archive,
    holder: &str,
    lease_ms: u32,
) -> Result<Fence, StoreError> {
    let waiting = "another server owns the rooms of this database; waiting for it to stop";
    until_free(waiting, || Box::pin(store.try_lease(holder, lease_ms))).await
}

/// Repeats an attempt until it returns something, as long as another server has it. Logs once that it waits.
pub(crate) async fn until_free<'a, T>(
    waiting: &str,
    take: impl Fn() -> BoxFuture<'a, Result<Option<T>, StoreError>>,
) -> Result<T, StoreError> {
    let mut said = false;
    loop {
        match take().await {
            Ok(Some(taken)) => return Ok(taken),
            Ok(None) if !said => {
                said = true;
                tracing::info!("{waiting}");
            }
            Ok(None) => {}
            Err(error @ (StoreError::Unavailable(_) | StoreError::Interrupted)) => {
                outage::note(&error);
            }
            Err(error) => return Err(error),
        }
        sleep(WAIT).await;
    }
}

/// Keeps the lease until it is lost, and then reports that. It is not lost while the database is unavailable: a server that takes it
/// meanwhile has a higher fence, and the next append of this server fails.
pub fn keep(
    store: Arc<Archive>,
    fence: Fence,
    lease_ms: u32,
    watch: Arc<LeaseWatch>,
) -> oneshot::Receiver<()> {
    let period = Duration::from_millis(u64::from(lease_ms / RENEWALS_PER_LEASE).max(1));
    let (lost, is_lost) = oneshot::channel();
    let renew = move || {
        let store = Arc::clone(&store);
        async move { store.renew(fence, lease_ms).await }
    };
    tokio::spawn(keep_renewed(watch, period, lost, renew));
    is_lost
}

/// Renews the lease regularly, and when requested, until it is lost or nobody waits for that any more.
async fn keep_renewed<F: Future<Output = Result<(), LeaseError>>>(
    watch: Arc<LeaseWatch>,
    period: Duration,
    mut lost: oneshot::Sender<()>,
    renew: impl Fn() -> F,
) {
    let mut ticks = interval(period);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut may_begin = Instant::now();
    loop {
        tokio::select! {
            () = lost.closed() => return,
            _ = ticks.tick() => {}
            () = async {
                watch.asked.notified().await;
                sleep_until(may_begin).await;
            } => {}
        }
        may_begin = Instant::now() + PROBE_EVERY;
        let renewed = renew().await;
        watch.tried(&renewed);
        match renewed {
            Ok(()) => {}
            Err(LeaseError::Lost) => {
                // The receiver is gone if the server is stopping anyway.
                let _ = lost.send(());
                return;
            }
            Err(LeaseError::Store(error)) => outage::note(&error),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

    use futures_util::future::join_all;
    use tokio::time::advance;

    use super::*;

    /// A lease that is renewed only when requested, on a database that may be unavailable.
    struct TestLease {
        watch: Arc<LeaseWatch>,
        tries: Arc<AtomicU32>,
        away: Arc<AtomicBool>,
        _lost: oneshot::Receiver<()>,
    }

    impl TestLease {
        async fn new() -> Self {
            let watch = Arc::new(LeaseWatch::new(true, 1));
            let (tries, away) = (Arc::<AtomicU32>::default(), Arc::<AtomicBool>::default());
            let (lost, is_lost) = oneshot::channel();
            let kept = Self {
                watch: Arc::clone(&watch),
                tries: Arc::clone(&tries),
                away: Arc::clone(&away),
                _lost: is_lost,
            };
            let renew = move || {
                tries.fetch_add(1, Ordering::Relaxed);
                let renewed = if away.load(Ordering::Relaxed) {
                    Err(StoreError::Unavailable("away".into()).into())
                } else {
                    Ok(())
                };
                std::future::ready(renewed)
            };
            tokio::spawn(keep_renewed(watch, Duration::from_hours(1), lost, renew));
            // Once at the start.
            assert!(kept.watch.can_be_renewed().await);
            kept
        }

        fn tries(&self) -> u32 {
            self.tries.load(Ordering::Relaxed)
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_standby_waits_for_a_slow_database_as_for_an_unreachable_one() {
        let asked = AtomicU32::new(0);
        let taken = until_free("waiting", || {
            let answer = match asked.fetch_add(1, Ordering::Relaxed) {
                0 => Err(StoreError::Unavailable("away".into())),
                1 => Err(StoreError::Interrupted),
                2 => Ok(None),
                number => Ok(Some(number)),
            };
            Box::pin(std::future::ready(answer))
        });
        assert_eq!(taken.await.expect("it is free then"), 3);
        let refused: Result<u32, _> = until_free("waiting", || {
            Box::pin(std::future::ready(Err(StoreError::Corrupt("lease"))))
        })
        .await;
        assert!(
            matches!(refused, Err(StoreError::Corrupt(_))),
            "{refused:?}"
        );
    }

    #[tokio::test(start_paused = true)]
    async fn however_many_ask_at_once_the_lease_is_renewed_once_a_second_for_them() {
        let kept = TestLease::new().await;
        let before = kept.tries();
        for second in 1..=5 {
            advance(PROBE_EVERY).await;
            for _ in 0..3 {
                let asked = (0..1_000).map(|_| kept.watch.can_be_renewed());
                assert!(join_all(asked).await.into_iter().all(|renewed| renewed));
            }
            assert_eq!(kept.tries() - before, second);
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_database_that_takes_nothing_any_more_is_noticed_within_a_second() {
        let kept = TestLease::new().await;
        kept.away.store(true, Ordering::Relaxed);
        advance(PROBE_EVERY).await;
        assert!(!kept.watch.can_be_renewed().await);
        kept.away.store(false, Ordering::Relaxed);
        assert!(!kept.watch.can_be_renewed().await, "for this second");
        advance(PROBE_EVERY).await;
        assert!(kept.watch.can_be_renewed().await);
        assert_eq!(kept.watch.look().failures, 1);
    }
}
