//! The environment variables that are settings: which ones, and secrets that are in files of their own.

use std::collections::HashMap;
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use super::bad::BadSettings;

/// The variable that names the settings file.
const CONFIG: &str = "GIOG_CONFIG";
/// The address of the database, under the name that many programs use.
const DATABASE_URL: &str = "DATABASE_URL";
/// The variables with secrets. Each may also be the content of the file that the variable with `_FILE` behind its name names.
const SECRETS: [&str; 6] = [
    DATABASE_URL,
    "GIOG_DATABASE_URL",
    "GIOG_CLUSTER__NATS",
    "GIOG_OPERATOR__TOKEN",
    "GIOG_WEBHOOKS__SECRET",
    "GIOG_WEBHOOKS__DISCORD",
];
const FILE: &str = "_FILE";
/// The greatest length of such a file in bytes: many times that of an address.
const MOST_BYTES: u64 = 64 * 1024;

/// The variables that are settings.
#[derive(Debug, Default)]
pub(super) struct Variables {
    /// The settings file that is named, if one is.
    pub file: Option<PathBuf>,
    /// Each setting with its value.
    pub settings: HashMap<String, String>,
}

impl Variables {
    /// Reads them. All others are ignored.
    pub fn read(
        variables: impl IntoIterator<Item = (OsString, OsString)>,
    ) -> Result<Self, BadSettings> {
        let mut read = Self::default();
        for (name, value) in variables {
            let Some(name) = name.into_string().ok().filter(|name| is_ours(name)) else {
                continue;
            };
            if name == CONFIG {
                read.file = settings_file(None, [(name.into(), value)]);
                continue;
            }
            let Ok(value) = value.into_string() else {
                return Err(BadSettings::NoText(name));
            };
            if !is_of_a_service(&name, &value) {
                read.settings.insert(name, value);
            }
        }
        for secret in SECRETS {
            read.read_secret(secret)?;
        }
        if let Some(url) = read.settings.remove(DATABASE_URL) {
            let ours = read.settings.entry("GIOG_DATABASE_URL".to_owned());
            ours.or_insert(url);
        }
        Ok(read)
    }

    /// Replaces the name of a secret's file by the secret.
    fn read_secret(&mut self, name: &'static str) -> Result<(), BadSettings> {
        let variable = format!("{name}{FILE}");
        let path = self.settings.remove(&variable);
        let Some(path) = path.filter(|path| !path.is_empty()) else {
            return Ok(());
        };
        if self.settings.get(name).is_some_and(|set| !set.is_empty()) {
            return Err(BadSettings::SecretTwice(name));
        }
        match first_line(Path::new(&path)) {
            Ok(secret) => {
                self.settings.insert(name.to_owned(), secret);
                Ok(())
            }
            Err(error) => Err(BadSettings::SecretFile {
                variable,
                path: path.into(),
                error,
            }),
        }
    }
}

/// The settings file that is named: by a flag, or else by the variable `GIOG_CONFIG`.
pub fn settings_file(
    flag: Option<&Path>,
    variables: impl IntoIterator<Item = (OsString, OsString)>,
) -> Option<PathBuf> {
    let mut variables = variables.into_iter();
    let by_variable = || Some(variables.find(|(name, _)| name == CONFIG)?.1.into());
    let named = flag.map(Path::to_owned).or_else(by_variable);
    named.filter(|path| path != Path::new(""))
}

/// The only line of a file.
fn first_line(path: &Path) -> io::Result<String> {
    let mut text = String::new();
    let read = File::open(path)?
        .take(MOST_BYTES + 1)
        .read_to_string(&mut text)?;
    let line = text.trim_end_matches(['\n', '\r']);
    if read as u64 > MOST_BYTES || line.is_empty() || line.contains('\n') {
        let wanted = "it must have one line with the secret";
        return Err(io::Error::new(io::ErrorKind::InvalidData, wanted));
    }
    Ok(line.to_owned())
}

/// Whether a variable of this name is for the server.
fn is_ours(name: &str) -> bool {
    let name = name.strip_suffix(FILE).unwrap_or(name);
    name == DATABASE_URL || (name.starts_with("GIOG_") && !name.starts_with("GIOG_TEST_"))
}

