//! The end of a match: what is sent before its record exists, what waits for the record, and a crash in between.

use giog_protocol::ErrorCode;
use giog_protocol::server::{RoomEvent, ServerMessage};
use giog_rooms::{AdminCommand, Input};
use giog_rules::SeenEvent;

use crate::table::{A, B, Table};

const SETTINGS: &str =
    r#"{"seats":2,"clock":{"kind":"none"},"ceremony":"server","reveal_pause_ms":0}"#;

/// A finished match whose record was requested and is not there yet.
fn over() -> Table {
    let mut table = Table::playing(&[A, B], SETTINGS);
    table.records = false;
    while table.unrecorded.is_none() {
        let decides = |conn: &giog_rooms::ConnId| {
            table
                .now_of(*conn)
                .you
                .is_some_and(|you| you.decision.is_some_and(|decision| decision.must()))
        };
        let conn = [A, B].into_iter().find(decides);
        table.act_default(conn.expect("somebody decides until the end"));
    }
    assert!(table.room.is_recording());
    table
}

fn has_event(table: &Table, is: impl Fn(&RoomEvent) -> bool) -> bool {
    table.events(B).iter().any(|(_, event)| is(event))
}

fn is_over(event: &RoomEvent) -> bool {
    matches!(event, RoomEvent::Game(game) if matches!(game.event, SeenEvent::Tricks(giog_rules::tricks::SeenEvent::Over(_))))
}

const fn is_finished(event: &RoomEvent) -> bool {
    matches!(event, RoomEvent::Finished { .. })
}

/// The record is there.
fn recorded(table: &mut Table) {
    let finished = table.unrecorded.take().expect("it was asked for");
    table.handle(Input::Recorded { finished });
}

#[test]
fn the_last_trick_is_told_before_there_is_a_record_and_the_end_of_the_match_after_it_is_stored() {
    let mut table = over();
    assert!(has_event(&table, is_over), "the last trick is told");
    assert!(!has_event(&table, is_finished));
    assert!(table.finished().is_empty());
    table.commits = false;
    recorded(&mut table);
    assert_eq!(table.finished().len(), 1, "it is in the row of the end");
    assert!(!has_event(&table, is_finished), "which is not durable yet");
    table.commit();
    assert!(has_event(&table, is_finished));
    let last = table.all(B).last();
    assert!(matches!(last, Some(ServerMessage::Now(_))), "{last:?}");
    assert!(!table.room.is_recording());
}

#[test]
fn a_crash_before_the_record_is_stored_makes_the_same_record_again() {
    let mut table = over();
    let before = table.unrecorded.take().expect("it was asked for");
    table.crash(0);
    assert!(table.room.is_recording());
    table.handle(Input::Tick);
    assert_eq!(table.unrecorded.as_ref(), Some(&before));
    // The row of the end was being stored, and is lost.
    recorded(&mut table);
    let ended = table.rows.len();
    table.facts.clear();
    table.crash(1);
    table.handle(Input::Tick);
    assert_eq!(table.unrecorded.as_ref(), Some(&before));
    recorded(&mut table);
    assert_eq!(table.rows.len(), ended);
    assert_eq!(table.finished(), [&*before]);
    assert!(!table.replayed().is_recording());
}

