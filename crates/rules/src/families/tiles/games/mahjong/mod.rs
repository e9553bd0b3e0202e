//! Mahjong, Hong Kong old style (`docs/TILES.md` §4).

mod claim;
mod hand;
mod report;
mod tile;
mod win;

use super::{Chance, Definition, TilesGame};
use crate::families::tiles::action::{Claim, TilesAction};
use crate::families::tiles::game::{Game, TilesEnd, right_of};
use crate::families::tiles::options::TilesOptions;
use crate::table::{RefusalCode, Seat};
use hand::{Hand, Outcome, SEATS, Terms, Win};
use win::base_points;

pub use crate::families::tiles::options::{Length, Payment};
pub use report::{FinishedHand, HandState, LaidFlowers, Meld, MeldKind, Pending, PendingKind};
pub use tile::{KINDS, Tile, canonical, listed};

/// What hands are worth, for bots that reckon with it.
pub mod search {
    pub use super::win::{By, Circumstances, Complete, Set, Worth, base_points};
}

/// The game.
pub(super) static GAME: Definition = Definition {
    name: "Mahjong",
    name_chinese: "麻將",
    also: &[],
    summary: "Four players draw and discard tiles, and claim what others discard, until one has four sets and a pair. Hong Kong old style.",
    goal: "Whoever has most points after the last hand wins.",
    players: SEATS..=SEATS,
    options: TilesOptions {
        length: Some(Length::Round),
        min_faan: Some(3),
        payment: Some(Payment::Shared),
        flowers: Some(true),
        dead_wall: Some(0),
        ..TilesOptions::NONE
    },
    with_strangers: TilesOptions {
        length: Some(Length::Hand),
        ..TilesOptions::NONE
    },
    rounds: None,
    chance: Chance::Tiles,
    throws_for_deal: true,
    has_windows: true,
    bets: None,
    begin: |setup| {
        let dice = setup.dice.clone().try_into().unwrap_or_default();
        let options = MahjongOptions::of(&setup.options);
        TilesGame::Mahjong(Box::new(Mahjong::new(options, dice)))
    },
};

/// The most hands in a row with the same dealer.
const MOST_IN_A_ROW: usize = 8;

/// The options of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MahjongOptions {
    /// How long the match is.
    pub length: Length,
    /// The minimum value of a winning hand: 0, 1 or 3 faan.
    pub min_faan: u8,
    /// Who pays for a win by a discard.
    pub payment: Payment,
    /// Whether flowers are played with.
    pub flowers: bool,
    /// The number of tiles that are never drawn: 0 or 14.
    pub dead_wall: usize,
}

impl MahjongOptions {
    fn of(options: &TilesOptions) -> Self {
        Self {
            length: options.length.unwrap_or(Length::Round),
            min_faan: options.min_faan.unwrap_or(0),
            payment: options.payment.unwrap_or(Payment::Shared),
            flowers: options.flowers == Some(true),
            dead_wall: options.dead_wall.unwrap_or(0).into(),
        }
    }
}

/// A match of mahjong.
#[derive(Clone, Debug)]
pub struct Mahjong {
    options: MahjongOptions,
    first_dealer: usize,
    dealer: usize,
    round: usize,
    /// The number of hands in a row with this dealer, including the next one.
    in_a_row: usize,
    hand: Option<Hand>,
    hands: Vec<FinishedHand>,
    /// The flowers with which the wall of the last finished hand ended.
    last_flowers: Option<LaidFlowers>,
    scores: [i64; SEATS],
    is_over: bool,
}

impl Mahjong {
    /// A match at its beginning: the seat with the highest dice is the first dealer.
    pub fn new(options: MahjongOptions, dice: [i64; SEATS]) -> Self {
        let best = dice.iter().max();
        let dealer = dice
            .iter()
            .position(|thrown| Some(thrown) == best)
            .unwrap_or(0);
        Self {
            options,
            first_dealer: dealer,
            dealer,
            round: 0,
            in_a_row: 1,
            hand: None,
            hands: Vec::new(),
            last_flowers: None,
            scores: [0; SEATS],
            is_over: false,
        }
    }

    /// The finished hands.
    pub fn finished(&self) -> &[FinishedHand] {
        &self.hands
    }

    /// The flowers with which the wall of the last finished hand ended; none if it did not end with flowers.
    pub const fn last_flowers(&self) -> Option<&LaidFlowers> {
        self.last_flowers.as_ref()
    }

    /// The complete state of the current hand; none between hands.
    pub fn state(&self) -> Option<HandState> {
        Some(self.hand.as_ref()?.state(self.hands.len()))
    }

    /// For the seat whose turn it is: the tiles that it can discard, those with which it can make a kong, and whether it can win.
    pub fn turn_choices(&self) -> (Vec<String>, Vec<String>, bool) {
        self.hand
            .as_ref()
            .map(Hand::turn_choices)
            .unwrap_or_default()
    }

    /// The legal claims of a seat; none if no tile can be claimed.
    pub fn claim_choices(&self, seat: Seat) -> Vec<Claim> {
        let hand = self.hand.as_ref();
        hand.map_or_else(Vec::new, |hand| hand.claim_choices(seat.index()))
    }