/// Whether Kubernetes or Docker has set the variable, for a service or a linked container whose name begins with `giog`: such as
/// `GIOG_SERVICE_HOST`, `GIOG_WEB_SERVICE_PORT_HTTP`, `GIOG_PORT=tcp://10.0.0.1:8080` and `GIOG_PORT_8080_TCP_ADDR`.
fn is_of_a_service(name: &str, value: &str) -> bool {
    // A setting has two underscores between section and name, and no setting without a section has these words.
    if name.contains("__") {
        return false;
    }
    if name.ends_with("_SERVICE_HOST")
        || name.ends_with("_SERVICE_PORT")
        || name.contains("_SERVICE_PORT_")
    {
        return true;
    }
    let is_port = |rest: &str| match rest.strip_prefix('_') {
        None => {
            let protocols = ["tcp://", "udp://", "sctp://"];
            rest.is_empty() && protocols.iter().any(|begin| value.starts_with(begin))
        }
        Some(rest) => {
            let number = rest.split('_').next();
            number.is_some_and(|number| number.parse::<u16>().is_ok())
        }
    };
    let mut words = name.match_indices("_PORT");
    words.any(|(at, word)| is_port(&name[at + word.len()..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(variables: &[(&str, &str)]) -> Result<Variables, BadSettings> {
        let variables = variables.iter();
        Variables::read(variables.map(|&(name, value)| (name.into(), value.into())))
    }

    #[test]
    fn what_kubernetes_says_of_a_service_is_no_setting() {
        let of_services = [
            ("GIOG_SERVICE_HOST", "10.96.0.7"),
            ("GIOG_SERVICE_PORT", "8080"),
            ("GIOG_SERVICE_PORT_HTTP", "8080"),
            ("GIOG_PORT", "tcp://10.96.0.7:8080"),
            ("GIOG_PORT_8080_TCP", "tcp://10.96.0.7:8080"),
            ("GIOG_PORT_8080_TCP_PROTO", "tcp"),
            ("GIOG_PORT_8080_TCP_PORT", "8080"),
            ("GIOG_PORT_8080_TCP_ADDR", "10.96.0.7"),
            ("GIOG_OPERATOR_SERVICE_HOST", "10.96.0.8"),
            ("GIOG_OPERATOR_PORT", "udp://10.96.0.8:1"),
            ("GIOG_PORTAL_PORT", "tcp://10.96.0.9:80"),
            ("GIOG_PORTAL_PORT_80_TCP_ADDR", "10.96.0.9"),
        ];
        let found = read(&of_services).expect("good variables").settings;
        assert!(found.is_empty(), "{found:?}");
        // A variable that may be a misspelt setting is reported.
        let others = [("GIOG_PORT", "8080"), ("GIOG_PUSH__TEST_PORT", "1")];
        let found = read(&others).expect("good variables").settings;
        assert_eq!(found.len(), 2, "{found:?}");
    }

    #[test]
    fn a_secret_may_be_in_a_file_of_its_own() {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let path = dir.path().join("secret");
        let path = path.to_str().expect("a text");
        for (name, setting) in [
            ("DATABASE_URL", "GIOG_DATABASE_URL"),
            ("GIOG_DATABASE_URL", "GIOG_DATABASE_URL"),
            ("GIOG_CLUSTER__NATS", "GIOG_CLUSTER__NATS"),
            ("GIOG_OPERATOR__TOKEN", "GIOG_OPERATOR__TOKEN"),
        ] {
            let in_file = format!("{name}_FILE");
            std::fs::write(path, "a secret\n").expect("it is written");
            let found = read(&[(&in_file, path)]).expect("a secret").settings;
            let expected = HashMap::from([(setting.to_owned(), "a secret".to_owned())]);
            assert_eq!(found, expected, "{name}");
            let twice = read(&[(&in_file, path), (name, "another")]);
            let twice = twice.expect_err("which one?").to_string();
            assert!(twice.contains(name), "{twice}");
            for bad in ["", "\n", "two\nlines\n"] {
                std::fs::write(path, bad).expect("it is written");
                let error = read(&[(&in_file, path)]).expect_err("no secret");
                assert!(error.to_string().contains(&in_file), "{error}");
            }
        }
        read(&[("GIOG_OPERATOR__TOKEN_FILE", "/nowhere")]).expect_err("there is no file");
        let unset = read(&[("GIOG_OPERATOR__TOKEN_FILE", "")]).expect("good variables");
        assert!(unset.settings.is_empty(), "{unset:?}");
        // A setting that is itself the name of a file stays one.
        let file = read(&[("GIOG_CLUSTER__CA_FILE", "/a.pem")]).expect("good variables");
        assert_eq!(file.settings["GIOG_CLUSTER__CA_FILE"], "/a.pem");
    }
}
