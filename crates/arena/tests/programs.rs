//! Programs as engines: scripts for a shell.

#![cfg(unix)]

mod engines;

use std::path::Path;
use std::time::Duration;

use engines::{builtin, contest, run, run_with_records};
use giog_arena::{
    ArenaError, Before, EngineSpec, Faults, Limits, PairingReport, Report, Run, Seatings, Stopped,
};
use giog_rules::Variant;

/// Enough for a shell on a busy machine.
const START: Duration = Duration::from_secs(30);
/// How long a program may take that never answers.
const SHORT: Duration = Duration::from_millis(60);

/// For each `turn` the rest of the script runs, with the line in `$l`.
fn script(name: &str, on_turn: &str) -> EngineSpec {
    limited(name, "echo '{\"name\":\"it\"}'", on_turn, START)
}

/// The same, with another answer to `hello` and another limit.
fn limited(name: &str, on_hello: &str, on_turn: &str, limit: Duration) -> EngineSpec {
    let text = format!(
        r#"while read -r l; do case $l in
        *'"type":"hello"'*) {on_hello};;
        *'"type":"turn"'*) {on_turn};;
        esac; done"#
    );
    let command = ["sh", "-c", &text].map(str::to_owned);
    let limits = Limits {
        decide: limit,
        start: limit,
    };
    EngineSpec::program(name, command.to_vec(), limits)
}

/// Takes the default of the decision out of the line.
const TAKE_DEFAULT: &str = r#"d=${l#*'"default":'}; echo "${d%%\}*}}""#;
/// No action.
const NONSENSE: &str = "echo nonsense";

/// A run of one deal of `giog` for two, two matches.
fn of_two(engine: EngineSpec) -> Result<Report, Stopped> {
    let engines = [engine, builtin("default")];
    let contest = contest_of_two(&engines);
    Run::new(&contest, &engines, 1, 1).play(None, &mut |_| {})
}

fn contest_of_two(engines: &[EngineSpec]) -> giog_arena::Contest {
    let names = engines.iter().map(|engine| engine.name().to_owned());
    let terms = giog_rules::Terms::new(
        Variant::default(),
        2,
        giog_rules::Options::default(),
        giog_rules::tricks::Ceremony::Server,
    );
    let seed = giog_arena::ArenaSeed::named("programs");
    giog_arena::Contest::new(terms.expect("terms"), seed, Seatings::Both, names.collect())
}

fn faults(report: &Report) -> (Faults, u64) {
    (report.engines[0].faults, report.engines[0].restarts)
}

#[test]
fn a_program_that_takes_the_default_plays_as_the_built_in_one_does() {
    let play = |engine: EngineSpec, jobs| {
        let engines = [engine, builtin("random")];
        let contest = contest(Variant::default(), Seatings::Both, &engines, "same");
        let report = run(&contest, &engines, 3, jobs);
        assert_eq!(report.faults(), 0);
        let [
            PairingReport {
                alone, other, gain, ..
            },
        ] = &*report.pairings
        else {
            panic!("one pairing");
        };
        (*alone, *other, *gain)
    };
    let program = play(script("program", TAKE_DEFAULT), 2);
    assert_eq!(program, play(builtin("default"), 1));
}

#[test]
fn what_is_no_legal_action_is_counted_and_the_default_taken() {
    let taken = of_two(builtin("default")).expect("it is played");
    let other_game = r#"echo '{"do":"resign"}'"#;
    let not_its_pieces = r#"echo '{"do":"play","pieces":"KKKKK"}'"#;
    let long = "head -c 70000 /dev/zero | tr '\\0' x";
    for (answer, restarts) in [
        (NONSENSE, 0),
        (other_game, 0),
        (not_its_pieces, 0),
        (long, 8),
    ] {
        let report = of_two(script("wrong", answer)).expect("it is played");
        let (faults, restarted) = faults(&report);
        assert_eq!(
            faults.illegal + faults.gone,
            report.engines[0].decisions,
            "{answer}"
        );
        assert_eq!(restarted, restarts, "{answer}");
        assert_eq!(
            report.pairings[0].alone, taken.pairings[0].alone,
            "{answer}"
        );
    }
}

