//! Connections of another node in rooms of this one.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use bytes::Bytes;
use futures_util::future::join_all;
use giog_protocol::client::RoomCommand;
use giog_protocol::{ErrorCode, Person, Problem, RoomId};
use giog_rules::PlayerId;
use tokio::task::JoinSet;

use crate::conn::ConnId;
use crate::frame_queue::{Answered, FrameSender, Moved, Remote};
use crate::handle::{NotDelivered, RoomHandle};
use crate::hub::Hub;
use crate::inbox::{Request, Resuming};
use crate::lobby::{QuickBots, QuickGame};
use crate::nodes::{
    QuickResult, Refused, RemoteConn, ToEdge, ToOwner, Wire, frame_item, item, read_to_owner,
    read_unknown,
};
use crate::room::RoomQuery;

/// Connections of another node in this node's rooms, while the wire to that node is open.
pub struct RemoteConnections {
    hub: Hub,
    wire: Arc<dyn Wire>,
    /// Generates numbers that no other connection of this server has.
    numbers: Arc<dyn Fn() -> ConnId + Send + Sync>,
    /// By the edge's connection numbers: the frame sender, and the rooms that the connection uses.
    here: HashMap<u64, (FrameSender, Inside)>,
    /// People who were led to a table and have not arrived, as far as this node knows; one entry for each time.
    led: Vec<(PlayerId, RoomId)>,
    /// Connections that are gone while the room's inbox was full: tasks that report it. At most one for each connection and room.
    leaving: HashMap<RoomId, JoinSet<()>>,
    subscriber: u64,
}

/// The rooms that a connection uses.
type Inside = HashMap<RoomId, Route>;

/// How a connection reaches a room.
enum Route {
    /// The room knows the connection. `since` is the tenure of the room's shard on this node. A room that moves is reached by this handle
    /// until its task has ended.
    Here {
        room: RoomHandle,
        since: Option<u64>,
    },
    /// The connection was to be resumed here, but the room was not here any more. Connection and held requests must follow the room, even
    /// if the room has come back here meanwhile, because it does not know the connection.
    Gone,
}

/// A connection, as rooms here see it: everything is sent to the edge.
struct Edge {
    wire: Arc<dyn Wire>,
    conn: u64,
    resumes: bool,
    /// How many frames may wait for the connection at the edge, if the edge says so.
    places: Option<usize>,
    /// Whether requests of the connection are not carried out any more.
    is_stopped: AtomicBool,
}

impl Remote for Edge {
    fn send(&self, frame: Bytes) {
        self.wire.send(frame_item(self.conn, &frame));
    }

    fn send_back(&self) {
        let conn = self.conn;
        self.wire.send(item(&ToEdge::SendBack { conn }));
    }

    fn moved(&self, room: RoomId, moved: Moved) {
        if !self.resumes {
            return self.send_back();
        }
        let conn = self.conn;
        self.wire.send(item(&ToEdge::Moved { conn, room, moved }));
    }

    fn returned(&self, room: RoomId, person: Person, re: u64, command: RoomCommand) {
        if !self.resumes {
            return self.send_back();
        }
        self.wire.send(item(&ToEdge::Returned {
            conn: self.conn,
            room,
            person,
            re,
            command: Box::new(command),
        }));
    }

    fn stop_serving(&self) {
        self.is_stopped.store(true, Ordering::Release);
    }

    fn is_served(&self) -> bool {
        !self.is_stopped.load(Ordering::Acquire)
    }

    fn is_filling(&self) -> bool {
        self.wire.is_filling()
    }

    fn places(&self) -> Option<usize> {
        self.places
    }
}

impl Answered for Edge {
    fn answered(&self, re: u64, answer: Result<(), ErrorCode>) {
        let (conn, refused) = (self.conn, answer.err());
        self.wire
            .send(item(&ToEdge::Answered { conn, re, refused }));
    }

    fn shown(&self, bytes: usize) {
        let conn = self.conn;
        self.wire.send(item(&ToEdge::Shown { conn, bytes }));
    }

