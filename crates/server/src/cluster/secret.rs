//! What all nodes of a cluster know and nobody else: it follows from the signing key, which they have in common.

use giog_cluster::ClusterKey;
use giog_rules::fairness::Signer;
use sha2::{Digest as _, Sha256};

/// Bytes of the name of a cluster on NATS, where several may share a server.
const NAME_BYTES: usize = 8;

/// What follows from the signing key.
#[derive(Clone)]
pub(crate) struct Secret(Signer);

impl Secret {
    pub const fn of(signer: Signer) -> Self {
        Self(signer)
    }

    /// What seals everything between two nodes.
    pub fn links(&self) -> ClusterKey {
        ClusterKey::new(self.derive("giog/cluster/links"))
    }

    /// What tells networks apart without naming them, alike on all nodes.
    pub fn origins(&self) -> [u8; 32] {
        self.derive("giog/cluster/origins")
    }

    /// What the cluster is called on NATS; it tells nothing else.
    pub fn name(&self) -> String {
        hex::encode(&self.derive("giog/cluster/name")[..NAME_BYTES])
    }

    fn derive(&self, what_for: &str) -> [u8; 32] {
        self.0.derive(&Sha256::digest(what_for).into())
    }
}
