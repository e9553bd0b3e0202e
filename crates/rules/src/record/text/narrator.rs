//! From what happens, as an observer sees it, to lines: whatever the game is.

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

/// What is told of a table before anything happens at it.
#[derive(Clone, Debug)]
pub struct Table {
    /// The game.
    pub variant: Variant,
    /// The options in force.
    pub options: Options,
    /// For each seat what its player is called; a computer player's name ends with `[bot]`.
    pub names: BySeat<String>,
}

impl Table {
    /// What is called at a seat.
    pub(super) fn name(&self, seat: Seat) -> &str {
        name(&self.names, seat)
    }

    /// What is played, how it is won, and who sits where, of a game with this name, its Chinese name and its goal.
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

/// What is called at a seat.
pub(super) fn name(names: &BySeat<String>, seat: Seat) -> &str {
    names.get(seat).map_or("nobody", String::as_str)
}

/// When plays are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// As they are laid, since somebody is waiting.
    Live,
    /// With their trick, for a reader.
    Afterwards,
}

/// Something that happened, with what is known beside it.
#[derive(Clone, Copy, Debug)]
pub struct Told<'a> {
    /// What happened, as the observer saw it.
    pub event: &'a SeenEvent,
    /// Who did it.
    pub by: By,
    /// What was laid hidden and is opened with it.
    pub opened: &'a [(SealLabel, &'a str)],
    /// The hands that the observer may see with it.
    pub hands: BySeat<Option<Pieces>>,
}

/// Tells one match to one observer, event by event.
#[derive(Clone, Debug)]
pub enum Narrator {
    /// Of a trick game.
    Tricks(Box<TrickNarrator>),
    /// Of a game on a board.
    Board(Box<BoardNarrator>),
    /// Of a game of tiles or dice.
    Tiles(Box<TilesNarrator>),
}

impl Narrator {
    /// For a match that begins; or why nothing is played so.
    pub fn new(table: Table, style: Style, pace: Pace) -> Result<Self, BadTerms> {
        Ok(match Self::of_tricks(&table)? {
            Some(tricks) => Self::Tricks(Box::new(TrickNarrator::new(tricks, style, pace))),
            None => Self::of_no_tricks(table, style),
        })
    }

    /// For a match that has begun, of which the observer sees the whole picture.
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

    /// The table as trick games have it; none of another game.
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

    /// What is played, how it is won, and who sits where.
    pub fn heading(&self) -> Vec<String> {
        match self {
            Self::Tricks(narrator) => narrator.heading(),
            Self::Board(narrator) => narrator.heading(),
            Self::Tiles(narrator) => narrator.heading(),
        }
    }

    /// The whole picture, for somebody who comes in or wants to look again.
    pub fn picture(&self, view: &View) -> Vec<String> {
        match (self, view) {
            (Self::Tricks(narrator), View::Tricks(view)) => narrator.picture(view),
            (Self::Board(narrator), View::Board(view)) => narrator.picture(view),
            (Self::Tiles(narrator), View::Tiles(view)) => narrator.picture(view),
            _ => Vec::new(),
        }
    }

    /// What is called at a seat.
    pub fn name(&self, seat: Seat) -> &str {
        match self {
            Self::Tricks(narrator) => narrator.name(seat),
            Self::Board(narrator) => narrator.name(seat),
            Self::Tiles(narrator) => narrator.name(seat),
        }
    }

    /// Calls who has this seat by another name from now on.
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

    /// What to tell of it; often nothing.
    pub fn tell(&mut self, told: Told<'_>) -> Vec<String> {
        match (self, told.event) {
            (Self::Tricks(narrator), SeenEvent::Tricks(event)) => narrator.tell(event, &told),
            (Self::Board(narrator), SeenEvent::Board(event)) => narrator.tell(event),
            (Self::Tiles(narrator), SeenEvent::Tiles(event)) => narrator.tell(event),
            _ => Vec::new(),
        }
    }
}
