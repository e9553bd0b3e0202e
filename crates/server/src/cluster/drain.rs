//! What this node does when the operator drains it, or ends that.

use std::sync::atomic::Ordering;
use std::time::Duration;

use tokio::task::JoinSet;

use crate::state::App;

/// The draining of a node.
pub(super) struct Drain {
    goodbye: Duration,
    is_wanted: bool,
    /// The task that closes the connections after the rooms are gone.
    sending_back: JoinSet<()>,
    has_begun: bool,
    /// Whether the node stops, whether it is drained or not.
    is_over: bool,
}

impl Drain {
    /// A node whose connections are closed over this time.
    pub fn new(goodbye: Duration) -> Self {
        Self {
            goodbye,
            is_wanted: false,
            sending_back: JoinSet::new(),
            has_begun: false,
            is_over: false,
        }
    }

    /// Applies the operator's wish. While the node is drained, its readiness check fails, so that a proxy sends it no new clients. As
    /// soon as it has no rooms any more, its connections are closed, so that clients go to other nodes.
    pub fn keep(&mut self, app: &App, is_wanted: bool, has_none: bool) {
        if self.is_over {
            return;
        }
        if is_wanted != self.is_wanted {
            self.is_wanted = is_wanted;
            self.has_begun = false;
            app.cluster.leaving.store(is_wanted, Ordering::Relaxed);
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

    /// The node stops: other code closes its connections.
    pub fn end(&mut self) {
        self.is_over = true;
        self.sending_back.abort_all();
    }
}
