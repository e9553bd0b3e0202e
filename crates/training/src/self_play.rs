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

/// Who plays.
#[derive(Clone, Copy, Debug)]
pub struct Players<'a> {
    /// The net that learns.
    pub learns: &'a Net,
    /// The net of all others, which always lay what it values most, and the learner has one seat; none if the learner has all.
    pub against: Option<&'a Net>,
}

/// Plays the match with this number.
pub fn play(terms: Terms, players: Players<'_>, seed: u64, number: u64, samples: &mut Samples) {
    let policy = policy(terms, players.learns);
    let against = players
        .against
        .map(|net| (self::policy(terms, net), seat_of(terms, number)));
    let mut line = deal(terms, seed, number).expect("after the choices somebody leads");
    let mut numbers = Numbers::new(seed ^ number.wrapping_mul(0xd134_2543_de82_ef95));
    let (mut valued, mut seats) = (Valued::default(), Vec::new());
    while let Some(seat) = line.asks() {
        if let Some((against, _)) = against.filter(|&(_, learner)| learner != seat) {
            lay_best(&against, &mut line, seat, &mut valued);
            continue;
        }
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

/// The seat of the learner, if the others are another net's.
fn seat_of(terms: Terms, number: u64) -> Seat {
    let seats = u64::try_from(terms.seats()).expect("few seats");
    Seat::new(usize::try_from(number % seats).expect("few seats"))
}

/// What a net wins alone among another one's players, all laying what they value most: its share in this deal, as the mean over all seats.
pub fn share(terms: Terms, players: Players<'_>, seed: u64, number: u64) -> f64 {
    let mine = policy(terms, players.learns);
    let theirs = policy(terms, players.against.unwrap_or(players.learns));
    let dealt = deal(terms, seed, number).expect("after the choices somebody leads");
    let mut valued = Valued::default();
    let shares = dealt.game().hands().seats().map(|me| {
        let mut line = dealt;
        while let Some(seat) = line.asks() {
            let policy = if seat == me { &mine } else { &theirs };
            lay_best(policy, &mut line, seat, &mut valued);
        }
        let winners = line.game().winners();
        let count: u8 = winners.values().map(|&won| u8::from(won)).sum();
        f64::from(u8::from(winners[me])) / f64::from(count.max(1))
    });
    let seats = u32::try_from(terms.seats()).expect("few seats");
    shares.sum::<f64>() / f64::from(seats)
}

fn policy(terms: Terms, net: &Net) -> Policy<'_> {
    Policy::new(net, terms.variant()).expect("a trick game has combinations")
}

fn lay_best(policy: &Policy<'_>, line: &mut Line, seat: Seat, valued: &mut Valued) {
    policy.value(line, seat, valued);
    line.lay(seat, valued.best())
        .expect("listed plays are legal");
}

#[cfg(test)]
mod tests {
    use giog_bots::levels::{Size, net};
    use giog_rules::tricks::{Ceremony, OptionsInput, Variant};

    use super::*;
    use crate::learner::{Learner, Task};
    use crate::model::Model;

    fn terms(seats: usize) -> Terms {
        let options = OptionsInput::default();
        Terms::new(Variant::Giog, seats, options, Ceremony::Server).expect("a table")
    }

    #[test]
    fn a_net_among_its_own_kind_has_the_fair_share() {
        let terms = terms(3);
        let club = net(Variant::Giog, 3).expect("a net");
        let players = Players {
            learns: club,
            against: Some(club),
        };
        for number in 0..4 {
            let share = share(terms, players, 1, number);
            assert!((share - 1.0 / 3.0).abs() < 1e-9, "{share}");
        }
    }

    #[test]
    fn only_the_learner_learns_and_its_seat_changes() {
        let terms = terms(2);
        let club = net(Variant::Giog, 2).expect("a net");
        let count = |against, number| {
            let players = Players {
                learns: club,
                against,
            };
            let mut samples = Samples::default();
            play(terms, players, 1, number, &mut samples);
            samples.len()
        };
        for number in 0..4 {
            let (all, some) = (count(None, number), count(Some(club), number));
            // Both lay as often as each other, whoever wins.
            assert!((1..=12).contains(&some) && all % 2 == 0, "{all} {some}");
        }
        assert_eq!(
            [0, 1, 2].map(|number| seat_of(terms, number).index()),
            [0, 1, 0]
        );
    }

    #[test]
    fn an_answer_begins_with_the_net_and_wins_more_than_it() {
        let terms = terms(2);
        let model = Model::new(Size::SMALL, 0.5, &mut Numbers::new(3));
        let poor: &'static Net = Box::leak(Box::new(model.net().expect("a net")));
        assert_eq!(Model::of_net(poor).net().as_ref(), Ok(poor));
        let answer = std::cell::RefCell::new(poor.clone());
        let write = |net: &Net| {
            answer.replace(net.clone());
            Ok(())
        };
        let learner = Learner::new(terms, 1, 1, Task::Answer(poor));
        learner.learn(1_024, write).expect("it learns");
        let players = Players {
            learns: &answer.into_inner(),
            against: Some(poor),
        };
        let shares = (0..100).map(|number| share(terms, players, 2, number));
        let share = shares.sum::<f64>() / 100.0;
        assert!(share > 0.52, "{share}");
    }
}
