//! Games on boards in a room: played by people and bots, with every clock, through crashes, to a valid record.

use giog_protocol::ErrorCode;
use giog_protocol::server::RoomEvent;
use giog_rooms::{ConnId, Input, RoomAnswer, RoomQuery, replayed_events};
use giog_rules::boards::{
    BoardAction, BoardEnd, BoardOutcome, BoardSight, BoardVariant, BoardView, SeenBoardEvent,
    SeenFields,
};
use giog_rules::record::By;
use giog_rules::text::{Sight, Style, record_text};
use giog_rules::{Action, BySeat, Decision, Observer, Record, RefusalCode, Seat, SeenEvent, Verb};

use crate::table::{A, B, C, D, Table, player};

/// After this number of actions of a person the room is restored from its log.
const ACTIONS_TO_A_CRASH: usize = 20;
/// After this number of actions a person resigns: no game needs as many here.
const MOST_ACTIONS: usize = 60;

fn view(table: &mut Table, conn: ConnId) -> Option<BoardView> {
    let game = table.snapshot(conn).game?;
    Some(game.view.board().expect("a game on a board").clone())
}

/// The first listed action of a person's decision; none without a decision.
fn first_listed(table: &Table, conn: ConnId) -> Option<(u32, Action)> {
    let you = table.now_of(conn).you?;
    let Decision::Board(decision) = you.decision? else {
        panic!("a game on a board");
    };
    Some((you.turn, Action::Board(decision.listed().next()?)))
}

/// Takes the first listed action.
fn act_first(table: &mut Table, conn: ConnId) {
    let (turn, action) = first_listed(table, conn).expect("something to decide");
    let answer = table.act(conn, turn, action.clone());
    assert!(answer.is_ok(), "{action:?}: {answer:?}");
}

/// Plays moves in turn, starting with A.
fn play(table: &mut Table, moves: &str) {
    for (points, conn) in moves.split(' ').zip([A, B].into_iter().cycle()) {
        let action = BoardAction::Move {
            points: points.to_owned(),
        };
        let turn = table.now_of(conn).you.expect("a seat").turn;
        let answer = table.act(conn, turn, Action::Board(action));
        assert!(answer.is_ok(), "{points}: {answer:?}");
    }
}

/// The positions after each action, as one observer got them.
fn told(table: &Table, conn: ConnId) -> Vec<BoardSight> {
    let events = table.game_events(conn).into_iter();
    let positions = events.filter_map(|event| match event.event {
        SeenEvent::Board(SeenBoardEvent::Acted(acted)) => Some(acted.position),
        _ => None,
    });
    positions.collect()
}

fn off_turn(table: &mut Table, conn: ConnId, action: BoardAction) -> Result<(), ErrorCode> {
    let turn = table.now_of(conn).you.expect("a seat").turn;
    let answer = table.act(conn, turn, Action::Board(action));
    answer.map(drop).map_err(|error| error.code)
}

fn may(table: &Table, conn: ConnId) -> Vec<Verb> {
    let you = table.now_of(conn).you.expect("a seat");
    you.may.into_iter().map(|kind| kind.verb).collect()
}

fn outcome(table: &mut Table) -> BoardOutcome {
    let previous = table
        .snapshot(A)
        .state
        .previous
        .expect("a match was played");
    assert_eq!(previous.outcome, None, "that is for trick games");
    let outcome = previous.result.expect("it was played to its end");
    outcome.board().expect("a game on a board").clone()
}

