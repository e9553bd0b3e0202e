//! The referee: records in, verdicts out (`docs/RECORD.md`).

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Verdict;

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
    let _ = line;
    todo!()
}
