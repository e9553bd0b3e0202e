//! People whom the owner removes and bans; and how players can take the free seat although the limit of spectators is reached.

use std::collections::BTreeSet;
use std::sync::Arc;

use giog_protocol::client::{ListPeople, Remove, RoomCommand};
use giog_protocol::server::{Answer, LeftReason, RoomEvent, ServerMessage, StandReason};
use giog_protocol::{ErrorCode, Person};
use giog_rooms::{AdminCommand, ConnId, Context, RoomLimits};

use crate::table::{A, B, C, D, Table, context, person, player};

const TWO: &str = r#"{"seats":2,"ceremony":"server"}"#;

fn put_out(table: &mut Table, conn: ConnId, who: ConnId, ban: bool) -> Result<(), ErrorCode> {
    let remove = Remove {
        player: Some(player(who)),
        ban,
        seat: None,
    };
    let answer = table.ask(conn, RoomCommand::Remove(remove));
    answer.map(drop).map_err(|error| error.code)
}

fn people(table: &mut Table, conn: ConnId) -> Result<(Vec<Person>, Vec<Person>), ErrorCode> {
    match table.ask(conn, RoomCommand::ListPeople(ListPeople {})) {
        Ok(Answer::People { spectators, banned }) => Ok((spectators, banned)),
        Ok(other) => panic!("no list: {other:?}"),
        Err(error) => Err(error.code),
    }
}

fn left(table: &Table, conn: ConnId) -> Vec<LeftReason> {
    let left = table.all(conn).iter().filter_map(|message| match message {
        ServerMessage::Left(left) => Some(left.reason),
        _ => None,
    });
    left.collect()
}

