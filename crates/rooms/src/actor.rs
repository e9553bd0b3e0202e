//! The task round a room: moves inputs in and effects out, and keeps a fault of one room from any other.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use bytes::Bytes;
use futures_util::FutureExt as _;
use giog_protocol::server::{ErrorReply, Notice, RoomNotice, ServerMessage};
use giog_protocol::{ErrorCode, RoomId, RoomSummary};
use giog_rules::PlayerId;
use giog_store::{
    Append, CommitError, CommitHandle, Committed, FinishedMatch, Health, SubmitError,
};
use tokio::sync::oneshot::error::TryRecvError;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::task::{JoinHandle, JoinSet};

use crate::conn::ConnId;
use crate::context::Random;
use crate::flush::Flush;
use crate::frame_queue::{FrameSender, Moved};
use crate::handle::{
    Done, Inbox, Inquiry, Instruction, Newcomer, Reply, Request, Resuming, ToRoom,
};
use crate::mailbox::{Came, Mailbox};
use crate::origin::Origin;
use crate::room::{Effect, Input, Paused, Room, Wanted};
use crate::thinkers::{ROOM_DECISIONS, Thinkers, Thought};
use crate::time::{Clock, Now};

/// What is said of a room whose code met a fault; more may tell what is hidden.
const A_FAULT: &str = "its code met a fault; its log tells how it came to it";
/// How long a row waits before it is offered to a full committer again.
const RESUBMIT_AFTER: Duration = Duration::from_millis(5);
/// How long after the request a hint is given: longer than any computer player thinks, so that the time tells nothing of it. Only
/// where several wait for the same thread, or the machine is slow, a hint is given when it is there.
const HINT_AFTER: Duration = Duration::from_millis(250);

/// What a room's task tells the lobby.
pub(crate) trait Reports: Send + 'static {
    /// What is to be shown of the room; and where those come from who sit at a table of quick play.
    fn summary(&self, summary: RoomSummary, company: Vec<(PlayerId, Origin)>);
    /// The room is closed; nothing is left of it.
    fn gone(&self, room: RoomId);
    /// The room met a fault, with these connections in it; its log stays as it is. Gives what those who ask for it are
    /// answered from now on.
    fn failed(&self, room: RoomId, reason: String, frame_senders: Vec<FrameSender>) -> ErrorCode;
    /// A connection is in a room that goes on elsewhere; nothing more of the room comes from here.
    fn moved(&self, room: RoomId, frame_sender: FrameSender, moved: Moved);
    /// A request came too late for a room that goes on elsewhere.
    fn late(&self, room: RoomId, request: Request);
    /// A connection in a room that goes on elsewhere is gone.
    fn late_gone(&self, room: RoomId, conn: ConnId);
    /// The room goes on elsewhere from here; nothing of it is on its way to the log.
    fn elsewhere(&self, room: RoomId, paused: Paused);
    /// Nothing of a room that failed is on its way to the log any more.
    fn settled(&self, room: RoomId);
    /// Somebody let strangers down in the middle of a match.
    fn deserted(&self, room: RoomId, player: PlayerId);
    /// They came back to it.
    fn returned(&self, room: RoomId, player: PlayerId);
    /// Somebody is wanted, and has no connection to the room.
    fn wanted(&self, room: RoomId, wanted: Wanted);
    /// Somebody says that they have seen more of the room than there is.
    fn seen_more(&self, room: RoomId);
}

/// The task round a room.
pub(crate) struct Actor<R> {
    pub room: Room,
    pub random: Box<dyn Random>,
    pub clock: Arc<dyn Clock>,
    pub commit: CommitHandle,
    pub reports: R,
    mailbox: Mailbox,
    spectators: Arc<AtomicU32>,
    network: watch::Receiver<bool>,
    frame_senders: BTreeMap<ConnId, FrameSender>,
    /// Connections that are gone, but may still have an answer coming that waits for its row.
    detached: HashSet<ConnId>,
    waiting: VecDeque<(u64, oneshot::Receiver<Committed>)>,
    /// Rows that the committer had no place for yet.
    unsubmitted: VecDeque<Append>,
    /// Answers to requests for hints that wait for their time.
    hints: JoinSet<()>,
    asked: HashMap<u64, Reply>,
    ordered: HashMap<u64, Done>,
    next_ticket: u64,
    /// The record of a match that is over, being made.
    recording: Option<JoinHandle<FinishedMatch>>,
    thinkers: Thinkers,
    /// Where the first connection came from: that of whoever made it, or after a start of the server of whoever came first.
    origin: Option<Origin>,
    /// Thoughts that come back, and where they are sent to, once anything is to be thought over.
    thoughts: Option<(mpsc::Sender<Thought>, mpsc::Receiver<Thought>)>,
    stopping: bool,
    /// Dropped when the task has ended, for whoever waits for that, since the room goes on elsewhere.
    released: Option<oneshot::Sender<()>>,
}

