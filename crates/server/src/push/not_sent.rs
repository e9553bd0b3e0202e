//! Why notifications were not sent, for the log: at most one line a minute for each reason and push service, because clients choose the
//! push service and can cause many failures.

use std::collections::HashMap;
use std::mem::{Discriminant, discriminant};
use std::sync::{Mutex, PoisonError};

use reqwest::StatusCode;
use tokio::time::Instant;

use super::services::Destination;
use crate::log_throttle::ThrottledLine;

/// Why a notification was not sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum NotSent {
    /// Too many notifications wait for their first attempt.
    #[error("too many notifications wait for a push service")]
    TooManyWait,
    /// Its host is not known to accept notifications, and too many wait for such hosts.
    #[error("too many notifications wait for doubtful hosts")]
    TooManyDoubtful,
    /// The push service refused it with this status.
    #[error("a push service refused a notification: {0}")]
    Refused(StatusCode),
    /// The host has no public address.
    #[error("a push service has no public address")]
    NoAddress,
    /// All attempts failed.
    #[error("a notification could not be sent, and is not tried again")]
    Unanswered,
    /// It has ended, or its subscription cannot be used.
    #[error("a notification was over before it could be sent")]
    Over,
}

/// The throttles of the log lines, by the number of the push service and the reason.
#[derive(Debug, Default)]
pub(super) struct NotSentLines(Mutex<HashMap<(usize, Discriminant<NotSent>), ThrottledLine>>);

impl NotSentLines {
    /// Counts a notification that was not sent, and logs it unless such a line was logged within a minute.
    pub fn note(&self, to: &Destination, why: NotSent) {
        let host = to.host();
        let mut lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let line = lines.entry((to.service, discriminant(&why))).or_default();
        match line.note(Instant::now()) {
            Some(times) if why != NotSent::Over => tracing::warn!(host, times, "{why}"),
            _ => tracing::debug!(host, "{why}"),
        }
    }
}
