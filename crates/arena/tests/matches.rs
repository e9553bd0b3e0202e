//! Whole runs with engines in this process.

mod engines;

use std::sync::{Arc, Mutex};

use engines::{Prompt, Salted, Spy, builtin, contest, run, run_with_records};
use giog_arena::statistics::{Clusters, Sprt, SprtVerdict};
use giog_arena::{ArenaError, ArenaSeed, Before, Contest, Report, Run, Seatings};
use giog_rules::{
    Action, BySeat, Ceremony, Deal, HandedOn, Judgement, Match, Observer, Options, Seat, Terms,
    Variant, judge_line,
};
use serde_json::Value;

#[test]
fn built_in_engines_play_every_game_to_records_that_the_referee_accepts() {
    for variant in Variant::ALL {
        // The search of games on boards takes long.
        let second = match variant {
            Variant::Board(_) => "default",
            Variant::Tricks(_) | Variant::Tiles(_) => "simple",
        };
        let engines = [builtin("random"), builtin(second)];
        let contest = contest(variant, Seatings::Both, &engines, "every game");
        let (report, records) = run_with_records(&contest, &engines, 1, 2, Before::default());
        assert_eq!(report.faults(), 0, "{variant}");
        assert_eq!(report.matches, records.lines().count() as u64, "{variant}");
        for line in records.lines() {
            let written: Value = serde_json::from_str(line).expect("a record is JSON");
            let verdict = judge_line(line).expect("it is not blank");
            assert!(!matches!(verdict, Judgement::Invalid(_)), "{verdict}");
            let verdict = serde_json::to_value(verdict).expect("a verdict is JSON");
            assert_eq!(verdict["status"], "over", "{variant}");
            for (field, value) in written["result"].as_object().expect("a result") {
                assert_eq!(&verdict[field], value, "{variant}: {field}");
            }
        }
    }
}

#[test]
fn a_table_may_have_as_many_seats_as_there_are() {
    let engines = [builtin("random"), builtin("default")];
    let variant: Variant = "sic-bo".parse().expect("a game");
    let seats = *variant.players().end();
    let terms = Terms::new(variant, seats, Options::default(), Ceremony::Server).expect("a table");
    let names = engines.iter().map(|engine| engine.name().to_owned());
    let seed = ArenaSeed::named("many seats");
    let contest = Contest::new(terms, seed, Seatings::Both, names.collect());
    assert_eq!(run(&contest, &engines, 1, 1).matches, 2 * seats as u64);
}

/// A run of `giog` for four with many different matches.
fn of_giog(jobs: usize, deals: u32, before: Before) -> (Report, String) {
    let engines = [builtin("simple"), builtin("random"), builtin("default")];
    let contest = contest(Variant::default(), Seatings::Both, &engines, "again");
    run_with_records(&contest, &engines, deals, jobs, before)
}

#[test]
fn a_run_is_the_same_whatever_the_number_of_jobs() {
    let (report, records) = of_giog(1, 12, Before::default());
    assert_eq!(report.matches, 12 * 3 * 8);
    let (parallel, same) = of_giog(3, 12, Before::default());
    assert_eq!(records, same);
    assert_eq!(report, parallel);
    let first = |name: &str| {
        let pairing = report
            .pairings
            .iter()
            .find(|pairing| pairing.second == name);
        pairing
            .and_then(|pairing| pairing.alone)
            .expect("it was played")
    };
    for other in ["builtin:random", "builtin:default"] {
        assert!(first(other).low > Some(0.3), "{report:?}");
    }
}

#[test]
fn progress_is_told_after_each_deal_of_a_pairing_up_to_the_last_match() {
    let engines = [builtin("random"), builtin("default"), builtin("simple")];
    let contest = contest(Variant::default(), Seatings::Both, &engines, "progress");
    let mut told = Vec::new();
    let run = Run::new(&contest, &engines, 4, 3);
    let mut alone = [Clusters::default(); 3];
    let played = run.play(None, &mut |progress| {
        alone[told.len() % 3].add(progress.alone.expect("each engine is alone"));
        told.push((progress.matches, progress.of));
    });
    let report = played.expect("it is played");
    let expected = (1..=4 * 3).map(|item| (8 * item, 8 * 4 * 3));
    assert_eq!(told, expected.collect::<Vec<_>>());
    for (shares, pairing) in alone.iter().zip(&report.pairings) {
        assert_eq!(shares.interval(Some((0.0, 1.0))), pairing.alone);
    }
}

