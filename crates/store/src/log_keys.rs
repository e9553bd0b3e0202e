//! Maps rooms to the keys (row ids) of their rows in SQLite's log.
//!
//! The log has no index by room, because writing one would dirty a page for each row. The server that has the lease chooses the keys, so
//! it knows them; those of earlier servers it reads once.

use std::collections::{BTreeMap, HashMap, HashSet};

use giog_protocol::RoomId;

use crate::limits::{OLD_ROWS, PRUNED_ROWS};

/// The keys of the rows of all open rooms, as far as they were read or chosen.
#[derive(Debug, Default)]
pub(crate) struct LogKeys {
    /// The highest key that was read or chosen.
    last: i64,
    /// For each room the index and key of each row, ascending.
    rooms: HashMap<RoomId, Vec<(u64, i64)>>,
    /// The number of rows in `rooms`.
    rows: usize,
    /// The keys of those rows that are below their room's floor, each with its room: these rows are to be deleted.
    old: BTreeMap<i64, RoomId>,
    /// Fewer old rows than this are not deleted, after an attempt has failed.
    old_at_least: usize,
    /// Keys of rows that cannot be read because their page is damaged.
    unreadable: HashSet<i64>,
    /// Keys of old rows that damage kept from being deleted: they stay.
    kept: HashSet<i64>,
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
                // Rows written since the read began were added when they were written.
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

    /// All rooms that have rows, in the order in which their first ones were written.
    pub(crate) fn rooms(&self) -> Vec<RoomId> {
        let first = |rows: &Vec<(u64, i64)>| rows.iter().map(|&(_, key)| key).min();
        let rooms = self.rooms.iter();
        let mut rooms: Vec<_> = rooms.map(|(&room, rows)| (first(rows), room)).collect();
        rooms.sort_unstable();
        rooms.into_iter().map(|(_, room)| room).collect()
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
        let mut keys = self.within(room, 0, u64::MAX);
        keys.retain(|key| !self.unreadable.contains(key));
        keys
    }

    /// The keys of a room's rows that can be deleted.
    pub(crate) fn deletable(&self, room: RoomId) -> Vec<i64> {
        self.deletable_from(room, 0)
    }

    /// The same without old rows, from an index on.
    pub(crate) fn current(&self, room: RoomId, from: u64) -> Vec<i64> {
        let mut keys = self.deletable_from(room, from);
        keys.retain(|key| !self.old.contains_key(key));
        keys
    }

    fn deletable_from(&self, room: RoomId, from: u64) -> Vec<i64> {
        let mut keys = self.within(room, from, u64::MAX);
        keys.retain(|key| self.is_deletable(*key));
        keys
    }

    /// Whether no damage keeps this row from being deleted, as far as is known.
    fn is_deletable(&self, key: i64) -> bool {
        !self.unreadable.contains(&key) && !self.kept.contains(&key)
    }

    pub(crate) fn note_unreadable(&mut self, key: i64) {
        self.unreadable.insert(key);
        self.old.remove(&key);
    }

    /// Notes that a room's rows below an index are old.
    pub(crate) fn note_floor(&mut self, room: RoomId, below: u64) {
        let mut old = self.within(room, 0, below);
        old.retain(|key| self.is_deletable(*key));
        self.old.extend(old.into_iter().map(|key| (key, room)));
    }

    /// The old rows that are to be deleted now, if so many have gathered that it is worthwhile: those that were written first, as these
    /// share pages.
    pub(crate) fn to_prune(&self) -> Option<Vec<(i64, RoomId)>> {
        let current = self.rows - self.old.len();
        let worthwhile = OLD_ROWS.max(current / 2).max(self.old_at_least);
        if self.old.len() < worthwhile {
            return None;
        }
        let old = self.old.iter().take(PRUNED_ROWS);
        Some(old.map(|(&key, &room)| (key, room)).collect())
    }

    /// Drops the keys of old rows that were deleted.
    pub(crate) fn pruned(&mut self, deleted: &[(i64, RoomId)]) {
        self.old_at_least = 0;
        let mut rooms: HashSet<RoomId> = HashSet::new();
        for (key, room) in deleted {
            if self.old.remove(key).is_some() {
                rooms.insert(*room);
            }
        }
        let deleted: HashSet<i64> = deleted.iter().map(|&(key, _)| key).collect();
        for room in rooms {
            if let Some(rows) = self.rooms.get_mut(&room) {
                let before = rows.len();
                rows.retain(|(_, key)| !deleted.contains(key));
                rows.shrink_to_fit();
                self.rows -= before - rows.len();
            }
        }
    }

