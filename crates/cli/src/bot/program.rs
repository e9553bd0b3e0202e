//! `giog bot run`: a program that reads and writes lines of JSON decides for seats. Whatever it does wrong costs it a turn, and never the
//! match: then the default is taken, and the report says so.

use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

use anyhow::bail;
use giog_client::Refusal;
use giog_protocol::bot::{BOT_VERSION, Greeting, Place, ProgramLine, RunnerPing, ToProgram, Turn};
use giog_rules::{Action, MatchId, Options, Outcome, Variant};
use giog_seats::{Answered, Player};
use tokio::time::{Instant, timeout_at};

use super::pipe::{EngineError, Pipe};
use super::report::{Fault, Report};
use crate::table::{tell_line, tell_text};

/// How much of the time for a decision is left for the way to the server and back.
const MARGIN: Duration = Duration::from_millis(300);
/// How often in a row a program is started again, until it has answered once.
const MOST_RESTARTS: u32 = 5;
/// After so many turns in a row without an answer, it is started again: it may wait for something that never comes.
const SILENT_TURNS: u32 = 2;
/// A program that has been told nothing for so long is asked whether it is alive, and has as long to say so.
const PING_EVERY: Duration = Duration::from_secs(15);
/// The most lines that are thrown away before a turn.
const MOST_UNASKED: usize = 64;

/// A program at some tables. It is asked one thing at a time.
#[derive(Debug)]
pub struct Program {
    command: Vec<String>,
    /// Its options.
    options: BTreeMap<String, String>,
    /// None after a crash, until the next turn.
    pipe: Option<Pipe>,
    restarts: u32,
    /// The most time for a turn, also without a clock.
    most: Duration,
    waiting: VecDeque<Question>,
    asked: Option<Question>,
    done: Option<Answered>,
    /// Answers that came too late, or have not come yet.
    owed: u32,
    /// Turns in a row without an answer.
    silent: u32,
    /// How often it is asked whether it is alive, and when it is asked next.
    ping_every: Duration,
    ping_at: Instant,
    pong: Pong,
    /// The running matches.
    places: Vec<(Place, Options)>,
    report: Report,
}

/// Whether the running program answers `ping`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pong {
    /// It has not done so yet: it need not.
    Never,
    /// It has.
    Heard,
    /// It has, but not the last time.
    Owed,
}

#[derive(Debug)]
struct Question {
    turn: Turn,
    by: Instant,
}

impl Program {
    /// Starts a program with its arguments and options.
    pub fn start(
        command: &[String],
        options: BTreeMap<String, String>,
        most: Duration,
        report: Report,
    ) -> anyhow::Result<Self> {
        let mut program = Self {
            command: command.to_vec(),
            options,
            pipe: Some(Pipe::start(command)?),
            restarts: 0,
            most,
            waiting: VecDeque::new(),
            asked: None,
            done: None,
            owed: 0,
            silent: 0,
            ping_every: PING_EVERY,
            ping_at: Instant::now(),
            pong: Pong::Never,
            places: Vec::new(),
            report,
        };
        program.say(&program.hello())?;
        Ok(program)
    }

    /// What it did wrong so far.
    pub const fn report(&self) -> &Report {
        &self.report
    }

    fn hello(&self) -> ToProgram {
        ToProgram::hello(env!("CARGO_PKG_VERSION"), self.options.clone())
    }

    fn say(&mut self, message: &ToProgram) -> Result<(), EngineError> {
        self.ping_at = Instant::now() + self.ping_every;
        let line = message.encode();
        self.report.sent(&line);
        match &mut self.pipe {
            Some(pipe) => pipe.say(&line),
            None => Ok(()),
        }
    }

