//! Which `create_room` key made which room. All nodes keep this in the database, so that one key makes one room, whatever nodes know of
//! each other while shards move.

use std::collections::HashSet;
use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use giog_protocol::RoomId;
use giog_rules::PlayerId;
use giog_store::{Membership, StoreError};
use tokio::time::sleep;

/// How long one waits for the database who gives a key back.
const RETRY_AFTER: Duration = Duration::from_millis(200);
/// Keys that are being given back while the database does not answer; more are kept until this node ends. It makes no rooms meanwhile,
/// so these are those for which it was about to.
const RELEASES_WAITING: usize = 1_000;

/// What keeps the keys under which rooms are made.
pub trait RoomKeys: Send + Sync {
    /// Claims a key for a room that is about to be made; gives the room that has it: this one, or another one that is open or is being
    /// made.
    fn claim<'a>(
        &'a self,
        who: (PlayerId, &'a str),
        room: RoomId,
    ) -> BoxFuture<'a, Result<RoomId, StoreError>>;

    /// Gives the key of a room back that is not made. The same again is harmless.
    fn release(&self, room: RoomId) -> BoxFuture<'_, Result<(), StoreError>>;
}

impl RoomKeys for Membership {
    fn claim<'a>(
        &'a self,
        who: (PlayerId, &'a str),
        room: RoomId,
    ) -> BoxFuture<'a, Result<RoomId, StoreError>> {
        self.claim_key(who, room).boxed()
    }

    fn release(&self, room: RoomId) -> BoxFuture<'_, Result<(), StoreError>> {
        self.release_key(room).boxed()
    }
}

/// The keys, on a node that shares the rooms, and rooms of this one that have one and are not yet stored. Looked at after the lobby, never
/// before it.
#[derive(Default)]
pub(crate) struct PendingKeys {
    keys: OnceLock<Arc<dyn RoomKeys>>,
    rooms: Mutex<HashSet<RoomId>>,
    releases: AtomicUsize,
}

impl PendingKeys {
    /// From now on other nodes make rooms, too.
    pub fn share(&self, keys: Arc<dyn RoomKeys>) {
        // It is said once, when the node begins.
        let _ = self.keys.set(keys);
    }

    /// Where keys are claimed; nothing where no other node makes rooms.
    pub fn keys(&self) -> Option<&Arc<dyn RoomKeys>> {
        self.keys.get()
    }

    /// A room is about to be made under a key that is claimed for it. Until [`KeyReservation::keep`] is said it is not.
    pub fn begin(self: &Arc<Self>, room: RoomId) -> KeyReservation {
        self.lock().insert(room);
        KeyReservation {
            of: Some(Arc::clone(self)),
            room,
        }
    }

    /// It is stored: the key is its own until it is closed.
    pub fn is_made(&self, room: RoomId) {
        if self.keys.get().is_some() {
            self.lock().remove(&room);
        }
    }

    /// It is not made, if it is one of these: its key is given back, and nobody waits for that.
    pub fn is_not_made(self: &Arc<Self>, room: RoomId) {
        if self.lock().remove(&room)
            && let Ok(runtime) = tokio::runtime::Handle::try_current()
        {
            let this = Arc::clone(self);
            runtime.spawn(async move { this.release(room).await });
        }
    }

    /// Gives a key back, as soon as the database says that it is: who asks with it again waits for that.
    async fn release(&self, room: RoomId) {
        let Some(keys) = self.keys.get() else {
            return;
        };
        if self.releases.fetch_add(1, Ordering::Relaxed) < RELEASES_WAITING {
            while keys.release(room).await.is_err() {
                sleep(RETRY_AFTER).await;
            }
        } else {
            tracing::warn!(%room, "the key of a room that was not made is kept until this node ends");
        }
        self.releases.fetch_sub(1, Ordering::Relaxed);
    }

    fn lock(&self) -> MutexGuard<'_, HashSet<RoomId>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The key of a room that is not made yet. It is released when this is dropped, unless [`Self::keep`] was called.
pub(crate) struct KeyReservation {
    of: Option<Arc<PendingKeys>>,
    pub room: RoomId,
}

impl KeyReservation {
    /// The room is made and keeps its key.
    pub fn keep(mut self) {
        self.of = None;
    }
}

impl Drop for KeyReservation {
    fn drop(&mut self) {
        if let Some(of) = &self.of {
            of.is_not_made(self.room);
        }
    }
}

impl fmt::Debug for PendingKeys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PendingKeys").finish_non_exhaustive()
    }
}
