//! All rooms of a server: restores them at the start, creates new ones, and finds them.

mod coordinator;
mod create;
mod following;
mod forgetting;
mod news;
mod paused;
mod quick;
mod recovery;
mod rollback;
mod set_aside;
mod shared;
mod unreadable;
mod wanted;

use std::collections::{BTreeMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use bytes::Bytes;
use futures_util::future::{BoxFuture, join_all};
use giog_protocol::client::{ListRooms, RoomFilter};
use giog_protocol::rest::RoomList;
use giog_protocol::{ErrorCode, RoomId, RoomSummary};
use giog_rules::PlayerId;
use giog_store::CommitHandle;
use tokio::sync::{Mutex as AsyncMutex, Notify, RwLock, watch};
use tokio::task::JoinSet;

use self::following::Following;
pub use self::forgetting::RecoveryPause;
use self::paused::PausedRooms;
pub use self::recovery::Recovered;
use self::recovery::Recovery;
use self::rollback::Rollbacks;
use self::set_aside::AsideRooms;
pub use self::set_aside::{SetAside, StaysAside};
use self::wanted::WantedQueue;
pub use self::wanted::{WANTED_WAITING, WantedAt};
use crate::actor::{Actor, Reports};
use crate::bot_threads::{BotThreads, Thinking};
use crate::conn::ConnId;
use crate::context::{Context, Random};
use crate::frame_queue::{FrameSender, Moved};
use crate::handle::{RoomHandle, inbox};
use crate::inbox::Request;
use crate::lobby::{Lobby, LobbyLimits};
use crate::nodes::{OtherReporters, Peer, PendingKeys, Shards, Subscribers, ToEdge};
use crate::origin::Origin;
use crate::room::{AdminCommand, Paused, Room, Wanted};
use crate::time::Clock;

/// Makes sources of randomness, one for each room.
pub type RandomSource = Arc<dyn Fn() -> Box<dyn Random> + Send + Sync>;

/// All rooms of a server; clones are cheap.
#[derive(Clone)]
pub struct Hub {
    shared: Arc<Shared>,
}

struct Shared {
    context: Arc<Context>,
    clock: Arc<dyn Clock>,
    random: RandomSource,
    commit: CommitHandle,
    bot_threads: BotThreads,
    lobby: Arc<Mutex<Lobby<RoomHandle>>>,
    recovery: Recovery,
    tasks: Mutex<JoinSet<()>>,
    stopping: AtomicBool,
    draining: AtomicBool,
    disk_low: AtomicBool,
    /// Wakes the task that sends news to clients that watch the lobby.
    lobby_changed: Arc<Notify>,
    telling: AtomicBool,
    /// The rooms that are missing because of a fault. Locked after the lobby, never before it.
    aside: Arc<Mutex<AsideRooms>>,
    /// Wakes the task that restores failed rooms.
    failed: Arc<Notify>,
    rollbacks: Arc<Rollbacks>,
    wanted: Arc<WantedQueue>,
    /// A read lock while a room is being restored, from the reading of its log on; a write lock while logs are changed.
    returning: Arc<RwLock<()>>,
    /// The shards of this node. Locked after the lobby, never before it.
    shards: Mutex<Shards>,
    /// Nodes that report a room in addition to the node on which it is reached. Locked after the lobby, never before it.
    other_reporters: Mutex<OtherReporters>,
    /// Held while shards are taken over or released.
    moving: AsyncMutex<()>,
    /// The nodes that are told of the rooms here.
    subscribers: Arc<Subscribers>,
    /// The keys of rooms that are being created here, if other nodes create rooms, too.
    keys: Arc<PendingKeys>,
    /// The times at which rooms were paused that move between nodes. Locked after the lobby, never before it.
    paused: Arc<Mutex<PausedRooms>>,
    /// Connections in rooms that moved to another node. Locked before the lobby, never after it.
    following: Mutex<Following>,
    /// Wakes those who wait until a room can be reached, here or on another node.
    rooms_there: Notify,
    /// Whether all other nodes can be reached; rooms here subscribe to it.
    network: watch::Sender<bool>,
    /// How many connections of other nodes use rooms here.
    remote_connections: watch::Sender<usize>,
    /// Wakes the task that checks which shards have moved.
    handed: Arc<Notify>,
    /// The nodes whose rooms can be reached, by the numbers of their peers. Locked after the shards, never before them.
    peers: Mutex<BTreeMap<u64, Arc<Peer>>>,
}

/// The load of all rooms together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Load {
    /// Inputs that wait in the inboxes of all rooms.
    pub waiting_inputs: usize,
    /// Inputs that wait in the fullest inbox.
    pub most_waiting_inputs: usize,
    /// People who are in rooms without a seat.
    pub spectators: u64,
}

