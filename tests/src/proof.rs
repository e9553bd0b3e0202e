//! Checks that a match's record matches what everybody saw.

use std::net::SocketAddr;

use giog_rooms::replayed_events;
use giog_rules::fairness::PublicKey;
use giog_rules::{CheckName, Observer, Proof, Receipt, Record, Seat, judge_line, verify};
use serde_json::{Value, json};

use crate::choice::action;
use crate::{Finished, Player, Table, get};

/// For matches with more actions, a debug build of the server replays events for longer than REST lets a request wait: then the test
/// itself makes what REST would return.
const LONG_MATCH_ACTIONS: usize = 5_000;

/// A record from the server that passed all checks.
#[derive(Clone, Debug)]
pub struct Proven {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// The same as JSON.
    pub record: Value,
}

/// The value that an outcome must have for a field of the verdict. If a game beheads nobody, its verdict has no such field, but the
/// outcome has an empty list.
pub fn told(verdict: &Value, field: &str) -> Value {
    verdict.get(field).cloned().unwrap_or(json!([]))
}

/// Gets the record of a finished match, and checks it against what everybody at the table saw and stored.
///
/// # Panics
/// If a check fails.
pub async fn check_record(
    address: SocketAddr,
    key: PublicKey,
    table: &Table,
    match_id: &str,
) -> Proven {
    let everybody = table.people.iter().chain(&table.watching);
    let players: Vec<&Player> = everybody.map(|seated| &seated.player).collect();
    check_record_against(address, key, &players, match_id).await
}

/// Like [`check_record`], for players who are not at the table any more.
pub async fn check_record_against(
    address: SocketAddr,
    key: PublicKey,
    players: &[&Player],
    match_id: &str,
) -> Proven {
    let path = format!("/api/v1/matches/{match_id}/record");
    let answer = get(address, &path).await;
    assert_eq!(answer.status, 200, "{path}: {}", answer.head);
    let record = check_bytes(&answer.body, key, players, match_id);
    for player in players {
        check_events(address, player, seen(player, match_id), &record).await;
    }
    Proven {
        bytes: answer.body,
        record,
    }
}

/// The same for the bytes of a record, without a server.
///
/// # Panics
/// If a check fails.
pub fn check_kept_record(bytes: &[u8], key: PublicKey, players: &[&Player], match_id: &str) {
    let record = check_bytes(bytes, key, players, match_id);
    for player in players {
        let (finished, mut told) = (seen(player, match_id), replayed(player, &record));
        if player.seat().is_none()
            && let Some(events) = told.as_array_mut()
        {
            // A spectator may have come during the match.
            let before = events.len().saturating_sub(finished.events.len());
            events.drain(..before);
        }
        assert_saw(player, finished, &told);
    }
}

fn seen<'a>(player: &'a Player, match_id: &str) -> &'a Finished {
    let mut finished = player.finished.iter();
    let finished = finished.find(|done| done.match_id == match_id);
    finished.unwrap_or_else(|| panic!("{} saw the match", player.name))
}

fn check_bytes(bytes: &[u8], key: PublicKey, players: &[&Player], match_id: &str) -> Value {
    let record: Value = serde_json::from_slice(bytes).expect("a record is JSON");
    assert_eq!(record["status"], "over");
    let text = std::str::from_utf8(bytes).expect("a record is text");
    let judgement = judge_line(text).expect("a record is no blank line");
    let verdict = serde_json::to_value(&judgement).expect("verdicts are JSON");
    assert_eq!(verdict["status"], "over", "{match_id}: {verdict}");
    assert_proven(match_id, bytes, None, key);
    for player in players {
        let finished = seen(player, match_id);
        let of_tricks = finished.outcome["do"] == "over";
        let fields = ["winners", "captured", "beheaded"];
        for field in &fields[..if of_tricks { 3 } else { 1 }] {
            assert_eq!(
                finished.outcome[field],
                told(&verdict, field),
                "{field}: {text}"
            );
        }
        if let Some(receipt) = &finished.receipt {
            assert_proven(match_id, bytes, Some(receipt), key);
            assert_complete(receipt, &record, &player.name);
        }
        if let Some(seat) = player.seat() {
            assert_eq!(finished.acts, acts_of(&record, seat), "{}", player.name);
        }
    }
    record
}

/// Checks that REST returns the same events that the player saw.
async fn check_events(address: SocketAddr, player: &Player, finished: &Finished, record: &Value) {
    let match_id = &finished.match_id;
    let actions = record["actions"].as_array().map_or(0, Vec::len);
    let told = if actions < LONG_MATCH_ACTIONS {
        let seen_as = player
            .seat()
            .map_or_else(|| "spectator".to_owned(), |seat| seat.to_string());
        let path = format!("/api/v1/matches/{match_id}/events?as={seen_as}");
        let answer = get(address, &path).await;
        assert_eq!(answer.status, 200, "{path}: {}", answer.head);
        answer.json()["events"].clone()
    } else {
        replayed(player, record)
    };
    assert_saw(player, finished, &told);
}

/// The events that the record gives for its player.
fn replayed(player: &Player, record: &Value) -> Value {
    let record: Record = serde_json::from_value(record.clone()).expect("a record");
    let seat = player
        .seat()
        .map(|seat| u8::try_from(seat).expect("few seats"));
    let seat = seat.map(|seat| Seat::try_from(seat).expect("a seat"));
    let seen_as = seat.map_or(Observer::Spectator, Observer::Seat);
    let events = replayed_events(&record, seen_as).expect("a record can be replayed");
    serde_json::to_value(events).expect("events are JSON")
}

fn assert_saw(player: &Player, finished: &Finished, told: &Value) {
    let events = told.as_array().expect("events");
    for (saw, told) in finished.events.iter().zip(events) {
        assert_eq!(saw, told, "{} saw another event", player.name);
    }
    assert_eq!(finished.events.len(), events.len(), "{}", player.name);
}

/// The actions of a seat's own player, without those that were made for them.
fn acts_of(record: &Value, seat: u64) -> Vec<Value> {
    let actions = record["actions"].as_array().expect("a record has actions");
    let own = actions
        .iter()
        .filter(|taken| taken["seat"] == seat && taken["by"].is_null());
    own.map(action).collect()
}

/// A player who saw the whole match has every commitment.
fn assert_complete(receipt: &Receipt, record: &Value, name: &str) {
    let published = record["fairness"]["commitments"].as_array();
    assert_eq!(
        Some(receipt.commitments.len()),
        published.map(Vec::len),
        "{name} has a commitment for every hidden play"
    );
}

/// Checks that the record is valid, and matches what a player stored of the match. A player who came after the start has no earlier
/// commitments, so some checks are undecided.
pub fn assert_proven(about: &str, record: &[u8], receipt: Option<&Receipt>, key: PublicKey) {
    let report = verify(record, receipt, &[key]);
    let is_late = receipt.is_some_and(|receipt| receipt.late);
    let expected = if is_late { Proof::Unknown } else { Proof::Pass };
    assert_eq!(report.verdict, expected, "{about}: {report:?}");
}

/// The checks that a record fails.
pub fn failures(record: &[u8], receipt: Option<&Receipt>, keys: &[PublicKey]) -> Vec<CheckName> {
    let report = verify(record, receipt, keys);
    let failed = report
        .checks
        .iter()
        .filter(|check| check.result == Proof::Fail);
    failed.map(|check| check.name).collect()
}
