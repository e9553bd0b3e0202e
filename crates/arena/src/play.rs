//! Plays one match.

use giog_rules::boards::BoardAction;
use giog_rules::record::By;
use giog_rules::{
    Action, BySeat, Deal, Event, HandedOn, Match, Observer, Outcome, PlainAction, PlainRecord,
    Seat, SeenEvent, Started,
};

use crate::clock::Clock;
use crate::contest::Contest;
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
    let mut stream = contest.seed().stream(deal);
    let dealt = Deal::from_stream(terms, HandedOn::default(), &mut stream);
    let Started {
        game,
        opening,
        ceremony,
    } = Match::start(terms, dealt, Some(stream));
    let mut table = Table {
        contest,
        deal,
        game,
        ears: engines
            .iter()
            .map(|engine| engine.listens().then(Vec::new))
            .collect(),
        engines,
        efforts: BySeat::new(terms.seats()),
        faults: Vec::new(),
        actions: wanted.record.then(Vec::new),
        taken: 0,
        turns: BySeat::new(terms.seats()),
        clock: wanted.clock,
    };
    table.begin(match_id);
    table.tell(&opening);
    for step in &ceremony {
        table.note(step.seat, &step.action, By::Server);
        table.tell(&step.events);
    }
    table.play_on()?;
    Ok(table.finish())
}

/// A table at which a match is played.
struct Table<'a> {
    contest: &'a Contest,
    deal: u32,
    game: Match,
    engines: &'a mut [Box<dyn Engine>],
    /// What each seat has seen; none for engines that do not listen.
    ears: Vec<Option<Vec<SeenEvent>>>,
    efforts: BySeat<Effort>,
    faults: Vec<FaultAt>,
    /// All actions, if they are wanted.
    actions: Option<Vec<PlainAction>>,
    /// How many actions have been taken.
    taken: usize,
    /// How many of them for each seat.
    turns: BySeat<u32>,
    clock: Option<&'a dyn Clock>,
}

impl Table<'_> {
    fn begin(&mut self, match_id: giog_rules::MatchId) {
        for (seat, engine) in (0..).map(Seat::new).zip(self.engines.iter_mut()) {
            engine.begin(&Start {
                match_id,
                terms: self.contest.terms(),
                seat,
            });
        }
    }

    /// Asks until the match is over. Who decides at the same time is asked one after the other; what is laid face down meanwhile nobody
    /// sees, and decisions of a batch take effect together.
    fn play_on(&mut self) -> Result<(), ArenaError> {
        loop {
            let waiting: Vec<Seat> = self.game.waiting().collect();
            if waiting.is_empty() {
                return Ok(());
            }
            let batch = self.game.batch();
            if batch.is_empty() {
                for seat in waiting {
                    if self.game.waits_for(seat) {
                        let choice = self.ask(seat);
                        self.act(seat, choice);
                    }
                }
            } else {
                let choices: Vec<_> = batch.iter().map(|&seat| (seat, self.ask(seat))).collect();
                for (seat, choice) in choices {
                    self.act(seat, choice);
                }
            }
            if self.taken > MOST_ACTIONS {
                return Err(ArenaError::Endless { deal: self.deal });
            }
        }
    }

    /// What the seat's engine decides.
    fn ask(&mut self, seat: Seat) -> Result<Choice, Fault> {
        let events = self.ears[seat.index()].as_deref().unwrap_or_default();
        let (seed, turn) = (self.contest.seed(), self.turns[seat]);
        let asked = Asked::new(&self.game, seat, events, seed, self.deal, turn);
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
                if let Ok(events) = self.game.act(seat, &action) {
                    self.note(seat, &action, By::Player);
                    self.tell(&events);
                    return;
                }
                Some(Fault::Illegal)
            }
            Ok(Choice::Action(_)) => Some(Fault::Illegal),
            Err(fault) => Some(fault),
        };
        let by = if let Some(fault) = fault {
            let action = u32::try_from(self.taken).unwrap_or(u32::MAX);
            self.faults.push(FaultAt {
                action,
                seat,
                fault,
            });
            By::Clock
        } else {
            By::Player
        };
        let action = self.game.stand_in_action(seat);
        let action = action.expect("a seat that is waited for has a default");
        let events = self.game.act(seat, &action);
        let events = events.expect("the default is legal");
        self.note(seat, &action, by);
        self.tell(&events);
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
        for (seat, ears) in (0..).map(Seat::new).zip(&mut self.ears) {
            if let Some(ears) = ears {
                let told = events.iter().filter(|event| event.is_told());
                ears.extend(told.map(|event| event.seen_by(Observer::Seat(seat))));
            }
        }
    }

    fn finish(mut self) -> Played {
        let outcome = self.game.outcome();
        let outcome = outcome.expect("a match that waits for nobody is over");
        for (engine, ears) in self.engines.iter_mut().zip(&self.ears) {
            let events = ears.as_deref().unwrap_or_default();
            engine.end(&Over {
                outcome: &outcome,
                events,
            });
        }
        let seats = self.contest.terms().seats();
        for (seat, engine) in (0..).map(Seat::new).zip(self.engines.iter()) {
            self.efforts[seat].restarts = engine.restarts();
        }
        let terms = self.contest.terms();
        let actions = self.actions.take();
        Played {
            winners: outcome.winners().to_vec(),
            points: points(&outcome, seats),
            efforts: self.efforts,
            faults: self.faults,
            record: actions.map(|actions| PlainRecord::new(terms, &self.game, actions)),
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
