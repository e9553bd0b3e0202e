//! Mahjong: goes for the hand that is fewest tiles away, and of those for the one that most of the tiles not seen bring nearer.
//! Where a hand has to be worth three faan, it keeps one suit and honours, which are worth that. Late in a hand, and far from
//! its own, it discards what nobody is likely to wait for.

mod away;

use away::{Counts, Groups, HONOURS, KINDS, SETS, SUIT};
use giog_rules::tiles::mahjong::Tile;
use giog_rules::tiles::{
    Claim, SeenHand, TilesAction, TilesAsk, TilesDecision, TilesSight, TilesView,
};
use giog_rules::{Seat, Verb};

/// From so many faan on, a hand has to be one of a kind.
const DEAR: u8 = 3;

/// How many there are of each kind.
const COPIES: u8 = 4;
/// With no more tiles to draw, somebody is likely to wait for a last tile.
const LATE: usize = 28;
/// Who has so many sets on the table is likely to.
const MANY_MELDS: usize = 3;
/// A hand that is so many tiles away is not finished before such a player's.
const FAR: usize = 3;

/// A hand with what it is to become.
struct Plan {
    counts: Counts,
    /// Of each kind those that lie nowhere open, and are not held.
    unseen: Counts,
    /// Sets on the table.
    melds: usize,
    /// Whether another is likely to wait for a last tile.
    is_dangerous: bool,
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
            let best = plan.discard(discards)?;
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
        let mut unseen = [COPIES; KINDS];
        let melded = hand.melds.iter().flatten().map(|meld| &meld.tiles);
        let open = melded.chain(&hand.discards).chain(&hand.tiles);
        for tile in open.filter_map(|tiles| Tile::read(tiles)).flatten() {
            if let Some(left) = unseen.get_mut(tile.index()) {
                *left = left.saturating_sub(1);
            }
        }
        let others = (0..)
            .zip(&hand.melds)
            .filter(|(seat, _)| view.you != Some(Seat::new(*seat)));
        let has_many = others
            .into_iter()
            .any(|(_, melds)| melds.len() >= MANY_MELDS);
        Some(Self {
            counts,
            unseen,
            melds: melds.len(),
            is_dangerous: has_many || hand.wall <= LATE,
            suit: most.filter(|_| is_dear),
        })
    }

    fn is_kept(&self, kind: usize) -> bool {
        kind >= HONOURS || self.suit.is_none_or(|suit| kind / SUIT == suit)
    }

    /// The tiles that are kept.
    fn kept(&self) -> Counts {
        std::array::from_fn(|kind| {
            if self.is_kept(kind) {
                self.counts[kind]
            } else {
                0
            }
        })
    }

    /// How many tiles the hand is away from being whole.
    fn away(&self) -> usize {
        Groups::of(&self.kept()).away(self.sets())
    }

    /// The sets that are still to be made.
    fn sets(&self) -> usize {
        SETS.saturating_sub(self.melds)
    }

    /// What is discarded best.
    fn discard<'a>(&self, tiles: impl Iterator<Item = &'a String>) -> Option<&'a String> {
        let kept = self.kept();
        let groups = Groups::of(&kept);
        let ways = tiles.filter_map(|tile| {
            let kind = index(tile).filter(|&kind| self.counts[kind] > 0)?;
            let mut after = kept;
            after[kind] = after[kind].saturating_sub(1);
            let without = groups.with(&after, kind);
            Some((tile, kind, after, without.away(self.sets()), without))
        });
        let ways: Vec<_> = ways.collect();
        let nearest = ways.iter().map(|(.., away, _)| *away).min()?;
        if self.is_dangerous && nearest >= FAR {
            // Whatever lies open often is waited for least; of winds and dragons only pairs are.
            let safety = |kind: usize| {
                (
                    self.unseen[kind] + u8::from(kind < HONOURS),
                    self.use_of(kind),
                )
            };
            let safest = ways.iter().min_by_key(|(_, kind, ..)| safety(*kind));
            return safest.map(|(tile, ..)| *tile);
        }
        let nearest = ways.iter().filter(|(.., away, _)| *away == nearest);
        let best = nearest.max_by_key(|(_, kind, after, away, groups)| {
            let accepted = self.accepted(after, groups, *away);
            (accepted, std::cmp::Reverse(self.use_of(*kind)))
        });
        best.map(|(tile, ..)| *tile)
    }

    /// How many of the tiles that are not seen bring these tiles nearer.
    fn accepted(&self, tiles: &Counts, groups: &Groups, away: usize) -> u32 {
        let kinds = (0..KINDS).filter(|&kind| self.unseen[kind] > 0 && self.is_kept(kind));
        let bringing = kinds.filter(|&kind| {
            let mut more = *tiles;
            more[kind] += 1;
            groups.with(&more, kind).away(self.sets()) < away
        });
        bringing.map(|kind| u32::from(self.unseen[kind])).sum()
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
            ..*self
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
