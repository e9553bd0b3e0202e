//! The short form of the `now` of `news`.

use giog_rules::tricks::{Action, Ask, CombinationType, Decision, Generals, Pieces};
use giog_rules::{Decision as AnyDecision, Seat, Stage};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;

use super::list;
use crate::server::{Deciding, NewsNow, YourTurn};

/// A seat with an open decision: its number, or `[seat, left_ms, bank_ms]`.
#[derive(Deserialize)]
#[serde(untagged)]
enum Waited {
    Long(Seat),
    For(Seat, u64, #[serde(default)] Option<u64>),
}

/// `[deciding, turn, decision, choices, start_left_ms, bots_left_ms]`, without the nulls at the end. `turn` is null for spectators.
#[derive(Deserialize)]
struct Now {
    deciding: Vec<Waited>,
    #[serde(default)]
    turn: Option<u32>,
    #[serde(default)]
    decision: Option<Value>,
    #[serde(default)]
    choices: Option<u32>,
    #[serde(default)]
    start_left_ms: Option<u64>,
    #[serde(default)]
    bots_left_ms: Option<u64>,
}

/// `["play", decision, trick, type, count, generals, plays, default]`.
#[derive(Deserialize)]
struct Play {
    _name: String,
    decision: u32,
    trick: u8,
    kind: Option<CombinationType>,
    count: Option<u8>,
    generals: Generals,
    plays: Option<Vec<Pieces>>,
    default: String,
}

/// `["take_back", decision, trick, pieces]`.
#[derive(Deserialize)]
struct TakeBack {
    _name: String,
    decision: u32,
    trick: u8,
    pieces: Pieces,
}

/// Writes the short form; false if it has none.
pub fn write_now(out: &mut Vec<u8>, now: &NewsNow) -> bool {
    let you = now.you.as_ref();
    let is_rare = you.is_some_and(|you| !you.may.is_empty() || you.held.is_some())
        || now.pause_left_ms.is_some()
        || now.deciding.iter().any(is_rare);
    if is_rare {
        return false;
    }
    let turn = you.map(|you| you.turn);
    let decision = you.and_then(|you| you.decision.as_ref()).map(ShortDecision);
    let choices = you.and_then(|you| you.choices);
    list!(
        out,
        [&ShortDeciding(&now.deciding)],
        [turn, decision, choices, now.start_left_ms, now.bots_left_ms]
    );
    true
}

/// Whether there is a bank without a time. No clock gives that, so there is no short form for it.
fn is_rare(deciding: &Deciding) -> bool {
    deciding.left_ms.is_none() && deciding.bank_ms.is_some()
}

struct ShortDeciding<'a>(&'a [Deciding]);

impl Serialize for ShortDeciding<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(|deciding| match deciding.left_ms {
            None => Waits::Long(deciding.seat),
            Some(left_ms) => match deciding.bank_ms {
                None => Waits::For((deciding.seat, left_ms)),
                Some(bank_ms) => Waits::WithBank((deciding.seat, left_ms, bank_ms)),
            },
        }))
    }
}

#[derive(Serialize)]
#[serde(untagged)]
enum Waits {
    Long(Seat),
    For((Seat, u64)),
    WithBank((Seat, u64, u64)),
}

struct ShortDecision<'a>(&'a AnyDecision);

impl Serialize for ShortDecision<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let AnyDecision::Tricks(decision) = self.0 else {
            return self.0.serialize(serializer);
        };
        if decision.actions.is_some() {
            return self.0.serialize(serializer);
        }
        match (&decision.ask, &decision.default) {
            (
                Ask::Play {
                    trick,
                    lead,
                    kind,
                    count,
                    generals,
                    plays,
                },
                Some(Action::Play { pieces }),
            ) if decision.must && decision.stage == Stage::Play && *lead == kind.is_none() => {
                let number = decision.decision;
                ("play", number, trick, kind, count, generals, plays, pieces).serialize(serializer)
            }
            (Ask::TakeBack { trick, pieces }, None)
                if !decision.must && decision.stage == Stage::Play =>
            {
                ("take_back", decision.decision, trick, pieces).serialize(serializer)
            }
            _ => self.0.serialize(serializer),
        }
    }
}

/// Reads the `now` of `news` as an object or in its short form.
// Compiled for clients only, like `read_event`.
#[inline]
pub(super) fn read_now(now: Value) -> Result<NewsNow, serde_json::Error> {
    if !now.is_array() {
        return NewsNow::deserialize(now);
    }
    let now = Now::deserialize(now)?;
    let deciding = now.deciding.into_iter().map(|waited| {
        let (seat, left_ms, bank_ms) = match waited {
            Waited::Long(seat) => (seat, None, None),
            Waited::For(seat, left_ms, bank_ms) => (seat, Some(left_ms), bank_ms),
        };
        Deciding {
            seat,
            left_ms,
            bank_ms,
        }
    });
    let decision = now.decision.map(read_decision).transpose()?;
    Ok(NewsNow {
        deciding: deciding.collect(),
        you: now.turn.map(|turn| YourTurn {
            turn,
            decision,
            choices: now.choices,
            may: Vec::new(),
            held: None,
        }),
        start_left_ms: now.start_left_ms,
        bots_left_ms: now.bots_left_ms,
        pause_left_ms: None,
    })
}

fn read_decision(decision: Value) -> Result<AnyDecision, serde_json::Error> {
    let name = decision.get(0).and_then(Value::as_str);
    let (decision, must, ask, default) = match name {
        None => return AnyDecision::deserialize(decision),
        Some("play") => {
            let play = Play::deserialize(decision)?;
            let ask = Ask::Play {
                trick: play.trick,
                lead: play.kind.is_none(),
                kind: play.kind,
                count: play.count,
                generals: play.generals,
                plays: play.plays,
            };
            let default = Action::Play {
                pieces: play.default,
            };
            (play.decision, true, ask, Some(default))
        }
        Some("take_back") => {
            let back = TakeBack::deserialize(decision)?;
            let ask = Ask::TakeBack {
                trick: back.trick,
                pieces: back.pieces,
            };
            (back.decision, false, ask, None)
        }
        Some(other) => {
            let text = format!("no decision is called `{other}` in a short form");
            return Err(serde::de::Error::custom(text));
        }
    };
    Ok(AnyDecision::Tricks(Decision {
        decision,
        must,
        stage: Stage::Play,
        ask,
        default,
        actions: None,
        more_actions: false,
    }))
}
