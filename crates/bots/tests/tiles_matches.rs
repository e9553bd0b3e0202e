//! The bot plays whole matches of tiles and dice.

mod table;
mod tiles;

use giog_bots::levels;
use giog_rules::tiles::{TilesAction, TilesDecision, TilesVariant, TilesView};
use giog_rules::{Action, Decision, Level, View};

/// Matches of each game.
const MATCHES: u64 = 24;

#[test]
fn every_decision_is_legal() {
    for variant in TilesVariant::ALL {
        for terms in tiles::terms(variant) {
            for number in 0..MATCHES / 4 {
                let outcome = tiles::play(&terms, number, |_, view, decision, lots| {
                    tiles::bot(view, decision, lots)
                });
                assert_eq!(outcome.scores.len(), terms.seats());
            }
        }
    }
}

#[test]
fn it_wins_most_hands_of_mahjong() {
    let terms = tiles::terms(TilesVariant::Mahjong);
    for opponent in [tiles::default, tiles::random] {
        let mut won = 0;
        for number in 0..MATCHES {
            let bot = usize::try_from(number % 4).expect("a seat");
            let outcome = tiles::play(&terms[0], number, |seat, view, decision, lots| {
                let choose = if seat.index() == bot {
                    tiles::bot
                } else {
                    opponent
                };
                choose(view, decision, lots)
            });
            won += u64::from(outcome.gains[bot] > 0);
        }
        assert!(won * 2 > MATCHES, "{won} of {MATCHES} hands");
    }
}

/// What a level does; it is the same again, whatever the seed.
fn at_level(level: Level, view: &TilesView, decision: &TilesDecision) -> TilesAction {
    let (view, decision) = (
        View::Tiles(Box::new(view.clone())),
        Decision::Tiles(decision.clone()),
    );
    let answer = levels::play(level, &view, &decision, 1);
    assert_eq!(answer, levels::play(level, &view, &decision, 2));
    match answer {
        Some(Action::Tiles(action)) => action,
        other => panic!("{level}: {other:?}"),
    }
}

#[test]
fn levels_of_mahjong_answer_legally_and_alike_and_win_more_points() {
    let levels = levels::of(TilesVariant::Mahjong.into(), 4);
    assert!(levels.len() > 1, "{levels:?}");
    for terms in tiles::terms(TilesVariant::Mahjong) {
        for &level in &levels[1..] {
            let mut gained = 0;
            for number in 0..8 {
                let bot = usize::try_from(number % 4).expect("a seat");
                // An action that is not legal would be refused.
                let outcome = tiles::play(&terms, number, |seat, view, decision, lots| {
                    if seat.index() == bot {
                        at_level(level, view, decision)
                    } else {
                        tiles::random(view, decision, lots)
                    }
                });
                gained += outcome.gains[bot];
            }
            assert!(gained > 0, "{level} lost {gained} points to any play");
        }
    }
}
