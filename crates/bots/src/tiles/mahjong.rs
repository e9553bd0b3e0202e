//! Mahjong: goes for the hand that is fewest tiles away. Where a hand has to be worth three faan, it keeps one suit and
//! honours, which are worth that.

use giog_rules::Verb;
use giog_rules::tiles::mahjong::Tile;
use giog_rules::tiles::{
    Claim, SeenHand, TilesAction, TilesAsk, TilesDecision, TilesSight, TilesView,
};

/// The kinds that make sets.
const KINDS: usize = 34;
/// The kinds of a suit.
const SUIT: usize = 9;
/// The first of the honours.
const HONOURS: usize = 27;
/// The sets of a whole hand.
const SETS: usize = 4;
/// From so many faan on, a hand has to be one of a kind.
const DEAR: u8 = 3;

type Counts = [u8; KINDS];

/// A hand with what it is to become.
struct Plan {
    counts: Counts,
    /// Sets on the table.
    melds: usize,
    /// The suit that is kept besides honours; none where every tile is.
    suit: Option<usize>,
}

/// What the seat does.
pub fn choose(view: &TilesView, decision: &TilesDecision) -> Option<TilesAction> {
    let TilesSight::Mahjong {
        hand: Some(hand), ..
    } = &view.sight
    else {
        return None;
    };
    let plan = Plan::of(view, hand)?;
    match &decision.ask {
        TilesAsk::Choose { may, .. } => {
            if may.iter().any(|kind| kind.verb == Verb::Win) {
                return Some(TilesAction::Win);
            }
            let discards = may.iter().find(|kind| kind.verb == Verb::Discard)?;
            let discards = discards.choices.iter().flatten();
            let best = discards.min_by_key(|tile| plan.after_discard(tile))?;
            let tile = best.clone();
            Some(TilesAction::Discard { tile })
        }
        TilesAsk::Claim {
            pending, choices, ..
        } => {
            if choices.contains(&Claim::Win) {
                return Some(TilesAction::Claim { claim: Claim::Win });
            }
            let claimed = index(&pending.tile)?;
            let away = plan.away();
            let better = choices.iter().filter_map(|claim| {
                let after = plan.after_claim(claim, claimed)?.away();
                (after < away).then_some((after, claim))
            });
            let best = better.min_by_key(|(after, _)| *after);
            let claim = best.map_or(Claim::Pass, |(_, claim)| claim.clone());
            Some(TilesAction::Claim { claim })
        }
        _ => None,
    }
}

impl Plan {
    fn of(view: &TilesView, hand: &SeenHand) -> Option<Self> {
        let mut counts = [0; KINDS];
        for tile in Tile::read(hand.tiles.as_ref()?)? {
            *counts.get_mut(tile.index())? += 1;
        }
        let melds = hand.melds.get(usize::from(u8::from(view.you?)))?;
        let mut suits = [0_usize; 3];
        for (suit, held) in suits.iter_mut().enumerate() {
            *held = counts[suit * SUIT..(suit + 1) * SUIT]
                .iter()
                .map(|count| usize::from(*count))
                .sum();
        }
        for meld in melds {
            let first = Tile::read(&meld.tiles).and_then(|tiles| tiles.first().copied());
            if let Some(first) = first.filter(|tile| tile.index() < HONOURS) {
                suits[first.index() / SUIT] += KINDS;
            }
        }
        let most = (0..suits.len()).max_by_key(|&suit| suits[suit]);
        let is_dear = view.options.min_faan.is_some_and(|faan| faan >= DEAR);
        Some(Self {
            counts,
            melds: melds.len(),
            suit: most.filter(|_| is_dear),
        })
    }

    fn is_kept(&self, kind: usize) -> bool {
        kind >= HONOURS || self.suit.is_none_or(|suit| kind / SUIT == suit)
    }

    /// How many tiles the hand is away from being ready, times two, less half of what the rest is good for.
    fn away(&self) -> i32 {
        let mut kept = self.counts;
        for (kind, count) in kept.iter_mut().enumerate() {
            if !self.is_kept(kind) {
                *count = 0;
            }
        }
        away(&mut kept, 0, SETS - self.melds.min(SETS), false, 0)
    }

    /// The plan without a tile, and how much it was good for: what is discarded first is least.
    fn after_discard(&self, tile: &str) -> (i32, i32) {
        let Some(kind) = index(tile).filter(|&kind| self.counts[kind] > 0) else {
            return (i32::MAX, 0);
        };
        let mut after = Self {
            counts: self.counts,
            ..*self
        };
        after.counts[kind] -= 1;
        (after.away(), self.use_of(kind))
    }

