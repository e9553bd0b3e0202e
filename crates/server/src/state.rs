//! What every request handler has at hand.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use giog_protocol::Limits;
use giog_rooms::{Clock, ConnId, Hub, RandomSource};
use giog_store::{CommitHandle, Store};
use tokio::sync::watch;

use crate::guests::Guests;
use crate::settings::ServerLimits;

/// What every request handler has at hand; clones are cheap.
#[derive(Clone)]
pub struct App {
    /// The rooms.
    pub hub: Hub,
    /// The history.
    pub store: Arc<dyn Store>,
    /// Whether the log is getting through.
    pub commit: CommitHandle,
    /// Who people are.
    pub guests: Guests,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Randomness for what must not be guessed.
    pub random: RandomSource,
    /// What connections may do.
    pub limits: Arc<ServerLimits>,
    /// What clients are told of the limits.
    pub told_limits: Limits,
    /// Becomes true when the server is about to stop.
    pub stopping: watch::Receiver<bool>,
    /// Counts connections.
    pub conns: Arc<AtomicU64>,
}

impl App {
    /// The name of a new connection.
    pub fn next_conn(&self) -> ConnId {
        ConnId(self.conns.fetch_add(1, Ordering::Relaxed))
    }
}

impl std::fmt::Debug for App {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("App")
            .field("hub", &self.hub)
            .finish_non_exhaustive()
    }
}
