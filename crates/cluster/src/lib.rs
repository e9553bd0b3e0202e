//! Several servers that share the rooms of one database.
//!
//! Everything here is a state machine without clocks, sockets or tasks: `handle(input, now)` gives effects, and
//! `wake_at_ms` says when it wants to be called again. Moments are milliseconds of one clock that never goes back, of the
//! machine it runs on.
//!
//! * [`link`]: the way between two nodes over a bus that may lose, delay, repeat and reorder messages, and that others may
//!   write to. What arrives arrives once, in order and unaltered, or the link is opened anew and both sides know it.
//! * [`placement`]: which node has which part of the rooms, and what a node does about others that come, go and are gone.

pub mod link;
mod node;
pub mod placement;
mod seal;

pub use node::{NodeId, Shard};
pub use seal::ClusterKey;
