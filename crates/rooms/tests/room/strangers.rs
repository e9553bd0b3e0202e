//! People whom a room knows only by their address, and rooms that nobody visits.

use giog_protocol::server::{CloseReason, LeftReason, RoomEvent, ServerMessage};
use giog_protocol::{ErrorCode, Phase};
use giog_rooms::{ConnId, Input, Network, Origin, RoomLimits};

use crate::table::{A, B, C, Table, context};

const JOIN: &str = r#"{"type":"join"}"#;
const SECOND: u64 = 1_000;
const MINUTE: u64 = 60 * SECOND;

/// An address in a site whose addresses together may have four times as much.
fn origin(site: u64, address: u64) -> Origin {
    let network = |tag, times| Network { tag, times };
    let alone = network(1_000 * site + address, 1);
    Origin::new([alone, network(site, 4)], Some(1_000 * site + address))
}

/// A table with at most two spectators from one address.
fn table(settings: &str) -> Table {
    let mut context = context();
    context.limits = RoomLimits {
        spectators_per_address: 2,
        ..RoomLimits::default()
    };
    Table::with(settings, context)
}

/// A person joins from there; returns the refusal, if any.
fn comes(table: &mut Table, conn: u64, origin: Origin) -> Option<ErrorCode> {
    let conn = ConnId(conn);
    table.handle(Input::Attached {
        conn,
        origin,
        lists_actions: false,
    });
    let command = serde_json::from_str(JOIN).expect("a request");
    table.ask(conn, command).err().map(|error| error.code)
}

