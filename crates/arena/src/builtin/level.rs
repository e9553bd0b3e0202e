//! The levels of computer players (`docs/BOTS.md`).

use giog_bots::levels::{self, Level};
use giog_rules::{Decision, Terms, View};

use crate::engine::{Asked, Choice, Engine, Fault};

/// A level, if it plays the game with so many seats.
pub fn of(level: Level, terms: &Terms) -> Option<Box<dyn Engine>> {
    let Terms::Tricks(terms) = terms else {
        return None;
    };
    levels::net(terms.variant(), terms.seats())?;
    Some(Box::new(Playing(level)))
}

struct Playing(Level);

impl Engine for Playing {
    fn decide(&mut self, asked: &Asked<'_>) -> Result<Choice, Fault> {
        let (View::Tricks(view), Decision::Tricks(decision)) = (asked.view(), asked.decision())
        else {
            return Ok(Choice::Default);
        };
        let action = self.0.choose(&view, &decision, asked.seed());
        Ok(action.map_or(Choice::Default, |action| Choice::Action(action.into())))
    }
}
