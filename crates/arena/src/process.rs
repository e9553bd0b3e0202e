//! A program that is told lines and writes some: an engine of the arena, and what `giog bot` runs. It is killed, with all that it has
//! started, when it does not read or answer in time, and when nobody needs it any more.

use std::io::{self, BufRead, BufReader, Read as _, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

use giog_protocol::bot::MAX_ANSWER_BYTES;

/// How often it is looked whether a program's time has run out: it may have this much longer.
const TICK: Duration = Duration::from_millis(20);
/// How much longer than for others a program may take for its first answer after a start: large ones load for seconds.
pub const STARTING: Duration = Duration::from_secs(15);
/// How long a program may take to end by itself when its input ends, and how often it is looked.
const ENDING: Duration = Duration::from_millis(500);
const ENDING_STEP: Duration = Duration::from_millis(5);

/// A running program; it is ended when this is dropped.
#[derive(Debug)]
pub struct Process {
    watched: Arc<Watched>,
    /// None once it is to end.
    input: Option<ChildStdin>,
    /// None once somebody else reads it.
    output: Option<Output>,
}

/// What a program writes, line by line.
#[derive(Debug)]
pub struct Output {
    reader: BufReader<ChildStdout>,
    line: Vec<u8>,
}

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoAnswer {
    /// Its time has run out; it was killed.
    Late,
    /// It has ended, or closed its input or output.
    Ended,
    /// The line is longer than [`MAX_ANSWER_BYTES`].
    LongLine,
    /// The line is not UTF-8.
    NotText,
    /// It has written more than was asked for, so nobody knows which line answers what.
    Surplus,
}

impl Process {
    /// Starts a program with its arguments. What it writes to standard error is shown.
    pub fn start(command: &[String]) -> io::Result<Self> {
        let (program, arguments) = command.split_first().ok_or(io::ErrorKind::InvalidInput)?;
        let mut command = Command::new(program);
        command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        // Its children are killed with it: they may hold its output open.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let watched = Arc::new(Watched {
            child: Mutex::new(child),
            question: AtomicU64::new(0),
            limit_ms: AtomicU64::new(0),
            killed: AtomicBool::new(false),
        });
        let watching = Arc::downgrade(&watched);
        thread::spawn(move || watch(&watching));
        Ok(Self {
            watched,
            input,
            output: output.map(|output| Output {
                reader: BufReader::new(output),
                line: Vec::new(),
            }),
        })
    }

    /// What it writes, for whoever reads it elsewhere; then [`Process::ask`] has no answer. None the second time.
    pub const fn take_output(&mut self) -> Option<Output> {
        self.output.take()
    }

    /// Ends its input.
    pub fn close(&mut self) {
        self.input = None;
    }

    /// How it has ended, if it does so within this time; waits for that.
    pub fn status(&self, limit: Duration) -> Option<ExitStatus> {
        let mut waited = Duration::ZERO;
        loop {
            match self.watched.child().try_wait() {
                Ok(None) if waited < limit => {}
                ended => return ended.ok().flatten(),
            }
            thread::sleep(ENDING_STEP);
            waited += ENDING_STEP;
        }
    }

    /// Whether it was killed because its time ran out.
    pub fn is_killed(&self) -> bool {
        self.watched.killed.load(Ordering::Acquire)
    }

    /// Whether it has written something that nobody has read.
    pub fn has_surplus(&self) -> bool {
        let Some(Output { reader, .. }) = &self.output else {
            return false;
        };
        #[cfg(unix)]
        let waits = rustix::io::ioctl_fionread(reader.get_ref()).is_ok_and(|bytes| bytes > 0);
        #[cfg(not(unix))]
        let waits = false;
        waits || !reader.buffer().is_empty()
    }

    /// Writes lines, which must have their ends.
    pub fn tell(&mut self, line: &str, limit: Duration) -> Result<(), NoAnswer> {
        self.watched.begin(limit);
        let told = self.write(line);
        self.watched.end();
        told.map_err(|none| self.watched.why(none))
    }

    /// Writes lines, which must have their ends, and waits for the next line of the program.
    pub fn ask(&mut self, line: &str, limit: Duration) -> Result<&str, NoAnswer> {
        self.watched.begin(limit);
        let mut answer = self.write(line).map(|()| &[][..]);
        if let (Ok(_), Some(output)) = (&answer, &mut self.output) {
            answer = output.line();
        }
        self.watched.end();
        let line = answer.map_err(|none| self.watched.why(none))?;
        std::str::from_utf8(line).map_err(|_| NoAnswer::NotText)
    }

    fn write(&mut self, line: &str) -> Result<(), NoAnswer> {
        let input = self.input.as_mut().ok_or(NoAnswer::Ended)?;
        let written = input.write_all(line.as_bytes());
        written.map_err(|_| NoAnswer::Ended)
    }
}

