//! Events from before a room was opened to more people are shown only to those who were there.

use giog_protocol::client::{Act, Join, RoomCommand};
use giog_protocol::server::{RoomEvent, ServerMessage};
use giog_protocol::{ErrorCode, Series};
use giog_rooms::{ConnId, Input, RoomAnswer, RoomQuery};
use giog_rules::{Action, Record};

use crate::table::{A, B, C, D, Table, command, record_of};

const SECRET: &str = r#"{"type":"configure","settings":{"seats":2,"ceremony":"server","clock":{"kind":"none"},"password":"open"}}"#;
const PUBLIC: &str =
    r#"{"type":"configure","settings":{"seats":2,"ceremony":"server","clock":{"kind":"none"}}}"#;

fn configured(access: &str) -> String {
    PUBLIC.replace(r#""seats""#, &format!(r#""access":"{access}","seats""#))
}

/// Two people have played a match in a room with a password, and cancelled a start.
fn after_a_secret_match() -> Table {
    let mut table = Table::new(r#"{"seats":2}"#);
    table.ok(A, SECRET);
    table.ok(B, r#"{"type":"join","sit":true,"password":"open"}"#);
    table.all_ready(&[A, B]);
    table.play_to_end(&[A, B]);
    table
}

fn resumed(table: &mut Table, conn: ConnId, after: u64) -> Vec<ServerMessage> {
    table.take(conn);
    let after = Some(after);
    let join = Join {
        after,
        ..Join::default()
    };
    table.ask(conn, RoomCommand::Join(join)).expect("in");
    table.take(conn)
}

/// Everything that strangers get of the room.
fn shown_to_strangers(table: &mut Table) -> String {
    let mut shown = String::new();
    let last = table.snapshot(A).seq;
    for after in 0..=last {
        for message in resumed(table, C, after) {
            shown.push_str(&message.encode());
        }
    }
    table.handle(Input::Ask {
        ticket: 0,
        person: None,
        query: RoomQuery::Room,
    });
    let Some(Ok(RoomAnswer::Room { state, .. })) = table.answers.pop() else {
        panic!("a room that everybody may see");
    };
    shown.push_str(&serde_json::to_string(&state).expect("JSON"));
    shown.push_str(&serde_json::to_string(&table.room.summary()).expect("JSON"));
    shown
}

#[test]
fn people_who_may_join_later_learn_nothing_from_before() {
    for widened in [configured("public"), configured("unlisted")] {
        let mut table = after_a_secret_match();
        let secret = table.finished()[0].match_id.to_string();
        let seen_before = table.snapshot(B);
        assert_eq!(seen_before.state.series.matches, 1);
        table.take(B);
        table.ok(A, &widened);
        for crashed in [false, true] {
            if crashed {
                table.crash(0);
                for conn in [A, B] {
                    table.ok(conn, r#"{"type":"join"}"#);
                }
            }
            let shown = shown_to_strangers(&mut table);
            assert!(!shown.contains(&secret), "the match before is not named");
            for word in ["\"finished\"", "\"trick\"", "\"created\""] {
                assert!(!shown.contains(word), "{word} happened before");
            }
            let state = table.snapshot(D).state;
            assert_eq!((state.previous, state.series), (None, Series::default()));
        }
        // People who were there get the current snapshot.
        let mut told = table.all(B).iter();
        let told = told.find_map(|message| match message {
            ServerMessage::Snapshot(snapshot) => Some(snapshot),
            _ => None,
        });
        let told = told.expect("a picture");
        assert!(told.seq > seen_before.seq);
        assert_eq!(told.state.previous, None);
        // The next match has no previous one.
        table.all_ready(&[A, B]);
        let start = table.snapshot(C).game.expect("a match").start;
        assert_eq!(start.facts.previous, None);
        table.play_to_end(&[A, B]);
        let finished = table.finished();
        let record = record_of(finished.last().expect("two matches"));
        let record: Record = serde_json::from_slice(&record).expect("a record");
        assert_eq!(record.previous, None);
    }
}

#[test]
fn who_acted_in_the_match_before_is_still_told_so() {
    let mut table = after_a_secret_match();
    let match_id = Some(table.finished()[0].match_id);
    table.ok(A, PUBLIC);
    let act = RoomCommand::Act(Act {
        turn: 0,
        match_id,
        action: Action::Tricks(giog_rules::tricks::Action::Take { stack: 0 }),
    });
    for (conn, code) in [(A, ErrorCode::Already), (C, ErrorCode::NoMatch)] {
        table.ok(conn, r#"{"type":"join"}"#);
        let refused = table.ask(conn, act.clone()).expect_err("long over");
        assert_eq!(refused.code, code);
    }
}

#[test]
fn narrower_or_the_same_access_keeps_what_was_there() {
    for same in [
        SECRET.replace("open", "shut"),
        SECRET.replace("none", "auto"),
    ] {
        let mut table = after_a_secret_match();
        table.ok(A, &same);
        let state = table.snapshot(B).state;
        assert_eq!(state.series.matches, 1);
        assert!(state.previous.is_some());
        let events = table.events(B);
        let is_configured = |event: &RoomEvent| matches!(event, RoomEvent::Configured { .. });
        assert!(events.iter().any(|(_, event)| is_configured(event)));
    }
    let mut table = Table::of(
        &[A, B],
        r#"{"seats":2,"ceremony":"server","clock":{"kind":"none"}}"#,
    );
    table.all_ready(&[A, B]);
    table.play_to_end(&[A, B]);
    table.ok(A, &configured("unlisted"));
    table.ok(C, r#"{"type":"join"}"#);
    assert_eq!(table.snapshot(C).state.series.matches, 1, "it was public");
    assert!(matches!(command(SECRET), RoomCommand::Configure(_)));
}
