//! How often something may be done, whatever it costs: by address and the networks that it is in, by person, and by all together.
//!
//! Rates are counted in the buckets of the budgets, and not by a library beside them: both change with the settings, are multiplied for
//! networks, forget those who are quiet, and go by the clock of the server.

use std::hash::Hash;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::Mutex;
use std::time::Duration;

use giog_rules::PlayerId;

use super::buckets::{Buckets, NetworkBuckets};
use super::{Bucket, Cost, Costs, Refill, lock};
use crate::settings::ServerLimits;

/// How often something may be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rate {
    /// The bucket from which it is taken.
    pub(super) refill: Refill,
    /// What one time takes from it: the seconds of the rate's time, so that the refill per second equals the number of times.
    pub(super) one: Cost,
}

impl Rate {
    /// So many times a second, also as a burst after a pause.
    pub fn per_second(times: NonZeroU32) -> Self {
        Self::within(1, times)
    }

    /// So many times a minute, also as a burst.
    pub fn per_minute(times: NonZeroU32) -> Self {
        Self::within(60, times)
    }

    /// So many times an hour, also as a burst.
    pub fn per_hour(times: NonZeroU32) -> Self {
        Self::within(3_600, times)
    }

    /// So many times a day, also as a burst.
    pub fn per_day(times: NonZeroU32) -> Self {
        Self::within(86_400, times)
    }

    fn within(seconds: Cost, times: NonZeroU32) -> Self {
        let per_second = times.get().into();
        let rate = Self {
            refill: Refill {
                per_second,
                burst: 0,
            },
            one: seconds,
        };
        rate.allow_burst(times)
    }

    /// What one takes that counts for several, as far as there may be as many at once.
    fn of(self, times: u64) -> Cost {
        self.one.saturating_mul(times).min(self.refill.burst)
    }

    /// The same with so many in a burst.
    pub fn allow_burst(mut self, times: NonZeroU32) -> Self {
        self.refill.burst = Cost::from(times.get()) * self.one;
        self
    }
}

/// A rate, as the settings say it at this moment.
type RateOf = fn(&ServerLimits) -> Rate;

/// A rate, and what is left of it.
#[derive(Debug)]
pub(crate) struct Limiter<B> {
    costs: Costs,
    rate: RateOf,
    left: Mutex<B>,
}

/// A rate of each address, of which wider networks have a multiple.
pub(crate) type AddressRate = Limiter<NetworkBuckets<1>>;
/// A rate of each person.
pub(crate) type PersonRate = Limiter<Buckets<PlayerId, 1>>;
/// A rate of what one person does to another.
pub(crate) type PairRate = Limiter<Buckets<(PlayerId, PlayerId), 1>>;
/// A rate of all together. What was taken and not used is given back, so it can be asked first, and what it refuses uses up no address's
/// share.
pub(crate) type OverallRate = Limiter<Bucket>;

impl<B> Limiter<B> {
    fn new(costs: &Costs, rate: RateOf, full: impl FnOnce(Refill, u64) -> B) -> Self {
        let now = rate(&costs.limits);
        Self {
            left: Mutex::new(full(now.refill, costs.now_ms())),
            costs: costs.clone(),
            rate,
        }
    }

    /// The rate of this moment, and the moment.
    fn now(&self) -> (Rate, u64) {
        ((self.rate)(&self.costs.limits), self.costs.now_ms())
    }
}

impl AddressRate {
    /// With this rate for one address.
    pub fn by_address(costs: &Costs, rate: RateOf) -> Self {
        Self::new(costs, rate, |refill, _| NetworkBuckets::new([refill]))
    }

    /// Accepts one from an address, or returns how long it is until the next one is accepted. What is refused uses up nothing of any network.
    pub fn admit(&self, address: IpAddr) -> Result<(), Duration> {
        self.admit_as(address, 1)
    }

    /// The same for one that counts for several; for as many as there may be at once, if that is less.
    pub fn admit_as(&self, address: IpAddr, times: u64) -> Result<(), Duration> {
        self.ask(address, times, true)
    }

    /// Whether one would be accepted; nothing is used up.
    pub fn check(&self, address: IpAddr) -> Result<(), Duration> {
        self.ask(address, 1, false)
    }

    fn ask(&self, address: IpAddr, times: u64, takes: bool) -> Result<(), Duration> {
        let (rate, now_ms) = self.now();
        let (refill, one) = (rate.refill, rate.of(times));
        let class = self.costs.addresses.class(address);
        let mut left = lock(&self.left);
        left.set_refills([refill]);
        let mut found = left.find(class, now_ms);
        let networks = found.iter_mut().flatten();
        let waits = networks.map(|([refill], [bucket])| bucket.wait_to_take(*refill, one, now_ms));
        let wait = waits.max().unwrap_or_default();
        if wait > Duration::ZERO {
            return Err(wait);
        }
        for ([refill], [bucket]) in found.iter_mut().flatten().filter(|_| takes) {
            bucket.charge(*refill, one, now_ms);
        }
        Ok(())
    }

