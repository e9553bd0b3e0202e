//! What is known of another seat that tells whether it waits for a tile.

use giog_bots::mahjong::set;
use giog_rules::Seat;
use giog_rules::tiles::SeenHand;
use giog_rules::tiles::mahjong::search::Set;
use giog_rules::tiles::mahjong::{KINDS, Tile};

use crate::mahjong::distance::Counts;

/// The number of seats.
pub const SEATS: usize = 4;
/// The number of kinds in a suit, and the kind of the first honour.
const SUIT: usize = 9;
const HONOURS: usize = 27;
const WHITE: usize = 31;

/// How many values each sign has.
const SIZES: [usize; SIGNS] = [21, 15, 7, 8, 8, 3, 2, 14, 40, 5, 5, 5, 9];
/// The number of signs.
pub const SIGNS: usize = 13;
/// The number of values of all signs.
pub const VALUES: usize = {
    let (mut sum, mut sign) = (0, 0);
    while sign < SIGNS {
        sum += SIZES[sign];
        sign += 1;
    }
    sum
};

/// What everybody saw discarded in a hand.
#[derive(Clone, Debug)]
pub struct Past {
    /// What each seat discarded, also what was claimed then.
    discarded: [Counts; SEATS],
    /// What others discarded since a seat's last discard: if it had waited for that, it would have won.
    passed: [[bool; KINDS]; SEATS],
}

impl Default for Past {
    fn default() -> Self {
        Self {
            discarded: [[0; KINDS]; SEATS],
            passed: [[false; KINDS]; SEATS],
        }
    }
}

impl Past {
    /// Notes a discard.
    pub fn discarded(&mut self, seat: Seat, tile: Tile) {
        self.discarded[seat.index()][tile.index()] += 1;
        for (other, passed) in self.passed.iter_mut().enumerate() {
            if other == seat.index() {
                *passed = [false; KINDS];
            } else {
                passed[tile.index()] = true;
            }
        }
    }
}

/// Another seat as everybody sees it.
#[derive(Clone, Debug)]
pub struct Other {
    melds: Vec<Set>,
    discarded: Counts,
    passed: [bool; KINDS],
    /// The seat's wind and the round's.
    winds: [usize; 2],
}

impl Other {
    /// All but this seat.
    pub fn all(hand: &SeenHand, past: &Past, me: Seat) -> Vec<Self> {
        let others = (0..SEATS).filter(|&seat| seat != me.index());
        others
            .map(|seat| Self {
                melds: hand.melds[seat].iter().filter_map(set).collect(),
                discarded: past.discarded[seat],
                passed: past.passed[seat],
                winds: [(hand.dealer.index() + SEATS - seat) % SEATS, hand.round],
            })
            .collect()
    }

    /// The signs whether it waits for a tile of this kind, as numbers below [`VALUES`].
    pub fn signs(&self, unseen: &Counts, kind: usize) -> [usize; SIGNS] {
        let tile = Tile::new(kind);
        let turns: usize = self.discarded.iter().map(|&count| usize::from(count)).sum();
        let melds = self.melds.len();
        let signs = [
            turns.min(20),
            3 * melds.min(4) + (turns / 5).min(2),
            self.class(kind),
            usize::from(unseen[kind].min(3)) + if tile.is_honour() { 4 } else { 0 },
            runs(unseen, kind),
            usize::from(self.discarded[kind].min(2)),
            usize::from(self.passed[kind]),
            self.suits(kind),
            self.left(kind, turns),
            self.beside(kind, 3),
            self.near(kind),
            self.sets(unseen, kind),
            3 * (turns / 5).min(2) + end(kind),
        ];
        let mut from = 0;
        let mut numbers = [0; SIGNS];
        for (number, (value, size)) in numbers.iter_mut().zip(signs.into_iter().zip(SIZES)) {
            *number = from + value.min(size - 1);
            from += size;
        }
        numbers
    }

    /// What sort of tile it is to the seat.
    fn class(&self, kind: usize) -> usize {
        match kind {
            WHITE.. => 5,
            HONOURS.. => {
                let worth = self.winds.iter().filter(|&&wind| wind == kind - HONOURS);
                4 + worth.count()
            }
            _ => match kind % SUIT {
                0 | 8 => 0,
                1 | 7 => 1,
                2 | 6 => 2,
                _ => 3,
            },
        }
    }

    /// Whether the tile fits the suits of the sets on the table.
    fn suits(&self, kind: usize) -> usize {
        let mut of_suits = [0_usize; SUIT / 3];
        let mut honours = 0;
        for set in &self.melds {
            match set.tiles().next().and_then(Tile::suit) {
                Some(suit) => of_suits[usize::from(suit)] += 1,
                None => honours += 1,
            }
        }
        let suited: usize = of_suits.iter().sum();
        let count = of_suits.iter().filter(|&&count| count > 0).count();
        match Tile::new(kind).suit() {
            None => match (suited, count) {
                (0, _) => 8 + usize::from(honours > 0),
                (1, _) => 10,
                (2, 1) => 11,
                (_, 1) => 12,
                _ => 13,
            },
            Some(suit) => match (of_suits[usize::from(suit)], suited, count) {
                (_, 0, _) => usize::from(honours > 0),
                (_, _, 2..) => 7,
                (0, 1, _) => 5,
                (0, ..) => 6,
                (same, ..) => 1 + same.min(3),
            },
        }
    }

