//! Bans by the operator: of people and of addresses.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::str::FromStr;

use giog_rules::{PlayerId, Timestamp};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// A ban.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct BanId(pub Uuid);

/// Keeps a person or addresses from connecting. The same target may have several bans; each counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ban {
    /// The ban's id.
    pub ban_id: BanId,
    /// Who is banned.
    pub target: BanTarget,
    /// Why, in the operator's words.
    pub reason: String,
    /// When it was made.
    pub made_at: Timestamp,
    /// When it ends; `None` for a permanent ban.
    pub ends_at: Option<Timestamp>,
}

/// Who is banned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BanTarget {
    /// A person: all their tokens.
    Player(PlayerId),
    /// Everybody who connects from these addresses.
    Addresses(AddressRange),
}

/// A range of IP addresses in CIDR notation: all addresses with the same first bits. A single address is a range of one. The text is
/// canonical: no bits beyond the prefix, no `/prefix` for a whole address, and IPv4 addresses that are mapped into IPv6 are written as
/// IPv4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct AddressRange {
    first: IpAddr,
    prefix_bits: u8,
}

/// The text is not an [`AddressRange`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("addresses are written as `203.0.113.7`, `203.0.113.0/24` or `2001:db8::/64`")]
pub struct BadAddressRange;

/// Bits of the prefix `::ffff:0:0/96`, under which IPv4 addresses are mapped into IPv6.
const MAPPED_PREFIX_BITS: u8 = 96;

impl AddressRange {
    /// The addresses that share their first `prefix_bits` bits with this one; `None` if it has fewer bits.
    pub fn new(address: IpAddr, prefix_bits: u8) -> Option<Self> {
        let (address, prefix_bits) = match address {
            IpAddr::V6(long) if prefix_bits >= MAPPED_PREFIX_BITS => {
                match (long.to_ipv4_mapped(), prefix_bits) {
                    (Some(short), bits) => (IpAddr::V4(short), bits - MAPPED_PREFIX_BITS),
                    (None, bits) => (address, bits),
                }
            }
            _ => (address, prefix_bits),
        };
        let first = first_of(address, prefix_bits)?;
        Some(Self { first, prefix_bits })
    }

    /// How many first bits its addresses have in common.
    pub const fn prefix_bits(&self) -> u8 {
        self.prefix_bits
    }

    /// Whether it is a range of IPv4 addresses.
    pub const fn is_v4(&self) -> bool {
        self.first.is_ipv4()
    }

    /// Whether an address is in both ranges.
    pub fn overlaps(&self, other: &Self) -> bool {
        let wider_bits = self.prefix_bits.min(other.prefix_bits);
        self.is_v4() == other.is_v4()
            && first_of(self.first, wider_bits) == first_of(other.first, wider_bits)
    }

    /// Whether this address is in the range.
    pub fn contains(&self, address: IpAddr) -> bool {
        first_of(address.to_canonical(), self.prefix_bits) == Some(self.first)
    }
}

impl Hash for AddressRange {
    /// In at most two writes, because ranges are looked up several times per request.
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self.first {
            IpAddr::V4(first) => {
                state.write_u64(
                    u64::from(first.to_bits()) << u8::BITS | u64::from(self.prefix_bits),
                );
            }
            IpAddr::V6(first) => {
                state.write_u128(first.to_bits());
                state.write_u8(self.prefix_bits);
            }
        }
    }
}

impl From<IpAddr> for AddressRange {
    fn from(address: IpAddr) -> Self {
        let address = address.to_canonical();
        Self {
            first: address,
            prefix_bits: width_bits(address),
        }
    }
}

const fn width_bits(address: IpAddr) -> u8 {
    match address {
        IpAddr::V4(_) => 32,
        IpAddr::V6(_) => 128,
    }
}

