//! The rooms of another node, as the node with the connections reaches them.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use bytes::Bytes;
use giog_protocol::client::RoomCommand;
use giog_protocol::{ErrorCode, Person, Problem, RoomId};
use giog_rules::PlayerId;
use tokio::sync::oneshot;

use super::Wire;
use super::items::{
    FromOwner, QuickResult, Refused, RemoteConn, ToEdge, ToOwner, item, read_from_owner,
    read_unknown,
};
use crate::conn::ConnId;
use crate::frame_queue::{Batches, FrameSender, Moved};
use crate::inbox::{Reply, Request, ResultSender, Resuming};
use crate::lobby::{QuickBots, QuickGame};
use crate::lock::lock;
use crate::origin::Origin;
use crate::room::{AdminCommand, RoomAnswer, RoomQuery};

/// Another node that owns rooms, while the wire to it is open.
pub struct Peer {
    /// Unique among all peers.
    number: u64,
    wire: Arc<dyn Wire>,
    coordinates: AtomicBool,
    resumes: AtomicBool,
    hears_no_more: AtomicBool,
    /// Rooms there that are missing because of a fault, and whether they are being restored.
    absent: Mutex<HashMap<RoomId, bool>>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    is_lost: bool,
    attached: HashMap<u64, Attached>,
    asked: HashMap<u64, PendingAnswer>,
    next_ticket: u64,
}

/// A connection of this node that uses rooms there.
struct Attached {
    frame_sender: FrameSender,
    /// The rooms, each with the way in which its messages are batched for this connection.
    rooms: HashMap<RoomId, Option<Batches>>,
    /// How many quick-play requests of the connection wait for an answer. The answer may be a new table.
    asking: usize,
}

/// A request that waits for an answer.
enum PendingAnswer {
    Has(oneshot::Sender<bool>),
    Answer(Reply),
    Result(ResultSender),
    /// The connection's number, the player, and where the answer goes.
    Table(u64, PlayerId, oneshot::Sender<Result<QuickResult, Refused>>),
    Key(oneshot::Sender<Result<Option<RoomId>, Refused>>),
}

/// What a peer reports, for the lobby and for connections.
#[derive(Debug)]
pub(crate) enum PeerReport {
    Nothing,
    OfRooms(ToEdge),
    /// A connection's room has moved to another node.
    Moved(RoomId, FrameSender, Moved),
    /// A request that came too late there, because the room has moved.
    Returned(RoomId, Request),
}