    fn may_be_shown(&self) -> Result<(), Duration> {
        // This limit is checked on the edge, where clients watch the lobby.
        Ok(())
    }
}

impl RemoteConnections {
    /// Starts: sends the other node all rooms here, and from now on their changes.
    pub fn new(
        hub: Hub,
        wire: Arc<dyn Wire>,
        numbers: Arc<dyn Fn() -> ConnId + Send + Sync>,
    ) -> Self {
        let subscriber = hub.subscribe(&wire);
        Self {
            hub,
            wire,
            numbers,
            here: HashMap::new(),
            led: Vec::new(),
            leaving: HashMap::new(),
            subscriber,
        }
    }

    /// Handles an item from the other node. Answers are sent when the room answers; a slow room does not delay items for others.
    pub fn take(&mut self, item: &[u8]) {
        let Some(said) = read_to_owner(item) else {
            return self.refuse_unknown(item);
        };
        match said {
            ToOwner::Command {
                room,
                visit,
                command,
            } => {
                self.command(room, &visit, *command);
            }
            ToOwner::QuickJoin {
                ticket,
                room,
                visit,
            } => {
                self.quick_join(ticket, room, &visit);
            }
            ToOwner::Resume { room, visit, after } => self.resume(room, &visit, after),
            ToOwner::Detached { room, conn } => self.detached(room, conn),
            ToOwner::HearNoMore { ticket, conns } => self.stop_serving(ticket, &conns),
            ToOwner::Has { ticket, room, conn } => {
                let here = self.here.get(&conn).and_then(|(frame_sender, rooms)| {
                    match rooms.get(&room)? {
                        Route::Here { room, .. } => Some((frame_sender.conn(), room.clone())),
                        Route::Gone => None,
                    }
                });
                self.answer(async move {
                    let has = match here {
                        Some((conn, room)) => room.has(conn).await,
                        None => false,
                    };
                    ToEdge::Has { ticket, has }
                });
            }
            ToOwner::Ask {
                ticket,
                room,
                person,
                query,
            } => self.ask(ticket, room, person, query),
            ToOwner::AdminCommand {
                ticket,
                room,
                command,
            } => {
                let room = self.hub.room_here(room);
                self.answer(async move {
                    let result = match room {
                        Ok(room) => room.admin_command(command).await,
                        Err(problem) => Err(problem.code),
                    };
                    ToEdge::RequestResult { ticket, result }
                });
            }
            ToOwner::Wake {
                ticket,
                room,
                player,
                origin,
            } => {
                let hub = self.hub.clone();
                self.answer(async move {
                    let woken = hub.wake_here(room, (player, origin)).await;
                    let result = woken.map(drop).map_err(|problem| problem.code);
                    ToEdge::RequestResult { ticket, result }
                });
            }
            ToOwner::QuickTable {
                ticket,
                visit,
                key,
                variant,
                bots,
                rated,
                met,
                tried,
                may_make,
            } => {
                let asked = (&*key, &*variant, bots, rated);
                let led = self.lead(&visit, asked, met, &tried, may_make);
                self.say(&ToEdge::QuickTable { ticket, led });
            }
            ToOwner::Arrived { room, player } => self.arrived(player, room),
            ToOwner::ClaimKey {
                ticket,
                player,
                key,
            } => {
                let made = self.hub.claim_for_another((player, &key), self.subscriber);
                let made = made.map_err(Refused::from);
                self.say(&ToEdge::KeyClaimed { ticket, made });
            }
            ToOwner::ReleaseKey { player, key } => self.hub.release_key(player, &key),
        }
    }

    /// Answers a request of a newer version that this node cannot read.
    fn refuse_unknown(&mut self, item: &[u8]) {
        match read_unknown(item) {
            Some((Some(ticket), _)) => {
                let result = Err(ErrorCode::Busy);
                self.say(&ToEdge::RequestResult { ticket, result });
            }
            Some((None, Some(visit))) => {
                let frame_sender = self.way_to(&visit);
                frame_sender.refuse(visit.re, ErrorCode::UnknownType.into());
                self.forget_unless_inside(visit.conn);
            }
            Some((None, None)) | None => {}
        }
    }

