//! Connections of the bench, from any loopback address, without a library: frames are written as attackers write them.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};

use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpSocket, TcpStream};

/// The kernel's receive buffer in bytes. On loopback it counts against the memory of the server's machine, which with the usual tens of
/// megabytes for each connection would have none left; a real attacker's buffers are on the attacker's machine.
const KERNEL_BUFFER_BYTES: u32 = 256 * 1024;
/// A frame with text.
pub const TEXT: u8 = 0x81;
/// The `re` of an answer is within this number of bytes.
const HEAD_BYTES: usize = 64;
/// A ping of the WebSocket protocol.
pub const PING: u8 = 0x89;

/// The address of an honest player; each is in a different network.
pub fn honest(number: usize) -> Ipv4Addr {
    spread(10, number)
}

/// The address of an attacker.
pub fn attacker(number: usize) -> Ipv4Addr {
    spread(100, number)
}

fn spread(from: u8, number: usize) -> Ipv4Addr {
    let byte = |number: usize| u8::try_from(number % 250).expect("less than 250");
    Ipv4Addr::new(127, from + byte(number / 250), byte(number), 1)
}

/// Connects from this address.
pub async fn connect(from: Ipv4Addr, to: SocketAddr) -> io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.set_recv_buffer_size(KERNEL_BUFFER_BYTES)?;
    socket.bind((from, 0).into())?;
    let stream = socket.connect(to).await?;
    stream.set_nodelay(true)?;
    Ok(stream)
}

/// A frame as a client sends it, masked with zeros.
pub fn frame(first: u8, payload: &[u8]) -> Vec<u8> {
    let mut frame = vec![first];
    match payload.len() {
        short @ ..126 => frame.push(0x80 | u8::try_from(short).expect("less than 126")),
        long => {
            frame.push(0x80 | 0x7e);
            let long = u16::try_from(long).expect("frames of attackers are short enough");
            frame.extend(long.to_be_bytes());
        }
    }
    frame.extend([0; 4]);
    frame.extend(payload);
    frame
}

/// A WebSocket.
pub struct Socket {
    pub read: OwnedReadHalf,
    pub write: OwnedWriteHalf,
    id: u64,
    buffer: Vec<u8>,
}

impl Socket {
    /// Opens one, and sends nothing.
    pub async fn open(from: Ipv4Addr, to: SocketAddr) -> io::Result<Self> {
        let mut stream = connect(from, to).await?;
        let request = "GET /ws HTTP/1.1\r\nhost: giog\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
                       sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
        stream.write_all(request.as_bytes()).await?;
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            head.push(stream.read_u8().await?);
        }
        if !head.starts_with(b"HTTP/1.1 101") {
            return Err(io::ErrorKind::ConnectionRefused.into());
        }
        let (read, write) = stream.into_split();
        Ok(Self {
            read,
            write,
            id: 0,
            buffer: Vec::new(),
        })
    }

    /// Opens one and sends `hello`; also returns the answer.
    pub async fn greet(from: Ipv4Addr, to: SocketAddr) -> io::Result<(Self, Value)> {
        let mut socket = Self::open(from, to).await?;
        let hello = serde_json::json!({"type": "hello", "protocol": 1});
        let welcome = socket.ask(hello).await?;
        Ok((socket, welcome))
    }

    /// Sends a request under the next id.
    pub async fn send(&mut self, mut request: Value) -> io::Result<u64> {
        self.id += 1;
        request["id"] = self.id.into();
        let frame = frame(TEXT, request.to_string().as_bytes());
        self.write.write_all(&frame).await?;
        Ok(self.id)
    }

    /// Sends a request and waits for its answer; other messages are dropped.
    pub async fn ask(&mut self, request: Value) -> io::Result<Value> {
        let id = self.send(request).await?;
        loop {
            let message = self.next().await?;
            if message["re"] == id {
                return Ok(message);
            }
        }
    }

    /// Sends a request and waits for its answer without parsing it: it may be long, and the attacker only wants to send the next request.
    pub async fn ask_blindly(&mut self, request: Value) -> io::Result<()> {
        let id = self.send(request).await?;
        let ends = [format!("\"re\":{id},"), format!("\"re\":{id}}}")];
        loop {
            let text = self.next_text().await?;
            let head = String::from_utf8_lossy(&text[..text.len().min(HEAD_BYTES)]);
            if ends.iter().any(|end| head.contains(end)) {
                return Ok(());
            }
        }
    }

    /// The next message; pings are answered.
    pub async fn next(&mut self) -> io::Result<Value> {
        let text = self.next_text().await?;
        serde_json::from_slice(&text).map_err(io::Error::other)
    }

    async fn next_text(&mut self) -> io::Result<Vec<u8>> {
        loop {
            if let Some((opcode, payload)) = self.take_frame() {
                match opcode & 0x0f {
                    1 => return Ok(payload),
                    8 => return Err(io::ErrorKind::ConnectionAborted.into()),
                    9 => self.write.write_all(&frame(0x8a, &payload)).await?,
                    _ => {}
                }
            } else if self.read.read_buf(&mut self.buffer).await? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
        }
    }

    fn take_frame(&mut self) -> Option<(u8, Vec<u8>)> {
        let (&[opcode, short], rest) = self.buffer.split_first_chunk()?;
        let (head, length) = match short {
            126 => (4, u64::from(u16::from_be_bytes(*rest.first_chunk()?))),
            127 => (10, u64::from_be_bytes(*rest.first_chunk()?)),
            short => (2, short.into()),
        };
        let end = head + usize::try_from(length).ok()?;
        if self.buffer.len() < end {
            return None;
        }
        let payload = self.buffer[head..end].to_vec();
        self.buffer.drain(..end);
        Some((opcode, payload))
    }
}
