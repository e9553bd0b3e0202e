//! The interface for what differs between SQLite and Postgres.

use std::ops::DerefMut;
use std::time::Duration;

use async_trait::async_trait;
use giog_protocol::RoomId;
use sqlx::AssertSqlSafe;

use super::Conn;
use super::conn::Value;
use super::named_text::NamedText;
use crate::{Append, Fence, Slice, StoreError, Sweep};

/// What differs between SQLite and Postgres.
#[async_trait]
pub trait Backend: Sized + Send + Sync + 'static {
    /// A raw connection.
    type Connection: Send;

    /// A transaction; dropping it without a commit rolls it back.
    type Tx: DerefMut<Target = Connection<Self>> + Send;

    /// A connection for reading one row or a few by their key.
    type Reader: DerefMut<Target = Connection<Self>> + Send;

    /// A connection for reading the history. Dropping it interrupts a query that is still running, if the database supports that.
    type HistoryReader: DerefMut<Target = Connection<Self>> + Send;

    /// SQL for the time of the database's clock, in milliseconds since 1970.
    const NOW_MS_SQL: &'static str;

    /// The locking clause that keeps others from locking a selected row with [`Self::LOCK_ROW_SQL`] until the transaction ends. Others
    /// may still change its columns that are not keys.
    const KEEP_ROW_SQL: &'static str;

    /// The locking clause that waits until nobody else keeps a selected row, and then locks it until the transaction ends.
    const LOCK_ROW_SQL: &'static str;

    /// How long an append may take until its outcome counts as unknown; `None` if there is no network that could lose the answer.
    const APPEND_TIMEOUT: Option<Duration>;

    /// The same for a renewal of the lease.
    const RENEWAL_TIMEOUT: Option<Duration>;

    /// How many other transactions may write at the same time as the committer.
    const OTHER_WRITERS: usize;

    /// A connection for reading one row or a few by their key.
    async fn reader(&self) -> sqlx::Result<Self::Reader>;

    /// A connection for reading the history.
    async fn history_reader(&self) -> sqlx::Result<Self::HistoryReader>;

    /// Gives a connection back after its queries were answered completely.
    fn answered(history_reader: Self::HistoryReader) {
        drop(history_reader);
    }

    /// A transaction for writing.
    async fn begin(&self) -> sqlx::Result<Self::Tx>;

    /// Commits a transaction; after that it is durable.
    async fn commit(&self, tx: Self::Tx) -> sqlx::Result<()>;

    /// Wraps a raw connection in the type that is common to both databases.
    fn conn(raw: &mut Connection<Self>) -> Conn<'_>;

    /// The table with the rows of closed rooms, which has an index by room.
    const CLOSED_LOG: &'static str;

    /// Appends rows, all or none, with one message to the database that checks the fence and is a transaction of its own. Only if that is
    /// faster, if the rows are new, and if the message can have their facts and floors.
    async fn append_at_once(&self, _: Fence, _: &[Append]) -> Result<AtOnce, StoreError> {
        Ok(AtOnce::NeedsTransaction)
    }

    /// Inserts the rows that are not stored yet, if the lease is held. The lease then stays held until the transaction ends.
    async fn insert_rows(
        &self,
        raw: &mut Connection<Self>,
        fence: Fence,
        batch: &[Append],
    ) -> Result<Inserted, StoreError>;

    /// The body of the stored row with the room and index of this one.
    async fn stored_body(
        &self,
        raw: &mut Connection<Self>,
        append: &Append,
    ) -> Result<Option<String>, StoreError>;

    /// Deletes the rows of an open room below an index, or leaves that to [`Self::prune_log`].
    async fn delete_below(
        &self,
        raw: &mut Connection<Self>,
        room: RoomId,
        below: u64,
    ) -> Result<(), StoreError>;

    /// Deletes rows below floors that [`Self::delete_below`] left, if enough of them have gathered, and if the lease is held.
    async fn prune_log(&self, _: Fence) -> Result<(), StoreError> {
        Ok(())
    }

    /// Moves the rows of a room that has just been closed to [`Self::CLOSED_LOG`], if that is a separate table: those that are not below a
    /// floor, from the given index on.
    async fn close_log(
        &self,
        raw: &mut Connection<Self>,
        room: RoomId,
        from: u64,
    ) -> Result<(), StoreError>;

    /// The open rooms as the log shows them, where the list of rooms is damaged; fails with that error if the log cannot show them.
    async fn rooms_in_log(
        &self,
        _: &mut Connection<Self>,
        damage: StoreError,
    ) -> Result<Vec<RoomId>, StoreError> {
        Err(damage)
    }

    /// The rows of each of these rooms, which are all different, from the given index on, in ascending order.
    async fn read_rows(
        &self,
        raw: &mut Connection<Self>,
        rooms: &[(RoomId, u64)],
    ) -> Result<Vec<Vec<(u64, String)>>, StoreError>;

    /// The index of the last row of an open room from the given index on, if there are any. No body is read.
    async fn last_index(
        &self,
        raw: &mut Connection<Self>,
        room: RoomId,
        from: u64,
    ) -> Result<Option<u64>, StoreError>;

    /// SQL for the bytes of a text. A damaged text may not be valid UTF-8, and could not be read as text.
    fn bytes_sql(text: &str) -> String;

    /// SQL for whether a text contains these bytes.
    fn has_sql(text: &str, bytes: &str) -> String;

    /// SQL for a text with these bytes.
    fn text_sql(bytes: &str) -> String;

    /// Makes bytes acceptable to the database as text, changing them if necessary.
    fn of_text(bytes: Vec<u8>) -> Vec<u8> {
        bytes
    }

    /// The rows of these rooms that contain anybody's name, except for those in [`Self::CLOSED_LOG`].
    async fn open_rows_naming(
        &self,
        _: &mut Connection<Self>,
        _: &[RoomId],
    ) -> Result<Vec<NamedText>, StoreError> {
        Ok(Vec::new())
    }

    /// Overwrites a row, wherever it is stored; does nothing if it is gone.
    async fn rewrite_row(
        &self,
        raw: &mut Connection<Self>,
        text: &NamedText,
        after: &[u8],
    ) -> Result<(), StoreError> {
        store_row::<Self>(raw, text, after).await.map(drop)
    }

    /// Clears overwritten data from the files, if the database does not do so by itself.
    async fn clean(&self) -> Result<(), StoreError> {
        Ok(())
    }

    /// Notes that the rows, floors and closings of these appends are durable.
    fn committed(&self, batch: &[Append]);

    /// Notes that the lease was taken over: the former holder may have changed anything.
    fn lease_taken(&self);

    /// Claims the database for this process, and reports what can be known about other processes that may hold the lease.
    async fn claim(&self, holder: &str) -> Result<Claim, StoreError>;

    /// Releases the claim.
    fn unclaim(&self);

    /// Reads the next slice of a sweep, and moves the sweep on.
    async fn sweep(&self, sweep: &mut Sweep) -> Result<Slice, StoreError>;

    /// Returns when the disk may lose written data. Never returns if the database itself stops in that case.
    async fn broken(&self) {
        std::future::pending::<()>().await;
    }

    /// Closes all connections.
    async fn close(&self);
}

