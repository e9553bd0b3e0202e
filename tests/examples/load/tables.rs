//! Tables of the measurements: people who send the default of each decision, and how long it takes until what they laid is turned up.

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::{Client, Form};

/// Seats of a table.
pub const SEATS: usize = 4;

/// The measurements of one player.
#[derive(Default)]
pub struct Counted {
    pub decisions: u64,
    /// From this player's lay to the reveal, if the player was the last to lay.
    pub reveals: Vec<Duration>,
    /// The ids of the matches.
    pub matches: Vec<String>,
    /// The matches in which computer players play at a lower level than was chosen.
    pub lowered: u64,
    pub frames: u64,
    pub bytes: u64,
}

/// What a player and the table do.
#[derive(Clone, Default)]
pub struct Habits {
    /// The wait before each decision.
    pub think: Duration,
    /// The level of all others; none if they are people.
    pub bots: Option<Arc<str>>,
}

/// Plays matches at one seat by sending the default of each decision.
pub async fn play(mut client: Client, room: String, matches: usize, habits: Habits) -> Counted {
    let mut counted = Counted::default();
    let mut sent = Instant::now();
    let mut is_last = false;
    let (frames, bytes) = (client.frames, client.bytes);
    for _ in 0..matches {
        let mut next_turn = 0;
        client.send(json!({"type": "ready", "room": room})).await;
        loop {
            let message = client.next().await;
            match (message["type"].as_str(), message["event"]["do"].as_str()) {
                (Some("event"), Some("trick")) if std::mem::take(&mut is_last) => {
                    counted.reveals.push(sent.elapsed());
                }
                // A player who sees no play after their own was the last to lay.
                (Some("event"), Some("play")) => {
                    is_last = message["event"]["pieces"].is_string();
                }
                (Some("event"), Some("start")) => {
                    let players = message["event"]["players"].as_array();
                    let is_lowered = |player: &Value| {
                        player["bot"].is_string()
                            && player["bot"].as_str() != habits.bots.as_deref()
                    };
                    counted.lowered +=
                        u64::from(players.is_some_and(|all| all.iter().any(is_lowered)));
                }
                (Some("event"), Some("finished")) => {
                    let id = message["event"]["match_id"].as_str();
                    counted.matches.push(id.expect("an id").to_owned());
                    break;
                }
                _ => {
                    if let Some(act) = default_act(&message, &room, &mut next_turn) {
                        tokio::time::sleep(habits.think).await;
                        sent = Instant::now();
                        client.send(act).await;
                        counted.decisions += 1;
                    }
                }
            }
        }
    }
    (counted.frames, counted.bytes) = (client.frames - frames, client.bytes - bytes);
    counted
}

/// The default of the decision in this message, if it was not yet sent for this turn.
pub fn default_act(message: &Value, room: &str, next_turn: &mut u64) -> Option<Value> {
    let you = &message["you"];
    let turn = you["turn"].as_u64()?;
    if message["type"] != "now" || you["decision"]["must"] != true || turn < *next_turn {
        return None;
    }
    *next_turn = turn + 1;
    let mut act = you["decision"]["default"].clone();
    act["type"] = "act".into();
    act["room"] = room.into();
    act["turn"] = turn.into();
    Some(act)
}

/// Seats four people at a new table with this `access`: its owner connects to `here`, the others to `there`.
pub async fn table(address: &str, key: usize, form: Form, access: &str) -> (String, Vec<Client>) {
    let (here, there) = address.split_once('/').unwrap_or((address, address));
    let mut owner = Client::connect(here, form).await;
    let settings = json!({"seats": SEATS, "access": access, "reveal_pause_ms": 0, "clock": {"kind": "none"}, "ceremony": "server"});
    let room = owner.create_room(key, &settings).await;
    let mut clients = vec![owner];
    for _ in 1..SEATS {
        let mut client = Client::connect(there, form).await;
        client.send(json!({"type": "join", "room": room})).await;
        client.send(json!({"type": "sit", "room": room})).await;
        client
            .until(|message| message["event"]["do"] == "sat")
            .await;
        clients.push(client);
    }
    (room, clients)
}

/// The time within which so many parts of these are, in milliseconds.
pub fn quantile_ms(times: &mut [Duration], of: usize, parts: usize) -> f64 {
    times.sort_unstable();
    let time = times.get(times.len() * of / parts);
    time.copied().unwrap_or_default().as_secs_f64() * 1e3
}
