//! Quick play: the request, and the table that it leads to.

use giog_protocol::Person;
use giog_rules::PlayerId;

use crate::frame_queue::FrameSender;
use crate::handle::RoomHandle;
use crate::lobby::{QuickGame, QuickTable};

/// A person's request for quick play.
pub(super) struct Quick {
    pub frame_sender: FrameSender,
    pub person: Person,
    pub re: u64,
    pub key: String,
    pub game: QuickGame,
    /// Whom they met in their latest rated matches; empty unless the table is to be rated.
    pub met: Vec<PlayerId>,
}

impl Quick {
    /// The connection, the person and the number of the request.
    pub fn who(&self) -> (FrameSender, Person, u64) {
        (self.frame_sender.clone(), self.person.clone(), self.re)
    }
}

/// Where quick play sends somebody.
pub(super) enum Next {
    Table(QuickTable<RoomHandle>),
    /// To a new table, which answers the request.
    Made(RoomHandle),
}
