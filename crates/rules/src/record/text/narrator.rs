//! Converts events, as an observer sees them, to lines of text, for all games.

use super::board::BoardNarrator;
use super::line::Style;
use super::table::{EventContext, Pace, Table};
use super::tiles::TilesNarrator;
use super::tricks::{self, TrickNarrator};
use crate::families::tricks::Ceremony;
use crate::game::{BadTerms, SeenEvent, Terms, Variant, View};
use crate::table::Seat;

/// Describes one match to one observer, event by event.
#[derive(Clone, Debug)]
pub enum Narrator {
    /// In trick games.
    Tricks(Box<TrickNarrator>),
    /// In games on boards.
    Board(Box<BoardNarrator>),
    /// In games of tiles and dice.
    Tiles(Box<TilesNarrator>),
}

impl Narrator {
    /// For a match that begins, or why the game cannot be played so.
    pub fn new(table: Table, style: Style, pace: Pace) -> Result<Self, BadTerms> {
        Ok(match Self::of_tricks(&table)? {
            Some(tricks) => Self::Tricks(Box::new(TrickNarrator::new(tricks, style, pace))),
            None => Self::of_no_tricks(table, style),
        })
    }

    /// For a match that is running; `view` is the observer's view of it.
    pub fn resumed(table: Table, style: Style, view: &View) -> Result<Self, BadTerms> {
        Ok(match (Self::of_tricks(&table)?, view) {
            (Some(tricks), View::Tricks(view)) => {
                Self::Tricks(Box::new(TrickNarrator::resumed(tricks, style, view)))
            }
            (Some(tricks), View::Board(_) | View::Tiles(_)) => {
                Self::Tricks(Box::new(TrickNarrator::new(tricks, style, Pace::Live)))
            }
            (None, _) => Self::of_no_tricks(table, style),
        })
    }

    fn of_no_tricks(table: Table, style: Style) -> Self {
        match table.variant {
            Variant::Tiles(_) => Self::Tiles(Box::new(TilesNarrator::new(table, style))),
            Variant::Tricks(_) | Variant::Board(_) => {
                Self::Board(Box::new(BoardNarrator::new(table, style)))
            }
        }
    }

    /// The table for trick games; none for other games.
    fn of_tricks(table: &Table) -> Result<Option<tricks::Table>, BadTerms> {
        let seats = table.names.len();
        let terms = Terms::new(table.variant, seats, table.options, Ceremony::Players)?;
        Ok(match terms {
            Terms::Tricks(terms) => Some(tricks::Table {
                variant: terms.variant(),
                options: terms.options(),
                names: table.names.clone(),
            }),
            Terms::Board(_) | Terms::Tiles(_) => None,
        })
    }

    /// The heading: the game, how it is won, and who sits where.
    pub fn heading(&self) -> Vec<String> {
        match self {
            Self::Tricks(narrator) => narrator.heading(),
            Self::Board(narrator) => narrator.heading(),
            Self::Tiles(narrator) => narrator.heading(),
        }
    }

    /// The current state, for somebody who joins or asks for it.
    pub fn picture(&self, view: &View) -> Vec<String> {
        match (self, view) {
            (Self::Tricks(narrator), View::Tricks(view)) => narrator.picture(view),
            (Self::Board(narrator), View::Board(view)) => narrator.picture(view),
            (Self::Tiles(narrator), View::Tiles(view)) => narrator.picture(view),
            _ => Vec::new(),
        }
    }

    /// The name at a seat.
    pub fn name(&self, seat: Seat) -> &str {
        match self {
            Self::Tricks(narrator) => narrator.name(seat),
            Self::Board(narrator) => narrator.name(seat),
            Self::Tiles(narrator) => narrator.name(seat),
        }
    }

    /// Changes the name at a seat.
    pub fn rename(&mut self, seat: Seat, name: String) {
        let names = match self {
            Self::Tricks(narrator) => narrator.names_mut(),
            Self::Board(narrator) => narrator.names_mut(),
            Self::Tiles(narrator) => narrator.names_mut(),
        };
        if let Some(called) = names.get_mut(seat) {
            *called = name;
        }
    }

    /// The lines for an event; often none.
    pub fn tell(&mut self, told: EventContext<'_>) -> Vec<String> {
        match (self, told.event) {
            (Self::Tricks(narrator), SeenEvent::Tricks(event)) => narrator.tell(event, &told),
            (Self::Board(narrator), SeenEvent::Board(event)) => narrator.tell(event),
            (Self::Tiles(narrator), SeenEvent::Tiles(event)) => narrator.tell(event),
            _ => Vec::new(),
        }
    }
}
