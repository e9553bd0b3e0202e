//! Measures answers: refusals, and how long actions take, from decoding until the answer is in the queue. Also charges long answers and
//! news of the lobby to those who requested them.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use giog_protocol::ErrorCode;
use giog_rooms::Answered;
use tokio::time::Instant;

use crate::cost::Account;
use crate::cost::weights::of_bytes;
use crate::metrics::Metrics;

/// Actions of a connection that are measured at the same time. Further ones are not measured.
const MAX_OPEN: usize = 64;

/// The actions of a connection that are not answered yet.
#[derive(Debug)]
pub(super) struct Latency {
    metrics: Arc<Metrics>,
    account: Arc<Account>,
    open: Mutex<HashMap<u64, Instant>>,
}

impl Latency {
    pub fn new(metrics: Arc<Metrics>, account: Arc<Account>) -> Self {
        Self {
            metrics,
            account,
            open: Mutex::default(),
        }
    }

    /// Notes that an action was decoded.
    pub fn asked(&self, id: u64) {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if open.len() < MAX_OPEN {
            open.insert(id, Instant::now());
        }
    }

    /// Counts a request that was refused before it reached a room.
    pub fn refused(&self, re: Option<u64>, code: ErrorCode) {
        match re {
            Some(re) => self.answered(re, Err(code)),
            None => self.metrics.refused(code),
        }
    }
}

impl Answered for Latency {
    fn answered(&self, re: u64, answer: Result<(), ErrorCode>) {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let since = open.remove(&re);
        match (answer, since) {
            (Ok(()), Some(since)) => self.metrics.decided(since.elapsed()),
            (Ok(()), None) => {}
            (Err(code), _) => self.metrics.refused(code),
        }
    }

    fn shown(&self, bytes: usize) {
        self.account.charge(of_bytes(bytes));
    }

    fn may_be_shown(&self) -> Result<(), Duration> {
        self.account.has_left()
    }
}
