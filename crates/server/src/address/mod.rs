//! What counts as one address, for every bound that goes by addresses: how many connections, guests, rooms, requests.
//!
//! Somebody with a network has all its addresses. So each address is counted at several widths: alone (of IPv6 the network
//! that a household gets), and as part of wider networks, which may have a multiple of what one address may.

mod counts;
mod limiter;

use std::net::IpAddr;
use std::sync::Arc;

use giog_rooms::{Network, Origin, Random};
use giog_store::AddressRange;
use sha2::{Digest, Sha256};

pub(crate) use self::counts::AddressCounts;
pub(crate) use self::limiter::AddressLimiter;

/// How wide IPv6 is counted, in bits of the prefix, and how many times what one address may each may have: the network of a
/// household, what some households get, and what a site gets.
const WIDTHS_V6: [(u8, u32); 3] = [(64, 1), (56, 4), (48, 16)];
/// The same for IPv4: an address, and the smallest block that is routed, which a site may have.
const WIDTHS_V4: [(u8, u32); 2] = [(32, 1), (24, 16)];
/// How many times what one address may is for one that the operator says many people share.
const SHARED_TIMES: u32 = 16;
/// Which of the widths is one household: the one that has the addresses of one person, and hardly of strangers.
const HOUSEHOLD_V6_BITS: u8 = 56;

/// How wide an address can be counted, at most.
pub(crate) const MAX_WIDTHS: usize = 3;
/// The multiples there are.
pub(crate) const TIMES: [u32; MAX_WIDTHS] = [1, 4, 16];

/// The networks that an address counts in, the narrowest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct AddressClass {
    widths: [Option<(AddressRange, u32)>; MAX_WIDTHS],
    shared: bool,
}

impl AddressClass {
    /// Each network, with how many times what one address may it may have.
    pub fn networks(&self) -> impl Iterator<Item = (AddressRange, u32)> + use<> {
        self.widths.into_iter().flatten()
    }

    /// The one that may have so many times what one address may.
    pub fn of_times(&self, times: u32) -> Option<AddressRange> {
        let mut networks = self.networks();
        networks.find_map(|(network, of)| (of == times).then_some(network))
    }
}

/// Sorts addresses into classes; clones are cheap.
#[derive(Clone, Debug, Default)]
pub struct Addresses {
    /// Addresses that many people share, as the operator says.
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
        // What the operator vouches for has one bound, which is the widest.
        let counted = if shared { &all[..1] } else { all };
        for (width, &(bits, times)) in widths.iter_mut().zip(counted) {
            let times = if shared { SHARED_TIMES } else { times };
            *width = AddressRange::new(address, bits).map(|network| (network, times));
        }
        AddressClass { widths, shared }
    }
}

/// Names the networks of addresses to rooms, which compare and count, and cannot tell where they are.
#[derive(Debug)]
pub(crate) struct Origins {
    addresses: Addresses,
    /// Makes of a network a number that says nothing about it to anybody else; another one at every start.
    key: [u8; 32],
}

impl Origins {
    /// With a new key.
    pub fn new(addresses: Addresses, random: &mut dyn Random) -> Self {
        let mut key = [0; 32];
        random.fill(&mut key);
        Self::with_key(addresses, key)
    }

    /// With a key that others have as well.
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
        // Who shares an address with many people may well be a stranger to them.
        let household = household.filter(|_| !class.shared);
        Origin::new(networks, household.map(|network| self.tag(network)))
    }

    /// A number for a network that nobody can turn back into it who does not know the key.
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

    /// Fills everything with one byte.
    struct Same(u8);

    impl Random for Same {
        fn fill(&mut self, bytes: &mut [u8]) {
            bytes.fill(self.0);
        }
    }

    /// Addresses of which these are shared.
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