/// Why a room's task ends.
enum End {
    Gone,
    Stopped,
    /// The room goes on elsewhere.
    Elsewhere,
    /// Why.
    Failed(String),
    /// Nothing can be stored any more; there is nothing true to say.
    Over,
}

/// What becomes of requests that come after the end.
#[derive(Clone, Copy)]
enum Late {
    Refused,
    /// Nothing: their connections are about to be closed, as this server can store nothing any more.
    Silent,
    /// They go where the room goes on.
    Returned,
}

impl<R: Reports> Actor<R> {
    pub fn new(
        room: Room,
        inbox: Inbox,
        random: Box<dyn Random>,
        clock: Arc<dyn Clock>,
        commit: CommitHandle,
        thinkers: Thinkers,
        reports: R,
    ) -> Self {
        Self {
            room,
            random,
            clock,
            commit,
            reports,
            mailbox: Mailbox::new(inbox.messages),
            spectators: inbox.spectators,
            network: inbox.network,
            frame_senders: BTreeMap::new(),
            detached: HashSet::new(),
            waiting: VecDeque::new(),
            unsubmitted: VecDeque::new(),
            hints: JoinSet::new(),
            asked: HashMap::new(),
            ordered: HashMap::new(),
            next_ticket: 0,
            recording: None,
            thinkers,
            origin: None,
            thoughts: None,
            stopping: false,
            released: None,
        }
    }

    /// Runs the room to its end, from the effects of its making on.
    pub async fn run(mut self: Box<Self>, frame_sender: Option<FrameSender>, first: Vec<Effect>) {
        self.frame_senders
            .extend(frame_sender.map(|frame_sender| (frame_sender.conn(), frame_sender)));
        let id = self.room.id();
        self.know_origins();
        let end = match self.carry_out(first) {
            Some(end) => end,
            // What the room itself does is watched over in `handle`; this is for a fault anywhere else.
            None => AssertUnwindSafe(self.work())
                .catch_unwind()
                .await
                .unwrap_or_else(|_| End::Failed(A_FAULT.to_owned())),
        };
        // A committer that is gone may be so since nothing can be stored any more.
        let end = match end {
            End::Stopped if self.commit.is_over() => End::Over,
            End::Stopped if self.released.is_some() => End::Elsewhere,
            end => end,
        };
        match end {
            End::Stopped => self.answer_the_late(ErrorCode::ShuttingDown, Late::Refused),
            End::Over => self.answer_the_late(ErrorCode::ShuttingDown, Late::Silent),
            End::Elsewhere => {
                let paused = self.room.paused(self.clock.now());
                self.answer_the_waiting(ErrorCode::Busy);
                while self.hints.join_next().await.is_some() {}
                self.wait_for_rows().await;
                self.move_on();
                self.answer_the_late(ErrorCode::Busy, Late::Returned);
                self.reports.elsewhere(id, paused);
            }
            End::Gone => {
                self.answer_the_late(ErrorCode::NoSuchRoom, Late::Refused);
                self.reports.gone(id);
            }
            End::Failed(reason) => {
                let frame_senders = std::mem::take(&mut self.frame_senders)
                    .into_values()
                    .collect();
                let code = self.reports.failed(id, reason, frame_senders);
                self.answer_the_waiting(code);
                self.answer_the_late(code, Late::Refused);
                self.wait_for_rows().await;
                self.reports.settled(id);
            }
        }
        // They answer whatever has become of the room.
        self.hints.detach_all();
    }

    /// Waits until no row is on its way: it would be in the way of the room from the log, which may begin anew then.
    async fn wait_for_rows(&mut self) {
        while !self.waiting.is_empty() {
            next_committed(&mut self.waiting).await;
        }
        self.commit.begin_anew(self.room.id());
    }

