//! Nodes that cannot reach each other: people who are cut off, and the room's clock, which stops for them.

use super::*;

/// The longest time for which the clock stands still.
const MOST_MS: u64 = 600_000;

/// The state of the network, and of the connections that may be in the room, since the server was started.
#[derive(Default)]
pub struct Network {
    /// Whether it was ever broken: from then on the room's own time is used, within bounds.
    pub was_broken: bool,
    /// How often the room was informed.
    breaks: u32,
    /// Since when nodes cannot reach each other.
    broken_ms: Option<u64>,
    /// Connections that may be in the room. Others are not.
    here: HashMap<ConnId, PlayerId>,
}

impl Network {
    /// Notes an input of the room.
    pub(super) fn note(&mut self, input: &Input) {
        match input {
            Input::Command {
                conn,
                person,
                command: RoomCommand::Join(_),
                ..
            }
            | Input::QuickJoin { conn, person, .. } => {
                self.here.insert(*conn, person.player);
            }
            Input::Detached { conn } | Input::CutOff { conn } => {
                self.here.remove(conn);
            }
            _ => {}
        }
    }

    pub(super) const fn is_broken(&self) -> bool {
        self.broken_ms.is_some()
    }
}

impl World {
    /// A node cannot be reached: people connected to it are cut off, and some of them stay away for long.
    pub(super) fn network_breaks(&mut self) {
        self.tally.cuts += 1;
        self.network.was_broken = true;
        let told_first = self.chance.one_in(2);
        if told_first {
            self.tell_network(false);
        }
        for client in 0..self.clients.len() {
            if self.chance.one_in(2) {
                continue;
            }
            let conns: Vec<ConnId> = self.clients[client].conns.keys().copied().collect();
            for conn in conns {
                self.cut_off(client, conn);
            }
            let back_ms = self.t + self.chance.pick(&[0, 1_000, 30_000, 700_000]);
            let next_ms = &mut self.clients[client].next_ms;
            *next_ms = back_ms.max(*next_ms);
        }
        if !told_first {
            self.tell_network(false);
        }
    }

    /// All nodes can reach each other again.
    pub(super) fn network_is_back(&mut self) {
        if self.network.is_broken() {
            self.tell_network(true);
        }
    }

    fn tell_network(&mut self, available: bool) {
        self.network.was_broken = true;
        self.network.breaks += u32::from(!available);
        self.network.broken_ms = (!available).then_some(self.t);
        self.handle(Input::Network { available });
    }

    /// A connection is lost with its node, including what it had sent.
    fn cut_off(&mut self, client: usize, conn: ConnId) {
        self.owners.remove(&conn);
        self.clients[client].lose(conn);
        self.wire.retain(|_, input| {
            !matches!(input, Input::Command { conn: sent, .. } | Input::QuickJoin { conn: sent, .. } if *sent == conn)
        });
        self.handle(Input::CutOff { conn });
    }

    /// Whether the clock must stand still: the network is broken for the first time, and not for long, and a player whose seat has no
    /// stand-in is missing.
    pub(super) fn is_somebody_waited_for(&self) -> bool {
        let network = &self.network;
        let is_young = |since_ms: u64| self.t < since_ms + MOST_MS;
        let is_here = |player: PlayerId| network.here.values().any(|&here| here == player);
        network.breaks == 1
            && network.broken_ms.is_some_and(is_young)
            && self.deadlines.playing().any(|player| !is_here(player))
    }

    /// The room's time, according to the room.
    pub(super) fn own_time_ms(&self) -> u64 {
        let stopped = serde_json::to_value(self.room.stopped_at(self.now())).expect("JSON");
        stopped["at_ms"].as_u64().expect("a time")
    }
}
