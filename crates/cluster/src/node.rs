//! Nodes, and the shards that are divided among them.

use std::fmt;

use uuid::Uuid;

/// A server process, from start to end: an id that is never used again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub Uuid);

impl fmt::Display for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A part of the rooms. It has one owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shard(pub u8);

impl Shard {
    /// The number of shards.
    pub const COUNT: usize = 256;

    /// The shard of a room: the first byte of its id, as in the column `shard` of its rows.
    pub const fn of(room: Uuid) -> Self {
        Self(room.as_bytes()[0])
    }

    /// All shards.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..=u8::MAX).map(Self)
    }

    /// Its index.
    pub(crate) const fn place(self) -> usize {
        self.0 as usize
    }
}

/// How far a node reaches over the bus.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reach {
    /// The bus does not answer.
    Nothing,
    /// The bus answers, and no other node does.
    Bus,
    /// Another node answers.
    Nodes,
}