#[test]
fn levels_play_where_they_are_and_are_refused_elsewhere() {
    // The others search, and take long.
    let engines = [builtin("club"), builtin("default")];
    let played = contest(Variant::default(), Seatings::Alone, &engines, "levels");
    let report = run(&played, &engines, 1, 2);
    assert_eq!((report.faults(), report.matches), (0, 4));
    for level in ["club", "strong", "master"] {
        let engines = [builtin(level), builtin("default")];
        let game = "pong-hau-ki".parse().expect("a game");
        let board = contest(game, Seatings::Both, &engines, "levels");
        let stopped = Run::new(&board, &engines, 1, 1).play(None, &mut |_| {});
        let error = stopped.expect_err("it stops").error;
        assert!(matches!(error, ArenaError::NotPlayed { .. }), "{error}");
    }
}

#[test]
fn a_test_is_one_of_two_engines() {
    let engines = [builtin("random"), builtin("default"), builtin("simple")];
    let contest = contest(Variant::default(), Seatings::Both, &engines, "three");
    let run = Run {
        sprt: Some(Sprt::new(0.0, 0.05, 0.05, 0.05).expect("a test")),
        ..Run::new(&contest, &engines, 4, 1)
    };
    let stopped = run.play(None, &mut |_| {}).expect_err("it is refused");
    assert!(matches!(
        stopped.error,
        ArenaError::TestOfMany { engines: 3 }
    ));
    assert_eq!(stopped.report.matches, 0);
}

#[test]
fn a_run_that_stopped_goes_on_to_the_same_end() {
    let (report, records) = of_giog(2, 6, Before::default());
    let engines = [builtin("simple"), builtin("random"), builtin("default")];
    let played = contest(Variant::default(), Seatings::Both, &engines, "again");
    let other = contest(Variant::default(), Seatings::Both, &engines, "another");
    for kept in [
        0,
        1,
        records.len() / 3,
        records.len() / 2,
        records.len() - 1,
        records.len(),
    ] {
        let before = Before::read(&played, &records.as_bytes()[..kept]).expect("records");
        let bytes = usize::try_from(before.bytes).expect("few");
        assert!(bytes <= kept && records[..bytes].lines().count() == before.matches());
        let (again, rest) = of_giog(2, 6, before);
        assert_eq!(format!("{}{rest}", &records[..bytes]), records, "{kept}");
        assert_eq!(again, report, "{kept}");
    }
    let refused = |text: &str| {
        let read = Before::read(&played, text.as_bytes());
        read.expect_err("it is refused").to_string()
    };
    assert!(refused("{}\n").contains("line 1"));
    let turned: Vec<&str> = records.lines().rev().collect();
    assert!(refused(&turned.join("\n")).contains("another run"));
    assert!(Before::read(&other, records.as_bytes()).is_err());
}

#[test]
fn an_engine_against_its_equal_has_a_fair_share_in_19_of_20_runs() {
    const RUNS: usize = 150;
    let mut covered = [0; 3];
    for number in 0..RUNS {
        let engines = [Salted::spec(1), Salted::spec(2)];
        let contest = contest(
            "giog".parse().expect("a game"),
            Seatings::Both,
            &engines,
            &format!("equal {number}"),
        );
        let report = run(&contest, &engines, 10, 1);
        let pairing = &report.pairings[0];
        let expected = [
            (pairing.alone, 0.25),
            (pairing.other, 0.25),
            (pairing.gain, 0.0),
        ];
        for (covered, (interval, expected)) in covered.iter_mut().zip(expected) {
            let interval = interval.expect("it was played");
            let (low, high) = (interval.low.expect("known"), interval.high.expect("known"));
            *covered += usize::from(low <= expected && expected <= high);
        }
    }
    // 95 % of 150 are 142.5, with a standard deviation of 2.7.
    for covered in covered {
        assert!((134..=149).contains(&covered), "{covered} of {RUNS}");
    }
}

#[test]
fn an_engine_against_itself_has_exactly_a_fair_share() {
    for game in ["giog", "pong-hau-ki", "mahjong", "sic-bo"] {
        let engines = [builtin("random"), builtin("random")];
        let contest = contest(
            game.parse().expect("a game"),
            Seatings::Both,
            &engines,
            "itself",
        );
        let report = run(&contest, &engines, 3, 1);
        let gain = report.pairings[0].gain.expect("it was played");
        assert!(gain.mean.abs() < 1e-12, "{game}: {gain:?}");
        let alone = report.pairings[0].alone.expect("it was played");
        assert!(
            (alone.mean - report.fair).abs() < 1e-12,
            "{game}: {alone:?}"
        );
    }
}

