//! One hand of mahjong: draws, discards and kongs (`docs/TILES.md` §4).

mod claims;
mod lot;
mod player;

use super::report::{HandState, LaidFlowers, Meld, Pending, PendingKind};
use super::tile::{COPIES, KINDS, Tile, canonical, listed, tiles_of};
use super::win::{By, Circumstances, Complete, SETS, Set, Worth, may_be_complete};
use crate::families::tiles::action::{Claim, TilesAction};
use crate::families::tiles::game::right_of;
use crate::table::{RefusalCode, Seat};
use claims::Claimed;
use player::{Laid, Player};

/// The number of seats.
pub const SEATS: usize = 4;
/// The number of tiles that each seat is dealt; the dealer gets one more.
const DEALT: usize = 13;

/// The terms of a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    pub dealer: usize,
    pub round: usize,
    pub min_faan: u8,
    pub flowers: bool,
    /// The number of tiles at the end of the wall that are never drawn.
    pub dead_wall: usize,
}

/// How a hand ended.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// A draw, with the flowers laid last if the wall ended with them.
    Drawn(Option<LaidFlowers>),
    Won(Win),
}

/// A win.
#[derive(Clone, Debug)]
pub struct Win {
    pub winner: usize,
    /// The seat whose tile completed the hand; none if it was drawn.
    pub from: Option<usize>,
    /// The last tile; none if the hand was complete as dealt.
    pub tile: Option<Tile>,
    /// The concealed tiles, including the last one.
    pub concealed: String,
    pub melds: Vec<Meld>,
    pub worth: Worth,
}

/// The open decision.
#[derive(Clone, Debug)]
enum Stage {
    /// The seat whose turn it is acts; after a chow or pung it can only discard.
    Turn { only_discard: bool },
    /// The others claim or pass.
    Window {
        kind: PendingKind,
        tile: Tile,
        claims: [Option<Claimed>; SEATS],
    },
}

/// The current hand.
#[derive(Clone, Debug)]
pub struct Hand {
    terms: Terms,
    wall: Vec<Tile>,
    /// The tiles of the wall from index `front` up to, but not including, `back` have not been drawn.
    front: usize,
    back: usize,
    players: [Player; SEATS],
    turn: usize,
    drawn: Option<Tile>,
    /// Whether the drawn tile replaced a flower, or completed a kong.
    is_replacement: bool,
    stage: Stage,
    /// The number of discards.
    discards: usize,
    /// Whether anybody has made a kong.
    has_kong: bool,
}

impl Hand {
    /// Deals a hand from a wall, starting with its first tile.
    pub fn deal(terms: Terms, wall: Vec<Tile>) -> Self {
        let mut hand = Self {
            terms,
            front: SEATS * DEALT + 1,
            back: wall.len(),
            wall,
            players: std::array::from_fn(|_| Player {
                hand: [0; KINDS],
                melds: Vec::new(),
                flowers: 0,
                discards: Vec::new(),
            }),
            turn: terms.dealer,
            drawn: None,
            is_replacement: false,
            stage: Stage::Turn {
                only_discard: false,
            },
            discards: 0,
            has_kong: false,
        };
        // Four tiles at a time, three times; then one each, and one more for the dealer.
        let whose = |item: usize| match item {
            0..48 => (item / 4) % SEATS,
            _ => (item - 48) % SEATS,
        };
        for place in 0..SEATS {
            let seat = right_of(terms.dealer, place, SEATS);
            for item in (0..hand.front).filter(|&item| whose(item) == place) {
                hand.place_dealt(seat, hand.wall[item]);
            }
        }
        hand
    }

    /// Puts a dealt tile into a hand. A flower is laid open and replaced.
    fn place_dealt(&mut self, seat: usize, mut tile: Tile) {
        while tile.is_flower() {
            self.players[seat].lay_flower(tile);
            self.back -= 1;
            tile = self.wall[self.back];
        }
        self.players[seat].hand[tile.index()] += 1;
    }

    /// The seats that have to decide now, ascending.
    pub fn waiting(&self) -> Vec<Seat> {
        let seats: Vec<usize> = match &self.stage {
            Stage::Turn { .. } => vec![self.turn],
            Stage::Window { claims, .. } => {
                let undecided = |seat: &usize| *seat != self.turn && claims[*seat].is_none();
                (0..SEATS).filter(undecided).collect()
            }
        };
        seats.into_iter().map(Seat::new).collect()
    }

    /// The number of tiles that can still be drawn.
    fn left(&self) -> usize {
        (self.back - self.front).saturating_sub(self.terms.dead_wall)
    }

