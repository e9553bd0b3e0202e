//! The task of a room: passes inputs to the room and executes its effects. A fault in one room affects no other room.

mod effects;
mod ending;
mod reports;

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt as _;
use giog_protocol::ErrorCode;
use giog_store::{Append, CommitError, CommitHandle, Committed, FinishedMatch, Health};
use tokio::sync::oneshot::error::TryRecvError;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::task::{JoinHandle, JoinSet};

use self::ending::LateRequests;
pub(crate) use self::reports::Reports;
use crate::bot_threads::{BotThreads, Thought};
use crate::conn::ConnId;
use crate::context::Random;
use crate::frame_queue::FrameSender;
use crate::inbox::{
    Inbox, Instruction, Newcomer, PendingQuery, Reply, Request, ResultSender, Resuming, ToRoom,
};
use crate::mailbox::{Mailbox, TimedMessage};
use crate::occupancy::Occupancy;
use crate::origin::Origin;
use crate::room::{Effect, Input, Room};
use crate::time::{Clock, Now};

/// The reason that is reported after a panic in a room. It contains no details, which could reveal hidden cards.
const A_FAULT: &str = "its code met a fault; its log tells how it came to it";
/// How long a row waits before it is submitted again after the committer's queue was full.
const RESUBMIT_AFTER: Duration = Duration::from_millis(5);

/// The task of a room.
pub(crate) struct Actor<R> {
    pub room: Room,
    pub random: Box<dyn Random>,
    pub clock: Arc<dyn Clock>,
    pub commit: CommitHandle,
    pub reports: R,
    mailbox: Mailbox,
    occupancy: Arc<Occupancy>,
    cut_off: watch::Receiver<bool>,
    frame_senders: BTreeMap<ConnId, FrameSender>,
    /// Closed connections for which an answer may still wait for its row.
    detached: HashSet<ConnId>,
    /// Callers on other nodes who ask about a connection that is not in the room, each with the last row that an answer to the connection
    /// may still wait for.
    asked_of_left: VecDeque<(u64, oneshot::Sender<bool>)>,
    waiting: VecDeque<(u64, oneshot::Receiver<Committed>)>,
    /// Rows for which the committer's queue had no place yet.
    unsubmitted: VecDeque<Append>,
    /// The tasks that send hints at their time.
    hints: JoinSet<()>,
    asked: HashMap<u64, Reply>,
    ordered: HashMap<u64, ResultSender>,
    next_ticket: u64,
    /// The task that makes the record of a match that is over.
    recording: Option<JoinHandle<FinishedMatch>>,
    bot_threads: BotThreads,
    /// The network origin of the first connection: that of the creator or, after a restart of the server, of the first to connect.
    origin: Option<Origin>,
    /// The channel for results of searches, created with the first search.
    thoughts: Option<(mpsc::Sender<Thought>, mpsc::Receiver<Thought>)>,
    stopping: bool,
    /// Dropped when the task has ended, which tells the waiting caller that the room may continue elsewhere.
    released: Option<oneshot::Sender<()>>,
}

/// Why a room's task ends.
enum EndReason {
    Gone,
    Stopped,
    /// The room continues elsewhere.
    Elsewhere,
    /// Contains the reason.
    Failed(String),
    /// This server can store nothing any more, so no answer would be reliable.
    StoreLost,
}

impl<R: Reports> Actor<R> {
    pub fn new(
        room: Room,
        inbox: Inbox,
        random: Box<dyn Random>,
        clock: Arc<dyn Clock>,
        commit: CommitHandle,
        bot_threads: BotThreads,
        reports: R,
    ) -> Self {
        inbox.occupancy.note_seated(&room.summary());
        Self {
            room,
            random,
            clock,
            commit,
            reports,
            mailbox: Mailbox::new(inbox.messages),
            occupancy: inbox.occupancy,
            cut_off: inbox.cut_off,
            frame_senders: BTreeMap::new(),
            detached: HashSet::new(),
            asked_of_left: VecDeque::new(),
            waiting: VecDeque::new(),
            unsubmitted: VecDeque::new(),
            hints: JoinSet::new(),
            asked: HashMap::new(),
            ordered: HashMap::new(),
            next_ticket: 0,
            recording: None,
            bot_threads,
            origin: None,
            thoughts: None,
            stopping: false,
            released: None,
        }
    }

