//! What requests for the deletion of people share with the task that completes them (`crate::erasing`).

use tokio::sync::{Notify, RwLock};

/// Shared by requests for deletion and the task that completes them.
#[derive(Debug, Default)]
pub(crate) struct Forgetting {
    /// Wakes the task.
    pub wake: Notify,
    /// Read-locked while somebody's tokens are revoked, from before that is stored until their connections are told: so the task knows
    /// the connections of everybody whom it finds.
    pub ending: RwLock<()>,
}
