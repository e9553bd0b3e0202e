//! The state of a table, and the data of an event that are needed for its text.

use super::line::{Style, wrapped};
use crate::fairness::SealLabel;
use crate::families::tricks::Pieces;
use crate::game::{Options, SeenEvent, Variant};
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
pub struct EventContext<'a> {
    /// The event as the observer saw it.
    pub event: &'a SeenEvent,
    /// Who took the action.
    pub by: By,
    /// The hidden content that is revealed with it.
    pub opened: &'a [(SealLabel, &'a str)],
    /// The hands that the observer may see with it.
    pub hands: BySeat<Option<Pieces>>,
}
