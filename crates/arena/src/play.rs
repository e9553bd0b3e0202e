//! Plays one match.

use giog_rules::boards::BoardAction;
use giog_rules::record::By;
use giog_rules::{Action, BySeat, Outcome, PlainRecord, Seat};

use crate::clock::Clock;
use crate::contest::Contest;
use crate::course::{Course, Kept};
use crate::engine::{Asked, Choice, Engine, Fault, Over, Start};
use crate::error::ArenaError;

/// The most actions of a match. The longest matches of any game have some thousands; one with more does not end by itself.
const MOST_ACTIONS: usize = 100_000;

/// A match that was played.
#[derive(Debug)]
pub struct Played {
    /// Who won or shares the win, ascending.
    pub winners: Vec<Seat>,
    /// Each seat's points, in games with scores.
    pub points: Option<BySeat<i64>>,
    /// What each seat's engine did and how long it took.
    pub efforts: BySeat<Effort>,
    /// Where the default was taken instead of an answer.
    pub faults: Vec<FaultAt>,
    /// The record, if it is wanted.
    pub record: Option<PlainRecord>,
}

/// What the engine at a seat did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// How many decisions it was asked for.
    pub decisions: u32,
    /// How often its program had to be started again.
    pub restarts: u32,
    /// How long it took for all its decisions together, in nanoseconds; 0 if nobody measures.
    pub time_ns: u64,
    /// How long it took for one decision at most, in nanoseconds.
    pub longest_ns: u64,
}

/// A fault in a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct FaultAt {
    /// The index of the action that was taken instead.
    pub action: u32,
    /// The seat.
    pub seat: Seat,
    /// What was wrong.
    pub fault: Fault,
}

/// What is wanted of a match besides its outcome.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wanted<'a> {
    /// Its record.
    pub record: bool,
    /// How long decisions take, by this clock.
    pub clock: Option<&'a dyn Clock>,
}

/// Plays the deal with this number, with an engine at each seat.
pub fn play(
    contest: &Contest,
    deal: u32,
    match_id: giog_rules::MatchId,
    engines: &mut [Box<dyn Engine>],
    wanted: Wanted<'_>,
) -> Result<Played, ArenaError> {
    let terms = contest.terms();
    let listens = |seat: Seat| engines[seat.index()].listens();
    let kept = Kept {
        actions: wanted.record,
    };
    let course = Course::begin(terms, contest.seed().stream(deal), listens, kept);
    for (seat, engine) in engines.iter_mut().enumerate() {
        let seat = Seat::new(seat);
        engine.begin(&Start {
            match_id,
            terms,
            seat,
        });
    }
    let table = Table {
        contest,
        deal,
        course,
        engines,
        efforts: BySeat::new(terms.seats()),
        faults: Vec::new(),
        clock: wanted.clock,
    };
    table.play_on()
}

/// A table at which a match is played.
struct Table<'a> {
    contest: &'a Contest,
    deal: u32,
    course: Course,
    engines: &'a mut [Box<dyn Engine>],
    efforts: BySeat<Effort>,
    faults: Vec<FaultAt>,
    clock: Option<&'a dyn Clock>,
}

impl Table<'_> {
    /// Asks until the match is over.
    fn play_on(mut self) -> Result<Played, ArenaError> {
        while let Some(seat) = self.course.asks() {
            let choice = self.ask(seat);
            self.act(seat, choice);
            if self.course.taken() > MOST_ACTIONS {
                return Err(ArenaError::Endless { deal: self.deal });
            }
        }
        Ok(self.finish())
    }

    /// What the seat's engine decides.
    fn ask(&mut self, seat: Seat) -> Result<Choice, Fault> {
        let asked = Asked::new(&self.course, seat, self.contest.seed(), self.deal);
        let engine = &mut self.engines[seat.index()];
        let effort = &mut self.efforts[seat];
        effort.decisions += 1;
        let Some(clock) = self.clock else {
            return engine.decide(&asked);
        };
        let begun = clock.now();
        let choice = engine.decide(&asked);
        let took = clock.now().saturating_sub(begun).as_nanos();
        let took = u64::try_from(took).unwrap_or(u64::MAX);
        effort.time_ns = effort.time_ns.saturating_add(took);
        effort.longest_ns = effort.longest_ns.max(took);
        choice
    }

    /// Takes what was decided, or else the default.
    fn act(&mut self, seat: Seat, choice: Result<Choice, Fault>) {
        let fault = match choice {
            Ok(Choice::Default) => None,
            Ok(Choice::Action(action)) if may_answer(&action) => {
                if self.course.decide(&action, By::Player).is_ok() {
                    return;
                }
                Some(Fault::Illegal)
            }
            Ok(Choice::Action(_)) => Some(Fault::Illegal),
            Err(fault) => Some(fault),
        };
        let by = if let Some(fault) = fault {
            let action = u32::try_from(self.course.taken()).unwrap_or(u32::MAX);
            self.faults.push(FaultAt {
                action,
                seat,
                fault,
            });
            By::Clock
        } else {
            By::Player
        };
        self.course.stand_in(by);
    }

    fn finish(mut self) -> Played {
        let outcome = self.course.outcome();
        let outcome = outcome.expect("a match that waits for nobody is over");
        let seats = self.contest.terms().seats();
        for (seat, engine) in self.engines.iter_mut().enumerate() {
            let seat = Seat::new(seat);
            engine.end(&Over {
                outcome: &outcome,
                events: self.course.events(seat),
            });
            self.efforts[seat].restarts = engine.restarts();
        }
        Played {
            winners: outcome.winners().to_vec(),
            points: points(&outcome, seats),
            efforts: self.efforts,
            faults: self.faults,
            record: self.course.record(),
        }
    }
}

/// Whether an engine may answer a decision with it: with what decides, or by resigning. Offers and answers to them decide nothing, and
/// running out of time is no action.
fn may_answer(action: &Action) -> bool {
    let is_time_out = matches!(action, Action::Board(BoardAction::TimeOut));
    !is_time_out && (!action.is_off_turn() || action.is_resignation())
}

fn points(outcome: &Outcome, seats: usize) -> Option<BySeat<i64>> {
    outcome.score(Seat::new(0))?;
    let points = |seat| outcome.score(seat).unwrap_or_default();
    Some(BySeat::from_fn(seats, points))
}
