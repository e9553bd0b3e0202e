//! A server in a process of its own, which can be killed.

use std::fs;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use tokio::io::{AsyncBufReadExt, BufReader, Lines};
use tokio::process::{Child, ChildStdout, Command};
use tokio::time::timeout;

use crate::limits::lifted_lines;
use crate::{BadDisk, Database, patiently};

/// `giog serve`, as operators run it.
#[derive(Debug)]
pub struct ServerProcess {
    child: Child,
    lines: Lines<BufReader<ChildStdout>>,
    address: Option<SocketAddr>,
}

/// The settings of every server in these tests, to which a test may add others.
const USUAL: &str = r#"
listen = "127.0.0.1:0"
log = "warn"
"#;

/// The operator's token of every server.
pub const OPERATOR_TOKEN: &str = "the token of every operator of these tests";

/// A line of the section `[times]`, after which a test may add others.
const TIMES: &str = "bot_delay_ms = 0";

impl ServerProcess {
    /// Starts a server and waits until it listens. `top` and `times` are lines of the settings file and of its section
    /// `[times]`.
    pub async fn start(database: &Database, top: &str, times: &str) -> Self {
        let mut server = Self::spawn(database, top, times);
        patiently("the start of a server", server.listens()).await;
        server
    }

    /// Starts a server that may have to wait for another one.
    ///
    /// # Panics
    /// If there is no program to start.
    pub fn spawn(database: &Database, top: &str, times: &str) -> Self {
        Self::spawn_in(database.folder(), database, top, times)
    }

    /// Like [`Self::spawn`], with another data folder: a server on another machine.
    ///
    /// # Panics
    /// If there is no program to start.
    pub fn spawn_in(folder: &Path, database: &Database, top: &str, times: &str) -> Self {
        let mut command = Self::command(folder, database, top, times);
        Self::spawned(&mut command)
    }

    /// Like [`Self::spawn_in`], but the server shares the rooms with others over this NATS server, uses this address of the database, and
    /// is of this build.
    ///
    /// # Panics
    /// If there is no such program.
    pub fn spawn_build(
        program: &Path,
        folder: &Path,
        database: &Database,
        (database_url, nats): (&str, &str),
        (top, times): (&str, &str),
    ) -> Self {
        let mut command = Self::command_of(program, folder, database, top, times);
        Self::spawned(command.args(["--cluster", nats, "--database-url", database_url]))
    }

    /// Like [`Self::start`], on a disk that can be made to fail; its log is written to this file.
    ///
    /// # Panics
    /// If there is no program to start.
    pub async fn start_on(disk: &BadDisk, database: &Database, top: &str, log: &Path) -> Self {
        let mut command = Self::logging(database, top, log);
        let mut server = Self::spawned(command.envs(disk.environment()));
        patiently("the start of a server", server.listens()).await;
        server
    }

    /// Like [`Self::start`], as systemd starts a unit with `WatchdogSec`: watchdog notifications go to this socket.
    ///
    /// # Panics
    /// If there is no program to start.
    pub async fn start_watched(database: &Database, socket: &Path, watchdog: Duration) -> Self {
        let mut command = Self::command(database.folder(), database, "", "");
        let watched = [("NOTIFY_SOCKET", socket.as_os_str())];
        let time = watchdog.as_micros().to_string();
        let command = command.envs(watched).env("WATCHDOG_USEC", time);
        let mut server = Self::spawned(command);
        patiently("the start of a server", server.listens()).await;
        server
    }

    /// Like [`Self::spawn`]; the log is written to this file.
    ///
    /// # Panics
    /// If there is no program to start.
    pub fn spawn_logging(database: &Database, top: &str, log: &Path) -> Self {
        Self::spawned(&mut Self::logging(database, top, log))
    }

    fn logging(database: &Database, top: &str, log: &Path) -> Command {
        let log = fs::File::create(log).expect("a file for the log");
        let mut command = Self::command(database.folder(), database, top, "");
        command.stderr(log);
        command
    }

    fn command(folder: &Path, database: &Database, top: &str, times: &str) -> Command {
        Self::command_of(&program(), folder, database, top, times)
    }

    fn command_of(
        program: &Path,
        folder: &Path,
        database: &Database,
        top: &str,
        times: &str,
    ) -> Command {
        let settings = folder.join("giog.toml");
        let data_dir = folder.display();
        let lifted = lifted_lines();
        let text = format!(
            "{USUAL}data_dir = \"{data_dir}\"\ndatabase_url = \"{}\"\n{top}\n\
             [times]\n{TIMES}\n{times}\n[limits]\n{lifted}\
             [operator]\nlisten = \"127.0.0.1:0\"\ntoken = \"{OPERATOR_TOKEN}\"\n",
            database.url()
        );
        fs::write(&settings, text).expect("the settings are written");
        let mut command = Command::new(program);
        command
            .arg("serve")
            .arg("--config")
            .arg(settings)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .kill_on_drop(true);
        command
    }

    fn spawned(command: &mut Command) -> Self {
        let mut child = command.spawn().expect("the server can be started");
        let stdout = child.stdout.take().expect("its output is piped");
        Self {
            child,
            lines: BufReader::new(stdout).lines(),
            address: None,
        }
    }

