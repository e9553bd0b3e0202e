//! Hosts of push services.

use std::fmt;
use std::str::FromStr;

use serde::Deserialize;

/// A host of push services: a single one, such as `web.push.example.org`, or all below a name, such as `*.push.example.org`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct PushHost {
    name: String,
    /// Whether it means the hosts below the name, and not the name itself.
    below: bool,
}

/// A text that is no valid [`PushHost`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("hosts of push services are names such as `web.push.example.org` or `*.push.example.org`")]
pub struct BadPushHost;

impl FromStr for PushHost {
    type Err = BadPushHost;

    fn from_str(text: &str) -> Result<Self, BadPushHost> {
        let (name, below) = match text.strip_prefix("*.") {
            Some(name) => (name, true),
            None => (text, false),
        };
        let is_label = |label: &str| {
            let known = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
            !label.is_empty() && label.chars().all(known)
        };
        // Something that browsers parse as an IP address is no name, and a name with one part belongs to the operator's network.
        let last = name.rsplit('.').next().unwrap_or_default();
        let is_name = last.starts_with(|c: char| c.is_ascii_lowercase());
        if !is_name || !name.contains('.') || !name.split('.').all(is_label) {
            return Err(BadPushHost);
        }
        let name = name.to_owned();
        Ok(Self { name, below })
    }
}

impl TryFrom<String> for PushHost {
    type Error = BadPushHost;

    fn try_from(text: String) -> Result<Self, BadPushHost> {
        text.parse()
    }
}

impl fmt::Display for PushHost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let star = if self.below { "*." } else { "" };
        write!(f, "{star}{}", self.name)
    }
}

impl PushHost {
    /// How long its name is: of several that mean a host, the longest is the most exact.
    pub(crate) const fn name_bytes(&self) -> usize {
        self.name.len()
    }

    /// Whether it means this host.
    pub(crate) fn is(&self, host: &str) -> bool {
        match (host.strip_suffix(&self.name), self.below) {
            (Some(before), true) => before.len() > 1 && before.ends_with('.'),
            (before, false) => before == Some(""),
            (None, true) => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_is_a_name_of_two_parts_or_more() {
        for text in ["push.example.org", "*.push.example.org", "a-1.xn--p1ai"] {
            let host: PushHost = text.parse().expect(text);
            assert_eq!(host.to_string(), text);
        }
        for text in [
            "",
            "localhost",
            "*.org",
            "*",
            "127.0.0.1",
            "[::1]",
            "push.example.org.",
            "push..org",
            "https://push.example.org",
            "push.example.org:443",
            "Push.example.org",
            "a.*.org",
        ] {
            assert_eq!(text.parse::<PushHost>(), Err(BadPushHost), "{text}");
        }
    }
}
