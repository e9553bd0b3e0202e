//! Whole matches of tiles and dice between bots, from a seed.

use giog_rules::fairness::Stream;
use giog_rules::tiles::mahjong::Length;
use giog_rules::tiles::{
    Claim, TilesAction, TilesAsk, TilesDeal, TilesDecision, TilesOptions, TilesOutcome, TilesTable,
    TilesTerms, TilesVariant, TilesView,
};
use giog_rules::{Action, Decision, Observer, Seat, Verb, View};

use crate::table::seed;

/// The values of the option "least faan" with which mahjong is played.
const LEAST_FAAN: [u8; 2] = [0, 3];

/// The terms of the matches of a game; mahjong is played for one hand.
pub fn terms(variant: TilesVariant) -> Vec<TilesTerms> {
    let options = match variant {
        TilesVariant::Mahjong => LEAST_FAAN
            .map(|least| TilesOptions {
                length: Some(Length::Hand),
                min_faan: Some(least),
                ..TilesOptions::default()
            })
            .to_vec(),
        _ => vec![TilesOptions::default()],
    };
    let seats = if variant == TilesVariant::Mahjong {
        4
    } else {
        3
    };
    let terms = options
        .into_iter()
        .map(|options| TilesTerms::new(variant, seats, options));
    terms.map(|terms| terms.expect("good terms")).collect()
}

/// Plays the match with this number; `choose` is asked for every decision.
pub fn play(
    terms: &TilesTerms,
    number: u64,
    mut choose: impl FnMut(Seat, &TilesView, &TilesDecision, &mut Stream) -> TilesAction,
) -> TilesOutcome {
    let mut stream = Stream::new(&seed(number));
    let mut lots = Stream::new(&seed(!number));
    let deal = TilesDeal::draw(terms, &mut stream);
    let (mut game, _) = TilesTable::start(terms, deal, Some(stream));
    while let Some(&seat) = game.waiting().first() {
        let decision = game.decision(seat).expect("it is asked");
        let view = game.view(Observer::Seat(seat));
        let action = choose(seat, &view, &decision, &mut lots);
        if let Err(code) = game.act(seat, &action) {
            panic!("match {number}: {seat} was refused {action:?} ({code:?})\n{decision:?}");
        }
    }
    game.outcome()
        .expect("a match that waits for nobody is over")
}

/// The computer player.
pub fn bot(view: &TilesView, decision: &TilesDecision, _: &mut Stream) -> TilesAction {
    let (view, decision) = (
        View::Tiles(Box::new(view.clone())),
        Decision::Tiles(decision.clone()),
    );
    match giog_bots::choose(&view, &decision) {
        Some(Action::Tiles(action)) => action,
        other => panic!("an action with tiles or dice: {other:?}"),
    }
}

/// The action of a player whose time always runs out.
pub fn default(_: &TilesView, decision: &TilesDecision, _: &mut Stream) -> TilesAction {
    decision.default.clone().expect("a decision has a default")
}

/// A random legal action; never a bet.
pub fn random(view: &TilesView, decision: &TilesDecision, lots: &mut Stream) -> TilesAction {
    match &decision.ask {
        TilesAsk::Split { choices, .. } => TilesAction::Split {
            low: choices[lots.index(choices.len())].clone(),
        },
        TilesAsk::Claim { choices, .. } => TilesAction::Claim {
            claim: choices
                .get(lots.index(choices.len()))
                .cloned()
                .unwrap_or(Claim::Pass),
        },
        TilesAsk::Choose { may, .. } => {
            let kind = &may[lots.index(may.len())];
            let tile = kind
                .choices
                .as_ref()
                .map(|tiles| tiles[lots.index(tiles.len())].clone());
            match (kind.verb, tile) {
                (Verb::Kong, Some(tile)) => TilesAction::Kong { tile },
                (_, Some(tile)) => TilesAction::Discard { tile },
                (_, None) => TilesAction::Win,
            }
        }
        TilesAsk::Bet { .. } => default(view, decision, lots),
    }
}