    /// Leads somebody to a table, which may be on any node, or creates one here.
    fn lead(
        &mut self,
        visit: &RemoteConn,
        (key, variant, bots, rated): (&str, &str, bool, bool),
        met: Vec<PlayerId>,
        tried: &[RoomId],
        may_make: bool,
    ) -> Result<QuickResult, Refused> {
        let Ok(variant) = variant.parse() else {
            return Ok(QuickResult::Unknown);
        };
        let (person, re) = (visit.person.clone(), visit.re);
        let game = QuickGame {
            variant,
            bots: QuickBots::of(&person, bots),
            rated,
        };
        let player = person.player;
        let who = (self.way_to(visit), person, re);
        let tried = tried.iter().copied().collect();
        let led = self
            .hub
            .lead_for_another(who, (key, game, met), &tried, may_make);
        match led {
            Ok(QuickResult::To { room, .. }) => self.led.push((player, room)),
            Ok(QuickResult::Made { room }) => {
                // The room was created here just now.
                let _ = self.reach(room, visit.conn);
            }
            _ => {}
        }
        self.forget_unless_inside(visit.conn);
        led.map_err(Refused::from)
    }

    fn arrived(&mut self, player: PlayerId, room: RoomId) {
        let known = self.led.iter().position(|&led| led == (player, room));
        if let Some(known) = known {
            self.led.swap_remove(known);
            self.hub.arrived(player, room);
        }
    }

    /// The wire is broken: all its connections are gone, and nobody who was led to a table arrives any more. Matches wait for the people
    /// behind these connections, whether the other node is alive or not.
    pub async fn end(self) {
        let inside = self.over();
        // Concurrently: a room that takes nothing for a while does not delay others.
        let told = inside.iter().map(|(room, conn)| room.cut_off(*conn));
        join_all(told).await;
    }

    /// Ends all that was noted for the other node. Returns the connections that were in rooms, with the room.
    fn over(mut self) -> Vec<(RoomHandle, ConnId)> {
        self.hub.unsubscribe(self.subscriber);
        self.hub.note_remote_connections(-count(self.here.len()));
        for (player, room) in std::mem::take(&mut self.led) {
            self.hub.arrived(player, room);
        }
        for leaving in self.leaving.values_mut() {
            leaving.detach_all();
        }
        let here = std::mem::take(&mut self.here).into_values();
        let inside = here.flat_map(|(frame_sender, rooms)| {
            let rooms = rooms.into_values().filter_map(|route| match route {
                Route::Here { room, .. } => Some(room),
                Route::Gone => None,
            });
            rooms.map(move |room| (room, frame_sender.conn()))
        });
        inside.collect()
    }

    fn quick_join(&mut self, ticket: u64, room: RoomId, visit: &RemoteConn) {
        let (person, re) = (visit.person.clone(), visit.re);
        let frame_sender = self.way_to(visit);
        // Not if the room has moved: a person with a seat there must not get a second one.
        let is_here = if self.is_full(room) {
            Err(ErrorCode::Busy.into())
        } else {
            self.hub.room_here(room)
        };
        let room = is_here.and_then(|_| self.reach(room, visit.conn));
        self.forget_unless_inside(visit.conn);
        self.answer(async move {
            let result = match room {
                Ok(room) => room.quick_join(frame_sender, person, re).await,
                Err(problem) => Err(problem.code),
            };
            ToEdge::RequestResult { ticket, result }
        });
    }

