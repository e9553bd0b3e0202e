//! Decides when to log that links stay closed, or that NATS does not answer.

/// How long links may be closed before that is logged, in milliseconds: longer than it takes to open them, or to fence a node that is
/// gone.
const UNTIL_SAID_MS: u64 = 5_000;
/// The interval between such log lines, in milliseconds.
const AGAIN_MS: u64 = 60_000;

/// Whether some link is closed, and since when.
#[derive(Debug, Default)]
pub(super) struct Closed {
    /// When it is to be logged next; none while all are open.
    due_ms: Option<u64>,
}

impl Closed {
    /// Notes whether all links are open. Returns whether it is to be logged that they are not.
    pub fn note(&mut self, are_all_open: bool, now_ms: u64) -> bool {
        if are_all_open {
            self.due_ms = None;
            return false;
        }
        let due_ms = *self.due_ms.get_or_insert(now_ms + UNTIL_SAID_MS);
        let is_due = now_ms >= due_ms;
        if is_due {
            self.due_ms = Some(now_ms + AGAIN_MS);
        }
        is_due
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_that_stay_closed_are_spoken_of_after_five_seconds_and_once_a_minute() {
        let mut closed = Closed::default();
        let said = (0..140).filter(|&second| closed.note(false, second * 1_000));
        assert_eq!(said.collect::<Vec<u64>>(), [5, 65, 125]);
        assert!(!closed.note(true, 140_000));
        assert!(!closed.note(false, 200_000), "they were open meanwhile");
        assert!(closed.note(false, 205_000));
    }
}
