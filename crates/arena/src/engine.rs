//! What plays a seat: an engine. It is told what the player of its seat sees, and nothing else.

use giog_rules::{Action, Decision, MatchId, Outcome, Seat, SeenEvent, Terms, View};
use serde::{Deserialize, Serialize};

use crate::course::Course;
use crate::seeds::ArenaSeed;

/// An engine at one seat. It plays one match after another there.
pub trait Engine: Send {
    /// Whether it is given the events of a match. What nobody asks for is not made.
    fn listens(&self) -> bool {
        false
    }

    /// A match begins.
    fn begin(&mut self, start: &Start<'_>) {
        let _ = start;
    }

    /// Decides. What it must not do, or did not do in time, is a [`Fault`]; then the default is taken.
    fn decide(&mut self, asked: &Asked<'_>) -> Result<Choice, Fault>;

    /// The match is over.
    fn end(&mut self, over: &Over<'_>) {
        let _ = over;
    }

    /// How often its program had to be started again in the match that is played.
    fn restarts(&self) -> u32 {
        0
    }
}

/// What an engine decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// To take this action.
    Action(Action),
    /// To take the default: the action of a stand-in, which never loses a match as running out of time may.
    Default,
}

/// Why the default was taken instead of an engine's answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fault {
    /// The answer was no legal action.
    Illegal,
    /// There was no answer in time.
    Late,
    /// The program ended, or could not be started again.
    Crashed,
    /// The program had crashed or been late so often in this match that it was not asked.
    Gone,
}

/// The beginning of a match, for one engine.
#[derive(Clone, Copy, Debug)]
pub struct Start<'a> {
    /// The match.
    pub match_id: MatchId,
    /// What is played.
    pub terms: &'a Terms,
    /// The engine's seat.
    pub seat: Seat,
}

/// A decision, for the engine that takes it. Everything it gives to other crates depends only on what the seat sees.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    course: &'a Course,
    seat: Seat,
    seed: &'a ArenaSeed,
    deal: u32,
}

impl<'a> Asked<'a> {
    /// The decision of a seat that is asked.
    pub(crate) const fn new(
        course: &'a Course,
        seat: Seat,
        seed: &'a ArenaSeed,
        deal: u32,
    ) -> Self {
        Self {
            course,
            seat,
            seed,
            deal,
        }
    }

    /// The engine's seat.
    pub const fn seat(&self) -> Seat {
        self.seat
    }

    /// What the seat sees of the match.
    pub fn view(&self) -> View {
        self.course.view(self.seat)
    }

    /// What each seat sees, for the engine that sees all hands (`builtin:open-handed`).
    pub(crate) fn views_of_all(&self) -> impl Iterator<Item = View> {
        let seats = (0..self.course.terms().seats()).map(Seat::new);
        seats.map(|seat| self.course.view(seat))
    }

    /// What is to be decided, with the legal choices.
    pub fn decision(&self) -> Decision {
        let decision = self.course.decision(self.seat);
        decision.expect("a seat that is waited for decides something")
    }

    /// The same, with its legal actions ready to be taken.
    pub fn decision_with_actions(&self) -> Decision {
        let mut decision = self.decision();
        self.course.game().list_actions(self.seat, &mut decision);
        decision
    }

    /// The number of actions that were taken for the seat in this match so far.
    pub fn turn(&self) -> u32 {
        self.course.turn(self.seat)
    }

    /// What the seat has seen since the match began; empty for engines that do not listen.
    pub fn events(&self) -> &'a [SeenEvent] {
        self.course.events(self.seat)
    }

    /// A random number for this decision: the same in every run with the same seed.
    pub fn seed(&self) -> u64 {
        let decision = self
            .course
            .game()
            .awaited_decision(self.seat)
            .unwrap_or_default();
        self.seed.of_decision(self.deal, self.seat, decision)
    }
}

/// The end of a match, for one engine.
#[derive(Clone, Copy, Debug)]
pub struct Over<'a> {
    /// How it ended.
    pub outcome: &'a Outcome,
    /// All events that the seat has seen; empty for engines that do not listen.
    pub events: &'a [SeenEvent],
}
