//! Several servers that share the rooms of one database.
//!
//! Everything here is a state machine without clocks, sockets or tasks: `handle(input, now)` returns effects, and `wake_at_ms` returns
//! when it must be called again. All moments are milliseconds of the machine's monotonic clock.
//!
//! * [`link`]: the connection between two nodes over a message bus that may lose, delay, repeat and reorder messages, and to which others
//!   may write. An item arrives once, in order and unaltered, or the link is opened again and both sides know it.
//! * [`placement`]: which node owns which rooms, and what a node does when others join, leave or fail.
//! * [`standing`]: whether a node that lost the bus or the database is worse off than the others.

pub mod link;
mod node;
pub mod placement;
mod seal;
pub mod standing;

pub use node::{NodeId, Reach, Shard};
pub use seal::ClusterKey;
