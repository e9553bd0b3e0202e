//! What predicted shares mean: as often as matches that were measured were won (`docs/REVIEW.md`).

use std::sync::LazyLock;

use giog_rules::Variant;

use crate::WHOLE;

/// The predicted shares for which rows say what they mean; between them lie straight lines. Certain ones stay certain.
pub const KNOTS: [i32; 25] = [
    0, 100, 300, 500, 1_000, 1_500, 2_000, 2_500, 3_000, 3_500, 4_000, 4_500, 5_000, 5_500, 6_000,
    6_500, 7_000, 7_500, 8_000, 8_500, 9_000, 9_500, 9_700, 9_900, WHOLE,
];
/// A line for each game, number of players, and lamp, as the example `calibration` writes them.
const ROWS: &str = include_str!("calibration.txt");

/// A map of shares that never falls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Map([i32; KNOTS.len()]);

/// The maps of a trick game for so many players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Calibration {
    /// For what the seat could know.
    pub known: &'static Map,
    /// For all hands open.
    pub open: &'static Map,
}

/// A game for so many players, and a lamp.
type Row = (Variant, u8, &'static str);

/// All rows.
static MAPS: LazyLock<Vec<(Row, Map)>> = LazyLock::new(|| {
    let all: Option<Vec<_>> = ROWS.lines().map(row).collect();
    all.expect("the rows are checked by a test")
});

fn row(line: &'static str) -> Option<(Row, Map)> {
    let mut words = line.split(' ');
    let game = (
        words.next()?.parse().ok()?,
        words.next()?.parse().ok()?,
        words.next()?,
    );
    let shares: Option<Vec<i32>> = words.map(|word| word.parse().ok()).collect();
    let map = Map::new(shares?.try_into().ok()?)?;
    Some((game, map))
}

impl Calibration {
    /// That of a trick game for so many players; none if it was not measured.
    pub fn of(variant: Variant, seats: u8) -> Option<Self> {
        Some(Self {
            known: Map::of(variant, seats, "known")?,
            open: Map::of(variant, seats, "open")?,
        })
    }
}

impl Map {
    /// That of a game for so many players and a lamp: `known` for what the seat could know, `open` for all hands open. None if it was not
    /// measured.
    pub fn of(variant: Variant, seats: u8, lamp: &str) -> Option<&'static Self> {
        let mut all = MAPS.iter();
        all.find(|(row, _)| *row == (variant, seats, lamp))
            .map(|(_, map)| map)
    }

    /// The map with these shares at the [`KNOTS`]; none if they fall somewhere, or what is certain does not stay so.
    pub fn new(shares: [i32; KNOTS.len()]) -> Option<Self> {
        let ends = (shares.first(), shares.last());
        (shares.is_sorted() && ends == (Some(&0), Some(&WHOLE))).then_some(Self(shares))
    }

    /// What this predicted share means.
    pub fn share(&self, predicted: i32) -> i32 {
        let predicted = predicted.clamp(0, WHOLE);
        let above = KNOTS.partition_point(|&knot| knot < predicted).max(1);
        let (from, to) = (KNOTS[above - 1], KNOTS[above]);
        let (low, high) = (self.0[above - 1], self.0[above]);
        low + (high - low) * (predicted - from) / (to - from)
    }

    /// What this error of a predicted share means; at least 1.
    pub fn error(&self, predicted: i32, error: i32) -> i32 {
        let low = self.share(predicted.saturating_sub(error));
        let high = self.share(predicted.saturating_add(error));
        let width =
            predicted.saturating_add(error).min(WHOLE) - predicted.saturating_sub(error).max(0);
        // As much as the map is steep around it.
        (error * (high - low) / width.max(1)).max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_with_a_net_was_measured() {
        for variant in Variant::ALL {
            let Variant::Tricks(game) = variant else {
                continue;
            };
            for seats in variant.players() {
                let known = giog_bots::levels::net(game, seats).is_some();
                let seats = u8::try_from(seats).expect("few");
                let found = Calibration::of(variant, seats).is_some();
                assert_eq!(found, known, "{variant} for {seats}");
            }
        }
    }

    #[test]
    fn a_map_rises_from_never_to_always() {
        let mut shares = KNOTS.map(|knot| knot * 9 / 10);
        assert_eq!(Map::new(shares), None);
        shares[KNOTS.len() - 1] = WHOLE;
        let map = Map::new(shares).expect("it rises");
        for (predicted, means) in [
            (-5, 0),
            (0, 0),
            (50, 45),
            (2_500, 2_250),
            (2_700, 2_430),
            (9_900, 8_910),
            (9_950, 9_455),
            (10_000, 10_000),
            (20_000, 10_000),
        ] {
            assert_eq!(map.share(predicted), means, "{predicted}");
        }
        assert_eq!(map.error(2_500, 100), 90);
        assert_eq!(map.error(0, 100), 90);
        assert_eq!(map.error(5_000, 0), 1);
        shares[3] = shares[2] - 1;
        assert_eq!(Map::new(shares), None);
    }
}
