//! Public tables that open and close, for all who follow them. Rooms that were never public are never named.

use std::sync::Arc;

use giog_protocol::{RoomId, RoomSummary};
use tokio::sync::broadcast;

use super::is_listed;

/// Changes that a follower may leave unread. Whoever leaves more has missed some, and is told so.
const UNREAD_CHANGES: usize = 1024;

/// A change of the list of public tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableChange {
    /// A table is public and open, and was not before.
    Opened(Arc<RoomSummary>),
    /// A table was public and open, and is not any more: it was closed, is not public now, or cannot be reached.
    Closed(RoomId),
}

/// Sends the changes to all who follow them.
#[derive(Debug)]
pub(super) struct Tables(broadcast::Sender<TableChange>);

impl Default for Tables {
    fn default() -> Self {
        Self(broadcast::Sender::new(UNREAD_CHANGES))
    }
}

impl Tables {
    /// The changes from now on.
    pub fn follow(&self) -> broadcast::Receiver<TableChange> {
        self.0.subscribe()
    }

    /// Notes that a room has changed from `before` to `now`; none means that it did not exist, or is gone.
    pub fn note(&self, before: Option<&RoomSummary>, now: Option<&RoomSummary>) {
        if self.0.receiver_count() == 0 {
            return;
        }
        let before = before.filter(|summary| is_listed(summary));
        let now = now.filter(|summary| is_listed(summary));
        let change = match (before, now) {
            (None, Some(now)) => TableChange::Opened(Arc::new(now.clone())),
            (Some(before), None) => TableChange::Closed(before.room),
            // A room keeps its id, and its game may change: who follows the former one is told of its end.
            (Some(before), Some(now)) if before.variant != now.variant => {
                let _ = self.0.send(TableChange::Closed(before.room));
                TableChange::Opened(Arc::new(now.clone()))
            }
            _ => return,
        };
        // Nobody follows if it fails.
        let _ = self.0.send(change);
    }
}
