//! What the lobby hears of a room.

use giog_protocol::{ErrorCode, RoomId, RoomSummary};
use giog_rules::PlayerId;

use crate::conn::ConnId;
use crate::frame_queue::{FrameSender, Moved};
use crate::handle::Request;
use crate::origin::Origin;
use crate::room::{Paused, Wanted};

/// What a room's task tells the lobby.
pub(crate) trait Reports: Send + 'static {
    /// What is to be shown of the room; and where those come from who sit at a table of quick play.
    fn summary(&self, summary: RoomSummary, table_people: Vec<(PlayerId, Origin)>);
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
