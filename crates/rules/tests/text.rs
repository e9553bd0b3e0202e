//! Matches in plain text.

mod common;

use common::record::{record, some_setup, some_setup_in, some_setup_of};
use common::{Setup, observers, setups};
use giog_rules::boards::{
    BoardAction, BoardDeal, BoardOptions, BoardTable, BoardTerms, BoardVariant,
};
use giog_rules::fairness::{ServerSeed, Stream, match_seed};
use giog_rules::record::By;
use giog_rules::text::{COLUMNS, EventContext, Narrator, Pace, Sight, Style, Table, record_text};
use giog_rules::tricks::{SeenEvent, TrickResult, Variant};
use giog_rules::{
    BySeat, Ceremony, Deal, Event, HandedOn, Match, MatchId, Observer, Options, Record, Seat,
    Stage, Started, Terms, View, game,
};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use uuid::Uuid;

/// More actions than any match has.
const ALL: usize = usize::MAX;

fn names(seats: usize) -> BySeat<String> {
    let names = ["Lin", "Mei", "steady [bot]", "阿明", "Noël"];
    BySeat::from_fn(seats, |seat| names[seat.index()].to_owned())
}

fn some_record(variant: Variant) -> Record {
    // Players make the choices before the first lead, so that the text contains them.
    let setup = some_setup_in(variant, |setup| {
        setup.terms.ceremony() == Ceremony::Players
            && setup.terms.seats() == *variant.players().start().max(&3)
    });
    record(&setup, ALL)
}

fn text(record: &Record, sight: Sight, style: Style) -> String {
    let names = names(record.seats.into());
    record_text(record, &names, sight, style).expect("a record is replayed")
}

fn columns(line: &str) -> usize {
    let width = |c| if c < '\u{1100}' { 1 } else { 2 };
    line.chars().map(width).sum()
}

#[test]
fn every_variant_is_told_as_spectators_and_a_seat_saw_it_and_with_all_open() {
    for variant in Variant::ALL {
        let record = some_record(variant);
        for (name, sight) in [
            ("spectator", Sight::As(Observer::Spectator)),
            ("seat", Sight::As(Observer::Seat(Seat::new(0)))),
            ("open", Sight::Open),
        ] {
            let mut settings = insta::Settings::clone_current();
            settings.set_snapshot_path(format!("games/{variant}"));
            settings.bind(|| insta::assert_snapshot!(name, text(&record, sight, Style::Both)));
        }
    }
}

#[test]
fn with_codes_alone_everything_but_names_is_ascii() {
    for variant in Variant::ALL {
        let record = some_record(variant);
        let text = text(&record, Sight::Open, Style::Codes).replace("阿明", "Ming");
        assert!(text.replace("Noël", "Noel").is_ascii(), "{text}");
    }
}

#[test]
fn a_match_that_broke_off_says_so() {
    let setup = some_setup(|setup| setup.terms.variant() == Variant::Giog);
    let text = text(&record(&setup, 20), Sight::Open, Style::Both);
    assert!(
        text.ends_with("\nThe match was abandoned; nobody wins.\n"),
        "{text}"
    );
}

fn tricks(record: &Record) -> &[TrickResult] {
    let result = record.result.tricks().expect("a trick game");
    &result.tricks
}

