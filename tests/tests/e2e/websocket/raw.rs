//! A WebSocket client that sends and receives single bytes.

use std::net::SocketAddr;

use giog_tests::patiently;
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::{CLOSE, PING, PONG, TEXT, Told};

/// The mask of frames.
const MASK: [u8; 4] = [0x37, 0xfa, 0x21, 0x3d];
/// The key of RFC 6455, and the answer to it.
pub(super) const KEY: &str = "dGhlIHNhbXBsZSBub25jZQ==";
pub(super) const ACCEPT: &str = "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=";

/// A connection after the handshake.
pub(super) struct Raw(TcpStream);

/// Sends the head of a request, and returns that of the answer.
pub(super) async fn shake_hands(address: SocketAddr, request: &str) -> (TcpStream, String) {
    let mut stream = TcpStream::connect(address).await.expect("a connection");
    stream.set_nodelay(true).expect("a socket can do that");
    let sent = stream.write_all(request.as_bytes()).await;
    sent.expect("the request is written");
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(
            patiently("the handshake", stream.read_u8())
                .await
                .expect("an answer"),
        );
    }
    (stream, String::from_utf8(head).expect("headers are text"))
}

/// The request of the handshake, with these additional headers.
pub(super) fn opening(more: &str) -> String {
    format!(
        "GET /ws HTTP/1.1\r\nhost: giog\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
         sec-websocket-version: 13\r\nsec-websocket-key: {KEY}\r\n{more}\r\n"
    )
}

impl Raw {
    pub(super) async fn connect(address: SocketAddr) -> Self {
        let (stream, head) = shake_hands(address, &opening("")).await;
        assert!(head.starts_with("HTTP/1.1 101 "), "{head}");
        Self(stream)
    }

    /// Sends bytes in pieces of this size. The server may close the connection before the last ones.
    pub(super) async fn send(&mut self, bytes: &[u8], piece: usize) {
        for bytes in bytes.chunks(piece.max(1)) {
            if self.0.write_all(bytes).await.is_err() {
                return;
            }
        }
    }

    /// The next bytes of the server; none at the end of the connection.
    pub(super) async fn told(&mut self) -> Option<Told> {
        let (first, payload) = patiently("a frame", self.frame()).await?;
        Some(match first {
            TEXT => {
                let answer: Value = serde_json::from_slice(&payload).expect("JSON");
                assert_eq!(answer["type"], "error", "nobody said hello: {answer}");
                answer["re"].as_u64().map_or(Told::NoRequest, Told::Answer)
            }
            PONG => Told::Pong(payload),
            CLOSE => Told::Closed(payload.first_chunk().map(|code| u16::from_be_bytes(*code))),
            PING => panic!("a client that speaks is not asked whether it is there"),
            _ => panic!("an unknown frame: {first:#x}"),
        })
    }

    async fn frame(&mut self) -> Option<(u8, Vec<u8>)> {
        // A reset also ends a connection.
        let first = self.0.read_u8().await.ok()?;
        let length = match self.0.read_u8().await.ok()? {
            126 => self.0.read_u16().await.ok()?.into(),
            length => {
                assert!(
                    length < 126,
                    "not masked, and nothing longer than 65,535 bytes"
                );
                usize::from(length)
            }
        };
        let mut payload = vec![0; length];
        self.0.read_exact(&mut payload).await.ok()?;
        Some((first, payload))
    }
}

/// A frame as clients must send it.
pub(super) fn frame(first: u8, payload: &[u8]) -> Vec<u8> {
    let mut frame = head(first, payload.len(), 0x80);
    frame.extend(MASK);
    let masked = payload.iter().zip(MASK.iter().cycle());
    frame.extend(masked.map(|(byte, mask)| byte ^ mask));
    frame
}

/// A frame without a mask.
pub(super) fn bare(first: u8, payload: &[u8]) -> Vec<u8> {
    [head(first, payload.len(), 0), payload.to_vec()].concat()
}

/// The bytes before the mask.
fn head(first: u8, length: usize, masked: u8) -> Vec<u8> {
    let long = u16::try_from(length).ok();
    match (u8::try_from(length), long) {
        (Ok(length @ 0..126), _) => vec![first, masked | length],
        (_, Some(length)) => [vec![first, masked | 0x7e], length.to_be_bytes().to_vec()].concat(),
        _ => [
            vec![first, masked | 0x7f],
            (length as u64).to_be_bytes().to_vec(),
        ]
        .concat(),
    }
}

/// A request that is answered.
pub(super) fn request(id: u64) -> Vec<u8> {
    request_with(id, "")
}

/// The same with a text in it that is ignored.
pub(super) fn request_with(id: u64, text: &str) -> Vec<u8> {
    format!(r#"{{"id":{id},"type":"ping","text":"{text}"}}"#).into_bytes()
}
