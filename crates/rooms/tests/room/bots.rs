//! Declared bots, and tables that take none.

use giog_protocol::client::{Join, RoomCommand};
use giog_protocol::server::{RoomEvent, StandReason};
use giog_protocol::{Bots, DeclaredBot, ErrorCode, Occupant, Person};
use giog_rooms::{ConnId, Input};
use giog_rules::Seat;

use crate::table::{A, B, ROCKET, Table, person};

const SIT: &str = r#"{"type":"sit"}"#;
const FILL: &str = r#"{"type":"add_bot","all":true}"#;

fn declared_at(table: &mut Table, seat: usize) -> Option<DeclaredBot> {
    let seats = table.snapshot(A).state.seats;
    let person = seats[seat].occupant.as_ref()?.person()?;
    person.declared_bot.as_deref().cloned()
}

#[test]
fn a_declared_bot_sits_where_it_may_and_everybody_sees_what_it_is() {
    let mut table = Table::of(&[A, ROCKET], r#"{"seats":2}"#);
    let rocket = DeclaredBot::restored("rocket", "1.2");
    assert_eq!(declared_at(&mut table, 1).as_ref(), Some(&rocket));
    let sat = |event: &RoomEvent| {
        matches!(event, RoomEvent::Sat { occupant: Occupant::Person(person), .. }
            if person.declared_bot.as_deref() == Some(&rocket))
    };
    assert!(table.events(A).iter().any(|(_, event)| sat(event)));
    assert_eq!(declared_at(&mut table, 0), None);
    table.crash(0);
    table.ok(A, r#"{"type":"join"}"#);
    assert_eq!(declared_at(&mut table, 1), Some(rocket));
}

#[test]
fn another_version_is_told_to_the_table_as_another_name_is() {
    let mut table = Table::of(&[A, ROCKET], r#"{"seats":2}"#);
    let newer = DeclaredBot::restored("rocket", "1.3");
    table.handle(Input::Command {
        conn: ConnId(100 + ROCKET.0),
        person: Person {
            declared_bot: Some(Box::new(newer.clone())),
            ..person(ROCKET)
        },
        re: 7,
        command: RoomCommand::Join(Join::default()),
    });
    assert_eq!(declared_at(&mut table, 1), Some(newer));
}

#[test]
fn a_table_without_declared_bots_refuses_them_a_seat_in_every_way() {
    for bots in ["house", "none"] {
        let mut table = Table::new(&format!(r#"{{"seats":3,"bots":"{bots}"}}"#));
        table.refused(ROCKET, r#"{"type":"join","sit":true}"#, ErrorCode::NoBots);
        table.ok(ROCKET, r#"{"type":"join"}"#);
        table.refused(ROCKET, SIT, ErrorCode::NoBots);
        table.refused(ROCKET, r#"{"type":"sit","seat":1}"#, ErrorCode::NoBots);
        table.ok(B, r#"{"type":"join","sit":true}"#);
        if bots == "none" {
            table.refused(A, FILL, ErrorCode::NoBots);
            table.refused(A, r#"{"type":"add_bot"}"#, ErrorCode::NoBots);
        } else {
            table.ok(A, FILL);
        }
    }
    let mut quick = Table::quick(r#"{"seats":3,"bots":"house"}"#);
    assert_eq!(quick.quick_join(ROCKET), Err(ErrorCode::NoFreeSeat));
    assert_eq!(quick.quick_join(B), Ok(()));
}

#[test]
fn bots_that_sit_when_the_owner_wants_none_stay_until_the_match_ends() {
    let mut table = Table::of(&[A, ROCKET], r#"{"seats":3,"ceremony":"server"}"#);
    table.ok(A, FILL);
    let configure =
        r#"{"type":"configure","settings":{"seats":3,"ceremony":"server","bots":"none"}}"#;
    table.ok(A, configure);
    assert_eq!(table.snapshot(A).state.settings.bots, Bots::None);
    let taken = |table: &mut Table| {
        let seats = table.snapshot(A).state.seats;
        seats.iter().filter(|seat| seat.occupant.is_some()).count()
    };
    assert_eq!(taken(&mut table), 3);
    table.all_ready(&[A, ROCKET]);
    table.play_to_end(&[A, ROCKET]);
    let stood = |(_, event): &(u64, RoomEvent)| matches!(event, RoomEvent::Stood { reason, .. } if *reason == StandReason::Bots);
    assert_eq!(table.events(A).into_iter().filter(stood).count(), 2);
    assert_eq!(taken(&mut table), 1);
    assert_eq!(table.seat_of(A).map(Seat::index), Some(0));
}

#[test]
fn a_match_goes_on_with_a_declared_bot_as_with_anybody() {
    let mut table = Table::playing(&[A, ROCKET], r#"{"seats":2,"ceremony":"server"}"#);
    table.play_to_end(&[A, ROCKET]);
    assert_eq!(table.finished().len(), 1);
    assert!(declared_at(&mut table, 1).is_some());
}