    /// How much a tile is good for by what lies beside it.
    fn use_of(&self, kind: usize) -> i32 {
        if !self.is_kept(kind) {
            return -1;
        }
        let beside = |step: usize, up: bool| -> i32 {
            let other = if up {
                kind.checked_add(step)
            } else {
                kind.checked_sub(step)
            };
            let same_suit = |other: &usize| *other < HONOURS && other / SUIT == kind / SUIT;
            let other = other.filter(same_suit).filter(|_| kind < HONOURS);
            other.map_or(0, |other| i32::from(self.counts[other]))
        };
        let near = beside(1, true) + beside(1, false);
        let far = beside(2, true) + beside(2, false);
        4 * i32::from(self.counts[kind] - 1) + 2 * near + far
    }

    /// The plan when a claim is carried out; none where it is no set.
    fn after_claim(&self, claim: &Claim, claimed: usize) -> Option<Self> {
        if !self.is_kept(claimed) {
            return None;
        }
        let used: Vec<usize> = match claim {
            Claim::Pung => vec![claimed; 2],
            Claim::Kong => vec![claimed; 3],
            Claim::Chow { tiles } => Tile::read(tiles)?.into_iter().map(Tile::index).collect(),
            Claim::Pass | Claim::Win => return None,
        };
        let mut counts = self.counts;
        for kind in used {
            counts[kind] = counts[kind].checked_sub(1)?;
        }
        Some(Self {
            counts,
            melds: self.melds + 1,
            suit: self.suit,
        })
    }
}

fn index(tile: &str) -> Option<usize> {
    let tiles = Tile::read(tile)?;
    let [tile] = tiles.as_slice() else {
        return None;
    };
    Some(tile.index()).filter(|&index| index < KINDS)
}

/// How many tiles are missing: two for each of the sets that are still to be made, less those that are there; `parts` counts
/// pairs and neighbours that become a set with one tile more.
fn away(counts: &mut Counts, from: usize, sets: usize, pair: bool, parts: usize) -> i32 {
    let Some(kind) = (from..KINDS).find(|&kind| counts[kind] > 0) else {
        let parts = parts.min(sets);
        let missing = 2 * sets - parts;
        return i32::try_from(missing).unwrap_or(i32::MAX) + i32::from(!pair);
    };
    let in_suit = kind < HONOURS;
    let runs = |step: usize| in_suit && kind % SUIT + step < SUIT;
    let mut best = {
        let held = std::mem::take(&mut counts[kind]);
        let best = away(counts, kind + 1, sets, pair, parts);
        counts[kind] = held;
        best
    };
    let mut with = |counts: &mut Counts, used: &[usize], sets, pair, parts| {
        for &kind in used {
            counts[kind] -= 1;
        }
        best = best.min(away(counts, kind, sets, pair, parts));
        for &kind in used {
            counts[kind] += 1;
        }
    };
    if counts[kind] >= 3 && sets > 0 {
        with(counts, &[kind; 3], sets - 1, pair, parts);
    }
    if runs(2) && sets > 0 && counts[kind + 1] > 0 && counts[kind + 2] > 0 {
        with(counts, &[kind, kind + 1, kind + 2], sets - 1, pair, parts);
    }
    if counts[kind] >= 2 {
        if !pair {
            with(counts, &[kind; 2], sets, true, parts);
        }
        if parts < sets {
            with(counts, &[kind; 2], sets, pair, parts + 1);
        }
    }
    for step in [1, 2] {
        if parts < sets && runs(step) && counts[kind + step] > 0 {
            with(counts, &[kind, kind + step], sets, pair, parts + 1);
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    fn distance(text: &str) -> i32 {
        let mut counts = [0; KINDS];
        for tile in Tile::read(text).expect("tiles") {
            counts[tile.index()] += 1;
        }
        away(&mut counts, 0, SETS, false, 0)
    }

    #[test]
    fn a_hand_is_so_many_tiles_away() {
        for (tiles, expected) in [
            ("123m456m789m111z55z", 0),
            ("123m456m789m111z5z", 1),
            ("123m456m789m11z55z", 1),
            ("123m456m78m11z55z", 2),
            ("147m258p369s1234z", 9),
        ] {
            assert_eq!(distance(tiles), expected, "{tiles}");
        }
    }
}
