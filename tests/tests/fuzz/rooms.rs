//! Logs of rooms, as they are stored in databases.

use std::sync::Arc;

use giog_protocol::RoomId;
use giog_rooms::{Bot, Context, Now, Room, RoomLimits, ThinkingBudget, Times, seeded_deal};
use giog_rules::fairness::Signer;
use giog_rules::{Level, Timestamp};
use giog_store::{Floor, RoomLog};
use proptest::prelude::*;
use serde_json::Value;

use crate::damage::{altered, damaged_text, values};
use crate::{cases, corpus};

/// The room restored from a log, if possible.
fn replay(log: RoomLog) -> bool {
    let context = Context {
        signer: Signer::new(&[7; 32]),
        dealer: Arc::new(seeded_deal),
        bot: Bot::default(),
        thinking: ThinkingBudget::default(),
        quick_bots: Level::Simple,
        times: Times::default(),
        limits: RoomLimits::default(),
    };
    let id: RoomId =
        serde_json::from_value("fcfee05f-0a28-4477-9765-22f5a2274c9e".into()).expect("a room's id");
    let now = Now {
        mono_ms: 1_000_000,
        wall: Timestamp::from_unix_ms(1_800_000_000_000),
    };
    Room::replay(id, Arc::new(context), log, now).is_ok()
}

/// A database has at most this number of rows of a room.
const MOST_ROWS: u64 = 1 << 53;

/// A log as a value, with its bodies as values.
fn log(value: &Value) -> RoomLog {
    let rows = value["rows"].as_array().into_iter().flatten();
    let floor = value.get("floor").map(|floor| Floor {
        below: floor["below"].as_u64().unwrap_or(0).min(MOST_ROWS),
        body: floor["body"].to_string(),
    });
    let first = floor.as_ref().map_or(0, |floor| floor.below);
    RoomLog {
        rows: (first..).zip(rows.map(ToString::to_string)).collect(),
        floor,
    }
}

/// The corpus, with its bodies as values.
fn logs() -> Vec<Value> {
    let mut logs = values(&corpus("rooms.jsonl"));
    for log in &mut logs {
        let rows = log["rows"].as_array_mut().expect("rows");
        for row in rows {
            *row = serde_json::from_str(row.as_str().expect("a body")).expect("a body is JSON");
        }
    }
    logs
}

fn floors() -> Vec<String> {
    let logs = logs();
    let floors = logs.iter().filter_map(|log| log.get("floor"));
    floors.map(|floor| floor["body"].to_string()).collect()
}

fn rows() -> Vec<String> {
    let logs = logs();
    let rows = logs
        .iter()
        .flat_map(|log| log["rows"].as_array().expect("rows"));
    rows.map(ToString::to_string).collect()
}

proptest! {
    #![proptest_config(cases(150))]

    #[test]
    fn rooms_of_altered_logs(value in altered(logs())) {
        replay(log(&value));
    }

    #[test]
    fn rooms_with_a_damaged_row(whole in proptest::sample::select(logs()), row in damaged_text(rows()), at in any::<proptest::sample::Index>()) {
        let mut log = log(&whole);
        let at = at.index(log.rows.len());
        log.rows[at].1 = row;
        replay(log);
    }

    #[test]
    fn rooms_with_a_damaged_floor(body in damaged_text(floors()), below in 0..5_u64) {
        replay(RoomLog { floor: Some(Floor { below, body }), rows: Vec::new() });
    }
}

#[test]
fn the_corpus_makes_rooms() {
    for value in logs() {
        assert!(replay(log(&value)), "{value}");
    }
}
