//! Rooms on other nodes: what the node of a connection and the node of a room send each other, as values.
//!
//! The node with the connections is the *edge*; the one with the room is the *owner*. The edge reaches the owner's rooms through a
//! [`Peer`]. The owner has [`crate::RemoteConnections`]: for each connection of the edge a frame sender, whose frames go back to the edge. Both
//! exist while a [`Wire`] between the two nodes is open. When it breaks, connections of the edge that were in rooms of the owner are
//! closed, and clients reconnect at once, as after any disconnect.

mod items;
mod keys;
mod other_reporters;
mod peer;
mod shards;
mod subscribers;

use bytes::Bytes;

pub(crate) use self::items::{
    QuickResult, Refused, RemoteConn, ToEdge, ToOwner, frame_item, item, read_to_owner,
    read_unknown,
};
pub use self::keys::RoomKeys;
pub(crate) use self::keys::{KeyReservation, PendingKeys};
pub(crate) use self::other_reporters::OtherReporters;
pub use self::peer::Peer;
pub(crate) use self::peer::PeerReport;
pub(crate) use self::shards::{Reporter, Shards};
pub use self::shards::{SHARDS, shard_of};
pub(crate) use self::subscribers::Subscribers;

/// A link to another node: items arrive once, in order and without gaps; otherwise the link breaks, and both sides are told.
pub trait Wire: Send + Sync {
    /// Sends an item; nothing waits for it.
    fn send(&self, item: Bytes);

    /// Whether much of the link's send buffer is used. A full buffer breaks the link, so until then long answers that can be requested
    /// again are refused.
    fn is_filling(&self) -> bool {
        false
    }
}
