//! The right to own rooms.

/// The number of a take-over of the database; grows by one each time. Every append names it, so a server that lost the
/// lease without noticing can write nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fence(pub(crate) i64);

impl Fence {
    /// The number, for logs.
    pub const fn number(self) -> i64 {
        self.0
    }
}
