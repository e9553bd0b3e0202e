//! Sharing the rooms with other servers.

use std::net::IpAddr;
use std::path::PathBuf;

use async_nats::ServerAddr;
use percent_encoding::percent_decode_str;
use serde::Deserialize;

use super::site;

/// See [`Cluster::node_ms`].
const DEFAULT_NODE_MS: u32 = 1_300;
/// The least it may be: some heartbeats.
const LEAST_NODE_MS: u32 = 1_000;

/// See [`Cluster::goodbye_ms`].
const DEFAULT_GOODBYE_MS: u32 = 4_000;

/// Several servers on one Postgres database that share the rooms (docs/SCALING.md). Each has its own data folder with the same
/// `signing.key`.
#[derive(Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(serde::Serialize))]
#[serde(deny_unknown_fields, default)]
pub struct Cluster {
    /// The NATS server over which they communicate, as in `nats://127.0.0.1:4222` or `tls://name:password@nats.example.org`. In the name
    /// and the password, characters that an address cannot have are written as in `%40` for @. If empty, this server has all rooms.
    #[serde(deserialize_with = "site::not_empty")]
    pub nats: Option<String>,
    /// A file (PEM) with the certificates that sign the certificate of the NATS server; if empty, those of the system.
    #[serde(deserialize_with = "site::not_empty")]
    pub ca_file: Option<PathBuf>,
    /// If a server is silent for this long, in milliseconds, although its process may still run, the others take its rooms, and it can
    /// store nothing any more. A process that was killed is noticed sooner.
    pub node_ms: u32,
    /// Over how long, in milliseconds, a server that stops or is drained closes its connections, so that its clients connect to the others
    /// one after another; with few connections it takes less.
    pub goodbye_ms: u32,
    /// Accept a NATS server on another machine without TLS or without a password.
    pub insecure: bool,
}

impl Default for Cluster {
    fn default() -> Self {
        Self {
            nats: None,
            ca_file: None,
            node_ms: DEFAULT_NODE_MS,
            goodbye_ms: DEFAULT_GOODBYE_MS,
            insecure: false,
        }
    }
}

impl Cluster {
    /// The address, if it is one.
    fn address(&self) -> Option<ServerAddr> {
        let nats = self.nats.as_deref()?;
        let address: ServerAddr = nats.parse().ok()?;
        matches!(address.scheme(), "nats" | "tls").then_some(address)
    }

    /// Whether the address of NATS is empty or valid.
    pub(super) fn has_good_address(&self) -> bool {
        self.nats.is_none() || self.address().is_some()
    }

    /// Whether the connection to NATS is protected from others on the network: on this machine, over TLS with a password, or declared safe.
    pub(super) fn is_safe(&self) -> bool {
        let Some(address) = self.address() else {
            return true;
        };
        let host = address.host().trim_matches(['[', ']']);
        let here = host == "localhost" || host.parse().is_ok_and(|ip: IpAddr| ip.is_loopback());
        let has_password = address.password().is_some_and(|text| !text.is_empty());
        let is_known = address.username().is_some() && has_password;
        here || self.insecure || (address.tls_required() && is_known)
    }

    /// Whether the connection to NATS uses TLS.
    pub(crate) fn needs_tls(&self) -> bool {
        self.address().is_some_and(|address| address.tls_required())
    }

    /// Whether `node_ms` is long enough, so that a healthy server is not declared gone.
    pub(super) const fn has_patience(&self) -> bool {
        self.node_ms >= LEAST_NODE_MS
    }

    /// Where NATS is.
    pub(crate) fn nats_address(&self) -> String {
        self.nats.clone().unwrap_or_default()
    }

    /// The name and the password in its address, which has some characters as `%` and two digits.
    pub(crate) fn credentials(&self) -> Option<(String, String)> {
        let address = self.address()?;
        let text = |part| percent_decode_str(part).decode_utf8_lossy().into_owned();
        let password = text(address.password().unwrap_or_default());
        Some((text(address.username()?), password))
    }
}

/// Without the password that may be in the address.
impl std::fmt::Debug for Cluster {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Cluster")
            .field("is_used", &self.nats.is_some())
            .field("ca_file", &self.ca_file)
            .field("node_ms", &self.node_ms)
            .field("goodbye_ms", &self.goodbye_ms)
            .field("insecure", &self.insecure)
            .finish_non_exhaustive()
    }
}

/// The usual silence is that of the placement.
const _: () = assert!(DEFAULT_NODE_MS as i64 == giog_cluster::placement::NODE_MS);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_may_have_any_characters() {
        for (nats, expected) in [
            ("nats://giog:secret@a", Some(("giog", "secret"))),
            ("nats://giog:a=b;c^d|e@a", Some(("giog", "a=b;c^d|e"))),
            ("nats://g%40g:a%40b%2Fc%25d@a", Some(("g@g", "a@b/c%d"))),
            ("nats://giog:%C3%A9é@a", Some(("giog", "éé"))),
            ("nats://giog@a", Some(("giog", ""))),
            ("nats://a", None),
        ] {
            let cluster = Cluster {
                nats: Some(nats.to_owned()),
                ..Cluster::default()
            };
            let expected = expected.map(|(name, password)| (name.to_owned(), password.to_owned()));
            assert_eq!(cluster.credentials(), expected, "{nats}");
        }
    }
}
