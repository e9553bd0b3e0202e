//! Messages about who is present.

use giog_protocol::server::{Presence, RoomNotice, ServerMessage};
use giog_rooms::{ConnId, Input, Times};

use crate::table::{A, B, C, Table, context};

fn told(table: &Table, conn: ConnId) -> Vec<(Vec<usize>, u32)> {
    let seats = |presence: &Presence| presence.connected.iter().map(|seat| seat.index()).collect();
    let messages = table.all(conn).iter();
    messages
        .filter_map(|message| match message {
            ServerMessage::Notice(notice) => match &notice.notice {
                RoomNotice::Presence(presence) => Some((seats(presence), presence.spectators)),
                RoomNotice::Chat(_) | RoomNotice::Nudge(_) => None,
            },
            _ => None,
        })
        .collect()
}

#[test]
fn everybody_is_told_who_is_there_when_it_changes() {
    let mut table = Table::of(&[A, B], r#"{"seats":3}"#);
    table.take(A);
    table.ok(C, r#"{"type":"join"}"#);
    assert_eq!(told(&table, A), [(vec![0, 1], 1)]);
    assert_eq!(told(&table, C).first(), Some(&(vec![0, 1], 1)));
    table.ok(C, r#"{"type":"sit"}"#);
    table.handle(Input::Detached { conn: B });
    let last = told(&table, A).pop();
    assert_eq!(last, Some((vec![0, 2], 0)));
    table.take(A);
    table.ok(A, r#"{"type":"ready"}"#);
    assert_eq!(told(&table, A), [], "nobody came or went");
}

#[test]
fn those_who_come_at_once_are_told_of_together() {
    let mut context = context();
    context.times = Times {
        presence_ms: 500,
        ..context.times
    };
    let mut table = Table::with(r#"{"seats":2}"#, context);
    table.pass(1_000);
    table.take(A);
    for conn in 2..50 {
        table.ok(ConnId(conn), r#"{"type":"join"}"#);
    }
    assert_eq!(told(&table, A), []);
    table.pass(500);
    assert_eq!(told(&table, A), [(vec![0], 48)]);
    table.handle(Input::Detached { conn: B });
    table.ok(B, r#"{"type":"join"}"#);
    table.pass(10_000);
    assert_eq!(
        told(&table, A).len(),
        1,
        "who was back at once was not missed"
    );
}
