//! The interface of the store, and how either database is opened.

use std::collections::{BTreeSet, HashSet};
use std::path::PathBuf;
use std::sync::Arc;

use async_trait::async_trait;
use futures_util::future::BoxFuture;
use giog_protocol::{DeviceId, RoomId};
use giog_rules::{MatchId, PlayerId, Timestamp};

use crate::sqlite;
use crate::{
    AgedMatch, Append, AppendError, Ban, BanId, CancelledStart, Cursor, DeletedMatch, Device,
    DevicePush, Fence, Guest, KeptReport, LeaseError, MatchClass, MatchFilter, MatchSummary,
    NewDevice, Page, PgStore, PushSubscription, ReportId, RoomLog, SecretHash, SqliteStore,
    StartedMatch, StoreError, StoredRecord,
};

/// Everything the project keeps: the lease, the rooms' logs, the history, guests and server keys.
///
/// Writes may be repeated: what is stored already, and the same, is success. So whoever gets
/// [`StoreError::Unavailable`] asks again.
///
/// What somebody does with a token is refused with [`StoreError::TokenEnded`] where that has ended meanwhile.
#[async_trait]
pub trait Store: Send + Sync + 'static {
    /// Takes the lease for `holder` (a name for logs, unique for each process) for `ttl_ms` from now on the database's
    /// clock; `None` while somebody else has it. A holder takes over from itself at once. On SQLite the operating
    /// system's lock on the file decides, and the lease of a process that is gone is free at once. On Postgres it is free half a
    /// second after that, for whoever asked several times a second before and since.
    async fn try_lease(&self, holder: &str, ttl_ms: u32) -> Result<Option<Fence>, StoreError>;

    /// Keeps the lease for `ttl_ms` from now. A lease that ran out but that nobody else took is still held.
    async fn renew(&self, fence: Fence, ttl_ms: u32) -> Result<(), LeaseError>;

    /// Gives the lease up; nothing can be appended with it any more.
    async fn release(&self, fence: Fence) -> Result<(), LeaseError>;

    /// Appends all rows, their facts and their floors in one transaction, or none, and deletes what is below the floors.
    /// An identical row that is there already is success.
    async fn append(&self, fence: Fence, batch: &[Append]) -> Result<(), AppendError>;

    /// Rooms that were opened and not closed, in the order of their opening.
    async fn open_rooms(&self) -> Result<Vec<RoomId>, StoreError>;

    /// What a room is replayed from. Rooms that were closed have it until it is deleted.
    async fn log(&self, room: RoomId) -> Result<RoomLog, StoreError>;

    /// The same for several different rooms, in their order: databases read them together, at less cost than one by one.
    async fn logs(&self, rooms: &[RoomId]) -> Result<Vec<RoomLog>, StoreError> {
        let mut logs = Vec::with_capacity(rooms.len());
        for &room in rooms {
            logs.push(self.log(room).await?);
        }
        Ok(logs)
    }

    /// The index of an open room's next row. Databases read no bodies for it: they may be damaged.
    async fn next_index(&self, room: RoomId) -> Result<u64, StoreError> {
        let RoomLog { floor, rows } = self.log(room).await?;
        let after_last = rows.last().map(|&(index, _)| index + 1);
        let below = floor.map(|floor| floor.below);
        Ok(after_last.or(below).unwrap_or(0))
    }

    /// Deletes rows and floors of rooms closed before `at` (what the history learnt from them stays); gives the number of
    /// rows.
    async fn delete_logs_closed_before(&self, at: Timestamp) -> Result<u64, StoreError>;

    /// Finished matches, newest first, at most `limit` ([`crate::MAX_PAGE_MATCHES`] if that is less) after `cursor`.
    async fn matches(
        &self,
        filter: &MatchFilter,
        cursor: Option<Cursor>,
        limit: u32,
    ) -> Result<Page<MatchSummary>, StoreError>;

    /// A finished match, listed or not.
    async fn match_summary(&self, id: MatchId) -> Result<Option<MatchSummary>, StoreError>;

    /// A finished match's record as it is kept, in which are exactly the bytes that were given.
    async fn record(&self, id: MatchId) -> Result<Option<StoredRecord>, StoreError>;

    /// A match that began, finished or not: for finding the room of a running one.
    async fn started_match(&self, id: MatchId) -> Result<Option<StartedMatch>, StoreError>;

    /// The room's cancelled starts, newest first, at most the newest [`crate::MAX_PAGE_MATCHES`].
    async fn cancelled_starts(&self, room: RoomId) -> Result<Vec<CancelledStart>, StoreError>;

    /// The oldest finished matches of a class that ended before a moment, with their records, a few at a time; not those that
    /// a room that is open may still show. A page may be empty, and have a next one.
    async fn aged_matches(
        &self,
        class: MatchClass,
        before: Timestamp,
        after: Option<Cursor>,
    ) -> Result<Page<AgedMatch>, StoreError>;

    /// Deletes finished matches with everything that hangs on them, and keeps what is left of each, in one transaction; gives
    /// the number of those that were there. They are to be of one page of [`Store::aged_matches`].
    async fn delete_matches(
        &self,
        fence: Fence,
        matches: &[DeletedMatch],
    ) -> Result<u64, LeaseError>;

    /// What is left of a match that was deleted.
    async fn deleted_match(&self, id: MatchId) -> Result<Option<DeletedMatch>, StoreError>;

    /// Remembers a new person and their first device. The same again is success.
    async fn create_guest(
        &self,
        player: PlayerId,
        name: &str,
        device: NewDevice<'_>,
        at: Timestamp,
    ) -> Result<(), StoreError>;

    /// Whose token this is, and of which device.
    async fn guest_by_token(
        &self,
        token_hash: SecretHash,
    ) -> Result<Option<(Guest, Device)>, StoreError>;

    /// Somebody's devices, in the order in which they got their tokens.
    async fn devices(&self, player: PlayerId) -> Result<Vec<Device>, StoreError>;

    /// Gives another device of the person whose token this is one of its own, unless they have [`crate::MAX_DEVICES`]
    /// ([`crate::Rejection::TooMany`]). The same again is success.
    async fn add_device(
        &self,
        token: SecretHash,
        device: NewDevice<'_>,
        at: Timestamp,
    ) -> Result<(), StoreError>;

    /// Ends the token of a device of the person whose token this is; gives its hash, or nothing where there is no such device of
    /// theirs.
    async fn end_device(
        &self,
        token: SecretHash,
        device: DeviceId,
    ) -> Result<Option<SecretHash>, StoreError>;

    /// Ends the tokens of all other devices of the person whose token this is; gives their hashes.
    async fn end_other_devices(&self, token: SecretHash) -> Result<Vec<SecretHash>, StoreError>;

    /// Where somebody's devices are notified, in the order in which they got their tokens.
    async fn pushes(&self, player: PlayerId) -> Result<Vec<DevicePush>, StoreError>;

    /// Notifies a device of somebody at this address from now on, and no other device; false where there is no such device of
    /// theirs. It ends with the device.
    async fn set_push(
        &self,
        player: PlayerId,
        device: DeviceId,
        subscription: &PushSubscription,
        at: Timestamp,
    ) -> Result<bool, StoreError>;

    /// Notifies a device no more; false where it was not.
    async fn end_push(&self, device: DeviceId) -> Result<bool, StoreError>;

    /// Notifies nobody at this address any more; false where nobody was.
    async fn end_push_at(&self, endpoint: &str) -> Result<bool, StoreError>;

    /// Gives the person whose token this is another recovery code in place of the former one, or their first; false where it is
    /// another one that they have. The same again is success.
    async fn set_recovery(
        &self,
        token: SecretHash,
        former: Option<SecretHash>,
        recovery: SecretHash,
    ) -> Result<bool, StoreError>;

    /// Whose recovery code has this hash, if it is anybody's.
    async fn guest_by_recovery(&self, recovery: SecretHash) -> Result<Option<Guest>, StoreError>;

    /// Lets somebody come back by their recovery code, if it is one: all their tokens end, this device gets one, and
    /// another code takes the former one's place. Gives who it is, and the hashes of the tokens. With the same two codes it is
    /// success again for as long as the device of the time before is the only one, and [`Device::is_unused`].
    async fn recover(
        &self,
        former: SecretHash,
        recovery: SecretHash,
        device: NewDevice<'_>,
        at: Timestamp,
    ) -> Result<Option<(Guest, Vec<SecretHash>)>, StoreError>;

    /// Somebody by id; `None` for the unknown and the forgotten.
    async fn guest(&self, player: PlayerId) -> Result<Option<Guest>, StoreError>;

    /// Changes the name of the person whose token this is.
    async fn rename_guest(&self, token: SecretHash, name: &str) -> Result<(), StoreError>;

    /// The names of those who are known, in no particular order.
    async fn names(&self, players: &[PlayerId]) -> Result<Vec<(PlayerId, String)>, StoreError>;

    /// Notes that somebody was here at `at`, on this device; never moves back.
    async fn touch_guest(
        &self,
        player: PlayerId,
        device: DeviceId,
        at: Timestamp,
    ) -> Result<(), StoreError>;

    /// Forgets name and tokens of everybody not seen since `at`, except those in `keep` (who sit in open rooms); gives
    /// their number. Their ids stay in finished matches. Of the others, tokens of devices not seen since are forgotten.
    async fn delete_guests_idle_since(
        &self,
        at: Timestamp,
        keep: &HashSet<PlayerId>,
    ) -> Result<u64, StoreError>;

    /// Forgets somebody, with a token of theirs if it is they who ask: their name, devices and recovery code are gone when this
    /// returns; gives the hashes of the tokens. They are among the [`Self::forgotten`] until [`Self::erase`] and [`Self::clean`]
    /// were done, since logs and reports may name them. The same again is success.
    async fn forget_guest(
        &self,
        player: PlayerId,
        token: Option<SecretHash>,
        at: Timestamp,
    ) -> Result<Vec<SecretHash>, StoreError>;

    /// Those who were forgotten, and who may still be named in something that is stored.
    async fn forgotten(&self) -> Result<Vec<PlayerId>, StoreError>;

    /// Lets logs, floors and reports name these people no more: [`giog_protocol::PlayerName::forgotten`] is put in place of
    /// their names. No row that names them may be on its way. Gives how many texts were changed.
    async fn erase(&self, fence: Fence, players: &BTreeSet<PlayerId>) -> Result<u64, LeaseError>;

    /// Clears the files of what was overwritten, after [`Self::erase`]; these people are not among the [`Self::forgotten`] any
    /// more. A SQLite file of up to [`crate::SQLITE_REWRITTEN_BYTES`] is rewritten, and nobody writes meanwhile; in a larger one
    /// what SQLite moved about is overwritten in time. Postgres does it by itself.
    async fn clean(&self, players: &BTreeSet<PlayerId>) -> Result<(), StoreError>;

    /// Remembers a public key the server signs with, and when it first did.
    async fn remember_key(&self, public_key: [u8; 32], at: Timestamp) -> Result<(), StoreError>;

    /// All public keys and when each was first used, oldest first.
    async fn keys(&self) -> Result<Vec<([u8; 32], Timestamp)>, StoreError>;

    /// Reports, newest first, at most `limit` ([`crate::MAX_PAGE_REPORTS`] if that is less) after `cursor`; all, or those
    /// nobody dealt with yet.
    async fn reports(
        &self,
        open_only: bool,
        cursor: Option<Cursor>,
        limit: u32,
    ) -> Result<Page<KeptReport>, StoreError>;

    /// Notes that a report was dealt with, and how; once more replaces the note. False if there is none of that id.
    async fn settle_report(
        &self,
        id: ReportId,
        note: &str,
        at: Timestamp,
    ) -> Result<bool, StoreError>;

    /// Deletes reports made before `at`, settled or not; gives their number.
    async fn delete_reports_before(&self, at: Timestamp) -> Result<u64, StoreError>;

    /// Keeps somebody away, if there are not [`crate::MAX_BANS`] bans already. The same again is success.
    async fn add_ban(&self, ban: &Ban) -> Result<(), StoreError>;

    /// Ends a ban before its time; false if there is none of that id.
    async fn lift_ban(&self, id: BanId) -> Result<bool, StoreError>;

    /// The bans that have not ended at `at`, oldest first.
    async fn bans(&self, at: Timestamp) -> Result<Vec<Ban>, StoreError>;

    /// Deletes bans that ended at `at` or before; gives their number.
    async fn delete_bans_ended(&self, at: Timestamp) -> Result<u64, StoreError>;

    /// Returns when the disk does not keep what is written to it: nothing is stored any more, and the server must stop. Never
    /// on Postgres, which stops by itself.
    async fn broken(&self) {
        std::future::pending::<()>().await;
    }

    /// Closes the connections, and gives the lock of a SQLite file back. Later calls are `Unavailable`.
    async fn close(&self);
}

