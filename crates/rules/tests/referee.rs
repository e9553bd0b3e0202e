//! The referee agrees with every case in `tests/vectors`.

use giog_rules::tricks::{Action, Deal, Event, Lots, Match, OptionsInput, Terms, Variant};
use giog_rules::{Ceremony, Judgement, Observer, Seat, judge_line};
use serde_json::{Value, json};

fn check(vectors: &str) {
    let mut disagreements = Vec::new();
    for case in vectors.lines() {
        let case: Value = serde_json::from_str(case).expect("a case is JSON");
        let line = case["line"]
            .as_str()
            .map_or_else(|| case["record"].to_string(), str::to_owned);
        let judgement = judge_line(&line)
            .expect("a case is no blank line")
            .to_string();
        let mut verdict: Value = serde_json::from_str(&judgement).expect("a verdict is JSON");
        let mut expected = case["verdict"].clone();
        if expected["status"] == "invalid" {
            // The error is any text.
            assert!(verdict["error"].is_string());
            verdict["error"].take();
            expected["error"].take();
        }
        if verdict != expected {
            disagreements.push(format!(
                "{}\n  expected {expected}\n  found    {verdict}",
                case["name"]
            ));
        }
    }
    assert!(
        disagreements.is_empty(),
        "{} cases:\n{}",
        disagreements.len(),
        disagreements.join("\n")
    );
}

#[test]
fn giog() {
    check(include_str!("vectors/giog.jsonl"));
}

#[test]
fn giog_wiki() {
    check(include_str!("vectors/giog-wiki.jsonl"));
}

#[test]
fn ju_ma_pao() {
    check(include_str!("vectors/ju-ma-pao.jsonl"));
}

#[test]
fn ju_ma_pao_30() {
    check(include_str!("vectors/ju-ma-pao-30.jsonl"));
}

#[test]
fn sang_krip() {
    check(include_str!("vectors/sang-krip.jsonl"));
}

#[test]
fn da_qi_luo_1() {
    check(include_str!("vectors/da-qi-luo-1.jsonl"));
}

#[test]
fn da_qi_luo_2() {
    check(include_str!("vectors/da-qi-luo-2.jsonl"));
}

#[test]
fn zhi_hu() {
    check(include_str!("vectors/zhi-hu.jsonl"));
}

#[test]
fn tam_cuc() {
    check(include_str!("vectors/tam-cuc.jsonl"));
}

#[test]
fn xiangqi() {
    check(include_str!("vectors/xiangqi.jsonl"));
}

#[test]
fn supply_chess() {
    check(include_str!("vectors/supply-chess.jsonl"));
}

#[test]
fn blind_chess() {
    check(include_str!("vectors/blind-chess.jsonl"));
}

#[test]
fn qi_guo_xiangxi() {
    check(include_str!("vectors/qi-guo-xiangxi.jsonl"));
}

#[test]
fn square_chess() {
    check(include_str!("vectors/square-chess.jsonl"));
}

#[test]
fn pong_hau_ki() {
    check(include_str!("vectors/pong-hau-ki.jsonl"));
}

#[test]
fn pai_gow() {
    check(include_str!("vectors/pai-gow.jsonl"));
}

#[test]
fn mahjong() {
    check(include_str!("vectors/mahjong.jsonl"));
}

#[test]
fn sic_bo() {
    check(include_str!("vectors/sic-bo.jsonl"));
}

#[test]
fn grand_hazard() {
    check(include_str!("vectors/grand-hazard.jsonl"));
}

#[test]
fn chuck_a_luck() {
    check(include_str!("vectors/chuck-a-luck.jsonl"));
}

/// What is done for those who do nothing, which these verdicts do not name.
#[test]
fn defaults_of_tiles_and_dice() {
    for vectors in [
        include_str!("vectors/pai-gow-defaults.jsonl"),
        include_str!("vectors/mahjong-defaults.jsonl"),
        include_str!("vectors/sic-bo-defaults.jsonl"),
        include_str!("vectors/grand-hazard-defaults.jsonl"),
        include_str!("vectors/chuck-a-luck-defaults.jsonl"),
    ] {
        for case in vectors.lines() {
            let case: Value = serde_json::from_str(case).expect("a case is JSON");
            let Some(Judgement::Tiles(verdict)) = judge_line(&case["record"].to_string()) else {
                panic!("{} is no record of tiles or dice", case["name"]);
            };
            let defaults = serde_json::to_value(&verdict.defaults).expect("actions are JSON");
            assert_eq!(defaults, case["defaults"], "{}", case["name"]);
        }
    }
}

