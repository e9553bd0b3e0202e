//! The bus between nodes, which loses, delays, duplicates and reorders messages, and may be cut.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use bytes::Bytes;
use giog_tests::Chance;
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until};

/// A message that arrives at a node.
pub type Arriving = mpsc::UnboundedReceiver<Bytes>;

pub struct Bus(Mutex<State>);

struct State {
    nodes: BTreeMap<usize, mpsc::UnboundedSender<Bytes>>,
    cut: BTreeSet<usize>,
    /// When the last message in a direction arrives.
    ways: BTreeMap<(usize, usize), Instant>,
    /// Per thousand messages.
    lost: usize,
    doubled: usize,
    reordered: usize,
    chance: Chance,
}

impl Bus {
    /// The bus of a cluster: often without faults.
    pub fn new(mut chance: Chance) -> Self {
        let mut often = |most| {
            if chance.one_in(2) {
                0
            } else {
                chance.below(most)
            }
        };
        Self(Mutex::new(State {
            nodes: BTreeMap::new(),
            cut: BTreeSet::new(),
            ways: BTreeMap::new(),
            lost: often(4),
            doubled: often(40),
            reordered: often(4),
            chance,
        }))
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().expect("no panic")
    }

    pub fn join(&self, node: usize) -> Arriving {
        let (arrives, arriving) = mpsc::unbounded_channel();
        self.lock().nodes.insert(node, arrives);
        arriving
    }

    /// Cuts a node off from all others, or connects it again.
    pub fn set_cut(&self, node: usize, is_cut: bool) {
        let mut state = self.lock();
        if is_cut {
            state.cut.insert(node);
        } else {
            state.cut.remove(&node);
        }
    }

    pub fn publish(self: &Arc<Self>, from: usize, to: usize, message: &Bytes) {
        let mut state = self.lock();
        let state = &mut *state;
        let mut is = |per_mille| state.chance.below(1_000) < per_mille;
        let (lost, doubled, reordered) = (is(state.lost), is(state.doubled), is(state.reordered));
        if lost || state.cut.contains(&from) || state.cut.contains(&to) {
            return;
        }
        let mut after =
            |ms| Instant::now() + Duration::from_millis(1 + state.chance.below(ms) as u64);
        let at = if reordered {
            after(40)
        } else {
            let latest = state.ways.entry((from, to)).or_insert_with(Instant::now);
            *latest = after(4).max(*latest);
            *latest
        };
        let again = doubled.then(|| after(2_000));
        for at in [at].into_iter().chain(again) {
            let (bus, message) = (Arc::clone(self), message.clone());
            tokio::spawn(async move {
                sleep_until(at).await;
                let arrives = bus.lock().nodes.get(&to).cloned();
                // A node that is gone receives nothing.
                arrives.map(|arrives| arrives.send(message));
            });
        }
    }
}
