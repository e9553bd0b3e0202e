//! The lobby: which rooms there are, who may make another one, and which of them are listed.
//!
//! It is a table without any waiting in it; rooms tell it their summaries once these are durable.

mod claims;
mod company;
mod expected;
mod leavers;
mod listed;
mod order;
mod watched;

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use giog_protocol::client::RoomFilter;
use giog_protocol::rest::RoomList;
use giog_protocol::{Access, ErrorCode, Occupant, Phase, Problem, RoomId, RoomSummary};
use giog_rules::{PlayerId, Variant};

use self::claims::Claims;
use self::company::{Company, Fit};
use self::expected::Expected;
use self::leavers::Leavers;
use self::listed::Listed;
use self::order::Ordered;
pub(crate) use self::watched::News;
use self::watched::Watched;
use crate::nodes::Described;
use crate::origin::Origin;

/// How many rooms there may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LobbyLimits {
    /// Open rooms of the whole server: what its memory and its log are planned for.
    pub rooms: usize,
    /// Open rooms that one person has made.
    pub rooms_per_person: usize,
    /// Open rooms that were made from one address: what a club needs, and so few that it takes many to fill a server. Wider
    /// networks may have more.
    pub rooms_per_address: usize,
    /// The share of [`Self::rooms`] that only tables of quick play get, in percent.
    pub quick_rooms_percent: usize,
    /// How long strangers at a table of quick play have it to themselves, before two people of one household may sit there.
    pub strangers_ms: u64,
    /// Rooms in the answer to one listing.
    pub rooms_listed: usize,
    /// People of whom it is known where their latest quick play led; with more, those who don't sit there any more are
    /// forgotten. More than all rooms have seats.
    pub quick_keys: usize,
    /// Public matches somebody may leave within [`Self::leaves_within_ms`] before quick play is closed to them.
    pub leaves: usize,
    /// For how long a match that was left counts.
    pub leaves_within_ms: u64,
    /// How long quick play is closed to somebody who left so many, from the last one on.
    pub leaver_waits_ms: u64,
}

impl Default for LobbyLimits {
    fn default() -> Self {
        Self {
            rooms: 10_000,
            rooms_per_person: 4,
            rooms_per_address: 50,
            quick_rooms_percent: 10,
            strangers_ms: 10_000,
            rooms_listed: 100,
            quick_keys: 100_000,
            leaves: 2,
            leaves_within_ms: 3_600_000,
            leaver_waits_ms: 5 * 60_000,
        }
    }
}

/// The rooms of a server. `H` is what a room is reached by.
#[derive(Debug)]
pub struct Lobby<H> {
    limits: LobbyLimits,
    rooms: HashMap<RoomId, Room<H>>,
    expected: Expected,
    by_key: HashMap<(PlayerId, String), RoomId>,
    claims: Claims,
    seated: HashMap<PlayerId, BTreeSet<RoomId>>,
    /// How many rooms of their own people have made that are open.
    own: HashMap<PlayerId, usize>,
    /// How many open rooms were made from a network, by its tag. Those from before the start of the server count nowhere.
    made_from: HashMap<u64, usize>,
    /// The tables of quick play.
    tables: HashMap<Variant, BTreeSet<RoomId>>,
    /// Counts rooms, so that lists can be in the order of making.
    made: u64,
    /// Where somebody's latest quick play led, and under which key.
    quick: HashMap<PlayerId, (String, RoomId)>,
    leavers: Leavers,
    watched: Watched,
    ordered: Ordered,
    listed: Listed,
}

#[derive(Debug)]
struct Room<H> {
    handle: H,
    creator: PlayerId,
    key: String,
    number: u64,
    /// The game, if it is a table of quick play.
    quick: Option<Variant>,
    /// How many seats it was made with; those of a table of quick play stay.
    seats: usize,
    /// From where it was made.
    origin: Origin,
    /// Who is at a table of quick play, or on the way there.
    company: Company,
    /// Who was led here by quick play, and perhaps elsewhere since.
    led: HashSet<PlayerId>,
    summary: Option<RoomSummary>,
}

