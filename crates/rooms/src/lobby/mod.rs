//! The lobby: which rooms exist, who may create another one, and which of them are listed.
//!
//! It is a data structure that never waits. Rooms report their summaries after these are durable.

mod claims;
mod described;
mod expected;
mod leavers;
mod limits;
mod listed;
mod order;
mod quick;
#[cfg(test)]
mod rated_tests;
mod showcase;
mod table_people;
mod tables;
#[cfg(test)]
mod tests;
mod watched;

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use giog_protocol::client::ListRooms;
use giog_protocol::rest::RoomList;
use giog_protocol::{Access, Bots, ErrorCode, Occupant, Phase, RoomId, RoomSummary};
use giog_rules::{PlayerId, Variant};
use tokio::sync::broadcast;

use self::claims::Claims;
pub(crate) use self::described::Described;
use self::expected::Expected;
use self::leavers::Leavers;
pub use self::limits::LobbyLimits;
use self::listed::Listed;
use self::order::Ordered;
pub use self::quick::{QuickBots, QuickGame, QuickTable};
use self::table_people::TablePeople;
pub use self::tables::TableChange;
use self::tables::Tables;
pub(crate) use self::watched::News;
use self::watched::Watched;
use crate::origin::Origin;

/// The rooms of a server. `H` is the type of a room's handle.
#[derive(Debug)]
pub struct Lobby<H> {
    limits: LobbyLimits,
    rooms: HashMap<RoomId, Room<H>>,
    expected: Expected,
    by_key: HashMap<(PlayerId, String), RoomId>,
    claims: Claims,
    seated: HashMap<PlayerId, BTreeSet<RoomId>>,
    /// The number of open rooms that each person created, without quick-play tables.
    own: HashMap<PlayerId, usize>,
    /// The number of open rooms that were created from each network, by its tag. Rooms restored after a start of the server do not count.
    made_from: HashMap<u64, usize>,
    /// The quick-play tables of each game.
    tables: HashMap<Variant, BTreeSet<RoomId>>,
    /// The number of rooms that were ever added, which gives each its number in the order of creation.
    made: u64,
    /// The key of each person's latest quick play, and the room to which it led.
    quick: HashMap<PlayerId, (String, RoomId)>,
    leavers: Leavers,
    watched: Watched,
    public_tables: Tables,
    ordered: Ordered,
    listed: Listed,
}

#[derive(Debug)]
struct Room<H> {
    handle: H,
    creator: PlayerId,
    key: String,
    number: u64,
    /// The game, if it is a quick-play table.
    quick: Option<Variant>,
    /// Which bots may sit there; at a quick-play table it never changes.
    bots: Bots,
    /// Whether it is a rated table.
    rated: bool,
    /// The number of seats at its creation; it never changes at a quick-play table.
    seats: usize,
    /// The network origin of its creator.
    origin: Origin,
    /// At a quick-play table: the people who sit there or are led there.
    table_people: TablePeople,
    /// The people whose latest quick play led here.
    led: HashSet<PlayerId>,
    summary: Option<RoomSummary>,
}

impl<H> Room<H> {
    /// The people who sit at a quick-play table. Before its first summary, that is its creator.
    fn seated(&self) -> Vec<PlayerId> {
        let summary = self.summary.as_ref();
        summary.map_or_else(|| vec![self.creator], |summary| people(summary).collect())
    }
}

/// How a room was created.
#[derive(Clone, Copy, Debug)]
pub struct RoomCreator<'a> {
    /// The person who created it.
    pub creator: PlayerId,
    /// The key of the request that created it.
    pub key: &'a str,
    /// The game, if it is a quick-play table.
    pub quick: Option<Variant>,
    /// Which bots may sit there.
    pub bots: Bots,
    /// Whether it is a rated table.
    pub rated: bool,
    /// How many seats it has.
    pub seats: usize,
}

/// Whether a room may be created.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Admission<H> {
    /// It may.
    New,
    /// This person has created it already, with the same key.
    Made(RoomId, H),
}

