//! The view of a match: what one observer sees of all of it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Action, each_family};
use crate::families::boards::BoardView;
use crate::families::tiles::{TilesAction, TilesView};
use crate::families::tricks;
use crate::table::Seat;

/// A match as one observer sees it. `variant` tells the family of games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "AnyView")]
pub enum View {
    /// In trick games.
    Tricks(Box<tricks::View>),
    /// In games on boards.
    Board(Box<BoardView>),
    /// In games of tiles and dice.
    Tiles(Box<TilesView>),
}

impl View {
    /// The observer's seat; none for spectators.
    pub fn you(&self) -> Option<Seat> {
        each_family!(self, view => view.you)
    }

    /// Adds the observer's own decision in an open batch to the view.
    pub fn show_own_decision(&mut self, action: &Action) {
        if let (Self::Tiles(view), Action::Tiles(TilesAction::Claim { claim })) = (self, action) {
            view.show_claim(claim);
        }
    }

    /// The view, if it is of a trick game.
    pub fn tricks(&self) -> Option<&tricks::View> {
        match self {
            Self::Tricks(view) => Some(view),
            Self::Board(_) | Self::Tiles(_) => None,
        }
    }

    /// The view, if it is of a game on a board.
    pub fn board(&self) -> Option<&BoardView> {
        match self {
            Self::Board(view) => Some(view),
            Self::Tricks(_) | Self::Tiles(_) => None,
        }
    }

    /// The view, if it is of a game of tiles or dice.
    pub fn tiles(&self) -> Option<&TilesView> {
        match self {
            Self::Tiles(view) => Some(view),
            Self::Tricks(_) | Self::Board(_) => None,
        }
    }
}
