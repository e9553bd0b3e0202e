//! The players' entropy: committed to, opened, or not opened.

use giog_protocol::client::{OpenEntropy, Ready, RoomCommand};
use giog_protocol::server::{CancelReason, RoomEvent, StandReason};
use giog_protocol::{ErrorCode, Phase};
use giog_rooms::ConnId;
use giog_rules::fairness::{Digest, Entropy, entropy_commitment};
use giog_rules::{MatchId, Seat, verify};
use giog_store::Fact;

use crate::table::{A, B, Table, record_of};

fn entropy(byte: u8) -> Entropy {
    Entropy::new(vec![byte; 16]).expect("16 bytes")
}

fn ready(match_id: MatchId, entropy_commitment: Option<Digest>) -> Ready {
    Ready {
        match_id: Some(match_id),
        entropy_commitment,
    }
}

/// A table for two where `A` has committed to entropy and all are ready.
fn opening() -> (Table, MatchId) {
    let mut table = Table::of(&[A, B], r#"{"seats":2,"clock":{"kind":"none"}}"#);
    let match_id = table.next_match();
    let commitment = entropy_commitment(match_id, Seat::new(0), &entropy(5));
    table
        .ready(A, ready(match_id, Some(commitment)))
        .expect("ready");
    table.ok(B, r#"{"type":"ready"}"#);
    assert_eq!(table.snapshot(A).state.phase, Phase::Opening);
    (table, match_id)
}

fn open(table: &mut Table, conn: ConnId, match_id: MatchId, entropy: Entropy) -> Option<ErrorCode> {
    let open = OpenEntropy { match_id, entropy };
    let answer = table.ask(conn, RoomCommand::OpenEntropy(open));
    answer.err().map(|error| error.code)
}

fn cancelled(table: &Table) -> Option<(CancelReason, Vec<StandReason>)> {
    let events = table.events(B);
    let reason = events.iter().find_map(|(_, event)| match event {
        RoomEvent::Cancelled { reason, .. } => Some(*reason),
        _ => None,
    })?;
    let stood = events.iter().filter_map(|(_, event)| match event {
        RoomEvent::Stood { reason, .. } => Some(*reason),
        _ => None,
    });
    Some((reason, stood.collect()))
}

#[test]
fn without_entropy_a_match_begins_when_all_are_ready() {
    let mut table = Table::of(&[A, B], r#"{"seats":2}"#);
    table.ok(A, r#"{"type":"ready"}"#);
    table.ok(A, r#"{"type":"unready"}"#);
    table.ok(B, r#"{"type":"ready"}"#);
    assert!(table.snapshot(A).game.is_none());
    table.ok(A, r#"{"type":"ready"}"#);
    assert!(table.snapshot(A).game.is_some());
}

#[test]
fn people_who_join_while_entropy_is_opened_get_the_commitments() {
    let (mut table, match_id) = opening();
    let published = table
        .events(B)
        .into_iter()
        .find_map(|(_, event)| match event {
            RoomEvent::Committed {
                entropy_commitments,
                ..
            } => Some(entropy_commitments),
            _ => None,
        });
    assert!(published.is_some());
    assert_eq!(table.snapshot(B).state.entropy_commitments, published);
    // Before and afterwards, the room has none.
    let shown = |table: &mut Table| {
        let state = table.snapshot(B).state;
        serde_json::to_string(&state)
            .expect("JSON")
            .contains("entropy_commitments")
    };
    assert!(shown(&mut table));
    assert_eq!(open(&mut table, A, match_id, entropy(5)), None);
    assert!(!shown(&mut table));
    let mut gathering = Table::of(&[A, B], r#"{"seats":2}"#);
    assert!(!shown(&mut gathering));
}

#[test]
fn commitments_are_published_together_and_entropy_only_with_the_start() {
    let (mut table, match_id) = opening();
    let text = entropy(5).to_string();
    assert_eq!(open(&mut table, A, match_id, entropy(5)), None);
    let events = table.events(B);
    let started = events
        .iter()
        .position(|(_, event)| matches!(event, RoomEvent::Start(_)))
        .expect("a start");
    let json = |event: &RoomEvent| serde_json::to_string(event).expect("JSON");
    assert!(
        events[..started]
            .iter()
            .all(|(_, event)| !json(event).contains(&text))
    );
    assert!(json(&events[started].1).contains(&text));
    table.play_to_end(&[A, B]);
    let record = record_of(table.finished()[0]);
    let key = table.context.signer.public_key();
    let report = verify(&record, None, &[key]);
    assert_eq!(report.verdict, giog_rules::Proof::Pass, "{report:?}");
}

#[test]
fn opening_and_readiness_may_be_sent_again() {
    let (mut table, match_id) = opening();
    let commitment = entropy_commitment(match_id, Seat::new(0), &entropy(5));
    let rows = table.rows.len();
    table
        .ready(A, ready(match_id, Some(commitment)))
        .expect("again");
    assert_eq!(table.rows.len(), rows);
    assert_eq!(open(&mut table, A, match_id, entropy(5)), None);
    let rows = table.rows.len();
    assert_eq!(open(&mut table, A, match_id, entropy(5)), None);
    table
        .ready(A, ready(match_id, Some(commitment)))
        .expect("again");
    assert_eq!(table.rows.len(), rows, "nothing is changed by it");
}

#[test]
fn another_entropy_than_committed_to_loses_the_seat() {
    let (mut table, match_id) = opening();
    assert_eq!(
        open(&mut table, A, match_id, entropy(6)),
        Some(ErrorCode::EntropyMismatch)
    );
    assert_eq!(
        cancelled(&table),
        Some((CancelReason::Mismatch, vec![StandReason::NotOpened]))
    );
    assert_ne!(table.next_match(), match_id, "another start is prepared");
    let kept = table
        .facts
        .iter()
        .any(|fact| matches!(fact, Fact::StartCancelled(start) if start.match_id == match_id));
    assert!(kept, "the start is in the history");
}

#[test]
fn no_entropy_at_all_is_none_that_was_committed_to() {
    let mut table = Table::of(&[A, B], r#"{"seats":2}"#);
    let match_id = table.next_match();
    let commitment = entropy_commitment(match_id, Seat::new(0), &Entropy::NONE);
    table
        .ready(A, ready(match_id, Some(commitment)))
        .expect("ready");
    table.ok(B, r#"{"type":"ready"}"#);
    assert_eq!(
        open(&mut table, A, match_id, Entropy::NONE),
        Some(ErrorCode::EntropyMismatch)
    );
}

#[test]
fn entropy_that_is_not_opened_in_time_cancels_the_start() {
    let (mut table, _) = opening();
    assert_eq!(table.now_of(B).start_left_ms, Some(10_000));
    table.pass(9_999);
    assert_eq!(cancelled(&table), None);
    table.pass(1);
    assert_eq!(
        cancelled(&table),
        Some((CancelReason::NotOpened, vec![StandReason::NotOpened]))
    );
    let seats = table.snapshot(B).state.seats;
    assert!(
        seats.iter().all(|seat| !seat.ready),
        "all say again that they are ready"
    );
}

#[test]
fn leaving_while_entropy_is_awaited_cancels_the_start() {
    let (mut table, _) = opening();
    table.ok(A, r#"{"type":"leave"}"#);
    assert_eq!(
        cancelled(&table),
        Some((CancelReason::Left, vec![StandReason::Left]))
    );
}

#[test]
fn entropy_is_for_the_match_it_was_made_for_and_from_whom_it_is_awaited() {
    let mut table = Table::of(&[A, B], r#"{"seats":2}"#);
    let match_id = table.next_match();
    assert_eq!(
        open(&mut table, A, match_id, entropy(5)),
        Some(ErrorCode::NoEntropyAwaited)
    );
    let stale = MatchId(uuid::Uuid::from_u128(1));
    let commitment = entropy_commitment(match_id, Seat::new(0), &entropy(5));
    let error = table
        .ready(A, ready(stale, Some(commitment)))
        .expect_err("stale");
    assert_eq!(error.code, ErrorCode::StaleMatch);
    let nameless = Ready {
        match_id: None,
        entropy_commitment: Some(commitment),
    };
    assert_eq!(
        table.ready(A, nameless).expect_err("for what?").code,
        ErrorCode::BadRequest
    );
    let (mut table, match_id) = opening();
    assert_eq!(
        open(&mut table, B, match_id, entropy(5)),
        Some(ErrorCode::NoEntropyAwaited)
    );
    assert_eq!(
        open(&mut table, A, stale, entropy(5)),
        Some(ErrorCode::StaleMatch)
    );
}
