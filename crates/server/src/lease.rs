//! Owning the rooms: one server at a time, others wait.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use giog_store::{Fence, LeaseError, Store, StoreError};
use tokio::sync::oneshot;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep};

use crate::outage;

/// How often a waiting server looks whether the rooms are free: how many seconds a deploy may lose.
const WAIT: Duration = Duration::from_millis(500);
/// How often the lease is renewed within its time.
const RENEWALS_PER_LEASE: u32 = 4;

/// How the lease is, for whoever watches over the server.
#[derive(Debug)]
pub(crate) struct LeaseWatch(Mutex<Lease>);

#[derive(Debug)]
struct Lease {
    held: bool,
    number: u64,
    renewed: Instant,
    renewals: u64,
    failures: u64,
}

/// How the lease is at a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LeaseLook {
    /// Whether it was not lost yet.
    pub held: bool,
    /// Its number, which grows with each take-over.
    pub number: u64,
    /// Since it was taken or renewed last.
    pub age: Duration,
    /// How often it was renewed.
    pub renewals: u64,
    /// How often that failed.
    pub failures: u64,
}

impl LeaseWatch {
    /// A lease that was just taken.
    pub fn taken(fence: Fence) -> Self {
        Self::new(true, fence.number().unsigned_abs())
    }

    fn new(held: bool, number: u64) -> Self {
        Self(Mutex::new(Lease {
            held,
            number,
            renewed: Instant::now(),
            renewals: 0,
            failures: 0,
        }))
    }

    /// How it is now.
    pub fn look(&self) -> LeaseLook {
        let lease = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        LeaseLook {
            held: lease.held,
            number: lease.number,
            age: lease.renewed.elapsed(),
            renewals: lease.renewals,
            failures: lease.failures,
        }
    }

    fn renewed(&self) {
        self.note(|lease| {
            lease.renewed = Instant::now();
            lease.renewals += 1;
        });
    }

    fn note(&self, change: impl FnOnce(&mut Lease)) {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner));
    }
}

/// No lease, as in a test that needs none.
impl Default for LeaseWatch {
    fn default() -> Self {
        Self::new(false, 0)
    }
}

/// Waits until this server owns the rooms.
pub(crate) async fn take(
    store: &dyn Store,
    holder: &str,
    lease_ms: u32,
) -> Result<Fence, StoreError> {
    let mut said = false;
    loop {
        match store.try_lease(holder, lease_ms).await {
            Ok(Some(fence)) => return Ok(fence),
            Ok(None) if !said => {
                said = true;
                tracing::info!(
                    "another server owns the rooms of this database; waiting for it to go"
                );
            }
            Ok(None) => {}
            Err(error @ StoreError::Unavailable(_)) => outage::note(&error),
            Err(error) => return Err(error),
        }
        sleep(WAIT).await;
    }
}

/// Keeps the lease until it is lost, and then says so. A database that is away does not lose it: whoever takes it
/// meanwhile has a higher fence, and the next append of this server fails.
pub(crate) fn keep(
    store: Arc<dyn Store>,
    fence: Fence,
    lease_ms: u32,
    watch: Arc<LeaseWatch>,
) -> oneshot::Receiver<()> {
    let (lost, is_lost) = oneshot::channel();
    tokio::spawn(async move {
        let mut ticks = interval(Duration::from_millis(
            u64::from(lease_ms / RENEWALS_PER_LEASE).max(1),
        ));
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            if lost.is_closed() {
                return;
            }
            match store.renew(fence, lease_ms).await {
                Ok(()) => watch.renewed(),
                Err(LeaseError::Lost) => {
                    watch.note(|lease| lease.held = false);
                    // Nobody listens any more when the server is stopping anyway.
                    let _ = lost.send(());
                    return;
                }
                Err(error) => {
                    watch.note(|lease| lease.failures += 1);
                    outage::note(&error);
                }
            }
        }
    });
    is_lost
}
