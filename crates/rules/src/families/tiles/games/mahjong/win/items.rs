//! The scoring items of a hand that is not a limit hand.

use super::{By, Circumstances, Reading, SETS};
use crate::families::tiles::games::mahjong::tile::Tile;

/// The bits of the flowers in [`Circumstances::flowers`].
const FLOWER_BITS: u8 = 0b0000_1111;
/// The bits of the seasons.
const SEASON_BITS: u8 = 0b1111_0000;

/// The scoring items of a hand, by name, with their faan.
pub(super) struct Items(pub Vec<(&'static str, u8)>);

impl Items {
    fn add(&mut self, name: &'static str, faan: u8, holds: bool) {
        if holds {
            self.0.push((name, faan));
        }
    }

    /// The sum of their faan.
    pub fn sum(&self) -> u32 {
        self.0.iter().map(|&(_, faan)| u32::from(faan)).sum()
    }

    /// Adds items for sets and the pair.
    pub fn of_sets(&mut self, reading: &Reading, at: &Circumstances, concealed: bool) {
        let triplets = reading.triplets().count();
        let all_concealed = triplets == SETS && reading.parts.iter().all(|part| part.concealed);
        self.add("all-chows", 1, triplets == 0);
        self.add("concealed-triplets", 8, all_concealed);
        self.add("all-triplets", 3, triplets == SETS && !all_concealed);
        self.add("concealed", 1, concealed && !all_concealed);
        self.of_suits(reading);
        self.of_dragons(reading);
        self.of_winds(reading, at);
    }

    fn of_suits(&mut self, reading: &Reading) {
        let sets = reading.parts.iter().flat_map(|part| part.set.tiles());
        let tiles: Vec<Tile> = sets.chain([reading.pair]).collect();
        let honours = tiles.iter().any(|tile| tile.is_honour());
        let mut suits: Vec<u8> = tiles.iter().filter_map(|tile| tile.suit()).collect();
        suits.sort_unstable();
        suits.dedup();
        self.add("one-suit", 7, suits.len() == 1 && !honours);
        self.add("mixed-suit", 3, suits.len() == 1 && honours);
        let ends = tiles
            .iter()
            .all(|tile| tile.is_honour() || tile.is_terminal());
        self.add("mixed-terminals", 1, ends && honours && !suits.is_empty());
    }

    fn of_dragons(&mut self, reading: &Reading) {
        let dragons = Tile::dragons();
        let pungs = dragons.map(|dragon| reading.has_triplet(dragon));
        match pungs.iter().filter(|pung| **pung).count() {
            3 => self.add("great-dragons", 8, true),
            2 if dragons.contains(&reading.pair) => self.add("small-dragons", 5, true),
            _ => {
                for (name, pung) in ["white-dragon", "green-dragon", "red-dragon"]
                    .into_iter()
                    .zip(pungs)
                {
                    self.add(name, 1, pung);
                }
            }
        }
    }

    fn of_winds(&mut self, reading: &Reading, at: &Circumstances) {
        let winds = [0, 1, 2, 3].map(Tile::wind);
        let pungs = winds
            .iter()
            .filter(|wind| reading.has_triplet(**wind))
            .count();
        if pungs == 3 && winds.contains(&reading.pair) {
            self.add("small-winds", 6, true);
            return;
        }
        self.add(
            "seat-wind",
            1,
            reading.has_triplet(Tile::wind(at.seat_wind)),
        );
        self.add(
            "round-wind",
            1,
            reading.has_triplet(Tile::wind(at.round_wind)),
        );
    }

    /// Adds items for the way in which the hand was completed.
    pub fn of_winning(&mut self, at: &Circumstances) {
        self.add("self-draw", 1, at.is_self_draw());
        self.add(
            "replacement",
            1,
            matches!(
                at.by,
                By::Draw {
                    is_replacement: true
                }
            ),
        );
        self.add("robbing-kong", 1, at.by == By::RobbedKong);
        self.add("last-tile", 1, at.is_last_tile);
    }

    /// Adds items for flowers and seasons.
    pub fn of_flowers(&mut self, at: &Circumstances) {
        let Some(flowers) = at.flowers else { return };
        self.add("no-flowers", 1, flowers == 0);
        let kinds = [
            (FLOWER_BITS, 0, "all-flowers", "own-flower"),
            (SEASON_BITS, 4, "all-seasons", "own-season"),
        ];
        for (bits, first, all, own) in kinds {
            self.add(all, 2, flowers & bits == bits);
            let has_own = flowers & (1 << (first + at.seat_wind)) != 0;
            self.add(own, 1, has_own && flowers & bits != bits);
        }
    }
}
