//! Limits of rows, queries and connections.

use std::time::Duration;

/// The most bytes of a log row's body. A row holds the events of one commit of one room, some hundred bytes; the limit only keeps a
/// faulty room from filling memory and disk.
pub const MAX_BODY_BYTES: usize = 4 * 1024 * 1024;

/// The most bytes of a floor. It holds a score table, settings, and the actions of one match: some kilobytes, and 2 MB after the longest
/// match.
pub const MAX_FLOOR_BYTES: usize = 4 * 1024 * 1024;

/// The most bytes of a match record; mostly some kilobytes. The longest match is one of mahjong over four rounds in which every hand is
/// drawn: 128 hands of some 380 actions of 110 bytes.
pub const MAX_RECORD_BYTES: usize = 12 * 1024 * 1024;

/// Records up to this size count as short: compressing one takes less than a millisecond.
pub const SHORT_RECORD_BYTES: usize = 64 * 1024;

/// The most bytes of any other text: names, reasons, variants, details of a cancelled start.
pub const MAX_TEXT_BYTES: usize = 64 * 1024;

/// The most matches on one page of a list; larger requested limits are reduced to this.
pub const MAX_PAGE_MATCHES: u32 = 100;

/// What a stored review counts for besides its own bytes: its row, and its entry in an index.
pub(crate) const REVIEW_ROW_BYTES: i64 = 128;

/// Reviews that are deleted when one is stored and there is no space left, so that the only writer of SQLite is free again after some
/// milliseconds also where the space was made much smaller.
pub(crate) const REVIEWS_DELETED_AT_ONCE: i64 = 64;

/// How old the note must be when a review was last read until it is written again: a day, so that reading writes little.
pub(crate) const REVIEW_READ_AGAIN_MS: i64 = 24 * 3_600 * 1_000;

/// The most workers outside the server that compute reviews, with those that were revoked: few enough to be read as a whole.
pub const MAX_REVIEWERS: u32 = 64;

/// The most reviews that are offered to workers at a time: those that 25 servers of a database wait for.
pub const MAX_REVIEW_JOBS: u32 = 1_024;

/// The most jobs that a worker has at a time, with those that are being checked.
pub const MAX_LEASES: u32 = 32;

/// How often a job may be taken, until it is given to no worker any more.
pub const JOB_TAKES: u32 = 3;

/// How long an offered review is kept: longer than anybody waits for it, in milliseconds.
pub(crate) const JOB_KEPT_MS: i64 = 3_600 * 1_000;

/// How old the note must be when a worker was last seen until it is written again, in milliseconds.
pub(crate) const REVIEWER_SEEN_AGAIN_MS: i64 = 5_000;

/// What a stored mistake counts for: its row of some 350 bytes, and its entry in an index.
pub(crate) const MISTAKE_ROW_BYTES: i64 = 600;

/// The most mistakes that a person keeps, those of the latest matches: some of a thousand matches, and looked through in milliseconds.
pub const MAX_MISTAKES: u32 = 2_000;

/// The most mistakes on a page. A match has fewer, so that a page has all of a match.
pub const PAGE_MISTAKES: u32 = 50;

/// The most puzzles: one a day for eleven years. Each takes some 2,000 bytes.
pub const MAX_PUZZLES: u32 = 4_096;

/// Matches that one transaction numbers as published: some milliseconds of the only writer of SQLite.
pub(crate) const PUBLISHED_AT_ONCE: i64 = 256;

/// The most cancelled starts that are kept per room (the newest): as many as one list shows.
pub const MAX_CANCELLED_OF_ROOM: u32 = MAX_PAGE_MATCHES;

/// The most changes of a rating that are shown, the latest: more than a graph has points.
pub const MAX_RATING_CHANGES: u32 = 100;

/// In how many of their latest rated matches the people whom somebody met are looked for.
pub const MET_MATCHES: u32 = 5;

/// The most places in the final table of a season: the best of them.
pub const MAX_SEASON_PLACES: u32 = 500;

/// The most bytes of a final table: some 150 for each place.
pub(crate) const MAX_SEASON_TABLE_BYTES: usize = 256 * 1024;

/// Of how many of the latest public matches the hours are counted: enough to say when people come, and read in some milliseconds.
pub const MAX_HOURS_MATCHES: u32 = 10_000;

/// The most matches of a player that one answer counts.
pub const MAX_PLAYED_MATCHES: u32 = 1_000;

