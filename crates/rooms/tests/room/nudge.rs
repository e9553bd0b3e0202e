//! Reminding people that the others wait for them.

use giog_protocol::ErrorCode;
use giog_protocol::server::{Nudged, RoomNotice, ServerMessage};
use giog_rooms::ConnId;

use crate::table::{A, B, C, D, Table, command, player};

/// The nudges that a connection got.
fn nudges(table: &Table, conn: ConnId) -> Vec<Nudged> {
    let messages = table.all(conn).iter();
    messages
        .filter_map(|message| match message {
            ServerMessage::Notice(notice) => match &notice.notice {
                RoomNotice::Nudge(nudged) => Some(nudged.clone()),
                _ => None,
            },
            _ => None,
        })
        .collect()
}

fn nudge(seat: usize) -> String {
    format!(r#"{{"type":"nudge","seat":{seat}}}"#)
}

#[test]
fn a_nudge_reaches_the_person_who_is_waited_for_and_nobody_else() {
    let mut table = Table::of(&[A, B, C], r#"{"seats":3}"#);
    table.ok(D, r#"{"type":"join"}"#);
    table.ok(A, r#"{"type":"ready"}"#);
    let rows = table.whole_log();
    table.ok(A, &nudge(2));
    assert_eq!(table.whole_log(), rows, "nothing of it is logged");
    let came = nudges(&table, C);
    assert_eq!(came.len(), 1);
    assert_eq!(
        (came[0].from.player, u8::from(came[0].seat)),
        (player(A), 0)
    );
    for conn in [A, B, D] {
        assert_eq!(nudges(&table, conn), []);
    }
}

#[test]
fn a_person_nudges_once_a_minute_and_is_told_when_they_may_again() {
    let mut table = Table::of(&[A, B, C], r#"{"seats":3,"access":"unlisted"}"#);
    table.ok(A, &nudge(1));
    let refused = table.ask(A, command(&nudge(2))).expect_err("too soon");
    assert_eq!(
        (refused.code, refused.wait_ms),
        (ErrorCode::RateLimited, Some(60_000))
    );
    table.ok(B, &nudge(2));
    table.pass(59_999);
    let refused = table.ask(A, command(&nudge(2))).expect_err("too soon");
    assert_eq!(refused.wait_ms, Some(1));
    table.ok(A, r#"{"type":"leave"}"#);
    table.ok(A, r#"{"type":"join","sit":true}"#);
    table.refused(A, &nudge(2), ErrorCode::RateLimited);
    table.pass(1);
    table.ok(A, &nudge(2));
    assert_eq!(nudges(&table, C).len(), 2);
}

#[test]
fn whoever_mutes_somebody_gets_none_of_their_nudges_and_they_do_not_notice() {
    let mut table = Table::of(&[A, B, C], r#"{"seats":3}"#);
    let mute = format!(r#"{{"type":"mute","player":"{}"}}"#, player(A));
    table.ok(C, &mute);
    table.ok(A, &nudge(2));
    table.refused(A, &nudge(2), ErrorCode::RateLimited);
    table.ok(B, &nudge(2));
    let from: Vec<_> = nudges(&table, C)
        .into_iter()
        .map(|nudged| nudged.from.player)
        .collect();
    assert_eq!(from, [player(B)]);
}

#[test]
fn only_people_at_the_table_nudge_and_only_whoever_is_waited_for() {
    let mut table = Table::of(&[A, B], r#"{"seats":4}"#);
    table.ok(D, r#"{"type":"join"}"#);
    table.ok(A, r#"{"type":"add_bot","seat":2}"#);
    table.refused(D, &nudge(0), ErrorCode::NotSeated);
    for (seat, code) in [
        (0, ErrorCode::NoSuchPerson),
        (2, ErrorCode::NoSuchPerson),
        (3, ErrorCode::NoSuchPerson),
        (4, ErrorCode::NoSuchSeat),
    ] {
        table.refused(A, &nudge(seat), code);
    }
    table.ok(B, r#"{"type":"ready"}"#);
    table.ok(A, &nudge(1));
    assert_eq!(nudges(&table, B), [], "whoever is ready is not reminded");
    table.ok(A, r#"{"type":"add_bot","seat":3}"#);
    table.ok(A, r#"{"type":"ready"}"#);
    table.refused(A, &nudge(1), ErrorCode::MatchRunning);
}
