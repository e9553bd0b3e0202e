//! A person with a connection, who checks everything that arrives: each request gets one answer of an allowed kind, and no message comes
//! from a room that they are not in.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt as _;
use giog_tests::{Chance, Gone, PATIENCE, Player, Socket};
use serde_json::{Value, json};
use tokio::time::{Instant, sleep, timeout};

use super::character::Character;
use super::world::{Door, World};

/// The pause before the next attempt to connect.
const KNOCK_EVERY: Duration = Duration::from_millis(20);
/// How long a person reads who waits for no answer.
const NOTHING_ASKED: Duration = Duration::from_hours(24);
/// Further connections of a person, which are not read any more.
const MAX_GHOSTS: usize = 5;

/// A person.
#[derive(Debug)]
pub struct Person {
    pub name: String,
    pub character: Character,
    pub chance: Chance,
    pub world: Arc<World>,
    /// The first answer to `hello`.
    pub welcome: Option<Value>,
    pub line: Option<Line>,
    pub visit: Option<Visit>,
    /// Their last room.
    pub last: Option<Door>,
    /// The rooms of the lobby, while it is watched.
    pub lobby: Option<BTreeMap<String, Value>>,
    ghosts: Vec<Socket>,
    visits: u64,
    keys: u64,
}

/// A connection.
#[derive(Debug)]
pub struct Line {
    socket: Socket,
    pending: BTreeMap<u64, Asked>,
    /// The number of unreadable frames that are not answered yet.
    unreadable: u64,
}

/// A request without an answer.
#[derive(Debug)]
struct Asked {
    request: Value,
    /// The allowed error codes.
    may: &'static [&'static str],
    at: Instant,
    /// The number of the visit; 0 outside of rooms.
    visit: u64,
    /// Whether it is a request of the `Player`, which checks the answer itself.
    by_player: bool,
}

/// A visit of a room.
#[derive(Debug)]
pub struct Visit {
    pub room: String,
    pub password: Option<String>,
    pub player: Player,
    number: u64,
    /// The owner's seat, if known.
    pub owner: Value,
    /// The people and bots by their seats.
    pub seats: BTreeMap<u64, Value>,
    /// The people they have muted.
    pub muted: BTreeSet<String>,
    /// A request of the player that was refused for the moment.
    pub again: Option<Value>,
    /// The `unready` request. Until it is answered, or the match for which they were ready has started or was cancelled, they
    /// are not ready with entropy: otherwise a match could start without it, and the check would not know why.
    pub unreadying: Option<u64>,
    pub must_unready: bool,
    /// Whether the room has sent `left`: nothing comes from it any more.
    pub is_out: bool,
    /// Whether there was no snapshot yet.
    pub is_new: bool,
    /// Until when they are inactive, or think.
    pub busy_until: Instant,
}

/// Error codes that any request may get.
const ALWAYS: [&str; 3] = ["busy", "storage_unavailable", "shutting_down"];
/// Error codes that a request to a room may get: it was just closed, or the person was just removed.
const GONE: [&str; 2] = ["no_such_room", "not_joined"];
/// Error codes that `join` may get: the room's settings have changed, or the room sleeps, and opening it is creating one.
pub const JOIN_REFUSED: [&str; 4] = [
    "draining",
    "no_spectators",
    "too_many_of_yours",
    "wrong_password",
];

impl Person {
    pub fn new(number: usize, world: Arc<World>, seed: u64) -> Self {
        let character = Character::of(number);
        Self {
            name: format!("{character:?} {number}"),
            character,
            chance: Chance::new(seed),
            world,
            welcome: None,
            line: None,
            visit: None,
            last: None,
            lobby: None,
            ghosts: Vec::new(),
            visits: 0,
            keys: 0,
        }
    }

    /// A key that was never used.
    pub fn key(&mut self) -> String {
        self.keys += 1;
        format!("k{}", self.keys)
    }

    /// A random duration of up to this number of milliseconds.
    pub fn up_to_ms(&mut self, most: usize) -> Duration {
        Duration::from_millis(self.chance.below(most + 1) as u64)
    }

    /// Connects if needed, and sends `hello`.
    pub async fn be_connected(&mut self) {
        let since = Instant::now();
        while self.line.is_none() {
            assert!(since.elapsed() < PATIENCE, "{}: no server", self.name);
            if let Ok(socket) = Socket::open(self.world.address()).await
                && matches!(self.greet(socket).await, Ok(true))
            {
                return;
            }
            sleep(KNOCK_EVERY).await;
        }
    }

