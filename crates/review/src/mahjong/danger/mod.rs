//! How likely a discard is claimed for a win, from what its seat could know: for each of the others the log odds that it waits for the tile, a sum of
//! whole numbers that were fitted to matches (`docs/REVIEW.md`).

mod signs;

use std::sync::LazyLock;

use giog_rules::Seat;
use giog_rules::tiles::SeenHand;

pub use self::signs::{Other, Past, SEATS, SIGNS, VALUES};

use super::distance::Counts;
use crate::WHOLE;
use crate::calibration::Map;

/// A row of weights and a map for each least faan, as the example `calibration` writes them.
const ROWS: &str = include_str!("weights.txt");
/// A whole chance, in the parts in which the chances of three seats are put together.
const SURE: i64 = 1_000_000;
/// Log odds are thousandths; between the ones with a chance in [`CHANCES`] are so many.
const STEP: i32 = 250;
/// The log odds of the first one.
const FIRST: i32 = -10_000;
/// 1,000,000 / (1 + e^−x).
const CHANCES: [i64; 57] = [
    45, 58, 75, 96, 123, 158, 203, 261, 335, 431, 553, 710, 911, 1_170, 1_501, 1_927, 2_473, 3_173,
    4_070, 5_220, 6_693, 8_577, 10_987, 14_064, 17_986, 22_977, 29_312, 37_327, 47_426, 60_087,
    75_858, 95_349, 119_203, 148_047, 182_426, 222_700, 268_941, 320_821, 377_541, 437_823,
    500_000, 562_177, 622_459, 679_179, 731_059, 777_300, 817_574, 851_953, 880_797, 904_651,
    924_142, 939_913, 952_574, 962_673, 970_688, 977_023, 982_014,
];

/// What tells the danger of discards for a least faan.
#[derive(Clone, Debug)]
pub struct Danger {
    weights: [i32; VALUES],
    map: Map,
}

/// All rows, by their least faan.
static ALL: LazyLock<Vec<(u8, Danger)>> = LazyLock::new(|| {
    let all: Option<Vec<_>> = ROWS.lines().map(read).collect();
    all.expect("the rows are checked by a test")
});

fn read(line: &str) -> Option<(u8, Danger)> {
    let mut words = line.split(' ');
    let min_faan = words.next()?.parse().ok()?;
    let numbers: Option<Vec<i32>> = words.map(|word| word.parse().ok()).collect();
    let numbers = numbers?;
    let (weights, shares) = numbers.split_at_checked(VALUES)?;
    let danger = Danger::new(weights.try_into().ok()?, Map::new(shares.try_into().ok()?)?);
    Some((min_faan, danger))
}

impl Danger {
    /// With these weights of all signs, and this map of what they say to what happens.
    pub const fn new(weights: [i32; VALUES], map: Map) -> Self {
        Self { weights, map }
    }

    /// That of matches with this least faan; none if it was not measured.
    pub fn of(min_faan: u8) -> Option<&'static Self> {
        let mut all = ALL.iter();
        all.find(|(least, _)| *least == min_faan)
            .map(|(_, danger)| danger)
    }

    /// The share of discards with these signs of each other seat that are claimed for a win, before the map: in ten-thousandths.
    pub fn raw(&self, others: &[[usize; SIGNS]]) -> i32 {
        let mut safe = SURE;
        for signs in others {
            let odds = signs.iter().map(|&sign| self.weights[sign]).sum();
            safe = safe * (SURE - chance(odds)) / SURE;
        }
        let whole = i64::from(WHOLE);
        i32::try_from((SURE - safe) * whole / SURE).unwrap_or(WHOLE)
    }

    /// What such a share means.
    pub fn share(&self, raw: i32) -> u16 {
        u16::try_from(self.map.share(raw)).unwrap_or_default()
    }
}

/// The chance with these log odds.
fn chance(odds: i32) -> i64 {
    let last = FIRST + STEP * 56;
    let beyond = odds.clamp(FIRST, last) - FIRST;
    let at = usize::try_from(beyond / STEP).unwrap_or_default();
    let (low, high) = (CHANCES[at], CHANCES[(at + 1).min(CHANCES.len() - 1)]);
    low + (high - low) * i64::from(beyond % STEP) / i64::from(STEP)
}

/// The signs of all others about tiles that a seat could discard.
#[derive(Clone, Debug)]
pub struct Table {
    others: Vec<Other>,
}

impl Table {
    /// As this seat sees it.
    pub fn of(hand: &SeenHand, past: &Past, me: Seat) -> Self {
        Self {
            others: Other::all(hand, past, me),
        }
    }

    /// The signs for a tile of this kind, of all others.
    pub fn signs(&self, unseen: &Counts, kind: usize) -> Vec<[usize; SIGNS]> {
        let all = self.others.iter();
        all.map(|other| other.signs(unseen, kind)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_are_what_log_odds_mean() {
        for (at, odds) in (FIRST..)
            .step_by(STEP.unsigned_abs() as usize)
            .enumerate()
            .take(CHANCES.len())
        {
            let exact = 1e6 / (1.0 + (-f64::from(odds) / 1_000.0).exp());
            #[expect(clippy::cast_precision_loss, reason = "at most a million")]
            let off = CHANCES[at] as f64 - exact;
            assert!(off.abs() < 0.51, "{odds}: {off}");
        }
        assert_eq!((chance(0), chance(125)), (500_000, 531_088));
        assert_eq!(chance(i32::MIN / 2), CHANCES[0]);
        assert_eq!(chance(i32::MAX / 2), CHANCES[CHANCES.len() - 1]);
    }

    #[test]
    fn a_share_is_that_of_all_others_together() {
        let mut weights = [0; VALUES];
        weights[0] = -4_000;
        let danger = Danger::new(weights, Map::new(crate::KNOTS).expect("it rises"));
        let (never, half) = ([0; SIGNS], [1; SIGNS]);
        // 13 signs of −4 each are as good as never.
        assert_eq!(danger.raw(&[never, never, never]), 1);
        assert_eq!(danger.raw(&[half, never, never]), 5_000);
        assert_eq!(danger.raw(&[half, half, never]), 7_500);
        assert_eq!(danger.share(7_500), 7_500);
        for min_faan in [0, 1, 3] {
            assert!(Danger::of(min_faan).is_some(), "{min_faan}");
        }
        assert!(Danger::of(2).is_none());
    }
}
