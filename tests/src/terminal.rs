//! `giog play` and similar commands in processes of their own, used line by line, as a person would.

use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};

use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};

use crate::patiently;
use crate::process::program;

/// A running command, with the output read so far.
#[derive(Debug)]
pub struct Terminal {
    child: Child,
    input: Option<ChildStdin>,
    lines: Lines<BufReader<ChildStdout>>,
    /// All lines of output that were read.
    pub told: Vec<String>,
}

impl Terminal {
    /// Runs a command of the program, with its own folder for the person's files.
    ///
    /// # Panics
    /// If there is no program to run.
    pub fn run(home: &Path, args: &[&str]) -> Self {
        let mut child = command(home, args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .expect("the command can be run");
        let stdout = child.stdout.take().expect("its output is piped");
        Self {
            input: child.stdin.take(),
            lines: BufReader::new(stdout).lines(),
            told: Vec::new(),
            child,
        }
    }

    /// Types a line.
    ///
    /// # Panics
    /// If the command does not read it.
    pub async fn say(&mut self, line: &str) {
        let input = self.input.as_mut().expect("its input is open");
        let line = format!("{line}\n");
        input
            .write_all(line.as_bytes())
            .await
            .expect("the line is read");
    }

    /// The next line; `None` at the end of the output.
    ///
    /// # Panics
    /// If no line comes in time, or if it is not text.
    pub async fn line(&mut self) -> Option<String> {
        let last = self.told.last().cloned().unwrap_or_default();
        let what = format!("a line after `{last}`");
        let line = patiently(&what, self.lines.next_line())
            .await
            .expect("text")?;
        self.told.push(line.clone());
        Some(line)
    }

    /// Reads until a line with this beginning.
    ///
    /// # Panics
    /// If the output ends before.
    pub async fn until(&mut self, start: &str) -> String {
        while let Some(line) = self.line().await {
            if line.starts_with(start) {
                return line;
            }
        }
        panic!("`{start}` was never told: {:#?}", self.told)
    }

    /// Types Ctrl-C.
    ///
    /// # Panics
    /// If it has ended.
    pub async fn interrupt(&self) {
        let id = self.child.id().expect("it runs").to_string();
        let status = Command::new("kill").args(["-INT", &id]).status().await;
        assert!(status.expect("there is `kill`").success());
    }

    /// The exit status; waits for it.
    ///
    /// # Panics
    /// If the command does not end in time.
    pub async fn status(&mut self) -> Option<i32> {
        let status = patiently("the end of a command", self.child.wait()).await;
        status.expect("it ends").code()
    }

    /// Closes the input, and reads the output to its end.
    ///
    /// # Panics
    /// If the command fails.
    pub async fn end(mut self) -> Vec<String> {
        self.input = None;
        while self.line().await.is_some() {}
        let status = patiently("the end of a command", self.child.wait())
            .await
            .expect("it ends");
        assert!(status.success(), "{status}: {:#?}", self.told);
        self.told
    }
}

/// Runs a command of the program to its end.
///
/// # Panics
/// If it does not end in time.
pub async fn giog(home: &Path, args: &[&str]) -> Output {
    let run = command(home, args).stdin(Stdio::null()).output();
    patiently("a command", run)
        .await
        .expect("the command can be run")
}

fn command(home: &Path, args: &[&str]) -> Command {
    let program: PathBuf = program();
    let mut command = Command::new(program);
    command.args(args).env("XDG_CONFIG_HOME", home);
    command
}
