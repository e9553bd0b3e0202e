//! The server that is attacked: a process on its own core, with the default settings.

use std::fs;
use std::net::SocketAddr;
use std::path::Path;
use std::process::Stdio;

use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

/// Clock ticks a second in `/proc/<pid>/stat` on Linux.
const TICKS_PER_SECOND: f64 = 100.0;

/// A server; it ends when it is dropped.
pub struct Server {
    /// The address on which it listens.
    pub address: SocketAddr,
    folder: TempDir,
    child: Child,
}

/// What it has used so far.
#[derive(Clone, Copy, Debug)]
pub struct Usage {
    pub cpu_seconds: f64,
    pub resident_kib: u64,
    pub disk_bytes: u64,
}

impl Server {
    /// Starts a server on this core, with these environment variables.
    pub async fn start(binary: &Path, core: &str, settings: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let mut child = Command::new("taskset")
            .args(["-c", core])
            .arg(binary)
            .args([
                "serve",
                "--listen",
                "127.0.0.1:0",
                "--log",
                "error",
                "--data-dir",
            ])
            .arg(folder.path())
            .envs(settings.iter().copied())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .expect("the server can be started");
        let output = child.stdout.take().expect("its output is piped");
        let mut lines = BufReader::new(output).lines();
        let address = loop {
            let line = lines.next_line().await.expect("its output is text");
            let line = line.expect("a server listens before it ends");
            if let Some((_, rest)) = line.split_once("listening on http://") {
                let end = rest.find(' ').unwrap_or(rest.len());
                break rest[..end].parse().expect("an address");
            }
        };
        Self {
            address,
            folder,
            child,
        }
    }

    /// The id of its process.
    pub fn id(&self) -> u32 {
        self.child.id().expect("the server runs")
    }

    /// What it has used so far.
    pub fn usage(&self) -> Usage {
        let id = self.id();
        let read =
            |name: &str| fs::read_to_string(format!("/proc/{id}/{name}")).expect("the server runs");
        let stat = read("stat");
        let after_name = stat.rsplit(')').next().expect("a stat line");
        let ticks = |field: usize| -> f64 {
            let text = after_name.split_whitespace().nth(field);
            text.and_then(|text| text.parse().ok()).expect("a number")
        };
        let status = read("status");
        let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let resident = resident.and_then(|text| text.split_whitespace().next()?.parse().ok());
        let files = fs::read_dir(self.folder.path()).expect("the folder is there");
        let sizes = files.filter_map(|file| Some(file.ok()?.metadata().ok()?.len()));
        Usage {
            cpu_seconds: (ticks(11) + ticks(12)) / TICKS_PER_SECOND,
            resident_kib: resident.expect("a process has memory"),
            disk_bytes: sizes.sum(),
        }
    }
}
