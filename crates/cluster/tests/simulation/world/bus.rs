//! The bus, and a stranger who writes to it.

use bytes::Bytes;
use giog_cluster::NodeId;

use super::{Event, KEPT_MESSAGES, World, machine_of};
use crate::fault::Bus;
use crate::node;

impl World {
    pub(super) fn publish(&mut self, from: NodeId, to: NodeId, message: &Bytes) {
        let ends = [machine_of(from), machine_of(to)];
        let is_cut = ends.iter().any(|&end| self.machines[end].is_cut_from_bus)
            || self
                .cut_pair
                .is_some_and(|pair| ends.iter().all(|end| pair.contains(end)));
        let Bus {
            lost,
            doubled,
            reordered,
            attacked,
        } = self.bus;
        if self.chance.is(attacked) {
            self.attack(to);
        }
        if is_cut || self.chance.is(lost) {
            return;
        }
        self.kept.push_back((to, message.clone()));
        if self.kept.len() > KEPT_MESSAGES {
            self.kept.pop_front();
        }
        let at_ms = if self.chance.is(reordered) {
            self.now_ms + self.chance.within(1..40)
        } else {
            let soonest = self.now_ms + self.chance.within(1..4);
            let last = self.ways.entry((from, to)).or_default();
            *last = soonest.max(*last);
            *last
        };
        let deliver = || Event::ToNode(to, node::Event::Message(message.clone()));
        self.after(at_ms - self.now_ms, deliver());
        if self.chance.is(doubled) {
            let delay_ms = self.chance.within(1..2_000);
            self.after(delay_ms, deliver());
        }
    }

    /// Somebody else writes to the bus: what they have seen there, what they have altered of it, or nonsense.
    fn attack(&mut self, to: NodeId) {
        if self.kept.is_empty() {
            return;
        }
        let (meant, message) = self.kept[self.chance.below(self.kept.len())].clone();
        let to = if self.chance.is(500) { meant } else { to };
        let mut message = message.to_vec();
        match self.chance.below(4) {
            // As it was.
            0 => {}
            // A bit of it.
            1 => {
                let bit = self.chance.below(message.len() * 8);
                message[bit / 8] ^= 1 << (bit % 8);
            }
            // A later opening or number: the last three numbers of the header.
            2 => message[36 + 8 * self.chance.below(3)] ^= 0x40,
            _ => message.truncate(self.chance.below(message.len())),
        }
        let delay_ms = self.chance.within(1..10);
        self.after(
            delay_ms,
            Event::ToNode(to, node::Event::Message(message.into())),
        );
    }
}
