//! `giog serve` as a service manager runs it: with sockets that it passes, with signals, and with its own names in the environment.

use std::io::{BufRead, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::os::fd::OwnedFd;
use std::path::Path;
use std::process::{Child, ChildStderr, Command, Stdio};

/// A server in a process, which is killed at the end of the test.
struct Server {
    process: Child,
    log: BufReader<ChildStderr>,
}

impl Server {
    /// Starts one that is passed this socket, and waits until it listens.
    fn start(folder: &Path, socket: &TcpListener, variables: &[(&str, &str)]) -> Self {
        let listen = socket.local_addr().expect("an address").to_string();
        let socket = socket.try_clone().expect("a second handle");
        let mut command = Command::new(env!("CARGO_BIN_EXE_giog"));
        command
            .args(["serve", "--listen", &listen])
            .current_dir(folder)
            .stdin(Stdio::from(OwnedFd::from(socket)))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            // As systemd passes it, but with another first number.
            .envs([("LISTEN_FDS", "1"), ("LISTEN_FDS_FIRST_FD", "0")])
            .envs(variables.iter().copied());
        let mut child = command.spawn().expect("it starts");
        let greeting = child.stdout.take().expect("it is piped");
        let mut lines = BufReader::new(greeting).lines();
        let is_ready = lines.any(|line| line.is_ok_and(|line| line.contains("listening on")));
        assert!(is_ready, "{:?}", child.wait_with_output());
        let log = child.stderr.take().expect("it is piped");
        Self {
            process: child,
            log: BufReader::new(log),
        }
    }

    /// Reads its log up to a line with this text; returns what was read.
    fn log_until(&mut self, text: &str) -> String {
        let mut log = String::new();
        while !log.contains(text) {
            let read = self.log.read_line(&mut log).expect("a log is text");
            assert_ne!(read, 0, "{log}");
        }
        log
    }

    fn signal(&self, name: &str) {
        let id = self.process.id().to_string();
        let sent = Command::new("kill").args(["-s", name, &id]).status();
        assert!(sent.expect("there is a program for that").success());
    }

    /// Stops it; returns its log.
    fn stop(mut self) -> String {
        self.signal("TERM");
        let mut log = String::new();
        self.log.read_to_string(&mut log).expect("a log is text");
        let status = self.process.wait().expect("it ends");
        assert!(status.success(), "{status}: {log}");
        log
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may already have ended.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Sends a request; the answer may come later.
fn asked(socket: &TcpListener, path: &str) -> TcpStream {
    let address = socket.local_addr().expect("an address");
    let mut stream = TcpStream::connect(address).expect("somebody listens");
    let request = format!("GET {path} HTTP/1.1\r\nhost: giog\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).expect("it is sent");
    stream
}

fn answer(mut stream: TcpStream) -> String {
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    answer
}

#[test]
fn whoever_comes_while_the_server_is_restarted_waits_in_the_socket_that_is_passed() {
    let folder = tempfile::tempdir().expect("a folder");
    let socket = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let first = Server::start(folder.path(), &socket, &[]);
    let here = answer(asked(&socket, "/healthz"));
    assert!(here.starts_with("HTTP/1.1 200"), "{here}");
    first.stop();
    let early = asked(&socket, "/healthz");
    let second = Server::start(folder.path(), &socket, &[]);
    let here = answer(early);
    assert!(here.starts_with("HTTP/1.1 200"), "{here}");
    second.stop();
}

#[test]
fn a_socket_for_another_address_stops_the_start() {
    let folder = tempfile::tempdir().expect("a folder");
    let socket = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let passed = socket.local_addr().expect("an address").to_string();
    let output = Command::new(env!("CARGO_BIN_EXE_giog"))
        .args(["serve", "--listen", "127.0.0.1:0"])
        .current_dir(folder.path())
        .stdin(Stdio::from(OwnedFd::from(socket)))
        .envs([("LISTEN_FDS", "1"), ("LISTEN_FDS_FIRST_FD", "0")])
        .output()
        .expect("it starts");
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.contains(&passed), "{error}");
}

#[test]
fn a_service_of_the_same_name_and_a_data_folder_of_any_name_do_not_stop_the_start() {
    let folder = tempfile::tempdir().expect("a folder");
    let socket = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let data = "50% of what?#1";
    let variables = [
        ("GIOG_DATA_DIR", data),
        ("GIOG_SERVICE_HOST", "10.96.0.7"),
        ("GIOG_PORT", "tcp://10.96.0.7:8080"),
    ];
    Server::start(folder.path(), &socket, &variables).stop();
    let made = std::fs::read_dir(folder.path()).expect("a folder");
    let made: Vec<_> = made
        .map(|entry| entry.expect("an entry").file_name())
        .collect();
    assert_eq!(made, [data]);
    assert!(folder.path().join(data).join("giog.db").exists());
}

#[test]
fn a_hangup_has_the_settings_read_again_as_a_whole_and_other_signals_do_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let socket = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let config = folder.path().join("giog.toml");
    let write = |text: &str| std::fs::write(&config, text).expect("the settings are written");
    write("[site]\nname = 'First'");
    let variables = [("GIOG_CONFIG", config.to_str().expect("a plain path"))];
    let mut server = Server::start(folder.path(), &socket, &variables);
    let site = || answer(asked(&socket, "/api/v1/server"));
    assert!(site().contains("\"name\":\"First\""));

    write("stop_ms = 9000\nlog = 'debug'\n[site]\nname = 'Second'\n[limits]\nrooms_per_person = 2");
    server.signal("HUP");
    let told = server.log_until("the settings were read again");
    let told = told.lines().last().expect("a line");
    for part in ["taken=\"log, site, limits\"", "needs_restart=\"stop_ms\""] {
        assert!(told.contains(part), "{told}");
    }
    let shown = site();
    assert!(shown.contains("\"name\":\"Second\""), "{shown}");
    assert!(shown.contains("\"rooms_per_person\":2"), "{shown}");
    // The level is the new one: requests are logged.
    server.log_until("a request was answered");

    for bad in [
        "log = 'loud'\n[site]\nname = 'Third'",
        "[site]\nname = 'Third'\n[limits]\nconnections = 0",
        "[site",
    ] {
        write(bad);
        server.signal("HUP");
        server.log_until("the former ones stay");
        let shown = site();
        assert!(shown.contains("\"name\":\"Second\""), "{bad}: {shown}");
    }
    for name in ["USR1", "USR2"] {
        server.signal(name);
        server.log_until(&format!("SIG{name} means nothing"));
    }
    server.stop();
}