    /// Takes an action of a seat that has to decide; returns how the hand ends, if it does.
    pub fn act(
        &mut self,
        seat: usize,
        action: &TilesAction,
    ) -> Result<Option<Outcome>, RefusalCode> {
        match (action, &self.stage) {
            (TilesAction::Discard { tile }, Stage::Turn { .. }) => {
                self.discard(tile).map(|()| None)
            }
            (
                TilesAction::Kong { tile },
                Stage::Turn {
                    only_discard: false,
                },
            ) => self.declare_kong(tile),
            (
                TilesAction::Win,
                Stage::Turn {
                    only_discard: false,
                },
            ) => {
                let worth = self.may_win(seat, self.drawn, None)?;
                Ok(Some(self.won(seat, None, self.drawn, worth)))
            }
            (TilesAction::Claim { claim }, &Stage::Window { kind, tile, .. }) => {
                let claimed = self.check(seat, claim, kind, tile)?;
                self.claim(seat, claimed)
            }
            _ => Err(RefusalCode::WrongAction),
        }
    }

    fn discard(&mut self, text: &str) -> Result<(), RefusalCode> {
        let [tile] = self.players[self.turn].held(text)?;
        self.discard_tile(tile);
        Ok(())
    }

    /// Discards a tile for the seat whose turn it is, which must hold it.
    fn discard_tile(&mut self, tile: Tile) {
        let player = &mut self.players[self.turn];
        player.hand[tile.index()] -= 1;
        player.discards.push(tile);
        self.discards += 1;
        self.open_window(PendingKind::Discard, tile);
    }

    fn open_window(&mut self, kind: PendingKind, tile: Tile) {
        self.drawn = None;
        self.stage = Stage::Window {
            kind,
            tile,
            claims: [None; SEATS],
        };
    }

    fn declare_kong(&mut self, text: &str) -> Result<Option<Outcome>, RefusalCode> {
        if self.left() == 0 {
            return Err(RefusalCode::WallEmpty);
        }
        let player = &self.players[self.turn];
        let [tile] = player.held(text)?;
        if !player.makes_kong(tile) {
            return Err(RefusalCode::NotASet);
        }
        Ok(self.lay_kong(tile))
    }

    /// Makes a kong for the seat whose turn it is, which must be able to.
    fn lay_kong(&mut self, tile: Tile) -> Option<Outcome> {
        let seat = self.turn;
        let player = &mut self.players[seat];
        self.has_kong = true;
        if player.hand[tile.index()] == COPIES {
            player.hand[tile.index()] = 0;
            player.melds.push(Laid {
                set: Set::ConcealedKong(tile),
                from: None,
            });
            return self.draw(seat, true);
        }
        self.open_window(PendingKind::Kong, tile);
        None
    }

    /// Draws a tile for a seat, whose turn it then is. If no tile is left, also to replace a flower, the hand ends as a draw.
    fn draw(&mut self, seat: usize, mut from_back: bool) -> Option<Outcome> {
        let mut has_laid = false;
        loop {
            if self.left() == 0 {
                return Some(Outcome::Drawn(has_laid.then(|| LaidFlowers {
                    seat: Seat::new(seat),
                    flowers: self.players[seat].told_flowers(),
                })));
            }
            let tile = if from_back {
                self.back -= 1;
                self.wall[self.back]
            } else {
                self.front += 1;
                self.wall[self.front - 1]
            };
            if tile.is_flower() {
                self.players[seat].lay_flower(tile);
                (from_back, has_laid) = (true, true);
                continue;
            }
            self.players[seat].hand[tile.index()] += 1;
            self.turn = seat;
            self.drawn = Some(tile);
            self.is_replacement = from_back;
            self.stage = Stage::Turn {
                only_discard: false,
            };
            return None;
        }
    }

    /// The value of a seat's hand, or why it may not win: with its own tiles, or with the tile that can be claimed.
    fn may_win(
        &self,
        seat: usize,
        tile: Option<Tile>,
        window: Option<PendingKind>,
    ) -> Result<Worth, RefusalCode> {
        let player = &self.players[seat];
        let mut concealed = player.hand;
        if let (Some(tile), Some(_)) = (tile, window) {
            concealed[tile.index()] += 1;
        }
        if !may_be_complete(&concealed) {
            return Err(RefusalCode::NotAWin);
        }
        let mut melds = [Set::Pung(Tile::new(0)); SETS];
        for (set, laid) in melds.iter_mut().zip(&player.melds) {
            *set = laid.set;
        }
        let complete = Complete {
            concealed: &concealed,
            melds: &melds[..player.melds.len().min(SETS)],
            last: tile,
        };
        let worth = complete
            .worth(&self.circumstances(seat, window))
            .ok_or(RefusalCode::NotAWin)?;
        if worth.without_flowers < self.terms.min_faan {
            return Err(RefusalCode::TooFewFaan);
        }
        Ok(worth)
    }

