//! Matches in which players of several kinds sit at one table, seats drawn.

use std::error::Error;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

use giog_arena::{ArenaSeed, Course, Kept};
use giog_bots::levels;
use giog_ratings::{SeatResult, ranks};
use giog_rules::record::By;
use giog_rules::{Action, Ceremony, Level, Options, Outcome, Seat, Terms, Variant};

/// Who plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Takes the default.
    Default,
    /// A level of computer players.
    Level(Level),
}

/// What is played.
#[derive(Debug)]
pub struct Sample {
    pub terms: Terms,
    pub seed: ArenaSeed,
}

/// Who sat where, as numbers of `kinds`, and the ranks.
#[derive(Clone, Debug)]
pub struct Ended {
    pub players: Vec<usize>,
    pub ranks: Vec<usize>,
}

impl Sample {
    /// Matches as quick play makes them.
    pub fn new(variant: Variant, seats: usize, seed: &str) -> Result<Self, Box<dyn Error>> {
        let options = Options::with_strangers(variant);
        Ok(Self {
            terms: Terms::new(variant, seats, options, Ceremony::Server)?,
            seed: ArenaSeed::named(seed),
        })
    }

    /// Plays these deals on several threads, each with every rotation of its players; the matches of a deal are together.
    pub fn play(
        &self,
        kinds: &[Kind],
        deals: &[(u32, Vec<usize>)],
        rotates: bool,
    ) -> Vec<Vec<Ended>> {
        let jobs = thread::available_parallelism().map_or(1, usize::from);
        let next = AtomicU32::new(0);
        let work = || {
            let mut done = Vec::new();
            loop {
                let at = next.fetch_add(1, Ordering::Relaxed) as usize;
                let Some((deal, players)) = deals.get(at) else {
                    return done;
                };
                let rotations = if rotates { players.len() } else { 1 };
                let matches = (0..rotations).map(|by| {
                    let mut players = players.clone();
                    players.rotate_left(by);
                    let ranks = self.ranks(kinds, &players, *deal);
                    Ended { players, ranks }
                });
                done.push((at, matches.collect()));
            }
        };
        let mut done: Vec<(usize, Vec<Ended>)> = thread::scope(|scope| {
            let threads: Vec<_> = (0..jobs).map(|_| scope.spawn(work)).collect();
            let done = threads
                .into_iter()
                .map(|thread| thread.join().expect("it plays on"));
            done.flatten().collect()
        });
        done.sort_unstable_by_key(|&(at, _)| at);
        done.into_iter().map(|(_, matches)| matches).collect()
    }

    fn ranks(&self, kinds: &[Kind], players: &[usize], deal: u32) -> Vec<usize> {
        let stream = self.seed.stream(deal);
        let mut course = Course::begin(&self.terms, stream, |_| false, Kept::default());
        while let Some(seat) = course.asks() {
            let chosen = match kinds[players[seat.index()]] {
                Kind::Default => None,
                Kind::Level(level) => self.chosen(&course, seat, level, deal),
            };
            let taken = chosen.is_some_and(|action| course.decide(&action, By::Player).is_ok());
            if !taken {
                course.stand_in(By::Player);
            }
        }
        let outcome = course.outcome().expect("nobody is asked any more");
        ranks(&results(&outcome, players.len()))
    }

    /// What a room's computer player of this level does.
    fn chosen(&self, course: &Course, seat: Seat, level: Level, deal: u32) -> Option<Action> {
        let view = course.view(seat);
        let decision = course.decision(seat)?;
        let number = course.game().awaited_decision(seat).unwrap_or_default();
        let seed = self.seed.of_decision(deal, seat, number);
        let nodes = giog_bots::nodes(self.terms.variant());
        if level > Level::Simple {
            let action = levels::play(level, &view, &decision, seed);
            return action.or_else(|| giog_bots::choose(&view, &decision));
        }
        match nodes {
            Some(nodes) => giog_bots::think(&view, &decision, seed, nodes),
            None => giog_bots::choose(&view, &decision),
        }
    }
}

fn results(outcome: &Outcome, seats: usize) -> Vec<SeatResult> {
    let seats = (0..seats).map(Seat::new);
    let results = seats.map(|seat| SeatResult {
        won: outcome.winners().contains(&seat),
        score: outcome
            .score(seat)
            .and_then(|score| i32::try_from(score).ok()),
        left: false,
    });
    results.collect()
}