/// How to open a database.
#[derive(Clone, Debug)]
pub struct OpenOptions {
    /// Connections that know people again and read logs.
    pub reader_connections: u32,
    /// Connections that read the history.
    pub history_connections: u32,
}

impl Default for OpenOptions {
    fn default() -> Self {
        Self {
            reader_connections: crate::limits::READER_CONNECTIONS,
            history_connections: crate::limits::HISTORY_CONNECTIONS,
        }
    }
}

/// Opens a database by its address (`sqlite:<file>`, `postgres://…`) and brings its schema up to date.
pub fn open(url: &str, options: OpenOptions) -> BoxFuture<'_, Result<Arc<dyn Store>, StoreError>> {
    Box::pin(async move {
        let store: Arc<dyn Store> = match DatabaseKind::of(url)? {
            DatabaseKind::Sqlite => Arc::new(SqliteStore::open(url, &options).await?),
            DatabaseKind::Postgres => Arc::new(PgStore::open(url, &options).await?),
        };
        Ok(store)
    })
}

/// The file that an address names; nothing where the database is none.
pub fn database_file(url: &str) -> Option<PathBuf> {
    match DatabaseKind::of(url) {
        Ok(DatabaseKind::Sqlite) => sqlite::file(url),
        Ok(DatabaseKind::Postgres) | Err(_) => None,
    }
}

/// What an address names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DatabaseKind {
    Sqlite,
    Postgres,
}

impl DatabaseKind {
    pub(crate) fn of(url: &str) -> Result<Self, StoreError> {
        match url.split_once(':') {
            Some(("sqlite", _)) => Ok(Self::Sqlite),
            Some(("postgres" | "postgresql", _)) => Ok(Self::Postgres),
            // The rest of the address may hold a password.
            Some((scheme, _)) => Err(StoreError::BadUrl(format!("{scheme}:…"))),
            None => Err(StoreError::BadUrl(url.to_owned())),
        }
    }
}
