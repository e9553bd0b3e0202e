//! The HTTP client with which the server sends something by itself: only to public addresses, whatever a host name resolves to, so that it
//! never reaches the operator's own network, except for what the operator allows.
//!
//! The host name is resolved here, its addresses are checked, and the connection goes to one of these. The name is not resolved again, so
//! changing its addresses a moment later has no effect.

use std::error::Error;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use giog_store::AddressRange;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use reqwest::redirect::Policy;
use reqwest::{Client, ClientBuilder};
use tokio::net::lookup_host;

/// Timeout for connecting.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// Timeout for an answer, including the connection.
const TIMEOUT: Duration = Duration::from_secs(15);
/// Idle connections to a host that are kept for the next request.
const IDLE_CONNECTIONS: usize = 4;

/// A client that follows no redirects, uses no proxy, and connects only to public addresses and to those that are `allowed`; only over https,
/// except in a test.
pub(crate) fn client(is_test: bool, allowed: Vec<AddressRange>) -> ClientBuilder {
    // Fails only if the process has already installed a provider, which is as good.
    let _ = rustls::crypto::ring::default_provider().install_default();
    Client::builder()
        .https_only(!is_test)
        .redirect(Policy::none())
        .no_proxy()
        .dns_resolver(Arc::new(PublicAddresses { allowed }))
        .connect_timeout(CONNECT_TIMEOUT)
        .timeout(TIMEOUT)
        .pool_max_idle_per_host(IDLE_CONNECTIONS)
}

/// IPv4 ranges that cannot be reached over the internet, according to the registries of special addresses (RFC 6890 and later): private
/// networks, loopback, link-local, tests, documentation, multicast.
const SPECIAL_V4: [&str; 16] = [
    "0.0.0.0/8",
    "10.0.0.0/8",
    "100.64.0.0/10",
    "127.0.0.0/8",
    "169.254.0.0/16",
    "172.16.0.0/12",
    "192.0.0.0/24",
    "192.0.2.0/24",
    "192.31.196.0/24",
    "192.52.193.0/24",
    "192.88.99.0/24",
    "192.168.0.0/16",
    "198.18.0.0/15",
    "198.51.100.0/24",
    "203.0.113.0/24",
    "224.0.0.0/3",
];
/// The IPv6 range with the public addresses.
const PUBLIC_V6: &str = "2000::/3";
/// Ranges in it that are not used: some contain IPv4 addresses, which would have to be checked, too.
const SPECIAL_V6: [&str; 5] = [
    "2001::/23",
    "2001:db8::/32",
    "2002::/16",
    "2620:4f:8000::/48",
    "3fff::/20",
];

static SPECIAL: LazyLock<Vec<AddressRange>> = LazyLock::new(|| {
    let all = SPECIAL_V4.iter().chain(&SPECIAL_V6);
    all.map(|text| range(text)).collect()
});
static GLOBAL_V6: LazyLock<AddressRange> = LazyLock::new(|| range(PUBLIC_V6));

fn range(text: &str) -> AddressRange {
    text.parse().expect("a range of addresses")
}

/// Whether an address is public or in one of these ranges. Addresses in a URL are not resolved, and must be checked by this.
pub(crate) fn may_be_reached(address: IpAddr, allowed: &[AddressRange]) -> bool {
    let address = address.to_canonical();
    is_public(address) || allowed.iter().any(|range| range.contains(address))
}

/// Whether a canonical address is public.
fn is_public(address: IpAddr) -> bool {
    (address.is_ipv4() || GLOBAL_V6.contains(address))
        && !SPECIAL.iter().any(|special| special.contains(address))
}

/// A host name that resolves to no address, or to one that is not public.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the name leads to no address, or to one that is not public")]
pub(crate) struct NotPublic;

/// These addresses, if all of them may be reached. If only some may, the name is not trusted at all.
fn checked(
    addresses: impl Iterator<Item = SocketAddr>,
    allowed: &[AddressRange],
) -> Result<Vec<SocketAddr>, NotPublic> {
    let addresses: Vec<SocketAddr> = addresses.collect();
    let mut each = addresses.iter();
    let all = each.all(|address| may_be_reached(address.ip(), allowed));
    (all && !addresses.is_empty())
        .then_some(addresses)
        .ok_or(NotPublic)
}

/// A DNS resolver that returns only public addresses and allowed ones.
#[derive(Clone, Debug)]
struct PublicAddresses {
    allowed: Vec<AddressRange>,
}

impl Resolve for PublicAddresses {
    fn resolve(&self, name: Name) -> Resolving {
        let allowed = self.allowed.clone();
        Box::pin(async move {
            let found = lookup_host((name.as_str(), 0)).await?;
            let checked = checked(found, &allowed).map_err(Box::<dyn Error + Send + Sync>::from)?;
            let addresses: Addrs = Box::new(checked.into_iter());
            Ok(addresses)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn addresses(texts: &[&str]) -> Vec<SocketAddr> {
        let address = |text: &&str| SocketAddr::new(text.parse().expect("an address"), 443);
        texts.iter().map(address).collect()
    }

    #[test]
    fn only_public_addresses_are_connected_to() {
        for text in [
            "142.250.185.106",
            "9.255.255.255",
            "11.0.0.1",
            "172.15.0.1",
            "172.32.0.1",
            "223.255.255.1",
            "2a00:1450:4001:82a::200a",
            "2620:149:208:4313::1",
            "::ffff:142.250.185.106",
        ] {
            let one = addresses(&[text]);
            assert_eq!(checked(one.clone().into_iter(), &[]), Ok(one), "{text}");
        }
        for text in [
            "0.0.0.0",
            "10.1.2.3",
            "100.64.0.1",
            "127.0.0.1",
            "127.8.8.8",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.0.0.8",
            "192.0.2.1",
            "192.88.99.1",
            "192.168.1.1",
            "198.18.0.1",
            "198.19.255.255",
            "198.51.100.1",
            "203.0.113.1",
            "224.0.0.1",
            "239.255.255.255",
            "240.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::7f00:1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "64:ff9b::a00:1",
            "64:ff9b:1::1",
            "100::1",
            "2001::1",
            "2001:db8::1",
            "2002:a00:1::1",
            "3fff::1",
            "fc00::1",
            "fd12:3456::1",
            "fe80::1",
            "fec0::1",
            "ff02::1",
        ] {
            let one = addresses(&[text]).into_iter();
            assert_eq!(checked(one, &[]), Err(NotPublic), "{text}");
        }
    }

    #[test]
    fn a_name_that_leads_to_an_own_address_too_is_not_used() {
        let both = addresses(&["142.250.185.106", "10.0.0.1"]);
        assert_eq!(checked(both.into_iter(), &[]), Err(NotPublic));
        assert_eq!(checked([].into_iter(), &[]), Err(NotPublic));
    }

    #[test]
    fn of_the_own_addresses_only_those_are_used_that_are_allowed() {
        let allowed = [range("10.0.0.0/16"), range("fd00::7/128")];
        for (text, good) in [
            ("10.0.0.1", true),
            ("::ffff:10.0.0.1", true),
            ("10.1.0.1", false),
            ("127.0.0.1", false),
            ("fd00::7", true),
            ("fd00::8", false),
            ("142.250.185.106", true),
        ] {
            let one = addresses(&[text]).into_iter();
            assert_eq!(checked(one, &allowed).is_ok(), good, "{text}");
        }
        let both = addresses(&["10.0.0.1", "10.1.0.1"]);
        assert_eq!(checked(both.into_iter(), &allowed), Err(NotPublic));
    }
}
