//! The bot plays whole matches of tiles and dice.

mod table;
mod tiles;

use giog_rules::tiles::TilesVariant;

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