#[test]
fn a_program_that_ends_is_started_again_but_not_for_ever() {
    let report = of_two(script("ends", "exit 3")).expect("it is played");
    let (found, restarts) = faults(&report);
    // In each of the two matches it is started three times more; then it is not asked any more.
    assert_eq!((found.crashed, restarts), (8, 8));
    assert_eq!(found.crashed + found.gone, report.engines[0].decisions);
    let engines = [script("ends", "exit 3"), builtin("default")];
    let contest = contest_of_two(&engines);
    let run = Run {
        restarts: 8,
        ..Run::new(&contest, &engines, 10, 2)
    };
    let stopped = run.play(None, &mut |_| {}).expect_err("it stops");
    assert!(
        matches!(stopped.error, ArenaError::Restarts { most: 8, .. }),
        "{stopped:?}"
    );
    assert_eq!(stopped.report.matches, 4);
}

#[test]
fn a_run_with_a_program_that_ends_is_the_same_whatever_the_number_of_jobs() {
    let ends = format!(r#"case $l in *'"turn":1,'*) exit 3;; esac; {TAKE_DEFAULT}"#);
    let play = |jobs| {
        let engines = [script("ends", &ends), builtin("random")];
        let contest = contest_of_two(&engines);
        run_with_records(&contest, &engines, 3, jobs, Before::default())
    };
    let (report, records) = play(1);
    assert!(faults(&report).0.crashed > 1, "{report:?}");
    assert_eq!(records.lines().count(), 6);
    assert_eq!(play(3), (report, records));
}

#[test]
fn a_line_too_many_spoils_one_turn_and_no_other_match() {
    let twice = r#"d=${l#*'"default":'}; d="${d%%\}*}}"; printf '%s\n%s\n' "$d" "$d""#;
    let play = |on_turn: &str, jobs| {
        let engines = [script("says more", on_turn), builtin("random")];
        let contest = contest_of_two(&engines);
        run_with_records(&contest, &engines, 3, jobs, Before::default())
    };
    let once = format!(r#"case $l in *'"turn":3,'*) {twice};; *) {TAKE_DEFAULT};; esac"#);
    let (report, records) = play(&once, 1);
    let (found, restarts) = faults(&report);
    // In each of the six matches, the turn after the one with two lines.
    assert_eq!((found.illegal, report.faults(), restarts), (6, 6, 6));
    assert_eq!(play(&once, 3), (report, records));
    // Also where the last turn of a match has two.
    assert_eq!(play(twice, 3), play(twice, 1));
}

#[test]
fn a_program_that_does_not_answer_is_ended_with_what_it_started() {
    let silent = limited("silent", ":", "sleep 600", SHORT);
    let report = of_two(silent).expect("it is played");
    let (found, restarts) = faults(&report);
    assert_eq!((found.late, restarts), (8, 8));
    assert_eq!(found.late + found.gone, report.engines[0].decisions);
}

#[test]
fn a_program_that_cannot_be_started_is_named() {
    let limits = Limits {
        decide: START,
        start: START,
    };
    let missing = vec!["no-such-program".to_owned()];
    let stopped = of_two(EngineSpec::program("it", missing, limits));
    let error = stopped.expect_err("it stops").error;
    assert!(
        matches!(&error, ArenaError::Program { name, .. } if name == "it"),
        "{error:?}"
    );
}

#[test]
fn an_answer_may_name_its_turn_and_only_that_one() {
    let echoing = |number: &str| {
        format!(
            r#"m=${{l#*'"match":"'}}; t=${{l#*'"turn":'}}; t=${{t%%[,\}}]*}}; d=${{l#*'"default":{{'}}
            echo "{{\"match\":\"${{m%%\"*}}\",\"turn\":{number},\"why\":[1],${{d%%\}}*}}}}""#
        )
    };
    let right = of_two(limited("names it", ":", &echoing("$t"), START)).expect("it is played");
    assert_eq!(right.faults(), 0);
    let taken = of_two(builtin("default")).expect("it is played");
    assert_eq!(right.pairings[0].alone, taken.pairings[0].alone);
    let wrong = of_two(script("names another", &echoing("99"))).expect("it is played");
    assert_eq!(faults(&wrong).0.illegal, wrong.engines[0].decisions);
}

#[test]
fn a_process_sees_the_hand_of_one_seat_only() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let log = folder.path().join("log");
    let noting = format!(
        r#"y=${{l#*'"you":'}}; echo "$$ ${{y%%[,\}}]*}}" >> {}; {NONSENSE}"#,
        Path::new(&log).display()
    );
    let engines = [script("notes", &noting), builtin("default")];
    let contest = contest(Variant::default(), Seatings::Both, &engines, "one seat");
    run_with_records(&contest, &engines, 2, 2, Before::default());
    let text = std::fs::read_to_string(&log).expect("it was asked");
    let mut pairs: Vec<&str> = text.lines().collect();
    pairs.sort_unstable();
    pairs.dedup();
    let mut processes: Vec<&str> = pairs
        .iter()
        .filter_map(|pair| pair.split(' ').next())
        .collect();
    processes.dedup();
    assert_eq!(processes.len(), pairs.len(), "{pairs:?}");
    assert!(pairs.len() >= 4, "{pairs:?}");
}

/// Answers one move of the cannon, with ranks from 1, however the match stands; notes what it is told.
const UCI: &str = r#"#!/bin/sh
while read -r line; do
  echo "$line" >> "$0.told"
  case "$line" in
    uci) echo "id name fake"; echo "uciok" ;;
    isready) echo "readyok" ;;
    go*) echo "info depth 1"; echo "bestmove h3e3 ponder h10g8" ;;
  esac
