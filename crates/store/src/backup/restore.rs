//! Restoring: into an empty database of either kind, whole or not at all.

use std::collections::HashMap;

use sqlx::{AssertSqlSafe, Connection as _, Executor as _};

use super::cell::{self, Cell, NumberRow};
use super::snapshot::schema;
use super::tables::{Column, SPLIT_LOG_SCHEMA, Table, names, of_schema};
use super::{Backup, INSERT_ROWS, META_NAME, RestoreError};
use crate::database::{Backend, Conn, Value};
use crate::postgres::{self, PgBackend};
use crate::sqlite;
use crate::store::DatabaseKind;
use crate::{Cause, StoreError, migrations};

impl Backup {
    /// Puts everything into the empty database at `url`, which is made where it is a file, and brings its schema up to
    /// date. `put_key` puts the signing key in its place; it comes right before the commit, so that there is never a
    /// restored database without its key. After a failure the database is as it was. Blocks while it reads.
    pub async fn restore(
        &self,
        url: &str,
        put_key: impl FnOnce(&[u8]) -> Result<(), Cause>,
    ) -> Result<(), RestoreError> {
        match DatabaseKind::of(url)? {
            DatabaseKind::Sqlite => {
                // Held until all is done: a server that is started meanwhile waits.
                let Some((mut conn, lock)) = sqlite::connect_to_restore(url).await? else {
                    return Err(RestoreError::Owned);
                };
                let tx = conn.begin_with("BEGIN IMMEDIATE").await;
                let mut tx = tx.map_err(StoreError::from_sqlx)?;
                self.fill(&mut Conn::Sqlite(&mut tx)).await?;
                put_key(self.signing_key()).map_err(RestoreError::Key)?;
                tx.commit().await.map_err(StoreError::from_sqlx)?;
                conn.close().await.map_err(StoreError::from_sqlx)?;
                drop(lock);
            }
            DatabaseKind::Postgres => {
                let mut conn = postgres::connect(url).await?;
                let mut tx = conn.begin().await.map_err(StoreError::from_sqlx)?;
                let mut link = Conn::Postgres(&mut tx);
                if schema(&mut link).await? > 0 && is_owned(&mut link).await? {
                    return Err(RestoreError::Owned);
                }
                self.fill(&mut link).await?;
                put_key(self.signing_key()).map_err(RestoreError::Key)?;
                tx.commit().await.map_err(StoreError::from_sqlx)?;
            }
        }
        Ok(())
    }

    async fn fill(&self, conn: &mut Conn<'_>) -> Result<(), RestoreError> {
        let wanted = self.meta().schema;
        let found = schema(conn).await?;
        check_empty(conn, found).await?;
        if found != 0 && found != wanted {
            return Err(RestoreError::OtherSchema { found, wanted });
        }
        migrate(conn, wanted).await?;
        self.insert_all(conn).await?;
        if let Conn::Sqlite(conn) = conn
            && wanted >= SPLIT_LOG_SCHEMA
        {
            let sorted = conn.execute(sqlite::SORT_LOG_SQL).await;
            sorted.map_err(StoreError::from_sqlx)?;
        }
        migrate(conn, migrations::latest()).await
    }

    async fn insert_all(&self, conn: &mut Conn<'_>) -> Result<(), RestoreError> {
        let schema = self.meta().schema;
        let tables: HashMap<&str, &Table> =
            of_schema(schema).map(|table| (table.name, table)).collect();
        let mut reader = self.again()?;
        let mut parts = self.meta().parts.iter();
        for file in reader.files()? {
            let (name, bytes) = file?;
            if name == META_NAME {
                break;
            }
            let damaged = |what: &str| RestoreError::Damaged(format!("`{name}` {what}"));
            let part = parts.next().filter(|part| part.is(&name, &bytes));
            let part = part.ok_or_else(|| damaged("changed while it was read"))?;
            let Some(of) = &part.table else { continue };
            let table = tables.get(of.as_str());
            let table = table.ok_or_else(|| damaged("is of a table that is not known"))?;
            let columns = table.columns(schema);
            let text = String::from_utf8(bytes).map_err(|_| damaged("is no text"))?;
            let rows: Option<Vec<Vec<Cell>>> = text
                .lines()
                .map(|line| cell::of_json(line, &columns))
                .collect();
            let rows = rows.filter(|rows| rows.len() as u64 == part.rows);
            let rows = rows.ok_or_else(|| damaged("has other rows than the table"))?;
            insert(conn, table, &columns, &rows).await?;
        }
        Ok(())
    }
}

/// Whether a server has the lease; until the transaction ends nobody else can take it.
async fn is_owned(conn: &mut Conn<'_>) -> Result<bool, StoreError> {
    let sql = format!(
        "SELECT CASE WHEN holder IS NULL OR expires_at <= {} THEN 0 ELSE 1 END::BIGINT AS number
         FROM lease WHERE only_row = 1 FOR UPDATE",
        PgBackend::NOW_MS_SQL
    );
    let row: Option<NumberRow> = conn.first(AssertSqlSafe(sql), &[]).await?;
    Ok(row.is_some_and(|row| row.number == 1))
}

/// Refuses a database that has rows.
async fn check_empty(conn: &mut Conn<'_>, found: i64) -> Result<(), RestoreError> {
    for table in of_schema(found) {
        let sql = format!(
            "SELECT CAST(1 AS BIGINT) AS number FROM {} LIMIT 1",
            table.source(conn, found)
        );
        let row: Option<NumberRow> = conn.first(AssertSqlSafe(sql), &[]).await?;
        if row.is_some() {
            return Err(RestoreError::NotEmpty(table.name));
        }
    }
    Ok(())
}

/// Brings the schema forward to this version.
async fn migrate(conn: &mut Conn<'_>, version: i64) -> Result<(), RestoreError> {
    let migrated = match conn {
        Conn::Sqlite(conn) => {
            let migrator = migrations::sqlite();
            migrator.run_direct(Some(version), &mut **conn, false).await
        }
        Conn::Postgres(conn) => {
            let migrator = migrations::postgres();
            migrator.run_direct(Some(version), &mut **conn, false).await
        }
    };
    migrated.map_err(|error| StoreError::Migration(Box::new(error)).into())
}

async fn insert(
    conn: &mut Conn<'_>,
    table: &Table,
    columns: &[Column],
    rows: &[Vec<Cell>],
) -> Result<(), StoreError> {
    for some in rows.chunks(INSERT_ROWS) {
        let row = |row: usize| {
            let first = row * columns.len() + 1;
            let places: Vec<String> = (first..first + columns.len())
                .map(|place| format!("${place}"))
                .collect();
            format!("({})", places.join(", "))
        };
        let places: Vec<String> = (0..some.len()).map(row).collect();
        let sql = format!(
            "INSERT INTO {} ({}) VALUES {}",
            table.name,
            names(columns),
            places.join(", ")
        );
        let values: Vec<Value<'_>> = some.iter().flatten().map(Cell::value).collect();
        conn.execute(AssertSqlSafe(sql), &values).await?;
    }
    Ok(())
}
