//! What really happens at a table, including hidden information: read from the room's log, and judged by the rules.

use giog_rules::record::By;
use giog_rules::tricks::{Ask, CombinationType, Sign};
use giog_rules::{Action, Event, Match, Observer, Pieces, Seat, SeenEvent};
use serde::Deserialize;
use serde_json::Value;

use crate::server::Opening;

/// An action that was taken.
#[derive(Clone, Debug)]
pub struct Deed {
    pub seat: Seat,
    pub action: Action,
    pub by: By,
    /// The type, if it was a lead.
    pub lead: Option<CombinationType>,
    /// Whether it was the last play of a trick, or the last throw of a round, so that there was a reveal.
    pub reveals: bool,
}

/// An entry of the log with an action.
#[derive(Deserialize)]
struct Acted {
    seat: Seat,
    #[serde(flatten)]
    action: Action,
    #[serde(default)]
    by: By,
}

/// The match with all hidden information.
pub struct Truth {
    pub game: Match,
    /// For each seat the number of its actions.
    pub turns: Vec<u32>,
    pub deeds: Vec<Deed>,
}

impl Truth {
    /// At the beginning of a match.
    pub fn new(opening: &Opening) -> Self {
        let stream = opening.stream.clone();
        let started = Match::start(&opening.terms, opening.deal.clone(), Some(stream));
        let mut turns = vec![0; opening.terms.seats()];
        for step in &started.ceremony {
            turns[step.seat.index()] += 1;
        }
        Self {
            game: started.game,
            turns,
            deeds: Vec::new(),
        }
    }

    /// Applies the entries of the log; ignores those from before the match.
    pub fn learn(&mut self, entries: &[Value]) {
        let start = entries.iter().rposition(|entry| entry["e"] == "started");
        let entries = entries.iter().skip(start.map_or(0, |start| start + 1));
        for entry in entries.filter(|entry| entry["e"] == "acted") {
            let Acted { seat, action, by } =
                serde_json::from_value(entry.clone()).expect("a deed of the log");
            let lead = leads(&self.game, seat);
            let events = self
                .game
                .act(seat, &action)
                .expect("what is logged is legal");
            let kind = events.iter().find_map(led).filter(|_| lead);
            self.turns[seat.index()] += 1;
            self.deeds.push(Deed {
                seat,
                action,
                by,
                lead: kind,
                reveals: events.iter().any(reveals),
            });
        }
    }
}

fn leads(game: &Match, seat: Seat) -> bool {
    let ask = game
        .decision(seat)
        .map(|decision| decision.tricks().expect("a trick game").ask.clone());
    matches!(ask, Some(Ask::Play { lead: true, .. }))
}

/// The type that was announced.
fn led(event: &Event) -> Option<CombinationType> {
    match event.seen_by(Observer::Spectator) {
        SeenEvent::Tricks(giog_rules::tricks::SeenEvent::Play { kind, .. }) => kind,
        _ => None,
    }
}

/// Whether a trick or a round of throws was finished.
fn reveals(event: &Event) -> bool {
    let seen = event.seen_by(Observer::Spectator);
    matches!(
        seen,
        SeenEvent::Tricks(
            giog_rules::tricks::SeenEvent::Trick(_) | giog_rules::tricks::SeenEvent::Thrown(_)
        )
    )
}

/// The hand of a seat.
pub fn hand(game: &Match, seat: Seat) -> Pieces {
    game.view(Observer::Seat(seat))
        .tricks()
        .expect("a trick game")
        .hand
        .unwrap_or_default()
}

/// The action that lays these pieces.
pub fn play(pieces: Pieces) -> Action {
    Action::Tricks(giog_rules::tricks::Action::Play {
        pieces: pieces.to_string(),
    })
}

/// The action that throws this sign.
pub const fn throw(sign: Sign) -> Action {
    Action::Tricks(giog_rules::tricks::Action::Throw { sign })
}

/// The pieces of a play; none for any other action, or for an invalid text.
pub fn laid(action: &Action) -> Pieces {
    match action {
        Action::Tricks(giog_rules::tricks::Action::Play { pieces }) => {
            pieces.parse().unwrap_or_default()
        }
        _ => Pieces::EMPTY,
    }
}
