//! A rate limit for all addresses together. A permit that is not used is returned, so this limit is checked before that of the address,
//! and a refusal here does not count against the address.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use governor::clock::{Clock as _, DefaultClock};
use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};

use crate::live::Live;
use crate::live_rate::{LiveRate, RateOf};
use crate::settings::ServerLimits;

/// A rate limit for all addresses together.
pub(crate) struct OverallRate {
    limiter: LiveRate<DefaultDirectRateLimiter>,
    /// Returned permits. The next request takes one, so there are never more than requests at the same time.
    given_back: AtomicU32,
}

impl OverallRate {
    /// A rate that never changes.
    pub fn fixed(quota: Quota) -> Self {
        Self::from(LiveRate::fixed(quota, RateLimiter::direct))
    }

    /// A rate in these settings.
    pub fn of(limits: &Live<ServerLimits>, rate: RateOf) -> Self {
        Self::from(LiveRate::of(limits, rate, RateLimiter::direct))
    }

    fn from(limiter: LiveRate<DefaultDirectRateLimiter>) -> Self {
        Self {
            limiter,
            given_back: AtomicU32::new(0),
        }
    }

    /// Takes a permit, or returns how long it is until there is one.
    pub fn take(&self) -> Result<(), Duration> {
        let order = Ordering::Relaxed;
        let one = |count: u32| count.checked_sub(1);
        if self.given_back.fetch_update(order, order, one).is_ok() {
            return Ok(());
        }
        let taken = self.limiter.limiter().check();
        taken.map_err(|not_until| not_until.wait_time_from(DefaultClock::default().now()))
    }

    /// Returns a permit that is not used.
    pub fn give_back(&self) {
        self.given_back.fetch_add(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU32;

    use super::*;

    #[test]
    fn what_is_given_back_is_there_for_the_next() {
        let total = OverallRate::fixed(Quota::per_hour(NonZeroU32::MIN));
        assert_eq!(total.take(), Ok(()));
        assert!(total.take().is_err());
        total.give_back();
        assert_eq!(total.take(), Ok(()));
        assert!(total.take().is_err());
    }
}
