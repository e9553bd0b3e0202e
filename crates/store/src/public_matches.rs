//! The matches of public lists, oldest first, for whoever copies them all, while servers may be using the database. Nothing is changed.
//!
//! No transaction is held: a reader of one state of a SQLite file keeps its write-ahead log from being emptied, and a copy takes long.

use giog_rules::{MatchId, Timestamp};
use sqlx::{AssertSqlSafe, Connection as _, PgConnection, SqliteConnection};
use uuid::Uuid;

use crate::address::DatabaseKind;
use crate::backup::{NumberRow, schema};
use crate::database::{Backend as _, Conn, Value, keys, rated_plays, record};
use crate::limits::MAX_PAGE_MATCHES;
use crate::postgres::{self, PgBackend};
use crate::sqlite::{self, SqliteBackend};
use crate::{BackupError, Cursor, Page, RatedPlay, StoreError, StoredRecord, migrations};

/// How many matches of a list are in memory at once: some 100 KiB.
const PAGE_MATCHES: i64 = 1_024;

/// Read with the index of the public list.
pub(crate) const PUBLIC_SQL: &str = "SELECT match_id, variant, ended_at, place FROM matches
    WHERE listed = TRUE AND place < $1 AND (place, match_id) > ($2, $3)
    ORDER BY place, match_id LIMIT $4";

/// A match of public lists, without its record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicMatch {
    /// Which match.
    pub match_id: MatchId,
    /// Its variant's id.
    pub variant: String,
    /// When it ended.
    pub ended_at: Timestamp,
    /// Its place in lists: the next page begins after it.
    pub place: Cursor,
}

row! {
    struct PublicRow {
        match_id: Uuid,
        variant: String,
        ended_at: i64,
        place: i64,
    }
}

row! {
    struct FirstRow {
        place: Option<i64>,
    }
}

/// A connection that reads the matches of public lists.
#[derive(Debug)]
pub struct PublicMatches(Connection);

#[derive(Debug)]
enum Connection {
    Sqlite(Box<SqliteConnection>),
    Postgres(Box<PgConnection>),
}

impl PublicMatches {
    /// Opens the database at `url` for reading.
    ///
    /// # Errors
    /// There is no database of this program, or it has another schema than the one of this program: a server of this version has not
    /// been started on it, or a later one has.
    pub async fn open(url: &str) -> Result<Self, BackupError> {
        let connection = match DatabaseKind::of(url)? {
            DatabaseKind::Sqlite => {
                let conn = sqlite::connect_to_read(url).await?;
                Connection::Sqlite(conn.ok_or(BackupError::NoDatabase)?.into())
            }
            DatabaseKind::Postgres => Connection::Postgres(postgres::connect(url).await?.into()),
        };
        let mut opened = Self(connection);
        let (schema, known) = (schema(&mut opened.conn()).await?, migrations::latest());
        match schema {
            0 => Err(BackupError::NoDatabase),
            _ if schema > known => Err(BackupError::Newer { schema, known }),
            _ if schema < known => Err(BackupError::Older { schema, known }),
            _ => Ok(opened),
        }
    }

    /// The time of the database's clock.
    pub async fn now(&mut self) -> Result<Timestamp, StoreError> {
        let sql = match self.0 {
            Connection::Sqlite(_) => SqliteBackend::NOW_MS_SQL,
            Connection::Postgres(_) => PgBackend::NOW_MS_SQL,
        };
        let sql = AssertSqlSafe(format!("SELECT {sql} AS number"));
        let now: Option<NumberRow> = self.conn().first(sql, &[]).await?;
        Ok(Timestamp::from_unix_ms(now.map_or(0, |now| now.number)))
    }

    /// All public keys with which the server has signed, and when each was first used, oldest first.
    pub async fn keys(&mut self) -> Result<Vec<([u8; 32], Timestamp)>, StoreError> {
        keys(&mut self.conn()).await
    }

    /// The place of the oldest match in lists; none if there are no matches.
    pub async fn oldest(&mut self) -> Result<Option<Timestamp>, StoreError> {
        let sql = "SELECT MIN(place) AS place FROM matches WHERE listed = TRUE";
        let oldest: Option<FirstRow> = self.conn().first(sql, &[]).await?;
        let place = oldest.and_then(|row| row.place);
        Ok(place.map(Timestamp::from_unix_ms))
    }

    /// The next matches whose places are from `from` on and before `to`, oldest first, after `after`; empty at the end.
    pub async fn page(
        &mut self,
        (from, to): (Timestamp, Timestamp),
        after: Option<Cursor>,
    ) -> Result<Vec<PublicMatch>, StoreError> {
        // No match has the nil UUID.
        let after = after.unwrap_or(Cursor {
            at: from,
            id: Uuid::nil(),
        });
        let values = [
            Value::Int(to.unix_ms()),
            Value::Int(after.at.unix_ms()),
            Value::Id(after.id),
            Value::Int(PAGE_MATCHES),
        ];
        let rows: Vec<PublicRow> = self.conn().all(PUBLIC_SQL, &values).await?;
        let read = |row: PublicRow| PublicMatch {
            match_id: MatchId(row.match_id),
            variant: row.variant,
            ended_at: Timestamp::from_unix_ms(row.ended_at),
            place: Cursor {
                at: Timestamp::from_unix_ms(row.place),
                id: row.match_id,
            },
        };
        Ok(rows.into_iter().map(read).collect())
    }

    /// The record of a match; none if it was deleted meanwhile. [`StoreError::Damaged`] and [`StoreError::Corrupt`] are of this record alone.
    pub async fn record(&mut self, id: MatchId) -> Result<Option<StoredRecord>, StoreError> {
        match record(&mut self.conn(), id).await {
            Err(error) if error.is_unread() => Err(StoreError::Corrupt("record")),
            read => read,
        }
    }

    /// The matches of rated tables that changed ratings and whose records a server has read, the latest first, before `cursor`. Rated tables
    /// are public.
    pub async fn rated(&mut self, cursor: Option<Cursor>) -> Result<Page<RatedPlay>, StoreError> {
        let since = Timestamp::from_unix_ms(0);
        rated_plays(&mut self.conn(), since, cursor, MAX_PAGE_MATCHES).await
    }

    /// Closes the connection.
    pub async fn close(self) {
        // Nothing was written; the database notices also a connection that is not closed properly.
        let _ = match self.0 {
            Connection::Sqlite(conn) => conn.close().await,
            Connection::Postgres(conn) => conn.close().await,
        };
    }

    fn conn(&mut self) -> Conn<'_> {
        match &mut self.0 {
            Connection::Sqlite(conn) => Conn::Sqlite(conn),
            Connection::Postgres(conn) => Conn::patient(conn),
        }
    }
}
