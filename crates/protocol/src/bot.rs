//! The lines between a runner (`giog bot run`, `giog arena`) and a program that plays: one JSON object per line in both directions.
//! The most important one, `turn`, is the same over the socket, as the answer to the request `turn`. `docs/BOTS.md` describes them.
//!
//! A runner says `hello` once. In each match it says `start`, then `turn` whenever the match waits for the program's seat, then `over`.
//! The program answers each `turn` with one line, an action; it may answer `hello` with its name, and must answer nothing else. Version
//! 1 only grows: a program ignores messages and fields that it does not know.

mod answer;

pub use answer::{Answer, BadAnswer, Greeting, MAX_ANSWER_BYTES, ProgramLine};

use std::collections::BTreeMap;

use giog_rules::{Action, Decision, MatchId, Options, Outcome, Seat, SeenEvent, Variant, View};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::client::Act;

/// The version of these lines.
pub const BOT_VERSION: u32 = 1;

/// A line to a program.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ToProgram {
    /// The first line, once.
    Hello(RunnerHello),
    /// A match has begun, or the program takes over a seat in it.
    Start(Start),
    /// The match waits for the program.
    Turn(Box<Turn>),
    /// A match is over.
    Over(Over),
    /// Whether the program is alive; it may answer `{"type":"pong"}`, or nothing.
    Ping(RunnerPing),
}

/// Introduces the runner.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RunnerHello {
    /// The version of these lines: 1.
    pub v: u32,
    /// The name and version of the runner, `giog 1.0.0`.
    pub engine: String,
    /// The options that its user has set for the program, by name; left out if there are none.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, String>,
}

/// The beginning of a match for a program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Start {
    /// The version of these lines: 1.
    pub v: u32,
    /// The match and the program's seat.
    #[serde(flatten)]
    pub place: Place,
    /// The options in force.
    pub options: Options,
}

/// A match and a program's seat in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Place {
    /// The match. A program may play several at a time.
    #[serde(rename = "match")]
    pub match_id: MatchId,
    /// The game.
    pub game: Variant,
    /// The number of seats.
    pub seats: u8,
    /// The program's seat.
    pub you: Seat,
}

/// Everything that a seat may know and do, when the match waits for it. Nothing else is needed in order to play.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Turn {
    /// The version of these lines: 1.
    pub v: u32,
    /// The match and the program's seat.
    #[serde(flatten)]
    pub place: Place,
    /// The number of actions taken for this seat in this match so far, as in `now`. After a refusal it is the same again.
    pub turn: u32,
    /// Milliseconds until the default is taken, as far as the program may use them; null without a clock.
    pub left_ms: Option<u64>,
    /// The match as the seat sees it, as in a snapshot.
    pub view: View,
    /// What has happened since the last `turn` of this match, in order, as the seat saw it; perhaps too little after a disconnect.
    pub events: Vec<SeenEvent>,
    /// The decision, with its legal actions ready to send.
    pub decision: Decision,
}

/// The message `turn` alone, where nothing else can stand.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum TurnMessage {
    /// It.
    Turn(Box<Turn>),
}

/// The end of a match for a program.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Over {
    /// The version of these lines: 1.
    pub v: u32,
    /// The match and the program's seat.
    #[serde(flatten)]
    pub place: Place,
    /// The outcome; null if the match was abandoned.
    pub outcome: Option<Outcome>,
    /// Where the record of the match can be read; null if it has none.
    pub record: Option<String>,
}

/// Asks whether the program is alive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RunnerPing {
    /// The version of these lines: 1.
    pub v: u32,
}

impl ToProgram {
    /// The first line, of a runner with this version.
    pub fn hello(version: &str, options: BTreeMap<String, String>) -> Self {
        Self::Hello(RunnerHello {
            v: BOT_VERSION,
            engine: format!("giog {version}"),
            options,
        })
    }

    /// The line, without its end.
    ///
    /// # Panics
    /// Never: every message can be written as JSON.
    pub fn encode(&self) -> String {
        serde_json::to_string(self).expect("messages have only text keys and finite numbers")
    }
}

impl Place {
    /// The first line of the match.
    pub const fn start(self, options: Options) -> ToProgram {
        ToProgram::Start(Start {
            v: BOT_VERSION,
            place: self,
            options,
        })
    }

    /// The `turn` of a decision that the match waits for. View, events and decision are those of this seat; the decision should list its
    /// actions ([`giog_rules::Match::list_actions`]).
    pub const fn turn(
        self,
        turn: u32,
        left_ms: Option<u64>,
        view: View,
        events: Vec<SeenEvent>,
        decision: Decision,
    ) -> Turn {
        Turn {
            v: BOT_VERSION,
            place: self,
            turn,
            left_ms,
            view,
            events,
            decision,
        }
    }

    /// The last line of the match.
    pub const fn over(self, outcome: Option<Outcome>, record: Option<String>) -> ToProgram {
        ToProgram::Over(Over {
            v: BOT_VERSION,
            place: self,
            outcome,
            record,
        })
    }
}

impl Turn {
    /// The request that sends this action.
    pub const fn act(&self, action: Action) -> Act {
        Act {
            turn: self.turn,
            match_id: Some(self.place.match_id),
            action,
        }
    }

    /// Whether the action may be legal, as far as the turn tells: it is listed, or not everything is, or nobody waits for it.
    pub fn may_allow(&self, action: &Action) -> bool {
        action.is_off_turn()
            || self.decision.has_more_actions()
            || self
                .decision
                .actions()
                .is_none_or(|listed| listed.contains(&action.canonical()))
    }

    /// The action to take if the program gives no legal answer: the default, or the first of the listed actions where the seat would lose
    /// on time. None if the player is told neither.
    pub fn fallback(&self) -> Option<Action> {
        let default = self.decision.default_action();
        default.or_else(|| self.decision.actions()?.into_iter().next())
    }
}
