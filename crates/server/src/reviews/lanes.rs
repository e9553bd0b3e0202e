//! The two lanes of reviews: short and long ones. In each, one is made after another, and both have half of one core, so that neither waits for the
//! other to end.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::time::Instant;

use crate::workers::{JobNotDone, Workers};

/// Reviews that take longer have a lane of their own: more than those of trick games and of mahjong count for.
const SHORT_MS: u64 = 5_000;

/// Where a review waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lane {
    /// With those that take seconds, and all that is checked or evaluated once more.
    Short,
    /// With those that take up to minutes.
    Long,
}

impl Lane {
    /// That of a review that takes so long.
    pub const fn of(nominal_ms: u64) -> Self {
        if nominal_ms > SHORT_MS {
            Self::Long
        } else {
            Self::Short
        }
    }

    const fn index(self) -> usize {
        match self {
            Self::Short => 0,
            Self::Long => 1,
        }
    }

    const fn other(self) -> Self {
        match self {
            Self::Short => Self::Long,
            Self::Long => Self::Short,
        }
    }
}

/// Both lanes.
pub(super) struct Lanes {
    turns: [Semaphore; 2],
    threads: [Workers; 2],
    core: Arc<Core>,
}

impl Lanes {
    /// Starts a thread for each, behind all others.
    pub fn start() -> Self {
        Self {
            turns: [(); 2].map(|()| Semaphore::new(1)),
            threads: ["giog-reviewer", "giog-reviewer-long"].map(Workers::for_reviews),
            core: Arc::default(),
        }
    }

    /// Waits until nothing else is made in the lane; whoever came first goes first.
    pub async fn turn(&self, lane: Lane) -> SemaphorePermit<'_> {
        let turn = self.turns[lane.index()].acquire().await;
        turn.expect("turns never end")
    }

    /// Does something on the thread of the lane, when the core is free for it.
    pub async fn run<T: Send + 'static>(
        &self,
        lane: Lane,
        work: impl FnOnce(&mut Share) -> T + Send + 'static,
    ) -> Result<T, JobNotDone> {
        let core = Arc::clone(&self.core);
        let work = move || work(&mut Share::take(core, lane));
        self.threads[lane.index()].run(work).await
    }

    /// How long everything took until now, in milliseconds.
    pub fn took_ms(&self) -> u64 {
        self.core.took_us.load(Ordering::Relaxed) / 1_000
    }
}

/// What both lanes share: one of them has it at a time.
#[derive(Debug, Default)]
struct Core {
    lanes: Mutex<Wanted>,
    is_free: Condvar,
    took_us: AtomicU64,
}

/// Who has the core, and who wants it.
#[derive(Debug, Default)]
struct Wanted {
    is_taken: bool,
    wants: [bool; 2],
    /// How long each has had it.
    spent: [Duration; 2],
}

impl Wanted {
    /// Begins to count for a lane: what it has not wanted before, it does not catch up.
    fn begin(&mut self, lane: Lane) {
        let of_other = self.spent[lane.other().index()];
        let spent = &mut self.spent[lane.index()];
        *spent = of_other.max(*spent);
    }

    /// Whether the other lane goes first: it has had less.
    fn is_others(&self, lane: Lane) -> bool {
        let other = lane.other().index();
        self.wants[other] && self.spent[other] < self.spent[lane.index()]
    }
}

impl Core {
    fn lock(&self) -> MutexGuard<'_, Wanted> {
        self.lanes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for the core.
    fn take(&self, lane: Lane) {
        let mut wanted = self.lock();
        wanted.wants[lane.index()] = true;
        while wanted.is_taken || wanted.is_others(lane) {
            let woken = self.is_free.wait(wanted);
            wanted = woken.unwrap_or_else(PoisonError::into_inner);
        }
        wanted.wants[lane.index()] = false;
        wanted.is_taken = true;
    }

    /// Gives it back after so long.
    fn give_back(&self, lane: Lane, took: Duration) {
        let mut wanted = self.lock();
        wanted.spent[lane.index()] += took;
        wanted.is_taken = false;
        drop(wanted);
        self.is_free.notify_all();
        let took_us = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        self.took_us.fetch_add(took_us, Ordering::Relaxed);
    }
}

/// The core, for one of the lanes, until this is dropped.
#[derive(Debug)]
pub(super) struct Share {
    core: Arc<Core>,
    lane: Lane,
    since: Instant,
}

