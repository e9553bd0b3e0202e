//! What everybody of a night shares: where the server is, what friends tell each other, and what was seen.

use std::collections::{BTreeMap, BTreeSet};
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
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

/// What was seen of a match.
#[derive(Clone, Debug, Default)]
pub struct SeenMatch {
    pub room: String,
    /// By everybody who saw it to its end, with their names.
    pub ends: Vec<(String, Finished)>,
}

/// What everybody shares.
#[derive(Debug)]
pub struct World {
    address: watch::Sender<SocketAddr>,
    is_over: AtomicBool,
    doors: Mutex<Vec<Door>>,
    tally: Mutex<BTreeMap<String, u64>>,
    matches: Mutex<BTreeMap<String, SeenMatch>>,
    rooms: Mutex<BTreeSet<String>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // Whoever panics fails the test anyway.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl World {
    pub fn new(address: SocketAddr) -> Self {
        Self {
            address: watch::Sender::new(address),
            is_over: AtomicBool::new(false),
            doors: Mutex::default(),
            tally: Mutex::default(),
            matches: Mutex::default(),
            rooms: Mutex::default(),
        }
    }

    /// Where the server is now.
    pub fn address(&self) -> SocketAddr {
        *self.address.borrow()
    }

    /// The server is somewhere else from now on.
    pub fn moved(&self, address: SocketAddr) {
        self.address.send_replace(address);
    }

    /// Whether everybody should go home.
    pub fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }

    /// Another night begins, or this one ends.
    pub fn set_over(&self, is_over: bool) {
        self.is_over.store(is_over, Ordering::Relaxed);
        lock(&self.doors).clear();
    }

    /// Counts something that happened.
    pub fn count(&self, what: impl Into<String>) {
        *lock(&self.tally).entry(what.into()).or_default() += 1;
    }

    /// What happened, how often.
    pub fn tally(&self) -> BTreeMap<String, u64> {
        lock(&self.tally).clone()
    }

    /// Tells friends of a room.
    pub fn tell_friends(&self, door: Door) {
        let mut doors = lock(&self.doors);
        doors.push(door);
        if doors.len() > DOORS {
            doors.remove(0);
        }
    }

    /// A room that friends told of.
    pub fn door(&self, chance: &mut Chance) -> Option<Door> {
        let doors = lock(&self.doors);
        (!doors.is_empty()).then(|| doors[chance.below(doors.len())].clone())
    }

    /// Notes a room that somebody was in.
    pub fn saw_room(&self, room: &str) {
        lock(&self.rooms).insert(room.to_owned());
    }

    /// All rooms that anybody was in.
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

    /// Notes what somebody saw to its end.
    pub fn saw_end(&self, name: &str, finished: Finished) {
        let mut matches = lock(&self.matches);
        let seen = matches.entry(finished.match_id.clone());
        seen.or_default().ends.push((name.to_owned(), finished));
    }

    /// All matches that anybody saw, to be looked at once.
    pub fn take_matches(&self) -> BTreeMap<String, SeenMatch> {
        std::mem::take(&mut *lock(&self.matches))
    }
}
