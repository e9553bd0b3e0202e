//! How each seat opened a match: what statistics of players count.

use super::Record;
use crate::families::boards::BoardAction;
use crate::game::{Action, MatchResult};
use crate::table::Seat;

impl Record {
    /// For each seat how it opened the match, whoever laid or moved for it. In trick games the first play that it led, in canonical text, none
    /// for a seat that led no trick. On boards its first move, drop or placement as it is written: `h2e2`, `P@e3`, `a1`; none if it first
    /// turned a piece up, which is chance. None in games of tiles and dice.
    pub fn openings(&self) -> Vec<Option<String>> {
        let seats = (0..usize::from(self.seats)).map(Seat::new);
        seats
            .map(|seat| match &self.result {
                MatchResult::Tricks(result) => {
                    let mut tricks = result.tricks.iter();
                    let led = tricks.find(|trick| trick.leader == seat)?;
                    led.plays.get(seat).map(ToString::to_string)
                }
                MatchResult::Board(_) => self.first_on_board(seat),
                MatchResult::Tiles(_) => None,
            })
            .collect()
    }

    fn first_on_board(&self, seat: Seat) -> Option<String> {
        let own = self.actions.iter().filter(|taken| taken.seat == seat);
        let mut on_board = own.filter_map(|taken| match &taken.action {
            Action::Board(action) => Some(action).filter(|action| action.is_on_board()),
            Action::Tricks(_) | Action::Tiles(_) => None,
        });
        match on_board.next()? {
            BoardAction::Move { points } => Some(points.clone()),
            BoardAction::Drop { piece, to } => Some(format!("{piece}@{to}")),
            BoardAction::Place { at } => Some(at.clone()),
            _ => None,
        }
    }
}
