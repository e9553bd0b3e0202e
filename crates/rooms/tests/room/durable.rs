//! Nothing is sent before it is durable, and a room restored from its log is the same room.

use giog_protocol::ErrorCode;
use giog_protocol::client::{Join, RoomCommand};
use giog_protocol::server::ServerMessage;
use giog_rooms::{ConnId, Input, RoomQuery};
use giog_rules::record::By;

use crate::table::{A, B, C, D, Table, command};

const TIMED: &str = r#"{"seats":2,"ceremony":"server","clock":{"kind":"timed","decision_ms":10000,"bank_ms":5000}}"#;

fn join(after: Option<u64>) -> RoomCommand {
    RoomCommand::Join(Join {
        after,
        ..Join::default()
    })
}

/// The messages to a connection when it joins, without the reply.
fn shown(table: &mut Table, conn: ConnId, after: Option<u64>) -> Vec<ServerMessage> {
    table.take(conn);
    table.ask(conn, join(after)).expect("in");
    let mut shown = table.take(conn);
    shown.retain(|message| !matches!(message, ServerMessage::Ok(_) | ServerMessage::Notice(_)));
    for message in &mut shown {
        if let ServerMessage::Snapshot(snapshot) = message {
            // In memory alone.
            snapshot.happened.clear();
        }
    }
    shown
}

