//! The settings of a server: from `config/giog.toml`, the environment and flags, in rising order, each checked.

mod cluster;
mod load;
mod push;
mod readers;
mod rules;
mod site;

pub use cluster::Cluster;
pub use load::{BadSettings, DEFAULT_FILE, Overrides};
pub use push::PushSettings;
pub use readers::warn_of_readers as warn_of_settings_readers;
pub use site::{PublicUrl, Site};

use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::path::PathBuf;

use giog_rooms::{LobbyLimits, RoomLimits, Times};
use giog_store::{AddressRange, MatchClass};
use serde::Deserialize;

use crate::client::ProxyHeader;
use crate::cost::Refill;

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
    /// Where people reach the server, as in `https://play.example.org`; not known if left out.
    #[serde(deserialize_with = "site::not_empty")]
    pub public_url: Option<PublicUrl>,
    /// The addresses of the proxies before the server, which are believed when they say whom they speak for.
    #[serde(deserialize_with = "load::address_ranges")]
    pub trusted_proxies: Vec<AddressRange>,
    /// The header in which they say it.
    #[serde(deserialize_with = "load::word")]
    pub proxy_header: ProxyHeader,
    /// Addresses that many people share, a school's or a club's: bounds by address are 16 times as wide there, and quick play
    /// takes their people for strangers.
    #[serde(deserialize_with = "load::address_ranges")]
    pub shared_addresses: Vec<AddressRange>,
    /// Whether to sign with a key that the database does not know, though it knows others.
    pub new_key: bool,
    /// Whether to begin anew with a database that is new, or older than it was, though the data folder has served another.
    pub new_database: bool,
    /// What is logged: `error`, `warn`, `info`, `debug` or `trace`, for all or for single crates as in `info,giog_rooms=debug`.
    pub log: String,
    /// How log lines are written.
    #[serde(deserialize_with = "load::word")]
    pub log_format: LogFormat,
    /// How long a stop may take before what is left is cut off.
    pub stop_ms: u64,
    /// How long another server's lease on the database is respected after its last sign of life.
    pub lease_ms: u32,
    /// Sharing the rooms with other servers.
    pub cluster: Cluster,
    /// What the server says of itself to people.
    pub site: Site,
    /// Notifying people at slow tables.
    pub push: PushSettings,
    /// The operator's side.
    pub operator: Operator,
    /// How long things may take in a room.
    pub times: Times,
    /// How long things are kept that nobody needs any more.
    pub retention: Retention,
    /// How much is accepted.
    pub limits: ServerLimits,
}

/// The operator's side: metrics, and what only the operator may do.
#[derive(Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Operator {
    /// Where it listens; nowhere if left out. Never where players come.
    #[serde(deserialize_with = "site::not_empty")]
    pub listen: Option<SocketAddr>,
    /// The token that it wants; one in the data folder if left out.
    #[serde(deserialize_with = "site::not_empty")]
    pub token: Option<String>,
}

impl std::fmt::Debug for Operator {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Operator")
            .field("listen", &self.listen)
            .finish_non_exhaustive()
    }
}

/// How long things are kept that nobody needs any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Retention {
    /// Days after which a guest who has not been here is forgotten, name and token; 0 for never.
    pub guests_days: u32,
    /// Days after which the log of a closed room is deleted; 0 for never.
    pub logs_days: u32,
    /// Days after which a report is deleted, settled or not: it holds names and chat; 0 for never.
    pub reports_days: u32,
    /// Days after its end after which a match is deleted, but for what proves a copy of its record; 0 for never. Each class may
    /// be kept for a shorter time.
    pub matches_days: u32,
    /// The same of matches of unlisted rooms and such with a password; 0 for as long as all.
    pub matches_unlisted_days: u32,
    /// The same of matches with one person or none beside bots; 0 for as long as all.
    pub matches_bots_days: u32,
}

impl Retention {
    /// After how many days a match of this class is deleted; none for never.
    pub(crate) fn days_of(&self, class: MatchClass) -> Option<NonZeroU32> {
        let of_class = match class {
            MatchClass::Listed => 0,
            MatchClass::Unlisted => self.matches_unlisted_days,
            MatchClass::WithBots => self.matches_bots_days,
        };
        NonZeroU32::new(of_class).or(NonZeroU32::new(self.matches_days))
    }
}

