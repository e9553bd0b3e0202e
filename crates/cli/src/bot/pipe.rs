//! The pipe to an engine: lines in both directions. The length of its lines is limited, and the time that it may leave lines unread.

use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::time::timeout;

/// The most bytes of a line: lines with a long variation have a few thousand.
const LINE_BYTES: usize = giog_protocol::bot::MAX_ANSWER_BYTES;
/// How long an engine may leave a line unread. Engines must read while they think; otherwise they could not be stopped.
const READING: Duration = Duration::from_secs(10);

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

/// A running program; it is killed when this is dropped.
#[derive(Debug)]
pub struct Pipe {
    child: Child,
    /// None after its end.
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    /// The beginning of a line that is not complete yet.
    partial: Vec<u8>,
}

impl Pipe {
    /// Starts a program with its arguments.
    pub fn start(command: &[String]) -> Result<Self, EngineError> {
        let program = command.first().map_or("", String::as_str);
        let cannot = |error| EngineError::Start(program.to_owned(), error);
        let mut child = Command::new(program)
            .args(command.iter().skip(1))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .map_err(cannot)?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            unreachable!("both are piped");
        };
        Ok(Self {
            child,
            input: Some(input),
            output: BufReader::new(output),
            partial: Vec::new(),
        })
    }

    /// Writes a line to the engine.
    pub async fn say(&mut self, line: &str) -> Result<(), EngineError> {
        let line = format!("{line}\n");
        let Some(input) = &mut self.input else {
            return Err(EngineError::Deaf);
        };
        match timeout(READING, input.write_all(line.as_bytes())).await {
            Err(_) => Err(EngineError::Deaf),
            Ok(Err(_)) => Err(self.ended().await),
            Ok(Ok(())) => Ok(()),
        }
    }

    /// The next line, trimmed; waits without a time limit. Nothing is lost if the future is dropped.
    pub async fn line(&mut self) -> Result<String, EngineError> {
        loop {
            let Ok(read) = self.output.fill_buf().await else {
                return Err(self.ended().await);
            };
            if read.is_empty() {
                return Err(self.ended().await);
            }
            let end = read.iter().position(|&byte| byte == b'\n');
            let used = end.map_or(read.len(), |end| end + 1);
            self.partial.extend_from_slice(&read[..used]);
            self.output.consume(used);
            if self.partial.len() > LINE_BYTES {
                return Err(EngineError::LongLine);
            }
            if end.is_some() {
                let line = std::mem::take(&mut self.partial);
                return Ok(String::from_utf8_lossy(&line).trim().to_owned());
            }
        }
    }

    /// Ends the program's input.
    pub fn close(&mut self) {
        self.input = None;
    }

    /// How the program has ended; waits for that. None if the system does not tell.
    pub async fn status(&mut self) -> Option<ExitStatus> {
        self.child.wait().await.ok()
    }

    /// Its output has ended, whether the process still runs or not.
    async fn ended(&mut self) -> EngineError {
        let status = timeout(READING, self.child.wait()).await;
        let status = status.ok().and_then(Result::ok);
        EngineError::Ended(status.map_or_else(
            || "it closed its output".to_owned(),
            |status: ExitStatus| status.to_string(),
        ))
    }
}
