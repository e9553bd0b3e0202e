//! What counts as one address, for all limits by address: connections, guests, rooms, requests.
//!
//! Somebody who has a network can use all its addresses. Therefore each address is counted with several prefix lengths: alone (for IPv6
//! the network of a household), and as part of wider networks, whose limits are multiples of those of one address.

mod counts;

use std::net::IpAddr;
use std::sync::Arc;

use giog_rooms::{Network, Origin, Random};
use giog_store::AddressRange;
use sha2::{Digest, Sha256};

pub(crate) use self::counts::AddressCounts;

/// For IPv6: the prefix lengths in bits, each with its multiple of one address's limits: the smallest network of a household, that of
/// some households, and that of a site.
const WIDTHS_V6: [(u8, u32); 3] = [(64, 1), (56, 4), (48, 16)];
/// The same for IPv4: an address, and the smallest block that is routed on the internet, which a site may have.
const WIDTHS_V4: [(u8, u32); 2] = [(32, 1), (24, 16)];
/// The multiple of one address's limits for an address that, according to the operator, many people share.
const SHARED_TIMES: u32 = 16;
/// The prefix length, in bits, within which addresses belong to one household, and rarely to strangers.
const HOUSEHOLD_V6_BITS: u8 = 56;

/// The greatest number of networks in which an address is counted.
pub(crate) const MAX_WIDTHS: usize = 3;
/// All multiples.
pub(crate) const TIMES: [u32; MAX_WIDTHS] = [1, 4, 16];

/// The networks in which an address is counted, the narrowest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct AddressClass {
    widths: [Option<(AddressRange, u32)>; MAX_WIDTHS],
    shared: bool,
}

impl AddressClass {
    /// Each network with its multiple of one address's limits.
    pub fn networks(&self) -> impl Iterator<Item = (AddressRange, u32)> + use<> {
        self.widths.into_iter().flatten()
    }

    /// The network with this multiple.
    pub fn of_times(&self, times: u32) -> Option<AddressRange> {
        let mut networks = self.networks();
        networks.find_map(|(network, of)| (of == times).then_some(network))
    }
}

/// Finds the class of addresses. Clones share the configuration.
#[derive(Clone, Debug, Default)]
pub struct Addresses {
    /// Addresses that many people share, from the settings.
    shared: Arc<[AddressRange]>,
}

impl Addresses {
    /// With these addresses that many people share.
    pub fn new(shared: &[AddressRange]) -> Self {
        Self {
            shared: shared.into(),
        }
    }

    /// The class of an address.
    pub(crate) fn class(&self, address: IpAddr) -> AddressClass {
        let address = address.to_canonical();
        let shared = self.shared.iter().any(|range| range.contains(address));
        let mut widths = [None; MAX_WIDTHS];
        let all: &[(u8, u32)] = match address {
            IpAddr::V4(_) => &WIDTHS_V4,
            IpAddr::V6(_) => &WIDTHS_V6,
        };
        // An address that the operator declared as shared has one limit, the largest.
        let counted = if shared { &all[..1] } else { all };
        for (width, &(bits, times)) in widths.iter_mut().zip(counted) {
            let times = if shared { SHARED_TIMES } else { times };
            *width = AddressRange::new(address, bits).map(|network| (network, times));
        }
        AddressClass { widths, shared }
    }
}

/// Identifies the networks of addresses for rooms, which can compare and count them but not find out the addresses.
#[derive(Debug)]
pub(crate) struct Origins {
    addresses: Addresses,
    /// The key of the hashes; without `with_key`, a new one at every start.
    key: [u8; 32],
}

impl Origins {
    /// With a new key.
    pub fn new(addresses: Addresses, random: &mut dyn Random) -> Self {
        let mut key = [0; 32];
        random.fill(&mut key);
        Self::with_key(addresses, key)
    }

    /// With a key that other nodes have as well.
    pub const fn with_key(addresses: Addresses, key: [u8; 32]) -> Self {
        Self { addresses, key }
    }

