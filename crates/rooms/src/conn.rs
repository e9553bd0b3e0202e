//! The id of a connection.

use smallvec::SmallVec;

/// The id of a connection to the server, unique while the server runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ConnId(pub u64);

/// Connections that get the same message. A list for a table of four needs no allocation.
pub type Conns = SmallVec<[ConnId; 4]>;
