//! Events of a match on a board, complete and as one observer sees them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{BoardAction, BoardEnd, BoardSight, Ending};
use crate::table::{Observer, Seat};

/// An event, in the form for observers who see the board, and in the form for blindfolded players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardEvent {
    pub(super) fact: Fact,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fact {
    SetUp {
        first: Option<Seat>,
        position: Box<Position>,
    },
    Acted {
        seat: Seat,
        action: BoardAction,
        position: Box<Position>,
    },
    Ended(Box<BoardOutcome>),
}

/// The state of the match after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Position {
    pub open: BoardSight,
    /// The state as players see it, if they do not see the board.
    pub blindfold: Option<BoardSight>,
}

/// How a match on a board ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BoardOutcome {
    /// Why it is over.
    pub end: BoardEnd,
    /// The winners, ascending; all seats if the match was drawn.
    pub winners: Vec<Seat>,
    /// Null: games on boards have no scores.
    pub scores: Option<Vec<i32>>,
    /// The sides: lists of seats that win and lose together.
    pub sides: Vec<Vec<Seat>>,
}

/// An event as one observer sees it, and as it is written to JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum SeenBoardEvent {
    /// An event that is not an action.
    Told(Box<BoardTold>),
    /// An action of a seat.
    Acted(Box<SeenBoardAction>),
}

/// An event of a match on a board that is not an action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum BoardTold {
    /// The board was set up.
    SetUp {
        /// The seat that begins: in xiangqi the red one. Omitted in games in which it is always the same.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        first: Option<Seat>,
        /// The state of the match.
        position: BoardSight,
    },
    /// The match is over.
    Ended(BoardOutcome),
}

/// An action of a seat, and the state after it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SeenBoardAction {
    /// The seat.
    pub seat: Seat,
    /// What it was.
    #[serde(flatten)]
    pub action: BoardAction,
    /// The state of the match after it.
    pub position: BoardSight,
}

impl Position {
    fn seen_by(&self, observer: Observer) -> &BoardSight {
        match (&self.blindfold, observer) {
            (Some(blindfold), Observer::Seat(_)) => blindfold,
            _ => &self.open,
        }
    }
}

impl BoardEvent {
    pub(super) fn ended(ending: &Ending, sides: Vec<Vec<Seat>>) -> Self {
        Self {
            fact: Fact::Ended(Box::new(BoardOutcome {
                end: ending.end,
                winners: ending.winners.clone(),
                scores: None,
                sides,
            })),
        }
    }

    /// Whether the observer sees exactly what spectators see.
    pub fn is_alike_for(&self, observer: Observer) -> bool {
        match &self.fact {
            Fact::SetUp { position, .. } | Fact::Acted { position, .. } => {
                observer == Observer::Spectator || position.blindfold.is_none()
            }
            Fact::Ended(_) => true,
        }
    }

    /// The event as the observer sees it.
    pub fn seen_by(&self, observer: Observer) -> SeenBoardEvent {
        match &self.fact {
            Fact::SetUp { first, position } => SeenBoardEvent::Told(Box::new(BoardTold::SetUp {
                first: *first,
                position: position.seen_by(observer).clone(),
            })),
            Fact::Acted {
                seat,
                action,
                position,
            } => SeenBoardEvent::Acted(Box::new(SeenBoardAction {
                seat: *seat,
                action: action.clone(),
                position: position.seen_by(observer).clone(),
            })),
            Fact::Ended(outcome) => {
                SeenBoardEvent::Told(Box::new(BoardTold::Ended(outcome.as_ref().clone())))
            }
        }
    }
}
