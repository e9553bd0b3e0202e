//! Games with three dice: sic bo, grand hazard, chuck-a-luck (`docs/TILES.md` §5).

mod bets;

use std::ops::RangeInclusive;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::action::{Stake, TilesAction};
use super::game::{Game, TilesEnd, right_of};
use super::options::TilesOptions;
use crate::table::{RefusalCode, Seat};
use bets::Placed;

pub use super::options::Bank;
pub(crate) use bets::BetCondition;
pub(crate) use bets::BetTable;

/// How the winner is found.
pub(super) const GOAL: &str = "Whoever has most points after the last throw wins.";
/// The possible numbers of players.
pub(super) const PLAYERS: RangeInclusive<usize> = 2..=8;
/// What the option `rounds` counts.
pub(super) const ROUNDS: &str = "Throws; with a bank in turn, for each player";
/// The most throws that a match may have, or with a bank in turn the most for each seat.
pub(super) const MOST_ROUNDS: u8 = 20;
/// The options, with their defaults.
pub(super) const OPTIONS: TilesOptions = TilesOptions {
    rounds: Some(10),
    bank: Some(Bank::House),
    stock: Some(100),
    limit: Some(20),
    any_triple: Some(true),
    ..TilesOptions::NONE
};

/// A throw of three dice.
pub type Throw = [u8; 3];

/// A finished round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "DiceRound")]
pub struct Round {
    /// Who was the banker; null for the house.
    pub banker: Option<Seat>,
    /// The throw.
    pub dice: Throw,
    /// Each seat's bets; null if it could not bet.
    pub bets: Vec<Option<Vec<BetResult>>>,
    /// For each seat the change of its points.
    pub points: Vec<i64>,
}

/// A bet and its result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BetResult {
    /// The name of what is bet on.
    pub on: String,
    /// The points.
    pub points: i64,
    /// The points won; negative if lost.
    pub won: i64,
}

/// A match of a dice game.
#[derive(Clone, Debug)]
pub struct Dice {
    table: &'static BetTable,
    bank: Bank,
    /// The number of throws, or with [`Bank::Turns`] the number for each seat.
    throws: u8,
    /// The most points that a seat may bet in a round.
    limit: i64,
    scores: Vec<i64>,
    /// The number of the current round, including rounds that were skipped.
    round: usize,
    /// Each seat's bets in this round, in the order of the table.
    bets: Vec<Option<Vec<Placed>>>,
    rounds: Vec<Round>,
    end: Option<TilesEnd>,
}

impl Dice {
    /// A match at its beginning.
    pub(super) fn new(table: &'static BetTable, seats: usize, options: TilesOptions) -> Self {
        Self {
            table,
            bank: options.bank.unwrap_or(Bank::House),
            throws: options.rounds.unwrap_or(1),
            limit: options.limit.unwrap_or(1).into(),
            scores: vec![options.stock.unwrap_or(0).into(); seats],
            round: 0,
            bets: vec![None; seats],
            rounds: Vec::new(),
            end: None,
        }
    }

    /// The most rounds.
    fn length(&self) -> usize {
        let rounds = usize::from(self.throws);
        match self.bank {
            Bank::House => rounds,
            Bank::Turns => rounds * self.scores.len(),
        }
    }

    /// The rounds that were thrown.
    pub fn rounds(&self) -> &[Round] {
        &self.rounds
    }

    /// The most points that a seat may bet in this round.
    pub fn most(&self, seat: Seat) -> i64 {
        self.scores[seat.index()].min(self.limit)
    }

    /// The names of everything that can be bet on, in the order of the table.
    pub fn bets(&self) -> impl Iterator<Item = &str> {
        self.table.all().map(|(name, _)| name)
    }

    /// The bets of a seat in this round, in the order of the table; none if it has not bet.
    pub fn laid(&self, seat: Seat) -> Option<Vec<Stake>> {
        Some(self.stakes(self.bets[seat.index()].as_ref()?))
    }

    /// The same bets in the order of the table; none if they are not legal.
    pub fn in_order(&self, seat: Seat, stakes: &[Stake]) -> Option<Vec<Stake>> {
        Some(self.stakes(&self.place(seat.index(), stakes).ok()?))
    }

    fn stakes(&self, placed: &[Placed]) -> Vec<Stake> {
        let stake = |&(bet, points): &Placed| Stake {
            on: self.table.name(bet).to_owned(),
            points,
        };
        placed.iter().map(stake).collect()
    }

    /// The seats that can bet in this round, ascending; none when the match is over.
    pub fn betting(&self) -> Vec<Seat> {
        let seats = (0..self.scores.len()).filter(|&seat| self.end.is_none() && self.can_bet(seat));
        seats.map(Seat::new).collect()
    }

    /// The banker of the current round; none if it is the house.
    pub fn banker_seat(&self) -> Option<Seat> {
        self.banker().map(Seat::new)
    }

    fn banker(&self) -> Option<usize> {
        let turns = self.end.is_none() && self.bank == Bank::Turns;
        turns.then(|| right_of(0, self.round, self.scores.len()))
    }

    fn can_bet(&self, seat: usize) -> bool {
        self.scores[seat] > 0 && self.banker() != Some(seat)
    }

