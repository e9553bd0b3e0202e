//! Who takes part, and what is shared out among them.

use std::fmt;

use uuid::Uuid;

/// A server from its start to its end: an id that no other start ever has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub Uuid);

impl fmt::Display for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A part of the rooms, which has one owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shard(pub u8);

impl Shard {
    /// How many there are.
    pub const COUNT: usize = 256;

    /// The one that a room is in: the first byte of its id, as the column `shard` of its rows says.
    pub const fn of(room: Uuid) -> Self {
        Self(room.as_bytes()[0])
    }

    /// All of them.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..=u8::MAX).map(Self)
    }

    /// Its place among all.
    pub(crate) const fn place(self) -> usize {
        self.0 as usize
    }
}
