//! Records of matches that no server played: what the referee reads, without people, times and proofs (`docs/RECORD.md`).

use serde::Serialize;

use super::envelope::{By, RecordLayout};
use crate::families::tricks::Ceremony;
use crate::game::{Action, Match, MatchResult, Options, Terms, Variant};
use crate::table::Seat;

/// The record of a match that was played to its end without a server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlainRecord {
    /// The game.
    pub variant: Variant,
    /// The number of players.
    pub seats: u8,
    /// The options in force.
    pub options: Options,
    /// Who made the choices before the first lead.
    pub ceremony: Ceremony,
    #[serde(flatten)]
    layout: RecordLayout,
    /// All actions, in the order in which they took effect.
    pub actions: Vec<PlainAction>,
    /// What the actions led to.
    pub result: MatchResult,
}

/// An action of such a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlainAction {
    /// Whose action.
    pub seat: Seat,
    /// The action, in canonical text.
    #[serde(flatten)]
    pub action: Action,
    /// Who took it for the seat; omitted for its player.
    #[serde(skip_serializing_if = "By::is_player")]
    pub by: By,
}

impl PlainRecord {
    /// The record of a match in its current state, which these actions led to.
    pub fn new(terms: &Terms, game: &Match, actions: Vec<PlainAction>) -> Self {
        let variant = terms.variant();
        Self {
            variant,
            seats: u8::try_from(terms.seats()).expect("a table has few seats"),
            options: terms.options(),
            ceremony: terms.ceremony(),
            layout: RecordLayout::of(variant, &game.deal()),
            actions,
            result: game.result(),
        }
    }
}
