//! The lobby: long lists for short requests.

use std::pin::Pin;

use serde_json::json;
use tokio::io::AsyncWriteExt;

use super::{Target, on_each};
use crate::client::{Socket, TEXT, frame};

type Done = Pin<Box<dyn Future<Output = ()> + Send>>;

pub fn list_rooms(target: Target) -> Done {
    Box::pin(on_each(target, |target, _| async move {
        let (mut socket, _) = Socket::greet(target.from, target.server).await?;
        loop {
            socket.ask_blindly(json!({"type": "list_rooms"})).await?;
        }
    }))
}

pub fn never_read(target: Target) -> Done {
    Box::pin(on_each(target, |target, _| async move {
        let (mut socket, _) = Socket::greet(target.from, target.server).await?;
        let list = frame(TEXT, br#"{"id":1,"type":"list_rooms"}"#);
        loop {
            socket.write.write_all(&list).await?;
        }
    }))
}

pub fn watch_lobby(target: Target) -> Done {
    Box::pin(on_each(target, |target, number| async move {
        let (mut socket, _) = Socket::greet(target.from, target.server).await?;
        let mut turn = number;
        loop {
            turn += 1;
            let watch = json!({"type": "watch_lobby", "seats": turn % 6, "free": turn % 2 == 0});
            socket.ask_blindly(watch).await?;
        }
    }))
}

pub fn watch_matches(target: Target) -> Done {
    Box::pin(on_each(target, |target, _| async move {
        let (mut socket, _) = Socket::greet(target.from, target.server).await?;
        loop {
            socket.ask_blindly(json!({"type": "watch_matches"})).await?;
        }
    }))
}

pub fn quick_play(target: Target) -> Done {
    Box::pin(on_each(target, |target, _| async move {
        let (mut socket, _) = Socket::greet(target.from, target.server).await?;
        for turn in 0_u64.. {
            let quick = json!({"type": "quick_play", "key": turn.to_string()});
            let led = socket.ask(quick).await?;
            socket
                .ask(json!({"type": "leave", "room": led["room"]}))
                .await?;
        }
        Ok(())
    }))
}

/// New guests without end take seats at quick-play tables, set unready, and give up their seats.
pub fn handovers(target: Target) -> Done {
    Box::pin(on_each(target, |target, _| async move {
        let (mut socket, _) = Socket::greet(target.from, target.server).await?;
        let led = socket
            .ask(json!({"type": "quick_play", "key": "a"}))
            .await?;
        for kind in ["unready", "stand", "sit", "unready", "leave"] {
            let request = json!({"type": kind, "room": led["room"]});
            socket.ask(request).await?;
        }
        Ok(())
    }))
}
