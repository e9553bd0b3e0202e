//! Who one is: guests, names, tokens.

use std::pin::Pin;

use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use super::{Target, on_each};
use crate::client::{Socket, connect};

type Done = Pin<Box<dyn Future<Output = ()> + Send>>;

pub fn guests(target: Target) -> Done {
    Box::pin(on_each(target, |target, _| async move {
        let mut stream = connect(target.from, target.server).await?;
        let mut buffer = [0; 4_096];
        loop {
            let request = "POST /api/v1/guests HTTP/1.1\r\nhost: giog\r\ncontent-length: 0\r\n\r\n";
            stream.write_all(request.as_bytes()).await?;
            if stream.read(&mut buffer).await? == 0 {
                return Ok(());
            }
        }
    }))
}

pub fn renames(target: Target) -> Done {
    Box::pin(on_each(target, |target, _| async move {
        let (_, welcome) = Socket::greet(target.from, target.server).await?;
        for turn in 0_u64.. {
            let mut socket = Socket::open(target.from, target.server).await?;
            let name = format!("Name {}", turn % 1_000);
            let hello =
                json!({"type": "hello", "protocol": 1, "token": welcome["token"], "name": name});
            socket.ask(hello).await?;
        }
        Ok(())
    }))
}

/// Names that look official, each with another look-alike; the bench says so if one is taken.
pub fn official_names(target: Target) -> Done {
    const NAMES: [&str; 8] = [
        "Admins",
        "xAdm1nx",
        "Giog Security",
        "System Message",
        "Quản trị viên",
        "Διαχειριστής",
        "מנהל",
        "مد\u{200c}یر",
    ];
    Box::pin(on_each(target, |target, number| async move {
        let mut socket = Socket::open(target.from, target.server).await?;
        for turn in number.. {
            let name = NAMES[turn % NAMES.len()];
            let hello = json!({"type": "hello", "protocol": 1, "name": name});
            let answer = socket.ask(hello).await?;
            if answer["type"] == "ok" {
                println!("    {name} was taken as a name");
                return Ok(());
            }
        }
        Ok(())
    }))
}

pub fn bad_tokens(target: Target) -> Done {
    Box::pin(on_each(target, |target, number| async move {
        let mut socket = Socket::open(target.from, target.server).await?;
        for turn in 0_u64.. {
            let token = format!("{number:032x}{turn:032x}");
            let hello = json!({"type": "hello", "protocol": 1, "token": token});
            socket.ask(hello).await?;
        }
        Ok(())
    }))
}
