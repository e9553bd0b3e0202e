//! The rooms of a cluster, as one node knows them: which are here, and how others are reached.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use futures_util::future::{BoxFuture, join_all};
use giog_protocol::{ErrorCode, Problem, RoomId};
use giog_store::Log;
use tokio::time::timeout;

use super::{Hub, lock};
use crate::conn::ConnId;
use crate::handle::RoomHandle;
use crate::lobby::{Described, Lobby, RoomCreator};
use crate::nodes::{Peer, PeerReport, Reporter, RoomKeys, Shards, ToEdge, Wire, item, shard_of};
use crate::room::RoomQuery;

/// How long to wait before asking the database for the open rooms again.
const RETRY_AFTER: Duration = Duration::from_millis(200);
/// How long to wait until other nodes confirm that they carry out no more requests of connections: longer than a link to a dead node
/// lasts.
const HEARD_NO_MORE_WAIT: Duration = Duration::from_secs(2);

impl Hub {
    /// From now on this node shares the rooms with others. It owns none yet.
    pub fn share(&self) {
        let lobby = self.lobby();
        *lock(&self.0.nodes.shards) = Shards::none();
        self.note_complete(&lobby);
    }

    /// From now on keys of new rooms are claimed in `keys`, as on all other nodes.
    pub fn share_keys(&self, keys: Arc<dyn RoomKeys>) {
        self.0.nodes.keys.share(keys);
    }

    /// Whether this node owns this shard; a server that shares its rooms with no other owns all.
    pub fn owns_shard(&self, shard: u8) -> bool {
        lock(&self.0.nodes.shards).is_own(shard)
    }

    /// This node now owns these shards and restores their rooms. Returns when it is known which rooms these are.
    pub fn own<'a>(&'a self, shards: &'a [u8], store: Arc<dyn Log>) -> BoxFuture<'a, ()> {
        Box::pin(async move {
            let _moving = self.0.nodes.moving.lock().await;
            {
                let mut lobby = self.lobby();
                lock(&self.0.nodes.shards).set_owned(shards, true);
                let is_there = |handle: &RoomHandle| {
                    !handle.is_here() && shards.contains(&shard_of(handle.id()))
                };
                self.note_other_reporters(&lobby, is_there);
                self.remove_rooms(&mut lobby, is_there);
                self.note_complete(&lobby);
            }
            let Some(rooms) = self.read_open_rooms(&*store).await else {
                return;
            };
            let is_new = |room: &RoomId| shards.contains(&shard_of(*room));
            let rooms: Vec<RoomId> = rooms.into_iter().filter(is_new).collect();
            let expected = rooms.len();
            {
                let mut lobby = self.lobby();
                lobby.expect(rooms);
                lock(&self.0.nodes.shards).mark_own_known(shards);
                self.note_complete(&lobby);
                self.report_shards(&lobby);
            }
            let workers = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
            let mut tasks = lock(&self.0.tasks);
            for _ in 0..workers.min(expected) {
                tasks.spawn(self.clone().restore_all_expected(Arc::clone(&store)));
            }
        })
    }

    /// The ids of the open rooms; waits until the database answers. None if the server stops before.
    async fn read_open_rooms(&self, store: &dyn Log) -> Option<Vec<RoomId>> {
        loop {
            match self.open_rooms(store, RETRY_AFTER).await {
                Ok(rooms) => return Some(rooms),
                Err(_) if self.is_stopping() || self.0.tools.commit.is_lost() => return None,
                Err(error) => {
                    tracing::error!(%error, "cannot read which rooms there are; retrying");
                }
            }
            tokio::time::sleep(RETRY_AFTER).await;
        }
    }

    /// This node does not own these shards any more, or will not soon: their rooms stop, and their connections are closed or resumed on
    /// the new node. Returns when no row of these rooms is still to be written to the log.
    pub fn release<'a>(&'a self, shards: &'a [u8]) -> BoxFuture<'a, ()> {
        Box::pin(async move {
            let _moving = self.0.nodes.moving.lock().await;
            let is_leaving = |room: RoomId| shards.contains(&shard_of(room));
            let leaving = {
                let mut lobby = self.lobby();
                lock(&self.0.nodes.shards).set_owned(shards, false);
                lobby.expect_no_more(is_leaving);
                let inside = lock(&self.0.faults.aside).forget(is_leaving);
                for frame_sender in inside {
                    // The restored room does not know this connection; its client reconnects.
                    frame_sender.send_back();
                }
                self.note_complete(&lobby);
                // Before the rooms are removed, so that nobody is told that there is no such room.
                self.report_shards(&lobby);
                self.report_absent(&lobby);
                let leaving = self.remove_rooms(&mut lobby, |handle| {
                    handle.is_here() && is_leaving(handle.id())
                });
                self.use_other_reporters(&mut lobby, is_leaving);
                leaving
            };
            let mut ends = Vec::new();
            for room in leaving {
                ends.push(room.release().await);
            }
            for end in ends {
                // The sender is only dropped, never used.
                let _ = end.await;
            }
        })
    }

