//! What can be understood of messages in which a later server says something that this client does not know: new codes, reasons,
//! decisions and words.

use giog_protocol::server::{NewsNow, OkReply, Taken, short};
use giog_protocol::{ErrorCode, RoomId, RoomSummary};
use giog_rules::record::By;
use serde::{Deserialize, Deserializer, de};
use serde_json::Value;

use crate::Refusal;
use crate::incoming::Sorted;

/// Where the short form of `now` has the decision.
const SHORT_DECISION: usize = 2;

/// An event of any kind.
#[derive(Deserialize)]
pub struct Event {
    pub room: RoomId,
    pub seq: u64,
    #[serde(rename = "event")]
    pub content: Value,
}

/// That a room was left, for any reason.
#[derive(Deserialize)]
pub struct Left {
    pub room: RoomId,
}

/// An answer without the rooms in it that cannot be understood, such as those of a new game.
pub fn answer(frame: &str) -> Result<OkReply, serde_json::Error> {
    let mut answer: Value = serde_json::from_str(frame)?;
    drop_rooms(&mut answer);
    OkReply::deserialize(answer)
}

/// Drops from a list of rooms those that cannot be understood.
pub fn drop_rooms(message: &mut Value) {
    if let Some(Value::Array(rooms)) = message.get_mut("rooms") {
        rooms.retain(|room| RoomSummary::deserialize(room).is_ok());
    }
}

/// A refusal with any code; nothing where it answers no request.
pub fn refusal(message: Value) -> Result<Option<Sorted>, serde_json::Error> {
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
    Ok(read.re.map(|re| Sorted::Answer(re, Err(Box::new(refusal)))))
}

/// Forgets what a `now` asks, which cannot be understood: the turn is kept, and nobody is asked.
pub fn forget_decision(now: &mut Value) {
    match now {
        Value::Array(list) => {
            if let Some(decision) = list.get_mut(SHORT_DECISION) {
                *decision = Value::Null;
            }
        }
        now => {
            if let Some(Value::Object(you)) = now.get_mut("you") {
                you.insert("decision".to_owned(), Value::Null);
            }
        }
    }
}

/// What is waited for, in either form, with a decision that can be understood or none.
pub fn now<'de, D: Deserializer<'de>>(now: D) -> Result<Option<NewsNow>, D::Error> {
    let mut now = Value::deserialize(now)?;
    short::now(now.clone())
        .or_else(|_| {
            forget_decision(&mut now);
            short::now(now)
        })
        .map_err(de::Error::custom)
}

/// Forgets who acted for a seat, where the word for it is unknown: proofs depend on the rest of the event.
pub fn forget_by(event: &mut Value) {
    if let Value::Array(list) = event {
        let place = match list.first().and_then(Value::as_str) {
            Some("play") => 8,
            Some("reveal" | "take" | "ordered" | "dealt") => 2,
            _ => return,
        };
        forget_word(list.get_mut(place));
        return;
    }
    forget_word(event.get_mut("by"));
    if let Some(Value::Array(opened)) = event.get_mut("opened") {
        for seal in opened {
            forget_word(seal.get_mut("by"));
        }
    }
}

fn forget_word(by: Option<&mut Value>) {
    if let Some(by) = by
        && by.is_string()
        && By::deserialize(&*by).is_err()
    {
        *by = serde_json::json!(By::default());
    }
}
