//! What a program did wrong, counted, told and written down.

use std::fmt;
use std::fs::File;
use std::io::Write as _;
use std::path::Path;

use anyhow::Context as _;
use giog_protocol::bot::Turn;
use serde_json::{Value, json};

use crate::table::tell_text;

/// Something that went wrong with a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The answer is not legal, or not an action.
    Illegal,
    /// The server refused the action.
    Refused,
    /// There was no answer in time.
    TimedOut,
    /// The program ended or closed its output.
    Crashed,
    /// It wrote a line that nobody asked for.
    Unasked,
}

/// Counts of all faults, with the log of all lines.
#[derive(Debug, Default)]
pub struct Report {
    turns: u32,
    counts: [u32; Fault::ALL.len()],
    log: Option<File>,
}

impl Fault {
    /// All kinds, in the order in which they are told.
    const ALL: [Self; 5] = [
        Self::Illegal,
        Self::Refused,
        Self::TimedOut,
        Self::Crashed,
        Self::Unasked,
    ];

    /// The words for so many of them.
    const fn words(self) -> [&'static str; 2] {
        match self {
            Self::Illegal => ["illegal answer", "illegal answers"],
            Self::Refused => ["refusal", "refusals"],
            Self::TimedOut => ["time-out", "time-outs"],
            Self::Crashed => ["crash", "crashes"],
            Self::Unasked => ["line too many", "lines too many"],
        }
    }
}

impl Report {
    /// An empty report, whose lines also go into this file.
    pub fn new(log: Option<&Path>) -> anyhow::Result<Self> {
        let open = |path: &Path| {
            let file = File::options().create(true).append(true).open(path);
            file.with_context(|| format!("`{}` cannot be written", path.display()))
        };
        Ok(Self {
            log: log.map(open).transpose()?,
            ..Self::default()
        })
    }

    /// An empty report with the same log.
    pub fn another(&self) -> anyhow::Result<Self> {
        let log = self.log.as_ref().map(File::try_clone);
        Ok(Self {
            log: log.transpose()?,
            ..Self::default()
        })
    }

    /// Adds what another one has counted.
    pub fn add(&mut self, other: &Self) {
        self.turns += other.turns;
        for (count, more) in self.counts.iter_mut().zip(other.counts) {
            *count += more;
        }
    }

    /// A turn was asked.
    pub const fn asked(&mut self) {
        self.turns += 1;
    }

    /// Counts a fault and tells of it.
    pub fn fault(&mut self, fault: Fault, turn: Option<&Turn>, why: &str) {
        let kind = Fault::ALL.iter().position(|&one| one == fault);
        self.counts[kind.unwrap_or_default()] += 1;
        let at = turn.map_or_else(String::new, |turn| {
            let place = turn.place;
            format!(
                "{}, turn {} of match {}: ",
                place.game, turn.turn, place.match_id
            )
        });
        let text = format!("{at}{}: {why}", fault.words()[0]);
        self.write(&json!({ "type": "fault", "text": text }));
        tell_text(&text);
    }

    /// Writes a line to the program into the log.
    pub fn sent(&mut self, line: &str) {
        if self.log.is_some() {
            let line = serde_json::from_str(line).unwrap_or(Value::Null);
            self.write(&line);
        }
    }

    /// Writes a line of the program into the log.
    pub fn heard(&mut self, line: &str) {
        self.write(&json!({ "type": "answer", "line": line }));
    }

    fn write(&mut self, line: &Value) {
        if let Some(log) = &mut self.log {
            // A full disk must not end a match.
            let _ = writeln!(log, "{line}");
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} turns", self.turns)?;
        for (fault, &count) in Fault::ALL.iter().zip(&self.counts) {
            if count > 0 {
                let words = fault.words()[usize::from(count != 1)];
                write!(f, ", {count} {words}")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_went_wrong_is_told() {
        let mut report = Report::default();
        report.asked();
        report.asked();
        assert_eq!(report.to_string(), "2 turns");
        report.fault(Fault::Crashed, None, "it has ended");
        report.fault(Fault::TimedOut, None, "no answer");
        report.fault(Fault::TimedOut, None, "no answer");
        assert_eq!(report.to_string(), "2 turns, 2 time-outs, 1 crash");
    }
}
