//! What stands in the database, as nodes read it.

use crate::{NodeId, Shard};

/// A node's row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeRow {
    /// Which node.
    pub node: NodeId,
    /// What it is about to do.
    pub state: NodeState,
    /// Its last beat, and when that was on the database's clock.
    pub beat: i64,
    /// See `beat`.
    pub beat_at_ms: i64,
    /// Whether the operator wants it to have no shards.
    pub is_drained: bool,
}

/// What a node is about to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeState {
    /// It has shards, and takes more.
    Active,
    /// It hands over what it has.
    Leaving,
    /// It can write nothing any more.
    Fenced,
}

/// Who has a shard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShardRow {
    /// Which shard.
    pub shard: Shard,
    /// Its owner, if it ever had one.
    pub node: Option<NodeId>,
    /// Grows whenever the owner changes.
    pub moved: i64,
    /// Whom the operator wants to have it: who has it for as long as it takes shards.
    pub wanted: Option<NodeId>,
}

/// What is in the database at a moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// The database's clock.
    pub now_ms: i64,
    /// All nodes that live or still have shards, in no particular order.
    pub nodes: Vec<NodeRow>,
    /// All shards.
    pub shards: Vec<ShardRow>,
}
