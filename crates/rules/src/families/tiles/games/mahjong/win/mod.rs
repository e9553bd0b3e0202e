//! Complete hands and their value (`docs/TILES.md` §4, *Faan*).

mod items;

use super::tile::{COPIES, Counts, KINDS, Tile, tiles_of};
use items::Items;

/// A set. In a player's melds, it is laid open or a concealed kong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Set {
    /// Three in sequence, beginning with this tile.
    Chow(Tile),
    /// Three equal tiles.
    Pung(Tile),
    /// Four equal tiles.
    Kong(Tile),
    /// Four equal tiles that were all drawn.
    ConcealedKong(Tile),
}

/// What completed a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// The deal: the dealer's hand was complete as dealt.
    Deal,
    /// A tile that the winner drew.
    Draw {
        /// Whether it was drawn after a kong or a flower.
        is_replacement: bool,
    },
    /// Another player's discard.
    Discard {
        /// Whether it was the first discard of the hand, before any kong.
        is_first: bool,
    },
    /// A tile that another player added to a pung.
    RobbedKong,
}

/// The circumstances under which a hand was completed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Circumstances {
    /// The seat's wind: 0 east, to 3 north.
    pub seat_wind: usize,
    /// The round's wind.
    pub round_wind: usize,
    /// What completed the hand.
    pub by: By,
    /// Whether it was the last tile of the wall, or the discard after it.
    pub is_last_tile: bool,
    /// The flowers laid open, one bit each; none if flowers are not in play.
    pub flowers: Option<u8>,
}

impl Circumstances {
    /// Whether the last tile came from no other player.
    const fn is_self_draw(&self) -> bool {
        matches!(self.by, By::Deal | By::Draw { .. })
    }
}

/// The value of a hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Worth {
    /// The scoring items, by name, with their faan.
    pub items: Vec<(&'static str, u8)>,
    /// Their sum, at most `LIMIT`.
    pub faan: u8,
    /// The faan without flowers and seasons. The minimum for winning applies to these.
    pub without_flowers: u8,
}

/// The most faan of a hand, and the value of each limit hand.
pub const LIMIT: u8 = 10;
/// The number of sets in a hand, besides the pair.
pub const SETS: usize = 4;
/// The number of suits, and the number of kinds in each.
const SUITS: usize = 3;
const SUIT: usize = 9;
/// Nine gates: three ones, three nines, and one of each other number; with any further tile of the suit it is a complete hand.
const GATES: [u8; SUIT] = [3, 1, 1, 1, 1, 1, 1, 1, 3];

/// The points that each of the others pays for a hand of so many faan, before what the way of winning changes.
pub const fn base_points(faan: u8) -> i64 {
    match faan {
        0 => 1,
        1 => 2,
        2 => 4,
        3 => 8,
        4..=6 => 16,
        7..=9 => 32,
        _ => 64,
    }
}

/// A set in a reading, and whether it is concealed: the winner drew all its tiles.
#[derive(Clone, Copy, Debug)]
struct Part {
    set: Set,
    concealed: bool,
}

/// A reading: a division of the hand into four sets and a pair.
#[derive(Clone, Debug)]
struct Reading {
    parts: Vec<Part>,
    pair: Tile,
}

/// A hand that may be complete: the concealed tiles (including the last one), the melds, and the last tile, if there is one.
#[derive(Clone, Copy, Debug)]
pub struct Complete<'a> {
    /// The concealed tiles, the last one among them, by kind.
    pub concealed: &'a Counts,
    /// The sets on the table.
    pub melds: &'a [Set],
    /// The last tile.
    pub last: Option<Tile>,
}

