//! The referee agrees with every case in `tests/games`.

#[path = "common/games.rs"]
mod games;

use std::collections::BTreeSet;
use std::fs;
use std::thread;

use giog_rules::tricks::{
    Action, Deal, Event, Lots, Match, Options, OptionsInput, Terms, Variant as TrickVariant,
};
use giog_rules::{Ceremony, Judgement, Observer, Seat, Variant, judge_line};
use serde_json::{Value, json};

#[test]
fn every_game_has_its_folder_and_no_other_is_there() {
    const FILES: [&str; 5] = [
        "cases.jsonl",
        "defaults.jsonl",
        "leaks.jsonl",
        "fairness.json",
        "facts.json",
    ];
    let names = |folder| -> BTreeSet<String> {
        let entries = fs::read_dir(folder).expect("a folder");
        let name = |entry: fs::DirEntry| entry.file_name().into_string().expect("a name");
        entries
            .map(|entry| name(entry.expect("an entry")))
            .collect()
    };
    let games: BTreeSet<String> = Variant::ALL.map(|game| game.id().to_owned()).into();
    assert_eq!(names(games::folder()), games);
    for game in games {
        let files = names(games::folder().join(&game));
        assert!(
            files.contains("cases.jsonl") && files.contains("facts.json"),
            "{game}"
        );
        let is_known = |name: &String| FILES.contains(&name.as_str()) || name.starts_with("text__");
        assert!(files.iter().all(is_known), "{game}: {files:?}");
    }
}

#[test]
fn the_referee_agrees_with_every_case_of_every_game() {
    thread::scope(|scope| {
        for game in Variant::ALL {
            let check = move || check(&games::lines(game, "cases.jsonl"));
            let named = thread::Builder::new().name(game.to_string());
            named.spawn_scoped(scope, check).expect("a thread");
        }
    });
}

fn check(cases: &[Value]) {
    let mut disagreements = Vec::new();
    assert!(!cases.is_empty());
    for case in cases {
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

/// The default actions, which verdicts of trick games do not contain.
#[test]
fn every_default_is_that_of_the_cases() {
    for game in games::with("defaults.jsonl") {
        for case in games::lines(game, "defaults.jsonl") {
            let defaults = match game {
                Variant::Tricks(_) => defaults_of_tricks(&case["record"]),
                _ => defaults_of_verdict(&case["record"]),
            };
            assert_eq!(defaults, case["defaults"], "{game}: {}", case["name"]);
        }
    }
}

fn defaults_of_verdict(record: &Value) -> Value {
    let Some(Judgement::Tiles(verdict)) = judge_line(&record.to_string()) else {
        panic!("{record} is no record of tiles or dice");
    };
    serde_json::to_value(&verdict.defaults).expect("actions are JSON")
}

fn defaults_of_tricks(record: &Value) -> Value {
    let (game, _) = played(record, Observer::Spectator);
    let default = |seat: Seat| {
        let action = game
            .default_action(seat)
            .expect("a seat that is waited for");
        let mut action = serde_json::to_value(action).expect("an action is JSON");
        action["seat"] = seat.index().into();
        action
    };
    game.waiting().map(default).collect()
}

/// The match in the record of a game with a pack, and everything that an observer gets, step by step.
fn played(record: &Value, observer: Observer) -> (Match, Vec<Value>) {
    let seats = record["seats"]
        .as_u64()
        .and_then(|seats| seats.try_into().ok());
    let terms = Terms::new(
        serde_json::from_value::<TrickVariant>(record["variant"].clone()).expect("a trick game"),
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

/// What an observer gets at a step: the event, the view, the decision, and the seats that the match waits for.
fn looks(game: &Match, events: &[Event], observer: Observer) -> Value {
    let seen: Vec<_> = events.iter().map(|event| event.seen_by(observer)).collect();
    let own = match observer {
        Observer::Seat(seat) => game.decision(seat),
        Observer::Spectator => None,
    };
    let waiting: Vec<Seat> = game.waiting().collect();
    serde_json::json!([seen, game.view(observer), own, waiting])
}

/// Two matches that differ only in information hidden from the observer look the same. Pairs of tiles and dice are played in rooms.
#[test]
fn pairs_of_trick_games_look_the_same() {
    let mut pairs = 0;
    let games = games::with("leaks.jsonl").into_iter();
    for game in games.filter(|game| matches!(game, Variant::Tricks(_))) {
        for case in games::lines(game, "leaks.jsonl") {
            let observer = match case["observer"].as_u64() {
                Some(seat) => Observer::Seat(Seat::new(usize::try_from(seat).expect("a seat"))),
                None => Observer::Spectator,
            };
            let [first, second] = [0, 1].map(|which| played(&case["records"][which], observer).1);
            assert_eq!(first, second, "{}", case["name"]);
            assert_ne!(case["records"][0], case["records"][1]);
            pairs += 1;
        }
    }
    assert!(pairs >= 25, "{pairs}");
}

/// `docs/RECORD.md`: in a game without a ban the options of the ban have no effect.
#[test]
fn options_without_meaning_are_ignored_with_any_value() {
    let verdict_with = |game: TrickVariant, options: Value| {
        let mut case = games::lines(game, "cases.jsonl").swap_remove(0);
        case["record"]["options"] = options;
        let judgement = judge_line(&case["record"].to_string()).expect("no blank line");
        serde_json::from_str::<Value>(&judgement.to_string()).expect("a verdict is JSON")
    };
    let strange = json!({"general_ban": "whatever", "beheading": 3});
    let with_options = TrickVariant::ALL
        .into_iter()
        .filter(|game| game.default_options() != Options::NONE);
    let (banning, others): (Vec<_>, Vec<_>) =
        with_options.partition(|&game| games::facts(game).tricks["ban"] == true);
    assert!(banning.len() > 2 && others.len() > 2);
    for game in others {
        let plain = verdict_with(game, json!({}));
        assert_ne!(plain["status"], "invalid");
        assert_eq!(verdict_with(game, strange.clone()), plain);
        assert_eq!(verdict_with(game, json!([]))["status"], "invalid");
    }
    for game in banning {
        assert_eq!(verdict_with(game, strange.clone())["status"], "invalid");
    }
}

#[test]
fn blank_lines_are_skipped() {
    assert_eq!(judge_line(" \t\r\n"), None);
    assert_eq!(judge_line(""), None);
}
