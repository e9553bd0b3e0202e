//! A match that takes its course in this process, decision by decision.

use std::collections::VecDeque;

use giog_rules::fairness::Stream;
use giog_rules::record::By;
use giog_rules::{
    Action, BySeat, Deal, Decision, Event, HandedOn, Match, Observer, Outcome, PlainAction,
    PlainRecord, RefusalCode, Seat, SeenEvent, Started, Terms, View,
};

/// A match that takes its course. It asks one seat after the other, also those that decide at the same time: what is laid face down
/// meanwhile nobody sees, and decisions of a batch take effect together.
///
/// The choices before play are made by chance where the terms say that the server makes them.
#[derive(Clone, Debug)]
pub struct Course {
    terms: Terms,
    game: Match,
    /// What each seat has seen; none for seats that do not listen.
    ears: Vec<Option<Vec<SeenEvent>>>,
    /// All actions, if they are kept.
    actions: Option<Vec<PlainAction>>,
    /// How many actions have been taken.
    taken: usize,
    /// How many of them for each seat.
    turns: BySeat<u32>,
    /// Who is still to be asked before anybody is asked again.
    round: VecDeque<Seat>,
    /// Whether those of this round decide as a batch.
    is_batch: bool,
    /// What has been decided in the open batch.
    decided: Vec<(Seat, Action, By)>,
}

/// What is kept of a course besides the match.
#[derive(Clone, Copy, Debug, Default)]
pub struct Kept {
    /// The actions, for a record.
    pub actions: bool,
}

impl Course {
    /// Begins a match with the deal of this stream. Only seats that listen are given events.
    pub fn begin(
        terms: &Terms,
        mut stream: Stream,
        listens: impl Fn(Seat) -> bool,
        kept: Kept,
    ) -> Self {
        let dealt = Deal::from_stream(terms, HandedOn::default(), &mut stream);
        let Started {
            game,
            opening,
            ceremony,
        } = Match::start(terms, dealt, Some(stream));
        let seats = (0..terms.seats()).map(Seat::new);
        let mut course = Self {
            terms: *terms,
            game,
            ears: seats.map(|seat| listens(seat).then(Vec::new)).collect(),
            actions: kept.actions.then(Vec::new),
            taken: 0,
            turns: BySeat::new(terms.seats()),
            round: VecDeque::new(),
            is_batch: false,
            decided: Vec::new(),
        };
        course.tell(&opening);
        for step in &ceremony {
            course.note(step.seat, &step.action, By::Server);
            course.tell(&step.events);
        }
        course.go_on();
        course
    }

    /// What is played.
    pub const fn terms(&self) -> &Terms {
        &self.terms
    }

    /// The match.
    pub const fn game(&self) -> &Match {
        &self.game
    }

    /// The seat that is asked now; none if the match is over.
    pub fn asks(&self) -> Option<Seat> {
        self.round.front().copied()
    }

    /// The seats that decide at the same time and have not decided, the one that is asked now first.
    pub fn deciding(&self) -> impl Iterator<Item = Seat> {
        self.round.iter().copied()
    }

    /// How many actions have been taken, with those that are still to take effect.
    pub fn taken(&self) -> usize {
        self.taken + self.decided.len()
    }

    /// How many actions have been taken for the seat.
    pub fn turn(&self, seat: Seat) -> u32 {
        self.turns[seat]
    }

    /// What the seat has seen since the match began; empty for seats that do not listen.
    pub fn events(&self, seat: Seat) -> &[SeenEvent] {
        self.ears[seat.index()].as_deref().unwrap_or_default()
    }

    /// The match as the seat sees it, with its own decision in an open batch.
    pub fn view(&self, seat: Seat) -> View {
        let mut view = self.game.view(Observer::Seat(seat));
        if let Some(own) = self.decided(seat) {
            view.show_own_decision(own);
        }
        view
    }

    /// What the seat has decided in an open batch.
    pub fn decided(&self, seat: Seat) -> Option<&Action> {
        let mut decided = self.decided.iter();
        let own = decided.find(|(of, ..)| *of == seat);
        own.map(|(_, action, _)| action)
    }

    /// What the seat has to decide; none if it has nothing to decide, or has decided in an open batch.
    pub fn decision(&self, seat: Seat) -> Option<Decision> {
        let decision = self.game.decision(seat)?;
        let is_open = decision.must() && self.decided(seat).is_none();
        is_open.then_some(decision)
    }

    /// The outcome, when the match is over.
    pub fn outcome(&self) -> Option<Outcome> {
        self.game.outcome()
    }

    /// The record, if the actions were kept.
    pub fn record(&mut self) -> Option<PlainRecord> {
        let actions = self.actions.take()?;
        Some(PlainRecord::new(&self.terms, &self.game, actions))
    }

    /// Takes the decision of the seat that is asked. If it is refused, nothing changes, and the seat is still asked.
    ///
    /// # Panics
    /// If the match is over.
    pub fn decide(&mut self, action: &Action, by: By) -> Result<(), RefusalCode> {
        let seat = self.asks().expect("a match that is over asks nobody");
        if self.is_batch {
            self.game.check_in_batch(seat, action)?;
            self.decided.push((seat, action.clone(), by));
        } else {
            let events = self.game.act(seat, action)?;
            self.note(seat, action, by);
            self.tell(&events);
        }
        self.round.pop_front();
        self.go_on();
        Ok(())
    }

    /// Takes the action of a stand-in for the seat that is asked.
    ///
    /// # Panics
    /// If the match is over.
    pub fn stand_in(&mut self, by: By) {
        let seat = self.asks().expect("a match that is over asks nobody");
        let action = self.game.stand_in_action(seat);
        let action = action.expect("a seat that is waited for has a default");
        self.decide(&action, by).expect("the default is legal");
    }

    /// Finds out who is asked next.
    fn go_on(&mut self) {
        while let Some(&seat) = self.round.front() {
            // What others have decided in this round may have ended the match.
            if self.is_batch || self.game.waits_for(seat) {
                return;
            }
            self.round.pop_front();
        }
        for (seat, action, by) in std::mem::take(&mut self.decided) {
            let events = self.game.act(seat, &action);
            let events = events.expect("it was checked when it was decided");
            self.note(seat, &action, by);
            self.tell(&events);
        }
        let batch = self.game.batch();
        self.is_batch = !batch.is_empty();
        if self.is_batch {
            self.round.extend(batch);
        } else {
            self.round.extend(self.game.waiting());
        }
    }

    fn note(&mut self, seat: Seat, action: &Action, by: By) {
        self.taken += 1;
        self.turns[seat] += 1;
        if let Some(actions) = &mut self.actions {
            let action = action.canonical();
            actions.push(PlainAction { seat, action, by });
        }
    }

    /// Tells those who listen what they may see.
    fn tell(&mut self, events: &[Event]) {
        for (seat, ears) in self.turns.seats().zip(&mut self.ears) {
            if let Some(ears) = ears {
                let told = events.iter().filter(|event| event.is_told());
                ears.extend(told.map(|event| event.seen_by(Observer::Seat(seat))));
            }
        }
    }
}