    fn ask(&self, ticket: u64, room: RoomId, person: Option<PlayerId>, query: RoomQuery) {
        let room = self.hub.room_here(room);
        let wire = Arc::clone(&self.wire);
        self.answer(async move {
            let answer = match room {
                Ok(room) => room.ask(person, query).await,
                Err(problem) => Err(problem.code),
            };
            // It may be long, and can be asked for again.
            let answer = match answer {
                Ok(_) if wire.is_filling() => Err(ErrorCode::Busy),
                answer => answer,
            };
            ToEdge::Answer { ticket, answer }
        });
    }

    fn command(&mut self, room: RoomId, visit: &RemoteConn, command: RoomCommand) {
        let (person, re) = (visit.person.clone(), visit.re);
        let frame_sender = self.way_to(visit);
        let request = Request {
            frame_sender: frame_sender.clone(),
            person,
            re,
            command,
        };
        let route = if self.is_full(room) {
            Err(ErrorCode::Busy.into())
        } else {
            self.reach(room, visit.conn)
        };
        let sent = match route {
            Ok(to) => match to.pass_on(request) {
                Ok(()) => Ok(()),
                Err(NotDelivered::Gone(request)) if !self.is_still_here(room, visit.conn) => {
                    // The room has moved, and the connection must follow it.
                    return to_follow(&frame_sender, room, *request);
                }
                Err(NotDelivered::Gone(_)) => Err(self.hub.instead(room, ErrorCode::NoSuchRoom)),
                Err(NotDelivered::Refused(code)) => Err(self.hub.instead(room, code)),
            },
            Err(_) if self.is_gone(room, visit.conn) || self.hub.tenure(room).is_none() => {
                // The same: the room moved before the request came.
                self.forget_unless_inside(visit.conn);
                return to_follow(&frame_sender, room, request);
            }
            Err(problem) => Err(problem),
        };
        self.forget_unless_inside(visit.conn);
        if let Err(problem) = sent {
            frame_sender.refuse(re, problem);
        }
    }

    fn resume(&mut self, room: RoomId, visit: &RemoteConn, after: u64) {
        let frame_sender = self.way_to(visit);
        let resuming = Resuming {
            frame_sender: frame_sender.clone(),
            person: visit.person.clone(),
            after,
        };
        let (_, moved) = resuming.clone().moved();
        let is_full = self.is_full(room);
        let is_back = self.reach(room, visit.conn);
        if is_back.is_err() {
            // Until `detached` comes; the edge sends that before it follows the room to this node again.
            self.note(room, visit.conn, Route::Gone);
        }
        if !is_back.is_ok_and(|room| !is_full && room.resume(resuming))
            && let Some(far) = frame_sender.far()
        {
            // The room has moved again; the edge was told before that it is not here.
            far.moved(room, moved);
        }
    }

    fn detached(&mut self, room: RoomId, conn: u64) {
        let Some((frame_sender, rooms)) = self.here.get_mut(&conn) else {
            return;
        };
        let here = frame_sender.conn();
        let route = rooms.remove(&room);
        self.forget_unless_inside(conn);
        let Some(Route::Here { room: handle, .. }) = route else {
            return;
        };
        if self.is_full(room) || handle.offer_detached(here).is_err() {
            // Everything else for the room waits until the room has taken this.
            let detached = async move { handle.detached(here).await };
            self.leaving.entry(room).or_default().spawn(detached);
        }
    }

    /// From now on no request of these connections is carried out, neither those that wait for a room nor later ones. Unknown connections
    /// are ignored.
    fn stop_serving(&self, ticket: Option<u64>, conns: &[u64]) {
        for (frame_sender, _) in conns.iter().filter_map(|conn| self.here.get(conn)) {
            frame_sender.stop_serving();
        }
        if let Some(ticket) = ticket {
            let result = Ok(());
            self.say(&ToEdge::RequestResult { ticket, result });
        }
    }

    /// Whether the message that a connection is gone still waits for a place in the room's inbox. Nothing else may be put into the inbox
    /// before it.
    fn is_full(&mut self, room: RoomId) -> bool {
        let Some(leaving) = self.leaving.get_mut(&room) else {
            return false;
        };
        while leaving.try_join_next().is_some() {}
        let is_full = !leaving.is_empty();
        if !is_full {
            self.leaving.remove(&room);
        }
        is_full
    }