    /// Takes so many from an address for what was done already. They may leave a debt, for which the next ones wait.
    pub fn charge(&self, address: IpAddr, times: u64) {
        let (Rate { refill, one }, now_ms) = self.now();
        let class = self.costs.addresses.class(address);
        let mut left = lock(&self.left);
        left.set_refills([refill]);
        for ([refill], [bucket]) in left.find(class, now_ms).iter_mut().flatten() {
            bucket.charge(*refill, one.saturating_mul(times), now_ms);
        }
    }
}

impl<K: Eq + Hash> Limiter<Buckets<K, 1>> {
    /// With this rate for one person, or one pair of people.
    pub fn of_each(costs: &Costs, rate: RateOf) -> Self {
        Self::new(costs, rate, |refill, _| Buckets::new([refill]))
    }

    /// Accepts one from a person or pair, or returns how long it is until the next one is accepted.
    pub fn admit(&self, who: K) -> Result<(), Duration> {
        self.admit_as(who, 1)
    }

    /// The same for one that counts for several; for as many as there may be at once, if that is less.
    pub fn admit_as(&self, who: K, times: u64) -> Result<(), Duration> {
        let (rate, now_ms) = self.now();
        let mut left = lock(&self.left);
        left.refills = [rate.refill];
        let [bucket] = left.of(who, now_ms);
        bucket.take(rate.refill, rate.of(times), now_ms)
    }

    /// Whether one would be accepted; nothing is used up.
    pub fn check(&self, who: K) -> Result<(), Duration> {
        let (rate, now_ms) = self.now();
        let mut left = lock(&self.left);
        left.refills = [rate.refill];
        let [bucket] = left.of(who, now_ms);
        let wait = bucket.wait_to_take(rate.refill, rate.of(1), now_ms);
        if wait > Duration::ZERO {
            return Err(wait);
        }
        Ok(())
    }
}

impl OverallRate {
    /// With this rate for all together.
    pub fn of_all(costs: &Costs, rate: RateOf) -> Self {
        Self::new(costs, rate, Bucket::full)
    }

    /// Takes one; if there is none, says when there is.
    pub fn take(&self) -> Result<(), Duration> {
        let (Rate { refill, one }, now_ms) = self.now();
        lock(&self.left).take(refill, one, now_ms)
    }

