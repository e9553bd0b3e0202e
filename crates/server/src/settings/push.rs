//! Settings of notifications for people at slow tables.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer};

use super::push_host::PushHost;
use super::{PublicUrl, load};

/// The push services of browsers: Chrome and most others, Firefox, Edge, Safari.
const HOSTS: [&str; 4] = [
    "fcm.googleapis.com",
    "updates.push.services.mozilla.com",
    "*.notify.windows.com",
    "*.push.apple.com",
];

/// Settings of notifications for people at slow tables.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PushSettings {
    /// Whether people can subscribe to notifications.
    pub enabled: bool,
    /// The push services to which notifications may be sent.
    #[serde(deserialize_with = "hosts")]
    pub hosts: Vec<PushHost>,
    /// How operators of push services can reach this server's operator: `mailto:…` or `https://…`; the server's public address if left
    /// out.
    pub contact: String,
    /// For tests: a port on 127.0.0.1 with a push service without TLS; 0 for none.
    pub test_port: u16,
}

impl Default for PushSettings {
    fn default() -> Self {
        let host = |text: &str| text.parse().expect("a host");
        Self {
            enabled: false,
            hosts: HOSTS.map(host).into(),
            contact: String::new(),
            test_port: 0,
        }
    }
}

impl PushSettings {
    /// The port of a test's push service.
    pub(crate) fn test_port(&self) -> Option<u16> {
        (self.test_port != 0).then_some(self.test_port)
    }

    /// The contact that is sent to push services: the setting, or the server's public address; none if neither can be used.
    pub(crate) fn contact_or<'a>(&'a self, public_url: Option<&'a PublicUrl>) -> Option<&'a str> {
        let is_address = |text: &&str| {
            let after = text
                .strip_prefix("mailto:")
                .or(text.strip_prefix("https://"));
            after.is_some_and(|after| !after.is_empty()) && !text.contains(char::is_whitespace)
        };
        let contact = Some(self.contact.as_str()).filter(|text| !text.is_empty());
        let contact = contact.or(public_url.map(PublicUrl::as_str));
        contact.filter(is_address)
    }
}

fn hosts<'de, D: Deserializer<'de>>(hosts: D) -> Result<Vec<PushHost>, D::Error> {
    let hosts = load::texts(hosts)?.into_iter();
    let read = |host: String| host.try_into().map_err(D::Error::custom);
    hosts.map(read).collect()
}