    fn is_waited_for(&self, seat: usize) -> bool {
        self.can_bet(seat) && self.bets[seat].is_none()
    }

    /// Goes on to the next round in which any seat can bet, or to the end.
    fn next_round(&mut self) {
        loop {
            self.round += 1;
            if self.round >= self.length() {
                self.end = Some(TilesEnd::Rounds);
                return;
            }
            if (0..self.scores.len()).any(|seat| self.can_bet(seat)) {
                return;
            }
            if self.bank == Bank::House {
                self.end = Some(TilesEnd::Broke);
                return;
            }
        }
    }

    /// The bets as indices of the table, or why they are not legal.
    fn place(&self, seat: usize, stakes: &[Stake]) -> Result<Vec<Placed>, RefusalCode> {
        let mut placed = stakes
            .iter()
            .map(|stake| self.table.find(&stake.on).map(|bet| (bet, stake.points)))
            .collect::<Option<Vec<Placed>>>()
            .ok_or(RefusalCode::NoSuchBet)?;
        placed.sort_by_key(|&(bet, _)| bet);
        if placed.windows(2).any(|pair| pair[0].0 == pair[1].0) {
            return Err(RefusalCode::BetTwice);
        }
        if placed.iter().any(|&(_, points)| points < 1) {
            return Err(RefusalCode::BadPoints);
        }
        let total = placed
            .iter()
            .fold(0_i64, |sum, &(_, points)| sum.saturating_add(points));
        if total > self.limit || total > self.scores[seat] {
            return Err(RefusalCode::TooMuch);
        }
        Ok(placed)
    }

    /// Completes the current round with this throw, each seat that can bet placing a random bet. Nothing is stored. Returns the change
    /// of each seat's points. `uniform(n)` returns numbers from 0 to `n - 1`.
    pub fn play_out(&self, dice: Throw, mut uniform: impl FnMut(u32) -> u32) -> Vec<i64> {
        let banker = self.banker();
        let mut points = vec![0; self.scores.len()];
        for (seat, won) in points.iter_mut().enumerate() {
            if self.can_bet(seat) {
                let bet = uniform(self.table.count()) as usize;
                let most = u32::try_from(self.most(Seat::new(seat))).unwrap_or(u32::MAX);
                *won = self.won((bet, i64::from(1 + uniform(most))), dice);
            }
        }
        if let Some(banker) = banker {
            points[banker] = -points.iter().sum::<i64>();
        }
        points
    }

    /// The points that a bet wins, or loses if negative.
    fn won(&self, (bet, points): Placed, dice: Throw) -> i64 {
        let odds = self.table.odds(bet, dice);
        odds.map_or(-points, |odds| points * odds)
    }

    /// The results of a seat's bets.
    fn settle(&self, placed: &[Placed], dice: Throw) -> Vec<BetResult> {
        let results = placed.iter().map(|&(bet, points)| BetResult {
            on: self.table.name(bet).to_owned(),
            points,
            won: self.won((bet, points), dice),
        });
        results.collect()
    }
}

impl Game for Dice {
    type Chance = Throw;

    fn seats(&self) -> usize {
        self.scores.len()
    }

    fn needs_chance(&self) -> bool {
        self.end.is_none() && !(0..self.seats()).any(|seat| self.is_waited_for(seat))
    }

    fn take_chance(&mut self, dice: Throw) {
        let seats = self.seats();
        let banker = self.banker();
        let bets: Vec<Option<Vec<BetResult>>> =
            std::mem::replace(&mut self.bets, vec![None; seats])
                .into_iter()
                .map(|placed| placed.map(|placed| self.settle(&placed, dice)))
                .collect();
        let won = |bets: &Option<Vec<BetResult>>| bets.iter().flatten().map(|bet| bet.won).sum();
        let mut points: Vec<i64> = bets.iter().map(won).collect();
        if let Some(banker) = banker {
            points[banker] = -points.iter().sum::<i64>();
        }
        for (score, points) in self.scores.iter_mut().zip(&points) {
            *score += points;
        }
        self.rounds.push(Round {
            banker: banker.map(Seat::new),
            dice,
            bets,
            points,
        });
        self.next_round();
    }

    fn waiting(&self) -> Vec<Seat> {
        if self.end.is_some() {
            return Vec::new();
        }
        let seats = (0..self.seats()).filter(|&seat| self.is_waited_for(seat));
        seats.map(Seat::new).collect()
    }

    fn may_take_back(&self, seat: Seat) -> bool {
        self.bets[seat.index()].is_some()
    }

    fn act(&mut self, seat: Seat, action: &TilesAction) -> Result<(), RefusalCode> {
        let index = seat.index();
        match action {
            TilesAction::TakeBack if self.may_take_back(seat) => self.bets[index] = None,
            TilesAction::Bet { bets } => self.bets[index] = Some(self.place(index, bets)?),
            _ => return Err(RefusalCode::WrongAction),
        }
        Ok(())
    }

    fn default_action(&self, _seat: Seat) -> TilesAction {
        TilesAction::Bet { bets: Vec::new() }
    }

    fn scores(&self) -> Vec<i64> {
        self.scores.clone()
    }

    fn end(&self) -> Option<TilesEnd> {
        self.end
    }
}
