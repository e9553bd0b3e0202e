//! Plays a run on several threads. Its results are taken in the order of deals, so they do not depend on the number of threads.

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use giog_rules::Seat;

use crate::clock::Clock;
use crate::contest::Contest;
use crate::engine::Engine;
use crate::error::ArenaError;
use crate::play::{Wanted, play};
use crate::records::{self, Before};
use crate::report::Report;
use crate::spec::EngineSpec;
use crate::statistics::Sprt;
use crate::tally::{Item, Summary, Tally};

/// How many items the fastest thread may be ahead of the slowest one, for each thread: what is ready waits in memory for its turn.
const AHEAD_PER_JOB: u64 = 64;

/// How a run is played.
#[derive(Debug)]
pub struct Run<'a> {
    /// What is played.
    pub contest: &'a Contest,
    /// The engines, in the order of the contest's names.
    pub engines: &'a [EngineSpec],
    /// How many deals each pairing plays in all seatings, at most.
    pub deals: u32,
    /// How many threads play.
    pub jobs: usize,
    /// The test after which a run of two engines stops.
    pub sprt: Option<Sprt>,
    /// How often the programs of an engine may be started again in all matches.
    pub restarts: u32,
    /// Measures how long decisions take, if somebody wants to know.
    pub clock: Option<&'a dyn Clock>,
    /// What was played of the run before.
    pub before: Before,
}

/// How far a run is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// How many matches have been played, with those that were played before.
    pub matches: u64,
    /// How many there will be, if no test stops the run before.
    pub of: u64,
    /// The share of the first engine of the pairing, alone on a side, in the deal that was counted last.
    pub alone: Option<f64>,
}

/// A run that could not be played to its end: why, and what it had found until then.
#[derive(Debug, thiserror::Error)]
#[error("{error}")]
pub struct Stopped {
    /// Why.
    #[source]
    pub error: ArenaError,
    /// What it had found.
    pub report: Box<Report>,
}

/// How often the programs of an engine may be started again in a run, if nobody says otherwise.
pub const USUAL_RESTARTS: u32 = 100;

impl<'a> Run<'a> {
    /// A new run of so many deals on so many threads, without a test or a clock.
    pub fn new(contest: &'a Contest, engines: &'a [EngineSpec], deals: u32, jobs: usize) -> Self {
        Self {
            contest,
            engines,
            deals,
            jobs,
            sprt: None,
            restarts: USUAL_RESTARTS,
            clock: None,
            before: Before::default(),
        }
    }
}

impl Run<'_> {
    /// Plays. Records are written in the order of deals, all matches of an item at once; `tell` is told of each item.
    pub fn play<'b>(
        mut self,
        records: Option<&'b mut dyn Write>,
        tell: &'b mut dyn FnMut(Progress),
    ) -> Result<Report, Stopped> {
        let before = std::mem::take(&mut self.before);
        let mut book = Book {
            run: &self,
            tally: Tally::new(self.contest),
            next: 0,
            records,
            tell,
        };
        let done = book.open(before);
        let report = Report::of(self.contest, &book.tally, self.sprt.as_ref());
        done.map(|()| report.clone()).map_err(|error| Stopped {
            error,
            report: Box::new(report),
        })
    }

    /// How many items there are.
    fn items(&self) -> u64 {
        u64::from(self.deals) * self.contest.pairings().len() as u64
    }

    /// Plays an item in all seatings.
    fn play_item(&self, players: &mut Players<'_>, number: u64) -> Result<Done, ArenaError> {
        let contest = self.contest;
        let item = Item::of(contest, number);
        let pairing = contest.pairings()[item.pairing];
        let wanted = Wanted {
            record: players.records,
            clock: self.clock,
        };
        let mut done = Done::default();
        for (index, seating) in contest.seated().iter().enumerate() {
            let seats = seating.seats.iter();
            let places: Vec<usize> = seats
                .map(|(seat, &who)| players.place(pairing.engine(who), seat))
                .collect();
            let mut sitting = Vec::with_capacity(places.len());
            for (seat, &place) in places.iter().enumerate() {
                sitting.push(players.take(place, Seat::new(seat))?);
            }
            let match_id = contest.seed().match_id(item.pairing, item.deal, index);
            let played = play(contest, item.deal, match_id, &mut sitting, wanted)?;
            for (place, engine) in places.into_iter().zip(sitting) {
                players.made[place] = Some(engine);
            }
            if players.records {
                done.lines += &records::line(contest, item, index, &played);
            }
            done.matches.push(played.into());
        }
        Ok(done)
    }
}

/// An item that was played.
#[derive(Debug, Default)]
struct Done {
    matches: Vec<Summary>,
    /// The records, if they are wanted.
    lines: String,
}

/// An item that was played, or why it could not be, with its number.
type Numbered = (u64, Result<Done, ArenaError>);

/// The engines of one thread: one for each engine and seat, made when it is first needed.
struct Players<'a> {
    run: &'a Run<'a>,
    made: Vec<Option<Box<dyn Engine>>>,
    /// Whether records are wanted.
    records: bool,
}

impl<'a> Players<'a> {
    fn new(run: &'a Run<'a>, records: bool) -> Self {
        let places = run.engines.len() * run.contest.terms().seats();
        Self {
            run,
            made: (0..places).map(|_| None).collect(),
            records,
        }
    }

