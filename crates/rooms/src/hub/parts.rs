//! The parts of a hub by subject. Code that needs one part takes that part, so that it can be created and tested without a hub.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};

use giog_protocol::{ErrorCode, RoomId};
use giog_store::CommitHandle;
use tokio::sync::{Mutex as AsyncMutex, Notify, RwLock, watch};

use super::RandomSource;
use super::following::Following;
use super::rollback::Rollbacks;
use super::set_aside::AsideRooms;
use super::stopped::StoppedRooms;
use super::wanted::AwaitedQueue;
use crate::bot_threads::BotThreads;
use crate::context::Context;
use crate::handle::RoomHandle;
use crate::lobby::{Lobby, LobbyLimits};
use crate::lock::lock;
use crate::nodes::{OtherReporters, Peer, PendingKeys, Shards, Subscribers, ToEdge};
use crate::time::Clock;

/// What every room works with.
pub(super) struct Tools {
    pub context: Arc<Context>,
    pub clock: Arc<dyn Clock>,
    pub random: RandomSource,
    pub commit: CommitHandle,
    pub bot_threads: BotThreads,
}

/// Why the server begins nothing new.
#[derive(Default)]
pub(super) struct Switches {
    pub stopping: AtomicBool,
    pub draining: AtomicBool,
    pub disk_low: AtomicBool,
}

impl Switches {
    /// Why no room is created and no match starts; none if they are.
    pub fn begins_nothing(&self) -> Option<ErrorCode> {
        if self.draining.load(Ordering::Relaxed) {
            return Some(ErrorCode::Draining);
        }
        let disk_low = self.disk_low.load(Ordering::Relaxed);
        disk_low.then_some(ErrorCode::DiskLow)
    }
}

/// The rooms that can be reached, and the receivers of their changes.
pub(super) struct Listing {
    pub lobby: Mutex<Lobby<RoomHandle>>,
    /// Wakes the task that sends news to clients that watch the lobby.
    pub changed: Notify,
    /// Whether that task runs.
    pub is_telling: AtomicBool,
    /// The nodes that get the rooms here and their changes.
    pub subscribers: Subscribers,
    /// Wakes those who wait until a room can be reached, here or on another node.
    pub rooms_there: Notify,
    pub wanted: AwaitedQueue,
}

impl Listing {
    /// A listing without rooms.
    pub fn new(limits: LobbyLimits) -> Self {
        Self {
            lobby: Mutex::new(Lobby::new(limits)),
            changed: Notify::default(),
            is_telling: AtomicBool::default(),
            subscribers: Subscribers::default(),
            rooms_there: Notify::default(),
            wanted: AwaitedQueue::default(),
        }
    }

    /// The lobby, locked.
    pub fn lobby(&self) -> MutexGuard<'_, Lobby<RoomHandle>> {
        lock(&self.lobby)
    }

    /// Tells other nodes what is listed of a room here.
    pub fn tell(&self, lobby: &Lobby<RoomHandle>, room: RoomId) {
        let told = || Some(ToEdge::Room(Box::new(lobby.describe(room)?)));
        self.subscribers.tell(told);
    }

    /// Removes a room that was here, and tells everybody.
    pub fn remove(&self, lobby: &mut Lobby<RoomHandle>, room: RoomId) {
        lobby.remove(room);
        self.remove_listing(room);
    }

    /// Tells everybody that a room is not here any more.
    pub fn remove_listing(&self, room: RoomId) {
        self.subscribers.tell(|| Some(ToEdge::Gone { room }));
        self.changed.notify_one();
    }
}

/// What has gone wrong with rooms.
#[derive(Default)]
pub(super) struct Faults {
    /// The rooms that are missing because of a fault. Locked after the lobby, never before it.
    pub aside: Mutex<AsideRooms>,
    /// Wakes the task that restores failed rooms.
    pub failed: Notify,
    pub rollbacks: Rollbacks,
    /// A read lock while a room is being restored, from the reading of its log on; a write lock while logs are changed.
    pub returning: Arc<RwLock<()>>,
}

/// Which rooms are here and which on other nodes, and what is on its way between them.
#[derive(Default)]
pub(super) struct Nodes {
    /// The shards of this node. Locked after the lobby, never before it.
    pub shards: Mutex<Shards>,
    /// Nodes that report a room in addition to the node on which it is reached. Locked after the lobby, never before it.
    pub other_reporters: Mutex<OtherReporters>,
    /// Held while shards are taken over or released.
    pub moving: AsyncMutex<()>,
    /// The keys of rooms that are being created here, if other nodes create rooms, too.
    pub keys: Arc<PendingKeys>,
    /// The times at which rooms stopped that move between nodes. Locked after the lobby, never before it.
    pub stopped: Mutex<StoppedRooms>,
    /// Wakes the task that checks which shards have moved.
    pub handed: Notify,
    /// Connections in rooms that moved to another node. Locked before the lobby, never after it.
    pub following: Mutex<Following>,
    /// Whether some live node cannot be reached; rooms here subscribe to it.
    pub cut_off: watch::Sender<bool>,
    /// How many connections of other nodes use rooms here.
    pub remote_connections: watch::Sender<usize>,
    /// The nodes whose rooms can be reached, by the numbers of their peers. Locked after the shards, never before them.
    pub peers: Mutex<BTreeMap<u64, Arc<Peer>>>,
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;

    use super::*;

    #[test]
    fn whatever_stops_new_matches_is_named_and_draining_first() {
        let switches = Switches::default();
        assert_eq!(switches.begins_nothing(), None);
        switches.disk_low.store(true, Ordering::Relaxed);
        assert_eq!(switches.begins_nothing(), Some(ErrorCode::DiskLow));
        switches.draining.store(true, Ordering::Relaxed);
        assert_eq!(switches.begins_nothing(), Some(ErrorCode::Draining));
    }

    #[test]
    fn those_who_watch_the_lobby_are_woken_for_a_room_that_goes() {
        let listing = Listing::new(LobbyLimits::default());
        let is_woken = || listing.changed.notified().now_or_never().is_some();
        assert!(!is_woken());
        listing.remove(&mut listing.lobby(), RoomId(uuid::Uuid::nil()));
        assert!(is_woken());
    }
}
