//! How many requests a connection may send.

use governor::clock::DefaultClock;
use governor::middleware::NoOpMiddleware;
use governor::state::{InMemoryState, NotKeyed};
use governor::{Quota, RateLimiter};

use crate::settings::ServerLimits;

/// The rate of one connection.
#[derive(Debug)]
pub(super) struct Rate {
    limiter: RateLimiter<NotKeyed, InMemoryState, DefaultClock, NoOpMiddleware>,
    refused_in_a_row: u32,
    refusals_until_close: u32,
}

/// Whether a request may be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Admitted {
    /// It may.
    Yes,
    /// It is too much.
    TooMuch,
    /// It is too much again and again.
    Flood,
}

impl Rate {
    pub fn new(limits: &ServerLimits) -> Self {
        let quota =
            Quota::per_second(limits.requests_per_second).allow_burst(limits.requests_burst);
        Self {
            limiter: RateLimiter::direct(quota),
            refused_in_a_row: 0,
            refusals_until_close: limits.refusals_until_close,
        }
    }

    pub fn admit(&mut self) -> Admitted {
        if self.limiter.check().is_ok() {
            self.refused_in_a_row = 0;
            return Admitted::Yes;
        }
        self.refused_in_a_row += 1;
        if self.refused_in_a_row > self.refusals_until_close {
            Admitted::Flood
        } else {
            Admitted::TooMuch
        }
    }
}