    /// Another node can be reached. Its rooms are in the lobby as soon as it reports them.
    pub fn add_peer(&self, wire: Arc<dyn Wire>) -> Arc<Peer> {
        let peer = Arc::new(Peer::new(wire));
        lock(&self.0.nodes.peers).insert(peer.number(), Arc::clone(&peer));
        peer
    }

    /// Handles an item from another node.
    pub fn hear(&self, peer: &Arc<Peer>, item: &Bytes) {
        match peer.take(item) {
            PeerReport::OfRooms(ToEdge::Room(listed)) => self.list_there(peer, *listed),
            PeerReport::OfRooms(ToEdge::Gone { room }) => self.gone_there(peer, room),
            PeerReport::OfRooms(ToEdge::Shards { shards, .. }) => {
                let lobby = self.lobby();
                lock(&self.0.nodes.shards).know_of_peer(peer.number(), &shards);
                self.note_complete(&lobby);
            }
            PeerReport::OfRooms(ToEdge::Leaver { room, player, left }) => {
                let now_ms = self.0.tools.clock.now().mono_ms;
                self.lobby().note_leaver(player, room, left, now_ms);
            }
            PeerReport::OfRooms(ToEdge::Invitations(item)) => {
                return self.hear_of_invitations(item);
            }
            PeerReport::OfRooms(ToEdge::HandedOver { rooms }) => self.note_handed(rooms),
            PeerReport::Moved(room, frame_sender, moved) => {
                return self.follow_from(peer, room, frame_sender, moved);
            }
            PeerReport::Returned(room, request) => return self.returned(room, request),
            PeerReport::OfRooms(_) | PeerReport::Nothing => return,
        }
        self.0.listing.changed.notify_one();
    }

    fn list_there(&self, peer: &Arc<Peer>, listed: Described) {
        let room = listed.summary.room;
        let mut lobby = self.lobby();
        let is_own_room = lock(&self.0.nodes.shards).is_own_room(room);
        let mut others = lock(&self.0.nodes.other_reporters);
        if others.update(peer, &listed) {
            // It does not have the room any more, and will report that; a node that reported the room later has it.
            return;
        }
        if is_own_room {
            // The report is older than the room's move to this node; or the room has moved away again, which this node does not know yet.
            others.add(Arc::clone(peer), listed);
            return;
        }
        self.goes_on_there(room);
        match lobby.handle(room) {
            Some(handle) if handle.is_there(peer) => {
                lobby.update(listed.summary);
                lobby.note_table_people(room, listed.company, self.now_ms());
            }
            known => {
                let before = known.as_ref().and_then(RoomHandle::peer);
                if let (Some(before), Some(told)) = (before, lobby.describe(room)) {
                    others.add(Arc::clone(before), told);
                }
                self.now_on_peer(&mut lobby, peer, listed);
            }
        }
    }

    /// Notes which of these rooms, which belong to this node, other nodes report, too.
    fn note_other_reporters(&self, lobby: &Lobby<RoomHandle>, which: impl Fn(&RoomHandle) -> bool) {
        let mut others = lock(&self.0.nodes.other_reporters);
        for handle in lobby.handles().into_iter().filter(which) {
            if let (Some(peer), Some(told)) = (handle.peer(), lobby.describe(handle.id())) {
                others.add(Arc::clone(peer), told);
            }
        }
    }

    /// Rooms among these that do not belong to this node any more are reached on the node that reports them, if there is one.
    fn use_other_reporters(&self, lobby: &mut Lobby<RoomHandle>, which: impl Fn(RoomId) -> bool) {
        let mut others = lock(&self.0.nodes.other_reporters);
        for room in others.rooms().into_iter().filter(|&room| which(room)) {
            if lobby.handle(room).is_none()
                && let Some((peer, listed)) = others.take_last(room)
            {
                self.now_on_peer(lobby, &peer, listed);
            }
        }
    }

