//! Whether what reviews of games on boards predict comes true: matches of levels against each other.

use giog_bots::{Numbers, appraisal, levels, think};
use giog_review::boards::{Asked, History, nodes, predicted};
use giog_review::{EFFORT, Effort};
use giog_rules::boards::BoardVariant;
use giog_rules::fairness::ServerSeed;
use giog_rules::record::Record;
use giog_rules::{BySeat, Level, Observer, Terms, Variant};

use super::{any, seed_of};
use crate::played::played;

/// So many decisions of a match are sampled. Its end is the same for all of them: matches are what is independent.
const fn samples_of(variant: Variant) -> usize {
    match variant {
        // It has more decisions, of three kinds.
        Variant::Board(BoardVariant::SquareChess) => 20,
        // Each of its seats has three.
        Variant::Board(BoardVariant::SupplyChess) => 12,
        _ => 6,
    }
}

/// What is played, and how exactly it is predicted.
pub struct Board {
    terms: Terms,
    levels: Vec<Level>,
    seed: String,
    effort: Effort,
}

/// A decision, and how its match ended. Shares are ten-thousandths of a win.
#[derive(Clone, Copy, Debug)]
pub struct BoardSample {
    /// The number of the match.
    pub number: u32,
    /// Who decided.
    pub level: Level,
    /// What one search predicts: by this one samples are put into groups.
    pub grouped_by: i32,
    /// What a search with another seed predicts.
    pub predicted: i32,
    /// The share that the seat had in the end.
    pub happened: i32,
}

impl Board {
    /// Matches by these terms, each seat one of these levels by chance.
    pub fn new(terms: Terms, levels: Vec<Level>, seed: &str, lines: u32) -> Self {
        Self {
            terms,
            levels,
            seed: seed.to_owned(),
            effort: Effort { lines, ..EFFORT },
        }
    }

    /// Decisions of the match with this number, of seats and at moments that are chosen at random.
    pub fn samples(&self, number: u32) -> Vec<BoardSample> {
        let (record, players, mut numbers) = self.play(number);
        let mut samples = Vec::new();
        for (seat, level) in players.iter() {
            let mut history = History::of(&record, seat).expect("it was played");
            let happened = history.share;
            let mut moments = std::mem::take(&mut history.moments);
            for _ in 0..samples_of(self.terms.variant()) / self.terms.seats() {
                if moments.is_empty() {
                    break;
                }
                history.moments = vec![moments.swap_remove(any(moments.len(), &mut numbers))];
                let asked = history.decisions().next().expect("it was played");
                let Asked { view, taken, .. } = &asked;
                let mut predicted = || {
                    let seed = numbers.next();
                    let found = appraisal::appraise(view, taken, seed, nodes(self.effort));
                    predicted(&found.expect("it was legal").worth)
                };
                samples.push(BoardSample {
                    number,
                    level: *level,
                    grouped_by: predicted(),
                    predicted: predicted(),
                    happened,
                });
            }
        }
        samples
    }

    /// Plays a match: its record, who sat where, and random numbers for more.
    fn play(&self, number: u32) -> (Record, BySeat<Level>, Numbers) {
        let (bytes, mut numbers) = seed_of(&self.seed, number);
        let players = BySeat::from_fn(self.terms.seats(), |_| {
            self.levels[any(self.levels.len(), &mut numbers)]
        });
        let seed = ServerSeed::new(bytes);
        let record = played(&self.terms, seed, number, usize::MAX, |game, seat| {
            let (view, decision) = (game.view(Observer::Seat(seat)), game.decision(seat)?);
            let seed = numbers.next();
            match players[seat] {
                Level::Simple => {
                    let nodes = giog_bots::nodes(self.terms.variant())?;
                    think(&view, &decision, seed, nodes)
                }
                level => levels::play(level, &view, &decision, seed),
            }
        });
        (record, players, numbers)
    }
}
