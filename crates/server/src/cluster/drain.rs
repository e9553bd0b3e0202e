//! What this node does when the operator drains it, or takes that back.

use std::sync::atomic::Ordering;
use std::time::Duration;

use tokio::task::JoinSet;

use crate::state::App;

/// A node as the operator wants it.
pub(super) struct Drain {
    goodbye: Duration,
    is_wanted: bool,
    /// Sends the connections back, from when the rooms are gone.
    sending_back: JoinSet<()>,
    has_begun: bool,
    /// Whether the node stops, whatever the operator wants of it.
    is_over: bool,
}

impl Drain {
    /// Connections are closed over this time.
    pub fn new(goodbye: Duration) -> Self {
        Self {
            goodbye,
            is_wanted: false,
            sending_back: JoinSet::new(),
            has_begun: false,
            is_over: false,
        }
    }

    /// Does what is wanted now. While it is, a proxy is told to send nobody here; and once the node has no rooms any more, whoever is on
    /// it is sent to another one.
    pub fn keep(&mut self, app: &App, is_wanted: bool, has_none: bool) {
        if self.is_over {
            return;
        }
        if is_wanted != self.is_wanted {
            self.is_wanted = is_wanted;
            self.has_begun = false;
            app.leaving.store(is_wanted, Ordering::Relaxed);
            self.sending_back.abort_all();
        }
        if is_wanted && has_none && !self.has_begun {
            self.has_begun = true;
            let (sockets, over) = (app.sockets.clone(), self.goodbye);
            self.sending_back
                .spawn(async move { sockets.send_back(over).await });
            tracing::info!(
                "drained: other servers have the rooms; the connections are sent to them"
            );
        }
    }

    /// The node stops: from now on others see to its connections.
    pub fn end(&mut self) {
        self.is_over = true;
        self.sending_back.abort_all();
    }
}
