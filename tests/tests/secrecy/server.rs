//! A real server in this process with its own hub, rooms, sessions and REST; clock, random numbers and store are those of the tests.
//!
//! The clock is the runtime's paused clock: it advances only when all tasks wait, so that every frame has the same time in every run. The deal
//! can be chosen; everything else that is secret (ids, tokens, seeds) follows from the table's seed.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::Router;
use giog_rooms::{Clock, Context, Dealer, Now, RandomSource, Times, seeded_deal};
use giog_rules::fairness::{Signer, Stream};
use giog_rules::{Deal, Terms, Timestamp};
use giog_server::{Addresses, App, ServerLimits, Settings, app, room_context};
use giog_store::{CommitLimits, Committer, Log as _};
use giog_tests::lifted;
use tokio::sync::watch;
use tokio::time::Instant;

use crate::chance::Chance;
use crate::memory::Memory;
use crate::search;
use crate::table::Table;

/// The start of a match: secret, and known only to the tests.
#[derive(Clone)]
pub struct Opening {
    pub terms: Terms,
    pub deal: Deal,
    /// The stream after the shuffle.
    pub stream: Stream,
}

/// What remains when the server stops, and its configuration.
pub struct Ground {
    pub store: Arc<Memory>,
    /// When it was first started.
    pub began: Instant,
    random: RandomSource,
    rematch: bool,
    most_take_backs: u8,
    /// The deal of the tested match, if it is chosen.
    chosen: Option<Deal>,
    opening: Arc<Mutex<Option<Opening>>>,
}

/// The data is consistent whenever the lock is free, even after a panic.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The whole milliseconds since the first start.
pub fn elapsed_ms(since: Instant) -> u64 {
    u64::try_from(since.elapsed().as_millis()).expect("a short while")
}

impl Ground {
    /// For a table; with this deal if one is given.
    pub async fn new(table: &Table, chosen: Option<Deal>) -> Self {
        Self {
            store: Arc::new(Memory::new().await),
            began: Instant::now(),
            random: random(table.seed_of(0)),
            rematch: table.rematch,
            most_take_backs: table.most_take_backs,
            chosen,
            opening: Arc::default(),
        }
    }

    /// The start of the match.
    pub fn opening(&self) -> Opening {
        lock(&self.opening).clone().expect("the match has begun")
    }

    /// Starts the server, with the rooms in the store.
    pub async fn start(&self) -> (App, Router) {
        thread_local! {
            // Creating the key is most of the cost of a signature.
            static SIGNER: Signer = Signer::new(&[7; 32]);
            // The description of all routes is expensive, too.
            static ROUTES: Router<App> = giog_server::routes(
                Arc::new(PausedClock(Instant::now())),
                &settings().limits.into(),
                &Addresses::default(),
            );
        }
        let settings = settings();
        let store = Arc::clone(&self.store);
        let fence = store.fence();
        let (commit, _) = Committer::start(store, fence, CommitLimits::default());
        let mut context = Context {
            dealer: self.dealer(),
            ..room_context(&settings, SIGNER.with(Signer::clone))
        };
        context.limits.take_backs_per_round = self.most_take_backs;
        context.bot.play = search::play;
        let (_, stopping) = watch::channel(false);
        let app = app(
            context,
            &settings,
            self.store.archive(),
            commit,
            Arc::new(PausedClock(self.began)),
            Arc::clone(&self.random),
            stopping,
        )
        .shared();
        let recovering = app.hub.recover(Arc::clone(&self.store) as _).await;
        recovering.expect("the store is there");
        let recovered = app.hub.recovered().await;
        let rooms = self.store.open_rooms().await.expect("the store is there");
        assert_eq!(recovered.rooms, rooms.len(), "{recovered:?}");
        let router = ROUTES.with(Router::clone).with_state(app.clone());
        (app, router)
    }

    /// Uses the given deal, if any, in the room's last match; notes the deal.
    fn dealer(&self) -> Dealer {
        let opening = Arc::clone(&self.opening);
        let chosen = self.chosen.clone();
        let matches_before = AtomicU64::new(self.rematch.into());
        Arc::new(move |terms, seed, previous_winner| {
            let (seeded, stream) = seeded_deal(terms, seed, previous_winner);
            let is_before = |left: u64| left.checked_sub(1);
            let before =
                matches_before.fetch_update(Ordering::Relaxed, Ordering::Relaxed, is_before);
            let deal = match &chosen {
                Some(chosen) if before.is_err() => chosen.clone(),
                _ => seeded,
            };
            *lock(&opening) = Some(Opening {
                terms: *terms,
                deal: deal.clone(),
                stream: stream.clone(),
            });
            (deal, stream)
        })
    }
}

/// The clock of the tests: the runtime's paused time.
struct PausedClock(Instant);

impl Clock for PausedClock {
    fn now(&self) -> Now {
        let ms = elapsed_ms(self.0);
        let wall_ms = 1_700_000_000_000 + i64::try_from(ms).expect("a short while");
        Now {
            mono_ms: 1_000_000 + ms,
            wall: Timestamp::from_unix_ms(wall_ms),
        }
    }
}

/// A server without rate limits, because these use the machine's clock.
fn settings() -> Settings {
    Settings {
        limits: ServerLimits {
            frames_waiting: 4_096,
            ..lifted()
        },
        times: Times {
            grace_ms: 8_000,
            ..Times::default()
        },
        ..Settings::default()
    }
}

/// Every source has its own number, and the same bytes in every run.
fn random(seed: u64) -> RandomSource {
    let made = AtomicU64::new(0);
    Arc::new(move || {
        let number = made.fetch_add(1, Ordering::Relaxed);
        Box::new(Chance::new(
            seed.wrapping_mul(1_000_003).wrapping_add(number),
        ))
    })
}
