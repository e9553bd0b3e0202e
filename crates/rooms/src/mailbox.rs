//! The receiving side of a room's inbox: one message after another; actions wait until no group of rows is being committed.

use giog_protocol::client::RoomCommand;
use giog_store::CommitHandle;
use tokio::sync::mpsc;

use crate::conn::ConnId;
use crate::handle::{Request, ToRoom};
use crate::room::Acting;
use crate::time::{Clock, Now};

/// The messages of a room that it has not taken yet.
pub(crate) struct Mailbox {
    inbox: mpsc::Receiver<ToRoom>,
    /// The next one, where it was looked at already.
    next: Option<ToRoom>,
    /// When it came, if it is an action: it counts as of then, however long it waits for its turn.
    came_at: Option<Now>,
}

/// A message; an action with the moment that it counts as of.
pub(crate) type TimedMessage = (ToRoom, Option<Now>);

impl Mailbox {
    pub const fn new(inbox: mpsc::Receiver<ToRoom>) -> Self {
        Self {
            inbox,
            next: None,
            came_at: None,
        }
    }

    /// Waits for the next message; none comes when all senders are gone. Actions wait for their turn: they share a row with
    /// those that come meanwhile, and could not be stored earlier. What waits here stays if nobody waits for it any more.
    pub async fn next(
        &mut self,
        turn: Option<&CommitHandle>,
        clock: &dyn Clock,
    ) -> Option<TimedMessage> {
        if self.next.is_none() {
            self.next = Some(self.inbox.recv().await?);
        }
        if let (Some(message), Some(commit)) = (&self.next, turn)
            && is_action(message)
        {
            self.came_at.get_or_insert_with(|| clock.now());
            commit.turn().await;
        }
        self.take_waiting()
    }

    /// The action that waits for its turn, if one does.
    pub fn take_waiting(&mut self) -> Option<TimedMessage> {
        let came_at = self.came_at.take();
        self.next.take().map(|message| (message, came_at))
    }

    /// The next message, if it is there already and an action to be carried out, on a connection that the room knows.
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

    /// Takes no more messages; gives those that are there, one after another.
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
