//! The rooms of a cluster, as one node knows them: which are here, and how the others are reached.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use futures_util::future::{BoxFuture, join_all};
use giog_protocol::{ErrorCode, Problem, RoomId};
use giog_store::Store;
use tokio::time::timeout;

use super::{Hub, lock};
use crate::conn::ConnId;
use crate::handle::RoomHandle;
use crate::lobby::{Lobby, MadeBy};
use crate::nodes::{Described, Peer, Reporter, RoomKeys, Said, Shards, ToEdge, Wire, item, shard_of};
use crate::room::RoomQuery;

/// How long one waits for the database who wants to know which rooms there are.
const RETRY_AFTER: Duration = Duration::from_millis(200);
/// How long it is waited until other nodes say that they hear connections no more: longer than a link to one that is gone lasts.
const HEARD_NO_MORE_WAIT: Duration = Duration::from_secs(2);

impl Hub {
    /// From now on this is a node that shares the rooms with others, and has none yet.
    pub fn share(&self) {
        let lobby = self.lobby();
        *lock(&self.shared.shards) = Shards::none();
        self.note_complete(&lobby);
    }

    /// Keys of new rooms are claimed there from now on, as other nodes do.
    pub fn share_keys(&self, keys: Arc<dyn RoomKeys>) {
        self.shared.keys.share(keys);
    }

    /// These shards are this node's now: their rooms are brought back. Returns when it is known which they are.
    pub fn own<'a>(&'a self, shards: &'a [u8], store: Arc<dyn Store>) -> BoxFuture<'a, ()> {
        Box::pin(async move {
            let _moving = self.shared.moving.lock().await;
            {
                let mut lobby = self.lobby();
                lock(&self.shared.shards).set_mine(shards, true);
                let is_there = |handle: &RoomHandle| {
                    !handle.is_here() && shards.contains(&shard_of(handle.id()))
                };
                self.tell_beside(&lobby, is_there);
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
                lock(&self.shared.shards).mark_own_known(shards);
                self.note_complete(&lobby);
                self.tell_shards(&lobby);
            }
            let workers = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
            let mut tasks = lock(&self.shared.tasks);
            for _ in 0..workers.min(expected) {
                tasks.spawn(self.clone().bring_back_some(Arc::clone(&store)));
            }
        })
    }

    /// Which rooms are open, as soon as the database says so; none when the server stops before.
    async fn read_open_rooms(&self, store: &dyn Store) -> Option<Vec<RoomId>> {
        loop {
            match self.open_rooms(store, RETRY_AFTER).await {
                Ok(rooms) => return Some(rooms),
                Err(_) if self.is_stopping() || self.shared.commit.is_over() => return None,
                Err(error) => {
                    tracing::error!(%error, "cannot read which rooms there are; retrying");
                }
            }
            tokio::time::sleep(RETRY_AFTER).await;
        }
    }

    /// These shards are not this node's any more, or soon will not be: their rooms begin nothing new, and whoever is in them comes
    /// back. Returns when nothing of them is on its way to the log.
    pub fn release<'a>(&'a self, shards: &'a [u8]) -> BoxFuture<'a, ()> {
        Box::pin(async move {
            let _moving = self.shared.moving.lock().await;
            let is_leaving = |room: RoomId| shards.contains(&shard_of(room));
            let leaving = {
                let mut lobby = self.lobby();
                lock(&self.shared.shards).set_mine(shards, false);
                lobby.expect_no_more(is_leaving);
                let inside = lock(&self.shared.aside).forget(is_leaving);
                for frame_sender in inside {
                    // The room is brought back where it goes on, and knows nobody there.
                    frame_sender.send_back();
                }
                self.note_complete(&lobby);
                // Before the rooms are gone, so that nobody is told that there is no such room.
                self.tell_shards(&lobby);
                self.tell_absent(&lobby);
                let leaving = self.remove_rooms(&mut lobby, |handle| {
                    handle.is_here() && is_leaving(handle.id())
                });
                self.go_on_where_told(&mut lobby, is_leaving);
                leaving
            };
            let mut ends = Vec::new();
            for room in leaving {
                ends.push(room.release().await);
            }
            for end in ends {
                // It is dropped, never used.
                let _ = end.await;
            }
        })
    }

    /// Another node can be reached: its rooms are in the lobby as soon as it tells of them.
    pub fn meet(&self, wire: Arc<dyn Wire>) -> Arc<Peer> {
        let peer = Arc::new(Peer::new(wire));
        lock(&self.shared.peers).insert(peer.number(), Arc::clone(&peer));
        peer
    }

