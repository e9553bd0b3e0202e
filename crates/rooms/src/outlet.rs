//! The way from a room to a connection. It is never waited for: a connection that does not keep up is closed.

use std::sync::Arc;

use bytes::Bytes;
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{Notify, mpsc};

use crate::conn::ConnId;

/// A room's end of a connection; clones are cheap.
#[derive(Clone, Debug)]
pub struct Outlet {
    conn: ConnId,
    frames: mpsc::Sender<Bytes>,
    overflow: Arc<Notify>,
}

/// A connection's end: the frames to be written.
#[derive(Debug)]
pub struct Outflow {
    frames: mpsc::Receiver<Bytes>,
    overflow: Arc<Notify>,
}

/// What comes out of rooms for a connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Flowed {
    /// A frame: UTF-8 text.
    Frame(Bytes),
    /// The connection did not keep up; what was sent to it is not complete.
    Overflow,
}

impl Outlet {
    /// A way for at most `capacity_frames` frames that are not yet written.
    pub fn new(conn: ConnId, capacity_frames: usize) -> (Self, Outflow) {
        let (sender, receiver) = mpsc::channel(capacity_frames);
        let overflow = Arc::new(Notify::new());
        (
            Self {
                conn,
                frames: sender,
                overflow: Arc::clone(&overflow),
            },
            Outflow {
                frames: receiver,
                overflow,
            },
        )
    }

    /// Which connection it is.
    pub const fn conn(&self) -> ConnId {
        self.conn
    }

    /// Sends a frame; if the connection does not keep up, it is closed instead.
    pub fn send(&self, frame: Bytes) {
        if let Err(TrySendError::Full(_)) = self.frames.try_send(frame) {
            self.overflow.notify_one();
        }
    }
}

impl Outflow {
    /// Waits for the next frame.
    pub async fn next(&mut self) -> Flowed {
        tokio::select! {
            biased;
            () = self.overflow.notified() => Flowed::Overflow,
            frame = self.frames.recv() => frame.map_or(Flowed::Overflow, Flowed::Frame),
        }
    }

    /// The next frame if it is there already, so that frames that are ready together leave together.
    pub fn try_next(&mut self) -> Option<Bytes> {
        self.frames.try_recv().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_connection_that_does_not_keep_up_is_told_so_before_anything_else() {
        let (outlet, mut outflow) = Outlet::new(ConnId(1), 2);
        for text in ["a", "b", "c"] {
            outlet.send(Bytes::from(text));
        }
        assert_eq!(outflow.next().await, Flowed::Overflow);
    }
}
