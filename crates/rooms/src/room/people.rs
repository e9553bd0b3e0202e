//! The people in the room with their connections. This is not logged: after a restart everybody joins again.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use giog_protocol::Person;
use giog_rules::PlayerId;

use crate::conn::{ConnId, Conns};
use crate::origin::Origin;

/// People who have left and can still be reported or banned: as many as may watch.
const GONE_KEPT: usize = 100;

/// The connections in a room, and the people who should have one but do not.
#[derive(Debug, Default)]
pub(super) struct People {
    conns: BTreeMap<ConnId, Person>,
    /// People whose connections are gone, the last one at the end.
    gone: VecDeque<Person>,
    /// The addresses of connections, also of those that have not joined yet.
    origins: BTreeMap<ConnId, Origin>,
    /// The connections that are told decisions with their legal actions.
    list_actions: BTreeSet<ConnId>,
    /// Since when people have had no connection, in the room's time.
    missing: BTreeMap<PlayerId, u64>,
    /// Since when nobody has been here.
    pub empty_since_ms: Option<u64>,
    /// Whether anybody except the creator has been here.
    pub visited: bool,
    /// Whether somebody came or went since [`Self::take_changed`].
    changed: bool,
}

impl People {
    pub fn attach(&mut self, conn: ConnId, person: Person) {
        self.missing.remove(&person.player);
        self.conns.insert(conn, person);
        self.empty_since_ms = None;
        self.changed = true;
    }

    /// Stores the address of a connection, and whether it is told decisions with their legal actions.
    pub fn note_conn(&mut self, conn: ConnId, origin: Origin, lists_actions: bool) {
        self.origins.insert(conn, origin);
        if lists_actions {
            self.list_actions.insert(conn);
        }
    }

    /// Removes what is stored of a connection that is gone.
    pub fn forget_conn(&mut self, conn: ConnId) {
        self.origins.remove(&conn);
        self.list_actions.remove(&conn);
    }

    /// Whether a connection is told decisions with their legal actions.
    pub fn lists_actions(&self, conn: ConnId) -> bool {
        self.list_actions.contains(&conn)
    }

    /// The address of a connection; empty if none was stored.
    pub fn origin(&self, conn: ConnId) -> Origin {
        self.origins.get(&conn).copied().unwrap_or_default()
    }

    /// The address of a person who is here.
    pub fn origin_of(&self, player: PlayerId) -> Option<Origin> {
        let mut conns = self.iter().filter(|&(_, here)| here == player);
        conns.next().map(|(conn, _)| self.origin(conn))
    }

    /// All connections with their persons.
    pub fn persons(&self) -> impl Iterator<Item = (ConnId, &Person)> {
        self.conns.iter().map(|(&conn, person)| (conn, person))
    }

    /// Removes a connection.
    pub fn detach(&mut self, conn: ConnId) {
        let Some(person) = self.conns.remove(&conn) else {
            return;
        };
        self.changed = true;
        self.forget(person.player);
        if self.gone.len() >= GONE_KEPT {
            self.gone.pop_front();
        }
        self.gone.push_back(person);
    }

    /// A person who was here and has gone.
    pub fn gone(&self, player: PlayerId) -> Option<&Person> {
        self.gone.iter().find(|gone| gone.player == player)
    }

    /// Drops a person from those who were here.
    pub fn forget(&mut self, player: PlayerId) {
        self.gone.retain(|gone| gone.player != player);
    }

    /// Whether somebody came or went since the last call.
    pub fn take_changed(&mut self) -> bool {
        std::mem::take(&mut self.changed)
    }

    /// The people who are here, each once.
    pub fn players(&self) -> BTreeSet<PlayerId> {
        self.conns.values().map(|person| person.player).collect()
    }

    /// A person who is here.
    pub fn person(&self, player: PlayerId) -> Option<&Person> {
        self.conns.values().find(|person| person.player == player)
    }

    pub fn has(&self, conn: ConnId) -> bool {
        self.conns.contains_key(&conn)
    }

    /// Whether anybody has a connection.
    pub fn is_anybody_here(&self) -> bool {
        !self.conns.is_empty()
    }

    pub fn is_connected(&self, player: PlayerId) -> bool {
        self.conns.values().any(|person| person.player == player)
    }

    pub fn conns_of(&self, player: PlayerId) -> Conns {
        self.conns
            .iter()
            .filter(|&(_, person)| person.player == player)
            .map(|(&conn, _)| conn)
            .collect()
    }

    pub fn all_conns(&self) -> Conns {
        self.conns.keys().copied().collect()
    }

    pub fn iter(&self) -> impl Iterator<Item = (ConnId, PlayerId)> {
        self.conns
            .iter()
            .map(|(&conn, person)| (conn, person.player))
    }

    /// Notes which of the people who should be here are missing, and whether anybody is here at all.
    pub fn note_missing(&mut self, wanted: impl Iterator<Item = PlayerId> + Clone, now_ms: u64) {
        let is_wanted = |player: PlayerId| wanted.clone().any(|wanted| wanted == player);
        self.missing.retain(|&player, _| is_wanted(player));
        for player in wanted {
            if !self.is_connected(player) {
                self.missing.entry(player).or_insert(now_ms);
            }
        }
        if self.conns.is_empty() {
            self.empty_since_ms.get_or_insert(now_ms);
        }
    }

    /// Since when a person who should be here has had no connection.
    pub fn missing_since(&self, player: PlayerId) -> Option<u64> {
        self.missing.get(&player).copied()
    }

    /// The people who should be here but have no connection, with the time since when.
    pub fn missing(&self) -> impl Iterator<Item = (PlayerId, u64)> {
        self.missing
            .iter()
            .map(|(&player, &since_ms)| (player, since_ms))
    }
}