    /// Takes an item of another node's.
    pub fn hear(&self, peer: &Arc<Peer>, item: &Bytes) {
        match peer.take(item) {
            Said::OfRooms(ToEdge::Room(listed)) => self.list_there(peer, *listed),
            Said::OfRooms(ToEdge::Gone { room }) => self.gone_there(peer, room),
            Said::OfRooms(ToEdge::Shards { shards, .. }) => {
                let lobby = self.lobby();
                lock(&self.shared.shards).know_of_peer(peer.number(), &shards);
                self.note_complete(&lobby);
            }
            Said::OfRooms(ToEdge::Leaver { room, player, left }) => {
                let now_ms = self.shared.clock.now().mono_ms;
                self.lobby().note_leaver(player, room, left, now_ms);
            }
            Said::OfRooms(ToEdge::HandedOver { rooms }) => self.note_handed(rooms),
            Said::Moved(room, frame_sender, moved) => {
                return self.follow_from(peer, room, frame_sender, moved);
            }
            Said::Returned(room, request) => return self.returned(room, request),
            Said::OfRooms(_) | Said::Nothing => return,
        }
        self.shared.lobby_changed.notify_one();
    }

    fn list_there(&self, peer: &Arc<Peer>, listed: Described) {
        let room = listed.summary.room;
        let mut lobby = self.lobby();
        let is_mine = lock(&self.shared.shards).is_mine(room);
        let mut others = lock(&self.shared.other_reporters);
        if others.update(peer, &listed) {
            // It has the room no more, and says so later; the node that has told of it since has it.
            return;
        }
        if is_mine {
            // It was said before the room moved here; or it has moved on, which this node finds out later.
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
                self.goes_on_at(&mut lobby, peer, listed);
            }
        }
    }

    /// Notes what other nodes tell of these rooms, which are to be here.
    fn tell_beside(&self, lobby: &Lobby<RoomHandle>, which: impl Fn(&RoomHandle) -> bool) {
        let mut others = lock(&self.shared.other_reporters);
        for handle in lobby.handles().into_iter().filter(which) {
            if let (Some(peer), Some(told)) = (handle.peer(), lobby.describe(handle.id())) {
                others.add(Arc::clone(peer), told);
            }
        }
    }

    /// Rooms of these that are not to be here any more are reached on the node that tells of them, if one does already.
    fn go_on_where_told(&self, lobby: &mut Lobby<RoomHandle>, which: impl Fn(RoomId) -> bool) {
        let mut others = lock(&self.shared.other_reporters);
        for room in others.rooms().into_iter().filter(|&room| which(room)) {
            if lobby.handle(room).is_none()
                && let Some((peer, listed)) = others.take_last(room)
            {
                self.goes_on_at(lobby, &peer, listed);
            }
        }
    }

    /// From now on a room is reached on this node.
    fn goes_on_at(&self, lobby: &mut Lobby<RoomHandle>, peer: &Arc<Peer>, listed: Described) {
        let room = listed.summary.room;
        lobby.remove_for_now(room);
        let made_by = MadeBy {
            creator: listed.creator,
            key: &listed.key,
            quick: listed.quick,
            seats: listed.seats,
        };
        let handle = RoomHandle::there(room, Arc::clone(peer));
        lobby.add(room, handle, made_by, listed.origin);
        lobby.update(listed.summary);
        lobby.note_table_people(room, listed.company, self.now_ms());
        self.shared.rooms_there.notify_waiters();
    }

    /// A room is not on this node any more.
    fn gone_there(&self, peer: &Arc<Peer>, room: RoomId) {
        let mut lobby = self.lobby();
        let mut others = lock(&self.shared.other_reporters);
        let is_there = |handle: RoomHandle| handle.is_there(peer);
        if others.remove(room, peer) || !lobby.handle(room).is_some_and(is_there) {
            return;
        }
        match others.take_last(room) {
            Some((peer, listed)) => self.goes_on_at(&mut lobby, &peer, listed),
            None => lobby.remove(room),
        }
    }

    /// Another node cannot be reached any more: nothing is known of its rooms, and whoever was in them comes back.
    pub fn part(&self, peer: &Arc<Peer>) {
        {
            let mut lobby = self.lobby();
            lock(&self.shared.shards).know_of_peer(peer.number(), &[]);
            lock(&self.shared.other_reporters).part(peer);
            for room in self.remove_rooms(&mut lobby, |handle| handle.is_there(peer)) {
                let other = lock(&self.shared.other_reporters).take_last(room.id());
                if let Some((peer, listed)) = other {
                    self.goes_on_at(&mut lobby, &peer, listed);
                }
            }
            self.note_complete(&lobby);
        }
        lock(&self.shared.peers).remove(&peer.number());
        peer.lose();
        self.shared.lobby_changed.notify_one();
    }

    /// Returns when nothing is carried out on other nodes any more that was asked for on these connections, which are heard no more:
    /// not what is on its way there, nor what waits for a room there. A node that does not say so in time is not waited for.
    pub async fn stop_serving(&self, conns: &[ConnId]) {
        if conns.is_empty() {
            return;
        }
        let peers: Vec<_> = lock(&self.shared.peers).values().cloned().collect();
        let told = peers.iter().map(|peer| peer.stop_serving(conns));
        // Whoever puts them out may do no more.
        let _ = timeout(HEARD_NO_MORE_WAIT, join_all(told)).await;
    }

    /// All nodes that live can be reached, or some cannot: rooms wait for people on them.
    pub fn set_network(&self, is_available: bool) {
        let network = &self.shared.network;
        network.send_if_modified(|before| std::mem::replace(before, is_available) != is_available);
    }

    /// Notes that so many connections of other nodes have come, or gone.
    pub(crate) fn note_remote_connections(&self, more: isize) {
        let remote_connections = &self.shared.remote_connections;
        remote_connections.send_modify(|here| *here = here.saturating_add_signed(more));
    }

    /// Waits until no connection of another node has to do with rooms here: all of them have followed theirs.
    pub async fn remote_connections_gone(&self) {
        let mut remote_connections = self.shared.remote_connections.subscribe();
        // The sender is as old as the hub.
        let _ = remote_connections.wait_for(|&here| here == 0).await;
    }

    /// Tells another node of all rooms here, and of what changes; gives the number of this.
    pub(crate) fn subscribe(&self, wire: &Arc<dyn Wire>) -> u64 {
        let lobby = self.lobby();
        // What this node can do comes first: whoever has waited for a room goes there as soon as they hear of it.
        wire.send(item(&shards_of_which_all_is_told(Vec::new())));
        for listed in lobby.described(RoomHandle::is_here) {
            wire.send(item(&ToEdge::Room(Box::new(listed))));
        }
        wire.send(item(&self.absent_to_tell()));
        wire.send(item(&self.shards_to_tell(&lobby)));
        self.shared.subscribers.add(Arc::clone(wire))
    }

    /// Sends no more news of this node's rooms to a peer.
    pub(crate) fn unsubscribe(&self, number: u64) {
        self.shared.subscribers.remove(number);
        self.lobby().release_all_by(number);
    }

    /// A room of this node, for somebody on another one; or why there is none.
    pub(crate) fn room_here(&self, id: RoomId) -> Result<RoomHandle, Problem> {
        match self.room(id) {
            Ok(handle) if !handle.is_here() => Err(Self::not_there_yet()),
            found => found,
        }
    }

    /// How a room is reached that somebody names. Where this node has not heard of it, the node is asked that would have it: the room may
    /// just have been made there.
    pub async fn find(&self, id: RoomId) -> Result<RoomHandle, Problem> {
        match self.room(id) {
            Err(problem) if problem.code == ErrorCode::NoSuchRoom => {}
            known => return known,
        }
        if let Some(peer) = self.teller_of(shard_of(id)) {
            // Whatever the answer is, what that node told before it has been heard by then.
            let _ = peer.ask(id, None, RoomQuery::Room).await;
        }
        self.room(id)
    }

    /// The other node that tells which rooms a shard has, if one does.
    pub(super) fn teller_of(&self, shard: u8) -> Option<Arc<Peer>> {
        match lock(&self.shared.shards).reporter(shard)? {
            Reporter::Here => None,
            Reporter::Peer(number) => lock(&self.shared.peers).get(&number).cloned(),
        }
    }

    /// Whether this node knows all rooms of the room's shard.
    pub(super) fn knows_shard_of(&self, id: RoomId) -> bool {
        lock(&self.shared.shards).is_known(id)
    }

    /// Removes rooms from the lobby; gives how they were reached.
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
                self.shared.subscribers.tell(|| Some(ToEdge::Gone { room }));
            }
        }
        self.shared.lobby_changed.notify_one();
        rooms
    }

    /// Tells other nodes which shards all rooms are here of.
    pub(super) fn tell_shards(&self, lobby: &Lobby<RoomHandle>) {
        self.shared.subscribers.tell(|| Some(self.shards_to_tell(lobby)));
    }

    fn shards_to_tell(&self, lobby: &Lobby<RoomHandle>) -> ToEdge {
        let coming: Vec<u8> = lobby.still_expected().map(shard_of).collect();
        let mut shards = lock(&self.shared.shards).told_here();
        shards.retain(|shard| !coming.contains(shard));
        shards_of_which_all_is_told(shards)
    }

    /// For which time a room is to be on this node: asked before its log is read.
    pub(crate) fn tenure(&self, id: RoomId) -> Option<u64> {
        lock(&self.shared.shards).tenure(id)
    }

    /// Whether a room was to be on this node all the time since.
    pub(crate) fn is_still_here(&self, id: RoomId, since: Option<u64>) -> bool {
        since.is_some() && self.tenure(id) == since
    }

    /// Whether this node has rooms to share with others, and all of its own are there.
    pub fn are_own_there(&self) -> bool {
        let lobby = self.lobby();
        lobby.expected_rooms() == 0 && lock(&self.shared.shards).are_shared_and_told()
    }

    /// The shards of this node that have rooms, or will.
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
