//! Whether NATS answers. A connection may look open long after the machine at its other end is gone, and links show it only while other
//! nodes answer.

use async_nats::connection::State;
use async_nats::{Client, Subscriber};
use bytes::Bytes;
use futures_util::FutureExt as _;
use giog_cluster::NodeId;
use tokio::task::unconstrained;

/// The interval of probes, in milliseconds.
const PROBE_MS: u64 = 300;
/// How long one that arrived counts, in milliseconds: three of them.
const COUNTS_MS: u64 = 1_000;

/// Sends this node a message over NATS, again and again.
pub(super) struct Probe {
    subject: String,
    asked_ms: Option<u64>,
    answered_ms: Option<u64>,
}

impl Probe {
    /// A node's probe under the cluster's subject.
    pub fn new(cluster: &str, me: NodeId) -> Self {
        Self {
            subject: format!("{cluster}.p.{me}"),
            asked_ms: None,
            answered_ms: None,
        }
    }

    /// Listens to the messages; none if that is not possible.
    pub async fn listen(&self, client: &Client) -> Option<Subscriber> {
        client.subscribe(self.subject.clone()).await.ok()
    }

    /// Sends one, if it is time for it.
    pub fn ask(&mut self, client: &Client, now_ms: u64) {
        let is_due = self.asked_ms.is_none_or(|at_ms| now_ms >= at_ms + PROBE_MS);
        if is_due && client.connection_state() == State::Connected {
            self.asked_ms = Some(now_ms);
            // What is not taken now is lost: the next one follows soon.
            let sent = client.publish(self.subject.clone(), Bytes::new());
            let _ = unconstrained(sent).now_or_never();
        }
    }

    /// Notes that one has arrived.
    pub const fn answered(&mut self, now_ms: u64) {
        self.answered_ms = Some(now_ms);
    }

    /// Whether NATS has passed one on lately.
    pub fn is_answered(&self, now_ms: u64) -> bool {
        self.answered_ms
            .is_some_and(|at_ms| now_ms < at_ms + COUNTS_MS)
    }
}
