//! Frames that are expensive to read.

use std::pin::Pin;

use tokio::io::{AsyncWriteExt, copy, sink};

use super::{Target, on_each};
use crate::client::{PING, Socket, TEXT, frame};

type Done = Pin<Box<dyn Future<Output = ()> + Send>>;

pub fn big(target: Target) -> Done {
    flood(target, || {
        let text = format!(
            "{{\"id\":1,\"type\":\"ping\",\"of\":[{}0]}}",
            "1,".repeat(7_500)
        );
        frame(TEXT, text.as_bytes())
    })
}

pub fn deep(target: Target) -> Done {
    flood(target, || {
        let text = format!("{}{}", "[".repeat(100), r#"{"a":[1,2,3]},"#.repeat(1_000));
        frame(TEXT, text.as_bytes())
    })
}

/// The first fragment of a text, and then empty ones.
pub fn fragments(target: Target) -> Done {
    flood(target, || {
        let mut all = frame(0x01, b"{");
        all.extend(frame(0x00, b"").repeat(1_000));
        all
    })
}

pub fn pings(target: Target) -> Done {
    flood(target, || frame(PING, &[0; 125]).repeat(10))
}

pub fn requests(target: Target) -> Done {
    flood(target, || {
        frame(TEXT, br#"{"id":1,"type":"ping"}"#).repeat(10)
    })
}

/// Sends the same frame without end, after a `hello`, and reads the answers.
fn flood(target: Target, frames: fn() -> Vec<u8>) -> Done {
    Box::pin(on_each(target, move |target, _| async move {
        let (mut socket, _) = Socket::greet(target.from, target.server).await?;
        let (frames, mut unread) = (frames(), sink());
        let sending = async {
            socket.write.write_all(&frames).await?;
            // Only the first fragment has an opcode.
            let rest = if frames[0] == 0x01 {
                &frames[7..]
            } else {
                &frames
            };
            loop {
                socket.write.write_all(rest).await?;
            }
        };
        tokio::select! {
            ended = sending => ended,
            ended = copy(&mut socket.read, &mut unread) => ended.map(drop),
        }
    }))
}
