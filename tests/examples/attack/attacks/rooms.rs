//! Attacks with rooms: many of them, many changes in one, and the rooms of others.

use std::io;
use std::pin::Pin;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::sleep;

use super::{Target, on_each};
use crate::client::Socket;

type Done = Pin<Box<dyn Future<Output = ()> + Send>>;

pub fn create(target: Target) -> Done {
    Box::pin(on_each(target, |target, _| async move {
        let (mut socket, _) = Socket::greet(target.from, target.server).await?;
        for key in ["a", "b", "c", "d"] {
            socket
                .ask(json!({"type": "create_room", "key": key}))
                .await?;
        }
        Ok(())
    }))
}

async fn own_room(target: &Target, settings: Value) -> io::Result<(Socket, Value)> {
    let (mut socket, _) = Socket::greet(target.from, target.server).await?;
    let create = json!({"type": "create_room", "key": "own", "settings": settings});
    let room = socket.ask(create).await?["room"].take();
    if room.is_null() {
        return Err(io::ErrorKind::ConnectionRefused.into());
    }
    Ok((socket, room))
}

pub fn configure(target: Target) -> Done {
    Box::pin(on_each(target, |target, _| async move {
        let (mut socket, room) = own_room(&target, json!({})).await?;
        for turn in 0_u64.. {
            let settings = json!({"seats": 2 + turn % 3, "reveal_pause_ms": turn % 10_000});
            let configure = json!({"type": "configure", "room": room, "settings": settings});
            socket.ask_blindly(configure).await?;
        }
        Ok(())
    }))
}

pub fn join_after(target: Target) -> Done {
    Box::pin(on_each(target, |target, _| async move {
        let (mut socket, _) = Socket::greet(target.from, target.server).await?;
        loop {
            let join = json!({"type": "join", "room": target.room, "after": 0});
            socket.ask_blindly(join).await?;
        }
    }))
}

pub fn come_and_go(target: Target) -> Done {
    Box::pin(on_each(target, |target, _| async move {
        let (mut socket, _) = Socket::greet(target.from, target.server).await?;
        loop {
            for kind in ["join", "leave"] {
                socket
                    .ask_blindly(json!({"type": kind, "room": target.room}))
                    .await?;
            }
        }
    }))
}

pub fn chat(target: Target) -> Done {
    Box::pin(on_each(target, |target, _| async move {
        let (mut socket, _) = Socket::greet(target.from, target.server).await?;
        let join = json!({"type": "join", "room": target.room});
        socket.ask(join).await?;
        for turn in 0_u64.. {
            let (key, text) = (turn.to_string(), "well, well ".repeat(18));
            let chat = json!({"type": "chat", "room": target.room, "key": key, "text": text});
            socket.ask_blindly(chat).await?;
        }
        Ok(())
    }))
}

/// A person fills the chat of their own room, and reports another person there. Then others do the same.
pub fn reports(target: Target) -> Done {
    Box::pin(on_each(target, |target, _| async move {
        let settings = json!({"chat": "free", "access": "unlisted"});
        let (mut one, room) = own_room(&target, settings).await?;
        let (mut other, other_is) = Socket::greet(target.from, target.server).await?;
        other.ask(json!({"type": "join", "room": room})).await?;
        for turn in 0..30 {
            let (key, text) = (turn.to_string(), "爵".repeat(200));
            let chat = json!({"type": "chat", "room": room, "key": key, "text": text});
            let said = one.ask(chat).await?;
            if let Some(wait_ms) = said["wait_ms"].as_u64() {
                sleep(Duration::from_millis(wait_ms)).await;
            }
        }
        let text = "x".repeat(200);
        let report =
            json!({"type": "report", "room": room, "player": other_is["player"], "text": text});
        one.ask_blindly(report).await
    }))
}

/// Matches of one person and three bots, without pauses.
pub fn bots(target: Target) -> Done {
    Box::pin(on_each(target, |target, _| async move {
        let settings = json!({"reveal_pause_ms": 0, "ceremony": "server", "access": "unlisted"});
        let (mut socket, room) = own_room(&target, settings).await?;
        let bots = json!({"type": "add_bot", "room": room, "all": true});
        socket.ask(bots).await?;
        let ready = json!({"type": "ready", "room": room});
        socket.send(ready.clone()).await?;
        loop {
            let message = socket.next().await?;
            if message["event"]["do"] == "next" {
                socket.send(ready.clone()).await?;
            } else if message["you"]["decision"]["must"] == true {
                let mut act = message["you"]["decision"]["default"].clone();
                act["type"] = "act".into();
                act["room"] = room.clone();
                act["turn"] = message["you"]["turn"].clone();
                socket.send(act).await?;
            }
        }
    }))
}

/// A game in which computer players search.
fn searched() -> Value {
    json!({"variant": "xiangqi", "clock": {"kind": "none"}, "access": "unlisted"})
}

/// Starts a match against a bot.
async fn begin(socket: &mut Socket, room: &Value) -> io::Result<()> {
    for kind in ["add_bot", "ready"] {
        socket.ask(json!({"type": kind, "room": room})).await?;
    }
    Ok(())
}

/// Matches that the person leaves at once, so that bots continue to play alone.
pub fn left_tables(target: Target) -> Done {
    Box::pin(on_each(target, |target, _| async move {
        let (mut socket, _) = Socket::greet(target.from, target.server).await?;
        for key in ["a", "b", "c"] {
            let create = json!({"type": "create_room", "key": key, "settings": searched()});
            let room = socket.ask(create).await?["room"].take();
            begin(&mut socket, &room).await?;
            socket.ask(json!({"type": "leave", "room": room})).await?;
        }
        Ok(())
    }))
}

pub fn hints(target: Target) -> Done {
    Box::pin(on_each(target, |target, _| async move {
        let (mut socket, room) = own_room(&target, searched()).await?;
        begin(&mut socket, &room).await?;
        loop {
            let hint = json!({"type": "hint", "room": room, "turn": 0});
            socket.ask_blindly(hint).await?;
        }
    }))
}
