//! Floors: a room restored from its floor equals one that was never stopped, and no room's log grows for ever.

use giog_protocol::ErrorCode;
use giog_protocol::client::{Act, Join, RoomCommand};
use giog_protocol::server::ServerMessage;
use giog_rooms::{ConnId, Input, RoomLimits};
use giog_rules::{Action, Record};
use giog_store::{Floor, RoomLog};
use serde_json::{Value, json};

use crate::table::{A, B, C, Table, command, context, player, record_of};

const UNTIMED: &str = r#"{"seats":3,"clock":{"kind":"none"},"ceremony":"server"}"#;

/// Everything that a connection gets when it joins, except presence.
fn shown(table: &mut Table, conn: ConnId, after: Option<u64>) -> Vec<ServerMessage> {
    table.take(conn);
    let join = Join {
        after,
        ..Join::default()
    };
    let _ = table.ask(conn, RoomCommand::Join(join));
    let mut shown = table.take(conn);
    shown.retain(|message| !matches!(message, ServerMessage::Ok(_) | ServerMessage::Notice(_)));
    shown
}

/// The messages to everybody who resumes, after many different events, and the answers to each of their turns.
fn everything(table: &mut Table) -> Vec<String> {
    let mut told = Vec::new();
    for conn in [A, B, C] {
        let seq = table.snapshot(A).seq;
        let mut afters: Vec<u64> = (0..=seq).step_by(7).collect();
        afters.extend([seq, seq + 1]);
        for after in afters {
            told.extend(shown(table, conn, Some(after)).iter().map(without_times));
        }
        told.extend(shown(table, conn, None).iter().map(without_times));
        let snapshot = table.snapshot(conn);
        let previous = snapshot.state.previous.map(|previous| previous.match_id);
        // Turns that were already taken: requests for them change nothing.
        let taken = table.now_of(conn).you.map_or(0, |you| you.turn);
        let now = (0..taken).map(|turn| (turn, None));
        let before = previous.map(|id| (0..12).map(move |turn| (turn, Some(id))));
        for (turn, match_id) in now.chain(before.into_iter().flatten()) {
            let action = Action::Tricks(giog_rules::tricks::Action::TakeBack);
            let answer = table.ask(
                conn,
                RoomCommand::Act(Act {
                    turn,
                    match_id,
                    action,
                }),
            );
            told.push(format!(
                "{:?}",
                answer.map_err(|error| (error.code, error.taken))
            ));
        }
    }
    told
}

/// A message without the parts that depend on the age of the room, or are in memory alone.
fn without_times(message: &ServerMessage) -> String {
    fn mask(value: &mut Value) {
        match value {
            Value::Object(fields) => {
                for name in [
                    "left_ms",
                    "bank_ms",
                    "start_left_ms",
                    "bots_left_ms",
                    "pause_left_ms",
                    "happened",
                ] {
                    fields.remove(name);
                }
                fields.values_mut().for_each(mask);
            }
            Value::Array(values) => values.iter_mut().for_each(mask),
            _ => {}
        }
    }
    let mut json = serde_json::to_value(message).expect("JSON");
    mask(&mut json);
    json.to_string()
}

/// Compares the running room with those restored from its floor and from its first row; continues with the one from its floor.
fn check_alike(table: &mut Table) {
    let lived = everything(table);
    // The requests have written nothing.
    let whole = table.replay(table.whole_log());
    table.now.mono_ms = 5_000;
    table.room = whole.expect("a log makes a room");
    let from_first = everything(table);
    table.crash(0);
    let from_floor = everything(table);
    for other in [&from_first, &lived] {
        let different = from_floor
            .iter()
            .zip(other)
            .find(|(one, other)| one != other);
        assert_eq!(different, None);
        assert_eq!(from_floor.len(), other.len());
    }
}

fn rematch(table: &mut Table) {
    table.all_ready(&[A, B]);
    table.play_to_end(&[A, B]);
}