impl<H: Clone> Lobby<H> {
    /// A lobby without rooms.
    pub fn new(limits: LobbyLimits) -> Self {
        Self {
            limits,
            rooms: HashMap::new(),
            expected: Expected::default(),
            by_key: HashMap::new(),
            claims: Claims::default(),
            seated: HashMap::new(),
            own: HashMap::new(),
            made_from: HashMap::new(),
            tables: HashMap::new(),
            made: 0,
            quick: HashMap::new(),
            leavers: Leavers::default(),
            watched: Watched::default(),
            public_tables: Tables::default(),
            ordered: Ordered::default(),
            listed: Listed::default(),
        }
    }

    /// Replaces the limits.
    pub const fn set_limits(&mut self, limits: LobbyLimits) {
        self.limits = limits;
    }

    /// Whether a person may create a room with this key.
    pub fn admit(&self, player: PlayerId, key: &str) -> Result<Admission<H>, ErrorCode> {
        if let Some(&room) = self.by_key.get(&(player, key.to_owned()))
            && let Some(handle) = self.handle(room)
        {
            return Ok(Admission::Made(room, handle));
        }
        let own = self.own.get(&player).copied().unwrap_or(0);
        if own >= self.limits.rooms_per_person {
            return Err(ErrorCode::TooManyOfYours);
        }
        Ok(Admission::New)
    }

    /// Like [`Self::admit`], and reserves the key until the room exists or [`Self::release`] is called. `by` is the subscriber number of
    /// the node that creates the room, if it is another node.
    pub fn claim(
        &mut self,
        (player, key): (PlayerId, &str),
        by: Option<u64>,
        now_ms: u64,
    ) -> Result<Admission<H>, ErrorCode> {
        let admission = self.admit(player, key)?;
        if matches!(admission, Admission::New) {
            let (claimed, is_claimed) = self.claims.of(player, key, now_ms);
            if is_claimed {
                return Err(ErrorCode::Busy);
            }
            let own = self.own.get(&player).copied().unwrap_or(0);
            if own + claimed >= self.limits.rooms_per_person {
                return Err(ErrorCode::TooManyOfYours);
            }
            self.claims.add(player, key, by, now_ms);
        }
        Ok(admission)
    }

    /// Ends the claim of a key because no room is created.
    pub fn release(&mut self, player: PlayerId, key: &str) {
        self.claims.end(player, key);
    }

    /// Ends all claims of a node that cannot be reached any more.
    pub fn release_all_by(&mut self, node: u64) {
        self.claims.end_all_by(node);
    }

    /// Whether the server can take another room or quick-play table from this network origin.
    pub fn must_have_place(&self, quick: bool, origin: &Origin) -> Result<(), ErrorCode> {
        let most = self.limits.rooms;
        let for_quick_play = most * self.limits.quick_rooms_percent.min(100) / 100;
        let tables: usize = self.tables.values().map(BTreeSet::len).sum();
        let others = self.rooms.len() - tables;
        if self.rooms.len() >= most || (!quick && others >= most - for_quick_play) {
            return Err(ErrorCode::TooManyRooms);
        }
        let made_from = |tag| self.made_from.get(&tag).copied().unwrap_or(0);
        let most_of_address = self.limits.rooms_per_address_at(self.rooms.len());
        if origin.is_full(most_of_address, made_from) {
            return Err(ErrorCode::TooManyOfAddress);
        }
        Ok(())
    }

    /// Adds a room with the network origin of its creator. It is not listed before its first summary.
    pub fn add(&mut self, room: RoomId, handle: H, made_by: RoomCreator<'_>, origin: Origin) {
        let RoomCreator {
            creator,
            key,
            quick,
            bots,
            rated,
            seats,
        } = made_by;
        self.claims.end(creator, key);
        self.by_key.insert((creator, key.to_owned()), room);
        let number = self.expected.take_number(room).unwrap_or_else(|| {
            self.made += 1;
            self.made
        });
        match quick {
            Some(variant) => {
                self.tables.entry(variant).or_default().insert(room);
            }
            None => *self.own.entry(creator).or_default() += 1,
        }
        for network in origin.networks() {
            *self.made_from.entry(network.tag).or_default() += 1;
        }
        let entry = Room {
            handle,
            creator,
            key: key.to_owned(),
            number,
            quick,
            bots,
            rated,
            seats,
            origin,
            table_people: TablePeople::default(),
            led: HashSet::new(),
            summary: None,
        };
        self.rooms.insert(room, entry);
    }

