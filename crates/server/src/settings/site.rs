//! What the server tells people about itself, and its public address.

use std::fmt;
use std::str::FromStr;

use axum::http::Uri;
use serde::de::{Error as _, IntoDeserializer};
use serde::{Deserialize, Deserializer};

use crate::page_paths::PAGE_PATHS;

/// The first parts of the server's addresses, besides the places of the page.
const OWN: [&str; 11] = [
    ".well-known",
    "api",
    "assets",
    "embed",
    "healthz",
    "match",
    "pictures",
    "readyz",
    "types",
    "worker.js",
    "ws",
];

/// What clients show to people.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(serde::Serialize))]
#[serde(deny_unknown_fields, default)]
pub struct Site {
    /// The name of the server.
    pub name: String,
    /// A notice for everybody who connects.
    pub notice: String,
    /// How to reach you.
    pub contact: String,
    /// Where to report security problems, as in `mailto:security@example.org`. If set, the page shows it and the server offers
    /// `/.well-known/security.txt` (RFC 9116).
    pub security_contact: String,
}

impl Site {
    /// Whether the security contact is empty, or valid for programs (RFC 9116 §2.5.3).
    pub(super) fn has_good_security_contact(&self) -> bool {
        let contact = &self.security_contact;
        let is_address = ["mailto:", "https://", "tel:"]
            .iter()
            .any(|scheme| contact.len() > scheme.len() && contact.starts_with(scheme));
        contact.is_empty() || (is_address && !contact.contains(char::is_whitespace))
    }
}

impl Default for Site {
    fn default() -> Self {
        Self {
            name: "Giog".to_owned(),
            notice: String::new(),
            contact: String::new(),
            security_contact: String::new(),
        }
    }
}

/// The address under which people reach the server: scheme, host and optionally a path, without a slash at the end.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(serde::Serialize))]
#[serde(try_from = "String")]
pub struct PublicUrl(String);

/// A text that is no valid [`PublicUrl`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`public_url` must be an address such as `https://play.example.org` or `https://example.org/giog`; its path has letters, digits \
     and `-._~`, and does not begin like an address of the server itself (`/api`, `/room`, …)"
)]
pub struct BadPublicUrl;

impl PublicUrl {
    /// The address.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Its origin, as browsers write it: the address without the path.
    pub fn origin(&self) -> &str {
        &self.0[..self.0.len() - self.root().len()]
    }

    /// Its path, as in `/giog`; empty at the top of the host.
    pub fn root(&self) -> &str {
        let host = self.0.split_once("://").map_or("", |(_, rest)| rest);
        host.find('/').map_or("", |at| &host[at..])
    }
}

impl FromStr for PublicUrl {
    type Err = BadPublicUrl;

    fn from_str(text: &str) -> Result<Self, BadPublicUrl> {
        let uri: Uri = text.parse().map_err(|_| BadPublicUrl)?;
        let is_web = matches!(uri.scheme_str(), Some("http" | "https"));
        let has_user = uri
            .authority()
            .is_none_or(|host| host.as_str().contains('@'));
        if !is_web || has_user || uri.query().is_some() || text.contains('#') {
            return Err(BadPublicUrl);
        }
        let read = Self(text.trim_end_matches('/').to_owned());
        let mut parts = read.root().split('/').skip(1);
        let is_own = parts.clone().next().is_some_and(is_own);
        if is_own || !parts.all(is_plain) {
            return Err(BadPublicUrl);
        }
        Ok(read)
    }
}

/// Whether a part of a path is the same for all browsers and proxies.
fn is_plain(part: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-._~".contains(c);
    part.chars().all(is_plain) && part.contains(|c| c != '.')
}

/// Whether an address of the server begins with this part. The server would take its own addresses for some below the path.
fn is_own(part: &str) -> bool {
    let below = |place: &&str| place.split('/').nth(1) == Some(part);
    PAGE_PATHS.iter().any(below) || OWN.contains(&part)
}

impl TryFrom<String> for PublicUrl {
    type Error = BadPublicUrl;

    fn try_from(text: String) -> Result<Self, BadPublicUrl> {
        text.parse()
    }
}

impl fmt::Display for PublicUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Reads a text; none if it is empty.
pub(super) fn not_empty<'de, D, T>(text: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    let text = String::deserialize(text)?;
    if text.is_empty() {
        return Ok(None);
    }
    let read: Result<T, serde::de::value::Error> = T::deserialize(text.into_deserializer());
    read.map(Some).map_err(D::Error::custom)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_public_address_is_one_that_a_browser_can_go_to() {
        for (text, expected) in [
            ("https://play.example.org", Some("https://play.example.org")),
            (
                "https://play.example.org/",
                Some("https://play.example.org"),
            ),
            ("http://[::1]:8080/giog/", Some("http://[::1]:8080/giog")),
            (
                "https://a.example/g-1/x.y",
                Some("https://a.example/g-1/x.y"),
            ),
            ("https://a.example/giog//a", None),
            ("https://a.example/..", None),
            ("https://a.example/a%20b", None),
            ("https://a.example/room", None),
            ("https://a.example/api/giog", None),
            ("play.example.org", None),
            ("ftp://play.example.org", None),
            ("https://", None),
            ("https://a:b@play.example.org", None),
            ("https://play.example.org/?a", None),
            ("https://play.example.org/#a", None),
            ("https://play example.org", None),
        ] {
            let read = text.parse::<PublicUrl>().ok();
            assert_eq!(read.as_ref().map(PublicUrl::as_str), expected, "{text}");
        }
    }

    #[test]
    fn what_stands_before_all_addresses_is_the_path_of_the_public_one() {
        for (text, root) in [
            ("https://play.example.org", ""),
            ("https://play.example.org/", ""),
            ("http://[::1]:8080/giog/", "/giog"),
            ("https://example.org/games/giog", "/games/giog"),
        ] {
            let url: PublicUrl = text.parse().expect("a public address");
            assert_eq!(url.root(), root, "{text}");
        }
    }
}
