//! The address of a request's client, also behind reverse proxies.
//!
//! Everything that depends on addresses (limits, bans, logs) uses [`ClientAddress`], which is determined here once for each request. A
//! header is trusted only as far as trusted proxies wrote it.

use std::net::{IpAddr, SocketAddr};

use axum::http::{HeaderMap, HeaderName};
use giog_store::AddressRange;

use crate::incoming::Peer;
use crate::settings::{ProxyHeader, Settings};

/// The greatest number of hops that are checked: more proxies than anybody has in a row.
const MAX_HOPS: usize = 16;

/// The address of a request's client. Every request has it; handlers take it as an `Extension`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClientAddress(pub IpAddr);

/// The reverse proxies in front of the server.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Proxies {
    /// Their addresses.
    pub trusted: Vec<AddressRange>,
    /// Whether a client of the Unix socket is a trusted proxy.
    pub unix_socket: bool,
    /// The header that they write.
    pub header: ProxyHeader,
}

impl Proxies {
    /// Those in the settings.
    pub(crate) fn of(settings: &Settings) -> Self {
        Self {
            trusted: settings.trusted_proxies.clone(),
            unix_socket: settings.trust_unix_socket,
            header: settings.proxy_header,
        }
    }

    /// Whether this is the address of one of them.
    pub fn trust(&self, address: IpAddr) -> bool {
        self.trusted.iter().any(|range| range.contains(address))
    }

    /// Whether the other end of a connection is one of them.
    pub fn trust_peer(&self, peer: Peer) -> bool {
        match peer {
            Peer::Network(address) => self.trust(address.ip()),
            Peer::UnixSocket => self.unix_socket,
        }
    }

    /// The client of a request: from the connection's other end backwards, the first address that is not a trusted proxy. If a proxy
    /// names no valid address, the last valid one is used.
    pub fn client(&self, peer: Peer, headers: &HeaderMap) -> ClientAddress {
        let mut known = peer.ip().to_canonical();
        if self.trust_peer(peer) {
            let lines = headers.get_all(self.header.name()).iter().rev();
            // Hop by hop from the end: what the client wrote before the proxy's part need not be valid text.
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
            unix_socket: false,
            header,
        }
    }

    /// Checks the client of a request that comes from `peer` with these header lines.
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
        let peer_address = Peer::Network((address(peer), 1).into());
        let found = proxies(header).client(peer_address, &headers);
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
        // What a client wrote itself stands before what the proxy added.
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
        // A very long chain is not followed to its end.
        let long = vec!["10.9.9.9"; 40].join(",");
        check("10.0.0.1", &["198.51.100.1", &long], "10.9.9.9");
    }

    #[test]
    fn on_the_unix_socket_a_header_is_believed_only_where_that_is_configured() {
        let mut headers = HeaderMap::new();
        let named = HeaderValue::from_static("203.0.113.9, 198.51.100.1");
        headers.insert("x-forwarded-for", named);
        let trusted = vec!["127.0.0.1".parse().expect("an address")];
        for (unix_socket, client) in [(false, "127.0.0.1"), (true, "198.51.100.1")] {
            let proxies = Proxies {
                trusted: trusted.clone(),
                unix_socket,
                ..Proxies::default()
            };
            let found = proxies.client(Peer::UnixSocket, &headers);
            assert_eq!(found.0, address(client));
        }
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
