//! The cost of requests, and the budgets of connections, persons and addresses.
//!
//! The unit is **one microsecond of one core**, which also stands for 80 bytes on the network: one core and one gigabit per second are
//! used up at the same rate. [`weights`] has the cost of everything. Each budget is a [`Bucket`] that refills; if it is empty, requests
//! are refused or wait. Costs that are known only afterwards, such as the bytes of an answer, are charged then, and may leave a debt that
//! must be refilled before anything else is accepted.
//!
//! An address may use much more at once after a pause than it may use over a long time, and many addresses may do so at the same time.
//! Therefore only a small part of its budget is available promptly; for the rest all addresses wait for their [`Turns`], whose rate
//! leaves a good part of every core to players.
//!
//! An address whose budget is used up is slowed down: its requests wait, as long as they need not wait for long and [`Delays`] has
//! a place for them; then they are refused with an answer. Its new connections are served, only floods of them are not ([`Networks`]). When
//! the server is overloaded, whatever the cause, everything but plays waits ([`overload`]).
//!
//! How often something may be done, whatever it costs, is a [`Rate`]: it is counted in the same buckets, by the same networks and clock.

mod account;
mod bucket;
mod buckets;
mod delays;
mod framed;
mod frames;
pub(crate) mod meter;
mod metered;
mod networks;
mod overload;
mod paying;
mod rate;
mod refills;
mod turns;
pub mod weights;
mod writing;

use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use giog_rooms::Clock;
use giog_rules::PlayerId;

pub use self::account::{Account, OverBudget};
pub use self::bucket::{Bucket, Refill};
pub use self::delays::Delayed;
pub use self::framed::Framed;
pub use self::meter::{HeldAnswer, Meter, UnpaidCost};
pub use self::metered::Metered;
pub(crate) use self::paying::NotPaid;
pub(crate) use self::rate::{AddressRate, OverallRate, PairRate, PersonRate, Rate};

use self::buckets::Buckets;
use self::delays::Delays;
use self::networks::{Networks, Use};
use self::overload::Overload;
use self::turns::Turns;
use crate::address::Addresses;
use crate::live::Live;
use crate::settings::ServerLimits;

/// How long a request may wait until its address's budget allows it: many clients at one address are served a little later, and not
/// refused.
const LONGEST_DELAY: Duration = Duration::from_secs(2);

/// A cost, in microseconds of one core.
pub type Cost = u64;

/// The budgets of all who are charged; clones share them.
#[derive(Clone)]
pub struct Costs {
    clock: Arc<dyn Clock>,
    pub(crate) limits: Live<ServerLimits>,
    people: Arc<Mutex<Buckets<PlayerId, 1>>>,
    /// What counts as one address.
    pub(crate) addresses: Addresses,
    /// The budgets of the networks that addresses are in.
    networks: Arc<Mutex<Networks>>,
    /// Turns of further pieces of long answers, in bytes.
    long_writes: Arc<Mutex<Turns>>,
    /// The requests and connections that are delayed because their address's budget is used up.
    delays: Arc<Delays>,
    overload: Arc<Overload>,
}

/// A request that may be carried out.
#[derive(Debug)]
pub struct Admitted {
    /// How long it has to be delayed before.
    pub wait: Duration,
    /// Its place among those that are delayed because of their address, to be kept meanwhile.
    pub place: Option<Delayed>,
    /// Whether it was admitted as a socket of somebody who comes back, although the budget of its address is used up.
    pub comes_back: bool,
}

impl Costs {
    /// All budgets are full.
    pub fn new(
        clock: Arc<dyn Clock>,
        limits: impl Into<Live<ServerLimits>>,
        addresses: Addresses,
    ) -> Self {
        let limits = limits.into();
        let networks = Networks::new(limits.now());
        Self {
            clock,
            people: Arc::new(Mutex::new(Buckets::new([limits.person_cost()]))),
            addresses,
            networks: Arc::new(Mutex::new(networks)),
            long_writes: Arc::new(Mutex::new(writing::turns())),
            delays: Arc::default(),
            overload: Arc::default(),
            limits,
        }
    }

    /// The account of a new connection from this address.
    pub fn account(&self, address: IpAddr) -> Account {
        Account::new(self.clone(), address)
    }

