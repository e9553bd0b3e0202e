//! How many tiles a hand is from being one that may win, exactly: the fewest that still have to come, of those that may.
//!
//! A hand that may win has four sets and a pair, or is thirteen orphans, and would have the least faan if its last tile were drawn. Chance is not
//! reckoned with (a last tile, a replacement, a robbed kong), and sets on the table stay as they are.

use std::collections::HashMap;

use giog_bots::mahjong::{Hand, Knowledge};
use giog_rules::tiles::mahjong::search::Set;
use giog_rules::tiles::mahjong::{KINDS, Tile};

use super::ways::{WAYS, Way};

/// The number of tiles of each kind.
pub type Counts = [u8; KINDS];

/// The number of sets in a hand.
const SETS: usize = 4;
const SUITS: usize = 3;
/// The number of kinds in a suit, and the kind of the first honour.
const SUIT: usize = 9;
const HONOURS: usize = SUITS * SUIT;
const WINDS: usize = 4;
/// More faan of pungs are not told apart: with self-draw they are the most that a win may need.
const MOST_VALUE: usize = 2;
/// That something cannot be.
const NEVER: u8 = u8::MAX;

/// The tiles that are missing for so many sets, without and with a pair.
type Missing = [[u8; 2]; SETS + 1];

const NOT_AT_ALL: Missing = [[NEVER; 2]; SETS + 1];

/// What a suit can become: of any sets, of pungs alone, of chows alone.
#[derive(Clone, Copy, Debug)]
struct Suit {
    any: Missing,
    pungs: Missing,
    chows: Missing,
}

/// What the honours can become, by the faan of their pungs, those on the table among them.
type Honours = [Missing; MOST_VALUE + 1];

/// How far a hand is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Distance {
    /// The tiles that are missing for a hand that may win; none if there is no such hand any more.
    pub missing: Option<u8>,
    /// The same for such hands of each type.
    pub ways: [Option<u8>; WAYS.len()],
}

/// Reckons distances for one seat in one hand of a match.
pub struct Distances {
    min_faan: u8,
    winds: [usize; 2],
    suits: HashMap<[[u8; SUIT]; 2], Suit>,
    honours: HashMap<[[u8; KINDS - HONOURS]; 3], Honours>,
}

impl Distances {
    pub fn new(knowledge: &Knowledge) -> Self {
        Self {
            min_faan: knowledge.min_faan,
            winds: knowledge.winds,
            suits: HashMap::new(),
            honours: HashMap::new(),
        }
    }

    /// How far a hand is if these tiles may still come.
    pub fn of(&mut self, hand: &Hand, unseen: &Counts) -> Distance {
        let held = &hand.counts;
        let most: Counts = std::array::from_fn(|kind| held[kind] + unseen[kind]);
        let suits = std::array::from_fn(|suit| {
            let of = |counts: &Counts| std::array::from_fn(|at| counts[suit * SUIT + at]);
            self.suit([of(held), of(&most)])
        });
        let honours = self.honours(hand, &most);
        self.joined(hand, &suits, &honours, orphans(hand, &most))
    }

    fn suit(&mut self, key: [[u8; SUIT]; 2]) -> Suit {
        let [held, most] = &key;
        *self.suits.entry(key).or_insert_with(|| Suit {
            any: of_suit(held, most, true, true),
            pungs: of_suit(held, most, false, true),
            chows: of_suit(held, most, true, false),
        })
    }

    fn honours(&mut self, hand: &Hand, most: &Counts) -> Honours {
        let of = |counts: &Counts| std::array::from_fn(|at| counts[HONOURS + at]);
        let mut laid = [0; KINDS - HONOURS];
        for triplet in hand.melds.iter().copied().filter_map(triplet) {
            if let Some(place) = triplet.checked_sub(HONOURS) {
                laid[place] = 1;
            }
        }
        let key = [of(&hand.counts), of(most), laid];
        let winds = self.winds;
        *self.honours.entry(key).or_insert_with(|| {
            let [held, most, laid] = key;
            let mut found = [NOT_AT_ALL; MOST_VALUE + 1];
            let start = OfHonours {
                held,
                most,
                winds,
                laid: laid.map(|laid| laid > 0),
            };
            start.all(0, (0, 0, 0), laid.map(|laid| laid > 0), None, &mut found);
            found
        })
    }

