//! What really happens at a table, with hidden information: read from the room's log, judged by the rules.

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
    /// Whether it was the last play of a trick, or the last throw of a round, so that what lay was turned up.
    pub reveals: bool,
}

/// An entry of the log that tells of a deed.
#[derive(Deserialize)]
struct Acted {
    seat: Seat,
    #[serde(flatten)]
    action: Action,
    #[serde(default)]
    by: By,
}

/// The match, as nobody at the table sees it.
pub struct Truth {
    pub game: Match,
    /// For each seat how many actions were taken for it.
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

    /// Takes in what the log tells; of what it tells from before the match, nothing.
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

/// What a seat holds.
pub fn hand(game: &Match, seat: Seat) -> Pieces {
    game.view(Observer::Seat(seat))
        .tricks()
        .expect("a trick game")
        .hand
        .unwrap_or_default()
}

/// Laying these pieces.
pub fn play(pieces: Pieces) -> Action {
    Action::Tricks(giog_rules::tricks::Action::Play {
        pieces: pieces.to_string(),
    })
}

/// Throwing this sign.
pub const fn throw(sign: Sign) -> Action {
    Action::Tricks(giog_rules::tricks::Action::Throw { sign })
}

/// The pieces of a play; none of any other action, or of a text that is no pieces.
pub fn laid(action: &Action) -> Pieces {
    match action {
        Action::Tricks(giog_rules::tricks::Action::Play { pieces }) => {
            pieces.parse().unwrap_or_default()
        }
        _ => Pieces::EMPTY,
    }
}
