//! Two Postgres servers of the test: a primary, and a standby that replaces it when it is gone.

use std::ffi::OsStr;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::str::FromStr as _;
use std::time::Duration;

use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _, Executor as _};
use tempfile::TempDir;
use tokio::process::{Child, Command};
use tokio::time::sleep;

use crate::{Proxy, free_port, patiently};

/// How often the state of a server is checked.
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// A Postgres server with a synchronous standby, behind one address; both are stopped when this is dropped.
#[derive(Debug)]
pub struct Failover {
    programs: Programs,
    folder: TempDir,
    way: Proxy,
    primary: Child,
    standby: Child,
    standby_port: u16,
}

/// The programs of Postgres, and the user who runs them.
#[derive(Debug)]
struct Programs {
    folder: PathBuf,
    /// The user and the group, if they do not run as the user of the tests.
    user: Option<(String, String)>,
}

impl Programs {
    fn command(&self, program: &str) -> Command {
        let path = self.folder.join(program);
        let mut command = match &self.user {
            Some((user, group)) => {
                let mut command = Command::new("setpriv");
                command.args(["--reuid", user, "--regid", group, "--clear-groups", "--"]);
                command.arg(path);
                command
            }
            None => Command::new(path),
        };
        command.stdin(Stdio::null()).stdout(Stdio::null());
        command.stderr(Stdio::null()).kill_on_drop(true);
        command
    }

    async fn run(&self, program: &str, folder: &Path, arguments: &[&str]) {
        let mut command = self.command(program);
        command.current_dir(folder).args(arguments);
        let status = command.status().await.expect("the program runs");
        assert!(status.success(), "{program} {arguments:?}: {status}");
    }

    /// Starts a server with the data in this folder, and waits until it accepts connections.
    async fn start(&self, folder: &Path, data: &str, port: u16) -> Child {
        let mut command = self.command("postgres");
        command.current_dir(folder).args(["-D", data, "-k"]);
        command
            .arg(OsStr::new(folder))
            .args(["-p", &port.to_string()]);
        for setting in [
            "listen_addresses=127.0.0.1",
            "fsync=off",
            "max_connections=100",
            "shared_buffers=32MB",
            "timezone=UTC",
            "hot_standby=on",
        ] {
            command.args(["-c", setting]);
        }
        let child = command.spawn().expect("the program runs");
        until(port, "SELECT TRUE").await;
        child
    }
}

fn url(port: u16) -> String {
    format!("postgres://giog@127.0.0.1:{port}/postgres")
}

fn address(port: u16) -> SocketAddr {
    (Ipv4Addr::LOCALHOST, port).into()
}

/// Waits until a query on a server returns true.
async fn until(port: u16, sql: &'static str) {
    let options = PgConnectOptions::from_str(&url(port)).expect("an address");
    let asked = async {
        loop {
            if let Ok(mut conn) = options.connect().await
                && let Ok(true) = sqlx::query_scalar(sql).fetch_one(&mut conn).await
            {
                return;
            }
            sleep(LOOK_EVERY).await;
        }
    };
    patiently(sql, asked).await;
}

async fn execute(port: u16, sql: &'static str) {
    let options = PgConnectOptions::from_str(&url(port)).expect("an address");
    let mut conn = options.connect().await.expect("it answers");
    conn.execute(sql).await.expect("it does it");
    conn.close().await.expect("the connection closes");
}

impl Failover {
    /// Starts both; `None` if the environment does not say where the programs are.
    ///
    /// # Panics
    /// If they do not start.
    pub async fn start() -> Option<Self> {
        let programs = std::env::var_os("GIOG_TEST_POSTGRES_PROGRAMS")?;
        let user = std::env::var("GIOG_TEST_POSTGRES_USER").ok();
        let user = match user.filter(|user| !user.is_empty()) {
            None => None,
            Some(user) => {
                let group = Command::new("id").args(["-g", &user]).output().await;
                let group = String::from_utf8(group.expect("id runs").stdout);
                let group = group.expect("a number").trim().to_owned();
                Some((user, group))
            }
        };
        let programs = Programs {
            folder: programs.into(),
            user,
        };
        // A short path, because the path of a Unix socket may have only about a hundred bytes.
        let folder = tempfile::Builder::new()
            .prefix("giog-failover")
            .tempdir_in("/tmp");
        let folder = folder.expect("a temporary folder");
        if let Some((user, _)) = &programs.user {
            let status = Command::new("chown").arg(user).arg(folder.path()).status();
            assert!(status.await.expect("chown runs").success());
        }
        let (primary_port, standby_port) = (free_port(), free_port());
        let at = folder.path();
        let new = [
            "-D",
            "primary",
            "-U",
            "giog",
            "--auth=trust",
            "-E",
            "UTF8",
            "--locale=C",
            "-N",
        ];
        programs.run("initdb", at, &new).await;
        let primary = programs.start(at, "primary", primary_port).await;
        let port = primary_port.to_string();
        let copy = [
            "-D",
            "standby",
            "-R",
            "-c",
            "fast",
            "-N",
            "-h",
            "127.0.0.1",
            "-p",
            &port,
            "-U",
            "giog",
        ];
        programs.run("pg_basebackup", at, &copy).await;
        let standby = programs.start(at, "standby", standby_port).await;
        execute(
            primary_port,
            "ALTER SYSTEM SET synchronous_standby_names = '*'",
        )
        .await;
        execute(primary_port, "SELECT pg_reload_conf()").await;
        let is_sync = "SELECT EXISTS (SELECT FROM pg_stat_replication WHERE sync_state = 'sync')";
        until(primary_port, is_sync).await;
        let way = Proxy::to(address(primary_port)).await;
        Some(Self {
            programs,
            folder,
            way,
            primary,
            standby,
            standby_port,
        })
    }

    /// The address at which the current primary is reached.
    pub fn url(&self) -> String {
        url(self.way.address().port())
    }

    /// Kills the primary; the standby takes its place at the same address.
    ///
    /// # Panics
    /// If it does not.
    pub async fn fail_over(&mut self) {
        self.primary.kill().await.expect("it is ours");
        self.way.cut();
        let promote = ["promote", "-D", "standby"];
        self.programs
            .run("pg_ctl", self.folder.path(), &promote)
            .await;
        until(self.standby_port, "SELECT NOT pg_is_in_recovery()").await;
        self.way.lead_to(address(self.standby_port));
        self.way.open();
    }

    /// Stops the remaining servers.
    ///
    /// # Panics
    /// If they cannot be stopped.
    pub async fn end(mut self) {
        self.standby.kill().await.expect("it is ours");
    }
}
