//! The result of a match of tiles or dice (`docs/TILES.md` §2).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::fields::GameFields;
use super::game::{Game, TilesEnd};
use crate::table::Seat;

/// The result of the actions of a match. It shows everything that was hidden.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TilesResult {
    /// The seats that have to decide now, ascending; none when over.
    pub waiting: Vec<Seat>,
    /// Each seat's points so far.
    pub scores: Vec<i64>,
    /// Who won or shares the win, ascending; null until over.
    pub winners: Option<Vec<Seat>>,
    /// Why the match is over; null until then.
    pub end: Option<TilesEnd>,
    /// The fields that only this game has.
    #[serde(flatten)]
    pub fields: GameFields,
}

impl TilesResult {
    /// The result of a match in its current state.
    pub fn of<G: Game>(game: &G) -> Self
    where
        for<'a> GameFields: From<&'a G>,
    {
        Self {
            waiting: game.waiting(),
            scores: game.scores(),
            winners: game.winners(),
            end: game.end(),
            fields: game.into(),
        }
    }
}
