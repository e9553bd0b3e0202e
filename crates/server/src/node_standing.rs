//! How this server stands, compared with the other nodes of a cluster ([`giog_cluster::standing`]).

use std::sync::{Mutex, MutexGuard, PoisonError};

use giog_cluster::standing::{Input, Standing};
use giog_cluster::{NodeId, Reach};

/// How this node stands; nothing on a server that has all rooms.
#[derive(Debug, Default)]
pub(crate) struct NodeStanding(Mutex<Option<Standing>>);

impl NodeStanding {
    /// This server is a node from now on.
    pub fn begin(&self, me: NodeId, node_ms: u32, now_ms: u64) {
        *self.lock() = Some(Standing::new(me, node_ms.into(), now_ms));
    }

    /// Takes what the node learns.
    pub fn handle(&self, input: &Input<'_>, now_ms: u64) {
        if let Some(standing) = &mut *self.lock() {
            standing.handle(input, now_ms);
        }
    }

    /// Whether other nodes are better off.
    pub fn is_worse_off(&self) -> bool {
        self.lock().as_ref().is_some_and(Standing::is_worse_off)
    }

    /// How far this node reaches over the bus.
    pub fn reach(&self) -> Reach {
        self.lock().as_ref().map_or(Reach::Nothing, Standing::reach)
    }

    /// For how many milliseconds no heartbeat has been written.
    pub fn silent_ms(&self, now_ms: u64) -> u64 {
        let silent_ms = |standing: &Standing| standing.silent_ms(now_ms);
        self.lock().as_ref().map_or(0, silent_ms)
    }

    /// Whether it reaches the database.
    pub fn has_database(&self, now_ms: u64) -> bool {
        let has_database = |standing: &Standing| standing.has_database(now_ms);
        self.lock().as_ref().is_none_or(has_database)
    }

    fn lock(&self) -> MutexGuard<'_, Option<Standing>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
