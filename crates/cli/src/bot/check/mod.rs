//! `giog bot check`: plays recorded and damaged sessions of all games to a program, and says what it does wrong. It needs no server.

mod recorded;
mod scenes;
mod wrong;

use std::collections::BTreeMap;
use std::time::Duration;

use giog_arena::process::STARTING;
use giog_protocol::bot::{ProgramLine, ToProgram};
use giog_rules::Variant;
use tokio::time::timeout;

use self::recorded::Asked;
use self::scenes::{Group, Matches, Scene, Step};
use self::wrong::Wrong;
use super::pipe::{EngineError, Pipe};
use crate::table::{tell_line, tell_text};

/// How many places a fault is told for.
const MOST_PLACES: usize = 3;
/// After so many sessions without an answer in time the others are left out: each takes seconds.
const MOST_LATE: usize = 3;
/// So many times as long as an answer may take it is waited for one that is late.
const LATER: u32 = 2;
/// The most lines of a program that are read after its input has ended.
const MOST_LINES: usize = 1_000;

/// What was found: for each fault the places.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Found(BTreeMap<Wrong, Vec<String>>);

impl Found {
    /// The number of sessions in which an answer was late.
    fn late(&self) -> usize {
        let late = [Wrong::Silent, Wrong::Unflushed, Wrong::Slow];
        late.into_iter().map(|wrong| self.places(wrong)).sum()
    }

    /// The number of sessions with this fault.
    fn places(&self, wrong: Wrong) -> usize {
        self.0.get(&wrong).map_or(0, Vec::len)
    }
}

/// Checks a program, which is greeted with this line, in these games. Returns whether nothing is wrong.
pub async fn check(
    command: &[String],
    hello: &ToProgram,
    games: &[Variant],
    time: Duration,
) -> bool {
    let matches = Matches::of(games);
    let mut checker = Checker {
        command,
        hello,
        time,
        found: Found::default(),
        sessions: 0,
        turns: 0,
    };
    for group in &matches.groups() {
        if checker.found.late() >= MOST_LATE {
            tell_line("It answers too late or not at all; the other sessions are left out.");
            break;
        }
        if checker.play_group(group).await.is_err() {
            checker.note(Wrong::NotStarted, &group.parts[0]);
            break;
        }
    }
    let Checker {
        found,
        sessions,
        turns,
        ..
    } = checker;
    for (wrong, places) in &found.0 {
        let shown = places.iter().take(MOST_PLACES);
        let shown: Vec<&str> = shown.map(String::as_str).collect();
        let more = places.len().saturating_sub(MOST_PLACES);
        let more = if more > 0 {
            format!(", and {more} more")
        } else {
            String::new()
        };
        tell_text(&format!(
            "{}: {} ({}{more})",
            wrong.name(),
            wrong.text(),
            shown.join("; ")
        ));
    }
    let faults = found.0.len();
    tell_line(&format!(
        "{sessions} sessions, {turns} turns: {}",
        match faults {
            0 => "nothing is wrong.".to_owned(),
            1 => "one kind of fault.".to_owned(),
            _ => format!("{faults} kinds of fault."),
        }
    ));
    faults == 0
}

struct Checker<'a> {
    command: &'a [String],
    hello: &'a ToProgram,
    /// The time for an answer.
    time: Duration,
    found: Found,
    sessions: u32,
    turns: u32,
}

/// How a scene went on after an answer.
enum After {
    GoOn,
    /// The program cannot be asked any more in this scene.
    Stop,
}