    /// Updates the summary of a room.
    pub fn update(&mut self, summary: RoomSummary) {
        let room = summary.room;
        let Some(entry) = self.rooms.get_mut(&room) else {
            return;
        };
        if entry.summary.as_ref() != Some(&summary) {
            self.listed.changed();
            let before = entry.summary.as_ref();
            self.watched.note(room, before, Some(&summary));
            self.public_tables.note(before, Some(&summary));
        }
        entry
            .table_people
            .keep(|player| people(&summary).any(|seated| seated == player));
        if let Some(before) = &entry.summary {
            self.ordered.remove(room);
            forget_seats(&mut self.seated, before);
        }
        if is_listed(&summary) {
            self.ordered.insert(&summary, entry.creator, &entry.origin);
        }
        entry.summary = Some(summary);
        let now = self
            .rooms
            .get(&room)
            .and_then(|entry| entry.summary.as_ref());
        for player in now.into_iter().flat_map(people) {
            self.seated.entry(player).or_default().insert(room);
        }
    }

    /// Notes the network origins of people who sit at a quick-play table, as reported by the room.
    pub(crate) fn note_table_people(
        &mut self,
        room: RoomId,
        table_people: Vec<(PlayerId, Origin)>,
        now_ms: u64,
    ) {
        let table = self.rooms.get_mut(&room);
        if let Some(table) = table.filter(|table| table.quick.is_some()) {
            for (player, origin) in table_people {
                table.table_people.sits(player, origin, now_ms);
            }
        }
    }

    /// Removes a room that will be restored; it keeps its number in the order of creation.
    pub fn remove_for_now(&mut self, room: RoomId) {
        if let Some(entry) = self.rooms.get(&room) {
            self.expected.keep_number(room, entry.number);
        }
        self.remove(room);
    }

    /// Removes a room.
    pub fn remove(&mut self, room: RoomId) {
        let Some(entry) = self.rooms.remove(&room) else {
            return;
        };
        self.listed.changed();
        self.watched.note(room, entry.summary.as_ref(), None);
        self.public_tables.note(entry.summary.as_ref(), None);
        let key = (entry.creator, entry.key);
        if self.by_key.get(&key) == Some(&room) {
            self.by_key.remove(&key);
        }
        if let Some(summary) = entry.summary {
            self.ordered.remove(room);
            forget_seats(&mut self.seated, &summary);
        }
        for network in entry.origin.networks() {
            take_one(&mut self.made_from, &network.tag);
        }
        if let Some(variant) = entry.quick {
            for player in entry.led {
                if self
                    .quick
                    .get(&player)
                    .is_some_and(|(_, led_to)| *led_to == room)
                {
                    self.quick.remove(&player);
                }
            }
            if let Some(tables) = self.tables.get_mut(&variant) {
                tables.remove(&room);
            }
        } else {
            take_one(&mut self.own, &entry.creator);
        }
    }

    /// The description of a room for other nodes; none before its first summary.
    pub(crate) fn describe(&self, room: RoomId) -> Option<Described> {
        let entry = self.rooms.get(&room)?;
        let Room {
            creator,
            key,
            quick,
            seats,
            origin,
            table_people,
            summary,
            ..
        } = entry;
        Some(Described {
            company: table_people.of(&entry.seated()),
            creator: *creator,
            key: key.clone(),
            quick: *quick,
            seats: *seats,
            origin: *origin,
            summary: summary.clone()?,
        })
    }

