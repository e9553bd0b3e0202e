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

/// Notifications (Web Push) for people who want them, when a table with 10 minutes or more per decision waits for them and they are
/// not connected. docs/HOSTING.md says what push services learn.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(serde::Serialize))]
#[serde(deny_unknown_fields, default)]
pub struct PushSettings {
    /// Whether they are sent. The page offers them only if they are.
    pub enabled: bool,
    /// The push services to which they are sent, over https and to public addresses only: hosts, or with `*.` all hosts below a name.
    #[serde(deserialize_with = "hosts")]
    #[cfg_attr(test, serde(serialize_with = "super::file::texts"))]
    pub hosts: Vec<PushHost>,
    /// How the people who run push services can reach you: `mailto:admin@example.org` or `https://…`. If empty: `public_url`.
    pub contact: String,
    /// For tests: the port on 127.0.0.1 of a push service without TLS; 0 for none.
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