#[test]
fn an_address_and_the_networks_round_it_fill_no_room_with_spectators() {
    let mut table = table(r#"{"seats":2}"#);
    let full = Some(ErrorCode::TooManyOfAddress);
    assert_eq!(comes(&mut table, 10, origin(7, 1)), None);
    assert_eq!(comes(&mut table, 11, origin(7, 1)), None);
    assert_eq!(comes(&mut table, 12, origin(7, 1)), full);
    let mut inside = 2;
    for address in 2..20 {
        let came = comes(&mut table, 20 + address, origin(7, address));
        inside += usize::from(came.is_none());
    }
    assert_eq!(inside, 8, "of the whole site");
    // A friend from another address joins, and takes the seat.
    assert_eq!(comes(&mut table, 50, origin(8, 1)), None);
    table.ok(ConnId(50), r#"{"type":"sit"}"#);
    assert_eq!(comes(&mut table, 51, Origin::default()), None);
}

#[test]
fn seated_people_and_those_who_left_are_no_spectators_of_their_address() {
    let mut table = table(r#"{"seats":3}"#);
    for conn in 10..12 {
        assert_eq!(comes(&mut table, conn, origin(7, 1)), None);
    }
    table.ok(ConnId(10), r#"{"type":"sit"}"#);
    assert_eq!(comes(&mut table, 12, origin(7, 1)), None);
    assert!(comes(&mut table, 13, origin(7, 1)).is_some());
    table.handle(Input::Detached { conn: ConnId(12) });
    assert_eq!(comes(&mut table, 13, origin(7, 1)), None);
    // A removed person who joins again on the same connection has the same address.
    table.ok(ConnId(13), r#"{"type":"leave"}"#);
    assert_eq!(comes(&mut table, 14, origin(7, 1)), None);
    let again = serde_json::from_str(JOIN).expect("a request");
    let refused = table.ask(ConnId(13), again).expect_err("too many");
    assert_eq!(refused.code, ErrorCode::TooManyOfAddress);
}

#[test]
fn sitting_down_and_standing_up_is_no_way_to_watch_past_the_limit() {
    let mut table = table(r#"{"seats":3}"#);
    let (sit, stand) = (r#"{"type":"join","sit":true}"#, r#"{"type":"stand"}"#);
    for number in 10..15 {
        let conn = ConnId(number);
        let origin = origin(7, 1);
        table.handle(Input::Attached {
            conn,
            origin,
            lists_actions: false,
        });
        table.ok(conn, sit);
        table.ok(conn, stand);
        let stays = number < 12;
        assert_eq!(is_put_out(&table, conn), !stays, "{number}");
    }
    // Nor with further connections of a person with a seat.
    let conns = [ConnId(50), ConnId(150), ConnId(250)];
    for conn in conns {
        let origin = origin(9, 1);
        table.handle(Input::Attached {
            conn,
            origin,
            lists_actions: false,
        });
        table.ok(conn, sit);
    }
    table.ok(conns[0], stand);
    for conn in conns {
        assert!(is_put_out(&table, conn), "{conn:?}");
    }
}

fn is_put_out(table: &Table, conn: ConnId) -> bool {
    let is_left = |message: &ServerMessage| matches!(message, ServerMessage::Left(left) if left.reason == LeftReason::NoSpectators);
    table.all(conn).iter().any(is_left)
}

/// Whether the room is closed.
fn is_closed(table: &Table) -> bool {
    table.room.summary().phase == Phase::Closed
}

#[test]
fn a_room_to_which_nobody_came_closes_soon_after_its_maker_is_gone() {
    let mut table = Table::new("{}");
    table.handle(Input::Detached { conn: A });
    // The page is reloaded.
    table.pass(20 * SECOND);
    table.ok(A, JOIN);
    table.pass(10 * MINUTE);
    table.handle(Input::Detached { conn: A });
    table.pass(2 * MINUTE - 1);
    assert!(!is_closed(&table));
    table.pass(1);
    assert!(is_closed(&table) && table.gone);
}

#[test]
fn a_room_in_which_others_were_waits_longer_for_its_people() {
    for sits in [false, true] {
        let mut table = Table::new("{}");
        table.ok(B, JOIN);
        if sits {
            table.ok(B, r#"{"type":"sit"}"#);
        }
        for conn in [A, B] {
            table.handle(Input::Detached { conn });
        }
        table.pass(5 * MINUTE - 1);
        assert!(!is_closed(&table), "{sits}");
        table.pass(MINUTE);
        assert!(is_closed(&table), "{sits}");
    }
}

#[test]
fn after_a_restart_the_log_tells_who_sat_there() {
    for sits in [false, true] {
        let mut table = Table::new("{}");
        if sits {
            table.ok(B, JOIN);
            table.ok(B, r#"{"type":"sit"}"#);
            table.ok(B, r#"{"type":"stand"}"#);
        }
        table.crash(0);
        table.pass(2 * MINUTE);
        assert_eq!(is_closed(&table), !sits, "{sits}");
    }
}

#[test]
fn a_match_with_computer_players_is_played_to_its_end_before_its_room_closes() {
    let mut table = Table::new(r#"{"seats":2,"clock":{"kind":"none"}}"#);
    table.ok(A, r#"{"type":"add_bot"}"#);
    table.ok(A, r#"{"type":"ready"}"#);
    table.handle(Input::Detached { conn: A });
    for _ in 0..1_000 {
        if is_closed(&table) {
            break;
        }
        assert_eq!(table.finished().len(), 0);
        table.pass(SECOND);
        if !table.finished().is_empty() {
            table.pass(2 * MINUTE);
            assert!(is_closed(&table));
        }
    }
    assert!(is_closed(&table));
    let events = table.rows.iter().filter(|(_, row)| row.contains("closed"));
    assert_eq!(events.count(), 1);
}

#[test]
fn who_comes_while_the_maker_is_gone_keeps_the_room() {
    let mut table = Table::new(r#"{"seats":2}"#);
    table.handle(Input::Detached { conn: A });
    table.pass(MINUTE + 30 * SECOND);
    table.ok(C, JOIN);
    table.pass(10 * MINUTE);
    assert!(!is_closed(&table));
    table.ok(C, r#"{"type":"sit"}"#);
    table.ok(C, r#"{"type":"close_room"}"#);
    let left = table.all(C).iter().rev().find_map(|message| match message {
        ServerMessage::Left(left) => Some(left.reason),
        _ => None,
    });
    assert_eq!(left, Some(LeftReason::Closed));
    let closed = table.events(C).into_iter().any(
        |(_, event)| matches!(event, RoomEvent::Closed { reason } if reason == CloseReason::Owner),
    );
    assert!(closed);
}
