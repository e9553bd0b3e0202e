//! Throttling of log lines that clients or other machines can cause: each is written at most once a minute, with a count.

use std::time::Duration;

use tokio::time::Instant;

/// The least time between two such lines.
const SAID_EVERY: Duration = Duration::from_mins(1);

/// A line that is written at most once a minute.
#[derive(Debug, Default)]
pub(crate) struct ThrottledLine {
    said_at: Option<Instant>,
    /// How many times there was a reason since the last line.
    unsaid: u64,
}

impl ThrottledLine {
    /// Counts one. If a line is due, returns the count since the last one.
    pub fn note(&mut self, now: Instant) -> Option<u64> {
        self.unsaid += 1;
        let is_due = self.said_at.is_none_or(|at| now - at >= SAID_EVERY);
        is_due.then(|| {
            self.said_at = Some(now);
            std::mem::take(&mut self.unsaid)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn one_a_minute_is_written_and_all_are_counted() {
        let (mut line, begin) = (ThrottledLine::default(), Instant::now());
        let moments = (0..1_200).map(|n| begin + Duration::from_millis(100) * n);
        let times: Vec<u64> = moments.filter_map(|now| line.note(now)).collect();
        assert_eq!(times, [1, 600]);
        assert_eq!(line.note(begin + Duration::from_hours(1)), Some(600));
    }
}
