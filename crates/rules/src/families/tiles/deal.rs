//! The deals of games of tiles and dice: what chance decides before the first action, and for every further deal.

use super::dice::Throw;
use super::games::Chance;
use super::games::mahjong::{Tile, listed};
use super::games::pai_gow::{Domino, Wall};
use super::terms::TilesTerms;
use crate::fairness::Stream;
use crate::table::{BySeat, Seat};

/// The number of faces of a die.
const DIE_FACES: u32 = 6;
/// The number of dice in a throw.
const DICE: usize = 3;

/// Everything that chance has decided so far: before a match only the dice of mahjong, in the record of a finished match everything. A
/// value proves that it is possible under the terms it was made for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TilesDeal {
    dice: Option<BySeat<i64>>,
    chances: Chances,
}

/// What chance decided for each deal, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Chances {
    /// Walls of dominoes.
    Dominoes(Vec<Wall>),
    /// Walls of mahjong tiles.
    Tiles(Vec<Vec<Tile>>),
    /// Throws of three dice.
    Throws(Vec<Throw>),
}

/// What chance decided for one deal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ChanceOfDeal {
    Dominoes(Wall),
    Tiles(Vec<Tile>),
    Throw(Throw),
}

/// The walls, throws or dice are not possible in the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadTilesDeal {
    /// A wall does not have every tile exactly once.
    #[error("wall {0} does not have every tile once")]
    Wall(usize),
    /// A throw is not three dice.
    #[error("throw {0} is not three numbers from 1 to 6")]
    Throw(usize),
    /// `dice` does not have one number for each seat.
    #[error("`dice` is not a number for each seat")]
    Dice,
    /// There are walls, throws or dice that the game does not have.
    #[error("this game has no such layout")]
    NotOfGame,
}

impl TilesDeal {
    /// Draws what is decided before a match begins: the dice of mahjong.
    pub fn draw(terms: &TilesTerms, stream: &mut Stream) -> Self {
        let mut throw = |_: Seat| throw(stream).into_iter().map(i64::from).sum();
        let game = terms.variant().definition();
        let dice = game
            .throws_for_deal
            .then(|| BySeat::from_fn(terms.seats(), &mut throw));
        Self {
            dice,
            chances: Chances::none(game.chance),
        }
    }

    /// The deal of a record.
    pub fn from_record(
        terms: &TilesTerms,
        walls: &[String],
        throws: &[Throw],
        dice: Option<BySeat<i64>>,
    ) -> Result<Self, BadTilesDeal> {
        let game = terms.variant().definition();
        if !game.throws_for_deal && dice.is_some() {
            return Err(BadTilesDeal::NotOfGame);
        }
        if game.throws_for_deal && dice.is_none_or(|dice| dice.len() != terms.seats()) {
            return Err(BadTilesDeal::Dice);
        }
        let chances = match game.chance {
            Chance::Dominoes => Chances::Dominoes(read(walls, Domino::wall)?),
            Chance::Tiles => Chances::Tiles(read(walls, |wall| Tile::wall(wall, terms.flowers()))?),
            Chance::Throw => {
                let is_throw = |throw: &Throw| throw.iter().all(|die| (1..=6).contains(die));
                if let Some(bad) = throws.iter().position(|throw| !is_throw(throw)) {
                    return Err(BadTilesDeal::Throw(bad));
                }
                Chances::Throws(throws.to_vec())
            }
        };
        let deal = Self { dice, chances };
        let other = match deal.chances {
            Chances::Throws(_) => !walls.is_empty(),
            Chances::Dominoes(_) | Chances::Tiles(_) => !throws.is_empty(),
        };
        if other {
            return Err(BadTilesDeal::NotOfGame);
        }
        Ok(deal)
    }

    /// The walls so far, in the form of records.
    pub fn walls(&self) -> Vec<String> {
        match &self.chances {
            Chances::Dominoes(walls) => walls.iter().map(|wall| Domino::in_order(wall)).collect(),
            Chances::Tiles(walls) => walls.iter().map(|wall| listed(wall)).collect(),
            Chances::Throws(_) => Vec::new(),
        }
    }

    /// The throws so far.
    pub fn throws(&self) -> &[Throw] {
        match &self.chances {
            Chances::Throws(throws) => throws,
            Chances::Dominoes(_) | Chances::Tiles(_) => &[],
        }
    }

    /// What each seat of mahjong threw; the highest is the first dealer.
    pub const fn dice(&self) -> Option<BySeat<i64>> {
        self.dice
    }

    /// The number of deals that chance has decided.
    pub fn count(&self) -> usize {
        match &self.chances {
            Chances::Dominoes(walls) => walls.len(),
            Chances::Tiles(walls) => walls.len(),
            Chances::Throws(throws) => throws.len(),
        }
    }

    /// Draws one more deal.
    pub fn draw_next(&mut self, terms: &TilesTerms, stream: &mut Stream) {
        match &mut self.chances {
            Chances::Dominoes(walls) => {
                let mut dominoes = Domino::set();
                stream.shuffle(&mut dominoes);
                walls.push(dominoes);
            }
            Chances::Tiles(walls) => {
                let mut tiles = Tile::set(terms.flowers());
                stream.shuffle(&mut tiles);
                walls.push(tiles);
            }
            Chances::Throws(throws) => throws.push(throw(stream)),
        }
    }

    /// What was decided for the deal with this number; none if it was not drawn yet.
    pub(super) fn of_deal(&self, number: usize) -> Option<ChanceOfDeal> {
        Some(match &self.chances {
            Chances::Dominoes(walls) => ChanceOfDeal::Dominoes(*walls.get(number)?),
            Chances::Tiles(walls) => ChanceOfDeal::Tiles(walls.get(number)?.clone()),
            Chances::Throws(throws) => ChanceOfDeal::Throw(*throws.get(number)?),
        })
    }
}

impl Chances {
    const fn none(chance: Chance) -> Self {
        match chance {
            Chance::Dominoes => Self::Dominoes(Vec::new()),
            Chance::Tiles => Self::Tiles(Vec::new()),
            Chance::Throw => Self::Throws(Vec::new()),
        }
    }
}

fn read<T>(walls: &[String], wall: impl Fn(&str) -> Option<T>) -> Result<Vec<T>, BadTilesDeal> {
    let walls = walls.iter().enumerate();
    let walls = walls.map(|(index, text)| wall(text).ok_or(BadTilesDeal::Wall(index)));
    walls.collect()
}

fn throw(stream: &mut Stream) -> Throw {
    std::array::from_fn::<_, DICE, _>(|_| {
        let die = 1 + stream.uniform(DIE_FACES);
        u8::try_from(die).expect("a die has six faces")
    })
}
