//! The referee: it reads records and gives verdicts (`docs/RECORD.md`).

mod actions;
mod boards;
mod json;
mod line;
mod tiles;

pub use boards::{BoardRefused, BoardVerdict};
pub use tiles::{TilesRefused, TilesVerdict};

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::RULES_VERSION;
use crate::families::boards::BoardVariant;
use crate::families::tiles::TilesVariant;
use crate::families::tricks::{
    Action, Match, NoSuchVariant, Refused, Variant, Verdict, VerdictStatus,
};
use crate::table::RefusalCode;
use actions::LineAction;
use boards::{BadBoardRecord, BoardRecord};
use json::{Malformed, Object};
use line::{BadLine, LineRecord};
use tiles::BadTilesRecord;

/// The referee's answer to one line of input.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Judgement {
    /// The line is the record of a trick game.
    Judged(Box<Verdict>),
    /// The line is the record of a game on a board.
    Board(Box<BoardVerdict>),
    /// The line is the record of a game of tiles or dice.
    Tiles(Box<TilesVerdict>),
    /// The line is not a record.
    Invalid(Invalid),
}

/// The answer to a line that is not a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Invalid {
    status: InvalidStatus,
    /// The reason, for people.
    pub error: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum InvalidStatus {
    Invalid,
}

impl fmt::Display for Judgement {
    /// Writes the verdict as one line of JSON.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&serde_json::to_string(self).map_err(|_| fmt::Error)?)
    }
}

/// Judges one line; none if it is blank.
pub fn judge_line(line: &str) -> Option<Judgement> {
    if line.trim().is_empty() {
        return None;
    }
    Some(judge(line).unwrap_or_else(|error| {
        Judgement::Invalid(Invalid {
            status: InvalidStatus::Invalid,
            error: error.to_string(),
        })
    }))
}

/// A game of any family, found by its id in records.
enum AnyVariant {
    Tricks(Variant),
    Boards(BoardVariant),
    Tiles(TilesVariant),
}

impl AnyVariant {
    fn named(id: &str) -> Result<Self, NoSuchVariant> {
        let boards = BoardVariant::from_id(id).map(Self::Boards);
        let tiles = || TilesVariant::from_id(id).map(Self::Tiles);
        boards
            .or_else(tiles)
            .map_or_else(|| id.parse().map(Self::Tricks), Ok)
    }
}

/// Why a line is not a record.
#[derive(Debug, thiserror::Error)]
enum NoRecord {
    #[error(transparent)]
    Malformed(#[from] Malformed),
    #[error(transparent)]
    Variant(#[from] NoSuchVariant),
    #[error(transparent)]
    Tricks(#[from] BadLine),
    #[error(transparent)]
    Boards(#[from] BadBoardRecord),
    #[error(transparent)]
    Tiles(#[from] BadTilesRecord),
    #[error("this version does not know rules {0}, by which the match was refereed")]
    Rules(i64),
}

/// Judges a line by the rules of its game.
fn judge(line: &str) -> Result<Judgement, NoRecord> {
    let record = Object::parse(line)?;
    // A match is judged only by the version of the rules by which it was played. Records of finished matches name it; other records do
    // not.
    let rules = record.find("rules")?;
    match rules.map(|raw| json::integer(raw, "rules")).transpose()? {
        Some(rules) if rules != i64::from(RULES_VERSION) => return Err(NoRecord::Rules(rules)),
        _ => {}
    }
    Ok(match AnyVariant::named(&record.text("variant")?)? {
        AnyVariant::Tricks(variant) => {
            Judgement::Judged(Box::new(judge_tricks(LineRecord::read(variant, &record)?)))
        }
        AnyVariant::Boards(variant) => {
            Judgement::Board(Box::new(BoardRecord::read(variant, &record)?.judge()))
        }
        AnyVariant::Tiles(variant) => Judgement::Tiles(Box::new(tiles::judge(variant, &record)?)),
    })
}

/// Plays the record until its end or the first illegal action.
fn judge_tricks(record: LineRecord) -> Verdict {
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

fn take(game: &mut Match, line: &LineAction<Action>) -> Result<(), RefusalCode> {
    match (line.seat, &line.action) {
        (Some(seat), Some(action)) => game.act(seat, action).map(drop),
        // A seat that the table does not have, or an action that no game has.
        (seat, _) => Err(game.refuse_unknown(seat)),
    }
}