    /// Whether `hello` succeeded: not if the server is unavailable for a moment.
    async fn greet(&mut self, mut socket: Socket) -> Result<bool, Gone> {
        let hello = match &self.welcome {
            Some(welcome) => {
                json!({"type": "hello", "protocol": 1, "token": welcome["token"]})
            }
            None => json!({"type": "hello", "protocol": 1, "name": self.name}),
        };
        let id = socket.send(&hello).await?;
        let answer = socket.read().await?;
        assert_eq!(answer["re"], id, "{}: {answer}", self.name);
        if let Some(code) = answer["code"].as_str() {
            assert!(ALWAYS.contains(&code), "{}: {answer}", self.name);
            return Ok(false);
        }
        match &self.welcome {
            Some(welcome) => assert_eq!(answer["player"], welcome["player"], "{}", self.name),
            None => self.welcome = Some(answer),
        }
        self.line = Some(Line {
            socket,
            pending: BTreeMap::new(),
            unreadable: 0,
        });
        Ok(true)
    }

    /// Breaks the connection without a close frame. It may stay open unread.
    pub fn drop_line(&mut self, ghost: bool) {
        self.lobby = None;
        if let Some(line) = self.line.take()
            && ghost
            && self.ghosts.len() < MAX_GHOSTS
        {
            self.ghosts.push(line.socket);
        }
        if let Some(visit) = &mut self.visit {
            // It is not known whether the server still has their presence.
            visit.muted.clear();
            visit.must_unready |= visit.unreadying.take().is_some();
            visit.again = None;
        }
    }

    /// Whether there are unread connections that the server still considers theirs.
    pub const fn has_ghosts(&self) -> bool {
        !self.ghosts.is_empty()
    }

    /// Ends these, after checking how the server closed each of them.
    pub fn bury_ghosts(&mut self) {
        for mut ghost in self.ghosts.drain(..) {
            while let Some(Ok(frame)) = ghost.read_fresh().now_or_never() {
                if frame["type"] == "left" {
                    let reason = frame["reason"].as_str().expect("a reason");
                    self.world.count(format!("ghost put out {reason}"));
                }
            }
        }
    }

    /// Joining a room starts a visit.
    pub fn begin_visit(&mut self, room: &str, password: Option<String>) {
        let welcome = self.welcome.as_ref().expect("they were welcomed");
        let token = welcome["token"].as_str().expect("a new guest has a token");
        let seed = self.chance.below(1 << 32) as u64;
        let mut player = Player::new(welcome, token, room, self.character.habits(), seed);
        player.name = format!("{} in {room}", self.name);
        player.hurried = true;
        self.visits += 1;
        self.world.saw_room(room);
        self.visit = Some(Visit {
            room: room.to_owned(),
            password,
            player,
            number: self.visits,
            owner: Value::Null,
            seats: BTreeMap::new(),
            muted: BTreeSet::new(),
            again: None,
            unreadying: None,
            must_unready: false,
            is_out: false,
            is_new: true,
            busy_until: Instant::now(),
        });
    }

    /// They are not in the room any more.
    pub fn end_visit(&mut self) {
        if let Some(visit) = self.visit.take() {
            self.last = Some(Door {
                room: visit.room,
                password: visit.password,
            });
            for finished in visit.player.finished {
                self.world.saw_end(&self.name, finished);
            }
        }
    }

