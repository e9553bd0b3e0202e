//! Nodes that cannot reach each other: the clock stops for people who are cut off by that.

use giog_protocol::ErrorCode;
use giog_protocol::server::{RoomNotice, ServerMessage};
use giog_rooms::{ConnId, Input, Times};
use giog_rules::record::By;

use crate::table::{A, B, Table, context};

const TIMED: &str = r#"{"seats":2,"ceremony":"server","clock":{"kind":"timed","decision_ms":10000,"bank_ms":5000}}"#;
/// The time for a decision, including the whole bank.
const DECISION_MS: u64 = 15_000;
/// The longest time for which the clock stands still.
const MOST_MS: u64 = 600_000;
const JOIN: &str = r#"{"type":"join"}"#;

/// The player with the decision, and the other one.
fn leader(table: &mut Table) -> (ConnId, ConnId) {
    if table.must_decide(A) { (A, B) } else { (B, A) }
}

/// How often the clock decided for a player, in the messages to this one.
fn by_clock(table: &Table, conn: ConnId) -> usize {
    let events = table.game_events(conn);
    events.iter().filter(|event| event.by == By::Clock).count()
}

/// The player with the decision is cut off.
fn cut_off() -> (Table, ConnId, ConnId) {
    let mut table = Table::playing(&[A, B], TIMED);
    let (leader, other) = leader(&mut table);
    table.handle(Input::CutOff { conn: leader });
    table.handle(Input::Network { available: false });
    (table, leader, other)
}

#[test]
fn nobodys_time_runs_out_while_they_are_cut_off() {
    let (mut table, leader, other) = cut_off();
    table.pass(MOST_MS - 1);
    assert_eq!(by_clock(&table, other), 0);
    table.ok(leader, JOIN);
    table.pass(DECISION_MS - 1);
    assert_eq!(by_clock(&table, other), 0, "they have all of their time");
    table.pass(1);
    assert_eq!(by_clock(&table, other), 1);
}

#[test]
fn who_was_cut_off_has_as_long_to_come_back_where_the_room_goes_on() {
    let (mut table, _, other) = cut_off();
    table.pass(30_000);
    table.handle(Input::Network { available: true });
    table.move_on(100);
    table.ok(other, JOIN);
    table.pass(Times::default().grace_ms - 1);
    assert_eq!(by_clock(&table, other), 0);
}

#[test]
fn who_does_not_come_back_when_all_nodes_can_be_reached_is_waited_for_as_long_as_anybody_else() {
    let (mut table, _, other) = cut_off();
    table.pass(30_000);
    table.handle(Input::Network { available: true });
    let grace_ms = Times::default().grace_ms;
    table.pass(grace_ms + DECISION_MS - 1);
    assert_eq!(by_clock(&table, other), 0);
    table.pass(1);
    assert_eq!(by_clock(&table, other), 1);
}

#[test]
fn who_is_out_is_not_waited_for() {
    let settings = r#"{"variant":"qi-guo-xiangxi","seats":7,"clock":{"kind":"timed","decision_ms":10000,"bank_ms":5000}}"#;
    let people: Vec<ConnId> = (1..=7).map(ConnId).collect();
    let mut table = Table::playing(&people, settings);
    let resign = r#"{"type":"act","turn":0,"do":"resign"}"#;
    table.ok(B, resign);
    table.handle(Input::CutOff { conn: B });
    table.handle(Input::Network { available: false });
    table.pass(DECISION_MS);
    assert_eq!(by_clock(&table, A), 1, "the others play on");
}

#[test]
fn nobody_is_waited_for_without_end() {
    let (mut table, _, other) = cut_off();
    table.pass(MOST_MS + DECISION_MS - 1);
    assert_eq!(by_clock(&table, other), 0);
    table.pass(1);
    assert_eq!(by_clock(&table, other), 1);
}

#[test]
fn who_was_gone_before_cannot_come_either_and_has_no_more_time_than_before() {
    let mut table = Table::playing(&[A, B], TIMED);
    let (leader, other) = leader(&mut table);
    table.handle(Input::Detached { conn: leader });
    table.pass(5_000);
    table.handle(Input::Network { available: false });
    table.pass(100_000);
    table.handle(Input::Network { available: true });
    table.pass(DECISION_MS - 5_000 - 1);
    assert_eq!(by_clock(&table, other), 0);
    table.pass(1);
    assert_eq!(by_clock(&table, other), 1);
}

#[test]
fn a_match_whose_people_are_all_there_goes_on() {
    let mut table = Table::playing(&[A, B], TIMED);
    let (_, other) = leader(&mut table);
    table.handle(Input::Network { available: false });
    table.pass(DECISION_MS);
    assert_eq!(by_clock(&table, other), 1);
}

#[test]
fn those_who_are_there_are_told_everything_while_time_stands_still() {
    let mut context = context();
    context.times = Times {
        presence_ms: 500,
        notice_ms: 5,
        ..context.times
    };
    let mut table = Table::with(TIMED, context);
    for conn in [A, B] {
        table.ok(conn, JOIN);
    }
    table.ok(B, r#"{"type":"sit"}"#);
    table.all_ready(&[A, B]);
    table.pass(1_000);
    let (leader, other) = leader(&mut table);
    table.take(other);
    table.handle(Input::CutOff { conn: leader });
    let is_presence = |message: &ServerMessage| match message {
        ServerMessage::Notice(notice) => matches!(notice.notice, RoomNotice::Presence(_)),
        _ => false,
    };
    assert!(table.take(other).iter().any(is_presence), "at once");
    // Timers that were set before the clock stopped do not wait for it to continue.
    table.ok(leader, JOIN);
    table.pass(1_000);
    table.handle(Input::Detached { conn: leader });
    table.pass(200);
    table.take(other);
    table.handle(Input::Network { available: false });
    assert!(table.take(other).iter().any(is_presence));
}

#[test]
fn people_talk_on_while_time_stands_still() {
    let (mut table, _, other) = cut_off();
    let say = |key: u32| format!(r#"{{"type":"chat","key":"{key}","text":"where are they"}}"#);
    for key in 0..5 {
        table.ok(other, &say(key));
    }
    table.refused(other, &say(5), ErrorCode::RateLimited);
    table.pass(2_000);
    table.ok(other, &say(5));
}
