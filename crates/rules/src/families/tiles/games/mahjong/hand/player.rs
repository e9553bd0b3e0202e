//! The tiles of one player in a hand of mahjong.

use crate::families::tiles::games::mahjong::report::Meld;
use crate::families::tiles::games::mahjong::tile::{COPIES, Counts, KINDS, Tile, canonical};
use crate::families::tiles::games::mahjong::win::Set;
use crate::table::RefusalCode;

/// An open set or concealed kong, and the seat whose tile completed it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Laid {
    pub set: Set,
    pub from: Option<usize>,
}

#[derive(Clone, Debug)]
pub(super) struct Player {
    pub hand: Counts,
    pub melds: Vec<Laid>,
    /// The flowers laid open, one bit each.
    pub flowers: u8,
    pub discards: Vec<Tile>,
}

impl Player {
    /// The tiles of a text, if there are `COUNT` of them and the player holds them all.
    pub fn held<const COUNT: usize>(&self, text: &str) -> Result<[Tile; COUNT], RefusalCode> {
        let tiles = Tile::read(text).ok_or(RefusalCode::NotInHand)?;
        let mut left = self.hand;
        for tile in &tiles {
            let count = left.get_mut(tile.index()).filter(|count| **count > 0);
            *count.ok_or(RefusalCode::NotInHand)? -= 1;
        }
        tiles.try_into().map_err(|_| RefusalCode::WrongCount)
    }

    /// Whether the player can make a kong of a tile: with four in the hand, or by adding it to an open pung.
    pub fn makes_kong(&self, tile: Tile) -> bool {
        let pung = Set::Pung(tile);
        self.hand[tile.index()] == COPIES || self.melds.iter().any(|laid| laid.set == pung)
    }

    /// Lays a flower open.
    pub fn lay_flower(&mut self, tile: Tile) {
        self.flowers |= 1 << (tile.index() - KINDS);
    }

    /// The flowers laid open, as text.
    pub fn told_flowers(&self) -> String {
        let laid = (0..8).filter(|bit| self.flowers & (1 << bit) != 0);
        canonical(laid.map(|bit| Tile::new(KINDS + bit)))
    }

    /// The open sets, in the form of verdicts.
    pub fn told_melds(&self) -> Vec<Meld> {
        self.melds
            .iter()
            .map(|laid| Meld::of(laid.set, laid.from))
            .collect()
    }
}
