//! Pai gow (`docs/TILES.md` §3).

mod tiles;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Chance, Definition, Rounds, TilesGame};
use crate::families::tiles::action::TilesAction;
use crate::families::tiles::game::{Game, TilesEnd, right_of};
use crate::families::tiles::options::TilesOptions;
use crate::table::{RefusalCode, Seat};
use tiles::{Hand, beats, text, worth};

pub use tiles::{Domino, Wall};

/// The game.
pub(super) static GAME: Definition = Definition {
    name: "Pai gow",
    name_chinese: "牌九",
    also: &["Paai gau"],
    summary: "Chinese dominoes: everybody splits four tiles into a lower and a higher hand, face down and at the same time, and plays both against the banker's. The bank goes round.",
    goal: "Whoever has most points after the last deal wins.",
    players: 2..=8,
    options: TilesOptions {
        rounds: Some(2),
        ..TilesOptions::NONE
    },
    with_strangers: TilesOptions::NONE,
    rounds: Some(Rounds {
        name: "How often everybody is the banker",
        most: 10,
    }),
    chance: Chance::Dominoes,
    throws_for_deal: false,
    has_windows: false,
    bets: None,
    begin: |setup| {
        let rounds = setup.options.rounds.unwrap_or(1);
        TilesGame::PaiGow(PaiGow::new(setup.seats, rounds))
    },
};

/// The number of tiles of a seat.
const STACK: usize = 4;

/// A player's four tiles, split into two hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Split {
    low: Hand,
    high: Hand,
}

impl Split {
    /// The split into the tiles at these two indices, and the other two.
    fn new(stack: [Domino; STACK], places: [usize; 2]) -> Self {
        let mut hands = [[stack[0]; 2]; 2];
        let mut lengths = [0; 2];
        for (place, &domino) in stack.iter().enumerate() {
            let hand = usize::from(!places.contains(&place));
            hands[hand][lengths[hand]] = domino;
            lengths[hand] += 1;
        }
        for hand in &mut hands {
            hand.sort_unstable();
        }
        // Of two equal hands, the one whose text comes later is the low hand.
        hands.sort_by(|one, other| worth(*one).cmp(&worth(*other)).then(other.cmp(one)));
        let [low, high] = hands;
        Self { low, high }
    }

    /// The three ways to split a stack.
    fn all(stack: [Domino; STACK]) -> [Self; 3] {
        [1, 2, 3].map(|other| Self::new(stack, [0, other]))
    }
}

/// A player's result against the banker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Against {
    /// Both hands were better.
    Win,
    /// One hand was better.
    Push,
    /// No hand was better.
    Lose,
}

/// A finished deal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FinishedDeal {
    /// Who was the banker.
    pub banker: Seat,
    /// Each seat's lower hand.
    pub low: Vec<String>,
    /// Each seat's higher hand.
    pub high: Vec<String>,
    /// Each seat's result; null for the banker.
    pub results: Vec<Option<Against>>,
    /// For each seat the change of its points.
    pub points: Vec<i64>,
}

/// A match of pai gow.
#[derive(Clone, Debug)]
pub struct PaiGow {
    /// How often each seat is the banker.
    rounds: usize,
    scores: Vec<i64>,
    /// The stacks of the current deal; none before it begins.
    stacks: Option<Vec<[Domino; STACK]>>,
    splits: Vec<Option<Split>>,
    deals: Vec<FinishedDeal>,
}

impl PaiGow {
    /// A match at its beginning. Everybody is the banker `rounds` times, 1 to 10.
    pub fn new(seats: usize, rounds: u8) -> Self {
        Self {
            rounds: usize::from(rounds),
            scores: vec![0; seats],
            stacks: None,
            splits: vec![None; seats],
            deals: Vec::new(),
        }
    }

    /// The finished deals.
    pub fn deals(&self) -> &[FinishedDeal] {
        &self.deals
    }

    /// The banker of the current deal.
    pub fn banker(&self) -> Seat {
        Seat::new(right_of(0, self.deals.len(), self.scores.len()))
    }

    /// A seat's four tiles in canonical text; none between deals.
    pub fn tiles(&self, seat: Seat) -> Option<String> {
        Some(text(&self.stacks.as_ref()?[seat.index()]))
    }

    /// The low hand of a seat's split in canonical text; none if it has not split.
    pub fn laid(&self, seat: Seat) -> Option<String> {
        self.splits[seat.index()].map(|split| text(&split.low))
    }

    /// The low hand, in canonical text, of the split in which these tiles are one of the hands; none if there is no such split.
    pub fn low_of(&self, seat: Seat, tiles: &str) -> Option<String> {
        let stack = self.stacks.as_ref()?[seat.index()];
        Some(text(&Self::split(stack, tiles).ok()?.low))
    }

    /// The low hands of all splits of a seat's tiles, in canonical text, each once, in order.
    pub fn choices(&self, seat: Seat) -> Vec<String> {
        let stack = self.stacks.as_ref().map(|stacks| stacks[seat.index()]);
        let splits = stack.into_iter().flat_map(Split::all);
        let mut lows: Vec<Hand> = splits.map(|split| split.low).collect();
        lows.sort_unstable();
        lows.dedup();
        lows.iter().map(|low| text(low)).collect()
    }

