//! Which node should have which shard: every node computes the same assignment.

use sha2::{Digest as _, Sha256};

use crate::{NodeId, Shard};

/// The assignment of shards to nodes by rendezvous hashing: each shard ranks all nodes, and the highest one has it. So a new node takes
/// its share from all others, a node that leaves gives its share to all others, and nothing else moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ShardRanking {
    /// Sorted.
    nodes: Vec<NodeId>,
    first: Vec<Option<NodeId>>,
}

impl Default for ShardRanking {
    fn default() -> Self {
        Self {
            nodes: Vec::new(),
            first: vec![None; Shard::COUNT],
        }
    }
}

impl ShardRanking {
    /// Computes the assignment again if the nodes have changed.
    pub(super) fn among(&mut self, nodes: Vec<NodeId>) {
        if nodes != self.nodes {
            let best = |shard| nodes.iter().copied().max_by_key(|&node| rank(shard, node));
            self.first = Shard::all().map(best).collect();
            self.nodes = nodes;
        }
    }

    /// Whether a node takes part.
    pub(super) fn has(&self, node: NodeId) -> bool {
        self.nodes.binary_search(&node).is_ok()
    }

    /// The node that should have a shard; none if there is no node.
    pub(super) fn of(&self, shard: Shard) -> Option<NodeId> {
        self.first[shard.place()]
    }
}

fn rank(shard: Shard, node: NodeId) -> [u8; 32] {
    let hasher = Sha256::new_with_prefix([shard.0]);
    hasher.chain_update(node.0.as_bytes()).finalize().into()
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    fn nodes(numbers: std::ops::Range<u128>) -> Vec<NodeId> {
        numbers
            .map(|number| NodeId(Uuid::from_u128(number)))
            .collect()
    }

    fn ranking(nodes: &[NodeId]) -> ShardRanking {
        let mut ranking = ShardRanking::default();
        ranking.among(nodes.to_vec());
        ranking
    }

    #[test]
    fn nodes_have_about_as_many_shards_each() {
        let nodes = nodes(0..4);
        let ranking = ranking(&nodes);
        for node in nodes {
            let shards = Shard::all().filter(|&shard| ranking.of(shard) == Some(node));
            let count = shards.count();
            assert!((40..=90).contains(&count), "{count} of 256");
        }
    }

    #[test]
    fn only_what_a_node_takes_or_leaves_moves() {
        let (three, four) = (ranking(&nodes(0..3)), ranking(&nodes(0..4)));
        let newest = nodes(3..4)[0];
        for shard in Shard::all() {
            let after = four.of(shard);
            assert!(after == three.of(shard) || after == Some(newest));
        }
    }
}
