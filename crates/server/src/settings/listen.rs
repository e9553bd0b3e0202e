//! Where the server listens: an address and a port, or a Unix socket.

use std::fmt;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::str::FromStr;

use serde::Deserialize;

/// The prefix of the name of a Unix socket.
const UNIX: &str = "unix:";

/// Where the server listens.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub enum Listen {
    /// An address and a port, as in `127.0.0.1:8080`.
    Network(SocketAddr),
    /// A Unix socket, as in `unix:/run/giog/giog.sock`, for proxies on this machine.
    Unix(PathBuf),
}

/// A text that is no valid [`Listen`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is no socket address: it must be one such as `127.0.0.1:8080`, or a Unix socket such as `unix:/run/giog/giog.sock`"
)]
pub struct BadListen(String);

impl Listen {
    /// The address and the port, if it is not a Unix socket.
    pub const fn network(&self) -> Option<SocketAddr> {
        match self {
            Self::Network(address) => Some(*address),
            Self::Unix(_) => None,
        }
    }

    /// Whether only programs on this machine can reach it.
    pub(crate) fn is_local(&self) -> bool {
        self.network()
            .is_none_or(|address| address.ip().is_loopback())
    }
}

impl FromStr for Listen {
    type Err = BadListen;

    fn from_str(text: &str) -> Result<Self, BadListen> {
        match text.strip_prefix(UNIX) {
            Some("") => Err(BadListen(text.to_owned())),
            Some(path) => Ok(Self::Unix(path.into())),
            None => {
                let address = text.parse().map_err(|_| BadListen(text.to_owned()))?;
                Ok(Self::Network(address))
            }
        }
    }
}

impl TryFrom<String> for Listen {
    type Error = BadListen;

    fn try_from(text: String) -> Result<Self, BadListen> {
        text.parse()
    }
}

impl From<SocketAddr> for Listen {
    fn from(address: SocketAddr) -> Self {
        Self::Network(address)
    }
}

impl fmt::Display for Listen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Network(address) => address.fmt(f),
            Self::Unix(path) => write!(f, "{UNIX}{}", path.display()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_server_listens_on_an_address_or_a_unix_socket() {
        for (text, is_local) in [
            ("127.0.0.1:8080", true),
            ("[::1]:0", true),
            ("0.0.0.0:8080", false),
            ("unix:/run/giog/giog.sock", true),
            ("unix:giog.sock", true),
        ] {
            let listen: Listen = text.parse().expect("a place to listen");
            assert_eq!(
                (listen.to_string().as_str(), listen.is_local()),
                (text, is_local)
            );
        }
        for bad in ["", "unix:", "8080", "localhost:8080", "/run/giog.sock"] {
            let error = bad.parse::<Listen>().expect_err("no place to listen");
            assert!(error.to_string().contains("unix:/run"), "{error}");
        }
    }
}