    fn joined(
        &self,
        hand: &Hand,
        suits: &[Suit; SUITS],
        honours: &Honours,
        orphans: u8,
    ) -> Distance {
        let sets = hand.sets();
        let melds = &hand.melds;
        let of = |each: fn(&Suit) -> &Missing| -> Missing {
            let [first, second, third] = suits.each_ref().map(each);
            join(&join(first, second), third)
        };
        let every = of(|suit| &suit.any);
        let valued = |least: usize| -> u8 {
            let tables = honours[least..].iter();
            let ways = tables.map(|table| together(&every, table, sets));
            ways.min().unwrap_or(NEVER)
        };
        let any_honours = honours
            .iter()
            .fold(NOT_AT_ALL, |all, table| least(&all, table));
        let is_in = |suit: usize, honours: bool| {
            let kinds = suit * SUIT..(suit + 1) * SUIT;
            let fits = |set: &Set| {
                let first = first(*set);
                kinds.contains(&first) || honours && first >= HONOURS
            };
            melds.iter().all(fits)
        };
        let no_chow = melds.iter().all(|set| !matches!(set, Set::Chow(_)));
        let only_chows = melds.iter().all(|set| matches!(set, Set::Chow(_)));
        let if_fits = |fits: bool, missing: u8| if fits { missing } else { NEVER };
        // Where more faan are needed than self-draw has, of which being concealed is one.
        let is_dear = self.min_faan > 1;
        let needed = if is_dear && !hand.is_concealed() {
            MOST_VALUE
        } else {
            1
        };
        let of_way = |way: Way| match way {
            Way::AllChows => {
                let mut pair = NOT_AT_ALL;
                pair[0] = any_honours[0];
                let enough = !is_dear || needed == 1;
                if_fits(
                    only_chows && enough,
                    together(&of(|suit| &suit.chows), &pair, sets),
                )
            }
            Way::AllTriplets => {
                let pungs = of(|suit| &suit.pungs);
                if_fits(no_chow, together(&pungs, &any_honours, sets))
            }
            Way::MixedSuit(suit) => if_fits(
                is_in(suit, true),
                together(&suits[suit].any, &any_honours, sets),
            ),
            Way::OneSuit(suit) => if_fits(is_in(suit, false), suits[suit].any[sets][1]),
            Way::Valued => valued(needed),
            Way::Orphans => orphans,
        };
        let ways = WAYS.map(of_way);
        let missing = if is_dear {
            ways.into_iter().min().unwrap_or(NEVER)
        } else {
            // Self-draw is one.
            valued(0).min(orphans)
        };
        let known = |missing: u8| (missing != NEVER).then_some(missing);
        Distance {
            missing: known(missing),
            ways: ways.map(known),
        }
    }
}

/// The kind of the first tile of a set.
fn first(set: Set) -> usize {
    let (Set::Chow(tile) | Set::Pung(tile) | Set::Kong(tile) | Set::ConcealedKong(tile)) = set;
    tile.index()
}

/// The kind of a pung or kong.
fn triplet(set: Set) -> Option<usize> {
    (!matches!(set, Set::Chow(_))).then(|| first(set))
}

/// The tiles that are missing for thirteen orphans.
fn orphans(hand: &Hand, most: &Counts) -> u8 {
    let is_orphan = |&kind: &usize| {
        let tile = Tile::new(kind);
        tile.is_honour() || tile.is_terminal()
    };
    let (mut missing, mut pair) = (0, NEVER);
    for kind in (0..KINDS).filter(is_orphan) {
        let held = hand.counts[kind];
        if most[kind] == 0 || !hand.melds.is_empty() {
            return NEVER;
        }
        missing += u8::from(held == 0);
        if most[kind] >= 2 {
            pair = pair.min(u8::from(held < 2));
        }
    }
    missing.saturating_add(pair)
}

/// What a suit can become.
fn of_suit(held: &[u8; SUIT], most: &[u8; SUIT], chows: bool, pungs: bool) -> Missing {
    // The tiles that are missing in the kinds so far: by sets, by pair, by the chows that began one kind before, and two kinds before.
    type Costs = [[[[u8; SETS + 1]; SETS + 1]; 2]; SETS + 1];
    const NONE: Costs = [[[[NEVER; SETS + 1]; SETS + 1]; 2]; SETS + 1];
    let mut costs = NONE;
    costs[0][0][0][0] = 0;
    let steps: Vec<[usize; 3]> = steps(chows, pungs).collect();
    for (kind, (&held, &most)) in held.iter().zip(most).enumerate() {
        let mut after = NONE;
        for (sets, pair, one, two) in states() {
            let cost = costs[sets][pair][one][two];
            let possible = steps.iter().filter(|[pung, begun, with]| {
                cost != NEVER
                    && sets + pung + begun <= SETS
                    && pair + with <= 1
                    && (*begun == 0 || kind + 2 < SUIT)
            });
            for &[pung, begun, with] in possible {
                let needed = one + two + begun + 3 * pung + 2 * with;
                if needed > usize::from(most) {
                    continue;
                }
                let missing = needed.saturating_sub(held.into());
                let missing = cost + u8::try_from(missing).unwrap_or(NEVER);
                let best = &mut after[sets + pung + begun][pair + with][begun][one];
                *best = missing.min(*best);
            }
        }
        costs = after;
    }
    std::array::from_fn(|sets| std::array::from_fn(|pair| costs[sets][pair][0][0]))
}

