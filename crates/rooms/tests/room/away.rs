//! Whose seat is played by somebody else, and how they come back.

use giog_protocol::ErrorCode;
use giog_protocol::server::{RoomEvent, StandReason};
use giog_rooms::Input;
use giog_rules::record::By;
use giog_rules::{Action, Record, RefusalCode};

use crate::table::{A, B, Table};

const NO_CLOCK: &str = r#"{"seats":2,"clock":{"kind":"none"},"ceremony":"server"}"#;

#[test]
fn who_is_disconnected_longer_than_the_grace_time_is_away_and_comes_back_by_joining() {
    let mut table = Table::playing(&[A, B], NO_CLOCK);
    table.handle(Input::Detached { conn: B });
    table.pass(59_999);
    assert!(!table.is_away(1));
    table.pass(1);
    assert!(table.is_away(1));
    table.ok(B, r#"{"type":"join"}"#);
    assert!(!table.is_away(1));
    table.play_to_end(&[A, B]);
    let record: Record = serde_json::from_slice(&table.finished()[0].record).expect("a record");
    let stand_ins = record.players.values().map(|player| player.stand_ins.len());
    assert!(stand_ins.sum::<usize>() <= 1);
}

#[test]
fn whoever_comes_back_in_time_was_never_away() {
    let mut table = Table::playing(&[A, B], NO_CLOCK);
    table.handle(Input::Detached { conn: B });
    table.pass(50_000);
    table.ok(B, r#"{"type":"join"}"#);
    table.handle(Input::Detached { conn: B });
    table.pass(50_000);
    assert!(!table.is_away(1));
}

#[test]
fn an_illegal_action_brings_nobody_back() {
    let mut table = Table::playing(&[A, B], NO_CLOCK);
    table.ok(B, r#"{"type":"leave"}"#);
    assert!(table.is_away(1));
    // The storage is away for the moment of joining, so that joining alone brings nobody back.
    table.handle(Input::Storage { available: false });
    table.ok(B, r#"{"type":"join"}"#);
    table.handle(Input::Storage { available: true });
    assert!(table.is_away(1));
    let turn = table.now_of(B).you.expect("a seat").turn;
    let rows = table.rows.len();
    let bad = Action::Play {
        pieces: "KKKK".to_owned(),
    };
    let error = table.act(B, turn, bad).expect_err("illegal");
    assert!(matches!(
        error.code,
        ErrorCode::Refused(RefusalCode::NotInHand | RefusalCode::NotYourTurn)
    ));
    assert_eq!(table.rows.len(), rows);
    assert!(table.is_away(1));
}

#[test]
fn who_leaves_the_match_has_no_seat_after_it() {
    let mut table = Table::playing(&[A, B], NO_CLOCK);
    table.ok(B, r#"{"type":"leave"}"#);
    assert!(table.is_away(1));
    table.play_to_end(&[A]);
    let left = RoomEvent::Stood {
        seat: giog_rules::Seat::new(1),
        reason: StandReason::Left,
    };
    assert!(table.events(A).iter().any(|(_, event)| *event == left));
}

#[test]
fn who_leaves_and_returns_keeps_the_seat() {
    let mut table = Table::playing(&[A, B], NO_CLOCK);
    table.ok(B, r#"{"type":"leave"}"#);
    table.ok(B, r#"{"type":"join"}"#);
    assert!(!table.is_away(1));
    table.play_to_end(&[A, B]);
    assert_eq!(table.seat_of(B).map(u8::from), Some(1));
}

#[test]
fn leaving_and_returning_gains_no_time() {
    let settings = r#"{"seats":2,"ceremony":"server","clock":{"kind":"timed","decision_ms":10000,"bank_ms":0}}"#;
    let mut table = Table::playing(&[A, B], settings);
    let slow = if table.must_decide(A) { A } else { B };
    table.pass(9_000);
    table.ok(slow, r#"{"type":"leave"}"#);
    table.ok(slow, r#"{"type":"join"}"#);
    assert!(
        !table.must_decide(slow),
        "the computer player has decided already"
    );
}

#[test]
fn when_everybody_is_away_bots_finish_the_match_and_the_room_closes() {
    for settings in [
        NO_CLOCK,
        r#"{"seats":2}"#,
        r#"{"seats":2,"stand_in":"default","clock":{"kind":"none"}}"#,
    ] {
        let mut table = Table::playing(&[A, B], settings);
        table.handle(Input::Detached { conn: A });
        table.handle(Input::Detached { conn: B });
        table.pass(600_000);
        assert_eq!(table.finished().len(), 1, "{settings}");
        assert_eq!(table.finished()[0].status, giog_store::MatchStatus::Over);
        assert!(table.gone, "{settings}");
    }
}

#[test]
fn a_room_may_let_defaults_stand_in_at_once() {
    let settings = r#"{"seats":2,"ceremony":"server","stand_in":"default","clock":{"kind":"none"},"reveal_pause_ms":0}"#;
    let mut table = Table::playing(&[A, B], settings);
    table.ok(B, r#"{"type":"leave"}"#);
    table.play_to_end(&[A]);
    let record: Record = serde_json::from_slice(&table.finished()[0].record).expect("a record");
    let by_away = record.actions.iter().filter(|taken| taken.by == By::Away);
    assert!(by_away.clone().count() > 0);
    assert!(by_away.clone().all(|taken| taken.seat.index() == 1));
    assert_eq!(
        record
            .players
            .values()
            .map(|player| player.stand_ins.len())
            .sum::<usize>(),
        1
    );
}
