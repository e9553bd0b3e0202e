//! Anchors: computer players of a fixed level, whose ratings were measured once and never move.

use crate::{Pace, Pool, Rating, SeatGroup};

/// How certain the rating of an anchor is to a match that it plays in: as certain as a rating may be.
const SIGMA: i64 = 800_000;

/// A level of computer players in a pool, and how strong it is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Anchor {
    /// The word of the level; opaque here.
    pub level: &'static str,
    /// Its strength, in millionths of a unit.
    mu: i64,
    /// The standard error with which that was measured; 0 for the level that is the unit.
    error: i64,
}

impl Anchor {
    /// The rating that counts in a match, which never changes.
    pub const fn rating(self) -> Rating {
        Rating {
            mu: self.mu,
            sigma: SIGMA,
        }
    }

    /// The rating as it was measured, to be shown.
    pub const fn measured(self) -> Rating {
        Rating {
            mu: self.mu,
            sigma: self.error,
        }
    }
}

/// The level with which every pool begins: it is as strong as somebody new is taken to be.
const FIRST: Anchor = Anchor {
    level: "simple",
    mu: Rating::NEW.mu,
    error: 0,
};

const fn club(mu: i64, error: i64) -> Anchor {
    Anchor {
        level: "club",
        mu,
        error,
    }
}

const fn strong(mu: i64, error: i64) -> Anchor {
    Anchor {
        level: "strong",
        mu,
        error,
    }
}

/// The levels above the first, by game and number of seats, as `cargo run --release -p giog-arena --example anchors` measured them
/// (`docs/RATINGS.md`). A row that a server has had must not change: ratings of people are relative to it.
const ABOVE_FIRST: &[(&str, u8, &[Anchor])] = &[
    (
        "giog",
        4,
        &[club(26_295_721, 113_093), strong(27_464_814, 159_893)],
    ),
    (
        "giog-wiki",
        4,
        &[club(26_295_721, 113_093), strong(27_464_814, 159_893)],
    ),
    (
        "ju-ma-pao",
        4,
        &[club(26_517_504, 226_438), strong(27_591_669, 505_502)],
    ),
    (
        "ju-ma-pao-30",
        3,
        &[club(27_339_928, 329_380), strong(31_307_287, 814_926)],
    ),
    (
        "sang-krip",
        4,
        &[club(25_979_273, 209_761), strong(26_168_706, 556_529)],
    ),
    (
        "da-qi-luo-1",
        4,
        &[club(25_821_187, 209_654), strong(28_260_784, 561_549)],
    ),
    (
        "da-qi-luo-2",
        4,
        &[club(25_726_371, 161_230), strong(26_326_357, 227_980)],
    ),
    (
        "zhi-hu",
        4,
        &[club(28_401_349, 295_966), strong(31_577_405, 675_112)],
    ),
    (
        "tam-cuc",
        4,
        &[club(26_359_063, 226_254), strong(28_003_417, 580_072)],
    ),
    ("supply-chess", 4, &[]),
    ("qi-guo-xiangxi", 5, &[]),
    ("pai-gow", 4, &[]),
    ("sic-bo", 4, &[]),
    ("grand-hazard", 4, &[]),
    ("chuck-a-luck", 4, &[]),
    ("mahjong", 4, &[]),
];

/// The anchors of a pool, the weakest level first. None in games and for numbers of seats that are not measured, where people have days, and where
/// two play, as no computer player has a seat beside two people.
pub fn anchors(pool: &Pool) -> impl Iterator<Item = Anchor> {
    let rows = ABOVE_FIRST.iter();
    let mut rows = rows.filter(|_| pool.pace == Pace::Live);
    let row =
        rows.find(|(game, seats, _)| *game == pool.game && SeatGroup::of(*seats) == pool.seats);
    row.into_iter()
        .flat_map(|(_, _, above)| std::iter::once(FIRST).chain(above.iter().copied()))
}

/// The anchor that takes free seats of rated tables: of the level above the first, where it was measured.
pub fn seated_anchor(pool: &Pool) -> Option<Anchor> {
    anchors(pool).take(2).last()
}

/// The anchor of this level in a pool.
pub fn anchor(pool: &Pool, level: &str) -> Option<Anchor> {
    anchors(pool).find(|anchor| anchor.level == level)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn levels(pool: &str) -> Vec<&'static str> {
        let pool = pool.parse().expect("a pool");
        anchors(&pool).map(|anchor| anchor.level).collect()
    }

    #[test]
    fn a_pool_has_the_levels_that_were_measured_in_it() {
        assert_eq!(levels("giog/4-5/live"), ["simple", "club", "strong"]);
        assert_eq!(levels("sic-bo/4-5/live"), ["simple"]);
        for none in [
            "giog/4-5/days",
            "giog/2/live",
            "xiangqi/2/live",
            "chess/4-5/live",
        ] {
            assert_eq!(levels(none), [""; 0], "{none}");
        }
    }

    /// Whoever moves a row moves what ratings of people mean.
    #[test]
    fn anchors_never_move() {
        let text = format!("{ABOVE_FIRST:?}");
        // FNV-1a.
        let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        assert_eq!(hash, 0xb257_f99b_0bfe_a8ce, "{hash:#x}");
    }

    #[test]
    fn an_anchor_is_shown_with_its_error_and_counts_as_certain() {
        let pool = "giog/4-5/live".parse().expect("a pool");
        let first = anchor(&pool, "simple").expect("an anchor");
        assert_eq!(first.measured().points(), 1_500);
        assert_eq!(first.measured().plus_minus(), 0);
        assert_eq!(first.rating().sigma, 800_000);
        assert_eq!(anchor(&pool, "master"), None);
        let seated = |pool: &str| {
            let pool = pool.parse().expect("a pool");
            seated_anchor(&pool).map(|anchor| anchor.level)
        };
        assert_eq!(seated("giog/4-5/live"), Some("club"));
        assert_eq!(seated("sic-bo/4-5/live"), Some("simple"));
        assert_eq!(seated("xiangqi/2/live"), None);
    }
}
