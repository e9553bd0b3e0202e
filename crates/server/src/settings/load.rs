//! Reads the settings from their sources, and checks them.

use std::ffi::OsString;
use std::fmt;
use std::path::{Path, PathBuf};

use config::{Config, Environment, File, FileFormat};
use giog_store::AddressRange;
use percent_encoding::{AsciiSet, CONTROLS, percent_encode};
use serde::de::value::StrDeserializer;
use serde::de::{DeserializeOwned, Error as _, IntoDeserializer as _, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::bad::BadSettings;
use super::faults;
use super::variables::Variables;
use super::{Listen, Settings};

/// Settings from command-line flags, which override all others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Overrides {
    /// See [`Settings::listen`].
    pub listen: Option<Listen>,
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
    /// See [`Settings::practice`].
    pub practice: bool,
}

/// The file that is read if it exists and no other is named.
pub const DEFAULT_FILE: &str = "config/giog.toml";

impl Settings {
    /// Reads the settings: the file (`file`, or the one that the variable `GIOG_CONFIG` names), then `variables` (`GIOG_LISTEN`,
    /// `GIOG_LIMITS__ROOMS`, …, and `DATABASE_URL`), then the flags. A file that was named must exist.
    pub fn load(
        file: Option<&Path>,
        variables: impl IntoIterator<Item = (OsString, OsString)>,
        flags: Overrides,
    ) -> Result<Self, BadSettings> {
        let variables = Variables::read(variables)?;
        let file = file.or(variables.file.as_deref());
        let environment = Environment::with_prefix("GIOG")
            .prefix_separator("_")
            .separator("__")
            .source(Some(variables.settings));
        let file = File::from(file.unwrap_or(Path::new(DEFAULT_FILE)))
            .format(FileFormat::Toml)
            .required(file.is_some());
        let path = |path: PathBuf| path.to_string_lossy().into_owned();
        let config = Config::builder()
            .add_source(file)
            .add_source(environment)
            .set_override_option("listen", flags.listen.map(|listen| listen.to_string()))?
            .set_override_option("data_dir", flags.data_dir.map(path))?
            .set_override_option("database_url", flags.database_url)?
            .set_override_option("cluster.nats", flags.cluster)?
            .set_override_option("new_key", flags.new_key)?
            .set_override_option("new_database", flags.new_database)?
            .set_override_option("log", flags.log)?
            .build()?;
        Ok(faults::read(&config.cache, flags.practice)?)
    }

    /// The address of the database.
    pub fn database_url(&self) -> String {
        let embedded = || sqlite_url(&self.data_dir.join("giog.db"));
        self.database_url.clone().unwrap_or_else(embedded)
    }
}

/// The address of a database file, whatever characters its path has.
fn sqlite_url(path: &Path) -> String {
    /// Characters with a special meaning in such an address.
    const SPECIAL: &AsciiSet = &CONTROLS.add(b'%').add(b'?').add(b'#').add(b':').add(b'=');
    let path = percent_encode(path.as_os_str().as_encoded_bytes(), SPECIAL);
    format!("sqlite:{path}")
}

/// Reads one of a few words. The error for another word lists them.
pub(super) fn word<'de, D, T>(word: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: DeserializeOwned,
{
    let text = String::deserialize(word)?;
    let text: StrDeserializer<'_, D::Error> = text.as_str().into_deserializer();
    T::deserialize(text)
}

/// Reads addresses and address ranges.
pub(super) fn address_ranges<'de, D: Deserializer<'de>>(
    ranges: D,
) -> Result<Vec<AddressRange>, D::Error> {
    let read = |range: &String| {
        let parsed = range.parse::<AddressRange>();
        parsed.map_err(|bad| D::Error::custom(format!("`{range}`: {bad}")))
    };
    texts(ranges)?.iter().map(read).collect()
}

