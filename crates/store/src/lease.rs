//! The lease: the right to own the rooms of a database.

use uuid::Uuid;

/// The number of a take-over of the database; grows by one each time. Every append names it, so a server that lost the
/// lease without noticing can write nothing.
///
/// Servers that share the rooms have the same number, and each its own node: it can write as long as that was not fenced,
/// and only rooms of its shards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fence {
    pub(crate) number: i64,
    pub(crate) node: Option<Uuid>,
}

impl Fence {
    /// Of a server that has all rooms.
    pub(crate) const fn alone(number: i64) -> Self {
        Self { number, node: None }
    }

    /// The number, for logs.
    pub const fn number(self) -> i64 {
        self.number
    }
}
