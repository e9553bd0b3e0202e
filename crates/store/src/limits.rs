//! Limits of rows, queries and connections.

use std::time::Duration;

/// Bytes of one log row's body. A row holds the events of one commit of one room, some hundred bytes; the limit only
/// keeps a broken room from filling memory and disk.
pub const MAX_BODY_BYTES: usize = 4 * 1024 * 1024;

/// Bytes of one floor. It holds a score table, settings, and what was done turn by turn in one match: some kilobytes, and two
/// megabytes after the longest match.
pub const MAX_FLOOR_BYTES: usize = 4 * 1024 * 1024;

/// Bytes of one match record: mostly some kilobytes. The longest match is one of mahjong over four rounds in which every hand is
/// drawn: 128 hands of some 380 actions of 110 bytes.
pub const MAX_RECORD_BYTES: usize = 12 * 1024 * 1024;

/// Bytes up to which a record is short: to compress it takes less than a millisecond.
pub const SHORT_RECORD_BYTES: usize = 64 * 1024;

/// Bytes of any other text: names, reasons, names of variants, details of a cancelled start.
pub const MAX_TEXT_BYTES: usize = 64 * 1024;

/// Matches on one page of a list; a larger wish is cut to this.
pub const MAX_PAGE_MATCHES: u32 = 100;

/// Cancelled starts that are kept of one room, the newest: as many as are ever listed.
pub const MAX_CANCELLED_OF_ROOM: u32 = MAX_PAGE_MATCHES;

/// Reports on one page of a list; each may hold several texts of [`MAX_TEXT_BYTES`].
pub const MAX_PAGE_REPORTS: u32 = 50;

/// Bans at a time: a server keeps all of them in memory, to ask them at every connection.
pub const MAX_BANS: u32 = 10_000;

/// Devices of one person: more than anybody has, and few enough to look through.
pub const MAX_DEVICES: u32 = 32;

/// Bytes of the address at which a browser is notified: three times as many as the longest that push services give out, and few
/// enough for an index of either database.
pub const MAX_ENDPOINT_BYTES: usize = 2_000;

/// Bans read by one query.
pub(crate) const BAN_PAGE_ROWS: i64 = 1024;

/// Log rows read by one query, so that replaying a long room holds no reader for long.
pub(crate) const LOG_PAGE_ROWS: i64 = 512;

/// Keys of the log read by one query.
pub(crate) const KEY_PAGE_ROWS: i64 = 8192;

/// Open rooms read by one query.
pub(crate) const ROOM_PAGE_ROWS: i64 = 1024;

/// Rooms looked through at once for the names of people who were forgotten: some thousand rows, and a few milliseconds. Fewer
/// where their logs are so long that it takes more than [`HISTORY_TIME`].
pub(crate) const FORGETTING_PAGE_ROOMS: i64 = 64;
/// How often, and after how long, what the disk did not give is read once more, until whoever is forgotten may stay named in it.
pub(crate) const UNREAD_TRIES: u32 = 4;
pub(crate) const UNREAD_PAUSE: Duration = Duration::from_millis(250);

/// How often it is tried to empty SQLite's write-ahead log once nobody reads what is in it, and how long after each other:
/// longer than any question takes that people ask.
pub(crate) const EMPTY_LOG_TRIES: u32 = 30;
pub(crate) const EMPTY_LOG_PAUSE: Duration = Duration::from_millis(100);

/// The largest SQLite file that is rewritten while people play: some tenths of a second, in which nothing else is stored.
pub const SQLITE_REWRITTEN_BYTES: i64 = 64 * 1024 * 1024;

/// Rows looked at by one query of retention, so that cleaning up never keeps the only writer for long.
pub(crate) const RETENTION_PAGE_ROWS: i64 = 256;

/// Old matches looked at by one question, and deleted by one transaction: a few milliseconds of the only writer, between two of
/// which rooms get theirs.
pub(crate) const AGED_PAGE_MATCHES: u32 = 32;

/// The newest matches of each game and each way to end that an open room keeps, however old: it names the last one and the
/// last one of each game, and whoever resumes is told those that ended since its floor, which are two at most.
pub(crate) const MATCHES_OF_AN_OPEN_ROOM: i64 = 2;

/// Rows of one person's matches that are looked through for others who sat there too: many times a page, more than nearly
/// anybody has, and a few milliseconds. Who has more gets short pages.
pub(crate) const TOGETHER_ROWS: u32 = 1_000;

/// Connections that know people again and read logs: one row by its key each. More would only compete for the same two or
/// four cores.
pub(crate) const READER_CONNECTIONS: u32 = 4;

/// Connections that read the history: lists, matches, records, reports. They are others than those, so that nobody who asks
/// for much keeps people from coming in.
pub(crate) const HISTORY_CONNECTIONS: u32 = 4;

/// How long a question about the history may take until it is interrupted: many times what the slowest takes that an index
/// answers.
pub(crate) const HISTORY_TIME: Duration = Duration::from_secs(2);

/// For how long a connection of these is kept that nobody needs: it holds some MiB of pages.
pub(crate) const HISTORY_READER_IDLE_TIME: Duration = Duration::from_mins(10);

/// Instructions of SQLite's machine between two looks at whether anybody still waits for the answer: some ten microseconds.
pub(crate) const SQLITE_STEPS_PER_LOOK: i32 = 1_000;

/// Connections a Postgres store writes with: one is the committer's, the others serve guests, keys and the lease.
pub(crate) const PG_WRITER_CONNECTIONS: u32 = 3;

/// How long a statement waits for another process's lock on a SQLite file.
pub(crate) const SQLITE_BUSY_TIMEOUT: Duration = Duration::from_secs(5);

/// How long one waits where SQLite does not, before the next attempt.
pub(crate) const SQLITE_BUSY_PAUSE: Duration = Duration::from_millis(5);

/// How long a question waits for a free connection before it is answered that the database is away.
pub(crate) const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(5);

/// How long Postgres itself lets a statement take.
pub(crate) const PG_STATEMENT_TIME: Duration = Duration::from_secs(20);

/// How long a statement on Postgres may take until its outcome counts as unknown, so that a network that swallows packets is
/// noticed long before TCP gives up: somewhat longer than Postgres lets it take.
pub(crate) const PG_ANSWER_TIMEOUT: Duration = Duration::from_secs(25);

/// The same of all statements of an append.
pub(crate) const PG_APPEND_TIMEOUT: Duration = Duration::from_secs(30);

/// The same of a renewal of the lease: half of the usual `lease_ms`, so that the next one is in time.
pub(crate) const PG_RENEWAL_TIMEOUT: Duration = Duration::from_secs(5);

/// How long a connection to Postgres that nobody used for a while may take to show that it lives. Several of a machine that
/// vanished are found out within [`ACQUIRE_TIMEOUT`].
pub(crate) const PG_PING_TIMEOUT: Duration = Duration::from_secs(1);

/// How long a connection to Postgres that is given back may take to end what it was asked until it is closed, which makes room
/// for another one: somewhat longer than a question about the history takes.
pub(crate) const PG_GIVE_BACK_TIMEOUT: Duration = Duration::from_secs(3);

/// To what a SQLite write-ahead log shrinks again after a burst.
pub(crate) const SQLITE_WAL_LIMIT_BYTES: u32 = 64 * 1024 * 1024;
