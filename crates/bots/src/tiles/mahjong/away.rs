//! How many tiles a hand is away from being complete (the hand's *shanten* plus one).

/// The kinds of tiles that form sets; flowers do not.
pub const KINDS: usize = 34;
/// The number of kinds in a suit.
pub const SUIT: usize = 9;
/// The index of the first honour.
pub const HONOURS: usize = 27;
/// The number of sets in a complete hand.
pub const SETS: usize = 4;

/// The number of tiles held of each kind.
pub type Counts = [u8; KINDS];

/// The groups of kinds within which sets are formed: the three suits, and the honours.
pub const GROUPS: [std::ops::Range<usize>; 4] = [0..9, 9..18, 18..27, HONOURS..KINDS];

/// For each number of complete sets, without and with a pair: the most partial sets (pairs or neighbours that need one more tile) that
/// the tiles have besides; none if the tiles do not have that many sets.
pub type Parts = [[Option<usize>; 2]; SETS + 1];

/// The possible sets, pair and partial sets of each group of a hand.
#[derive(Clone, Debug)]
pub struct Groups([Parts; 4]);

impl Groups {
    pub fn of(counts: &Counts) -> Self {
        Self(std::array::from_fn(|group| parts_of(counts, group)))
    }

    /// The same hand with changed tiles in the group of this kind.
    pub fn with(&self, counts: &Counts, kind: usize) -> Self {
        let group = (kind / SUIT).min(GROUPS.len() - 1);
        let mut groups = self.clone();
        groups.0[group] = parts_of(counts, group);
        groups
    }

    /// How many tiles are missing for this number of sets and a pair: two for each missing set, minus one for each partial set, plus
    /// one if the pair is missing.
    pub fn away(&self, sets: usize) -> usize {
        let together = self.0.iter().fold(NOTHING, |all, group| join(&all, group));
        least(&together, sets)
    }
}

/// How many tiles are missing for this number of sets and a pair.
pub fn least(together: &Parts, sets: usize) -> usize {
    let ways = together.iter().enumerate().take(sets + 1);
    let missing = ways.flat_map(|(made, by_pair)| {
        let left = sets - made;
        by_pair.iter().enumerate().filter_map(move |(pair, parts)| {
            let parts = (*parts)?.min(left);
            Some(2 * left - parts + 1 - pair)
        })
    });
    missing.min().unwrap_or(2 * sets + 1)
}

/// A group without tiles.
pub const NOTHING: Parts = {
    let mut parts = [[None; 2]; SETS + 1];
    parts[0][0] = Some(0);
    parts
};

/// The best ways to divide the tiles of two groups together.
pub fn join(one: &Parts, other: &Parts) -> Parts {
    let mut both = [[None; 2]; SETS + 1];
    for (sets, by_pair) in one.iter().enumerate() {
        for (pair, parts) in by_pair.iter().enumerate() {
            let Some(parts) = parts else { continue };
            for (more_sets, more_by_pair) in other.iter().enumerate().take(SETS + 1 - sets) {
                for (more_pair, more) in more_by_pair.iter().enumerate().take(2 - pair) {
                    let best = &mut both[sets + more_sets][pair + more_pair];
                    *best = (*best).max(more.map(|more| parts + more));
                }
            }
        }
    }
    both
}

pub fn parts_of(counts: &Counts, group: usize) -> Parts {
    let kinds = &counts[GROUPS[group].clone()];
    let mut left = [0; SUIT];
    left[..kinds.len()].copy_from_slice(kinds);
    let mut best = [[None; 2]; SETS + 1];
    take(&mut left, 0, group < 3, (0, false, 0), &mut best);
    best
}

/// Tries all ways to take sets, a pair and partial sets from the tiles, starting at a kind.
fn take(
    left: &mut [u8; SUIT],
    from: usize,
    runs: bool,
    (sets, pair, parts): (usize, bool, usize),
    best: &mut Parts,
) {
    let Some(kind) = (from..SUIT).find(|&kind| left[kind] > 0) else {
        let best = &mut best[sets][usize::from(pair)];
        *best = (*best).max(Some(parts));
        return;
    };
    let held = std::mem::take(&mut left[kind]);
    take(left, kind + 1, runs, (sets, pair, parts), best);
    left[kind] = held;
    let is_near = |step: usize| runs && left.get(kind + step).is_some_and(|&count| count > 0);
    let (next, second) = (is_near(1), is_near(2));
    let mut with = |used: &[usize], made| {
        for &kind in used {
            left[kind] -= 1;
        }
        take(left, kind, runs, made, best);
        for &kind in used {
            left[kind] += 1;
        }
    };
    if held >= 3 && sets < SETS {
        with(&[kind; 3], (sets + 1, pair, parts));
    }
    if next && second && sets < SETS {
        with(&[kind, kind + 1, kind + 2], (sets + 1, pair, parts));
    }
    if held >= 2 {
        if !pair {
            with(&[kind; 2], (sets, true, parts));
        }
        with(&[kind; 2], (sets, pair, parts + 1));
    }
    if next {
        with(&[kind, kind + 1], (sets, pair, parts + 1));
    }
    if second {
        with(&[kind, kind + 2], (sets, pair, parts + 1));
    }
}

#[cfg(test)]
mod tests {
    use giog_rules::tiles::mahjong::Tile;

    use super::*;

    #[test]
    fn a_hand_is_so_many_tiles_away() {
        for (tiles, expected) in [
            ("123m456m789m111z55z", 0),
            ("123m456m789m111z5z", 1),
            ("123m456m789m11z55z", 1),
            ("123m456m78m11z55z", 2),
            ("147m258p369s1234z", 9),
            ("1112345678999m", 1),
            ("11123456789999m", 0),
        ] {
            let mut counts = [0; KINDS];
            for tile in Tile::read(tiles).expect("tiles") {
                counts[tile.index()] += 1;
            }
            assert_eq!(Groups::of(&counts).away(SETS), expected, "{tiles}");
        }
    }
}