    /// Lets those in the room go where it goes on, with what they were told last. Whoever is not in it learns nothing.
    fn move_on(&self) {
        let id = self.room.id();
        for (conn, person) in self.room.attached() {
            if let Some(frame_sender) = self.frame_senders.get(&conn) {
                let moved = Moved {
                    person: person.clone(),
                    batches: frame_sender.batches(),
                    after: self.room.told(),
                };
                self.reports.moved(id, frame_sender.clone(), moved);
            }
        }
    }

    /// Answers those whose answer the room had not given yet.
    fn answer_the_waiting(&mut self, code: ErrorCode) {
        // Whoever asked may have gone meanwhile.
        for (_, reply) in self.asked.drain() {
            let _ = reply.send(Err(code));
        }
        for (_, done) in self.ordered.drain() {
            let _ = done.send(Err(code));
        }
    }

    /// Answers requests that came after the end, so that nobody waits for ever.
    fn answer_the_late(&mut self, code: ErrorCode, late: Late) {
        for message in self.mailbox.drain() {
            match message {
                ToRoom::Command(asked) if !asked.frame_sender.is_heard() => {}
                ToRoom::Command(asked) => match late {
                    Late::Refused => {
                        let error = ErrorReply::new(Some(asked.re), code.into());
                        let frame = ServerMessage::Error(error).encode();
                        asked.frame_sender.send(Bytes::from(frame));
                    }
                    Late::Silent => {}
                    Late::Returned => self.reports.late(self.room.id(), *asked),
                },
                ToRoom::Ask(asked) => {
                    // Whoever asked may have gone meanwhile.
                    let _ = asked.reply.send(Err(code));
                }
                ToRoom::QuickJoin(newcomer) => {
                    // The same.
                    let _ = newcomer.done.send(Err(code));
                }
                ToRoom::AdminCommand(ordered) => {
                    // The same.
                    let _ = ordered.done.send(Err(code));
                }
                ToRoom::Has { conn, reply } => {
                    // The same.
                    let is_in = matches!(late, Late::Returned) && self.room.has(conn);
                    let _ = reply.send(is_in);
                }
                ToRoom::Detached { conn } | ToRoom::CutOff { conn } => {
                    if matches!(late, Late::Returned) {
                        self.reports.late_gone(self.room.id(), conn);
                    }
                }
                ToRoom::Resume(resuming) => match late {
                    Late::Refused => {
                        let room = self.room.id();
                        tracing::debug!(%room, "a connection is closed: its room ended while it moved");
                        resuming.frame_sender.send_back();
                    }
                    Late::Silent => {}
                    Late::Returned => {
                        let (frame_sender, moved) = resuming.moved();
                        self.reports.moved(self.room.id(), frame_sender, moved);
                    }
                },
                ToRoom::Stop | ToRoom::Release(_) => {}
            }
        }
    }

    async fn work(&mut self) -> End {
        let mut health = self.commit.health();
        if let Some(end) = self.storage(&mut health).or_else(|| self.network(false)) {
            return end;
        }
        loop {
            if self.stopping && self.room.is_settled() {
                return End::Stopped;
            }
            let wake = self
                .room
                .wake_at_mono_ms()
                .map(|at_ms| at_ms.saturating_sub(self.clock.mono_ms()))
                .map(Duration::from_millis);
            // What comes to a room that moves is for where it goes on.
            let takes_messages = !self.room.awaits_record() && self.released.is_none();
            let turn = self.room.gathers_actions().then_some(&self.commit);
            let end = tokio::select! {
                biased;
                committed = next_committed(&mut self.waiting) => self.committed(committed),
                Ok(()) = health.changed() => self.storage(&mut health),
                Ok(()) = self.network.changed() => self.network(takes_messages),
                finished = next_recorded(&mut self.recording) => self.recorded(finished),
                (ticket, action) = next_thought(&mut self.thoughts) => self.after_waiting(Input::Thought { ticket, action }, takes_messages),
                came = self.mailbox.next(turn, &*self.clock), if takes_messages => match came {
                    Some(came) => self.take(came),
                    None => return End::Stopped,
                },
                () = sleep(RESUBMIT_AFTER), if !self.unsubmitted.is_empty() => self.submit(),
                () = sleep(wake.unwrap_or_default()), if wake.is_some() => self.after_waiting(Input::Tick, takes_messages),
            };
            if let Some(end) = end {
                return end;
            }
        }
    }