    /// Starts the program again after a crash, and tells it where it plays.
    fn revive(&mut self) -> anyhow::Result<()> {
        if self.pipe.is_some() {
            return Ok(());
        }
        if self.restarts == MOST_RESTARTS {
            bail!("the program has failed {MOST_RESTARTS} times in a row");
        }
        self.restarts += 1;
        (self.owed, self.silent, self.pong) = (0, 0, Pong::Never);
        tell_line("The program is started again.");
        self.pipe = Some(Pipe::start(&self.command)?);
        let places = self.places.iter();
        let starts = places.map(|&(place, options)| place.start(options));
        let lines: Vec<ToProgram> = [self.hello()].into_iter().chain(starts).collect();
        for line in lines {
            if self.say(&line).is_err() {
                // The next turn says so.
                break;
            }
        }
        Ok(())
    }

    /// Reads what it has written since its last answer: nobody has asked for that.
    async fn clear(&mut self) {
        for _ in 0..MOST_UNASKED {
            let Some(pipe) = self.pipe.as_mut().filter(|pipe| pipe.has_line()) else {
                return;
            };
            match pipe.line().await {
                Err(error) => return self.crashed(None, &error),
                Ok(line) => self.unasked(&line),
            }
        }
    }

    /// A line while nothing is asked.
    fn unasked(&mut self, line: &str) {
        self.report.heard(line);
        match ProgramLine::read(line) {
            Ok(ProgramLine::Greeting(greeting)) => self.greeted(&greeting),
            Ok(ProgramLine::Pong) => self.pong = Pong::Heard,
            _ if self.owed > 0 => self.owed -= 1,
            _ => self.report.fault(Fault::Unasked, None, &shown(line)),
        }
    }

    /// Says which of the given options the program does not have, if it tells which it has.
    fn greeted(&self, greeting: &Greeting) {
        let Some(known) = &greeting.options else {
            return;
        };
        for name in self.options.keys().filter(|name| !known.contains(name)) {
            let known = known.join(", ");
            tell_text(&format!(
                "the program has no option `{name}`; its options are: {known}"
            ));
        }
    }

    /// Waits for something that happens while nothing is asked: a line, its end, or the time to ask whether it is alive. A program that
    /// is not is started again, so that it is there for its next turn.
    async fn idle(&mut self) -> anyhow::Result<()> {
        self.revive()?;
        let Some(pipe) = &mut self.pipe else {
            return Ok(());
        };
        match timeout_at(self.ping_at, pipe.line()).await {
            Ok(Ok(line)) => self.unasked(&line),
            Ok(Err(error)) => self.crashed(None, &error),
            // It may still think about a turn that needs no answer any more.
            Err(_) if self.pong == Pong::Owed && self.owed == 0 => {
                self.crashed(None, &EngineError::Deaf);
            }
            Err(_) => {
                if self.pong == Pong::Heard {
                    self.pong = Pong::Owed;
                }
                if let Err(error) = self.say(&ToProgram::Ping(RunnerPing { v: BOT_VERSION })) {
                    self.crashed(None, &error);
                }
            }
        }
        Ok(())
    }

    fn crashed(&mut self, turn: Option<&Turn>, error: &EngineError) {
        self.pipe = None;
        self.report.fault(Fault::Crashed, turn, &error.to_string());
    }

    /// What a line means for the turn that is asked; none if it is no answer.
    fn heard(&mut self, line: &str) -> Option<Answered> {
        self.report.heard(line);
        let turn = &self.asked.as_ref()?.turn;
        let read = ProgramLine::read(line);
        let answer = match read {
            Ok(ProgramLine::Greeting(greeting)) => {
                self.greeted(&greeting);
                return None;
            }
            Ok(ProgramLine::Pong) => {
                self.pong = Pong::Heard;
                return None;
            }
            Ok(ProgramLine::Action(answer)) => Ok(answer),
            Err(error) => Err(error.to_string()),
        };
        let names_this = |id: Option<MatchId>, number: Option<u32>| {
            id.is_some_and(|id| id == turn.place.match_id) && number == Some(turn.turn)
        };
        let is_late = match &answer {
            Ok(answer) if names_this(answer.match_id, answer.turn) => false,
            Ok(answer) if answer.match_id.is_some_and(|id| id != turn.place.match_id) => true,
            Ok(answer) if answer.turn.is_some_and(|number| number != turn.turn) => true,
            _ => self.owed > 0,
        };
        if is_late {
            self.owed = self.owed.saturating_sub(1);
            return None;
        }
        let turn = self.asked.take()?.turn;
        (self.silent, self.restarts) = (0, 0);
        let action = match answer {
            Err(why) => Err(format!("{why}: {}", shown(line))),
            Ok(answer) if turn.may_allow(&answer.action) => Ok(answer.action),
            Ok(_) => Err(format!(
                "it is not among the legal actions: {}",
                shown(line)
            )),
        };
        Some(match action {
            Ok(action) => Answered {
                place: turn.place,
                turn: turn.turn,
                action: Some(action),
                fallback: turn.fallback(),
            },
            Err(why) => {
                self.report.fault(Fault::Illegal, Some(&turn), &why);
                give_up(&turn)
            }
        })
    }

