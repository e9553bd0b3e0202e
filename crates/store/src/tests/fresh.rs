//! An empty database for one test.

use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use giog_protocol::RoomId;
use giog_rules::Timestamp;
use sqlx::postgres::PgConnectOptions;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{
    AssertSqlSafe, ConnectOptions as _, Connection as _, Executor as _, PgConnection,
    SqliteConnection,
};
use tempfile::TempDir;

use super::samples::{at, player, record_bytes, room};
use crate::database::{Conn, Value, players_json};
use crate::{Archive, FinishedMatch, OpenOptions, migrations, open};

/// An empty database, gone when the test is over.
pub(crate) enum Fresh {
    Sqlite {
        folder: TempDir,
    },
    Postgres {
        admin_url: String,
        url: String,
        name: String,
    },
}

impl Fresh {
    pub(crate) fn sqlite() -> Self {
        Self::Sqlite {
            folder: tempfile::tempdir().expect("a temporary folder"),
        }
    }

    pub(crate) async fn postgres() -> Self {
        Self::postgres_with("").await
    }

    /// A Postgres database created with these options.
    pub(crate) async fn postgres_with(options: &str) -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let admin_url = std::env::var("GIOG_TEST_POSTGRES")
            .expect("GIOG_TEST_POSTGRES is not set: run the tests with `tests/run`");
        let name = format!(
            "giog_test_{}_{}",
            std::process::id(),
            NEXT.fetch_add(1, Ordering::Relaxed)
        );
        let url = with_database(&admin_url, &name);
        // Left behind by an earlier run that was killed.
        execute_postgres(
            &admin_url,
            format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)"),
        )
        .await;
        execute_postgres(&admin_url, format!("CREATE DATABASE {name} {options}")).await;
        Self::Postgres {
            admin_url,
            url,
            name,
        }
    }

    pub(crate) fn url(&self) -> String {
        match self {
            Self::Sqlite { folder } => {
                format!("sqlite:{}", folder.path().join("giog.sqlite").display())
            }
            Self::Postgres { url, .. } => url.clone(),
        }
    }

    pub(crate) fn is_sqlite(&self) -> bool {
        matches!(self, Self::Sqlite { .. })
    }

    /// Lets all users of the machine look into the folder.
    #[cfg(unix)]
    pub(crate) fn let_everybody_in(&self) {
        use std::os::unix::fs::PermissionsExt as _;
        let Self::Sqlite { folder } = self else {
            return;
        };
        let everybody = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(folder.path(), everybody).expect("it is the test's folder");
    }

    /// Checks the permissions of the file, and of those that SQLite has beside it while it is open.
    #[cfg(unix)]
    pub(crate) fn check_only_the_owner_may_read(&self) {
        use std::os::unix::fs::PermissionsExt as _;
        let url = self.url();
        let path = url.strip_prefix("sqlite:").expect("a file");
        for end in ["", "-wal", "-shm", ".lock"] {
            let path = format!("{path}{end}");
            let file = std::fs::metadata(&path).expect("it is there");
            assert_eq!(file.permissions().mode() & 0o777, 0o600, "{path}");
        }
    }

    /// The store of a server; each call stands for another server.
    pub(crate) async fn open(&self) -> Arc<Archive> {
        open(&self.url(), OpenOptions::default())
            .await
            .expect("a fresh database opens")
    }

    /// Runs SQL without the store.
    pub(crate) async fn execute(&self, sql: &str) -> Result<(), sqlx::Error> {
        match self {
            Self::Sqlite { .. } => {
                let mut conn = SqliteConnectOptions::from_str(&self.url())?
                    .connect()
                    .await?;
                conn.execute(AssertSqlSafe(sql)).await?;
                conn.close().await
            }
            Self::Postgres { url, .. } => {
                let mut conn = PgConnectOptions::from_str(url)?.connect().await?;
                conn.execute(AssertSqlSafe(sql)).await?;
                conn.close().await
            }
        }
    }

    /// A separate connection to a Postgres database.
    pub(crate) async fn connect(&self) -> Raw {
        let options = PgConnectOptions::from_str(&self.url()).expect("an address");
        Raw::Postgres(options.connect().await.expect("a connection"))
    }

    /// The bytes of the files of a SQLite database.
    pub(crate) fn files(&self) -> Vec<Vec<u8>> {
        let Self::Sqlite { folder } = self else {
            return Vec::new();
        };
        let files = std::fs::read_dir(folder.path()).expect("a folder");
        let files = files.map(|file| file.expect("a file").path());
        files
            .map(|path| std::fs::read(path).expect("bytes"))
            .collect()
    }

    /// The length of the write-ahead log of a SQLite database.
    pub(crate) fn log_bytes(&self) -> u64 {
        let url = self.url();
        let path = url.strip_prefix("sqlite:").expect("a file");
        let log = std::fs::metadata(format!("{path}-wal"));
        log.expect("it is there").len()
    }

    /// A reader of a SQLite database in its present state, until the connection is dropped.
    pub(crate) async fn read_for_long(&self) -> SqliteConnection {
        let options = SqliteConnectOptions::from_str(&self.url()).expect("an address");
        let mut conn = options.connect().await.expect("a connection");
        for sql in ["BEGIN", "SELECT name FROM guests"] {
            conn.execute(sql).await.expect("read");
        }
        conn
    }

    /// Migrates the empty database to this schema, and returns a connection to it.
    pub(crate) async fn at_schema(&self, schema: i64) -> Raw {
        match self {
            Self::Sqlite { .. } => {
                let options = SqliteConnectOptions::from_str(&self.url()).expect("an address");
                let conn = options.create_if_missing(true).connect().await;
                let mut conn = conn.expect("a connection");
                let migrator = migrations::sqlite();
                let migrated = migrator.run_direct(Some(schema), &mut conn, false).await;
                migrated.expect("migrated");
                Raw::Sqlite(conn)
            }
            Self::Postgres { url, .. } => {
                let options = PgConnectOptions::from_str(url).expect("an address");
                let mut conn = options.connect().await.expect("a connection");
                let migrator = migrations::postgres();
                let migrated = migrator.run_direct(Some(schema), &mut conn, false).await;
                migrated.expect("migrated");
                Raw::Postgres(conn)
            }
        }
    }

    /// Creates the database of the first version of the server: an open room 1, a closed room 2, and these matches.
    pub(crate) async fn first_schema(&self, games: &[FinishedMatch]) {
        let mut raw = self.at_schema(1).await;
        let key = [Value::Bytes(&[7; 32]), Value::Int(0)];
        let sql = "INSERT INTO server_keys (public_key, first_used_at) VALUES ($1, $2)";
        raw.conn().execute(sql, &key).await.expect("stored");
        let guest = [
            Value::Id(player(9).0),
            Value::Bytes(&[9; 32]),
            Value::Int(0),
        ];
        let sql = "INSERT INTO guests (player_id, name, token_hash, created_at, seen_at)
                   VALUES ($1, 'Lin', $2, $3, $3)";
        raw.conn().execute(sql, &guest).await.expect("stored");
        raw.open_room_of_first_schema(room(1), 1, None).await;
        raw.open_room_of_first_schema(room(2), 2, Some(at(1))).await;
        for game in games {
            raw.store_of_first_schema(game).await;
        }
    }

    /// Makes the database refuse the body of a log row permanently, for a reason that this crate does not know.
    pub(crate) async fn refuse_bodies(&self, body: &str) {
        let sql = match self {
            Self::Sqlite { .. } => format!(
                "CREATE TRIGGER refuse BEFORE INSERT ON room_log WHEN NEW.body = '{body}'
                 BEGIN SELECT RAISE(ABORT, 'refused'); END"
            ),
            Self::Postgres { .. } => format!("ALTER TABLE room_log ADD CHECK (body <> '{body}')"),
        };
        self.execute(&sql).await.expect("the rule is made");
    }

    /// Cuts every connection to the database, as a restart of Postgres would.
    pub(crate) async fn cut_connections(&self) {
        let Self::Postgres {
            admin_url, name, ..
        } = self
        else {
            return;
        };
        let sql = format!(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"
        );
        execute_postgres(admin_url, sql).await;
    }

    pub(crate) async fn remove(self) {
        if let Self::Postgres {
            admin_url, name, ..
        } = self
        {
            execute_postgres(&admin_url, format!("DROP DATABASE {name} WITH (FORCE)")).await;
        }
    }
}

