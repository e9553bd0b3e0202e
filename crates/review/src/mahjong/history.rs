//! A match of mahjong as one seat saw it, decision by decision, with what was hidden from it.

use giog_bots::mahjong::{Hand, Knowledge};
use giog_protocol::rest::SeatWaits;
use giog_rules::record::{BadRecord, By, RULES_VERSION, Record};
use giog_rules::tiles::mahjong::search::By as WonBy;
use giog_rules::tiles::mahjong::{KINDS, Tile, canonical};
use giog_rules::tiles::{SeenHand, TilesAction, TilesAsk, TilesDecision, TilesSight, TilesView};
use giog_rules::{Action, Decision, Match, Observer, Seat, Started, View};

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

/// What the others wait for, and could win with if it were discarded now.
fn waited(game: &Match, seat: Seat) -> Vec<SeatWaits> {
    let others = (0..SEATS).map(Seat::new).filter(|&other| other != seat);
    let waits = others.filter_map(|other| {
        let view = sight(game, other)?;
        let (knowledge, hand) = Knowledge::of(&view)?;
        let tiles = waits(&knowledge, &hand);
        (!tiles.is_empty()).then_some(SeatWaits { seat: other, tiles })
    });
    waits.collect()
}

/// The kinds with which a hand may win if they are discarded.
fn waits(knowledge: &Knowledge, hand: &Hand) -> String {
    let kinds = (0..KINDS).filter(|&kind| {
        let by = WonBy::Discard { is_first: false };
        let worth = worth(knowledge, hand, kind, by);
        worth.is_some_and(|worth| worth.without_flowers >= knowledge.min_faan)
    });
    canonical(kinds.map(Tile::new))
}