#[test]
fn teams_have_one_kind_of_engine_and_share_their_wins() {
    let engines = [builtin("random"), builtin("default")];
    let game = "supply-chess".parse().expect("a game");
    let contest = contest(game, Seatings::Both, &engines, "teams");
    let (report, records) = run_with_records(&contest, &engines, 1, 1, Before::default());
    assert!((report.fair - 0.5).abs() < f64::EPSILON && report.matches == 2);
    for line in records.lines() {
        let written: Value = serde_json::from_str(line).expect("a record is JSON");
        assert_eq!(written["players"][0], written["players"][2]);
        assert_eq!(written["players"][1], written["players"][3]);
        assert_ne!(written["players"][0], written["players"][1]);
    }
}

#[test]
fn a_test_stops_the_run_and_the_deals_after_it_do_not_count() {
    let engines = [builtin("simple"), builtin("random")];
    let contest = contest(Variant::default(), Seatings::Both, &engines, "test");
    let sprt = Sprt::new(0.0, 0.05, 0.05, 0.05).expect("a test");
    let tested = |jobs| {
        let mut records = Vec::new();
        let run = Run {
            sprt: Some(sprt),
            ..Run::new(&contest, &engines, 1_000, jobs)
        };
        let report = run.play(Some(&mut records), &mut |_| {});
        (report.expect("it is played"), records)
    };
    let (report, records) = tested(1);
    let state = report.pairings[0].sprt.expect("a test was made");
    assert_eq!(state.verdict, Some(SprtVerdict::H1));
    assert!(report.matches < 8_000, "{}", report.matches);
    assert_eq!(tested(3), (report, records));
}

/// What each seat of a match is to be asked with, by the rules alone. Before all of a batch have decided, nobody sees that one has.
fn expected_prompts(contest: &Contest, record: &Value) -> Vec<Prompt> {
    let mut stream = contest.seed().stream(0);
    let deal = Deal::from_stream(contest.terms(), HandedOn::default(), &mut stream);
    let started = Match::start(contest.terms(), deal, Some(stream));
    let (mut game, mut events) = (started.game, started.opening);
    events.extend(started.ceremony.iter().flat_map(|step| step.events.clone()));
    let actions = record["actions"].as_array().expect("a list").iter();
    let mut actions = actions.skip(started.ceremony.len()).peekable();
    let mut told = BySeat::<usize>::new(contest.terms().seats());
    let mut prompts = Vec::new();
    while actions.peek().is_some() {
        let next: Seat =
            serde_json::from_value(actions.peek().expect("one")["seat"].clone()).expect("a seat");
        let batch = game.batch();
        let asked = if batch.is_empty() { vec![next] } else { batch };
        for &seat in &asked {
            let observer = Observer::Seat(seat);
            let new = events[std::mem::replace(&mut told[seat], events.len())..].iter();
            let seen = new.filter(|event| event.is_told());
            let seen = seen.map(|event| event.seen_by(observer)).collect();
            prompts.push((seat, game.view(observer), seen));
        }
        for (seat, action) in asked.into_iter().zip(actions.by_ref()) {
            let action: Action = serde_json::from_value(action.clone()).expect("an action");
            events.extend(game.act(seat, &action).expect("it is legal"));
        }
    }
    prompts
}

#[test]
fn an_engine_is_asked_with_what_its_seat_sees_and_nothing_else() {
    for variant in Variant::ALL {
        let log = Arc::new(Mutex::new(Vec::new()));
        let engines = [Spy::spec(&log), Spy::spec(&log)];
        let contest = contest(variant, Seatings::Alone, &engines, "spies");
        let (_, records) = run_with_records(&contest, &engines, 1, 1, Before::default());
        let log = log.lock().expect("nobody panicked");
        let mut log = log.iter();
        for line in records.lines() {
            let record: Value = serde_json::from_str(line).expect("a record is JSON");
            for expected in expected_prompts(&contest, &record) {
                assert_eq!(log.next(), Some(&expected), "{variant}");
            }
        }
        assert!(log.next().is_none(), "{variant}");
    }
}
