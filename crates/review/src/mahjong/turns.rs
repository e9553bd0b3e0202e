//! What the choices of a decision would have left.

use std::cmp::Reverse;

use giog_bots::mahjong::{Hand, Knowledge};
use giog_protocol::rest::{ReviewedTurn, TurnChoice, TurnMistake, TurnMistakeKind};
use giog_rules::Verb;
use giog_rules::tiles::mahjong::search::Set;
use giog_rules::tiles::mahjong::{Pending, Tile};
use giog_rules::tiles::{Claim, SeenHand, TilesAction, TilesAsk};

use super::danger::{Danger, Table};
use super::distance::Distances;
use super::history::{Asked, of_another, seen};
use super::outlook::{Outlook, worth};

/// A type of hand counts among reasons for a discard if it is at most so many tiles farther than the nearest hand.
const REASON: u8 = 2;

/// What was found of a choice.
struct Found {
    action: TilesAction,
    /// What is left; none after a win.
    outlook: Option<Outlook>,
    faan: Option<u8>,
    danger: Option<u16>,
}

/// What a seat could choose from.
struct Turn<'a> {
    knowledge: Knowledge,
    hand: Hand,
    seen: &'a SeenHand,
    /// The faan of the win that the seat could declare.
    declared: Option<u8>,
    distances: Distances,
    table: Table,
    danger: Option<&'static Danger>,
}

/// Looks at a decision; none if there was no choice.
pub fn looked_at(asked: &Asked) -> Option<ReviewedTurn> {
    let (seen, windows) = seen(&asked.view)?;
    let (knowledge, hand) = Knowledge::of(&asked.view)?;
    let me = asked.view.you?;
    let mut turn = Turn {
        distances: Distances::new(&knowledge),
        danger: Danger::of(knowledge.min_faan),
        table: Table::of(seen, &asked.past, me),
        knowledge,
        hand,
        seen,
        declared: asked.declared,
    };
    let (pending, window) = claimed(&asked.ask).unzip();
    let mut found: Vec<Found> = actions(&asked.ask)
        .into_iter()
        .filter_map(|action| turn.found(action, pending))
        .collect();
    if found.len() < 2 {
        return None;
    }
    found.sort_by_key(order);
    let chosen = found
        .iter()
        .position(|one| is_same(&one.action, &asked.did))?;
    let nearest = found
        .iter()
        .filter_map(|one| one.outlook.as_ref()?.distance.missing)
        .min();
    let mistake = mistake(&found, chosen, seen.wall);
    // Of other discards how far they leave the hand is enough.
    let is_told = |at: usize, one: &Found| {
        let is_nearest =
            one.outlook.as_ref().map(|outlook| outlook.distance.missing) == Some(nearest);
        let is_discard = matches!(one.action, TilesAction::Discard { .. });
        let is_better = mistake.is_some_and(|mistake| mistake.better == at);
        !is_discard || is_nearest || is_better || at == chosen
    };
    let choices = found.iter().enumerate();
    let choices = choices
        .map(|(at, one)| told(one, is_told(at, one)))
        .collect();
    Some(ReviewedTurn {
        action: asked.action,
        window: window.unwrap_or(windows),
        by: asked.by,
        pending: pending.cloned(),
        chosen,
        mistake,
        choices,
        waited: asked.waited.clone(),
    })
}

/// The tile that could be claimed, and its number; none on the seat's turn.
fn claimed(ask: &TilesAsk) -> Option<(&Pending, u16)> {
    match ask {
        TilesAsk::Claim {
            pending, window, ..
        } => Some((pending, *window)),
        _ => None,
    }
}

/// The choices of a decision.
pub fn actions(ask: &TilesAsk) -> Vec<TilesAction> {
    match ask {
        TilesAsk::Choose { may, .. } => {
            let all = may.iter().flat_map(|kind| {
                let tiles = || kind.choices.iter().flatten().cloned();
                let of_tiles: Vec<TilesAction> = match kind.verb {
                    Verb::Discard => tiles().map(|tile| TilesAction::Discard { tile }).collect(),
                    Verb::Kong => tiles().map(|tile| TilesAction::Kong { tile }).collect(),
                    Verb::Win => vec![TilesAction::Win],
                    _ => Vec::new(),
                };
                of_tiles
            });
            all.collect()
        }
        TilesAsk::Claim { choices, .. } => {
            let claims = choices.iter().cloned();
            claims.map(|claim| TilesAction::Claim { claim }).collect()
        }
        TilesAsk::Split { .. } | TilesAsk::Bet { .. } => Vec::new(),
    }
}

