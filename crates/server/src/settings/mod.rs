//! The settings of a server: from `config/giog.toml`, the environment and flags (later sources override earlier ones). All are checked.

mod bad;
mod cluster;
mod faults;
#[cfg(test)]
mod file;
mod listen;
mod load;
mod practice;
mod proxy_header;
mod push;
mod push_host;
mod readers;
mod rules;
mod site;
mod variables;
mod webhooks;

pub use bad::BadSettings;
pub use cluster::Cluster;
pub use faults::{Fault, Faults};
pub use listen::{BadListen, Listen};
pub use load::{DEFAULT_FILE, Overrides};
pub use proxy_header::ProxyHeader;
pub use push::PushSettings;
pub use push_host::{BadPushHost, PushHost};
pub use readers::warn_of_readers as warn_of_settings_readers;
pub use site::{PublicUrl, Site};
pub use variables::settings_file;
pub use webhooks::Webhooks;
pub(crate) use webhooks::{MATCH_OVER, REPORT_WAITS, TABLE_OPENED};

use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::path::PathBuf;

use giog_rooms::{LobbyLimits, RoomLimits, Times};
use giog_rules::Level;
use giog_store::{AddressRange, MatchClass};
use serde::{Deserialize, Serialize};

/// All settings of the server, with their defaults. Each can also be an environment variable: `GIOG_` and the name in capitals, with
/// `__` between section and name, as in `GIOG_LISTEN` and `GIOG_LIMITS__ROOMS`; the parts of a list are separated by commas.
/// `DATABASE_URL` works too. Flags of `giog serve` override environment variables, and these override this file. `GIOG_CONFIG` names
/// another file than `config/giog.toml`. Secrets may be in files: `DATABASE_URL_FILE`, `GIOG_DATABASE_URL_FILE`,
/// `GIOG_CLUSTER__NATS_FILE`, `GIOG_OPERATOR__TOKEN_FILE`, `GIOG_WEBHOOKS__SECRET_FILE`, `GIOG_WEBHOOKS__DISCORD_FILE` name them.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(test, derive(serde::Serialize))]
#[serde(deny_unknown_fields, default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct Settings {
    /// The address and port on which the server listens, or a Unix socket for a proxy on this machine, as in
    /// `unix:/run/giog/giog.sock`. If the service manager passes a socket with this address (socket activation), the server uses it.
    #[cfg_attr(test, serde(serialize_with = "file::text"))]
    pub listen: Listen,
    /// The folder that holds the signing key and the embedded database.
    pub data_dir: PathBuf,
    /// The database: `sqlite:<file>` or `postgres://user:password@host/name`. If not set: `giog.db` in the data folder.
    pub database_url: Option<String>,
    /// The address under which people reach the server, as in `https://play.example.org`. If empty, the server cannot make links to
    /// itself.
    #[serde(deserialize_with = "site::not_empty")]
    pub public_url: Option<PublicUrl>,
    /// The origins whose pages may use the server besides its own page, as in `["https://club.example.org"]`: for other methods of REST
    /// than to read, and for sockets. Empty: any, since a page needs a person's token to act for them.
    #[serde(deserialize_with = "load::texts")]
    pub allowed_origins: Vec<String>,
    /// Reverse proxies in front of the server: addresses and ranges, as in `["127.0.0.1", "172.16.0.0/12"]`. The server trusts these,
    /// and nobody else, to name the client's address, and applies its limits to that address.
    #[serde(deserialize_with = "load::address_ranges")]
    #[cfg_attr(test, serde(serialize_with = "file::texts"))]
    pub trusted_proxies: Vec<AddressRange>,
    /// Whether connections over the Unix socket of `listen` come from such a proxy. If not, all of them count as one address.
    pub trust_unix_socket: bool,
    /// The header that carries the client's address: `x-forwarded-for` or `forwarded` (RFC 7239). Choose the one that your proxies
    /// write: the other one can be forged by clients.
    #[serde(deserialize_with = "load::word")]
    pub proxy_header: ProxyHeader,
    /// Addresses and ranges that many people share, for example a school or a club, as in `["203.0.113.7", "2001:db8:1::/48"]`. Each of
    /// these addresses gets 16 times the limits per address, and quick play treats the people behind it as strangers.
    #[serde(deserialize_with = "load::address_ranges")]
    #[cfg_attr(test, serde(serialize_with = "file::texts"))]
    pub shared_addresses: Vec<AddressRange>,
    /// Allow a signing key that the database does not know, although it knows others. The proofs of running matches become worthless:
    /// restore `signing.key` instead if you can.
    pub new_key: bool,
    /// Allow a new database, or one that is older than before, although this data folder was used with another one. Set it on purpose
    /// and for a single start: without it, the server stops and asks whether the file or volume is in the right place.
    pub new_database: bool,
    /// Log level: `error`, `warn`, `info`, `debug` or `trace`; per crate as in `info,giog_rooms=debug`.
    pub log: String,
    /// Log format: `text` for people, `json` for machines: one JSON object per line.
    #[serde(deserialize_with = "load::word")]
    pub log_format: LogFormat,
    /// Time for a graceful stop, in milliseconds; then remaining work is cut off. Nothing acknowledged is lost either way.
    pub stop_ms: u64,
    /// How long a standby server waits after the last sign of life of an active one that hangs or was cut off, in milliseconds. One
    /// whose process is gone is noticed at once.
    pub lease_ms: u32,
    /// Days between two checks of the whole database for damage, while people play and with at most 5 % of a core; the first one begins a
    /// minute after the start. 0: only a short check at each start. Postgres is asked every hour what it has found.
    pub database_check_days: u32,
    /// The level of the bots that fill quick-play tables: `simple`, `club`, `strong` or `master` (docs/BOTS.md). In games that do not have it:
    /// `simple`.
    #[serde(deserialize_with = "load::word")]
    pub quick_bots: Level,
    /// Sharing the rooms with other servers.
    pub cluster: Cluster,
    /// What clients show about the server.
    pub site: Site,
    /// Notifications (Web Push) for people at slow tables.
    pub push: PushSettings,
    /// What is sent to addresses of the operator.
    pub webhooks: Webhooks,
    /// The operator's interface.
    pub operator: Operator,
    /// Time limits in rooms.
    pub times: Times,
    /// How long old data is kept.
    pub retention: Retention,
    /// Limits on connections, requests and rooms.
    pub limits: ServerLimits,
    /// Whether this is a practice server, for programs on the same machine. Only a flag makes one, no file and no variable.
    #[serde(skip)]
    pub practice: bool,
}

