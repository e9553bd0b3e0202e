//! The reviews that are made or wait for it, and how far they are.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use giog_protocol::rest::{ReviewProgress, ReviewedDecision, ReviewedMove};
use giog_review::Progress;
use giog_store::ReviewKey;

use super::bounds::Nominal;

/// The failed reviews that are remembered, so that none is begun again and again: each is a fault of the server, so there are hardly any.
const FAILED: usize = 256;

/// The most decisions that one answer hands out, so that none is long: of a trick game each is some two kilobytes, on a board less.
const MOST_FOUND: usize = 32;

/// All of them.
#[derive(Debug, Default)]
pub(super) struct Jobs {
    by_key: HashMap<ReviewKey, Arc<Job>>,
    /// The number of the last one.
    last: u64,
    /// The latest last.
    failed: Vec<ReviewKey>,
}

/// A review that is made or waits for it.
#[derive(Debug, Default)]
pub(super) struct Job {
    number: u64,
    /// What it takes.
    pub nominal: Nominal,
    done: AtomicU32,
    of: AtomicU32,
    decisions: Found<ReviewedDecision>,
    moves: Found<ReviewedMove>,
}

/// What was found until now, and is handed out before the end.
#[derive(Debug)]
struct Found<T>(Mutex<Vec<T>>);

impl<T> Default for Found<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T: Clone> Found<T> {
    /// Notes those of all that are new.
    fn note(&self, all: &[T]) {
        let mut known = self.known();
        let new = all.get(known.len()..).unwrap_or_default();
        known.extend_from_slice(new);
    }

    /// The next ones after so many, [`MOST_FOUND`] at most.
    fn after(&self, known: usize) -> Vec<T> {
        let all = self.known();
        let next = all.get(known..).unwrap_or_default();
        next.iter().take(MOST_FOUND).cloned().collect()
    }

    fn known(&self) -> MutexGuard<'_, Vec<T>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Job {
    /// Notes how far it is.
    pub fn tell(&self, progress: Progress<'_>) {
        self.decisions.note(progress.decisions);
        self.moves.note(progress.moves);
        let short = |number| u32::try_from(number).unwrap_or(u32::MAX);
        self.tell_counts(short(progress.done), short(progress.of));
    }

    /// Notes how many decisions have been looked at, of so many.
    pub fn tell_counts(&self, done: u32, of: u32) {
        self.of.store(of, Ordering::Relaxed);
        self.done.store(done, Ordering::Relaxed);
    }
}

impl Jobs {
    /// Those that are there.
    pub fn count(&self) -> usize {
        self.by_key.len()
    }

    /// Whether it has failed.
    pub fn has_failed(&self, key: ReviewKey) -> bool {
        self.failed.contains(&key)
    }

    /// Notes that it has failed.
    pub fn fail(&mut self, key: ReviewKey) {
        self.failed.push(key);
        let too_many = self.failed.len().saturating_sub(FAILED);
        self.failed.drain(..too_many);
    }

    /// One more.
    pub fn begin(&mut self, key: ReviewKey, nominal: Nominal) -> Arc<Job> {
        self.last += 1;
        let job = Arc::new(Job {
            number: self.last,
            nominal,
            ..Job::default()
        });
        self.by_key.insert(key, Arc::clone(&job));
        job
    }

    /// One less.
    pub fn end(&mut self, key: ReviewKey) {
        self.by_key.remove(&key);
    }

    /// How far one is, for somebody who knows what was found of so many decisions: with the next ones, [`MOST_FOUND`] at most; none if it is not there.
    pub fn progress(&self, key: ReviewKey, known: usize) -> Option<ReviewProgress> {
        let job = self.by_key.get(&key)?;
        let all = self.by_key.values();
        let is_ahead = |other: &&Arc<Job>| {
            other.number < job.number && other.nominal.lane() == job.nominal.lane()
        };
        Some(ReviewProgress {
            done: job.done.load(Ordering::Relaxed),
            of: job.of.load(Ordering::Relaxed),
            ahead: u32::try_from(all.filter(is_ahead).count()).unwrap_or(u32::MAX),
            decisions: job.decisions.after(known),
            moves: job.moves.after(known),
        })
    }
}