#[test]
fn pieces_that_were_set_aside_are_told_when_they_are_and_when_they_are_won() {
    let mut runner = TestRunner::deterministic();
    let of_ju_ma_pao = |setup: &Setup| setup.terms.variant() == Variant::JuMaPao;
    let tied = std::iter::repeat_with(|| record(&some_setup_of(&mut runner, of_ju_ma_pao), ALL))
        .find(|record| {
            let tied = |trick: &TrickResult| trick.winner.is_none();
            tricks(record).windows(2).any(|two| two.iter().all(tied))
        })
        .expect("repeated for ever");
    let text = text(&tied, Sight::As(Observer::Spectator), Style::Both);
    let is_last = tricks(&tied)
        .last()
        .is_some_and(|trick| trick.winner.is_none());
    let mut aside = 0;
    for trick in tricks(&tied) {
        let laid: u8 = trick.plays.values().map(|pieces| pieces.len()).sum();
        aside = if trick.winner.is_none() {
            aside + laid
        } else {
            0
        };
        let told = [
            format!("{aside} pieces lie aside"),
            format!("{aside} pieces are nobody's"),
        ];
        assert!(
            aside == 0 || told.iter().any(|told| text.contains(told)),
            "{text}"
        );
    }
    assert_eq!(text.contains("are nobody's."), is_last, "{text}");
    assert!(
        is_last || text.contains(", those set aside among them."),
        "{text}"
    );
}

#[test]
fn a_position_that_comes_for_the_second_time_is_told_with_the_board() {
    let variant = BoardVariant::Xiangqi;
    let terms = BoardTerms::new(variant, 2, BoardOptions::default()).expect("usual terms");
    let deal = BoardDeal::from_record(&terms, Some(Seat::new(0)), Vec::new());
    let (mut game, _) = BoardTable::start(&terms, deal.expect("nothing is shuffled"));
    let table = Table {
        variant: variant.into(),
        options: Options::default(),
        names: names(2),
    };
    let mut narrator = Narrator::new(table, Style::Codes, Pace::Live).expect("usual terms");
    let line = "The same position for the second time, Lin to move.";
    for (ply, points) in ["h0g2", "h9g7", "g2h0", "g7h9"].into_iter().enumerate() {
        let action = BoardAction::Move {
            points: points.to_owned(),
        };
        let events = game.act(Seat::new(ply % 2), &action).expect("a legal move");
        let mut lines = Vec::new();
        for event in events {
            let seen = game::SeenEvent::Board(event.seen_by(Observer::Spectator));
            lines.extend(narrator.tell(EventContext {
                event: &seen,
                by: By::Player,
                opened: &[],
                hands: BySeat::default(),
            }));
        }
        assert_eq!(lines.iter().any(|told| told == line), ply == 3, "{lines:?}");
    }
    let view = View::Board(game.view(Observer::Spectator).into());
    let picture = narrator.picture(&view);
    assert!(picture.iter().any(|told| told == line), "{picture:?}");
}

/// The start of a match of seven kingdoms, with a state for each seat.
fn kingdoms() -> Started {
    let variant = BoardVariant::QiGuoXiangxi;
    let terms = BoardTerms::new(variant, 7, BoardOptions::default()).expect("usual terms");
    let terms = Terms::Board(terms);
    let seed = match_seed(
        &ServerSeed::new([5; 32]),
        MatchId(Uuid::nil()),
        &BySeat::new(0),
    );
    let deal = Deal::from_stream(&terms, HandedOn::default(), &mut Stream::new(&seed));
    Match::start(&terms, deal, None)
}

fn tell(narrator: &mut Narrator, events: &[Event]) -> Vec<String> {
    let seen = events
        .iter()
        .map(|event| event.seen_by(Observer::Spectator));
    let lines = seen.flat_map(|event| {
        narrator.tell(EventContext {
            event: &event,
            by: By::Player,
            opened: &[],
            hands: BySeat::default(),
        })
    });
    lines.collect()
}

/// The 19 rows of the board, and after them the army that moves.
fn check_kingdoms(lines: &[String], turn: &str) {
    let rows: Vec<&String> = lines.iter().filter(|line| line.starts_with("  ")).collect();
    let widths: Vec<usize> = rows.iter().map(|row| row.len()).collect();
    assert_eq!(widths, [2 + 19 * 3 - 1; 19], "{lines:#?}");
    // Zhou stands on j10.
    assert_eq!(rows[9].find('*'), Some(2 + 9 * 3 + 1), "{lines:#?}");
    assert_eq!(lines.last().map(String::as_str), Some(turn));
}