impl Hub {
    /// A hub without rooms.
    pub fn new(
        context: Arc<Context>,
        limits: LobbyLimits,
        clock: Arc<dyn Clock>,
        random: RandomSource,
        commit: CommitHandle,
    ) -> Self {
        let lobby = Arc::new(Mutex::new(Lobby::new(limits)));
        Self {
            shared: Arc::new(Shared {
                context,
                clock,
                random,
                commit,
                bot_threads: BotThreads::start(),
                lobby,
                recovery: Recovery::default(),
                tasks: Mutex::default(),
                stopping: AtomicBool::new(false),
                draining: AtomicBool::new(false),
                disk_low: AtomicBool::new(false),
                lobby_changed: Arc::new(Notify::new()),
                telling: AtomicBool::new(false),
                aside: Arc::default(),
                failed: Arc::new(Notify::new()),
                rollbacks: Arc::default(),
                wanted: Arc::default(),
                returning: Arc::default(),
                shards: Mutex::default(),
                other_reporters: Mutex::default(),
                moving: AsyncMutex::default(),
                subscribers: Arc::default(),
                keys: Arc::default(),
                paused: Arc::default(),
                following: Mutex::default(),
                rooms_there: Notify::new(),
                network: watch::Sender::new(true),
                remote_connections: watch::Sender::new(0),
                handed: Arc::new(Notify::new()),
                peers: Mutex::default(),
            }),
        }
    }

    /// How often a client named a later event than its room has.
    pub fn rollbacks_seen(&self) -> u64 {
        self.shared.rollbacks.seen()
    }

    /// The public rooms, and whether there are more than are listed.
    pub fn list(&self, filter: &RoomFilter) -> (Vec<RoomSummary>, bool) {
        let list = self.list_page(&filter.clone().into());
        (list.rooms, list.more)
    }

    /// A page of the public rooms.
    pub fn list_page(&self, wanted: &ListRooms) -> RoomList {
        self.lobby().list(wanted)
    }

    /// The same as the JSON of a `RoomList`. It is encoded once and reused until a room changes.
    pub fn list_body(&self, wanted: &ListRooms) -> Bytes {
        let (members, _) = self.lobby().listed(wanted);
        format!("{{{members}}}").into()
    }

    /// All rooms, listed or not, in the order of their creation: for the operator.
    pub fn all_rooms(&self) -> Vec<RoomSummary> {
        self.lobby().all()
    }

    /// Those of all rooms that are on this node.
    pub fn rooms_here(&self) -> Vec<RoomSummary> {
        self.lobby().all_such(RoomHandle::is_here)
    }

    /// Ends the match that is played in a room as abandoned, and closes the room.
    pub async fn stop_room(&self, id: RoomId) -> Result<(), ErrorCode> {
        self.admin_command(id, AdminCommand::Stop).await
    }

    /// Removes a person from a room. Their seat is given up, or in a match is played by a stand-in to its end.
    pub async fn expel(&self, id: RoomId, player: PlayerId) -> Result<(), ErrorCode> {
        self.admin_command(id, AdminCommand::Expel(player)).await
    }

    /// Starts or ends draining: no new rooms and no new matches, but matches continue.
    pub async fn drain(&self, draining: bool) {
        self.shared.draining.store(draining, Ordering::Relaxed);
        self.tell_rooms_here(&AdminCommand::Drain(draining)).await;
    }

    /// The same because of a nearly full disk. The same value again changes nothing.
    pub async fn set_disk_low(&self, low: bool) {
        if self.shared.disk_low.swap(low, Ordering::Relaxed) != low {
            self.tell_rooms_here(&AdminCommand::DiskLow(low)).await;
        }
    }

    /// Replaces the limits of the lobby. Rooms beyond them stay.
    pub fn set_limits(&self, limits: LobbyLimits) {
        self.lobby().set_limits(limits);
    }

    async fn tell_rooms_here(&self, command: &AdminCommand) {
        let here = self.lobby().handles().into_iter();
        let here = here.filter(RoomHandle::is_here);
        let told = here.map(|handle| {
            let command = command.clone();
            // A room that is gone starts no match either.
            async move { handle.admin_command(command).await.is_ok() }
        });
        // In a task of its own, so that all rooms are told even if the caller stops waiting; concurrently, so that a slow room does not
        // delay others.
        let _ = tokio::spawn(join_all(told)).await;
    }

    /// Why no room is created and no match starts; none if they are.
    fn begins_nothing(&self) -> Option<ErrorCode> {
        if self.is_draining() {
            Some(ErrorCode::Draining)
        } else {
            self.is_disk_low().then_some(ErrorCode::DiskLow)
        }
    }

