//! Resuming after a disconnect: with events if they are few, with a snapshot if they are many.

use std::collections::BTreeSet;

use giog_protocol::client::{Join, RoomCommand};
use giog_protocol::server::{LeftReason, RoomEvent, SeqEvent, ServerMessage};
use giog_protocol::without_names;
use giog_rooms::{ConnId, Context, Input, RoomAnswer, RoomLimits, RoomQuery};
use giog_rules::{Action, Decision};

use crate::table::{A, B, C, Table, context, person};

/// The messages to a connection that resumes after this event.
fn sent(table: &mut Table, after: u64) -> Vec<ServerMessage> {
    table.take(C);
    let join = Join {
        after: Some(after),
        ..Join::default()
    };
    table.ask(C, RoomCommand::Join(join)).expect("in");
    let mut sent = table.take(C);
    sent.retain(|message| !matches!(message, ServerMessage::Ok(_) | ServerMessage::Notice(_)));
    sent
}

#[test]
fn more_events_than_a_connection_takes_are_a_picture() {
    let limits = RoomLimits {
        events_resumed: 20,
        ..RoomLimits::default()
    };
    let most = limits.events_resumed as u64;
    let context = Context {
        limits,
        ..context()
    };
    let mut table = Table::with(r#"{"seats":3}"#, context);
    while table.snapshot(A).seq < 2 * most {
        table.ok(A, r#"{"type":"ready"}"#);
        table.ok(A, r#"{"type":"unready"}"#);
    }
    let last = table.snapshot(A).seq;
    let few = sent(&mut table, last - most);
    assert!(matches!(few[0], ServerMessage::Resumed(_)));
    let seqs = few.iter().filter_map(|message| match message {
        ServerMessage::Event(SeqEvent { seq, .. }) => Some(*seq),
        _ => None,
    });
    assert!(seqs.eq(last - most + 1..=last));
    for after in [0, last - most - 1] {
        let many = sent(&mut table, after);
        assert!(
            matches!(&many[..], [ServerMessage::Snapshot(shown), ServerMessage::Now(_)] if shown.seq == last)
        );
    }
}

/// The connections that get a snapshot; all others resume with events.
fn is_picture(sent: &[ServerMessage]) -> bool {
    matches!(sent[0], ServerMessage::Snapshot(_))
}

/// The running match over REST: the number of omitted events, and the others.
fn shown_over_rest(table: &mut Table) -> (u64, Vec<RoomEvent>) {
    let match_id = table.match_id(A);
    table.handle(Input::Ask {
        ticket: 0,
        person: None,
        query: RoomQuery::Match {
            match_id,
            seen_as: None,
            alone: false,
        },
    });
    match table.answers.pop() {
        Some(Ok(RoomAnswer::Match(answer))) => (answer.left_out, answer.events),
        other => panic!("{other:?}"),
    }
}

/// The first listed action that was not taken yet, so that no match ends early by repetition.
fn act_anew(table: &mut Table, done: &mut Vec<Action>) {
    let conn = [A, B].into_iter().find(|&conn| table.must_decide(conn));
    let conn = conn.expect("somebody is waited for");
    let you = table.now_of(conn).you.expect("a seat");
    let Some(Decision::Board(decision)) = you.decision else {
        panic!("a game on a board");
    };
    let count = |action: &Action| done.iter().filter(|&other| other == action).count();
    let listed = decision.listed().map(Action::Board);
    let action = listed.min_by_key(count).expect("something to do");
    done.push(action.clone());
    table.act(conn, you.turn, action).expect("a legal action");
}

#[test]
fn of_a_long_match_on_a_board_the_latest_events_are_kept_and_the_others_said_to_be_left_out() {
    const PLIES: u64 = 60;
    const BYTES: usize = 24 * 1_024;
    let limits = RoomLimits {
        events_kept_bytes: BYTES,
        ..RoomLimits::default()
    };
    let context = Context {
        limits,
        ..context()
    };
    let settings = r#"{"variant":"xiangqi","clock":{"kind":"none"}}"#;
    let mut table = Table::with(settings, context);
    table.ok(B, r#"{"type":"join","sit":true}"#);
    table.all_ready(&[A, B]);
    let start = table.snapshot(A).seq - 1;
    let (left_out, events) = shown_over_rest(&mut table);
    assert_eq!((left_out, events.len()), (0, 2), "the start and the board");
    let mut done = Vec::new();
    for _ in 0..PLIES {
        act_anew(&mut table, &mut done);
    }
    let last = table.snapshot(A).seq;
    let (left_out, shown) = shown_over_rest(&mut table);
    let kept = shown.len() as u64;
    assert_eq!(left_out + kept, PLIES + 2, "none is lost in between");
    let bytes = serde_json::to_string(&shown).expect("JSON").len();
    assert!(left_out > 0 && bytes <= BYTES && kept >= PLIES / 5);
    assert_eq!(start + PLIES + 1, last);
    let told: Vec<RoomEvent> = table
        .events(B)
        .into_iter()
        .map(|(_, event)| event)
        .collect();
    assert!(told.ends_with(&shown), "as it was told");
    // A connection that missed only kept events resumes with them, here as in a room from its log.
    let whole = table.whole_log();
    for log in [None, Some(table.log()), Some(whole)] {
        if let Some(log) = log {
            table.now.mono_ms = 5_000;
            table.room = table.replay(log).expect("a log makes a room");
        }
        assert!(!is_picture(&sent(&mut table, last - kept)));
        assert!(is_picture(&sent(&mut table, last - kept - 1)));
        assert_eq!(shown_over_rest(&mut table), (left_out, shown.clone()));
    }
}

#[test]
fn deleting_people_does_not_change_which_events_are_kept() {
    let limits = RoomLimits {
        events_kept_bytes: 64 * 1_024,
        ..RoomLimits::default()
    };
    let context = Context {
        limits,
        ..context()
    };
    let mut table = Table::with(r#"{"seats":3}"#, context);
    // So many that all their names together are longer or shorter than one event.
    for _ in 0..100 {
        table.pass(10_000);
        table.ok(B, r#"{"type":"join","sit":true}"#);
        table.ok(B, r#"{"type":"leave"}"#);
    }
    let last = table.snapshot(A).seq;
    let resumes = |table: &mut Table| {
        let afters = (0..=last).map(|after| !is_picture(&sent(table, after)));
        afters.collect::<Vec<bool>>()
    };
    let before = resumes(&mut table);
    assert!(before.contains(&false) && before.contains(&true));
    let forgotten = person(B).player;
    let names = BTreeSet::from([forgotten]);
    for (_, row) in &mut table.rows {
        if let Some(without) = without_names(row.as_bytes(), &names) {
            *row = String::from_utf8(without).expect("a text stays one");
        }
    }
    table.crash(0);
    assert_eq!(resumes(&mut table), before);
}

#[test]
fn a_client_that_names_later_events_is_counted_and_gets_a_snapshot() {
    let mut table = Table::with(r#"{"seats":3}"#, context());
    let last = table.snapshot(A).seq;
    sent(&mut table, last);
    assert_eq!(table.seen_more, 0);
    let picture = sent(&mut table, last + 1);
    assert!(matches!(picture[0], ServerMessage::Snapshot(_)));
    assert_eq!(table.seen_more, 1);
}

#[test]
fn who_was_in_a_room_that_moved_is_told_what_they_missed_and_nothing_else() {
    let mut table = Table::of(&[A, B], r#"{"seats":2,"clock":{"kind":"none"}}"#);
    let seen = table.events(B).last().expect("events").0;
    table.move_on(50);
    table.take(B);
    let resumed = |conn: ConnId, after| Input::Resumed {
        conn,
        person: person(conn),
        after,
    };
    table.handle(resumed(A, seen));
    table.ok(A, r#"{"type":"ready"}"#);
    table.handle(resumed(B, seen));
    let told = table.take(B);
    let kinds: Vec<u64> = told
        .iter()
        .filter_map(|message| match message {
            ServerMessage::Event(event) => Some(event.seq),
            ServerMessage::Now(_) | ServerMessage::Notice(_) => None,
            other => panic!("nobody asked for {other:?}"),
        })
        .collect();
    assert_eq!(kinds, [seen + 1]);
    table.ok(A, r#"{"type":"unready"}"#);
    let next = table.take(B);
    assert!(
        next.iter()
            .any(|message| matches!(message, ServerMessage::Event(event) if event.seq == seen + 2))
    );
    // A person who was banned before they joined does not get in.
    let banned = person(B).player;
    let ban = format!(r#"{{"type":"remove","player":"{banned}","ban":true}}"#);
    table.ok(A, &ban);
    table.handle(resumed(ConnId(102), seen));
    let told = table.take(ConnId(102));
    let [ServerMessage::Left(left)] = told.as_slice() else {
        panic!("{told:?}");
    };
    assert_eq!(left.reason, LeftReason::Removed);
    // A client that names an event that does not exist gets a snapshot.
    table.handle(resumed(C, seen + 50));
    let whole = table.take(C);
    assert!(matches!(whole[0], ServerMessage::Snapshot(_)));
}
