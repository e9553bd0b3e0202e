//! The threads on which bots search: a few for all rooms of a server, with a bounded queue, and a separate one for hints, so that hints
//! never delay the decision of a bot, for which others wait. Networks and rooms are served in turn ([`crate::fair_queue`]), so that
//! nobody can take the threads, or the places in the queues, from others.

use std::num::NonZero;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use giog_protocol::server::ServerMessage;
use giog_rules::Action;
use tokio::sync::mpsc::OwnedPermit;
use tokio::sync::oneshot;

use crate::context::Bot;
use crate::fair_queue::{FairQueue, Source};
use crate::lock::lock;
use crate::room::{HintRequest, Think, Ticket};
use crate::workers::Workers;

/// There is one thread for so many cores; the rest is for the rooms.
const CORES_PER_THREAD: usize = 4;
/// Decisions that may wait for a thread. With the most expensive ones, 150 ms each, the last one waits ten seconds. For each further one
/// a decision is made without a search.
const QUEUE_DECISIONS: usize = 64;
/// Hints that may wait for their thread. With the most expensive ones, the last one is ready less than two seconds after its request.
const QUEUE_HINTS: usize = 32;
/// Decisions of one room that are being searched, or whose result it has not taken yet: one for each seat of the largest table.
pub(crate) const ROOM_DECISIONS: usize = 8;

/// Counters of the searches for all rooms.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Thinking {
    /// Decisions that wait for a thread, or are being searched.
    pub waiting: usize,
    /// Decisions that were searched.
    pub done: u64,
    /// Decisions that were not, because the queue was full or the search panicked.
    pub given_up: u64,
    /// The total time of the searches, in microseconds.
    pub took_us: u64,
}

/// The threads and their counters. Clones share them.
#[derive(Clone)]
pub(crate) struct BotThreads {
    thinkers: Searchers,
    advisers: Searchers,
    counts: Arc<Counts>,
}

type Job = Box<dyn FnOnce() + Send>;

/// Threads with the queue that they serve.
#[derive(Clone)]
struct Searchers {
    workers: Workers,
    queue: Arc<Mutex<FairQueue<Job>>>,
}

impl Searchers {
    fn start(name: &str, threads: usize, queue: usize) -> Self {
        Self {
            workers: Workers::start(name, threads, queue),
            queue: Arc::new(Mutex::new(FairQueue::new(queue))),
        }
    }

    /// Queues a job. It is dropped if the queue is full of others that go first, or there are no threads.
    fn submit(&self, source: &Source, job: impl FnOnce() + Send + 'static) {
        // Jobs are dropped without the lock: that sends what they owe.
        let dropped = lock(&self.queue).push(source, Box::new(job));
        if dropped.is_some() {
            return;
        }
        // For each job that waits there is one of these, which takes the one whose turn it is then.
        let queue = Arc::clone(&self.queue);
        if self.workers.submit(move || serve(&queue)).is_err() {
            let not_served = lock(&self.queue).drop_one();
            drop(not_served);
        }
    }
}

fn serve(queue: &Mutex<FairQueue<Job>>) {
    let taken = lock(queue).take();
    if let Some((source, job)) = taken {
        let _charged = Charged::begin(queue, source);
        job();
    }
}

/// Charges a job with the time it takes, also if it panics.
struct Charged<'a> {
    queue: &'a Mutex<FairQueue<Job>>,
    source: Source,
    begun: Instant,
}

impl<'a> Charged<'a> {
    #[expect(
        clippy::disallowed_methods,
        reason = "how long a thread was at work decides only who is served next"
    )]
    fn begin(queue: &'a Mutex<FairQueue<Job>>, source: Source) -> Self {
        let begun = Instant::now();
        Self {
            queue,
            source,
            begun,
        }
    }
}

impl Drop for Charged<'_> {
    fn drop(&mut self) {
        lock(self.queue).charge(&self.source, micros_since(self.begun));
    }
}

fn micros_since(begun: Instant) -> u64 {
    u64::try_from(begun.elapsed().as_micros()).unwrap_or(u64::MAX)
}

#[derive(Debug, Default)]
struct Counts {
    waiting: AtomicUsize,
    done: AtomicU64,
    given_up: AtomicU64,
    took_us: AtomicU64,
}

/// The result of a search, for the room that requested it.
pub(crate) type Thought = (Ticket, Option<Action>);

impl BotThreads {
    /// Starts the threads.
    pub fn start() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
        Self {
            thinkers: Searchers::start(
                "giog-thinker",
                cores.div_ceil(CORES_PER_THREAD),
                QUEUE_DECISIONS,
            ),
            advisers: Searchers::start("giog-adviser", 1, QUEUE_HINTS),
            counts: Arc::default(),
        }
    }

    /// Searches a decision of a room. Always sends a result: one without an action if there was no search.
    pub fn think(&self, think: Think, bot: Bot, source: &Source, to: OwnedPermit<Thought>) {
        let promise = Promise::new(think.ticket, to, Arc::clone(&self.counts));
        // A dropped job drops its [`Promise`], which sends a result.
        self.thinkers
            .submit(source, move || promise.keep(&think, bot));
    }

    /// The answer to a request for a hint: `busy` if too many are waiting.
    pub fn advise(
        &self,
        asked: HintRequest,
        re: u64,
        bot: Bot,
        source: &Source,
    ) -> impl Future<Output = ServerMessage> + Send + use<> {
        let thought = if asked.is_thought_over(bot) {
            let (tell, told) = oneshot::channel();
            // A dropped job drops its sender, which answers, too. The one who asked may be gone.
            self.advisers.submit(source, move || {
                let _ = tell.send(asked.answer(re, bot));
            });
            Ok(told)
        } else {
            Err(asked)
        };
        async move {
            match thought {
                Ok(told) => told.await.unwrap_or_else(|_| HintRequest::unanswered(re)),
                // It needs no search, but it is computed here so that the room's turn does not wait for it.
                Err(asked) => asked.answer(re, bot),
            }
        }
    }

    /// The counters now.
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

/// Ensures that a room gets a result, whatever happens to the job that should send it.
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
        self.counts
            .took_us
            .fetch_add(micros_since(begun), Ordering::Relaxed);
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
