//! Logs outages of the store: a line when one begins, a count once a minute while it lasts, and a line when it is over, however many
//! requests fail.

use std::error::Error;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::task::JoinSet;
use tokio::time::interval;

/// How often the number of failed queries is logged.
const COUNTED_EVERY: Duration = Duration::from_mins(1);

/// One for the whole process, like the log.
static OUTAGE: Mutex<Outage> = Mutex::new(Outage::None);

/// The state of the store, according to the log.
#[derive(Debug, PartialEq, Eq)]
enum Outage {
    /// All queries were answered for a while.
    None,
    /// An outage was logged.
    Lasting {
        /// Queries that failed since the last line.
        unanswered: u64,
        /// The last error.
        cause: String,
    },
}

/// A line for the log.
#[derive(Debug, PartialEq, Eq)]
enum Line {
    Began { cause: String },
    Counted { unanswered: u64, cause: String },
    Over,
}

impl Outage {
    fn failed(&mut self, cause: String) -> Option<Line> {
        match self {
            Self::None => {
                *self = Self::Lasting {
                    unanswered: 0,
                    cause: cause.clone(),
                };
                Some(Line::Began { cause })
            }
            Self::Lasting {
                unanswered,
                cause: last,
            } => {
                *unanswered += 1;
                *last = cause;
                None
            }
        }
    }

    fn minute_passed(&mut self) -> Option<Line> {
        match self {
            Self::None => None,
            Self::Lasting { unanswered: 0, .. } => {
                *self = Self::None;
                Some(Line::Over)
            }
            Self::Lasting { unanswered, cause } => Some(Line::Counted {
                unanswered: std::mem::take(unanswered),
                cause: cause.clone(),
            }),
        }
    }
}

impl Line {
    fn write(self) {
        match self {
            Self::Began { cause } => {
                tracing::warn!(
                    cause,
                    "database unreachable; failed requests are counted from now on"
                );
            }
            Self::Counted { unanswered, cause } => {
                tracing::warn!(
                    unanswered,
                    cause,
                    "requests failed in the last minute: database unreachable"
                );
            }
            Self::Over => tracing::info!("database reachable: no failed request for a minute"),
        }
    }
}

/// Notes a query that the store did not answer.
pub(crate) fn note(error: &(dyn Error + 'static)) {
    let mut outage = OUTAGE.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(line) = outage.failed(with_causes(error)) {
        line.write();
    }
}

/// Writes the counts regularly, until the set is dropped.
pub(crate) fn keep_count() -> JoinSet<()> {
    let mut task = JoinSet::new();
    task.spawn(async {
        let mut ticks = interval(COUNTED_EVERY);
        ticks.tick().await;
        loop {
            ticks.tick().await;
            let mut outage = OUTAGE.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(line) = outage.minute_passed() {
                line.write();
            }
        }
    });
    task
}

/// An error with all its causes, in one line.
fn with_causes(error: &(dyn Error + 'static)) -> String {
    let causes = std::iter::successors(Some(error), |&error| error.source());
    let texts: Vec<String> = causes.map(ToString::to_string).collect();
    texts.join(": ")
}

#[cfg(test)]
mod tests {
    use giog_store::StoreError;

    use super::*;

    #[test]
    fn however_many_questions_are_not_answered_there_is_a_line_when_it_begins_and_one_a_minute() {
        let mut outage = Outage::None;
        let mut lines = Vec::new();
        for minute in 0..3 {
            for number in 0..10_000 {
                lines.extend(outage.failed(format!("cause {minute}.{number}")));
            }
            lines.extend(outage.minute_passed());
        }
        lines.extend(outage.minute_passed());
        lines.extend(outage.minute_passed());
        let counted = |unanswered, minute| Line::Counted {
            unanswered,
            cause: format!("cause {minute}.9999"),
        };
        let began = |cause: &str| Line::Began {
            cause: cause.to_owned(),
        };
        let expected = [
            began("cause 0.0"),
            counted(9_999, 0),
            counted(10_000, 1),
            counted(10_000, 2),
            Line::Over,
        ];
        assert_eq!(lines, expected);
        assert_eq!(outage.failed("again".to_owned()), Some(began("again")));
    }

    #[test]
    fn the_cause_is_said_and_not_only_that_there_is_one() {
        let error = StoreError::Unavailable("no route to host".into());
        assert_eq!(
            with_causes(&error),
            "the database is unreachable: no route to host"
        );
    }
}