    /// The room's handle for a connection: the one that it first used, or the current one.
    fn reach(&mut self, room: RoomId, conn: u64) -> Result<RoomHandle, Problem> {
        let rooms = self.here.get(&conn).map(|(_, rooms)| rooms);
        match rooms.and_then(|rooms| rooms.get(&room)) {
            Some(Route::Here { room, .. }) => return Ok(room.clone()),
            Some(Route::Gone) => return Err(ErrorCode::Busy.into()),
            None => {}
        }
        let handle = self.hub.room_here(room)?;
        let route = Route::Here {
            room: handle.clone(),
            since: self.hub.tenure(room),
        };
        self.note(room, conn, route);
        Ok(handle)
    }

    /// Notes how a connection reaches a room from now on. Does nothing for an unknown connection.
    fn note(&mut self, room: RoomId, conn: u64, route: Route) {
        if let Some((_, rooms)) = self.here.get_mut(&conn) {
            rooms.insert(room, route);
        }
    }

    /// Whether a connection has to follow a room from here, and has not done so yet.
    fn is_gone(&self, room: RoomId, conn: u64) -> bool {
        let inside = self.here.get(&conn).and_then(|(_, rooms)| rooms.get(&room));
        matches!(inside, Some(Route::Gone))
    }

    /// Whether a room has been on this node without interruption since this connection first used it.
    fn is_still_here(&self, room: RoomId, conn: u64) -> bool {
        let inside = self.here.get(&conn).and_then(|(_, rooms)| rooms.get(&room));
        match inside {
            Some(&Route::Here { since, .. }) => self.hub.is_still_here(room, since),
            Some(Route::Gone) | None => false,
        }
    }

    fn forget_unless_inside(&mut self, conn: u64) {
        let known = self.here.get(&conn);
        if known.is_some_and(|(_, rooms)| rooms.is_empty()) {
            self.here.remove(&conn);
            self.hub.note_remote_connections(-1);
        }
    }

    /// The frame sender of a connection of the other node; it is created on first use.
    fn way_to(&mut self, visit: &RemoteConn) -> FrameSender {
        let new = || {
            let edge = Arc::new(Edge {
                wire: Arc::clone(&self.wire),
                conn: visit.conn,
                resumes: visit.resumes,
                places: visit.places,
                is_stopped: AtomicBool::new(false),
            });
            let frame_sender = FrameSender::to_node((self.numbers)(), Arc::clone(&edge) as _);
            let frame_sender = frame_sender.coming_from(visit.origin).watched(edge);
            let frame_sender = frame_sender.listing_actions(visit.lists_actions);
            self.hub.note_remote_connections(1);
            (frame_sender, HashMap::new())
        };
        let (frame_sender, _) = self.here.entry(visit.conn).or_insert_with(new);
        match visit.batches {
            Some(batches) => frame_sender.clone().in_batches(batches),
            None => frame_sender.clone(),
        }
    }

    fn say(&self, said: &ToEdge) {
        self.wire.send(item(said));
    }

    fn answer(&self, answer: impl Future<Output = ToEdge> + Send + 'static) {
        let wire = Arc::clone(&self.wire);
        tokio::spawn(async move {
            let answer = answer.await;
            wire.send(item(&answer));
        });
    }
}

fn count(connections: usize) -> isize {
    isize::try_from(connections).unwrap_or(isize::MAX)
}

/// Returns a request to the edge, because the room has moved.
fn to_follow(frame_sender: &FrameSender, room: RoomId, request: Request) {
    match frame_sender.far() {
        Some(far) => far.returned(room, request.person, request.re, request.command),
        None => frame_sender.send_back(),
    }
}

impl std::fmt::Debug for RemoteConnections {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RemoteConnections")
            .field("here", &self.here.len())
            .finish_non_exhaustive()
    }
}
