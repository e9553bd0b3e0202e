//! The store: a database of either kind, and how it is opened.

use std::collections::{BTreeSet, HashSet};
use std::path::PathBuf;
use std::sync::Arc;

use async_trait::async_trait;
use futures_util::future::BoxFuture;
use giog_protocol::{DeclaredBot, DeviceId, PuzzleId, RoomId};
use giog_ratings::{Pool, Season};
use giog_rules::{MatchId, PlayerId, Timestamp};
use uuid::Uuid;

use crate::address::DatabaseKind;
use crate::sqlite;
use crate::{
    AgedMatch, Append, AppendError, Asked, Ban, BanId, CancelledStart, Choice, Choices, Contact,
    CountedMatch, Cursor, DeletedMatch, Device, DevicePush, Fence, Friends, Guest, InvitationTerms,
    JobState, KeptReport, LadderPlace, LeaseError, Log, MatchClass, MatchFilter, MatchRatings,
    MatchSummary, MistakeFilter, Named, NewDevice, OpenOptions, OwnMistakes, Page, Personal,
    PgStore, PlayedMatch, Publication, PushSubscription, RatedPlay, RatingChange, Ratings,
    ReportId, ReviewKey, Reviewer, ReviewerId, RoomLog, SeasonTable, SecretHash, Sleeping, Slice,
    SqliteStore, StartedMatch, StoreError, StoredMistake, StoredPuzzle, StoredRecord, Sweep, Take,
    TakenJob,
};

/// Asks whichever database it is.
macro_rules! ask {
    ($archive:expr, $database:ident => $answer:expr) => {
        match $archive {
            Archive::Sqlite($database) => $answer.await,
            Archive::Postgres($database) => $answer.await,
        }
    };
}

