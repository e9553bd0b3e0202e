//! The limits of what a connection may send, and of its cost.

use std::sync::Arc;
use std::time::Duration;

use governor::clock::{Clock as _, DefaultClock};
use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};

use crate::cost::{Account, OverBudget};
use crate::settings::ServerLimits;

/// The limits of one connection.
#[derive(Debug)]
pub(super) struct Rate {
    requests: DefaultDirectRateLimiter,
    account: Arc<Account>,
}

impl Rate {
    pub fn new(limits: &ServerLimits, account: Arc<Account>) -> Self {
        let quota =
            Quota::per_second(limits.requests_per_second).allow_burst(limits.requests_burst);
        Self {
            requests: RateLimiter::direct(quota),
            account,
        }
    }

    /// Accepts a message of so many bytes before it is parsed. `is_greeting` says that it is a text before anybody is greeted.
    pub fn admit(&self, bytes: usize, is_greeting: bool) -> Result<(), OverBudget> {
        let counted = self.requests.check().map_err(|not_until| {
            let wait = not_until.wait_time_from(DefaultClock::default().now());
            self.account.refuse(wait.max(Duration::from_millis(1)))
        });
        let admitted = counted.and_then(|()| {
            if is_greeting {
                self.account.admit_greeting(bytes)
            } else {
                self.account.admit_message(bytes)
            }
        });
        if admitted.is_err() {
            self.account.charge_refused_message();
        }
        admitted
    }
}
