//! Partial parsing of messages from a newer server with codes, reasons, decisions or words that this client does not know.

use giog_protocol::server::{CancelReason, NewsNow, OkReply, StandReason, Taken, short};
use giog_protocol::{ErrorCode, RoomId, RoomSummary};
use giog_rules::record::By;
use giog_rules::{Decision, May};
use serde::de::{self, DeserializeOwned};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

use crate::Refusal;

/// The position of the decision in the short form of `now`.
const SHORT_DECISION: usize = 2;

/// An event of any kind.
#[derive(Deserialize)]
pub struct Event {
    pub room: RoomId,
    pub seq: u64,
    #[serde(rename = "event")]
    pub content: Value,
}

/// The notice that a room was left, for any reason.
#[derive(Deserialize)]
pub struct Left {
    pub room: RoomId,
}

/// An answer without the rooms in it that cannot be parsed, such as those with a new game.
pub fn answer(frame: &str) -> Result<OkReply, serde_json::Error> {
    let mut answer: Value = serde_json::from_str(frame)?;
    drop_rooms(&mut answer);
    OkReply::deserialize(answer)
}

/// Removes rooms that cannot be parsed from a list of rooms.
pub fn drop_rooms(message: &mut Value) {
    if let Some(Value::Array(rooms)) = message.get_mut("rooms") {
        rooms.retain(|room| RoomSummary::deserialize(room).is_ok());
    }
}

/// The id of a request and its refusal, with any code; nothing if it does not answer a request.
pub fn refusal(message: Value) -> Result<Option<(u64, Refusal)>, serde_json::Error> {
    #[derive(Deserialize)]
    struct Read {
        re: Option<u64>,
        code: Value,
        message: String,
        taken: Option<Value>,
        wait_ms: Option<u64>,
    }
    let read = Read::deserialize(message)?;
    let refusal = Refusal {
        code: ErrorCode::deserialize(read.code).ok(),
        message: read.message,
        taken: read.taken.and_then(|taken| Taken::deserialize(taken).ok()),
        wait_ms: read.wait_ms,
    };
    Ok(read.re.map(|re| (re, refusal)))
}

/// A `now` message, with the default of the decision if the decision cannot be parsed.
pub struct ReadNow {
    pub now: NewsNow,
    pub default: Option<Map<String, Value>>,
}

/// Removes from a `now` message a decision and actions that cannot be parsed; the turn is kept. Returns the default of the decision, if
/// the match waits for it.
pub fn forget_decision(now: &mut Value) -> Option<Map<String, Value>> {
    let decision = match now {
        Value::Array(list) => list.get_mut(SHORT_DECISION)?,
        now => {
            let you = now.get_mut("you")?;
            if let Some(Value::Array(may)) = you.get_mut("may") {
                may.retain(|kind| May::deserialize(kind).is_ok());
            }
            you.get_mut("decision")?
        }
    };
    if decision.is_object() && Decision::deserialize(&*decision).is_ok() {
        return None;
    }
    let mut unknown = decision.take();
    let is_awaited = unknown.get("must").and_then(Value::as_bool) == Some(true);
    match unknown.get_mut("default").map(Value::take) {
        Some(Value::Object(default)) if is_awaited => Some(default),
        _ => None,
    }
}

/// A `now` message, in either form; its decision is empty if it cannot be parsed.
pub fn now<'de, D: Deserializer<'de>>(now: D) -> Result<Option<ReadNow>, D::Error> {
    let mut now = Value::deserialize(now)?;
    if let Ok(read) = short::now(now.clone()) {
        return Ok(read.map(|now| ReadNow { now, default: None }));
    }
    let default = forget_decision(&mut now);
    short::now(now)
        .map(|read| read.map(|now| ReadNow { now, default }))
        .map_err(de::Error::custom)
}

/// Replaces an unknown reason in an event: the rest of the event is needed to know who has a seat, and whether a match is being prepared.
pub fn forget_reason(event: &mut Value) {
    match event.get("do").and_then(Value::as_str) {
        Some("stood") => forget_word(event.get_mut("reason"), &StandReason::Stood),
        Some("cancelled") => forget_word(event.get_mut("reason"), &CancelReason::Left),
        _ => {}
    }
}

/// Replaces an unknown word for who acted for a seat: proofs depend on the rest of the event.
pub fn forget_by(event: &mut Value) {
    if let Value::Array(list) = event {
        let place = match list.first().and_then(Value::as_str) {
            Some("play") => 8,
            Some("reveal" | "take" | "ordered" | "dealt") => 2,
            _ => return,
        };
        forget_word(list.get_mut(place), &By::default());
        return;
    }
    forget_word(event.get_mut("by"), &By::default());
    if let Some(Value::Array(opened)) = event.get_mut("opened") {
        for seal in opened {
            forget_word(seal.get_mut("by"), &By::default());
        }
    }
}

/// Replaces an unknown word by the usual one.
fn forget_word<T: Serialize + DeserializeOwned>(word: Option<&mut Value>, usual: &T) {
    if let Some(word) = word
        && word.is_string()
        && T::deserialize(&*word).is_err()
    {
        *word = serde_json::json!(usual);
    }
}
