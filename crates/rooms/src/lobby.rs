//! The lobby: which rooms there are, who may make another one, and which of them are listed.
//!
//! It is a table without any waiting in it; rooms tell it their summaries once these are durable.

use std::collections::{BTreeSet, HashMap, HashSet};

use giog_protocol::client::ListRooms;
use giog_protocol::{Access, ErrorCode, Occupant, Phase, RoomId, RoomSummary};
use giog_rules::PlayerId;

/// How many rooms there may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LobbyLimits {
    /// Open rooms of the whole server: what its memory and its log are planned for.
    pub rooms: usize,
    /// Open rooms that one person has made.
    pub rooms_per_person: usize,
    /// Rooms in the answer to one listing.
    pub rooms_listed: usize,
}

impl Default for LobbyLimits {
    fn default() -> Self {
        Self {
            rooms: 10_000,
            rooms_per_person: 4,
            rooms_listed: 100,
        }
    }
}

/// The rooms of a server. `H` is what a room is reached by.
#[derive(Debug)]
pub struct Lobby<H> {
    limits: LobbyLimits,
    rooms: HashMap<RoomId, Room<H>>,
    by_key: HashMap<(PlayerId, String), RoomId>,
    seated: HashMap<PlayerId, BTreeSet<RoomId>>,
    /// Counts rooms, so that lists can be in the order of making.
    made: u64,
}

#[derive(Debug)]
struct Room<H> {
    handle: H,
    creator: PlayerId,
    key: String,
    number: u64,
    summary: Option<RoomSummary>,
}

/// Whether a room may be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Admission<H> {
    /// It may.
    New,
    /// This person has made it already, under the same key.
    Made(RoomId, H),
}

impl<H: Clone> Lobby<H> {
    /// A lobby without rooms.
    pub fn new(limits: LobbyLimits) -> Self {
        Self {
            limits,
            rooms: HashMap::new(),
            by_key: HashMap::new(),
            seated: HashMap::new(),
            made: 0,
        }
    }

    /// Whether a person may make a room under this key.
    pub fn admit(&self, player: PlayerId, key: &str) -> Result<Admission<H>, ErrorCode> {
        if let Some(&room) = self.by_key.get(&(player, key.to_owned()))
            && let Some(handle) = self.handle(room)
        {
            return Ok(Admission::Made(room, handle));
        }
        if self.rooms.len() >= self.limits.rooms {
            return Err(ErrorCode::TooManyRooms);
        }
        let own = self
            .rooms
            .values()
            .filter(|room| room.creator == player)
            .count();
        if own >= self.limits.rooms_per_person {
            return Err(ErrorCode::TooManyOfYours);
        }
        Ok(Admission::New)
    }

    /// Notes a room. It is in no list before its first summary.
    pub fn add(&mut self, room: RoomId, handle: H, creator: PlayerId, key: &str) {
        self.by_key.insert((creator, key.to_owned()), room);
        self.made += 1;
        let entry = Room {
            handle,
            creator,
            key: key.to_owned(),
            number: self.made,
            summary: None,
        };
        self.rooms.insert(room, entry);
    }

    /// Notes what is to be shown of a room from now on.
    pub fn update(&mut self, summary: RoomSummary) {
        let room = summary.room;
        let Some(entry) = self.rooms.get_mut(&room) else {
            return;
        };
        let before = entry.summary.replace(summary);
        if let Some(before) = before {
            forget_seats(&mut self.seated, &before);
        }
        let now = self
            .rooms
            .get(&room)
            .and_then(|entry| entry.summary.as_ref());
        for player in now.into_iter().flat_map(people) {
            self.seated.entry(player).or_default().insert(room);
        }
    }

    /// Forgets a room.
    pub fn remove(&mut self, room: RoomId) {
        let Some(entry) = self.rooms.remove(&room) else {
            return;
        };
        let key = (entry.creator, entry.key);
        if self.by_key.get(&key) == Some(&room) {
            self.by_key.remove(&key);
        }
        if let Some(summary) = entry.summary {
            forget_seats(&mut self.seated, &summary);
        }
    }

    /// How a room is reached.
    pub fn handle(&self, room: RoomId) -> Option<H> {
        self.rooms.get(&room).map(|entry| entry.handle.clone())
    }

    /// How all rooms are reached.
    pub fn handles(&self) -> Vec<H> {
        self.rooms
            .values()
            .map(|entry| entry.handle.clone())
            .collect()
    }

    /// The rooms in which a person has a seat.
    pub fn rooms_of(&self, player: PlayerId) -> Vec<RoomId> {
        self.seated
            .get(&player)
            .into_iter()
            .flatten()
            .copied()
            .collect()
    }

    /// Everybody who has a seat in some room.
    pub fn seated(&self) -> HashSet<PlayerId> {
        self.seated.keys().copied().collect()
    }

    /// Public rooms, those with a free seat first, the newest first; and whether there are more.
    pub fn list(&self, wanted: &ListRooms) -> (Vec<RoomSummary>, bool) {
        let mut listed: Vec<(bool, u64, &RoomSummary)> = self
            .rooms
            .values()
            .filter_map(|entry| Some((entry.number, entry.summary.as_ref()?)))
            .filter(|(_, summary)| {
                summary.access == Access::Public && summary.phase != Phase::Closed
            })
            .filter(|(_, summary)| {
                wanted
                    .variant
                    .is_none_or(|variant| variant == summary.variant)
            })
            .map(|(number, summary)| (has_free_seat(summary), number, summary))
            .filter(|&(free, ..)| free || !wanted.free)
            .collect();
        listed.sort_unstable_by_key(|&(free, number, _)| std::cmp::Reverse((free, number)));
        let more = listed.len() > self.limits.rooms_listed;
        let rooms = listed
            .into_iter()
            .take(self.limits.rooms_listed)
            .map(|(.., summary)| summary.clone())
            .collect();
        (rooms, more)
    }

    /// How many rooms there are.
    pub fn len(&self) -> usize {
        self.rooms.len()
    }

    /// Whether there is no room.
    pub fn is_empty(&self) -> bool {
        self.rooms.is_empty()
    }
}

fn has_free_seat(summary: &RoomSummary) -> bool {
    summary.phase == Phase::Gathering && summary.seats.iter().any(Option::is_none)
}

fn people(summary: &RoomSummary) -> impl Iterator<Item = PlayerId> {
    summary
        .seats
        .iter()
        .flatten()
        .filter_map(Occupant::person)
        .map(|person| person.player)
}

fn forget_seats(seated: &mut HashMap<PlayerId, BTreeSet<RoomId>>, summary: &RoomSummary) {
    for player in people(summary) {
        if let Some(rooms) = seated.get_mut(&player) {
            rooms.remove(&summary.room);
            if rooms.is_empty() {
                seated.remove(&player);
            }
        }
    }
}