    /// Whether no rooms are created and no matches start because the disk is nearly full.
    pub fn is_disk_low(&self) -> bool {
        self.shared.disk_low.load(Ordering::Relaxed)
    }

    /// Whether no rooms are created and no matches start because the server is drained.
    pub fn is_draining(&self) -> bool {
        self.shared.draining.load(Ordering::Relaxed)
    }

    /// The rooms in which a person has a seat.
    pub fn rooms_of(&self, player: PlayerId) -> Vec<RoomId> {
        self.lobby().rooms_of(player)
    }

    /// Everybody who has a seat in some room.
    pub fn seated(&self) -> HashSet<PlayerId> {
        self.lobby().seated()
    }

    /// The load of all rooms together.
    pub fn load(&self) -> Load {
        let mut load = Load::default();
        for handle in self.lobby().handles() {
            let waiting = handle.waiting();
            load.waiting_inputs += waiting;
            load.most_waiting_inputs = load.most_waiting_inputs.max(waiting);
            load.spectators += u64::from(handle.spectators());
        }
        load
    }

    /// What the bots of all rooms have searched.
    pub fn thinking(&self) -> Thinking {
        self.shared.bot_threads.look()
    }

    /// How many rooms there are.
    pub fn room_count(&self) -> usize {
        self.lobby().len()
    }

    /// Whether the rooms are being stopped. A room that cannot be found may exist after the restart.
    pub fn is_stopping(&self) -> bool {
        self.shared.stopping.load(Ordering::Relaxed)
    }

    /// Stops all rooms after what they have begun. Returns when everything is durable, or cannot become durable any more.
    pub fn stop(&self) -> BoxFuture<'_, ()> {
        Box::pin(async move {
            self.shared.stopping.store(true, Ordering::Relaxed);
            self.shared.lobby_changed.notify_one();
            let handles = self.lobby().handles();
            for handle in handles {
                handle.stop().await;
            }
            let mut tasks = std::mem::take(&mut *lock(&self.shared.tasks));
            while tasks.join_next().await.is_some() {}
        })
    }

    fn start(
        &self,
        lobby: &mut Lobby<RoomHandle>,
        room: Room,
        frame_sender: Option<FrameSender>,
        effects: Vec<crate::room::Effect>,
    ) -> RoomHandle {
        let shared = &self.shared;
        let (handle, inbox) = inbox(room.id(), shared.network.subscribe());
        let origin = frame_sender
            .as_ref()
            .map(FrameSender::origin)
            .unwrap_or_default();
        if lobby.handle(room.id()).is_some() {
            // A moment ago its shard was another node's.
            lobby.remove_for_now(room.id());
        }
        lobby.add(room.id(), handle.clone(), room.made_by(), origin);
        shared.rooms_there.notify_waiters();
        if effects.is_empty() {
            lobby.update(room.summary());
            let id = room.id();
            shared.subscribers.tell(|| {
                lobby
                    .describe(id)
                    .map(|listed| ToEdge::Room(Box::new(listed)))
            });
        }
        let reports = LobbyReports {
            subscribers: Arc::clone(&shared.subscribers),
            keys: Arc::clone(&shared.keys),
            paused: Arc::clone(&shared.paused),
            hub: Arc::downgrade(&self.shared),
            lobby: Arc::clone(&shared.lobby),
            changed: Arc::clone(&shared.lobby_changed),
            clock: Arc::clone(&shared.clock),
            aside: Arc::clone(&shared.aside),
            failed: Arc::clone(&shared.failed),
            rollbacks: Arc::clone(&shared.rollbacks),
            wanted: Arc::clone(&shared.wanted),
        };
        let random = (shared.random)();
        let actor = Actor::new(
            room,
            inbox,
            random,
            Arc::clone(&shared.clock),
            shared.commit.clone(),
            shared.bot_threads.clone(),
            reports,
        );
        let mut tasks = lock(&shared.tasks);
        while tasks.try_join_next().is_some() {}
        tasks.spawn(Box::new(actor).run(frame_sender, effects));
        handle
    }

    fn lobby(&self) -> MutexGuard<'_, Lobby<RoomHandle>> {
        lock(&self.shared.lobby)
    }
}

/// Locks a table even if a task has panicked while it had the lock: every change of these tables is atomic.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

struct LobbyReports {
    lobby: Arc<Mutex<Lobby<RoomHandle>>>,
    changed: Arc<Notify>,
    clock: Arc<dyn Clock>,
    aside: Arc<Mutex<AsideRooms>>,
    failed: Arc<Notify>,
    rollbacks: Arc<Rollbacks>,
    wanted: Arc<WantedQueue>,
    subscribers: Arc<Subscribers>,
    keys: Arc<PendingKeys>,
    paused: Arc<Mutex<PausedRooms>>,
    hub: Weak<Shared>,
}

