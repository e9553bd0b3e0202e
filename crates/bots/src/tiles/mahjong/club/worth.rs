//! What a hand would be paid.

use giog_rules::tiles::mahjong::Tile;
use giog_rules::tiles::mahjong::search::{By, Circumstances, Complete, Set, base_points};

use super::hand::Hand;
use super::knowledge::Knowledge;
use crate::tiles::mahjong::away::{HONOURS, KINDS};

/// So many times the base points are paid for a tile that another discarded, and for one that was drawn.
pub(super) const PAID: [f64; 2] = [4.0, 6.0];
/// How often the last tile is drawn.
const DRAWN: f64 = 0.3;
/// The most faan that are reckoned with.
const MOST_FAAN: usize = 24;

/// A number of faan with what is known of it.
#[derive(Clone, Debug)]
pub(super) struct Faan([f64; MOST_FAAN + 1]);

impl Faan {
    /// So many, for certain.
    pub fn sure(faan: usize) -> Self {
        let mut all = [0.0; MOST_FAAN + 1];
        all[faan.min(MOST_FAAN)] = 1.0;
        Self(all)
    }

    /// With this probability so many more.
    pub fn add(&mut self, faan: usize, probability: f64) {
        for had in (0..=MOST_FAAN).rev() {
            let moved = self.0[had] * probability;
            self.0[had] -= moved;
            self.0[(had + faan).min(MOST_FAAN)] += moved;
        }
    }

    /// The base points in the mean, if at least `least` faan are needed and flowers add `flowers`; those that are too few count nothing.
    pub fn points(&self, least: u8, flowers: u8) -> f64 {
        let all = (0_u8..).zip(&self.0);
        let enough = all.filter(|&(faan, _)| faan >= least);
        enough
            .map(|(faan, probability)| probability * base(faan.saturating_add(flowers)))
            .sum()
    }

    /// The probability of at least so many.
    pub fn enough(&self, least: u8) -> f64 {
        self.0.iter().skip(least.into()).sum()
    }
}

fn base(faan: u8) -> f64 {
    i32::try_from(base_points(faan)).map_or(0.0, f64::from)
}

/// The faan of the flowers that lie open, and of having none.
pub(super) fn of_flowers(knowledge: &Knowledge) -> u8 {
    let Some(flowers) = knowledge.flowers else {
        return 0;
    };
    if flowers == 0 {
        return 1;
    }
    let own = 0b1_0001_u8 << knowledge.winds[0];
    let own = (flowers & own).count_ones();
    u8::try_from(own).unwrap_or(0)
}

/// How many faan a pung of this kind has by itself.
pub(super) fn of_pung(knowledge: &Knowledge, kind: usize) -> usize {
    match kind.checked_sub(HONOURS) {
        None => 0,
        Some(place @ 0..4) => knowledge
            .winds
            .iter()
            .filter(|&&wind| wind == place)
            .count(),
        Some(_) => 1,
    }
}

/// What is paid for the hand with this last tile, discarded and drawn; 0 if it may not win.
pub(super) fn paid(knowledge: &Knowledge, hand: &Hand, last: usize) -> [f64; 2] {
    let mut concealed = hand.counts;
    concealed[last] += 1;
    let tile = Tile::new(last);
    let complete = Complete {
        concealed: &concealed,
        melds: &hand.melds,
        last: Some(tile),
    };
    let ways = [
        By::Discard { is_first: false },
        By::Draw {
            is_replacement: false,
        },
    ];
    let mut paid = [0.0; 2];
    for ((by, times), paid) in ways.into_iter().zip(PAID).zip(&mut paid) {
        let worth = complete.worth(&Circumstances {
            seat_wind: knowledge.winds[0],
            round_wind: knowledge.winds[1],
            by,
            is_last_tile: false,
            flowers: knowledge.flowers,
        });
        let worth = worth.filter(|worth| worth.without_flowers >= knowledge.min_faan);
        *paid = worth.map_or(0.0, |worth| times * base(worth.faan));
    }
    paid
}

/// The faan that a hand would have if it were completed as planned: in one suit, with pungs alone.
pub(super) fn planned(
    knowledge: &Knowledge,
    hand: &Hand,
    suits: usize,
    honours: bool,
    triplets: bool,
) -> Faan {
    let mut faan = Faan::sure(match (suits, honours) {
        (1, true) => 3,
        (1, false) => 7,
        _ => 0,
    });
    let concealed = hand.is_concealed();
    faan.add(1, DRAWN);
    if concealed {
        faan.add(1, 0.4);
    }
    if triplets {
        faan.add(3, 1.0);
    } else {
        let pung = |set: &Set| !matches!(set, Set::Chow(_));
        let has_pung = hand.melds.iter().any(pung);
        let held = hand.counts.iter().any(|&count| count >= 3);
        let chows = match (has_pung, held) {
            (true, _) => 0.0,
            (false, true) => 0.15,
            (false, false) => 0.35,
        };
        faan.add(1, chows);
    }
    if honours {
        for kind in HONOURS..KINDS {
            let each = of_pung(knowledge, kind);
            if each == 0 {
                continue;
            }
            let tile = Tile::new(kind);
            let laid = hand.melds.iter().any(|set| {
                matches!(set, Set::Pung(of) | Set::Kong(of) | Set::ConcealedKong(of) if *of == tile)
            });
            let probability = match (hand.counts[kind], knowledge.unseen[kind]) {
                _ if laid => 1.0,
                (3.., _) => 1.0,
                (2, 2) => 0.55,
                (2, 1) => 0.35,
                (1, 3) => 0.06,
                _ => 0.0,
            };
            faan.add(each, probability);
        }
    }
    faan
}