    /// Waits until it listens, without a time limit.
    ///
    /// # Panics
    /// If it ends before.
    pub async fn listens(&mut self) -> SocketAddr {
        while self.address.is_none() {
            self.address = self.address_after("listening on http://").await;
        }
        self.address()
    }

    /// The address of the operator's interface.
    ///
    /// # Panics
    /// If the server does not listen there, and ends.
    pub async fn operator(&mut self) -> SocketAddr {
        loop {
            let address = patiently("the operator's side", self.address_after("status, http://"));
            if let Some(address) = address.await {
                return address;
            }
        }
    }

    /// The address after these words in the next line of output; `None` if the line has none.
    async fn address_after(&mut self, words: &str) -> Option<SocketAddr> {
        let line = self.lines.next_line().await.expect("its output is text");
        let line = line.expect("a server listens before it ends; its log says why it did not");
        let (_, rest) = line.split_once(words)?;
        let end = rest.find([' ', '/']).unwrap_or(rest.len());
        rest[..end].parse().ok()
    }

    /// Whether it starts to listen within this time.
    pub async fn listens_within(&mut self, time: Duration) -> bool {
        timeout(time, self.listens()).await.is_ok()
    }

    /// The address on which it listens.
    ///
    /// # Panics
    /// If it does not listen yet.
    pub fn address(&self) -> SocketAddr {
        self.address.expect("the server listens")
    }

    /// Its resident memory in KiB, according to the system.
    ///
    /// # Panics
    /// If the system does not tell.
    pub fn resident_kib(&self) -> u64 {
        number_after(&self.proc_file("status"), "VmRSS:").expect("a process has memory")
    }

    /// How often its threads went to sleep and were woken. Threads that have ended are not counted.
    ///
    /// # Panics
    /// If the system does not tell.
    pub fn wake_ups(&self) -> u64 {
        let threads = fs::read_dir(self.proc_file("task")).expect("the system tells it");
        // A thread that has just ended has no file any more.
        let each = threads.flatten().filter_map(|thread| {
            number_after(&thread.path().join("status"), "voluntary_ctxt_switches:")
        });
        each.sum()
    }

    /// The number of its system calls that read or write files, or write several parts to a socket at once. Linux does not count calls
    /// that receive, or send one part.
    ///
    /// # Panics
    /// If the system does not tell.
    pub fn reads_and_writes(&self) -> u64 {
        let calls = ["syscr:", "syscw:"].map(|name| number_after(&self.proc_file("io"), name));
        calls
            .map(|number| number.expect("the system tells it"))
            .iter()
            .sum()
    }

    /// The number of its open files and connections.
    ///
    /// # Panics
    /// If the system does not tell.
    pub fn open_files(&self) -> usize {
        let files = fs::read_dir(self.proc_file("fd")).expect("the system tells it");
        files.count()
    }

    fn proc_file(&self, name: &str) -> PathBuf {
        let id = self.child.id().expect("the server runs");
        Path::new("/proc").join(id.to_string()).join(name)
    }

    /// Kills it at once, as a power failure would.
    ///
    /// # Panics
    /// If it cannot be killed.
    pub async fn kill(mut self) {
        self.child.kill().await.expect("the server can be killed");
    }

    /// Sends it a signal with a name that `kill` knows.
    ///
    /// # Panics
    /// If that fails.
    pub async fn signal(&self, name: &str) {
        let id = self.child.id().expect("the server runs").to_string();
        let sent = Command::new("kill").args(["-s", name, &id]).status().await;
        assert!(sent.expect("there is a `kill`").success(), "kill -s {name}");
    }

    /// Waits until it ends.
    ///
    /// # Panics
    /// If it does not end in time.
    pub async fn ended(mut self) -> ExitStatus {
        patiently("the end of a server", self.child.wait())
            .await
            .expect("a child can be waited for")
    }

    /// Asks it to stop, and waits until it has.
    ///
    /// # Panics
    /// If it ends with an error.
    pub async fn stop(self) {
        self.signal("TERM").await;
        let status = self.ended().await;
        assert!(status.success(), "{status}");
    }
}

/// The most resident memory that a process had at any time so far, in KiB, according to the system.
///
/// # Panics
/// If the system does not tell.
pub fn peak_kib(process: u32) -> u64 {
    let folder = Path::new("/proc").join(process.to_string());
    number_after(&folder.join("status"), "VmHWM:").expect("a process has memory")
}

/// The number in the line that begins with this name.
fn number_after(file: &Path, name: &str) -> Option<u64> {
    let text = fs::read_to_string(file).ok()?;
    let rest = text.lines().find_map(|line| line.strip_prefix(name))?;
    rest.split_whitespace().next()?.parse().ok()
}

/// The program, as cargo puts it beside the tests.
///
/// # Panics
/// If it was not built.
pub fn program() -> PathBuf {
    let test = std::env::current_exe().expect("a program has a path");
    let folder = test
        .parent()
        .and_then(|deps| deps.parent())
        .expect("cargo puts tests into a folder of its own");
    let program = folder
        .join("giog")
        .with_extension(std::env::consts::EXE_EXTENSION);
    assert!(
        program.exists(),
        "{} is missing: build it with `cargo build -p giog`",
        program.display()
    );
    program
}