impl Checker<'_> {
    fn note(&mut self, wrong: Wrong, scene: &Scene<'_>) {
        let places = self.found.0.entry(wrong).or_default();
        if places.last() != Some(&scene.name) {
            places.push(scene.name.clone());
        }
    }

    /// Plays sessions that show several things, each alone only if something is wrong with them together.
    async fn play_group(&mut self, group: &Group<'_>) -> Result<(), EngineError> {
        let mut parts = &group.parts[..];
        if let Some(whole) = &group.whole {
            let before = self.found.clone();
            self.play(whole).await?;
            if self.found == before {
                parts = &[];
            }
            self.found = before;
        }
        let late = self.found.late();
        for scene in parts.iter().chain(&group.apart) {
            let before = self.found.clone();
            self.play(scene).await?;
            if self.found.places(Wrong::Slow) > before.places(Wrong::Slow) {
                // Perhaps it was not the program that was slow, but a busy machine.
                self.found = before;
                self.play(scene).await?;
            }
            if self.found.late() > late {
                break;
            }
        }
        Ok(())
    }

    /// Plays a scene to a new process.
    async fn play(&mut self, scene: &Scene<'_>) -> Result<(), EngineError> {
        self.sessions += 1;
        let mut pipe = Pipe::start(self.command)?;
        let mut limit = self.time + STARTING;
        for step in &scene.steps {
            let text = step.line(self.hello, self.time);
            if pipe.say(&text).is_err() {
                self.note(scene.crash, scene);
                return Ok(());
            }
            if let Step::Turn { asked, .. } = step {
                self.turns += 1;
                let answer = self.answer(&mut pipe, scene, asked, limit);
                if matches!(answer.await, After::Stop) {
                    return Ok(());
                }
                limit = self.time;
            }
        }
        self.end(pipe, scene).await;
        Ok(())
    }

    /// Reads the answer to a turn.
    async fn answer(
        &mut self,
        pipe: &mut Pipe,
        scene: &Scene<'_>,
        asked: &Asked,
        limit: Duration,
    ) -> After {
        loop {
            let line = timeout(limit, pipe.line()).await;
            let line = match line {
                Err(_) => return self.silent(pipe, scene).await,
                Ok(Err(EngineError::LongLine)) => {
                    self.note(Wrong::TooLong, scene);
                    return After::Stop;
                }
                Ok(Err(_)) => {
                    self.note(scene.crash, scene);
                    return After::Stop;
                }
                Ok(Ok(line)) => line,
            };
            let wrong = judged(&line, asked);
            match wrong {
                Some(Wrong::NoAction) if is_greeting(&line) => {}
                Some(wrong) => {
                    self.note(wrong, scene);
                    return After::GoOn;
                }
                None => return self.no_more(pipe, scene).await,
            }
        }
    }

    /// Nothing more may be written for a turn.
    async fn no_more(&mut self, pipe: &mut Pipe, scene: &Scene<'_>) -> After {
        while pipe.has_line()
            && let Ok(line) = pipe.line().await
        {
            if !is_greeting(&line) {
                self.note(Wrong::Extra, scene);
            }
        }
        After::GoOn
    }

    /// There was no answer: perhaps it comes later, or only when the input has ended.
    async fn silent(&mut self, pipe: &mut Pipe, scene: &Scene<'_>) -> After {
        let is_action = |line: &str| matches!(ProgramLine::read(line), Ok(ProgramLine::Action(_)));
        let late = timeout(self.time * LATER, pipe.line()).await;
        let wrong = match late {
            Ok(Ok(line)) if is_action(&line) => Wrong::Slow,
            Ok(Err(_)) => scene.crash,
            _ => {
                pipe.close();
                let mut wrong = scene.silent;
                for _ in 0..MOST_LINES {
                    match timeout(self.time, pipe.line()).await {
                        Ok(Ok(line)) if is_action(&line) => wrong = Wrong::Unflushed,
                        Ok(Ok(_)) => {}
                        Ok(Err(_)) | Err(_) => break,
                    }
                }
                wrong
            }
        };
        self.note(wrong, scene);
        After::Stop
    }

    /// Ends the input: the program must end, without a further action.
    async fn end(&mut self, mut pipe: Pipe, scene: &Scene<'_>) {
        if self.found.0.contains_key(&Wrong::Stays) {
            return;
        }
        pipe.close();
        // Perhaps it has only begun.
        let limit = self.time + STARTING;
        for _ in 0..MOST_LINES {
            match timeout(limit, pipe.line()).await {
                Ok(Ok(line)) => match ProgramLine::read(&line) {
                    Ok(ProgramLine::Greeting(_) | ProgramLine::Pong) => {}
                    Ok(ProgramLine::Action(_)) if scene.is_asked() => {
                        self.note(Wrong::Extra, scene);
                    }
                    Ok(ProgramLine::Action(_)) => self.note(Wrong::Unasked, scene),
                    Err(_) => self.note(Wrong::Extra, scene),
                },
                Ok(Err(_)) => break,
                Err(_) => return self.note(Wrong::Stays, scene),
            }
        }
        match pipe.ends_well(limit) {
            None => self.note(Wrong::Stays, scene),
            Some(true) => {}
            // It does so in every session.
            Some(false) if self.found.0.contains_key(&Wrong::Exit) => {}
            // All turns were answered.
            Some(false) if scene.crash == Wrong::CrashTurn => self.note(Wrong::CrashOver, scene),
            Some(false) => self.note(scene.crash, scene),
        }
    }
}

/// What is wrong with the answer to a turn.
fn judged(line: &str, asked: &Asked) -> Option<Wrong> {
    use giog_protocol::bot::BadAnswer;
    let answer = match ProgramLine::read(line) {
        Ok(ProgramLine::Action(answer)) => answer,
        Ok(ProgramLine::Greeting(_) | ProgramLine::Pong) => return Some(Wrong::NoAction),
        Err(BadAnswer::Empty | BadAnswer::Json(_)) => return Some(Wrong::NotJson),
        Err(BadAnswer::NoObject) => return Some(Wrong::NotObject),
        Err(BadAnswer::NoAction(_)) => return Some(Wrong::BadAction),
        Err(BadAnswer::BadEcho("match")) => return Some(Wrong::OtherMatch),
        Err(BadAnswer::BadEcho(_)) => return Some(Wrong::OtherTurn),
    };
    let turn = &asked.turn;
    if answer.match_id.is_some_and(|id| id != turn.place.match_id) {
        Some(Wrong::OtherMatch)
    } else if answer.turn.is_some_and(|number| number != turn.turn) {
        Some(Wrong::OtherTurn)
    } else if asked.accepts(&answer.action) {
        None
    } else {
        Some(Wrong::Illegal)
    }
}

/// Whether a line is what a program may always write: its name, or an answer to `ping`.
fn is_greeting(line: &str) -> bool {
    match ProgramLine::read(line) {
        Ok(ProgramLine::Greeting(said)) => said.name.is_some() || said.options.is_some(),
        Ok(ProgramLine::Pong) => true,
        _ => false,
    }
}

impl Step<'_> {
    /// The line for this step, where a program is greeted so, and an answer has so much time.
    fn line(&self, hello: &ToProgram, time: Duration) -> String {
        match self {
            Self::Hello => hello.encode(),
            Self::Say(message) => message.encode(),
            Self::Raw(line) => line.clone(),
            Self::Turn { asked, damage } => {
                let mut turn = asked.turn.clone();
                turn.left_ms = u64::try_from(time.as_millis()).ok();
                let line = ToProgram::Turn(Box::new(turn)).encode();
                damage.map_or(line.clone(), |damage| damage(&line))
            }
        }
    }
}
