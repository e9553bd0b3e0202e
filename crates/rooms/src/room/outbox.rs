//! Nothing leaves a room before what it follows from is durable.

use std::collections::VecDeque;

/// Effects that are held back before nobody is heard any more until a row is durable: what a full room has to be told when
/// everybody comes back at once, and then some.
const MAX_HELD: usize = 1_024;

/// Effects in the order they came about, each behind the rows of the log it may depend on.
#[derive(Debug)]
pub(super) struct Outbox<T> {
    waiting: VecDeque<(u64, Vec<T>)>,
}

impl<T> Outbox<T> {
    pub const fn new() -> Self {
        Self {
            waiting: VecDeque::new(),
        }
    }

    /// How many rows wait for their commit.
    pub fn rows_waiting(&self) -> usize {
        self.waiting.len()
    }

    /// Whether so much is held back that no more is to be added to it for the asking.
    pub fn is_full(&self) -> bool {
        let held = self.waiting.iter().map(|(_, effects)| effects.len());
        held.sum::<usize>() >= MAX_HELD
    }

    /// Holds effects back until row `index` is durable.
    pub fn hold(&mut self, index: u64, effects: Vec<T>) {
        self.waiting.push_back((index, effects));
    }

    /// Gives effects back that follow from nothing new: at once, or behind whatever waits already, since they may tell
    /// of it.
    pub fn pass(&mut self, effects: Vec<T>) -> Vec<T> {
        match self.waiting.back_mut() {
            None => effects,
            Some((_, held)) => {
                held.extend(effects);
                Vec::new()
            }
        }
    }

    /// The effects that may leave now that all rows up to `index` are durable.
    pub fn release(&mut self, index: u64) -> Vec<T> {
        let mut released: Vec<T> = Vec::new();
        while self
            .waiting
            .front()
            .is_some_and(|&(waiting, _)| waiting <= index)
        {
            if let Some((_, effects)) = self.waiting.pop_front() {
                if released.is_empty() {
                    released = effects;
                } else {
                    released.extend(effects);
                }
            }
        }
        released
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn effects_leave_in_order_and_never_before_their_row() {
        let mut outbox = Outbox::new();
        assert_eq!(outbox.pass(vec![0]), [0]);
        outbox.hold(7, vec![1]);
        outbox.hold(8, vec![2]);
        assert!(outbox.pass(vec![3]).is_empty(), "3 may tell of row 8");
        assert_eq!(outbox.release(7), [1]);
        assert_eq!(outbox.rows_waiting(), 1);
        assert_eq!(outbox.release(8), [2, 3]);
        assert_eq!(outbox.pass(vec![4]), [4]);
    }
}