/// What is done for those who do nothing, in a trick game that is written down as those of tiles are.
#[test]
fn defaults_of_tam_cuc() {
    for case in include_str!("vectors/tam-cuc-defaults.jsonl").lines() {
        let case: Value = serde_json::from_str(case).expect("a case is JSON");
        let (game, _) = played(&case["record"], Observer::Spectator);
        let default = |seat: Seat| {
            let action = game
                .default_action(seat)
                .expect("a seat that is waited for");
            let mut action = serde_json::to_value(action).expect("an action is JSON");
            action["seat"] = seat.index().into();
            action
        };
        let defaults: Vec<Value> = game.waiting().map(default).collect();
        assert_eq!(Value::from(defaults), case["defaults"], "{}", case["name"]);
    }
}

/// The match of tam cuc that a record has, and everything that an observer is shown of it, step by step.
fn played(record: &Value, observer: Observer) -> (Match, Vec<Value>) {
    let seats = record["seats"]
        .as_u64()
        .and_then(|seats| seats.try_into().ok());
    let terms = Terms::new(
        Variant::TamCuc,
        seats.expect("a number of seats"),
        OptionsInput::default(),
        Ceremony::Players,
    );
    let terms = terms.expect("a table for so many");
    let lots = Lots {
        cards: record["cards"]
            .as_str()
            .and_then(|cards| cards.parse().ok()),
        starter: record["starter"].as_i64(),
        ..Lots::default()
    };
    let deal = Deal::from_record(&terms, Vec::new(), lots).expect("a deal");
    let started = Match::start(&terms, deal, None);
    let (mut game, mut events) = (started.game, started.opening);
    let mut shown = Vec::new();
    for line in record["actions"].as_array().expect("actions") {
        let seat = serde_json::from_value(line["seat"].clone()).expect("a seat");
        let action: Action = serde_json::from_value(line.clone()).expect("an action");
        shown.push(looks(&game, &events, observer));
        events = game.act(seat, &action).expect("a legal action");
    }
    shown.push(looks(&game, &events, observer));
    (game, shown)
}

/// What an observer is shown at a step: what happened, how all of it looks, what may be decided, who is waited for.
fn looks(game: &Match, events: &[Event], observer: Observer) -> Value {
    let seen: Vec<_> = events.iter().map(|event| event.seen_by(observer)).collect();
    let own = match observer {
        Observer::Seat(seat) => game.decision(seat),
        Observer::Spectator => None,
    };
    let waiting: Vec<Seat> = game.waiting().collect();
    serde_json::json!([seen, game.view(observer), own, waiting])
}

/// Two matches that differ only in what the observer may not know look the same.
#[test]
fn leaks_of_tam_cuc() {
    for case in include_str!("vectors/tam-cuc-leaks.jsonl").lines() {
        let case: Value = serde_json::from_str(case).expect("a case is JSON");
        let observer = match case["observer"].as_u64() {
            Some(seat) => Observer::Seat(Seat::new(usize::try_from(seat).expect("a seat"))),
            None => Observer::Spectator,
        };
        let [first, second] = [0, 1].map(|which| played(&case["records"][which], observer).1);
        assert_eq!(first, second, "{}", case["name"]);
        assert_ne!(case["records"][0], case["records"][1]);
    }
}

/// `docs/RECORD.md`: a game that has no ban has none of the options either, whatever they say.
#[test]
fn options_without_meaning_are_ignored_with_any_value() {
    let verdict_with = |vectors: &str, options: Value| {
        let case = vectors.lines().next().expect("a case");
        let mut case: Value = serde_json::from_str(case).expect("a case is JSON");
        case["record"]["options"] = options;
        let judgement = judge_line(&case["record"].to_string()).expect("no blank line");
        serde_json::from_str::<Value>(&judgement.to_string()).expect("a verdict is JSON")
    };
    let strange = json!({"general_ban": "whatever", "beheading": 3});
    for vectors in [
        include_str!("vectors/da-qi-luo-1.jsonl"),
        include_str!("vectors/da-qi-luo-2.jsonl"),
        include_str!("vectors/zhi-hu.jsonl"),
    ] {
        let plain = verdict_with(vectors, json!({}));
        assert_ne!(plain["status"], "invalid");
        assert_eq!(verdict_with(vectors, strange.clone()), plain);
        assert_eq!(verdict_with(vectors, json!([]))["status"], "invalid");
    }
    let giog = verdict_with(include_str!("vectors/giog.jsonl"), strange);
    assert_eq!(giog["status"], "invalid");
}

#[test]
fn blank_lines_are_skipped() {
    assert_eq!(judge_line(" \t\r\n"), None);
    assert_eq!(judge_line(""), None);
}