    fn recorded(&mut self, finished: Option<FinishedMatch>) -> Option<End> {
        match finished {
            Some(finished) => self.handle(Input::Recorded {
                finished: Box::new(finished),
            }),
            None => Some(End::Failed(A_FAULT.to_owned())),
        }
    }

    /// Lets the room handle an input of this moment, at which somebody's time may be over. An action that came before it and waits
    /// for its turn comes first: a slow storage counts against nobody.
    fn after_waiting(&mut self, input: Input, takes_messages: bool) -> Option<End> {
        let waiting = takes_messages
            .then(|| self.mailbox.take_waiting())
            .flatten();
        let end = waiting.and_then(|came| self.take(came));
        end.or_else(|| self.handle(input))
    }

    fn take(&mut self, (message, came_at): Came) -> Option<End> {
        match message {
            // Whoever asked was put out since.
            ToRoom::Command(asked) if !asked.frame_sender.is_heard() => None,
            ToRoom::QuickJoin(newcomer) if !newcomer.frame_sender.is_heard() => None,
            ToRoom::Command(asked) => {
                let Request {
                    frame_sender,
                    person,
                    re,
                    command,
                } = *asked;
                let conn = self.attach(frame_sender);
                let input = Input::Command {
                    conn,
                    person,
                    re,
                    command,
                };
                self.handle_at(input, came_at.unwrap_or_else(|| self.clock.now()))
            }
            ToRoom::Resume(resuming) => {
                let Resuming {
                    frame_sender,
                    person,
                    after,
                } = *resuming;
                let conn = self.attach(frame_sender);
                self.handle(Input::Resumed {
                    conn,
                    person,
                    after,
                })
            }
            ToRoom::Detached { conn } => {
                self.detached.insert(conn);
                self.handle(Input::Detached { conn })
            }
            ToRoom::CutOff { conn } => {
                self.detached.insert(conn);
                self.handle(Input::CutOff { conn })
            }
            ToRoom::Has { conn, reply } => {
                // Whoever asked may have gone meanwhile.
                let _ = reply.send(self.room.has(conn));
                None
            }
            ToRoom::Ask(asked) => {
                let Inquiry {
                    person,
                    query,
                    reply,
                } = *asked;
                let ticket = self.ticket();
                self.asked.insert(ticket, reply);
                self.handle(Input::Ask {
                    ticket,
                    person,
                    query,
                })
            }
            ToRoom::QuickJoin(newcomer) => {
                let Newcomer {
                    frame_sender,
                    person,
                    re,
                    done,
                } = *newcomer;
                let (ticket, conn) = (self.ticket(), self.attach(frame_sender));
                self.ordered.insert(ticket, done);
                self.handle(Input::QuickJoin {
                    ticket,
                    conn,
                    person,
                    re,
                })
            }
            ToRoom::AdminCommand(ordered) => {
                let Instruction { command, done } = *ordered;
                let ticket = self.ticket();
                self.ordered.insert(ticket, done);
                self.handle(Input::AdminCommand { ticket, command })
            }
            ToRoom::Stop => {
                self.stopping = true;
                self.handle(Input::Stopping)
            }
            ToRoom::Release(ended) => {
                self.stopping = true;
                self.released = Some(ended);
                self.handle(Input::Stopping)
            }
        }
    }

    fn attach(&mut self, frame_sender: FrameSender) -> ConnId {
        let conn = frame_sender.conn();
        if self.detached.remove(&conn) || !self.frame_senders.contains_key(&conn) {
            self.know_origin(&frame_sender);
            self.frame_senders.insert(conn, frame_sender);
        }
        conn
    }

    /// Tells the room where those come from who made it.
    fn know_origins(&mut self) {
        let frame_senders: Vec<FrameSender> = self.frame_senders.values().cloned().collect();
        for frame_sender in &frame_senders {
            self.know_origin(frame_sender);
        }
    }

    /// Tells the room where a connection comes from, which leads to nothing yet.
    fn know_origin(&mut self, frame_sender: &FrameSender) {
        let (conn, origin) = (frame_sender.conn(), frame_sender.origin());
        self.origin.get_or_insert(origin);
        let now = self.clock.now();
        self.room
            .handle(Input::Attached { conn, origin }, now, &mut *self.random);
    }

    fn ticket(&mut self) -> u64 {
        let ticket = self.next_ticket;
        self.next_ticket += 1;
        ticket
    }