/// The record of the last match, after checks: it is valid, the referee agrees with it, and it matches what was sent.
fn record(table: &Table) -> Record {
    let record = table.proven_record();
    let told = table.events(A).into_iter().map(|(_, event)| event);
    let is_start = |event: &RoomEvent| match event {
        RoomEvent::Start(start) => start.facts.match_id == record.match_id,
        _ => false,
    };
    let is_end = |event: &RoomEvent| {
        matches!(
            event,
            RoomEvent::Finished { .. } | RoomEvent::Abandoned { .. }
        )
    };
    let told: Vec<RoomEvent> = told
        .skip_while(|event| !is_start(event))
        .take_while(|event| !is_end(event))
        .filter(|event| matches!(event, RoomEvent::Game(_)))
        .collect();
    let seat = Observer::Seat(Seat::new(0));
    let again = replayed_events(&record, seat).expect("a record can be replayed");
    let again = again.into_iter();
    let again: Vec<RoomEvent> = again
        .filter(|event| matches!(event, RoomEvent::Game(_)))
        .collect();
    if !told.is_empty() {
        assert_eq!(told, again, "it tells what was told");
    }
    record
}

#[test]
fn every_game_is_played_with_computer_players_through_crashes_to_a_record() {
    for variant in BoardVariant::ALL {
        let settings =
            format!(r#"{{"variant":"{variant}","clock":{{"kind":"none"}},"reveal_pause_ms":0}}"#);
        let mut table = Table::new(&settings);
        let seats = table.snapshot(A).state.seats.len();
        for _ in 1..seats {
            table.ok(A, r#"{"type":"add_bot"}"#);
        }
        table.all_ready(&[A]);
        let mut actions = 0;
        while let Some(before) = view(&mut table, A) {
            if first_listed(&table, A).is_none() {
                table.pass(1_000);
                continue;
            }
            if actions == MOST_ACTIONS {
                off_turn(&mut table, A, BoardAction::Resign).expect("a match can be given up");
                table.pass(1_000);
                if variant == BoardVariant::QiGuoXiangxi {
                    // The others continue; nobody else is a person, and nothing else happens here.
                    break;
                }
                continue;
            }
            act_first(&mut table, A);
            actions += 1;
            if actions % ACTIONS_TO_A_CRASH == 0 {
                let shown = view(&mut table, A);
                table.crash(0);
                table.snapshot(A);
                assert_eq!(
                    view(&mut table, A),
                    shown,
                    "{variant}: a crash changes nothing"
                );
            } else if let Some(after) = view(&mut table, A) {
                assert_ne!(before.position, after.position, "{variant}");
            }
        }
        assert!(actions > 0, "{variant}");
        if table.snapshot(A).game.is_none() {
            let record = record(&table);
            assert_eq!(record.variant.id(), variant.id());
            let winners = outcome(&mut table).winners;
            assert_eq!(record.result.winners(), Some(winners.as_slice()));
        }
    }
}

const XIANGQI: &str = r#"{"variant":"xiangqi","clock":{"kind":"bank","bank_ms":30000,"increment_ms":1000},"reveal_pause_ms":0}"#;

#[test]
fn whose_bank_is_used_up_loses_and_nobody_stands_in_for_them() {
    let mut table = Table::playing(&[A, B], XIANGQI);
    let left = |table: &Table| table.now_of(A).deciding[0].left_ms;
    assert_eq!(left(&table), Some(30_000));
    table.pass(5_000);
    act_first(&mut table, A);
    assert_eq!(left(&table), Some(30_000), "the other's bank is whole");
    act_first(&mut table, B);
    assert_eq!(left(&table), Some(26_000), "five seconds less, one more");
    // Leaving makes nobody away in games that are lost on time.
    table.ok(A, r#"{"type":"leave"}"#);
    assert!(!table.is_away(0));
    table.pass(25_999);
    assert!(table.snapshot(B).game.is_some());
    table.pass(1);
    assert!(table.snapshot(B).game.is_none());
    let previous = table.snapshot(B).state.previous.expect("it was played");
    let outcome = previous.result.expect("to its end");
    let outcome = outcome.board().expect("a game on a board").clone();
    assert_eq!(
        (outcome.end, outcome.winners),
        (BoardEnd::Time, vec![Seat::new(1)])
    );
    let record = record(&table);
    let last = record.actions.last().expect("actions");
    assert_eq!(
        (last.action.clone(), last.by),
        (Action::Board(BoardAction::TimeOut), By::Clock)
    );
}

#[test]
fn the_history_has_why_a_match_was_over_and_its_clock_and_its_text_how_long_actions_took() {
    let bank = |bank_ms: u32, increment_ms: u32| {
        Some(format!(
            r#"{{"kind":"bank","bank_ms":{bank_ms},"increment_ms":{increment_ms}}}"#
        ))
    };
    for (settings, clock) in [
        (XIANGQI, bank(30_000, 1_000)),
        // The default settings.
        (r#"{"variant":"xiangqi"}"#, bank(600_000, 0)),
    ] {
        let mut table = Table::playing(&[A, B], settings);
        table.pass(1_000);
        act_first(&mut table, A);
        table.pass(12_000);
        // An offer uses no time of the following move.
        off_turn(&mut table, B, BoardAction::OfferDraw).expect("an offer");
        table.pass(500);
        act_first(&mut table, B);
        off_turn(&mut table, A, BoardAction::Resign).expect("a match can be given up");
        let record = record(&table);
        let finished = table.finished();
        let finished = finished.last().expect("a match is finished");
        assert_eq!(finished.end.as_deref(), Some("resigned"));
        assert_eq!(finished.clock, clock);
        let names = BySeat::from_fn(2, |seat| format!("P{}", u8::from(seat)));
        let told = record_text(&record, &names, Sight::Open, Style::default());
        let told = told.expect("a match by the rules");
        let took: Vec<&str> = told
            .lines()
            .filter(|line| line.starts_with(['1', '2', 'P']))
            .filter_map(|line| line.rsplit_once(", 0:"))
            .map(|(_, took)| took)
            .collect();
        assert_eq!(took, ["01", "12"], "{told}");
    }
}

/// Seat 0 has Qin and Han, 1 Chu and Wei, 2 Qi and Zhao, 3 Yan.
#[test]
fn resigning_in_turn_uses_no_time_of_the_next_player() {
    let settings =
        r#"{"variant":"qi-guo-xiangxi","seats":4,"clock":{"kind":"none"},"reveal_pause_ms":0}"#;
    let mut table = Table::playing(&[A, B, C, D], settings);
    for conn in [A, B, C] {
        act_first(&mut table, conn);
    }
    let mut after = |ms: u64, conn, resigns: bool| {
        table.pass(ms);
        if resigns {
            off_turn(&mut table, conn, BoardAction::Resign).expect("it is in");
        } else {
            act_first(&mut table, conn);
        }
    };
    after(1_000, A, false);
    after(60_000, B, true);
    after(5_000, A, false);
    // Out of turn: the open decision of seat 2 keeps its clock.
    after(2_000, D, true);
    after(3_000, C, false);
    after(0, C, true);
    let names = BySeat::from_fn(4, |seat| format!("P{seat}"));
    let told = record_text(&record(&table), &names, Sight::Open, Style::default());
    let told = told.expect("a match by the rules");
    let of_moves = told
        .lines()
        .filter(|line| line.starts_with(['1', '2', '3']));
    let took: Vec<&str> = of_moves
        .filter_map(|line| line.rsplit_once(", "))
        .map(|(_, took)| took)
        .collect();
    assert_eq!(took, ["0:01", "0:05", "0:05"], "{told}");
    for line in ["P1 resigns", "P3 resigns", "P2 resigns"] {
        assert!(told.lines().any(|told| told == line), "{told}");
    }
}

#[test]
fn whose_connection_is_lost_loses_on_time_and_nothing_is_due_meanwhile() {
    let settings = XIANGQI.replace("30000", "300000");
    let mut table = Table::playing(&[A, B], &settings);
    table.handle(Input::Detached { conn: A });
    table.pass(61_000);
    let now_ms = table.now.mono_ms;
    let wake_ms = table.room.wake_at_mono_ms();
    assert!(wake_ms > Some(now_ms), "a room that is woken for nothing");
    table.pass(238_999);
    assert!(table.snapshot(B).game.is_some());
    table.pass(1);
    assert!(table.snapshot(B).game.is_none());
    let previous = table.snapshot(B).state.previous.expect("it was played");
    let outcome = previous.result.expect("to its end");
    assert_eq!(outcome.board().expect("a board").end, BoardEnd::Time);
}

#[test]
fn by_correspondence_nobody_has_to_stay() {
    let settings =
        r#"{"variant":"blind-chess","clock":{"kind":"days","days":2},"reveal_pause_ms":0}"#;
    let mut table = Table::playing(&[A, B], settings);
    let day_ms = 24 * 3_600_000;
    table.pass(day_ms);
    act_first(&mut table, A);
    for _ in 0..3 {
        table.pass(2 * day_ms);
        assert!(!table.is_away(0) && !table.is_away(1));
    }
    let record = table.snapshot(A).game.expect("it goes on");
    let view = record.view.board().expect("a board");
    assert_eq!(
        view.position.moves, 4,
        "missed decisions were made by the clock"
    );
}

#[test]
fn a_draw_is_offered_declined_and_agreed() {
    let mut table = Table::playing(&[A, B], XIANGQI);
    assert_eq!(may(&table, A), [Verb::Resign, Verb::OfferDraw]);
    let refused = |code| Err(ErrorCode::Refused(code));
    assert_eq!(
        off_turn(&mut table, B, BoardAction::AcceptDraw),
        refused(RefusalCode::NoOffer)
    );
    off_turn(&mut table, B, BoardAction::OfferDraw).expect("anybody may offer at any time");
    assert_eq!(
        may(&table, A),
        [Verb::Resign, Verb::AcceptDraw, Verb::DeclineDraw]
    );
    off_turn(&mut table, A, BoardAction::DeclineDraw).expect("declined");
    assert_eq!(
        off_turn(&mut table, B, BoardAction::OfferDraw),
        refused(RefusalCode::TooSoon)
    );
    off_turn(&mut table, A, BoardAction::OfferDraw).expect("offered");
    off_turn(&mut table, B, BoardAction::AcceptDraw).expect("agreed");
    let ended = outcome(&mut table);
    assert_eq!(ended.end, BoardEnd::Agreed);
    assert_eq!(ended.winners, [Seat::new(0), Seat::new(1)]);
    let series = table.snapshot(A).state.series;
    let counted: Vec<_> = series
        .rows
        .iter()
        .map(|row| (row.won, row.shared))
        .collect();
    assert_eq!(counted, [(0, 1), (0, 1)]);
    assert!(series.rows.iter().all(|row| row.captured.is_none()));
    record(&table);
}

#[test]
fn a_computer_player_declines_every_offer_after_its_delay() {
    let mut table = Table::new(XIANGQI);
    table.ok(A, r#"{"type":"add_bot"}"#);
    table.all_ready(&[A]);
    off_turn(&mut table, A, BoardAction::OfferDraw).expect("offered");
    let offer = |table: &mut Table| view(table, A).expect("a match").position.offer;
    assert!(offer(&mut table).is_some());
    table.pass(799);
    assert!(offer(&mut table).is_some());
    table.pass(1);
    assert!(offer(&mut table).is_none());
    let is_decline = |event: &giog_protocol::server::GameEvent| match &event.event {
        SeenEvent::Board(SeenBoardEvent::Acted(acted)) => acted.action == BoardAction::DeclineDraw,
        _ => false,
    };
    assert!(table.game_events(A).iter().any(is_decline));
}

#[test]
fn the_same_two_begin_in_turn() {
    let mut table = Table::playing(&[A, B], XIANGQI);
    for first in [0, 1, 0] {
        let first = Seat::new(first);
        assert_eq!(view(&mut table, A).expect("a match").first, Some(first));
        let red = if first == Seat::new(0) { A } else { B };
        act_first(&mut table, red);
        off_turn(&mut table, A, BoardAction::Resign).expect("given up");
        assert_eq!(record(&table).red, Some(first));
        table.crash(0);
        table.snapshot(A);
        table.snapshot(B);
        table.all_ready(&[A, B]);
    }
}

#[test]
fn two_teams_win_and_lose_together() {
    let settings = r#"{"variant":"supply-chess","clock":{"kind":"none"},"reveal_pause_ms":0}"#;
    let mut table = Table::playing(&[A, B, C, D], settings);
    let deciding = table.now_of(A).deciding;
    let deciding: Vec<_> = deciding.iter().map(|open| open.seat.index()).collect();
    assert_eq!(deciding, [0, 3], "one on each board");
    off_turn(&mut table, C, BoardAction::Resign).expect("given up");
    let ended = outcome(&mut table);
    assert_eq!(ended.winners, [Seat::new(1), Seat::new(3)]);
    let series = table.snapshot(A).state.series;
    let won: Vec<_> = series
        .rows
        .iter()
        .map(|row| (row.won, row.shared))
        .collect();
    assert_eq!(
        won,
        [(0, 0), (1, 0), (0, 0), (1, 0)],
        "a team's win is no shared one"
    );
}

const SUPPLY: &str = r#"{"variant":"supply-chess","clock":{"kind":"none"},"reveal_pause_ms":0}"#;
/// Long enough for all that bots do of their own accord, in milliseconds.
const LONG_MS: u64 = 20_000;

/// The plies on each board of supply chess that a connection was told of.
fn plies(table: &Table, conn: ConnId) -> [usize; 2] {
    let events = table.game_events(conn).into_iter();
    let seats = events.filter_map(|event| match event.event {
        SeenEvent::Board(SeenBoardEvent::Acted(acted)) => Some(acted.seat),
        _ => None,
    });
    let mut plies = [0, 0];
    for seat in seats {
        plies[seat.index() / 2] += 1;
    }
    plies
}

#[test]
fn a_board_of_bots_stays_two_plies_ahead_of_people_at_most() {
    let mut table = Table::new(SUPPLY);
    for _ in 0..3 {
        table.ok(A, r#"{"type":"add_bot"}"#);
    }
    table.snapshot(B);
    table.all_ready(&[A]);
    table.pass(LONG_MS);
    assert_eq!(plies(&table, B), [0, 2]);
    for turn in 1..=4 {
        act_first(&mut table, A);
        assert_eq!(plies(&table, B), [2 * turn - 1, 2 * turn], "not at once");
        table.pass(LONG_MS);
        assert_eq!(plies(&table, B), [2 * turn, 2 * turn + 2]);
    }
    // Without people nobody waits.
    table.ok(A, r#"{"type":"leave"}"#);
    let before = plies(&table, B);
    table.pass(LONG_MS);
    let after = plies(&table, B);
    assert!(
        after[0] > before[0] + 2 && after[1] > before[1] + 2,
        "{after:?}"
    );
}

/// A table of supply chess with people at these seats, and bots at the others, in a match that another connection watches.
fn supply_table(people: &[(ConnId, usize)]) -> Table {
    let mut table = Table::new(SUPPLY);
    for &(conn, seat) in people.iter().filter(|(conn, _)| *conn != A) {
        table.ok(conn, r#"{"type":"join"}"#);
        table.ok(conn, &format!(r#"{{"type":"sit","seat":{seat}}}"#));
    }
    for _ in people.len()..4 {
        table.ok(A, r#"{"type":"add_bot"}"#);
    }
    table.snapshot(D);
    let people: Vec<ConnId> = people.iter().map(|(conn, _)| *conn).collect();
    table.all_ready(&people);
    table
}

#[test]
fn a_board_of_bots_waits_for_two_people_who_play_each_other() {
    let mut table = supply_table(&[(A, 0), (B, 1)]);
    for ply in 0..6 {
        table.pass(LONG_MS);
        assert_eq!(plies(&table, D), [ply, ply + 2]);
        act_first(&mut table, if ply % 2 == 0 { A } else { B });
    }
}

#[test]
fn no_board_waits_if_there_are_people_at_both() {
    let mut table = supply_table(&[(A, 0), (B, 2)]);
    for turn in 1..=4 {
        act_first(&mut table, A);
        table.pass(LONG_MS);
        assert_eq!(plies(&table, D), [2 * turn, 1], "the first one goes on");
    }
}

#[test]
fn a_board_of_bots_waits_also_after_a_crash_and_when_somebody_is_back() {
    let mut table = supply_table(&[(A, 0)]);
    act_first(&mut table, A);
    table.pass(LONG_MS);
    let moves = |table: &mut Table| view(table, D).expect("a match").position.moves;
    table.crash(0);
    table.ok(A, r#"{"type":"join"}"#);
    assert_eq!(moves(&mut table), 6);
    table.pass(LONG_MS);
    assert_eq!(moves(&mut table), 6, "two on one board, four on the other");
    act_first(&mut table, A);
    table.pass(LONG_MS);
    assert_eq!(moves(&mut table), 10);
    // While nobody plays at the table bots take no notice of each other; who is back finds theirs waiting again.
    table.ok(A, r#"{"type":"leave"}"#);
    table.pass(LONG_MS);
    let before = moves(&mut table);
    assert!(before > 14, "{before}");
    table.ok(A, r#"{"type":"join"}"#);
    table.pass(LONG_MS);
    let waits = moves(&mut table);
    table.pass(LONG_MS);
    assert_eq!(moves(&mut table), waits);
}

#[test]
fn observers_of_the_board_are_told_of_a_position_that_occurs_twice() {
    for (settings, seen) in [(XIANGQI, true), (BLINDFOLD, false)] {
        let mut table = Table::playing(&[A, B], settings);
        table.snapshot(C);
        play(&mut table, "h0g2 h9g7 g2h0 g7h9");
        for (conn, seen) in [(A, seen), (B, seen), (C, true)] {
            let red: Vec<Seat> = seen.then_some(Seat::new(0)).into_iter().collect();
            let told = told(&table, conn).into_iter();
            let told: Vec<Vec<Seat>> = told.map(|position| position.repeated).collect();
            assert_eq!(told, [vec![], vec![], vec![], red.clone()]);
            let view = view(&mut table, conn).expect("a match");
            assert_eq!(view.position.repeated, red);
        }
        // After a capture earlier positions cannot occur again.
        play(&mut table, "h2h9");
        for conn in [A, B, C] {
            let told = told(&table, conn);
            assert!(told.last().expect("an action").repeated.is_empty());
        }
    }
}

const BLINDFOLD: &str =
    r#"{"variant":"xiangqi","options":{"blindfold":true},"clock":{"kind":"none"}}"#;

#[test]
fn blindfolded_players_are_told_check_also_of_the_ply_that_mates() {
    let mate = "h2e2 a9a8 e2e6 a8a9 b2b4 a9a8 b4e4";
    // If overlooking a check is legal, the check is overlooked.
    let taken = format!("{mate} a8a9 e4e9");
    for (check, moves, end) in [
        ("enforce", mate, BoardEnd::Checkmate),
        ("table", taken.as_str(), BoardEnd::Captured),
    ] {
        let options = format!(r#"{{"blindfold":true,"check":"{check}"}}"#);
        let settings = BLINDFOLD.replace(r#"{"blindfold":true}"#, &options);
        let mut table = Table::playing(&[A, B], &settings);
        play(&mut table, moves);
        assert_eq!(outcome(&mut table).end, end);
        for conn in [A, B] {
            let positions = told(&table, conn);
            let checks = positions.iter().map(|position| match position.fields {
                SeenFields::Blindfold { check, .. } => check,
                SeenFields::Open(_) => panic!("nobody sees the board"),
            });
            let checks: Vec<usize> = checks
                .enumerate()
                .filter_map(|(ply, check)| check.then_some(ply))
                .collect();
            assert_eq!(checks, [6], "{check}");
        }
    }
}

#[test]
fn blindfolded_players_see_the_moves_alone() {
    let mut table = Table::playing(&[A, B], BLINDFOLD);
    table.snapshot(C);
    let moved = BoardAction::Move {
        points: "h2h9".to_owned(),
    };
    let turn = table.now_of(A).you.expect("a seat").turn;
    table.act(A, turn, Action::Board(moved)).expect("a capture");
    for (conn, sees) in [(A, false), (B, false), (C, true)] {
        let view = view(&mut table, conn).expect("a match");
        let written = serde_json::to_value(&view.position).expect("JSON");
        let fields: Vec<&str> = written
            .as_object()
            .expect("an object")
            .keys()
            .map(String::as_str)
            .collect();
        let mut expected = vec!["moves", "notation", "offer", "turn"];
        expected.extend(if sees {
            ["board", "captured", "captured_pieces"].as_slice()
        } else {
            ["check"].as_slice()
        });
        expected.sort_unstable();
        assert_eq!(fields, expected);
        let told = serde_json::to_string(&table.game_events(conn)).expect("JSON");
        assert_eq!(told.contains("captured"), sees, "{told}");
        assert_eq!(told.contains("1c5c1"), sees, "{told}");
    }
    let Some(Decision::Board(decision)) = table.now_of(B).you.expect("a seat").decision else {
        panic!("something to decide");
    };
    assert!(decision.may.iter().all(|kind| kind.choices.is_none()));
    assert_eq!(decision.default, None);
}

#[test]
fn a_blindfolded_player_may_not_look_as_a_spectator() {
    for (blindfold, expected) in [(true, Err(ErrorCode::NotSeated)), (false, Ok(()))] {
        let options = format!(r#"{{"blindfold":{blindfold}}}"#);
        let settings =
            format!(r#"{{"variant":"xiangqi","options":{options},"clock":{{"kind":"none"}}}}"#);
        let mut table = Table::playing(&[A, B], &settings);
        let match_id = table.match_id(A);
        let mut ask = |person, seen_as| {
            let query = RoomQuery::Match {
                match_id,
                seen_as,
                alone: false,
            };
            table.handle(Input::Ask {
                ticket: 1,
                person,
                query,
            });
            table
                .answers
                .pop()
                .expect("an answer")
                .map(|answer| match answer {
                    RoomAnswer::Match(answer) => answer.observer,
                    other => panic!("another answer: {other:?}"),
                })
        };
        let own = Observer::Seat(Seat::new(0));
        assert_eq!(ask(Some(player(A)), None), Ok(own));
        assert_eq!(ask(Some(player(A)), Some(own)), Ok(own));
        let as_spectator = Some(Observer::Spectator);
        assert_eq!(ask(Some(player(A)), as_spectator).map(drop), expected);
        for watches in [None, Some(player(C))] {
            assert_eq!(ask(watches, as_spectator), Ok(Observer::Spectator));
        }
    }
}

#[test]
fn a_refused_action_changes_nothing_and_says_why() {
    let mut table = Table::playing(&[A, B], XIANGQI);
    let act = |move_: &str| format!(r#"{{"type":"act","turn":0,"do":"move","move":"{move_}"}}"#);
    for (points, code) in [
        ("e0e1x", RefusalCode::NoSuchPoint),
        ("e4e5", RefusalCode::NoPiece),
        ("e9e8", RefusalCode::NotYourPiece),
        ("a0a3", RefusalCode::OwnPiece),
        ("b0d1", RefusalCode::NotAMove),
    ] {
        table.refused(A, &act(points), ErrorCode::Refused(code));
    }
    table.refused(
        B,
        &act("e9e8"),
        ErrorCode::Refused(RefusalCode::NotYourTurn),
    );
    let play = r#"{"type":"act","turn":0,"do":"play","pieces":"K"}"#;
    table.refused(A, play, ErrorCode::Refused(RefusalCode::WrongAction));
    table.refused(
        A,
        r#"{"type":"configure","settings":{"variant":"xiangqi","options":{"board":"7x7"}}}"#,
        ErrorCode::BadSettings,
    );
}

/// The text of the board, as a seat or spectator sees it now.
fn board(table: &mut Table) -> giog_rules::families::boards::BoardText {
    let position = view(table, A).expect("a match").position;
    position.board.expect("it is open")
}

#[test]
fn a_turn_is_taken_back_by_consent_also_after_a_crash() {
    let mut table = Table::playing(&[A, B], XIANGQI);
    let start = board(&mut table);
    let [first, second] = [A, B];
    act_first(&mut table, first);
    assert!(may(&table, first).contains(&Verb::ProposeTakeBack));
    assert!(!may(&table, second).contains(&Verb::ProposeTakeBack));
    off_turn(&mut table, first, BoardAction::ProposeTakeBack).expect("it has moved");
    assert!(may(&table, second).contains(&Verb::AcceptTakeBack));
    off_turn(&mut table, second, BoardAction::DeclineTakeBack).expect("declined");
    let moved = board(&mut table);
    assert_ne!(moved, start);
    act_first(&mut table, second);
    act_first(&mut table, first);
    off_turn(&mut table, first, BoardAction::ProposeTakeBack).expect("once for each turn");
    table.crash(0);
    for conn in [A, B] {
        table.ok(conn, r#"{"type":"join"}"#);
    }
    off_turn(&mut table, second, BoardAction::AcceptTakeBack).expect("the proposal lasts");
    let back = board(&mut table);
    table.crash(0);
    for conn in [A, B] {
        table.ok(conn, r#"{"type":"join"}"#);
    }
    assert_eq!(board(&mut table), back);
    let position = view(&mut table, A).expect("a match").position;
    assert_eq!((position.moves, position.turn), (2, vec![Seat::new(0)]));
    off_turn(&mut table, second, BoardAction::ProposeTakeBack).expect("its own turn");
    off_turn(&mut table, first, BoardAction::AcceptTakeBack).expect("agreed");
    assert_eq!(board(&mut table), moved);
    off_turn(&mut table, second, BoardAction::Resign).expect("given up");
    record(&table);
}

#[test]
fn a_computer_player_agrees_to_take_back_at_once() {
    let mut table = Table::new(XIANGQI);
    table.ok(A, r#"{"type":"add_bot"}"#);
    table.all_ready(&[A]);
    let start = board(&mut table);
    act_first(&mut table, A);
    off_turn(&mut table, A, BoardAction::ProposeTakeBack).expect("it has moved");
    table.pass(1);
    assert_eq!(
        board(&mut table),
        start,
        "before the move that it was about to make"
    );
    act_first(&mut table, A);
    table.pass(2_000);
    assert_eq!(view(&mut table, A).expect("a match").position.moves, 2);
    off_turn(&mut table, A, BoardAction::ProposeTakeBack).expect("once for each turn");
    table.pass(1);
    assert_eq!(board(&mut table), start, "its answer is taken back, too");
}

#[test]
fn at_a_table_without_take_backs_none_is_proposed() {
    let settings =
        r#"{"variant":"xiangqi","take_backs":false,"clock":{"kind":"none"},"reveal_pause_ms":0}"#;
    let mut table = Table::playing(&[A, B], settings);
    act_first(&mut table, A);
    assert_eq!(may(&table, A), [Verb::Resign, Verb::OfferDraw]);
    let refused = Err(ErrorCode::Refused(RefusalCode::NothingToTakeBack));
    assert_eq!(
        off_turn(&mut table, A, BoardAction::ProposeTakeBack),
        refused
    );
}

#[test]
fn time_that_was_spent_is_not_given_back_with_a_turn() {
    let mut table = Table::playing(&[A, B], XIANGQI);
    let left = |table: &Table| table.now_of(A).deciding[0].left_ms;
    act_first(&mut table, A);
    act_first(&mut table, B);
    assert_eq!(left(&table), Some(31_000));
    table.pass(5_000);
    off_turn(&mut table, A, BoardAction::ProposeTakeBack).expect("it has moved");
    table.pass(2_000);
    off_turn(&mut table, B, BoardAction::AcceptTakeBack).expect("agreed");
    assert_eq!(left(&table), Some(24_000), "seven seconds less");
}
