//! Where a request really comes from, when proxies stand before the server.
//!
//! Everything that goes by addresses (limits, bans, logs) goes by [`ClientAddress`], which is found here once for each
//! request. A header is believed only as far as trusted proxies wrote it.

use std::net::{IpAddr, SocketAddr};

use axum::http::{HeaderMap, HeaderName};
use giog_store::AddressRange;
use serde::Deserialize;

/// Hops that are looked at: more proxies than anybody has in a row.
const MAX_HOPS: usize = 16;

/// Whom a request comes from. There for every request; handlers take it as an `Extension`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClientAddress(pub IpAddr);

/// The header in which the proxy says whom it speaks for. One alone is believed: a proxy passes the other one on as the
/// client wrote it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ProxyHeader {
    /// `X-Forwarded-For`, what most proxies write.
    #[default]
    XForwardedFor,
    /// `Forwarded` (RFC 7239).
    Forwarded,
}

/// The proxies before the server.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Proxies {
    /// Where they are.
    pub trusted: Vec<AddressRange>,
    /// What they write.
    pub header: ProxyHeader,
}

impl Proxies {
    /// Whether this is one of them.
    pub fn trust(&self, address: IpAddr) -> bool {
        self.trusted.iter().any(|range| range.contains(address))
    }

    /// Whom a request is from: from the connection's other end backwards, the first address that is no trusted proxy. Where
    /// a proxy names nobody, or nothing that is an address, it is the last one that was known.
    pub fn client(&self, peer: IpAddr, headers: &HeaderMap) -> ClientAddress {
        let mut known = peer.to_canonical();
        if self.trust(known) {
            let lines = headers.get_all(self.header.name()).iter().rev();
            // Hop by hop: what a client wrote before the proxy's own words need be no text.
            let hops = lines.flat_map(|line| line.as_bytes().rsplit(|&byte| byte == b','));
            for hop in hops.take(MAX_HOPS) {
                let hop = str::from_utf8(hop).ok();
                let Some(address) = hop.and_then(|hop| self.header.read(hop)) else {
                    break;
                };
                known = address.to_canonical();
                if !self.trust(known) {
                    break;
                }
            }
        }
        ClientAddress(known)
    }
}

impl ProxyHeader {
    fn name(self) -> HeaderName {
        HeaderName::from_static(match self {
            Self::XForwardedFor => "x-forwarded-for",
            Self::Forwarded => "forwarded",
        })
    }

    /// The address in one hop of the header.
    fn read(self, hop: &str) -> Option<IpAddr> {
        match self {
            Self::XForwardedFor => read_address(hop.trim()),
            Self::Forwarded => hop.split(';').find_map(|pair| {
                let (name, value) = pair.split_once('=')?;
                name.trim()
                    .eq_ignore_ascii_case("for")
                    .then(|| read_address(value.trim().trim_matches('"')))?
            }),
        }
    }
}

