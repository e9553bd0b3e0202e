//! Hints: their contents, who gets them, and that nobody else notices.

use giog_protocol::ErrorCode;
use giog_protocol::client::{Hint, RoomCommand};
use giog_protocol::server::{Answer, ErrorReply, ServerMessage, Taken};
use giog_rooms::ConnId;
use giog_rules::RefusalCode;

use crate::table::{A, B, C, D, Table, context};

const HINTS: &str =
    r#"{"seats":3,"clock":{"kind":"timed","decision_ms":30000,"bank_ms":0},"hints":"on"}"#;

fn hint(table: &mut Table, conn: ConnId, turn: u32) -> Result<Taken, ErrorReply> {
    match table.ask(conn, RoomCommand::Hint(Hint { turn }))? {
        Answer::Hint { hint } => Ok(hint),
        other => panic!("another answer: {other:?}"),
    }
}

fn refused(table: &mut Table, conn: ConnId, turn: u32) -> ErrorCode {
    let rows = table.rows.len();
    let code = hint(table, conn, turn).expect_err("refused").code;
    assert_eq!(table.rows.len(), rows);
    code
}

fn turn(table: &Table, conn: ConnId) -> u32 {
    table.now_of(conn).you.expect("a seat").turn
}

/// Plays a match by hints to its end; with `asks_again` everybody requests two more hints for every fourth decision.
/// Returns the messages to everybody, without hints, and the rows of the log.
fn played(asks_again: bool) -> (Vec<Vec<ServerMessage>>, Vec<(u64, String)>) {
    let mut context = context();
    // The news that somebody has laid wait for other news: a request for a hint must not send them earlier.
    context.times.notice_ms = 20;
    let people = [A, B, C];
    let mut table = Table::with(HINTS, context);
    for conn in [B, C] {
        table.ok(conn, r#"{"type":"join"}"#);
        table.ok(conn, r#"{"type":"sit"}"#);
    }
    table.all_ready(&people);
    for _ in 0..400 {
        if table.snapshot(A).game.is_none() {
            break;
        }
        for conn in people {
            if table.snapshot(A).game.is_none() || !table.must_decide(conn) {
                continue;
            }
            let turn = turn(&table, conn);
            let first = hint(&mut table, conn, turn).expect("a hint");
            assert_eq!(first.turn, turn);
            if asks_again && turn.is_multiple_of(4) {
                for _ in 0..2 {
                    assert_eq!(hint(&mut table, conn, turn).expect("the same"), first);
                }
            }
            let answer = table.act(conn, turn, first.action.clone());
            assert!(answer.is_ok(), "{first:?}: {answer:?}");
            table.pass(7);
        }
        // Longer than a hint takes.
        table.pass(2_000);
    }
    assert!(table.snapshot(A).game.is_none(), "the match has ended");
    let got = people.map(|conn| {
        let all = table.take(conn).into_iter();
        let is_hint = |message: &ServerMessage| matches!(message, ServerMessage::Ok(ok) if matches!(ok.answer, Answer::Hint { .. }));
        all.filter(|message| !is_hint(message))
            .map(without_request_id)
            .collect()
    });
    (got.into(), table.rows)
}

/// Requests have consecutive numbers, and one of the two tables has more of them.
fn without_request_id(mut message: ServerMessage) -> ServerMessage {
    if let ServerMessage::Ok(ok) = &mut message {
        ok.re = 0;
    }
    message
}

#[test]
fn a_match_is_played_by_hints_and_more_requests_change_nothing_for_others() {
    let (quiet, quiet_rows) = played(false);
    let (asked, asked_rows) = played(true);
    assert_eq!(asked_rows, quiet_rows);
    assert_eq!(asked, quiet);
}

#[test]
fn a_hint_is_for_ones_own_open_decision_alone() {
    let mut table = Table::playing(
        &[A, B, C],
        r#"{"seats":3,"clock":{"kind":"none"},"ceremony":"server","hints":"on"}"#,
    );
    table.ok(D, r#"{"type":"join"}"#);
    assert_eq!(refused(&mut table, D, 0), ErrorCode::NotSeated);
    let leader = [A, B, C]
        .into_iter()
        .find(|&conn| table.must_decide(conn))
        .expect("a leader");
    let own = turn(&table, leader);
    assert_eq!(refused(&mut table, leader, own + 1), ErrorCode::TurnAhead);
    table.act_default(leader);
    assert_eq!(refused(&mut table, leader, own), ErrorCode::Already);
    let waits = ErrorCode::Refused(RefusalCode::NotYourTurn);
    assert_eq!(refused(&mut table, leader, own + 1), waits);
}

#[test]
fn a_seat_asks_for_so_many_hints_and_no_more() {
    let mut table = Table::new(r#"{"seats":3,"clock":{"kind":"none"},"ceremony":"server"}"#);
    table.ok(A, r#"{"type":"add_bot","all":true}"#);
    table.all_ready(&[A]);
    while !table.must_decide(A) {
        table.pass(1_000);
    }
    let own = turn(&table, A);
    let given = (0..100).take_while(|_| hint(&mut table, A, own).is_ok());
    assert!(given.count() < 20);
    let over = hint(&mut table, A, own).expect_err("too many");
    assert_eq!(over.code, ErrorCode::RateLimited);
    table.pass(over.wait_ms.expect("a time"));
    assert!(hint(&mut table, A, own).is_ok());
}

#[test]
fn who_gets_hints_is_a_setting_of_the_room() {
    let with = |hints: &str| {
        format!(r#"{{"seats":2,"clock":{{"kind":"none"}},"ceremony":"server","hints":"{hints}"}}"#)
    };
    let code = |table: &mut Table| {
        let conn = if table.must_decide(A) { A } else { B };
        hint(table, conn, turn(table, conn))
            .err()
            .map(|error| error.code)
    };
    let alone = |hints: &str| {
        let mut table = Table::new(&with(hints));
        assert_eq!(refused(&mut table, A, 0), ErrorCode::NoMatch);
        table.ok(A, r#"{"type":"add_bot"}"#);
        table.all_ready(&[A]);
        while !table.must_decide(A) {
            table.pass(1_000);
        }
        code(&mut table)
    };
    assert_eq!(alone("auto"), None);
    assert_eq!(alone("on"), None);
    assert_eq!(alone("off"), Some(ErrorCode::NoHints));
    let together = |hints: &str| code(&mut Table::playing(&[A, B], &with(hints)));
    assert_eq!(together("auto"), Some(ErrorCode::NoHints));
    assert_eq!(together("on"), None);
    let mut quick = Table::quick(&with("on"));
    quick.quick_join(B).expect("a seat");
    assert_eq!(code(&mut quick), Some(ErrorCode::NoHints));
}

#[test]
fn another_setting_for_hints_is_agreed_on_anew() {
    let mut table = Table::of(&[A, B], r#"{"seats":3}"#);
    table.ok(B, r#"{"type":"ready"}"#);
    assert!(table.snapshot(A).state.seats[1].ready);
    table.ok(
        A,
        r#"{"type":"configure","settings":{"seats":3,"hints":"on"}}"#,
    );
    assert!(!table.snapshot(A).state.seats[1].ready);
}
