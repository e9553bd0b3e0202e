//! Warns if others can read a settings file that contains secrets.

use std::path::Path;

use config::{Config, File, FileFormat};
use reqwest::Url;

use crate::private_file::everybody_can_read;

/// Settings with addresses that may contain a password.
const ADDRESSES: [&str; 2] = ["database_url", "cluster.nats"];
/// The settings that are themselves secrets.
const SECRETS: [&str; 2] = ["operator.token", "webhooks.secret"];
/// A list of addresses that are secrets.
const SECRET_ADDRESSES: &str = "webhooks.discord";

/// Warns if everybody on this machine can read the settings file, and it contains a password or another secret. Its group may read
/// it, because that can be the server's.
pub fn warn_of_readers(file: &Path) {
    let Some(name) = secret_in(file) else { return };
    if everybody_can_read(file) {
        tracing::warn!(
            path = %file.display(),
            setting = name,
            "other users of this machine can read a secret in the settings file: let the server's user alone read it (docs/HOSTING.md)"
        );
    }
}

/// The first setting in the file that contains a secret.
fn secret_in(file: &Path) -> Option<&'static str> {
    let source = File::from(file).format(FileFormat::Toml).required(false);
    let config = Config::builder().add_source(source).build().ok()?;
    let text = |name: &str| config.get_string(name).unwrap_or_default();
    let has_password = |name: &&str| has_password(&text(name));
    let address = ADDRESSES.into_iter().find(has_password);
    let is_there = |name: &&str| !text(name).is_empty();
    let secret = address.or_else(|| SECRETS.into_iter().find(is_there));
    let listed = config.get_array(SECRET_ADDRESSES).unwrap_or_default();
    secret.or((!listed.is_empty()).then_some(SECRET_ADDRESSES))
}

/// Whether an address contains a password: before its host, or as a parameter, as Postgres also accepts it.
fn has_password(address: &str) -> bool {
    let Ok(url) = Url::parse(address) else {
        return false;
    };
    let in_query = || url.query_pairs().any(|(name, _)| name == "password");
    url.password().is_some() || in_query()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_tokens_and_keys_are_the_secrets_of_a_settings_file() {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let path = dir.path().join("giog.toml");
        assert_eq!(secret_in(&path), None, "there is no file");
        for (text, expected) in [
            ("", None),
            ("listen = '127.0.0.1:1'\n[operator]\ntoken = ''", None),
            ("[operator]\ntoken = 'guess me'", Some("operator.token")),
            ("database_url = 'sqlite:/a.db'", None),
            ("database_url = 'postgres://giog@a/giog'", None),
            (
                "database_url = 'postgres://giog:b@a/c'",
                Some("database_url"),
            ),
            (
                "database_url = 'postgres://a/c?password=b'",
                Some("database_url"),
            ),
            ("[cluster]\nnats = 'nats://127.0.0.1'", None),
            ("cluster.nats = 'tls://giog:b@a'", Some("cluster.nats")),
            ("[webhooks]\nsecret = 'whsec_a'", Some("webhooks.secret")),
            (
                "[webhooks]\ndiscord = ['https://a/b']",
                Some("webhooks.discord"),
            ),
            ("[webhooks]\nurls = ['https://a/b']", None),
        ] {
            std::fs::write(&path, text).expect("the file is written");
            assert_eq!(secret_in(&path), expected, "{text}");
        }
    }
}
