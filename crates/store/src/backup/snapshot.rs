//! Makes a backup: a consistent snapshot of the database, read while a server may continue to write.

use std::io::Write;

use futures_util::TryStreamExt as _;
use giog_rules::Timestamp;
use sqlx::{AssertSqlSafe, Connection as _, SqliteConnection};

use super::archive::Writer;
use super::cell::{self, Cell, NumberRow};
use super::column::{Column, names};
use super::salvage::{Next, Salvage, cells_of, is_lost};
use super::tables::{Table, of_schema};
use super::{BackupError, BackupMeta, FORMAT, KEY_NAME, PART_BYTES};
use crate::address::DatabaseKind;
use crate::database::{Backend, Conn, Value};
use crate::postgres::{self, PgBackend};
use crate::sqlite::{self, SqliteBackend};
use crate::{StoreError, migrations};

/// Writes a backup of the database at `url` as it is now, with the file of the signing key whose public key is given. Servers that use
/// the database continue meanwhile. Blocks while it writes.
pub async fn back_up<W: Write>(
    url: &str,
    signing_key: &[u8],
    public_key: [u8; 32],
    out: W,
) -> Result<BackupMeta, BackupError> {
    let key = (signing_key, public_key);
    match DatabaseKind::of(url)? {
        DatabaseKind::Sqlite => {
            let conn = sqlite::connect_to_read(url).await?;
            let mut conn = conn.ok_or(BackupError::NoDatabase)?;
            let mut tx = conn.begin().await.map_err(StoreError::from_sqlx)?;
            write(
                &mut Conn::Sqlite(&mut tx),
                SqliteBackend::NOW_MS_SQL,
                key,
                out,
            )
            .await
        }
        DatabaseKind::Postgres => {
            let mut conn = postgres::connect(url).await?;
            let tx = conn.begin_with("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
            let mut tx = tx.await.map_err(StoreError::from_sqlx)?;
            write(&mut Conn::patient(&mut tx), PgBackend::NOW_MS_SQL, key, out).await
        }
    }
}

async fn write<W: Write>(
    conn: &mut Conn<'_>,
    now_ms_sql: &str,
    (signing_key, public_key): (&[u8], [u8; 32]),
    out: W,
) -> Result<BackupMeta, BackupError> {
    let (schema, known) = (schema(conn).await?, migrations::latest());
    if schema == 0 {
        return Err(BackupError::NoDatabase);
    }
    if schema > known {
        return Err(BackupError::Newer { schema, known });
    }
    let sql = "SELECT first_used_at AS number FROM server_keys WHERE public_key = $1";
    let used: Option<NumberRow> = conn.first(sql, &[Value::Bytes(&public_key)]).await?;
    if used.is_none() {
        return Err(BackupError::UnknownKey);
    }
    let sql = AssertSqlSafe(format!("SELECT {now_ms_sql} AS number"));
    let now: Option<NumberRow> = conn.first(sql, &[]).await?;
    let mut writer = Writer::new(
        out,
        Timestamp::from_unix_ms(now.map_or(0, |now| now.number)),
    );
    writer
        .part(KEY_NAME.to_owned(), None, 0, signing_key)
        .map_err(BackupError::Write)?;
    for table in of_schema(schema) {
        write_table(conn, table, schema, &mut writer).await?;
    }
    let (meta, _) = writer.finish(FORMAT, schema).map_err(BackupError::Write)?;
    Ok(meta)
}

/// The version of the schema; 0 if no server was ever started on the database.
pub(crate) async fn schema(conn: &mut Conn<'_>) -> Result<i64, StoreError> {
    let exists = match conn {
        Conn::Sqlite(_) => {
            "SELECT COUNT(*) AS number FROM sqlite_schema WHERE name = '_sqlx_migrations'"
        }
        Conn::Postgres { .. } => {
            "SELECT CAST(to_regclass('_sqlx_migrations') IS NOT NULL AS INTEGER)::BIGINT AS number"
        }
    };
    let row: Option<NumberRow> = conn.first(exists, &[]).await?;
    if row.is_none_or(|row| row.number == 0) {
        return Ok(0);
    }
    let sql = "SELECT COALESCE(MAX(version), 0) AS number FROM _sqlx_migrations";
    let row: Option<NumberRow> = conn.first(sql, &[]).await?;
    Ok(row.map_or(0, |row| row.number))
}

async fn write_table<W: Write>(
    conn: &mut Conn<'_>,
    table: &Table,
    schema: i64,
    writer: &mut Writer<W>,
) -> Result<(), BackupError> {
    let (columns, key) = (&table.columns(schema)[..], table.key(schema));
    let sql = format!(
        "SELECT {} FROM {} ORDER BY {}",
        names(columns),
        table.source(conn, schema),
        key
    );
    let sql = AssertSqlSafe(sql);
    let mut part = Part::new(table.name);
    // Row by row, because a table may be larger than the memory.
    match conn {
        Conn::Sqlite(conn) => {
            let mut last = None;
            let is_whole = {
                let mut rows = sqlx::query(sql).fetch(&mut **conn);
                loop {
                    let row = rows.try_next().await.map_err(StoreError::from_sqlx);
                    let cells = row.and_then(|row| {
                        row.map(|row| cells_of(&row, columns, &mut writer.damaged_texts))
                            .transpose()
                    });
                    match cells {
                        Ok(Some(cells)) => {
                            last = Some(cell::key_sql(&cells, columns, key));
                            part.add(cells, columns, writer)?;
                        }
                        Ok(None) => break true,
                        Err(error) if is_lost(&error) => break false,
                        Err(error) => return Err(error.into()),
                    }
                }
            };
            if !is_whole {
                for rows in table.salvage(columns, schema, last) {
                    salvage(conn, rows, &mut part, writer, columns).await?;
                }
            }
        }
        Conn::Postgres { conn, .. } => {
            let mut rows = sqlx::query(sql).fetch(&mut **conn);
            while let Some(row) = rows.try_next().await.map_err(StoreError::from_sqlx)? {
                let cells = cell::of_postgres(&row, columns, &mut writer.damaged_texts);
                part.add(cells.map_err(StoreError::from_sqlx)?, columns, writer)?;
            }
        }
    }
    part.flush(writer)
}

/// Adds the rows that can be read, and counts those that cannot.
async fn salvage<W: Write>(
    conn: &mut SqliteConnection,
    mut rows: Salvage<'_>,
    part: &mut Part,
    writer: &mut Writer<W>,
    columns: &[Column],
) -> Result<(), BackupError> {
    loop {
        match rows.next(conn, &mut writer.damaged_texts).await? {
            Next::Row(cells) => part.add(cells, columns, writer)?,
            Next::Lost => {
                let missing = writer.missing_rows.entry(part.table.to_owned());
                *missing.or_default() += 1;
            }
            Next::End => return Ok(()),
        }
    }
}

/// The rows of a table that are not in the archive yet.
struct Part {
    table: &'static str,
    number: u32,
    rows: u64,
    lines: Vec<u8>,
}

impl Part {
    const fn new(table: &'static str) -> Self {
        Self {
            table,
            number: 1,
            rows: 0,
            lines: Vec::new(),
        }
    }

    fn add<W: Write>(
        &mut self,
        cells: Vec<Cell>,
        columns: &[Column],
        writer: &mut Writer<W>,
    ) -> Result<(), BackupError> {
        let line = cell::to_json(cells, columns);
        writeln!(self.lines, "{line}").map_err(BackupError::Write)?;
        self.rows += 1;
        if self.lines.len() >= PART_BYTES {
            self.flush(writer)?;
        }
        Ok(())
    }

    fn flush<W: Write>(&mut self, writer: &mut Writer<W>) -> Result<(), BackupError> {
        if self.rows == 0 {
            return Ok(());
        }
        let name = format!("tables/{}.{:06}.jsonl", self.table, self.number);
        let written = writer.part(name, Some(self.table), self.rows, &self.lines);
        written.map_err(BackupError::Write)?;
        self.lines.clear();
        (self.rows, self.number) = (0, self.number + 1);
        Ok(())
    }
}
