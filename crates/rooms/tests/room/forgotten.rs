//! A person's data is deleted: the room does not contain the name any more, nor do its kept events.

use std::collections::BTreeSet;
use std::sync::Arc;

use giog_protocol::client::{Join, ListPeople, RoomCommand};
use giog_protocol::server::{Answer, RoomEvent, ServerMessage};
use giog_protocol::{ErrorCode, Occupant, Person};
use giog_rooms::{AdminCommand, ConnId, Input};
use giog_store::Fact;

use crate::table::{A, B, C, D, Table, command, person, player};

const TWO: &str = r#"{"seats":2,"ceremony":"server","reveal_pause_ms":0}"#;

fn forget(conns: &[ConnId]) -> AdminCommand {
    let players: BTreeSet<_> = conns.iter().map(|&conn| player(conn)).collect();
    AdminCommand::Forget(Arc::new(players))
}

/// A deleted person has no connection any more.
fn forgotten(table: &mut Table, conn: ConnId) -> Result<(), ErrorCode> {
    table.handle(Input::Detached { conn });
    table.admin_command(forget(&[conn]))
}

/// Whether anything that the room sends from now on names a person: snapshots, events from the first stored one on,
/// and the lobby.
fn is_named(table: &mut Table, who: ConnId) -> bool {
    table.take(D);
    table.snapshot(D);
    for after in 0..200 {
        let join = Join {
            after: Some(after),
            ..Join::default()
        };
        table.ask(D, RoomCommand::Join(join)).expect("in");
    }
    let told: Vec<String> = table.all(D).iter().map(ServerMessage::encode).collect();
    let lobby = serde_json::to_string(&table.room.summary()).expect("JSON");
    let name = format!(r#""name":"{}""#, person(who).name);
    told.iter().chain([&lobby]).any(|text| text.contains(&name))
}

#[test]
fn a_deleted_player_leaves_and_is_named_nowhere_any_more() {
    let mut table = Table::playing(&[A, B], TWO);
    table.play_to_end(&[A, B]);
    // The second match has a floor before it, and a score table from the first.
    table.all_ready(&[A, B]);
    assert!(is_named(&mut table, B));
    assert_eq!(forgotten(&mut table, B), Ok(()));
    let events = table.events(A);
    let last: Vec<&RoomEvent> = events
        .iter()
        .rev()
        .take(2)
        .map(|(_, event)| event)
        .collect();
    let gone = Person::forgotten(player(B));
    assert!(
        matches!(last[..], [RoomEvent::Away { .. }, RoomEvent::Renamed(person)] if *person == gone),
        "{last:?}"
    );
    let state = table.snapshot(A).state;
    let occupant = Some(Occupant::from(gone.clone()));
    assert_eq!(state.seats[1].occupant, occupant);
    assert_eq!(Some(state.series.rows[1].occupant.clone()), occupant);
    assert!(!is_named(&mut table, B));
    assert!(is_named(&mut table, A), "others are named as before");
    let shown = table.summaries.last().expect("the lobby is told");
    assert_eq!(shown.seats[1], occupant);
    // So does every room restored from the log, whose rows are unchanged.
    for log in [table.log(), table.whole_log()] {
        let mut other = Table::new(TWO);
        other.rows = log.rows.clone();
        other.rows.splice(
            0..0,
            table
                .whole_log()
                .rows
                .into_iter()
                .take(usize::try_from(log.rows[0].0).expect("few rows")),
        );
        other.room = table.replay(log).expect("a log makes a room");
        other.commit();
        assert!(!is_named(&mut other, B));
        assert!(is_named(&mut other, A));
    }
    table.play_to_end(&[A]);
    assert_eq!(table.snapshot(A).state.seats[1].occupant, None);
    // Later floors do not name them either.
    let floors = table.floors.len();
    table.ok(A, r#"{"type":"add_bot"}"#);
    table.all_ready(&[A]);
    let (_, floor) = table.floors.last().expect("floors");
    assert!(table.floors.len() > floors && !floor.body.contains(r#""name":"p2""#));
}

#[test]
fn it_is_done_when_it_is_durable_and_once() {
    let mut table = Table::of(&[A, B], TWO);
    table.handle(Input::Detached { conn: B });
    table.commits = false;
    let forgetting = || Input::AdminCommand {
        ticket: 0,
        command: forget(&[B, C]),
    };
    table.handle(forgetting());
    assert!(table.done.is_empty());
    table.commit();
    assert_eq!(table.done, [Ok(())]);
    let rows = table.rows.len();
    // After a row that may still name the person.
    table.ok(A, r#"{"type":"unready"}"#);
    table.send(A, command(r#"{"type":"ready"}"#));
    table.handle(forgetting());
    assert_eq!(table.done.len(), 1);
    table.commit();
    assert_eq!(table.done, [Ok(()), Ok(())]);
    assert!(
        !table.rows[rows..]
            .iter()
            .any(|(_, row)| row.contains("forgotten"))
    );
}

#[test]
fn nothing_is_forgotten_that_cannot_be_written_down() {
    let mut table = Table::of(&[A, B], TWO);
    table.handle(Input::Storage { available: false });
    let refused = forgotten(&mut table, B);
    assert_eq!(refused, Err(ErrorCode::StorageUnavailable));
    assert!(is_named(&mut table, B));
    table.handle(Input::Storage { available: true });
    assert_eq!(table.admin_command(forget(&[B])), Ok(()));
    assert!(!is_named(&mut table, B));
}

#[test]
fn an_owner_who_is_forgotten_passes_the_room_on_and_gives_the_seat_up() {
    let mut table = Table::of(&[A, B], TWO);
    assert_eq!(forgotten(&mut table, A), Ok(()));
    let state = table.snapshot(B).state;
    assert_eq!(state.owner, Some(player(B)));
    assert_eq!(state.seats[0].occupant, None);
    assert!(!is_named(&mut table, A));
    assert!(
        !table
            .whole_log()
            .rows
            .last()
            .expect("rows")
            .1
            .contains("p1")
    );
}

#[test]
fn a_deleted_person_stays_banned_and_their_lines_have_no_author() {
    let mut table = Table::of(&[A, B], TWO);
    table.ok(C, r#"{"type":"join"}"#);
    table.ok(C, r#"{"type":"chat","key":"1","text":"hello"}"#);
    let ban = format!(r#"{{"type":"remove","player":"{}","ban":true}}"#, player(C));
    table.ok(A, &ban);
    assert_eq!(forgotten(&mut table, C), Ok(()));
    match table.ask(A, RoomCommand::ListPeople(ListPeople {})) {
        Ok(Answer::People { banned, .. }) => assert_eq!(banned, [Person::forgotten(player(C))]),
        other => panic!("no list: {other:?}"),
    }
    let report = format!(
        r#"{{"type":"report","player":"{}","text":"swears"}}"#,
        player(C)
    );
    table.ok(A, &report);
    let Some(Fact::Reported(report)) = table.facts.last() else {
        panic!("no report");
    };
    assert_eq!(report.reported_name, "forgotten");
    assert!(report.chat.contains(r#""name":"forgotten""#) && !report.chat.contains("p3"));
}
