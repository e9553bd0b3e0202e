//! The level of mahjong above `simple`. For every way to go on, it reckons how likely the hand is to win, and how much it would be worth then: a hand
//! of one suit is slower than any hand, but is paid many times as much. It lays what is worth most, and claims only what makes the hand worth
//! more than it is without the claim.

mod chances;
mod hand;
mod knowledge;
mod plans;
mod worth;

use giog_rules::Verb;
use giog_rules::tiles::mahjong::Tile;
use giog_rules::tiles::mahjong::search::Set;
use giog_rules::tiles::{Claim, TilesAction, TilesAsk, TilesDecision, TilesView};

pub use self::hand::Hand;
pub use self::knowledge::{Knowledge, set};

use self::plans::Reckoner;

/// What it does; none if the view does not show its hand.
pub fn play(view: &TilesView, decision: &TilesDecision) -> Option<TilesAction> {
    let (knowledge, hand) = Knowledge::of(view)?;
    let mut reckoner = Reckoner::new(&knowledge);
    match &decision.ask {
        TilesAsk::Choose { may, .. } => {
            if may.iter().any(|kind| kind.verb == Verb::Win) {
                return Some(TilesAction::Win);
            }
            let tiles = |verb| {
                let kind = may.iter().find(|kind| kind.verb == verb);
                kind.and_then(|kind| kind.choices.as_ref())
                    .into_iter()
                    .flatten()
            };
            let discards = tiles(Verb::Discard).filter_map(|tile| Some((tile, one(tile)?)));
            let best = best(&mut reckoner, &hand, discards)?;
            let kongs = tiles(Verb::Kong).filter_map(|tile| {
                let after = hand.after_kong(one(tile)?)?;
                Some((tile, reckoner.value(&after, 1)))
            });
            let kongs: Vec<_> = kongs.collect();
            let kong = kongs
                .into_iter()
                .max_by(|(_, one), (_, other)| one.total_cmp(other));
            Some(match kong {
                Some((tile, value)) if value >= best.1 => TilesAction::Kong { tile: tile.clone() },
                _ => TilesAction::Discard {
                    tile: best.0.clone(),
                },
            })
        }
        TilesAsk::Claim {
            pending, choices, ..
        } => {
            if choices.contains(&Claim::Win) {
                return Some(TilesAction::Claim { claim: Claim::Win });
            }
            let claim = match choices.len() {
                0 | 1 => Claim::Pass,
                _ => claim(&mut reckoner, &hand, one(&pending.tile)?, choices),
            };
            Some(TilesAction::Claim { claim })
        }
        TilesAsk::Split { .. } | TilesAsk::Bet { .. } => None,
    }
}

/// The claim after which the hand is worth most; passing, if that is worth as much.
fn claim(reckoner: &mut Reckoner<'_>, hand: &Hand, tile: usize, choices: &[Claim]) -> Claim {
    let mut best = (reckoner.value(hand, 0), Claim::Pass);
    for claim in choices {
        let value = match claim {
            Claim::Pass | Claim::Win => continue,
            Claim::Kong => {
                let after = hand.after_claim(&[tile; 3], Set::Kong(Tile::new(tile)));
                after.map(|after| reckoner.value(&after, 1))
            }
            Claim::Pung => {
                let after = hand.after_claim(&[tile; 2], Set::Pung(Tile::new(tile)));
                after.and_then(|after| best_discard(reckoner, &after))
            }
            Claim::Chow { tiles } => {
                let used: Option<Vec<Tile>> = Tile::read(tiles);
                let used: Vec<usize> = used.into_iter().flatten().map(Tile::index).collect();
                let first = used.iter().copied().chain([tile]).min();
                let first = first.unwrap_or(tile);
                let after = hand.after_claim(&used, Set::Chow(Tile::new(first)));
                after.and_then(|after| best_discard(reckoner, &after))
            }
        };
        if let Some(value) = value.filter(|&value| value > best.0) {
            best = (value, claim.clone());
        }
    }
    best.1
}

/// What the hand is worth after its best discard.
fn best_discard(reckoner: &mut Reckoner<'_>, hand: &Hand) -> Option<f64> {
    let held = (0..hand.counts.len()).filter(|&kind| hand.counts[kind] > 0);
    let held: Vec<usize> = held.collect();
    best(reckoner, hand, held.into_iter().map(|kind| (kind, kind))).map(|(_, value)| value)
}

/// The best of these discards, and what it is worth; of equal ones the last.
fn best<T>(
    reckoner: &mut Reckoner<'_>,
    hand: &Hand,
    discards: impl Iterator<Item = (T, usize)>,
) -> Option<(T, f64)> {
    let valued = discards.filter_map(|(tile, kind)| {
        let after = hand.without(kind)?;
        Some((tile, reckoner.value(&after, 0)))
    });
    let valued: Vec<_> = valued.collect();
    valued
        .into_iter()
        .max_by(|(_, one), (_, other)| one.total_cmp(other))
}

/// The kind of a single tile.
fn one(text: &str) -> Option<usize> {
    super::index(text)
}
