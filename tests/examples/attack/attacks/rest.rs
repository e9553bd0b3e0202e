//! Requests over HTTP, one after another on each connection.

use std::io;
use std::pin::Pin;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::time::sleep_until;

use super::{Target, on_each};
use crate::client::connect;

type Done = Pin<Box<dyn Future<Output = ()> + Send>>;

/// How much of a stream is read at once.
const READ_BYTES: usize = 16 * 1024;

/// Compressed answers of a document.
pub fn docs(target: Target) -> Done {
    again(target, |_| get("/api/docs/swagger-ui-bundle.js", "gzip"))
}

pub fn openapi(target: Target) -> Done {
    again(target, |_| get("/api/v1/openapi.json", "gzip"))
}

pub fn rooms(target: Target) -> Done {
    again(target, |_| get("/api/v1/rooms", "gzip"))
}

pub fn matches(target: Target) -> Done {
    const FILTERS: [&str; 4] = [
        "variant=giog&status=over&limit=100",
        "status=abandoned&room=6ad2b4a2-4e5b-4cb3-a7a6-3b6b5b0f7f10",
        "player=6ad2b4a2-4e5b-4cb3-a7a6-3b6b5b0f7f10&variant=giog",
        "room=6ad2b4a2-4e5b-4cb3-a7a6-3b6b5b0f7f10&variant=zhi-hu",
    ];
    again(target, |number| {
        let filter = FILTERS[number % FILTERS.len()];
        get(&format!("/api/v1/matches?{filter}"), "identity")
    })
}

/// Statistics of nobody: the list is read, and is empty.
pub fn stats(target: Target) -> Done {
    again(target, |_| {
        let player = "6ad2b4a2-4e5b-4cb3-a7a6-3b6b5b0f7f10";
        get(&format!("/api/v1/players/{player}/stats"), "identity")
    })
}

/// All records, compressed, again and again.
pub fn exports(target: Target) -> Done {
    again(target, |_| get("/api/v1/matches.ndjson", "gzip"))
}

/// Streams of the feed, each closed after what is sent at its start.
pub fn feed(target: Target) -> Done {
    Box::pin(on_each(target, |target, _| async move {
        let mut stream = connect(target.from, target.server).await?;
        let request = get("/api/v1/feed", "identity");
        stream.write_all(request.as_bytes()).await?;
        let mut buffer = vec![0; READ_BYTES];
        // A refusal, or the first lines of a stream and what comes next; another one begins on a new connection.
        for _ in 0..2 {
            if stream.read(&mut buffer).await? == 0 {
                break;
            }
        }
        Ok(())
    }))
}

pub fn not_found(target: Target) -> Done {
    again(target, |_| get("/nothing", "identity"))
}

pub fn page(target: Target) -> Done {
    again(target, |_| get("/types/protocol.d.ts", "identity"))
}

pub fn qr(target: Target) -> Done {
    again(target, |_| {
        let body = format!("{{\"text\":\"{}\"}}", "x".repeat(500));
        let length = body.len();
        format!(
            "POST /api/v1/qr HTTP/1.1\r\nhost: giog\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}"
        )
    })
}

/// Requests long answers as long as the server accepts requests, and reads none.
pub fn never_read(target: Target) -> Done {
    Box::pin(on_each(target, |target, _| async move {
        let mut stream = connect(target.from, target.server).await?;
        let request = get("/api/docs/swagger-ui-bundle.js", "identity").repeat(20);
        let asking = async {
            loop {
                stream.write_all(request.as_bytes()).await?;
            }
        };
        tokio::select! {
            ended = asking => ended,
            () = sleep_until(target.until) => Ok(()),
        }
    }))
}

fn get(path: &str, coding: &str) -> String {
    format!("GET {path} HTTP/1.1\r\nhost: giog\r\naccept-encoding: {coding}\r\n\r\n")
}

/// Sends a request after each answer.
fn again(target: Target, request: fn(usize) -> String) -> Done {
    Box::pin(on_each(target, move |target, number| async move {
        let mut stream = connect(target.from, target.server).await?;
        let (request, mut buffer) = (request(number), Vec::new());
        loop {
            stream.write_all(request.as_bytes()).await?;
            answer(&mut stream, &mut buffer).await?;
        }
    }))
}

/// Reads one answer.
async fn answer(stream: &mut tokio::net::TcpStream, buffer: &mut Vec<u8>) -> io::Result<()> {
    buffer.clear();
    let head = loop {
        if let Some(end) = buffer.windows(4).position(|four| four == b"\r\n\r\n") {
            break end + 4;
        }
        if stream.read_buf(buffer).await? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
    };
    let text = String::from_utf8_lossy(&buffer[..head]).to_ascii_lowercase();
    let length = text
        .lines()
        .find_map(|line| line.strip_prefix("content-length:")?.trim().parse().ok());
    let Some(length): Option<usize> = length else {
        // The body is chunked, and ends with an empty chunk.
        while !buffer.ends_with(b"\r\n0\r\n\r\n") {
            if stream.read_buf(buffer).await? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
        }
        return Ok(());
    };
    while buffer.len() < head + length {
        if stream.read_buf(buffer).await? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
    }
    if text.starts_with("http/1.1 429") {
        // At most as fast as refusals arrive.
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    Ok(())
}