/// The methods of [`Archive`]; each database has them, too. Their futures are boxed, because those of requests contain them.
macro_rules! methods {
    ($(
        $(#[$doc:meta])*
        async fn $name:ident(&self $(, $value:ident: $type:ty)* $(,)?) $(-> $answer:ty)?;
    )*) => {
        impl Archive {$(
            $(#[$doc])*
            pub async fn $name(&self, $($value: $type),*) $(-> $answer)? {
                ask!(self, database => Box::pin(database.$name($($value),*)))
            }
        )*}
    };
}

/// Everything the project stores: the rooms' logs ([`Log`]), the lease, the history, guests and server keys.
///
/// All writes are idempotent: writing what is already stored is success. So after [`StoreError::Unavailable`] a caller tries again.
///
/// Methods that take a token fail with [`StoreError::TokenEnded`] if it has ended.
#[derive(Debug)]
pub enum Archive {
    /// In a SQLite file.
    Sqlite(Box<SqliteStore>),
    /// On a Postgres server.
    Postgres(Box<PgStore>),
}

methods! {
    /// Takes the lease for `holder` (a name for logs, unique for each process) for `ttl_ms` from now on the database's clock; `None`
    /// while somebody else has it. If `holder` already has it, it gets it again at once. On SQLite the operating system's lock on the
    /// file decides, and the lease of a process that has ended is free at once. On Postgres it becomes free half a second after the
    /// process has ended, for a caller that tries several times a second, before and after.
    async fn try_lease(&self, holder: &str, ttl_ms: u32) -> Result<Option<Fence>, StoreError>;

    /// Extends the lease to `ttl_ms` from now. A lease that expired but that nobody else took is still held.
    async fn renew(&self, fence: Fence, ttl_ms: u32) -> Result<(), LeaseError>;

    /// Releases the lease; nothing can be appended with it any more.
    async fn release(&self, fence: Fence) -> Result<(), LeaseError>;

    /// Deletes rows and floors of rooms closed before `at`; the history stays. Returns the number of deleted rows.
    async fn delete_logs_closed_before(&self, at: Timestamp) -> Result<u64, StoreError>;

    /// Finished matches in the order in which they were stored, or in the reverse one, also if the clock was set back. At most `limit`
    /// ([`crate::MAX_PAGE_MATCHES`] if that is less) after `cursor`.
    async fn matches(
        &self,
        filter: &MatchFilter,
        cursor: Option<Cursor>,
        limit: u32,
    ) -> Result<Page<MatchSummary>, StoreError>;

    /// The latest matches of a filter that names a player and no other person, [`crate::MAX_PLAYED_MATCHES`] at most. Its order is of no
    /// effect.
    async fn played(
        &self,
        filter: &MatchFilter,
        limit: u32,
    ) -> Result<Page<PlayedMatch>, StoreError>;

    /// The latest listed matches of a game that are over, [`crate::MAX_COUNTED_MATCHES`] at most.
    async fn counted(&self, variant: &str, limit: u32) -> Result<Page<CountedMatch>, StoreError>;

    /// The ladders of a season with the most people, and how many these are. All people of the season are counted.
    async fn ladders(&self, season: Season, limit: usize) -> Result<Vec<(Pool, u64)>, StoreError>;

    /// The latest listed matches that are over and whose openings are not known, with their variants. At most `limit`
    /// ([`crate::MAX_PAGE_MATCHES`] if that is less).
    async fn matches_without_openings(
        &self,
        limit: u32,
    ) -> Result<Vec<(MatchId, String)>, StoreError>;

    /// Stores how matches were opened whose openings were not known. Matches that were deleted meanwhile are left out.
    async fn set_openings(
        &self,
        matches: &[(MatchId, Vec<Option<String>>)],
    ) -> Result<(), StoreError>;

    /// Finished matches that changed ratings and whose occasions are not known, in any order. At most `limit`
    /// ([`crate::MAX_PAGE_MATCHES`] if that is less).
    async fn matches_without_occasions(&self, limit: u32) -> Result<Vec<MatchId>, StoreError>;

    /// Stores the occasions of matches of which they were not known ([`RatedPlay::occasions`]). Matches that were deleted meanwhile are left out.
    async fn set_occasions(&self, matches: &[(MatchId, String)]) -> Result<(), StoreError>;

    /// Matches that changed ratings, whose occasions are known, and that ended at `since` or later; the latest first. At most `limit`
    /// ([`crate::MAX_PAGE_MATCHES`] if that is less) before `cursor`.
    async fn rated_plays(
        &self,
        since: Timestamp,
        cursor: Option<Cursor>,
        limit: u32,
    ) -> Result<Page<RatedPlay>, StoreError>;

    /// A finished match, listed or not.
    async fn match_summary(&self, id: MatchId) -> Result<Option<MatchSummary>, StoreError>;

    /// The place of a finished match in lists, listed or not: a page can begin after it.
    async fn match_place(&self, id: MatchId) -> Result<Option<Cursor>, StoreError>;

    /// Numbers listed matches that are stored and have no [`Publication`] yet, in the order of their places, some hundred at most. Returns
    /// how many. Any server of the database may do so at any time.
    async fn publish_matches(&self) -> Result<u64, StoreError>;

    /// Listed matches (of one variant, or all) after a publication, in the order in which they were published. At most `limit`
    /// ([`crate::MAX_PAGE_MATCHES`] if that is less).
    async fn published(
        &self,
        variant: Option<&str>,
        after: Publication,
        limit: u32,
    ) -> Result<Vec<(Publication, MatchSummary)>, StoreError>;

    /// When a match was published; none if it is unknown, unlisted, or not published yet.
    async fn publication(&self, id: MatchId) -> Result<Option<Publication>, StoreError>;

    /// The latest publication.
    async fn last_publication(&self) -> Result<Publication, StoreError>;

    /// A finished match's record as it is stored; its contents are exactly the bytes that were given.
    async fn record(&self, id: MatchId) -> Result<Option<StoredRecord>, StoreError>;

    /// A match that began, finished or not. Used to find the room of a running match.
    async fn started_match(&self, id: MatchId) -> Result<Option<StartedMatch>, StoreError>;

    /// The room's cancelled starts, newest first, at most [`crate::MAX_PAGE_MATCHES`].
    async fn cancelled_starts(&self, room: RoomId) -> Result<Vec<CancelledStart>, StoreError>;

    /// A page of the oldest finished matches of a class whose places in lists are before a time, with their records, without those that an
    /// open room may still show. A page may be empty although there is a next one.
    async fn aged_matches(
        &self,
        class: MatchClass,
        before: Timestamp,
        after: Option<Cursor>,
    ) -> Result<Page<AgedMatch>, StoreError>;

    /// Deletes finished matches with everything that belongs to them, and stores a [`DeletedMatch`] for each, in one transaction. Returns
    /// the number of those that existed. They must come from one page of [`Archive::aged_matches`].
    async fn delete_matches(
        &self,
        fence: Fence,
        matches: &[DeletedMatch],
    ) -> Result<u64, LeaseError>;

    /// What is kept of a deleted match.
    async fn deleted_match(&self, id: MatchId) -> Result<Option<DeletedMatch>, StoreError>;

    /// A stored review of a finished match, which counts as read at `now`: up to a day later, as that is noted once a day.
    async fn review(
        &self,
        key: ReviewKey,
        now: Timestamp,
    ) -> Result<Option<StoredRecord>, StoreError>;

    /// Stores a review, in the place of those that earlier engines made, with what it names of the person who sat there, and the worker that
    /// computed it. Does nothing if it is stored already, if its match is not, or if the worker was revoked. It is not offered to workers any more. If all reviews have more than `most_bytes` together, those that were not read for the longest
    /// time are deleted. Of a person [`crate::MAX_MISTAKES`] are kept.
    async fn keep_review(
        &self,
        key: ReviewKey,
        review: &StoredRecord,
        own: Option<&OwnMistakes>,
        reviewer: Option<ReviewerId>,
        now: Timestamp,
        most_bytes: u64,
    ) -> Result<(), StoreError>;

    /// What reviews call mistakes of a person, those of the latest matches first: [`crate::PAGE_MISTAKES`] at most, of each match all or none.
    async fn mistakes(
        &self,
        player: PlayerId,
        filter: &MistakeFilter,
    ) -> Result<Page<StoredMistake>, StoreError>;

    /// Stores a worker outside the server, with the hash of its token. Fails with [`crate::Rejection::TooMany`] if there are
    /// [`crate::MAX_REVIEWERS`]; one that was revoked makes place for it. The same call again is success.
    async fn add_reviewer(
        &self,
        id: ReviewerId,
        name: &str,
        token_hash: SecretHash,
        at: Timestamp,
    ) -> Result<(), StoreError>;

    /// All workers outside the server, also those that were revoked, the earliest first.
    async fn reviewers(&self) -> Result<Vec<Reviewer>, StoreError>;

    /// The worker of a token, with its name; none of one that was revoked.
    async fn reviewer_by_token(
        &self,
        token_hash: SecretHash,
    ) -> Result<Option<(ReviewerId, String)>, StoreError>;

    /// Revokes a worker: its token does nothing any more, its jobs are free, and none of its reviews is told from now on. False if there is no
    /// such worker, or it was revoked before.
    async fn revoke_reviewer(
        &self,
        id: ReviewerId,
        why: &str,
        at: Timestamp,
    ) -> Result<bool, StoreError>;

    /// Deletes some reviews of workers that were revoked, with what they call mistakes. Returns how many; 0 if none is left.
    async fn delete_revoked_reviews(&self) -> Result<u64, StoreError>;

    /// Whether a worker was seen between these times.
    async fn reviewers_are_there(
        &self,
        since: Timestamp,
        until: Timestamp,
    ) -> Result<bool, StoreError>;

    /// Offers a review to workers. The same call again is success. False if [`crate::MAX_REVIEW_JOBS`] are offered.
    async fn offer_review(
        &self,
        key: ReviewKey,
        lines: u32,
        at: Timestamp,
    ) -> Result<bool, StoreError>;

    /// A worker takes a job of this engine, from a time until another one, under a new lease: the one that was offered first. A job that was taken
    /// [`crate::JOB_TAKES`] times is given to nobody any more.
    async fn take_review_job(
        &self,
        reviewer: ReviewerId,
        engine: u32,
        lease: Uuid,
        times: (Timestamp, Timestamp),
    ) -> Result<Take, StoreError>;

    /// Renews a lease from a time until another one, and notes how far the worker is. False if it is not this worker's, has ended, or its review
    /// has come.
    async fn renew_review_job(
        &self,
        reviewer: ReviewerId,
        lease: Uuid,
        times: (Timestamp, Timestamp),
        progress: (u32, u32),
    ) -> Result<bool, StoreError>;

    /// Gives a job back, at a time. False as for a renewal.
    async fn give_back_review_job(
        &self,
        reviewer: ReviewerId,
        lease: Uuid,
        at: Timestamp,
    ) -> Result<bool, StoreError>;

    /// Notes at a time that the review of a job has come, and is checked until another one: nobody else may take it, and another review of it is
    /// refused. None as for a renewal.
    async fn begin_checking(
        &self,
        reviewer: ReviewerId,
        lease: Uuid,
        times: (Timestamp, Timestamp),
    ) -> Result<Option<TakenJob>, StoreError>;

    /// Whether the review of this lease has come, and its job is still this worker's.
    async fn is_checking(
        &self,
        reviewer: ReviewerId,
        lease: Uuid,
        at: Timestamp,
    ) -> Result<bool, StoreError>;

    /// How far an offered review is; none if it is not offered.
    async fn review_job(&self, key: ReviewKey) -> Result<Option<JobState>, StoreError>;

    /// Withdraws an offered review that is no worker's at this time, or anyway. False if it is, or if it is not offered.
    async fn withdraw_review(
        &self,
        key: ReviewKey,
        at: Timestamp,
        anyway: bool,
    ) -> Result<bool, StoreError>;

    /// The bytes of all stored reviews.
    async fn review_bytes(&self) -> Result<u64, StoreError>;

    /// Stores a puzzle. Does nothing if there is one of this decision already, or if its match or who decided is not stored. If
    /// there are more than [`crate::MAX_PUZZLES`], one goes that was the puzzle of a day before `day`, or else the oldest one; never that of `day`.
    async fn keep_puzzle(&self, puzzle: &StoredPuzzle, day: i64) -> Result<(), StoreError>;

    /// A puzzle.
    async fn puzzle(&self, id: PuzzleId) -> Result<Option<StoredPuzzle>, StoreError>;

    /// The puzzle of a day, in days since 1970 (UTC). It is chosen when it is first asked for: the oldest that was none yet, or if all were, the
    /// one that was it the longest time ago. It stays, unless it is deleted. None if there are no puzzles.
    async fn puzzle_of_day(&self, day: i64) -> Result<Option<StoredPuzzle>, StoreError>;

    /// Notes that a puzzle was evaluated once more because of a report: it stays and is not evaluated again, or it is deleted.
    async fn settle_puzzle(&self, id: PuzzleId, stays: bool) -> Result<(), StoreError>;

    /// Stores a new person with their first device. The same call again is success.
    async fn create_guest(
        &self,
        player: PlayerId,
        name: &str,
        device: NewDevice<'_>,
        at: Timestamp,
    ) -> Result<(), StoreError>;

    /// The person and the device of a token.
    async fn guest_by_token(
        &self,
        token_hash: SecretHash,
    ) -> Result<Option<(Guest, Device)>, StoreError>;

    /// The devices of a person, in the order in which they got their tokens.
    async fn devices(&self, player: PlayerId) -> Result<Vec<Device>, StoreError>;

    /// Adds a device to the person with this token. Fails with [`crate::Rejection::TooMany`] if they have [`crate::MAX_DEVICES`]. The
    /// same call again is success.
    async fn add_device(
        &self,
        token: SecretHash,
        device: NewDevice<'_>,
        at: Timestamp,
    ) -> Result<(), StoreError>;

    /// Ends the token of a device of the person with this token. Returns the hash of the ended token; `None` if they have no such device.
    async fn end_device(
        &self,
        token: SecretHash,
        device: DeviceId,
    ) -> Result<Option<SecretHash>, StoreError>;

    /// Ends the tokens of all other devices of the person with this token. Returns their hashes.
    async fn end_other_devices(&self, token: SecretHash) -> Result<Vec<SecretHash>, StoreError>;

    /// The push subscriptions of a person's devices, in the order in which the devices got their tokens.
    async fn pushes(&self, player: PlayerId) -> Result<Vec<DevicePush>, StoreError>;

    /// Sets the push subscription of a person's device, and removes it from any other device. False if they have no such device. The
    /// subscription ends with the device.
    async fn set_push(
        &self,
        player: PlayerId,
        device: DeviceId,
        subscription: &PushSubscription,
        at: Timestamp,
    ) -> Result<bool, StoreError>;

    /// Removes the push subscription of a device; false if it had none.
    async fn end_push(&self, device: DeviceId) -> Result<bool, StoreError>;

    /// Removes the push subscription with this address; false if there is none.
    async fn end_push_at(&self, endpoint: &str) -> Result<bool, StoreError>;

    /// The friends of a person, and requests to be friends, as they stand at `now`.
    async fn friends(&self, player: PlayerId, now: Timestamp) -> Result<Friends, StoreError>;

    /// Whether somebody is a friend of a person, or has asked them to be friends and waits at `now`. Never whom the person has blocked.
    async fn expects_friend(
        &self,
        player: PlayerId,
        other: PlayerId,
        now: Timestamp,
    ) -> Result<bool, StoreError>;

    /// Asks somebody to be friends, or agrees if they have asked. Fails with [`crate::Rejection::TooMany`] if the person has
    /// [`crate::MAX_ASKED`] requests open, or one of the two has [`crate::MAX_FRIENDS`]. The same call again is success.
    async fn ask_friend(
        &self,
        player: PlayerId,
        other: PlayerId,
        at: Timestamp,
    ) -> Result<Asked, StoreError>;

    /// Ends a friendship, declines a request of the other one and withdraws the person's own. The same call again is success.
    async fn end_friend(&self, player: PlayerId, other: PlayerId) -> Result<(), StoreError>;

    /// Sets the hash of the code that makes friends of a person for [`crate::FRIEND_CODE_MS`], in place of an earlier one.
    async fn set_friend_code(
        &self,
        player: PlayerId,
        code: SecretHash,
        at: Timestamp,
    ) -> Result<(), StoreError>;

    /// Makes friends of a person and the one whose code it is; `None` if it is not valid, or one of the two has blocked the other. Fails
    /// with [`crate::Rejection::TooMany`] if one of them has [`crate::MAX_FRIENDS`]. The same call again is success.
    async fn befriend_by_code(
        &self,
        player: PlayerId,
        code: SecretHash,
        at: Timestamp,
    ) -> Result<Option<PlayerId>, StoreError>;

    /// What a person has chosen; nothing of somebody unknown.
    async fn choices(&self, player: PlayerId) -> Result<Choices, StoreError>;

    /// Changes what the person with this token has chosen.
    async fn choose(&self, token: SecretHash, choice: Choice) -> Result<(), StoreError>;

    /// What decides whether an invitation of `by` reaches a person; `None` if the person is unknown.
    async fn invitation_terms(
        &self,
        player: PlayerId,
        by: PlayerId,
    ) -> Result<Option<InvitationTerms>, StoreError>;

    /// Whom a person has blocked, the earliest first.
    async fn blocked(&self, player: PlayerId) -> Result<Vec<Contact>, StoreError>;

    /// Blocks somebody; false if they are unknown, or the person themselves. Fails with [`crate::Rejection::TooMany`] if the person has
    /// blocked [`crate::MAX_BLOCKED`]. The same call again is success.
    async fn block(
        &self,
        player: PlayerId,
        other: PlayerId,
        at: Timestamp,
    ) -> Result<bool, StoreError>;

    /// Lifts a block. The same call again is success.
    async fn unblock(&self, player: PlayerId, other: PlayerId) -> Result<(), StoreError>;

    /// Deletes requests to be friends and codes that have ended at `now`. Returns their number.
    async fn delete_ended_requests(&self, now: Timestamp) -> Result<u64, StoreError>;

    /// Sets a new recovery code for the person with this token, in place of the former one or as their first. False if they have another
    /// code than the former one. The same call again is success.
    async fn set_recovery(
        &self,
        token: SecretHash,
        former: Option<SecretHash>,
        recovery: SecretHash,
    ) -> Result<bool, StoreError>;

    /// The person whose recovery code has this hash.
    async fn guest_by_recovery(&self, recovery: SecretHash) -> Result<Option<Guest>, StoreError>;

    /// Lets a person come back with their recovery code, if it is valid: all their tokens end, this device gets a token, and a new code
    /// replaces the old one. Returns the person and the hashes of the ended tokens. The same call with the same two codes is success
    /// again as long as the device of the first call is their only one and [`Device::is_unused`].
    async fn recover(
        &self,
        former: SecretHash,
        recovery: SecretHash,
        device: NewDevice<'_>,
        at: Timestamp,
    ) -> Result<Option<(Guest, Vec<SecretHash>)>, StoreError>;

    /// A person by id; `None` if unknown or deleted.
    async fn guest(&self, player: PlayerId) -> Result<Option<Guest>, StoreError>;

    /// Changes the name of the person with this token.
    async fn rename_guest(&self, token: SecretHash, name: &str) -> Result<(), StoreError>;

    /// Notes what the person with this token declares as a bot. False, without any effect, if they are no declared bot yet and have
    /// played a match; the same call again is success.
    async fn declare_bot(&self, token: SecretHash, bot: &DeclaredBot) -> Result<bool, StoreError>;

    /// The names of those of these people who are known, in no particular order, with what they declared as bots.
    async fn names(&self, players: &[PlayerId]) -> Result<Vec<Named>, StoreError>;

    /// Notes that a person was here at `at`, on this device. Never moves the time back.
    async fn touch_guest(
        &self,
        player: PlayerId,
        device: DeviceId,
        at: Timestamp,
    ) -> Result<(), StoreError>;

    /// Deletes names and tokens of all people not seen since `at`, except those in `keep` (who sit in open rooms) and those with a rating;
    /// returns their number.
    /// Their ids stay in finished matches. For the others, tokens of devices not seen since `at` are deleted.
    async fn delete_guests_idle_since(
        &self,
        at: Timestamp,
        keep: &HashSet<PlayerId>,
    ) -> Result<u64, StoreError>;

    /// Deletes a person's name, devices and recovery code; with a token of theirs if they ask for it themselves. Returns the hashes of
    /// the ended tokens. They stay in [`Log::forgotten`] until [`Self::erase`] and [`Self::clean`] are done, because logs and reports
    /// may still contain their name. The same call again is success.
    async fn forget_guest(
        &self,
        player: PlayerId,
        token: Option<SecretHash>,
        at: Timestamp,
    ) -> Result<Vec<SecretHash>, StoreError>;

    /// Replaces the names of these people in logs, floors and reports by [`giog_protocol::PlayerName::forgotten`]. No row that contains
    /// them may be on its way to the store. Returns the number of changed texts.
    async fn erase(&self, fence: Fence, players: &BTreeSet<PlayerId>) -> Result<u64, LeaseError>;

    /// After [`Self::erase`]: clears overwritten data from the database's files, and removes these people from [`Log::forgotten`]. A
    /// SQLite file of up to [`crate::SQLITE_REWRITTEN_BYTES`] is rewritten, during which nothing else can be written; in a larger one the
    /// free space is overwritten over time. Postgres does this by itself.
    async fn clean(&self, players: &BTreeSet<PlayerId>) -> Result<(), StoreError>;

    /// Stores a public key with which the server signs, and when it was first used.
    async fn remember_key(&self, public_key: [u8; 32], at: Timestamp) -> Result<(), StoreError>;

    /// All public keys and when each was first used, oldest first.
    async fn keys(&self) -> Result<Vec<([u8; 32], Timestamp)>, StoreError>;

    /// The latest time that a person was here, a match ended, or the operator said that the date is right, as far as it is stored.
    async fn latest_at(&self) -> Result<Option<Timestamp>, StoreError>;

    /// How many public matches of two people or more began in each hour of the day (UTC), of those that ended at `since` or later; only the
    /// latest [`crate::MAX_HOURS_MATCHES`] public matches are looked at.
    async fn hours(&self, since: Timestamp) -> Result<[u32; 24], StoreError>;

    /// Why the date is doubted, if it is: then nothing may be deleted because of its age.
    async fn date_doubt(&self) -> Result<Option<String>, StoreError>;

    /// Notes that the date is doubted, and why. If it is already, the first reason stays.
    async fn doubt_date(&self, why: &str) -> Result<(), StoreError>;

    /// The operator says that the date is right: it is not doubted any more. What was stored ahead of `now` pins nothing: finished matches
    /// get places in lists right before it, in the same order, and people, devices, reports and closed rooms count as of now. After a
    /// failure the date is doubted as before, and the call may be repeated.
    async fn trust_date(&self, now: Timestamp) -> Result<(), StoreError>;

    /// Reports, newest first, at most `limit` ([`crate::MAX_PAGE_REPORTS`] if that is less) after `cursor`: all, or only open ones.
    async fn reports(
        &self,
        open_only: bool,
        cursor: Option<Cursor>,
        limit: u32,
    ) -> Result<Page<KeptReport>, StoreError>;

    /// How many reports are not settled. Databases count up to 10,000.
    async fn reports_waiting(&self) -> Result<u64, StoreError>;

    /// Settles a report with a note; a second call replaces the note. False if there is no report with that id.
    async fn settle_report(
        &self,
        id: ReportId,
        note: &str,
        at: Timestamp,
    ) -> Result<bool, StoreError>;

    /// A page of the ladder of a pool and season, the best first: at most `limit` ([`crate::MAX_PAGE_MATCHES`] if that is less) after
    /// `cursor`. Who hides the rating is not in it, nor who has played in a later season.
    async fn ladder(
        &self,
        of: (&Pool, Season),
        cursor: Option<Cursor>,
        limit: u32,
    ) -> Result<Page<LadderPlace>, StoreError>;

    /// What is stored of a person besides their matches; `None` for somebody unknown. Of what one of their ratings was changed by, the latest
    /// `limit` changes, and as many of the reports that they have made.
    async fn personal(&self, player: PlayerId, limit: u32) -> Result<Option<Personal>, StoreError>;

    /// All ratings of a person, also if they hide them.
    async fn ratings(&self, player: PlayerId) -> Result<Ratings, StoreError>;

    /// The latest changes of a person's rating in a pool, oldest first, at most [`crate::MAX_RATING_CHANGES`]; also if they hide it.
    async fn rating_changes(
        &self,
        player: PlayerId,
        pool: &Pool,
    ) -> Result<Vec<RatingChange>, StoreError>;

    /// The people whom somebody met in their latest [`crate::MET_MATCHES`] rated matches of a pool, some perhaps more than once; also those who
    /// hide their ratings.
    async fn met_at_rated(
        &self,
        player: PlayerId,
        pool: &Pool,
    ) -> Result<Vec<PlayerId>, StoreError>;

    /// What a finished match of a rated table changed; none of other matches. People who hide their ratings are left out.
    async fn match_ratings(&self, id: MatchId) -> Result<Option<MatchRatings>, StoreError>;

    /// People with a name and a tag who have not opted out of being found, [`crate::MAX_FOUND_PEOPLE`] at most.
    async fn find_people(&self, name: &str, tag: &str) -> Result<Vec<Named>, StoreError>;

    /// Computes the tags of guests of whom none is stored, some hundred at most. Returns how many.
    async fn store_tags(&self) -> Result<u64, StoreError>;

    /// Deletes ratings whose latest match ended before `at`, with their changes. Returns how many.
    async fn delete_ratings_idle_since(&self, at: Timestamp) -> Result<u64, StoreError>;

    /// The pools with a ladder in a season that have no final table of it.
    async fn pools_without_table(&self, season: Season) -> Result<Vec<Pool>, StoreError>;

    /// The best of a season, at most [`crate::MAX_SEASON_PLACES`]; without those who hide their rating.
    async fn final_places(
        &self,
        pool: &Pool,
        season: Season,
    ) -> Result<Vec<LadderPlace>, StoreError>;

    /// Keeps the final table of a season for ever. Returns whether there was none before: the first one stays.
    async fn keep_season_table(&self, table: &SeasonTable) -> Result<bool, StoreError>;

    /// The final table of a season.
    async fn season_table(
        &self,
        pool: &Pool,
        season: Season,
    ) -> Result<Option<SeasonTable>, StoreError>;

    /// The seasons of which a pool has a final table, the latest first, at most [`crate::MAX_PAGE_MATCHES`].
    async fn seasons(&self, pool: &Pool) -> Result<Vec<Season>, StoreError>;

    /// Deletes reports made before `at`, settled or not. Returns their number.
    async fn delete_reports_before(&self, at: Timestamp) -> Result<u64, StoreError>;

    /// Forgets sleeping rooms that the last of the people left before `at`: their links open nothing any more. Returns their number.
    async fn delete_sleeping_left_before(&self, at: Timestamp) -> Result<u64, StoreError>;

    /// Stores a ban, unless there are [`crate::MAX_BANS`] already. The same call again is success.
    async fn add_ban(&self, ban: &Ban) -> Result<(), StoreError>;

    /// Ends a ban early; false if there is no ban with that id.
    async fn lift_ban(&self, id: BanId) -> Result<bool, StoreError>;

    /// The bans that have not ended at `at`, oldest first.
    async fn bans(&self, at: Timestamp) -> Result<Vec<Ban>, StoreError>;

    /// Deletes bans that ended at `at` or before. Returns their number.
    async fn delete_bans_ended(&self, at: Timestamp) -> Result<u64, StoreError>;

    /// Reads and checks the next slice of what is stored, beside everything else, and moves the sweep on. Damage is no error, but found in
    /// the slice. After an error the same slice is read again.
    async fn sweep(&self, sweep: &mut Sweep) -> Result<Slice, StoreError>;

    /// Closes the connections, and releases the lock of a SQLite file. Later calls fail with `Unavailable`.
    async fn close(&self);
}

#[async_trait]
impl Log for Archive {
    async fn append(&self, fence: Fence, batch: &[Append]) -> Result<(), AppendError> {
        ask!(self, database => database.append(fence, batch))
    }

    async fn prune_log(&self, fence: Fence) -> Result<(), StoreError> {
        ask!(self, database => database.prune_log(fence))
    }

    async fn open_rooms(&self) -> Result<Vec<RoomId>, StoreError> {
        ask!(self, database => database.open_rooms())
    }

    async fn log(&self, room: RoomId) -> Result<RoomLog, StoreError> {
        ask!(self, database => database.log(room))
    }

    async fn logs(&self, rooms: &[RoomId]) -> Result<Vec<RoomLog>, StoreError> {
        ask!(self, database => database.logs(rooms))
    }

    async fn next_index(&self, room: RoomId) -> Result<u64, StoreError> {
        ask!(self, database => database.next_index(room))
    }

    async fn sleeping(&self, room: RoomId) -> Result<Option<Sleeping>, StoreError> {
        ask!(self, database => database.sleeping(room))
    }

    async fn forgotten(&self) -> Result<Vec<PlayerId>, StoreError> {
        ask!(self, database => database.forgotten())
    }

    async fn broken(&self) {
        ask!(self, database => database.broken());
    }
}

impl Archive {
    /// The number of matches that could not be rated because of a fault, since the start.
    pub fn rating_faults(&self) -> u64 {
        match self {
            Self::Sqlite(database) => database.rating_faults(),
            Self::Postgres(database) => database.rating_faults(),
        }
    }
}

/// Opens a database by its address (`sqlite:<file>`, `postgres://…`) and brings its schema up to date.
pub fn open(url: &str, options: OpenOptions) -> BoxFuture<'_, Result<Arc<Archive>, StoreError>> {
    Box::pin(async move {
        Ok(Arc::new(match DatabaseKind::of(url)? {
            DatabaseKind::Sqlite => Archive::Sqlite(SqliteStore::open(url, &options).await?.into()),
            DatabaseKind::Postgres => Archive::Postgres(PgStore::open(url, &options).await?.into()),
        }))
    })
}

/// The database file of an address; `None` if the database is not a file.
pub fn database_file(url: &str) -> Option<PathBuf> {
    match DatabaseKind::of(url) {
        Ok(DatabaseKind::Sqlite) => sqlite::file(url),
        Ok(DatabaseKind::Postgres) | Err(_) => None,
    }
}
