//! The dominoes of pai gow and their ranking (`docs/TILES.md` §3).

use std::fmt::Write as _;

/// A kind of domino, by its index in the ranking.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Domino(u8);

/// The kinds: the two numbers, the group (two tiles of a group are a pair; group 0 is the highest), and the number of tiles of the
/// kind.
const KINDS: [(u8, u8, u8, usize); 21] = [
    (6, 6, 0, 2),
    (1, 1, 1, 2),
    (4, 4, 2, 2),
    (3, 1, 3, 2),
    (5, 5, 4, 2),
    (3, 3, 5, 2),
    (2, 2, 6, 2),
    (6, 5, 7, 2),
    (6, 4, 8, 2),
    (6, 1, 9, 2),
    (5, 1, 10, 2),
    (6, 3, 11, 1),
    (5, 4, 11, 1),
    (6, 2, 12, 1),
    (5, 3, 12, 1),
    (5, 2, 13, 1),
    (4, 3, 13, 1),
    (4, 1, 14, 1),
    (3, 2, 14, 1),
    (4, 2, GEE_JOON, 1),
    (2, 1, GEE_JOON, 1),
];

/// The group of the gee joon tiles, each of which counts as three or six.
const GEE_JOON: u8 = 15;
const TEEN: u8 = 0;
const DAY: u8 = 1;
/// The groups of the nines, and of the eights: 44, and the group of 62 and 53.
const NINES: u8 = 11;
const EIGHTS: [u8; 2] = [2, 12];

/// The number of dominoes.
pub const SET: usize = 32;

/// A wall: eight stacks of four tiles, one after another.
pub type Wall = [Domino; SET];

impl Domino {
    /// All kinds, highest first.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..21).map(Self)
    }

    fn kind(self) -> (u8, u8, u8, usize) {
        KINDS[usize::from(self.0)]
    }

    /// The group. Two tiles of a group are a pair.
    fn group(self) -> u8 {
        self.kind().2
    }

    /// The number of tiles of this kind.
    pub fn copies(self) -> usize {
        self.kind().3
    }

    /// The rank of a single tile; higher is better, and gee joon is 0, the lowest.
    fn rank(self) -> u8 {
        GEE_JOON - self.group()
    }

    /// Reads the dominoes of a text: two digits each, in either order.
    pub fn read(text: &str) -> Option<Vec<Self>> {
        let (pairs, rest) = text.as_bytes().as_chunks::<2>();
        let dominoes = pairs.iter().map(|&[one, other]| {
            let digits = (
                one.max(other).checked_sub(b'0')?,
                one.min(other).checked_sub(b'0')?,
            );
            Self::all().find(|domino| (domino.kind().0, domino.kind().1) == digits)
        });
        let dominoes = dominoes.collect::<Option<Vec<Self>>>()?;
        rest.is_empty().then_some(dominoes)
    }

    /// Reads the wall of a text; none unless it has exactly all dominoes.
    pub fn wall(text: &str) -> Option<Wall> {
        let wall: Wall = Self::read(text)?.try_into().ok()?;
        let whole = Self::all()
            .all(|kind| wall.iter().filter(|&&domino| domino == kind).count() == kind.copies());
        whole.then_some(wall)
    }

    /// All dominoes, in the order before the shuffle.
    pub fn set() -> Wall {
        let mut all = Self::all().flat_map(|kind| std::iter::repeat_n(kind, kind.copies()));
        std::array::from_fn(|_| all.next().expect("the kinds have as many copies as a set"))
    }

    /// The text of dominoes in their order.
    pub fn in_order(dominoes: &[Self]) -> String {
        dominoes.iter().fold(String::new(), |mut text, domino| {
            let (high, low, ..) = domino.kind();
            let _ = write!(text, "{high}{low}");
            text
        })
    }
}

/// The text of dominoes in canonical order.
pub fn text(dominoes: &[Domino]) -> String {
    let mut sorted = dominoes.to_vec();
    sorted.sort_unstable();
    Domino::in_order(&sorted)
}