done
"#;

#[test]
fn a_uci_engine_is_told_all_moves_with_its_ranks_and_its_own_are_played() {
    use std::os::unix::fs::PermissionsExt as _;

    let folder = tempfile::tempdir().expect("a temporary folder");
    let program = folder.path().join("engine");
    std::fs::write(&program, UCI).expect("a script");
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o700))
        .expect("it may be run");
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/uci.py");
    let program = program.display().to_string();
    let command = ["python3", "-IS", example, "7", &program, "Hash=16"].map(str::to_owned);
    let limits = Limits {
        decide: START,
        start: START,
    };
    let engines = [
        EngineSpec::program("uci", command.to_vec(), limits),
        builtin("default"),
    ];
    let variant = "xiangqi".parse().expect("a game");
    let contest = contest(variant, Seatings::Both, &engines, "uci");
    let (report, records) = run_with_records(&contest, &engines, 1, 1, Before::default());
    let (faults, restarts) = faults(&report);
    assert_eq!((restarts, faults.crashed), (0, 0));
    assert!(faults.illegal < report.engines[0].decisions, "{faults:?}");
    assert!(records.contains(r#""move":"h2e2""#));
    let told = std::fs::read_to_string(format!("{program}.told")).expect("it was told");
    let mut lines = told.lines();
    for line in [
        "uci",
        "setoption name UCI_Variant value xiangqi",
        "setoption name Hash value 16",
        "ucinewgame",
        "isready",
    ] {
        assert_eq!(lines.next(), Some(line));
    }
    assert!(lines.clone().any(|line| line == "go nodes 7"));
    let goes_on = |line: &str| line.starts_with("position fen ") && line.contains(" moves h3e3 ");
    assert!(lines.any(goes_on), "{told}");
}