/// What a kind of tile may add: a pung, chows that begin with it, and the pair.
fn steps(chows: bool, pungs: bool) -> impl Iterator<Item = [usize; 3]> {
    let most = if chows { SETS } else { 0 };
    (0..=usize::from(pungs)).flat_map(move |pung| {
        (0..=most).flat_map(move |begun| (0..2).map(move |with| [pung, begun, with]))
    })
}

/// All numbers of sets, pairs, and chows that go on.
fn states() -> impl Iterator<Item = (usize, usize, usize, usize)> {
    (0..=SETS).flat_map(|sets| {
        (0..2).flat_map(move |pair| {
            (0..=sets).flat_map(move |one| (0..=sets - one).map(move |two| (sets, pair, one, two)))
        })
    })
}

/// The honours of a hand.
struct OfHonours {
    held: [u8; KINDS - HONOURS],
    most: [u8; KINDS - HONOURS],
    winds: [usize; 2],
    /// The pungs on the table.
    laid: [bool; KINDS - HONOURS],
}

impl OfHonours {
    /// Tries all pungs and pairs, beginning with the kind at this place.
    fn all(
        &self,
        place: usize,
        (sets, pair, missing): (usize, usize, u8),
        pungs: [bool; KINDS - HONOURS],
        paired: Option<usize>,
        found: &mut Honours,
    ) {
        if place == pungs.len() {
            let best = &mut found[self.value(pungs, paired)][sets][pair];
            *best = missing.min(*best);
            return;
        }
        self.all(place + 1, (sets, pair, missing), pungs, paired, found);
        let with = |needed: u8| {
            let missing = missing + needed.saturating_sub(self.held[place]);
            (needed <= self.most[place]).then_some(missing)
        };
        if sets < SETS
            && !self.laid[place]
            && let Some(missing) = with(3)
        {
            let mut pungs = pungs;
            pungs[place] = true;
            self.all(place + 1, (sets + 1, pair, missing), pungs, paired, found);
        }
        if pair == 0
            && let Some(missing) = with(2)
        {
            self.all(place + 1, (sets, 1, missing), pungs, Some(place), found);
        }
    }

    /// The faan of pungs, as far as they are told apart.
    fn value(&self, pungs: [bool; KINDS - HONOURS], paired: Option<usize>) -> usize {
        let (winds, dragons) = pungs.split_at(WINDS);
        let is_small = winds.iter().filter(|&&pung| pung).count() == WINDS - 1
            && paired.is_some_and(|paired| paired < WINDS);
        if is_small {
            return MOST_VALUE;
        }
        let of_winds = self.winds.iter().filter(|&&wind| winds[wind]).count();
        let of_dragons = dragons.iter().filter(|&&pung| pung).count();
        (of_winds + of_dragons).min(MOST_VALUE)
    }
}

/// The least of two.
fn least(one: &Missing, other: &Missing) -> Missing {
    std::array::from_fn(|sets| std::array::from_fn(|pair| one[sets][pair].min(other[sets][pair])))
}

/// What two groups can become together.
fn join(one: &Missing, other: &Missing) -> Missing {
    std::array::from_fn(|sets| {
        [
            (0..=sets)
                .map(|part| sum(one[part][0], other[sets - part][0]))
                .min()
                .unwrap_or(NEVER),
            together(one, other, sets),
        ]
    })
}

/// What is missing for so many sets and a pair in two groups together.
fn together(one: &Missing, other: &Missing, sets: usize) -> u8 {
    let ways = (0..=sets).map(|part| {
        let (one, other) = (one[part], other[sets - part]);
        sum(one[0], other[1]).min(sum(one[1], other[0]))
    });
    ways.min().unwrap_or(NEVER)
}

/// A sum of which each part may be impossible.
const fn sum(one: u8, other: u8) -> u8 {
    one.saturating_add(other)
}
