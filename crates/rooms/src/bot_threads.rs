//! The threads on which bots search: a few for all rooms of a server, with a bounded queue, and a separate one for hints, so that hints
//! never delay the decision of a bot, for which others wait. Each address may use only a part of both queues, and each network a larger
//! part, so that nobody can fill them alone.

use std::collections::HashMap;
use std::num::NonZero;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use giog_protocol::server::ServerMessage;
use giog_rules::Action;
use tokio::sync::mpsc::OwnedPermit;
use tokio::sync::oneshot;

use crate::context::Bot;
use crate::origin::Origin;
use crate::room::{Asked, Think, Ticket};
use crate::workers::Workers;

/// There is one thread for so many cores; the rest is for the rooms.
const CORES_PER_THREAD: usize = 4;
/// Decisions that may wait for a thread. With the most expensive ones, 50 ms each, the last one waits three seconds. Further decisions
/// are made without a search.
const QUEUE_DECISIONS: usize = 64;
/// Hints that may wait for their thread. With the most expensive ones, the last one is ready half a second after its request.
const QUEUE_HINTS: usize = 8;
/// Decisions in rooms of one address that may wait, so that those of others wait for few of them.
const ADDRESS_DECISIONS: usize = 8;
/// Hints for one address that may wait.
const ADDRESS_HINTS: usize = 2;
/// The multiple of an address's limit that a network may have waiting: a quarter of the decisions, and half of the hints.
const NETWORK_TIMES: u32 = 2;
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
#[derive(Clone, Debug)]
pub(crate) struct BotThreads {
    workers: Workers,
    advisers: Workers,
    decisions: Shares,
    hints: Shares,
    counts: Arc<Counts>,
}

/// How many jobs wait for each address and its networks, and the limit for one address.
#[derive(Clone, Debug)]
struct Shares {
    most: usize,
    waiting: Arc<Mutex<HashMap<u64, usize>>>,
}

/// A job that is counted, until this is dropped.
struct Share {
    of: Shares,
    origin: Origin,
}

impl Shares {
    fn of(most: usize) -> Self {
        let waiting = Arc::default();
        Self { most, waiting }
    }

    /// Counts a job for this origin; none if its limit is reached. Without an origin it is not counted.
    fn take(&self, origin: Origin) -> Option<Share> {
        let mut waiting = self.lock();
        let is_full = origin.networks().any(|network| {
            let most = self.most * network.times.min(NETWORK_TIMES) as usize;
            waiting.get(&network.tag).is_some_and(|&now| now >= most)
        });
        if is_full {
            return None;
        }
        for network in origin.networks() {
            *waiting.entry(network.tag).or_default() += 1;
        }
        drop(waiting);
        let of = self.clone();
        Some(Share { of, origin })
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<u64, usize>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        let mut waiting = self.of.lock();
        for network in self.origin.networks() {
            if let Some(left) = waiting.get_mut(&network.tag) {
                *left -= 1;
                if *left == 0 {
                    waiting.remove(&network.tag);
                }
            }
        }
    }
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
            workers: Workers::start(
                "giog-thinker",
                cores.div_ceil(CORES_PER_THREAD),
                QUEUE_DECISIONS,
            ),
            advisers: Workers::start("giog-adviser", 1, QUEUE_HINTS),
            decisions: Shares::of(ADDRESS_DECISIONS),
            hints: Shares::of(ADDRESS_HINTS),
            counts: Arc::default(),
        }
    }

    /// Searches a decision of a room that was created from this origin. Always sends a result: one without an action if there was no
    /// search.
    pub fn think(&self, think: Think, bot: Bot, origin: Origin, to: OwnedPermit<Thought>) {
        let promise = Promise::new(think.ticket, to, Arc::clone(&self.counts));
        let Some(share) = self.decisions.take(origin) else {
            return;
        };
        // A dropped job drops its [`Promise`], which sends a result.
        let _ = self.workers.submit(move || {
            promise.keep(&think, bot);
            drop(share);
        });
    }

    /// The answer to a request for a hint from this origin: `busy` if too many are waiting.
    pub fn advise(
        &self,
        asked: Asked,
        re: u64,
        bot: Bot,
        origin: Origin,
    ) -> impl Future<Output = ServerMessage> + Send + use<> {
        let thought = if asked.is_thought_over(bot) {
            let (tell, told) = oneshot::channel();
            // A job that is dropped, or was not queued, drops its sender, which answers, too. The one who asked may be gone.
            if let Some(share) = self.hints.take(origin) {
                let _ = self.advisers.submit(move || {
                    let _ = tell.send(asked.answer(re, bot));
                    drop(share);
                });
            }
            Ok(told)
        } else {
            Err(asked)
        };
        async move {
            match thought {
                Ok(told) => told.await.unwrap_or_else(|_| Asked::unanswered(re)),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::origin::Network;

    /// An address in a household in a site, each with a number.
    fn origin(address: u64, household: u64, site: u64) -> Origin {
        let networks = [(address, 1), (1_000 + household, 4), (2_000 + site, 16)];
        Origin::new(networks.map(|(tag, times)| Network { tag, times }), None)
    }

    /// As many counted jobs as are accepted for these origins, one after another.
    fn taken(shares: &Shares, from: impl Fn(u64) -> Origin) -> Vec<Share> {
        let taken: Vec<Share> = (0..100).map_while(|n| shares.take(from(n))).collect();
        assert!(taken.len() < 100, "there is no end of shares");
        taken
    }

    #[test]
    fn an_address_and_a_network_have_so_much_waiting_and_no_more() {
        let shares = Shares::of(ADDRESS_HINTS);
        let address = taken(&shares, |_| origin(1, 1, 1));
        assert_eq!(address.len(), ADDRESS_HINTS);
        drop(address);
        for wide in [|n| origin(n, 1, 1), |n| origin(n, n, 1)] {
            let network = taken(&shares, wide);
            assert_eq!(network.len(), 2 * ADDRESS_HINTS);
            assert!(shares.take(origin(200, 200, 2)).is_some(), "elsewhere");
        }
        assert!(shares.lock().is_empty());
    }

    #[test]
    fn a_network_leaves_places_in_both_queues_and_who_is_known_to_come_from_nowhere_is_not_counted()
    {
        for (address, queue) in [
            (ADDRESS_DECISIONS, QUEUE_DECISIONS),
            (ADDRESS_HINTS, QUEUE_HINTS),
        ] {
            let shares = Shares::of(address);
            assert!(taken(&shares, |n| origin(n, n, 1)).len() <= queue / 2);
            let unknown: Vec<_> = (0..=queue)
                .filter_map(|_| shares.take(Origin::default()))
                .collect();
            assert_eq!(unknown.len(), queue + 1);
        }
    }
}
