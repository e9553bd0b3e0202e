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
/// node has written its entry `forgotten` before, or is told then who was forgotten ([`Hub::bring_back_aside`]).
#[derive(Debug)]
#[must_use]
pub struct RecoveryPause(#[expect(dead_code, reason = "it is held")] OwnedRwLockWriteGuard<()>);

impl Hub {
    /// Lets no room name these people any more, who must have no connection left. When this returns, no row that names them
    /// is on its way to the log, and none is as long as no room comes back from it. With an error some rooms may name them
    /// still; to be tried again.
    ///
    /// # Errors
    /// A room could not write it down, or some room is not there at the moment but is on its way.
    pub fn forget(
        &self,
        players: Arc<BTreeSet<PlayerId>>,
    ) -> BoxFuture<'_, Result<RecoveryPause, ErrorCode>> {
        Box::pin(async move {
            self.recovered().await;
            let alone = Arc::clone(&self.shared.returning).write_owned().await;
            if self.is_some_coming() {
                return Err(ErrorCode::Busy);
            }
            let handles = self.lobby().handles();
            for handle in handles {
                match handle
                    .admin_command(AdminCommand::Forget(Arc::clone(&players)))
                    .await
                {
                    // A room that was closed has written its last row.
                    Ok(()) | Err(ErrorCode::NoSuchRoom) => {}
                    Err(code) => return Err(code),
                }
            }
            // One that met a fault just now may have rows on their way.
            if self.is_some_coming() {
                return Err(ErrorCode::Busy);
            }
            Ok(RecoveryPause(alone))
        })
    }

    /// Whether some room is not there that will be, here or on another node: it is on its way back from a fault, or that node is
    /// not heard.
    fn is_some_coming(&self) -> bool {
        if !self.are_all_there() || lock(&self.shared.aside).is_some_coming() {
            return true;
        }
        let peers = lock(&self.shared.peers);
        peers.values().any(|peer| peer.is_some_coming())
    }
}
