//! Removes people who had their data deleted from all rooms.

use std::collections::BTreeSet;
use std::sync::Arc;

use futures_util::future::BoxFuture;
use giog_protocol::ErrorCode;
use giog_rules::PlayerId;
use tokio::sync::OwnedRwLockWriteGuard;

use super::{Hub, lock};
use crate::room::AdminCommand;

/// While this exists, no room is restored from its log on this node, so that logs can be changed. A room that is restored on another
/// node has written its entry `forgotten` before, or is told then who was forgotten ([`Hub::restore_set_aside`]).
#[derive(Debug)]
#[must_use]
pub struct RecoveryPause(#[expect(dead_code, reason = "it is held")] OwnedRwLockWriteGuard<()>);

impl Hub {
    /// Replaces the names of these people in all rooms. They must have no connection left. After success, no row that names them is still
    /// to be written, and none will be unless a room is restored from its log. After an error some rooms may still name them; try again.
    ///
    /// # Errors
    /// A room could not write it down, or a room is not there at the moment but will be restored.
    pub fn forget(
        &self,
        players: Arc<BTreeSet<PlayerId>>,
    ) -> BoxFuture<'_, Result<RecoveryPause, ErrorCode>> {
        Box::pin(async move {
            self.recovered().await;
            let alone = Arc::clone(&self.0.faults.returning).write_owned().await;
            if self.is_some_coming() {
                return Err(ErrorCode::Busy);
            }
            let handles = self.lobby().handles();
            for handle in handles {
                match handle
                    .admin_command(AdminCommand::Forget(Arc::clone(&players)))
                    .await
                {
                    // A closed room has written its last row.
                    Ok(()) | Err(ErrorCode::NoSuchRoom) => {}
                    Err(code) => return Err(code),
                }
            }
            // A room that has just failed may still have rows to be written.
            if self.is_some_coming() {
                return Err(ErrorCode::Busy);
            }
            Ok(RecoveryPause(alone))
        })
    }

    /// Whether some room is missing that will be restored, here or on another node, or whether another node cannot be reached.
    fn is_some_coming(&self) -> bool {
        if !self.are_all_there() || lock(&self.0.faults.aside).is_some_coming() {
            return true;
        }
        let peers = lock(&self.0.nodes.peers);
        peers.values().any(|peer| peer.is_some_coming())
    }
}