    /// From now on a room is reached on this peer.
    fn now_on_peer(&self, lobby: &mut Lobby<RoomHandle>, peer: &Arc<Peer>, listed: Described) {
        let room = listed.summary.room;
        lobby.remove_for_now(room);
        let made_by = RoomCreator {
            creator: listed.creator,
            key: &listed.key,
            quick: listed.quick,
            bots: listed.summary.bots,
            rated: listed.summary.rated,
            seats: listed.seats,
        };
        let handle = RoomHandle::there(room, Arc::clone(peer));
        lobby.add(room, handle, made_by, listed.origin);
        lobby.update(listed.summary);
        lobby.note_table_people(room, listed.company, self.now_ms());
        self.0.listing.rooms_there.notify_waiters();
    }

    /// A peer reports that a room is not there any more.
    fn gone_there(&self, peer: &Arc<Peer>, room: RoomId) {
        let mut lobby = self.lobby();
        let mut others = lock(&self.0.nodes.other_reporters);
        let is_there = |handle: RoomHandle| handle.is_there(peer);
        if others.remove(room, peer) || !lobby.handle(room).is_some_and(is_there) {
            return;
        }
        match others.take_last(room) {
            Some((peer, listed)) => self.now_on_peer(&mut lobby, &peer, listed),
            None => lobby.remove(room),
        }
    }

    /// Another node cannot be reached any more: its rooms are removed from the lobby, and connections that were in them are closed so
    /// that clients reconnect.
    pub fn part(&self, peer: &Arc<Peer>) {
        {
            let mut lobby = self.lobby();
            lock(&self.0.nodes.shards).know_of_peer(peer.number(), &[]);
            lock(&self.0.nodes.other_reporters).part(peer);
            for room in self.remove_rooms(&mut lobby, |handle| handle.is_there(peer)) {
                let other = lock(&self.0.nodes.other_reporters).take_last(room.id());
                if let Some((peer, listed)) = other {
                    self.now_on_peer(&mut lobby, &peer, listed);
                }
            }
            self.note_complete(&lobby);
        }
        lock(&self.0.nodes.peers).remove(&peer.number());
        peer.lose();
        self.0.listing.changed.notify_one();
    }

    /// Has other nodes stop carrying out requests of these connections, both those on their way and those that wait for a room. Returns
    /// when all have confirmed that; a node that does not confirm in time is ignored.
    pub async fn stop_serving(&self, conns: &[ConnId]) {
        if conns.is_empty() {
            return;
        }
        let peers: Vec<_> = lock(&self.0.nodes.peers).values().cloned().collect();
        let told = peers.iter().map(|peer| peer.stop_serving(conns));
        // A node that does not answer must not delay the caller any longer.
        let _ = timeout(HEARD_NO_MORE_WAIT, join_all(told)).await;
    }

    /// Notes whether all live nodes can be reached. If not, rooms wait for people on the others.
    pub fn set_network(&self, is_available: bool) {
        let (cut_off, now) = (&self.0.nodes.cut_off, !is_available);
        cut_off.send_if_modified(|before| std::mem::replace(before, now) != now);
    }

    /// Adds to the number of connections of other nodes; negative if they are gone.
    pub(crate) fn note_remote_connections(&self, more: isize) {
        let remote_connections = &self.0.nodes.remote_connections;
        remote_connections.send_modify(|here| *here = here.saturating_add_signed(more));
    }

    /// Waits until no connection of another node uses rooms here, because all have followed their rooms.
    pub async fn remote_connections_gone(&self) {
        let mut remote_connections = self.0.nodes.remote_connections.subscribe();
        // The sender lives as long as the hub, so this cannot fail.
        let _ = remote_connections.wait_for(|&here| here == 0).await;
    }

    /// Tells another node of all rooms here now, and from now on of changes. Returns the number for [`Self::unsubscribe`].
    pub(crate) fn subscribe(&self, wire: &Arc<dyn Wire>) -> u64 {
        let lobby = self.lobby();
        // First which features this node has: people who have waited for a room go there as soon as it is reported.
        wire.send(item(&shards_of_which_all_is_told(Vec::new())));
        for listed in lobby.described(RoomHandle::is_here) {
            wire.send(item(&ToEdge::Room(Box::new(listed))));
        }
        wire.send(item(&self.absent_to_tell()));
        wire.send(item(&self.shards_to_tell(&lobby)));
        self.send_invitations(wire);
        self.0.listing.subscribers.add(Arc::clone(wire))
    }

