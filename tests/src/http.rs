//! A minimal HTTP client: sends a request, and reads the answer until the connection ends.

use std::net::SocketAddr;
use std::time::Duration;

use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::sleep;

use crate::patiently;

/// An answer over HTTP.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HttpAnswer {
    /// The status.
    pub status: u16,
    /// The headers, as one text.
    pub head: String,
    /// The body.
    pub body: Vec<u8>,
}

impl HttpAnswer {
    /// The body as JSON.
    ///
    /// # Panics
    /// If it is not JSON.
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).expect("the body is JSON")
    }

    /// Whether the server was too busy.
    fn is_busy(&self) -> bool {
        let problem = || serde_json::from_slice::<Value>(&self.body).unwrap_or_default();
        self.status == 503 && BUSY.iter().any(|&code| problem()["code"] == code)
    }
}

/// Codes of a server that is too busy to answer in time.
const BUSY: [&str; 2] = ["busy", "timed_out"];

/// Gets a path without a token; repeats the request if the server is too busy.
pub async fn get(address: SocketAddr, path: &str) -> HttpAnswer {
    get_as(address, path, None).await
}

/// Gets a path with this token; repeats the request if the server is too busy.
pub async fn get_as(address: SocketAddr, path: &str, token: Option<&str>) -> HttpAnswer {
    let bearer = token.map(|token| format!("Bearer {token}"));
    let headers = bearer.as_deref().map(|bearer| ("authorization", bearer));
    get_with(address, path, headers.as_slice()).await
}

/// Gets a path with these headers; repeats the request if the server is too busy.
///
/// # Panics
/// If there is no answer.
pub async fn get_with(address: SocketAddr, path: &str, headers: &[(&str, &str)]) -> HttpAnswer {
    let asked = async {
        loop {
            let answer = ask(address, "GET", path, headers).await;
            if !answer.is_busy() {
                return answer;
            }
        }
    };
    patiently(path, asked).await
}

/// Sends a request without a body, with this token.
pub async fn request(
    address: SocketAddr,
    method: &str,
    path: &str,
    token: Option<&str>,
) -> HttpAnswer {
    let bearer = token.map(|token| format!("Bearer {token}"));
    let headers = bearer.as_deref().map(|bearer| ("authorization", bearer));
    ask(address, method, path, headers.as_slice()).await
}

/// Sends a request without a body, with these headers.
///
/// # Panics
/// If there is no answer.
pub async fn ask(
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
) -> HttpAnswer {
    let answered = patiently(path, exchange(address, method, path, headers, "")).await;
    answered.unwrap_or_else(|| panic!("{path}: there is no whole answer"))
}

/// Sends JSON with this token. `None` if the server closes the connection before the answer is complete.
pub async fn send(
    address: SocketAddr,
    method: &str,
    path: &str,
    token: Option<&str>,
    json: &Value,
) -> Option<HttpAnswer> {
    let body = json.to_string();
    let (bearer, length) = (
        token.map(|token| format!("Bearer {token}")),
        body.len().to_string(),
    );
    let mut headers = vec![
        ("content-type", "application/json"),
        ("content-length", &length),
    ];
    headers.extend(bearer.as_deref().map(|bearer| ("authorization", bearer)));
    patiently(path, exchange(address, method, path, &headers, &body)).await
}

async fn exchange(
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &str,
) -> Option<HttpAnswer> {
    let sent = headers
        .iter()
        .map(|(name, value)| format!("{name}: {value}\r\n"));
    let sent: String = sent.collect();
    // HTTP/1.0, so that the body ends with the connection.
    let request = format!("{method} {path} HTTP/1.0\r\nhost: {address}\r\n{sent}\r\n{body}");
    let mut stream = TcpStream::connect(address).await.ok()?;
    stream.write_all(request.as_bytes()).await.ok()?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.ok()?;
    let end = answer.windows(4).position(|four| four == b"\r\n\r\n")?;
    let head = String::from_utf8(answer[..end].to_vec()).expect("headers are text");
    let body = answer.split_off(end + 4);
    let length = head.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        let is_length = name.eq_ignore_ascii_case("content-length");
        is_length.then(|| value.trim().parse::<usize>().expect("a length"))
    });
    let status = head
        .split_whitespace()
        .nth(1)
        .and_then(|status| status.parse().ok())
        .unwrap_or_else(|| panic!("{path}: the answer has no status: {head}"));
    length
        .is_none_or(|length| length == body.len())
        .then_some(HttpAnswer { status, head, body })
}

/// Waits until all rooms of a server are restored, which happens while it already listens.
///
/// # Panics
/// If they are not restored in time.
pub async fn all_rooms_are_back(address: SocketAddr) {
    let coming = async {
        loop {
            let ready = get(address, "/readyz").await;
            if ready.status == 200 && ready.json()["rooms_coming"].is_null() {
                return;
            }
            sleep(Duration::from_millis(10)).await;
        }
    };
    patiently("the rooms", coming).await;
}