impl LobbyReports {
    fn hub(&self) -> Option<Hub> {
        let shared = self.hub.upgrade()?;
        Some(Hub { shared })
    }

    fn remove(&self, room: RoomId) {
        let mut lobby = lock(&self.lobby);
        lobby.remove(room);
        self.subscribers.tell(|| Some(ToEdge::Gone { room }));
        self.changed.notify_one();
    }

    fn note_leaver(&self, room: RoomId, player: PlayerId, left: bool) {
        let now_ms = self.clock.now().mono_ms;
        let mut lobby = lock(&self.lobby);
        lobby.note_leaver(player, room, left, now_ms);
        self.subscribers
            .tell(|| Some(ToEdge::Leaver { room, player, left }));
    }
}

impl Reports for LobbyReports {
    fn summary(&self, summary: RoomSummary, table_people: Vec<(PlayerId, Origin)>) {
        let room = summary.room;
        self.keys.is_made(room);
        let mut lobby = lock(&self.lobby);
        if !lobby.handle(room).is_some_and(|handle| handle.is_here()) {
            // The room has moved to another node.
            return;
        }
        lobby.update(summary);
        lobby.note_table_people(room, table_people, self.clock.mono_ms());
        let told = || lobby.describe(room);
        self.subscribers
            .tell(|| told().map(|listed| ToEdge::Room(Box::new(listed))));
        self.changed.notify_one();
    }

    fn gone(&self, room: RoomId) {
        self.keys.is_not_made(room);
        lock(&self.aside).closed(room);
        self.remove(room);
    }

    fn failed(&self, room: RoomId, reason: String, frame_senders: Vec<FrameSender>) -> ErrorCode {
        let (hub, at) = (self.hub(), self.clock.now().wall);
        let mut lobby = lock(&self.lobby);
        if hub.as_ref().is_some_and(|hub| hub.tenure(room).is_none()) {
            tracing::error!(%room, reason, "a room failed as it moved, and is restored from its log where it goes on");
            for frame_sender in frame_senders {
                frame_sender.send_back();
            }
            return ErrorCode::Busy;
        }
        let code = lock(&self.aside).failed(room, reason, at, frame_senders);
        lobby.remove_for_now(room);
        if let Some(hub) = hub {
            hub.tell_absent(&lobby);
        }
        self.subscribers.tell(|| Some(ToEdge::Gone { room }));
        self.changed.notify_one();
        code
    }

    fn moved(&self, room: RoomId, frame_sender: FrameSender, moved: Moved) {
        if let Some(far) = frame_sender.far() {
            far.moved(room, moved);
        } else if let Some(hub) = self.hub() {
            hub.is_to_follow(room, frame_sender, moved);
        }
    }

    fn late(&self, room: RoomId, request: Request) {
        if let Some(far) = request.frame_sender.far() {
            far.returned(room, request.person, request.re, request.command);
        } else if let Some(hub) = self.hub() {
            hub.returned(room, request);
        }
    }

    fn late_gone(&self, room: RoomId, conn: ConnId) {
        if let Some(hub) = self.hub() {
            hub.follows_no_more(room, conn);
        }
    }

    fn elsewhere(&self, room: RoomId, paused: Paused) {
        self.keys.is_not_made(room);
        if let Some(hub) = self.hub() {
            hub.follow_from_here(room);
        }
        lock(&self.paused).note(room, paused, self.clock.mono_ms());
        let mut lobby = lock(&self.lobby);
        // Unless it was removed before, and another node already reports it.
        if lobby.handle(room).is_some_and(|handle| handle.is_here()) {
            lobby.remove(room);
            self.subscribers.tell(|| Some(ToEdge::Gone { room }));
            self.changed.notify_one();
        }
    }

    fn settled(&self, room: RoomId) {
        self.keys.is_not_made(room);
        lock(&self.aside).settled(room);
        self.failed.notify_one();
    }

    fn deserted(&self, room: RoomId, player: PlayerId) {
        self.note_leaver(room, player, true);
    }

    fn returned(&self, room: RoomId, player: PlayerId) {
        self.note_leaver(room, player, false);
    }

    fn wanted(&self, room: RoomId, wanted: Wanted) {
        self.wanted.tell(room, wanted);
    }

    fn seen_more(&self, room: RoomId) {
        self.rollbacks.note(room, self.clock.now().mono_ms);
    }
}

impl std::fmt::Debug for Hub {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Hub")
            .field("rooms", &self.room_count())
            .finish_non_exhaustive()
    }
}
