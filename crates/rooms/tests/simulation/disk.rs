//! The simulated database: pending rows, durable rows, and what remains of them after a crash.

use std::collections::VecDeque;

use giog_store::{Fact, Floor, RoomLog};

use crate::chance::Chance;

/// The most bytes of a row: for one input, even if it leads to a whole match of bots.
const MAX_ROW_BYTES: usize = 128 * 1024;

/// The most rows of a room on disk: two matches, with everything before each of them.
const MAX_ROWS_KEPT: u64 = 4_000;

/// A row as the room wrote it.
#[derive(Clone, Debug)]
pub struct Written {
    pub index: u64,
    pub body: String,
    pub facts: Vec<Fact>,
    pub floor: Option<Floor>,
    /// When it becomes durable, unless the storage is then away.
    due_ms: u64,
}

/// The storage.
#[derive(Default)]
pub struct Disk {
    /// Every row that was written. Those below the floor are deleted from the log; they are kept here for comparisons.
    durable: Vec<Written>,
    floor: Option<Floor>,
    pending: VecDeque<Written>,
    /// The longest duration of a commit.
    pub latency_ms: u64,
    pub away: bool,
}

impl Disk {
    pub fn new(latency_ms: u64) -> Self {
        Self {
            latency_ms,
            ..Self::default()
        }
    }

    pub fn append(
        &mut self,
        index: u64,
        body: String,
        facts: Vec<Fact>,
        floor: Option<Floor>,
        now_ms: u64,
        chance: &mut Chance,
    ) {
        assert_eq!(
            index,
            self.durable_rows() + self.pending.len() as u64,
            "rows are numbered without gaps"
        );
        assert!(body.len() <= MAX_ROW_BYTES, "a row of {} bytes", body.len());
        let floors = self.pending.iter().rev().find_map(|row| row.floor.as_ref());
        if let (Some(floor), Some(before)) = (&floor, floors.or(self.floor.as_ref())) {
            assert!(floor.below >= before.below, "floors only rise");
        }
        let after_ms = self.pending.back().map_or(0, |last| last.due_ms);
        let due_ms = after_ms.max(now_ms + chance.between(0, self.latency_ms));
        self.pending.push_back(Written {
            index,
            body,
            facts,
            floor,
            due_ms,
        });
    }

    pub fn durable_rows(&self) -> u64 {
        self.durable.len() as u64
    }

    pub fn pending_rows(&self) -> usize {
        self.pending.len()
    }

    pub fn has_pending(&self) -> bool {
        !self.pending.is_empty()
    }

    /// When the next row becomes durable.
    pub fn due_ms(&self) -> Option<u64> {
        self.pending
            .front()
            .filter(|_| !self.away)
            .map(|row| row.due_ms)
    }

    /// The next row is durable now.
    pub fn commit(&mut self) -> Option<Written> {
        let row = self.pending.pop_front()?;
        self.store(row.clone());
        Some(row)
    }

    /// The server is killed: any number of the pending rows may have been stored, in their order. Returns those.
    pub fn crash(&mut self, chance: &mut Chance) -> Vec<Written> {
        let survived = chance.below(self.pending.len() + 1);
        let rows: Vec<Written> = self.pending.drain(..).take(survived).collect();
        for row in &rows {
            self.store(row.clone());
        }
        rows
    }

    fn store(&mut self, row: Written) {
        if let Some(floor) = &row.floor {
            // Of a room that sleeps the floor alone is left.
            let most = row.index + u64::from(row.body.contains("\"closed\""));
            assert!(floor.below <= most, "a floor is below its row");
            self.floor = Some(floor.clone());
        }
        let from = self.floor.as_ref().map_or(0, |floor| floor.below);
        assert!(row.index + 1 - from <= MAX_ROWS_KEPT, "the log is bounded");
        self.durable.push(row);
    }

    pub fn has_floor(&self) -> bool {
        self.floor.is_some()
    }

    /// The log as it is read after a restart: rows below the floor are gone.
    pub fn log(&self) -> RoomLog {
        let from = self.floor.as_ref().map_or(0, |floor| floor.below);
        let rows = self.durable.iter().filter(|row| row.index >= from);
        RoomLog {
            floor: self.floor.clone(),
            rows: rows.map(|row| (row.index, row.body.clone())).collect(),
        }
    }

    /// The log as it would be if no row was ever deleted.
    pub fn whole_log(&self) -> RoomLog {
        let rows = self.durable.iter();
        RoomLog {
            floor: None,
            rows: rows.map(|row| (row.index, row.body.clone())).collect(),
        }
    }
}
