//! A rate limit by address and by the networks that it is in.

use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use giog_store::AddressRange;
use governor::clock::{Clock, DefaultClock};
use governor::state::keyed::HashMapStateStore;
use governor::{Quota, RateLimiter};

use super::{Addresses, MAX_WIDTHS, TIMES};
use crate::live::Live;
use crate::live_rate::{LiveRate, RateOf};
use crate::settings::ServerLimits;

/// The least number of networks at which idle ones are removed.
const NETWORKS: usize = 4_096;

type Keyed = RateLimiter<AddressRange, HashMapStateStore<AddressRange>, DefaultClock>;

/// A rate limit by address and by the networks that it is in. Clones share it.
#[derive(Clone)]
pub(crate) struct AddressLimiter {
    addresses: Addresses,
    inner: Arc<LiveRate<[ByTimes; MAX_WIDTHS]>>,
}

/// The limiter of networks that may have this multiple of one address's rate.
struct ByTimes {
    times: u32,
    limiter: Keyed,
    /// The number of networks at which idle ones are removed.
    forget_at: AtomicUsize,
}

impl AddressLimiter {
    /// A limiter with this rate for one address.
    pub fn new(quota: Quota, addresses: Addresses) -> Self {
        Self {
            addresses,
            inner: Arc::new(LiveRate::fixed(quota, by_times)),
        }
    }

    /// A limiter with this rate in the settings for one address.
    pub fn of(limits: &Live<ServerLimits>, rate: RateOf, addresses: Addresses) -> Self {
        Self {
            addresses,
            inner: Arc::new(LiveRate::of(limits, rate, by_times)),
        }
    }

    /// Accepts one from an address, or returns how long it is until the next one is accepted.
    pub fn admit(&self, address: IpAddr) -> Result<(), Duration> {
        let inner = self.inner.limiter();
        // The narrowest network first: what is refused there does not use up the rate of wider ones.
        for (network, times) in self.addresses.class(address).networks() {
            let by_times = inner.iter().find(|by| by.times == times);
            by_times
                .expect("every multiple has its limiter")
                .admit(network)?;
        }
        Ok(())
    }
}

/// The limiters of all multiples of a rate.
fn by_times(quota: Quota) -> [ByTimes; MAX_WIDTHS] {
    TIMES.map(|times| ByTimes {
        times,
        limiter: RateLimiter::hashmap(multiply(quota, times)),
        forget_at: AtomicUsize::new(NETWORKS),
    })
}

impl ByTimes {
    fn admit(&self, network: AddressRange) -> Result<(), Duration> {
        if self.limiter.len() >= self.forget_at.load(Ordering::Relaxed) {
            self.limiter.retain_recent();
            // Searching all of them again is worthwhile only when their number has doubled.
            let forget_at = NETWORKS.max(self.limiter.len() * 2);
            self.forget_at.store(forget_at, Ordering::Relaxed);
        }
        let taken = self.limiter.check_key(&network);
        taken.map_err(|not_until| not_until.wait_time_from(DefaultClock::default().now()))
    }
}

/// The multiple of a rate.
fn multiply(quota: Quota, times: u32) -> Quota {
    let burst = quota.burst_size().get().saturating_mul(times);
    let burst = NonZeroU32::new(burst).unwrap_or(NonZeroU32::MIN);
    let period = quota.replenish_interval() / times;
    let period = period.max(Duration::from_nanos(1));
    Quota::with_period(period)
        .expect("it is not zero")
        .allow_burst(burst)
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use super::super::tests::addresses;
    use super::*;

    fn limiter(shared: &[&str], burst: u32) -> AddressLimiter {
        let burst = NonZeroU32::new(burst).expect("not zero");
        AddressLimiter::new(Quota::per_hour(burst), addresses(shared))
    }

    /// How many are accepted from addresses of this form, of which each may have two an hour.
    fn taken(shared: &[&str], form: impl Fn(usize) -> String, tried: usize) -> usize {
        let limiter = limiter(shared, 2);
        let admit = |n| limiter.admit(form(n).parse().expect("an address"));
        (0..tried).filter(|&n| admit(n).is_ok()).count()
    }

    #[test]
    fn each_network_has_its_burst_and_no_more() {
        assert_eq!(taken(&[], |n| format!("2001:db8::{n:x}"), 40), 2);
        assert_eq!(taken(&[], |n| format!("2001:db8:0:{n:x}::"), 200), 8);
        assert_eq!(taken(&[], |n| format!("2001:db8:0:{n:x}00::"), 200), 32);
        assert_eq!(taken(&[], |n| format!("2001:db8:{n:x}::"), 200), 200);
        assert_eq!(taken(&[], |_| "192.0.2.1".to_owned(), 40), 2);
        assert_eq!(taken(&[], |n| format!("192.0.2.{n}"), 200), 32);
        assert_eq!(taken(&["192.0.2.1"], |_| "192.0.2.1".to_owned(), 40), 32);
    }

    #[test]
    fn whoever_is_refused_costs_their_neighbours_nothing_and_is_told_how_long_to_wait() {
        let limiter = limiter(&[], 2);
        let admit = |text: &str| limiter.admit(text.parse().expect("an address"));
        let refused: Vec<_> = (0..100).filter_map(|_| admit("192.0.2.1").err()).collect();
        assert_eq!(refused.len(), 98);
        let hour = Duration::from_hours(1);
        assert!(refused.iter().all(|wait| !wait.is_zero() && *wait < hour));
        assert_eq!(admit("192.0.2.2"), Ok(()));
    }

    #[test]
    fn more_addresses_than_are_remembered_are_still_admitted() {
        let limiter = limiter(&[], 1_000);
        for n in 0..u32::try_from(NETWORKS * 3).expect("a few thousand") {
            assert_eq!(limiter.admit(Ipv4Addr::from_bits(n).into()), Ok(()));
        }
    }
}
