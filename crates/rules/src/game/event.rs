//! What happens in a match, and what an observer sees of it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::fairness::{SealLabel, Sealed};
use crate::families::boards::{BoardEvent, SeenBoardEvent};
use crate::families::tiles::{SeenTilesEvent, TilesEvent};
use crate::families::tricks;
use crate::table::Observer;

/// Something that happened, with everything hidden in it. It cannot be written to JSON: only what an observer sees can.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// In a trick game.
    Tricks(tricks::Event),
    /// In a game on a board.
    Board(BoardEvent),
    /// In a game of tiles or dice.
    Tiles(TilesEvent),
}

/// An event as one observer sees it, and as it is written to JSON. `do` names it; the events of the families have different
/// names.
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
    /// What was laid hidden with this event, to be committed to: at most one thing, but where decisions are taken as a batch.
    pub fn sealed(&self) -> &[Sealed] {
        match self {
            Self::Tricks(event) => event.sealed().map_or(&[], std::slice::from_ref),
            Self::Board(_) => &[],
            Self::Tiles(event) => event.sealed(),
        }
    }

    /// What hidden content became known to all with this event.
    pub fn opened(&self) -> &[Sealed] {
        match self {
            Self::Tricks(event) => event.opened(),
            Self::Board(_) => &[],
            Self::Tiles(event) => event.opened(),
        }
    }

    /// Whether it only says that somebody has laid or thrown, and nobody can do anything about it yet.
    pub fn is_notice(&self) -> bool {
        match self {
            Self::Tricks(event) => event.is_notice(),
            Self::Board(_) => false,
            Self::Tiles(event) => event.is_notice(),
        }
    }

    /// Whether it is told to anybody: a decision of a batch is not before all of them are taken.
    pub const fn is_told(&self) -> bool {
        match self {
            Self::Tricks(_) | Self::Board(_) => true,
            Self::Tiles(event) => event.is_told(),
        }
    }

    /// Of what it is not told yet who laid it: that a clock did would tell what it is.
    pub fn conceals(&self) -> Option<SealLabel> {
        match self {
            Self::Tricks(_) | Self::Board(_) => None,
            Self::Tiles(event) => event.conceals(),
        }
    }

    /// Whether it is told with it who laid what is opened, as far as that was concealed.
    pub const fn tells_who_laid(&self) -> bool {
        match self {
            Self::Tricks(_) | Self::Board(_) => true,
            Self::Tiles(event) => event.tells_who_laid(),
        }
    }

    /// Whether something was turned up that people will want to look at before the next decision.
    pub fn is_reveal(&self) -> bool {
        match self {
            Self::Tricks(event) => event.is_reveal(),
            Self::Board(_) => false,
            Self::Tiles(event) => event.is_reveal(),
        }
    }

    /// Whether an observer sees no more and no less of it than those who only watch.
    pub fn is_alike_for(&self, observer: Observer) -> bool {
        match self {
            Self::Tricks(event) => event.is_alike_for(observer),
            Self::Board(event) => event.is_alike_for(observer),
            Self::Tiles(event) => event.is_alike_for(observer),
        }
    }

    /// What an observer sees of it.
    pub fn seen_by(&self, observer: Observer) -> SeenEvent {
        match self {
            Self::Tricks(event) => SeenEvent::Tricks(event.seen_by(observer)),
            Self::Board(event) => SeenEvent::Board(event.seen_by(observer)),
            Self::Tiles(event) => SeenEvent::Tiles(event.seen_by(observer)),
        }
    }
}

impl SeenEvent {
    /// The event, if it is one of a trick game.
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

    /// Bytes of an event: rooms keep all events of a match.
    const EVENT_BYTES: usize = 144;

    #[test]
    fn events_are_small() {
        let bytes = size_of::<Event>();
        assert!(bytes <= EVENT_BYTES, "{bytes} bytes");
    }
}