    /// Notes that old rows could not be deleted: it is tried again when as many more have gathered.
    pub(crate) fn not_pruned(&mut self) {
        self.old_at_least = self.old.len() + OLD_ROWS;
    }

    /// Notes that damage keeps some of these old rows from being deleted, so that the others are deleted without them.
    pub(crate) fn keep(&mut self, rows: &[(i64, RoomId)]) {
        for (key, _) in rows {
            self.old.remove(key);
            self.kept.insert(*key);
        }
    }

    pub(crate) fn forget_room(&mut self, room: RoomId) {
        for (_, key) in self.rooms.remove(&room).unwrap_or_default() {
            self.rows -= 1;
            self.old.remove(&key);
            self.kept.remove(&key);
        }
    }

    fn put(&mut self, room: RoomId, index: u64, key: i64) {
        let rows = self.rooms.entry(room).or_default();
        let place = rows.partition_point(|&(before, _)| before < index);
        rows.insert(place, (index, key));
        self.rows += 1;
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
    }

    #[test]
    fn rows_that_are_deleted_together_were_written_together() {
        const ROOMS: usize = 64;
        const MATCHES: usize = 40;
        const ROWS_OF_A_MATCH: usize = 20;
        let numbers = || (0..ROOMS).map(|number| number as u128);
        let first_row = |match_number: usize| (match_number * ROWS_OF_A_MATCH) as u64;
        let mut keys = LogKeys::default();
        let (mut pruned, mut spans) = (0, 0);
        for match_number in 0..MATCHES {
            for index in first_row(match_number)..first_row(match_number + 1) {
                for number in numbers() {
                    keys.choose(room(number), index);
                }
            }
            for number in numbers() {
                keys.note_floor(room(number), first_row(match_number));
                if let Some(old) = keys.to_prune() {
                    keys.pruned(&old);
                    let (first, last) = (old[0].0, old[old.len() - 1].0);
                    spans += usize::try_from(last - first + 1).expect("ascending");
                    pruned += old.len();
                }
            }
        }
        assert!(
            spans < 3 * pruned,
            "{spans} keys from the first to the last of {pruned}"
        );
        let kept = keys.rows;
        assert_eq!(ROOMS * MATCHES * ROWS_OF_A_MATCH - kept, pruned);
        let current = ROOMS * ROWS_OF_A_MATCH;
        assert!(kept <= current + OLD_ROWS.max(current / 2), "{kept}");
        for number in numbers() {
            let below = first_row(MATCHES - 1);
            assert_eq!(keys.current(room(number), 0).len(), ROWS_OF_A_MATCH);
            let of_last = keys.within(room(number), below, u64::MAX);
            assert_eq!(of_last.len(), ROWS_OF_A_MATCH);
            keys.forget_room(room(number));
        }
        assert_eq!((keys.rows, keys.old.len()), (0, 0));
    }

    #[test]
    fn what_cannot_be_deleted_is_tried_again_when_more_has_gathered() {
        let mut keys = LogKeys::default();
        let mut index = 0;
        let mut add = |keys: &mut LogKeys, rows: u64| {
            for _ in 0..rows {
                keys.choose(room(1), index);
                index += 1;
            }
            keys.note_floor(room(1), index);
        };
        let gathered = OLD_ROWS as u64;
        add(&mut keys, gathered - 1);
        assert_eq!(keys.to_prune(), None);
        add(&mut keys, 1);
        assert!(keys.to_prune().is_some());
        keys.not_pruned();
        add(&mut keys, gathered - 1);
        assert_eq!(keys.to_prune(), None, "not at once");
        add(&mut keys, 1);
        let damaged = keys.to_prune().expect("again");
        assert_eq!(damaged.len(), PRUNED_ROWS);
        keys.keep(&damaged);
        keys.note_floor(room(1), u64::MAX);
        assert_eq!(keys.old.len(), 2 * OLD_ROWS - PRUNED_ROWS);
        keys.old_at_least = 0;
        let others = keys.to_prune().expect("the others");
        assert!(others.iter().all(|row| !damaged.contains(row)));
        keys.pruned(&others);
        assert_eq!(keys.deletable(room(1)).len(), keys.old.len());
        keys.forget_room(room(1));
        assert_eq!((keys.rows, keys.old.len(), keys.kept.len()), (0, 0, 0));
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