    /// Charges an address if its budget is not used up; otherwise returns how long that lasts.
    pub fn admit_address(&self, address: IpAddr, cost: Cost) -> Result<(), Duration> {
        self.reserve(address, cost, Duration::ZERO).map(drop)
    }

    /// Charges a person if their budget is not used up; otherwise returns how long that lasts.
    pub fn admit_person(&self, player: PlayerId, cost: Cost) -> Result<(), Duration> {
        let now_ms = self.now_ms();
        let mut people = lock(&self.people);
        let refill = self.limits.person_cost();
        people.refills = [refill];
        let [bucket] = people.of(player, now_ms);
        bucket.admit(refill, cost, now_ms)
    }

    /// Charges an address for something that can be delayed by up to this time. Returns how long it has to be delayed. If that is longer,
    /// nothing is charged, and it is the error. All networks of the address are charged.
    pub fn reserve(
        &self,
        address: IpAddr,
        cost: Cost,
        at_most: Duration,
    ) -> Result<Duration, Duration> {
        let (now_ms, class) = (self.now_ms(), self.addresses.class(address));
        let charged = lock(&self.networks).with(self.limits.now()).charge(
            class,
            cost,
            Use::Socket,
            at_most,
            now_ms,
        );
        charged.map(|[wait, turn]| wait.max(turn.min(at_most)))
    }

    /// Charges an address for a request, of which a part is already done, if it has to be delayed by no more than [`LONGEST_DELAY`] and
    /// there is a place for it meanwhile. Otherwise only that part is charged, and how long it would have to wait is the error.
    pub fn admit_request(
        &self,
        address: IpAddr,
        done: Cost,
        cost: Cost,
    ) -> Result<Admitted, Duration> {
        self.admit(address, done, cost, Use::Request)
    }

    /// The same for a request that opens a socket. If it cannot be admitted otherwise, it is admitted as that of somebody who comes back.
    pub fn admit_socket(
        &self,
        address: IpAddr,
        done: Cost,
        cost: Cost,
    ) -> Result<Admitted, Duration> {
        let admitted = self.admit(address, done, cost, Use::Socket);
        if admitted.is_err() && self.admit_return(address, cost) {
            return Ok(Admitted {
                wait: Duration::ZERO,
                place: None,
                comes_back: true,
            });
        }
        admitted
    }

    fn admit(
        &self,
        address: IpAddr,
        done: Cost,
        cost: Cost,
        of: Use,
    ) -> Result<Admitted, Duration> {
        let (now_ms, class) = (self.now_ms(), self.addresses.class(address));
        let mut place = None;
        let charge = |at_most| {
            let mut networks = lock(&self.networks);
            let networks = networks.with(self.limits.now());
            networks.charge(class, done + cost, of, at_most, now_ms)
        };
        let mut charged = charge(Duration::ZERO);
        if matches!(charged, Err(wait) if wait <= LONGEST_DELAY) {
            place = self.delays.take(class);
            if place.is_some() {
                charged = charge(LONGEST_DELAY);
            }
        }
        match charged {
            Ok([wait, turn]) => Ok(Admitted {
                wait: wait.max(turn),
                place,
                comes_back: false,
            }),
            Err(wait) => {
                if done > 0 {
                    self.charge_address(address, done);
                }
                Err(wait)
            }
        }
    }

    /// Charges an address for something that somebody does who comes back while its budget is used up, if it may have another one of them.
    pub fn admit_return(&self, address: IpAddr, cost: Cost) -> bool {
        let (now_ms, class) = (self.now_ms(), self.addresses.class(address));
        lock(&self.networks)
            .with(self.limits.now())
            .admit_return(class, cost, now_ms)
    }

    /// Charges an address for a new connection. Returns how long it has to be delayed; none if it is one of a flood, which is not charged.
    pub fn admit_connection(&self, address: IpAddr) -> Option<Duration> {
        let (now_ms, class) = (self.now_ms(), self.addresses.class(address));
        lock(&self.networks)
            .with(self.limits.now())
            .admit_connection(class, now_ms)
    }

