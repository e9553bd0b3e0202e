//! Going on after a break: by events where they are few, and by the whole picture where they are many.

use giog_protocol::client::{Join, RoomCommand};
use giog_protocol::server::{LeftReason, SeqEvent, ServerMessage};
use giog_rooms::{ConnId, Context, Input, RoomLimits};

use crate::table::{A, B, C, Table, context, person};

/// What somebody is sent who goes on after this event.
fn sent(table: &mut Table, after: u64) -> Vec<ServerMessage> {
    table.take(C);
    let join = Join {
        after: Some(after),
        ..Join::default()
    };
    table.ask(C, RoomCommand::Join(join)).expect("in");
    let mut sent = table.take(C);
    sent.retain(|message| !matches!(message, ServerMessage::Ok(_) | ServerMessage::Notice(_)));
    sent
}

#[test]
fn more_events_than_a_connection_takes_are_a_picture() {
    let limits = RoomLimits {
        events_resumed: 20,
        ..RoomLimits::default()
    };
    let most = limits.events_resumed as u64;
    let context = Context {
        limits,
        ..context()
    };
    let mut table = Table::with(r#"{"seats":3}"#, context);
    while table.snapshot(A).seq < 2 * most {
        table.ok(A, r#"{"type":"ready"}"#);
        table.ok(A, r#"{"type":"unready"}"#);
    }
    let last = table.snapshot(A).seq;
    let few = sent(&mut table, last - most);
    assert!(matches!(few[0], ServerMessage::Resumed(_)));
    let seqs = few.iter().filter_map(|message| match message {
        ServerMessage::Event(SeqEvent { seq, .. }) => Some(*seq),
        _ => None,
    });
    assert!(seqs.eq(last - most + 1..=last));
    for after in [0, last - most - 1] {
        let many = sent(&mut table, after);
        assert!(
            matches!(&many[..], [ServerMessage::Snapshot(shown), ServerMessage::Now(_)] if shown.seq == last)
        );
    }
}

#[test]
fn whoever_has_seen_more_than_there_is_shows_it_and_gets_a_picture() {
    let mut table = Table::with(r#"{"seats":3}"#, context());
    let last = table.snapshot(A).seq;
    sent(&mut table, last);
    assert_eq!(table.seen_more, 0);
    let picture = sent(&mut table, last + 1);
    assert!(matches!(picture[0], ServerMessage::Snapshot(_)));
    assert_eq!(table.seen_more, 1);
}

#[test]
fn who_was_in_a_room_that_moved_is_told_what_they_missed_and_nothing_else() {
    let mut table = Table::of(&[A, B], r#"{"seats":2,"clock":{"kind":"none"}}"#);
    let seen = table.events(B).last().expect("events").0;
    table.move_on(50);
    table.take(B);
    let resumed = |conn: ConnId, after| Input::Resumed {
        conn,
        person: person(conn),
        after,
    };
    table.handle(resumed(A, seen));
    table.ok(A, r#"{"type":"ready"}"#);
    table.handle(resumed(B, seen));
    let told = table.take(B);
    let kinds: Vec<u64> = told
        .iter()
        .filter_map(|message| match message {
            ServerMessage::Event(event) => Some(event.seq),
            ServerMessage::Now(_) | ServerMessage::Notice(_) => None,
            other => panic!("nobody asked for {other:?}"),
        })
        .collect();
    assert_eq!(kinds, [seen + 1]);
    table.ok(A, r#"{"type":"unready"}"#);
    let next = table.take(B);
    assert!(
        next.iter()
            .any(|message| matches!(message, ServerMessage::Event(event) if event.seq == seen + 2))
    );
    // Whoever was banned before they came does not come in.
    let banned = person(B).player;
    let ban = format!(r#"{{"type":"remove","player":"{banned}","ban":true}}"#);
    table.ok(A, &ban);
    table.handle(resumed(ConnId(102), seen));
    let told = table.take(ConnId(102));
    let [ServerMessage::Left(left)] = told.as_slice() else {
        panic!("{told:?}");
    };
    assert_eq!(left.reason, LeftReason::Removed);
    // Somebody who has seen what is not there is shown what there is.
    table.handle(resumed(C, seen + 50));
    let whole = table.take(C);
    assert!(matches!(whole[0], ServerMessage::Snapshot(_)));
}
