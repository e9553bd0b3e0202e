//! A connection, as a room knows it.

use smallvec::SmallVec;

/// A connection to the server, for as long as the server runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ConnId(pub u64);

/// Connections that get the same: those of a table of four have their place where they are named.
pub type Conns = SmallVec<[ConnId; 4]>;