/// Of how many of the latest public matches of a game statistics are made: enough for shares that are right to a hundredth, and read in some
/// ten milliseconds.
pub const MAX_COUNTED_MATCHES: u32 = 10_000;

/// The most bytes of an opening: pieces of a play, or a move.
pub const MAX_OPENING_BYTES: usize = 32;

/// The most bytes of the occasions of a match: those of every play of the longest trick game take a third of that.
pub const MAX_OCCASIONS_BYTES: usize = 16 * 1024;

/// The most people with the same name and tag that are found together.
pub const MAX_FOUND_PEOPLE: u32 = 10;

/// People whose tags are stored by one transaction: some milliseconds of the only writer of SQLite.
pub(crate) const TAGGED_AT_ONCE: i64 = 256;

/// The most reports on one page of a list; each may hold several texts of [`MAX_TEXT_BYTES`].
pub const MAX_PAGE_REPORTS: u32 = 50;

/// The most bans at a time: a server keeps all of them in memory, to check every connection.
pub const MAX_BANS: u32 = 10_000;

/// The most devices of one person: more than anybody needs, and few enough to search.
pub const MAX_DEVICES: u32 = 32;

/// The most friends of one person: more than anybody plays with, and one short page.
pub const MAX_FRIENDS: u32 = 200;

/// The most requests to be friends that one person may have open.
pub const MAX_ASKED: u32 = 50;

/// The most requests to be friends that wait for one person's answer; further ones are refused without a word.
pub const MAX_ASKING: u32 = 100;

/// The most people whom one person has blocked.
pub const MAX_BLOCKED: u32 = 500;

/// How long a request to be friends waits, refused or not, in milliseconds: 30 days.
pub const REQUEST_MS: i64 = 30 * 24 * 3_600 * 1_000;

/// How long a code that makes friends is valid, in milliseconds: 7 days.
pub const FRIEND_CODE_MS: i64 = 7 * 24 * 3_600 * 1_000;

/// The most bytes of a push address (endpoint): three times the longest that push services use, and few enough for an index of either
/// database.
pub const MAX_ENDPOINT_BYTES: usize = 2_000;

/// Bans read by one query.
pub(crate) const BAN_PAGE_ROWS: i64 = 1024;

/// Log rows read by one query, so that replaying a long room holds no reader for long.
pub(crate) const LOG_PAGE_ROWS: i64 = 512;

/// Keys of the log read by one query.
pub(crate) const KEY_PAGE_ROWS: i64 = 8192;

/// Rows below floors that gather on SQLite before some are deleted, or half as many as there are other rows if that is more. If they were
/// deleted with each floor, the rows of one match would lie in as many pages as there are rows, among those of other rooms.
pub(crate) const OLD_ROWS: usize = 1024;

/// How many of them one transaction deletes: some thirty pages, and about a millisecond of the only writer.
pub(crate) const PRUNED_ROWS: usize = 512;

/// Open rooms read by one query.
pub(crate) const ROOM_PAGE_ROWS: i64 = 1024;

/// Rooms searched at once for the names of deleted people: some thousand rows, and a few milliseconds. Fewer if their logs are so long
/// that it takes more than [`HISTORY_TIME`].
pub(crate) const FORGETTING_PAGE_ROOMS: i64 = 64;
/// How often a failed read of the disk is repeated, and the pause between attempts, before a row is left as it is, perhaps with the name
/// of a deleted person.
pub(crate) const UNREAD_TRIES: u32 = 4;
pub(crate) const UNREAD_PAUSE: Duration = Duration::from_millis(250);

/// How often emptying SQLite's write-ahead log is tried, which needs a moment without readers, and the pause between attempts. Together
/// longer than any query of a user may take.
pub(crate) const EMPTY_LOG_TRIES: u32 = 30;
pub(crate) const EMPTY_LOG_PAUSE: Duration = Duration::from_millis(100);

/// The largest SQLite file that is rewritten (`VACUUM`) while people play: it takes some tenths of a second, in which nothing else can be
/// stored.
pub const SQLITE_REWRITTEN_BYTES: i64 = 64 * 1024 * 1024;

/// Rows that one query of retention looks at, so that cleaning up never blocks the only writer for long.
pub(crate) const RETENTION_PAGE_ROWS: i64 = 256;

/// Old matches that one query looks at and one transaction deletes: a few milliseconds of the only writer; rooms get their turn in
/// between.
pub(crate) const AGED_PAGE_MATCHES: u32 = 32;