impl Complete<'_> {
    /// The value of the best reading of the hand; none if it is not complete.
    pub fn worth(&self, at: &Circumstances) -> Option<Worth> {
        if self.is_thirteen_orphans() {
            let mut limits = vec!["thirteen-orphans"];
            limits.extend(dealt(at));
            return Some(limit(limits));
        }
        let mut readings = Vec::new();
        for pair in (0..KINDS).filter(|&kind| self.concealed[kind] >= 2) {
            let mut rest = *self.concealed;
            rest[pair] -= 2;
            let mut sets = Vec::new();
            read_sets(&mut rest, &mut sets, &mut |sets| {
                if sets.len() + self.melds.len() == SETS {
                    readings.extend(self.readings(sets, Tile::new(pair), at));
                }
            });
        }
        let worths = readings.iter().map(|reading| self.worth_of(reading, at));
        // The highest value. Of equal ones, the reading whose items come first by name.
        worths
            .min_by(|(one, sum), (other, other_sum)| {
                other_sum.cmp(sum).then_with(|| one.items.cmp(&other.items))
            })
            .map(|(worth, _)| worth)
    }

    fn is_thirteen_orphans(&self) -> bool {
        self.melds.is_empty()
            && are_all_orphans(self.concealed)
            && self.concealed.iter().sum::<u8>() == 14
    }

    /// The readings with these concealed sets and the melds. If another's tile completed the hand, there is one for each set, and for
    /// the pair, that it may have completed.
    fn readings(&self, sets: &[Set], pair: Tile, at: &Circumstances) -> Vec<Reading> {
        let melds = self.melds.iter().map(|&set| Part {
            set,
            concealed: matches!(set, Set::ConcealedKong(_)),
        });
        let drawn = |set: &Set| Part {
            set: *set,
            concealed: true,
        };
        let parts: Vec<Part> = sets.iter().map(drawn).chain(melds).collect();
        let of_another = self.last.filter(|_| !at.is_self_draw());
        let Some(last) = of_another else {
            return vec![Reading { parts, pair }];
        };
        let completed = |set: &Set| match *set {
            Set::Chow(first) => (first.index()..=first.index() + 2).contains(&last.index()),
            Set::Pung(tile) => tile == last,
            Set::Kong(_) | Set::ConcealedKong(_) => false,
        };
        let mut readings: Vec<Reading> = (0..sets.len())
            .filter(|&place| completed(&sets[place]))
            .map(|place| {
                let mut parts = parts.clone();
                parts[place].concealed = false;
                Reading { parts, pair }
            })
            .collect();
        if pair == last {
            readings.push(Reading { parts, pair });
        }
        readings
    }

    /// The value of a reading, and the sum of its items without the limit.
    fn worth_of(&self, reading: &Reading, at: &Circumstances) -> (Worth, u32) {
        let limits = self.limits(reading, at);
        let worth = if limits.is_empty() {
            let mut items = Items(Vec::new());
            items.of_sets(reading, at, self.is_concealed());
            items.of_winning(at);
            let without_flowers = items.sum();
            items.of_flowers(at);
            items.0.sort_unstable();
            Worth {
                faan: capped(items.sum()),
                without_flowers: capped(without_flowers),
                items: items.0,
            }
        } else {
            limit(limits)
        };
        let sum = worth.items.iter().map(|&(_, faan)| u32::from(faan)).sum();
        (worth, sum)
    }

    /// Whether there are no melds except concealed kongs.
    fn is_concealed(&self) -> bool {
        self.melds
            .iter()
            .all(|set| matches!(set, Set::ConcealedKong(_)))
    }

    fn limits(&self, reading: &Reading, at: &Circumstances) -> Vec<&'static str> {
        let tiles = || self.tiles();
        let mut limits = dealt(at);
        if (0..4).all(|wind| reading.has_triplet(Tile::wind(wind))) {
            limits.push("great-winds");
        }
        if reading
            .parts
            .iter()
            .all(|part| matches!(part.set, Set::Kong(_) | Set::ConcealedKong(_)))
        {
            limits.push("all-kongs");
        }
        if tiles().all(Tile::is_honour) {
            limits.push("all-honours");
        }
        if tiles().all(Tile::is_terminal) {
            limits.push("all-terminals");
        }
        if self.is_nine_gates() {
            limits.push("nine-gates");
        }
        limits
    }

    /// The tiles of the hand.
    fn tiles(&self) -> impl Iterator<Item = Tile> + '_ {
        let melds = self.melds.iter().flat_map(|set| set.tiles());
        tiles_of(self.concealed).chain(melds)
    }

    fn is_nine_gates(&self) -> bool {
        let Some(last) = self.last.filter(|_| self.melds.is_empty()) else {
            return false;
        };
        let Some(suit) = last.suit() else {
            return false;
        };
        let first = usize::from(suit) * GATES.len();
        let mut before = *self.concealed;
        before[last.index()] -= 1;
        before[first..first + GATES.len()] == GATES
    }
}

