//! Which `create_room` key made which room. All nodes keep this in the database, so that one key makes one room, whatever nodes know of
//! each other while shards move.

use std::collections::HashSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use giog_protocol::RoomId;
use giog_rules::PlayerId;
use giog_store::{Membership, StoreError};
use tokio::time::sleep;

use crate::lock::lock;

/// How long to wait before trying again to release a key.
const RETRY_AFTER: Duration = Duration::from_millis(200);
/// How many keys may be waiting to be released while the database does not answer; further keys are kept until this node ends. The node
/// creates no rooms meanwhile, so these are only the keys of rooms that it was about to create.
const RELEASES_WAITING: usize = 1_000;

/// The store of the keys with which rooms are created.
pub trait RoomKeys: Send + Sync {
    /// Claims a key for a room that is about to be created. Returns the room that has the key: this one, or another one that is open or
    /// being created.
    fn claim<'a>(
        &'a self,
        who: (PlayerId, &'a str),
        room: RoomId,
    ) -> BoxFuture<'a, Result<RoomId, StoreError>>;

    /// Releases the key of a room that was not created. It may be repeated.
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

/// The store of the keys, on a node of a cluster, and the rooms of this node that have claimed a key and are not stored yet. Locked after
/// the lobby, never before it.
#[derive(Default)]
pub(crate) struct PendingKeys {
    keys: OnceLock<Arc<dyn RoomKeys>>,
    rooms: Mutex<HashSet<RoomId>>,
    releases: AtomicUsize,
}

impl PendingKeys {
    /// From now on other nodes create rooms, too.
    pub fn share(&self, keys: Arc<dyn RoomKeys>) {
        // It is called once, when the node starts.
        let _ = self.keys.set(keys);
    }

    /// The store of the keys; none if no other node creates rooms.
    pub fn keys(&self) -> Option<&Arc<dyn RoomKeys>> {
        self.keys.get()
    }

    /// A room is about to be created with a key that was claimed for it. Unless [`KeyReservation::keep`] is called, the key is released.
    pub fn begin(self: &Arc<Self>, room: RoomId) -> KeyReservation {
        lock(&self.rooms).insert(room);
        KeyReservation {
            of: Some(Arc::clone(self)),
            room,
        }
    }

    /// The room is stored: it has the key until it is closed.
    pub fn is_made(&self, room: RoomId) {
        if self.keys.get().is_some() {
            lock(&self.rooms).remove(&room);
        }
    }

    /// If the room has claimed a key and is not stored: releases the key in the background.
    pub fn is_not_made(self: &Arc<Self>, room: RoomId) {
        if lock(&self.rooms).remove(&room)
            && let Ok(runtime) = tokio::runtime::Handle::try_current()
        {
            let this = Arc::clone(self);
            runtime.spawn(async move { this.release(room).await });
        }
    }

    /// Releases a key, and tries again until the database confirms it: until then new requests with this key wait.
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
}

/// The key of a room that is not created yet. The key is released when this is dropped, unless [`Self::keep`] was called.
pub(crate) struct KeyReservation {
    of: Option<Arc<PendingKeys>>,
    pub room: RoomId,
}

impl KeyReservation {
    /// The room is created and keeps its key.
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