#[test]
fn seven_kingdoms_is_drawn_file_under_file_and_whose_army_moves_is_said() {
    let Started {
        mut game, opening, ..
    } = kingdoms();
    let table = Table {
        variant: BoardVariant::QiGuoXiangxi.into(),
        options: Options::default(),
        names: BySeat::from_fn(7, |seat| format!("P{seat}")),
    };
    let mut narrator = Narrator::new(table, Style::Codes, Pace::Live).expect("usual terms");
    check_kingdoms(&tell(&mut narrator, &opening), "To move: P0 (qin, w).");
    let qin = Seat::new(0);
    let first = game.default_action(qin).expect("it is asked");
    let moved = game.act(qin, &first).expect("a default is legal");
    check_kingdoms(&tell(&mut narrator, &moved), "To move: P1 (chu, r).");
    let resigns = BoardAction::Resign.into();
    let resigned = game
        .act(Seat::new(1), &resigns)
        .expect("allies are none here");
    let told = tell(&mut narrator, &resigned);
    check_kingdoms(&told, "To move: P2 (han, o).");
    let of_chu = told.iter().filter(|line| line.contains("rG"));
    assert_eq!(of_chu.count(), 0, "its army is off the board");
    let view = game.view(Observer::Spectator);
    check_kingdoms(&narrator.picture(&view), "To move: P2 (han, o).");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// The text, live or from any event on, has only short lines, for all terminals.
    #[test]
    fn lines_are_short_whoever_looks_and_whenever(setup in setups(), most in 0..40_usize) {
        let played = setup.play(ALL, |_, _| ());
        let begun = setup.play(most, |_, _| ());
        let table = Table {
            variant: setup.terms.variant().into(),
            options: setup.terms.options().into(),
            names: names(setup.terms.seats()),
        };
        for observer in observers(&played.game) {
            let view = View::Tricks(begun.game.view(observer).into());
            let mut live = Narrator::resumed(table.clone(), Style::Both, &view).expect("usual terms");
            let mut lines = live.heading();
            lines.extend(live.picture(&view));
            lines.extend(live.picture(&View::Tricks(played.game.view(observer).into())));
            for step in &played.steps[begun.steps.len()..] {
                for event in &step.events {
                    let seen = game::SeenEvent::Tricks(event.seen_by(observer));
                    let told = EventContext { event: &seen, by: By::Clock, opened: &[], hands: BySeat::default() };
                    lines.extend(live.tell(told));
                }
            }
            for line in &lines {
                prop_assert!(columns(line) <= COLUMNS, "{line}");
                prop_assert!(!line.contains('\n') && line.trim_end() == line, "{line:?}");
            }
        }
    }

    /// No line contains hidden information: the text is the same whatever the others hold.
    #[test]
    fn a_spectator_is_told_no_piece_before_it_lies_open(setup in setups()) {
        let table = Table {
            variant: setup.terms.variant().into(),
            options: setup.terms.options().into(),
            names: names(setup.terms.seats()),
        };
        let mut live = Narrator::new(table, Style::Both, Pace::Live).expect("usual terms");
        let played = setup.play(ALL, |_, _| ());
        prop_assert!(played.game.stage() == Stage::Over);
        for step in &played.steps {
            for event in &step.events {
                let seen = event.seen_by(Observer::Spectator);
                // For any observer: face-down plays are hidden.
                let hidden = event.sealed().is_some() || matches!(seen, SeenEvent::TakeBack { .. });
                let seen = game::SeenEvent::Tricks(seen);
                let told = EventContext { event: &seen, by: By::Player, opened: &[], hands: BySeat::default() };
                let lines = live.tell(told);
                if hidden {
                    prop_assert!(!lines.concat().contains(|c| "帥將仕士相象俥車傌馬炮砲兵卒".contains(c)), "{lines:?}");
                }
            }
        }
    }
}
