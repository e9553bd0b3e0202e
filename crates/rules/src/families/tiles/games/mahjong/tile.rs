//! The tiles of mahjong (`docs/TILES.md` §4).

/// A kind of tile: 1m to 9m, 1p to 9p, 1s to 9s, 1z to 7z, 1f to 4f, 1g to 4g.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tile(u8);

/// The number of kinds that form sets: all except the flowers.
pub const KINDS: usize = 34;
/// The number of kinds of flowers and seasons.
pub const FLOWERS: usize = 8;
/// The number of tiles of each kind that forms sets.
pub const COPIES: u8 = 4;

/// The letters of the suits, and the number of kinds in each, in canonical order.
const SUITS: [(u8, u8); 6] = [
    (b'm', 9),
    (b'p', 9),
    (b's', 9),
    (b'z', 7),
    (b'f', 4),
    (b'g', 4),
];
/// The index of the first wind, the first dragon, and the first flower.
const EAST: u8 = 27;
const WHITE: u8 = 31;
const FLOWER: u8 = 34;

impl Tile {
    /// The kind with this number, from 0.
    pub const fn new(number: usize) -> Self {
        assert!(number < KINDS + FLOWERS, "there is such a kind");
        #[expect(clippy::cast_possible_truncation, reason = "below 42")]
        Self(number as u8)
    }

    /// The number of the kind, from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The wind with this number: 0 east, to 3 north.
    pub const fn wind(place: usize) -> Self {
        Self::new(EAST as usize + place)
    }

    /// The dragons: white, green, red.
    pub fn dragons() -> [Self; 3] {
        [0, 1, 2].map(|place| Self(WHITE + place))
    }

    /// Whether it is a flower or season, which is laid open and replaced.
    pub const fn is_flower(self) -> bool {
        self.0 >= FLOWER
    }

    /// Whether it is a wind or dragon.
    pub const fn is_honour(self) -> bool {
        self.0 >= EAST && self.0 < FLOWER
    }

    /// Whether it is a one or nine.
    pub const fn is_terminal(self) -> bool {
        self.0 < EAST && matches!(self.0 % 9, 0 | 8)
    }

    /// The suit, from 0; none for honours and flowers.
    pub const fn suit(self) -> Option<u8> {
        if self.0 < EAST {
            Some(self.0 / 9)
        } else {
            None
        }
    }

    /// The next tile of the suit; none after the last.
    pub fn next(self) -> Option<Self> {
        let next = Self(self.0 + 1);
        (self.suit().is_some() && next.suit() == self.suit()).then_some(next)
    }

    /// Reads the tiles of a text: digits, each run of them followed by the letter of its suit.
    pub fn read(text: &str) -> Option<Vec<Self>> {
        let mut tiles = Vec::new();
        let mut digits = Vec::new();
        for byte in text.bytes() {
            if byte.is_ascii_digit() {
                digits.push(byte - b'0');
                continue;
            }
            let mut first = 0;
            let kinds = SUITS.iter().find_map(|&(letter, kinds)| {
                if letter == byte {
                    return Some(kinds);
                }
                first += kinds;
                None
            })?;
            if digits.is_empty() {
                return None;
            }
            for digit in digits.drain(..) {
                if !(1..=kinds).contains(&digit) {
                    return None;
                }
                tiles.push(Self(first + digit - 1));
            }
        }
        digits.is_empty().then_some(tiles)
    }

    /// Reads the wall of a text; none unless it has exactly all tiles.
    pub fn wall(text: &str, flowers: bool) -> Option<Vec<Self>> {
        let wall = Self::read(text)?;
        let mut counts = [0_u8; KINDS + FLOWERS];
        for tile in &wall {
            counts[tile.index()] += 1;
        }
        let (sets, extra) = counts.split_at(KINDS);
        let whole = sets.iter().all(|&count| count == COPIES)
            && extra.iter().all(|&count| count == u8::from(flowers));
        whole.then_some(wall)
    }

    /// All tiles, in the order before the shuffle.
    pub fn set(flowers: bool) -> Vec<Self> {
        let copies = usize::from(COPIES);
        let sets = (0..KINDS).flat_map(|kind| std::iter::repeat_n(Self::new(kind), copies));
        let extra = (KINDS..KINDS + FLOWERS).filter(|_| flowers).map(Self::new);
        sets.chain(extra).collect()
    }

    /// The digit and the letter of its text.
    fn parts(self) -> (char, char) {
        let mut rest = self.0;
        for (letter, kinds) in SUITS {
            if rest < kinds {
                return (char::from(b'1' + rest), char::from(letter));
            }
            rest -= kinds;
        }
        unreachable!("every kind is of a suit");
    }

    /// The text of the tile.
    pub fn text(self) -> String {
        let (digit, letter) = self.parts();
        String::from_iter([digit, letter])
    }
}

/// The text of tiles in their order, each with its letter.
pub fn listed(tiles: &[Tile]) -> String {
    tiles
        .iter()
        .flat_map(|tile| <[char; 2]>::from(tile.parts()))
        .collect()
}

/// The canonical text of tiles: sorted, with one letter for each suit.
pub fn canonical(tiles: impl IntoIterator<Item = Tile>) -> String {
    let mut sorted: Vec<Tile> = tiles.into_iter().collect();
    sorted.sort_unstable();
    let mut text = String::new();
    for (place, tile) in sorted.iter().enumerate() {
        let (digit, letter) = tile.parts();
        text.push(digit);
        let next = sorted.get(place + 1).map(|next| next.parts().1);
        if next != Some(letter) {
            text.push(letter);
        }
    }
    text
}

/// The number of tiles of each kind that forms sets.
pub type Counts = [u8; KINDS];

/// The tiles of these counts.
pub fn tiles_of(counts: &Counts) -> impl Iterator<Item = Tile> + '_ {
    counts
        .iter()
        .enumerate()
        .flat_map(|(kind, &count)| std::iter::repeat_n(Tile::new(kind), usize::from(count)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_read_and_written() {
        for (given, expected) in [
            ("123m5z", Some("123m5z")),
            ("5z1m3m2m", Some("123m5z")),
            ("4g1f", Some("1f4g")),
            ("", Some("")),
            ("0m", None),
            ("8z", None),
            ("5g", None),
            ("5", None),
            ("m", None),
            ("1mm", None),
            ("1x", None),
            ("１m", None),
        ] {
            assert_eq!(
                Tile::read(given).map(canonical).as_deref(),
                expected,
                "{given}"
            );
        }
    }

    #[test]
    fn suits_end_with_nine() {
        let next = |text: &str| {
            Tile::read(text)
                .and_then(|tiles| tiles[0].next())
                .map(Tile::text)
        };
        assert_eq!(next("8m").as_deref(), Some("9m"));
        assert_eq!(next("9m"), None);
        assert_eq!(next("9s"), None);
        assert_eq!(next("1z"), None);
    }
}
