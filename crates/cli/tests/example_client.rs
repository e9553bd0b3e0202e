//! The Python client of the documentation plays against a server, and what it keeps proves the record. Needs `python3`,
//! and nothing installed beside it.

mod common;

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use common::{giog, text};
use tempfile::TempDir;

/// A server of its own, gone with the test.
struct Server {
    process: Child,
    address: String,
    _data: TempDir,
}

impl Server {
    fn start() -> Self {
        let data = tempfile::tempdir().expect("a temporary folder");
        let mut process = Command::new(env!("CARGO_BIN_EXE_giog"))
            .args(["serve", "--listen", "127.0.0.1:0", "--log", "warn"])
            .arg("--data-dir")
            .arg(data.path())
            .current_dir(data.path())
            .env_remove("DATABASE_URL")
            .env("GIOG_TIMES__BOT_DELAY_MS", "0")
            .stdout(Stdio::piped())
            .spawn()
            .expect("the binary runs");
        let mut lines = BufReader::new(process.stdout.take().expect("piped")).lines();
        let greeting = lines.next().expect("a greeting").expect("text");
        let address = greeting
            .split_once("http://")
            .and_then(|(_, rest)| rest.split(' ').next())
            .expect("the greeting says where it listens")
            .to_owned();
        // Read on, so that the server never writes to nobody.
        std::thread::spawn(move || lines.for_each(drop));
        Self {
            process,
            address,
            _data: data,
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended by itself; then the test has failed already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Runs the client; gives the receipts it has kept.
fn play(server: &Server, receipts: &Path, arguments: &[&str]) -> Vec<String> {
    let client = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/examples/client.py");
    let output = Command::new("python3")
        .args([client, "--url", &format!("ws://{}/ws", server.address)])
        .arg("--receipt-dir")
        .arg(receipts)
        .args(arguments)
        .output()
        .expect("python3 is needed to run the example of the documentation");
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    let mut kept: Vec<String> = std::fs::read_dir(receipts)
        .expect("the folder of receipts")
        .map(|entry| {
            let name = entry.expect("an entry").file_name();
            name.into_string().expect("an ASCII name")
        })
        .collect();
    kept.sort();
    kept
}

fn check(arguments: &[&str], expected_receipts: usize) {
    let server = Server::start();
    let folder = tempfile::tempdir().expect("a temporary folder");
    let kept = play(&server, folder.path(), arguments);
    assert_eq!(kept.len(), expected_receipts, "{kept:?}");
    for name in kept {
        let id = name.split('.').next().unwrap_or_default();
        let record = format!("http://{}/api/v1/matches/{id}", server.address);
        let receipt = folder.path().join(&name);
        let receipt = receipt.to_str().expect("an ASCII path");
        let output = giog(&["verify", &record, "--receipt", receipt], b"");
        assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    }
}

#[test]
fn the_example_client_plays_with_bots_and_proves_its_match() {
    check(&["--seats", "3", "--ceremony", "server"], 1);
}

#[test]
fn example_clients_play_each_other_over_broken_connections_and_prove_their_matches() {
    check(
        &[
            "--seats",
            "4",
            "--people",
            "3",
            "--break",
            "2",
            "--matches",
            "2",
        ],
        6,
    );
}
