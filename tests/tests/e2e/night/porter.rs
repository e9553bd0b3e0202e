//! A person who only watches the lobby all night, and sees it empty in the morning.

use std::collections::BTreeMap;
use std::sync::Arc;

use giog_tests::{Chance, Gone, Socket, patiently};
use serde_json::{Value, json};
use tokio::time::{Duration, sleep};

use super::world::World;

/// Watches until the night is over and the lobby is empty, over a new connection whenever
/// the server is killed.
pub async fn watch_until_empty(world: Arc<World>, seed: u64) {
    let mut chance = Chance::new(seed);
    let mut most = 0;
    loop {
        match watch(&world, &mut most).await {
            Ok(()) => break,
            Err(Gone { code }) => assert_ne!(code, Some(1008), "put out"),
        }
        sleep(Duration::from_millis(10 + chance.below(20) as u64)).await;
    }
    assert!(most > 0, "there was something to watch");
}

async fn watch(world: &World, most: &mut usize) -> Result<(), Gone> {
    let opened = Socket::open(world.address()).await;
    let mut socket = opened.map_err(|_| Gone { code: None })?;
    socket
        .send(&json!({"type": "hello", "protocol": 1}))
        .await?;
    socket.send(&json!({"type": "watch_lobby"})).await?;
    let mut rooms = BTreeMap::new();
    loop {
        if world.is_over() && rooms.is_empty() {
            return Ok(());
        }
        let frame = if world.is_over() {
            patiently("an empty lobby", socket.read_fresh()).await?
        } else {
            let Ok(frame) =
                tokio::time::timeout(Duration::from_millis(100), socket.read_fresh()).await
            else {
                continue;
            };
            frame?
        };
        assert_ne!(frame["type"], "error", "{frame}");
        for summary in list(&frame["rooms"]) {
            // `hello` lists the person's own rooms: there are none.
            rooms.insert(summary["room"].to_string(), summary["phase"].clone());
        }
        for gone in list(&frame["gone"]) {
            rooms.remove(&gone.to_string());
        }
        *most = rooms.len().max(*most);
    }
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}
