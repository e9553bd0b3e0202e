//! The exit status of `giog health` tells whether a server answers.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;

use crate::common::giog;

/// A server that answers everything with this status; returns its address.
fn serve(status: &'static str) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("an address");
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let stream = stream.expect("a connection");
            answer(stream.try_clone().expect("a second handle"), stream, status);
        }
    });
    address.to_string()
}

fn answer(read: impl Read, mut write: impl Write, status: &str) {
    let mut lines = BufReader::new(read).lines();
    lines.find(|line| line.as_ref().is_ok_and(String::is_empty));
    let answer = format!("HTTP/1.1 {status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
    let written = write.write_all(answer.as_bytes());
    written.expect("the client reads");
}

fn check(listen: &str, expected: i32) {
    let output = giog(&["health", "--listen", listen], b"");
    assert_eq!(output.status.code(), Some(expected), "{output:?}");
}

#[test]
fn only_a_server_that_answers_well_is_well() {
    check(&serve("200 OK"), 0);
    check(&serve("503 Service Unavailable"), 1);
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let nobody = listener.local_addr().expect("an address").to_string();
    drop(listener);
    check(&nobody, 1);
}

#[test]
fn the_server_is_found_where_its_settings_say() {
    let folder = tempfile::tempdir().expect("a folder");
    let config = folder.path().join("giog.toml");
    let config = config.to_str().expect("a plain path");
    let check = |text: String, expected| {
        std::fs::write(config, text).expect("the settings are written");
        let output = giog(&["health", "--config", config], b"");
        assert_eq!(output.status.code(), Some(expected), "{output:?}");
    };
    check(format!("listen = \"{}\"", serve("200 OK")), 0);
    check(
        format!("listen = \"{}\"", serve("503 Service Unavailable")),
        1,
    );
    check("no settings".to_owned(), 2);
}

#[cfg(unix)]
#[test]
fn a_server_on_a_unix_socket_is_asked_there() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("giog.sock");
    let listener = std::os::unix::net::UnixListener::bind(&path).expect("it listens");
    let place = format!("unix:{}", path.display());
    std::thread::spawn(move || {
        for status in ["200 OK", "503 Service Unavailable"] {
            let (stream, _) = listener.accept().expect("a connection");
            answer(stream.try_clone().expect("a second handle"), stream, status);
        }
    });
    check(&place, 0);
    check(&place, 1);
}
