//! Outcomes and results of matches.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::de::value::{Error as NoWord, StrDeserializer};
use serde::{Deserialize, Serialize};

use super::{Terms, each_family};
use crate::families::boards::{self, BoardOutcome, BoardResult};
use crate::families::tiles::{self, TilesOutcome, TilesResult};
use crate::families::tricks;
use crate::table::Seat;

/// How a match ended by its rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "AnyOutcome")]
pub enum Outcome {
    /// A trick game.
    Tricks(tricks::Outcome),
    /// A game on a board.
    Board(BoardOutcome),
    /// A game of tiles or dice.
    Tiles(TilesOutcome),
}

impl Outcome {
    /// The outcome, if it is of a trick game.
    pub const fn tricks(&self) -> Option<&tricks::Outcome> {
        match self {
            Self::Tricks(outcome) => Some(outcome),
            Self::Board(_) | Self::Tiles(_) => None,
        }
    }

    /// The outcome, if it is of a game on a board.
    pub const fn board(&self) -> Option<&BoardOutcome> {
        match self {
            Self::Board(outcome) => Some(outcome),
            Self::Tricks(_) | Self::Tiles(_) => None,
        }
    }

    /// Who won or shares the win, ascending.
    pub fn winners(&self) -> &[Seat] {
        each_family!(self, outcome => &outcome.winners)
    }

    /// Whether one side alone won. In trick games every seat is a side.
    pub fn has_one_winner(&self) -> bool {
        match self {
            Self::Tricks(outcome) => outcome.winners.len() == 1,
            Self::Board(outcome) => outcome.sides.contains(&outcome.winners),
            Self::Tiles(outcome) => outcome.sides.contains(&outcome.winners),
        }
    }

    /// How many of the pieces that a seat captured count for it: none of them if they are forfeited. `None` in games in which the series does
    /// not count them.
    pub fn counted(&self, seat: Seat, terms: &Terms) -> Option<u32> {
        let captured = self.captured(seat)?;
        let is_forfeited = match (self, terms) {
            (Self::Tricks(outcome), Terms::Tricks(terms)) => {
                terms.options().beheading == Some(tricks::Beheading::Forfeit)
                    && outcome.beheaded.contains(&seat)
            }
            _ => false,
        };
        Some(if is_forfeited { 0 } else { captured })
    }

    /// How many pieces a seat captured; none in games in which the series does not count them.
    pub fn captured(&self, seat: Seat) -> Option<u32> {
        match self {
            Self::Tricks(outcome) => outcome.captured.get(seat).copied().map(u32::from),
            Self::Board(_) | Self::Tiles(_) => None,
        }
    }

    /// The place of each of so many seats, from 1; equal seats share a place. The winners are first. Behind them, seats rank by score, or in trick
    /// games without scores by captured pieces, the beheaded last; where nothing is counted, all others share the next place.
    pub fn places(&self, seats: usize) -> Vec<usize> {
        let beheaded = self.tricks().map_or(&[][..], |outcome| &outcome.beheaded);
        let rank = |seat: Seat| {
            let counted = self.score(seat).or(self.captured(seat).map(i64::from));
            let is_beheaded = self.score(seat).is_none() && beheaded.contains(&seat);
            (self.winners().contains(&seat), !is_beheaded, counted)
        };
        let same_or = |seat: Seat| match rank(seat) {
            (true, ..) => (true, true, None),
            rank => rank,
        };
        let ranks: Vec<_> = (0..seats).map(|seat| same_or(Seat::new(seat))).collect();
        let better = |own| ranks.iter().filter(|&other| other > own).count();
        ranks.iter().map(|own| 1 + better(own)).collect()
    }

    /// The score of a seat, in games with scores.
    pub fn score(&self, seat: Seat) -> Option<i64> {
        match self {
            Self::Tricks(outcome) => outcome.scores?.get(seat).copied().map(i64::from),
            Self::Tiles(outcome) => outcome.gains.get(seat.index()).copied(),
            Self::Board(_) => None,
        }
    }
}

