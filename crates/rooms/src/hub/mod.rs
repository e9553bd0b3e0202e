//! All rooms of a server: restores them at the start, creates new ones, and finds them.

mod coordinator;
mod create;
mod following;
mod forgetting;
mod invitations;
mod make_way;
mod news;
mod parts;
mod quick;
mod recovery;
mod reports;
mod rollback;
mod set_aside;
mod shared;
mod stopped;
mod unreadable;
mod waking;
mod wanted;

use std::collections::HashSet;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard};

use bytes::Bytes;
use futures_util::future::{BoxFuture, join_all};
use giog_protocol::client::{ListRooms, RoomFilter};
use giog_protocol::rest::RoomList;
use giog_protocol::{ErrorCode, RoomId, RoomSummary};
use giog_rules::PlayerId;
use giog_store::CommitHandle;
use tokio::task::JoinSet;

pub use self::create::quick_pool;
pub use self::forgetting::RecoveryPause;
use self::invitations::Inviting;
pub use self::invitations::{AllowedInvitation, InvitedConnections};
use self::parts::{Faults, Listing, Nodes, Switches, Tools};
pub use self::recovery::Recovered;
use self::recovery::Recovery;
use self::reports::LobbyReports;
pub use self::set_aside::{SetAside, SetAsideError};
use self::waking::Sleepers;
pub use self::wanted::{AwaitedAt, WANTED_WAITING};
use crate::actor::Actor;
use crate::bot_threads::{BotThreads, Thinking};
use crate::context::{Context, Random};
use crate::frame_queue::FrameSender;
use crate::handle::{RoomHandle, inbox};
use crate::lobby::{Lobby, LobbyLimits};
use crate::lock::lock;
use crate::origin::Origin;
use crate::room::{AdminCommand, Room};
use crate::time::Clock;

/// Makes sources of randomness, one for each room.
pub type RandomSource = Arc<dyn Fn() -> Box<dyn Random> + Send + Sync>;

/// All rooms of a server; clones are cheap.
#[derive(Clone)]
pub struct Hub(Arc<Shared>);

struct Shared {
    tools: Tools,
    switches: Switches,
    listing: Arc<Listing>,
    recovery: Recovery,
    faults: Arc<Faults>,
    nodes: Arc<Nodes>,
    sleepers: Sleepers,
    inviting: Inviting,
    /// The tasks of the rooms.
    tasks: Mutex<JoinSet<()>>,
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
        Self(Arc::new(Shared {
            tools: Tools {
                context,
                clock,
                random,
                commit,
                bot_threads: BotThreads::start(),
            },
            switches: Switches::default(),
            listing: Arc::new(Listing::new(limits)),
            recovery: Recovery::default(),
            faults: Arc::default(),
            nodes: Arc::default(),
            sleepers: Sleepers::default(),
            inviting: Inviting::default(),
            tasks: Mutex::default(),
        }))
    }

    /// How often a client named a later event than its room has.
    pub fn rollbacks_seen(&self) -> u64 {
        self.0.faults.rollbacks.seen()
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

    /// The public tables that are best to watch, the best one first, at most `limit`: the same on all nodes.
    pub fn best_to_watch(&self, limit: usize) -> Vec<RoomSummary> {
        self.lobby().best_to_watch(limit)
    }

    /// The public tables at which a person has a seat.
    pub fn public_tables_of(&self, player: PlayerId) -> Vec<RoomSummary> {
        let lobby = self.lobby();
        let rooms = lobby.rooms_of(player).into_iter();
        rooms
            .filter_map(|room| lobby.public_room(room).cloned())
            .collect()
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
        self.0.switches.draining.store(draining, Ordering::Relaxed);
        self.send_to_rooms_here(&AdminCommand::Drain(draining))
            .await;
    }

    /// The same because of a nearly full disk. The same value again changes nothing.
    pub async fn set_disk_low(&self, low: bool) {
        if self.0.switches.disk_low.swap(low, Ordering::Relaxed) != low {
            self.send_to_rooms_here(&AdminCommand::DiskLow(low)).await;
        }
    }

    /// Replaces the limits of the lobby. Rooms beyond them stay.
    pub fn set_limits(&self, limits: LobbyLimits) {
        self.lobby().set_limits(limits);
    }

    async fn send_to_rooms_here(&self, command: &AdminCommand) {
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
        self.0.switches.begins_nothing()
    }

    /// Whether no rooms are created and no matches start because the disk is nearly full.
    pub fn is_disk_low(&self) -> bool {
        self.0.switches.disk_low.load(Ordering::Relaxed)
    }

    /// Whether no rooms are created and no matches start because the server is drained.
    pub fn is_draining(&self) -> bool {
        self.0.switches.draining.load(Ordering::Relaxed)
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
        self.0.tools.bot_threads.look()
    }

    /// How many rooms there are.
    pub fn room_count(&self) -> usize {
        self.lobby().len()
    }

    /// Whether the rooms are being stopped. A room that cannot be found may exist after the restart.
    pub fn is_stopping(&self) -> bool {
        self.0.switches.stopping.load(Ordering::Relaxed)
    }

    /// Stops all rooms after what they have begun. Returns when everything is durable, or cannot become durable any more.
    pub fn stop(&self) -> BoxFuture<'_, ()> {
        Box::pin(async move {
            self.0.switches.stopping.store(true, Ordering::Relaxed);
            self.0.listing.changed.notify_one();
            let handles = self.lobby().handles();
            for handle in handles {
                handle.stop().await;
            }
            let mut tasks = std::mem::take(&mut *lock(&self.0.tasks));
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
        let origin = frame_sender.as_ref().map(FrameSender::origin);
        let origin = origin.unwrap_or_default();
        self.start_from(lobby, room, (frame_sender, origin), effects)
    }

    /// The same for a room that counts for the network of whoever asked for it, whether they are in it already or not.
    fn start_from(
        &self,
        lobby: &mut Lobby<RoomHandle>,
        room: Room,
        (frame_sender, origin): (Option<FrameSender>, Origin),
        effects: Vec<crate::room::Effect>,
    ) -> RoomHandle {
        let shared = &self.0;
        let (handle, inbox) = inbox(room.id(), shared.nodes.cut_off.subscribe());
        if lobby.handle(room.id()).is_some() {
            // A moment ago its shard was another node's.
            lobby.remove_for_now(room.id());
        }
        lobby.add(room.id(), handle.clone(), room.made_by(), origin);
        shared.listing.rooms_there.notify_waiters();
        if effects.is_empty() {
            lobby.update(room.summary());
            shared.listing.tell(lobby, room.id());
        }
        let reports = LobbyReports {
            listing: Arc::clone(&shared.listing),
            faults: Arc::clone(&shared.faults),
            nodes: Arc::clone(&shared.nodes),
            clock: Arc::clone(&shared.tools.clock),
            hub: Arc::downgrade(shared),
        };
        let random = (shared.tools.random)();
        let actor = Actor::new(
            room,
            inbox,
            random,
            Arc::clone(&shared.tools.clock),
            shared.tools.commit.clone(),
            shared.tools.bot_threads.clone(),
            reports,
        );
        let mut tasks = lock(&shared.tasks);
        while tasks.try_join_next().is_some() {}
        tasks.spawn(Box::new(actor).run(frame_sender, effects));
        handle
    }

    fn lobby(&self) -> MutexGuard<'_, Lobby<RoomHandle>> {
        self.0.listing.lobby()
    }
}

impl std::fmt::Debug for Hub {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Hub")
            .field("rooms", &self.room_count())
            .finish_non_exhaustive()
    }
}