    /// Sends a request that may get these error codes, and those of a server that is unavailable for a moment.
    pub async fn ask(&mut self, request: Value, may: &'static [&'static str]) -> Result<u64, Gone> {
        self.send(request, may, false).await
    }

    /// Sends an unreadable frame.
    pub async fn ask_unreadably(&mut self, text: &str) -> Result<(), Gone> {
        let line = self.line.as_mut().expect("they are connected");
        line.unreadable += 1;
        let sent = line.socket.send_text(text).await;
        self.still_there(sent)
    }

    /// Sends a request, of the `Player` or not.
    pub async fn send(
        &mut self,
        request: Value,
        may: &'static [&'static str],
        by_player: bool,
    ) -> Result<u64, Gone> {
        let visit = self.visit.as_ref().map_or(0, |visit| visit.number);
        let line = self.line.as_mut().expect("they are connected");
        let sent = line.socket.send(&request).await;
        let id = self.still_there(sent)?;
        let asked = Asked {
            request,
            may,
            at: Instant::now(),
            visit,
            by_player,
        };
        let line = self.line.as_mut().expect("they are connected");
        line.pending.insert(id, asked);
        Ok(id)
    }

    fn still_there<T>(&mut self, done: Result<T, Gone>) -> Result<T, Gone> {
        if let Err(gone) = &done {
            let fair = [None, Some(1000), Some(1006), Some(1012)];
            assert!(fair.contains(&gone.code), "{}: {gone:?}", self.name);
            self.drop_line(false);
            self.world.count("connection lost");
        }
        done
    }

    /// Reads until a request is answered.
    pub async fn answer(&mut self, id: u64) -> Result<Value, Gone> {
        loop {
            let frame = self.receive().await?;
            if frame["re"] == id {
                return Ok(frame);
            }
        }
    }

    /// Sends a request and reads until it is answered.
    pub async fn ask_and_wait(
        &mut self,
        request: Value,
        may: &'static [&'static str],
    ) -> Result<Value, Gone> {
        let id = self.ask(request, may).await?;
        self.answer(id).await
    }

    /// Reads messages for this time.
    pub async fn read_for(&mut self, time: Duration) -> Result<(), Gone> {
        let until = Instant::now() + time;
        while self.receive_until(until).await?.is_some() {}
        Ok(())
    }

    /// The next frame, if one arrives in time.
    pub async fn receive_until(&mut self, until: Instant) -> Result<Option<Value>, Gone> {
        let left = until.saturating_duration_since(Instant::now());
        timeout(left, self.receive())
            .await
            .map_or(Ok(None), |frame| frame.map(Some))
    }

    /// The next frame, after checking it. Cancelling this is harmless.
    async fn receive(&mut self) -> Result<Value, Gone> {
        let line = self.line.as_mut().expect("they are connected");
        let oldest = line.pending.values().map(|asked| asked.at).min();
        let patience = oldest.map_or(NOTHING_ASKED, |at| PATIENCE.saturating_sub(at.elapsed()));
        let Ok(read) = timeout(patience, line.socket.read_fresh()).await else {
            panic!("{}: no answer: {:?}", self.name, line.pending);
        };
        let frame = self.still_there(read)?;
        self.world.got_frame();
        match frame["type"].as_str() {
            Some("ok" | "error") => self.answered(&frame),
            Some("lobby") => self.hear_of_lobby(&frame),
            Some("announcement") => {}
            _ => self.in_room(&frame),
        }
        Ok(frame)
    }

    fn answered(&mut self, frame: &Value) {
        let line = self.line.as_mut().expect("they are connected");
        let Some(id) = frame["re"].as_u64() else {
            assert!(line.unreadable > 0, "{}: {frame}", self.name);
            line.unreadable -= 1;
            self.world.count("unreadable refused");
            return;
        };
        let asked = line.pending.remove(&id);
        let asked = asked.unwrap_or_else(|| panic!("{}: nobody asked: {frame}", self.name));
        let kind = asked.request["type"]
            .as_str()
            .expect("a request has a type");
        let code = frame["code"].as_str().unwrap_or("ok");
        self.world.count(format!("{kind} {code}"));
        let visit = self.visit.as_mut();
        let visit = visit.filter(|visit| visit.number == asked.visit);
        if asked.by_player {
            let Some(visit) = visit else {
                return;
            };
            if ALWAYS.contains(&code) {
                visit.busy_until = Instant::now() + KNOCK_EVERY;
                visit.again = Some(asked.request);
            } else {
                visit.player.observe(frame);
            }
            return;
        }
        let gone = !asked.request["room"].is_null() && GONE.contains(&code);
        let fair = code == "ok" || gone || ALWAYS.contains(&code) || asked.may.contains(&code);
        assert!(fair, "{}: {} is answered {frame}", self.name, asked.request);
        if let Some(visit) = visit {
            if visit.unreadying == Some(id) && code != "match_running" {
                visit.unreadying = None;
            }
            if kind == "mute" && code == "ok" {
                let player = asked.request["player"].as_str().expect("a player");
                if asked.request["muted"] == false {
                    visit.muted.remove(player);
                } else {
                    visit.muted.insert(player.to_owned());
                }
            }
        }
    }

    fn in_room(&mut self, frame: &Value) {
        let visit = self.visit.as_mut();
        let Some(visit) = visit.filter(|visit| frame["room"] == visit.room.as_str()) else {
            panic!("{} is not in this room: {frame}", self.name);
        };
        visit.player.observe(frame);
        visit.look(frame, &self.world, &self.name);
    }
}