    /// The descriptions of all rooms with such a handle, in the order of creation.
    pub(crate) fn described(&self, which: impl Fn(&H) -> bool) -> impl Iterator<Item = Described> {
        let rooms = self.rooms.iter();
        let those = rooms.filter(|(_, room)| which(&room.handle));
        let mut those: Vec<_> = those.map(|(&id, room)| (room.number, id)).collect();
        those.sort_unstable();
        those
            .into_iter()
            .filter_map(|(_, room)| self.describe(room))
    }

    /// The handle of a room.
    pub fn handle(&self, room: RoomId) -> Option<H> {
        self.rooms.get(&room).map(|entry| entry.handle.clone())
    }

    /// The handles of all rooms.
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

    /// The tables that a person created and at which only bots have seats besides them, in the order of creation. Somebody may watch there.
    pub(crate) fn left_with_bots(&self, creator: PlayerId) -> Vec<(RoomId, H)> {
        let rooms = self.rooms.iter().filter(|(_, room)| {
            let summary = room.summary.as_ref();
            room.creator == creator
                && room.quick.is_none()
                && summary.is_some_and(|summary| is_left_with_bots(summary, creator))
        });
        let mut rooms: Vec<_> = rooms.collect();
        rooms.sort_unstable_by_key(|(_, room)| room.number);
        let rooms = rooms.into_iter();
        rooms.map(|(&id, room)| (id, room.handle.clone())).collect()
    }

    /// Everybody who has a seat in some room.
    pub fn seated(&self) -> HashSet<PlayerId> {
        self.seated.keys().copied().collect()
    }

    /// A page of public rooms, in the order of [`RoomCursor`](giog_protocol::RoomCursor).
    pub fn list(&self, wanted: &ListRooms) -> RoomList {
        self.look_for(wanted).0
    }

    /// The same list as the members of a JSON object, serialized again only after a room has changed; and the number
    /// of rooms that were examined.
    pub fn listed(&mut self, wanted: &ListRooms) -> (Arc<str>, usize) {
        if let Some(members) = self.listed.get(wanted) {
            return (members, 0);
        }
        let (list, looked_at) = self.look_for(wanted);
        (self.listed.keep(wanted, &list), looked_at)
    }

    fn look_for(&self, ListRooms { filter, cursor }: &ListRooms) -> (RoomList, usize) {
        let mut looked_at = 0;
        let places = self.ordered.rooms(filter.variant, *cursor);
        let rooms = places.filter_map(|place| {
            looked_at += 1;
            let summary = self.rooms.get(&place.room)?.summary.as_ref()?;
            filter.wants(summary).then_some((place, summary))
        });
        // One more tells whether there are more.
        let mut rooms: Vec<_> = rooms.take(self.limits.rooms_listed + 1).collect();
        let more = rooms.len() > self.limits.rooms_listed;
        rooms.truncate(self.limits.rooms_listed);
        let next = rooms.last().map(|&(place, _)| place).filter(|_| more);
        let rooms = rooms.into_iter().map(|(_, summary)| summary.clone());
        let rooms = rooms.collect();
        (RoomList { rooms, more, next }, looked_at)
    }

    /// The summaries of all rooms, listed or not, in the order of creation.
    pub fn all(&self) -> Vec<RoomSummary> {
        self.all_such(|_| true)
    }

    /// The summaries of all rooms with such a handle, in the order of creation.
    pub(crate) fn all_such(&self, which: impl Fn(&H) -> bool) -> Vec<RoomSummary> {
        let mut all: Vec<_> = self
            .rooms
            .values()
            .filter(|entry| which(&entry.handle))
            .filter_map(|entry| Some((entry.number, entry.summary.clone()?)))
            .collect();
        all.sort_unstable_by_key(|&(number, _)| number);
        all.into_iter().map(|(_, summary)| summary).collect()
    }

    /// The connections that watch the lobby.
    pub(crate) fn watched(&mut self) -> &mut Watched {
        &mut self.watched
    }

