//! The address of a connection, as far as rooms may know it: keyed hashes of the address and its networks.

use serde::{Deserialize, Serialize};

/// The most networks of an origin: alone, as part of a wider one, and of the widest that is counted.
const MAX_NETWORKS: usize = 3;

/// Where a connection comes from: numbers that say which others come from there too, and nothing else. Without any it is
/// not known, and then nothing is counted by it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origin {
    networks: [Option<Network>; MAX_NETWORKS],
    household: Option<u64>,
}

/// A network, by a number that cannot be turned back into its addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Network {
    /// The number.
    pub tag: u64,
    /// How many times what one address may have, all of it may.
    pub times: u32,
}

impl Origin {
    /// An origin that counts in these networks, and is of this household if it is of one.
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

    /// Whether some network of this one has as much as it may, where one address may have `most` and a network has what
    /// `count` says.
    pub fn is_full(&self, most: usize, count: impl Fn(u64) -> usize) -> bool {
        self.networks()
            .any(|network| count(network.tag) >= most.saturating_mul(network.times as usize))
    }
}
