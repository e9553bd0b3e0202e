//! Commands of the operator.

use giog_protocol::client::{OpenEntropy, Ready, RoomCommand};
use giog_protocol::server::{CloseReason, LeftReason, RoomEvent, ServerMessage};
use giog_protocol::{ErrorCode, Phase};
use giog_rooms::{AdminCommand, Times};
use giog_rules::Seat;
use giog_rules::fairness::{Entropy, entropy_commitment};

use crate::table::{A, B, C, Table, player, record_of};

#[test]
fn a_stopped_room_ends_its_match_as_abandoned_and_closes() {
    let mut table = Table::playing(&[A, B], r#"{"seats":2}"#);
    table.ok(C, r#"{"type":"join"}"#);
    assert_eq!(table.admin_command(AdminCommand::Stop), Ok(()));
    assert!(table.gone);
    let finished = table.finished();
    assert_eq!(finished.len(), 1, "its record is kept, and signed");
    let record: giog_rules::Record =
        serde_json::from_slice(&record_of(finished[0])).expect("a record");
    assert_eq!(record.status, giog_rules::record::RecordStatus::Abandoned);
    for conn in [A, B, C] {
        let events = table.events(conn);
        let (_, last) = events.last().expect("events");
        let reason = CloseReason::Operator;
        assert_eq!(*last, RoomEvent::Closed { reason });
        assert!(matches!(
            table.all(conn).last(),
            Some(ServerMessage::Left(left)) if left.reason == LeftReason::Closed
        ));
    }
}

#[test]
fn a_stop_is_confirmed_when_it_is_durable_and_not_before() {
    let mut table = Table::playing(&[A, B], r#"{"seats":2}"#);
    table.commits = false;
    table.handle(giog_rooms::Input::AdminCommand {
        ticket: 0,
        command: AdminCommand::Stop,
    });
    assert!(table.done.is_empty() && !table.gone);
    table.commit();
    assert!(table.done == [Ok(())] && table.gone);
}

#[test]
fn a_removed_person_loses_the_seat_and_the_room() {
    let mut table = Table::of(&[A, B], r#"{"seats":3}"#);
    assert_eq!(table.admin_command(AdminCommand::Expel(player(A))), Ok(()));
    assert!(matches!(
        table.all(A).last(),
        Some(ServerMessage::Left(left)) if left.reason == LeftReason::Expelled
    ));
    let state = table.snapshot(B).state;
    assert_eq!(state.owner, Some(player(B)));
    assert_eq!(state.seats[0].occupant, None);
    assert_eq!(
        table.admin_command(AdminCommand::Expel(player(C))),
        Ok(()),
        "not there"
    );
}

#[test]
fn the_seat_of_a_person_removed_from_a_match_is_played_to_its_end() {
    let mut table = Table::playing(&[A, B], r#"{"seats":2,"reveal_pause_ms":0}"#);
    assert_eq!(table.admin_command(AdminCommand::Expel(player(B))), Ok(()));
    table.play_to_end(&[A]);
    assert_eq!(table.snapshot(A).state.seats[1].occupant, None);
    assert_eq!(table.finished().len(), 1);
}

#[test]
fn a_draining_room_plays_on_and_begins_nothing() {
    let mut table = Table::playing(&[A, B], r#"{"seats":2,"reveal_pause_ms":0}"#);
    assert_eq!(table.admin_command(AdminCommand::Drain(true)), Ok(()));
    table.play_to_end(&[A, B]);
    table.refused(A, r#"{"type":"ready"}"#, ErrorCode::Draining);
    assert_eq!(table.admin_command(AdminCommand::Drain(false)), Ok(()));
    table.all_ready(&[A, B]);
    assert_eq!(table.snapshot(A).state.phase, Phase::Playing);
}

#[test]
fn a_start_that_entropy_is_opened_for_is_no_new_one() {
    let mut table = Table::of(&[A, B], r#"{"seats":2}"#);
    let match_id = table.next_match();
    let entropy = Entropy::new(vec![7; 32]).expect("some bytes");
    let commitment = entropy_commitment(match_id, Seat::new(0), &entropy);
    let ready = Ready {
        match_id: Some(match_id),
        entropy_commitment: Some(commitment),
    };
    table.ready(A, ready).expect("ready");
    table.ok(B, r#"{"type":"ready"}"#);
    table
        .admin_command(AdminCommand::Drain(true))
        .expect("drained");
    let open = RoomCommand::OpenEntropy(OpenEntropy { match_id, entropy });
    table.ask(A, open).expect("opened");
    assert!(table.snapshot(A).game.is_some());
}

#[test]
fn nobody_loses_their_seat_for_not_being_ready_while_no_match_begins() {
    let ready_ms = Times::default().ready_ms;
    let drained = || {
        let mut table = Table::of(&[A, B], r#"{"seats":2}"#);
        table.ok(A, r#"{"type":"ready"}"#);
        for (draining, then_ms) in [(true, 3_600_000), (false, ready_ms - 1)] {
            table
                .admin_command(AdminCommand::Drain(draining))
                .expect("done");
            table.pass(then_ms);
        }
        table
    };
    let mut table = drained();
    table.ok(B, r#"{"type":"ready"}"#);
    assert!(table.snapshot(A).game.is_some());
    let mut table = drained();
    table.pass(1);
    table.refused(B, r#"{"type":"ready"}"#, ErrorCode::NotSeated);
}

#[test]
fn a_match_that_everybody_was_ready_for_begins_when_draining_ends() {
    let mut table = Table::of(&[A, B], r#"{"seats":2}"#);
    table.ok(A, r#"{"type":"ready"}"#);
    table
        .admin_command(AdminCommand::Drain(true))
        .expect("drained");
    table.refused(B, r#"{"type":"ready"}"#, ErrorCode::Draining);
    table
        .admin_command(AdminCommand::Drain(false))
        .expect("goes on");
    table.ok(B, r#"{"type":"ready"}"#);
    assert!(table.snapshot(A).game.is_some());
}
