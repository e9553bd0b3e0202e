//! Checks in the morning: nobody is connected, no room is open, every match is over, and every record is valid.

use std::net::SocketAddr;
use std::sync::Arc;

use giog_rules::fairness::PublicKey;
use giog_rules::{Receipt, Variant, judge_line};
use giog_store::{Log as _, OpenOptions, open};
use giog_tests::{Database, Finished, HttpAnswer, assert_proven, get, told};
use serde_json::{Value, json};
use tokio::time::{Duration, sleep};

use super::world::{SeenMatch, World};

/// The interval at which it is checked whether a room is still open.
const ASK_EVERY: Duration = Duration::from_millis(100);
/// The most checks, for all rooms together.
const MAX_ASKED: usize = 1_000;

/// Waits until every visited room is closed.
///
/// # Panics
/// If one stays.
pub async fn all_closed(world: &World) {
    let mut asked = 0;
    for room in world.rooms() {
        loop {
            let answer = get(world.address(), &format!("/api/v1/rooms/{room}")).await;
            if answer.status == 404 {
                break;
            }
            let body = String::from_utf8_lossy(&answer.body);
            asked += 1;
            assert!(asked < MAX_ASKED, "{room} stays: {body}");
            sleep(ASK_EVERY).await;
        }
    }
}

/// The store has no open room, and has the reports. The server does not run any more.
pub async fn check_store(database: &Database, reported: bool) {
    let store = open(&database.url(), OpenOptions::default()).await;
    let store = store.expect("the database is there");
    let open_rooms = store.open_rooms().await.expect("it answers");
    assert!(open_rooms.is_empty(), "{open_rooms:?}");
    let reports = store.reports(true, None, 1).await.expect("it answers");
    assert_eq!(!reports.items.is_empty(), reported);
    store.close().await;
}

/// The number of matches by the way in which they ended.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ends {
    pub over: usize,
    pub abandoned: usize,
    /// Matches of two or more people in which only they themselves acted.
    pub by_people: usize,
    /// Matches in which a stand-in acted.
    pub stood_in: usize,
    /// Verified receipts.
    pub receipts: usize,
    /// Observations that were compared from beginning to end.
    pub stories: usize,
}

/// Every observed match is over or abandoned, and its record matches everything that people saw, stored and did.
pub async fn check_matches(world: &Arc<World>, key: PublicKey) -> Ends {
    let mut ends = Ends::default();
    for (id, seen) in world.take_matches() {
        check_match(world.address(), key, &id, &seen, &mut ends).await;
    }
    ends
}

async fn check_match(
    address: SocketAddr,
    key: PublicKey,
    id: &str,
    seen: &SeenMatch,
    ends: &mut Ends,
) {
    let path = format!("/api/v1/matches/{id}");
    let summary = ok(&path, &get(address, &path).await).json();
    let over = match summary["status"].as_str() {
        Some("over") => true,
        Some("abandoned") => false,
        _ => panic!("{path} of {} is not over: {summary}", seen.room),
    };
    ends.over += usize::from(over);
    ends.abandoned += usize::from(!over);
    let path = format!("/api/v1/matches/{id}/record");
    let answer = get(address, &path).await;
    let bytes = &ok(&path, &answer).body;
    let record: Value = serde_json::from_slice(bytes).expect("a record is JSON");
    assert_eq!(record["status"], summary["status"], "{path}");
    ends.by_people += usize::from(over && is_by_people(&record));
    ends.stood_in += usize::from(over && is_acted(&record, "away"));
    let text = std::str::from_utf8(bytes).expect("a record is text");
    let verdict = judge_line(text).expect("the referee reads a line");
    let verdict = serde_json::to_value(&verdict).expect("verdicts are JSON");
    let status = if over { "over" } else { "playing" };
    assert_eq!(verdict["status"], status, "{path}");
    assert_proven(&path, bytes, None, key);
    let variant: Variant =
        serde_json::from_value(record["variant"].clone()).expect("a game of this server");
    let fields: &[&str] = match variant {
        Variant::Tricks(_) => &["winners", "captured", "beheaded"],
        Variant::Board(_) | Variant::Tiles(_) => &["winners"],
    };
    for (name, finished) in &seen.ends {
        let last = finished.events.last().expect("a match has events");
        let end = if over { "finished" } else { "abandoned" };
        assert_eq!(last["do"], end, "{name}, {path}");
        for field in fields.iter().filter(|_| over) {
            assert_eq!(
                finished.outcome[field],
                told(&verdict, field),
                "{name}, {path}"
            );
        }
        if let Some(receipt) = &finished.receipt {
            assert_proven(&path, bytes, Some(receipt), key);
            check_acts(&record, receipt, finished, name);
            ends.receipts += 1;
        }
    }
    ends.stories += check_stories(address, id, &seen.ends).await;
}

fn is_by_people(record: &Value) -> bool {
    let people = list(&record["players"]).iter();
    let people = people.filter(|player| player["bot"].is_null());
    people.count() >= 2 && !is_acted(record, "clock") && !is_acted(record, "away")
}

/// Whether any action was taken like this.
fn is_acted(record: &Value, by: &str) -> bool {
    let mut actions = list(&record["actions"]).iter();
    actions.any(|taken| taken["by"] == by)
}

/// Acknowledged actions are in the record, in that order.
fn check_acts(record: &Value, receipt: &Receipt, finished: &Finished, name: &str) {
    let seat = u8::from(receipt.seat);
    let actions = record["actions"].as_array().expect("actions");
    let mut own = actions
        .iter()
        .filter(|taken| taken["seat"] == seat && taken["by"].is_null());
    for act in &finished.acts {
        let fields = act.as_object().expect("an action");
        let is_this = |taken: &&Value| fields.iter().all(|(name, value)| taken[name] == *value);
        assert!(own.any(|taken| is_this(&taken)), "{name}: {act} is lost");
    }
}

/// REST returns the match as everybody saw it who saw all its events. Returns the number of these people.
async fn check_stories(address: SocketAddr, id: &str, ends: &[(String, Finished)]) -> usize {
    let mut told: Vec<(String, Vec<Value>)> = Vec::new();
    let mut count = 0;
    for (name, finished) in ends {
        if finished.events[0]["do"] != "start" {
            continue;
        }
        let observer = match &finished.receipt {
            Some(receipt) => u8::from(receipt.seat).to_string(),
            None => "spectator".to_owned(),
        };
        if !told.iter().any(|(known, _)| *known == observer) {
            let path = format!("/api/v1/matches/{id}/events?as={observer}");
            let answer = ok(&path, &get(address, &path).await).json();
            told.push((observer.clone(), story(list(&answer["events"]))));
        }
        let (_, told) = told
            .iter()
            .find(|(known, _)| *known == observer)
            .expect("it was asked for");
        assert_eq!(&story(&finished.events), told, "{name} saw {id} otherwise");
        count += 1;
    }
    count
}

/// The match without other events of the room. Not every absence is in a record.
fn story(events: &[Value]) -> Vec<Value> {
    let of_match = |event: &&Value| {
        let ends = ["start", "finished", "abandoned"].map(|end| json!(end));
        !event["at_ms"].is_null() || ends.contains(&event["do"])
    };
    events.iter().filter(of_match).cloned().collect()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

fn ok<'a>(path: &str, answer: &'a HttpAnswer) -> &'a HttpAnswer {
    assert_eq!(answer.status, 200, "{path}: {}", answer.head);
    answer
}
