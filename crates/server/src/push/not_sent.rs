//! Why notifications are not sent, and what the log says of that: a line a minute for each reason and push service, since whoever
//! is notified chooses where, and how often.

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
    /// Too many wait for their first try.
    #[error("too many notifications wait for a push service")]
    TooManyWait,
    /// Its host is doubtful, and too many wait for such hosts.
    #[error("too many notifications wait for doubtful hosts")]
    TooManyDoubtful,
    /// The push service does not want it.
    #[error("a push service refused a notification: {0}")]
    Refused(StatusCode),
    /// Nothing is sent to where its host is.
    #[error("a push service has no public address")]
    NoAddress,
    /// No try helped.
    #[error("a notification could not be sent, and is not tried again")]
    Unanswered,
    /// What it says is not true any more, or its subscription is good for nothing.
    #[error("a notification was over before it could be sent")]
    Over,
}

/// The lines of the log, by the number of the push service and the reason.
#[derive(Debug, Default)]
pub(super) struct NotSentLines(Mutex<HashMap<(usize, Discriminant<NotSent>), ThrottledLine>>);

impl NotSentLines {
    /// Notes that a notification was not sent there.
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