    /// Gives back what was taken and is not used.
    pub fn give_back(&self) {
        let (Rate { refill, one }, _) = self.now();
        lock(&self.left).give_back(refill, one);
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;
    use std::sync::Arc;

    use tokio::time::advance;

    use super::super::meter::tests::{clock, costs};
    use super::*;
    use crate::address::Addresses;

    /// Two an hour for each address, of which these are shared.
    fn limiter(shared: &[&str]) -> AddressRate {
        let shared = shared.iter().map(|text| text.parse().expect("a range"));
        let addresses = Addresses::new(&shared.collect::<Vec<_>>());
        let costs = Costs::new(clock(), Arc::new(ServerLimits::default()), addresses);
        AddressRate::by_address(&costs, |_| Rate::per_hour(TWO))
    }

    const TWO: NonZeroU32 = NonZeroU32::new(2).expect("not zero");

    /// How many are accepted from addresses of this form, of which each may have two an hour.
    fn taken(shared: &[&str], form: impl Fn(usize) -> String, tried: usize) -> usize {
        let limiter = limiter(shared);
        let admit = |n| limiter.admit(form(n).parse().expect("an address"));
        (0..tried).filter(|&n| admit(n).is_ok()).count()
    }

    #[tokio::test(start_paused = true)]
    async fn what_was_done_already_leaves_a_debt() {
        let limiter = limiter(&[]);
        let [one, other] =
            ["192.0.2.1", "198.51.100.1"].map(|text| text.parse().expect("an address"));
        assert_eq!(limiter.admit(one), Ok(()));
        limiter.charge(one, 3);
        // Two are missing, and one more is wanted: half an hour each.
        assert_eq!(limiter.admit(one), Err(Duration::from_mins(90)));
        assert_eq!(limiter.admit(other), Ok(()));
        advance(Duration::from_mins(90)).await;
        assert_eq!(limiter.admit(one), Ok(()));
    }

    #[tokio::test(start_paused = true)]
    async fn what_counts_for_several_takes_as_much_and_no_more_than_there_may_be_at_once() {
        let limiter = limiter(&[]);
        let admit = |address: [u8; 4], times| limiter.admit_as(address.into(), times);
        let (one, other) = ([192, 0, 2, 1], [198, 51, 100, 1]);
        assert_eq!(admit(one, 2), Ok(()));
        assert_eq!(admit(one, 1), Err(Duration::from_mins(30)));
        assert_eq!(admit(other, 1), Ok(()));
        assert_eq!(admit(other, 23), Err(Duration::from_mins(30)));
        advance(Duration::from_mins(30)).await;
        assert_eq!(admit(other, 23), Ok(()));
        assert_eq!(admit(other, 1), Err(Duration::from_mins(30)));
    }

    #[tokio::test(start_paused = true)]
    async fn each_network_has_its_burst_and_no_more() {
        assert_eq!(taken(&[], |n| format!("2001:db8::{n:x}"), 40), 2);
        assert_eq!(taken(&[], |n| format!("2001:db8:0:{n:x}::"), 200), 8);
        assert_eq!(taken(&[], |n| format!("2001:db8:0:{n:x}00::"), 200), 32);
        assert_eq!(taken(&[], |n| format!("2001:db8:{n:x}::"), 200), 200);
        assert_eq!(taken(&[], |_| "192.0.2.1".to_owned(), 40), 2);
        assert_eq!(taken(&[], |n| format!("192.0.2.{n}"), 200), 32);
        assert_eq!(taken(&["192.0.2.1"], |_| "192.0.2.1".to_owned(), 40), 32);
    }

    #[tokio::test(start_paused = true)]
    async fn a_refused_client_uses_nothing_of_its_network_and_gets_a_waiting_time() {
        let limiter = limiter(&[]);
        let admit = |text: &str| limiter.admit(text.parse().expect("an address"));
        let refused: Vec<_> = (0..100).filter_map(|_| admit("192.0.2.1").err()).collect();
        assert_eq!(refused.len(), 98);
        let hour = Duration::from_hours(1);
        assert!(refused.iter().all(|wait| !wait.is_zero() && *wait < hour));
        let check = |text: &str| limiter.check(text.parse().expect("an address"));
        assert_eq!(
            (check("192.0.2.1"), check("192.0.2.2")),
            (admit("192.0.2.1"), Ok(()))
        );
        assert_eq!(admit("192.0.2.2"), Ok(()));
        assert_eq!(refused[0], Duration::from_mins(30));
        advance(Duration::from_millis(1_799_999)).await;
        assert_eq!(admit("192.0.2.1"), Err(Duration::from_millis(1)));
        advance(Duration::from_millis(1)).await;
        assert_eq!(admit("192.0.2.1"), Ok(()), "as they were told");
        assert!(admit("192.0.2.1").is_err(), "and no more than one");
    }

    #[tokio::test(start_paused = true)]
    async fn more_addresses_than_are_remembered_are_still_admitted() {
        let limiter = limiter(&[]);
        for n in 0..12_288 {
            // Each in a network of its own.
            assert_eq!(limiter.admit(Ipv4Addr::from_bits(n << 8).into()), Ok(()));
        }
    }

    #[tokio::test(start_paused = true)]
    async fn what_is_given_back_is_there_for_the_next() {
        let costs = costs(ServerLimits::default());
        let total = OverallRate::of_all(&costs, |_| Rate::per_hour(NonZeroU32::MIN));
        assert_eq!(total.take(), Ok(()));
        assert!(total.take().is_err());
        total.give_back();
        assert_eq!(total.take(), Ok(()));
        assert!(total.take().is_err());
    }

    #[tokio::test(start_paused = true)]
    async fn each_person_has_their_rate_and_as_many_in_a_burst_as_it_allows() {
        let costs = costs(ServerLimits::default());
        let burst = |_: &_| Rate::per_second(TWO).allow_burst(NonZeroU32::MIN);
        let limiter = PersonRate::of_each(&costs, burst);
        let [one, other] = [1, 2].map(|n| PlayerId(uuid::Uuid::from_u128(n)));
        assert_eq!(limiter.check(one), Ok(()));
        assert_eq!(limiter.admit(one), Ok(()));
        let half = Duration::from_millis(500);
        assert_eq!(
            (limiter.check(one), limiter.admit(one)),
            (Err(half), Err(half))
        );
        assert_eq!(limiter.admit(other), Ok(()));
        advance(half).await;
        assert_eq!(limiter.admit(one), Ok(()));
    }

    #[tokio::test(start_paused = true)]
    async fn a_rate_that_is_read_again_counts_for_those_who_were_refused() {
        let limits = crate::live::Live::from(ServerLimits::default());
        let costs = Costs::new(clock(), limits.clone(), Addresses::default());
        let limiter = AddressRate::by_address(&costs, |limits| {
            Rate::per_minute(limits.passwords_per_minute)
        });
        let admit = || limiter.admit([192, 0, 2, 1].into());
        while admit().is_ok() {}
        assert_eq!(admit(), Err(Duration::from_secs(1)));
        limits.replace(ServerLimits {
            passwords_per_minute: NonZeroU32::new(6_000).expect("not zero"),
            ..ServerLimits::default()
        });
        assert_eq!(admit(), Err(Duration::from_millis(10)));
    }
}
