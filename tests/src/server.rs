//! A server in the test's own process.

use std::net::SocketAddr;
use std::path::Path;

use giog_rooms::Times;
use giog_rules::fairness::{PublicKey, Signer};
use giog_server::{Ready, RunError, Settings};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use crate::limits::lifted;
use crate::{Database, patiently};

/// A server with a port of its own.
#[derive(Debug)]
pub struct Server {
    /// The address on which it listens.
    pub address: SocketAddr,
    /// The address of its operator's interface, if there is one.
    pub operator: Option<SocketAddr>,
    database: Database,
    stop: oneshot::Sender<()>,
    task: JoinHandle<Result<(), RunError>>,
}

/// Settings for fast tests: bots act at once, and rate limits are high.
pub fn quick() -> Settings {
    Settings {
        listen: SocketAddr::from(([127, 0, 0, 1], 0)).into(),
        log: "warn".to_owned(),
        times: Times {
            bot_delay_ms: 0,
            ..Times::default()
        },
        limits: lifted(),
        ..Settings::default()
    }
}

impl Server {
    /// A server on SQLite.
    pub async fn start(settings: Settings) -> Self {
        Self::start_on(Database::sqlite(), settings).await
    }

    /// A server on this database.
    ///
    /// # Panics
    /// If it does not start.
    pub async fn start_on(database: Database, settings: Settings) -> Self {
        let settings = Settings {
            data_dir: database.folder().to_owned(),
            database_url: Some(database.url()),
            ..settings
        };
        let (stop, stopped) = oneshot::channel();
        let (ready, is_ready) = oneshot::channel();
        let shutdown = async {
            // If a test ends without stopping the server, dropping the sender stops it.
            let _ = stopped.await;
        };
        let tell = move |it: &Ready| ready.send(it.clone()).expect("the test waits for it");
        let task = tokio::spawn(giog_server::run(settings, shutdown, tell));
        let Ok(ready) = patiently("the start of a server", is_ready).await else {
            panic!("the server does not start: {:?}", task.await)
        };
        Self {
            address: ready.address.network().expect("it listens on a port"),
            operator: ready.operator,
            database,
            stop,
            task,
        }
    }

    /// Its data folder.
    pub fn folder(&self) -> &Path {
        self.database.folder()
    }

    /// Its database.
    pub const fn database(&self) -> &Database {
        &self.database
    }

    /// The signer of the server.
    pub fn signer(&self) -> Signer {
        self.database.signer()
    }

    /// The public key for its signatures.
    pub fn key(&self) -> PublicKey {
        self.signer().public_key()
    }

    /// Stops it, and deletes the database.
    ///
    /// # Panics
    /// If it does not stop, or returns an error.
    pub async fn stop(self) {
        self.stop_and_keep().await.remove().await;
    }

    /// Stops it, and returns its database.
    ///
    /// # Panics
    /// If it does not stop, or returns an error.
    pub async fn stop_and_keep(self) -> Database {
        // It may have ended by itself, which the task's result tells.
        let _ = self.stop.send(());
        patiently("the stop of a server", self.task)
            .await
            .expect("the server's task ends")
            .expect("the server stays until it is stopped");
        self.database
    }
}