#[test]
fn the_owner_puts_a_spectator_out_and_keeps_them_out_until_they_are_let_in_again() {
    let mut table = Table::of(&[A, B], TWO);
    table.ok(C, r#"{"type":"join"}"#);
    assert_eq!(people(&mut table, A), Ok((vec![person(C)], vec![])));
    assert_eq!(people(&mut table, B), Err(ErrorCode::NotOwner));
    assert_eq!(put_out(&mut table, B, C, false), Err(ErrorCode::NotOwner));
    assert_eq!(put_out(&mut table, A, A, true), Err(ErrorCode::BadRequest));
    let rows = table.rows.len();
    put_out(&mut table, A, C, false).expect("out");
    assert_eq!(table.rows.len(), rows, "who watches is in no log");
    assert_eq!(left(&table, C), [LeftReason::Removed]);
    table.ok(C, r#"{"type":"join"}"#);
    put_out(&mut table, A, C, true).expect("out");
    put_out(&mut table, A, C, true).expect("asked again");
    assert_eq!(left(&table, C).len(), 2);
    table.refused(C, r#"{"type":"join"}"#, ErrorCode::BannedFromRoom);
    table.refused(
        C,
        r#"{"type":"join","sit":true}"#,
        ErrorCode::BannedFromRoom,
    );
    table.refused(
        C,
        r#"{"type":"join","password":"open"}"#,
        ErrorCode::BannedFromRoom,
    );
    assert_eq!(people(&mut table, A), Ok((vec![], vec![person(C)])));
    table.crash(0);
    table.ok(A, r#"{"type":"join"}"#);
    table.refused(C, r#"{"type":"join"}"#, ErrorCode::BannedFromRoom);
    let unban = format!(r#"{{"type":"unban","player":"{}"}}"#, player(C));
    table.refused(C, &unban, ErrorCode::NotJoined);
    table.ok(A, &unban);
    table.ok(A, &unban);
    table.ok(C, r#"{"type":"join"}"#);
    assert_eq!(people(&mut table, A), Ok((vec![person(C)], vec![])));
}

#[test]
fn a_removed_person_can_be_reported_later_and_after_a_restart() {
    let mut table = Table::of(&[A, B], TWO);
    table.ok(C, r#"{"type":"join"}"#);
    put_out(&mut table, A, C, true).expect("out");
    let report = format!(
        r#"{{"type":"report","player":"{}","text":"stared at us"}}"#,
        player(C)
    );
    table.ok(B, &report);
    table.crash(0);
    table.ok(A, r#"{"type":"join"}"#);
    table.ok(A, &report);
}

#[test]
fn who_has_a_seat_is_put_out_between_matches_alone() {
    let mut table = Table::of(&[A, B], TWO);
    put_out(&mut table, A, B, true).expect("out");
    let stood = RoomEvent::Stood {
        seat: giog_rules::Seat::new(1),
        reason: StandReason::Removed,
    };
    assert!(table.events(A).iter().any(|(_, event)| *event == stood));
    table.refused(B, r#"{"type":"join"}"#, ErrorCode::BannedFromRoom);
    table.ok(C, r#"{"type":"join","sit":true}"#);
    table.ok(D, r#"{"type":"join"}"#);
    table.all_ready(&[A, C]);
    assert_eq!(
        put_out(&mut table, A, C, true),
        Err(ErrorCode::MatchRunning)
    );
    put_out(&mut table, A, D, true).expect("who watches goes at any time");
    table.refused(D, r#"{"type":"join"}"#, ErrorCode::BannedFromRoom);
}

#[test]
fn a_person_who_left_can_be_reported_and_banned_unless_deleted() {
    let mut table = Table::of(&[A, B], TWO);
    for conn in [C, D] {
        table.ok(conn, r#"{"type":"join"}"#);
        put_out(&mut table, A, conn, false).expect("out");
    }
    let about = player(C);
    let report = format!(r#"{{"type":"report","player":"{about}","text":"he insults"}}"#);
    table.ok(B, &report);
    put_out(&mut table, A, C, true).expect("he was here");
    table.refused(C, r#"{"type":"join"}"#, ErrorCode::BannedFromRoom);
    assert_eq!(people(&mut table, A), Ok((vec![], vec![person(C)])));
    let forgotten = Arc::new(BTreeSet::from([player(D)]));
    let forget = AdminCommand::Forget(forgotten);
    table.admin_command(forget).expect("done");
    assert_eq!(
        put_out(&mut table, A, D, true),
        Err(ErrorCode::NoSuchPerson)
    );
}

#[test]
fn what_to_remove_is_said_in_one_way() {
    let mut table = Table::of(&[A, B], TWO);
    for bad in [
        r#"{"type":"remove"}"#.to_owned(),
        r#"{"type":"remove","seat":1,"ban":true}"#.to_owned(),
        format!(r#"{{"type":"remove","seat":1,"player":"{}"}}"#, player(B)),
    ] {
        table.refused(A, &bad, ErrorCode::BadRequest);
    }
    let nobody = uuid::Uuid::from_u128(77);
    let ban = format!(r#"{{"type":"remove","player":"{nobody}","ban":true}}"#);
    table.refused(A, &ban, ErrorCode::NoSuchPerson);
}

#[test]
fn so_many_are_banned_and_no_more() {
    let mut table = Table::of(&[A], TWO);
    for conn in (1_000..1_100).map(ConnId) {
        table.ok(conn, r#"{"type":"join"}"#);
        put_out(&mut table, A, conn, true).expect("banned");
        table.pass(1_000);
    }
    let late = ConnId(1_100);
    table.ok(late, r#"{"type":"join"}"#);
    let refused = put_out(&mut table, A, late, true);
    assert_eq!(refused, Err(ErrorCode::BadRequest));
    assert_eq!(left(&table, late), [], "what is refused changes nothing");
    let unban = format!(r#"{{"type":"unban","player":"{}"}}"#, player(ConnId(1_000)));
    table.ok(A, &unban);
    put_out(&mut table, A, late, true).expect("banned");
    assert_eq!(people(&mut table, A).expect("a list").1.len(), 100);
}

#[test]
fn spectators_cannot_keep_anybody_from_the_free_seat() {
    let limits = RoomLimits {
        spectators: 2,
        ..RoomLimits::default()
    };
    let context = Context {
        limits,
        ..context()
    };
    let mut table = Table::with(TWO, context);
    table.ok(C, r#"{"type":"join"}"#);
    table.ok(D, r#"{"type":"join"}"#);
    table.refused(B, r#"{"type":"join"}"#, ErrorCode::NoSpectators);
    table.ok(B, r#"{"type":"join","sit":true}"#);
    table.ok(B, r#"{"type":"join","sit":true}"#);
    assert_eq!(table.seat_of(B).map(u8::from), Some(1));
    let fifth = ConnId(5);
    table.refused(
        fifth,
        r#"{"type":"join","sit":true}"#,
        ErrorCode::NoFreeSeat,
    );
    table.all_ready(&[A, B]);
    table.refused(
        fifth,
        r#"{"type":"join","sit":true}"#,
        ErrorCode::MatchRunning,
    );
}

#[test]
fn a_password_is_wanted_of_who_comes_to_sit_as_well() {
    let mut table = Table::of(&[A], TWO);
    table.ok(C, r#"{"type":"join"}"#);
    table.ok(
        A,
        r#"{"type":"configure","settings":{"seats":2,"password":"open"}}"#,
    );
    assert_eq!(
        left(&table, C),
        [LeftReason::Password],
        "they are strangers now"
    );
    assert_eq!(left(&table, A), []);
    table.refused(C, r#"{"type":"join","sit":true}"#, ErrorCode::WrongPassword);
    table.ok(C, r#"{"type":"join","sit":true,"password":"open"}"#);
    table.ok(D, r#"{"type":"join","password":"open"}"#);
    table.ok(
        A,
        r#"{"type":"configure","settings":{"seats":2,"password":"open","take_backs":false}}"#,
    );
    assert_eq!(left(&table, D), [], "the password is the same");
    table.ok(
        A,
        r#"{"type":"configure","settings":{"seats":2,"password":"shut"}}"#,
    );
    assert_eq!(left(&table, D), [LeftReason::Password]);
    assert_eq!(
        left(&table, C),
        [LeftReason::Password],
        "as before: a seat stays"
    );
}