/// Reads a list of texts, which are separated by commas in a variable.
pub(super) fn texts<'de, D: Deserializer<'de>>(texts: D) -> Result<Vec<String>, D::Error> {
    struct Texts;

    impl<'de> Visitor<'de> for Texts {
        type Value = Vec<String>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a list of texts")
        }

        fn visit_str<E>(self, text: &str) -> Result<Vec<String>, E> {
            let parts = text.split(',').map(str::trim);
            let parts = parts.filter(|part| !part.is_empty());
            Ok(parts.map(str::to_owned).collect())
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Vec<String>, A::Error> {
            let mut texts = Vec::new();
            while let Some(text) = items.next_element::<String>()? {
                texts.push(text.trim().to_owned());
            }
            Ok(texts)
        }
    }

    texts.deserialize_any(Texts)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../config/giog.toml");

    fn load(variables: &[(&str, &str)], flags: Overrides) -> Result<Settings, BadSettings> {
        let variables = variables
            .iter()
            .map(|&(name, value)| (name.into(), value.into()));
        Settings::load(Some(Path::new(FILE)), variables, flags)
    }

    /// Checks that the error for a bad variable names the setting.
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
        assert_eq!(settings.listen.to_string(), "127.0.0.1:2");
        assert_eq!(settings.limits.rooms, 7);
        assert_eq!(settings.database_url(), "postgres://a");
        assert_eq!(settings.lease_ms, Settings::default().lease_ms);
    }

    #[test]
    fn a_data_folder_may_have_any_name() {
        for name in [
            "50%",
            "%41",
            "what?",
            "a#b",
            "a?mode=ro",
            ":memory:",
            "ü ber",
            "a&b=c",
        ] {
            let dir = tempfile::tempdir().expect("a temporary folder");
            let data_dir = dir.path().join(name);
            let flags = Overrides {
                data_dir: Some(data_dir.clone()),
                ..Overrides::default()
            };
            let settings = load(&[], flags).expect("good settings");
            let file = giog_store::database_file(&settings.database_url());
            assert_eq!(file, Some(data_dir.join("giog.db")), "{name}");
        }
        let plain = Settings::default().database_url();
        assert_eq!(plain, "sqlite:data/giog.db");
    }

    #[test]
    fn a_variable_may_name_the_settings_file_and_a_flag_another_one() {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let [one, other] = ["one", "other"].map(|name| {
            let path = dir.path().join(name);
            std::fs::write(&path, format!("[site]\nname = '{name}'")).expect("it is written");
            path
        });
        let named = |flag: Option<&Path>, variable: &Path| {
            let variables = [("GIOG_CONFIG".into(), variable.into())];
            let settings = Settings::load(flag, variables, Overrides::default());
            settings.map(|settings| settings.site.name)
        };
        assert_eq!(named(None, &one).expect("good settings"), "one");
        assert_eq!(named(Some(&other), &one).expect("good settings"), "other");
        named(None, &dir.path().join("nothing")).expect_err("it must be there");
        named(None, Path::new("")).expect("none is named");
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
        check_refused(("GIOG_OPERATOR__HOSTS", "giog:8081"), "operator.hosts");
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
        for (variable, named) in [
            (("GIOG_TIMES__UNTOUCHED_MS", "0"), "times.untouched_ms"),
            (("GIOG_TIMES__AUTO_GAME_MS", "0"), "times.auto_game_ms"),
            (
                ("GIOG_LIMITS__ROOMS_PER_CONNECTION", "0"),
                "limits.rooms_per_connection",
            ),
            (("GIOG_RETENTION__GUESTS_DAYS", "0.25"), "integer"),
            (("GIOG_RETENTION__GUESTS_DAYS", "-1"), "integer"),
            (("GIOG_PUSH__ENABLED", "perhaps"), "boolean"),
        ] {
            check_refused(variable, named);
        }
    }

    #[test]
    fn all_wrong_settings_are_told_at_once_each_by_its_name() {
        let variables = [
            ("GIOG_RETENTION__GUESTS_DAYS", "99999999999"),
            ("GIOG_LIMITS__REQUESTS_PER_SECOND", "99999999999"),
            ("GIOG_LISTEN", "nowhere"),
            ("GIOG_SITE__NAM", "Giog"),
            ("GIOG_TIMES__GRACE_MS", "10"),
            ("GIOG_STOP_MS", "off"),
            ("GIOG_TRUSTED_PROXIES", "10.0.0.0/33"),
            ("GIOG_LEASE_MS", "1"),
            ("GIOG_RETENTION__LOGS_DAYS", "7"),
        ];
        let error = load(&variables, Overrides::default()).expect_err("bad settings");
        let told = error.to_string();
        for name in [
            "`retention.guests_days`",
            "`limits.requests_per_second`",
            "`listen`",
            "`site.nam`",
            "`times.grace_ms`",
            "`stop_ms`",
            "`trusted_proxies`",
            "`lease_ms`",
        ] {
            assert_eq!(
                told.matches(&format!("the setting {name}")).count(),
                1,
                "{name}: {told}"
            );
        }
        assert_eq!(told.lines().count(), 9, "{told}");
    }

    #[test]
    fn a_number_too_large_in_the_file_names_its_setting() {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let path = dir.path().join("giog.toml");
        for number in ["99999999999", "-1"] {
            let text = format!("[retention]\nguests_days = {number}\n");
            std::fs::write(&path, text).expect("the file is written");
            let read = Settings::load(Some(&path), [], Overrides::default());
            let told = read.expect_err("it is out of range").to_string();
            assert!(
                told.contains("the setting `retention.guests_days`"),
                "{told}"
            );
        }
    }

    #[test]
    fn numbers_in_the_file_are_not_rounded() {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let path = dir.path().join("giog.toml");
        let read = |text: &str| {
            std::fs::write(&path, text).expect("the file is written");
            let settings = Settings::load(Some(&path), [], Overrides::default());
            settings.map_err(|error| error.to_string())
        };
        for bad in ["0.25", "-1.0", "1e2", "inf"] {
            let error = read(&format!("[retention]\nmatches_unlisted_days = {bad}"));
            let error = error.expect_err("no whole number");
            assert!(
                error.contains("`retention.matches_unlisted_days`"),
                "{error}"
            );
        }
        read("[retention]\nmatches_unlisted_days = -1").expect_err("it is below 0");
        let read = read("[retention]\nmatches_unlisted_days = 1").expect("a whole number");
        assert_eq!(read.retention.matches_unlisted_days, 1);
    }

    #[test]
    fn a_word_is_no_number() {
        let text = std::fs::read_to_string(FILE).expect("the file is there");
        let (mut table, mut numbers) = (String::new(), 0);
        for line in text.lines() {
            if let Some(name) = line.strip_prefix('[') {
                table = format!("{}.", name.trim_end_matches(']'));
            }
            let setting = line.trim_start_matches('#').split_once(" = ");
            let Some((name, _)) = setting.filter(|(_, value)| value.parse::<u64>().is_ok()) else {
                continue;
            };
            numbers += 1;
            let named = format!("`{table}{name}`");
            let variable = format!("GIOG_{table}{name}")
                .replace('.', "__")
                .to_uppercase();
            for word in ["true", "Off", "no"] {
                let error = load(&[(variable.as_str(), word)], Overrides::default());
                let error = error.expect_err("no number").to_string();
                assert!(error.contains(&named), "{variable} {word}: {error}");
            }
        }
        assert!(numbers > 50, "{numbers}");
    }

    #[test]
    fn rooms_that_people_find_outlast_a_page_that_is_reloaded() {
        let is_taken = |variables: &[(&str, &str)]| load(variables, Overrides::default()).is_ok();
        let short = ("GIOG_TIMES__EMPTY_MS", "9999");
        assert!(is_taken(&[short]), "as in a test");
        assert!(!is_taken(&[short, ("GIOG_LISTEN", "0.0.0.0:8080")]));
        let public = ("GIOG_PUBLIC_URL", "https://play.example.org");
        assert!(!is_taken(&[short, public]));
        assert!(is_taken(&[("GIOG_TIMES__EMPTY_MS", "10000"), public]));
    }

    #[test]
    fn servers_that_share_rooms_take_leave_before_a_stop_is_cut_off() {
        let is_taken = |variables: &[(&str, &str)]| load(variables, Overrides::default()).is_ok();
        let stop = ("GIOG_STOP_MS", "4000");
        let cluster = [
            ("DATABASE_URL", "postgres://a"),
            ("GIOG_CLUSTER__NATS", "nats://127.0.0.1:4222"),
        ];
        assert!(is_taken(&[stop]), "alone");
        assert!(!is_taken(&[cluster[0], cluster[1], stop]));
        let goodbye = ("GIOG_CLUSTER__GOODBYE_MS", "3999");
        assert!(is_taken(&[cluster[0], cluster[1], stop, goodbye]));
    }

    #[test]
    fn a_text_in_a_variable_is_that_text() {
        let token = "0123456789012345678901234567890123456789";
        let variables = [
            ("GIOG_SITE__CONTACT", "+49301234567"),
            ("GIOG_SITE__NOTICE", "3.10"),
            ("GIOG_SITE__NAME", "TRUE"),
            ("GIOG_OPERATOR__TOKEN", token),
            ("GIOG_LIMITS__ROOMS", "7"),
            ("GIOG_PUSH__ENABLED", "true"),
            ("GIOG_PUSH__CONTACT", "mailto:a@example.org"),
            ("GIOG_TRUSTED_PROXIES", ""),
        ];
        let settings = load(&variables, Overrides::default()).expect("good settings");
        let site = &settings.site;
        assert_eq!(site.contact, "+49301234567");
        assert_eq!(site.notice, "3.10");
        assert_eq!(site.name, "TRUE");
        assert_eq!(settings.operator.token.as_deref(), Some(token));
        assert_eq!(settings.limits.rooms, 7);
        assert!(settings.push.enabled && settings.trusted_proxies.is_empty());
    }

    #[cfg(unix)]
    #[test]
    fn a_variable_that_is_no_text_matters_if_it_is_a_setting() {
        use std::os::unix::ffi::OsStringExt as _;

        let read = |name: &[u8]| {
            let no_text = OsString::from_vec(vec![0xff]);
            let variable = (OsString::from_vec(name.to_vec()), no_text);
            Settings::load(Some(Path::new(FILE)), [variable], Overrides::default())
        };
        for other in [&b"LS_COLORS"[..], b"GIOG_TEST_NAME", b"\xff"] {
            read(other).expect("it is no setting");
        }
        let error = read(b"GIOG_SITE__NAME").expect_err("it is no text");
        assert!(error.to_string().contains("GIOG_SITE__NAME"), "{error}");
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
            ("tls://giog@192.0.2.7", false),
            ("tls://:secret@192.0.2.7", false),
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
