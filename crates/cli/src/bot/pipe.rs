//! The pipe to a program: lines in both directions, which can be waited for beside other things.

use std::thread;
use std::time::Duration;

use giog_arena::process::{NoAnswer, Process};
use tokio::sync::mpsc::{self, Receiver};

/// The most bytes of a line: lines with a long variation have a few thousand.
const LINE_BYTES: usize = giog_protocol::bot::MAX_ANSWER_BYTES;
/// The most lines that are read before somebody wants them; the program waits with more.
const LINES_AHEAD: usize = 64;
/// How long a program may leave a line unread. Engines must read while they think; otherwise they could not be stopped.
const READING: Duration = Duration::from_secs(10);
/// How long it is waited for how a program has ended that has closed its output.
const ENDING: Duration = Duration::from_secs(1);

/// Why an engine cannot continue.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// The program does not exist, or cannot be started.
    #[error("the program `{0}` cannot be started")]
    Start(String, #[source] std::io::Error),
    /// The process has ended, or has closed its output.
    #[error("the program has ended ({0})")]
    Ended(String),
    /// It does not read its input.
    #[error("the program does not read what it is told")]
    Deaf,
    /// It answers neither `uci` nor `ucci`.
    #[error("the engine answers neither `uci` nor `ucci`")]
    Unknown,
    /// It did not answer within this time.
    #[error("the engine has not answered in {} s", .0.as_secs())]
    Silent(Duration),
    /// It wrote a line that is too long.
    #[error("the program wrote a line of more than {LINE_BYTES} bytes")]
    LongLine,
    /// Its answer is not a move, or not a legal one.
    #[error("the engine wants to play `{0}`, which is not legal")]
    Illegal(String),
}

/// A running program; it is ended when this is dropped.
#[derive(Debug)]
pub struct Pipe {
    process: Process,
    lines: Receiver<Result<String, NoAnswer>>,
}

impl Pipe {
    /// Starts a program with its arguments.
    pub fn start(command: &[String]) -> Result<Self, EngineError> {
        let program = command.first().cloned().unwrap_or_default();
        let started = Process::start(command);
        let mut process = started.map_err(|error| EngineError::Start(program, error))?;
        let mut output = process.take_output();
        let (send, lines) = mpsc::channel(LINES_AHEAD);
        // It ends with the output, or with the first line that nobody wants.
        thread::spawn(move || {
            while let Some(output) = &mut output {
                let line = output.line().map(String::from_utf8_lossy);
                let line = line.map(|line| line.trim().to_owned());
                let is_last = line.is_err();
                if send.blocking_send(line).is_err() || is_last {
                    break;
                }
            }
        });
        Ok(Self { process, lines })
    }

    /// Writes a line to the program.
    pub fn say(&mut self, line: &str) -> Result<(), EngineError> {
        let told = self.process.tell(&format!("{line}\n"), READING);
        told.map_err(|why| self.failed(why))
    }

    /// Whether [`Pipe::line`] need not wait.
    pub fn has_line(&self) -> bool {
        !self.lines.is_empty() || self.lines.is_closed()
    }

    /// The next line, trimmed; waits without a time limit. Nothing is lost if the future is dropped.
    pub async fn line(&mut self) -> Result<String, EngineError> {
        let line = self.lines.recv().await.unwrap_or(Err(NoAnswer::Ended));
        line.map_err(|why| self.failed(why))
    }

    /// Ends the program's input.
    pub fn close(&mut self) {
        self.process.close();
    }

    /// Whether it ends without an error within this time; waits for that. None if it does not end.
    pub fn ends_well(&self, limit: Duration) -> Option<bool> {
        let status = self.process.status(limit);
        status.map(|status| status.success())
    }

    fn failed(&self, why: NoAnswer) -> EngineError {
        match why {
            NoAnswer::Late => EngineError::Deaf,
            NoAnswer::LongLine => EngineError::LongLine,
            NoAnswer::Ended | NoAnswer::NotText | NoAnswer::Surplus => {
                let status = self.process.status(ENDING);
                let closed = || "it closed its output".to_owned();
                EngineError::Ended(status.map_or_else(closed, |status| status.to_string()))
            }
        }
    }
}