impl Turn<'_> {
    fn found(&mut self, action: TilesAction, pending: Option<&Pending>) -> Option<Found> {
        let mut found = Found {
            action,
            outlook: None,
            faan: None,
            danger: None,
        };
        match &found.action {
            TilesAction::Discard { tile } => {
                let tile = one(tile)?;
                let after = self.hand.without(tile.index())?;
                found.outlook = Some(self.outlook(&after));
                found.danger = self.danger(tile);
            }
            TilesAction::Kong { tile } => {
                let after = self.hand.after_kong(one(tile)?.index())?;
                found.outlook = Some(self.outlook(&after));
            }
            TilesAction::Win => found.faan = self.declared,
            TilesAction::Claim { claim } => {
                let pending = pending?;
                if *claim == Claim::Win {
                    found.faan = self.of_another(pending);
                } else {
                    found.outlook = Some(self.after_claim(one(&pending.tile)?, claim)?);
                }
            }
            _ => return None,
        }
        Some(found)
    }

    /// The faan of a win with the tile of another.
    fn of_another(&self, pending: &Pending) -> Option<u8> {
        let kind = one(&pending.tile)?.index();
        let by = of_another(self.seen, kind);
        let is_last = self.seen.wall == 0;
        worth(&self.knowledge, &self.hand, kind, by, is_last).map(|worth| worth.faan)
    }

    /// What is left after a claim, and after a chow or pung the discard that leaves the most.
    fn after_claim(&mut self, tile: Tile, claim: &Claim) -> Option<Outlook> {
        let kind = tile.index();
        match claim {
            Claim::Pass => Some(self.outlook(&self.hand.clone())),
            Claim::Win => None,
            Claim::Kong => {
                let after = self.hand.after_claim(&[kind; 3], Set::Kong(tile))?;
                Some(self.outlook(&after))
            }
            Claim::Pung => {
                let after = self.hand.after_claim(&[kind; 2], Set::Pung(tile))?;
                self.best_discard(&after)
            }
            Claim::Chow { tiles } => {
                let used = Tile::read(tiles)?;
                let first = used.iter().copied().chain([tile]).min()?;
                let used: Vec<usize> = used.into_iter().map(Tile::index).collect();
                let after = self.hand.after_claim(&used, Set::Chow(first))?;
                self.best_discard(&after)
            }
        }
    }

    fn outlook(&mut self, hand: &Hand) -> Outlook {
        let unseen = self.knowledge.unseen;
        Outlook::of(&mut self.distances, &self.knowledge, hand, &unseen)
    }

    /// What is left after the discard that leaves the most.
    fn best_discard(&mut self, hand: &Hand) -> Option<Outlook> {
        let after: Vec<Hand> = (0..hand.counts.len())
            .filter_map(|kind| hand.without(kind))
            .collect();
        let all = after.iter().map(|hand| self.outlook(hand));
        all.min_by_key(|outlook| (missing(outlook), Reverse(outlook.live())))
    }

    fn danger(&self, tile: Tile) -> Option<u16> {
        let danger = self.danger?;
        let signs = self.table.signs(&self.knowledge.unseen, tile.index());
        Some(danger.share(danger.raw(&signs)))
    }
}

/// The order of choices: wins, then the nearest hands, those with most tiles that help, and the least dangerous first.
fn order(found: &Found) -> (Option<u8>, Reverse<u16>, Option<u16>) {
    match &found.outlook {
        Some(outlook) => (
            Some(missing(outlook)),
            Reverse(outlook.live()),
            found.danger,
        ),
        None => (None, Reverse(0), None),
    }
}

/// The missing tiles, where none that may win can be had any more the most.
fn missing(outlook: &Outlook) -> u8 {
    outlook.distance.missing.unwrap_or(u8::MAX)
}

/// Whether two actions are the same, however their tiles are written.
fn is_same(one: &TilesAction, other: &TilesAction) -> bool {
    let tiles = |text: &str| {
        let mut tiles = Tile::read(text)?;
        tiles.sort_unstable();
        Some(tiles)
    };
    match (one, other) {
        (TilesAction::Discard { tile: one }, TilesAction::Discard { tile: other })
        | (TilesAction::Kong { tile: one }, TilesAction::Kong { tile: other })
        | (
            TilesAction::Claim {
                claim: Claim::Chow { tiles: one },
            },
            TilesAction::Claim {
                claim: Claim::Chow { tiles: other },
            },
        ) => tiles(one) == tiles(other),
        (one, other) => one == other,
    }
}

/// What is told of a choice, with the tiles that help or without.
fn told(found: &Found, with_helps: bool) -> TurnChoice {
    let outlook = found.outlook.as_ref();
    let mut choice = TurnChoice {
        action: found.action.clone(),
        to_ready: outlook.and_then(Outlook::to_ready),
        helps: String::new(),
        left: Vec::new(),
        discarded: Vec::new(),
        drawn: Vec::new(),
        toward: Vec::new(),
        faan: found.faan,
        danger: found.danger,
    };
    if let Some(outlook) = outlook.filter(|_| with_helps) {
        choice.helps = outlook.tiles();
        choice.left = outlook.helps.iter().map(|&(_, left)| left).collect();
        choice.discarded = outlook
            .faan
            .iter()
            .map(|&[discarded, _]| discarded)
            .collect();
        choice.drawn = outlook.faan.iter().map(|&[_, drawn]| drawn).collect();
        choice.toward = outlook.toward();
    }
    choice
}

