//! Clusters with a single fault each.

use giog_cluster::{NodeId, Shard};

use super::World;
use crate::chance::Chance;
use crate::fault::Bus;
use crate::node;

impl World {
    /// A cluster of three to which nothing happens by itself, when every shard has an owner.
    pub fn calm(seed: u64) -> Self {
        let mut world = Self::of(Chance::new(seed), 3, Bus::GOOD, None);
        let within_ms = 3_000 + world.chance.within(0..200);
        world.go_on_until(within_ms);
        world.check_owners();
        world
    }

    pub fn go_on_until(&mut self, until_ms: u64) {
        while let Some(entry) = self.events.first_entry()
            && entry.key().0 <= until_ms
        {
            self.now_ms = entry.key().0;
            let event = entry.remove();
            self.happen(event);
        }
        self.now_ms = until_ms;
    }

    /// Ends a machine for good. Does the database hear of it?
    pub fn lose(&mut self, machine: usize, is_heard_of: bool) {
        let id = self.machines[machine].node.as_ref().map(|node| node.id);
        self.stop(machine);
        if let Some(id) = id.filter(|_| !is_heard_of) {
            self.database.connect(id);
        }
    }

    /// How long it takes until every shard has an owner that lives.
    pub fn until_owned_ms(&mut self) -> u64 {
        let began_ms = self.now_ms;
        while Shard::all().any(|shard| !self.is_owned(shard)) {
            self.go_on_until(self.now_ms + 1);
        }
        self.now_ms - began_ms
    }

    /// The database answers nobody for so long.
    pub fn away_for(&mut self, ms: u64) {
        self.is_database_away = true;
        self.go_on_until(self.now_ms + ms);
        self.is_database_away = false;
    }

    /// A machine hands its shards over and ends; how long that takes, and the longest wait of a client meanwhile.
    pub fn leave(&mut self, machine: usize) -> (u64, u64) {
        for client in &mut self.clients {
            client.longest_wait_ms = 0;
        }
        let began_ms = self.now_ms;
        self.machines[machine].is_leaving = true;
        self.tell(machine, node::Event::Leave);
        while self.machines[machine].is_leaving {
            self.go_on_until(self.now_ms + 1);
        }
        let waits = self.clients.iter().map(|client| client.longest_wait_ms);
        (self.now_ms - began_ms, waits.max().unwrap_or_default())
    }

    /// The processes that run.
    pub fn running(&self) -> Vec<NodeId> {
        let nodes = self
            .machines
            .iter()
            .filter_map(|machine| machine.node.as_ref());
        nodes.map(|node| node.id).collect()
    }
}
