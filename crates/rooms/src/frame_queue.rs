//! The outgoing queue of a connection. Rooms never wait for it: a connection that does not keep up is closed.

use std::collections::VecDeque;
use std::fmt;
use std::future::poll_fn;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Poll, Waker};
use std::time::Duration;

use bytes::Bytes;
use giog_protocol::server::ServerMessage;
use giog_protocol::{ErrorCode, Person, RoomId};
use serde::{Deserialize, Serialize};

use crate::conn::ConnId;
use crate::handle::Request;
use crate::origin::Origin;

/// The part of a connection's queue, of its places and of its bytes, that is never filled by what somebody missed: it is for what
/// happens next.
const KEPT_FREE: usize = 4;
/// What somebody missed may have so many bytes together; the whole picture has far less.
const MISSED_BYTES: usize = 256 * 1_024;
/// Bytes that may wait to be written to a connection, in all its frames; a single frame may be longer. Four times what a
/// whole match is.
const WAITING_BYTES: usize = 1024 * 1024;
/// Places for frames that an idle connection keeps: as many as a trick needs.
const IDLE_FRAMES: usize = 8;

/// A room's end of a connection; clones are cheap.
#[derive(Clone)]
pub struct FrameSender {
    way: Arc<Way>,
    /// How the room's messages come together, where the connection wants that.
    batches: Option<Batches>,
}

/// How messages of a room come together on a connection, as `news`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Batches {
    /// What the room is called there.
    pub handle: u32,
    /// Whether things are said in their short forms.
    pub short: bool,
}

#[derive(Clone)]
struct Way {
    conn: ConnId,
    origin: Origin,
    end: End,
    answered: Option<Arc<dyn Answered>>,
}

/// Where a connection's frames go.
#[derive(Clone)]
enum End {
    /// To its socket.
    Here(Arc<Queue>),
    /// To the node that has its socket.
    Remote(Arc<dyn Remote>),
}

/// A connection on another node, which holds its queue.
pub(crate) trait Remote: Send + Sync {
    /// Sends a frame.
    fn send(&self, frame: Bytes);

    /// Has the connection closed, so that whoever is on it comes back.
    fn send_back(&self);

    /// Says that a room goes on on another node, where the connection is to be resumed.
    fn moved(&self, room: RoomId, moved: Moved);

    /// Gives a request back that came too late: the room goes on on another node.
    fn returned(&self, room: RoomId, request: Request);

    /// From now on nothing is carried out here that was asked for on the connection.
    fn stop_serving(&self);

    /// Whether what was asked for on the connection is carried out here.
    fn is_served(&self) -> bool;

    /// How many frames may wait for the connection there, as far as it is known.
    fn places(&self) -> Option<usize>;
}

/// A connection in a room that goes on on another node.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Moved {
    pub person: Person,
    pub batches: Option<Batches>,
    /// The last event that it was told.
    pub after: u64,
}

/// What waits for a connection.
#[derive(Debug)]
struct Queue {
    waiting: Mutex<Waiting>,
    /// Whether nothing is carried out any more that was asked for on the connection.
    is_stopped: AtomicBool,
}

#[derive(Debug)]
struct Waiting {
    frames: VecDeque<Bytes>,
    bytes: usize,
    capacity_frames: usize,
    end: Option<NextFrame>,
    /// Wakes the connection, where it waits for the next frame.
    waker: Option<Waker>,
}

impl Waiting {
    /// Adds a frame if there is place for it.
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
    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a frame; if the connection does not keep up, it is ended instead.
    fn send(&self, frame: Bytes) {
        let mut waiting = self.lock();
        if waiting.push(frame) {
            wake(waiting);
        } else {
            drop(waiting);
            self.end(NextFrame::Overflow);
        }
    }

    /// Adds frames that belong together, if there is place for all of them.
    fn send_together(&self, frames: Vec<Bytes>, bytes: usize) -> bool {
        let mut waiting = self.lock();
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

    /// Ends the connection, unless it is ended already.
    fn end(&self, end: NextFrame) {
        let mut waiting = self.lock();
        waiting.end.get_or_insert(end);
        wake(waiting);
    }
}

/// Wakes the connection, once nobody has its queue.
fn wake(mut waiting: MutexGuard<'_, Waiting>) {
    let waker = waiting.waker.take();
    drop(waiting);
    if let Some(waker) = waker {
        waker.wake();
    }
}

/// Hears of every answer that is on its way to a connection, for whoever measures how long that takes.
pub trait Answered: Send + Sync {
    /// Request `re` was carried out, or refused.
    fn answered(&self, re: u64, answer: Result<(), ErrorCode>);

