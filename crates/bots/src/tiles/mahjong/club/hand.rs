//! A hand: concealed tiles and sets on the table.

use giog_rules::tiles::mahjong::Tile;
use giog_rules::tiles::mahjong::search::Set;

use crate::tiles::mahjong::away::{Counts, SETS};

/// The tiles of a seat that it alone sees, and its sets on the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hand {
    /// The concealed tiles by kind.
    pub counts: Counts,
    /// The sets on the table.
    pub melds: Vec<Set>,
}

impl Hand {
    /// The number of sets that are still missing.
    pub fn sets(&self) -> usize {
        SETS.saturating_sub(self.melds.len())
    }

    /// The hand with one tile less.
    pub fn without(&self, kind: usize) -> Option<Self> {
        let mut after = self.clone();
        let count = after.counts.get_mut(kind)?;
        *count = count.checked_sub(1)?;
        Some(after)
    }

    /// The hand after a claim for which these tiles of it are used.
    pub fn after_claim(&self, used: &[usize], set: Set) -> Option<Self> {
        let mut after = self.clone();
        for &kind in used {
            let count = after.counts.get_mut(kind)?;
            *count = count.checked_sub(1)?;
        }
        after.melds.push(set);
        Some(after)
    }

    /// The hand after a kong of four tiles that it holds, or of one that is added to its pung.
    pub fn after_kong(&self, kind: usize) -> Option<Self> {
        let tile = Tile::new(kind);
        let held = *self.counts.get(kind)?;
        if held == 4 {
            return self.after_claim(&[kind; 4], Set::ConcealedKong(tile));
        }
        let mut after = self.without(kind)?;
        let mut melds = after.melds.iter_mut();
        *melds.find(|set| **set == Set::Pung(tile))? = Set::Kong(tile);
        Some(after)
    }

    /// Whether no set was completed by another's tile.
    pub fn is_concealed(&self) -> bool {
        let mut melds = self.melds.iter();
        melds.all(|set| matches!(set, Set::ConcealedKong(_)))
    }
}
