//! The referee: records in, verdicts out (`docs/RECORD.md`).

mod line;

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::families::tricks::{Match, RefusalCode, Refused, Verdict, VerdictStatus};
use line::{LineAction, LineRecord};

/// What the referee answers to a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Judgement {
    /// The line is a record.
    Judged(Box<Verdict>),
    /// The line is no record.
    Invalid(Invalid),
}

/// The answer to a line that is no record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Invalid {
    status: InvalidStatus,
    /// Why, for people.
    pub error: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum InvalidStatus {
    Invalid,
}

impl fmt::Display for Judgement {
    /// The verdict as one line of JSON.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&serde_json::to_string(self).map_err(|_| fmt::Error)?)
    }
}

/// Judges one line; nothing for a blank one.
pub fn judge_line(line: &str) -> Option<Judgement> {
    if line.trim().is_empty() {
        return None;
    }
    Some(match LineRecord::parse(line) {
        Ok(record) => Judgement::Judged(Box::new(judge(record))),
        Err(error) => Judgement::Invalid(Invalid {
            status: InvalidStatus::Invalid,
            error: error.to_string(),
        }),
    })
}

/// Plays the record until its end or the first action that is not legal.
fn judge(record: LineRecord) -> Verdict {
    let mut game = Match::start(&record.terms, record.deal, None).game;
    for (index, action) in record.actions.iter().enumerate() {
        if let Err(code) = take(&mut game, action) {
            let refused = Some(Refused {
                action: index,
                code,
            });
            return Verdict {
                status: VerdictStatus::Refused,
                refused,
                ..game.verdict()
            };
        }
    }
    game.verdict()
}

fn take(game: &mut Match, line: &LineAction) -> Result<(), RefusalCode> {
    match (line.seat, &line.action) {
        (Some(seat), Some(action)) => game.act(seat, action).map(drop),
        // A seat that no table has, or an action that no game has.
        (seat, _) => Err(game.refuse_unknown(seat)),
    }
}
