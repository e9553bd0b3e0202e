//! A match: the one place where actions are judged and views are made.

use crate::fairness::Stream;
use crate::{
    Action, Deal, Decision, Event, Observer, Outcome, RefusalCode, Seat, Stage, Terms, Verdict, View,
};

/// A match from the layout to the outcome.
#[derive(Clone, Debug)]
pub struct Match {
    terms: Terms,
    deal: Deal,
}

/// A match that has begun, with what happened so far.
#[derive(Clone, Debug)]
pub struct Started {
    /// The match.
    pub game: Match,
    /// The events before any action: the layout.
    pub opening: Vec<Event>,
    /// What the server did, where the terms say that it makes the choices before the first lead.
    pub ceremony: Vec<Step>,
}

/// An action that was taken, with what came of it.
#[derive(Clone, Debug)]
pub struct Step {
    /// Whose action.
    pub seat: Seat,
    /// The action.
    pub action: Action,
    /// What happened.
    pub events: Vec<Event>,
}

#[expect(missing_docs, reason = "first draft")]
impl Match {
    pub fn start(terms: &Terms, deal: Deal, ceremony_stream: Option<Stream>) -> Started {
        let _ = (terms, deal, ceremony_stream);
        todo!()
    }
    pub fn decision(&self, seat: Seat) -> Option<Decision> {
        let _ = seat;
        todo!()
    }
    pub fn waits_for(&self, seat: Seat) -> bool {
        let _ = seat;
        todo!()
    }
    pub fn waiting(&self) -> impl Iterator<Item = Seat> {
        (0..self.terms.seats()).map(Seat::new).filter(|&seat| self.waits_for(seat))
    }
    pub fn act(&mut self, seat: Seat, action: &Action) -> Result<Vec<Event>, RefusalCode> {
        let _ = (seat, action);
        todo!()
    }
    pub fn default_action(&self, seat: Seat) -> Option<Action> {
        let _ = seat;
        todo!()
    }
    pub fn view(&self, observer: Observer) -> View {
        let _ = observer;
        todo!()
    }
    pub fn take_backs(&self, seat: Seat) -> u8 {
        let _ = seat;
        todo!()
    }
    pub fn stage(&self) -> Stage {
        todo!()
    }
    pub fn outcome(&self) -> Option<&Outcome> {
        todo!()
    }
    pub fn terms(&self) -> &Terms {
        &self.terms
    }
    pub fn verdict(&self) -> Verdict {
        todo!()
    }
    pub fn deal(&self) -> &Deal {
        &self.deal
    }
}
