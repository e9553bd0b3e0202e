//! Ratings when nodes crash while matches of the same people end: each match counts once, and begins where another one ended. Seasons end
//! meanwhile: they change a rating once. Computer players sit beside people in some matches.
//!
//! `GIOG_SIM_ENDINGS=10000 tests/run --profile long --release -p giog-store nodes_crash` is a long run;
//! `GIOG_SIM_SEED=17 GIOG_SIM_ENDINGS=1` begins with another seed. A seed says who plays, who stores which match when, and how far each attempt gets; how threads take turns is left to chance.

use std::collections::BTreeSet;
use std::future::poll_fn;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::task::Poll;
use std::time::Duration;

use giog_protocol::DeviceId;
use giog_ratings::{Rating, Season};
use giog_rules::MatchId;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};
use tokio::task::JoinSet;
use uuid::Uuid;

use super::fresh::Fresh;
use super::on_both;
use super::ratings::{DAY_MS, ending, pool, rated};
use super::samples::{at, device, lease, match_id, player, room, row_with};
use crate::{
    Append, AppendError, Archive, Fence, Log as _, NewDevice, RankedAnchor, RatedMatch, Standing,
};

on_both!(matches_that_end_while_nodes_crash_count_once);

/// Seeds of a run that nobody asked to be longer.
const SEEDS: u64 = 20;
/// Everybody who plays.
const PEOPLE: u128 = 10;
/// The most people of a match.
const MOST_SEATS: usize = 5;
/// Matches that end at about the same time.
const MATCHES: u128 = 4;
/// Days between the ends of matches, so that a season ends in most seeds.
const DAYS: u128 = 20;
/// An attempt ends after at most two to the power of this many steps.
const MOST_STEPS_LOG: u32 = 7;
/// In one of so many seeds all connections to the database are cut, where a database has connections.
const CUT_IN: u64 = 4;

fn setting(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    let number = text.parse();
    Some(number.unwrap_or_else(|_| panic!("{name} must be a number")))
}

/// How often attempts ended early, and how often the match was stored then.
#[derive(Default)]
struct Crashes {
    before: AtomicU32,
    after: AtomicU32,
}

/// Carries out so many steps of something; `None` if it is not over then, and never will be.
async fn crash_after<T>(steps: u64, act: impl Future<Output = T>) -> Option<T> {
    let mut act = pin!(act);
    let mut left = steps;
    poll_fn(|context| {
        if left == 0 {
            return Poll::Ready(None);
        }
        left -= 1;
        act.as_mut().poll(context).map(Some)
    })
    .await
}

