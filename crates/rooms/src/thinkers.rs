//! Where computer players think: a few threads for all rooms of a server, with a bounded queue.

use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Instant;

use giog_rules::Action;
use tokio::sync::mpsc::OwnedPermit;

use crate::context::Bot;
use crate::room::{Think, Ticket};
use crate::workers::Workers;

/// For so many cores there is one thread that thinks: the rest is for the rooms.
const CORES_PER_THREAD: usize = 4;
/// Decisions that may wait for a thread: at the dearest, 50 ms each, the last one waits three seconds. Those beyond are played
/// without thinking.
const QUEUE_DECISIONS: usize = 64;
/// Decisions of one room that are thought over, or whose thought it has not taken yet: one for each seat of the largest table.
pub(crate) const ROOM_DECISIONS: usize = 8;

/// What the thinking of all rooms has come to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Thinking {
    /// Decisions that wait for a thread, or are thought over.
    pub waiting: usize,
    /// Decisions that were thought over.
    pub done: u64,
    /// Decisions that were not: the queue was full, or the thinking met a fault.
    pub given_up: u64,
    /// How long the thinking took, in microseconds.
    pub took_us: u64,
}

/// The threads, and what they did; clones are cheap.
#[derive(Clone, Debug)]
pub(crate) struct Thinkers {
    workers: Workers,
    counts: Arc<Counts>,
}

#[derive(Debug, Default)]
struct Counts {
    waiting: AtomicUsize,
    done: AtomicU64,
    given_up: AtomicU64,
    took_us: AtomicU64,
}

/// A thought, for the room that asked for it.
pub(crate) type Thought = (Ticket, Option<Action>);

impl Thinkers {
    /// Starts the threads.
    pub fn start() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
        Self::with(cores.div_ceil(CORES_PER_THREAD), QUEUE_DECISIONS)
    }

    fn with(threads: usize, queue_decisions: usize) -> Self {
        Self {
            workers: Workers::start("giog-thinker", threads, queue_decisions),
            counts: Arc::default(),
        }
    }

    /// Has a decision thought over, and answers in any case: without an action where nobody could think.
    pub fn think(&self, think: Think, bot: Bot, to: OwnedPermit<Thought>) {
        let promise = Promise::new(think.ticket, to, Arc::clone(&self.counts));
        // A job that is dropped breaks its promise, and so answers.
        let _ = self.workers.submit(move || promise.keep(&think, bot));
    }

    /// What came of it so far.
    pub fn look(&self) -> Thinking {
        let counts = &self.counts;
        Thinking {
            waiting: counts.waiting.load(Ordering::Relaxed),
            done: counts.done.load(Ordering::Relaxed),
            given_up: counts.given_up.load(Ordering::Relaxed),
            took_us: counts.took_us.load(Ordering::Relaxed),
        }
    }
}

/// That a room gets an answer, whatever becomes of the job that is to give it.
struct Promise {
    ticket: Ticket,
    to: Option<OwnedPermit<Thought>>,
    counts: Arc<Counts>,
}

impl Promise {
    fn new(ticket: Ticket, to: OwnedPermit<Thought>, counts: Arc<Counts>) -> Self {
        counts.waiting.fetch_add(1, Ordering::Relaxed);
        let to = Some(to);
        Self { ticket, to, counts }
    }

    #[expect(
        clippy::disallowed_methods,
        reason = "how long a thread was at work is measured, and decides nothing"
    )]
    fn keep(mut self, think: &Think, bot: Bot) {
        let begun = Instant::now();
        let action = think.action(bot);
        let took_us = u64::try_from(begun.elapsed().as_micros()).unwrap_or(u64::MAX);
        self.counts.took_us.fetch_add(took_us, Ordering::Relaxed);
        self.counts.done.fetch_add(1, Ordering::Relaxed);
        if let Some(to) = self.to.take() {
            to.send((self.ticket, action));
        }
    }
}

impl Drop for Promise {
    fn drop(&mut self) {
        self.counts.waiting.fetch_sub(1, Ordering::Relaxed);
        if let Some(to) = self.to.take() {
            self.counts.given_up.fetch_add(1, Ordering::Relaxed);
            to.send((self.ticket, None));
        }
    }
}
