//! What a model is told of its table: small, bounded, and with the text of others apart.

use std::collections::VecDeque;

use giog_protocol::server::Deciding;
use giog_protocol::{ChatLine, Occupant, RoomId};
use giog_rules::SeenEvent;
use serde_json::{Map, Value, json};
use tokio::time::Instant;

use crate::desk::{Asked, Over};
use crate::foreign::untrusted;

/// The longest answer about a table, in bytes: a few thousand words, which models with small windows can still read.
pub const MOST_BYTES: usize = 32 << 10;
/// The fewest actions that are listed, where everything does not fit.
const FEWEST_ACTIONS: usize = 16;

/// How far it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stage {
    /// There is no table.
    #[default]
    NoTable,
    /// The table waits for players, or for the start.
    Gathering,
    /// Others decide.
    Waiting,
    /// The model must decide.
    Turn,
    /// The match is over, and the seat given up.
    Over,
}

/// Everything that a model may know of its table.
#[derive(Clone, Debug, Default)]
pub struct Scene {
    /// How far it is.
    pub stage: Stage,
    /// The room.
    pub room: Option<RoomId>,
    /// Why there is no table any more.
    pub lost: Option<String>,
    /// The open turn.
    pub asked: Option<Asked>,
    /// For whom the match waits.
    pub deciding: Vec<Deciding>,
    /// Milliseconds until the start is given up, or computer players take free seats.
    pub start_left_ms: Option<u64>,
    /// What happened since the last turn.
    pub since: VecDeque<SeenEvent>,
    /// The last match.
    pub over: Option<Over>,
    /// Who has which seat.
    pub seats: Vec<Option<Occupant>>,
    /// The latest lines of chat.
    pub chat: VecDeque<ChatLine>,
}

impl Stage {
    const fn name(self) -> &'static str {
        match self {
            Self::NoTable => "no_table",
            Self::Gathering => "gathering",
            Self::Waiting => "waiting",
            Self::Turn => "turn",
            Self::Over => "over",
        }
    }

    /// Whether there is nothing to wait for.
    pub const fn needs_you(self) -> bool {
        matches!(self, Self::NoTable | Self::Turn | Self::Over)
    }

    const fn hint(self) -> &'static str {
        match self {
            Self::NoTable => "take a seat with `sit`",
            Self::Gathering | Self::Waiting => "use `wait`",
            Self::Turn => {
                "use `act` with `turn` and the place of an action in `decision.actions`, from 0"
            }
            Self::Over => "the seat is given up; `sit` takes another one",
        }
    }
}

impl Scene {
    /// The answer, at most [`MOST_BYTES`] long.
    pub fn answer(&self) -> Value {
        let mut answer = Map::new();
        answer.insert("state".to_owned(), json!(self.stage.name()));
        answer.insert("next".to_owned(), json!(self.stage.hint()));
        if let Some(room) = self.room {
            answer.insert("room".to_owned(), json!(room));
        }
        if let Some(lost) = &self.lost {
            answer.insert("why".to_owned(), json!(lost));
        }
        match self.stage {
            Stage::NoTable => {}
            Stage::Gathering => {
                let taken = self.seats.iter().flatten().count();
                answer.insert("seats".to_owned(), json!(self.seats.len()));
                answer.insert("taken".to_owned(), json!(taken));
                answer.insert("start_left_ms".to_owned(), json!(self.start_left_ms));
            }
            Stage::Waiting => {
                answer.insert("deciding".to_owned(), json!(self.deciding));
                answer.insert("events".to_owned(), json!(self.since));
            }
            Stage::Turn => {
                if let Some(asked) = &self.asked {
                    answer.insert("turn".to_owned(), turn(asked));
                }
            }
            Stage::Over => {
                if let Some(over) = &self.over {
                    let message = over.place.over(over.outcome.clone(), over.record.clone());
                    answer.insert("over".to_owned(), json!(message));
                }
                answer.insert("events".to_owned(), json!(self.since));
            }
        }
        if self.stage != Stage::NoTable {
            answer.insert(
                "untrusted".to_owned(),
                untrusted(&self.seats, self.chat.iter()),
            );
        }
        let mut answer = Value::Object(answer);
        fit(&mut answer);
        answer
    }
}

/// The message `turn`, with the time that is left now.
fn turn(asked: &Asked) -> Value {
    let mut turn = json!(asked.turn);
    if let Some(by) = asked.by {
        let left = by.saturating_duration_since(Instant::now());
        turn["left_ms"] = json!(u64::try_from(left.as_millis()).unwrap_or(u64::MAX));
    }
    turn
}

/// Shortens an answer that is too long: the oldest events go first, then the last actions, then the view.
fn fit(answer: &mut Value) {
    let is_long = |answer: &Value| answer.to_string().len() > MOST_BYTES;
    for pointer in ["/turn/events", "/events"] {
        let mut left_out = 0;
        while is_long(answer)
            && let Some(Value::Array(events)) = answer.pointer_mut(pointer)
            && !events.is_empty()
        {
            let extra = events.len().div_ceil(2);
            events.drain(..extra);
            left_out += extra;
        }
        if left_out > 0 {
            answer["events_left_out"] = json!(left_out);
        }
    }
    let mut left_out = 0;
    while is_long(answer)
        && let Some(Value::Array(actions)) = answer.pointer_mut("/turn/decision/actions")
        && actions.len() > FEWEST_ACTIONS
    {
        let kept = (actions.len() / 2).max(FEWEST_ACTIONS);
        left_out += actions.len() - kept;
        actions.truncate(kept);
    }
    if left_out > 0 {
        answer["actions_left_out"] = json!(left_out);
    }
    if is_long(answer)
        && let Some(view) = answer.pointer_mut("/turn/view")
    {
        *view = json!("too long to be shown");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_that_is_too_long_loses_old_events_then_actions_then_the_view() {
        let events: Vec<Value> = (0..10_000).map(|number| json!({ "do": number })).collect();
        let actions = vec![json!({ "do": "play", "pieces": "EE" }); 100];
        let mut answer = json!({
            "state": "turn",
            "turn": { "view": "small", "events": events, "decision": { "actions": actions } },
        });
        fit(&mut answer);
        assert!(answer.to_string().len() <= MOST_BYTES);
        let kept = answer["turn"]["events"].as_array().expect("a list");
        assert_eq!(
            kept.last(),
            Some(&json!({ "do": 9_999 })),
            "the latest are kept"
        );
        let left_out = answer["events_left_out"].as_u64().expect("a number");
        assert_eq!(u64::try_from(kept.len()).expect("few") + left_out, 10_000);
        assert_eq!(answer["actions_left_out"], Value::Null);
        assert_eq!(answer["turn"]["view"], "small");

        answer["turn"]["view"] = json!("x".repeat(MOST_BYTES));
        fit(&mut answer);
        assert!(answer.to_string().len() <= MOST_BYTES);
        let actions = answer["turn"]["decision"]["actions"].as_array();
        assert_eq!(actions.map(Vec::len), Some(FEWEST_ACTIONS));
        assert_eq!(answer["actions_left_out"], 100 - FEWEST_ACTIONS);
    }
}
