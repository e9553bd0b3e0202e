//! Before a match: seats, settings, owners, who may join, and how a room ends.

use giog_protocol::server::{CloseReason, LeftReason, RoomEvent, ServerMessage, StandReason};
use giog_protocol::{ErrorCode, Phase};
use giog_rooms::{AdminCommand, ConnId, Input, RoomLimits, RoomQuery};

use crate::table::{A, B, C, D, Table, command, context, player};

fn stood(table: &Table, conn: ConnId) -> Vec<(usize, StandReason)> {
    let events = table.events(conn).into_iter();
    events
        .filter_map(|(_, event)| match event {
            RoomEvent::Stood { seat, reason } => Some((seat.index(), reason)),
            _ => None,
        })
        .collect()
}

#[test]
fn create_room_is_answered_only_when_the_room_is_durable() {
    let mut table = Table::new(r#"{"seats":3}"#);
    let snapshot = table.snapshot(A);
    assert_eq!(snapshot.you.map(u8::from), Some(0));
    assert_eq!(snapshot.state.owner, Some(player(A)));
    assert_eq!(snapshot.state.seats.len(), 3);
    assert!(snapshot.state.next.is_some());
    assert!(matches!(table.all(A)[0], ServerMessage::Ok(_)));
    assert_eq!(table.summaries.len(), 1);
}

#[test]
fn a_seat_is_taken_by_one_person_and_a_person_has_one_seat() {
    let mut table = Table::of(&[A, B], r#"{"seats":3}"#);
    assert_eq!(table.seat_of(B).map(u8::from), Some(1));
    table.refused(B, r#"{"type":"sit","seat":0}"#, ErrorCode::SeatTaken);
    table.refused(B, r#"{"type":"sit","seat":3}"#, ErrorCode::NoSuchSeat);
    table.refused(B, r#"{"type":"sit","seat":-1}"#, ErrorCode::NoSuchSeat);
    table.ok(B, r#"{"type":"sit","seat":2}"#);
    assert_eq!(stood(&table, A), [(1, StandReason::Stood)]);
    assert_eq!(table.seat_of(B).map(u8::from), Some(2));
    let rows = table.rows.len();
    table.ok(B, r#"{"type":"sit","seat":2}"#);
    table.ok(B, r#"{"type":"sit"}"#);
    assert_eq!(
        table.rows.len(),
        rows,
        "sitting where one sits changes nothing"
    );
}

#[test]
fn a_full_table_has_no_free_seat() {
    let mut table = Table::of(&[A, B], r#"{"seats":2}"#);
    table.ok(C, r#"{"type":"join"}"#);
    table.refused(C, r#"{"type":"sit"}"#, ErrorCode::NoFreeSeat);
}

#[test]
fn who_has_not_joined_can_do_nothing() {
    let mut table = Table::new("{}");
    for json in [
        r#"{"type":"sit"}"#,
        r#"{"type":"leave"}"#,
        r#"{"type":"close_room"}"#,
        r#"{"type":"act","turn":0,"do":"take_back"}"#,
    ] {
        table.refused(B, json, ErrorCode::NotJoined);
    }
}

#[test]
fn only_the_owner_changes_the_table() {
    let mut table = Table::of(&[A, B], r#"{"seats":3}"#);
    for json in [
        r#"{"type":"add_bot"}"#,
        r#"{"type":"remove","seat":0}"#,
        r#"{"type":"configure","settings":{}}"#,
        r#"{"type":"close_room"}"#,
    ] {
        table.refused(B, json, ErrorCode::NotOwner);
    }
    table.ok(A, r#"{"type":"add_bot","seat":2}"#);
    table.ok(A, r#"{"type":"remove","seat":2}"#);
    table.ok(A, r#"{"type":"remove","seat":1}"#);
    assert_eq!(table.seat_of(B), None, "who was removed is a spectator");
}

#[test]
fn when_the_owner_leaves_the_longest_seated_person_owns_the_room() {
    let mut table = Table::of(&[A, B, C], r#"{"seats":4}"#);
    table.pass(10);
    table.ok(B, r#"{"type":"sit","seat":3}"#);
    table.ok(A, r#"{"type":"leave"}"#);
    assert_eq!(table.snapshot(C).state.owner, Some(player(C)));
    assert!(matches!(
        table.all(A).last(),
        Some(ServerMessage::Left(left)) if left.reason == LeftReason::Left
    ));
}

#[test]
fn an_owner_without_a_seat_who_is_gone_owns_no_more() {
    let mut table = Table::of(&[A, B], r#"{"seats":3}"#);
    table.ok(A, r#"{"type":"stand"}"#);
    assert_eq!(table.snapshot(B).state.owner, Some(player(A)));
    table.handle(Input::Detached { conn: A });
    table.pass(59_000);
    assert_eq!(table.snapshot(B).state.owner, Some(player(A)));
    table.pass(2_000);
    assert_eq!(table.snapshot(B).state.owner, Some(player(B)));
}

#[test]
fn an_owner_without_a_seat_who_is_gone_owns_the_room_until_the_match_is_over() {
    for settings in [
        r#"{"seats":2,"clock":{"kind":"none"}}"#,
        // The start removes everybody without a seat.
        r#"{"seats":2,"clock":{"kind":"none"},"spectators":false}"#,
    ] {
        let mut table = Table::of(&[A, B], settings);
        table.ok(A, r#"{"type":"stand"}"#);
        table.ok(C, r#"{"type":"join"}"#);
        table.ok(C, r#"{"type":"sit"}"#);
        table.all_ready(&[B, C]);
        table.handle(Input::Detached { conn: A });
        table.pass(120_000);
        assert_eq!(table.snapshot(B).state.owner, Some(player(A)), "{settings}");
        table.play_to_end(&[B, C]);
        table.pass(50_000);
        assert_eq!(table.snapshot(B).state.owner, Some(player(A)), "{settings}");
        table.pass(11_000);
        assert_ne!(table.snapshot(B).state.owner, Some(player(A)), "{settings}");
    }
}

/// A table of three at which all are ready, while no match can start.
fn held_back() -> Table {
    let mut table = Table::of(&[A, B], r#"{"seats":3}"#);
    table.ok(A, r#"{"type":"ready"}"#);
    table.ok(B, r#"{"type":"ready"}"#);
    assert_eq!(table.admin_command(AdminCommand::Drain(true)), Ok(()));
    table.ok(A, r#"{"type":"add_bot"}"#);
    table
}

#[test]
fn a_match_that_was_held_back_begins_when_somebody_who_plays_comes_back_after_a_restart() {
    let mut table = held_back();
    assert!(table.snapshot(A).game.is_none());
    table.crash(0);
    table.handle(Input::Tick);
    table.ok(C, r#"{"type":"join"}"#);
    assert!(
        table.snapshot(C).game.is_none(),
        "nobody is there who plays"
    );
    table.ok(A, r#"{"type":"join"}"#);
    assert!(table.snapshot(A).game.is_some());
}

#[test]
fn a_match_that_was_held_back_does_not_begin_while_the_storage_is_away() {
    let mut table = held_back();
    table.handle(Input::Storage { available: false });
    let rows = table.rows.len();
    assert_eq!(table.admin_command(AdminCommand::Drain(false)), Ok(()));
    assert_eq!(table.rows.len(), rows);
    table.handle(Input::Storage { available: true });
    assert!(table.snapshot(A).game.is_some());
}

#[test]
fn a_match_that_was_held_back_begins_when_the_rows_before_are_durable() {
    let mut context = context();
    context.limits.rows_waiting = 1;
    let mut table = Table::with(r#"{"seats":3}"#, context);
    for conn in [A, B] {
        table.ok(conn, r#"{"type":"join","sit":true}"#);
        table.ok(conn, r#"{"type":"ready"}"#);
    }
    assert_eq!(table.admin_command(AdminCommand::Drain(true)), Ok(()));
    table.commits = false;
    table.send(A, command(r#"{"type":"add_bot"}"#));
    let rows = table.rows.len();
    // The answer also waits for the row.
    table.handle(Input::AdminCommand {
        ticket: 0,
        command: AdminCommand::Drain(false),
    });
    assert_eq!(table.rows.len(), rows, "one row more is too many");
    table.commits = true;
    table.commit();
    assert!(table.rows.len() > rows);
    assert!(table.snapshot(A).game.is_some());
}

#[test]
fn the_first_person_to_sit_in_a_room_without_owner_owns_it() {
    let mut table = Table::new(r#"{"seats":2}"#);
    table.ok(B, r#"{"type":"join"}"#);
    table.ok(A, r#"{"type":"leave"}"#);
    assert_eq!(table.snapshot(B).state.owner, None);
    table.ok(B, r#"{"type":"sit"}"#);
    assert_eq!(table.snapshot(B).state.owner, Some(player(B)));
}

#[test]
fn nobody_who_left_the_match_is_given_the_room() {
    let mut table = Table::playing(&[A, B, C], r#"{"seats":3,"clock":{"kind":"none"}}"#);
    table.ok(B, r#"{"type":"leave"}"#);
    table.ok(A, r#"{"type":"leave"}"#);
    assert_eq!(table.snapshot(C).state.owner, Some(player(C)));
    table.ok(C, r#"{"type":"leave"}"#);
    table.ok(B, r#"{"type":"join"}"#);
    assert_eq!(
        table.snapshot(B).state.owner,
        Some(player(B)),
        "whoever comes back to a room without owner owns it"
    );
    // In games without stand-ins.
    let days = r#"{"variant":"supply-chess","seats":4,"clock":{"kind":"days","days":2}}"#;
    let mut table = Table::playing(&[A, B, C, D], days);
    table.ok(B, r#"{"type":"leave"}"#);
    table.ok(A, r#"{"type":"leave"}"#);
    assert_eq!(table.snapshot(C).state.owner, Some(player(C)));
}

#[test]
fn who_is_not_ready_in_time_stands_up() {
    let mut table = Table::of(&[A, B, C], r#"{"seats":3}"#);
    table.ok(A, r#"{"type":"ready"}"#);
    table.ok(B, r#"{"type":"ready"}"#);
    assert_eq!(table.now_of(C).start_left_ms, Some(30_000));
    table.pass(29_999);
    assert_eq!(stood(&table, A), []);
    table.pass(1);
    assert_eq!(stood(&table, A), [(2, StandReason::NotReady)]);
    assert!(
        table.snapshot(A).state.seats[0].ready,
        "the others still are"
    );
}

#[test]
fn a_table_that_is_not_full_waits_for_nobody() {
    let mut table = Table::of(&[A, B], r#"{"seats":3}"#);
    table.ok(A, r#"{"type":"ready"}"#);
    table.pass(120_000);
    assert_eq!(stood(&table, A), []);
}

#[test]
fn another_table_makes_nobody_ready_and_has_no_place_for_some() {
    let mut table = Table::of(&[A, B, C], r#"{"seats":3}"#);
    table.ok(A, r#"{"type":"ready"}"#);
    table.ok(
        A,
        r#"{"type":"configure","settings":{"seats":2,"variant":"giog-wiki"}}"#,
    );
    assert_eq!(stood(&table, A), [(2, StandReason::NoSuchSeat)]);
    let state = table.snapshot(B).state;
    assert_eq!(state.seats.len(), 2);
    assert!(state.seats.iter().all(|seat| !seat.ready));
    table.refused(
        A,
        r#"{"type":"configure","settings":{"seats":9}}"#,
        ErrorCode::BadSettings,
    );
}

#[test]
fn a_room_without_spectators_lets_in_who_may_sit() {
    let mut table = Table::of(&[A], r#"{"seats":2,"spectators":false}"#);
    table.ok(B, r#"{"type":"join"}"#);
    table.ok(C, r#"{"type":"join"}"#);
    table.ok(B, r#"{"type":"sit"}"#);
    table.refused(D, r#"{"type":"join"}"#, ErrorCode::NoSpectators);
    table.all_ready(&[A, B]);
    assert!(matches!(
        table.all(C).last(),
        Some(ServerMessage::Left(left)) if left.reason == LeftReason::NoSpectators
    ));
    table.refused(C, r#"{"type":"join"}"#, ErrorCode::NoSpectators);
}

#[test]
fn only_so_many_watch_and_only_so_many_connections_are_one_persons() {
    let limits = RoomLimits {
        spectators: 1,
        connections_per_person: 2,
        ..RoomLimits::default()
    };
    let mut context = context();
    context.limits = limits;
    let mut table = Table::with("{}", context);
    table.ok(B, r#"{"type":"join"}"#);
    table.refused(C, r#"{"type":"join"}"#, ErrorCode::NoSpectators);
    table.ok(ConnId(101), r#"{"type":"join"}"#);
    table.ok(ConnId(201), r#"{"type":"join"}"#);
    assert!(
        matches!(
            table.all(A).last(),
            Some(ServerMessage::Left(left)) if left.reason == LeftReason::Replaced
        ),
        "the oldest connection makes place for the newest"
    );
    table.refused(A, r#"{"type":"stand"}"#, ErrorCode::NotJoined);
}

#[test]
fn people_without_a_seat_need_the_password() {
    let mut table = Table::of(&[A, B], "{}");
    table.ok(
        A,
        r#"{"type":"configure","settings":{"password":"open sesame"}}"#,
    );
    table.refused(C, r#"{"type":"join"}"#, ErrorCode::WrongPassword);
    table.refused(
        C,
        r#"{"type":"join","password":"x"}"#,
        ErrorCode::WrongPassword,
    );
    table.ok(C, r#"{"type":"join","password":"open sesame"}"#);
    table.ok(ConnId(102), r#"{"type":"join"}"#);
    assert!(
        table.rows.iter().all(|(_, body)| !body.contains("sesame")),
        "passwords are not written down"
    );
    for (person, may) in [
        (None, false),
        (Some(player(D)), false),
        (Some(player(B)), true),
    ] {
        table.handle(Input::Ask {
            ticket: 0,
            person,
            query: RoomQuery::Room,
        });
        let answer = table.answers.pop().expect("an answer");
        assert_eq!(answer.is_ok(), may);
    }
}

#[test]
fn a_room_with_nobody_in_it_is_closed_and_refuses_everybody() {
    let mut table = Table::of(&[A, B], "{}");
    for conn in [A, B] {
        table.handle(Input::Detached { conn });
    }
    table.pass(60_000);
    assert_eq!(
        table.room.summary().seats[0],
        None,
        "gone after the grace time"
    );
    table.pass(239_000);
    assert!(!table.gone);
    table.pass(1_000);
    assert!(table.gone);
    assert_eq!(table.room.wake_at_mono_ms(), None);
    table.refused(A, r#"{"type":"join"}"#, ErrorCode::NoSuchRoom);
    assert_eq!(table.room.summary().phase, Phase::Closed);
}

#[test]
fn the_owner_closes_the_room_but_not_a_match() {
    let mut table = Table::playing(&[A, B], r#"{"seats":2,"clock":{"kind":"none"}}"#);
    table.refused(A, r#"{"type":"close_room"}"#, ErrorCode::MatchRunning);
    table.play_to_end(&[A, B]);
    table.ok(A, r#"{"type":"close_room"}"#);
    let closed = RoomEvent::Closed {
        reason: CloseReason::Owner,
    };
    assert_eq!(
        table.events(B).last().map(|(_, event)| event),
        Some(&closed)
    );
    assert!(matches!(table.all(B).last(), Some(ServerMessage::Left(_))));
    assert!(table.gone);
}

#[test]
fn nobody_changes_a_table_where_a_match_is_played() {
    let mut table = Table::playing(&[A, B], r#"{"seats":2,"clock":{"kind":"none"}}"#);
    table.ok(C, r#"{"type":"join"}"#);
    for (conn, json) in [
        (A, r#"{"type":"stand"}"#),
        (A, r#"{"type":"remove","seat":1}"#),
        (A, r#"{"type":"configure","settings":{}}"#),
        (A, r#"{"type":"ready"}"#),
        (A, r#"{"type":"unready"}"#),
        (A, r#"{"type":"sit","seat":1}"#),
    ] {
        table.refused(conn, json, ErrorCode::MatchRunning);
    }
}

#[test]
fn a_table_begins_one_match_after_another_without_waiting() {
    const MATCHES: u32 = 200;
    let mut table = Table::new(r#"{"variant":"xiangqi","clock":{"kind":"none"}}"#);
    table.ok(A, r#"{"type":"add_bot"}"#);
    for number in 1..=MATCHES {
        table.ok(A, r#"{"type":"ready"}"#);
        let turn = table.now_of(A).you.expect("a seat").turn;
        table.ok(
            A,
            &format!(r#"{{"type":"act","turn":{turn},"do":"resign"}}"#),
        );
        assert_eq!(table.snapshot(A).state.series.matches, number);
    }
    // The usual limit applies to people who change their mind.
    let toggles = [r#"{"type":"ready"}"#, r#"{"type":"unready"}"#];
    table.ok(A, r#"{"type":"join"}"#);
    table.ok(B, r#"{"type":"join"}"#);
    table.ok(A, r#"{"type":"remove","seat":1}"#);
    let refused = toggles.iter().cycle().take(200);
    let refused = refused.filter(|json| table.ask(A, command(json)).is_err());
    assert!(refused.count() >= 60);
}

#[test]
fn an_invitation_lives_for_fifteen_minutes_after_its_makers_page_sleeps() {
    const PASSWORD: &str = r#"{"access":"password","password":"1234"}"#;
    for (access, lives_ms) in [
        (r#"{"access":"public"}"#, 120_000),
        (r#"{"access":"unlisted"}"#, 900_000),
        (PASSWORD, 900_000),
    ] {
        let mut table = Table::new("{}");
        table.ok(A, &format!(r#"{{"type":"configure","settings":{access}}}"#));
        table.handle(Input::Detached { conn: A });
        table.pass(lives_ms - 1);
        assert!(!table.gone, "{access}");
        table.pass(1);
        assert!(table.gone, "{access}");
    }
    // Also after a person has joined and left.
    let mut table = Table::new(r#"{"access":"unlisted"}"#);
    table.handle(Input::Detached { conn: A });
    table.ok(B, r#"{"type":"join"}"#);
    table.handle(Input::Detached { conn: B });
    table.pass(899_999);
    assert!(!table.gone);
    table.pass(1);
    assert!(table.gone);
}