    /// Runs the room until its end, starting with the effects of its creation.
    pub async fn run(mut self: Box<Self>, frame_sender: Option<FrameSender>, first: Vec<Effect>) {
        self.frame_senders
            .extend(frame_sender.map(|frame_sender| (frame_sender.conn(), frame_sender)));
        let id = self.room.id();
        self.know_origins();
        let end = match self.carry_out(first) {
            Some(end) => end,
            // `handle` catches panics in the room itself; this catches all others.
            None => AssertUnwindSafe(self.work())
                .catch_unwind()
                .await
                .unwrap_or_else(|_| EndReason::Failed(A_FAULT.to_owned())),
        };
        // If the committer is gone, the reason may be that nothing can be stored any more.
        let end = match end {
            EndReason::Stopped if self.commit.is_lost() => EndReason::StoreLost,
            EndReason::Stopped if self.released.is_some() => EndReason::Elsewhere,
            end => end,
        };
        match end {
            EndReason::Stopped => {
                self.answer_late_requests(ErrorCode::ShuttingDown, LateRequests::Refused);
            }
            EndReason::StoreLost => {
                self.answer_late_requests(ErrorCode::ShuttingDown, LateRequests::Silent);
            }
            EndReason::Elsewhere => {
                let stopped = self.room.stopped_at(self.clock.now());
                self.answer_pending_requests(ErrorCode::Busy);
                while self.hints.join_next().await.is_some() {}
                self.wait_for_rows().await;
                self.move_on();
                self.answer_late_requests(ErrorCode::Busy, LateRequests::Returned);
                self.reports.elsewhere(id, stopped);
            }
            EndReason::Gone => {
                self.answer_late_requests(ErrorCode::NoSuchRoom, LateRequests::Refused);
                self.reports.gone(id);
            }
            EndReason::Failed(reason) => {
                let frame_senders = std::mem::take(&mut self.frame_senders)
                    .into_values()
                    .collect();
                let code = self.reports.failed(id, reason, frame_senders);
                self.answer_pending_requests(code);
                self.answer_late_requests(code, LateRequests::Refused);
                self.wait_for_rows().await;
                self.reports.settled(id);
            }
        }
        // Pending hints are still sent, whatever has happened to the room.
        self.hints.detach_all();
    }

    async fn work(&mut self) -> EndReason {
        let mut health = self.commit.health();
        if let Some(end) = self.storage(&mut health).or_else(|| self.network(false)) {
            return end;
        }
        loop {
            if self.stopping && self.room.is_settled() {
                return EndReason::Stopped;
            }
            let wake = self
                .room
                .wake_at_mono_ms()
                .map(|at_ms| at_ms.saturating_sub(self.clock.mono_ms()))
                .map(Duration::from_millis);
            // Messages to a room that moves stay in the inbox, and are forwarded to where it continues.
            let takes_messages = !self.room.awaits_record() && self.released.is_none();
            let turn = self.room.gathers_actions().then_some(&self.commit);
            let end = tokio::select! {
                biased;
                committed = next_committed(&mut self.waiting) => self.committed(committed),
                Ok(()) = health.changed() => self.storage(&mut health),
                Ok(()) = self.cut_off.changed() => self.network(takes_messages),
                finished = next_recorded(&mut self.recording) => self.recorded(finished),
                (ticket, action) = next_thought(&mut self.thoughts) => self.after_waiting(Input::Thought { ticket, action }, takes_messages),
                came = self.mailbox.next(turn, &*self.clock), if takes_messages => match came {
                    Some(came) => self.take(came),
                    None => return EndReason::Stopped,
                },
                () = sleep(RESUBMIT_AFTER), if !self.unsubmitted.is_empty() => self.submit(),
                () = sleep(wake.unwrap_or_default()), if wake.is_some() => self.after_waiting(Input::Tick, takes_messages),
            };
            if let Some(end) = end {
                return end;
            }
        }
    }

    fn recorded(&mut self, finished: Option<FinishedMatch>) -> Option<EndReason> {
        match finished {
            Some(finished) => self.handle(Input::Recorded {
                finished: Box::new(finished),
            }),
            None => Some(EndReason::Failed(A_FAULT.to_owned())),
        }
    }

    /// Lets the room handle an input of the current time, which may fire timers. If an action that arrived earlier waits for a commit, it
    /// is handled first, so that a slow storage uses up nobody's time.
    fn after_waiting(&mut self, input: Input, takes_messages: bool) -> Option<EndReason> {
        let waiting = takes_messages
            .then(|| self.mailbox.take_waiting())
            .flatten();
        let end = waiting.and_then(|came| self.take(came));
        end.or_else(|| self.handle(input))
    }

