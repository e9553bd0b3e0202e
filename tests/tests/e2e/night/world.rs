//! Shared data of the night: the server's address, the rooms of friends, and what was seen.

use std::collections::{BTreeMap, BTreeSet};
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use giog_tests::{Chance, Finished};
use serde_json::Value;
use tokio::sync::watch;

/// How many rooms friends remember.
const DOORS: usize = 12;

/// A room that is in no list, or has a password.
#[derive(Clone, Debug)]
pub struct Door {
    pub room: String,
    pub password: Option<String>,
}

/// The observations of a match.
#[derive(Clone, Debug, Default)]
pub struct SeenMatch {
    pub room: String,
    /// Those of everybody who saw it to its end, with their names.
    pub ends: Vec<(String, Finished)>,
}

/// The shared data.
#[derive(Debug)]
pub struct World {
    address: watch::Sender<SocketAddr>,
    is_over: AtomicBool,
    frames: AtomicU64,
    doors: Mutex<Vec<Door>>,
    tally: Mutex<BTreeMap<String, u64>>,
    matches: Mutex<BTreeMap<String, SeenMatch>>,
    rooms: Mutex<BTreeSet<String>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // A panic fails the test anyway.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl World {
    pub fn new(address: SocketAddr) -> Self {
        Self {
            address: watch::Sender::new(address),
            is_over: AtomicBool::new(false),
            frames: AtomicU64::new(0),
            doors: Mutex::default(),
            tally: Mutex::default(),
            matches: Mutex::default(),
            rooms: Mutex::default(),
        }
    }

    /// The server's current address.
    pub fn address(&self) -> SocketAddr {
        *self.address.borrow()
    }

    /// The server has another address from now on.
    pub fn moved(&self, address: SocketAddr) {
        self.address.send_replace(address);
    }

    /// Whether everybody should leave.
    pub fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }

    /// Another night starts, or this one ends.
    pub fn set_over(&self, is_over: bool) {
        self.is_over.store(is_over, Ordering::Relaxed);
        lock(&self.doors).clear();
    }

    /// Counts a received frame.
    pub fn got_frame(&self) {
        self.frames.fetch_add(1, Ordering::Relaxed);
    }

    /// The number of frames so far, of all people together: the progress of the night, also on a busy machine.
    pub fn frames(&self) -> u64 {
        self.frames.load(Ordering::Relaxed)
    }

    /// Counts something that happened.
    pub fn count(&self, what: impl Into<String>) {
        *lock(&self.tally).entry(what.into()).or_default() += 1;
    }

    /// How often each thing happened.
    pub fn tally(&self) -> BTreeMap<String, u64> {
        lock(&self.tally).clone()
    }

    /// Adds a room for friends.
    pub fn tell_friends(&self, door: Door) {
        let mut doors = lock(&self.doors);
        doors.push(door);
        if doors.len() > DOORS {
            doors.remove(0);
        }
    }

    /// A room of friends.
    pub fn door(&self, chance: &mut Chance) -> Option<Door> {
        let doors = lock(&self.doors);
        (!doors.is_empty()).then(|| doors[chance.below(doors.len())].clone())
    }

    /// Notes a visited room.
    pub fn saw_room(&self, room: &str) {
        lock(&self.rooms).insert(room.to_owned());
    }

    /// All visited rooms.
    pub fn rooms(&self) -> BTreeSet<String> {
        lock(&self.rooms).clone()
    }

    /// Notes that a match is played in a room.
    pub fn saw_match(&self, room: &str, start: &Value) {
        let id = start["match_id"].as_str().expect("a match has an id");
        let mut matches = lock(&self.matches);
        let seen = matches.entry(id.to_owned()).or_default();
        room.clone_into(&mut seen.room);
    }

    /// Notes a match that a person saw to its end.
    pub fn saw_end(&self, name: &str, finished: Finished) {
        for kind in kinds(&finished) {
            self.count(format!("match {kind}"));
        }
        let mut matches = lock(&self.matches);
        let seen = matches.entry(finished.match_id.clone());
        seen.or_default().ends.push((name.to_owned(), finished));
    }

    /// Takes all observed matches.
    pub fn take_matches(&self) -> BTreeMap<String, SeenMatch> {
        std::mem::take(&mut *lock(&self.matches))
    }
}

/// The kind of an observed match.
fn kinds(
    Finished {
        events, receipt, ..
    }: &Finished,
) -> Vec<&'static str> {
    let is = |event: Option<&Value>, what| event.is_some_and(|event| event["do"] == what);
    let (start, is_whole) = (events.first(), is(events.first(), "start"));
    let is_over = is(events.last(), "finished");
    let acted = |by| events.iter().any(|event| event["by"] == by);
    let players = start.and_then(|start| start["players"].as_array());
    let people = players.into_iter().flatten();
    let people = people.filter(|player| player["bot"].is_null()).count();
    let by_people = is_whole && people >= 2 && !acted("clock") && !acted("away");
    let kinds = [
        ("from its start", is_whole),
        ("with a receipt", receipt.is_some()),
        ("by people", is_over && by_people),
        ("stood in", is_over && acted("away")),
    ];
    kinds
        .into_iter()
        .filter(|&(_, is)| is)
        .map(|(kind, _)| kind)
        .collect()
}
