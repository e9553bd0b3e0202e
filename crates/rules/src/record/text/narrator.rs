//! Converts events, as an observer sees them, to lines of text, for all games.

use super::Style;
use super::board::BoardNarrator;
use super::line::wrapped;
use super::tiles::TilesNarrator;
use super::tricks::{self, TrickNarrator};
use crate::fairness::SealLabel;
use crate::families::tricks::{Ceremony, Pieces};
use crate::game::{BadTerms, Options, SeenEvent, Terms, Variant, View};
use crate::record::By;
use crate::table::{BySeat, Seat};

/// What is known of a table before the first event.
#[derive(Clone, Debug)]
pub struct Table {
    /// The game.
    pub variant: Variant,
    /// The options in force.
    pub options: Options,
    /// For each seat the name of its player; the name of a bot ends with `[bot]`.
    pub names: BySeat<String>,
}

impl Table {
    /// The name at a seat.
    pub(super) fn name(&self, seat: Seat) -> &str {
        name(&self.names, seat)
    }

    /// The heading of a game with this name, Chinese name and goal: the game, how it is won, and who sits where.
    pub(super) fn heading(&self, style: Style, [name, chinese, goal]: [&str; 3]) -> Vec<String> {
        let title = match style {
            Style::Both => format!("{name}{} ({})", style.chinese(chinese), self.variant),
            Style::Codes => self.variant.to_string(),
        };
        let mut lines = vec![title, goal.to_owned()];
        let names = self.names.iter();
        lines.extend(names.map(|(seat, name)| format!("Seat {seat}: {name}")));
        lines.iter().flat_map(|line| wrapped(0, line)).collect()
    }
}

/// The name at a seat.
pub(super) fn name(names: &BySeat<String>, seat: Seat) -> &str {
    names.get(seat).map_or("nobody", String::as_str)
}

/// When plays are described.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// As soon as they are laid, for somebody who is waiting.
    Live,
    /// Together with their trick, for a reader afterwards.
    Afterwards,
}

/// An event with what is known besides.
#[derive(Clone, Copy, Debug)]
pub struct Told<'a> {
    /// The event as the observer saw it.
    pub event: &'a SeenEvent,
    /// Who took the action.
    pub by: By,
    /// The hidden content that is revealed with it.
    pub opened: &'a [(SealLabel, &'a str)],
    /// The hands that the observer may see with it.
    pub hands: BySeat<Option<Pieces>>,
}

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
    pub fn tell(&mut self, told: Told<'_>) -> Vec<String> {
        match (self, told.event) {
            (Self::Tricks(narrator), SeenEvent::Tricks(event)) => narrator.tell(event, &told),
            (Self::Board(narrator), SeenEvent::Board(event)) => narrator.tell(event),
            (Self::Tiles(narrator), SeenEvent::Tiles(event)) => narrator.tell(event),
            _ => Vec::new(),
        }
    }
}
