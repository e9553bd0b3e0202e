//! A table at which people have played sleeps when everybody has left, and its link opens it again.

use std::collections::BTreeSet;
use std::sync::Arc;

use giog_protocol::ErrorCode;
use giog_rooms::{AdminCommand, ConnId, Context, Input, Times};
use giog_store::{Fact, RoomLog, SleepingRoom};
use serde_json::Value;

use crate::table::{A, B, C, Table, context, person, player};

const UNLISTED: &str = r#"{"seats":2,"ceremony":"server","access":"unlisted","reveal_pause_ms":0}"#;
const JOIN: &str = r#"{"type":"join"}"#;
const SIT: &str = r#"{"type":"sit"}"#;
/// How long an unlisted table stays open when everybody has left.
const EMPTY_MS: u64 = 15 * 60_000;

/// Everybody leaves, the first one last, and nobody comes back.
fn all_leave(table: &mut Table, people: &[ConnId]) {
    for &conn in people.iter().rev() {
        table.ok(conn, r#"{"type":"leave"}"#);
    }
    table.pass(EMPTY_MS);
    assert!(table.gone);
}

/// A and B have played a match.
fn played(settings: &str) -> Table {
    played_with(settings, context())
}

fn played_with(settings: &str, context: Context) -> Table {
    let mut table = Table::with(settings, context);
    table.ok(B, JOIN);
    table.ok(B, SIT);
    table.all_ready(&[A, B]);
    table.play_to_end(&[A, B]);
    table
}

fn slept(table: &Table) -> Vec<&SleepingRoom> {
    let facts = table.facts.iter().filter_map(|fact| match fact {
        Fact::RoomSlept(slept) => Some(slept),
        _ => None,
    });
    facts.collect()
}

fn asleep() -> Table {
    let mut table = played(UNLISTED);
    all_leave(&mut table, &[A, B]);
    table
}

/// The owner as everybody sees it.
fn owner(table: &mut Table, seen_by: ConnId) -> Option<giog_rules::PlayerId> {
    table.snapshot(seen_by).state.owner
}

#[test]
fn a_table_that_was_played_at_leaves_its_settings_and_results_and_nothing_of_a_match() {
    let mut table = asleep();
    let slept = slept(&table);
    let [slept] = slept[..] else {
        panic!("it sleeps once: {slept:?}");
    };
    assert_eq!((slept.creator, slept.owner), (player(A), Some(player(A))));
    let left_ms = slept.left_at.unix_ms() - table.now.wall.unix_ms();
    assert_eq!(left_ms, -i64::try_from(EMPTY_MS).expect("minutes"));
    let RoomLog { floor, rows } = table.log();
    assert_eq!(rows, [], "only the floor is left");
    let floor: Value = serde_json::from_str(&floor.expect("a floor").body).expect("JSON");
    let room = &floor["room"];
    for none in ["next", "previous", "ready_by_ms", "opening_by_ms", "owner"] {
        assert_eq!(room[none], Value::Null, "{none}");
    }
    for seat in room["seats"].as_array().expect("seats") {
        for none in ["occupant", "commitment", "entropy"] {
            assert_eq!(seat[none], Value::Null, "{none}");
        }
    }
    assert_eq!(room["evening"][0]["matches"], 1);
    table.wake(B);
    let state = table.snapshot(B).state;
    assert_eq!(state.settings.access, giog_protocol::Access::Unlisted);
    assert_eq!((state.series.matches, state.quick), (1, false));
    assert!(state.seats.iter().all(|seat| seat.occupant.is_none()));
    assert!(state.next.is_some(), "a new match is prepared");
}

#[test]
fn the_link_alone_gives_no_ownership_and_the_owner_comes_back_to_it() {
    let mut table = asleep();
    table.wake(C);
    table.ok(C, JOIN);
    table.ok(C, SIT);
    table.ok(B, JOIN);
    table.ok(B, SIT);
    table.pass(EMPTY_MS);
    assert_eq!(owner(&mut table, C), None);
    table.refused(
        C,
        r#"{"type":"configure","settings":{"seats":3}}"#,
        ErrorCode::NotOwner,
    );
    table.crash(0);
    table.ok(C, JOIN);
    assert_eq!(owner(&mut table, C), None, "a restart changes nothing");
    table.ok(A, JOIN);
    assert_eq!(owner(&mut table, C), Some(player(A)));
    // From now on as in any room.
    table.ok(A, r#"{"type":"leave"}"#);
    assert!(owner(&mut table, C).is_some_and(|owner| owner != player(A)));
}

#[test]
fn the_owner_who_opens_it_owns_it_at_once() {
    let mut table = asleep();
    table.wake(A);
    table.ok(A, JOIN);
    assert_eq!(owner(&mut table, A), Some(player(A)));
}

/// The owner bans somebody who watches.
fn ban_c(table: &mut Table) {
    table.ok(C, JOIN);
    let c = player(C);
    table.ok(
        A,
        &format!(r#"{{"type":"remove","player":"{c}","ban":true}}"#),
    );
}

#[test]
fn bans_hold() {
    let mut table = played(UNLISTED);
    ban_c(&mut table);
    all_leave(&mut table, &[A, B]);
    table.wake(B);
    table.refused(C, JOIN, ErrorCode::BannedFromRoom);
    table.ok(B, JOIN);
}

#[test]
fn only_tables_that_were_played_at_and_are_not_listed_sleep() {
    let mut never = Table::of(&[A, B], UNLISTED);
    all_leave(&mut never, &[A, B]);
    let mut public = played(r#"{"seats":2,"ceremony":"server","reveal_pause_ms":0}"#);
    all_leave(&mut public, &[A, B]);
    let mut with_bot = Table::new(UNLISTED);
    with_bot.ok(A, r#"{"type":"add_bot"}"#);
    with_bot.all_ready(&[A]);
    with_bot.play_to_end(&[A]);
    all_leave(&mut with_bot, &[A]);
    let mut closed = played(UNLISTED);
    closed.ok(A, r#"{"type":"close_room"}"#);
    let times = Times {
        sleeping_ms: 0,
        ..Times::default()
    };
    let mut off = played_with(UNLISTED, Context { times, ..context() });
    all_leave(&mut off, &[A, B]);
    for (table, about) in [
        (&never, "never"),
        (&public, "public"),
        (&with_bot, "with a bot"),
        (&closed, "closed"),
        (&off, "off"),
    ] {
        assert!(table.gone && slept(table).is_empty(), "{about}");
    }
}

#[test]
fn it_sleeps_again_without_another_match_and_still_waits_for_its_owner() {
    let mut table = asleep();
    for number in 2..5 {
        table.wake(C);
        table.ok(C, JOIN);
        all_leave(&mut table, &[C]);
        let slept = slept(&table);
        assert_eq!(slept.len(), number);
        let last = slept[number - 1];
        assert_eq!((last.creator, last.owner), (player(C), Some(player(A))));
    }
    table.wake(B);
    table.ok(B, JOIN);
    assert_eq!(table.snapshot(B).state.series.matches, 1);
}

#[test]
fn a_room_that_has_slept_comes_back_from_its_log_as_it_is() {
    let mut table = asleep();
    table.wake(B);
    table.ok(B, JOIN);
    table.ok(B, SIT);
    table.ok(A, JOIN);
    table.ok(A, SIT);
    table.all_ready(&[A, B]);
    table.play_to_end(&[A, B]);
    let before = table.snapshot(B).state;
    table.crash(0);
    let after = table.snapshot(B).state;
    assert_eq!(before, after);
    assert_eq!(after.series.matches, 2);
}

#[test]
fn whoever_is_forgotten_when_it_opens_is_never_shown_in_it() {
    let mut table = played(UNLISTED);
    ban_c(&mut table);
    all_leave(&mut table, &[A, B]);
    let names = [A, C].map(|conn| format!("\"{}\"", person(conn).name));
    let asleep = table.log().floor.expect("a floor").body;
    assert!(names.iter().all(|name| asleep.contains(name)), "{asleep}");
    let assert_not_shown = |table: &mut Table| {
        table.take(B);
        table.ok(B, JOIN);
        let shown = format!("{:?}", table.all(B));
        let is_named = names.iter().any(|name| shown.contains(name));
        assert!(!is_named, "{shown}");
    };
    table.wake_without(B, &[player(A), player(C)]);
    assert_not_shown(&mut table);
    table.ok(B, SIT);
    assert_eq!(owner(&mut table, B), Some(player(B)), "nobody owned it");
    // Each row after the floor is without them, and so is the room that they make.
    table.crash(0);
    assert_not_shown(&mut table);
}

#[test]
fn whoever_is_forgotten_is_waited_for_no_more_and_named_nowhere() {
    let mut table = asleep();
    table.wake(C);
    table.ok(C, JOIN);
    let gone = BTreeSet::from([player(A)]);
    let forgotten = table.admin_command(AdminCommand::Forget(Arc::new(gone)));
    assert_eq!(forgotten, Ok(()));
    table.take(C);
    table.snapshot(C);
    let name = person(A).name.to_string();
    let told = format!("{:?}", table.all(C));
    assert!(!told.contains(&name), "{told}");
    table.ok(C, SIT);
    assert_eq!(owner(&mut table, C), Some(player(C)), "nobody owned it");
    table.handle(Input::Detached { conn: C });
}
