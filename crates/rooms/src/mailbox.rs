//! The receiving side of a room's inbox: one message after another; actions wait until no group of rows is being committed.

use giog_protocol::client::RoomCommand;
use giog_store::CommitHandle;
use tokio::sync::mpsc;

use crate::conn::ConnId;
use crate::inbox::{Request, ToRoom};
use crate::room::Acting;
use crate::time::{Clock, Now};

/// The messages that the room has not taken yet.
pub(crate) struct Mailbox {
    inbox: mpsc::Receiver<ToRoom>,
    /// The next message, if it was taken from the inbox already.
    next: Option<ToRoom>,
    /// When it arrived, if it is an action that waits for a commit. This time counts, however long it waits.
    came_at: Option<Now>,
}

/// A message; for an action that waited for a commit, with the time of its arrival, which counts.
pub(crate) type TimedMessage = (ToRoom, Option<Now>);

impl Mailbox {
    pub const fn new(inbox: mpsc::Receiver<ToRoom>) -> Self {
        Self {
            inbox,
            next: None,
            came_at: None,
        }
    }

    /// Waits for the next message; none after all senders are gone. With `commit`, an action waits until no group of rows is being
    /// committed and then shares a row with actions that arrived meanwhile; its row could not be committed earlier anyway. Cancelling the
    /// call loses no message.
    pub async fn next(
        &mut self,
        commit: Option<&CommitHandle>,
        clock: &dyn Clock,
    ) -> Option<TimedMessage> {
        if self.next.is_none() {
            self.next = Some(self.inbox.recv().await?);
        }
        if let (Some(message), Some(commit)) = (&self.next, commit)
            && is_action(message)
        {
            self.came_at.get_or_insert_with(|| clock.now());
            commit.until_idle().await;
        }
        self.take_waiting()
    }

    /// The message that waits, without further waiting; none if there is none.
    pub fn take_waiting(&mut self) -> Option<TimedMessage> {
        let came_at = self.came_at.take();
        self.next.take().map(|message| (message, came_at))
    }

    /// The next message, if it has arrived and is an action on a connection that the room knows.
    pub fn next_action(&mut self, is_known: impl Fn(ConnId) -> bool) -> Option<Acting> {
        if self.next.is_some() {
            return None;
        }
        match self.inbox.try_recv().ok()? {
            ToRoom::Command(request) => match *request {
                Request {
                    frame_sender,
                    person,
                    re,
                    command: RoomCommand::Act(act),
                } if is_known(frame_sender.conn()) && frame_sender.is_served() => Some(Acting {
                    conn: frame_sender.conn(),
                    person,
                    re,
                    act,
                }),
                request => {
                    self.next = Some(ToRoom::Command(Box::new(request)));
                    None
                }
            },
            message => {
                self.next = Some(message);
                None
            }
        }
    }

    /// Closes the inbox; returns the messages that are in it.
    pub fn drain(&mut self) -> impl Iterator<Item = ToRoom> {
        self.inbox.close();
        let waiting = self.take_waiting().map(|(message, _)| message);
        waiting
            .into_iter()
            .chain(std::iter::from_fn(|| self.inbox.try_recv().ok()))
    }
}

const fn is_action(message: &ToRoom) -> bool {
    matches!(message, ToRoom::Command(request) if matches!(request.command, RoomCommand::Act(_)))
}