/// The operator's interface: metrics and administration. Never use an address that players can reach.
#[derive(Clone, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(serde::Serialize))]
#[serde(deny_unknown_fields, default)]
pub struct Operator {
    /// The address on which it listens, as in `127.0.0.1:8081`. If empty, it is off.
    #[serde(deserialize_with = "site::not_empty")]
    pub listen: Option<SocketAddr>,
    /// The operator's token. If empty, the server creates one at the first start, in the file `operator.token` in the data folder.
    #[serde(deserialize_with = "site::not_empty")]
    pub token: Option<String>,
    /// Host names under which it is asked, as in `["giog.internal"]`. Addresses, localhost and the name of the machine itself are
    /// always accepted; requests to any other name are refused, because a page in your browser can give its own name the server's
    /// address.
    #[serde(deserialize_with = "load::texts")]
    pub hosts: Vec<String>,
}

impl std::fmt::Debug for Operator {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Operator")
            .field("listen", &self.listen)
            .finish_non_exhaustive()
    }
}

/// How long old data is kept, in days; 0 means for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(serde::Serialize))]
#[serde(deny_unknown_fields, default)]
pub struct Retention {
    /// Guests who have not come for this long are deleted, with name and token.
    pub guests_days: u32,
    /// Ratings are deleted this long after the latest match that changed them, with what matches changed. Until then their guests are kept,
    /// however long they do not come.
    pub ratings_days: u32,
    /// Logs of closed rooms are deleted after this time, with the room's cancelled starts.
    pub logs_days: u32,
    /// Reports are deleted after this time, settled or not: they contain names and lines of chat.
    pub reports_days: u32,
    /// Finished matches are deleted this long after their end. What proves a copy of the record stays: the time of the end, the SHA-256
    /// and the signing key.
    pub matches_days: u32,
    /// The same for matches of unlisted rooms and rooms with a password; 0 means the same time as `matches_days`.
    pub matches_unlisted_days: u32,
    /// The same for matches with at most one person among bots; 0 means the same time as `matches_days`.
    pub matches_bots_days: u32,
    /// If a start is more than so many days after the latest stored time, the date of the machine is doubted, and nothing is deleted
    /// until the operator says that it is right (`giog admin trust-date`). An ordinary pause of a server is shorter.
    pub longest_pause_days: u32,
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
            ratings_days: 730,
            logs_days: 30,
            reports_days: 90,
            matches_days: 0,
            matches_unlisted_days: 0,
            matches_bots_days: 0,
            longest_pause_days: 400,
        }
    }
}

/// The format of log lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(serde::Serialize))]
#[serde(rename_all = "snake_case")]
pub enum LogFormat {
    /// For people.
    Text,
    /// For machines: one JSON object per line.
    Json,
}

