//! The secret of a cluster: derived from the signing key, which all its nodes have and nobody else.

use giog_cluster::ClusterKey;
use giog_rules::fairness::Signer;
use sha2::{Digest as _, Sha256};

/// Length in bytes of a cluster's name on NATS, which several clusters may use.
const NAME_BYTES: usize = 8;

/// Derives values from the signing key.
#[derive(Clone)]
pub(crate) struct Secret(Signer);

impl Secret {
    pub const fn of(signer: Signer) -> Self {
        Self(signer)
    }

    /// The key that encrypts everything between two nodes.
    pub fn links(&self) -> ClusterKey {
        ClusterKey::new(self.derive("giog/cluster/links"))
    }

    /// The key for hashes that identify networks without revealing them, equal on all nodes.
    pub fn origins(&self) -> [u8; 32] {
        self.derive("giog/cluster/origins")
    }

    /// The name of the cluster on NATS. It reveals nothing about the key.
    pub fn name(&self) -> String {
        hex::encode(&self.derive("giog/cluster/name")[..NAME_BYTES])
    }

    fn derive(&self, what_for: &str) -> [u8; 32] {
        self.0.derive(&Sha256::digest(what_for).into())
    }
}
