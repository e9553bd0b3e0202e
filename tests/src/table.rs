//! People at a table, each with a connection of their own.

use std::net::SocketAddr;

use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::{Gone, Habits, Player, Socket};

/// A player with a connection.
#[derive(Debug)]
pub struct Seated {
    /// The player.
    pub player: Player,
    /// The connection.
    pub socket: Socket,
}

/// A room with people in it.
#[derive(Debug)]
pub struct Table {
    /// The room.
    pub room: String,
    /// People with a seat; the first one owns the room.
    pub people: Vec<Seated>,
    /// Spectators.
    pub watching: Vec<Seated>,
}

impl Seated {
    /// A new guest, who is not in a room yet.
    ///
    /// # Panics
    /// If the server does not accept them.
    pub async fn arrive(
        address: SocketAddr,
        name: &str,
        room: &str,
        habits: Habits,
        seed: u64,
    ) -> Self {
        // So that both forms of frames are used at every table.
        let hello = json!({"name": name, "batch": seed.is_multiple_of(2)});
        let (socket, welcome) = Socket::greet_with(address, hello).await;
        let token = welcome["token"].as_str().expect("a new guest has a token");
        Self {
            player: Player::new(&welcome, token, room, habits, seed),
            socket,
        }
    }

    /// Sends what the player wants to send, and reads one frame.
    pub async fn step(&mut self) -> Result<(), Gone> {
        if let Some(request) = self.player.wants() {
            let id = self.socket.send(&request).await;
            self.player.sent(id.clone().unwrap_or(0), request);
            id?;
        }
        let frame = self.socket.read().await?;
        self.player.observe(&frame);
        Ok(())
    }

    /// Plays until a condition is true.
    ///
    /// # Panics
    /// If the connection ends before.
    pub async fn play_until(&mut self, done: impl Fn(&Player) -> bool) {
        while !done(&self.player) {
            if let Err(gone) = self.step().await {
                panic!("{} lost the connection: {gone:?}", self.player.name);
            }
        }
    }

    /// Only reads, until a condition is true.
    ///
    /// # Panics
    /// If the connection ends before.
    pub async fn look_on(&mut self, done: impl Fn(&Player) -> bool) {
        while !done(&self.player) {
            let frame = self.socket.read().await.expect("the connection holds");
            self.player.observe(&frame);
        }
    }

    /// Joins the room, with a seat if wanted. The messages about it are read later.
    pub async fn enter(&mut self, sit: bool) {
        let join = self.player.join();
        self.socket.ask_ok(join.clone()).await;
        if sit {
            self.socket
                .ask_ok(json!({"type": "sit", "room": join["room"]}))
                .await;
        }
    }
}

impl Table {
    /// Creates a room with these settings, with a number of people, and bots on all other seats. `entropy` tells for each person whether
    /// they add entropy.
    pub async fn set(
        address: SocketAddr,
        settings: &Value,
        entropy: &[bool],
        watching: usize,
        seed: u64,
    ) -> Self {
        let seats = settings["seats"].as_u64().expect("the number of seats");
        let (mut socket, welcome) = Socket::greet(address, "Lin").await;
        let made = socket
            .ask_ok(json!({"type": "create_room", "key": "table", "settings": settings}))
            .await;
        let room = made["room"].as_str().expect("a room has an id").to_owned();
        for _ in entropy.len() as u64..seats {
            socket
                .ask_ok(json!({"type": "add_bot", "room": room}))
                .await;
        }
        let token = welcome["token"].as_str().expect("a new guest has a token");
        let habits = |entropy| Habits {
            entropy,
            take_backs: settings["take_backs"] != false,
        };
        let owner = Player::new(&welcome, token, &room, habits(entropy[0]), seed);
        let mut table = Self {
            people: vec![Seated {
                player: owner,
                socket,
            }],
            watching: Vec::new(),
            room: room.clone(),
        };
        for (number, &entropy) in entropy.iter().enumerate().skip(1) {
            let (name, seed) = (
                ["", "Mei", "Bo", "Yan", "Ana"][number],
                seed + number as u64,
            );
            let mut seated = Seated::arrive(address, name, &room, habits(entropy), seed).await;
            seated.enter(true).await;
            table.people.push(seated);
        }
        for number in 0..watching {
            let name = format!("Spectator {number}");
            let mut seated = Seated::arrive(address, &name, &room, habits(false), seed).await;
            seated.enter(false).await;
            table.watching.push(seated);
        }
        table
    }

    /// Everybody in the room.
    pub fn everybody(&mut self) -> impl Iterator<Item = &mut Seated> {
        self.people.iter_mut().chain(&mut self.watching)
    }

    /// Plays until a condition is true for everybody.
    pub async fn play_until(&mut self, done: impl Fn(&Player) -> bool + Copy) {
        join_all(self.everybody().map(|seated| seated.play_until(done))).await;
    }

    /// Plays until everybody is in the middle of a match: everyone who had to decide has done so once.
    pub async fn play_a_little(&mut self) {
        self.play_until(|player| {
            let asked = player.decision().is_some() || player.unanswered().is_some();
            player.turns() > 0 || (player.is_playing() && player.now().is_some() && !asked)
        })
        .await;
    }

    /// Plays one more match to its end, seen by everybody.
    ///
    /// # Panics
    /// If somebody saw another match than the others.
    pub async fn play_match(&mut self) -> String {
        let before = self.people[0].player.finished.len();
        self.play_until(|player| player.finished.len() > before && player.unanswered().is_none())
            .await;
        let mut finished = self
            .everybody()
            .map(|seated| &seated.player.finished[before]);
        let first = finished.next().expect("somebody plays");
        for other in finished {
            assert_eq!(first.match_id, other.match_id);
            assert_eq!(first.outcome, other.outcome);
        }
        first.match_id.clone()
    }
}
