//! The lines that a program is told (`giog_protocol::bot`).

use std::collections::BTreeMap;
use std::time::Duration;

use giog_protocol::bot::{Place, ToProgram};

use crate::engine::{Asked, Over, Start};

/// Makes the lines for one program.
#[derive(Debug, Default)]
pub struct Messages {
    /// The match that is played.
    place: Option<Place>,
    /// The line that began it.
    started: String,
    /// How many events of the match the program has been told.
    told: usize,
}

impl Messages {
    /// The first line.
    pub fn hello() -> String {
        line(&ToProgram::hello(
            env!("CARGO_PKG_VERSION"),
            BTreeMap::new(),
        ))
    }

    /// A match begins.
    pub fn begin(&mut self, start: &Start<'_>) {
        let terms = start.terms;
        let place = Place {
            match_id: start.match_id,
            game: terms.variant(),
            seats: u8::try_from(terms.seats()).expect("a table has few seats"),
            you: start.seat,
        };
        self.place = Some(place);
        self.started = line(&place.start(terms.options()));
        self.told = 0;
    }

    /// The line that begins the match, for a program that is told all its events.
    pub fn start(&mut self) -> &str {
        self.told = 0;
        &self.started
    }

    /// The line that asks for a decision, and the turn that it is about.
    pub fn turn(&mut self, asked: &Asked<'_>, limit: Duration) -> (String, Turn) {
        let place = self.place.expect("a match has begun");
        let left_ms = u64::try_from(limit.as_millis()).unwrap_or(u64::MAX);
        let events = asked.events()[self.told..].to_vec();
        self.told = asked.events().len();
        let (view, decision) = (asked.view(), asked.decision_with_actions());
        let turn = place.turn(asked.turn(), Some(left_ms), view, events, decision);
        let about = Turn {
            place,
            number: turn.turn,
        };
        (line(&ToProgram::Turn(Box::new(turn))), about)
    }

    /// The line that ends the match.
    pub fn over(&self, over: &Over<'_>) -> String {
        let place = self.place.expect("a match has begun");
        line(&place.over(Some(over.outcome.clone()), None))
    }
}

/// A turn that a program was asked to take.
#[derive(Clone, Copy, Debug)]
pub struct Turn {
    pub place: Place,
    pub number: u32,
}

fn line(message: &ToProgram) -> String {
    let mut line = message.encode();
    line.push('\n');
    line
}
