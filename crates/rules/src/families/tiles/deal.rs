//! What chance decides in a match of tiles or dice: before its first action, and again for every deal.

use super::TilesTerms;
use super::TilesVariant;
use super::dice::Throw;
use super::mahjong::{Tile, listed};
use super::pai_gow::{Domino, Wall};
use crate::fairness::Stream;
use crate::table::{BySeat, Seat};

/// The faces of a die.
const DIE_FACES: u32 = 6;
/// How many dice are thrown at once.
const DICE: usize = 3;

/// What chance has decided so far: all of it in the record of a match that is over, and none but the dice of mahjong before
/// one begins. Having one proves that it is one of the terms it was made for.
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
    /// Walls of mahjong.
    Tiles(Vec<Vec<Tile>>),
    /// Throws of dice.
    Throws(Vec<Throw>),
}

/// What chance decided for one deal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ChanceOfDeal {
    Dominoes(Wall),
    Tiles(Vec<Tile>),
    Throw(Throw),
}

/// Walls, throws or dice that a game does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadTilesDeal {
    /// Not every tile once.
    #[error("wall {0} does not have every tile once")]
    Wall(usize),
    /// Not three dice.
    #[error("throw {0} is not three numbers from 1 to 6")]
    Throw(usize),
    /// Not a number for each seat.
    #[error("`dice` is not a number for each seat")]
    Dice,
    /// There is something that the game has not.
    #[error("this game has no such layout")]
    NotOfGame,
}

impl TilesDeal {
    /// What is drawn before a match begins: the dice of mahjong.
    pub fn draw(terms: &TilesTerms, stream: &mut Stream) -> Self {
        let mut throw = |_: Seat| throw(stream).into_iter().map(i64::from).sum();
        let dice = (terms.variant() == TilesVariant::Mahjong)
            .then(|| BySeat::from_fn(terms.seats(), &mut throw));
        Self {
            dice,
            chances: Chances::none(terms.variant()),
        }
    }

    /// What a record says of it.
    pub fn from_record(
        terms: &TilesTerms,
        walls: &[String],
        throws: &[Throw],
        dice: Option<BySeat<i64>>,
    ) -> Result<Self, BadTilesDeal> {
        let is_mahjong = terms.variant() == TilesVariant::Mahjong;
        if !is_mahjong && dice.is_some() {
            return Err(BadTilesDeal::NotOfGame);
        }
        if is_mahjong && dice.is_none_or(|dice| dice.len() != terms.seats()) {
            return Err(BadTilesDeal::Dice);
        }
        let chances = match terms.variant() {
            TilesVariant::PaiGow => Chances::Dominoes(read(walls, Domino::wall)?),
            TilesVariant::Mahjong => {
                Chances::Tiles(read(walls, |wall| Tile::wall(wall, terms.flowers()))?)
            }
            TilesVariant::SicBo | TilesVariant::GrandHazard | TilesVariant::ChuckALuck => {
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

    /// The walls so far, as records have them.
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

    /// What each seat of mahjong threw; the highest deals first.
    pub const fn dice(&self) -> Option<BySeat<i64>> {
        self.dice
    }

    /// How many deals chance has decided.
    pub fn count(&self) -> usize {
        match &self.chances {
            Chances::Dominoes(walls) => walls.len(),
            Chances::Tiles(walls) => walls.len(),
            Chances::Throws(throws) => throws.len(),
        }
    }

    /// Draws for one deal more.
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

    /// What was decided for the deal with this number; none where nothing was yet.
    pub(super) fn of_deal(&self, number: usize) -> Option<ChanceOfDeal> {
        Some(match &self.chances {
            Chances::Dominoes(walls) => ChanceOfDeal::Dominoes(*walls.get(number)?),
            Chances::Tiles(walls) => ChanceOfDeal::Tiles(walls.get(number)?.clone()),
            Chances::Throws(throws) => ChanceOfDeal::Throw(*throws.get(number)?),
        })
    }
}

impl Chances {
    const fn none(variant: TilesVariant) -> Self {
        match variant {
            TilesVariant::PaiGow => Self::Dominoes(Vec::new()),
            TilesVariant::Mahjong => Self::Tiles(Vec::new()),
            TilesVariant::SicBo | TilesVariant::GrandHazard | TilesVariant::ChuckALuck => {
                Self::Throws(Vec::new())
            }
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
