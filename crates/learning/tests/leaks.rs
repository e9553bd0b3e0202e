//! Pairs of matches that one observer cannot tell apart look the same as integers.

#[path = "../../rules/tests/common/games.rs"]
mod games;

use std::collections::BTreeSet;

use giog_learning::Encoding;
use giog_rules::tiles::TilesDeal;
use giog_rules::tricks::{self, Lots};
use giog_rules::{Action, Ceremony, Deal, Match, Observer, Seat, Terms, Variant};
use serde_json::{Value, json};

#[test]
fn what_is_hidden_from_an_observer_is_not_in_the_integers() {
    let mut of_games = BTreeSet::new();
    let mut pairs = 0;
    for game in games::with("leaks.jsonl") {
        for pair in games::lines(game, "leaks.jsonl") {
            let Ok(observer) = serde_json::from_value::<Seat>(pair["observer"].clone()) else {
                continue;
            };
            let [one, other] =
                [0, 1].map(|which| observed(game, &pair["records"][which], observer));
            assert_eq!(one, other, "{game}: {}", pair["name"]);
            assert_ne!(pair["records"][0], pair["records"][1]);
            of_games.insert(game);
            pairs += 1;
        }
    }
    assert!(pairs > 80 && of_games.len() == 6, "{pairs} {of_games:?}");
}

/// What a seat observes in the match of a record, step by step.
fn observed(game: Variant, record: &Value, observer: Seat) -> Vec<(Vec<i32>, Vec<u32>)> {
    let (terms, deal) = start(game, record);
    let encoding = Encoding::of(terms).expect("an encoding");
    let mut game = Match::start(&terms, deal, None).game;
    let mut seen = Vec::new();
    let mut look = |game: &Match| {
        let view = game.view(Observer::Seat(observer));
        let decision = game.decision(observer).filter(giog_rules::Decision::must);
        let decision = decision.map(|mut decision| {
            game.list_actions(observer, &mut decision);
            decision
        });
        let (mut integers, mut legal) = (vec![0; encoding.observation_size()], Vec::new());
        encoding.observe(&view, decision.as_ref(), &mut integers);
        if let Some(decision) = &decision {
            encoding.legal(&view, decision, &mut legal);
        }
        seen.push((integers, legal));
    };
    look(&game);
    for line in record["actions"].as_array().expect("actions") {
        let seat = serde_json::from_value(line["seat"].clone()).expect("a seat");
        let action: Action = serde_json::from_value(line.clone()).expect("an action");
        game.act(seat, &action).expect("a legal action");
        // Nobody is asked again while others can still claim.
        if game.batch().is_empty() {
            look(&game);
        }
    }
    seen
}

fn start(game: Variant, record: &Value) -> (Terms, Deal) {
    let seats = record["seats"]
        .as_u64()
        .and_then(|seats| seats.try_into().ok());
    let options = match &record["options"] {
        Value::Null => json!({}),
        options => options.clone(),
    };
    let options = serde_json::from_value(options).unwrap_or_default();
    let terms = Terms::new(game, seats.expect("seats"), options, Ceremony::Server);
    let terms = terms.expect("a table");
    let deal = match &terms {
        Terms::Tricks(terms) => {
            let lots = Lots {
                cards: record["cards"]
                    .as_str()
                    .and_then(|cards| cards.parse().ok()),
                starter: record["starter"].as_i64(),
                ..Lots::default()
            };
            let deal = tricks::Deal::from_record(terms, Vec::new(), lots);
            Deal::Tricks(deal.expect("a deal"))
        }
        Terms::Tiles(terms) => {
            let of = |field: &str| record[field].clone();
            let walls: Vec<String> = serde_json::from_value(of("walls")).unwrap_or_default();
            let throws: Vec<[u8; 3]> = serde_json::from_value(of("throws")).unwrap_or_default();
            let dice = serde_json::from_value(of("dice")).ok();
            let deal = TilesDeal::from_record(terms, &walls, &throws, dice);
            Deal::Tiles(deal.expect("its chance"))
        }
        Terms::Board(_) => panic!("boards have no such pairs"),
    };
    (terms, deal)
}