impl Output {
    /// The next line, with its end; waits for it.
    pub fn line(&mut self) -> Result<&[u8], NoAnswer> {
        self.line.clear();
        let mut output = (&mut self.reader).take(MAX_ANSWER_BYTES as u64);
        let read = output.read_until(b'\n', &mut self.line);
        match read {
            Ok(_) if self.line.ends_with(b"\n") => Ok(&self.line),
            Ok(read) if read == MAX_ANSWER_BYTES => Err(NoAnswer::LongLine),
            _ => Err(NoAnswer::Ended),
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.close();
        if self.is_killed() || self.status(ENDING).is_none() {
            kill(&mut self.watched.child());
        }
        // It has been killed or has ended, so this does not wait.
        let _ = self.watched.child().wait();
    }
}

/// A program, as the thread sees it that looks whether its time runs out. That is not in the way between a question and its answer.
#[derive(Debug)]
struct Watched {
    child: Mutex<Child>,
    /// Odd while the program has something to do. Each question has a number of its own.
    question: AtomicU64,
    limit_ms: AtomicU64,
    killed: AtomicBool,
}

impl Watched {
    fn child(&self) -> MutexGuard<'_, Child> {
        self.child.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn begin(&self, limit: Duration) {
        let limit_ms = u64::try_from(limit.as_millis()).unwrap_or(u64::MAX);
        self.limit_ms.store(limit_ms, Ordering::Release);
        self.question.fetch_add(1, Ordering::AcqRel);
    }

    fn end(&self) {
        self.question.fetch_add(1, Ordering::AcqRel);
    }

    /// Why nothing could be written or read.
    fn why(&self, none: NoAnswer) -> NoAnswer {
        match none {
            NoAnswer::Ended if self.killed.load(Ordering::Acquire) => NoAnswer::Late,
            none => none,
        }
    }
}

/// Kills a program when its time runs out; ends with it.
fn watch(watched: &Weak<Watched>) {
    let (start, mut asked) = (now(), Asked::default());
    loop {
        thread::sleep(TICK);
        let Some(watched) = watched.upgrade() else {
            return;
        };
        let mut child = watched.child();
        let question = watched.question.load(Ordering::Acquire);
        let limit = Duration::from_millis(watched.limit_ms.load(Ordering::Acquire));
        let at = now().saturating_duration_since(start);
        // While the question is open, nobody waits for the program's end, after which its number may be another's.
        if asked.is_late(question, at, limit)
            && watched.question.load(Ordering::Acquire) == question
        {
            watched.killed.store(true, Ordering::Release);
            return kill(&mut child);
        }
    }
}

/// Kills a program that has not been waited for, with what it has started.
fn kill(child: &mut Child) {
    #[cfg(unix)]
    {
        use rustix::process::{Pid, Signal, kill_process_group};
        // Its group may be gone already.
        let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
    }
    let _ = child.kill();
}

/// The question that the watch has seen last, and when it first saw it.
#[derive(Debug, Default)]
struct Asked {
    question: u64,
    since: Duration,
}

impl Asked {
    /// Whether the time for this question is over at this moment. On a busy machine, the moments at which it is looked lie far apart.
    fn is_late(&mut self, question: u64, at: Duration, limit: Duration) -> bool {
        if question.is_multiple_of(2) {
            return false;
        }
        if question != self.question {
            (self.question, self.since) = (question, at);
        }
        at.saturating_sub(self.since) >= limit
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "the time of a program is that of this machine"
)]
fn now() -> Instant {
    Instant::now()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_of_a_program_is_measured_however_seldom_it_is_looked() {
        let seconds = Duration::from_secs;
        let limit = seconds(5);
        let mut asked = Asked::default();
        // Nothing is asked; then something is.
        assert!(!asked.is_late(0, seconds(60), limit));
        assert!(!asked.is_late(1, seconds(100), limit));
        assert!(!asked.is_late(1, seconds(104), limit));
        // Another question has its own time, also when nobody looked between them.
        assert!(!asked.is_late(3, seconds(105), limit));
        assert!(!asked.is_late(3, seconds(109), limit));
        assert!(asked.is_late(3, seconds(110), limit));
        assert!(!asked.is_late(4, seconds(200), limit));
    }
}