    fn timed_out(&mut self, question: &Question) -> Answered {
        self.owed += 1;
        self.silent += 1;
        let turn = &question.turn;
        let why = "there was no answer; the default is taken";
        self.report.fault(Fault::TimedOut, Some(turn), why);
        if self.silent >= SILENT_TURNS {
            self.pipe = None;
        }
        give_up(turn)
    }
}

impl Player for Program {
    fn plays(&self, _variant: Variant) -> bool {
        true
    }

    async fn begin(&mut self, place: Place, options: Options) -> anyhow::Result<()> {
        self.places
            .retain(|(other, _)| other.match_id != place.match_id);
        self.places.push((place, options));
        if let Err(error) = self.say(&place.start(options)) {
            self.crashed(None, &error);
        }
        Ok(())
    }

    async fn ask(&mut self, turn: Turn, by: Option<Instant>) -> anyhow::Result<()> {
        self.withdraw(turn.place.match_id).await?;
        let now = Instant::now();
        let most = now + self.most;
        let by = by.map_or(most, |by| by.checked_sub(MARGIN).unwrap_or(now).min(most));
        self.waiting.push_back(Question { turn, by });
        self.go_on().await
    }

    async fn answer(&mut self) -> anyhow::Result<Answered> {
        loop {
            if let Some(done) = self.done.take() {
                return Ok(done);
            }
            let Some(question) = &self.asked else {
                self.idle().await?;
                continue;
            };
            let line = match &mut self.pipe {
                Some(pipe) => timeout_at(question.by, pipe.line()).await,
                None => Ok(Err(EngineError::Deaf)),
            };
            match line {
                Ok(Ok(line)) => {
                    if let Some(answered) = self.heard(&line) {
                        return Ok(answered);
                    }
                }
                Ok(Err(error)) => {
                    if let Some(Question { turn, .. }) = self.asked.take() {
                        self.crashed(Some(&turn), &error);
                        return Ok(give_up(&turn));
                    }
                }
                Err(_) => {
                    if let Some(question) = self.asked.take() {
                        return Ok(self.timed_out(&question));
                    }
                }
            }
        }
    }

    async fn go_on(&mut self) -> anyhow::Result<()> {
        if self.asked.is_some() || self.done.is_some() {
            return Ok(());
        }
        let Some(mut question) = self.waiting.pop_front() else {
            return Ok(());
        };
        self.clear().await;
        self.revive()?;
        self.report.asked();
        let left = question.by.saturating_duration_since(Instant::now());
        question.turn.left_ms = question.turn.left_ms.map(|_| whole_ms(left));
        let line = ToProgram::Turn(Box::new(question.turn.clone()));
        match self.say(&line) {
            Ok(()) => self.asked = Some(question),
            Err(error) => {
                self.crashed(Some(&question.turn), &error);
                self.done = Some(give_up(&question.turn));
            }
        }
        Ok(())
    }

    async fn refused(
        &mut self,
        answered: &Answered,
        refusal: &Refusal,
    ) -> anyhow::Result<Option<Action>> {
        let place = answered.place;
        let why = format!(
            "{}, turn {} of match {}: {}; the default is taken",
            place.game, answered.turn, place.match_id, refusal.message
        );
        self.report.fault(Fault::Refused, None, &why);
        Ok(answered.fallback.clone())
    }