#[test]
fn nothing_leaves_the_room_before_its_row_is_durable() {
    let mut table = Table::of(&[A, B], r#"{"seats":3}"#);
    table.commits = false;
    for conn in [A, B, C] {
        table.take(conn);
    }
    let ready = table.send(A, command(r#"{"type":"ready"}"#));
    let bad = table.send(B, command(r#"{"type":"remove","seat":0}"#));
    let joined = table.send(C, join(None));
    table.handle(Input::Ask {
        ticket: 1,
        person: None,
        query: RoomQuery::Room,
    });
    for conn in [A, B, C] {
        assert_eq!(
            table.all(conn),
            [],
            "everything may tell of what may be lost"
        );
    }
    assert!(table.answers.is_empty());
    table.commit();
    assert!(table.reply(A, ready).is_some_and(|reply| reply.is_ok()));
    assert!(table.reply(B, bad).is_some_and(|reply| reply.is_err()));
    assert!(table.reply(C, joined).is_some_and(|reply| reply.is_ok()));
    assert_eq!(table.answers.len(), 1);
}

#[test]
fn requested_past_events_that_wait_are_bounded_and_charged_at_once() {
    const JOINS: usize = 300;
    const EVENTS_HELD: usize = 2_048;
    let settings = r#"{"seats":2,"ceremony":"server","clock":{"kind":"none"},"reveal_pause_ms":0}"#;
    let mut table = Table::playing(&[A, B], settings);
    let start = table.snapshot(A).seq;
    table.play_on(&[A, B], 12);
    let match_id = table.match_id(A);
    table.commits = false;
    let leader = if table.must_decide(A) { A } else { B };
    let act = table.defaults(&[leader]).remove(0).act;
    table.send(leader, RoomCommand::Act(act));
    let conns: Vec<ConnId> = (0..4).map(|number| ConnId(C.0 + 100 * number)).collect();
    let mut held = 0;
    for conn in conns.iter().cycle().take(JOINS) {
        let re = table.send(*conn, join(Some(start)));
        match table.reply(*conn, re) {
            Some(refused) => assert_eq!(refused.expect_err("full").code, ErrorCode::Busy),
            None => held += 1,
        }
    }
    assert!(held > 0);
    assert_eq!(table.held.len(), held);
    let bytes: usize = table.held.iter().map(|&(_, bytes)| bytes).sum();
    assert!(bytes >= EVENTS_HELD * 1_024, "{bytes}");
    table.handle(Input::Ask {
        ticket: 1,
        person: None,
        query: RoomQuery::Match {
            match_id,
            seen_as: None,
            alone: false,
        },
    });
    assert_eq!(table.answers, [Err(ErrorCode::Busy)]);
    let look = table.send(D, join(None));
    assert!(table.reply(D, look).is_none(), "it will be shown the room");
    table.commit();
    assert!(table.reply(D, look).is_some_and(|reply| reply.is_ok()));
    let events: usize = conns.iter().map(|&conn| table.events(conn).len()).sum();
    let each = events / held;
    assert!(events < EVENTS_HELD + each, "{held} times {each}");
}

#[test]
fn a_room_with_too_many_rows_on_their_way_is_busy() {
    let mut table = Table::of(&[A], r#"{"seats":3}"#);
    table.commits = false;
    for turn in 0..8 {
        table.send(
            A,
            command(if turn % 2 == 0 {
                r#"{"type":"ready"}"#
            } else {
                r#"{"type":"unready"}"#
            }),
        );
    }
    let rows = table.rows.len();
    let busy = table.send(A, command(r#"{"type":"ready"}"#));
    assert_eq!(table.rows.len(), rows);
    table.commit();
    let reply = table.reply(A, busy).expect("a reply");
    assert_eq!(reply.expect_err("busy").code, ErrorCode::Busy);
}

#[test]
fn while_the_storage_is_away_nothing_changes_and_the_clock_stands_still() {
    let mut table = Table::playing(&[A, B], TIMED);
    let slow = if table.must_decide(A) { A } else { B };
    table.handle(Input::Storage { available: false });
    assert_eq!(table.room.wake_at_mono_ms(), None);
    table.pass(3_600_000);
    let turn = table.now_of(slow).you.expect("a seat").turn;
    let act = format!(r#"{{"type":"act","turn":{turn},"do":"play","pieces":"P"}}"#);
    table.refused(slow, &act, ErrorCode::StorageUnavailable);
    table.refused(slow, r#"{"type":"leave"}"#, ErrorCode::StorageUnavailable);
    let snapshot = table.snapshot(slow);
    assert!(snapshot.game.is_some(), "looking is always possible");
    table.handle(Input::Storage { available: true });
    table.pass(14_999);
    let by_clock = |table: &Table| {
        table
            .game_events(A)
            .iter()
            .any(|event| event.by == By::Clock)
    };
    assert!(!by_clock(&table));
    table.pass(1);
    assert!(by_clock(&table));
}

#[test]
fn a_commit_that_takes_long_costs_nobody_time() {
    let mut table = Table::playing(&[A, B], TIMED);
    let leader = if table.must_decide(A) { A } else { B };
    table.commits = false;
    let you = table.now_of(leader).you.expect("a seat");
    let default = you
        .decision
        .and_then(|decision| decision.default_action())
        .expect("a default");
    table.send(
        leader,
        RoomCommand::Act(giog_protocol::client::Act {
            turn: you.turn,
            match_id: None,
            action: default,
        }),
    );
    let rows = table.rows.len();
    for _ in 0..60 {
        table.now.mono_ms += 1_000;
        table.handle(Input::Tick);
    }
    assert_eq!(
        table.rows.len(),
        rows,
        "nobody times out who was not asked yet"
    );
    table.commits = true;
    table.commit();
    let deciding = table.now_of(leader).deciding;
    assert_eq!(
        deciding
            .iter()
            .map(|deciding| deciding.left_ms)
            .collect::<Vec<_>>(),
        [Some(15_000)]
    );
    let _ = table.snapshot(leader);
    let deciding = table.now_of(leader).deciding;
    assert_eq!(
        deciding[0].left_ms,
        Some(15_000),
        "and the time told is the time there is"
    );
}

#[test]
fn a_room_that_is_stopping_begins_nothing_new_and_ends_what_it_has_begun() {
    let mut table = Table::of(&[A, B], r#"{"seats":2}"#);
    table.commits = false;
    let ready = table.send(A, command(r#"{"type":"ready"}"#));
    table.handle(Input::Stopping);
    assert!(!table.room.is_settled());
    let late = table.send(B, command(r#"{"type":"ready"}"#));
    table.commit();
    assert!(table.room.is_settled());
    assert!(table.reply(A, ready).is_some_and(|reply| reply.is_ok()));
    let reply = table.reply(B, late).expect("a reply");
    assert_eq!(reply.expect_err("late").code, ErrorCode::ShuttingDown);
}

#[test]
fn a_room_from_its_log_shows_everybody_the_same() {
    let mut table = Table::of(&[A, B], r#"{"seats":3,"clock":{"kind":"none"}}"#);
    table.ok(A, r#"{"type":"add_bot"}"#);
    table.ok(C, r#"{"type":"join"}"#);
    table.all_ready(&[A, B]);
    table.play_to_end(&[A, B]);
    table.all_ready(&[A, B]);
    for _ in 0..30 {
        for conn in [A, B] {
            table.snapshot(conn);
        }
        table.play_on(&[A, B], 1);
        table.pass(400);
        let everybody = [A, B, C];
        let last = table.snapshot(A).seq;
        let afters = [None, Some(last), Some(last - 3), Some(last - 7)];
        let before: Vec<_> = everybody
            .iter()
            .flat_map(|&conn| afters.map(|after| (conn, after)))
            .map(|(conn, after)| shown(&mut table, conn, after))
            .collect();
        table.crash(0);
        let after: Vec<_> = everybody
            .iter()
            .flat_map(|&conn| afters.map(|after| (conn, after)))
            .map(|(conn, after)| shown(&mut table, conn, after))
            .collect();
        assert_eq!(before, after);
    }
}

#[test]
fn what_was_missed_is_told_exactly_and_what_cannot_be_told_is_shown_whole() {
    let mut table = Table::of(
        &[A, B],
        r#"{"seats":2,"clock":{"kind":"none"},"ceremony":"server"}"#,
    );
    let seen = table.events(B).last().expect("events").0;
    table.handle(Input::Detached { conn: B });
    table.ok(A, r#"{"type":"ready"}"#);
    table.ok(A, r#"{"type":"unready"}"#);
    let missed = shown(&mut table, B, Some(seen));
    assert!(matches!(missed[0], ServerMessage::Resumed(_)));
    let seqs: Vec<u64> = missed
        .iter()
        .filter_map(|message| match message {
            ServerMessage::Event(event) => Some(event.seq),
            _ => None,
        })
        .collect();
    assert_eq!(seqs, [seen + 1, seen + 2]);
    assert!(matches!(missed.last(), Some(ServerMessage::Now(_))));
    for after in [seen + 50, u64::MAX] {
        let whole = shown(&mut table, B, Some(after));
        assert!(matches!(whole[0], ServerMessage::Snapshot(_)));
    }
}

#[test]
fn after_a_restart_everybody_has_the_grace_time_again() {
    let mut table = Table::playing(&[A, B], TIMED);
    table.pass(14_000);
    table.crash(0);
    table.pass(59_000);
    table.ok(A, r#"{"type":"join"}"#);
    table.ok(B, r#"{"type":"join"}"#);
    assert!(!table.is_away(0) && !table.is_away(1));
    let left = table.now_of(A).deciding[0].left_ms;
    assert_eq!(left, Some(1_000));
    assert!(
        table
            .game_events(A)
            .iter()
            .all(|event| event.by != By::Clock)
    );
}

#[test]
fn a_row_of_unknown_outcome_may_be_lost_or_not_and_nobody_was_told_of_it() {
    for lost in [0, 1] {
        let mut table = Table::of(&[A, B], r#"{"seats":2,"clock":{"kind":"none"}}"#);
        let seen = table.snapshot(B).seq;
        table.commits = false;
        table.send(A, command(r#"{"type":"ready"}"#));
        table.crash(lost);
        table.commits = true;
        let missed = shown(&mut table, B, Some(seen));
        let events = missed
            .iter()
            .filter(|message| matches!(message, ServerMessage::Event(_)));
        assert_eq!(events.count(), 1 - lost);
        table.ok(A, r#"{"type":"join"}"#);
        table.all_ready(&[A, B]);
    }
}

#[test]
fn a_log_with_a_gap_or_nonsense_makes_no_room() {
    let table = Table::of(&[A, B, C], "{}");
    let replay = |rows: Vec<(u64, String)>| table.replay(giog_store::RoomLog { floor: None, rows });
    assert!(replay(Vec::new()).is_err());
    assert!(replay(table.rows[1..].to_vec()).is_err());
    let mut gap = table.rows.clone();
    gap.remove(1);
    assert!(replay(gap).is_err());
    let mut nonsense = table.rows.clone();
    nonsense[1].1 = "{}".to_owned();
    assert!(replay(nonsense).is_err());
}

#[test]
fn what_waits_for_a_row_that_does_not_become_durable_is_bounded() {
    let mut table = Table::of(&[A], r#"{"seats":3}"#);
    table.commits = false;
    table.send(A, command(r#"{"type":"ready"}"#));
    for _ in 0..5_000 {
        table.send(B, join(None));
    }
    let refused = table.all(B).len();
    let is_busy = |message: &ServerMessage| matches!(message, ServerMessage::Error(error) if error.code == ErrorCode::Busy);
    assert!((4_000..5_000).contains(&refused) && table.all(B).iter().all(is_busy));
    table.commit();
    assert!(table.all(B).len() - refused <= 2_000);
    table.commits = true;
    table.ok(B, r#"{"type":"join"}"#);
}