    /// How many of its suit, or of the honours, it has discarded in so many turns.
    fn left(&self, kind: usize, turns: usize) -> usize {
        let group = match kind {
            HONOURS.. => HONOURS..KINDS,
            _ => kind / SUIT * SUIT..(kind / SUIT + 1) * SUIT,
        };
        let count: usize = self.discarded[group]
            .iter()
            .map(|&count| usize::from(count))
            .sum();
        let stage = (turns / 4).min(3);
        let honours = if kind >= HONOURS { 20 } else { 0 };
        honours + stage * 5 + count.min(4)
    }

    /// Whether it has discarded the tiles so many steps away in the suit: then many of the chows that wait for this one do not fit.
    fn beside(&self, kind: usize, step: usize) -> usize {
        let both =
            at(kind, step.cast_signed()).is_some() && at(kind, -step.cast_signed()).is_some();
        let discarded = [step.cast_signed(), -step.cast_signed()];
        let count = discarded
            .into_iter()
            .filter_map(|step| at(kind, step))
            .filter(|&other| self.discarded[other] > 0)
            .count();
        if kind >= HONOURS {
            return 0;
        }
        if both { 2 + count } else { count }
    }

    /// How many neighbours it has discarded.
    fn near(&self, kind: usize) -> usize {
        if kind >= HONOURS {
            return 4;
        }
        let near = [-2, -1, 1, 2].into_iter().filter_map(|step| at(kind, step));
        near.filter(|&other| self.discarded[other] > 0)
            .count()
            .min(3)
    }

    /// Whether all its sets on the table are pungs, and could go on as such.
    fn sets(&self, unseen: &Counts, kind: usize) -> usize {
        let pungs = self.melds.iter().filter(|set| !matches!(set, Set::Chow(_)));
        let pungs = pungs.count();
        match (self.melds.len(), pungs) {
            (0, _) => 0,
            (all, pungs) if pungs < all => 1,
            _ if unseen[kind] < 2 => 2,
            (1, _) => 3,
            _ => 4,
        }
    }
}

/// Whether it is an honour, or an end of a suit.
const fn end(kind: usize) -> usize {
    match kind {
        HONOURS.. => 2,
        _ if matches!(kind % SUIT, 0 | 8) => 1,
        _ => 0,
    }
}

/// In how many ways others can hold two tiles to which this one makes a chow, roughly.
fn runs(unseen: &Counts, kind: usize) -> usize {
    if kind >= HONOURS {
        return 0;
    }
    let of = |step: isize| at(kind, step).map_or(0, |other| u32::from(unseen[other]));
    let ways = of(-2) * of(-1) + of(-1) * of(1) + of(1) * of(2);
    match ways {
        0 => 1,
        1..=3 => 2,
        4..=7 => 3,
        8..=12 => 4,
        13..=20 => 5,
        21..=30 => 6,
        _ => 7,
    }
}

/// The kind so many steps away in the same suit.
fn at(kind: usize, step: isize) -> Option<usize> {
    let other = kind.checked_add_signed(step)?;
    (kind < HONOURS && other < HONOURS && other / SUIT == kind / SUIT).then_some(other)
}

#[cfg(test)]
mod tests {
    use giog_rules::tiles::mahjong::{Meld, MeldKind};

    use super::*;

    fn tile(text: &str) -> Tile {
        Tile::read(text).expect("a tile")[0]
    }

    /// A hand in which the second seat, which is south, has a pung of bamboos.
    fn hand() -> SeenHand {
        let pung = Meld {
            kind: MeldKind::Pung,
            tiles: "777s".to_owned(),
            from: Some(Seat::new(0)),
        };
        SeenHand {
            dealer: Seat::new(2),
            round: 0,
            turn: Seat::new(0),
            drawn: None,
            pending: None,
            tiles: Some("1m".to_owned()),
            counts: vec![14, 10, 13, 13],
            melds: vec![vec![], vec![pung], vec![], vec![]],
            flowers: vec![String::new(); 4],
            discards: vec![String::new(); 4],
            wall: 60,
        }
    }

    #[test]
    fn signs_follow_from_what_everybody_saw() {
        let mut past = Past::default();
        let unseen = [4; KINDS];
        let look = |past: &Past, text: &str| {
            let others = Other::all(&hand(), past, Seat::new(0));
            let signs = others[0].signs(&unseen, tile(text).index());
            assert!(signs.is_sorted() && signs[SIGNS - 1] < VALUES, "{signs:?}");
            signs
        };
        let before = look(&past, "4s");
        past.discarded(Seat::new(2), tile("4s"));
        let let_by = look(&past, "4s");
        let changed: Vec<usize> = (0..SIGNS)
            .filter(|&sign| before[sign] != let_by[sign])
            .collect();
        assert_eq!(changed, [6], "that it let it by");
        past.discarded(Seat::new(1), tile("9s"));
        let again = look(&past, "4s");
        assert_eq!(again[6], before[6], "its hand may have changed");
        assert_eq!(again[0], before[0] + 1);
        // Its own wind, the round's, and a wind that counts nothing for it.
        let class = |text| look(&past, text)[2];
        assert_eq!(
            (class("2z"), class("1z"), class("3z")),
            (class("5z"), class("5z"), class("5z") - 1)
        );
        // Bamboos fit its set; dots do not.
        assert_ne!(look(&past, "5s")[7], look(&past, "5p")[7]);
    }
}
