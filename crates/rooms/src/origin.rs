//! The network origin of a connection: keyed hashes of its address and of the networks that contain it. Rooms never get the address.

use serde::{Deserialize, Serialize};

/// The most networks of an origin: the address itself, the network around it, and the widest network that is counted.
const MAX_NETWORKS: usize = 3;

/// The network origin of a connection. Its numbers tell which connections have the same origin, and nothing else. An empty origin is
/// unknown, and counts in no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origin {
    networks: [Option<Network>; MAX_NETWORKS],
    household: Option<u64>,
}

/// A network. Its addresses cannot be computed from its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Network {
    /// The number.
    pub tag: u64,
    /// The limit of the whole network, as a multiple of the limit of one address.
    pub times: u32,
}

impl Origin {
    /// An origin that counts in these networks, and belongs to this household, if given.
    pub fn new(networks: impl IntoIterator<Item = Network>, household: Option<u64>) -> Self {
        let mut origin = Self {
            household,
            ..Self::default()
        };
        for (place, network) in origin.networks.iter_mut().zip(networks) {
            *place = Some(network);
        }
        origin
    }

    /// The networks it counts in, the narrowest first.
    pub fn networks(&self) -> impl Iterator<Item = Network> + use<> {
        self.networks.into_iter().flatten()
    }

    /// Whether both are known to be of the same household, so that they may well be one person.
    pub fn is_of_household(&self, other: &Self) -> bool {
        self.household.is_some() && self.household == other.household
    }

    /// Whether some network of this origin has reached its limit: `most` is the limit of one address, `count` returns the current number
    /// of a network.
    pub fn is_full(&self, most: usize, count: impl Fn(u64) -> usize) -> bool {
        self.networks()
            .any(|network| count(network.tag) >= most.saturating_mul(network.times as usize))
    }
}
