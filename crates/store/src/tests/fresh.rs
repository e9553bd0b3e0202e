//! An empty database for one test.

use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use sqlx::postgres::PgConnectOptions;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection as _, Executor as _};
use tempfile::TempDir;

use crate::{OpenOptions, Store, open};

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
        execute_postgres(&admin_url, format!("CREATE DATABASE {name}")).await;
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

    /// A server's store; each call is another server's.
    pub(crate) async fn open(&self) -> Arc<dyn Store> {
        open(&self.url(), OpenOptions::default())
            .await
            .expect("a fresh database opens")
    }

    /// Runs SQL behind the store's back.
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

    /// Takes back what came after the first schema.
    pub(crate) async fn go_back_to_first_schema(&self) {
        let log = if self.is_sqlite() {
            "DROP VIEW all_log;
            ALTER TABLE room_log RENAME TO open_log;
            CREATE TABLE room_log (
                room_id BLOB NOT NULL, idx INTEGER NOT NULL, body TEXT NOT NULL, PRIMARY KEY (room_id, idx)
            ) STRICT;
            INSERT INTO room_log SELECT room_id, idx, body FROM open_log;
            INSERT INTO room_log SELECT room_id, idx, body FROM closed_log;
            DROP TABLE open_log; DROP TABLE closed_log;"
        } else {
            "ALTER TABLE rooms DROP COLUMN shard; ALTER TABLE room_log DROP COLUMN shard;"
        };
        let others = "DROP TABLE room_floors; DROP TABLE reports; DROP TABLE bans; DROP INDEX player_wins;
            ALTER TABLE player_matches DROP COLUMN won; DELETE FROM _sqlx_migrations WHERE version > 1";
        let sql = format!("{log} {others}");
        self.execute(&sql).await.expect("undone");
    }

    /// Makes the database refuse a log row's body for ever, for a reason this crate does not know beforehand.
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
