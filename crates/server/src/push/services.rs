//! The push services to which notifications may be sent.

use giog_store::MAX_ENDPOINT_BYTES;
use reqwest::Url;

use crate::settings::{PushHost, PushSettings};

/// The allowed push services.
#[derive(Clone, Debug)]
pub(super) struct Services {
    hosts: Vec<PushHost>,
    /// The port of a test's push service.
    test_port: Option<u16>,
}

/// The destination of a notification.
#[derive(Debug)]
pub(super) struct Destination {
    /// The number of the service, from 0.
    pub service: usize,
    /// The endpoint.
    pub url: Url,
}

impl Destination {
    /// The host of the endpoint.
    pub fn host(&self) -> &str {
        self.url.host_str().unwrap_or_default()
    }
}

impl Services {
    pub fn of(settings: &PushSettings) -> Self {
        Self {
            hosts: settings.hosts.clone(),
            test_port: settings.test_port(),
        }
    }

    /// The number of services: one for each entry of the settings, which may mean all hosts below a name.
    pub fn count(&self) -> usize {
        self.hosts.len() + usize::from(self.test_port.is_some())
    }

    /// The destination of an endpoint, if notifications may be sent there: over https, with the default port and a host name.
    pub fn at(&self, endpoint: &str) -> Option<Destination> {
        if endpoint.len() > MAX_ENDPOINT_BYTES {
            return None;
        }
        let url = Url::parse(endpoint).ok()?;
        let is_bare = url.username().is_empty() && url.password().is_none();
        if !is_bare || url.fragment().is_some() {
            return None;
        }
        let service = if self.is_of_test(&url) {
            self.hosts.len()
        } else if url.scheme() == "https" && url.port().is_none() {
            self.of_host(url.domain()?)?
        } else {
            return None;
        };
        Some(Destination { service, url })
    }

    /// The service of a host: of those that allow it, the one with the longest name. So an entry for one host has its own slots, even if
    /// another entry allows all hosts below a name.
    fn of_host(&self, name: &str) -> Option<usize> {
        let entries = self.hosts.iter().enumerate();
        let allow_it = entries.filter(|(_, host)| host.is(name));
        let most = allow_it.max_by_key(|(_, host)| host.name_bytes());
        most.map(|(number, _)| number)
    }

    fn is_of_test(&self, url: &Url) -> bool {
        self.test_port.is_some()
            && url.scheme() == "http"
            && url.host_str() == Some("127.0.0.1")
            && url.port() == self.test_port
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn services(test_port: u16) -> Services {
        Services::of(&PushSettings {
            hosts: ["push.example.org", "*.notify.example.com"]
                .map(|host| host.parse().expect("a host"))
                .into(),
            test_port,
            ..PushSettings::default()
        })
    }

    #[test]
    fn only_the_named_hosts_are_sent_to_over_https_alone() {
        for (endpoint, known) in [
            ("https://push.example.org/send/abc?x=1", true),
            ("https://PUSH.example.org:443/send", true),
            ("https://a.notify.example.com/w/?token=B%2f", true),
            ("https://a.b.notify.example.com/", true),
            ("http://push.example.org/send", false),
            ("https://push.example.org:8443/send", false),
            ("https://push.example.org./send", false),
            ("https://a.push.example.org/send", false),
            ("https://xpush.example.org/send", false),
            ("https://notify.example.com/", false),
            ("https://.notify.example.com/", false),
            ("https://evilnotify.example.com/", false),
            ("https://push.example.org.evil.example/", false),
            ("https://push.example.org@evil.example/", false),
            ("https://user@push.example.org/", false),
            ("https://push.example.org/#fragment", false),
            ("https://127.0.0.1/", false),
            ("https://[::1]/", false),
            ("https://0x7f.1/", false),
            ("https://localhost/", false),
            ("ftp://push.example.org/", false),
            ("push.example.org", false),
            ("http://127.0.0.1:9/", false),
            ("", false),
        ] {
            assert_eq!(services(0).at(endpoint).is_some(), known, "{endpoint}");
        }
        let long = format!("https://push.example.org/{}", "x".repeat(2_000));
        assert!(services(0).at(&long).is_none());
    }

    #[test]
    fn all_hosts_below_a_name_are_one_service() {
        let services = services(9_999);
        assert_eq!(services.count(), 3);
        for (endpoint, number) in [
            ("https://push.example.org/a", 0),
            ("https://a.notify.example.com/", 1),
            ("https://a.b.notify.example.com/", 1),
            ("http://127.0.0.1:9999/a", 2),
        ] {
            let to = services.at(endpoint).expect(endpoint);
            assert_eq!(to.service, number, "{endpoint}");
        }
    }

    #[test]
    fn a_host_belongs_to_the_entry_that_says_most_of_its_name() {
        let entries = [
            "*.example.com",
            "*.notify.example.com",
            "a.notify.example.com",
        ];
        let hosts = |entries: &[&str]| {
            let hosts = entries.iter().map(|host| host.parse().expect("a host"));
            Services {
                hosts: hosts.collect(),
                test_port: None,
            }
        };
        let wide_first = hosts(&entries);
        let narrow_first = hosts(&[entries[2], entries[1], entries[0]]);
        for (endpoint, number) in [
            ("https://a.notify.example.com/", 2),
            ("https://b.notify.example.com/", 1),
            ("https://b.a.notify.example.com/", 1),
            ("https://notify.example.com/", 0),
        ] {
            let service = |of: &Services| of.at(endpoint).map(|to| to.service);
            assert_eq!(service(&wide_first), Some(number), "{endpoint}");
            assert_eq!(service(&narrow_first), Some(2 - number), "{endpoint}");
        }
    }

    #[test]
    fn a_test_has_one_port_of_its_own_machine() {
        for (endpoint, known) in [
            ("http://127.0.0.1:9999/a", true),
            ("http://127.0.0.1:9998/a", false),
            ("http://127.0.0.2:9999/a", false),
            ("http://localhost:9999/a", false),
            ("https://127.0.0.1:9999/a", false),
            ("https://push.example.org/a", true),
        ] {
            assert_eq!(services(9_999).at(endpoint).is_some(), known, "{endpoint}");
        }
    }
}
