//! The levels of computer players (`docs/BOTS.md`).

use giog_bots::levels;
use giog_rules::{Level, Terms};

use crate::engine::{Asked, Choice, Engine, Fault};

/// A level, if it plays the game with so many seats.
pub fn of(level: Level, terms: &Terms) -> Option<Box<dyn Engine>> {
    let has_it = levels::of(terms.variant(), terms.seats()).contains(&level);
    has_it.then(|| Box::new(Playing(level)) as _)
}

struct Playing(Level);

impl Engine for Playing {
    fn decide(&mut self, asked: &Asked<'_>) -> Result<Choice, Fault> {
        let action = levels::play(self.0, &asked.view(), &asked.decision(), asked.seed());
        Ok(action.map_or(Choice::Default, Choice::Action))
    }
}
