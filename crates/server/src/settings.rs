//! The settings of a server: from `config/giog.toml`, the environment and flags, in rising order, each checked.

use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::path::PathBuf;

use giog_rooms::{LobbyLimits, RoomLimits, Times};
use serde::Deserialize;

/// The settings of a server.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// Where the server listens.
    pub listen: SocketAddr,
    /// The folder of the signing key, and of the embedded database.
    pub data_dir: PathBuf,
    /// The database: `sqlite:<file>` or `postgres://…`; a file in the data folder if left out.
    pub database_url: Option<String>,
    /// What is logged: `error`, `warn`, `info`, `debug` or `trace`, for all or for single crates as in `info,giog_rooms=debug`.
    pub log: String,
    /// How log lines are written.
    pub log_format: LogFormat,
    /// How long a stop may take before what is left is cut off.
    pub stop_ms: u64,
    /// How long another server's lease on the database is respected after its last sign of life.
    pub lease_ms: u32,
    /// How long things may take in a room.
    pub times: Times,
    /// How much is accepted.
    pub limits: ServerLimits,
}

/// How log lines are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LogFormat {
    /// For people.
    Text,
    /// For machines: a JSON object a line.
    Json,
}

/// How much the server accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ServerLimits {
    /// Connections at a time: what the memory is planned for, at about 12 KiB each.
    pub connections: usize,
    /// Connections at a time from one address: a club behind one.
    pub connections_per_address: usize,
    /// The longest frame a client may send: many times the longest request.
    pub frame_bytes: u32,
    /// Frames that wait to be written to a connection; one that does not keep up is closed. More than a whole match has.
    pub frames_waiting: usize,
    /// Requests a second on a connection, on average.
    pub requests_per_second: NonZeroU32,
    /// Requests at once on a connection after a pause.
    pub requests_burst: NonZeroU32,
    /// Requests over the rate, one after another, after which a connection is closed.
    pub refusals_until_close: u32,
    /// REST requests a second from one address, on average.
    pub rest_per_second: NonZeroU32,
    /// REST requests at once from one address after a pause.
    pub rest_burst: NonZeroU32,
    /// New guests a minute from one address.
    pub new_guests_per_minute: NonZeroU32,
    /// Rooms a connection may have joined at a time.
    pub rooms_per_connection: usize,
    /// Open rooms of the whole server.
    pub rooms: usize,
    /// Open rooms that one person has made.
    pub rooms_per_person: usize,
    /// Connections of people without a seat in one room.
    pub spectators_per_room: usize,
    /// Connections of one person in one room.
    pub connections_per_person: usize,
    /// A silent connection is closed after this time; a ping is sent at half of it.
    pub idle_ms: u64,
    /// How long a client may take to say what it wants: the headers of a request, the first `hello`.
    pub greeting_ms: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            listen: SocketAddr::from(([127, 0, 0, 1], 8080)),
            data_dir: PathBuf::from("data"),
            database_url: None,
            log: "info".to_owned(),
            log_format: LogFormat::Text,
            stop_ms: 10_000,
            lease_ms: 10_000,
            times: Times::default(),
            limits: ServerLimits::default(),
        }
    }
}

/// Settings that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum BadSettings {
    /// A file or a variable cannot be read as settings.
    #[error("the settings: {0}")]
    Unreadable(#[from] config::ConfigError),
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
    /// See [`Settings::log`].
    pub log: Option<String>,
}

/// The file that is read if it is there and no other is named.
pub const DEFAULT_FILE: &str = "config/giog.toml";

impl Settings {
    /// Reads the settings: the file, then `variables` (`GIOG_LISTEN`, `GIOG_LIMITS__ROOMS`, …, and `DATABASE_URL`), then
    /// the flags. A file that was named must be there.
    pub fn load(
        file: Option<&std::path::Path>,
        variables: impl IntoIterator<Item = (String, String)>,
        flags: Overrides,
    ) -> Result<Self, BadSettings> {
        let mut variables: std::collections::HashMap<String, String> = variables
            .into_iter()
            .filter(|(name, _)| name == "DATABASE_URL" || name.starts_with("GIOG_"))
            .filter(|(name, _)| !name.starts_with("GIOG_TEST_"))
            .collect();
        if let Some(url) = variables.remove("DATABASE_URL") {
            variables.entry("GIOG_DATABASE_URL".to_owned()).or_insert(url);
        }
        let environment = config::Environment::with_prefix("GIOG")
            .prefix_separator("_")
            .separator("__")
            .try_parsing(true)
            .source(Some(variables));
        let file = config::File::from(file.unwrap_or(std::path::Path::new(DEFAULT_FILE)))
            .format(config::FileFormat::Toml)
            .required(file.is_some());
        let path = |path: PathBuf| path.to_string_lossy().into_owned();
        let settings: Self = config::Config::builder()
            .add_source(file)
            .add_source(environment)
            .set_override_option("listen", flags.listen.map(|listen| listen.to_string()))?
            .set_override_option("data_dir", flags.data_dir.map(path))?
            .set_override_option("database_url", flags.database_url)?
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

    fn check(&self) -> Result<(), BadSettings> {
        let (times, limits) = (&self.times, &self.limits);
        let rules: [(bool, &'static str, &'static str); 12] = [
            (self.stop_ms >= 100, "stop_ms", "at least 100"),
            (self.lease_ms >= 1_000, "lease_ms", "at least 1,000"),
            (times.grace_ms >= 1_000, "times.grace_ms", "at least 1,000"),
            (times.ready_ms >= 1_000, "times.ready_ms", "at least 1,000"),
            (times.entropy_ms >= 1_000, "times.entropy_ms", "at least 1,000"),
            (times.ceremony_ms >= 1_000, "times.ceremony_ms", "at least 1,000"),
            (times.auto_decision_ms >= 1_000, "times.auto_decision_ms", "at least 1,000"),
            (limits.connections >= 1, "limits.connections", "at least 1"),
            ((1_024..=1_048_576).contains(&limits.frame_bytes), "limits.frame_bytes", "from 1,024 to 1,048,576"),
            (limits.frames_waiting >= 64, "limits.frames_waiting", "at least 64, more than one batch of events"),
            (limits.idle_ms >= 5_000, "limits.idle_ms", "at least 5,000"),
            (limits.greeting_ms >= 1_000, "limits.greeting_ms", "at least 1,000"),
        ];
        match rules.into_iter().find(|&(holds, ..)| !holds) {
            None => Ok(()),
            Some((_, name, wanted)) => Err(BadSettings::OutOfRange { name, wanted }),
        }
    }
}

impl Default for ServerLimits {
    fn default() -> Self {
        let (room, lobby) = (RoomLimits::default(), LobbyLimits::default());
        let number = |n: u32| NonZeroU32::new(n).expect("not zero");
        Self {
            connections: 20_000,
            connections_per_address: 200,
            frame_bytes: 16 * 1024,
            frames_waiting: 512,
            requests_per_second: number(20),
            requests_burst: number(60),
            refusals_until_close: 200,
            rest_per_second: number(20),
            rest_burst: number(100),
            new_guests_per_minute: number(60),
            rooms_per_connection: 16,
            rooms: lobby.rooms,
            rooms_per_person: lobby.rooms_per_person,
            spectators_per_room: room.spectators,
            connections_per_person: room.connections_per_person,
            idle_ms: 60_000,
            greeting_ms: 10_000,
        }
    }
}
