//! A process that is told lines and answers some of them. It is killed when it does not answer in time.

use std::io::{self, BufRead, BufReader, Read as _, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use giog_protocol::bot::MAX_ANSWER_BYTES;

/// How often it is looked whether a program's time has run out: it may have this much longer.
const TICK: Duration = Duration::from_millis(20);
/// How long a program may take to end by itself when its input ends, and how often it is looked.
const ENDING: Duration = Duration::from_millis(500);
const ENDING_STEP: Duration = Duration::from_millis(5);

/// A running program; it is ended when this is dropped.
#[derive(Debug)]
pub struct Process {
    child: Arc<Mutex<Child>>,
    /// None once it is to end.
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    watch: Watch,
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
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            unreachable!("both are piped");
        };
        let child = Arc::new(Mutex::new(child));
        Ok(Self {
            watch: Watch::start(child.clone()),
            child,
            input: Some(input),
            output: BufReader::new(output),
            line: Vec::new(),
        })
    }

    /// Whether it was killed because its time ran out.
    pub fn is_killed(&self) -> bool {
        self.watch.state.killed.load(Ordering::Acquire)
    }

    /// Whether it has written something that nobody has read.
    pub fn has_surplus(&self) -> bool {
        if !self.output.buffer().is_empty() {
            return true;
        }
        #[cfg(unix)]
        let waits = rustix::io::ioctl_fionread(self.output.get_ref()).is_ok_and(|bytes| bytes > 0);
        #[cfg(not(unix))]
        let waits = false;
        waits
    }

    /// Writes lines, which must have their ends.
    pub fn tell(&mut self, line: &str, limit: Duration) -> Result<(), NoAnswer> {
        self.watch.begin(limit);
        let told = self.write(line);
        self.watch.end();
        told
    }

    /// Writes lines, which must have their ends, and waits for the next line of the program.
    pub fn ask(&mut self, line: &str, limit: Duration) -> Result<&str, NoAnswer> {
        self.watch.begin(limit);
        let answered = self.write(line).and_then(|()| self.read());
        self.watch.end();
        answered?;
        std::str::from_utf8(&self.line).map_err(|_| NoAnswer::NotText)
    }

    fn write(&mut self, line: &str) -> Result<(), NoAnswer> {
        let written = match &mut self.input {
            Some(input) => input.write_all(line.as_bytes()).is_ok(),
            None => false,
        };
        if written { Ok(()) } else { Err(self.gone()) }
    }

    fn read(&mut self) -> Result<(), NoAnswer> {
        self.line.clear();
        let mut output = (&mut self.output).take(MAX_ANSWER_BYTES as u64);
        let read = output.read_until(b'\n', &mut self.line);
        match read {
            Ok(_) if self.line.ends_with(b"\n") => Ok(()),
            Ok(read) if read == MAX_ANSWER_BYTES => Err(NoAnswer::LongLine),
            _ => Err(self.gone()),
        }
    }

    /// Why nothing can be written or read.
    fn gone(&self) -> NoAnswer {
        if self.is_killed() {
            NoAnswer::Late
        } else {
            NoAnswer::Ended
        }
    }

    /// Whether it ends by itself.
    fn ends(&self) -> bool {
        let mut waited = Duration::ZERO;
        while waited < ENDING {
            if matches!(lock(&self.child).try_wait(), Ok(Some(_))) {
                return true;
            }
            thread::sleep(ENDING_STEP);
            waited += ENDING_STEP;
        }
        false
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.watch.stop();
        self.input = None;
        if self.is_killed() || !self.ends() {
            kill(&self.child);
        }
        // It has been killed or has ended, so this does not wait.
        let _ = lock(&self.child).wait();
    }
}

/// Looks whether a program's time runs out, in a thread that is not in the way between a question and its answer.
#[derive(Debug)]
struct Watch {
    state: Arc<WatchState>,
    /// The watch stops when this is dropped.
    running: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Debug, Default)]
struct WatchState {
    /// Odd while the program has something to do. Each question has a number of its own.
    question: AtomicU64,
    limit_ms: AtomicU64,
    killed: AtomicBool,
}

impl Watch {
    fn start(child: Arc<Mutex<Child>>) -> Self {
        let state = Arc::new(WatchState::default());
        let (running, stopped) = mpsc::channel::<()>();
        let watched = state.clone();
        let thread = thread::spawn(move || {
            let (start, mut asked) = (now(), Asked::default());
            while stopped.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
                let question = watched.question.load(Ordering::Acquire);
                let limit = Duration::from_millis(watched.limit_ms.load(Ordering::Acquire));
                let at = now().saturating_duration_since(start);
                if asked.is_late(question, at, limit) {
                    watched.killed.store(true, Ordering::Release);
                    return kill(&child);
                }
            }
        });
        Self {
            state,
            running: Some(running),
            thread: Some(thread),
        }
    }

    fn begin(&self, limit: Duration) {
        let limit_ms = u64::try_from(limit.as_millis()).unwrap_or(u64::MAX);
        self.state.limit_ms.store(limit_ms, Ordering::Release);
        self.state.question.fetch_add(1, Ordering::AcqRel);
    }

    fn end(&self) {
        self.state.question.fetch_add(1, Ordering::AcqRel);
    }

    fn stop(&mut self) {
        self.running = None;
        if let Some(thread) = self.thread.take() {
            // It cannot panic, and if it did, the program would be killed here.
            let _ = thread.join();
        }
    }
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

fn lock(child: &Mutex<Child>) -> std::sync::MutexGuard<'_, Child> {
    child.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Kills a program that has not been waited for, with what it has started.
fn kill(child: &Mutex<Child>) {
    let mut child = lock(child);
    #[cfg(unix)]
    {
        use rustix::process::{Pid, Signal, kill_process_group};
        // Its group may be gone already.
        let _ = kill_process_group(Pid::from_child(&child), Signal::KILL);
    }
    let _ = child.kill();
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