    /// Checks whether a claim is legal for a seat that has to decide. Nothing changes.
    pub fn check_claim(&self, seat: Seat, claim: &Claim) -> Result<(), RefusalCode> {
        let hand = self.hand.as_ref().ok_or(RefusalCode::WrongAction)?;
        hand.check_claim(seat.index(), claim)
    }

    /// The seats that claim, in the order in which claims are resolved; none if no tile can be claimed.
    pub fn claimers(&self) -> Vec<Seat> {
        let claimers = self.hand.as_ref().map(Hand::claimers).unwrap_or_default();
        claimers.into_iter().map(Seat::new).collect()
    }

    /// Plays the current hand at random to its end. Nothing is stored. Returns the change of each seat's points; none between hands.
    /// `uniform(n)` returns numbers from 0 to `n - 1`.
    pub fn play_out(&self, mut uniform: impl FnMut(u32) -> u32) -> Option<[i64; SEATS]> {
        let mut hand = self.hand.clone()?;
        Some(match hand.play_out(&mut uniform) {
            Outcome::Drawn(_) => [0; SEATS],
            Outcome::Won(win) => self.points(&win),
        })
    }

    /// The change of each seat's points by a win.
    fn points(&self, win: &Win) -> [i64; SEATS] {
        let base = base_points(win.worth.faan);
        let mut points = [0; SEATS];
        for (seat, points) in points.iter_mut().enumerate() {
            *points = match (win.from, self.options.payment) {
                _ if seat == win.winner => 0,
                (None, _) => -2 * base,
                (Some(from), Payment::Shared) if seat == from => -2 * base,
                (Some(_), Payment::Shared) => -base,
                (Some(from), Payment::Discarder) if seat == from => -4 * base,
                (Some(_), Payment::Discarder) => 0,
            };
        }
        points[win.winner] = -points.iter().sum::<i64>();
        points
    }

    fn finish_hand(&mut self, outcome: Outcome) {
        self.hand = None;
        self.last_flowers = None;
        let (dealer, round) = (Seat::new(self.dealer), self.round);
        let (finished, stays) = match outcome {
            Outcome::Drawn(flowers) => {
                self.last_flowers = flowers;
                let points = vec![0; SEATS];
                (
                    FinishedHand {
                        dealer,
                        round,
                        winner: None,
                        from: None,
                        tile: None,
                        hand: None,
                        melds: None,
                        items: None,
                        faan: None,
                        points,
                    },
                    true,
                )
            }
            Outcome::Won(win) => {
                let points = self.points(&win);
                for (score, points) in self.scores.iter_mut().zip(points) {
                    *score += points;
                }
                let stays = win.winner == self.dealer;
                let items = win
                    .worth
                    .items
                    .iter()
                    .map(|&(name, faan)| (name.to_owned(), faan));
                let finished = FinishedHand {
                    dealer,
                    round,
                    winner: Some(Seat::new(win.winner)),
                    from: win.from.map(Seat::new),
                    tile: win.tile.map(Tile::text),
                    hand: Some(win.concealed),
                    melds: Some(win.melds),
                    items: Some(items.collect()),
                    faan: Some(win.worth.faan),
                    points: points.to_vec(),
                };
                (finished, stays)
            }
        };
        self.hands.push(finished);
        self.pass_the_deal(stays);
    }

    /// Passes the deal: to the same dealer again if it stays, otherwise to the next one, or ends the match.
    fn pass_the_deal(&mut self, stays: bool) {
        let rounds = match self.options.length {
            Length::Hand => {
                self.is_over = true;
                return;
            }
            Length::Round => 1,
            Length::Full => 4,
        };
        if stays && self.in_a_row < MOST_IN_A_ROW {
            self.in_a_row += 1;
            return;
        }
        self.dealer = right_of(self.dealer, 1, SEATS);
        self.in_a_row = 1;
        if self.dealer == self.first_dealer {
            self.round += 1;
            self.is_over = self.round == rounds;
        }
    }
}

impl Game for Mahjong {
    type Chance = Vec<Tile>;

    fn seats(&self) -> usize {
        SEATS
    }

    fn needs_chance(&self) -> bool {
        self.hand.is_none() && !self.is_over
    }

    fn take_chance(&mut self, wall: Vec<Tile>) {
        let terms = Terms {
            dealer: self.dealer,
            round: self.round,
            min_faan: self.options.min_faan,
            flowers: self.options.flowers,
            dead_wall: self.options.dead_wall,
        };
        self.hand = Some(Hand::deal(terms, wall));
    }

    fn waiting(&self) -> Vec<Seat> {
        self.hand.as_ref().map_or_else(Vec::new, Hand::waiting)
    }

    fn may_take_back(&self, _seat: Seat) -> bool {
        false
    }

    fn act(&mut self, seat: Seat, action: &TilesAction) -> Result<(), RefusalCode> {
        let hand = self.hand.as_mut().ok_or(RefusalCode::NotYourTurn)?;
        if let Some(outcome) = hand.act(seat.index(), action)? {
            self.finish_hand(outcome);
        }
        Ok(())
    }

    fn default_action(&self, seat: Seat) -> TilesAction {
        let default = self
            .hand
            .as_ref()
            .map(|hand| hand.default_action(seat.index()));
        default.unwrap_or(TilesAction::Win)
    }

    fn scores(&self) -> Vec<i64> {
        self.scores.to_vec()
    }

    fn end(&self) -> Option<TilesEnd> {
        self.is_over.then_some(TilesEnd::Hands)
    }
}
