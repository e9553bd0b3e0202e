//! Whether what reviews predict comes true: matches of players that are no part of any training.

#![allow(dead_code, reason = "every user takes a part")]

pub mod boards;

use giog_bots::Numbers;
use giog_bots::levels::{
    Appraisal, Effort, Policy, Valued, WIN, Worlds, appraise, appraise_openly, net, play,
};
use giog_review::tricks::{Asked, History, MatchReview};
use giog_review::{EFFORT, Review, WHOLE, review};
use giog_rules::fairness::ServerSeed;
use giog_rules::record::Record;
use giog_rules::{Action, BySeat, Level, Match, Observer, Pieces, Seat, Terms, Variant, View};

use crate::played::{lay, played};

/// Who plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Player {
    /// A level.
    Level(Level),
    /// The net's policy: each play as often as lines of a review have it for others.
    #[default]
    Policy,
}

/// What is played, and how exactly it is reviewed.
pub struct Table {
    terms: Terms,
    players: Vec<Player>,
    seed: String,
    policy: Policy<'static>,
    lines: u32,
}

/// A decision, and how its match ended. Shares are ten-thousandths of a win.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// The number of the match.
    pub number: u32,
    /// Who decided.
    pub player: Player,
    /// The share that is predicted by every other line: by this one samples are put into groups.
    pub grouped_by: i32,
    /// The share that is predicted by the other half of the lines. In a group it is right in the mean, while the first one is too high in
    /// the highest group.
    pub predicted: i32,
    /// The same two with all hands open.
    pub openly: [i32; 2],
    /// The share that the seat had in the end.
    pub happened: i32,
}

impl Player {
    /// What [`named`](Self::named) reads.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Level(level) => level.name(),
            Self::Policy => "policy",
        }
    }

    /// A level, or `policy`.
    pub fn named(name: &str) -> Option<Self> {
        let mut levels = Level::ALL.into_iter();
        match levels.find(|level| level.name() == name) {
            Some(level) => Some(Self::Level(level)),
            None => (name == "policy").then_some(Self::Policy),
        }
    }

    /// What this player does; none where they have no opinion.
    pub fn choose(
        self,
        policy: &Policy<'_>,
        game: &Match,
        seat: Seat,
        numbers: &mut Numbers,
    ) -> Option<Action> {
        let view = game.view(Observer::Seat(seat));
        let decision = game.decision(seat)?;
        match self {
            Self::Level(Level::Simple) => giog_bots::choose(&view, &decision),
            Self::Level(level) => play(level, &view, &decision, numbers.next()),
            Self::Policy => drawn(policy, &view, numbers).map(lay),
        }
    }
}

/// A play that is drawn from the policy.
fn drawn(policy: &Policy<'_>, view: &View, numbers: &mut Numbers) -> Option<Pieces> {
    let View::Tricks(view) = view else {
        return None;
    };
    let (_, line) = Worlds::of(view)?.draw(numbers)?;
    let mut valued = Valued::default();
    policy.value(&line, view.you?, &mut valued);
    Some(valued.draw(numbers))
}

/// One of so many.
pub fn any(count: usize, numbers: &mut Numbers) -> usize {
    numbers.below(u32::try_from(count).expect("few")) as usize
}

impl Table {
    /// Matches by these terms, each seat one of these players by chance; none if there is no net for them.
    pub fn new(terms: Terms, players: Vec<Player>, seed: &str, lines: u32) -> Option<Self> {
        let (variant, seats) = (terms.variant(), terms.seats());
        let Variant::Tricks(game) = variant else {
            return None;
        };
        Some(Self {
            terms,
            players,
            seed: seed.to_owned(),
            policy: Policy::new(net(game, seats)?, game)?,
            lines,
        })
    }

    /// One decision of the match with this number, of a seat and at a moment that are chosen at random, so that samples of several matches
    /// are independent. None if that seat never had a choice.
    pub fn sample(&self, number: u32) -> Option<Sample> {
        let (record, players, mut numbers) = self.play(number);
        let me = Seat::new(any(self.terms.seats(), &mut numbers));
        let History {
            mut decisions,
            share: happened,
            ..
        } = History::of(&record, me).expect("it was played");
        decisions.retain(has_a_choice);
        if decisions.is_empty() {
            return None;
        }
        let asked = decisions.swap_remove(any(decisions.len(), &mut numbers));
        let effort = Effort {
            lines: self.lines,
            choices: 1,
            error: 0,
        };
        let Asked {
            view, laid, truth, ..
        } = &asked;
        let (policy, seed) = (&self.policy, numbers.next());
        let shares = appraise(policy, view, *laid, effort, seed)?;
        let open = appraise_openly(policy, view, truth, *laid, effort, seed)?;
        let [grouped_by, predicted] = halves(&shares)?;
        Some(Sample {
            number,
            player: players[me],
            grouped_by,
            predicted,
            openly: halves(&open)?,
            happened,
        })
    }

    /// A review of the match with this number, for a seat that is chosen at random.
    pub fn review(&self, number: u32) -> Option<MatchReview> {
        let (record, _, mut numbers) = self.play(number);
        let me = Seat::new(any(self.terms.seats(), &mut numbers));
        let effort = Effort {
            lines: self.lines,
            ..EFFORT
        };
        let Ok(Review::Tricks(review)) = review(&record, me, effort, |_| ()) else {
            return None;
        };
        Some(review)
    }

    /// Plays a match: its record, who sat where, and random numbers for more.
    fn play(&self, number: u32) -> (Record, BySeat<Player>, Numbers) {
        let (bytes, mut numbers) = seed_of(&self.seed, number);
        let players = BySeat::from_fn(self.terms.seats(), |_| {
            self.players[any(self.players.len(), &mut numbers)]
        });
        let seed = ServerSeed::new(bytes);
        let record = played(&self.terms, seed, number, usize::MAX, |game, seat| {
            players[seat].choose(&self.policy, game, seat, &mut numbers)
        });
        (record, players, numbers)
    }
}

/// The seed of the match with this number, and random numbers for it, which follow from the name of the seed.
fn seed_of(name: &str, number: u32) -> ([u8; 32], Numbers) {
    let mut bytes = [0; 32];
    bytes[..4].copy_from_slice(&number.to_be_bytes());
    for (byte, &named) in bytes[4..].iter_mut().zip(name.as_bytes()) {
        *byte = named;
    }
    let first = u64::from_be_bytes(bytes[..8].try_into().expect("eight"));
    (bytes, Numbers::new(first))
}

/// The shares that two halves of the draws predict for the only choice.
fn halves(appraisal: &Appraisal) -> Option<[i32; 2]> {
    let shares = &appraisal.choices.first()?.shares;
    let mean = |of: u32| {
        let (mut sum, mut count) = (0, 0);
        let lines = appraisal.draws.iter().zip(shares);
        for (_, &share) in lines.filter(|(draw, _)| *draw % 2 == of) {
            sum += i64::from(share);
            count += 1;
        }
        i32::try_from(sum * i64::from(WHOLE) / (count.max(1) * i64::from(WIN)))
    };
    Some([mean(0).ok()?, mean(1).ok()?])
}

fn has_a_choice(asked: &Asked) -> bool {
    let line = Worlds::of(&asked.view).and_then(|worlds| worlds.line(&asked.truth));
    line.zip(asked.view.you).is_some_and(|(line, me)| {
        let mut plays = Vec::new();
        line.plays(me, &mut plays);
        plays.len() > 1
    })
}
