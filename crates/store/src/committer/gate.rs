//! Lets rooms create the rows that are to share a group while no group is being stored.

use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::Notify;

/// Whether a group is being stored; lets others wait for its end.
#[derive(Debug, Default)]
pub(super) struct CommitGate {
    is_storing: AtomicBool,
    ended: Notify,
}

/// A group is being stored while this exists.
pub(super) struct Storing<'a>(&'a CommitGate);

impl CommitGate {
    /// Notes that a group is being stored.
    pub fn begin(&self) -> Storing<'_> {
        self.is_storing.store(true, Ordering::Release);
        Storing(self)
    }

    /// Waits until no group is being stored.
    pub async fn wait(&self) {
        loop {
            // From here on, an end of the group is noticed.
            let ended = self.ended.notified();
            if !self.is_storing.load(Ordering::Acquire) {
                return;
            }
            ended.await;
        }
    }
}

impl Drop for Storing<'_> {
    fn drop(&mut self) {
        self.0.is_storing.store(false, Ordering::Release);
        self.0.ended.notify_waiters();
    }
}
