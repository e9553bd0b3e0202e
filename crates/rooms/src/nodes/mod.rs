//! Rooms on other nodes: what goes between a node that has a connection and one that has the room, as values.
//!
//! A node that has connections is an *edge*, and reaches the rooms of another one through a [`Peer`]. The one that has the
//! rooms has [`Visitors`]: for each connection that came so, a frame sender whose frames go back. Both are made when a [`Wire`]
//! between the two is open, and are over when it breaks: connections of the edge that were in rooms there are then closed, and
//! come back at once, as after any break.

mod feeds;
mod items;
mod keys;
mod peer;
mod shards;
mod tellers;
mod visitors;

use bytes::Bytes;

pub(crate) use self::feeds::Feeds;
pub(crate) use self::items::{Described, QuickResult, ToEdge, item};
pub use self::keys::RoomKeys;
pub(crate) use self::keys::{KeyReservation, KeysOnTheWay};
pub use self::peer::Peer;
pub(crate) use self::peer::Said;
pub use self::shards::{SHARDS, shard_of};
pub(crate) use self::shards::{Shards, Teller};
pub(crate) use self::tellers::OtherTellers;
pub use self::visitors::Visitors;

/// A way to another node: what is sent on it arrives once, in order, without a gap; or the way breaks, and both sides are told.
pub trait Wire: Send + Sync {
    /// Sends an item; nothing waits for it.
    fn send(&self, item: Bytes);
}
