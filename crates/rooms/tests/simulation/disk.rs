//! The simulated storage: rows on their way, rows that are durable, and what a crash leaves of them.

use std::collections::VecDeque;

use giog_store::Fact;

use crate::chance::Chance;

/// The most bytes a row may have: what one input does, even if a whole match of computer players follows from it.
const MAX_ROW_BYTES: usize = 128 * 1024;

/// A row as the room wrote it.
#[derive(Clone, Debug)]
pub struct Written {
    pub index: u64,
    pub body: String,
    pub facts: Vec<Fact>,
    /// When it becomes durable, unless the storage is away then.
    due_ms: u64,
}

/// The storage.
#[derive(Default)]
pub struct Disk {
    durable: Vec<Written>,
    pending: VecDeque<Written>,
    /// How long a commit takes at most.
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
        now_ms: u64,
        chance: &mut Chance,
    ) {
        assert_eq!(
            index,
            self.durable_rows() + self.pending.len() as u64,
            "rows are numbered without gaps"
        );
        assert!(body.len() <= MAX_ROW_BYTES, "a row of {} bytes", body.len());
        let after_ms = self.pending.back().map_or(0, |last| last.due_ms);
        let due_ms = after_ms.max(now_ms + chance.between(0, self.latency_ms));
        self.pending.push_back(Written {
            index,
            body,
            facts,
            due_ms,
        });
    }

    pub fn durable_rows(&self) -> u64 {
        self.durable.len() as u64
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
        self.durable.push(row.clone());
        Some(row)
    }

    /// The server dies: of the rows on their way, any number may have got through, in their order. Gives those that did.
    pub fn crash(&mut self, chance: &mut Chance) -> Vec<Written> {
        let survived = chance.below(self.pending.len() + 1);
        let rows: Vec<Written> = self.pending.drain(..).take(survived).collect();
        self.durable.extend(rows.iter().cloned());
        rows
    }

    /// The log as it is read after a restart.
    pub fn log(&self) -> Vec<(u64, String)> {
        self.durable
            .iter()
            .map(|row| (row.index, row.body.clone()))
            .collect()
    }
}
