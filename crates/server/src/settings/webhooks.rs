//! Settings of webhooks.

use std::fmt;
use std::net::IpAddr;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use giog_rules::Variant;
use giog_store::AddressRange;
use reqwest::Url;
use serde::Deserialize;

use super::{load, site};
use crate::outgoing::may_be_reached;

/// The most addresses, of both kinds together: each has a queue of its own.
const MAX_ADDRESSES: usize = 16;
/// The bytes of a secret, as Standard Webhooks has them.
const SECRET_BYTES: std::ops::RangeInclusive<usize> = 24..=64;
/// How a secret begins.
const SECRET_PREFIX: &str = "whsec_";

/// The events that can be sent, in the words of the setting.
pub(crate) const MATCH_OVER: &str = "match_over";
pub(crate) const TABLE_OPENED: &str = "table_opened";
pub(crate) const REPORT_WAITS: &str = "report_waits";

/// Webhooks: the server tells addresses of yours when a public match is over, a public table opens, or a report waits. docs/HOSTING.md
/// says what is sent. Names of people that were sent out cannot be taken back.
#[derive(Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(serde::Serialize))]
#[serde(deny_unknown_fields, default)]
pub struct Webhooks {
    /// Where JSON is sent, signed as Standard Webhooks has it: addresses as in `["https://example.org/hooks/giog"]`.
    #[serde(deserialize_with = "load::texts")]
    pub urls: Vec<String>,
    /// The key of the signatures: `whsec_` and 24 to 64 random bytes in base64, as in `echo whsec_$(openssl rand -base64 32)`. Secret.
    #[serde(deserialize_with = "site::not_empty")]
    pub secret: Option<String>,
    /// Addresses of webhooks of Discord, to which texts for people are sent. Secret: whoever knows one can write there.
    #[serde(deserialize_with = "load::texts")]
    pub discord: Vec<String>,
    /// What is sent.
    #[serde(deserialize_with = "load::texts")]
    pub events: Vec<String>,
    /// Only matches and tables of these games, as in `["giog", "tam-cuc"]`; empty: of all.
    #[serde(deserialize_with = "load::texts")]
    pub variants: Vec<String>,
    /// Addresses and ranges inside your network to which may be sent, as in `["10.0.0.7"]`. Without them, only public addresses are
    /// connected to, whatever a name leads to.
    #[serde(deserialize_with = "load::address_ranges")]
    #[cfg_attr(test, serde(serialize_with = "super::file::texts"))]
    pub private_addresses: Vec<AddressRange>,
}

impl Default for Webhooks {
    fn default() -> Self {
        Self {
            urls: Vec::new(),
            secret: None,
            discord: Vec::new(),
            events: [MATCH_OVER, TABLE_OPENED, REPORT_WAITS]
                .map(str::to_owned)
                .into(),
            variants: Vec::new(),
            private_addresses: Vec::new(),
        }
    }
}

impl Webhooks {
    /// Whether anything is sent anywhere.
    pub(crate) const fn is_used(&self) -> bool {
        !self.urls.is_empty() || !self.discord.is_empty()
    }

    /// Whether this event is sent.
    pub(crate) fn sends(&self, event: &str) -> bool {
        self.events.iter().any(|one| one == event)
    }

    /// Whether events of this game are sent.
    pub(crate) fn wants(&self, variant: Variant) -> bool {
        self.variants.is_empty() || self.variants.iter().any(|one| one == variant.id())
    }

    /// The bytes of the secret; none if there is none or it is not valid.
    pub(crate) fn key(&self) -> Option<Vec<u8>> {
        let text = self.secret.as_deref()?.strip_prefix(SECRET_PREFIX)?;
        let key = BASE64_STANDARD.decode(text).ok()?;
        SECRET_BYTES.contains(&key.len()).then_some(key)
    }

    /// Whether the secret is there where it is needed, and valid.
    pub(super) fn has_good_secret(&self) -> bool {
        let is_needed = !self.urls.is_empty() || self.secret.is_some();
        !is_needed || self.key().is_some()
    }

