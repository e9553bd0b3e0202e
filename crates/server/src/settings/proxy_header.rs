//! The header in which a reverse proxy names the client.

use serde::Deserialize;

/// The header in which the proxy names the client. Only this one is trusted: a proxy may pass the other one on as the client wrote it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(serde::Serialize))]
#[serde(rename_all = "kebab-case")]
pub enum ProxyHeader {
    /// `X-Forwarded-For`, which most proxies write.
    #[default]
    XForwardedFor,
    /// `Forwarded` (RFC 7239).
    Forwarded,
}
