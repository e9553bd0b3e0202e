//! The way from a room to a connection. It is never waited for: a connection that does not keep up is closed.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use bytes::Bytes;
use giog_protocol::ErrorCode;
use giog_protocol::server::ServerMessage;
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{Notify, mpsc};

use crate::conn::ConnId;
use crate::origin::Origin;

/// The part of a connection's queue that is never filled by what somebody missed: it is for what happens next.
const KEPT_FREE: usize = 4;
/// What somebody missed may have so many bytes together; the whole picture has far less.
const MISSED_BYTES: usize = 256 * 1_024;
/// Bytes that may wait to be written to a connection, in all its frames; a single frame may be longer. Four times what a
/// whole match is.
const WAITING_BYTES: usize = 1024 * 1024;

/// A room's end of a connection; clones are cheap.
#[derive(Clone)]
pub struct Outlet {
    conn: ConnId,
    origin: Origin,
    /// What the room is called in `news`, where the connection wants these.
    handle: Option<u32>,
    frames: mpsc::Sender<Bytes>,
    waiting_bytes: Arc<AtomicUsize>,
    overflow: Arc<Notify>,
    sent_back: Arc<Notify>,
    answered: Option<Arc<dyn Answered>>,
}

/// Hears of every answer that is on its way to a connection, for whoever measures how long that takes.
pub trait Answered: Send + Sync {
    /// Request `re` was carried out, or refused.
    fn answered(&self, re: u64, answer: Result<(), ErrorCode>);

    /// So many bytes were sent that this connection asked for: a whole picture, what it missed, a list.
    fn shown(&self, bytes: usize);
}

/// A connection's end: the frames to be written.
#[derive(Debug)]
pub struct Outflow {
    frames: mpsc::Receiver<Bytes>,
    waiting_bytes: Arc<AtomicUsize>,
    overflow: Arc<Notify>,
    sent_back: Arc<Notify>,
}

/// What comes out of rooms for a connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Flowed {
    /// A frame: UTF-8 text.
    Frame(Bytes),
    /// The connection did not keep up; what was sent to it is not complete.
    Overflow,
    /// The connection is to be closed, and to come back at once: a room that it was in begins anew from its log.
    SentBack,
}

impl Outlet {
    /// A way for at most `capacity_frames` frames that are not yet written.
    pub fn new(conn: ConnId, capacity_frames: usize) -> (Self, Outflow) {
        let (sender, receiver) = mpsc::channel(capacity_frames);
        let overflow = Arc::new(Notify::new());
        let sent_back = Arc::new(Notify::new());
        let waiting_bytes = Arc::new(AtomicUsize::new(0));
        (
            Self {
                conn,
                origin: Origin::default(),
                handle: None,
                frames: sender,
                waiting_bytes: Arc::clone(&waiting_bytes),
                overflow: Arc::clone(&overflow),
                sent_back: Arc::clone(&sent_back),
                answered: None,
            },
            Outflow {
                frames: receiver,
                waiting_bytes,
                overflow,
                sent_back,
            },
        )
    }

    /// The same way, with somebody who hears of the answers on it.
    #[must_use]
    pub fn watched(self, by: Arc<dyn Answered>) -> Self {
        Self {
            answered: Some(by),
            ..self
        }
    }

    /// The same way, of a connection that comes from there.
    #[must_use]
    pub fn coming_from(self, origin: Origin) -> Self {
        Self { origin, ..self }
    }

    /// The same way, for a room whose messages are to come together, as `news` that call it so.
    #[must_use]
    pub fn in_batches(self, handle: u32) -> Self {
        Self {
            handle: Some(handle),
            ..self
        }
    }

    /// What the room is called in `news`; nothing where every message is a frame of its own.
    pub const fn handle(&self) -> Option<u32> {
        self.handle
    }

    /// Where the connection comes from.
    pub const fn origin(&self) -> Origin {
        self.origin
    }

    /// Which connection it is.
    pub const fn conn(&self) -> ConnId {
        self.conn
    }

    /// Sends a frame; if the connection does not keep up, it is closed instead.
    pub fn send(&self, frame: Bytes) {
        if !self.may_wait(frame.len()) {
            self.overflow.notify_one();
        } else if let Err(TrySendError::Full(_)) = self.frames.try_send(frame) {
            self.overflow.notify_one();
        }
    }

    /// Notes that so many bytes more wait to be written, if there is place for them.
    fn may_wait(&self, bytes: usize) -> bool {
        let waiting = self.waiting_bytes.fetch_add(bytes, Ordering::Relaxed);
        waiting == 0 || waiting.saturating_add(bytes) <= WAITING_BYTES
    }

    /// Says that bytes were sent which this connection asked for.
    pub(crate) fn shown(&self, bytes: usize) {
        if let Some(by) = &self.answered {
            by.shown(bytes);
        }
    }

    /// Says that a request was answered with yes.
    pub(crate) fn was_answered(&self, re: u64) {
        if let Some(by) = &self.answered {
            by.answered(re, Ok(()));
        }
    }

    /// Has the connection closed, so that whoever is on it comes back.
    pub(crate) fn send_back(&self) {
        self.sent_back.notify_one();
    }