#[cfg(test)]
mod tests {
    use giog_rules::MatchId;
    use serde_json::json;

    use super::*;

    fn key(seat: u8) -> ReviewKey {
        ReviewKey {
            match_id: MatchId(uuid::Uuid::nil()),
            seat,
            engine: giog_review::ENGINE,
        }
    }

    fn moves(count: usize) -> Vec<ReviewedMove> {
        let all = (0..count).map(|action| {
            let json = json!({ "action": action, "ply": action, "played": "a1b2", "lost": 0, "verdict": "good", "choices": [] });
            serde_json::from_value(json).expect("a move")
        });
        all.collect()
    }

    #[test]
    fn one_answer_hands_out_so_many_moves_at_most_and_the_next_ones_the_rest() {
        let found = moves(2 * MOST_FOUND + 1);
        let mut jobs = Jobs::default();
        let (done, of) = (found.len(), found.len());
        let moves = &found[..];
        let progress = Progress {
            done,
            of,
            moves,
            ..Progress::default()
        };
        jobs.begin(key(0), Nominal::default()).tell(progress);
        let (mut told, mut counts) = (Vec::new(), Vec::new());
        while told.len() < found.len() {
            let progress = jobs.progress(key(0), told.len()).expect("it is made");
            counts.push(progress.moves.len());
            told.extend(progress.moves);
        }
        assert_eq!((told, counts), (found, vec![MOST_FOUND, MOST_FOUND, 1]));
    }

    #[test]
    fn moves_are_handed_out_while_they_are_found_and_once_to_who_says_how_many_it_knows() {
        let found = moves(3);
        let mut jobs = Jobs::default();
        let job = jobs.begin(key(0), Nominal::default());
        assert_eq!(jobs.progress(key(1), 0), None);
        let mut told = Vec::new();
        for done in 0..=found.len() {
            let moves = &found[..done];
            job.tell(Progress {
                done,
                of: 3,
                moves,
                ..Progress::default()
            });
            let progress = jobs.progress(key(0), told.len()).expect("it is made");
            assert_eq!((progress.of, progress.ahead), (3, 0));
            assert_eq!(progress.moves.len(), usize::from(done > 0));
            told.extend(progress.moves);
            assert_eq!(told, moves);
        }
        let of = |known| jobs.progress(key(0), known).expect("it is made").moves;
        assert_eq!((of(0), of(4)), (found, Vec::new()));
    }

    #[test]
    fn decisions_of_trick_games_are_handed_out_as_moves_are() {
        let found: Vec<ReviewedDecision> = (0..2)
            .map(|action| {
                let json = json!({
                    "action": action, "trick": action, "laid": "p", "lost": 0, "error": 1,
                    "verdict": "good", "choices": [], "hindsight": []
                });
                serde_json::from_value(json).expect("a decision")
            })
            .collect();
        let mut jobs = Jobs::default();
        let job = jobs.begin(key(0), Nominal::default());
        for done in 1..=found.len() {
            job.tell(Progress {
                done,
                of: 3,
                decisions: &found[..done],
                ..Progress::default()
            });
            let progress = jobs.progress(key(0), done - 1).expect("it is made");
            assert_eq!(progress.decisions, found[done - 1..done]);
            assert_eq!(progress.moves, []);
        }
    }

    #[test]
    fn only_those_of_the_same_lane_are_ahead_and_failed_ones_are_remembered() {
        let mut jobs = Jobs::default();
        for (seat, ms) in [(0, 1_000), (1, 90_000), (2, 1_000), (3, 90_000)] {
            jobs.begin(key(seat), Nominal::taking(ms));
        }
        let ahead = |jobs: &Jobs| {
            let of = |seat| jobs.progress(key(seat), 0).map(|progress| progress.ahead);
            [0, 1, 2, 3].map(of)
        };
        assert_eq!(ahead(&jobs), [Some(0), Some(0), Some(1), Some(1)]);
        jobs.end(key(1));
        assert_eq!(ahead(&jobs), [Some(0), None, Some(1), Some(0)]);
        assert_eq!(jobs.count(), 3);
        jobs.fail(key(1));
        assert!(jobs.has_failed(key(1)) && !jobs.has_failed(key(0)));
    }
}
