//! Where settings come from, and what they may be.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use config::{Config, ConfigError, Environment, File, FileFormat};

use giog_store::AddressRange;
use serde::de::value::StrDeserializer;
use serde::de::{DeserializeOwned, Error as _, IntoDeserializer as _};
use serde::{Deserialize, Deserializer};

use super::Settings;

/// Settings that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum BadSettings {
    /// A file or a variable cannot be read as settings.
    #[error("cannot read the settings")]
    Unreadable(#[from] ConfigError),
    /// A setting is out of range.
    #[error("the setting `{name}` must be {wanted}")]
    OutOfRange {
        /// Which one.
        name: &'static str,
        /// What it may be.
        wanted: &'static str,
    },
}

/// What flags say; they win over everything else.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Overrides {
    /// See [`Settings::listen`].
    pub listen: Option<SocketAddr>,
    /// See [`Settings::data_dir`].
    pub data_dir: Option<PathBuf>,
    /// See [`Settings::database_url`].
    pub database_url: Option<String>,
    /// See [`super::Cluster::nats`].
    pub cluster: Option<String>,
    /// See [`Settings::new_key`].
    pub new_key: Option<bool>,
    /// See [`Settings::new_database`].
    pub new_database: Option<bool>,
    /// See [`Settings::log`].
    pub log: Option<String>,
}

/// The file that is read if it is there and no other is named.
pub const DEFAULT_FILE: &str = "config/giog.toml";

impl Settings {
    /// Reads the settings: the file, then `variables` (`GIOG_LISTEN`, `GIOG_LIMITS__ROOMS`, …, and `DATABASE_URL`), then
    /// the flags. A file that was named must be there.
    pub fn load(
        file: Option<&Path>,
        variables: impl IntoIterator<Item = (String, String)>,
        flags: Overrides,
    ) -> Result<Self, BadSettings> {
        let mut variables: HashMap<String, String> = variables
            .into_iter()
            .filter(|(name, _)| name == "DATABASE_URL" || name.starts_with("GIOG_"))
            .filter(|(name, _)| !name.starts_with("GIOG_TEST_"))
            .collect();
        if let Some(url) = variables.remove("DATABASE_URL") {
            variables
                .entry("GIOG_DATABASE_URL".to_owned())
                .or_insert(url);
        }
        let environment = Environment::with_prefix("GIOG")
            .prefix_separator("_")
            .separator("__")
            .try_parsing(true)
            .list_separator(",")
            .with_list_parse_key("trusted_proxies")
            .with_list_parse_key("shared_addresses")
            .with_list_parse_key("push.hosts")
            .source(Some(variables));
        let file = File::from(file.unwrap_or(Path::new(DEFAULT_FILE)))
            .format(FileFormat::Toml)
            .required(file.is_some());
        let path = |path: PathBuf| path.to_string_lossy().into_owned();
        let settings: Self = Config::builder()
            .add_source(file)
            .add_source(environment)
            .set_override_option("listen", flags.listen.map(|listen| listen.to_string()))?
            .set_override_option("data_dir", flags.data_dir.map(path))?
            .set_override_option("database_url", flags.database_url)?
            .set_override_option("cluster.nats", flags.cluster)?
            .set_override_option("new_key", flags.new_key)?
            .set_override_option("new_database", flags.new_database)?
            .set_override_option("log", flags.log)?
            .build()?
            .try_deserialize()?;
        settings.check()?;
        Ok(settings)
    }

    /// The database's address.
    pub fn database_url(&self) -> String {
        let embedded = || format!("sqlite:{}", self.data_dir.join("giog.db").display());
        self.database_url.clone().unwrap_or_else(embedded)
    }

    /// What the settings of a cluster may be.
    fn cluster_rules(&self) -> [(bool, &'static str, &'static str); 4] {
        let cluster = &self.cluster;
        let is_shared = cluster.nats.is_some();
        [
            (
                cluster.has_good_address(),
                "cluster.nats",
                "an address such as `nats://127.0.0.1:4222` or `tls://name:password@nats.example.org`",
            ),
            (
                !is_shared || !self.database_url().starts_with("sqlite:"),
                "cluster.nats",
                "used with a Postgres database: set `database_url` to `postgres://…`. A SQLite database is for one server",
            ),
            (
                cluster.is_safe(),
                "cluster.nats",
                "on this machine, or `tls://` with a name and a password; or set `cluster.insecure` if the network is safe",
            ),
            (cluster.has_patience(), "cluster.node_ms", "at least 1,000"),
        ]
    }

