//! The outgoing queue of a connection. Rooms never wait for it: a connection that does not keep up is closed.

#[cfg(test)]
mod tests;

use std::collections::VecDeque;
use std::fmt;
use std::future::poll_fn;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::task::{Poll, Waker};
use std::time::Duration;

use bytes::Bytes;
use giog_protocol::client::RoomCommand;
use giog_protocol::server::{ErrorReply, ServerMessage};
use giog_protocol::{ErrorCode, Person, Problem, RoomId};
use serde::{Deserialize, Serialize};

use crate::conn::ConnId;
use crate::lock::lock;
use crate::origin::Origin;

/// The fraction (1 / 4) of a connection's queue, in frames and in bytes, that missed events never fill: it is for the next events.
const KEPT_FREE: usize = 4;
/// The most bytes of missed events that are sent to a connection that resumes; a snapshot has far fewer.
const MISSED_BYTES: usize = 256 * 1_024;
/// The same over a link between nodes that is filling: about what a snapshot has, which is sent instead of more.
const MISSED_BYTES_FILLING: usize = 8 * 1_024;
/// The most bytes that may wait to be written to a connection, in all its frames; a single frame may be longer. Four times the bytes of a
/// whole match.
const WAITING_BYTES: usize = 1024 * 1024;
/// The capacity for frames that an idle connection keeps: as many as a trick needs.
const IDLE_FRAMES: usize = 8;

/// A room's end of a connection's queue. Clones share it.
#[derive(Clone)]
pub struct FrameSender {
    route: Arc<Route>,
    /// How the room's messages are batched, if the connection wants that.
    batches: Option<Batches>,
}

/// How messages of a room are combined into `news` on a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Batches {
    /// The room's number in `news`.
    pub handle: u32,
    /// Whether the short forms are used.
    pub short: bool,
}

#[derive(Clone)]
struct Route {
    conn: ConnId,
    origin: Origin,
    /// Whether decisions are sent with their legal actions.
    lists_actions: bool,
    destination: Destination,
    answered: Option<Arc<dyn Answered>>,
}

/// The destination of a connection's frames.
#[derive(Clone)]
enum Destination {
    /// To its socket.
    Local(Arc<Queue>),
    /// To the node that has its socket.
    Remote(Arc<dyn Remote>),
}

/// A connection on another node, which has its queue.
pub(crate) trait Remote: Send + Sync {
    /// Sends a frame.
    fn send(&self, frame: Bytes);

    /// Closes the connection, so that its client reconnects.
    fn send_back(&self);

    /// Tells the node that a room has moved, so that the connection can be resumed there.
    fn moved(&self, room: RoomId, moved: Moved);

    /// Returns a request that came too late, because the room has moved.
    fn returned(&self, room: RoomId, person: Person, re: u64, command: RoomCommand);

    /// From now on no request of the connection is carried out here.
    fn stop_serving(&self);

    /// Whether requests of the connection are carried out here.
    fn is_served(&self) -> bool;

    /// Whether the link to that node is filling: nothing long is to be sent that can be asked for again.
    fn is_filling(&self) -> bool;

    /// How many frames may wait for the connection there, if known.
    fn places(&self) -> Option<usize>;
}

/// A connection in a room that has moved to another node.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Moved {
    pub person: Person,
    pub batches: Option<Batches>,
    /// The last event that was sent to it.
    pub after: u64,
}

/// The queue of a connection.
#[derive(Debug)]
struct Queue {
    waiting: Mutex<Waiting>,
    /// Whether requests of the connection are not carried out any more.
    is_stopped: AtomicBool,
}

#[derive(Debug)]
struct Waiting {
    frames: VecDeque<Bytes>,
    bytes: usize,
    capacity_frames: usize,
    end: Option<NextFrame>,
    /// Wakes the connection's task, if it waits for the next frame.
    waker: Option<Waker>,
}