    fn circumstances(&self, seat: usize, window: Option<PendingKind>) -> Circumstances {
        let by = match (window, self.drawn) {
            (Some(PendingKind::Discard), _) => By::Discard {
                is_first: self.discards == 1 && !self.has_kong,
            },
            (Some(PendingKind::Kong), _) => By::RobbedKong,
            (None, Some(_)) => By::Draw {
                is_replacement: self.is_replacement,
            },
            (None, None) => By::Deal,
        };
        Circumstances {
            seat_wind: (self.terms.dealer + SEATS - seat) % SEATS,
            round_wind: self.terms.round,
            by,
            is_last_tile: self.left() == 0 && by != By::Deal,
            flowers: self.terms.flowers.then_some(self.players[seat].flowers),
        }
    }

    fn won(&self, winner: usize, from: Option<usize>, tile: Option<Tile>, worth: Worth) -> Outcome {
        let player = &self.players[winner];
        Outcome::Won(Win {
            winner,
            from,
            tile,
            concealed: canonical(tiles_of(&player.hand)),
            melds: player.told_melds(),
            worth,
        })
    }

    /// The default action of a seat that has to decide.
    pub fn default_action(&self, seat: usize) -> TilesAction {
        match self.stage {
            Stage::Window { .. } => TilesAction::Claim { claim: Claim::Pass },
            Stage::Turn { .. } => {
                let last = tiles_of(&self.players[seat].hand).last();
                let tile = self.drawn.or(last).map_or_else(String::new, Tile::text);
                TilesAction::Discard { tile }
            }
        }
    }

    /// For the seat whose turn it is: the tiles that it can discard, those with which it can make a kong, and whether it can win.
    pub fn turn_choices(&self) -> (Vec<String>, Vec<String>, bool) {
        let Stage::Turn { only_discard } = self.stage else {
            return (Vec::new(), Vec::new(), false);
        };
        let win = !only_discard && self.may_win(self.turn, self.drawn, None).is_ok();
        let player = &self.players[self.turn];
        let kinds = (0..KINDS).map(Tile::new);
        let held = kinds.filter(|tile| player.hand[tile.index()] > 0);
        let may_kong = !only_discard && self.left() > 0;
        let kongs = held
            .clone()
            .filter(|&tile| may_kong && player.makes_kong(tile));
        (
            held.clone().map(Tile::text).collect(),
            kongs.map(Tile::text).collect(),
            win,
        )
    }

    /// The legal claims of a seat, which always include passing; none if no tile can be claimed.
    pub fn claim_choices(&self, seat: usize) -> Vec<Claim> {
        let Stage::Window { kind, tile, .. } = self.stage else {
            return Vec::new();
        };
        self.legal_claims(seat, kind, tile)
            .map(|claim| claim.told(tile))
            .collect()
    }

    /// Checks whether a claim is legal for a seat that has to decide.
    pub fn check_claim(&self, seat: usize, claim: &Claim) -> Result<(), RefusalCode> {
        match self.stage {
            Stage::Window { kind, tile, .. } => self.check(seat, claim, kind, tile).map(drop),
            Stage::Turn { .. } => Err(RefusalCode::WrongAction),
        }
    }

    /// The seats that claim, in the order in which claims are resolved; none if no tile can be claimed.
    pub fn claimers(&self) -> Vec<usize> {
        match self.stage {
            Stage::Window { .. } => [1, 2, 3]
                .map(|place| right_of(self.turn, place, SEATS))
                .to_vec(),
            Stage::Turn { .. } => Vec::new(),
        }
    }

    /// The complete state of the hand.
    pub fn state(&self, number: usize) -> HandState {
        let pending = match self.stage {
            Stage::Turn { .. } => None,
            Stage::Window { kind, tile, .. } => Some(Pending {
                kind,
                seat: Seat::new(self.turn),
                tile: tile.text(),
            }),
        };
        let players = &self.players;
        HandState {
            number,
            dealer: Seat::new(self.terms.dealer),
            round: self.terms.round,
            turn: Seat::new(self.turn),
            drawn: self.drawn.map(Tile::text),
            pending,
            hands: players
                .iter()
                .map(|player| canonical(tiles_of(&player.hand)))
                .collect(),
            melds: players.iter().map(Player::told_melds).collect(),
            flowers: players.iter().map(Player::told_flowers).collect(),
            discards: players
                .iter()
                .map(|player| listed(&player.discards))
                .collect(),
            wall: self.left(),
        }
    }
}