impl Share {
    fn take(core: Arc<Core>, lane: Lane) -> Self {
        core.lock().begin(lane);
        core.take(lane);
        Self {
            core,
            lane,
            since: Instant::now(),
        }
    }

    /// Lets the other lane go on, if it waits and has had less.
    pub fn pause(&mut self) {
        self.core.give_back(self.lane, self.since.elapsed());
        self.core.take(self.lane);
        self.since = Instant::now();
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        self.core.give_back(self.lane, self.since.elapsed());
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, AtomicUsize};

    use super::*;

    #[test]
    fn a_long_review_and_many_short_ones_have_half_of_the_core_each() {
        const STEPS_MS: [u64; 2] = [2, 10];
        let mut wanted = Wanted::default();
        // Nobody waits for the short ones to catch up what they have not wanted.
        wanted.spent[Lane::Long.index()] = Duration::from_mins(1);
        wanted.begin(Lane::Short);
        let before = wanted.spent;
        wanted.wants = [true; 2];
        let mut steps = [0; 2];
        for _ in 0..600 {
            let lane = if wanted.is_others(Lane::Long) {
                Lane::Short
            } else {
                Lane::Long
            };
            assert!(!wanted.is_others(lane), "one of them can go on: {wanted:?}");
            wanted.spent[lane.index()] += Duration::from_millis(STEPS_MS[lane.index()]);
            steps[lane.index()] += 1;
        }
        assert_eq!(steps, [500, 100]);
        let spent = [0, 1].map(|lane| wanted.spent[lane].saturating_sub(before[lane]));
        assert_eq!(spent, [Duration::from_secs(1); 2]);
        // Alone, it has all of it.
        wanted.wants[Lane::Short.index()] = false;
        wanted.spent[Lane::Long.index()] += Duration::from_mins(1);
        assert!(!wanted.is_others(Lane::Long));
    }

    #[tokio::test]
    async fn short_reviews_do_not_wait_for_the_end_of_a_long_one_and_one_is_made_at_a_time() {
        // Far more than the short ones leave it.
        const MOST_STEPS: usize = 20_000;
        let lanes = Arc::new(Lanes::start());
        let (at_once, long_steps) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let are_over = Arc::new(AtomicBool::new(false));
        let step = |at_once: &AtomicUsize| {
            assert_eq!(at_once.fetch_add(1, Ordering::SeqCst), 0, "one at a time");
            std::thread::sleep(Duration::from_millis(1));
            at_once.fetch_sub(1, Ordering::SeqCst);
        };
        let long = {
            let (at_once, steps, are_over) = (
                Arc::clone(&at_once),
                Arc::clone(&long_steps),
                Arc::clone(&are_over),
            );
            let lanes = Arc::clone(&lanes);
            tokio::spawn(async move {
                let work = move |share: &mut Share| {
                    let mut left = MOST_STEPS;
                    while left > 0 && !are_over.load(Ordering::SeqCst) {
                        step(&at_once);
                        steps.fetch_add(1, Ordering::SeqCst);
                        share.pause();
                        left -= 1;
                    }
                    left > 0
                };
                lanes.run(Lane::Long, work).await
            })
        };
        while long_steps.load(Ordering::SeqCst) == 0 {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        for _ in 0..10 {
            let (_turn, at_once) = (lanes.turn(Lane::Short).await, Arc::clone(&at_once));
            let work = move |share: &mut Share| {
                for _ in 0..5 {
                    step(&at_once);
                    share.pause();
                }
            };
            assert_eq!(lanes.run(Lane::Short, work).await, Ok(()));
        }
        are_over.store(true, Ordering::SeqCst);
        assert_eq!(long.await.expect("a task"), Ok(true));
        assert!(lanes.took_ms() >= 50, "{}", lanes.took_ms());
    }

    #[tokio::test]
    async fn a_fault_gives_the_core_back() {
        let lanes = Lanes::start();
        let fault = lanes.run(Lane::Long, |_| panic!("a fault"));
        assert_eq!(fault.await, Err::<(), _>(JobNotDone::Failed));
        assert_eq!(lanes.run(Lane::Short, |_| 1).await, Ok(1));
    }

    #[test]
    fn what_takes_minutes_has_a_lane_of_its_own() {
        assert_eq!(Lane::of(4_000), Lane::Short);
        assert_eq!(Lane::of(17_000), Lane::Long);
    }
}
