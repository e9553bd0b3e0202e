//! A match of mahjong as one seat saw it, decision by decision, with what was hidden from it.

use giog_bots::mahjong::{Hand, Knowledge};
use giog_protocol::rest::SeatWaits;
use giog_rules::record::{BadRecord, By, RULES_VERSION, Record};
use giog_rules::tiles::mahjong::search::By as WonBy;
use giog_rules::tiles::mahjong::{KINDS, PendingKind, Tile, canonical};
use giog_rules::tiles::{SeenHand, TilesAction, TilesAsk, TilesDecision, TilesSight, TilesView};
use giog_rules::{Action, Decision, Match, Observer, Seat, Started, Verb, View};

use super::danger::{Past, SEATS};
use super::outlook::worth;

/// A decision of the seat.
#[derive(Clone, Debug)]
pub struct Asked {
    /// The index of its action.
    pub action: usize,
    /// The number of its hand, from 0.
    pub deal: u16,
    /// Who decided.
    pub by: By,
    /// What the seat saw.
    pub view: Box<TilesView>,
    /// What it was asked.
    pub ask: TilesAsk,
    /// What it did.
    pub did: TilesAction,
    /// What everybody had discarded in the hand.
    pub past: Past,
    /// What others really waited for.
    pub waited: Vec<SeatWaits>,
    /// The faan of the win that it could declare on its turn.
    pub declared: Option<u8>,
}

/// Replays a record: the decisions of a seat, in order. `look` sees the match before each action.
pub fn decisions(
    record: &Record,
    seat: Seat,
    mut look: impl FnMut(&Match, &Asked),
) -> Result<Vec<Asked>, BadRecord> {
    if record.rules != RULES_VERSION {
        return Err(BadRecord::Rules(record.rules));
    }
    let Started { mut game, .. } = Match::start(&record.terms()?, record.deal()?, None);
    let (mut past, mut hand, mut decisions) = (Past::default(), 0, Vec::new());
    for (index, taken) in record.actions.iter().enumerate() {
        if let Action::Tiles(did) = &taken.action {
            let deal = finished(&game);
            if deal != hand {
                (past, hand) = (Past::default(), deal);
            }
            if taken.seat == seat
                && let Some(Decision::Tiles(TilesDecision { ask, .. })) = game.decision(seat)
                && let Some(view) = sight(&game, seat)
            {
                let asked = Asked {
                    action: index,
                    deal,
                    by: taken.by,
                    waited: waited(&game, seat),
                    declared: declared(&game, seat, &ask),
                    view,
                    ask,
                    did: did.clone(),
                    past: past.clone(),
                };
                look(&game, &asked);
                decisions.push(asked);
            }
            if let TilesAction::Discard { tile } = did
                && let Some([tile]) = Tile::read(tile).as_deref()
            {
                past.discarded(taken.seat, *tile);
            }
        }
        game.act(taken.seat, &taken.action)
            .map_err(|code| BadRecord::Refused { index, code })?;
    }
    Ok(decisions)
}

fn finished(game: &Match) -> u16 {
    match game.view(Observer::Spectator) {
        View::Tiles(view) => view.deal,
        _ => 0,
    }
}

/// What a seat sees.
pub fn sight(game: &Match, seat: Seat) -> Option<Box<TilesView>> {
    match game.view(Observer::Seat(seat)) {
        View::Tiles(view) => Some(view),
        _ => None,
    }
}

/// The hand of a view, and the number of tiles in it that could be claimed so far.
pub fn seen(view: &TilesView) -> Option<(&SeenHand, u16)> {
    match &view.sight {
        TilesSight::Mahjong { hand, windows, .. } => Some((hand.as_deref()?, *windows)),
        _ => None,
    }
}

/// The faan of the win that a seat may declare, as the rules count them: nobody is told whether the tile that it drew was a replacement.
fn declared(game: &Match, seat: Seat, ask: &TilesAsk) -> Option<u8> {
    let TilesAsk::Choose { may, .. } = ask else {
        return None;
    };
    may.iter().find(|kind| kind.verb == Verb::Win)?;
    let mut game = game.clone();
    game.act(seat, &Action::Tiles(TilesAction::Win)).ok()?;
    let View::Tiles(view) = game.view(Observer::Spectator) else {
        return None;
    };
    match view.sight {
        TilesSight::Mahjong { last_hand, .. } => last_hand?.faan,
        _ => None,
    }
}

/// How a hand wins with a tile of another of this kind: with the one that may be claimed now, or with one that is discarded next.
pub fn of_another(seen: &SeenHand, kind: usize) -> WonBy {
    let pending = seen.pending.as_ref().filter(|pending| {
        let tile = Tile::read(&pending.tile);
        tile.is_some_and(|tiles| tiles.iter().any(|tile| tile.index() == kind))
    });
    let has_set = seen.melds.iter().any(|melds| !melds.is_empty());
    let discards = seen.discards.iter().filter_map(|tiles| Tile::read(tiles));
    let discarded: usize = discards.map(|tiles| tiles.len()).sum();
    match pending.map(|pending| pending.kind) {
        Some(PendingKind::Kong) => WonBy::RobbedKong,
        // A discard that was claimed lies in a set.
        pending => WonBy::Discard {
            is_first: !has_set && discarded == usize::from(pending.is_some()),
        },
    }
}

/// What the others wait for, and could win with if it were discarded now.
fn waited(game: &Match, seat: Seat) -> Vec<SeatWaits> {
    let others = (0..SEATS).map(Seat::new).filter(|&other| other != seat);
    let waits = others.filter_map(|other| {
        let view = sight(game, other)?;
        let (knowledge, hand) = Knowledge::of(&view)?;
        let tiles = waits(&knowledge, &hand, seen(&view)?.0);
        (!tiles.is_empty()).then_some(SeatWaits { seat: other, tiles })
    });
    waits.collect()
}

/// The kinds with which a hand may win if they are discarded.
pub fn waits(knowledge: &Knowledge, hand: &Hand, seen: &SeenHand) -> String {
    let kinds = (0..KINDS).filter(|&kind| {
        let by = of_another(seen, kind);
        let worth = worth(knowledge, hand, kind, by, seen.wall == 0);
        worth.is_some_and(|worth| worth.without_flowers >= knowledge.min_faan)
    });
    canonical(kinds.map(Tile::new))
}