    fn is_over(&self) -> bool {
        self.deals.len() == self.rounds * self.scores.len()
    }

    /// The split in which these tiles are one of the hands.
    fn split(stack: [Domino; STACK], tiles: &str) -> Result<Split, RefusalCode> {
        let named = Domino::read(tiles).ok_or(RefusalCode::NotInHand)?;
        let mut places = Vec::new();
        for domino in &named {
            let place =
                (0..STACK).find(|place| stack[*place] == *domino && !places.contains(place));
            places.push(place.ok_or(RefusalCode::NotInHand)?);
        }
        let places = places.try_into().map_err(|_| RefusalCode::WrongCount)?;
        Ok(Split::new(stack, places))
    }

    /// Completes the current deal with random splits. Nothing is stored. Returns the change of each seat's points; none between deals.
    /// `uniform(n)` returns numbers from 0 to `n - 1`.
    pub fn play_out(&self, mut uniform: impl FnMut(u32) -> u32) -> Option<Vec<i64>> {
        let stacks = self.stacks.as_ref()?.iter();
        let splits = stacks.map(|&stack| Split::new(stack, [0, 1 + uniform(3) as usize]));
        let splits: Vec<Split> = splits.collect();
        let (_, points) = compare(&splits, self.banker().index());
        Some(points)
    }

    /// Compares all splits with the banker's, once everybody has split.
    fn finish_deal(&mut self) {
        let Some(splits) = self.splits.iter().copied().collect::<Option<Vec<Split>>>() else {
            return;
        };
        let banker = self.banker().index();
        let (results, points) = compare(&splits, banker);
        for (score, points) in self.scores.iter_mut().zip(&points) {
            *score += points;
        }
        self.deals.push(FinishedDeal {
            banker: Seat::new(banker),
            low: splits.iter().map(|split| text(&split.low)).collect(),
            high: splits.iter().map(|split| text(&split.high)).collect(),
            results,
            points,
        });
        self.stacks = None;
        self.splits.fill(None);
    }
}

/// Each seat's result against the banker, and the change of its points.
fn compare(splits: &[Split], banker: usize) -> (Vec<Option<Against>>, Vec<i64>) {
    let against = |(seat, split): (usize, &Split)| {
        let better = [
            beats(split.low, splits[banker].low),
            beats(split.high, splits[banker].high),
        ];
        (seat != banker).then_some(match better {
            [true, true] => Against::Win,
            [false, false] => Against::Lose,
            _ => Against::Push,
        })
    };
    let results: Vec<Option<Against>> = splits.iter().enumerate().map(against).collect();
    let points = results.iter().map(|result| match result {
        Some(Against::Win) => 1,
        Some(Against::Lose) => -1,
        Some(Against::Push) | None => 0,
    });
    let mut points: Vec<i64> = points.collect();
    points[banker] = -points.iter().sum::<i64>();
    (results, points)
}

impl Game for PaiGow {
    type Chance = Wall;

    fn seats(&self) -> usize {
        self.scores.len()
    }

    fn needs_chance(&self) -> bool {
        self.stacks.is_none() && !self.is_over()
    }

    fn take_chance(&mut self, wall: Wall) {
        let seats = self.seats();
        let (stacks, _) = wall.as_chunks::<STACK>();
        // Stack i goes to the seat i places to the right of the banker.
        let stack = |seat: usize| stacks[right_of(self.banker().index(), seat, seats)];
        self.stacks = Some((0..seats).map(stack).collect());
    }

    fn waiting(&self) -> Vec<Seat> {
        if self.stacks.is_none() {
            return Vec::new();
        }
        let seats = (0..self.seats()).filter(|&seat| self.splits[seat].is_none());
        seats.map(Seat::new).collect()
    }

    fn may_take_back(&self, seat: Seat) -> bool {
        self.splits[seat.index()].is_some()
    }

    fn act(&mut self, seat: Seat, action: &TilesAction) -> Result<(), RefusalCode> {
        let index = seat.index();
        match (action, &self.stacks) {
            (TilesAction::TakeBack, _) if self.may_take_back(seat) => self.splits[index] = None,
            (TilesAction::Split { low }, Some(stacks)) => {
                self.splits[index] = Some(Self::split(stacks[index], low)?);
                self.finish_deal();
            }
            _ => return Err(RefusalCode::WrongAction),
        }
        Ok(())
    }

    fn default_action(&self, seat: Seat) -> TilesAction {
        let stack = self.stacks.as_ref().map(|stacks| stacks[seat.index()]);
        let best = stack.and_then(|stack| {
            let splits = Split::all(stack).into_iter();
            splits.max_by_key(|split| {
                (
                    worth(split.low),
                    worth(split.high),
                    std::cmp::Reverse(split.low),
                )
            })
        });
        TilesAction::Split {
            low: best.map_or_else(String::new, |split| text(&split.low)),
        }
    }

    fn scores(&self) -> Vec<i64> {
        self.scores.clone()
    }

    fn end(&self) -> Option<TilesEnd> {
        self.is_over().then_some(TilesEnd::Deals)
    }
}
