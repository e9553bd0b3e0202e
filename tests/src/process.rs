//! A server in a process of its own, which can be killed.

use std::fs;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use tokio::io::{AsyncBufReadExt, BufReader, Lines};
use tokio::process::{Child, ChildStdout, Command};
use tokio::time::timeout;

use crate::{BadDisk, Database, patiently};

/// `giog serve`, as operators run it.
#[derive(Debug)]
pub struct ServerProcess {
    child: Child,
    lines: Lines<BufReader<ChildStdout>>,
    address: Option<SocketAddr>,
}

/// What every server of these tests is set to, before what a test sets besides.
const USUAL: &str = r#"
listen = "127.0.0.1:0"
log = "warn"
"#;

/// The operator's token of every server.
pub const OPERATOR_TOKEN: &str = "the token of every operator of these tests";

/// Sections of [`USUAL`] that a test may add to.
const TIMES: &str = "bot_delay_ms = 0";
const LIMITS: &str = "requests_per_second = 100000
requests_burst = 100000
connection_cost_per_second = 1000000000
connection_cost_burst = 1000000000
person_cost_per_second = 1000000000
person_cost_burst = 1000000000
address_cost_per_second = 1000000000
address_cost_burst = 1000000000
received_bytes_per_second = 1000000000
received_bytes_burst = 1000000000
rest_per_second = 100000
rest_burst = 100000
new_guests_per_minute = 100000
passwords_per_minute = 100000
all_new_guests_per_minute = 100000
new_rooms_per_minute = 100000
rooms_per_address = 100000
spectators_per_address = 1000
connections_per_address = 100000
least_free_disk_bytes = 0";

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

    /// Like [`Self::spawn_in`], as one of several that share the rooms over this NATS server, with this address of the database; of
    /// this build.
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

    /// Like [`Self::start`], on a disk that can be made to fail. What it logs goes into this file.
    ///
    /// # Panics
    /// If there is no program to start.
    pub async fn start_on(disk: &BadDisk, database: &Database, top: &str, log: &Path) -> Self {
        let mut command = Self::logging(database, top, log);
        let mut server = Self::spawned(command.envs(disk.environment()));
        patiently("the start of a server", server.listens()).await;
        server
    }

    /// Like [`Self::start`], as systemd starts a unit with `WatchdogSec`: signs of life go to this socket.
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

    /// Like [`Self::spawn`]; what it logs goes into this file.
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
        let text = format!(
            "{USUAL}data_dir = \"{data_dir}\"\ndatabase_url = \"{}\"\n{top}\n\
             [times]\n{TIMES}\n{times}\n[limits]\n{LIMITS}\n\
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

    /// Waits until it listens, as long as it takes.
    ///
    /// # Panics
    /// If it ends before.
    pub async fn listens(&mut self) -> SocketAddr {
        while self.address.is_none() {
            self.address = self.address_after("listening on http://").await;
        }
        self.address()
    }

    /// Where the operator's side listens.
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

    /// The address in the next line that it writes, if there is one after these words.
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

    /// Where it listens.
    ///
    /// # Panics
    /// If it does not yet.
    pub fn address(&self) -> SocketAddr {
        self.address.expect("the server listens")
    }

    /// The memory that it has in RAM, in KiB, as the system counts it.
    ///
    /// # Panics
    /// If the system does not say.
    pub fn resident_kib(&self) -> u64 {
        number_after(&self.proc_file("status"), "VmRSS:").expect("a process has memory")
    }

    /// How often one of its threads went to sleep and was woken again. What threads did that have ended is not counted.
    ///
    /// # Panics
    /// If the system does not say.
    pub fn wake_ups(&self) -> u64 {
        let threads = fs::read_dir(self.proc_file("task")).expect("the system tells it");
        // One that has just ended has no file any more.
        let each = threads.flatten().filter_map(|thread| {
            number_after(&thread.path().join("status"), "voluntary_ctxt_switches:")
        });
        each.sum()
    }

    /// How many times it called the system to read or write a file, or to write several parts at once to a socket. Receiving and sending one part
    /// are calls that Linux does not count.
    ///
    /// # Panics
    /// If the system does not say.
    pub fn reads_and_writes(&self) -> u64 {
        let calls = ["syscr:", "syscw:"].map(|name| number_after(&self.proc_file("io"), name));
        calls
            .map(|number| number.expect("the system tells it"))
            .iter()
            .sum()
    }

    /// How many files and connections it has open.
    ///
    /// # Panics
    /// If the system does not say.
    pub fn open_files(&self) -> usize {
        let files = fs::read_dir(self.proc_file("fd")).expect("the system tells it");
        files.count()
    }

    fn proc_file(&self, name: &str) -> PathBuf {
        let id = self.child.id().expect("the server runs");
        Path::new("/proc").join(id.to_string()).join(name)
    }

    /// Ends it at once, as a power cut would.
    ///
    /// # Panics
    /// If it cannot be ended.
    pub async fn kill(mut self) {
        self.child.kill().await.expect("the server can be killed");
    }

    /// Sends it a signal, as `kill` names it.
    ///
    /// # Panics
    /// If that is not possible.
    pub async fn signal(&self, name: &str) {
        let id = self.child.id().expect("the server runs").to_string();
        let sent = Command::new("kill").args(["-s", name, &id]).status().await;
        assert!(sent.expect("there is a `kill`").success(), "kill -s {name}");
    }

    /// Waits for its end.
    ///
    /// # Panics
    /// If it does not end.
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
