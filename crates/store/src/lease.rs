//! The lease: the right to own the rooms of a database.

use uuid::Uuid;

/// The number of a take-over of the database; it grows by one each time. Every append contains it, so that a server that lost the lease
/// without noticing cannot write.
///
/// Servers that share the rooms have the same number, and each has a node of its own: a node can write until it is fenced, and only to
/// rooms of its shards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fence {
    pub(crate) number: i64,
    pub(crate) node: Option<Uuid>,
}

impl Fence {
    /// The fence of a server that has all rooms.
    pub(crate) const fn alone(number: i64) -> Self {
        Self { number, node: None }
    }

    /// The number, for logs.
    pub const fn number(self) -> i64 {
        self.number
    }
}
