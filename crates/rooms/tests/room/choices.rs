//! The legal plays of a decision, requested if they were not listed.

use giog_protocol::ErrorCode;
use giog_protocol::client::{Choices, RoomCommand};
use giog_protocol::server::{Answer, ErrorReply};
use giog_rooms::ConnId;
use giog_rules::{Pieces, RefusalCode};

use crate::table::{A, B, C, Table};

/// Bytes that an answer may have.
const MOST_BYTES: usize = 4 * 1_024;
const SETTINGS: &str =
    r#"{"seats":2,"clock":{"kind":"none"},"ceremony":"server","reveal_pause_ms":0}"#;

fn choices(table: &mut Table, conn: ConnId, turn: u32) -> Result<Vec<Pieces>, ErrorReply> {
    match table.ask(conn, RoomCommand::Choices(Choices { turn }))? {
        Answer::Choices { plays } => Ok(plays),
        other => panic!("another answer: {other:?}"),
    }
}

fn refused(table: &mut Table, conn: ConnId, turn: u32) -> ErrorCode {
    choices(table, conn, turn).expect_err("refused").code
}

#[test]
fn who_has_to_decide_is_told_the_plays_of_this_decision_and_nobody_else_is() {
    let mut table = Table::new(SETTINGS);
    table.ok(B, r#"{"type":"join"}"#);
    table.ok(B, r#"{"type":"sit"}"#);
    table.ok(C, r#"{"type":"join"}"#);
    assert_eq!(refused(&mut table, A, 0), ErrorCode::NoMatch);
    table.all_ready(&[A, B]);
    let mut listed = 0;
    for _ in 0..200 {
        if table.snapshot(A).game.is_none() {
            break;
        }
        for (conn, other) in [(A, B), (B, A)] {
            if table.snapshot(A).game.is_none() || !table.must_decide(conn) {
                continue;
            }
            let you = table.now_of(conn).you.expect("a seat");
            let decision = you.decision.expect("something to decide");
            let told = choices(&mut table, conn, you.turn);
            match decision.tricks().expect("a trick game").ask.plays() {
                Some(plays) => {
                    let told = told.expect("there is a list");
                    assert_eq!(told, plays);
                    let written = serde_json::to_string(&told).expect("JSON");
                    assert!(written.len() < MOST_BYTES, "{written}");
                    listed += 1;
                }
                None => assert!(told.is_err(), "more are legal than are listed"),
            }
            assert_eq!(
                refused(&mut table, conn, you.turn + 1),
                ErrorCode::TurnAhead
            );
            if let Some(before) = you.turn.checked_sub(1) {
                assert_eq!(refused(&mut table, conn, before), ErrorCode::Already);
            }
            assert_eq!(refused(&mut table, C, you.turn), ErrorCode::NotSeated);
            if !table.must_decide(other) {
                let turn = table.now_of(other).you.expect("a seat").turn;
                let code = ErrorCode::Refused(RefusalCode::NotYourTurn);
                assert_eq!(refused(&mut table, other, turn), code);
            }
            let default = decision.default_action().expect("a default");
            table.act(conn, you.turn, default).expect("it is legal");
        }
    }
    assert!(table.snapshot(A).game.is_none(), "the match has ended");
    assert!(listed > 10, "{listed} decisions had a list");
}
