//! Log lines for the time in which logs of rooms cannot be read: one when it begins, and one with a count when it is over.

use std::num::NonZeroU64;
use std::sync::atomic::{AtomicU64, Ordering};

/// How often reading the log of a room has failed since it last worked.
#[derive(Debug, Default)]
pub(super) struct UnreadableLogs(AtomicU64);

impl UnreadableLogs {
    /// Counts one. Returns whether it is the first, which is logged.
    pub fn note(&self) -> bool {
        self.0.fetch_add(1, Ordering::Relaxed) == 0
    }

    /// Notes that logs can be read. Returns how often they could not, if that is to be logged.
    pub fn over(&self) -> Option<NonZeroU64> {
        NonZeroU64::new(self.0.swap(0, Ordering::Relaxed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_is_said_and_their_number_at_the_end() {
        let unread = UnreadableLogs::default();
        assert_eq!(unread.over(), None);
        for _ in 0..2 {
            let said = (0..1_000).filter(|_| unread.note()).count();
            assert_eq!(said, 1);
            assert_eq!(unread.over().map(NonZeroU64::get), Some(1_000));
            assert_eq!(unread.over(), None);
        }
    }
}