    /// Sends frames that belong together, or none of them where the queue cannot take them all and still have a quarter
    /// free, or where they are too many bytes. Whether they were sent.
    pub fn send_together(&self, frames: Vec<Bytes>) -> bool {
        let bytes: usize = frames.iter().map(Bytes::len).sum();
        let free = self.frames.max_capacity() / KEPT_FREE;
        if bytes > MISSED_BYTES || self.frames.capacity() < frames.len() + free {
            return false;
        }
        match self.frames.try_reserve_many(frames.len()) {
            Ok(places) => {
                self.waiting_bytes.fetch_add(bytes, Ordering::Relaxed);
                self.shown(bytes);
                places
                    .zip(frames)
                    .for_each(|(place, frame)| place.send(frame));
                true
            }
            // Another room was faster; or nobody is there any more.
            Err(_) => false,
        }
    }

    /// Says that an answer was sent.
    pub(crate) fn answered(&self, message: &ServerMessage) {
        let answer = match message {
            ServerMessage::Ok(ok) => Some((ok.re, Ok(()))),
            ServerMessage::Error(error) => error.re.map(|re| (re, Err(error.code))),
            _ => None,
        };
        if let (Some((re, answer)), Some(by)) = (answer, &self.answered) {
            by.answered(re, answer);
        }
    }
}

impl fmt::Debug for Outlet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Outlet")
            .field("conn", &self.conn)
            .finish_non_exhaustive()
    }
}

impl Outflow {
    /// Waits for the next frame.
    pub async fn next(&mut self) -> Flowed {
        tokio::select! {
            biased;
            () = self.overflow.notified() => Flowed::Overflow,
            () = self.sent_back.notified() => Flowed::SentBack,
            frame = self.frames.recv() => frame.map_or(Flowed::Overflow, |frame| Flowed::Frame(self.taken(frame))),
        }
    }

    /// The next frame if it is there already, so that frames that are ready together leave together.
    pub fn try_next(&mut self) -> Option<Bytes> {
        self.frames.try_recv().ok().map(|frame| self.taken(frame))
    }

    fn taken(&self, frame: Bytes) -> Bytes {
        self.waiting_bytes.fetch_sub(frame.len(), Ordering::Relaxed);
        frame
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
    }

    #[test]
    fn who_measures_hears_of_answers_and_of_nothing_else() {
        let heard = Arc::new(Heard::default());
        let outlet = Outlet::new(ConnId(1), 2).0;
        let outlet = outlet.watched(Arc::clone(&heard) as _);
        let answer = Answer::Nothing {};
        outlet.answered(&ServerMessage::Ok(OkReply { re: 7, answer }));
        let problem = ErrorCode::Busy;
        outlet.answered(&ServerMessage::Error(ErrorReply::new(
            Some(8),
            problem.into(),
        )));
        outlet.answered(&ServerMessage::Error(ErrorReply::new(None, problem.into())));
        let (room, reason) = (RoomId(uuid::Uuid::nil()), LeftReason::Left);
        outlet.answered(&ServerMessage::Left(Left { room, reason }));
        assert_eq!(
            *heard.0.lock().expect("nobody panics"),
            [(7, Ok(())), (8, Err(problem))]
        );
    }

    #[tokio::test]
    async fn frames_that_belong_together_are_sent_whole_where_there_is_place_for_more_and_else_not_at_all()
     {
        let frames = |count: usize| vec![Bytes::from_static(b"a"); count];
        let (outlet, mut outflow) = Outlet::new(ConnId(1), 8);
        assert!(!outlet.send_together(frames(7)), "two places stay free");
        assert!(outlet.send_together(frames(4)));
        assert!(!outlet.send_together(frames(3)), "four are waiting");
        assert!(outlet.send_together(frames(2)));
        for _ in 0..6 {
            assert_eq!(outflow.try_next(), Some(Bytes::from_static(b"a")));
        }
        assert_eq!(outflow.try_next(), None, "nothing was sent in part");
        let large = Bytes::from(vec![b'a'; MISSED_BYTES / 2 + 1]);
        assert!(outlet.send_together(vec![large.clone()]));
        assert!(!outlet.send_together(vec![large.clone(), large]));
    }

    #[tokio::test]
    async fn a_connection_that_does_not_keep_up_is_told_so_before_anything_else() {
        let (outlet, mut outflow) = Outlet::new(ConnId(1), 2);
        for text in ["a", "b", "c"] {
            outlet.send(Bytes::from(text));
        }
        assert_eq!(outflow.next().await, Flowed::Overflow);
    }

    #[tokio::test]
    async fn few_frames_that_are_long_are_bounded_as_many_short_ones_are() {
        let (outlet, mut outflow) = Outlet::new(ConnId(1), 512);
        let long = Bytes::from(vec![b'a'; WAITING_BYTES + 1]);
        outlet.send(long.clone());
        assert_eq!(outflow.next().await, Flowed::Frame(long));
        let half = Bytes::from(vec![b'a'; WAITING_BYTES / 2]);
        for _ in 0..2 {
            outlet.send(half.clone());
            outlet.send(half.clone());
            assert_eq!(outflow.next().await, Flowed::Frame(half.clone()));
            assert_eq!(outflow.try_next(), Some(half.clone()));
        }
        for _ in 0..3 {
            outlet.send(half.clone());
        }
        assert_eq!(outflow.next().await, Flowed::Overflow);
    }
}
