//! Metrics of the log: the duration of commits, the rows in one commit, and the matches that they start and end.

use std::collections::HashMap;
use std::time::Duration;

use giog_rules::Variant;
use giog_store::{Append, CommitObserver, Fact, MatchStatus};
use metrics::{Counter, Histogram, counter, histogram};

/// Observes commits. What it counts is durable.
pub struct Commits {
    seconds: Histogram,
    rows: Histogram,
    rooms_opened: Counter,
    rooms_closed: Counter,
    starts_cancelled: Counter,
    matches: HashMap<&'static str, Matches>,
}

/// The counters for matches of one game.
struct Matches {
    started: Counter,
    finished: Counter,
    abandoned: Counter,
}

impl Commits {
    pub fn register() -> Self {
        let matches = Variant::ALL.map(|variant| (variant.id(), Matches::register(variant.id())));
        Self {
            seconds: histogram!("giog_commit_seconds"),
            rows: histogram!("giog_commit_rows"),
            rooms_opened: counter!("giog_rooms_opened_total"),
            rooms_closed: counter!("giog_rooms_closed_total"),
            starts_cancelled: counter!("giog_starts_cancelled_total"),
            matches: matches.into(),
        }
    }

    fn count(&self, fact: &Fact) {
        match fact {
            Fact::RoomOpened { .. } | Fact::RoomWoken { .. } => self.rooms_opened.increment(1),
            Fact::RoomClosed { .. } => self.rooms_closed.increment(1),
            Fact::StartCancelled(_) => self.starts_cancelled.increment(1),
            Fact::MatchStarted(started) => {
                self.of(&started.variant, |matches| &matches.started);
            }
            Fact::MatchFinished(ended) => self.of(&ended.variant, |matches| match ended.status {
                MatchStatus::Over => &matches.finished,
                MatchStatus::Abandoned => &matches.abandoned,
            }),
            Fact::Reported(_) | Fact::RoomSlept(_) | Fact::Rated(_) => {}
        }
    }

    fn of(&self, variant: &str, which: impl FnOnce(&Matches) -> &Counter) {
        if let Some(matches) = self.matches.get(variant) {
            which(matches).increment(1);
        }
    }
}

impl Matches {
    fn register(variant: &'static str) -> Self {
        Self {
            started: counter!("giog_matches_started_total", "variant" => variant),
            finished: counter!("giog_matches_finished_total", "variant" => variant),
            abandoned: counter!("giog_matches_abandoned_total", "variant" => variant),
        }
    }
}

impl CommitObserver for Commits {
    fn committed(&self, rows: &[Append], took: Duration) {
        self.seconds.record(took);
        self.rows
            .record(u32::try_from(rows.len()).unwrap_or(u32::MAX));
        for fact in rows.iter().flat_map(|row| &row.facts) {
            self.count(fact);
        }
    }
}