/// The address with all bits beyond the prefix cleared; `None` if it has fewer bits.
fn first_of(address: IpAddr, prefix_bits: u8) -> Option<IpAddr> {
    let beyond_bits = u32::from(width_bits(address).checked_sub(prefix_bits)?);
    // A shift by the full width returns `None`: nothing is left.
    Some(match address {
        IpAddr::V4(short) => {
            let mask = u32::MAX.checked_shl(beyond_bits).unwrap_or(0);
            IpAddr::V4(Ipv4Addr::from_bits(short.to_bits() & mask))
        }
        IpAddr::V6(long) => {
            let mask = u128::MAX.checked_shl(beyond_bits).unwrap_or(0);
            IpAddr::V6(Ipv6Addr::from_bits(long.to_bits() & mask))
        }
    })
}

impl fmt::Display for AddressRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { first, prefix_bits } = self;
        if *prefix_bits == width_bits(*first) {
            write!(f, "{first}")
        } else {
            write!(f, "{first}/{prefix_bits}")
        }
    }
}

impl FromStr for AddressRange {
    type Err = BadAddressRange;

    fn from_str(text: &str) -> Result<Self, BadAddressRange> {
        let (address, prefix) = match text.split_once('/') {
            Some((address, prefix)) => (address, Some(prefix)),
            None => (text, None),
        };
        let address: IpAddr = address.parse().map_err(|_| BadAddressRange)?;
        let Some(prefix) = prefix else {
            return Ok(address.into());
        };
        // `parse` would accept a sign.
        if !prefix.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(BadAddressRange);
        }
        let prefix_bits = prefix.parse().map_err(|_| BadAddressRange)?;
        Self::new(address, prefix_bits).ok_or(BadAddressRange)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(text: &str) -> AddressRange {
        text.parse().expect("a range")
    }

    #[test]
    fn a_range_has_one_text() {
        for (text, canonical) in [
            ("203.0.113.7", "203.0.113.7"),
            ("203.0.113.7/32", "203.0.113.7"),
            ("203.0.113.7/24", "203.0.113.0/24"),
            ("203.0.113.7/0", "0.0.0.0/0"),
            ("2001:DB8:0:0::1", "2001:db8::1"),
            ("2001:db8::1/64", "2001:db8::/64"),
            ("2001:db8::1/0", "::/0"),
            ("::ffff:203.0.113.7", "203.0.113.7"),
            ("::ffff:203.0.113.7/120", "203.0.113.0/24"),
            ("::ffff:203.0.113.7/95", "::fffe:0:0/95"),
        ] {
            assert_eq!(range(text).to_string(), canonical, "{text}");
            assert_eq!(range(canonical), range(text), "{text}");
        }
    }

    #[test]
    fn texts_that_are_no_ranges_are_refused() {
        for bad in [
            "",
            "example.org",
            "203.0.113",
            "203.0.113.7/33",
            "203.0.113.7/",
            "203.0.113.7/+8",
            "203.0.113.7/8/8",
            "2001:db8::/129",
            "2001:db8::%1",
            " 203.0.113.7",
        ] {
            assert_eq!(bad.parse::<AddressRange>(), Err(BadAddressRange), "{bad}");
        }
    }

    #[test]
    fn a_range_contains_those_that_share_its_prefix() {
        for (text, inside, outside) in [
            ("203.0.113.7", "203.0.113.7", "203.0.113.8"),
            ("203.0.113.0/25", "203.0.113.127", "203.0.113.128"),
            ("0.0.0.0/0", "255.1.2.3", "2001:db8::1"),
            ("203.0.113.0/24", "::ffff:203.0.113.9", "::203.0.113.9"),
            ("2001:db8::/64", "2001:db8::ffff:1", "2001:db8:0:1::"),
            ("::/0", "2001:db8::1", "203.0.113.7"),
        ] {
            let contains = |address: &str| range(text).contains(address.parse().expect("one"));
            assert!(contains(inside), "{inside} in {text}");
            assert!(!contains(outside), "{outside} in {text}");
        }
    }
}
