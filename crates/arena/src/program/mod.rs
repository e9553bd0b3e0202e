//! An engine that is a program: it is told JSON lines, and answers each `turn` with one (`docs/ARENA.md`).

mod messages;

use std::io;
use std::time::Duration;

use giog_protocol::bot::ProgramLine;
use giog_rules::Action;

use self::messages::{Messages, Turn};
use crate::engine::{Asked, Choice, Engine, Fault, Over, Start};
use crate::process::{NoAnswer, Process};

/// How often a program is started again in one match. After that it is not asked any more until the next one.
const MOST_RESTARTS: u32 = 3;

/// How long programs may take.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// For a decision.
    pub decide: Duration,
    /// How much longer for the first decision after a start: large ones load for seconds.
    pub start: Duration,
}

/// A program at one seat.
#[derive(Debug)]
pub struct Program {
    command: Vec<String>,
    limits: Limits,
    /// None once it has ended or was killed.
    running: Option<Running>,
    messages: Messages,
    /// How often it has ended in this match instead of answering. It is counted where it is noticed, and not where it is started again: so
    /// a match does not depend on the one before.
    lost: u32,
}

#[derive(Debug)]
struct Running {
    process: Process,
    /// Whether it has answered a turn. Before that it may say who it is.
    has_answered: bool,
}

impl Program {
    /// Starts a program and greets it.
    pub fn start(command: Vec<String>, limits: Limits) -> io::Result<Self> {
        let mut program = Self {
            running: None,
            command,
            limits,
            messages: Messages::default(),
            lost: 0,
        };
        program.running = Some(program.launch()?);
        Ok(program)
    }

    /// Starts a process.
    fn launch(&self) -> io::Result<Running> {
        let mut process = Process::start(&self.command)?;
        // If it does not read, its decisions will tell.
        let _ = process.tell(&Messages::hello(), self.limits.decide);
        Ok(Running {
            process,
            has_answered: false,
        })
    }

    fn is_running(&self) -> bool {
        let running = self.running.as_ref();
        running.is_some_and(|running| !running.process.is_killed())
    }

    /// Whether it has written more than it was asked for. Its next line could be taken for an answer to something else.
    fn has_surplus(&self) -> bool {
        let running = self.running.as_ref();
        running.is_some_and(|running| running.has_answered && running.process.has_surplus())
    }

    /// Starts it again, and tells it what match is being played.
    fn revive(&mut self) -> Result<(), NoAnswer> {
        self.running = None;
        let mut running = self.launch().map_err(|_| NoAnswer::Ended)?;
        let start = self.messages.start();
        running.process.tell(start, self.limits.decide)?;
        self.running = Some(running);
        Ok(())
    }

    /// What it answers to a turn.
    fn ask(&mut self, asked: &Asked<'_>) -> Result<Result<Action, Fault>, NoAnswer> {
        if !self.is_running() {
            self.revive()?;
        }
        if self.has_surplus() {
            return Err(NoAnswer::Surplus);
        }
        let Limits { decide, start } = self.limits;
        let (line, turn) = self.messages.turn(asked, decide);
        let running = self.running.as_mut().ok_or(NoAnswer::Ended)?;
        let is_first = !std::mem::replace(&mut running.has_answered, true);
        let limit = if is_first { start + decide } else { decide };
        let mut read = ProgramLine::read(running.process.ask(&line, limit)?);
        if is_first && matches!(read, Ok(ProgramLine::Greeting(_))) {
            read = ProgramLine::read(running.process.ask("", limit)?);
        }
        Ok(action(read, turn))
    }
}

/// The action of a line. If it names a turn, it must be the one that was asked for.
fn action<E>(read: Result<ProgramLine, E>, turn: Turn) -> Result<Action, Fault> {
    let Ok(ProgramLine::Action(answer)) = read else {
        return Err(Fault::Illegal);
    };
    let is_of_it = answer.match_id.is_none_or(|id| id == turn.place.match_id)
        && answer.turn.is_none_or(|number| number == turn.number);
    if is_of_it {
        Ok(answer.action)
    } else {
        Err(Fault::Illegal)
    }
}

impl Engine for Program {
    fn listens(&self) -> bool {
        true
    }

    fn begin(&mut self, start: &Start<'_>) {
        self.lost = 0;
        self.messages.begin(start);
        // What it wrote too much belongs to the match before, and must not answer for this one.
        if self.is_running()
            && !self.has_surplus()
            && let Some(running) = &mut self.running
        {
            let told = running
                .process
                .tell(self.messages.start(), self.limits.decide);
            if told.is_ok() {
                return;
            }
        }
        // If it cannot be started now, its decisions will tell.
        let _ = self.revive();
    }

    fn decide(&mut self, asked: &Asked<'_>) -> Result<Choice, Fault> {
        if self.lost > MOST_RESTARTS {
            return Err(Fault::Gone);
        }
        let none = match self.ask(asked) {
            Ok(answer) => return answer.map(Choice::Action),
            Err(none) => none,
        };
        self.running = None;
        self.lost += 1;
        Err(match none {
            NoAnswer::Late => Fault::Late,
            NoAnswer::Ended => Fault::Crashed,
            NoAnswer::LongLine | NoAnswer::NotText | NoAnswer::Surplus => Fault::Illegal,
        })
    }

    fn end(&mut self, over: &Over<'_>) {
        if self.has_surplus() {
            self.running = None;
            self.lost += 1;
        }
        if let Some(running) = &mut self.running {
            let line = self.messages.over(over);
            if running.process.tell(&line, self.limits.decide).is_err() {
                self.running = None;
            }
        }
    }

    fn restarts(&self) -> u32 {
        self.lost
    }
}
