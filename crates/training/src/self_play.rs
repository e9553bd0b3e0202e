//! Matches of a net against itself, and what is learned from them.

use giog_bots::Numbers;
use giog_bots::levels::{Line, Net, Policy, Valued};
use giog_rules::fairness::{Entropy, ServerSeed, Stream, match_seed};
use giog_rules::tricks::{Deal, Match, Terms};
use giog_rules::{BySeat, MatchId, Observer, Pieces, Seat};
use uuid::Uuid;

/// One play of so many is any legal one.
const ANY: u32 = 24;

/// Plays with how their matches ended.
#[derive(Debug, Default)]
pub struct Samples {
    /// The rows that are on, one play after the other.
    rows: Vec<u16>,
    /// Where the rows of each end.
    ends: Vec<usize>,
    /// What each was worth in the end, from 0 to 1.
    pub worths: Vec<f32>,
}

impl Samples {
    /// How many.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// The rows that are on.
    pub fn rows(&self, index: usize) -> &[u16] {
        let begin = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.rows[begin..self.ends[index]]
    }

    /// Adds those of other matches.
    pub fn extend(&mut self, other: &Self) {
        let begin = self.rows.len();
        self.rows.extend_from_slice(&other.rows);
        self.ends.extend(other.ends.iter().map(|end| begin + end));
        self.worths.extend_from_slice(&other.worths);
    }
}

/// The match with this number before its first lead.
pub fn deal(terms: Terms, seed: u64, number: u64) -> Option<Line> {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_be_bytes());
    let id = MatchId(Uuid::from_u128(number.into()));
    let none = BySeat::<Entropy>::new(0);
    let mut stream = Stream::new(&match_seed(&ServerSeed::new(bytes), id, &none));
    let dealt = Deal::from_stream(&terms, None, &mut stream);
    let game = Match::start(&terms, dealt, Some(stream)).game;
    let view = |seat| game.view(Observer::Seat(seat));
    let hands = BySeat::from_fn(terms.seats(), |seat| view(seat).hand.unwrap_or_default());
    Line::new(&view(Seat::new(0)), hands)
}

/// Plays the match with this number.
pub fn play(terms: Terms, net: &Net, seed: u64, number: u64, samples: &mut Samples) {
    let variant = terms.variant();
    let policy = Policy::new(net, variant).expect("a trick game has combinations");
    let mut line = deal(terms, seed, number).expect("after the choices somebody leads");
    let mut numbers = Numbers::new(seed ^ number.wrapping_mul(0xd134_2543_de82_ef95));
    let (mut valued, mut seats) = (Valued::default(), Vec::new());
    while let Some(seat) = line.asks() {
        policy.value(&line, seat, &mut valued);
        let count = u32::try_from(valued.plays.len()).expect("few plays");
        let play: Pieces = if numbers.below(ANY) == 0 {
            valued.plays[numbers.below(count) as usize]
        } else {
            valued.draw(&mut numbers)
        };
        policy.rows(&line, seat, play, |row| {
            samples.rows.push(u16::try_from(row).expect("few rows"));
        });
        samples.ends.push(samples.rows.len());
        seats.push(seat);
        line.lay(seat, play).expect("listed plays are legal");
    }
    let worths = seats.into_iter().map(|seat| line.worth(seat));
    samples.worths.extend(worths);
}
