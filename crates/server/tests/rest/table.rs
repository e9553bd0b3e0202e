//! Matches for the tests.

use serde_json::{Value, json};

use crate::common::{Conn, TestServer, play_out};

/// A room with the people of a test.
pub struct Table {
    pub room: String,
    pub people: Vec<Conn>,
    pub match_id: String,
}

/// A room in which each of these people has a seat, and in which a match has just started.
pub async fn began(server: &TestServer, names: &[&str], settings: Value) -> Table {
    let mut settings = settings;
    if settings["seats"].is_null() {
        settings["seats"] = names.len().into();
    }
    settings["reveal_pause_ms"] = 0.into();
    if settings["clock"].is_null() {
        settings["clock"] = json!({ "kind": "none" });
    }
    let password = settings["password"].as_str().map(str::to_owned);
    let seats = settings["seats"].as_u64();
    let mut people: Vec<Conn> = Vec::new();
    let mut room = String::new();
    for name in names {
        let mut conn = server.person(name).await;
        if people.is_empty() {
            room = conn.create_room(settings.clone()).await;
        } else {
            conn.join(&room, password.as_deref()).await;
            conn.in_room(&room, "sit").await;
        }
        people.push(conn);
    }
    for _ in people.len() as u64..seats.unwrap_or_default() {
        people[0].in_room(&room, "add_bot").await;
    }
    for conn in &mut people {
        conn.in_room(&room, "ready").await;
    }
    let mut match_id = String::new();
    for conn in &mut people {
        let start = conn.hear_event("start").await;
        conn.hear_until(|conn| !conn.now["you"].is_null()).await;
        match_id = start["match_id"].as_str().expect("a match").to_owned();
    }
    Table {
        room,
        people,
        match_id,
    }
}

impl Table {
    /// Plays the match to its end by defaults.
    pub async fn finish(&mut self) {
        play_out(&self.room, &mut self.people, |_, decision| {
            default(decision)
        })
        .await;
    }
}

/// The default of a decision; none if the match does not wait for it.
pub fn default(decision: &Value) -> Option<Value> {
    Some(decision["default"].clone()).filter(|default| !default.is_null())
}