/// The value of a hand of two tiles; higher is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Worth {
    /// The points: 11 for a wong, 10 for a gong, otherwise the last digit of the sum of pips. Then the rank of the higher tile; 0 if
    /// there are no points.
    Points(u8, u8),
    /// A pair with its rank; gee joon is the highest.
    Pair(u8),
}

/// The rank of the gee joon pair, above all others.
const GEE_JOON_PAIR: u8 = GEE_JOON + 1;
const WONG: u8 = 11;
const GONG: u8 = 10;

/// Two tiles in canonical order.
pub type Hand = [Domino; 2];

/// The value of a hand.
pub fn worth([one, other]: Hand) -> Worth {
    if one.group() == other.group() {
        return Worth::Pair(if one.group() == GEE_JOON {
            GEE_JOON_PAIR
        } else {
            one.rank()
        });
    }
    let high = one.rank().max(other.rank());
    let groups = [one.group(), other.group()];
    if groups.contains(&TEEN) || groups.contains(&DAY) {
        if groups.contains(&NINES) {
            return Worth::Points(WONG, high);
        }
        if EIGHTS.iter().any(|eight| groups.contains(eight)) {
            return Worth::Points(GONG, high);
        }
    }
    let pips = |domino: Domino| match domino.group() {
        GEE_JOON => [3, 6],
        _ => [domino.kind().0 + domino.kind().1; 2],
    };
    let sums = pips(one)
        .into_iter()
        .flat_map(|a| pips(other).map(|b| (a + b) % 10));
    match sums.max().unwrap_or(0) {
        0 => Worth::Points(0, 0),
        points => Worth::Points(points, high),
    }
}

/// Whether a player's hand beats the banker's. The banker wins if both are equal, or if both are worth nothing.
pub fn beats(player: Hand, banker: Hand) -> bool {
    worth(player) > worth(banker)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hand(text: &str) -> Hand {
        Domino::read(text)
            .expect("dominoes")
            .try_into()
            .expect("two of them")
    }

    #[test]
    fn there_are_32_dominoes() {
        assert_eq!(Domino::all().map(Domino::copies).sum::<usize>(), SET);
    }

    #[test]
    fn pairs_beat_wongs_beat_gongs_beat_points() {
        let falling = [
            "4221", "6666", "1111", "4444", "5151", "6354", "4132", "6663", "1154", "6644", "1162",
            "6652",
        ];
        for pair in falling.windows(2) {
            assert!(beats(hand(pair[0]), hand(pair[1])), "{pair:?}");
            assert!(!beats(hand(pair[1]), hand(pair[0])), "{pair:?}");
        }
    }

    #[test]
    fn gee_joon_counts_three_or_six() {
        assert_eq!(
            worth(hand("6542")),
            Worth::Points(7, hand("6542")[0].rank())
        );
        assert_eq!(worth(hand("2121")), Worth::Pair(GEE_JOON_PAIR));
        assert_eq!(
            worth(hand("4144")),
            Worth::Points(3, hand("4441")[0].rank())
        );
    }

    #[test]
    fn what_is_worth_nothing_beats_nothing() {
        let [nothing, other] = ["2251", "3151"].map(hand);
        assert_eq!([nothing, other].map(worth), [Worth::Points(0, 0); 2]);
        assert!(!beats(nothing, other));
        assert!(!beats(other, nothing));
        assert!(beats(hand("5541"), nothing));
    }

    #[test]
    fn a_wall_has_every_domino() {
        let all = Domino::all()
            .flat_map(|kind| vec![kind; kind.copies()])
            .collect::<Vec<_>>();
        let whole = text(&all);
        assert!(Domino::wall(&whole).is_some());
        assert!(Domino::wall(&whole.replace("21", "12")).is_some());
        assert_eq!(Domino::wall(&whole.replacen("66", "11", 1)), None);
        assert_eq!(Domino::wall(&whole[2..]), None);
        assert_eq!(Domino::wall(&format!("{whole}6")), None);
    }
}