    /// An address as rooms may know it.
    pub fn of(&self, address: IpAddr) -> Origin {
        let class = self.addresses.class(address);
        let networks = class.networks().map(|(network, times)| Network {
            tag: self.tag(network),
            times,
        });
        let household = match address.to_canonical() {
            v4 @ IpAddr::V4(_) => AddressRange::new(v4, WIDTHS_V4[0].0),
            v6 @ IpAddr::V6(_) => AddressRange::new(v6, HOUSEHOLD_V6_BITS),
        };
        // People behind a shared address are probably strangers.
        let household = household.filter(|_| !class.shared);
        Origin::new(networks, household.map(|network| self.tag(network)))
    }

    /// A keyed hash of a network. Nobody can find the network without the key.
    fn tag(&self, network: AddressRange) -> u64 {
        let mut hasher = Sha256::new();
        hasher.update(self.key);
        hasher.update(network.to_string());
        let digest: [u8; 32] = hasher.finalize().into();
        let (first, _) = digest.split_first_chunk().expect("a digest is longer");
        u64::from_be_bytes(*first)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A generator that returns only this byte.
    struct Same(u8);

    impl Random for Same {
        fn fill(&mut self, bytes: &mut [u8]) {
            bytes.fill(self.0);
        }
    }

    /// Addresses, of which these are shared.
    pub(crate) fn addresses(shared: &[&str]) -> Addresses {
        let shared = shared.iter().map(|text| text.parse().expect("a range"));
        Addresses::new(&shared.collect::<Vec<_>>())
    }

    fn address(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    #[test]
    fn an_address_counts_alone_and_in_wider_networks() {
        let all = addresses(&["198.51.100.0/24", "2001:db8:5::/48"]);
        for (text, expected) in [
            ("192.0.2.7", "192.0.2.7 x1, 192.0.2.0/24 x16"),
            ("::ffff:192.0.2.7", "192.0.2.7 x1, 192.0.2.0/24 x16"),
            (
                "2001:db8:1:203:4:5:6:7",
                "2001:db8:1:203::/64 x1, 2001:db8:1:200::/56 x4, 2001:db8:1::/48 x16",
            ),
            ("198.51.100.9", "198.51.100.9 x16"),
            ("2001:db8:5:203::1", "2001:db8:5:203::/64 x16"),
        ] {
            let networks = all.class(address(text)).networks();
            let told = networks.map(|(network, times)| format!("{network} x{times}"));
            assert_eq!(told.collect::<Vec<_>>().join(", "), expected, "{text}");
        }
    }

    #[test]
    fn rooms_know_who_is_of_one_household_and_not_where_it_is() {
        let origins = Origins::new(addresses(&["198.51.100.7"]), &mut Same(0));
        let same = |one: &str, other: &str| {
            let (one, other) = (origins.of(address(one)), origins.of(address(other)));
            one.is_of_household(&other)
        };
        assert!(same("192.0.2.7", "::ffff:192.0.2.7"));
        assert!(!same("192.0.2.7", "192.0.2.8"));
        assert!(same("2001:db8:1:203::1", "2001:db8:1:204::1"));
        assert!(!same("2001:db8:1:203::1", "2001:db8:1:303::1"));
        assert!(!same("198.51.100.7", "198.51.100.7"));
        let told = format!("{:?}", origins.of(address("192.0.2.7")));
        assert!(!told.contains("192"), "{told}");
    }

    #[test]
    fn rooms_count_an_address_in_as_many_networks_as_everything_else() {
        let origins = Origins::new(addresses(&["198.51.100.7"]), &mut Same(0));
        let times = |text: &str| -> Vec<u32> {
            let networks = origins.of(address(text)).networks();
            networks.map(|network| network.times).collect()
        };
        assert_eq!(times("192.0.2.7"), [1, 16]);
        assert_eq!(times("2001:db8:1:203::1"), [1, 4, 16]);
        assert_eq!(times("198.51.100.7"), [16]);
    }

    #[test]
    fn another_key_gives_other_tags() {
        let origins = |key| Origins::new(addresses(&[]), &mut Same(key));
        let there = address("192.0.2.7");
        assert_ne!(origins(0).of(there), origins(1).of(there));
        assert_eq!(origins(0).of(there), origins(0).of(there));
    }
}