/// Limits on connections, requests and rooms. "One address" is an IPv4 address or an IPv6 /64. Wider networks have limits too: an
/// IPv6 /56 may have 4 times as much as one address, an IPv6 /48 or an IPv4 /24 16 times.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ServerLimits {
    /// Open connections in all. Each needs about 12 KiB of memory. A network has at most a fifth of all, unless one of its addresses may
    /// have more. The last fifth is kept for networks with fewer than one address may have.
    pub connections: usize,
    /// Open connections from one address; behind a trusted proxy, only WebSockets are counted. The default is enough for a club of
    /// fifty behind one, each with the six connections of a browser and a socket, and some broken ones that have not been noticed yet.
    pub connections_per_address: usize,
    /// The largest frame that a client may send, in bytes: many times the longest request. A larger one closes the connection.
    pub frame_bytes: u32,
    /// Frames in the outgoing queue of a connection: more than a whole match has. A connection whose queue is full is closed.
    pub frames_waiting: usize,
    /// Requests on a connection per second, on average.
    pub requests_per_second: NonZeroU32,
    /// Requests on a connection in a burst after a pause.
    pub requests_burst: NonZeroU32,
    /// How many refused requests within ten minutes close the connection.
    pub refusals_until_close: u32,
    /// What the requests of one connection may cost per second, on average, in microseconds of CPU time (80 bytes sent or received count
    /// as one): many times the cost of the fastest player. docs/HOSTING.md lists the costs.
    pub connection_cost_per_second: NonZeroU32,
    /// The same in a burst after a pause: twenty times what opening the page costs.
    pub connection_cost_burst: NonZeroU32,
    /// The same per second for one person, on all their connections together.
    pub person_cost_per_second: NonZeroU32,
    /// The same in a burst.
    pub person_cost_burst: NonZeroU32,
    /// The same per second for all requests from one address, over sockets and REST: a twentieth of a core, which is enough for a club
    /// of fifty, and too little for ten addresses to slow down all others.
    pub address_cost_per_second: NonZeroU32,
    /// The same in a burst: a club of fifty that connects at the same moment.
    pub address_cost_burst: NonZeroU32,
    /// Bytes read from one connection per second, on average: many times what a client needs, and too few to keep a core busy with
    /// parsing frames. More bytes wait; a client that keeps sending is closed. Of a trusted proxy's connections, this applies to
    /// WebSockets only.
    pub received_bytes_per_second: NonZeroU32,
    /// The same in a burst after a pause.
    pub received_bytes_burst: NonZeroU32,
    /// REST requests from one address per second, on average.
    pub rest_per_second: NonZeroU32,
    /// REST requests from one address in a burst after a pause: ten for each of fifty people who connect at the same moment.
    pub rest_burst: NonZeroU32,
    /// New guests per minute from one address: a club that connects at the same moment, and some who try again without their token.
    pub new_guests_per_minute: NonZeroU32,
    /// New guests per minute from all addresses together, also as a burst: enough for a busy day, and too few to fill the disk. Three
    /// eighths of them are kept for addresses that had none within a minute. Guests who come back with a token are not counted.
    pub all_new_guests_per_minute: NonZeroU32,
    /// Room passwords tried per minute from one address, right or wrong, also as a burst: enough for a school that comes back after a
    /// restart, and too few to guess one.
    pub passwords_per_minute: NonZeroU32,
    /// New rooms per minute from one address, including quick-play tables that were created for somebody there: enough for a club that
    /// starts at the same moment.
    pub new_rooms_per_minute: NonZeroU32,
    /// Rooms that one connection may be in at a time.
    pub rooms_per_connection: usize,
    /// Open rooms of the whole server.
    pub rooms: usize,
    /// Open rooms created by one person.
    pub rooms_per_person: usize,
    /// Rooms of one person that sleep: everybody has left, and their link opens them again for some time (`times.sleeping_ms`). With more,
    /// those that were left first are forgotten. They do not count among the open ones. 0: none sleeps.
    pub sleeping_rooms_per_person: u32,
    /// Sleeping rooms of the whole server. Each takes some kilobytes of the database.
    pub sleeping_rooms: u32,
    /// Open rooms created from one address.
    pub rooms_per_address: usize,
    /// The percentage of `rooms` that is reserved for quick play.
    pub quick_rooms_percent: usize,
    /// Connections of people without a seat in one room.
    pub spectators_per_room: usize,
    /// Of these, connections from one address.
    pub spectators_per_address: usize,
    /// Connections of one person in one room.
    pub connections_per_person: usize,
    /// Changes of a person in a room besides the actions of a match, in a burst. The first `ready` for a next match is not counted.
    pub changes_burst: NonZeroU32,
    /// The same per minute, on average. All people without a seat together may make four times as many, and twice as many in a burst.
    pub changes_per_minute: NonZeroU32,
    /// Hints of a seat in a burst.
    pub hints_burst: NonZeroU32,
    /// Hints of a seat per minute, on average.
    pub hints_per_minute: NonZeroU32,
    /// Chat lines of a person in a room in a burst; all people together may send four times as many.
    pub chat_burst: NonZeroU32,
    /// Chat lines of a person in a room per minute, on average. All people without a seat together may send twice as many, all people
    /// together 6.7 times as many.
    pub chat_per_minute: NonZeroU32,
    /// What the searches of bots at levels above `simple` may cost per second, on average, in milliseconds of one core; sixty times as
    /// much in a burst. A match counts for as much as its game, its seats and its levels say, whatever the searches take. Where it is not
    /// enough, matches begin with a lower level, and say so. 0: no level that searches.
    pub thinking_ms_per_second: u32,
    /// Bytes of the reviews that the database keeps (docs/REVIEW.md): some 4,000 for a seat of a trick game, up to a hundred times as much in
    /// mahjong. Those that were not read for the longest time go first; they are made again when somebody asks for them. 0: the server makes no reviews.
    pub review_bytes: u64,
    /// Reviews a day of matches in which a person sat, also as a burst. They are made behind everything that plays. One that takes
    /// longer than those of trick games, as on boards, counts for several (docs/REVIEW.md).
    pub reviews_per_day: NonZeroU32,
    /// Reviews a day of other matches from one address, also as a burst. What was made before is read without a limit of its own.
    pub reviews_of_others_per_day: NonZeroU32,
    /// On how many lines at most a review plays each choice on, and twice as many where its error is still more than a point. Fewer take less time,
    /// and the sampling errors, which it tells, are larger. What is stored stays as it is.
    pub review_lines: u32,
    /// What bots think a minute for branches that are played from one address (docs/REVIEW.md), in milliseconds of a core, also as a burst. One branch
    /// counts for 8 seconds at most; what was decided in the branches that were played last is known, and costs nothing.
    pub branch_ms_per_minute: NonZeroU32,
    /// Free bytes that the disk of the data folder (and of the database, if it is a file) must have for new guests, rooms and matches; 0
    /// turns the check off. The default is enough to play all running matches to their end, including twice the 64 MiB of the
    /// write-ahead log: once in the log, and once while it is copied into the database.
    pub least_free_disk_bytes: u64,
    /// A silent connection is closed after this time, in milliseconds. The server sends a ping after about half of it.
    pub idle_ms: u64,
    /// How long a client may take to send the headers of a request, or the first `hello`, in milliseconds. Without a trusted proxy, also
    /// how long a connection may be silent between two requests.
    pub greeting_ms: u64,
    /// How long a connection of a trusted proxy may be silent between two requests, in milliseconds: longer than proxies keep it by
    /// themselves (nginx 60 s, Caddy 120 s), because they answer 502 if a connection is closed as they use it.
    pub proxy_idle_ms: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            listen: Listen::Network(SocketAddr::from(([127, 0, 0, 1], 8080))),
            data_dir: PathBuf::from("data"),
            database_url: None,
            public_url: None,
            allowed_origins: Vec::new(),
            trusted_proxies: Vec::new(),
            trust_unix_socket: false,
            proxy_header: ProxyHeader::default(),
            shared_addresses: Vec::new(),
            new_key: false,
            new_database: false,
            log: "info".to_owned(),
            log_format: LogFormat::Text,
            stop_ms: 10_000,
            lease_ms: 10_000,
            database_check_days: 7,
            quick_bots: Level::Simple,
            cluster: Cluster::default(),
            site: Site::default(),
            push: PushSettings::default(),
            webhooks: Webhooks::default(),
            operator: Operator::default(),
            times: Times::default(),
            retention: Retention::default(),
            limits: ServerLimits::default(),
            practice: false,
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
            sleeping_rooms_per_person: room.sleeping_rooms_per_person,
            sleeping_rooms: room.sleeping_rooms,
            rooms_per_address: lobby.rooms_per_address,
            quick_rooms_percent: lobby.quick_rooms_percent,
            spectators_per_room: room.spectators,
            spectators_per_address: room.spectators_per_address,
            connections_per_person: room.connections_per_person,
            changes_burst: number(60),
            changes_per_minute: number(60),
            hints_burst: number(10),
            hints_per_minute: number(60),
            chat_burst: number(5),
            chat_per_minute: number(30),
            thinking_ms_per_second: 200,
            review_bytes: 256 * 1024 * 1024,
            reviews_per_day: number(100),
            reviews_of_others_per_day: number(10),
            review_lines: giog_review::EFFORT.lines,
            branch_ms_per_minute: number(6_000),
            least_free_disk_bytes: 256 * 1024 * 1024,
            idle_ms: 60_000,
            greeting_ms: 10_000,
            proxy_idle_ms: 135_000,
        }
    }
}
