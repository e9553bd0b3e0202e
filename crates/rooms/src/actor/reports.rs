//! The interface through which a room's task reports to the lobby.

use giog_protocol::{ErrorCode, RoomId, RoomSummary};
use giog_rules::PlayerId;

use crate::conn::ConnId;
use crate::frame_queue::{FrameSender, Moved};
use crate::inbox::Request;
use crate::origin::Origin;
use crate::room::{AwaitedPlayer, StoppedAt};

/// What a room's task reports.
pub(crate) trait Reports: Send + 'static {
    /// The room's entry in the lobby has changed; at a quick-play table, with the network origins of the seated people.
    fn summary(&self, summary: RoomSummary, table_people: Vec<(PlayerId, Origin)>);
    /// The room is closed, and its task has ended.
    fn gone(&self, room: RoomId);
    /// The room failed, with these connections in it; its log stays unchanged. Returns the error with which requests to the room are
    /// answered from now on.
    fn failed(&self, room: RoomId, reason: String, frame_senders: Vec<FrameSender>) -> ErrorCode;
    /// A connection was in a room that continues elsewhere; this task sends it nothing more.
    fn moved(&self, room: RoomId, frame_sender: FrameSender, moved: Moved);
    /// A request arrived after the end of the task, for a room that continues elsewhere.
    fn late(&self, room: RoomId, request: Request);
    /// A connection in a room that continues elsewhere was closed.
    fn late_gone(&self, room: RoomId, conn: ConnId);
    /// The room continues elsewhere, from this state; none of its rows is waiting for a commit.
    fn elsewhere(&self, room: RoomId, stopped: StoppedAt);
    /// The outcome of all rows of a failed room is known.
    fn settled(&self, room: RoomId);
    /// A player left a public match.
    fn deserted(&self, room: RoomId, player: PlayerId);
    /// The player came back to it.
    fn returned(&self, room: RoomId, player: PlayerId);
    /// Somebody whose decision is open, or who must get ready, has no connection to the room.
    fn wanted(&self, room: RoomId, wanted: AwaitedPlayer);
    /// A client names a later event than the room has.
    fn seen_more(&self, room: RoomId);
}
