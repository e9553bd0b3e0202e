//! Who is in the room on which connections. Nothing of it is logged: after a restart everybody comes back.

use std::collections::BTreeMap;

use giog_rules::PlayerId;

use crate::conn::ConnId;

/// The connections in a room, and the seated people who have none.
#[derive(Debug, Default)]
pub(super) struct People {
    conns: BTreeMap<ConnId, PlayerId>,
    /// Since when seated people have had no connection, in the room's time.
    missing: BTreeMap<PlayerId, u64>,
    /// Since when nobody at all has been here.
    pub empty_since_ms: Option<u64>,
}

impl People {
    pub fn attach(&mut self, conn: ConnId, player: PlayerId) {
        self.conns.insert(conn, player);
        self.missing.remove(&player);
        self.empty_since_ms = None;
    }

    /// Takes a connection out; gives whose it was.
    pub fn detach(&mut self, conn: ConnId) -> Option<PlayerId> {
        self.conns.remove(&conn)
    }

    pub fn has(&self, conn: ConnId) -> bool {
        self.conns.contains_key(&conn)
    }

    pub fn is_connected(&self, player: PlayerId) -> bool {
        self.conns.values().any(|&connected| connected == player)
    }

    pub fn conns_of(&self, player: PlayerId) -> Vec<ConnId> {
        self.conns
            .iter()
            .filter(|&(_, &connected)| connected == player)
            .map(|(&conn, _)| conn)
            .collect()
    }

    pub fn all_conns(&self) -> Vec<ConnId> {
        self.conns.keys().copied().collect()
    }

    pub fn iter(&self) -> impl Iterator<Item = (ConnId, PlayerId)> {
        self.conns.iter().map(|(&conn, &player)| (conn, player))
    }

    pub fn is_empty(&self) -> bool {
        self.conns.is_empty()
    }

    /// A seated person has no connection from now on.
    pub fn set_missing(&mut self, player: PlayerId, at_ms: u64) {
        self.missing.entry(player).or_insert(at_ms);
    }

    /// It no longer matters whether the person is connected.
    pub fn forget(&mut self, player: PlayerId) {
        self.missing.remove(&player);
    }

    /// The seated people without a connection, with since when.
    pub fn missing(&self) -> impl Iterator<Item = (PlayerId, u64)> {
        self.missing
            .iter()
            .map(|(&player, &since_ms)| (player, since_ms))
    }
}