impl Waiting {
    /// Adds a frame if it fits.
    fn push(&mut self, frame: Bytes) -> bool {
        let bytes = self.bytes.saturating_add(frame.len());
        let fits = self.bytes == 0 || bytes <= WAITING_BYTES;
        if fits && self.frames.len() < self.capacity_frames {
            self.bytes = bytes;
            self.frames.push_back(frame);
            true
        } else {
            false
        }
    }

    fn pop(&mut self) -> Option<Bytes> {
        let frame = self.frames.pop_front()?;
        self.bytes -= frame.len();
        if self.frames.is_empty() {
            self.frames.shrink_to(IDLE_FRAMES);
        }
        Some(frame)
    }
}

impl Queue {
    /// Adds a frame. If it does not fit, the connection is closed.
    fn send(&self, frame: Bytes) {
        let mut waiting = lock(&self.waiting);
        if waiting.push(frame) {
            wake(waiting);
        } else {
            drop(waiting);
            self.end(NextFrame::Overflow);
        }
    }

    /// Adds frames that belong together, if all of them fit.
    fn send_together(&self, frames: Vec<Bytes>, bytes: usize) -> bool {
        let mut waiting = lock(&self.waiting);
        let free = waiting.capacity_frames / KEPT_FREE;
        let free_bytes = WAITING_BYTES / KEPT_FREE;
        if waiting.frames.len() + frames.len() + free > waiting.capacity_frames
            || waiting.bytes + bytes + free_bytes > WAITING_BYTES
        {
            return false;
        }
        waiting.bytes += bytes;
        waiting.frames.extend(frames);
        wake(waiting);
        true
    }

    /// Sets how the connection ends, unless that is already set.
    fn end(&self, end: NextFrame) {
        let mut waiting = lock(&self.waiting);
        waiting.end.get_or_insert(end);
        wake(waiting);
    }
}

/// Wakes the connection's task after unlocking the queue.
fn wake(mut waiting: MutexGuard<'_, Waiting>) {
    let waker = waiting.waker.take();
    drop(waiting);
    if let Some(waker) = waker {
        waker.wake();
    }
}

/// Observes the answers that are sent to a connection, to measure and charge them.
pub trait Answered: Send + Sync {
    /// Request `re` was carried out, or refused.
    fn answered(&self, re: u64, answer: Result<(), ErrorCode>);

    /// Frames of so many bytes that the connection requested were sent, or are held for it: a snapshot, missed events, a list, news of
    /// the lobby.
    fn shown(&self, bytes: usize);

    /// Whether more of these may be sent, if they can be omitted; otherwise how long it is until they may.
    fn may_be_shown(&self) -> Result<(), Duration>;
}

/// The receiving end of a connection's queue: frames to be written.
#[derive(Debug)]
pub struct FrameReceiver {
    queue: Arc<Queue>,
}

/// What comes next for a connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NextFrame {
    /// A frame: UTF-8 text.
    Frame(Bytes),
    /// The queue was full. What was sent to the connection is incomplete, and it is to be closed.
    Overflow,
    /// The connection is to be closed so that its client reconnects: a room that it was in is restored from its log, or has moved.
    SentBack,
}

impl FrameSender {
    /// A queue for at most `capacity_frames` frames that are not written yet.
    pub fn new(conn: ConnId, capacity_frames: usize) -> (Self, FrameReceiver) {
        let queue = Arc::new(Queue {
            waiting: Mutex::new(Waiting {
                frames: VecDeque::new(),
                bytes: 0,
                capacity_frames,
                end: None,
                waker: None,
            }),
            is_stopped: AtomicBool::new(false),
        });
        let route = Route {
            conn,
            origin: Origin::default(),
            lists_actions: false,
            destination: Destination::Local(Arc::clone(&queue)),
            answered: None,
        };
        let frame_sender = Self {
            route: Arc::new(route),
            batches: None,
        };
        (frame_sender, FrameReceiver { queue })
    }

