//! Owning the rooms: one server at a time, others wait.

use std::sync::Arc;
use std::time::Duration;

use giog_store::{Fence, LeaseError, Store, StoreError};
use tokio::sync::oneshot;
use tokio::time::{MissedTickBehavior, interval, sleep};

/// How often a waiting server looks whether the rooms are free: how many seconds a deploy may lose.
const WAIT: Duration = Duration::from_millis(500);
/// How often the lease is renewed within its time.
const RENEWALS_PER_LEASE: u32 = 4;

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
            Err(StoreError::Unavailable(cause)) => {
                tracing::warn!(%cause, "the database does not answer; waiting for it");
            }
            Err(error) => return Err(error),
        }
        sleep(WAIT).await;
    }
}

/// Keeps the lease until it is lost, and then says so. A database that is away does not lose it: whoever takes it
/// meanwhile has a higher fence, and the next append of this server fails.
pub(crate) fn keep(store: Arc<dyn Store>, fence: Fence, lease_ms: u32) -> oneshot::Receiver<()> {
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
                Ok(()) => {}
                Err(LeaseError::Lost) => {
                    // Nobody listens any more when the server is stopping anyway.
                    let _ = lost.send(());
                    return;
                }
                Err(error) => {
                    tracing::warn!(%error, "the lease could not be renewed; trying again");
                }
            }
        }
    });
    is_lost
}
