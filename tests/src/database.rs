//! An empty database for one test.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::atomic::{AtomicU32, Ordering};

use giog_rules::fairness::{Hex, Signer};
use sqlx::postgres::PgConnectOptions;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection as _, Executor as _, PgConnection};
use tempfile::TempDir;
use tokio::net::lookup_host;

use crate::Proxy;

/// The file of the signing key, in the data folder.
const KEY: &str = "signing.key";

/// An empty database, with a data folder for the signing key; both are deleted at the end of the test.
#[derive(Debug)]
pub struct Database {
    folder: TempDir,
    postgres: Option<Postgres>,
}

/// An open transaction.
#[derive(Debug)]
pub struct Held(#[expect(dead_code, reason = "it is kept open, not used")] PgConnection);

#[derive(Debug)]
struct Postgres {
    admin_url: String,
    url: String,
    name: String,
}

impl Database {
    /// A SQLite file.
    pub fn sqlite() -> Self {
        Self {
            folder: tempfile::tempdir().expect("a temporary folder"),
            postgres: None,
        }
    }

    /// A new database on the server that `GIOG_TEST_POSTGRES` names.
    ///
    /// # Panics
    /// If there is no such server.
    pub async fn postgres() -> Self {
        let admin_url = std::env::var("GIOG_TEST_POSTGRES")
            .expect("GIOG_TEST_POSTGRES is not set: run the tests with `tests/run`");
        Self::postgres_at(admin_url).await
    }

    /// The same on another server.
    pub async fn postgres_at(admin_url: String) -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("giog_e2e_{}_{number}", std::process::id());
        // An earlier run that was killed may have left the database behind.
        execute(
            &admin_url,
            format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)"),
        )
        .await;
        execute(&admin_url, format!("CREATE DATABASE {name}")).await;
        Self {
            folder: tempfile::tempdir().expect("a temporary folder"),
            postgres: Some(Postgres {
                url: with_database(&admin_url, &name),
                admin_url,
                name,
            }),
        }
    }

    /// The data folder.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// The address for the setting `database_url`.
    pub fn url(&self) -> String {
        match &self.postgres {
            Some(postgres) => postgres.url.clone(),
            None => format!("sqlite:{}", self.folder().join("giog.db").display()),
        }
    }

    /// A proxy to its Postgres server, and the database's address through that proxy.
    ///
    /// # Panics
    /// If the database is a file.
    pub async fn behind_proxy(&self) -> (Proxy, String) {
        let options = PgConnectOptions::from_str(&self.url()).expect("a Postgres address");
        let server = lookup_host((options.get_host(), options.get_port())).await;
        let server = server.expect("a host").next().expect("it has an address");
        let proxy = Proxy::to(server).await;
        let (host, port) = (proxy.address().ip().to_string(), proxy.address().port());
        let url = options.host(&host).port(port).to_url_lossy();
        (proxy, url.into())
    }

    /// The data folder of a second server, as if on another machine: it has the same signing key, as operators are told to ensure.
    ///
    /// # Panics
    /// If no server was started in the first folder yet.
    pub fn second_folder(&self) -> PathBuf {
        self.another_folder(1)
    }

    /// A further data folder, with a number that no other one has.
    ///
    /// # Panics
    /// If no server was started in the first folder yet.
    pub fn another_folder(&self, number: usize) -> PathBuf {
        let folder = self.folder().join(format!("another-{number}"));
        std::fs::create_dir_all(&folder).expect("a folder in the folder");
        std::fs::copy(self.folder().join(KEY), folder.join(KEY)).expect("the key is copied");
        folder
    }

    /// Executes a statement that no server executes, as a person who repairs or damages the database would.
    ///
    /// # Panics
    /// If it fails.
    pub async fn execute(&self, sql: &str) {
        if let Some(postgres) = &self.postgres {
            return execute(&postgres.url, sql.to_owned()).await;
        }
        let options = SqliteConnectOptions::from_str(&self.url()).expect("it is an address");
        let mut conn = options.connect().await.expect("the file is there");
        let done = conn.execute(AssertSqlSafe(sql.to_owned())).await;
        done.expect("the database takes it");
        conn.close().await.expect("the connection closes");
    }

    /// Holds the locks of a statement in a Postgres database until the returned value is dropped.
    ///
    /// # Panics
    /// If it fails.
    pub async fn hold(&self, sql: &str) -> Held {
        let options = PgConnectOptions::from_str(&self.url()).expect("a Postgres address");
        let mut conn = options.connect().await.expect("Postgres answers");
        for sql in ["BEGIN", sql] {
            let done = conn.execute(AssertSqlSafe(sql.to_owned())).await;
            done.expect("the database takes it");
        }
        Held(conn)
    }

    /// The number that a query returns; `number` is its parameter `$1`.
    ///
    /// # Panics
    /// If it fails.
    pub async fn count(&self, sql: &str, number: usize) -> usize {
        let sql = AssertSqlSafe(sql.to_owned());
        let number = i64::try_from(number).expect("a small number");
        let count: i64 = if self.postgres.is_some() {
            let options = PgConnectOptions::from_str(&self.url()).expect("a Postgres address");
            let mut conn = options.connect().await.expect("Postgres answers");
            let count = sqlx::query_scalar(sql).bind(number);
            let count = count.fetch_one(&mut conn).await.expect("a count");
            conn.close().await.expect("the connection closes");
            count
        } else {
            let options = SqliteConnectOptions::from_str(&self.url()).expect("it is an address");
            let mut conn = options.connect().await.expect("the file is there");
            let count = sqlx::query_scalar(sql).bind(number);
            let count = count.fetch_one(&mut conn).await.expect("a count");
            conn.close().await.expect("the connection closes");
            count
        };
        usize::try_from(count).expect("a count")
    }

    /// Empties the database, as if nobody had ever used it; the folder stays.
    ///
    /// # Panics
    /// If it fails.
    pub async fn empty(&self) {
        if self.postgres.is_some() {
            return self
                .execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
                .await;
        }
        for suffix in ["", "-wal", "-shm"] {
            match std::fs::remove_file(self.folder().join(format!("giog.db{suffix}"))) {
                Ok(()) => {}
                Err(error) => assert_eq!(error.kind(), ErrorKind::NotFound, "{error}"),
            }
        }
    }

    /// Whether it is a file.
    pub const fn is_sqlite(&self) -> bool {
        self.postgres.is_none()
    }

    /// Where the database contains this text: its file, including the free space in it, or the table.
    ///
    /// # Panics
    /// If it cannot be read.
    pub async fn holds(&self, text: &str) -> Option<String> {
        if let Some(postgres) = &self.postgres {
            return table_with(&postgres.url, text).await;
        }
        for suffix in ["", "-wal", "-shm"] {
            let path = self.folder().join(format!("giog.db{suffix}"));
            // Without a running server, only the database file exists.
            let bytes = std::fs::read(&path).unwrap_or_default();
            if bytes
                .windows(text.len())
                .any(|part| part == text.as_bytes())
            {
                return Some(path.display().to_string());
            }
        }
        None
    }

    /// The signer of the server that used the database.
    ///
    /// # Panics
    /// If there was none.
    pub fn signer(&self) -> Signer {
        let path = self.folder().join(KEY);
        let text = std::fs::read_to_string(path).expect("the key lies in the data folder");
        let Hex(secret) = text.trim().parse().expect("the key is 64 hex digits");
        Signer::new(&secret)
    }

    /// Deletes the database. If a failing test does not get here, the database is gone with Postgres' temporary folder.
    pub async fn remove(self) {
        if let Some(Postgres {
            admin_url, name, ..
        }) = self.postgres
        {
            execute(&admin_url, format!("DROP DATABASE {name} WITH (FORCE)")).await;
        }
    }
}

/// The first table of a Postgres database with a row that contains this text.
async fn table_with(url: &str, text: &str) -> Option<String> {
    let options = PgConnectOptions::from_str(url).expect("GIOG_TEST_POSTGRES is an address");
    let mut conn = options.connect().await.expect("GIOG_TEST_POSTGRES answers");
    let sql = "SELECT tablename::TEXT FROM pg_tables WHERE schemaname = 'public'";
    let tables: Vec<String> = sqlx::query_scalar(sql)
        .fetch_all(&mut conn)
        .await
        .expect("tables");
    let mut found = None;
    for table in tables {
        let sql = format!("SELECT EXISTS (SELECT 1 FROM {table} t WHERE t::TEXT LIKE '%{text}%')");
        let holds = sqlx::query_scalar(AssertSqlSafe(sql)).fetch_one(&mut conn);
        if holds.await.expect("a table can be read") {
            found = Some(table);
            break;
        }
    }
    conn.close().await.expect("the connection closes");
    found
}

async fn execute(url: &str, sql: String) {
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
