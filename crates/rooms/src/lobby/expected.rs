//! Rooms that are still to be restored after a start.

use std::collections::{HashMap, HashSet, VecDeque};

use giog_protocol::RoomId;

/// Rooms that exist again as soon as their logs are read.
#[derive(Debug, Default)]
pub(super) struct Expected {
    /// All rooms that are not restored yet.
    rooms: HashSet<RoomId>,
    /// Those whose logs nobody has begun to read, in reading order.
    unread: VecDeque<RoomId>,
    /// Their numbers in the order of creation, until they are restored.
    numbers: HashMap<RoomId, u64>,
}

impl Expected {
    pub fn expect(&mut self, rooms: Vec<RoomId>) {
        self.rooms.extend(&rooms);
        self.unread.extend(rooms);
    }

    /// Keeps the number of a room until it is restored.
    pub fn keep_number(&mut self, room: RoomId, number: u64) {
        self.numbers.insert(room, number);
    }

    /// The number that was kept for a room that is restored now.
    pub fn take_number(&mut self, room: RoomId) -> Option<u64> {
        self.numbers.remove(&room)
    }

    /// Takes the next room whose log must be read.
    pub fn next(&mut self) -> Option<RoomId> {
        self.unread.pop_front()
    }

    /// Whether a room is not restored yet; if so, its log is read before all others.
    pub fn ask_for(&mut self, room: RoomId) -> bool {
        let expected = self.rooms.contains(&room);
        if expected && self.unread.front() != Some(&room) && self.unread.contains(&room) {
            self.unread.retain(|&unread| unread != room);
            self.unread.push_front(room);
        }
        expected
    }

    /// Whether a room is not restored yet.
    pub fn contains(&self, room: RoomId) -> bool {
        self.rooms.contains(&room)
    }

    /// A room was restored, or cannot be.
    pub fn settle(&mut self, room: RoomId) {
        self.rooms.remove(&room);
    }

    /// Forgets all expected rooms that match: they will not be restored here.
    pub fn forget(&mut self, which: impl Fn(RoomId) -> bool) {
        self.rooms.retain(|&room| !which(room));
        self.unread.retain(|&room| !which(room));
        self.numbers.retain(|&room, _| !which(room));
    }

    /// The rooms that are not restored yet.
    pub fn all(&self) -> impl Iterator<Item = RoomId> {
        self.rooms.iter().copied()
    }

    pub fn len(&self) -> usize {
        self.rooms.len()
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    #[test]
    fn what_is_asked_for_comes_first_and_nothing_comes_twice() {
        let room = |number| RoomId(Uuid::from_u128(number));
        let mut expected = Expected::default();
        expected.expect((1..=4).map(room).collect());
        assert_eq!(expected.next(), Some(room(1)));
        assert!(expected.ask_for(room(3)) && expected.ask_for(room(3)));
        assert!(expected.ask_for(room(1)), "it is being read");
        assert!(!expected.ask_for(room(9)));
        let order: Vec<_> = std::iter::from_fn(|| expected.next()).collect();
        assert_eq!(order, [room(3), room(2), room(4)]);
        expected.settle(room(1));
        assert!(!expected.ask_for(room(1)));
        assert_eq!(expected.len(), 3);
    }
}