impl Peer {
    pub(crate) fn new(wire: Arc<dyn Wire>) -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        Self {
            number: NEXT.fetch_add(1, Ordering::Relaxed),
            wire,
            coordinates: AtomicBool::new(false),
            resumes: AtomicBool::new(false),
            hears_no_more: AtomicBool::new(false),
            absent: Mutex::default(),
            state: Mutex::default(),
        }
    }

    pub(crate) const fn number(&self) -> u64 {
        self.number
    }

    /// Whether the node has said that it is the coordinator for its shards.
    pub(crate) fn coordinates(&self) -> bool {
        self.coordinates.load(Ordering::Relaxed)
    }

    /// The error for requests to a room that is missing because of a fault.
    pub(crate) fn absent(&self, room: RoomId) -> Option<ErrorCode> {
        let absent = lock(&self.absent);
        absent.get(&room).map(|is_coming| match is_coming {
            true => ErrorCode::Busy,
            false => ErrorCode::RoomSetAside,
        })
    }

    /// Whether some room there is being restored after a fault.
    pub(crate) fn is_some_coming(&self) -> bool {
        let absent = lock(&self.absent);
        absent.values().any(|&is_coming| is_coming)
    }

    pub(crate) fn command(
        &self,
        room: RoomId,
        (frame_sender, person, re): (FrameSender, Person, u64),
        command: RoomCommand,
    ) -> Result<(), ErrorCode> {
        let mut state = lock(&self.state);
        if !frame_sender.is_served() {
            // The connection is being closed, and its client told why. Earlier requests are sent before the other node hears of that.
            return Ok(());
        }
        let visit = state.visit(room, frame_sender, person, re)?;
        let command = Box::new(command);
        self.say(&ToOwner::Command {
            room,
            visit,
            command,
        });
        Ok(())
    }

    /// Resumes a connection that was in the room on the previous node. False if this node's version cannot do that.
    pub(crate) fn resume(&self, room: RoomId, resuming: Resuming) -> bool {
        let Resuming {
            frame_sender,
            person,
            after,
        } = resuming;
        if !self.resumes.load(Ordering::Relaxed) {
            return false;
        }
        let mut state = lock(&self.state);
        if !frame_sender.is_served() {
            return false;
        }
        let Ok(visit) = state.visit(room, frame_sender, person, 0) else {
            return false;
        };
        self.say(&ToOwner::Resume { room, visit, after });
        true
    }

    pub(crate) async fn quick_join(
        &self,
        room: RoomId,
        (frame_sender, person, re): (FrameSender, Person, u64),
    ) -> Result<(), ErrorCode> {
        let (done, joined) = oneshot::channel();
        {
            let mut state = lock(&self.state);
            if !frame_sender.is_served() {
                return Err(ErrorCode::Busy);
            }
            let visit = state.visit(room, frame_sender, person, re)?;
            let ticket = state.ticket(PendingAnswer::Result(done))?;
            self.say(&ToOwner::QuickJoin {
                ticket,
                room,
                visit,
            });
        }
        joined.await.unwrap_or(Err(ErrorCode::Busy))
    }

    pub(crate) fn detached(&self, room: RoomId, conn: ConnId) {
        let mut state = lock(&self.state);
        if let Some(attached) = state.attached.get_mut(&conn.0) {
            if !attached.frame_sender.is_served() {
                let (ticket, conns) = (None, vec![conn.0]);
                self.say(&ToOwner::HearNoMore { ticket, conns });
            }
            attached.rooms.remove(&room);
        }
        state.forget_unless_attached(conn.0);
        self.say(&ToOwner::Detached { room, conn: conn.0 });
    }

    /// The same, if the connection uses the room there.
    pub(crate) fn detached_if_known(&self, room: RoomId, conn: ConnId) {
        let is_known = {
            let state = lock(&self.state);
            let attached = state.attached.get(&conn.0);
            attached.is_some_and(|attached| attached.rooms.contains_key(&room))
        };
        if is_known {
            self.detached(room, conn);
        }
    }

    /// Has the other node stop carrying out requests of these connections. Returns when it has confirmed that, or the wire is broken. A
    /// node of an older version confirms nothing.
    pub(crate) async fn stop_serving(&self, conns: &[ConnId]) {
        if !self.hears_no_more.load(Ordering::Relaxed) {
            return;
        }
        // Also for connections that are already gone: their last requests are processed before the answer.
        let conns = conns.iter().map(|conn| conn.0).collect();
        let answer = self.request(PendingAnswer::Result, |ticket| ToOwner::HearNoMore {
            ticket: Some(ticket),
            conns,
        });
        // Without an answer the wire is broken.
        let _ = answer.await;
    }

    pub(crate) async fn has(&self, room: RoomId, conn: ConnId) -> bool {
        let conn = conn.0;
        let answer = self.request(PendingAnswer::Has, |ticket| ToOwner::Has {
            ticket,
            room,
            conn,
        });
        answer.await.unwrap_or(false)
    }

    /// Asks the other node, and returns what it answers.
    ///
    /// # Errors
    /// `busy` if the wire breaks before the answer, `no_such_room` if it was broken already.
    async fn request<T>(
        &self,
        awaited: impl FnOnce(oneshot::Sender<T>) -> PendingAnswer,
        item: impl FnOnce(u64) -> ToOwner,
    ) -> Result<T, ErrorCode> {
        let (reply, answer) = oneshot::channel();
        {
            let mut state = lock(&self.state);
            let ticket = state.ticket(awaited(reply))?;
            self.say(&item(ticket));
        }
        answer.await.map_err(|_| ErrorCode::Busy)
    }

    pub(crate) async fn ask(
        &self,
        room: RoomId,
        person: Option<PlayerId>,
        query: RoomQuery,
    ) -> Result<RoomAnswer, ErrorCode> {
        let answer = self.request(PendingAnswer::Answer, |ticket| ToOwner::Ask {
            ticket,
            room,
            person,
            query,
        });
        answer.await?
    }

    pub(crate) async fn admin_command(
        &self,
        room: RoomId,
        command: AdminCommand,
    ) -> Result<(), ErrorCode> {
        let answer = self.request(PendingAnswer::Result, |ticket| ToOwner::AdminCommand {
            ticket,
            room,
            command,
        });
        answer.await?
    }

    /// Has a sleeping room opened there for somebody. A node of an earlier version answers `busy`.
    pub(crate) async fn wake(
        &self,
        room: RoomId,
        player: PlayerId,
        origin: Origin,
    ) -> Result<(), ErrorCode> {
        let answer = self.request(PendingAnswer::Result, |ticket| ToOwner::Wake {
            ticket,
            room,
            player,
            origin,
        });
        answer.await?
    }

    /// Asks where quick play leads somebody. A table that is created for them already knows their connection and answers the request.
    pub(crate) async fn quick_table(
        &self,
        (key, game, met): (&str, QuickGame, &[PlayerId]),
        tried: &HashSet<RoomId>,
        may_make: bool,
        (frame_sender, person, re): (FrameSender, Person, u64),
    ) -> Result<QuickResult, Problem> {
        let (reply, answer) = oneshot::channel();
        {
            let mut state = lock(&self.state);
            if !frame_sender.is_served() {
                return Err(ErrorCode::Busy.into());
            }
            let player = person.player;
            let asked = PendingAnswer::Table(frame_sender.conn().0, player, reply);
            let ticket = state.ticket(asked)?;
            let (attached, visit) = state.attach(frame_sender, person, re);
            attached.asking += 1;
            self.say(&ToOwner::QuickTable {
                ticket,
                visit,
                key: key.to_owned(),
                variant: game.variant.to_string(),
                bots: game.bots == QuickBots::Agreed,
                rated: game.rated,
                met: met.to_vec(),
                tried: tried.iter().copied().collect(),
                may_make,
            });
        }
        let led = answer.await.map_err(|_| ErrorCode::Busy)?;
        led.map_err(Problem::from)
    }

    /// Reports that somebody who was led to a table has arrived, or will not come.
    pub(crate) fn arrived(&self, player: PlayerId, room: RoomId) {
        self.say(&ToOwner::Arrived { room, player });
    }

    /// Asks for the room that somebody has created with a key; none if they may create one now.
    pub(crate) async fn claim_key(
        &self,
        player: PlayerId,
        key: &str,
    ) -> Result<Option<RoomId>, Problem> {
        let key = key.to_owned();
        let answer = self.request(PendingAnswer::Key, |ticket| ToOwner::ClaimKey {
            ticket,
            player,
            key,
        });
        answer.await?.map_err(Problem::from)
    }

    /// Reports that no room was created with a claimed key.
    pub(crate) fn release_key(&self, player: PlayerId, key: &str) {
        let key = key.to_owned();
        self.say(&ToOwner::ReleaseKey { player, key });
    }

    /// Handles an item from the other node. Returns what it reports of its rooms.
    pub(crate) fn take(&self, item: &Bytes) -> PeerReport {
        let said = match read_from_owner(item) {
            Some(FromOwner::Frame { conn, frame }) => {
                if let Some(attached) = lock(&self.state).attached.get(&conn) {
                    attached.frame_sender.send(frame);
                }
                return PeerReport::Nothing;
            }
            Some(FromOwner::Other(said)) => said,
            None => return self.take_unknown(item),
        };
        let mut state = lock(&self.state);
        match said {
            ToEdge::Answered { conn, re, refused } => state.with(conn, |frame_sender| {
                frame_sender.note_answer(re, refused.map_or(Ok(()), Err));
            }),
            ToEdge::Shown { conn, bytes } => {
                state.with(conn, |frame_sender| frame_sender.shown(bytes));
            }
            ToEdge::Moved { conn, room, moved } => {
                // If the connection is gone, there is nothing to move.
                let attached = state.attached.get(&conn);
                let attached = attached.filter(|attached| attached.rooms.contains_key(&room));
                if let Some(attached) = attached {
                    let frame_sender = attached.frame_sender.clone();
                    return PeerReport::Moved(room, frame_sender, moved);
                }
            }
            ToEdge::Returned {
                conn,
                room,
                person,
                re,
                command,
            } => {
                if let Some(attached) = state.attached.get(&conn) {
                    let frame_sender = attached.frame_sender.clone();
                    let batches = attached.rooms.get(&room).copied();
                    let request = Request {
                        frame_sender: match batches {
                            Some(batches) => frame_sender.with_batches(batches),
                            None => frame_sender,
                        },
                        person,
                        re,
                        command: *command,
                    };
                    return PeerReport::Returned(room, request);
                }
            }
            ToEdge::SendBack { conn } => state.with(conn, FrameSender::send_back),
            ToEdge::Has { ticket, has } => {
                if let Some(PendingAnswer::Has(reply)) = state.asked.remove(&ticket) {
                    // The one who asked may be gone; the same below.
                    let _ = reply.send(has);
                }
            }
            ToEdge::Answer { ticket, answer } => {
                if let Some(PendingAnswer::Answer(reply)) = state.asked.remove(&ticket) {
                    let _ = reply.send(answer);
                }
            }
            // A node of an older version answers so to anything that it cannot read.
            ToEdge::RequestResult { ticket, result }
                if matches!(state.asked.get(&ticket), Some(PendingAnswer::Table(..))) =>
            {
                let code = result.err().unwrap_or(ErrorCode::Busy);
                self.led(&mut state, ticket, Err(Problem::from(code).into()));
            }
            ToEdge::RequestResult { ticket, result } => {
                if let Some(PendingAnswer::Result(reply)) = state.asked.remove(&ticket) {
                    let _ = reply.send(result);
                }
            }
            ToEdge::QuickTable { ticket, led } => self.led(&mut state, ticket, led),
            ToEdge::KeyClaimed { ticket, made } => {
                if let Some(PendingAnswer::Key(reply)) = state.asked.remove(&ticket) {
                    // A claim for which nobody waits any more expires.
                    let _ = reply.send(made);
                }
            }
            ToEdge::Absent { rooms } => {
                let mut absent = lock(&self.absent);
                *absent = rooms.into_iter().collect();
            }
            of_rooms @ (ToEdge::Room(_)
            | ToEdge::Gone { .. }
            | ToEdge::Shards { .. }
            | ToEdge::HandedOver { .. }
            | ToEdge::Leaver { .. }
            | ToEdge::Invitations(_)) => {
                self.note_features(&of_rooms);
                return PeerReport::OfRooms(of_rooms);
            }
        }
        PeerReport::Nothing
    }

    /// Notes what the other node can do, if it says so.
    fn note_features(&self, said: &ToEdge) {
        if let ToEdge::Shards {
            coordinates,
            resumes,
            hears_no_more,
            ..
        } = *said
        {
            self.coordinates.store(coordinates, Ordering::Relaxed);
            self.resumes.store(resumes, Ordering::Relaxed);
            self.hears_no_more.store(hears_no_more, Ordering::Relaxed);
        }
    }

    /// Handles an answer of a newer version that this node cannot read: the requester is told to try again.
    fn take_unknown(&self, item: &[u8]) -> PeerReport {
        if let Some((Some(ticket), _)) = read_unknown(item) {
            let refused = Refused::from(Problem::from(ErrorCode::Busy));
            // For other requests, the sender is dropped with the ticket.
            self.led(&mut lock(&self.state), ticket, Err(refused));
        }
        PeerReport::Nothing
    }

    /// Handles the answer to a quick-play request. If the connection is gone, the table is told so.
    fn led(&self, state: &mut State, ticket: u64, led: Result<QuickResult, Refused>) {
        let Some(PendingAnswer::Table(conn, player, reply)) = state.asked.remove(&ticket) else {
            return;
        };
        if let Some(attached) = state.attached.get_mut(&conn) {
            attached.asking -= 1;
            if let Ok(QuickResult::Made { room }) = led {
                let batches = attached.frame_sender.batches();
                attached.rooms.insert(room, batches);
            }
        }
        let gone = reply.send(led).err();
        match gone {
            Some(Ok(QuickResult::Made { room })) => {
                if let Some(attached) = state.attached.get_mut(&conn) {
                    attached.rooms.remove(&room);
                }
                self.say(&ToOwner::Detached { room, conn });
            }
            Some(Ok(QuickResult::To { room, .. })) => self.say(&ToOwner::Arrived { room, player }),
            Some(_) | None => {}
        }
        state.forget_unless_attached(conn);
    }

    /// The wire is broken: connections that were in rooms there are closed so that clients reconnect, and pending requests fail with an
    /// error that asks to try again.
    pub(crate) fn lose(&self) {
        let mut state = lock(&self.state);
        state.is_lost = true;
        state.asked.clear();
        let connections = state.attached.len();
        tracing::debug!(
            connections,
            "a link broke: connections in rooms behind it are closed"
        );
        for attached in std::mem::take(&mut state.attached).into_values() {
            attached.frame_sender.send_back();
        }
    }

    fn say(&self, said: &ToOwner) {
        self.wire.send(item(said));
    }
}

