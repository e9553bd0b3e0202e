//! The match log and the history, on SQLite and Postgres: the only SQL of the project.
//!
//! This crate stores what rooms give it and answers what REST asks. It knows nothing of room states, rules of games and HTTP: bodies of
//! log rows and records are opaque texts and bytes. Time is a parameter everywhere, except for the lease, which uses the database's clock
//! so that servers with different clocks agree who owns the rooms.

#[macro_use]
mod row;

mod address;
mod archive;
mod backup;
mod ban;
mod bounds;
mod check;
mod choices;
mod committer;
mod cursor;
mod database;
mod deleted;
mod error;
mod fact;
mod friends;
mod guest;
mod history;
mod lease;
mod limits;
mod log;
mod log_keys;
mod membership;
mod migrations;
mod mistake;
mod news;
mod occasions;
mod personal;
mod postgres;
mod postgres_pool;
mod postgres_session;
mod postgres_useless;
mod public_matches;
mod push;
mod puzzle;
mod rating;
mod record;
mod report;
mod review;
mod reviewer;
mod sqlite;
mod sweep;
#[cfg(test)]
mod tests;
mod trees;

pub use address::OpenOptions;
pub use archive::{Archive, database_file, open};
pub use backup::{Backup, BackupError, BackupMeta, PartMeta, Progress, RestoreError, back_up};
pub use ban::{AddressRange, BadAddressRange, Ban, BanId, BanTarget};
pub use check::{DatabaseCheck, check_database};
pub use choices::{Choice, Choices, InvitationTerms};
pub use committer::{
    CommitCounters, CommitError, CommitHandle, CommitLimits, CommitObserver, Committed, Committer,
    Health, StoreLost, SubmitError,
};
pub use cursor::{BadCursor, Cursor};
pub use deleted::{AgedMatch, DeletedMatch, MatchClass};
pub use error::{AppendError, Cause, LeaseError, Rejection, StoreError};
pub use fact::{
    CancelledStart, Fact, FinishedMatch, MatchPlayer, MatchStatus, SleepingRoom, StartedMatch,
};
pub use friends::{Asked, Contact, Friend, Friends};
pub use guest::{Device, Guest, Named, NewDevice, SecretHash};
pub use history::{
    CountedMatch, MatchFilter, MatchOrder, MatchSummary, Page, PlayedMatch, Publication,
};
pub use lease::Fence;
pub use limits::{
    FRIEND_CODE_MS, JOB_TAKES, MAX_ASKED, MAX_ASKING, MAX_BANS, MAX_BLOCKED, MAX_BODY_BYTES,
    MAX_COUNTED_MATCHES, MAX_DEVICES, MAX_ENDPOINT_BYTES, MAX_FLOOR_BYTES, MAX_FOUND_PEOPLE,
    MAX_FRIENDS, MAX_HOURS_MATCHES, MAX_LEASES, MAX_MISTAKES, MAX_OCCASIONS_BYTES,
    MAX_OPENING_BYTES, MAX_PAGE_MATCHES, MAX_PAGE_REPORTS, MAX_PLAYED_MATCHES, MAX_PUZZLES,
    MAX_RATING_CHANGES, MAX_RECORD_BYTES, MAX_REVIEW_JOBS, MAX_REVIEWERS, MAX_SEASON_PLACES,
    MAX_TEXT_BYTES, MET_MATCHES, PAGE_MISTAKES, REQUEST_MS, SHORT_RECORD_BYTES,
    SQLITE_REWRITTEN_BYTES,
};
pub use log::{Append, Floor, Log, RoomLog, Sleeping};
pub use membership::{
    ClusterNews, Given, Heartbeat, Listed, Member, MemberState, Members, Membership, NewMember,
    Part,
};
pub use mistake::{Mistake, MistakeFilter, OwnMistakes, StoredMistake};
pub use news::News;
pub use occasions::{RatedPlay, RatedSeat};
pub use personal::{OwnReport, OwnRoom, Personal, Tie};
pub use postgres::PgStore;
pub use public_matches::{PublicMatch, PublicMatches};
pub use push::{DevicePush, PUSH_KEY_BYTES, PUSH_SECRET_BYTES, PushSubscription};
pub use puzzle::StoredPuzzle;
pub use rating::{
    BadUnrated, LadderPlace, MatchRatings, PersonRating, RankedAnchor, RankedPerson, RatedMatch,
    RatingChange, Ratings, SeasonTable, Standing, Unrated,
};
pub use record::StoredRecord;
pub use report::{KeptReport, Report, ReportId, Settlement};
pub use review::ReviewKey;
pub use reviewer::{JobState, Reviewer, ReviewerId, Take, TakenJob};
pub use sqlite::SqliteStore;
pub use sweep::{Slice, Sweep};