/// A separate connection.
pub(crate) enum Raw {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
}

impl Raw {
    pub(crate) fn conn(&mut self) -> Conn<'_> {
        match self {
            Self::Sqlite(conn) => Conn::Sqlite(conn),
            Self::Postgres(conn) => Conn::patient(conn),
        }
    }

    async fn open_room_of_first_schema(
        &mut self,
        room: RoomId,
        number: u32,
        closed_at: Option<Timestamp>,
    ) {
        let sql = "INSERT INTO rooms (room_id, opened_at, closed_at) VALUES ($1, $2, $3)";
        let id = Value::Id(room.0);
        let closed_at = Value::MaybeInt(closed_at.map(Timestamp::unix_ms));
        let values = [id, Value::Int(at(0).unix_ms()), closed_at];
        self.conn().execute(sql, &values).await.expect("stored");
        let sql = "INSERT INTO room_log (room_id, idx, body) VALUES ($1, $2, $3)";
        for index in 0..2 {
            let body = format!("row {index} of room {number}");
            let values = [id, Value::Int(index), Value::Text(&body)];
            self.conn().execute(sql, &values).await.expect("stored");
        }
    }

    async fn store_of_first_schema(&mut self, game: &FinishedMatch) {
        let id = Value::Id(game.match_id.0);
        let ended_at = Value::Int(game.ended_at.unix_ms());
        let listed = Value::Bool(game.listed);
        let players = players_json(&game.players).expect("players");
        let sql = "INSERT INTO matches
                       (match_id, room_id, variant, seats, status, listed, started_at, ended_at, players)
                   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
        let values = [
            id,
            Value::Id(game.room.0),
            Value::Text(&game.variant),
            Value::Int(game.seats.into()),
            Value::Text(game.status.as_str()),
            listed,
            Value::Int(game.started_at.unix_ms()),
            ended_at,
            Value::Text(&players),
        ];
        self.conn().execute(sql, &values).await.expect("stored");
        let sql = "INSERT INTO match_records (match_id, record) VALUES ($1, $2)";
        let record = record_bytes(game.record.clone());
        let values = [id, Value::Bytes(&record)];
        self.conn().execute(sql, &values).await.expect("stored");
        let sql = "INSERT INTO player_matches (player_id, ended_at, match_id, listed)
                   VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING";
        for player in game.players.iter().filter_map(|seat| seat.player) {
            let values = [Value::Id(player.0), ended_at, id, listed];
            self.conn().execute(sql, &values).await.expect("stored");
        }
    }
}

async fn execute_postgres(url: &str, sql: String) {
    let options = PgConnectOptions::from_str(url).expect("GIOG_TEST_POSTGRES is an address");
    let mut conn = options.connect().await.expect("GIOG_TEST_POSTGRES answers");
    conn.execute(AssertSqlSafe(sql))
        .await
        .expect("GIOG_TEST_POSTGRES may create databases");
    conn.close().await.expect("the connection closes");
}

/// The address of another database on the same server.
fn with_database(url: &str, name: &str) -> String {
    let (address, parameters) = url.split_once('?').unwrap_or((url, ""));
    let after_scheme = address.find("://").expect("an address has a scheme") + 3;
    let end = address[after_scheme..]
        .find('/')
        .map_or(address.len(), |slash| after_scheme + slash);
    format!("{}/{name}?{parameters}", &address[..end])
}
