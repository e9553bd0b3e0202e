//! Checks a whole database, while servers may be using it. Nothing is changed.
//!
//! It is checked table by table, each in a statement of its own: a reader of one state of a SQLite file keeps its write-ahead log from being
//! emptied, which must not last for longer than one table takes.

use giog_rules::Timestamp;
use sqlx::{AssertSqlSafe, PgConnection, SqliteConnection};

use crate::address::DatabaseKind;
use crate::backup::schema;
use crate::database::{Conn, doubt, latest_at, page_checks};
use crate::{StoreError, migrations, postgres, sqlite};

/// The most findings of one table that are reported: the first ones show that it is damaged, and a damaged page may have thousands.
const MAX_FINDINGS: usize = 20;

/// What was found in a database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DatabaseCheck {
    /// The version of its schema.
    pub schema: i64,
    /// The newest version that this program knows.
    pub known_schema: i64,
    /// The latest stored time; none if nothing is stored, or if it cannot be read.
    pub latest_at: Option<Timestamp>,
    /// Why the date is doubted, if it is; none if that cannot be read.
    pub date_doubt: Option<String>,
    /// The number of tables that were read.
    pub tables: usize,
    /// Whether Postgres has a checksum with each page, and so finds damaged ones; none on SQLite, which has no checksums.
    pub page_checksums: Option<bool>,
    /// Descriptions of the damage, as the database reports them; empty if there is none.
    pub damage: Vec<String>,
}

/// Reads everything in a database; `None` if there is no database, or none of this program.
///
/// # Errors
/// The database cannot be reached, or its address is wrong. Damage is no error.
pub async fn check_database(url: &str) -> Result<Option<DatabaseCheck>, StoreError> {
    let found = match DatabaseKind::of(url)? {
        DatabaseKind::Sqlite => match sqlite::connect_to_read(url).await {
            Ok(Some(mut conn)) => check_sqlite(&mut conn).await,
            Ok(None) => return Ok(None),
            Err(error) => Err(error),
        },
        DatabaseKind::Postgres => {
            let mut conn = postgres::connect(url).await?;
            postgres::check_encoding(&mut conn).await?;
            check_postgres(&mut conn).await
        }
    };
    match found {
        // Not even the list of the tables can be read.
        Err(StoreError::Damaged(cause)) => Ok(Some(DatabaseCheck {
            schema: 0,
            known_schema: migrations::latest(),
            latest_at: None,
            date_doubt: None,
            tables: 0,
            page_checksums: None,
            damage: vec![cause.to_string()],
        })),
        found => found,
    }
}

async fn check_sqlite(conn: &mut SqliteConnection) -> Result<Option<DatabaseCheck>, StoreError> {
    let Some(mut check) = begin(&mut Conn::Sqlite(conn)).await? else {
        return Ok(None);
    };
    let names = "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name";
    let names: Vec<String> = sqlx::query_scalar(names)
        .fetch_all(&mut *conn)
        .await
        .map_err(StoreError::from_sqlx)?;
    for name in names {
        let sql = format!("PRAGMA integrity_check('{}')", name.replace('\'', "''"));
        let found = sqlx::query_scalar(AssertSqlSafe(sql));
        let found: sqlx::Result<Vec<String>> = found.fetch_all(&mut *conn).await;
        let lines = found.map(|lines| lines.into_iter().filter(|line| line != "ok").collect());
        check.note(&name, lines)?;
    }
    Ok(Some(check))
}

/// Postgres checks what it reads: all columns of all rows, also those that are stored beside their table.
async fn check_postgres(conn: &mut PgConnection) -> Result<Option<DatabaseCheck>, StoreError> {
    let Some(mut check) = begin(&mut Conn::patient(conn)).await? else {
        return Ok(None);
    };
    let names = "SELECT tablename::TEXT FROM pg_tables WHERE schemaname = current_schema() ORDER BY tablename";
    let names: Vec<String> = sqlx::query_scalar(names)
        .fetch_all(&mut *conn)
        .await
        .map_err(StoreError::from_sqlx)?;
    for name in names {
        let sql = format!(
            "SELECT COALESCE(SUM(octet_length(CAST(t AS TEXT))), 0)::BIGINT FROM \"{}\" t",
            name.replace('"', "\"\"")
        );
        let read: sqlx::Result<i64> = sqlx::query_scalar(AssertSqlSafe(sql))
            .fetch_one(&mut *conn)
            .await;
        check.note(&name, read.map(|_| Vec::new()))?;
    }
    let checks = page_checks(&mut Conn::patient(conn)).await?;
    check.page_checksums = Some(checks.are_made);
    check.damage.extend(checks.damage());
    Ok(Some(check))
}

/// What is known before the tables are read; none if there is no schema.
async fn begin(conn: &mut Conn<'_>) -> Result<Option<DatabaseCheck>, StoreError> {
    let schema = schema(conn).await?;
    let latest_at = as_far_as_there(schema, latest_at(conn).await)?;
    let date_doubt = as_far_as_there(schema, doubt(conn).await)?;
    Ok((schema > 0).then_some(DatabaseCheck {
        schema,
        known_schema: migrations::latest(),
        latest_at,
        date_doubt,
        tables: 0,
        page_checksums: None,
        damage: Vec::new(),
    }))
}

/// What was read, if it could be.
fn as_far_as_there<T>(
    schema: i64,
    read: Result<Option<T>, StoreError>,
) -> Result<Option<T>, StoreError> {
    match read {
        Err(StoreError::Damaged(_)) => Ok(None),
        // An older schema may lack a table; the start brings it up to date.
        Err(_) if schema < migrations::latest() => Ok(None),
        read => read,
    }
}

impl DatabaseCheck {
    /// Notes what was found in a table.
    fn note(&mut self, table: &str, found: sqlx::Result<Vec<String>>) -> Result<(), StoreError> {
        self.tables += 1;
        let lines = match found.map_err(StoreError::from_sqlx) {
            Ok(lines) => lines,
            Err(StoreError::Damaged(cause)) => vec![cause.to_string()],
            Err(error) if error.is_unread() => vec![error.to_string()],
            Err(error) => return Err(error),
        };
        let lines = lines.iter().take(MAX_FINDINGS);
        self.damage
            .extend(lines.map(|line| format!("{table}: {line}")));
        Ok(())
    }
}
