//! Tables with ten minutes or more for a decision: being disconnected is normal there, and only the clock counts.

use giog_protocol::server::{RoomEvent, StandReason};
use giog_rooms::Input;

use crate::table::{A, B, Table, player};

const SLOW: &str =
    r#"{"seats":2,"ceremony":"server","clock":{"kind":"timed","decision_ms":600000,"bank_ms":0}}"#;
const DECISION_MS: u64 = 600_000;

/// The event for B that a player lost the seat because they were not ready.
fn stood(table: &Table) -> bool {
    let events = table.events(B);
    events.iter().any(|(_, event)| {
        matches!(
            event,
            RoomEvent::Stood {
                reason: StandReason::NotReady,
                ..
            }
        )
    })
}

#[test]
fn nobody_is_away_for_being_disconnected_but_for_the_clock_twice() {
    let mut table = Table::playing(&[A, B], SLOW);
    table.handle(Input::Detached { conn: B });
    table.pass(DECISION_MS - 1);
    assert!(!table.is_away(1));
    for _ in 0..20 {
        if table.must_decide(A) {
            table.act_default(A);
        }
        table.pass(DECISION_MS);
        if table.is_away(1) {
            return;
        }
    }
    panic!("the clock ran out on somebody again and again");
}

#[test]
fn before_a_match_seats_and_ownership_stay_and_ready_time_is_the_time_of_a_decision() {
    let mut table = Table::of(&[A, B], SLOW);
    table.handle(Input::Detached { conn: A });
    table.ok(B, r#"{"type":"ready"}"#);
    table.pass(DECISION_MS - 1);
    assert!(!stood(&table));
    let state = table.snapshot(B).state;
    assert!(state.seats[0].occupant.is_some());
    assert_eq!(state.owner, Some(player(A)));
    table.pass(1);
    assert!(stood(&table));
    assert_eq!(table.snapshot(B).state.owner, Some(player(A)));
}

#[test]
fn a_table_to_which_nobody_comes_for_two_decisions_is_closed() {
    let mut table = Table::of(&[A, B], SLOW);
    table.handle(Input::Detached { conn: A });
    table.handle(Input::Detached { conn: B });
    table.pass(2 * DECISION_MS - 1);
    assert!(!table.gone);
    table.pass(1);
    assert!(table.gone);
}

#[test]
fn at_a_table_that_is_a_little_faster_who_is_disconnected_is_away() {
    let faster = SLOW.replace("600000", "599999");
    let mut table = Table::playing(&[A, B], &faster);
    table.handle(Input::Detached { conn: B });
    table.pass(60_000);
    assert!(table.is_away(1));
}
