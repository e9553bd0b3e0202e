//! The connection between two nodes, over a message bus that is not trusted.
//!
//! A node with connections is the *caller* of a link to a node with rooms, the *callee*. Two nodes that have both have one link in each
//! direction. There can be several links side by side (*lanes*), so that a slow one does not delay others.
//!
//! The caller *opens* a link; each opening has a higher number. On an open link the messages of each direction are numbered, and each
//! message acknowledges those of the other direction. A missing message, a peer that is silent for too long, or a full window ends the
//! link: nothing is retransmitted here. The caller opens the link again at once, and its user repeats requests that were not answered.
//! That is harmless, because clients do the same after a disconnect.
//!
//! So an item arrives at most once, in order, unaltered, and with no item missing before it in its opening. A message that was encrypted
//! for another opening, direction, pair of nodes or cluster cannot be decrypted; a repeated message has a number that was already
//! received; and a callee accepts only openings with a higher number than before. Somebody who can only write to the bus can neither end
//! nor delay a link.

mod callee;
mod caller;
mod live;
mod message;

use bytes::Bytes;

pub use callee::Callee;
pub use caller::Caller;
pub use message::names;

use crate::NodeId;

/// The longest time in which a node sends nothing, in milliseconds: it sends a beat if there is nothing else.
pub const BEAT_MS: u64 = 300;
/// The silence, in milliseconds, after which the other node or the bus counts as gone: five beats.
pub const SILENCE_MS: u64 = 1_500;
/// The time, in milliseconds, after which a caller tries for the second time to open a link. It doubles with each further attempt, up to
/// [`SILENCE_MS`]. Two nodes do not start to listen at the same moment, and rooms may already be moving to one of them.
pub const RETRY_MS: u64 = 50;
/// The most unacknowledged items in one direction.
pub const WINDOW_ITEMS: usize = 4_096;
/// The most bytes of unacknowledged items in one direction. A single item may be larger.
pub const WINDOW_BYTES: usize = 1024 * 1024;
/// The most bytes of items in one message with more than one: a quarter of NATS's default limit.
pub const BATCH_BYTES: usize = 256 * 1024;
/// After receiving this fraction of the window (1 / 4), the other side gets an acknowledgement at once and not with the next beat.
const TELL_PART: usize = 4;

/// Identifies a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LinkName {
    /// The node that opens it.
    pub caller: NodeId,
    /// The other node.
    pub callee: NodeId,
    /// The lane.
    pub lane: u8,
}

/// The direction of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Direction {
    FromCaller,
    FromCallee,
}

impl Direction {
    const fn bit(self) -> u8 {
        self as u8
    }

    const fn of_bit(bit: u8) -> Self {
        if bit == Self::FromCaller.bit() {
            Self::FromCaller
        } else {
            Self::FromCallee
        }
    }

    const fn other(self) -> Self {
        match self {
            Self::FromCaller => Self::FromCallee,
            Self::FromCallee => Self::FromCaller,
        }
    }
}

/// Inputs of one end of a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// Send this item with the next [`Self::Flush`]. While the link is not open, it is dropped: see [`Effect::Opened`].
    Send(Bytes),
    /// There are no more items to be sent at the moment.
    Flush,
    /// A message was received from the bus.
    Received(Bytes),
    /// Time has passed.
    Tick,
    /// Open the link again: the bus reported lost messages, or this side does not keep up.
    Break,
}

/// Effects of one end of a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Publish this message to the other node on the bus.
    Publish(Bytes),
    /// The link is open. Items that were sent on earlier openings have arrived or never will.
    Opened,
    /// The other node sent this item.
    Delivered(Bytes),
    /// The link is not open any more.
    Lost(Loss),
    /// The window is full: this item was not sent.
    Full(Bytes),
    /// A received message was not sent by the other node; it was ignored.
    Forged,
}

/// The reason for which a link was lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loss {
    /// A message is missing.
    Gap,
    /// The other node was silent for [`SILENCE_MS`].
    Silence,
    /// The other node ended the link.
    EndedByPeer,
    /// The other node opened it again.
    Reopened,
    /// The code that uses the link ended it.
    EndedByUser,
}