    async fn withdraw(&mut self, match_id: MatchId) -> anyhow::Result<()> {
        let is_of = |question: &Question| question.turn.place.match_id == match_id;
        self.waiting.retain(|question| !is_of(question));
        if self.asked.take_if(|question| is_of(question)).is_some() {
            self.owed += 1;
        }
        Ok(())
    }

    async fn end(
        &mut self,
        place: Place,
        outcome: Option<Outcome>,
        record: Option<String>,
    ) -> anyhow::Result<()> {
        self.withdraw(place.match_id).await?;
        self.places
            .retain(|(other, _)| other.match_id != place.match_id);
        if let Err(error) = self.say(&place.over(outcome, record)) {
            self.crashed(None, &error);
        }
        tell_line(&format!("So far: {}.", self.report));
        self.go_on().await
    }
}

/// The default for a turn.
fn give_up(turn: &Turn) -> Answered {
    Answered {
        place: turn.place,
        turn: turn.turn,
        action: turn.fallback(),
        fallback: None,
    }
}

fn whole_ms(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// The beginning of a line, for people.
fn shown(line: &str) -> String {
    const SHOWN: usize = 120;
    let beginning: String = line.chars().take(SHOWN).collect();
    format!("`{beginning}`")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How often the programs of these tests are asked whether they are alive.
    const EVERY: Duration = Duration::from_millis(50);

    /// Polls a shell script that reads its lines, with the file in which it may write as `$1`, until the file has this text or the script
    /// is given up.
    async fn idle_until(script: &str, text: &str) -> (Program, anyhow::Result<()>) {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("said");
        std::fs::write(&file, "").expect("it is written");
        let file = file.to_str().expect("a path");
        let command = ["sh", "-c", script, "sh", file].map(str::to_owned);
        let options = BTreeMap::from([("depth".to_owned(), "3".to_owned())]);
        let program = Program::start(&command, options, EVERY, Report::default());
        let mut program = program.expect("it starts");
        (program.ping_every, program.ping_at) = (EVERY, Instant::now());
        loop {
            let answered = tokio::time::timeout(EVERY, program.answer()).await;
            if let Ok(answered) = answered {
                return (program, Err(answered.expect_err("nothing is asked")));
            }
            if std::fs::read_to_string(file).is_ok_and(|said| said.contains(text)) {
                return (program, Ok(()));
            }
        }
    }

    #[tokio::test]
    async fn an_idle_program_is_told_its_options_and_asked_whether_it_is_alive() {
        let told = r#"while read -r l; do echo "$l" >> "$1"; done"#;
        for text in [r#""options":{"depth":"3"}"#, r#"{"type":"ping","v":1}"#] {
            let (program, ended) = idle_until(told, text).await;
            ended.expect("it lives");
            assert_eq!(program.report.to_string(), "0 turns", "it need not answer");
        }
    }

    #[tokio::test]
    async fn a_program_that_dies_while_nothing_is_asked_is_started_again_at_once() {
        let second = r#"read -r l; if [ -s "$1" ]; then echo again >> "$1"; cat >> /dev/null; else echo first > "$1"; fi"#;
        let (program, ended) = idle_until(second, "again").await;
        ended.expect("it lives");
        assert_eq!(program.report.to_string(), "0 turns, 1 crash");
        let (_, ended) = idle_until("read -r l; exit 3", "never").await;
        let error = ended.expect_err("it is given up").to_string();
        assert!(error.contains("5 times in a row"), "{error}");
    }

    #[tokio::test]
    async fn a_program_that_answers_ping_no_more_is_started_again() {
        let once = r#"[ -s "$1" ] && echo again >> "$1"
            while read -r l; do case $l in *ping*) [ -s "$1" ] || echo '{"type":"pong"}'; echo first >> "$1";; esac; done"#;
        let (program, ended) = idle_until(once, "again").await;
        ended.expect("it lives");
        assert_eq!(program.report.to_string(), "0 turns, 1 crash");
    }
}