/// Finished matches that one transaction moves to other places in lists: some ten milliseconds of the only writer; matches can be stored in
/// between.
pub(crate) const MOVED_PAGE_MATCHES: i64 = 128;

/// How many of the newest matches per variant and status are kept for an open room, however old they are: it shows the last match and the
/// last of each game, and clients that resume are sent those that ended since the room's floor, at most two.
pub(crate) const MATCHES_OF_AN_OPEN_ROOM: i64 = 2;

/// Rows of one person's matches that are searched for other people who played there too: many times a page, more than nearly anybody has,
/// and a few milliseconds. People with more matches get short pages.
pub(crate) const TOGETHER_ROWS: u32 = 1_000;

/// Connections that look up tokens and read logs: each query reads single rows by key. More would only compete for the same two or four
/// cores.
pub(crate) const READER_CONNECTIONS: u32 = 4;

/// Connections that read the history: lists, matches, records, reports. They are separate, so that expensive queries keep nobody from
/// logging in.
pub(crate) const HISTORY_CONNECTIONS: u32 = 4;

/// The time limit of a history query: many times what the slowest query with an index takes.
pub(crate) const HISTORY_TIME: Duration = Duration::from_secs(2);

/// How long an unused history connection is kept open: it holds some MiB of pages.
pub(crate) const HISTORY_READER_IDLE_TIME: Duration = Duration::from_mins(10);

/// The most rows of one slice of a sweep ([`crate::Sweep`]), and of one at a start: a few milliseconds, and so many searches in indexes.
pub(crate) const SWEEP_ROWS: u32 = 256;
pub(crate) const SWEEP_HEAD_ROWS: u32 = 32;

/// The bytes, and the time, after which a slice is long enough. It may exceed both by two rows.
pub(crate) const SWEEP_BYTES: u64 = 4 * 1024 * 1024;
pub(crate) const SWEEP_TIME: Duration = Duration::from_millis(50);

/// How long a slice may take until it is given up: many times [`SWEEP_TIME`], for a disk that stalls.
pub(crate) const SWEEP_TIMEOUT: Duration = Duration::from_secs(10);

/// How many damaged rows of a table or index are reported before its rest is skipped: by then it is clear that it is damaged.
pub(crate) const SWEEP_FINDINGS: usize = 20;

/// Instructions of SQLite's virtual machine between two checks whether the caller still waits for the answer: about ten microseconds.
pub(crate) const SQLITE_STEPS_PER_LOOK: i32 = 1_000;

/// Connections with which a Postgres store writes: one for the committer, the others for guests, keys and the lease.
pub(crate) const PG_WRITER_CONNECTIONS: u32 = 3;

/// How long a statement waits for another process's lock on a SQLite file.
pub(crate) const SQLITE_BUSY_TIMEOUT: Duration = Duration::from_secs(5);

/// The pause before the next attempt in cases in which SQLite itself does not wait.
pub(crate) const SQLITE_BUSY_PAUSE: Duration = Duration::from_millis(5);

/// How long a query waits for a free connection before it fails with `Unavailable`.
pub(crate) const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(5);

/// The statement timeout that Postgres itself enforces.
pub(crate) const PG_STATEMENT_TIME: Duration = Duration::from_secs(20);

/// How long a statement on Postgres may take until its outcome counts as unknown, so that a network that drops packets is noticed long
/// before TCP gives up. Somewhat longer than [`PG_STATEMENT_TIME`].
pub(crate) const PG_ANSWER_TIMEOUT: Duration = Duration::from_secs(25);

/// The same for all statements of an append.
pub(crate) const PG_APPEND_TIMEOUT: Duration = Duration::from_secs(30);

/// The same for a renewal of the lease: half of the usual `lease_ms`, so that the next renewal is in time.
pub(crate) const PG_RENEWAL_TIMEOUT: Duration = Duration::from_secs(5);

/// How long the check of an idle connection to Postgres may take. Several dead connections are found within [`ACQUIRE_TIMEOUT`].
pub(crate) const PG_PING_TIMEOUT: Duration = Duration::from_secs(1);

/// How long a connection to Postgres that is given back to the pool may take to finish its statement; then it is closed, and its place in
/// the pool becomes free. Somewhat longer than a history query may take.
pub(crate) const PG_GIVE_BACK_TIMEOUT: Duration = Duration::from_secs(3);

/// The size to which SQLite's write-ahead log is truncated after a burst.
pub(crate) const SQLITE_WAL_LIMIT_BYTES: u32 = 64 * 1024 * 1024;
