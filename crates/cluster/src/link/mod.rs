//! The way between two nodes, over a bus that is not to be trusted.
//!
//! A node that has connections is the *caller* of a link to a node that has rooms, the *callee*; two nodes that have both have a
//! link each way, and each of them several side by side (*lanes*), so that one that is slow holds up no other.
//!
//! A link is *opened* by the caller, and has a number that grows with each opening. On an open link messages are counted in each
//! direction, and each says what arrived of the other one. A message that is missing, a peer that was silent for too long, and
//! more than may be on its way end it: nothing is ever sent again here. The caller opens it anew at once, and whoever uses it
//! then says again what was not answered. That is harmless, as clients do the same after a break.
//!
//! So an item arrives once or not at all, in order, without a gap before it on its opening, and unaltered. What was sealed for
//! another opening, direction, pair of nodes or cluster opens nowhere else; what is repeated has a number that was there already;
//! and a callee takes no opening up whose number is not the highest. Whoever only writes to the bus neither ends nor delays a
//! link.

mod callee;
mod caller;
mod live;
mod message;

use bytes::Bytes;

pub use callee::Callee;
pub use caller::Caller;
pub use message::names;

use crate::NodeId;

/// How long a node is silent at most while there is nothing to say.
pub const BEAT_MS: u64 = 300;
/// A silence after which the other node, or the bus, counts as gone: five beats.
pub const SILENCE_MS: u64 = 1_500;
/// After which time a caller tries for the second time to open a link; from then on after twice as long each time, up to
/// [`SILENCE_MS`]. Nodes that meet do not listen at the same moment, and rooms may be on their way to one of them already.
pub const RETRY_MS: u64 = 50;
/// Items that may be on their way in one direction.
pub const WINDOW_ITEMS: usize = 4_096;
/// Bytes of items that may be on their way in one direction; one item alone may have more.
pub const WINDOW_BYTES: usize = 1024 * 1024;
/// Bytes of items in one message, where it has more than one: a quarter of what NATS takes by default.
pub const BATCH_BYTES: usize = 256 * 1024;
/// A part of the window of which the other side is told at once that it arrived, and not with the next beat.
const TELL_PART: usize = 4;

/// Which link it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LinkName {
    /// Who opens it.
    pub caller: NodeId,
    /// Who is called.
    pub callee: NodeId,
    /// Which of those side by side.
    pub lane: u8,
}

/// Which way a message goes.
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

/// What happens to one end of a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// This is to be sent, with the next [`Self::Flush`]. On a link that is not open it is dropped: see [`Effect::Opened`].
    Send(Bytes),
    /// Everything that is to be sent now was given.
    Flush,
    /// A message came over the bus.
    Received(Bytes),
    /// Time has passed.
    Tick,
    /// The link is to be opened anew: the bus said that it lost something, or this side does not keep up.
    Break,
}

/// What one end of a link wants done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// To the other node, over the bus.
    Publish(Bytes),
    /// The link is open. Nothing that was sent before is on its way any more: it arrived, or never will.
    Opened,
    /// This was sent by the other node.
    Delivered(Bytes),
    /// The link is open no more.
    Lost(Loss),
    /// Too much is on its way: this was not sent.
    Full(Bytes),
    /// A message was not the other node's, and had no other effect.
    Forged,
}

/// Why a link is open no more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loss {
    /// A message is missing.
    Gap,
    /// The other node was silent for [`SILENCE_MS`].
    Silence,
    /// The other node said so.
    Told,
    /// The other node has opened it anew.
    Reopened,
    /// Whoever uses it said so.
    Asked,
}