impl<H> Room<H> {
    /// Who sits at a table of quick play; whoever makes one does.
    fn seated(&self) -> Vec<PlayerId> {
        let summary = self.summary.as_ref();
        summary.map_or_else(|| vec![self.creator], |summary| people(summary).collect())
    }
}

/// How a room came to be.
#[derive(Clone, Copy, Debug)]
pub struct MadeBy<'a> {
    /// Who made it.
    pub creator: PlayerId,
    /// The key under which they asked for it.
    pub key: &'a str,
    /// The game, if it is a table of quick play.
    pub quick: Option<Variant>,
    /// How many seats it has.
    pub seats: usize,
}

/// A table of quick play.
#[derive(Clone, Debug)]
pub struct QuickTable<H> {
    /// The room.
    pub id: RoomId,
    /// How it is reached.
    pub handle: H,
    /// Whether they have been led there before, or sit there.
    pub own: bool,
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
            ordered: Ordered::default(),
            listed: Listed::default(),
        }
    }

    /// Whether a person may make a room under this key.
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

    /// Like [`Self::admit`], and if so keeps the key for them until the room is there or [`Self::release`] is said. `by` is
    /// the feed of the node that makes it, if that is another one.
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

    /// No room is made under a key that was claimed.
    pub fn release(&mut self, player: PlayerId, key: &str) {
        self.claims.end(player, key);
    }

    /// A node cannot be reached any more: what it claimed is free, for as soon as it is known which rooms it made.
    pub fn release_all_by(&mut self, node: u64) {
        self.claims.end_all_by(node);
    }

    /// Whether the server takes another room, or another table of quick play, from there.
    pub fn must_have_place(&self, quick: bool, origin: &Origin) -> Result<(), ErrorCode> {
        let most = self.limits.rooms;
        let for_quick_play = most * self.limits.quick_rooms_percent.min(100) / 100;
        let tables: usize = self.tables.values().map(BTreeSet::len).sum();
        let others = self.rooms.len() - tables;
        if self.rooms.len() >= most || (!quick && others >= most - for_quick_play) {
            return Err(ErrorCode::TooManyRooms);
        }
        let made_from = |tag| self.made_from.get(&tag).copied().unwrap_or(0);
        if origin.is_full(self.limits.rooms_per_address, made_from) {
            return Err(ErrorCode::TooManyOfAddress);
        }
        Ok(())
    }

    /// Notes a room that was made from there. It is in no list before its first summary.
    pub fn add(&mut self, room: RoomId, handle: H, made_by: MadeBy<'_>, origin: Origin) {
        let MadeBy {
            creator,
            key,
            quick,
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
            seats,
            origin,
            company: Company::default(),
            led: HashSet::new(),
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
        if entry.summary.as_ref() != Some(&summary) {
            self.listed.changed();
            let before = entry.summary.as_ref();
            self.watched.note(room, before, Some(&summary));
        }
        entry
            .company
            .keep(|player| people(&summary).any(|seated| seated == player));
        let number = entry.number;
        if let Some(before) = &entry.summary {
            self.ordered.remove(number, before);
            forget_seats(&mut self.seated, before);
        }
        if is_listed(&summary) {
            self.ordered.insert(number, &summary);
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

    /// Notes where those come from who sit at a table of quick play, as its room says.
    pub(crate) fn note_company(
        &mut self,
        room: RoomId,
        company: Vec<(PlayerId, Origin)>,
        now_ms: u64,
    ) {
        let table = self.rooms.get_mut(&room);
        if let Some(table) = table.filter(|table| table.quick.is_some()) {
            for (player, origin) in company {
                table.company.sits(player, origin, now_ms);
            }
        }
    }

    /// Forgets a room that is to come back; it keeps its place in the order of making.
    pub fn remove_for_now(&mut self, room: RoomId) {
        if let Some(entry) = self.rooms.get(&room) {
            self.expected.keep_number(room, entry.number);
        }
        self.remove(room);
    }

    /// Forgets a room.
    pub fn remove(&mut self, room: RoomId) {
        let Some(entry) = self.rooms.remove(&room) else {
            return;
        };
        self.listed.changed();
        self.watched.note(room, entry.summary.as_ref(), None);
        let key = (entry.creator, entry.key);
        if self.by_key.get(&key) == Some(&room) {
            self.by_key.remove(&key);
        }
        if let Some(summary) = entry.summary {
            self.ordered.remove(entry.number, &summary);
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

    /// A room, as other nodes are told of it; nothing before its first summary.
    pub(crate) fn describe(&self, room: RoomId) -> Option<Described> {
        let entry = self.rooms.get(&room)?;
        let Room {
            creator,
            key,
            quick,
            seats,
            origin,
            company,
            summary,
            ..
        } = entry;
        Some(Described {
            company: company.of(&entry.seated()),
            creator: *creator,
            key: key.clone(),
            quick: *quick,
            seats: *seats,
            origin: *origin,
            summary: summary.clone()?,
        })
    }

    /// All rooms that are reached so, in the same way and in the order of making.
    pub(crate) fn described(&self, which: impl Fn(&H) -> bool) -> impl Iterator<Item = Described> {
        let rooms = self.rooms.iter();
        let those = rooms.filter(|(_, room)| which(&room.handle));
        let mut those: Vec<_> = those.map(|(&id, room)| (room.number, id)).collect();
        those.sort_unstable();
        those
            .into_iter()
            .filter_map(|(_, room)| self.describe(room))
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
    pub fn list(&self, filter: &RoomFilter) -> (Vec<RoomSummary>, bool) {
        let (list, _) = self.look_for(filter);
        (list.rooms, list.more)
    }

    /// The same as the members of a JSON object, `rooms` and `more`; made anew only when a room has changed. And how many rooms
    /// were looked at for it.
    pub fn listed(&mut self, filter: &RoomFilter) -> (Arc<str>, usize) {
        if let Some(members) = self.listed.get(filter) {
            return (members, 0);
        }
        let (list, looked_at) = self.look_for(filter);
        (self.listed.keep(filter, &list), looked_at)
    }

    fn look_for(&self, filter: &RoomFilter) -> (RoomList, usize) {
        let mut looked_at = 0;
        let rooms = self.ordered.rooms(filter.variant);
        let summaries = rooms.filter_map(|room| self.rooms.get(&room)?.summary.as_ref());
        let summaries = summaries.inspect(|_| looked_at += 1);
        let mut wanted = summaries.filter(|summary| filter.wants(summary));
        let rooms = wanted.by_ref().take(self.limits.rooms_listed);
        let rooms = rooms.cloned().collect();
        let more = wanted.next().is_some();
        (RoomList { rooms, more }, looked_at)
    }

    /// All rooms, listed or not, in the order of making.
    pub fn all(&self) -> Vec<RoomSummary> {
        self.all_such(|_| true)
    }

    /// Those of them that are reached so.
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

    /// Where somebody who wants to play this game with anybody may find a seat: where the same key led before, or where
    /// they sit, else at the table at which the most people wait; one that is just being made counts. They are on their way
    /// there until [`Self::arrived`] is said. Tables that were tried are passed over, and so are those where they would be
    /// one of two from a household among strangers who wait for better, or alone among a household.
    pub fn quick_table(
        &mut self,
        (player, origin): (PlayerId, Origin),
        key: &str,
        variant: Variant,
        tried: &HashSet<RoomId>,
        now_ms: u64,
    ) -> Option<QuickTable<H>> {
        let before = self.quick.get(&player);
        let before = before.and_then(|(known, room)| (known == key).then_some(*room));
        let tables = self.tables.get(&variant).into_iter().flatten();
        let tables = tables
            .filter(|id| !tried.contains(id))
            .filter_map(|&id| Some((id, self.rooms.get(&id)?)));
        let ranked = tables.filter_map(|(id, room)| {
            let summary = room.summary.as_ref();
            let seated = room.seated();
            let sits = seated.contains(&player);
            let own = before == Some(id) || (sits && !self.leavers.has_left(player, id));
            let expected = room.company.expected(&seated);
            let fit = self.fit(room, player, &origin, now_ms);
            let open = expected < room.seats
                && summary.is_none_or(|summary| summary.phase == Phase::Gathering)
                && !matches!(fit, Fit::Never(_));
            let rank = (before == Some(id), own, fit, expected, Reverse(room.number));
            (own || open).then_some((rank, id, own))
        });
        let (_, id, own) = ranked.max()?;
        let room = self.rooms.get_mut(&id)?;
        room.company.leads(player, origin, now_ms);
        let handle = room.handle.clone();
        Some(QuickTable { id, handle, own })
    }

    /// Notes that somebody who was on their way to a table of quick play is there, or is not coming.
    pub fn arrived(&mut self, player: PlayerId, room: RoomId) {
        if let Some(room) = self.rooms.get_mut(&room) {
            room.company.arrived(player);
        }
    }

    fn fit(&self, room: &Room<H>, player: PlayerId, origin: &Origin, now_ms: u64) -> Fit {
        let table = (room.seats, &*room.seated());
        let times = (now_ms, self.limits.strangers_ms);
        room.company.fit(player, origin, table, times)
    }

    /// Notes where somebody's quick play led.
    pub fn note_quick(&mut self, player: PlayerId, key: &str, room: RoomId) {
        if self.quick.len() >= self.limits.quick_keys {
            let seated = &self.seated;
            self.quick.retain(|player, (_, room)| {
                seated.get(player).is_some_and(|in_| in_.contains(room))
            });
        }
        if let Some(entry) = self.rooms.get_mut(&room) {
            entry.led.insert(player);
            self.quick.insert(player, (key.to_owned(), room));
        }
    }

    /// Notes that somebody left a public match, or came back to it.
    pub fn note_leaver(&mut self, player: PlayerId, room: RoomId, left: bool, now_ms: u64) {
        self.leavers.note(&self.limits, player, room, left, now_ms);
    }

    /// Whether somebody who comes from there may take a seat in a room. At a table of quick play leavers wait, and so does
    /// the second one of a household as long as strangers there wait for better.
    pub fn may_sit(
        &mut self,
        (player, origin): (PlayerId, Origin),
        room: RoomId,
        now_ms: u64,
    ) -> Result<(), Problem> {
        let Some(table) = self.rooms.get(&room).filter(|room| room.quick.is_some()) else {
            return Ok(());
        };
        if table.seated().contains(&player) {
            return Ok(());
        }
        if let Some(waits_ms) = self.leaver_waits_ms(player, now_ms) {
            return Err(Problem::wait(ErrorCode::Leaver, waits_ms));
        }
        if let Fit::Never(Some(waits_ms)) = self.fit(table, player, &origin, now_ms) {
            return Err(Problem::wait(ErrorCode::TooEarly, waits_ms));
        }
        if let Some(table) = self.rooms.get_mut(&room) {
            table.company.sits(player, origin, now_ms);
        }
        Ok(())
    }

    /// Notes where whoever made a table of quick play comes from.
    pub fn note_host(&mut self, (player, origin): (PlayerId, Origin), room: RoomId, now_ms: u64) {
        if let Some(table) = self.rooms.get_mut(&room) {
            table.company.sits(player, origin, now_ms);
        }
    }

    /// How long quick play is still closed to somebody.
    pub fn leaver_waits_ms(&self, player: PlayerId, now_ms: u64) -> Option<u64> {
        self.leavers.waits_ms(&self.limits, player, now_ms)
    }

    /// Those who watch the lobby.
    pub(crate) fn watched(&mut self) -> &mut Watched {
        &mut self.watched
    }

    /// What has changed since this was last asked, for those who watch.
    pub(crate) fn take_news(&mut self) -> News {
        let rooms = &self.rooms;
        self.watched
            .take_news(|room| rooms.get(&room)?.summary.as_ref())
    }

    /// Notes rooms that are still to come back after a start, in the order of making.
    pub fn expect(&mut self, rooms: Vec<RoomId>) {
        for &room in &rooms {
            self.made += 1;
            self.expected.keep_number(room, self.made);
        }
        self.expected.expect(rooms);
    }

    /// Those of these that are still to come, come no more.
    pub(crate) fn expect_no_more(&mut self, which: impl Fn(RoomId) -> bool) {
        self.expected.forget(which);
    }

    /// Whether a room is still to come.
    pub(crate) fn is_expected(&self, room: RoomId) -> bool {
        self.expected.contains(room)
    }

    /// Rooms that are still to come.
    pub(crate) fn still_expected(&self) -> impl Iterator<Item = RoomId> {
        self.expected.all()
    }

    /// The next of them to be read.
    pub fn next_expected(&mut self) -> Option<RoomId> {
        self.expected.next()
    }

    /// Whether a room is still to come; if so, it comes before others.
    pub fn ask_for(&mut self, room: RoomId) -> bool {
        self.expected.ask_for(room)
    }

    /// Notes that such a room is there, or never will be.
    pub fn settle(&mut self, room: RoomId) {
        self.expected.settle(room);
    }

    /// How many rooms are still to come.
    pub fn expected_rooms(&self) -> usize {
        self.expected.len()
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

/// Whether everybody may know of the room.
fn is_listed(summary: &RoomSummary) -> bool {
    summary.access == Access::Public && summary.phase != Phase::Closed
}

fn people(summary: &RoomSummary) -> impl Iterator<Item = PlayerId> {
    summary
        .seats
        .iter()
        .flatten()
        .filter_map(Occupant::person)
        .map(|person| person.player)
}

/// Counts one less.
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use uuid::Uuid;

    use super::*;
    use crate::conn::ConnId;
    use crate::frame_queue::FrameSender;

    const ROOMS: u64 = 60;

    fn summary(number: u64, round: u64) -> RoomSummary {
        let chance = |of: u64| (number * 7 + round * 13 + number * round) % of;
        let settings = serde_json::json!({
            "room": Uuid::from_u128(u128::from(number)),
            "variant": if chance(3) == 0 { "sang-krip" } else { "giog" },
            "access": if chance(5) == 0 { "unlisted" } else { "public" },
            "clock": {"kind": "none"},
            "spectators": chance(2) == 0,
            "quick": false,
            "phase": if chance(3) == 0 { "playing" } else { "gathering" },
            "seats": if chance(4) < 2 { vec![(); 2] } else { vec![(); 3] },
        });
        serde_json::from_value(settings).expect("a summary")
    }

    /// A lobby of [`ROOMS`] rooms, of which nothing is known yet, that lists so many.
    fn with_rooms(rooms_listed: usize) -> Lobby<()> {
        let limits = LobbyLimits {
            rooms_listed,
            ..LobbyLimits::default()
        };
        let mut lobby = Lobby::new(limits);
        for number in 0..ROOMS {
            let made_by = MadeBy {
                creator: PlayerId(Uuid::nil()),
                key: "k",
                quick: None,
                seats: 4,
            };
            lobby.add(summary(number, 0).room, (), made_by, Origin::default());
        }
        lobby
    }

    #[test]
    fn lists_are_what_sorting_all_rooms_would_give() {
        let mut lobby = with_rooms(7);
        let giog = Some(Variant::Tricks(giog_rules::tricks::Variant::Giog));
        let filters = [
            RoomFilter::default(),
            RoomFilter {
                variant: giog,
                ..RoomFilter::default()
            },
            RoomFilter {
                seats: Some(2),
                free: true,
                ..RoomFilter::default()
            },
            RoomFilter {
                phase: Some(Phase::Playing),
                variant: giog,
                ..RoomFilter::default()
            },
        ];
        for round in 0..20 {
            for number in 0..ROOMS {
                lobby.update(summary(number, round));
            }
            lobby.remove(summary(round, 0).room);
            for filter in &filters {
                let mut all: Vec<RoomSummary> = lobby.all();
                all.reverse();
                all.retain(|summary| is_listed(summary) && filter.wants(summary));
                all.sort_by_key(|summary| Reverse(summary.has_free_seat()));
                let more = all.len() > 7;
                all.truncate(7);
                assert_eq!(lobby.list(filter), (all, more), "{filter:?}");
            }
        }
    }

    #[test]
    fn whoever_watches_knows_the_rooms_that_they_want_and_is_told_of_no_others() {
        let mut lobby = with_rooms(1_000);
        let nothing = RoomFilter {
            seats: Some(200),
            ..RoomFilter::default()
        };
        let filters = [
            RoomFilter::default(),
            RoomFilter {
                seats: Some(2),
                free: true,
                ..RoomFilter::default()
            },
            RoomFilter {
                phase: Some(Phase::Playing),
                ..RoomFilter::default()
            },
            nothing.clone(),
        ];
        let by_id = |lobby: &Lobby<()>, filter: &RoomFilter| {
            let (rooms, _) = lobby.list(filter);
            let rooms = rooms.into_iter().map(|summary| (summary.room, summary));
            rooms.collect::<BTreeMap<_, _>>()
        };
        let mut watchers = Vec::new();
        for (round, conn) in (0..30).zip(1..) {
            for number in 0..ROOMS {
                lobby.update(summary(number, round));
            }
            // Another one begins to watch between two changes.
            let filter = filters[conn % filters.len()].clone();
            let number = u64::try_from(conn).expect("few");
            let (frame_sender, _) = FrameSender::new(ConnId(number), 1);
            lobby.watched().watch(frame_sender, filter.clone());
            let known = by_id(&lobby, &filter);
            watchers.push((filter, known));
            for number in 0..ROOMS {
                lobby.update(summary(number, round + 100));
            }
            lobby.remove(summary(round, 0).room);
            let news = lobby.take_news();
            assert_eq!(news.wanted_by(&nothing), [], "no room has so many seats");
            for (filter, known) in &mut watchers {
                for news in news.wanted_by(filter) {
                    for room in news.rooms {
                        assert!(filter.wants(&room), "{room:?}");
                        known.insert(room.room, room);
                    }
                    known.retain(|room, _| !news.gone.contains(room));
                }
                assert_eq!(*known, by_id(&lobby, filter), "{filter:?}");
            }
        }
    }

    #[test]
    fn where_people_were_led_is_not_remembered_for_ever() {
        let limits = LobbyLimits {
            quick_keys: 10,
            ..LobbyLimits::default()
        };
        let mut lobby = Lobby::new(limits);
        let player = |number| PlayerId(Uuid::from_u128(number));
        let room = RoomId(Uuid::nil());
        let made_by = MadeBy {
            creator: player(0),
            key: "k",
            quick: Some(Variant::Tricks(giog_rules::tricks::Variant::Giog)),
            seats: 4,
        };
        lobby.add(room, (), made_by, Origin::default());
        lobby.seated.entry(player(0)).or_default().insert(room);
        for number in 0..100 {
            lobby.note_quick(player(number), "k", room);
        }
        assert!(lobby.quick.len() <= 10);
        assert!(lobby.quick.contains_key(&player(0)), "they sit there");
    }
}
