//! A NATS server of the test.

use std::process::Stdio;
use std::time::Duration;

use tempfile::TempDir;
use tokio::process::{Child, Command};
use tokio::time::sleep;

use crate::{Proxy, free_port, patiently};

/// How often it is checked whether the server listens.
const LOOK_EVERY: Duration = Duration::from_millis(20);

/// A NATS server on the loopback address; stopped when this is dropped.
#[derive(Debug)]
pub struct Nats {
    child: Child,
    address: String,
    _folder: TempDir,
}

impl Nats {
    /// Starts one on a port that no other program gets while it is stopped.
    pub async fn start() -> Self {
        Self::start_on(free_port()).await
    }

    /// Starts one on this port.
    ///
    /// # Panics
    /// If there is no `nats-server`: `tests/run` installs it.
    async fn start_on(port: u16) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let mut command = Command::new("nats-server");
        command
            .args(["--addr", "127.0.0.1", "--port", &port.to_string()])
            .arg("--ports_file_dir")
            .arg(folder.path())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .kill_on_drop(true);
        let child = command
            .spawn()
            .expect("nats-server is missing: run the tests with `tests/run`");
        let address = patiently("the start of nats-server", listens(&folder)).await;
        Self {
            child,
            address,
            _folder: folder,
        }
    }

    /// Its address, as `nats://127.0.0.1:…`.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// A proxy to it, and its address through that proxy.
    ///
    /// # Panics
    /// If its address is not valid.
    pub async fn behind_proxy(&self) -> (Proxy, String) {
        let server = self.address.strip_prefix("nats://").map(str::parse);
        let server = server.expect("an address of NATS").expect("an address");
        let proxy = Proxy::to(server).await;
        let address = format!("nats://{}", proxy.address());
        (proxy, address)
    }

    /// Kills it.
    ///
    /// # Panics
    /// If it cannot be killed.
    pub async fn kill(&mut self) {
        self.child.kill().await.expect("it is ours");
    }

    /// Starts it again at the same address.
    ///
    /// # Panics
    /// If its address has no port.
    pub async fn start_again(&mut self) {
        let port = self.address.rsplit(':').next().map(str::parse);
        let port = port.expect("an address has a port").expect("a number");
        *self = Self::start_on(port).await;
    }
}

/// The address that the server writes into a file, once it is there.
async fn listens(folder: &TempDir) -> String {
    loop {
        let files = std::fs::read_dir(folder.path()).expect("the folder is there");
        for file in files {
            let text = std::fs::read_to_string(file.expect("a file").path()).unwrap_or_default();
            let ports: serde_json::Value = serde_json::from_str(&text).unwrap_or_default();
            if let Some(address) = ports["nats"][0].as_str() {
                return address.to_owned();
            }
        }
        sleep(LOOK_EVERY).await;
    }
}
