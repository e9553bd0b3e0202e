//! A match whose decisions are all made by a caller.

use std::sync::Arc;

use giog_arena::{ArenaSeed, Course, Kept};
use giog_rules::boards::{GameFields, SeenBoardEvent, SeenFields};
use giog_rules::record::By;
use giog_rules::{Action, Decision, Outcome, Seat, SeenEvent};
use serde_json::json;

use crate::encoding::Encoding;

/// A match. It asks one seat after the other, also those that decide at the same time.
#[derive(Clone, Debug)]
pub struct Env {
    encoding: Arc<Encoding>,
    course: Course,
}

/// An action that cannot be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Illegal {
    /// The match is over.
    #[error("the match is over")]
    Over,
    /// There is no action with this index, or it is not legal now.
    #[error("action {0} is not legal now")]
    Action(i64),
}

impl Env {
    /// Begins a match: with the same seed and deal always the same. With `history`, [`Self::history`] tells what has happened.
    pub fn new(encoding: &Arc<Encoding>, seed: &ArenaSeed, deal: u32, history: bool) -> Self {
        let stream = seed.stream(deal);
        let course = Course::begin(encoding.terms(), stream, |_| history, Kept::default());
        Self {
            encoding: Arc::clone(encoding),
            course,
        }
    }

    /// Its encoding.
    pub fn encoding(&self) -> &Encoding {
        &self.encoding
    }

    /// The match.
    pub const fn course(&self) -> &Course {
        &self.course
    }

    /// The seat that decides now; none if the match is over.
    pub fn seat(&self) -> Option<Seat> {
        self.course.asks()
    }

    /// The seats that decide at the same time, the one that decides now first. What one decides no other sees before all have.
    pub fn deciding(&self) -> Vec<Seat> {
        self.course.deciding().collect()
    }

    /// The decision of a seat with its legal actions, as in `turn`; none if it has nothing to decide.
    pub fn decision(&self, seat: Seat) -> Option<Decision> {
        let mut decision = self.course.decision(seat)?;
        // Most decisions of trick games list their plays anyway.
        if decision.plays().is_none() {
            self.course.game().list_actions(seat, &mut decision);
        }
        Some(decision)
    }

    /// Writes what the seat observes, and the indices of its legal actions: none if it has nothing to decide.
    pub fn observe(&self, seat: Seat, observation: &mut [i32], legal: &mut Vec<u32>) {
        let (view, decision) = (self.course.view(seat), self.decision(seat));
        self.encoding.observe(&view, decision.as_ref(), observation);
        match &decision {
            Some(decision) => self.encoding.legal(&view, decision, legal),
            None => legal.clear(),
        }
    }

    /// The indices of the legal actions of a seat, ascending; none if it has nothing to decide.
    pub fn legal(&self, seat: Seat) -> Vec<u32> {
        let mut legal = Vec::new();
        if let Some(decision) = self.decision(seat) {
            let view = self.course.view(seat);
            self.encoding.legal(&view, &decision, &mut legal);
        }
        legal
    }

    /// The action with this index for a seat that has something to decide.
    pub fn action(&self, seat: Seat, index: u32) -> Option<Action> {
        let decision = self.decision(seat)?;
        self.encoding.action(index, &decision)
    }

    /// Takes the action with this index for the seat that decides now. If it is illegal, nothing changes.
    pub fn step(&mut self, index: i64) -> Result<(), Illegal> {
        let seat = self.seat().ok_or(Illegal::Over)?;
        let illegal = Illegal::Action(index);
        let action = u32::try_from(index).ok();
        let decision = self.course.decision(seat).ok_or(illegal)?;
        let action = action.and_then(|index| self.encoding.action(index, &decision));
        let action = action.ok_or(illegal)?;
        let taken = self.course.decide(&action, By::Player);
        taken.map_err(|_| illegal)
    }

    /// The outcome, when the match is over.
    pub fn outcome(&self) -> Option<Outcome> {
        self.course.outcome()
    }

    /// What each seat has gained when the match is over: its share of the win times the number of seats, less one. The sum is zero.
    pub fn returns(&self) -> Option<Vec<f64>> {
        let outcome = self.outcome()?;
        let (seats, winners) = (self.encoding.seats(), outcome.winners());
        let share = |seat| {
            if winners.contains(&Seat::new(seat)) {
                as_f64(seats) / as_f64(winners.len())
            } else {
                0.0
            }
        };
        Some((0..seats).map(|seat| share(seat) - 1.0).collect())
    }

    /// The points of each seat when the match is over, in games with scores.
    pub fn points(&self) -> Option<Vec<i64>> {
        let outcome = self.outcome()?;
        let seats = (0..self.encoding.seats()).map(Seat::new);
        seats.map(|seat| outcome.score(seat)).collect()
    }

    /// Everything that a seat has seen since the match began, one JSON object a line, and last what it decides now or has decided in
    /// an open batch. Positions of boards that follow from the actions are left out. Empty without `history`.
    pub fn history(&self, seat: Seat) -> String {
        let lines = self.course.events(seat).iter().map(line);
        let now = match (self.course.decision(seat), self.course.decided(seat)) {
            (Some(decision), _) => Some(json!({ "decision": decision })),
            (None, Some(own)) => Some(json!({ "decided": own })),
            (None, None) => None,
        };
        let lines: Vec<String> = lines.chain(now.map(|now| now.to_string())).collect();
        lines.join("\n")
    }
}

/// An event in a history.
fn line(event: &SeenEvent) -> String {
    let SeenEvent::Board(event) = event else {
        return json!(event).to_string();
    };
    let SeenBoardEvent::Acted(acted) = event else {
        return json!(event).to_string();
    };
    // What was turned up is in the notation alone.
    let notation = match &acted.position.fields {
        SeenFields::Open(GameFields::Chess { notation, .. }) => notation.as_slice(),
        _ => &[],
    };
    json!({ "seat": acted.seat, "action": acted.action, "notation": notation }).to_string()
}

/// A number of seats.
fn as_f64(seats: usize) -> f64 {
    u8::try_from(seats).map_or(f64::NAN, f64::from)
}
