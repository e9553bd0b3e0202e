//! Implements [`Log`] and [`crate::Archive`] for both databases: the common code, over a [`Backend`] for what differs.

mod append;
mod backend;
mod bans;
mod choices;
mod conn;
mod date;
mod deleted;
mod devices;
mod erase;
mod facts;
mod finding;
mod forgotten;
mod friends;
mod guests;
mod history;
mod lease;
mod list;
mod log;
mod mistakes;
mod named_text;
mod occasions;
mod openings;
mod page_checks;
mod people;
mod personal;
mod places;
mod players;
mod published;
mod push;
mod puzzles;
mod ratings;
mod recovery;
mod reports;
mod review_jobs;
mod reviewers;
mod reviews;
mod seasons;
mod sleeping;
mod statistics;
#[cfg(test)]
mod tests;

use std::collections::HashSet;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use async_trait::async_trait;
use giog_protocol::RoomId;
use giog_rules::{MatchId, PlayerId, Timestamp};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

pub(crate) use backend::store_row;
pub use backend::{AtOnce, Backend, Claim, Inserted};
pub(crate) use conn::{Conn, Value};
pub(crate) use date::doubt;
pub(crate) use forgotten::naming_sql;
pub(crate) use guests::keys;
pub(crate) use history::{latest_at, record};
pub(crate) use lease::{HELD_SQL, holds};
pub(crate) use log::{index, index_i64, indexed_rows};
pub use named_text::NamedText;
pub(crate) use occasions::plays as rated_plays;
pub(crate) use openings::openings_json;
pub(crate) use page_checks::page_checks;
pub(crate) use places::LAST_PLACE_SQL;
pub(crate) use players::{players_json, winners_among};

use self::log::BELOW_SQL;
use crate::bounds::check_text;
use crate::limits::{
    ACQUIRE_TIMEOUT, HISTORY_TIME, MAX_TEXT_BYTES, RETENTION_PAGE_ROWS, REVIEW_READ_AGAIN_MS,
    SWEEP_TIMEOUT,
};
use crate::{
    AgedMatch, Append, AppendError, Ban, BanId, CancelledStart, Cursor, DeletedMatch, Fence,
    KeptReport, LeaseError, Log, MatchClass, MatchFilter, MatchSummary, OwnMistakes, Page,
    Publication, ReportId, ReviewKey, ReviewerId, RoomLog, Sleeping, Slice, StartedMatch,
    StoreError, StoredRecord, Sweep,
};

/// A store on a database.
#[derive(Debug)]
pub struct Database<B> {
    pub(crate) backend: B,
    /// Permits for transactions other than those of rooms.
    turns: Arc<Semaphore>,
    /// Matches that could not be rated.
    rating_faults: AtomicU64,
}

/// A transaction; dropping it undoes it.
struct Transaction<B: Backend> {
    tx: B::Tx,
    /// The permit, held until the transaction ends; transactions of rooms need none.
    _turn: Option<OwnedSemaphorePermit>,
}

impl<B: Backend> Deref for Transaction<B> {
    type Target = B::Tx;

    fn deref(&self) -> &B::Tx {
        &self.tx
    }
}

impl<B: Backend> DerefMut for Transaction<B> {
    fn deref_mut(&mut self) -> &mut B::Tx {
        &mut self.tx
    }
}

impl<B: Backend> Database<B> {
    pub(crate) fn new(backend: B) -> Self {
        let turns = Arc::new(Semaphore::new(B::OTHER_WRITERS));
        Self {
            backend,
            turns,
            rating_faults: AtomicU64::new(0),
        }
    }

    async fn reader(&self) -> Result<B::Reader, StoreError> {
        self.backend.reader().await.map_err(StoreError::from_sqlx)
    }