    /// A sender to a connection on another node.
    pub(crate) fn to_node(conn: ConnId, far: Arc<dyn Remote>) -> Self {
        let route = Route {
            conn,
            origin: Origin::default(),
            lists_actions: false,
            destination: Destination::Remote(far),
            answered: None,
        };
        Self {
            route: Arc::new(route),
            batches: None,
        }
    }

    /// The same sender, with an observer of its answers.
    #[must_use]
    pub fn watched(mut self, by: Arc<dyn Answered>) -> Self {
        Arc::make_mut(&mut self.route).answered = Some(by);
        self
    }

    /// The same sender, with the origin of the connection.
    #[must_use]
    pub fn coming_from(mut self, origin: Origin) -> Self {
        Arc::make_mut(&mut self.route).origin = origin;
        self
    }

    /// The same sender, for a connection whose decisions list their legal actions, or not.
    #[must_use]
    pub fn listing_actions(mut self, lists_actions: bool) -> Self {
        if self.route.lists_actions != lists_actions {
            Arc::make_mut(&mut self.route).lists_actions = lists_actions;
        }
        self
    }

    /// Whether decisions list their legal actions.
    pub fn lists_actions(&self) -> bool {
        self.route.lists_actions
    }

    /// The same sender, for a room whose messages are batched.
    #[must_use]
    pub fn in_batches(self, batches: Batches) -> Self {
        Self {
            batches: Some(batches),
            ..self
        }
    }

    /// The same sender, for a room whose messages are batched or not.
    #[must_use]
    pub(crate) fn with_batches(self, batches: Option<Batches>) -> Self {
        Self { batches, ..self }
    }

    /// How the room's messages are batched; none if every message is a frame of its own.
    pub const fn batches(&self) -> Option<Batches> {
        self.batches
    }

    /// The origin of the connection.
    pub fn origin(&self) -> Origin {
        self.route.origin
    }

    /// The id of the connection.
    pub fn conn(&self) -> ConnId {
        self.route.conn
    }

    /// Sends a frame. If the queue is full, the connection is closed instead.
    pub fn send(&self, frame: Bytes) {
        match &self.route.destination {
            Destination::Local(queue) => queue.send(frame),
            Destination::Remote(far) => far.send(frame),
        }
    }

    /// From now on no request of the connection is carried out, not even those that wait for a room of this node.
    pub fn stop_serving(&self) {
        match &self.route.destination {
            Destination::Local(queue) => queue.is_stopped.store(true, Ordering::Release),
            Destination::Remote(far) => far.stop_serving(),
        }
    }

    /// Whether requests of the connection are carried out. If it is on another node, that node decides.
    pub fn is_served(&self) -> bool {
        match &self.route.destination {
            Destination::Local(queue) => !queue.is_stopped.load(Ordering::Acquire),
            Destination::Remote(far) => far.is_served(),
        }
    }

    /// How many frames may wait for the connection, if known.
    pub(crate) fn places(&self) -> Option<usize> {
        match &self.route.destination {
            Destination::Local(queue) => Some(lock(&queue.waiting).capacity_frames),
            Destination::Remote(far) => far.places(),
        }
    }

    /// The node that has the connection, if it is another one.
    pub(crate) fn far(&self) -> Option<&dyn Remote> {
        match &self.route.destination {
            Destination::Local(_) => None,
            Destination::Remote(far) => Some(&**far),
        }
    }

    /// Reports to the observer that bytes were sent that the connection requested, or are held for it.
    pub fn shown(&self, bytes: usize) {
        if let Some(by) = &self.route.answered {
            by.shown(bytes);
        }
    }

    /// Whether more of what it requested may be sent; otherwise how long it is until that.
    pub fn may_be_shown(&self) -> Result<(), Duration> {
        let by = self.route.answered.as_ref();
        by.map_or(Ok(()), |by| by.may_be_shown())
    }