impl Default for Retention {
    fn default() -> Self {
        Self {
            guests_days: 180,
            logs_days: 30,
            reports_days: 90,
            matches_days: 0,
            matches_unlisted_days: 0,
            matches_bots_days: 0,
        }
    }
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
    /// Connections at a time from one address: a club of fifty behind one, each with a browser's six and a socket, and some
    /// that are about to be noticed as lost.
    pub connections_per_address: usize,
    /// The longest frame a client may send: many times the longest request.
    pub frame_bytes: u32,
    /// Frames that wait to be written to a connection; one that does not keep up is closed. More than a whole match has.
    pub frames_waiting: usize,
    /// Requests a second on a connection, on average.
    pub requests_per_second: NonZeroU32,
    /// Requests at once on a connection after a pause.
    pub requests_burst: NonZeroU32,
    /// Requests over what a connection may, within ten minutes, after which it is closed.
    pub refusals_until_close: u32,
    /// What the requests of one connection may cost in a second, on average, in microseconds of a core (`cost/weights.rs`):
    /// many times what the fastest player's do.
    pub connection_cost_per_second: NonZeroU32,
    /// And at once after a pause: everything that a page asks for when it is opened, twenty times.
    pub connection_cost_burst: NonZeroU32,
    /// What the requests of one person may cost in a second, on all their connections.
    pub person_cost_per_second: NonZeroU32,
    /// And at once.
    pub person_cost_burst: NonZeroU32,
    /// What everything from one address may cost in a second, over sockets and REST: a twentieth of a core, which is enough
    /// for a club of fifty, and too little for ten addresses to hold up all others.
    pub address_cost_per_second: NonZeroU32,
    /// And at once: a club of fifty that comes at the same moment.
    pub address_cost_burst: NonZeroU32,
    /// Bytes a second that are read from one connection on average: many times what anybody types, and nothing that could
    /// keep a core busy with taking frames apart.
    pub received_bytes_per_second: NonZeroU32,
    /// And at once.
    pub received_bytes_burst: NonZeroU32,
    /// REST requests a second from one address, on average.
    pub rest_per_second: NonZeroU32,
    /// REST requests at once from one address after a pause: ten for each of a club that comes at once.
    pub rest_burst: NonZeroU32,
    /// New guests a minute from one address: a club that comes at once, and some who try again without their token.
    pub new_guests_per_minute: NonZeroU32,
    /// New guests a minute from all addresses together, and at once: what a good day brings, and too few for many addresses to
    /// fill the disk. Whoever has a token is not counted.
    pub all_new_guests_per_minute: NonZeroU32,
    /// Passwords of rooms that come from one address in a minute, right or wrong, and at once: a school that comes back after a
    /// restart, and too few to find one by trying.
    pub passwords_per_minute: NonZeroU32,
    /// New rooms a minute from one address, tables of quick play that were made for somebody there included: a club that
    /// begins at once.
    pub new_rooms_per_minute: NonZeroU32,
    /// Rooms a connection may have joined at a time.
    pub rooms_per_connection: usize,
    /// Open rooms of the whole server.
    pub rooms: usize,
    /// Open rooms that one person has made.
    pub rooms_per_person: usize,
    /// Open rooms that were made from one address.
    pub rooms_per_address: usize,
    /// The share of `rooms` that only tables of quick play get, in percent.
    pub quick_rooms_percent: usize,
    /// Connections of people without a seat in one room.
    pub spectators_per_room: usize,
    /// Of these, connections from one address.
    pub spectators_per_address: usize,
    /// Connections of one person in one room.
    pub connections_per_person: usize,
    /// Bytes that must be free on the disk of the data folder, and of the database where it is a file, for another guest,
    /// room or match; 0 for any number. Enough for all matches that may run to be played to their end, with the write-ahead log's 64 MiB
    /// twice: once in it, and once on its way into the database.
    pub least_free_disk_bytes: u64,
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
            public_url: None,
            trusted_proxies: Vec::new(),
            proxy_header: ProxyHeader::default(),
            shared_addresses: Vec::new(),
            new_key: false,
            new_database: false,
            log: "info".to_owned(),
            log_format: LogFormat::Text,
            stop_ms: 10_000,
            lease_ms: 10_000,
            cluster: Cluster::default(),
            site: Site::default(),
            push: PushSettings::default(),
            operator: Operator::default(),
            times: Times::default(),
            retention: Retention::default(),
            limits: ServerLimits::default(),
        }
    }
}

impl Default for ServerLimits {
    fn default() -> Self {
        let (room, lobby) = (RoomLimits::default(), LobbyLimits::default());
        let number = |n: u32| NonZeroU32::new(n).expect("not zero");
        Self {
            connections: 20_000,
            connections_per_address: 500,
            frame_bytes: 16 * 1024,
            frames_waiting: 512,
            requests_per_second: number(20),
            requests_burst: number(60),
            refusals_until_close: 200,
            connection_cost_per_second: number(20_000),
            connection_cost_burst: number(200_000),
            person_cost_per_second: number(30_000),
            person_cost_burst: number(300_000),
            address_cost_per_second: number(50_000),
            address_cost_burst: number(750_000),
            received_bytes_per_second: number(64 * 1024),
            received_bytes_burst: number(256 * 1024),
            rest_per_second: number(50),
            rest_burst: number(500),
            new_guests_per_minute: number(120),
            all_new_guests_per_minute: number(1_200),
            passwords_per_minute: number(60),
            new_rooms_per_minute: number(30),
            rooms_per_connection: 16,
            rooms: lobby.rooms,
            rooms_per_person: lobby.rooms_per_person,
            rooms_per_address: lobby.rooms_per_address,
            quick_rooms_percent: lobby.quick_rooms_percent,
            spectators_per_room: room.spectators,
            spectators_per_address: room.spectators_per_address,
            connections_per_person: room.connections_per_person,
            least_free_disk_bytes: 256 * 1024 * 1024,
            idle_ms: 60_000,
            greeting_ms: 10_000,
        }
    }
}

impl ServerLimits {
    /// What one connection may cost.
    pub(crate) fn connection_cost(&self) -> Refill {
        refill(self.connection_cost_per_second, self.connection_cost_burst)
    }

    /// What one person may cost.
    pub(crate) fn person_cost(&self) -> Refill {
        refill(self.person_cost_per_second, self.person_cost_burst)
    }

    /// What one address may cost.
    pub(crate) fn address_cost(&self) -> Refill {
        refill(self.address_cost_per_second, self.address_cost_burst)
    }

    /// The bytes that may come over one connection.
    pub(crate) fn received_bytes(&self) -> Refill {
        refill(self.received_bytes_per_second, self.received_bytes_burst)
    }
}

fn refill(per_second: NonZeroU32, burst: NonZeroU32) -> Refill {
    Refill {
        per_second: per_second.get().into(),
        burst: burst.get().into(),
    }
}
