//! One interface for statements that both databases understand.
//!
//! Nearly all SQL of this crate is the same text on SQLite and Postgres: `$1` parameters, `ON CONFLICT`, `RETURNING`, row
//! values. It is written once, against [`Conn`]; what differs is in the modules `sqlite` and `postgres`.

use std::time::Duration;

use serde::de::DeserializeOwned;
use sqlx::postgres::PgRow;
use sqlx::sqlite::SqliteRow;
use sqlx::{AssertSqlSafe, FromRow, PgConnection, Postgres, SqlSafeStr, Sqlite, SqliteConnection};
use uuid::Uuid;

use crate::StoreError;
use crate::postgres_pool::{in_time, note};
use crate::postgres_useless::Useless;

/// A connection, perhaps in a transaction, of either database.
pub enum Conn<'c> {
    /// To a SQLite file.
    Sqlite(&'c mut SqliteConnection),
    /// To a Postgres server.
    Postgres {
        /// The connection.
        conn: &'c mut PgConnection,
        /// Whether an error said that its session is useless; `None` if nobody asks.
        useless: Option<&'c mut Option<Useless>>,
        /// How long a statement may take until its outcome counts as unknown.
        longest: Duration,
    },
}

/// A parameter of a statement.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Value<'v> {
    Int(i64),
    MaybeInt(Option<i64>),
    Bool(bool),
    Text(&'v str),
    Bytes(&'v [u8]),
    MaybeBytes(Option<&'v [u8]>),
    MaybeText(Option<&'v str>),
    Id(Uuid),
    MaybeId(Option<Uuid>),
}

row! {
    /// A row of a query for one id, named so.
    pub(super) struct IdRow {
        pub(super) id: Uuid,
    }
}

row! {
    struct CountRow {
        count: i64,
    }
}

/// A row struct that can be read from either database.
pub(crate) trait Row:
    for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin
{
}

impl<T> Row for T where T: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin
{}

/// A row of a query that may return many. SQLite returns them as one JSON array in one row, because each row of a result is sent from
/// SQLite's thread to the caller's, which costs several times as much as reading it.
pub(crate) trait ListedRow: Row + DeserializeOwned {
    /// SQL for the row as the text of a JSON array, with its columns in the order of the fields; never null.
    const JSON: &str;
}

macro_rules! bind {
    ($query:expr, $values:expr) => {{
        let mut query = $query;
        for value in $values {
            query = match *value {
                Value::Int(number) => query.bind(number),
                Value::MaybeInt(number) => query.bind(number),
                Value::Bool(truth) => query.bind(truth),
                Value::Text(text) => query.bind(text),
                Value::Bytes(bytes) => query.bind(bytes),
                Value::MaybeBytes(bytes) => query.bind(bytes),
                Value::MaybeText(text) => query.bind(text),
                Value::Id(id) => query.bind(id),
                Value::MaybeId(id) => query.bind(id),
            };
        }
        query
    }};
}

/// Notes what an error says of the session, if somebody asks.
fn noted<T>(said: sqlx::Result<T>, useless: &mut Option<&mut Option<Useless>>) -> sqlx::Result<T> {
    match useless {
        Some(useless) => note(said, useless),
        None => said,
    }
}

impl<'c> Conn<'c> {
    /// A connection to a Postgres server without time limits for statements.
    pub(crate) const fn patient(conn: &'c mut PgConnection) -> Self {
        Self::Postgres {
            conn,
            useless: None,
            longest: Duration::MAX,
        }
    }
}

impl Conn<'_> {
    /// Executes a statement; returns the number of rows it changed.
    pub(crate) async fn execute(
        &mut self,
        sql: impl SqlSafeStr,
        values: &[Value<'_>],
    ) -> Result<u64, StoreError> {
        let changed = match self {
            Self::Sqlite(conn) => bind!(sqlx::query::<Sqlite>(sql), values)
                .execute(&mut **conn)
                .await
                .map(|done| done.rows_affected()),
            Self::Postgres {
                conn,
                useless,
                longest,
            } => {
                let query = bind!(sqlx::query::<Postgres>(sql), values);
                let done = in_time(*longest, query.execute(&mut **conn)).await;
                noted(done, useless).map(|done| done.rows_affected())
            }
        };
        changed.map_err(StoreError::from_sqlx)
    }

    /// All rows of a query.
    pub(crate) async fn all<T: Row>(
        &mut self,
        sql: impl SqlSafeStr,
        values: &[Value<'_>],
    ) -> Result<Vec<T>, StoreError> {
        let rows = match self {
            Self::Sqlite(conn) => {
                bind!(sqlx::query_as::<Sqlite, T>(sql), values)
                    .fetch_all(&mut **conn)
                    .await
            }
            Self::Postgres {
                conn,
                useless,
                longest,
            } => {
                let query = bind!(sqlx::query_as::<Postgres, T>(sql), values);
                noted(
                    in_time(*longest, query.fetch_all(&mut **conn)).await,
                    useless,
                )
            }
        };
        rows.map_err(StoreError::from_sqlx)
    }

    /// All rows of a query that names the columns, in no particular order.
    pub(crate) async fn list<T: ListedRow>(
        &mut self,
        sql: &str,
        values: &[Value<'_>],
    ) -> Result<Vec<T>, StoreError> {
        match self {
            Self::Sqlite(conn) => {
                let row = T::JSON;
                let sql =
                    format!("SELECT '[' || ifnull(group_concat({row}), '') || ']' FROM ({sql})");
                let query = sqlx::query_scalar::<Sqlite, String>(AssertSqlSafe(sql));
                let list = bind!(query, values).fetch_one(&mut **conn).await;
                let list = list.map_err(StoreError::from_sqlx)?;
                serde_json::from_str(&list).map_err(|_| StoreError::Corrupt("list"))
            }
            Self::Postgres { .. } => self.all(AssertSqlSafe(sql), values).await,
        }
    }

    /// The row of a query that returns at most one.
    pub(crate) async fn first<T: Row>(
        &mut self,
        sql: impl SqlSafeStr,
        values: &[Value<'_>],
    ) -> Result<Option<T>, StoreError> {
        let row = match self {
            Self::Sqlite(conn) => {
                bind!(sqlx::query_as::<Sqlite, T>(sql), values)
                    .fetch_optional(&mut **conn)
                    .await
            }
            Self::Postgres {
                conn,
                useless,
                longest,
            } => {
                let query = bind!(sqlx::query_as::<Postgres, T>(sql), values);
                let row = in_time(*longest, query.fetch_optional(&mut **conn)).await;
                noted(row, useless)
            }
        };
        row.map_err(StoreError::from_sqlx)
    }

    /// The number that a query returns as `count`.
    pub(super) async fn count(
        &mut self,
        sql: &'static str,
        values: &[Value<'_>],
    ) -> Result<i64, StoreError> {
        let row: Option<CountRow> = self.first(sql, values).await?;
        Ok(row.map_or(0, |row| row.count))
    }
}