/// A backend's raw connection.
pub(super) type Connection<B> = <B as Backend>::Connection;

/// What is known about other processes that may hold the lease.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// Another process holds it.
    OthersThere,
    /// No other process exists any more.
    OthersGone,
    /// The process that took the lease with this number is gone.
    OwnerGone(Fence),
    /// Nothing is known: the lease's row decides.
    Unknown,
}

/// The result of [`Backend::append_at_once`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtOnce {
    /// The rows are durable.
    Stored,
    /// The lease is lost, or the node is fenced; nothing is stored.
    LeaseLost,
    /// One of the rooms belongs to another node; nothing is stored.
    Elsewhere,
    /// Nothing is stored: the append needs a transaction of several statements.
    NeedsTransaction,
}

/// The result of [`Backend::insert_rows`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inserted {
    /// The number of rows that were not stored before.
    Rows(u64),
    /// The lease is lost, or the node is fenced; none is inserted.
    LeaseLost,
    /// One of the rooms belongs to another node; none is inserted.
    Elsewhere,
}

/// Overwrites a row in the table of closed rooms; false if it is not there.
pub(crate) async fn store_row<B: Backend>(
    raw: &mut Connection<B>,
    text: &NamedText,
    after: &[u8],
) -> Result<bool, StoreError> {
    let (table, body, new) = (B::CLOSED_LOG, B::bytes_sql("body"), B::text_sql("$4"));
    let sql =
        format!("UPDATE {table} SET body = {new} WHERE room_id = $1 AND idx = $2 AND {body} = $3");
    let values = [
        Value::Id(text.room_id),
        Value::Int(text.idx),
        Value::Bytes(&text.body),
        Value::Bytes(after),
    ];
    let mut conn = B::conn(raw);
    Ok(conn.execute(AssertSqlSafe(sql), &values).await? > 0)
}
