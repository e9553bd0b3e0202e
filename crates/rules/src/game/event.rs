//! Events of a match, complete and as one observer sees them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Outcome, each_family};
use crate::fairness::{SealLabel, Sealed};
use crate::families::boards::{BoardEvent, BoardTold, SeenBoardEvent};
use crate::families::tiles::{SeenTilesEvent, TilesEvent};
use crate::families::tricks;
use crate::table::Observer;

/// The memory of an event where it is kept with its commitments, in bytes, like the following constants.
const EVENT_BYTES: usize = 1_024;
/// The same for a game on a board: the event contains a whole position.
const BOARD_BYTES: usize = 1_536;
/// The memory of each opened item besides its text, in a game of tiles or dice.
const OPENED_BYTES: usize = 128;
/// How often its text is kept: by the game and by the room.
const OPENED_TIMES: usize = 2;
/// The memory of an item that was laid in the same deal, in multiples of its text, at most: the event that laid it counts too, which may
/// not reveal its length, and the result of each bet.
const REVEALED_TIMES: usize = 12;
/// The memory of what is taken back, in a game of tiles or dice: the same for all, because its length is secret until the end of the
/// match. It is enough for a point on every possible bet.
const TAKEN_BACK_BYTES: usize = 2_048;

/// A complete event, including everything hidden. It cannot be written to JSON; only what one observer sees can.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// In a trick game.
    Tricks(tricks::Event),
    /// In a game on a board.
    Board(BoardEvent),
    /// In a game of tiles or dice.
    Tiles(TilesEvent),
}

/// An event as one observer sees it. `do` names it; each name belongs to one family of games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "AnySeenEvent")]
pub enum SeenEvent {
    /// In a trick game.
    Tricks(tricks::SeenEvent),
    /// In a game on a board.
    Board(SeenBoardEvent),
    /// In a game of tiles or dice.
    Tiles(SeenTilesEvent),
}

impl Event {
    /// The hidden content of this event, which must be committed to: at most one entry, except if several decisions take effect
    /// together.
    pub fn sealed(&self) -> &[Sealed] {
        match self {
            Self::Tricks(event) => event.sealed().map_or(&[], std::slice::from_ref),
            Self::Board(_) => &[],
            Self::Tiles(event) => event.sealed(),
        }
    }

    /// The hidden content that this event reveals.
    pub fn opened(&self) -> &[Sealed] {
        match self {
            Self::Tricks(event) => event.opened(),
            Self::Board(_) => &[],
            Self::Tiles(event) => event.opened(),
        }
    }

    /// Whether it only tells that somebody has laid or thrown, and gives nobody anything to decide.
    pub fn is_notice(&self) -> bool {
        match self {
            Self::Tricks(event) => event.is_notice(),
            Self::Board(_) => false,
            Self::Tiles(event) => event.is_notice(),
        }
    }

    /// Whether the event is sent to anybody: a decision of a batch is not, before all of them are taken.
    pub const fn is_told(&self) -> bool {
        match self {
            Self::Tricks(_) | Self::Board(_) => true,
            Self::Tiles(event) => event.is_told(),
        }
    }

    /// The label of the hidden content for which it is still secret who decided (the player or the clock), because that would reveal
    /// the content.
    pub fn conceals(&self) -> Option<SealLabel> {
        match self {
            Self::Tricks(_) | Self::Board(_) => None,
            Self::Tiles(event) => event.conceals(),
        }
    }

    /// Whether this event also tells who decided, for the content that it reveals.
    pub const fn tells_who_laid(&self) -> bool {
        match self {
            Self::Tricks(_) | Self::Board(_) => true,
            Self::Tiles(event) => event.tells_who_laid(),
        }
    }

    /// Whether it turns something up that people will want to look at before the next decision.
    pub fn is_reveal(&self) -> bool {
        match self {
            Self::Tricks(event) => event.is_reveal(),
            Self::Board(_) => false,
            Self::Tiles(event) => event.is_reveal(),
        }
    }

    /// Its memory in bytes where it is kept with its commitments, an upper bound on average. It depends only on what everybody may know.
    /// What lies face down is counted with the event that opens it, or that says it was taken back.
    pub fn kept_bytes(&self) -> usize {
        match self {
            Self::Tricks(_) => EVENT_BYTES,
            Self::Board(_) => BOARD_BYTES,
            Self::Tiles(event) if event.is_take_back() => EVENT_BYTES + TAKEN_BACK_BYTES,
            Self::Tiles(event) => {
                let times = if event.is_reveal() {
                    REVEALED_TIMES
                } else {
                    OPENED_TIMES
                };
                let opened = event.opened().iter();
                let opened = opened.map(|opened| OPENED_BYTES + times * opened.text.len());
                EVENT_BYTES + opened.sum::<usize>()
            }
        }
    }

    /// Whether the observer sees exactly what spectators see.
    pub fn is_alike_for(&self, observer: Observer) -> bool {
        each_family!(self, event => event.is_alike_for(observer))
    }

    /// The event as the observer sees it.
    pub fn seen_by(&self, observer: Observer) -> SeenEvent {
        each_family!(self, event, of: SeenEvent => of(event.seen_by(observer)))
    }
}

impl SeenEvent {
    /// The outcome, if it is the event that ends the match.
    pub fn outcome(&self) -> Option<Outcome> {
        match self {
            Self::Tricks(tricks::SeenEvent::Over(outcome)) => {
                Some(Outcome::Tricks(outcome.clone()))
            }
            Self::Board(SeenBoardEvent::Told(told)) => match &**told {
                BoardTold::Ended(outcome) => Some(Outcome::Board(outcome.clone())),
                BoardTold::SetUp { .. } => None,
            },
            Self::Tiles(SeenTilesEvent::Ended(outcome)) => Some(Outcome::Tiles(outcome.clone())),
            _ => None,
        }
    }

    /// The event, if it is of a trick game.
    pub const fn tricks(&self) -> Option<&tricks::SeenEvent> {
        match self {
            Self::Tricks(event) => Some(event),
            Self::Board(_) | Self::Tiles(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The size of an event in bytes. It matters because rooms keep all events of a match.
    const SIZE: usize = 144;

    #[test]
    fn events_are_small() {
        let bytes = size_of::<Event>();
        assert!(bytes <= SIZE, "{bytes} bytes");
    }
}
