//! The honest people: tables of four who think before each decision, and measure how long their reveals take.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures_util::future::join_all;
use serde_json::{Value, json};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep_until};

use crate::client::{Socket, honest};

/// Seats of a table.
const SEATS: usize = 4;

/// The tables; people stop playing when this is dropped.
pub struct Tables {
    rooms: Vec<String>,
    measured: Arc<Mutex<Measured>>,
    _players: JoinSet<()>,
}

/// The measurements of honest people.
#[derive(Debug, Default)]
pub struct Measured {
    /// From the last lay to the reveal, measured by the player who laid last.
    reveals: Vec<Duration>,
    /// People who were disconnected, and no longer play.
    lost: usize,
    /// Refused decisions.
    refused: usize,
}

impl Measured {
    /// The number of reveals.
    pub fn count(&self) -> usize {
        self.reveals.len()
    }

    /// Any other error.
    pub fn lost(&self) -> String {
        let Self { lost, refused, .. } = self;
        match (lost, refused) {
            (0, 0) => String::new(),
            _ => format!("; {lost} players put out, {refused} decisions refused"),
        }
    }

    /// The percentiles of reveal times; NaN without reveals.
    pub fn percentiles_ms<const N: usize>(&self, percentiles: [usize; N]) -> [f64; N] {
        let mut sorted = self.reveals.clone();
        sorted.sort_unstable();
        percentiles.map(|percentile| {
            let last = sorted.len().saturating_sub(1);
            let reveal = sorted.get((sorted.len() * percentile / 100).min(last));
            reveal.map_or(f64::NAN, |reveal| reveal.as_secs_f64() * 1_000.0)
        })
    }
}

impl Tables {
    /// Seats people at this number of tables, each from a different address.
    pub async fn set(server: SocketAddr, tables: usize, pace: Duration) -> Self {
        let measured = Arc::new(Mutex::new(Measured::default()));
        let (mut rooms, mut players) = (Vec::new(), JoinSet::new());
        for table in 0..tables {
            let (room, sockets) = seat(server, table).await;
            for (seat, socket) in sockets.into_iter().enumerate() {
                let player = Player {
                    socket,
                    room: room.clone(),
                    pace,
                    chance: (table * SEATS + seat) as u64 + 1,
                    measured: Arc::clone(&measured),
                };
                players.spawn(player.play());
            }
            rooms.push(room);
        }
        Self {
            rooms,
            measured,
            _players: players,
        }
    }

    /// One of the rooms.
    pub fn room(&self, number: usize) -> &str {
        &self.rooms[number % self.rooms.len()]
    }

    /// The measurements since the last call.
    pub fn forget(&self) -> Measured {
        std::mem::take(&mut *lock(&self.measured))
    }
}

fn lock(measured: &Mutex<Measured>) -> std::sync::MutexGuard<'_, Measured> {
    measured.lock().unwrap_or_else(PoisonError::into_inner)
}

async fn seat(server: SocketAddr, table: usize) -> (String, Vec<Socket>) {
    let greet = |seat| Socket::greet(honest(table * SEATS + seat), server);
    let (mut owner, _) = greet(0).await.expect("the server listens");
    let settings = json!({"seats": SEATS, "clock": {"kind": "none"}, "ceremony": "server"});
    let create = json!({"type": "create_room", "key": "table", "settings": settings});
    let made = owner.ask(create).await.expect("a room is made");
    let room = made["room"].as_str().expect("rooms have ids").to_owned();
    let others = (1..SEATS).map(|seat| {
        let room = room.clone();
        async move {
            let (mut socket, _) = greet(seat).await.expect("the server listens");
            for kind in ["join", "sit"] {
                let asked = socket.ask(json!({"type": kind, "room": room})).await;
                assert_eq!(asked.expect("the connection holds")["type"], "ok");
            }
            socket
        }
    });
    let mut sockets = vec![owner];
    sockets.extend(join_all(others).await);
    (room, sockets)
}

struct Player {
    socket: Socket,
    room: String,
    pace: Duration,
    chance: u64,
    measured: Arc<Mutex<Measured>>,
}

impl Player {
    async fn play(mut self) {
        // A lost connection is only counted.
        let _ = self.play_on().await;
        lock(&self.measured).lost += 1;
    }

    async fn play_on(&mut self) -> std::io::Result<()> {
        let ready = json!({"type": "ready", "room": self.room});
        self.socket.send(ready.clone()).await?;
        let (mut next_turn, mut decide) = (0, None::<(Instant, Value)>);
        let (mut laid, mut is_last) = (Instant::now(), false);
        loop {
            let at = decide.as_ref().map(|(at, _)| *at);
            let message = tokio::select! {
                message = self.socket.next() => message?,
                () = async { sleep_until(at.unwrap_or_else(Instant::now)).await }, if at.is_some() => {
                    if let Some((_, act)) = decide.take() {
                        laid = Instant::now();
                        self.socket.send(act).await?;
                    }
                    continue;
                }
            };
            match (message["type"].as_str(), message["event"]["do"].as_str()) {
                (Some("error"), _) => lock(&self.measured).refused += 1,
                (Some("event"), Some("trick")) if std::mem::take(&mut is_last) => {
                    lock(&self.measured).reveals.push(laid.elapsed());
                }
                // A player who sees no play after their own was the last to lay.
                (Some("event"), Some("play")) => is_last = message["event"]["pieces"].is_string(),
                (Some("event"), Some("next")) => {
                    next_turn = 0;
                    self.socket.send(ready.clone()).await?;
                }
                (Some("now"), _)
                    if message["you"]["decision"]["must"] == true
                        && message["you"]["turn"].as_u64() >= Some(next_turn) =>
                {
                    next_turn = message["you"]["turn"].as_u64().expect("a turn") + 1;
                    let mut act = message["you"]["decision"]["default"].clone();
                    act["type"] = "act".into();
                    act["room"] = self.room.clone().into();
                    act["turn"] = message["you"]["turn"].clone();
                    decide = Some((Instant::now() + self.think(), act));
                }
                _ => {}
            }
        }
    }

    /// From half the pace to one and a half times the pace, pseudo-random; the quality of the generator does not matter.
    fn think(&mut self) -> Duration {
        self.chance ^= self.chance << 13;
        self.chance ^= self.chance >> 7;
        self.chance ^= self.chance << 17;
        let percent = u32::try_from(50 + self.chance % 101).expect("at most 150");
        self.pace * percent / 100
    }
}