    /// What the settings of notifications may be.
    fn push_rules(&self) -> [(bool, &'static str, &'static str); 3] {
        let push = &self.push;
        let contact = push.contact_or(self.public_url.as_ref());
        let is_for_tests = self.listen.ip().is_loopback() && self.public_url.is_none();
        [
            (
                !push.enabled || contact.is_some(),
                "push.contact",
                "an address such as `mailto:admin@example.org`, where `public_url` is not set or not https",
            ),
            (
                !push.enabled || !push.hosts.is_empty(),
                "push.hosts",
                "not empty",
            ),
            (
                push.test_port == 0 || is_for_tests,
                "push.test_port",
                "0, except in tests: with `listen` on a loopback address and without `public_url`",
            ),
        ]
    }

    fn check(&self) -> Result<(), BadSettings> {
        let (times, limits) = (&self.times, &self.limits);
        let (site, operator) = (&self.site, &self.operator);
        let kept = &self.retention;
        let fits = |days: u32| kept.matches_days == 0 || days <= kept.matches_days;
        let rules: [(bool, &'static str, &'static str); 21] = [
            (
                fits(kept.matches_unlisted_days),
                "retention.matches_unlisted_days",
                "at most `retention.matches_days`, after which every match is deleted",
            ),
            (
                fits(kept.matches_bots_days),
                "retention.matches_bots_days",
                "at most `retention.matches_days`, after which every match is deleted",
            ),
            (
                operator
                    .token
                    .as_ref()
                    .is_none_or(|token| token.len() >= 32),
                "operator.token",
                "at least 32 characters, random",
            ),
            (
                operator
                    .listen
                    .is_none_or(|listen| listen.port() == 0 || listen != self.listen),
                "operator.listen",
                "different from `listen`",
            ),
            (!site.name.trim().is_empty(), "site.name", "not empty"),
            (
                site.has_good_security_contact(),
                "site.security_contact",
                "an address such as `mailto:security@example.org` or `https://example.org/report`",
            ),
            (self.stop_ms >= 100, "stop_ms", "at least 100"),
            (self.lease_ms >= 1_000, "lease_ms", "at least 1,000"),
            (times.grace_ms >= 1_000, "times.grace_ms", "at least 1,000"),
            (times.ready_ms >= 1_000, "times.ready_ms", "at least 1,000"),
            (
                times.entropy_ms >= 1_000,
                "times.entropy_ms",
                "at least 1,000",
            ),
            (
                times.ceremony_ms >= 1_000,
                "times.ceremony_ms",
                "at least 1,000",
            ),
            (
                times.auto_decision_ms >= 1_000,
                "times.auto_decision_ms",
                "at least 1,000",
            ),
            (
                times.unvisited_ms >= 10_000,
                "times.unvisited_ms",
                "at least 10,000: a page that is reloaded is away for some seconds",
            ),
            (
                limits.quick_rooms_percent <= 100,
                "limits.quick_rooms_percent",
                "at most 100",
            ),
            (limits.connections >= 1, "limits.connections", "at least 1"),
            (
                limits.connections_per_address >= 1,
                "limits.connections_per_address",
                "at least 1",
            ),
            (
                (1_024..=1_048_576).contains(&limits.frame_bytes),
                "limits.frame_bytes",
                "from 1,024 to 1,048,576",
            ),
            (
                limits.frames_waiting >= 64,
                "limits.frames_waiting",
                "at least 64, more than one batch of events",
            ),
            (limits.idle_ms >= 5_000, "limits.idle_ms", "at least 5,000"),
            (
                limits.greeting_ms >= 1_000,
                "limits.greeting_ms",
                "at least 1,000",
            ),
        ];
        let others = self.cluster_rules().into_iter().chain(self.push_rules());
        let mut all = others.chain(rules);
        match all.find(|&(holds, ..)| !holds) {
            None => Ok(()),
            Some((_, name, wanted)) => Err(BadSettings::OutOfRange { name, wanted }),
        }
    }
}

