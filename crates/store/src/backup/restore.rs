//! Restores a backup into an empty database of either kind, completely or not at all.

use std::collections::HashMap;
use std::io::Read;

use sqlx::{AssertSqlSafe, Connection as _, Executor as _};

use super::archive::ArchiveFile;
use super::cell::{self, Cell, NumberRow};
use super::column::{Column, names};
use super::snapshot::schema;
use super::tables::{SPLIT_LOG_SCHEMA, Table, of_schema};
use super::{Backup, INSERT_ROWS, META_NAME, PART_BYTES, RestoreError};
use crate::address::DatabaseKind;
use crate::database::{Backend, Conn, Value};
use crate::postgres::{self, PgBackend};
use crate::sqlite;
use crate::{Cause, StoreError, migrations};

impl Backup {
    /// Restores everything into the empty database at `url`, which is created if it is a file, and brings its schema up to date.
    /// `put_key` writes the signing key to its place; it is called right before the commit, so that there is never a restored database
    /// without its key. After a failure the database is as it was. Blocks while it reads.
    pub async fn restore(
        &self,
        url: &str,
        put_key: impl FnOnce(&[u8]) -> Result<(), Cause>,
    ) -> Result<(), RestoreError> {
        match DatabaseKind::of(url)? {
            DatabaseKind::Sqlite => {
                // Held until everything is done: a server that is started meanwhile waits.
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
                postgres::check_encoding(&mut conn).await?;
                let mut tx = conn.begin().await.map_err(StoreError::from_sqlx)?;
                let mut link = Conn::patient(&mut tx);
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
            let mut file = file?;
            if file.name == META_NAME {
                break;
            }
            let name = file.name.clone();
            let changed = || RestoreError::Damaged(format!("`{name}` changed while it was read"));
            let part = parts.next().filter(|part| part.name == name);
            let part = part.ok_or_else(changed)?;
            if let Some(of) = &part.table {
                let unknown = || RestoreError::Damaged(format!("`{name}` is of no known table"));
                let table = tables.get(of.as_str()).ok_or_else(unknown)?;
                let leaves_out = !self.meta().missing_rows.is_empty();
                let into = Target {
                    table,
                    columns: table.columns(schema),
                    leaves_out,
                };
                insert_part(conn, &into, &mut file, part.rows).await?;
            }
            // Nothing is committed that differs from what was checked before.
            if file.finish()? != part.sha256 {
                return Err(changed());
            }
        }
        Ok(())
    }
}

/// The database into which rows are inserted.
struct Target<'t> {
    table: &'t Table,
    columns: Vec<Column>,
    /// Whether to leave out rows that refer to a missing row, or that duplicate a unique value: the backup lacks rows, and others may be
    /// damaged.
    leaves_out: bool,
}

/// Inserts the rows of a part in groups.
async fn insert_part(
    conn: &mut Conn<'_>,
    into: &Target<'_>,
    file: &mut ArchiveFile<'_, impl Read>,
    expected: u64,
) -> Result<(), RestoreError> {
    let damaged =
        |name: &str| RestoreError::Damaged(format!("`{name}` has other rows than the table"));
    let (mut line, mut count) = (String::new(), 0);
    let (mut rows, mut waiting_bytes) = (Vec::new(), 0);
    while file.line(&mut line)? {
        let row = cell::of_json(&line, &into.columns).map_err(|_| damaged(&file.name))?;
        waiting_bytes += row.iter().map(Cell::len_bytes).sum::<usize>();
        rows.push(row);
        count += 1;
        if rows.len() == INSERT_ROWS || waiting_bytes >= PART_BYTES {
            insert(conn, into, &rows).await?;
            (rows, waiting_bytes) = (Vec::new(), 0);
        }
    }
    if count != expected {
        return Err(damaged(&file.name));
    }
    Ok(insert(conn, into, &rows).await?)
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

/// Refuses a database that contains rows.
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

/// Brings the schema up to this version.
async fn migrate(conn: &mut Conn<'_>, version: i64) -> Result<(), RestoreError> {
    let migrated = match conn {
        Conn::Sqlite(conn) => {
            let migrator = migrations::sqlite();
            migrator.run_direct(Some(version), &mut **conn, false).await
        }
        Conn::Postgres { conn, .. } => {
            let migrator = migrations::postgres();
            migrator.run_direct(Some(version), &mut **conn, false).await
        }
    };
    migrated.map_err(|error| StoreError::Migration(Box::new(error)).into())
}

async fn insert(
    conn: &mut Conn<'_>,
    into: &Target<'_>,
    rows: &[Vec<Cell>],
) -> Result<(), StoreError> {
    if rows.is_empty() {
        return Ok(());
    }
    let (table, columns) = (into.table, &into.columns);
    let row = |row: usize| {
        let first = row * columns.len() + 1;
        let places: Vec<String> = (first..first + columns.len())
            .map(|place| format!("${place}"))
            .collect();
        format!("({})", places.join(", "))
    };
    let places: Vec<String> = (0..rows.len()).map(row).collect();
    let (name, names, places) = (table.name, names(columns), places.join(", "));
    let is_there = |&(column, other, key): &(&str, &str, &str)| {
        format!("{column} IN (SELECT {key} FROM {other})")
    };
    let referred: Vec<String> = table.refers().iter().map(is_there).collect();
    let sql = match referred.join(" AND ") {
        _ if !into.leaves_out => format!("INSERT INTO {name} ({names}) VALUES {places}"),
        all if all.is_empty() => {
            format!("INSERT INTO {name} ({names}) VALUES {places} ON CONFLICT DO NOTHING")
        }
        all => format!(
            "WITH read_rows ({names}) AS (VALUES {places})
             INSERT INTO {name} ({names}) SELECT {names} FROM read_rows
             WHERE {all} ON CONFLICT DO NOTHING"
        ),
    };
    let values: Vec<Value<'_>> = rows.iter().flatten().map(Cell::value).collect();
    conn.execute(AssertSqlSafe(sql), &values).await?;
    Ok(())
}
