//! A policy: how likely each play of a seat is, by what a net says it is worth.

use giog_rules::tricks::{Variant, View};
use giog_rules::{Pieces, Seat};

use super::encoding::Decided;
use super::line::Line;
use super::net::{Net, WIN};
use super::worlds::World;
use crate::boards::Numbers;
use crate::ranking::Ranking;

/// What stands for 1 in weights.
pub const WEIGHT: u32 = 1 << 16;
/// A play is half as likely as one that is worth so much more.
const HALF: i32 = WIN / 100;
/// What is added to the probability of every play of others: they are no nets.
const SURPRISE: f64 = 0.1;

/// The plays of a game as a net sees them.
#[derive(Clone, Copy, Debug)]
pub struct Policy<'a> {
    net: &'a Net,
    ranking: &'static Ranking,
}

/// The plays of a decision with what they are worth. Kept to be used again.
#[derive(Clone, Debug, Default)]
pub struct Valued {
    /// The legal plays.
    pub plays: Vec<Pieces>,
    /// What each is worth, in parts of [`WIN`].
    pub values: Vec<i32>,
    weights: Vec<u32>,
    /// How many plays were valued so far.
    pub(super) count: u64,
}

impl<'a> Policy<'a> {
    /// With this net; none for games that have no combinations.
    pub fn new(net: &'a Net, variant: Variant) -> Option<Self> {
        let ranking = Ranking::of(variant)?;
        Some(Self { net, ranking })
    }

    /// What the plays of a seat that has to lay are worth.
    pub fn value(&self, line: &Line, seat: Seat, valued: &mut Valued) {
        line.plays(seat, &mut valued.plays);
        self.value_plays(line, seat, valued);
    }

    /// The same, if its plays are listed.
    pub(super) fn value_plays(&self, line: &Line, seat: Seat, valued: &mut Valued) {
        valued.values.clear();
        valued.count += valued.plays.len() as u64;
        let sight = line.sight(seat);
        let decided = Decided::new(&sight, self.ranking);
        let mut sums = self.net.begin();
        decided.rows(|row| self.net.add(&mut sums, row));
        for &play in &valued.plays {
            let mut sums = sums;
            let beheads = line.game().beheads(seat, play);
            decided.play_rows(play, beheads, |row| self.net.add(&mut sums, row));
            valued.values.push(self.net.value(&sums));
        }
    }

    /// How likely it is that these seats have laid as in a world, beside other worlds. None if they could not.
    pub(super) fn likelihood(
        &self,
        view: &View,
        world: &World,
        whose: impl Fn(Seat) -> bool,
        valued: &mut Valued,
    ) -> Option<f64> {
        let mut line = Line::new(view, world.hands)?;
        let mut likely = 1.0;
        for &(seat, play) in &world.plays {
            if whose(seat) {
                line.plays(seat, &mut valued.plays);
                if valued.plays.len() > 1 {
                    self.value_plays(&line, seat, valued);
                    let chance = f64::from(valued.chance(play)) / f64::from(WEIGHT);
                    likely *= (chance + SURPRISE) / (1.0 + SURPRISE);
                }
            }
            line.lay(seat, play).ok()?;
        }
        Some(likely)
    }

    /// The rows of the net that a play of a seat switches on.
    pub fn rows(&self, line: &Line, seat: Seat, play: Pieces, mut on: impl FnMut(usize)) {
        let sight = line.sight(seat);
        let decided = Decided::new(&sight, self.ranking);
        decided.rows(&mut on);
        decided.play_rows(play, line.game().beheads(seat, play), on);
    }
}

impl Valued {
    /// The best play, of equal ones the first and weakest.
    ///
    /// # Panics
    /// If there is none.
    pub fn best(&self) -> Pieces {
        let mut best = 0;
        for (index, value) in self.values.iter().enumerate() {
            if *value > self.values[best] {
                best = index;
            }
        }
        self.plays[best]
    }

    /// What the best play is worth.
    pub fn most(&self) -> i32 {
        self.values.iter().copied().max().unwrap_or_default()
    }

    /// A play that is drawn: the more it is worth, the more often.
    ///
    /// # Panics
    /// If there is none.
    pub fn draw(&mut self, numbers: &mut Numbers) -> Pieces {
        let all = self.weigh();
        let mut left = numbers.below(all.max(1));
        let mut last = 0;
        for (index, &weight) in self.weights.iter().enumerate() {
            last = index;
            if left < weight {
                break;
            }
            left -= weight;
        }
        self.plays[last]
    }

    /// The probability with which a play is drawn so, in parts of `WEIGHT`.
    pub fn chance(&mut self, play: Pieces) -> u32 {
        let all = self.weigh().max(1);
        let of_play = self.plays.iter().position(|&of| of == play);
        let weight = of_play.map_or(0, |index| self.weights[index]);
        let chance = u64::from(weight) * u64::from(WEIGHT) / u64::from(all);
        u32::try_from(chance).unwrap_or(WEIGHT)
    }

    fn weigh(&mut self) -> u32 {
        let most = self.most();
        self.weights.clear();
        let weights = self.values.iter().map(|&value| weight(most - value));
        self.weights.extend(weights);
        self.weights.iter().sum()
    }
}

/// About 2^-(less / [`HALF`]), of [`WEIGHT`]: between powers of two by straight lines.
fn weight(less: i32) -> u32 {
    let less = less.clamp(0, 2 * WIN).unsigned_abs();
    let half = HALF.unsigned_abs();
    let (whole, part) = (less / half, less % half);
    if whole >= 16 {
        return 0;
    }
    let part = u64::from(part) * u64::from(WEIGHT / 2) / u64::from(half);
    (WEIGHT - u32::try_from(part).unwrap_or(0)) >> whole
}