impl State {
    /// Notes that a connection uses a room, before its first request there.
    fn visit(
        &mut self,
        room: RoomId,
        frame_sender: FrameSender,
        person: Person,
        re: u64,
    ) -> Result<RemoteConn, ErrorCode> {
        if self.is_lost {
            return Err(ErrorCode::NoSuchRoom);
        }
        let (attached, visit) = self.attach(frame_sender, person, re);
        attached.rooms.insert(room, visit.batches);
        Ok(visit)
    }

    fn attach(
        &mut self,
        frame_sender: FrameSender,
        person: Person,
        re: u64,
    ) -> (&mut Attached, RemoteConn) {
        let visit = RemoteConn {
            conn: frame_sender.conn().0,
            origin: frame_sender.origin(),
            batches: frame_sender.batches(),
            lists_actions: frame_sender.lists_actions(),
            person,
            re,
            resumes: true,
            places: frame_sender.places(),
        };
        let attached = self.attached.entry(visit.conn).or_insert_with(|| Attached {
            frame_sender,
            rooms: HashMap::new(),
            asking: 0,
        });
        (attached, visit)
    }

    /// Forgets a connection that uses no room there any more.
    fn forget_unless_attached(&mut self, conn: u64) {
        let attached = self.attached.get(&conn);
        if attached.is_some_and(|attached| attached.rooms.is_empty() && attached.asking == 0) {
            self.attached.remove(&conn);
        }
    }

    fn ticket(&mut self, asked: PendingAnswer) -> Result<u64, ErrorCode> {
        if self.is_lost {
            return Err(ErrorCode::NoSuchRoom);
        }
        let ticket = self.next_ticket;
        self.next_ticket += 1;
        self.asked.insert(ticket, asked);
        Ok(ticket)
    }

    fn with(&self, conn: u64, tell: impl FnOnce(&FrameSender)) {
        if let Some(attached) = self.attached.get(&conn) {
            tell(&attached.frame_sender);
        }
    }
}

impl fmt::Debug for Peer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Peer")
            .field("attached", &lock(&self.state).attached.len())
            .finish_non_exhaustive()
    }
}
