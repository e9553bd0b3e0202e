//! The end of a room's task: waits for submitted rows, and answers every request that is left.

use bytes::Bytes;
use giog_protocol::ErrorCode;
use giog_protocol::server::{ErrorReply, ServerMessage};

use super::{Actor, Reports, next_committed};
use crate::frame_queue::Moved;
use crate::inbox::ToRoom;

/// What happens to requests that arrive after the end.
#[derive(Clone, Copy)]
pub(super) enum LateRequests {
    Refused,
    /// Not answered: their connections will be closed, because this server can store nothing any more.
    Silent,
    /// Forwarded to where the room continues.
    Returned,
}

impl<R: Reports> Actor<R> {
    /// Waits until the outcome of all submitted rows is known, so that the room can be restored from the log. After that, the committer
    /// accepts rows of this room again.
    pub(super) async fn wait_for_rows(&mut self) {
        while !self.waiting.is_empty() {
            next_committed(&mut self.waiting).await;
        }
        self.commit.clear_failure(self.room.id());
    }

    /// Passes the connections in the room on to where it continues, with the number of the last event that they got. Others are not told.
    pub(super) fn move_on(&self) {
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

    /// Answers queries and commands that the room had not answered yet.
    pub(super) fn answer_pending_requests(&mut self, code: ErrorCode) {
        // The caller may be gone.
        for (_, reply) in self.asked.drain() {
            let _ = reply.send(Err(code));
        }
        for (_, done) in self.ordered.drain() {
            let _ = done.send(Err(code));
        }
    }

    /// Answers requests that arrived after the end of the room, so that nobody waits for ever.
    pub(super) fn answer_late_requests(&mut self, code: ErrorCode, late: LateRequests) {
        for message in self.mailbox.drain() {
            match message {
                ToRoom::Command(asked) if !asked.frame_sender.is_served() => {}
                ToRoom::Command(asked) => match late {
                    LateRequests::Refused => {
                        let error = ErrorReply::new(Some(asked.re), code.into());
                        let frame = ServerMessage::Error(error).encode();
                        asked.frame_sender.send(Bytes::from(frame));
                    }
                    LateRequests::Silent => {}
                    LateRequests::Returned => self.reports.late(self.room.id(), *asked),
                },
                ToRoom::Ask(asked) => {
                    // The caller may be gone.
                    let _ = asked.reply.send(Err(code));
                }
                ToRoom::QuickJoin(newcomer) => {
                    // The caller may be gone.
                    let _ = newcomer.done.send(Err(code));
                }
                ToRoom::AdminCommand(ordered) => {
                    // The caller may be gone.
                    let _ = ordered.done.send(Err(code));
                }
                ToRoom::Has { conn, reply } => {
                    // The caller may be gone.
                    let is_in = matches!(late, LateRequests::Returned) && self.room.has(conn);
                    let _ = reply.send(is_in);
                }
                ToRoom::Detached { conn } | ToRoom::CutOff { conn } => {
                    if matches!(late, LateRequests::Returned) {
                        self.reports.late_gone(self.room.id(), conn);
                    }
                }
                ToRoom::Resume(resuming) => match late {
                    LateRequests::Refused => {
                        let room = self.room.id();
                        tracing::debug!(%room, "a connection is closed: its room ended while it moved");
                        resuming.frame_sender.send_back();
                    }
                    LateRequests::Silent => {}
                    LateRequests::Returned => {
                        let (frame_sender, moved) = resuming.moved();
                        self.reports.moved(self.room.id(), frame_sender, moved);
                    }
                },
                ToRoom::Stop | ToRoom::Release(_) => {}
            }
        }
    }
}