#[test]
fn nothing_is_done_while_the_record_is_made_and_it_waits_for_the_storage() {
    let mut table = over();
    let rows = table.rows.len();
    table.refused(A, r#"{"type":"leave"}"#, ErrorCode::Busy);
    table.refused(B, r#"{"type":"join"}"#, ErrorCode::Busy);
    assert_eq!(table.room.wake_at_mono_ms(), None);
    assert_eq!(
        table.admin_command(AdminCommand::Stop),
        Err(ErrorCode::Busy)
    );
    table.handle(Input::Storage { available: false });
    recorded(&mut table);
    table.refused(A, r#"{"type":"leave"}"#, ErrorCode::StorageUnavailable);
    assert_eq!(table.rows.len(), rows);
    table.handle(Input::Storage { available: true });
    assert_eq!(table.rows.len(), rows + 1);
    assert_eq!(table.finished().len(), 1);
    table.ok(A, r#"{"type":"ready"}"#);
}

/// The command is not repeated: a room that missed it would start matches until the server stops, or none any more.
#[test]
fn whether_matches_may_begin_is_noted_while_the_record_waits_for_the_storage() {
    let drain: fn(bool) -> AdminCommand = AdminCommand::Drain;
    for (order, code) in [
        (drain, ErrorCode::Draining),
        (AdminCommand::DiskLow, ErrorCode::DiskLow),
    ] {
        for holds_back in [true, false] {
            let mut table = over();
            table.handle(Input::Storage { available: false });
            recorded(&mut table);
            assert_eq!(table.admin_command(order(!holds_back)), Ok(()));
            assert_eq!(table.admin_command(order(holds_back)), Ok(()));
            table.handle(Input::Storage { available: true });
            if holds_back {
                table.refused(A, r#"{"type":"ready"}"#, code);
            } else {
                table.ok(A, r#"{"type":"ready"}"#);
            }
        }
    }
}

#[test]
fn a_log_from_before_matches_were_finished_by_an_entry_of_their_own_makes_the_same_room() {
    let mut table = over();
    recorded(&mut table);
    let (_, last) = table.rows.pop().expect("the row of the end");
    let finished = r#"{"e":"finished","forfeits":true},"#;
    assert!(last.contains(finished), "{last}");
    let rest = last.replace(finished, "");
    let entries = rest.split_once("\"entries\":[").expect("entries").1;
    let (_, acted) = table.rows.last_mut().expect("the last action's row");
    assert!(acted.contains(",\"over\":true"), "{acted}");
    *acted = acted.replace(",\"over\":true", "");
    let joined = acted.strip_suffix("]}").expect("a row").to_owned();
    *acted = format!("{joined},{entries}");
    table.crash(0);
    assert!(!table.room.is_recording());
    table.records = true;
    table.ok(A, r#"{"type":"join"}"#);
    table.ok(B, r#"{"type":"join"}"#);
    let state = table.snapshot(A).state;
    assert!(state.previous.is_some() && state.series.matches == 1);
    table.all_ready(&[A, B]);
    table.play_to_end(&[A, B]);
}

#[test]
fn no_floor_passes_a_match_without_its_record() {
    let mut table = Table::playing(&[A, B], SETTINGS);
    for _ in 0..3 {
        table.play_to_end(&[A, B]);
        table.all_ready(&[A, B]);
    }
    let stored = table.finished().len();
    for (index, floor) in &table.floors {
        let starts = |row: &&(u64, String)| row.1.contains("\"e\":\"started\"");
        let below = table.rows.iter().filter(|(index, _)| *index < floor.below);
        let begun = below.filter(starts).count();
        let up_to = table.rows.iter().filter(|(row, _)| row < index);
        let finished = up_to.filter(|(_, body)| body.contains("\"e\":\"finished\""));
        assert!(begun <= finished.count(), "the floor of row {index}");
    }
    assert!(!table.floors.is_empty() && stored == 3);
}

#[test]
fn a_player_whose_clock_ends_the_match_is_not_away_in_it() {
    let mut table = Table::playing(&[A, B], r#"{"seats":2,"ceremony":"server"}"#);
    table.records = false;
    let hand = |table: &mut Table| {
        let game = table.snapshot(A).game.expect("a match");
        game.view.tricks().expect("tricks").hand_sizes[giog_rules::Seat::new(0)]
    };
    while hand(&mut table) > 2 {
        for conn in [A, B] {
            if table.must_decide(conn) {
                table.act_default(conn);
            }
        }
        // The pause after a reveal.
        table.pass(5_000);
    }
    while table.unrecorded.is_none() {
        table.pass(1_000);
    }
    let events = table.events(A);
    let over = events.iter().position(|(_, event)| is_over(event));
    let after = &events[over.expect("it is over")..];
    let is_away = |event: &RoomEvent| matches!(event, RoomEvent::Away { .. });
    assert!(!after.iter().any(|(_, event)| is_away(event)), "{after:?}");
}