    /// Reports to the observer that a request was carried out.
    pub(crate) fn was_answered(&self, re: u64) {
        self.note_answer(re, Ok(()));
    }

    /// Reports to the observer how a request was answered.
    pub(crate) fn note_answer(&self, re: u64, answer: Result<(), ErrorCode>) {
        if let Some(by) = &self.route.answered {
            by.answered(re, answer);
        }
    }

    /// Closes the connection, so that its client reconnects.
    pub fn send_back(&self) {
        match &self.route.destination {
            Destination::Local(queue) => queue.end(NextFrame::SentBack),
            Destination::Remote(far) => far.send_back(),
        }
    }

    /// Whether the connection is on another node, and the link to that node is filling.
    pub(crate) fn is_link_filling(&self) -> bool {
        match &self.route.destination {
            Destination::Local(_) => false,
            Destination::Remote(far) => far.is_filling(),
        }
    }

    /// Sends frames that belong together. Sends none of them if the queue would have less than a quarter of its capacity in frames and
    /// bytes left, or if they have too many bytes. Returns whether they were sent. Of a queue on another node only the capacity is known:
    /// if they do not fit there, the connection is closed, and its client reconnects.
    pub fn send_together(&self, frames: Vec<Bytes>) -> bool {
        let bytes: usize = frames.iter().map(Bytes::len).sum();
        let most_bytes = if self.is_link_filling() {
            MISSED_BYTES_FILLING
        } else {
            MISSED_BYTES
        };
        if bytes > most_bytes {
            return false;
        }
        let sent = match &self.route.destination {
            Destination::Local(queue) => queue.send_together(frames, bytes),
            Destination::Remote(far) => {
                let most = far.places().map(|places| places - places / KEPT_FREE);
                if most.is_some_and(|most| frames.len() > most) {
                    return false;
                }
                for frame in frames {
                    far.send(frame);
                }
                true
            }
        };
        if sent {
            self.shown(bytes);
        }
        sent
    }

    /// Answers a request with an error.
    pub(crate) fn refuse(&self, re: u64, problem: Problem) {
        let message = ServerMessage::Error(ErrorReply::new(Some(re), problem));
        self.send(Bytes::from(message.encode()));
        self.answered(&message);
    }

    /// Reports an answer that was sent to the observer.
    pub(crate) fn answered(&self, message: &ServerMessage) {
        let answer = match message {
            ServerMessage::Ok(ok) => Some((ok.re, Ok(()))),
            ServerMessage::Error(error) => error.re.map(|re| (re, Err(error.code))),
            _ => None,
        };
        if let Some((re, answer)) = answer {
            self.note_answer(re, answer);
        }
    }
}

impl fmt::Debug for FrameSender {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FrameSender")
            .field("conn", &self.route.conn)
            .finish_non_exhaustive()
    }
}

impl FrameReceiver {
    /// Waits for the next frame.
    pub async fn next(&mut self) -> NextFrame {
        poll_fn(|context| {
            let mut waiting = lock(&self.queue.waiting);
            if let Some(end) = &waiting.end {
                return Poll::Ready(end.clone());
            }
            if let Some(frame) = waiting.pop() {
                return Poll::Ready(NextFrame::Frame(frame));
            }
            match &mut waiting.waker {
                Some(waker) => waker.clone_from(context.waker()),
                none => *none = Some(context.waker().clone()),
            }
            Poll::Pending
        })
        .await
    }

    /// The next frame if there is one already, so that frames that are ready together are written together.
    pub fn try_next(&mut self) -> Option<Bytes> {
        lock(&self.queue.waiting).pop()
    }
}

impl Drop for FrameReceiver {
    /// Drops the frames of a connection that is gone.
    fn drop(&mut self) {
        let mut waiting = lock(&self.queue.waiting);
        waiting.capacity_frames = 0;
        (waiting.frames, waiting.bytes) = (VecDeque::new(), 0);
    }
}