/// A node that ends a match, crashes in it, and is followed by another one until the match is known to be stored.
async fn end_match(
    store: Arc<Archive>,
    fence: Fence,
    (row, id): (Append, MatchId),
    mut chance: ChaCha8Rng,
    crashes: Arc<Crashes>,
) {
    loop {
        let batch = [row.clone()];
        let log = chance.next_u32() % (MOST_STEPS_LOG + 1);
        let steps = 1 + chance.next_u64() % (1 << log);
        match crash_after(steps, store.append(fence, &batch)).await {
            Some(Ok(())) => return,
            Some(Err(AppendError::Unavailable(_))) => {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
            Some(Err(error)) => panic!("{error}"),
            None => {
                let Ok(stored) = store.match_summary(id).await else {
                    continue;
                };
                let counted = if stored.is_some() {
                    &crashes.after
                } else {
                    &crashes.before
                };
                counted.fetch_add(1, Ordering::Relaxed);
            }
        }
    }
}

/// What a person's ratings have to be.
#[derive(Clone)]
struct Expected {
    /// What they had before the matches of a seed, and how many matches that counts.
    before: (Standing, u64),
    /// The season of the latest of them.
    season: Option<Season>,
    /// How many seasons have ended for them.
    past: usize,
    /// The person's matches of the seed.
    played: BTreeSet<MatchId>,
}

async fn matches_that_end_while_nodes_crash_count_once(fresh: &Fresh) {
    let first = fresh.open().await;
    // SQLite has one writer.
    let nodes = if fresh.is_sqlite() {
        vec![Arc::clone(&first); 2]
    } else {
        vec![Arc::clone(&first), fresh.open().await]
    };
    let fence = lease(&*first).await;
    for number in 0..PEOPLE {
        let of = device(u8::try_from(number).expect("few people"));
        let device = DeviceId(Uuid::from_u128(number));
        let created = first.create_guest(player(number), "Lin", NewDevice { device, ..of }, at(0));
        created.await.expect("created");
    }
    let crashes = Arc::new(Crashes::default());
    let nobody = Expected {
        before: (Standing::NEW, 0),
        season: None,
        past: 0,
        played: BTreeSet::new(),
    };
    let mut expected = vec![nobody; usize::try_from(PEOPLE).expect("few people")];
    let begin = setting("GIOG_SIM_SEED").unwrap_or(0);
    for seed in begin..begin + setting("GIOG_SIM_ENDINGS").unwrap_or(SEEDS) {
        let mut chance = ChaCha8Rng::seed_from_u64(seed);
        let mut tasks = JoinSet::new();
        for number in (0..MATCHES).map(|number| u128::from(seed) * MATCHES + number) {
            let people = drawn(&mut chance);
            for &one in &people {
                let of = usize::try_from(one).expect("few people");
                expected[of].played.insert(match_id(number));
            }
            let days = i64::try_from(number * DAYS).expect("few matches");
            let rated = RatedMatch {
                at: at(days * DAY_MS),
                anchors: beside(&mut chance, people.len()),
                ..rated(number, &people)
            };
            let row = row_with(room(number), 0, ending(rated));
            for store in &nodes {
                let own = ChaCha8Rng::seed_from_u64(chance.next_u64());
                let row = (row.clone(), match_id(number));
                let crashes = Arc::clone(&crashes);
                tasks.spawn(end_match(Arc::clone(store), fence, row, own, crashes));
            }
        }
        if chance.next_u64().is_multiple_of(CUT_IN) {
            fresh.cut_connections().await;
        }
        while let Some(ended) = tasks.join_next().await {
            ended.unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        }
        for (number, expected) in (0..PEOPLE).zip(&mut expected) {
            check(&first, seed, number, expected).await;
        }
    }
    let seen = [&crashes.before, &crashes.after].map(|count| count.load(Ordering::Relaxed));
    eprintln!("crashes before and after a match was stored: {seen:?}");
    assert!(seen.iter().all(|&count| count > 0), "{seen:?}");
    for store in nodes.iter().skip(usize::from(fresh.is_sqlite())) {
        store.close().await;
    }
}

/// Two people or more.
fn drawn(chance: &mut ChaCha8Rng) -> Vec<u128> {
    let mut people: Vec<u128> = (0..PEOPLE).collect();
    let seats = 2 + chance.next_u64() % (MOST_SEATS as u64 - 1);
    let drawn = (0..seats).map(|_| {
        let index = chance.next_u64() % people.len() as u64;
        people.swap_remove(usize::try_from(index).expect("few people"))
    });
    drawn.collect()
}

/// Computer players on some of the other seats.
fn beside(chance: &mut ChaCha8Rng, people: usize) -> Vec<RankedAnchor> {
    let rating = Rating {
        mu: 26_000_000,
        sigma: 800_000,
    };
    let free = (MOST_SEATS - people) as u64;
    let anchors = (0..chance.next_u64() % (free + 1)).map(|_| RankedAnchor { rank: 2, rating });
    anchors.collect()
}

/// Checks what the matches of a seed have changed, in any order, and goes on from there.
async fn check(store: &Archive, seed: u64, number: u128, expected: &mut Expected) {
    let played = std::mem::take(&mut expected.played);
    let changes = store.rating_changes(player(number), &pool()).await;
    let changes = changes.expect("an answer");
    let (mut standing, mut matches) = expected.before;
    let latest = changes.iter().filter(|change| change.number > matches);
    let latest: Vec<_> = latest.collect();
    let stored = latest.iter().map(|change| change.match_id);
    assert_eq!(
        (stored.collect(), latest.len()),
        (played.clone(), played.len()),
        "seed {seed}, person {number}"
    );
    for change in latest {
        matches += 1;
        // A match of an earlier season that is stored late counts in the later one.
        let season = expected.season.max(Some(Season::of(change.at.unix_ms())));
        if expected.season.is_some() && season > expected.season {
            standing = standing.after_season();
            expected.past += 1;
        }
        expected.season = season;
        let (before, after) = change.dan.expect("a dan");
        assert_eq!(
            (change.number, change.before, before),
            (matches, standing.rating, standing.dan),
            "seed {seed}, person {number}"
        );
        standing = Standing {
            rating: change.after,
            dan: after,
        };
    }
    expected.before = (standing, matches);
    let now = store.ratings(player(number)).await.expect("an answer");
    assert_eq!(
        now.past.len(),
        expected.past,
        "seed {seed}, person {number}"
    );
    let now = now.ratings.into_iter().next();
    let now = now.map(|one| ((one.standing, one.matches), Some(one.season)));
    let is = (matches > 0).then_some((expected.before, expected.season));
    assert_eq!(now, is, "seed {seed}, person {number}");
}