    fn storage(&mut self, health: &mut watch::Receiver<Health>) -> Option<End> {
        let available = match *health.borrow_and_update() {
            Health::Ok => true,
            Health::Away { .. } => false,
            Health::Over(_) => return Some(End::Over),
        };
        self.handle(Input::Storage { available })
    }

    fn network(&mut self, takes_messages: bool) -> Option<End> {
        let available = *self.network.borrow_and_update();
        self.after_waiting(Input::Network { available }, takes_messages)
    }

    /// Takes the answer for a row, and those that are there for later rows: what follows from rows of one group leaves together.
    fn committed(&mut self, (mut index, mut committed): (u64, Option<Committed>)) -> Option<End> {
        let mut durable = None;
        while let Some(Ok(())) = committed {
            durable = Some(index);
            match self.waiting.front_mut() {
                Some((next, receiver)) => match receiver.try_recv() {
                    Ok(answer) => (index, committed) = (*next, Some(answer)),
                    Err(TryRecvError::Closed) => (index, committed) = (*next, None),
                    Err(TryRecvError::Empty) => break,
                },
                None => break,
            }
            self.waiting.pop_front();
        }
        let end = durable.and_then(|index| self.handle(Input::Committed { index }));
        end.or_else(|| Self::not_committed(index, committed))
    }

    /// Why the room's task ends when a row was not stored.
    fn not_committed(index: u64, committed: Option<Committed>) -> Option<End> {
        match committed {
            Some(Ok(())) => None,
            Some(Err(CommitError::Over(_))) => Some(End::Over),
            Some(Err(CommitError::Elsewhere)) => Some(End::Elsewhere),
            Some(Err(error)) => {
                let reason = format!("row {index} cannot be stored: {error}");
                Some(End::Failed(reason))
            }
            // The committer is gone without an answer: as in a crash, the outcome stays unknown.
            None => Some(End::Stopped),
        }
    }

    /// Lets the room handle an input.
    fn handle(&mut self, input: Input) -> Option<End> {
        self.handle_at(input, self.clock.now())
    }

    /// Lets the room handle an input of this moment. A panic in there ends this room and no other.
    fn handle_at(&mut self, input: Input, now: Now) -> Option<End> {
        let Self {
            room,
            random,
            mailbox,
            frame_senders,
            detached,
            ..
        } = self;
        let is_in = |conn| frame_senders.contains_key(&conn) && !detached.contains(&conn);
        let mut more = || mailbox.next_action(is_in);
        let handled = catch_unwind(AssertUnwindSafe(|| {
            room.handle_with(input, &mut more, now, &mut **random)
        }));
        if let Ok(effects) = handled {
            self.carry_out(effects)
        } else {
            Some(End::Failed(A_FAULT.to_owned()))
        }
    }

    fn carry_out(&mut self, effects: Vec<Effect>) -> Option<End> {
        let mut end = None;
        let mut flush = Flush::new(&self.frame_senders, self.room.events_tell_seals());
        for effect in effects {
            match effect {
                Effect::Append {
                    index,
                    body,
                    facts,
                    floor,
                } => {
                    self.unsubmitted.push_back(Append {
                        room: self.room.id(),
                        index,
                        body,
                        facts,
                        floor,
                    });
                }
                Effect::Record(unrecorded) => {
                    let signer = self.room.signer();
                    // Beside the room, and beside what others wait for.
                    self.recording = Some(if unrecorded.is_long() {
                        tokio::task::spawn_blocking(move || unrecorded.record(&signer))
                    } else {
                        tokio::spawn(async move { unrecorded.record(&signer) })
                    });
                }
                Effect::Send { to, message } => {
                    note_spectators(&self.spectators, &message);
                    flush.send(&to, *message);
                }
                Effect::Answer { ticket, answer } => {
                    if let Some(reply) = self.asked.remove(&ticket) {
                        // Whoever asked may have gone meanwhile.
                        let _ = reply.send(answer);
                    }
                }
                Effect::Done { ticket, done } => {
                    flush.finish();
                    if let Some(ordered) = self.ordered.remove(&ticket) {
                        // The same.
                        let _ = ordered.send(done);
                    }
                }
                Effect::Resume { to, missed, whole } => resume(&mut flush, to, missed, whole),
                Effect::Held { to, bytes } => {
                    if let Some(frame_sender) = self.frame_senders.get(&to) {
                        frame_sender.shown(bytes);
                    }
                }
                Effect::Hint { to, re, asked } => {
                    if let Some(frame_sender) = self.frame_senders.get(&to) {
                        let (bot, origin) = (self.room.bot(), frame_sender.origin());
                        let answer = self.thinkers.advise(*asked, re, bot, origin);
                        answer_hint(&mut self.hints, frame_sender.clone(), answer);
                    }
                }
                Effect::Think(think) => {
                    let thoughts = self
                        .thoughts
                        .get_or_insert_with(|| mpsc::channel(ROOM_DECISIONS));
                    // Where too many of the room's are thought over already, nothing comes back, which the room bears.
                    if let Ok(to) = thoughts.0.clone().try_reserve_owned() {
                        let (bot, origin) = (self.room.bot(), self.origin.unwrap_or_default());
                        self.thinkers.think(*think, bot, origin, to);
                    }
                }
                Effect::Summary(summary) => self.reports.summary(*summary, self.room.company()),
                Effect::Deserted { player } => self.reports.deserted(self.room.id(), player),
                Effect::Returned { player } => self.reports.returned(self.room.id(), player),
                Effect::Wanted(wanted) => self.reports.wanted(self.room.id(), wanted),
                Effect::SeenMore => self.reports.seen_more(self.room.id()),
                Effect::Gone => end = Some(End::Gone),
            }
        }
        flush.finish();
        if self.room.is_settled() {
            for conn in self.detached.drain() {
                self.frame_senders.remove(&conn);
            }
            if self.frame_senders.is_empty() {
                self.spectators.store(0, Ordering::Relaxed);
            }
        }
        end.or_else(|| self.submit())
    }