    /// Runs a query on the history, for at most [`HISTORY_TIME`].
    async fn history<T>(
        &self,
        ask: impl AsyncFnOnce(&mut Conn<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let history_reader = self.backend.history_reader().await;
        let mut history_reader = history_reader.map_err(StoreError::from_sqlx)?;
        let answer = async { ask(&mut B::conn(&mut history_reader)).await };
        let answer = timeout(HISTORY_TIME, answer).await;
        let answer = answer.unwrap_or(Err(StoreError::Interrupted));
        if answer.is_ok() {
            B::answered(history_reader);
        }
        answer
    }

    /// Begins a transaction for rooms or for the lease.
    async fn begin_of_rooms(&self) -> Result<Transaction<B>, StoreError> {
        let tx = self.backend.begin().await.map_err(StoreError::from_sqlx)?;
        Ok(Transaction { tx, _turn: None })
    }

    /// Begins any other transaction when it gets a permit: however many of them wait, those of rooms wait for at most
    /// [`Backend::OTHER_WRITERS`] of them.
    async fn begin(&self) -> Result<Transaction<B>, StoreError> {
        let turn = timeout(ACQUIRE_TIMEOUT, Arc::clone(&self.turns).acquire_owned()).await;
        // The semaphore is never closed.
        let turn = turn.map_err(|elapsed| StoreError::Unavailable(Box::new(elapsed)))?;
        let tx = self.backend.begin().await.map_err(StoreError::from_sqlx)?;
        Ok(Transaction {
            tx,
            _turn: turn.ok(),
        })
    }

    /// A transaction that changes reviews, their jobs or workers: those come one after another, as each has the row of [`reviews::bytes`] locked.
    async fn change_reviews<T>(
        &self,
        change: impl AsyncFnOnce(&mut Conn<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let mut tx = self.begin().await?;
        let conn = &mut B::conn(&mut tx);
        reviews::bytes(conn, B::LOCK_ROW_SQL).await?;
        let changed = change(conn).await?;
        self.commit(tx).await?;
        Ok(changed)
    }

    async fn commit(&self, transaction: Transaction<B>) -> Result<(), StoreError> {
        let committed = self.backend.commit(transaction.tx).await;
        committed.map_err(StoreError::from_sqlx)
    }

    async fn take_lease(
        &self,
        holder: &str,
        ttl_ms: u32,
        claim: Claim,
    ) -> Result<Option<Fence>, StoreError> {
        let mut tx = self.begin_of_rooms().await?;
        let fence = lease::take(
            &mut B::conn(&mut tx),
            (B::NOW_MS_SQL, B::LOCK_ROW_SQL),
            holder,
            ttl_ms,
            claim,
        )
        .await?;
        self.commit(tx).await?;
        if fence.is_some() {
            self.backend.lease_taken();
        }
        Ok(fence)
    }

    async fn renew_lease(&self, fence: Fence, ttl_ms: u32) -> Result<(), LeaseError> {
        let mut tx = self.begin_of_rooms().await?;
        lease::renew(&mut B::conn(&mut tx), B::NOW_MS_SQL, fence, ttl_ms).await?;
        Ok(self.commit(tx).await?)
    }

    /// Deletes the log of a closed room; returns the number of its rows.
    async fn delete_log(&self, room: RoomId) -> Result<u64, StoreError> {
        let mut deleted = 0;
        loop {
            // One transaction per page, so that appends can run in between.
            let mut tx = self.begin().await?;
            let conn = &mut B::conn(&mut tx);
            let (rows, all) = log::delete_some_of_room(conn, B::CLOSED_LOG, room).await?;
            self.commit(tx).await?;
            deleted += rows;
            if all {
                return Ok(deleted);
            }
        }
    }

    /// Deletes what is older than `at`, page after page: `sql` deletes a page of it, with `at` and the most rows as its parameters. Returns
    /// the number of all that was deleted.
    async fn delete_before(&self, sql: &'static str, at: Timestamp) -> Result<u64, StoreError> {
        let values = [Value::Int(at.unix_ms()), Value::Int(RETENTION_PAGE_ROWS)];
        let mut deleted = 0;
        loop {
            // One transaction per page, so that appends can run in between.
            let mut tx = self.begin().await?;
            let some = B::conn(&mut tx).execute(sql, &values).await?;
            self.commit(tx).await?;
            if some == 0 {
                return Ok(deleted);
            }
            deleted += some;
        }
    }

    /// Begins a transaction that needs the lease.
    async fn begin_owning(&self, fence: Fence) -> Result<Transaction<B>, LeaseError> {
        let mut tx = self.begin().await?;
        if lease::holds(&mut B::conn(&mut tx), B::KEEP_ROW_SQL, fence).await? {
            Ok(tx)
        } else {
            Err(LeaseError::Lost)
        }
    }
}

#[async_trait]
impl<B: Backend> Log for Database<B> {
    async fn append(&self, fence: Fence, batch: &[Append]) -> Result<(), AppendError> {
        for append in batch {
            append.check().map_err(|reason| AppendError::Rejected {
                room: append.room,
                reason,
            })?;
        }
        let Some(longest) = B::APPEND_TIMEOUT else {
            return self.append_checked(fence, batch).await;
        };
        match timeout(longest, self.append_checked(fence, batch)).await {
            Ok(appended) => appended,
            Err(elapsed) => Err(AppendError::Unavailable(Box::new(elapsed))),
        }
    }

    async fn prune_log(&self, fence: Fence) -> Result<(), StoreError> {
        self.backend.prune_log(fence).await
    }

    async fn open_rooms(&self) -> Result<Vec<RoomId>, StoreError> {
        let mut reader = self.reader().await?;
        match log::open_rooms(&mut B::conn(&mut reader)).await {
            Err(error @ StoreError::Damaged(_)) => {
                self.backend.rooms_in_log(&mut reader, error).await
            }
            rooms => rooms,
        }
    }

    async fn log(&self, room: RoomId) -> Result<RoomLog, StoreError> {
        let logs = self.logs(&[room]).await?;
        Ok(logs.into_iter().next().unwrap_or_default())
    }

    async fn logs(&self, rooms: &[RoomId]) -> Result<Vec<RoomLog>, StoreError> {
        let mut reader = self.reader().await?;
        let mut floors = log::floors(&mut B::conn(&mut reader), rooms).await?;
        let from = |room| floors.get(&room).map_or(0, |floor| floor.below);
        let from: Vec<_> = rooms.iter().map(|&room| (room, from(room))).collect();
        let rows = self.backend.read_rows(&mut reader, &from).await?;
        let logs = rooms.iter().zip(rows).map(|(room, rows)| RoomLog {
            floor: floors.remove(room),
            rows,
        });
        Ok(logs.collect())
    }

    async fn next_index(&self, room: RoomId) -> Result<u64, StoreError> {
        let mut reader = self.reader().await?;
        let conn = &mut B::conn(&mut reader);
        let below = index(conn, BELOW_SQL, Value::Id(room.0)).await?;
        let from = below.unwrap_or(0);
        let last = self.backend.last_index(&mut reader, room, from).await?;
        Ok(below.max(last.map(|last| last + 1)).unwrap_or(0))
    }

    async fn sleeping(&self, room: RoomId) -> Result<Option<Sleeping>, StoreError> {
        sleeping::of(&mut B::conn(&mut *self.reader().await?), room).await
    }

    async fn forgotten(&self) -> Result<Vec<PlayerId>, StoreError> {
        forgotten::pending(&mut B::conn(&mut *self.reader().await?)).await
    }

    async fn broken(&self) {
        self.backend.broken().await;
    }
}

/// What [`crate::Archive`] says.
impl<B: Backend> Database<B> {
    pub(crate) async fn try_lease(
        &self,
        holder: &str,
        ttl_ms: u32,
    ) -> Result<Option<Fence>, StoreError> {
        check_text("a holder's name", holder, MAX_TEXT_BYTES)?;
        let claim = self.backend.claim(holder).await?;
        if claim == Claim::OthersThere {
            return Ok(None);
        }
        let fence = self.take_lease(holder, ttl_ms, claim).await;
        if fence.is_err() && claim == Claim::OthersGone {
            // So that the next attempt finds out again that the others are gone.
            self.backend.unclaim();
        }
        fence
    }

    pub(crate) async fn renew(&self, fence: Fence, ttl_ms: u32) -> Result<(), LeaseError> {
        let Some(longest) = B::RENEWAL_TIMEOUT else {
            return self.renew_lease(fence, ttl_ms).await;
        };
        match timeout(longest, self.renew_lease(fence, ttl_ms)).await {
            Ok(renewed) => renewed,
            Err(elapsed) => Err(StoreError::Unavailable(Box::new(elapsed)).into()),
        }
    }

    pub(crate) async fn release(&self, fence: Fence) -> Result<(), LeaseError> {
        let mut tx = self.begin_of_rooms().await?;
        lease::release(&mut B::conn(&mut tx), B::LOCK_ROW_SQL, fence).await?;
        self.commit(tx).await?;
        self.backend.unclaim();
        Ok(())
    }

    pub(crate) async fn delete_logs_closed_before(&self, at: Timestamp) -> Result<u64, StoreError> {
        let mut deleted = 0;
        let mut damaged = HashSet::new();
        loop {
            let mut rooms =
                log::rooms_closed_before(&mut B::conn(&mut *self.reader().await?), at).await?;
            rooms.retain(|room| !damaged.contains(room));
            if rooms.is_empty() {
                return Ok(deleted);
            }
            for room in rooms {
                match self.delete_log(room).await {
                    Ok(rows) => deleted += rows,
                    Err(error) if error.is_unread() => {
                        tracing::error!(%room, ?error, "the log of a closed room cannot be deleted");
                        damaged.insert(room);
                    }
                    Err(error) => return Err(error),
                }
            }
        }
    }

    pub(crate) async fn matches(
        &self,
        filter: &MatchFilter,
        cursor: Option<Cursor>,
        limit: u32,
    ) -> Result<Page<MatchSummary>, StoreError> {
        if let Some(variant) = &filter.variant {
            check_text("a variant's name", variant, MAX_TEXT_BYTES)?;
        }
        self.history(async |conn| list::page(conn, filter, cursor, limit).await)
            .await
    }

    pub(crate) async fn match_summary(
        &self,
        id: MatchId,
    ) -> Result<Option<MatchSummary>, StoreError> {
        self.history(async |conn| history::summary(conn, id).await)
            .await
    }

    pub(crate) async fn match_place(&self, id: MatchId) -> Result<Option<Cursor>, StoreError> {
        self.history(async |conn| history::place(conn, id).await)
            .await
    }

    pub(crate) async fn publish_matches(&self) -> Result<u64, StoreError> {
        // Most of the time there is nothing to write.
        if !published::is_anything_new(&mut B::conn(&mut *self.reader().await?)).await? {
            return Ok(0);
        }
        let mut tx = self.begin().await?;
        let count = published::publish(&mut B::conn(&mut tx), B::LOCK_ROW_SQL).await?;
        self.commit(tx).await?;
        Ok(count)
    }

    pub(crate) async fn published(
        &self,
        variant: Option<&str>,
        after: Publication,
        limit: u32,
    ) -> Result<Vec<(Publication, MatchSummary)>, StoreError> {
        if let Some(variant) = variant {
            check_text("a variant's name", variant, MAX_TEXT_BYTES)?;
        }
        self.history(async |conn| published::page(conn, variant, after, limit).await)
            .await
    }

    pub(crate) async fn publication(&self, id: MatchId) -> Result<Option<Publication>, StoreError> {
        self.history(async |conn| published::of(conn, id).await)
            .await
    }

    pub(crate) async fn last_publication(&self) -> Result<Publication, StoreError> {
        published::last(&mut B::conn(&mut *self.reader().await?)).await
    }

    pub(crate) async fn record(&self, id: MatchId) -> Result<Option<StoredRecord>, StoreError> {
        self.history(async |conn| history::record(conn, id).await)
            .await
    }

    pub(crate) async fn started_match(
        &self,
        id: MatchId,
    ) -> Result<Option<StartedMatch>, StoreError> {
        self.history(async |conn| history::started(conn, id).await)
            .await
    }

    pub(crate) async fn cancelled_starts(
        &self,
        room: RoomId,
    ) -> Result<Vec<CancelledStart>, StoreError> {
        self.history(async |conn| history::cancelled(conn, room).await)
            .await
    }

    pub(crate) async fn aged_matches(
        &self,
        class: MatchClass,
        before: Timestamp,
        after: Option<Cursor>,
    ) -> Result<Page<AgedMatch>, StoreError> {
        self.history(async |conn| deleted::aged(conn, class, before, after).await)
            .await
    }

    pub(crate) async fn delete_matches(
        &self,
        fence: Fence,
        matches: &[DeletedMatch],
    ) -> Result<u64, LeaseError> {
        let mut tx = self.begin().await?;
        if !lease::holds(&mut B::conn(&mut tx), B::KEEP_ROW_SQL, fence).await? {
            return Err(LeaseError::Lost);
        }
        reviews::bytes(&mut B::conn(&mut tx), B::LOCK_ROW_SQL).await?;
        let mut count = 0;
        for deleted in matches {
            count += u64::from(deleted::delete(&mut B::conn(&mut tx), deleted).await?);
        }
        self.commit(tx).await?;
        Ok(count)
    }

    pub(crate) async fn deleted_match(
        &self,
        id: MatchId,
    ) -> Result<Option<DeletedMatch>, StoreError> {
        self.history(async |conn| deleted::by_id(conn, id).await)
            .await
    }

    pub(crate) async fn review(
        &self,
        key: ReviewKey,
        now: Timestamp,
    ) -> Result<Option<StoredRecord>, StoreError> {
        let found = self
            .history(async |conn| reviews::find(conn, key).await)
            .await?;
        let Some((review, read_at)) = found else {
            return Ok(None);
        };
        if now.unix_ms().saturating_sub(read_at.unix_ms()) >= REVIEW_READ_AGAIN_MS {
            let mut tx = self.begin().await?;
            reviews::touch(&mut B::conn(&mut tx), key, now).await?;
            self.commit(tx).await?;
        }
        Ok(Some(review))
    }

    pub(crate) async fn keep_review(
        &self,
        key: ReviewKey,
        review: &StoredRecord,
        own: Option<&OwnMistakes>,
        reviewer: Option<ReviewerId>,
        now: Timestamp,
        most_bytes: u64,
    ) -> Result<(), StoreError> {
        let most = (now, i64::try_from(most_bytes).unwrap_or(i64::MAX));
        let mut tx = self.begin().await?;
        let conn = &mut B::conn(&mut tx);
        let of = (key, reviewer);
        reviews::keep(conn, B::LOCK_ROW_SQL, of, (review, own), most).await?;
        self.commit(tx).await
    }

    pub(crate) async fn review_bytes(&self) -> Result<u64, StoreError> {
        let bytes = reviews::bytes(&mut B::conn(&mut *self.reader().await?), "").await?;
        Ok(u64::try_from(bytes).unwrap_or_default())
    }

    pub(crate) async fn remember_key(
        &self,
        public_key: [u8; 32],
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let mut tx = self.begin().await?;
        guests::remember_key(&mut B::conn(&mut tx), public_key, at).await?;
        self.commit(tx).await
    }

    pub(crate) async fn keys(&self) -> Result<Vec<([u8; 32], Timestamp)>, StoreError> {
        guests::keys(&mut B::conn(&mut *self.reader().await?)).await
    }

    pub(crate) async fn latest_at(&self) -> Result<Option<Timestamp>, StoreError> {
        history::latest_at(&mut B::conn(&mut *self.reader().await?)).await
    }

    pub(crate) async fn hours(&self, since: Timestamp) -> Result<[u32; 24], StoreError> {
        self.history(async |conn| history::hours(conn, since).await)
            .await
    }

    pub(crate) async fn date_doubt(&self) -> Result<Option<String>, StoreError> {
        doubt(&mut B::conn(&mut *self.reader().await?)).await
    }

    pub(crate) async fn doubt_date(&self, why: &str) -> Result<(), StoreError> {
        check_text("a reason", why, MAX_TEXT_BYTES)?;
        let mut tx = self.begin().await?;
        date::set_doubt(&mut B::conn(&mut tx), why).await?;
        self.commit(tx).await
    }

    pub(crate) async fn trust_date(&self, now: Timestamp) -> Result<(), StoreError> {
        self.end_doubt(now).await
    }

    pub(crate) async fn reports(
        &self,
        open_only: bool,
        cursor: Option<Cursor>,
        limit: u32,
    ) -> Result<Page<KeptReport>, StoreError> {
        self.history(async |conn| reports::page(conn, open_only, cursor, limit).await)
            .await
    }

    pub(crate) async fn reports_waiting(&self) -> Result<u64, StoreError> {
        self.history(async |conn| reports::waiting(conn).await)
            .await
    }

    pub(crate) async fn settle_report(
        &self,
        id: ReportId,
        note: &str,
        at: Timestamp,
    ) -> Result<bool, StoreError> {
        check_text("a report's note", note, MAX_TEXT_BYTES)?;
        let mut tx = self.begin().await?;
        let settled = reports::settle(&mut B::conn(&mut tx), id, note, at).await?;
        self.commit(tx).await?;
        Ok(settled)
    }

    pub(crate) async fn delete_reports_before(&self, at: Timestamp) -> Result<u64, StoreError> {
        self.delete_before(reports::DELETE_REPORTS_SQL, at).await
    }

    pub(crate) async fn delete_sleeping_left_before(
        &self,
        at: Timestamp,
    ) -> Result<u64, StoreError> {
        self.delete_before(sleeping::DELETE_SLEEPING_SQL, at).await
    }

    pub(crate) async fn add_ban(&self, ban: &Ban) -> Result<(), StoreError> {
        check_text("a ban's reason", &ban.reason, MAX_TEXT_BYTES)?;
        let mut tx = self.begin().await?;
        bans::add(&mut B::conn(&mut tx), ban).await?;
        self.commit(tx).await
    }

    pub(crate) async fn lift_ban(&self, id: BanId) -> Result<bool, StoreError> {
        let mut tx = self.begin().await?;
        let lifted = bans::lift(&mut B::conn(&mut tx), id).await?;
        self.commit(tx).await?;
        Ok(lifted)
    }

    pub(crate) async fn bans(&self, at: Timestamp) -> Result<Vec<Ban>, StoreError> {
        bans::in_force(&mut B::conn(&mut *self.reader().await?), at).await
    }

    pub(crate) async fn delete_bans_ended(&self, at: Timestamp) -> Result<u64, StoreError> {
        let mut deleted = 0;
        loop {
            let mut tx = self.begin().await?;
            let some = bans::delete_ended(&mut B::conn(&mut tx), at).await?;
            self.commit(tx).await?;
            if some == 0 {
                return Ok(deleted);
            }
            deleted += some;
        }
    }

    pub(crate) async fn sweep(&self, sweep: &mut Sweep) -> Result<Slice, StoreError> {
        let slice = timeout(SWEEP_TIMEOUT, self.backend.sweep(sweep)).await;
        slice.unwrap_or(Err(StoreError::Interrupted))
    }

    pub(crate) async fn close(&self) {
        self.backend.close().await;
        self.backend.unclaim();
    }
}
