//! What differs between SQLite and Postgres.

use std::ops::DerefMut;
use std::time::Duration;

use async_trait::async_trait;
use giog_protocol::RoomId;

use super::Conn;
use super::forgotten::{NamedText, store_row};
use crate::{Append, Fence, StoreError};

/// What differs between SQLite and Postgres.
#[async_trait]
pub trait Backend: Sized + Send + Sync + 'static {
    /// The sqlx driver.
    type Driver: sqlx::Database;

    /// A transaction; one that is dropped never was.
    type Tx: DerefMut<Target = Connection<Self>> + Send;

    /// A connection for reading one row or a few by their key.
    type Reader: DerefMut<Target = Connection<Self>> + Send;

    /// A connection for reading the history. What it still does when it is dropped is interrupted, where that is possible.
    type HistoryReader: DerefMut<Target = Connection<Self>> + Send;

    /// The database's clock, as SQL: milliseconds since 1970.
    const NOW_MS_SQL: &'static str;

    /// What keeps a selected row from being locked ([`Self::LOCK_ROW_SQL`]) until the transaction ends. Others may change its
    /// columns that are no key meanwhile.
    const KEEP_ROW_SQL: &'static str;

    /// What waits until nobody else keeps a selected row, and lets nobody else keep or change it until the transaction ends.
    const LOCK_ROW_SQL: &'static str;

    /// How long an append may take until its outcome counts as unknown; `None` where no network can swallow it.
    const APPEND_TIMEOUT: Option<Duration>;

    /// The same of a renewal of the lease.
    const RENEWAL_TIMEOUT: Option<Duration>;

    /// How many write at once beside the committer.
    const OTHER_WRITERS: usize;

    /// A connection for reading one row or a few by their key.
    async fn reader(&self) -> sqlx::Result<Self::Reader>;

    /// A connection for reading the history.
    async fn history_reader(&self) -> sqlx::Result<Self::HistoryReader>;

    /// Gives such a connection back after all that it was asked was answered.
    fn answered(history_reader: Self::HistoryReader) {
        drop(history_reader);
    }

    /// A transaction for writing.
    async fn begin(&self) -> sqlx::Result<Self::Tx>;

    /// Makes a transaction durable.
    async fn commit(&self, tx: Self::Tx) -> sqlx::Result<()>;

    /// The common door to a connection.
    fn conn(raw: &mut Connection<Self>) -> Conn<'_>;

    /// The table in which the rows of closed rooms are, by room.
    const CLOSED_LOG: &'static str;

    /// Appends rows, all or none, in one message to the database that checks the fence and is a transaction of its own, where the
    /// database gains by that and none of them is there yet: rows from which nothing follows, or little.
    async fn append_at_once(&self, _: Fence, _: &[Append]) -> Result<AtOnce, StoreError> {
        Ok(AtOnce::NeedsTransaction)
    }

    /// Inserts those rows that are not there yet. Where the lease is held, it stays so until the transaction ends.
    async fn insert_rows(
        &self,
        raw: &mut Connection<Self>,
        fence: Fence,
        batch: &[Append],
    ) -> Result<Inserted, StoreError>;

    /// The body of the row that is there in the place of this one.
    async fn stored_body(
        &self,
        raw: &mut Connection<Self>,
        append: &Append,
    ) -> Result<Option<String>, StoreError>;

    /// Deletes the rows of an open room below an index.
    async fn delete_below(
        &self,
        raw: &mut Connection<Self>,
        room: RoomId,
        below: u64,
    ) -> Result<(), StoreError>;

    /// Puts the rows of a room that is closed now where those of closed rooms are.
    async fn close_log(&self, raw: &mut Connection<Self>, room: RoomId) -> Result<(), StoreError>;

    /// For each of these different rooms, its rows from an index on, ascending.
    async fn read_rows(
        &self,
        raw: &mut Connection<Self>,
        rooms: &[(RoomId, u64)],
    ) -> Result<Vec<Vec<(u64, String)>>, StoreError>;

    /// The index of the last row of an open room, if it has one. No body is read.
    async fn last_index(
        &self,
        raw: &mut Connection<Self>,
        room: RoomId,
    ) -> Result<Option<u64>, StoreError>;

    /// SQL for the bytes of a text. Where it is damaged they may be no UTF-8, and no text is given then.
    fn bytes_sql(text: &str) -> String;

    /// SQL for whether a text has these bytes in it.
    fn has_sql(text: &str, bytes: &str) -> String;

    /// SQL for the text that has these bytes.
    fn text_sql(bytes: &str) -> String;

    /// Bytes as a text can have them.
    fn of_text(bytes: Vec<u8>) -> Vec<u8> {
        bytes
    }

    /// The rows of these rooms that name somebody, as far as they are elsewhere than in [`Self::CLOSED_LOG`].
    async fn open_rows_naming(
        &self,
        _: &mut Connection<Self>,
        _: &[RoomId],
    ) -> Result<Vec<NamedText>, StoreError> {
        Ok(Vec::new())
    }

    /// Writes a row as it is to be, wherever it is; nothing happens where it is gone.
    async fn rewrite_row(
        &self,
        raw: &mut Connection<Self>,
        text: &NamedText,
        after: &[u8],
    ) -> Result<(), StoreError> {
        store_row::<Self>(raw, text, after).await.map(drop)
    }

    /// Clears the files of what was overwritten, where the database does not do so by itself.
    async fn clean(&self) -> Result<(), StoreError> {
        Ok(())
    }

    /// These rows, their floors and closings are durable.
    fn committed(&self, batch: &[Append]);

    /// The lease was taken: whoever had it before may have changed anything.
    fn lease_taken(&self);

    /// Claims the database for this process, as far as it can be told whether the one that owns it is alive.
    async fn claim(&self, holder: &str) -> Result<Claim, StoreError>;

    /// Gives the claim back.
    fn unclaim(&self);

    /// Returns when what is written cannot be trusted to stay any more; never, where the database itself sees to that.
    async fn broken(&self) {
        std::future::pending::<()>().await;
    }

    /// Closes all connections.
    async fn close(&self);
}

/// A backend's raw connection.
pub(super) type Connection<B> = <<B as Backend>::Driver as sqlx::Database>::Connection;

/// What is known about other processes that could have the lease.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// There is another one.
    OthersThere,
    /// There was perhaps one, but it is gone.
    OthersGone,
    /// The one that took the lease with this number is gone.
    OwnerGone(Fence),
    /// Nothing: the lease's row decides.
    Unknown,
}

/// What became of rows that were to be appended at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtOnce {
    /// They are durable.
    Stored,
    /// The lease is lost, or the node fenced; nothing is stored.
    LeaseLost,
    /// One of the rooms is another node's; nothing is stored.
    Elsewhere,
    /// Nothing is stored: it takes a transaction of several statements.
    NeedsTransaction,
}

/// What became of rows that were to be inserted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inserted {
    /// So many were not there yet.
    Rows(u64),
    /// The lease is lost, or the node fenced; none is inserted.
    LeaseLost,
    /// One of the rooms is another node's; none is inserted.
    Elsewhere,
}
