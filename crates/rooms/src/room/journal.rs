//! The events of a room that connections may still have missed, numbered without gaps.

use std::collections::VecDeque;

use giog_rules::PlayerId;

use super::internal_event::InternalEvent;

/// The latest events, each with its `seq`.
#[derive(Debug)]
pub(super) struct Journal {
    first: u64,
    events: VecDeque<InternalEvent>,
    keep: usize,
}

impl Journal {
    /// An empty journal that keeps at most `keep` events. The first gets the number after `last`.
    pub const fn after_seq(last: u64, keep: usize) -> Self {
        Self {
            first: last + 1,
            events: VecDeque::new(),
            keep,
        }
    }

    pub fn push(&mut self, event: InternalEvent) {
        self.events.push_back(event);
        while self.events.len() > self.keep {
            self.events.pop_front();
            self.first += 1;
        }
    }

    /// The number of the first event that is kept.
    pub const fn first_seq(&self) -> u64 {
        self.first
    }

    /// The number of the last event; 0 before the first.
    pub fn last(&self) -> u64 {
        self.first + self.events.len() as u64 - 1
    }

    /// The events after number `after`, or nothing where some of them are not kept, or were never there.
    pub fn after(&self, after: u64) -> Option<impl Iterator<Item = (u64, &InternalEvent)>> {
        let skip = after.checked_add(1)?.checked_sub(self.first)?;
        let skip = usize::try_from(skip)
            .ok()
            .filter(|&skip| skip <= self.events.len())?;
        Some((after + 1..).zip(self.events.iter().skip(skip)))
    }

    /// Whether somebody is named in an event that is kept.
    pub fn names(&self, player: PlayerId) -> bool {
        self.events.iter().any(|event| event.names(player))
    }

    /// Calls somebody who was forgotten so in all events that are kept.
    pub fn forget(&mut self, player: PlayerId) {
        self.events
            .iter_mut()
            .for_each(|event| event.forget(player));
    }

    /// Forgets the events before number `seq`.
    pub fn forget_before(&mut self, seq: u64) {
        while self.first < seq && self.events.pop_front().is_some() {
            self.first += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use giog_protocol::server::{CloseReason, RoomEvent};

    use super::*;

    fn check(journal: &Journal, after: u64, expected: Option<&[u64]>) {
        let seen = journal
            .after(after)
            .map(|events| events.map(|(seq, _)| seq).collect::<Vec<_>>());
        assert_eq!(seen.as_deref(), expected, "after {after}");
    }

    #[test]
    fn what_was_missed_is_given_exactly_or_not_at_all() {
        let mut journal = Journal::after_seq(0, 3);
        check(&journal, 0, Some(&[]));
        for _ in 0..5 {
            let closed = RoomEvent::Closed {
                reason: CloseReason::Owner,
            };
            journal.push(closed.into());
        }
        assert_eq!(journal.last(), 5);
        check(&journal, 5, Some(&[]));
        check(&journal, 3, Some(&[4, 5]));
        check(&journal, 2, Some(&[3, 4, 5]));
        check(&journal, 1, None);
        check(&journal, 6, None);
        check(&journal, u64::MAX - 1, None);
        journal.forget_before(5);
        check(&journal, 4, Some(&[5]));
        check(&journal, 3, None);
    }
}