    /// Sends another node no more news of the rooms here.
    pub(crate) fn unsubscribe(&self, number: u64) {
        self.0.listing.subscribers.remove(number);
        self.lobby().release_all_by(number);
    }

    /// The handle of a room on this node, for a connection of another one; or why there is none.
    pub(crate) fn room_here(&self, id: RoomId) -> Result<RoomHandle, Problem> {
        match self.room(id) {
            Ok(handle) if !handle.is_here() => Err(Self::not_there_yet()),
            found => found,
        }
    }

    /// The handle of a room. If it is unknown here, the node that should have it is asked: the room may just have been created there.
    pub async fn find(&self, id: RoomId) -> Result<RoomHandle, Problem> {
        match self.room(id) {
            Err(problem) if problem.code == ErrorCode::NoSuchRoom => {}
            known => return known,
        }
        if let Some(peer) = self.reporter_of(shard_of(id)) {
            // Whatever it answers: its earlier news have been processed by then.
            let _ = peer.ask(id, None, RoomQuery::Room).await;
        }
        self.room(id)
    }

    /// The peer that reports the rooms of a shard, if there is one.
    pub(super) fn reporter_of(&self, shard: u8) -> Option<Arc<Peer>> {
        match lock(&self.0.nodes.shards).reporter(shard)? {
            Reporter::Here => None,
            Reporter::Peer(number) => lock(&self.0.nodes.peers).get(&number).cloned(),
        }
    }

    /// Whether this node knows all rooms of the room's shard.
    pub(super) fn knows_shard_of(&self, id: RoomId) -> bool {
        lock(&self.0.nodes.shards).is_known(id)
    }

    /// Removes rooms from the lobby. Returns their handles.
    fn remove_rooms(
        &self,
        lobby: &mut Lobby<RoomHandle>,
        which: impl Fn(&RoomHandle) -> bool,
    ) -> Vec<RoomHandle> {
        let mut rooms = lobby.handles();
        rooms.retain(which);
        for handle in &rooms {
            let room = handle.id();
            lobby.remove(room);
            if handle.is_here() {
                self.0.listing.remove_listing(room);
            }
        }
        self.0.listing.changed.notify_one();
        rooms
    }

    /// Tells other nodes the shards whose rooms are all here.
    pub(super) fn report_shards(&self, lobby: &Lobby<RoomHandle>) {
        self.0
            .listing
            .subscribers
            .tell(|| Some(self.shards_to_tell(lobby)));
    }

    fn shards_to_tell(&self, lobby: &Lobby<RoomHandle>) -> ToEdge {
        let coming: Vec<u8> = lobby.still_expected().map(shard_of).collect();
        let mut shards = lock(&self.0.nodes.shards).restored_shards();
        shards.retain(|shard| !coming.contains(shard));
        shards_of_which_all_is_told(shards)
    }

    /// The tenure of a room's shard on this node, none if another node owns it. It is to be read before the room's log.
    pub(crate) fn tenure(&self, id: RoomId) -> Option<u64> {
        lock(&self.0.nodes.shards).tenure(id)
    }

    /// Whether this node has owned a room's shard without interruption since that tenure.
    pub(crate) fn is_still_here(&self, id: RoomId, since: Option<u64>) -> bool {
        since.is_some() && self.tenure(id) == since
    }

    /// Whether this node shares the rooms with others, and all its own are restored.
    pub fn are_own_there(&self) -> bool {
        let lobby = self.lobby();
        lobby.expected_rooms() == 0 && lock(&self.0.nodes.shards).are_shared_and_told()
    }

    /// The shards of this node that have rooms, including rooms that are still to be restored.
    pub fn occupied_shards(&self) -> BTreeSet<u8> {
        let lobby = self.lobby();
        let handles = lobby.handles().into_iter();
        let here = handles.filter(RoomHandle::is_here);
        let here = here.map(|handle| shard_of(handle.id()));
        here.chain(lobby.still_expected().map(shard_of)).collect()
    }
}

fn shards_of_which_all_is_told(shards: Vec<u8>) -> ToEdge {
    ToEdge::Shards {
        shards,
        coordinates: true,
        resumes: true,
        hears_no_more: true,
    }
}