    fn take(&mut self, (message, came_at): TimedMessage) -> Option<EndReason> {
        match message {
            // The requester's connection was closed since.
            ToRoom::Command(asked) if !asked.frame_sender.is_served() => None,
            ToRoom::QuickJoin(newcomer) if !newcomer.frame_sender.is_served() => None,
            ToRoom::Command(asked) if asked.overfills_link() => {
                asked.frame_sender.refuse(asked.re, ErrorCode::Busy.into());
                None
            }
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
                self.answer_has(conn, reply);
                None
            }
            ToRoom::Ask(asked) => {
                let PendingQuery {
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

    /// Answers whether a connection is in the room. If it is not, its node forgets the way to it: to another node this is said after all
    /// that the connection still gets, as the answer to `leave`, which waits for its row.
    fn answer_has(&mut self, conn: ConnId, reply: oneshot::Sender<bool>) {
        let is_in = self.room.has(conn);
        let frame_sender = self.frame_senders.get(&conn);
        let is_far = frame_sender.is_some_and(|frame_sender| frame_sender.far().is_some());
        match self.last_row().filter(|_| is_far && !is_in) {
            Some(last_row) => self.asked_of_left.push_back((last_row, reply)),
            // The caller may be gone.
            None => drop(reply.send(is_in)),
        }
    }

    /// The index of the last row whose commit is pending.
    fn last_row(&self) -> Option<u64> {
        let submitted = || self.waiting.back().map(|&(index, _)| index);
        let last = self.unsubmitted.back().map(|row| row.index);
        last.or_else(submitted)
    }

    fn attach(&mut self, frame_sender: FrameSender) -> ConnId {
        let conn = frame_sender.conn();
        if self.detached.remove(&conn) || !self.frame_senders.contains_key(&conn) {
            self.know_origin(&frame_sender);
            self.frame_senders.insert(conn, frame_sender);
        }
        conn
    }

    /// Tells the room the network origins of its first connections.
    fn know_origins(&mut self) {
        let frame_senders: Vec<FrameSender> = self.frame_senders.values().cloned().collect();
        for frame_sender in &frame_senders {
            self.know_origin(frame_sender);
        }
    }

    /// Tells the room the network origin of a connection, and how it is told decisions; this has no other effect.
    fn know_origin(&mut self, frame_sender: &FrameSender) {
        let (conn, origin) = (frame_sender.conn(), frame_sender.origin());
        self.origin.get_or_insert(origin);
        let now = self.clock.now();
        let attached = Input::Attached {
            conn,
            origin,
            lists_actions: frame_sender.lists_actions(),
        };
        self.room.handle(attached, now, &mut *self.random);
    }

    fn ticket(&mut self) -> u64 {
        let ticket = self.next_ticket;
        self.next_ticket += 1;
        ticket
    }

    fn storage(&mut self, health: &mut watch::Receiver<Health>) -> Option<EndReason> {
        let available = match *health.borrow_and_update() {
            Health::Ok => true,
            Health::Away { .. } => false,
            Health::Lost(_) => return Some(EndReason::StoreLost),
        };
        self.handle(Input::Storage { available })
    }

    fn network(&mut self, takes_messages: bool) -> Option<EndReason> {
        let available = !*self.cut_off.borrow_and_update();
        self.after_waiting(Input::Network { available }, takes_messages)
    }

    /// Handles the result of a row together with results of later rows that are known already, so that the effects of rows committed
    /// together are sent together.
    fn committed(
        &mut self,
        (mut index, mut committed): (u64, Option<Committed>),
    ) -> Option<EndReason> {
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
        let is_durable = |&mut (last_row, _): &mut (u64, _)| Some(last_row) <= durable;
        while let Some((_, reply)) = self.asked_of_left.pop_front_if(is_durable) {
            // The caller may be gone.
            let _ = reply.send(false);
        }
        end.or_else(|| Self::not_committed(index, committed))
    }

    /// Why the room's task ends when a row was not stored.
    fn not_committed(index: u64, committed: Option<Committed>) -> Option<EndReason> {
        match committed {
            Some(Ok(())) => None,
            Some(Err(CommitError::Lost(_))) => Some(EndReason::StoreLost),
            Some(Err(CommitError::Elsewhere)) => Some(EndReason::Elsewhere),
            Some(Err(error)) => {
                let reason = format!("row {index} cannot be stored: {error}");
                Some(EndReason::Failed(reason))
            }
            // The committer is gone without an answer: as in a crash, the outcome stays unknown.
            None => Some(EndReason::Stopped),
        }
    }

    /// Lets the room handle an input.
    fn handle(&mut self, input: Input) -> Option<EndReason> {
        self.handle_at(input, self.clock.now())
    }

    /// Lets the room handle an input at this time. A panic ends only this room.
    fn handle_at(&mut self, input: Input, now: Now) -> Option<EndReason> {
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
            Some(EndReason::Failed(A_FAULT.to_owned()))
        }
    }
}

/// Waits for the result of a search.
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

/// Waits until the record is made; returns none if that failed.
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

/// Sleeps, from the first poll on: a branch of `select!` that is disabled creates no timer.
async fn sleep(duration: Duration) {
    tokio::time::sleep(duration).await;
}