/// An address with or without brackets and port.
fn read_address(text: &str) -> Option<IpAddr> {
    let bare = text
        .strip_prefix('[')
        .and_then(|text| text.strip_suffix(']'));
    bare.unwrap_or(text)
        .parse()
        .ok()
        .or_else(|| Some(text.parse::<SocketAddr>().ok()?.ip()))
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn address(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    fn proxies(header: ProxyHeader) -> Proxies {
        let trusted = ["10.0.0.0/8", "2001:db8:a::/48"];
        Proxies {
            trusted: trusted
                .map(|range| range.parse().expect("a range"))
                .to_vec(),
            header,
        }
    }

    /// Whom a request is from that comes from `peer` with these lines of `name`.
    fn check(header: ProxyHeader, peer: &str, name: &'static str, lines: &[&str], client: &str) {
        let lines: Vec<&[u8]> = lines.iter().map(|line| line.as_bytes()).collect();
        check_bytes(header, peer, name, &lines, client);
    }

    fn check_bytes(
        header: ProxyHeader,
        peer: &str,
        name: &'static str,
        lines: &[&[u8]],
        client: &str,
    ) {
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append(name, HeaderValue::from_bytes(line).expect("a header"));
        }
        let found = proxies(header).client(address(peer), &headers);
        assert_eq!(found.0, address(client), "{peer}, {name}: {lines:?}");
    }

    #[test]
    fn a_header_is_believed_as_far_as_trusted_proxies_wrote_it() {
        let check = |peer, lines: &[&str], client| {
            check(
                ProxyHeader::XForwardedFor,
                peer,
                "x-forwarded-for",
                lines,
                client,
            );
        };
        check("192.0.2.1", &["198.51.100.1"], "192.0.2.1");
        check("10.0.0.1", &["198.51.100.1"], "198.51.100.1");
        check("::ffff:10.0.0.1", &["198.51.100.1"], "198.51.100.1");
        check("10.0.0.1", &[], "10.0.0.1");
        // Whatever a client wrote itself stands before what the proxy saw.
        check("10.0.0.1", &["203.0.113.9, 198.51.100.1"], "198.51.100.1");
        check("10.0.0.1", &["203.0.113.9", "198.51.100.1"], "198.51.100.1");
        check("10.0.0.1", &["198.51.100.1, 10.9.9.9"], "198.51.100.1");
        check(
            "10.0.0.1",
            &["198.51.100.1,10.2.0.1", "10.9.9.9"],
            "198.51.100.1",
        );
        check("10.0.0.1", &["10.2.0.1, 10.9.9.9"], "10.2.0.1");
        check("10.0.0.1", &["198.51.100.1, nobody"], "10.0.0.1");
        check("10.0.0.1", &["198.51.100.1, nobody, 10.9.9.9"], "10.9.9.9");
        check("10.0.0.1", &["198.51.100.1:4711"], "198.51.100.1");
        check("10.0.0.1", &["[2001:db8::7]:4711"], "2001:db8::7");
        check("2001:db8:a::1", &["2001:db8::7"], "2001:db8::7");
        check("10.0.0.1", &[""], "10.0.0.1");
        // A chain without end is not walked to its end.
        let long = vec!["10.9.9.9"; 40].join(",");
        check("10.0.0.1", &["198.51.100.1", &long], "10.9.9.9");
    }

    #[test]
    fn nobody_hides_their_address_behind_bytes_that_are_no_text() {
        let (name, line) = ("x-forwarded-for", &b"\xff, 198.51.100.1"[..]);
        let header = ProxyHeader::XForwardedFor;
        check_bytes(header, "10.0.0.1", name, &[line], "198.51.100.1");
        let line = &b"for=\xff, for=198.51.100.1"[..];
        let header = ProxyHeader::Forwarded;
        check_bytes(header, "10.0.0.1", "forwarded", &[line], "198.51.100.1");
    }

    #[test]
    fn the_standard_header_is_read_where_it_is_the_proxys() {
        let check = |lines: &[&str], client| {
            check(
                ProxyHeader::Forwarded,
                "10.0.0.1",
                "forwarded",
                lines,
                client,
            );
        };
        check(&["for=198.51.100.1"], "198.51.100.1");
        check(
            &["proto=https; For = \"198.51.100.1:99\";by=10.0.0.1"],
            "198.51.100.1",
        );
        check(
            &["for=203.0.113.9, for=\"[2001:db8::7]:4711\""],
            "2001:db8::7",
        );
        check(&["for=198.51.100.1, for=unknown"], "10.0.0.1");
        check(&["for=198.51.100.1, for=_hidden, for=10.1.1.1"], "10.1.1.1");
        check(&["by=198.51.100.1"], "10.0.0.1");
    }

    #[test]
    fn the_other_header_is_the_clients_own_and_not_believed() {
        let (ours, theirs) = (ProxyHeader::Forwarded, ProxyHeader::XForwardedFor);
        check(
            ours,
            "10.0.0.1",
            "x-forwarded-for",
            &["198.51.100.1"],
            "10.0.0.1",
        );
        check(
            theirs,
            "10.0.0.1",
            "forwarded",
            &["for=198.51.100.1"],
            "10.0.0.1",
        );
    }
}