    fn submit(&mut self) -> Option<End> {
        while let Some(append) = self.unsubmitted.pop_front() {
            let index = append.index;
            match self.commit.try_submit(append) {
                Ok(committed) => self.waiting.push_back((index, committed)),
                Err(SubmitError::Busy(append)) => {
                    self.unsubmitted.push_front(append);
                    return None;
                }
                Err(SubmitError::Closed(_)) => return Some(End::Stopped),
            }
        }
        None
    }
}

/// Gives the answer to a request for a hint, in a task of its own and at a time that does not depend on what the hint is.
fn answer_hint(
    hints: &mut JoinSet<()>,
    to: FrameSender,
    answer: impl Future<Output = ServerMessage> + Send + 'static,
) {
    let at = tokio::time::Instant::now() + HINT_AFTER;
    while hints.try_join_next().is_some() {}
    hints.spawn(async move {
        let message = answer.await;
        tokio::time::sleep_until(at).await;
        to.send(Bytes::from(message.encode()));
        to.answered(&message);
    });
}

/// Notes what everybody is told of how many watch.
fn note_spectators(spectators: &AtomicU32, message: &ServerMessage) {
    if let ServerMessage::Notice(Notice {
        notice: RoomNotice::Presence(presence),
        ..
    }) = message
    {
        spectators.store(presence.spectators, Ordering::Relaxed);
    }
}

/// Sends somebody what they missed, or the whole picture where that is too much for their connection.
fn resume(
    flush: &mut Flush<'_>,
    to: ConnId,
    missed: Vec<ServerMessage>,
    whole: Vec<ServerMessage>,
) {
    if !flush.send_together(to, missed) {
        for message in whole {
            flush.send(&[to], message);
        }
    }
}

/// Waits for a thought to come back.
async fn next_thought(
    thoughts: &mut Option<(mpsc::Sender<Thought>, mpsc::Receiver<Thought>)>,
) -> Thought {
    if let Some((_, came)) = thoughts
        && let Some(thought) = came.recv().await
    {
        return thought;
    }
    std::future::pending().await
}

async fn next_committed(
    waiting: &mut VecDeque<(u64, oneshot::Receiver<Committed>)>,
) -> (u64, Option<Committed>) {
    match waiting.front_mut() {
        None => std::future::pending().await,
        Some((index, receiver)) => {
            let committed = (*index, receiver.await.ok());
            waiting.pop_front();
            committed
        }
    }
}

/// Waits for a record to be made; nothing if that met a fault.
async fn next_recorded(recording: &mut Option<JoinHandle<FinishedMatch>>) -> Option<FinishedMatch> {
    match recording {
        None => std::future::pending().await,
        Some(made) => {
            let finished = made.await.ok();
            *recording = None;
            finished
        }
    }
}

/// Sleeps from when it is polled first: nothing is done for what is not waited for.
async fn sleep(duration: Duration) {
    tokio::time::sleep(duration).await;
}