/// The result of the actions of a match; the field `result` of a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "AnyMatchResult")]
pub enum MatchResult {
    /// In a trick game.
    Tricks(Box<tricks::MatchResult>),
    /// In a game on a board.
    Board(Box<BoardResult>),
    /// In a game of tiles or dice.
    Tiles(Box<TilesResult>),
}

impl MatchResult {
    /// The result, if it is of a trick game.
    pub fn tricks(&self) -> Option<&tricks::MatchResult> {
        match self {
            Self::Tricks(result) => Some(result),
            Self::Board(_) | Self::Tiles(_) => None,
        }
    }

    /// Who won or shares the win, ascending; none in an abandoned match.
    pub fn winners(&self) -> Option<&[Seat]> {
        each_family!(self, result => result.winners.as_deref())
    }

    /// Why the match is over; none in most trick games, which can end in only one way, and for an abandoned match.
    pub fn end(&self) -> Option<MatchEnd> {
        match self {
            Self::Tricks(result) => result.end.and_then(|end| end.0).map(MatchEnd::Tricks),
            Self::Board(result) => result.end.map(MatchEnd::Board),
            Self::Tiles(result) => result.end.map(MatchEnd::Tiles),
        }
    }

    /// The score of a seat, in games with scores.
    pub fn score(&self, seat: Seat) -> Option<i32> {
        match self {
            Self::Tricks(result) => result.scores?.get(seat).copied(),
            Self::Tiles(result) => {
                let score = result.scores.get(seat.index());
                score.and_then(|&score| i32::try_from(score).ok())
            }
            Self::Board(_) => None,
        }
    }
}

/// Why a match is over. Each word belongs to one family of games, so the word tells the family.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "AnyEnd")]
pub enum MatchEnd {
    /// In trick games.
    Tricks(tricks::EndOfMatch),
    /// In games on boards.
    Board(boards::BoardEnd),
    /// In games of tiles and dice.
    Tiles(tiles::TilesEnd),
}

/// A text that is not the name of a [`MatchEnd`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no game ends like this")]
pub struct NoSuchEnd;

impl fmt::Display for MatchEnd {
    /// Writes the word that records use.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

impl FromStr for MatchEnd {
    type Err = NoSuchEnd;

    fn from_str(word: &str) -> Result<Self, NoSuchEnd> {
        Self::deserialize(StrDeserializer::<NoWord>::new(word)).map_err(|_| NoSuchEnd)
    }
}

impl Default for MatchResult {
    fn default() -> Self {
        Self::Tricks(Box::default())
    }
}

#[cfg(test)]
mod tests {
    use schemars::SchemaGenerator;
    use serde_json::Value;

    use super::*;

    /// Collects all words that a schema lists.
    fn words(schema: &Value, found: &mut Vec<String>) {
        match schema {
            Value::Array(parts) => parts.iter().for_each(|part| words(part, found)),
            Value::Object(parts) => {
                found.extend(
                    parts
                        .get("const")
                        .and_then(Value::as_str)
                        .map(str::to_owned),
                );
                let listed = parts.get("enum").and_then(Value::as_array);
                found.extend(
                    listed
                        .into_iter()
                        .flatten()
                        .filter_map(Value::as_str)
                        .map(str::to_owned),
                );
                parts.values().for_each(|part| words(part, found));
            }
            _ => {}
        }
    }

    #[test]
    fn the_word_of_an_end_belongs_to_one_family_and_is_read_again() {
        let mut generator = SchemaGenerator::default();
        let mut found = Vec::new();
        words(
            generator.root_schema_for::<MatchEnd>().as_value(),
            &mut found,
        );
        assert!(found.len() > 20, "{found:?}");
        for word in &found {
            let end: MatchEnd = word.parse().expect("it is listed");
            assert_eq!(end.to_string(), *word);
            let times = found.iter().filter(|other| *other == word).count();
            assert_eq!(times, 1, "{word}");
        }
        assert_eq!("over".parse::<MatchEnd>(), Err(NoSuchEnd));
        assert_eq!(
            "broke".parse(),
            Ok(MatchEnd::Tiles(tiles::TilesEnd::Broke)),
            "each family's own"
        );
    }
}