impl Set {
    /// The tiles of the set.
    pub fn tiles(self) -> impl Iterator<Item = Tile> {
        let (first, step, count) = match self {
            Self::Chow(first) => (first, 1, 3),
            Self::Pung(tile) => (tile, 0, 3),
            Self::Kong(tile) | Self::ConcealedKong(tile) => (tile, 0, usize::from(COPIES)),
        };
        (0..count).map(move |place| Tile::new(first.index() + step * place))
    }

    /// The tile of a pung or kong; none for a chow.
    const fn triplet(self) -> Option<Tile> {
        match self {
            Self::Chow(_) => None,
            Self::Pung(tile) | Self::Kong(tile) | Self::ConcealedKong(tile) => Some(tile),
        }
    }
}

impl Reading {
    fn triplets(&self) -> impl Iterator<Item = Tile> + '_ {
        self.parts.iter().filter_map(|part| part.set.triplet())
    }

    fn has_triplet(&self, tile: Tile) -> bool {
        self.triplets().any(|triplet| triplet == tile)
    }
}

/// Whether the tiles may be complete, judged only by the number of tiles in each suit and of each honour; also true for thirteen
/// orphans. It is fast, and true for few incomplete hands.
pub fn may_be_complete(concealed: &Counts) -> bool {
    let (suits, honours) = concealed.split_at(SUITS * SUIT);
    let (suits, _) = suits.as_chunks::<SUIT>();
    let of_suits = suits.iter().map(|suit| suit.iter().sum());
    let mut pairs = 0;
    // Honours first, because most hands contain a single one.
    for count in honours.iter().copied().chain(of_suits) {
        match count % 3 {
            0 => {}
            1 => return are_all_orphans(concealed),
            _ => pairs += 1,
        }
    }
    pairs == 1
}

/// Whether the kinds are exactly all ones, nines and honours.
fn are_all_orphans(concealed: &Counts) -> bool {
    let orphan = |kind: usize| Tile::new(kind).is_honour() || Tile::new(kind).is_terminal();
    (0..KINDS).all(|kind| (concealed[kind] > 0) == orphan(kind))
}

/// Calls `found` with every way to divide all tiles into sets.
fn read_sets(rest: &mut Counts, sets: &mut Vec<Set>, found: &mut impl FnMut(&[Set])) {
    let Some(kind) = rest.iter().position(|&count| count > 0) else {
        found(sets);
        return;
    };
    let tile = Tile::new(kind);
    if rest[kind] >= 3 {
        rest[kind] -= 3;
        sets.push(Set::Pung(tile));
        read_sets(rest, sets, found);
        sets.pop();
        rest[kind] += 3;
    }
    let run = tile
        .next()
        .and_then(|second| Some((second, second.next()?)));
    if let Some((second, third)) = run
        && rest[second.index()] > 0
        && rest[third.index()] > 0
    {
        for tile in [tile, second, third] {
            rest[tile.index()] -= 1;
        }
        sets.push(Set::Chow(tile));
        read_sets(rest, sets, found);
        sets.pop();
        for tile in [tile, second, third] {
            rest[tile.index()] += 1;
        }
    }
}

/// The limit hands of the first turns.
fn dealt(at: &Circumstances) -> Vec<&'static str> {
    match at.by {
        By::Deal => vec!["heavenly"],
        By::Discard { is_first: true } => vec!["earthly"],
        By::Draw { .. } | By::Discard { is_first: false } | By::RobbedKong => Vec::new(),
    }
}

/// The value of limit hands, to which nothing else is added.
fn limit(mut names: Vec<&'static str>) -> Worth {
    names.sort_unstable();
    Worth {
        items: names.into_iter().map(|name| (name, LIMIT)).collect(),
        faan: LIMIT,
        without_flowers: LIMIT,
    }
}

fn capped(sum: u32) -> u8 {
    u8::try_from(sum).map_or(LIMIT, |sum| sum.min(LIMIT))
}