/// What was certainly worse about the chosen discard than about another one: the first of the choices that is better. So many tiles can still be drawn.
fn mistake(found: &[Found], chosen: usize, wall: usize) -> Option<TurnMistake> {
    let laid = &found[chosen];
    let (at, kind, count) = found.iter().enumerate().find_map(|(at, other)| {
        let (kind, count) = worse(laid, other, wall)?;
        Some((at, kind, count))
    })?;
    Some(TurnMistake {
        kind,
        better: at,
        count,
    })
}

/// How a discard is certainly worse than another one; none if it is not.
fn worse(laid: &Found, other: &Found, wall: usize) -> Option<(TurnMistakeKind, u16)> {
    let is_discard = |found: &Found| matches!(found.action, TilesAction::Discard { .. });
    if !is_discard(laid) || !is_discard(other) || other.danger? > laid.danger? {
        return None;
    }
    let (before, after) = (laid.outlook.as_ref()?, other.outlook.as_ref()?);
    let (far, near) = (missing(before), missing(after));
    // A tile of the wall brings the seat one at most: it draws it, or another does and discards. So the nearer hand cannot win, either.
    if usize::from(near) > wall {
        return None;
    }
    let (fewer, more) = (before.live(), after.live());
    let kind = match far.cmp(&near) {
        std::cmp::Ordering::Greater => (TurnMistakeKind::Farther, u16::from(far - near)),
        std::cmp::Ordering::Equal if fewer < more => (TurnMistakeKind::Fewer, more - fewer),
        _ => return None,
    };
    let ways = before.distance.ways.into_iter().zip(after.distance.ways);
    let of_ways = before.of_ways.into_iter().zip(after.of_ways);
    let is_reason = ways.zip(of_ways).any(|((before, after), (fewer, more))| {
        let Some(before) = before.filter(|&before| before <= near.saturating_add(REASON)) else {
            return false;
        };
        match after {
            Some(after) => (before, more) < (after, fewer),
            None => true,
        }
    });
    (!is_reason && pays(before, after)).then_some(kind)
}

/// Whether, if both hands wait for their last tile, the other one is paid as much with each of its tiles as this one with any.
fn pays(laid: &Outlook, other: &Outlook) -> bool {
    (0..2).all(|way| {
        let most = laid.faan.iter().map(|faan| faan[way]).max().flatten();
        let least = other.faan.iter().map(|faan| faan[way]).min().flatten();
        laid.faan.is_empty() || least >= most
    })
}

fn one(text: &str) -> Option<Tile> {
    match Tile::read(text)?.as_slice() {
        [tile] => Some(*tile),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use giog_bots::mahjong::Hand;
    use giog_rules::tiles::mahjong::KINDS;

    use super::*;

    const COPIES: u8 = 4;

    /// A discard after which these tiles are held, no more dangerous than another one.
    fn discard(tiles: &str) -> Found {
        let mut hand = Hand {
            counts: [0; KINDS],
            melds: Vec::new(),
        };
        for tile in Tile::read(tiles).expect("tiles") {
            hand.counts[tile.index()] += 1;
        }
        let unseen = hand.counts.map(|held| COPIES - held);
        let knowledge = Knowledge {
            unseen,
            hidden: 1.0,
            turns: 10,
            drawn: 0,
            min_faan: 0,
            winds: [0, 0],
            flowers: None,
        };
        let mut distances = Distances::new(&knowledge);
        Found {
            action: TilesAction::Discard { tile: "1m".into() },
            outlook: Some(Outlook::of(&mut distances, &knowledge, &hand, &unseen)),
            faan: None,
            danger: Some(0),
        }
    }

    #[test]
    fn what_cannot_matter_is_no_mistake() {
        use TurnMistakeKind::{Farther, Fewer};
        let ready = discard("123m456m789m22p34s");
        let (far, few) = (discard("123m456m789m22p38s"), discard("123m456m789m22p35s"));
        let [near, farther] = ["123m456m78m22p348s", "123m456m7m22p1348s"].map(discard);
        for (laid, other, kind, least) in [
            (&far, &ready, Farther, 1),
            (&few, &ready, Fewer, 1),
            (&farther, &near, Farther, 2),
        ] {
            for wall in 0..6 {
                let found = worse(laid, other, wall).map(|(kind, _)| kind);
                assert_eq!(found, (wall >= least).then_some(kind), "{wall}");
            }
        }
    }
}
