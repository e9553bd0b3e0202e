//! What nodes read from the database.

use crate::{NodeId, Reach, Shard};

/// A node's row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeRow {
    /// The node.
    pub node: NodeId,
    /// Its state.
    pub state: NodeState,
    /// The number of its last beat.
    pub beat: i64,
    /// When it was written, in milliseconds of the database's clock.
    pub beat_at_ms: i64,
    /// Whether the operator drains it: it is to have no shards.
    pub is_drained: bool,
    /// How far it reaches over the bus, as it said with that beat; none for a node of an earlier version.
    pub reach: Option<Reach>,
}

/// The state of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeState {
    /// It has shards and takes more.
    Active,
    /// It hands over its shards.
    Leaving,
    /// It cannot write any more.
    Fenced,
}

/// A shard's row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShardRow {
    /// The shard.
    pub shard: Shard,
    /// Its owner; none if it never had one.
    pub node: Option<NodeId>,
    /// Increases whenever the owner changes.
    pub moved: i64,
    /// The owner that the operator wants: used as long as that node takes shards.
    pub wanted: Option<NodeId>,
}

/// The state of the database at one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// The time of the database's clock, in milliseconds.
    pub now_ms: i64,
    /// All nodes that are alive or still own shards, in no particular order.
    pub nodes: Vec<NodeRow>,
    /// All shards.
    pub shards: Vec<ShardRow>,
}
