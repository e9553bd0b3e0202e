//! The referee's verdict on a trick game (`docs/RECORD.md`).

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};

use crate::families::tricks::pieces::{CombinationType, Pieces};
use crate::table::{BySeat, RefusalCode, Seat};

/// The referee's verdict on a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Verdict {
    /// How far the record could be played.
    pub status: VerdictStatus,
    /// The first illegal action; the other fields show the state before it.
    pub refused: Option<Refused>,
    /// The result of the legal actions.
    #[serde(flatten)]
    pub result: MatchResult,
}

/// How far a record could be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum VerdictStatus {
    /// To the end of the match.
    Over,
    /// The actions end before the match does.
    Playing,
    /// To an illegal action.
    Refused,
}

/// An illegal action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Refused {
    /// Its index, from 0.
    pub action: usize,
    /// The refusal code.
    pub code: RefusalCode,
}

/// The result of the actions of a match; the field `result` of a record.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MatchResult {
    /// The seats that have to decide now, ascending; none when the match is over. Omitted in games of `docs/RECORD.md`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub waiting: Option<Vec<Seat>>,
    /// Seats in order of priority, or in turn order from the starter; null before it is known.
    pub order: Option<Vec<Seat>>,
    /// Each seat's hand after the taking; null before.
    pub hands: Option<BySeat<Pieces>>,
    /// The finished tricks.
    pub tricks: Vec<TrickResult>,
    /// Pieces taken per seat, before any forfeit.
    pub captured: BySeat<u8>,
    /// The seats that were beheaded, ascending. Omitted in games of `docs/TILES.md`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub beheaded: Option<Vec<Seat>>,
    /// A score per seat, in variants that have scores; null until the match is over.
    pub scores: Option<BySeat<i32>>,
    /// Who won or shares the win, ascending; null until the match is over, and in an abandoned match.
    pub winners: Option<Vec<Seat>>,
    /// What ended the match; null until it is over, and in an abandoned match. Omitted in games of `docs/RECORD.md`.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "null_is_there"
    )]
    pub end: Option<Ending>,
}

/// What ended a match; null until it is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Ending(pub Option<EndOfMatch>);

/// What ended a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum EndOfMatch {
    /// All cards were played.
    Cards,
}

/// Reads a field in which null has another meaning than a missing field.
fn null_is_there<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

/// A finished trick.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TrickResult {
    /// Who led.
    pub leader: Seat,
    /// The type that was led.
    #[serde(rename = "type")]
    pub kind: CombinationType,
    /// What each seat played.
    pub plays: BySeat<Pieces>,
    /// For each seat whether its pieces were turned up to all.
    pub shown: BySeat<bool>,
    /// The winner; null if the trick was tied and set aside.
    pub winner: Option<Seat>,
}
