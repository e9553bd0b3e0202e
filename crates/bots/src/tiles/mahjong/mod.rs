//! Mahjong: the bot plays for the hand that needs the fewest tiles, and among equal ones for the one that most unseen tiles improve. If
//! a win needs three faan, it keeps one suit and honours, which are worth that. Late in the deal, if its own hand is far from complete,
//! it discards what others are least likely to wait for.

mod away;
pub mod club;

use away::{Counts, Groups, HONOURS, KINDS, SETS, SUIT};
use giog_rules::tiles::mahjong::Tile;
use giog_rules::tiles::{
    Claim, SeenHand, TilesAction, TilesAsk, TilesDecision, TilesSight, TilesView,
};
use giog_rules::{Seat, Verb};

/// If a win needs this number of faan or more, the bot goes for one suit with honours.
const DEAR: u8 = 3;

/// The number of tiles of each kind.
const COPIES: u8 = 4;
/// With at most this number of tiles in the wall, somebody probably waits for a last tile.
const LATE: usize = 28;
/// A player with this number of open sets probably waits for a last tile.
const MANY_MELDS: usize = 3;
/// A hand that needs this number of tiles will probably not be complete before such a player's.
const FAR: usize = 3;

/// A hand and the plan for it.
struct Plan {
    counts: Counts,
    /// For each kind, the tiles that are neither visible nor held.
    unseen: Counts,
    /// The number of open sets.
    melds: usize,
    /// Whether another player probably waits for a last tile.
    is_dangerous: bool,
    /// The suit that is kept besides honours; none if all tiles are kept.
    suit: Option<usize>,
}

/// The action of the bot; none if the view does not show its hand.
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

    /// The held tiles that fit the plan.
    fn kept(&self) -> Counts {
        std::array::from_fn(|kind| {
            if self.is_kept(kind) {
                self.counts[kind]
            } else {
                0
            }
        })
    }

    /// How many tiles the hand is away from being complete.
    fn away(&self) -> usize {
        Groups::of(&self.kept()).away(self.sets())
    }

    /// The number of sets that are still missing.
    fn sets(&self) -> usize {
        SETS.saturating_sub(self.melds)
    }

    /// The best discard among these tiles.
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
            // The more of a kind is visible, the less likely it is waited for. Honours are safer, because they form no chows.
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

    /// How many unseen tiles bring the hand nearer to being complete.
    fn accepted(&self, tiles: &Counts, groups: &Groups, away: usize) -> u32 {
        let kinds = (0..KINDS).filter(|&kind| self.unseen[kind] > 0 && self.is_kept(kind));
        let bringing = kinds.filter(|&kind| {
            let mut more = *tiles;
            more[kind] += 1;
            groups.with(&more, kind).away(self.sets()) < away
        });
        bringing.map(|kind| u32::from(self.unseen[kind])).sum()
    }

    /// How useful a tile is, by the tiles beside it in the hand; −1 if it is not kept.
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

    /// The plan after a claim succeeds; none if the claim does not form a set, or does not fit the plan.
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
