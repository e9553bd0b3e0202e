//! Attacks with connections: many of them, and requests that never end.

use std::pin::Pin;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::time::sleep;

use super::{Target, on_each};
use crate::client::{Socket, connect};

type Done = Pin<Box<dyn Future<Output = ()> + Send>>;

pub fn connects(target: Target) -> Done {
    Box::pin(on_each(target, |target, _| async move {
        drop(connect(target.from, target.server).await?);
        Ok(())
    }))
}

pub fn half_open(target: Target) -> Done {
    Box::pin(on_each(target, |target, _| async move {
        let mut socket = Socket::open(target.from, target.server).await?;
        // Until the server closes the connection.
        socket.read.read_u8().await.map(drop)
    }))
}

pub fn slow_headers(target: Target) -> Done {
    slowly(target, "GET /api/v1/rooms HTTP/1.1\r\n")
}

pub fn slow_body(target: Target) -> Done {
    slowly(
        target,
        "POST /api/v1/guests HTTP/1.1\r\nhost: giog\r\ncontent-type: application/json\r\ncontent-length: 4000\r\n\r\n",
    )
}

/// Starts a request, and continues it byte by byte.
fn slowly(target: Target, begin: &'static str) -> Done {
    Box::pin(on_each(target, move |target, _| async move {
        let mut stream = connect(target.from, target.server).await?;
        stream.write_all(begin.as_bytes()).await?;
        loop {
            stream.write_all(b"x").await?;
            sleep(Duration::from_millis(50)).await;
        }
    }))
}