    /// So many bytes were sent that this connection asked for, or are held for it until they may be: a whole picture, what it
    /// missed, a list, news of the lobby.
    fn shown(&self, bytes: usize);

    /// Whether more of that may be sent which can be left out; or how long it is until it may.
    fn may_be_shown(&self) -> Result<(), Duration>;
}

/// A connection's end: the frames to be written.
#[derive(Debug)]
pub struct FrameReceiver {
    queue: Arc<Queue>,
}

/// What comes out of rooms for a connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NextFrame {
    /// A frame: UTF-8 text.
    Frame(Bytes),
    /// The connection did not keep up; what was sent to it is not complete.
    Overflow,
    /// The connection is to be closed, and to come back at once: a room that it was in begins anew from its log.
    SentBack,
}

impl FrameSender {
    /// A way for at most `capacity_frames` frames that are not yet written.
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
        let way = Way {
            conn,
            origin: Origin::default(),
            end: End::Here(Arc::clone(&queue)),
            answered: None,
        };
        let frame_sender = Self {
            way: Arc::new(way),
            batches: None,
        };
        (frame_sender, FrameReceiver { queue })
    }

    /// The way to a connection on another node.
    pub(crate) fn to_node(conn: ConnId, far: Arc<dyn Remote>) -> Self {
        let way = Way {
            conn,
            origin: Origin::default(),
            end: End::Remote(far),
            answered: None,
        };
        Self {
            way: Arc::new(way),
            batches: None,
        }
    }

    /// The same way, with somebody who hears of the answers on it.
    #[must_use]
    pub fn watched(mut self, by: Arc<dyn Answered>) -> Self {
        Arc::make_mut(&mut self.way).answered = Some(by);
        self
    }

    /// The same way, of a connection that comes from there.
    #[must_use]
    pub fn coming_from(mut self, origin: Origin) -> Self {
        Arc::make_mut(&mut self.way).origin = origin;
        self
    }

    /// The same way, for a room whose messages are to come together.
    #[must_use]
    pub fn in_batches(self, batches: Batches) -> Self {
        Self {
            batches: Some(batches),
            ..self
        }
    }

    /// The same way, for a room whose messages come together so, or not.
    #[must_use]
    pub(crate) fn with_batches(self, batches: Option<Batches>) -> Self {
        Self { batches, ..self }
    }

    /// How the room's messages come together; nothing where every message is a frame of its own.
    pub const fn batches(&self) -> Option<Batches> {
        self.batches
    }

    /// Where the connection comes from.
    pub fn origin(&self) -> Origin {
        self.way.origin
    }

    /// Which connection it is.
    pub fn conn(&self) -> ConnId {
        self.way.conn
    }

    /// Sends a frame; if the connection does not keep up, it is closed instead.
    pub fn send(&self, frame: Bytes) {
        match &self.way.end {
            End::Here(queue) => queue.send(frame),
            End::Remote(far) => far.send(frame),
        }
    }

    /// From now on nothing is carried out that was asked for on the connection, also what waits for a room of this node.
    pub fn stop_serving(&self) {
        match &self.way.end {
            End::Here(queue) => queue.is_stopped.store(true, Ordering::Release),
            End::Remote(far) => far.stop_serving(),
        }
    }

    /// Whether what was asked for on the connection is carried out. If it is on another node, that one says so.
    pub fn is_served(&self) -> bool {
        match &self.way.end {
            End::Here(queue) => !queue.is_stopped.load(Ordering::Acquire),
            End::Remote(far) => far.is_served(),
        }
    }

    /// How many frames may wait for the connection, as far as it is known.
    pub(crate) fn places(&self) -> Option<usize> {
        match &self.way.end {
            End::Here(queue) => Some(queue.lock().capacity_frames),
            End::Remote(far) => far.places(),
        }
    }

    /// The node that has the connection, if it is another one.
    pub(crate) fn far(&self) -> Option<&dyn Remote> {
        match &self.way.end {
            End::Here(_) => None,
            End::Remote(far) => Some(&**far),
        }
    }

    /// Says that bytes were sent which this connection asked for, or are held for it.
    pub(crate) fn shown(&self, bytes: usize) {
        if let Some(by) = &self.way.answered {
            by.shown(bytes);
        }
    }

    /// Whether what it asked for may go on being sent; or how long it is until it may.
    pub(crate) fn may_be_shown(&self) -> Result<(), Duration> {
        let by = self.way.answered.as_ref();
        by.map_or(Ok(()), |by| by.may_be_shown())
    }

    /// Says that a request was answered with yes.
    pub(crate) fn was_answered(&self, re: u64) {
        self.note_answer(re, Ok(()));
    }

    /// Says how a request was answered.
    pub(crate) fn note_answer(&self, re: u64, answer: Result<(), ErrorCode>) {
        if let Some(by) = &self.way.answered {
            by.answered(re, answer);
        }
    }

    /// Has the connection closed, so that whoever is on it comes back.
    pub fn send_back(&self) {
        match &self.way.end {
            End::Here(queue) => queue.end(NextFrame::SentBack),
            End::Remote(far) => far.send_back(),
        }
    }

    /// Sends frames that belong together, or none of them where the queue cannot take them all and still have a quarter of its
    /// places and bytes free, or where they are too many bytes. Whether they were sent. Of the queue on another node it is known only how many it can
    /// have: a connection whose queue cannot take them beside what waits there is closed, and comes back.
    pub fn send_together(&self, frames: Vec<Bytes>) -> bool {
        let bytes: usize = frames.iter().map(Bytes::len).sum();
        if bytes > MISSED_BYTES {
            return false;
        }
        let sent = match &self.way.end {
            End::Here(queue) => queue.send_together(frames, bytes),
            End::Remote(far) => {
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

    /// Says that an answer was sent.
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
            .field("conn", &self.way.conn)
            .finish_non_exhaustive()
    }
}

impl FrameReceiver {
    /// Waits for the next frame.
    pub async fn next(&mut self) -> NextFrame {
        poll_fn(|context| {
            let mut waiting = self.queue.lock();
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

    /// The next frame if it is there already, so that frames that are ready together leave together.
    pub fn try_next(&mut self) -> Option<Bytes> {
        self.queue.lock().pop()
    }
}

impl Drop for FrameReceiver {
    /// Nothing is kept for a connection that is gone.
    fn drop(&mut self) {
        let mut waiting = self.queue.lock();
        waiting.capacity_frames = 0;
        (waiting.frames, waiting.bytes) = (VecDeque::new(), 0);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use giog_protocol::RoomId;
    use giog_protocol::server::{Answer, ErrorReply, Left, LeftReason, OkReply};

    use super::*;

    #[derive(Default)]
    struct Heard(Mutex<Vec<(u64, Result<(), ErrorCode>)>>);

    impl Answered for Heard {
        fn answered(&self, re: u64, answer: Result<(), ErrorCode>) {
            let mut heard = self.0.lock().expect("nobody panics");
            heard.push((re, answer));
        }

        fn shown(&self, _: usize) {}

        fn may_be_shown(&self) -> Result<(), Duration> {
            Ok(())
        }
    }

    #[test]
    fn who_measures_hears_of_answers_and_of_nothing_else() {
        let heard = Arc::new(Heard::default());
        let frame_sender = FrameSender::new(ConnId(1), 2).0;
        let frame_sender = frame_sender.watched(Arc::clone(&heard) as _);
        let answer = Answer::Nothing {};
        frame_sender.answered(&ServerMessage::Ok(OkReply { re: 7, answer }));
        let problem = ErrorCode::Busy;
        frame_sender.answered(&ServerMessage::Error(ErrorReply::new(
            Some(8),
            problem.into(),
        )));
        frame_sender.answered(&ServerMessage::Error(ErrorReply::new(None, problem.into())));
        let (room, reason) = (RoomId(uuid::Uuid::nil()), LeftReason::Left);
        frame_sender.answered(&ServerMessage::Left(Left { room, reason }));
        assert_eq!(
            *heard.0.lock().expect("nobody panics"),
            [(7, Ok(())), (8, Err(problem))]
        );
    }

    #[tokio::test]
    async fn frames_that_belong_together_are_sent_whole_where_there_is_place_for_more_and_else_not_at_all()
     {
        let frames = |count: usize| vec![Bytes::from_static(b"a"); count];
        let (frame_sender, mut frame_receiver) = FrameSender::new(ConnId(1), 8);
        assert!(
            !frame_sender.send_together(frames(7)),
            "two places stay free"
        );
        assert!(frame_sender.send_together(frames(4)));
        assert!(!frame_sender.send_together(frames(3)), "four are waiting");
        assert!(frame_sender.send_together(frames(2)));
        for _ in 0..6 {
            assert_eq!(frame_receiver.try_next(), Some(Bytes::from_static(b"a")));
        }
        assert_eq!(frame_receiver.try_next(), None, "nothing was sent in part");
        let large = Bytes::from(vec![b'a'; MISSED_BYTES / 2 + 1]);
        assert!(frame_sender.send_together(vec![large.clone()]));
        assert!(!frame_sender.send_together(vec![large.clone(), large]));
    }

    #[test]
    fn what_somebody_missed_takes_no_more_bytes_than_all_else_however_often_they_ask_for_it() {
        let (frame_sender, mut frame_receiver) = FrameSender::new(ConnId(1), 512);
        let missed = || vec![Bytes::from(vec![b'a'; MISSED_BYTES])];
        let sent = (0..16).filter(|_| frame_sender.send_together(missed()));
        assert_eq!(
            sent.count(),
            WAITING_BYTES / MISSED_BYTES - 1,
            "a quarter stays free"
        );
        // There is place for the whole picture.
        frame_sender.send(Bytes::from(vec![b'a'; MISSED_BYTES]));
        for _ in 0..WAITING_BYTES / MISSED_BYTES {
            assert!(frame_receiver.try_next().is_some());
        }
        assert_eq!(frame_receiver.try_next(), None);
    }

    /// A connection on another node with places for so many frames, and how many were sent to it.
    struct Away(usize, Mutex<usize>);

    impl Remote for Away {
        fn send(&self, _: Bytes) {
            *self.1.lock().expect("nobody panics") += 1;
        }

        fn send_back(&self) {}

        fn moved(&self, _: RoomId, _: Moved) {}

        fn returned(&self, _: RoomId, _: Request) {}

        fn stop_serving(&self) {}

        fn is_served(&self) -> bool {
            true
        }

        fn places(&self) -> Option<usize> {
            Some(self.0)
        }
    }

    #[test]
    fn no_more_frames_that_belong_together_are_sent_to_another_node_than_can_wait_there() {
        let frames = |count: usize| vec![Bytes::from_static(b"a"); count];
        let away = Arc::new(Away(8, Mutex::default()));
        let frame_sender = FrameSender::to_node(ConnId(1), Arc::clone(&away) as _);
        for (count, is_sent) in [(7, false), (6, true)] {
            assert_eq!(frame_sender.send_together(frames(count)), is_sent);
        }
        assert_eq!(*away.1.lock().expect("nobody panics"), 6);
    }

    #[tokio::test]
    async fn a_connection_that_does_not_keep_up_is_told_so_before_anything_else() {
        let (frame_sender, mut frame_receiver) = FrameSender::new(ConnId(1), 2);
        for text in ["a", "b", "c"] {
            frame_sender.send(Bytes::from(text));
        }
        assert_eq!(frame_receiver.next().await, NextFrame::Overflow);
    }

    #[tokio::test]
    async fn few_frames_that_are_long_are_bounded_as_many_short_ones_are() {
        let (frame_sender, mut frame_receiver) = FrameSender::new(ConnId(1), 512);
        let long = Bytes::from(vec![b'a'; WAITING_BYTES + 1]);
        frame_sender.send(long.clone());
        assert_eq!(frame_receiver.next().await, NextFrame::Frame(long));
        let half = Bytes::from(vec![b'a'; WAITING_BYTES / 2]);
        for _ in 0..2 {
            frame_sender.send(half.clone());
            frame_sender.send(half.clone());
            assert_eq!(frame_receiver.next().await, NextFrame::Frame(half.clone()));
            assert_eq!(frame_receiver.try_next(), Some(half.clone()));
        }
        for _ in 0..3 {
            frame_sender.send(half.clone());
        }
        assert_eq!(frame_receiver.next().await, NextFrame::Overflow);
    }
}