    fn place(&self, engine: usize, seat: Seat) -> usize {
        engine * self.run.contest.terms().seats() + seat.index()
    }

    fn take(&mut self, place: usize, seat: Seat) -> Result<Box<dyn Engine>, ArenaError> {
        if let Some(engine) = self.made[place].take() {
            return Ok(engine);
        }
        let terms = self.run.contest.terms();
        self.run.engines[place / terms.seats()].make(terms, seat)
    }
}

/// Takes what was played in the order of items, counts it and writes it down.
struct Book<'a, 'b> {
    run: &'a Run<'a>,
    tally: Tally,
    /// The item that is taken next.
    next: u64,
    records: Option<&'b mut dyn Write>,
    tell: &'b mut dyn FnMut(Progress),
}

impl Book<'_, '_> {
    /// Takes what was played before, and then plays what is left.
    fn open(&mut self, before: Before) -> Result<(), ArenaError> {
        if self.run.sprt.is_some() {
            self.run.contest.check_test()?;
        }
        for matches in before.items {
            if self.next == self.run.items() || self.take(&matches)? {
                return Ok(());
            }
        }
        let (run, records) = (self.run, self.records.is_some());
        let line = Line::new(self.next, run.items(), run.jobs);
        thread::scope(|scope| {
            let (send, done) = mpsc::channel();
            for _ in 0..run.jobs {
                let (line, send) = (&line, send.clone());
                scope.spawn(move || work(run, records, line, &send));
            }
            drop(send);
            let closed = Closed(&line);
            let taken = self.take_all(&line, &done);
            drop(closed);
            taken
        })
    }

    /// Takes items as they come, until there are no more.
    fn take_all(&mut self, line: &Line, done: &Receiver<Numbered>) -> Result<(), ArenaError> {
        let mut early = BTreeMap::new();
        while let Ok((number, item)) = done.recv() {
            early.insert(number, item);
            while let Some(item) = early.remove(&self.next) {
                let item = item?;
                if let Some(records) = &mut self.records {
                    let written = records.write_all(item.lines.as_bytes());
                    written.map_err(ArenaError::Write)?;
                }
                if self.take(&item.matches)? {
                    return Ok(());
                }
                line.taken(self.next);
            }
        }
        Ok(())
    }

    /// Counts the next item; true if the run is over because its test has decided.
    fn take(&mut self, matches: &[Summary]) -> Result<bool, ArenaError> {
        let run = self.run;
        let item = Item::of(run.contest, self.next);
        let alone = self.tally.add(run.contest, item, matches);
        self.next += 1;
        let seatings = run.contest.seated().len() as u64;
        (self.tell)(Progress {
            matches: self.tally.matches,
            of: run.items() * seatings,
            alone,
        });
        let engines = self.tally.engines.iter().zip(run.contest.engines());
        for (tally, name) in engines {
            if tally.restarts > u64::from(run.restarts) {
                return Err(ArenaError::Restarts {
                    name: name.clone(),
                    most: run.restarts,
                });
            }
        }
        let [pairing, ..] = &*self.tally.pairings else {
            return Ok(false);
        };
        let decided = |sprt: &Sprt| sprt.after(&pairing.gain).verdict.is_some();
        Ok(run.sprt.as_ref().is_some_and(decided))
    }
}

/// Plays one item after the other.
fn work(run: &Run<'_>, records: bool, line: &Line, send: &Sender<Numbered>) {
    // If this thread panics, the others must not wait for its item.
    let closed = Closed(line);
    let mut players = Players::new(run, records);
    while let Some(number) = line.next() {
        let done = run.play_item(&mut players, number);
        let failed = done.is_err();
        if send.send((number, done)).is_err() || failed {
            break;
        }
    }
    if !thread::panicking() {
        std::mem::forget(closed);
    }
}

/// The items that are still to be played, in order.
struct Line {
    state: Mutex<LineState>,
    moved: Condvar,
    end: u64,
    ahead: u64,
}

struct LineState {
    /// The item that is played next.
    next: u64,
    /// The first item that has not been taken.
    taken: u64,
    /// Whether no more are to be played.
    closed: bool,
}

/// Closes the line when it is dropped.
struct Closed<'a>(&'a Line);

impl Drop for Closed<'_> {
    fn drop(&mut self) {
        self.0.lock().closed = true;
        self.0.moved.notify_all();
    }
}

impl Line {
    fn new(next: u64, end: u64, jobs: usize) -> Self {
        Self {
            state: Mutex::new(LineState {
                next,
                taken: next,
                closed: false,
            }),
            moved: Condvar::new(),
            end,
            ahead: AHEAD_PER_JOB * jobs as u64,
        }
    }

    fn lock(&self) -> MutexGuard<'_, LineState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next item; waits if too many are ready that have not been taken. None if there are no more.
    fn next(&self) -> Option<u64> {
        let mut state = self.lock();
        while !state.closed && state.next < self.end && state.next >= state.taken + self.ahead {
            let waited = self.moved.wait(state);
            state = waited.unwrap_or_else(PoisonError::into_inner);
        }
        if state.closed || state.next >= self.end {
            return None;
        }
        state.next += 1;
        Some(state.next - 1)
    }

    /// All items before this one have been taken.
    fn taken(&self, taken: u64) {
        self.lock().taken = taken;
        self.moved.notify_all();
    }
}