#[test]
fn a_room_from_its_floor_is_the_room_that_lived_on() {
    let mut table = Table::of(&[A, B], UNTIMED);
    table.ok(A, r#"{"type":"add_bot"}"#);
    table.ok(C, r#"{"type":"join"}"#);
    for number in 0..4 {
        check_alike(&mut table);
        table.all_ready(&[A, B]);
        check_alike(&mut table);
        for _ in 0..3 {
            table.play_on(&[A, B], 2);
            table.pass(400);
            check_alike(&mut table);
        }
        table.play_to_end(&[A, B]);
        assert_eq!(
            table.floors.len(),
            usize::from(number > 0) * number,
            "one match behind"
        );
    }
    let log = table.log();
    assert!(
        log.rows.len() * 2 <= table.rows.len() + 40,
        "{} rows",
        log.rows.len()
    );
}

#[test]
fn the_match_before_this_one_can_be_told_whole_and_older_ones_never() {
    let mut table = Table::of(
        &[A, B],
        r#"{"seats":2,"clock":{"kind":"none"},"ceremony":"server"}"#,
    );
    let mut starts = Vec::new();
    for _ in 0..3 {
        starts.push(table.snapshot(A).seq);
        rematch(&mut table);
    }
    table.all_ready(&[A, B]);
    for from_disk in [false, true] {
        if from_disk {
            table.crash(0);
        }
        // Events of the readiness, and then the start of that match.
        let before = shown(&mut table, A, Some(starts[2] + 2));
        assert!(
            matches!(before[0], ServerMessage::Resumed(_)),
            "{:?}",
            before[0]
        );
        let older = shown(&mut table, A, Some(starts[1] + 2));
        assert!(
            matches!(older[0], ServerMessage::Snapshot(_)),
            "{:?}",
            older[0]
        );
    }
}

#[test]
fn rows_without_a_match_are_bounded_whatever_people_do() {
    let mut table = Table::with(
        r#"{"seats":3,"clock":{"kind":"none"}}"#,
        giog_rooms::Context {
            limits: RoomLimits {
                rows_gathered: 20,
                ..RoomLimits::default()
            },
            ..context()
        },
    );
    for round in 0_u32..200 {
        let seats = 2 + round % 3;
        let settings = format!(r#"{{"type":"configure","settings":{{"seats":{seats}}}}}"#);
        table.pass(10_000);
        table.ok(A, &settings);
        let log = table.log();
        assert!(
            log.rows.len() <= 40,
            "{} rows after {round}",
            log.rows.len()
        );
        if round % 50 == 49 {
            check_alike(&mut table);
        }
    }
}

#[test]
fn what_outlives_rows_is_in_the_floor() {
    let mut table = Table::of(
        &[A, B],
        r#"{"seats":2,"clock":{"kind":"none"},"ceremony":"server"}"#,
    );
    let configured = r#"{"type":"configure","settings":{"seats":2,"clock":{"kind":"none"},"ceremony":"server","password":"secret"}}"#;
    table.ok(A, configured);
    for _ in 0..3 {
        rematch(&mut table);
    }
    let before = table.snapshot(A);
    let first = table.finished()[0].match_id;
    table.crash(0);
    assert!(table.log().rows[0].0 > 4, "the first rows are gone");
    let after = table.snapshot(A);
    assert_eq!(before.state, after.state);
    assert_eq!(after.state.series.matches, 3);
    assert_ne!(after.state.previous.expect("one").match_id, first);
    table.refused(C, r#"{"type":"join"}"#, ErrorCode::WrongPassword);
    table.refused(
        C,
        r#"{"type":"join","password":"guessed"}"#,
        ErrorCode::WrongPassword,
    );
    table.ok(C, r#"{"type":"join","password":"secret"}"#);
    table.ok(B, r#"{"type":"join"}"#);
    // The prepared seed, to which the server committed, is used for the match and published.
    let commitment = after
        .state
        .next
        .expect("a match is prepared")
        .seed_commitment;
    rematch(&mut table);
    let record: Value = serde_json::from_slice(&record_of(table.finished()[3])).expect("a record");
    let text = serde_json::to_string(&record).expect("JSON");
    assert!(text.contains(&commitment.to_string()), "{text}");
    assert!(
        text.contains(&table.finished()[2].match_id.to_string()),
        "the match before it"
    );
    table.handle(Input::Tick);
    assert_eq!(table.snapshot(A).state.owner, Some(player(A)));
}

#[test]
fn a_game_that_was_played_long_ago_goes_on_with_its_last_match_after_a_restart() {
    let mut table = Table::of(
        &[A, B],
        r#"{"seats":2,"clock":{"kind":"none"},"ceremony":"server"}"#,
    );
    rematch(&mut table);
    let first = table.finished()[0].match_id;
    let configure = |variant: &str| {
        format!(
            r#"{{"type":"configure","settings":{{"variant":"{variant}","seats":2,"clock":{{"kind":"none"}},"ceremony":"server"}}}}"#
        )
    };
    table.ok(A, &configure("sang-krip"));
    for _ in 0..3 {
        rematch(&mut table);
    }
    table.crash(0);
    table.ok(A, r#"{"type":"join"}"#);
    table.ok(B, r#"{"type":"join"}"#);
    table.ok(A, &configure("giog"));
    rematch(&mut table);
    let last = record_of(table.finished().last().expect("a match"));
    let record: Record = serde_json::from_slice(&last).expect("a record");
    assert_eq!(record.previous, Some(first));
}

#[test]
fn a_floor_that_is_none_makes_no_room() {
    let mut table = Table::of(
        &[A, B],
        r#"{"seats":2,"clock":{"kind":"none"},"ceremony":"server"}"#,
    );
    for _ in 0..3 {
        rematch(&mut table);
    }
    let log = table.log();
    let floor = log.floor.clone().expect("a floor");
    let replay = |change: &dyn Fn(&mut Value)| {
        let mut body: Value = serde_json::from_str(&floor.body).expect("JSON");
        change(&mut body);
        let floor = Some(Floor {
            body: body.to_string(),
            ..floor.clone()
        });
        let rows = log.rows.clone();
        table.replay(RoomLog { floor, rows }).map(drop)
    };
    replay(&|_| {}).expect("a floor");
    // A later server of the same version may have more fields.
    replay(&|body| body["room"]["added_later"] = Value::Bool(true)).expect("a floor");
    assert!(replay(&|body| body["version"] = 2.into()).is_err());
    assert!(replay(&|body| body["room"]["seats"] = Value::Array(Vec::new())).is_err());
    assert!(
        replay(&|body| body["room"]["next"] = Value::Null).is_err(),
        "no match to start"
    );
    assert!(replay(&|body| *body = Value::Null).is_err());
    let mut gap = log.clone();
    gap.rows.remove(0);
    assert!(table.replay(gap).is_err());
    let mut wrong = log.clone();
    wrong.floor = None;
    assert!(table.replay(wrong).is_err());
}

/// Computations with a log's times and counts never overflow: values beyond 2^53 are damage, and counts stop there.
#[test]
fn times_and_counts_that_no_room_reaches_make_none_or_stand_still() {
    let table = Table::new("{}");
    let floor = |change: &dyn Fn(&mut Value)| {
        let mut body: Value = serde_json::from_str(include_str!("floor_v1.json")).expect("JSON");
        change(&mut body);
        Some(Floor {
            below: 7,
            body: body.to_string(),
        })
    };
    let row = |at_ms: u64| {
        let ready = json!({"e": "ready", "seat": 0, "commitment": null});
        json!({"at_ms": at_ms, "unix_ms": 1_700_000_006_000_i64, "entries": [ready]}).to_string()
    };
    let last = 1_u64 << 53;
    let rows = |at_ms| RoomLog {
        floor: floor(&|_| ()),
        rows: vec![(7, row(at_ms))],
    };
    assert!(table.replay(rows(last)).is_ok());
    for beyond in [last + 1, u64::MAX] {
        assert!(table.replay(rows(beyond)).is_err());
        for path in [
            "/at_ms",
            "/seq",
            "/room/gathering_since_ms",
            "/room/ready_by_ms",
        ] {
            let floor = floor(&|body| {
                *body.pointer_mut(path).expect("a field of floors") = beyond.into();
            });
            let log = RoomLog {
                floor,
                rows: Vec::new(),
            };
            assert!(table.replay(log).is_err(), "{path}");
        }
    }
}

/// Floors of all earlier versions must be readable.
#[test]
fn a_floor_as_the_first_version_wrote_it_makes_its_room() {
    let table = Table::new("{}");
    let text = include_str!("floor_v1.json");
    let floor = Floor {
        below: 7,
        body: text.to_owned(),
    };
    let unready = r#"{"at_ms":6000,"unix_ms":1700000006000,"entries":[{"e":"unready","seat":0}]}"#;
    let rows = vec![(7, unready.to_owned())];
    let room = table.replay(RoomLog {
        floor: Some(floor),
        rows,
    });
    let summary = room.expect("a room").summary();
    let told = serde_json::to_value(&summary).expect("JSON");
    assert_eq!(told["phase"], "gathering");
    assert_eq!(told["matches"], 2);
    assert_eq!(told["seats"][0]["name"], "p1");
    assert_eq!(told["seats"][1]["bot"], "simple");
}

/// Whether a value has all that another one has, and perhaps more fields.
fn has(value: &Value, part: &Value) -> bool {
    match (value, part) {
        (Value::Object(fields), Value::Object(parts)) => parts
            .iter()
            .all(|(name, part)| fields.get(name).is_some_and(|field| has(field, part))),
        (Value::Array(values), Value::Array(parts)) => {
            let mut pairs = values.iter().zip(parts);
            values.len() == parts.len() && pairs.all(|(value, part)| has(value, part))
        }
        _ => value == part,
    }
}

#[test]
fn a_floor_is_written_with_all_that_the_first_version_wrote() {
    let limits = RoomLimits {
        rows_gathered: 1,
        ..RoomLimits::default()
    };
    let mut table = Table::with(
        "{}",
        giog_rooms::Context {
            limits,
            ..context()
        },
    );
    let text = include_str!("floor_v1.json");
    let floor = Floor {
        below: 7,
        body: text.to_owned(),
    };
    let row = |entry: &Value| {
        json!({"at_ms": 6_000, "unix_ms": 1_700_000_006_000_i64, "entries": [entry]}).to_string()
    };
    let banned = json!({"player": player(B), "name": "p2"});
    let entries = [
        json!({"e": "banned", "person": banned}),
        json!({"e": "silenced", "silenced": true}),
    ];
    table.rows = (0..7).map(|index| (index, String::new())).collect();
    table.rows.extend((7..).zip(entries.iter().map(row)));
    table.floors = vec![(7, floor)];
    table.crash(0);
    // Everybody is ready: the match starts.
    table.ok(A, r#"{"type":"join"}"#);
    let (_, floor) = table.floors.last().expect("floors");
    assert_eq!(floor.below, 9);
    let mut expected: Value = serde_json::from_str(text).expect("JSON");
    (expected["at_ms"], expected["seq"]) = (6_000.into(), 41.into());
    let room = &mut expected["room"];
    (room["banned"], room["silenced"]) = (json!([banned]), true.into());
    (room["visited"], room["previous"]["hidden"]) = (false.into(), false.into());
    (room["created_at"], room["gave_up"]) = (Value::Null, json!({}));
    let written: Value = serde_json::from_str(&floor.body).expect("JSON");
    assert!(has(&written, &expected), "{written}");
}

#[test]
fn heavy_writers_between_matches_wait_and_delay_nobody_else() {
    let mut table = Table::of(&[A, B], UNTIMED);
    let seats = |number: u32| {
        format!(
            r#"{{"type":"configure","settings":{{"seats":{}}}}}"#,
            3 + number % 2
        )
    };
    let mut written = 0;
    let refused = loop {
        match table.ask(A, command(&seats(written))) {
            Ok(_) => written += 1,
            Err(error) => break error,
        }
        assert!(written < 1_000, "there is an end");
    };
    assert!(written >= 50, "arranging a table never meets it");
    assert_eq!(refused.code, ErrorCode::RateLimited);
    let wait_ms = refused.wait_ms.expect("how long");
    table.ok(B, r#"{"type":"ready"}"#);
    table.pass(wait_ms);
    table.ok(A, &seats(written));
    let rows = table.rows.len();
    table.refused(A, &seats(written + 1), ErrorCode::RateLimited);
    assert_eq!(table.rows.len(), rows);
}

/// Two people in a match with this number of entries besides its actions.
fn match_with_entries_beside(entries_beside: u32) -> Table {
    let limits = RoomLimits {
        entries_beside,
        ..RoomLimits::default()
    };
    let mut table = Table::with(
        r#"{"seats":2,"clock":{"kind":"none"},"ceremony":"server"}"#,
        giog_rooms::Context {
            limits,
            ..context()
        },
    );
    table.ok(B, r#"{"type":"join"}"#);
    table.ok(B, r#"{"type":"sit"}"#);
    table.all_ready(&[A, B]);
    table
}

#[test]
fn an_owner_who_writes_without_end_keeps_nobody_from_coming_back() {
    let mut table = match_with_entries_beside(80);
    let silence = |silenced: bool| format!(r#"{{"type":"silence","silenced":{silenced}}}"#);
    for turn in 0..200 {
        let _ = table.ask(A, command(&silence(turn % 2 == 0)));
        table.pass(5_000);
    }
    let rows_with = |table: &Table, entry: &str| {
        let entry = format!("\"e\":\"{entry}\"");
        let rows = table.rows.iter();
        rows.filter(|(_, body)| body.contains(&entry)).count()
    };
    assert_eq!(rows_with(&table, "silenced"), 10, "an eighth");
    for _ in 0..3 {
        table.ok(B, r#"{"type":"leave"}"#);
        table.ok(B, r#"{"type":"join"}"#);
        table.pass(5_000);
    }
    assert_eq!(rows_with(&table, "back"), 3);
    table.play_to_end(&[A, B]);
    assert_eq!(table.finished().len(), 1);
}

#[test]
fn an_away_player_who_keeps_acting_writes_no_more_than_a_match_takes() {
    let mut table = match_with_entries_beside(8);
    let is_beside = |(_, body): &&(u64, String)| {
        body.contains("\"e\":\"away\"") || body.contains("\"e\":\"back\"")
    };
    let mut refused = 0;
    for _ in 0..100 {
        table.handle(Input::Detached { conn: B });
        table.pass(60_000);
        table.ok(B, r#"{"type":"join"}"#);
        table.play_on(&[A], 1);
        let Some(decision) = table.now_of(B).you.and_then(|you| you.decision) else {
            break;
        };
        let action = decision.default_action();
        let turn = table.now_of(B).you.map_or(0, |you| you.turn);
        if let Some(action) = action.filter(|_| decision.must()) {
            let acted = table.act(B, turn, action);
            refused += usize::from(acted.is_err_and(|error| {
                error.code == ErrorCode::RateLimited && error.message.contains("only be played on")
            }));
        }
    }
    assert!(refused > 0, "nothing was refused");
    let beside = table.rows.iter().filter(is_beside).count();
    // Being away is always logged; coming back is not, from then on.
    assert!(beside <= 9, "{beside} rows");
    table.play_to_end(&[A]);
    assert_eq!(table.finished().len(), 1);
}

#[test]
fn rows_beside_what_is_played_are_bounded_in_a_match_and_it_is_played_on() {
    let mut table = match_with_entries_beside(20);
    for _ in 0..100 {
        let _ = table.ask(B, command(r#"{"type":"leave"}"#));
        table.ok(B, r#"{"type":"join"}"#);
        table.pass(5_000);
    }
    let beside = table
        .rows
        .iter()
        .filter(|(_, body)| body.contains("\"e\":\"back\""));
    assert!(beside.count() <= 20);
    table.play_to_end(&[A, B]);
    assert_eq!(table.finished().len(), 1);
}