    /// The public tables of a game, or all, in the order of lists, and those that open and close from now on.
    pub fn follow_tables(
        &self,
        variant: Option<Variant>,
    ) -> (Vec<RoomId>, broadcast::Receiver<TableChange>) {
        let open = self.ordered.rooms(variant, None).map(|place| place.room);
        (open.collect(), self.public_tables.follow())
    }

    /// A room, public or not; none before its first summary.
    pub(crate) fn summary(&self, room: RoomId) -> Option<&RoomSummary> {
        self.rooms.get(&room)?.summary.as_ref()
    }

    /// A public room; none if there is none with this id.
    pub fn public_room(&self, room: RoomId) -> Option<&RoomSummary> {
        let summary = self.rooms.get(&room)?.summary.as_ref();
        summary.filter(|summary| is_listed(summary))
    }

    /// Takes the changes since the last call, for connections that watch.
    pub(crate) fn take_news(&mut self) -> News {
        let rooms = &self.rooms;
        self.watched
            .take_news(|room| rooms.get(&room)?.summary.as_ref())
    }

    /// Notes rooms that must be restored after a start, in the order of creation.
    pub fn expect(&mut self, rooms: Vec<RoomId>) {
        for &room in &rooms {
            self.made += 1;
            self.expected.keep_number(room, self.made);
        }
        self.expected.expect(rooms);
    }

    /// Forgets all expected rooms that match: they will not be restored here.
    pub(crate) fn expect_no_more(&mut self, which: impl Fn(RoomId) -> bool) {
        self.expected.forget(which);
    }

    /// Whether a room is not restored yet.
    pub(crate) fn is_expected(&self, room: RoomId) -> bool {
        self.expected.contains(room)
    }

    /// The rooms that are not restored yet.
    pub(crate) fn still_expected(&self) -> impl Iterator<Item = RoomId> {
        self.expected.all()
    }

    /// Takes the next room whose log must be read.
    pub fn next_expected(&mut self) -> Option<RoomId> {
        self.expected.next()
    }

    /// Whether a room is not restored yet; if so, its log is read before all others.
    pub fn ask_for(&mut self, room: RoomId) -> bool {
        self.expected.ask_for(room)
    }

    /// Notes that an expected room was restored, or cannot be.
    pub fn settle(&mut self, room: RoomId) {
        self.expected.settle(room);
    }

    /// The number of rooms that are not restored yet.
    pub fn expected_rooms(&self) -> usize {
        self.expected.len()
    }

    /// The number of rooms.
    pub fn len(&self) -> usize {
        self.rooms.len()
    }

    /// Whether there is no room.
    pub fn is_empty(&self) -> bool {
        self.rooms.is_empty()
    }
}

/// Whether the room is public and open.
fn is_listed(summary: &RoomSummary) -> bool {
    summary.access == Access::Public && summary.phase != Phase::Closed
}

/// The people who have a seat.
pub(crate) fn people(summary: &RoomSummary) -> impl Iterator<Item = PlayerId> {
    summary
        .seats
        .iter()
        .flatten()
        .filter_map(Occupant::person)
        .map(|person| person.player)
}

/// Whether nobody but bots and this person has a seat at a table where no match is running. A free seat may wait for somebody, unless it is
/// the one that this person had.
pub(crate) fn is_left_with_bots(summary: &RoomSummary, creator: PlayerId) -> bool {
    let is_here = people(summary).any(|player| player == creator);
    let others = people(summary).filter(|&player| player != creator).count();
    let free = summary.seats.iter().filter(|seat| seat.is_none()).count();
    let bots = summary.seats.len() - free - people(summary).count();
    summary.phase == Phase::Gathering && others == 0 && bots > 0 && free <= usize::from(!is_here)
}

/// Decrements the count of a key, and removes it at zero.
fn take_one<K: Eq + std::hash::Hash>(counts: &mut HashMap<K, usize>, key: &K) {
    if let Some(count) = counts.get_mut(key) {
        *count -= 1;
        if *count == 0 {
            counts.remove(key);
        }
    }
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
