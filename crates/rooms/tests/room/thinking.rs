//! Bots that think: requested outside the room, and used at their time.

use giog_rooms::{Bot, Context, Think, Times};
use giog_rules::boards::{BoardAction, SeenBoardEvent};
use giog_rules::record::By;
use giog_rules::{Action, SeenEvent};

use crate::table::{A, B, C, Table, context};

const XIANGQI: &str = r#"{"variant":"xiangqi","clock":{"kind":"none"},"reveal_pause_ms":0}"#;
/// The delay of bots in these tests.
const DELAY_MS: u64 = 800;
/// Longer than a room waits for a thought.
const MOST_MS: u64 = 60_000;

/// A match of xiangqi in which the bot must answer red's first move, and thinks.
fn thinking() -> (Table, Think) {
    let mut table = Table::new(XIANGQI);
    table.ok(A, r#"{"type":"add_bot"}"#);
    table.all_ready(&[A]);
    table.thoughtful = false;
    let moved = Action::Board(mv("h2e2"));
    let answer = table.act(A, 0, moved);
    assert!(answer.is_ok(), "{answer:?}");
    let think = table.thinks.pop().expect("it is asked at once");
    assert!(table.thinks.is_empty(), "once");
    (table, think)
}

fn mv(points: &str) -> BoardAction {
    BoardAction::Move {
        points: points.to_owned(),
    }
}

/// The bot's moves, and their times.
fn bots_moves(table: &Table) -> Vec<(u64, BoardAction)> {
    let events = table.game_events(A).into_iter();
    let acted = events.filter(|event| event.by == By::Bot);
    acted
        .filter_map(|event| match event.event {
            SeenEvent::Board(SeenBoardEvent::Acted(acted)) => Some((event.at_ms, acted.action)),
            _ => None,
        })
        .collect()
}

fn first_move_ms(table: &Table) -> u64 {
    let events = table.game_events(A);
    let moved = events.iter().find(|event| event.by == By::Player);
    moved.expect("red has moved").at_ms
}

#[test]
fn a_thought_is_played_at_its_moment_however_early_it_comes() {
    for early_ms in [0, 1, DELAY_MS - 1] {
        let (mut table, think) = thinking();
        table.pass(early_ms);
        table.thought(&think, Some(Action::Board(mv("a6a5"))));
        table.pass(DELAY_MS - early_ms - 1);
        assert_eq!(bots_moves(&table), [], "not before it");
        table.pass(1);
        let due_ms = first_move_ms(&table) + DELAY_MS;
        assert_eq!(bots_moves(&table), [(due_ms, mv("a6a5"))]);
    }
}

#[test]
fn a_thought_that_is_late_is_played_when_it_is_there() {
    let (mut table, think) = thinking();
    table.pass(DELAY_MS + 700);
    assert_eq!(bots_moves(&table), [], "it is waited for");
    table.thought(&think, Some(Action::Board(mv("a6a5"))));
    let came_ms = first_move_ms(&table) + DELAY_MS + 700;
    assert_eq!(bots_moves(&table), [(came_ms, mv("a6a5"))]);
    table.thought(&think, Some(Action::Board(mv("c6c5"))));
    table.pass(MOST_MS);
    assert_eq!(bots_moves(&table).len(), 1, "once, however often it comes");
}

#[test]
fn without_a_thought_the_match_goes_on() {
    let (mut table, think) = thinking();
    table.thought(&think, None);
    table.pass(DELAY_MS - 1);
    assert_eq!(bots_moves(&table), []);
    table.pass(1);
    assert_eq!(bots_moves(&table).len(), 1, "nobody could think");
    let (mut table, _) = thinking();
    table.pass(MOST_MS);
    assert_eq!(bots_moves(&table).len(), 1, "nothing ever came");
}

#[test]
fn a_thought_that_is_no_move_stops_nothing() {
    let (mut table, think) = thinking();
    table.thought(&think, Some(Action::Board(mv("a0a9"))));
    table.pass(DELAY_MS);
    assert_eq!(bots_moves(&table).len(), 1);
}

#[test]
fn a_thought_about_another_decision_is_forgotten() {
    let (mut table, stale) = thinking();
    table.thought(&stale, Some(Action::Board(mv("a6a5"))));
    table.pass(DELAY_MS);
    let answer = table.act(A, 1, Action::Board(mv("a3a4")));
    assert!(answer.is_ok(), "{answer:?}");
    let think = table.thinks.pop().expect("it is asked again");
    table.thought(&stale, Some(Action::Board(mv("c6c5"))));
    table.pass(DELAY_MS);
    assert_eq!(bots_moves(&table).len(), 1, "it waits for the right one");
    table.thought(&think, Some(Action::Board(mv("i6i5"))));
    let moves: Vec<BoardAction> = bots_moves(&table).into_iter().map(|(_, mv)| mv).collect();
    assert_eq!(moves, [mv("a6a5"), mv("i6i5")]);
}

#[test]
fn a_draw_that_is_offered_before_a_thought_is_due_hurries_nothing_and_the_thought_stays() {
    let (mut table, think) = thinking();
    table.thought(&think, Some(Action::Board(mv("a6a5"))));
    table.pass(DELAY_MS - 1);
    let answer = table.act(A, 1, Action::Board(BoardAction::OfferDraw));
    assert!(answer.is_ok(), "{answer:?}");
    assert_eq!(bots_moves(&table), []);
    table.pass(1);
    let due_ms = first_move_ms(&table) + DELAY_MS;
    let moved = [(due_ms, mv("a6a5"))];
    assert_eq!(bots_moves(&table), moved, "which declines it");
    table.pass(MOST_MS);
    assert_eq!(bots_moves(&table), moved);
    assert!(table.thinks.is_empty(), "it thinks once");
}

#[test]
fn a_draw_that_is_declined_at_the_moment_of_a_thought_changes_nothing_about_it() {
    let mut table = Table::new(XIANGQI);
    table.ok(A, r#"{"type":"add_bot"}"#);
    table.all_ready(&[A]);
    table.thoughtful = false;
    for (turn, action) in [(0, BoardAction::OfferDraw), (1, mv("h2e2"))] {
        let answer = table.act(A, turn, Action::Board(action));
        assert!(answer.is_ok(), "{answer:?}");
    }
    let think = table.thinks.pop().expect("it is asked at once");
    table.thought(&think, Some(Action::Board(mv("a6a5"))));
    table.pass(DELAY_MS);
    let due_ms = first_move_ms(&table) + DELAY_MS;
    let both = [(due_ms, BoardAction::DeclineDraw), (due_ms, mv("a6a5"))];
    assert_eq!(bots_moves(&table), both);
    assert!(table.thinks.is_empty(), "it thinks once");
}

#[test]
fn a_thought_about_a_board_that_a_resignation_has_changed_is_forgotten() {
    let settings =
        r#"{"variant":"qi-guo-xiangxi","seats":7,"clock":{"kind":"none"},"reveal_pause_ms":0}"#;
    let mut table = Table::of(&[A, B, C], settings);
    table.ok(A, r#"{"type":"add_bot","all":true}"#);
    table.all_ready(&[A, B, C]);
    table.thoughtful = false;
    for (conn, points) in [(A, "e10h13"), (B, "f5f14"), (C, "n4r4")] {
        let answer = table.act(conn, 0, Action::Board(mv(points)));
        assert!(answer.is_ok(), "{points}: {answer:?}");
    }
    let before = table.thinks.pop().expect("the fourth seat is to move");
    table.thought(&before, Some(Action::Board(mv("r6r4"))));
    let answer = table.act(C, 1, Action::Board(BoardAction::Resign));
    assert!(answer.is_ok(), "{answer:?}");
    let again = table.thinks.pop().expect("it is asked again");
    assert_ne!(format!("{before:?}"), format!("{again:?}"));
    table.pass(DELAY_MS);
    assert_eq!(bots_moves(&table), [], "what is right now is waited for");
    let Some(Action::Board(thought)) = again.action(table.context.bot) else {
        panic!("there is something to do");
    };
    table.thought(&again, Some(Action::Board(thought.clone())));
    let moves: Vec<BoardAction> = bots_moves(&table).into_iter().map(|(_, mv)| mv).collect();
    assert_eq!(moves, [thought]);
}

#[test]
fn after_the_end_nobody_thinks() {
    let (mut table, think) = thinking();
    let rows = table.rows.len();
    let answer = table.act(A, 1, Action::Board(BoardAction::Resign));
    assert!(answer.is_ok(), "{answer:?}");
    let ended = table.rows.len();
    assert!(ended > rows && table.snapshot(A).game.is_none());
    table.thought(&think, Some(Action::Board(mv("a6a5"))));
    table.pass(DELAY_MS);
    assert_eq!(table.rows.len(), ended, "the match is over");
}

#[test]
fn after_a_crash_the_same_is_asked_again() {
    let (mut table, before) = thinking();
    table.crash(0);
    table.handle(giog_rooms::Input::Tick);
    let again = table.thinks.pop().expect("it is asked again");
    assert_eq!(format!("{before:?}"), format!("{again:?}"));
    table.thought(&before, Some(Action::Board(mv("a6a5"))));
    table.pass(MOST_MS);
    let acted = table.rows.iter().filter(|(_, row)| row.contains("a6a5"));
    assert_eq!(acted.count(), 1, "what was thought before is as good");
}

#[test]
fn a_stand_in_thinks_until_the_player_is_back() {
    let mut table = Table::of(&[A, B], XIANGQI);
    table.all_ready(&[A, B]);
    table.thoughtful = false;
    table.ok(A, r#"{"type":"leave"}"#);
    let think = table.thinks.pop().expect("red is to move");
    table.ok(A, r#"{"type":"join"}"#);
    table.ok(A, r#"{"type":"sit"}"#);
    table.thought(&think, Some(Action::Board(mv("h2e2"))));
    table.pass(DELAY_MS);
    let rows = table.rows.iter();
    assert_eq!(rows.filter(|(_, row)| row.contains("h2e2")).count(), 0);
}

#[test]
fn what_is_not_dear_is_decided_at_once() {
    let fails = Context {
        bot: Bot {
            think: |_, _, _, _| panic!("nobody asks for it"),
            ..Bot::default()
        },
        times: Times {
            notice_ms: 0,
            ..Times::default()
        },
        ..context()
    };
    let mut table = Table::with(r#"{"seats":2,"ceremony":"server"}"#, fails);
    table.ok(A, r#"{"type":"add_bot"}"#);
    table.all_ready(&[A]);
    table.play_to_end(&[A]);
    assert_eq!(table.finished().len(), 1);
}
