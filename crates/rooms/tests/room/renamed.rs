//! A person changes their name: everybody in the room gets an event, and sees the new name from then on.

use std::collections::BTreeSet;
use std::sync::Arc;

use giog_protocol::client::{Join, RoomCommand, Sit};
use giog_protocol::server::{RoomEvent, ServerMessage};
use giog_protocol::{Person, PlayerName};
use giog_rooms::{AdminCommand, ConnId, Input};

use crate::table::{A, B, C, Table, person, player};

/// A later connection of the person on `B`.
const LATER_B: ConnId = ConnId(102);

fn called(conn: ConnId, name: &str) -> Person {
    Person {
        name: PlayerName::try_from(name.to_owned()).expect("a name"),
        ..person(conn)
    }
}

fn join_as(table: &mut Table, conn: ConnId, person: Person) {
    ask_as(table, conn, person, RoomCommand::Join(Join::default()));
}

fn ask_as(table: &mut Table, conn: ConnId, person: Person, command: RoomCommand) {
    table.handle(Input::Command {
        conn,
        person,
        re: 7,
        command,
    });
}

fn name_at(table: &mut Table, seat: usize) -> String {
    let seats = table.snapshot(A).state.seats;
    let occupant = seats[seat].occupant.as_ref().expect("somebody");
    occupant.person().expect("a person").name.to_string()
}

/// A table for two, with both seats taken.
fn for_two() -> Table {
    let mut table = Table::new(r#"{"seats":2}"#);
    table.ok(B, r#"{"type":"join"}"#);
    table.ok(B, r#"{"type":"sit"}"#);
    table
}

#[test]
fn another_name_is_told_to_all_at_once_and_stays_after_a_crash() {
    let mut table = for_two();
    let rows = table.rows.len();
    join_as(&mut table, LATER_B, called(B, "Mei"));
    let renamed = RoomEvent::Renamed(called(B, "Mei"));
    assert!(table.events(A).iter().any(|(_, event)| *event == renamed));
    assert_eq!(name_at(&mut table, 1), "Mei");
    assert_eq!(table.rows.len(), rows + 1);
    table.crash(0);
    table.ok(A, r#"{"type":"join"}"#);
    assert_eq!(name_at(&mut table, 1), "Mei");
}

#[test]
fn the_same_name_and_an_older_connection_change_nothing() {
    let mut table = for_two();
    join_as(&mut table, LATER_B, called(B, "Mei"));
    let rows = table.rows.len();
    join_as(&mut table, LATER_B, called(B, "Mei"));
    // It sent `hello` before the name was changed.
    join_as(&mut table, B, person(B));
    assert_eq!(table.rows.len(), rows);
    assert_eq!(name_at(&mut table, 1), "Mei");
}

#[test]
fn whoever_sits_down_again_by_another_name_has_it_in_the_score_too() {
    let mut table = for_two();
    table.all_ready(&[A, B]);
    table.play_to_end(&[A, B]);
    table.ok(B, r#"{"type":"leave"}"#);
    let mei = called(B, "Mei");
    join_as(&mut table, LATER_B, mei.clone());
    table.take(A);
    let sit = RoomCommand::Sit(Sit { seat: None });
    ask_as(&mut table, LATER_B, mei.clone(), sit);
    let renamed = RoomEvent::Renamed(mei);
    assert!(table.events(A).iter().any(|(_, event)| *event == renamed));
    assert_eq!(name_at(&mut table, 1), "Mei");
    let series = table.snapshot(A).state.series;
    let mut scored = series.rows.iter().filter_map(|row| row.occupant.person());
    assert!(scored.all(|person| person.player != player(B) || person.name.to_string() == "Mei"));
}

#[test]
fn spectators_write_nothing() {
    let mut table = for_two();
    let rows = table.rows.len();
    table.ok(C, r#"{"type":"join"}"#);
    join_as(&mut table, ConnId(103), called(C, "Bo"));
    assert_eq!(table.rows.len(), rows);
}

/// The room has names of different times: they could not be restored from a log with ids alone.
#[test]
fn what_was_told_is_told_again_with_the_names_of_then() {
    let mut table = for_two();
    table.all_ready(&[A, B]);
    table.play_to_end(&[A, B]);
    join_as(&mut table, LATER_B, called(B, "Mei"));
    // A person who left keeps that name in the score table, whatever their name is elsewhere.
    table.ok(LATER_B, r#"{"type":"leave"}"#);
    let told = |table: &mut Table| {
        table.take(A);
        let join = Join {
            after: Some(0),
            ..Join::default()
        };
        table.ask(A, RoomCommand::Join(join)).expect("in");
        let events: Vec<RoomEvent> = table
            .events(A)
            .into_iter()
            .map(|(_, event)| event)
            .collect();
        (events, table.snapshot(A).state)
    };
    let before = told(&mut table);
    table.crash(0);
    let after = told(&mut table);
    assert_eq!(before, after);
    let (events, state) = after;
    let name = |event: &RoomEvent| match event {
        RoomEvent::Sat { occupant, .. } => occupant.person().map(|person| person.name.to_string()),
        RoomEvent::Renamed(person) => Some(person.name.to_string()),
        _ => None,
    };
    let names: Vec<String> = events.iter().filter_map(name).collect();
    assert_eq!(names, ["p1", "p2", "Mei"]);
    let counted = state.series.rows[1].occupant.person().expect("a person");
    assert_eq!(counted.name.to_string(), "Mei");
}

#[test]
fn a_name_that_was_changed_is_forgotten_with_its_person() {
    let mut table = for_two();
    join_as(&mut table, LATER_B, called(B, "Newname"));
    for conn in [B, LATER_B] {
        table.handle(Input::Detached { conn });
    }
    let order = AdminCommand::Forget(Arc::new(BTreeSet::from([player(B)])));
    assert_eq!(table.admin_command(order), Ok(()));
    table.take(A);
    for after in 0..20 {
        let join = Join {
            after: Some(after),
            ..Join::default()
        };
        table.ask(A, RoomCommand::Join(join)).expect("in");
    }
    let told: Vec<String> = table.all(A).iter().map(ServerMessage::encode).collect();
    assert!(told.iter().any(|text| text.contains("renamed")));
    assert!(
        !told.iter().any(|text| text.contains("Newname")),
        "{told:?}"
    );
}