    /// A place among those that are delayed because of their address, to be kept meanwhile. None if there is none left.
    pub fn place_to_wait(&self, address: IpAddr) -> Option<Delayed> {
        self.delays.take(self.addresses.class(address))
    }

    /// Charges an address for something that was already done.
    pub fn charge_address(&self, address: IpAddr, cost: Cost) {
        let (now_ms, class) = (self.now_ms(), self.addresses.class(address));
        let charged = lock(&self.networks).with(self.limits.now()).charge(
            class,
            cost,
            Use::Socket,
            Duration::MAX,
            now_ms,
        );
        debug_assert!(
            charged.is_ok(),
            "what was done is charged however long it takes"
        );
    }

    /// Charges a person for something that was already done.
    pub fn charge_person(&self, player: PlayerId, cost: Cost) {
        let now_ms = self.now_ms();
        let mut people = lock(&self.people);
        let refill = self.limits.person_cost();
        people.refills = [refill];
        let [bucket] = people.of(player, now_ms);
        bucket.charge(refill, cost, now_ms);
    }

    /// Notes that the server has work, so that overload is detected.
    pub fn note_work(&self) {
        self.overload.note_work();
    }

    /// How long something of this cost, which is not a play, must wait because the server is overloaded.
    pub fn overload_wait(&self, cost: Cost) -> Duration {
        self.overload.wait(cost, self.now_ms())
    }

    /// How long the next connection must wait to be accepted because the server is overloaded.
    pub fn overload_wait_of_connection(&self) -> Duration {
        self.overload.wait_of_connection(self.now_ms())
    }

    /// How many milliseconds the server has been overloaded since its start.
    pub fn overloaded_ms(&self) -> u64 {
        self.overload.lasted_ms()
    }

    /// Detects overload; never returns.
    pub async fn watch_overload(&self) {
        self.overload.watch().await;
    }

    /// How long a further piece of a long answer has to wait for its turn.
    fn turn_of_piece(&self, bytes: usize) -> Duration {
        lock(&self.long_writes).take(bytes as u64, self.now_ms())
    }

    fn now_ms(&self) -> u64 {
        self.clock.mono_ms()
    }
}

impl std::fmt::Debug for Costs {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Costs").finish_non_exhaustive()
    }
}

/// Locks buckets even if a task has panicked while it had the lock: every change of them is atomic.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use giog_store::MAX_RECORD_BYTES;
    use tokio::time::{Instant, advance};

    use super::*;
    use crate::cost::weights::of_replay;

    #[tokio::test(start_paused = true)]
    async fn the_longest_match_is_replayed_when_the_one_before_is_paid_in_full() {
        const STEP: Duration = Duration::from_millis(100);
        let limits = ServerLimits::default();
        let costs = meter::tests::costs(limits);
        let (address, cost) = ([192, 0, 2, 1].into(), of_replay(MAX_RECORD_BYTES));
        let mut replayed = Vec::new();
        while replayed.len() < 4 {
            if costs.reserve(address, 0, Duration::from_secs(2)).is_ok() {
                costs.charge_address(address, cost);
                // And some small costs, such as for the answer.
                costs.charge_address(address, 10);
                replayed.push(Instant::now());
            }
            advance(STEP).await;
        }
        let in_full = Duration::from_millis(cost * 1_000 / limits.address_cost().per_second);
        // The first one also has the prompt part.
        for two in replayed[1..].windows(2) {
            let apart = two[1] - two[0];
            assert!(apart + STEP >= in_full, "{apart:?} of {in_full:?}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn what_was_done_for_something_that_is_refused_is_charged_all_the_same() {
        const DONE: Cost = 1_000;
        let limits = ServerLimits::default();
        let costs = meter::tests::costs(limits);
        let address = [192, 0, 2, 1].into();
        costs.charge_address(address, limits.address_cost().burst);
        let refused = |done| {
            let admitted = costs.admit_request(address, done, 40);
            admitted.expect_err("nothing is left")
        };
        let before = refused(0);
        assert_eq!(refused(DONE), before, "what it costs itself is not taken");
        let longer = Duration::from_millis(DONE * 1_000 / limits.address_cost().per_second);
        assert_eq!(refused(0), before + longer);
    }
}
