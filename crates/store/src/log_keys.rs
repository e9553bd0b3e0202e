//! Maps rooms to the keys (row ids) of their rows in SQLite's log.
//!
//! The log has no index by room, because writing one would dirty a page for each row. The server that has the lease chooses the keys, so
//! it knows them; those of earlier servers it reads once.

use std::collections::{HashMap, HashSet};

use giog_protocol::RoomId;

/// The keys of the rows of all open rooms, as far as they were read or chosen.
#[derive(Debug, Default)]
pub(crate) struct LogKeys {
    /// The highest key that was read or chosen.
    last: i64,
    /// For each room the index and key of each row, ascending.
    rooms: HashMap<RoomId, Vec<(u64, i64)>>,
    /// Keys of rows that cannot be read because their page is damaged.
    unreadable: HashSet<i64>,
    /// Whether another server may have written since the keys were read.
    pub(crate) stale: bool,
    /// How often all keys were dropped. Keys that were read before that are ignored.
    generation: u64,
}

/// What was known when a read of keys began.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known {
    pub(crate) last: i64,
    generation: u64,
}

impl LogKeys {
    pub(crate) fn forget(&mut self) {
        *self = Self {
            stale: true,
            generation: self.generation + 1,
            ..Self::default()
        };
    }

    pub(crate) const fn known(&self) -> Known {
        Known {
            last: self.last,
            generation: self.generation,
        }
    }

    /// Adds keys that were read from the database, in ascending order; `known` is what was known when the read began. Returns what is
    /// known now.
    pub(crate) fn learn(
        &mut self,
        known: Known,
        rows: impl IntoIterator<Item = (i64, RoomId, u64)>,
    ) -> Known {
        if known.generation == self.generation {
            for (key, room, index) in rows {
                // Rows that were written meanwhile were added when they were written.
                if key > self.last {
                    self.last = key;
                    self.put(room, index, key);
                }
            }
        }
        self.known()
    }

    /// The key of a room's row: the one it has, or else the next free one, which it then keeps. It keeps it even if the transaction
    /// fails, so that a row that is written again is found.
    pub(crate) fn choose(&mut self, room: RoomId, index: u64) -> i64 {
        if let Some(key) = self.of(room, index) {
            return key;
        }
        self.last += 1;
        self.put(room, index, self.last);
        self.last
    }

    pub(crate) fn of(&self, room: RoomId, index: u64) -> Option<i64> {
        let rows = self.rooms.get(&room)?;
        let place = rows.binary_search_by_key(&index, |&(index, _)| index);
        place.ok().map(|place| rows[place].1)
    }

    /// The keys of a room's rows in a range of indices.
    pub(crate) fn within(&self, room: RoomId, from: u64, below: u64) -> Vec<i64> {
        let rows = self.rooms.get(&room).into_iter().flatten();
        rows.filter(|&&(index, _)| (from..below).contains(&index))
            .map(|&(_, key)| key)
            .collect()
    }

    /// The keys of a room's rows, without those that are known to be unreadable.
    pub(crate) fn readable(&self, room: RoomId) -> Vec<i64> {
        self.readable_below(room, u64::MAX)
    }

    /// The same for its rows below an index.
    pub(crate) fn readable_below(&self, room: RoomId, below: u64) -> Vec<i64> {
        let mut keys = self.within(room, 0, below);
        keys.retain(|key| !self.unreadable.contains(key));
        keys
    }

    pub(crate) fn note_unreadable(&mut self, key: i64) {
        self.unreadable.insert(key);
    }

    /// Drops the keys of a room's rows below an index: the rows were deleted.
    pub(crate) fn forget_below(&mut self, room: RoomId, below: u64) {
        if let Some(rows) = self.rooms.get_mut(&room) {
            rows.retain(|&(index, _)| index >= below);
            rows.shrink_to_fit();
        }
    }

    pub(crate) fn forget_room(&mut self, room: RoomId) {
        self.rooms.remove(&room);
    }

    fn put(&mut self, room: RoomId, index: u64, key: i64) {
        let rows = self.rooms.entry(room).or_default();
        let place = rows.partition_point(|&(before, _)| before < index);
        rows.insert(place, (index, key));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::samples::room;

    #[test]
    fn a_row_keeps_its_key_and_no_key_is_given_twice() {
        let mut keys = LogKeys::default();
        let known = keys.known();
        assert_eq!(keys.choose(room(1), 0), 1);
        assert_eq!(keys.choose(room(2), 0), 2);
        assert_eq!(keys.choose(room(1), 1), 3);
        assert_eq!(keys.choose(room(1), 0), 1, "tried again");
        // These were read before the others were chosen: no other rows have these keys.
        keys.learn(known, [(2, room(3), 7), (9, room(3), 8)]);
        assert_eq!((keys.of(room(3), 7), keys.of(room(3), 8)), (None, Some(9)));
        assert_eq!(keys.choose(room(2), 1), 10);
        keys.forget_below(room(1), 1);
        assert_eq!(keys.within(room(1), 0, u64::MAX), [3]);
    }

    #[test]
    fn what_was_read_before_the_lease_was_taken_is_not_learnt() {
        let mut keys = LogKeys::default();
        let known = keys.known();
        keys.forget();
        keys.learn(known, [(5, room(1), 0)]);
        assert_eq!(keys.of(room(1), 0), None);
        assert!(keys.stale);
    }
}
