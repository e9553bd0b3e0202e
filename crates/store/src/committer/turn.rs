//! When rows are made that are to share a group: while none is being stored.

use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::Notify;

/// Whether a group is being stored, for whoever waits for the end of that.
#[derive(Debug, Default)]
pub(super) struct Turn {
    is_storing: AtomicBool,
    ended: Notify,
}

/// A group is being stored, until this is dropped.
pub(super) struct Storing<'a>(&'a Turn);

impl Turn {
    /// Notes that a group is being stored from now on.
    pub fn begin(&self) -> Storing<'_> {
        self.is_storing.store(true, Ordering::Release);
        Storing(self)
    }

    /// Waits until none is.
    pub async fn wait(&self) {
        loop {
            // It hears of an end from here on.
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
