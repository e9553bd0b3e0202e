//! Suggestions of the next game.

use giog_protocol::server::RoomEvent;
use giog_protocol::{Access, ErrorCode, SettingsInput};
use giog_rooms::ConnId;
use giog_rules::Variant;

use crate::table::{A, B, C, D, Table};

fn suggest(variant: &str) -> String {
    format!(r#"{{"type":"suggest","variant":"{variant}"}}"#)
}

fn take(variant: &str) -> String {
    format!(r#"{{"type":"take_suggestion","variant":"{variant}"}}"#)
}

/// What each seat suggests, as a snapshot says it.
fn suggested(table: &mut Table, conn: ConnId) -> Vec<Option<&'static str>> {
    let seats = table.snapshot(conn).state.seats.into_iter();
    seats.map(|seat| seat.suggests.map(Variant::id)).collect()
}

/// What events told of the suggestions of a seat.
fn told(table: &Table, conn: ConnId) -> Vec<(u8, Option<&'static str>)> {
    let events = table.events(conn).into_iter();
    events
        .filter_map(|(_, event)| match event {
            RoomEvent::Suggested { seat, variant } => Some((seat.into(), variant.map(Variant::id))),
            _ => None,
        })
        .collect()
}

#[test]
fn anybody_with_a_seat_suggests_a_game_and_everybody_sees_it() {
    let mut table = Table::of(&[A, B], r#"{"seats":3}"#);
    table.ok(D, r#"{"type":"join"}"#);
    for _ in 0..2 {
        table.ok(B, &suggest("mahjong"));
    }
    table.ok(B, &suggest("xiangqi"));
    table.ok(A, &suggest("sic-bo"));
    assert_eq!(
        told(&table, D),
        [
            (1, Some("mahjong")),
            (1, Some("xiangqi")),
            (0, Some("sic-bo"))
        ]
    );
    table.crash(0);
    for conn in [A, B, D] {
        table.ok(conn, r#"{"type":"join"}"#);
    }
    assert_eq!(
        suggested(&mut table, D),
        [Some("sic-bo"), Some("xiangqi"), None]
    );
    table.ok(A, r#"{"type":"suggest"}"#);
    assert_eq!(suggested(&mut table, D), [None, Some("xiangqi"), None]);
    table.ok(B, r#"{"type":"stand"}"#);
    assert_eq!(suggested(&mut table, D), [None, None, None]);
    table.refused(D, &suggest("mahjong"), ErrorCode::NotSeated);
    table.refused(A, &suggest("giog"), ErrorCode::BadSettings);
}

#[test]
fn the_owner_takes_a_suggestion_and_the_table_stays_as_it_was_apart_from_the_game() {
    let settings = r#"{"seats":3,"password":"secret","spectators":false,"chat":"phrases","take_backs":false,
        "clock":{"kind":"timed","decision_ms":20000,"bank_ms":5000}}"#;
    let mut table = Table::of(&[A], r#"{"seats":3}"#);
    table.ok(
        A,
        &format!(r#"{{"type":"configure","settings":{settings}}}"#),
    );
    let joins = r#"{"type":"join","password":"secret","sit":true}"#;
    table.ok(B, joins);
    table.ok(B, &suggest("mahjong"));
    table.refused(B, &take("mahjong"), ErrorCode::NotOwner);
    table.refused(A, &take("xiangqi"), ErrorCode::NoSuchPerson);
    let before = table.snapshot(A).state.settings;
    table.ok(A, &take("mahjong"));
    table.ok(A, &take("mahjong"));
    let state = table.snapshot(B).state;
    let input: SettingsInput = serde_json::from_str(r#"{"variant":"mahjong"}"#).expect("settings");
    let (usual, _) = input.resolve().expect("settings");
    let expected = giog_protocol::Settings {
        variant: usual.variant,
        seats: 4,
        options: usual.options,
        ceremony: state.settings.ceremony,
        windows: usual.windows,
        ..before
    };
    assert_eq!(state.settings, expected);
    assert_eq!(state.settings.access, Access::Password);
    assert_eq!(suggested(&mut table, A), [None; 4], "it is taken");
    table.refused(C, r#"{"type":"join","sit":true}"#, ErrorCode::WrongPassword);
    table.ok(C, joins);
}

#[test]
fn every_game_can_follow_every_other_one() {
    for before in Variant::ALL {
        let input = SettingsInput {
            variant: Some(before),
            ..SettingsInput::default()
        };
        let (settings, _) = input.resolve().expect("settings");
        for next in Variant::ALL {
            let changed = settings.for_game(next).expect("a game for this table");
            assert_eq!((changed.variant, changed.check()), (next, Ok(())));
            assert!(next.players().contains(&usize::from(changed.seats)));
        }
    }
}

#[test]
fn suggestions_are_gone_when_settings_change_or_a_match_begins() {
    let mut table = Table::of(&[A, B], r#"{"seats":2}"#);
    table.ok(B, &suggest("xiangqi"));
    table.ok(
        A,
        r#"{"type":"configure","settings":{"seats":2,"chat":"off"}}"#,
    );
    assert_eq!(suggested(&mut table, A), [None, None]);
    table.ok(B, &suggest("xiangqi"));
    table.all_ready(&[A, B]);
    assert_eq!(suggested(&mut table, A), [None, None]);
    table.refused(B, &suggest("xiangqi"), ErrorCode::MatchRunning);
    table.refused(A, &take("xiangqi"), ErrorCode::MatchRunning);
}

#[test]
fn a_quick_play_table_keeps_its_game() {
    let mut table = Table::quick("{}");
    table.quick_join(A).expect("a seat");
    table.refused(A, &suggest("xiangqi"), ErrorCode::NotOwner);
}