/// Reads one of a few words; another one is told which there are.
pub(super) fn word<'de, D, T>(word: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: DeserializeOwned,
{
    let text = String::deserialize(word)?;
    let text: StrDeserializer<'_, D::Error> = text.as_str().into_deserializer();
    T::deserialize(text)
}

/// Reads addresses and ranges of them.
pub(super) fn address_ranges<'de, D: Deserializer<'de>>(
    ranges: D,
) -> Result<Vec<AddressRange>, D::Error> {
    let ranges = Vec::<String>::deserialize(ranges)?;
    let read = |range: &String| {
        let parsed = range.trim().parse::<AddressRange>();
        parsed.map_err(|bad| D::Error::custom(format!("`{range}`: {bad}")))
    };
    ranges.iter().map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../config/giog.toml");

    fn load(variables: &[(&str, &str)], flags: Overrides) -> Result<Settings, BadSettings> {
        let variables = variables
            .iter()
            .map(|&(name, value)| (name.to_owned(), value.to_owned()));
        Settings::load(Some(Path::new(FILE)), variables, flags)
    }

    /// What a bad variable is told must name the setting.
    fn check_refused(variable: (&str, &str), named: &str) {
        let error = load(&[variable], Overrides::default()).expect_err("a bad setting");
        let cause = std::error::Error::source(&error).map(ToString::to_string);
        let message = format!("{error}: {}", cause.unwrap_or_default());
        assert!(message.contains(named), "{variable:?}: {message}");
    }

    #[test]
    fn the_file_that_comes_with_the_server_says_every_default() {
        let text = std::fs::read_to_string(FILE).expect("the file is there");
        let uncommented: String = text
            .lines()
            .map(|line| match line.strip_prefix('#') {
                Some(setting) if !setting.starts_with(' ') => format!("{setting}\n"),
                _ => format!("{line}\n"),
            })
            .collect();
        let dir = tempfile::tempdir().expect("a temporary folder");
        let path = dir.path().join("giog.toml");
        std::fs::write(&path, uncommented).expect("the file is written");
        let said = Settings::load(Some(&path), [], Overrides::default()).expect("good settings");
        let defaults = Settings::default();
        assert_eq!(said.database_url(), defaults.database_url());
        assert_eq!(
            Settings {
                database_url: None,
                ..said
            },
            defaults
        );
        assert_eq!(
            load(&[], Overrides::default()).expect("good settings"),
            defaults
        );
    }

    #[test]
    fn flags_win_over_variables_and_these_over_the_file() {
        let variables = [
            ("GIOG_LISTEN", "127.0.0.1:1"),
            ("GIOG_LIMITS__ROOMS", "7"),
            ("DATABASE_URL", "postgres://a"),
            ("GIOG_TEST_ANYTHING", "is no setting"),
            ("PATH", "neither"),
        ];
        let flags = Overrides {
            listen: "127.0.0.1:2".parse().ok(),
            ..Overrides::default()
        };
        let settings = load(&variables, flags).expect("good settings");
        assert_eq!(settings.listen.port(), 2);
        assert_eq!(settings.limits.rooms, 7);
        assert_eq!(settings.database_url(), "postgres://a");
        assert_eq!(settings.lease_ms, Settings::default().lease_ms);
    }

    #[test]
    fn a_bad_setting_is_named() {
        check_refused(("GIOG_LISTEN", "nowhere"), "socket address");
        check_refused(("GIOG_LISTN", "127.0.0.1:1"), "listn");
        check_refused(("GIOG_LIMITS__ROOM", "7"), "room");
        check_refused(("GIOG_LIMITS__REQUESTS_PER_SECOND", "0"), "nonzero");
        check_refused(("GIOG_TIMES__GRACE_MS", "10"), "times.grace_ms");
        check_refused(("GIOG_LEASE_MS", "1"), "lease_ms");
        check_refused(("GIOG_TRUSTED_PROXIES", "10.0.0.0/33"), "10.0.0.0/33");
        check_refused(("GIOG_PROXY_HEADER", "via"), "proxy_header");
        check_refused(
            ("GIOG_PROXY_HEADER", "via"),
            "`x-forwarded-for` or `forwarded`",
        );
        check_refused(("GIOG_LOG_FORMAT", "xml"), "log_format");
        check_refused(("GIOG_LOG_FORMAT", "xml"), "`text` or `json`");
        check_refused(("GIOG_PUBLIC_URL", "play.example.org"), "https://");
        check_refused(("GIOG_SITE__NAME", ""), "site.name");
        let contact = ("GIOG_SITE__SECURITY_CONTACT", "security@example.org");
        check_refused(contact, "site.security_contact");
        check_refused(("GIOG_OPERATOR__TOKEN", "guess me"), "operator.token");
        check_refused(
            ("GIOG_OPERATOR__LISTEN", "127.0.0.1:8080"),
            "operator.listen",
        );
        check_refused(("GIOG_OPERATOR__LISTEN", "8081"), "socket address");
        check_refused(("GIOG_PUSH__ENABLED", "true"), "push.contact");
        check_refused(("GIOG_PUSH__HOSTS", "localhost"), "web.push.example.org");
        check_refused(("GIOG_CLUSTER__NATS", "nats://127.0.0.1"), "Postgres");
        check_refused(("GIOG_CLUSTER__NODE_MS", "900"), "cluster.node_ms");
        check_refused(("GIOG_CLUSTER__NATS", "redis://127.0.0.1"), "cluster.nats");
    }

    #[test]
    fn nats_on_another_machine_must_be_safe_or_said_to_be() {
        let is_taken = |nats: &str, insecure: &str| {
            let variables = [
                ("DATABASE_URL", "postgres://a"),
                ("GIOG_CLUSTER__NATS", nats),
                ("GIOG_CLUSTER__INSECURE", insecure),
            ];
            load(&variables, Overrides::default()).is_ok()
        };
        for (nats, safe) in [
            ("nats://127.0.0.1:4222", true),
            ("nats://[::1]:4222", true),
            ("nats://localhost", true),
            ("nats://192.0.2.7:4222", false),
            ("nats://giog:secret@192.0.2.7", false),
            ("tls://192.0.2.7", false),
            ("tls://giog:secret@nats.example.org:4222", true),
        ] {
            assert_eq!(is_taken(nats, "false"), safe, "{nats}");
            assert!(is_taken(nats, "true"), "{nats}");
        }
    }

    #[test]
    fn notifications_need_a_contact_and_a_test_of_them_its_own_machine() {
        let is_taken = |variables: &[(&str, &str)]| load(variables, Overrides::default()).is_ok();
        let on = ("GIOG_PUSH__ENABLED", "true");
        let public = |url| ("GIOG_PUBLIC_URL", url);
        assert!(is_taken(&[on, public("https://play.example.org")]));
        assert!(!is_taken(&[on, public("http://play.example.org")]));
        let contact = |text| ("GIOG_PUSH__CONTACT", text);
        assert!(is_taken(&[on, contact("mailto:admin@example.org")]));
        for bad in ["admin@example.org", "mailto:", "mailto:a b"] {
            assert!(!is_taken(&[on, contact(bad)]), "{bad}");
        }
        let test = ("GIOG_PUSH__TEST_PORT", "9999");
        assert!(is_taken(&[test]));
        assert!(!is_taken(&[test, public("https://play.example.org")]));
        assert!(!is_taken(&[test, ("GIOG_LISTEN", "0.0.0.0:8080")]));
        let hosts = [("GIOG_PUSH__HOSTS", "push.example.org,*.push.example.com")];
        let settings = load(&hosts, Overrides::default()).expect("good settings");
        let hosts: Vec<String> = settings
            .push
            .hosts
            .iter()
            .map(ToString::to_string)
            .collect();
        assert_eq!(hosts, ["push.example.org", "*.push.example.com"]);
    }

    #[test]
    fn proxies_are_a_list() {
        let variables = [("GIOG_TRUSTED_PROXIES", "10.0.0.0/8, 2001:db8::1")];
        let settings = load(&variables, Overrides::default()).expect("good settings");
        let ranges: Vec<String> = settings
            .trusted_proxies
            .iter()
            .map(ToString::to_string)
            .collect();
        assert_eq!(ranges, ["10.0.0.0/8", "2001:db8::1"]);
    }

    #[test]
    fn a_file_that_was_named_must_be_there() {
        let missing = Path::new("/nowhere/giog.toml");
        assert!(Settings::load(Some(missing), [], Overrides::default()).is_err());
    }
}