    /// Whether all addresses can be used; in a test those of this machine also without TLS.
    pub(super) fn has_good_addresses(&self, is_test: bool) -> bool {
        let mut all = self.urls.iter().chain(&self.discord);
        self.urls.len() + self.discord.len() <= MAX_ADDRESSES
            && all.all(|url| self.is_good(url, is_test))
    }

    fn is_good(&self, url: &str, is_test: bool) -> bool {
        let Ok(url) = Url::parse(url) else {
            return false;
        };
        let is_bare = url.username().is_empty() && url.password().is_none();
        let host = url.host_str().unwrap_or_default().trim_matches(['[', ']']);
        let address: Option<IpAddr> = host.parse().ok();
        let may_be_reached = match address {
            Some(address) => may_be_reached(address, &self.private_addresses),
            None => !host.is_empty(),
        };
        let is_of_test = is_test
            && url.scheme() == "http"
            && address.is_some_and(|address| address.is_loopback());
        let has_tls = url.scheme() == "https" || is_of_test;
        is_bare && url.fragment().is_none() && has_tls && may_be_reached
    }

    /// Whether all words for events are known.
    pub(super) fn has_good_events(&self) -> bool {
        let known = [MATCH_OVER, TABLE_OPENED, REPORT_WAITS];
        self.events.iter().all(|event| known.contains(&&**event))
    }

    /// Whether all games are known.
    pub(super) fn has_good_variants(&self) -> bool {
        let mut variants = self.variants.iter();
        variants.all(|variant| variant.parse::<Variant>().is_ok())
    }
}

/// Without the secret and the secret addresses.
impl fmt::Debug for Webhooks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Webhooks")
            .field("urls", &self.urls)
            .field("discord", &self.discord.len())
            .field("events", &self.events)
            .field("variants", &self.variants)
            .field("private_addresses", &self.private_addresses)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(url: &str, private: &[&str]) -> Webhooks {
        let range = |text: &&str| text.parse().expect("a range");
        Webhooks {
            urls: vec![url.to_owned()],
            private_addresses: private.iter().map(range).collect(),
            ..Webhooks::default()
        }
    }

    #[test]
    fn an_address_has_tls_and_is_public_unless_it_is_allowed() {
        for (url, private, good) in [
            ("https://example.org/hook?a=b", &[][..], true),
            ("https://142.250.185.106/", &[], true),
            ("https://[2a00:1450:4001:82a::200a]:8443/", &[], true),
            ("http://example.org/hook", &[], false),
            ("https://user:word@example.org/", &[], false),
            ("https://example.org/#hook", &[], false),
            ("example.org", &[], false),
            ("https://127.0.0.1/", &[], false),
            ("https://[::1]/", &[], false),
            ("https://10.1.2.3/", &["10.0.0.0/8"], true),
            ("https://10.1.2.3/", &["10.0.0.0/16"], false),
        ] {
            let webhooks = with(url, private);
            assert_eq!(webhooks.has_good_addresses(false), good, "{url}");
        }
        let local = with("http://127.0.0.1:8000/", &["127.0.0.1"]);
        assert!(local.has_good_addresses(true));
        assert!(!local.has_good_addresses(false));
        let other = with("http://10.1.2.3/", &["10.0.0.0/8"]);
        assert!(!other.has_good_addresses(true));
        assert!(!with("http://127.0.0.1:8000/", &[]).has_good_addresses(true));
    }

    #[test]
    fn a_secret_is_needed_for_signatures_and_is_not_shown() {
        let mut webhooks = with("https://example.org/", &[]);
        assert!(!webhooks.has_good_secret());
        for (secret, good) in [
            ("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", true),
            ("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", false),
            ("whsec_MfKQ9r8G", false),
            ("whsec_!", false),
        ] {
            webhooks.secret = Some(secret.to_owned());
            assert_eq!(webhooks.has_good_secret(), good, "{secret}");
        }
        webhooks.secret = Some("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw".to_owned());
        webhooks.discord = vec!["https://discord.com/api/webhooks/1/hidden".to_owned()];
        let shown = format!("{webhooks:?}");
        assert!(
            !shown.contains("whsec") && !shown.contains("hidden"),
            "{shown}"
        );
        assert!(Webhooks::default().has_good_secret());
    }
}
