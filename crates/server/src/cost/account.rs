//! The budgets of a connection: its own bucket, its person's, and its address's.

use std::net::IpAddr;
use std::sync::Mutex;
use std::time::Duration;

use giog_rules::PlayerId;

use super::weights::{MESSAGE, of_bytes};
use super::{Bucket, Cost, Costs, Rate, Refill, lock};

/// The time, in seconds, after which all refusals that a connection may have before it is closed are available again. It is also the cost
/// of one refusal in their bucket, so that the refill per second equals their number, however small that is.
const REFUSALS_COME_BACK_S: u32 = 600;
/// How much longer each further refusal stops reading from the connection, starting at zero: a client that is slightly too fast does not
/// notice it, and one that never stops soon costs little.
const PAUSE_PER_REFUSAL: Duration = Duration::from_millis(1);
/// The longest time for which a refusal stops reading, if the budget of the connection or the person is used up.
const MAX_PAUSE: Duration = Duration::from_millis(100);
/// The shortest and the longest time if the budget of the address is used up: its other connections are refused, too.
const ADDRESS_PAUSE: [Duration; 2] = [Duration::from_millis(250), Duration::from_secs(1)];

/// The budgets of a connection.
#[derive(Debug)]
pub struct Account {
    costs: Costs,
    address: IpAddr,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    connection: Bucket,
    requests: Bucket,
    refusals: Bucket,
    person: Option<PlayerId>,
    coming_back: ComingBack,
}

/// Whether a connection counts as that of somebody who comes back although nothing is left of the budget of their address. Then only a
/// `hello` with a token is carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ComingBack {
    /// It does not yet.
    NotYet,
    /// It was opened as one: its next message is admitted.
    Opened,
    /// One message was admitted for this, and no further one is.
    Used,
}

/// A budget is used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OverBudget {
    /// How long it is until the next message is accepted.
    pub wait: Duration,
    /// How long nothing is read from the connection; none if it is to be closed.
    pub pause: Option<Duration>,
}

impl Account {
    pub(super) fn new(costs: Costs, address: IpAddr) -> Self {
        let now_ms = costs.now_ms();
        let state = State {
            connection: Bucket::full(costs.limits.connection_cost(), now_ms),
            requests: Bucket::full(costs.limits.requests().refill, now_ms),
            refusals: Bucket::full(refusals(&costs), now_ms),
            person: None,
            coming_back: ComingBack::NotYet,
        };
        Self {
            costs,
            address,
            state: Mutex::new(state),
        }
    }

    /// Notes that the connection was opened for somebody who comes back, although nothing was left of the budget of its address.
    pub fn comes_back(&self) {
        lock(&self.state).coming_back = ComingBack::Opened;
    }

    /// How long it is until something is left of the budget of the address, if this connection had a message admitted although nothing was.
    /// Then nobody but a known person may be greeted.
    pub fn came_back_early(&self) -> Option<Duration> {
        let is_used = lock(&self.state).coming_back == ComingBack::Used;
        let left = self.costs.admit_address(self.address, 0);
        is_used.then(|| left.err()).flatten()
    }

    /// Sets the person whose budget is charged from now on.
    pub fn greeted(&self, player: PlayerId) {
        let mut state = lock(&self.state);
        state.person = Some(player);
        // Whatever they send from now on is admitted as that of everybody else.
        state.coming_back = ComingBack::Used;
    }

    /// Accepts a message of so many bytes, before it is parsed, if the connection may send one more, and the budgets of connection, person and
    /// address are not used up. The address was already charged for the bytes as they were read ([`Meter`](super::Meter)); for a message
    /// that is refused it is charged, too, because it was received.
    ///
    /// `is_greeting` says that it is a text before anybody is greeted: the first one that the budget of the address does not allow is
    /// still accepted, if the address may have another one who comes back.
    pub fn admit(&self, bytes: usize, is_greeting: bool) -> Result<(), OverBudget> {
        let admitted = self.admit_within(bytes, is_greeting);
        admitted.inspect_err(|_| self.costs.charge_address(self.address, MESSAGE))
    }

    fn admit_within(&self, bytes: usize, may_come_back: bool) -> Result<(), OverBudget> {
        let own = MESSAGE + of_bytes(bytes);
        let now_ms = self.costs.now_ms();
        let mut state = lock(&self.state);
        let Rate { refill, one } = self.costs.limits.requests();
        let counted = state.requests.take(refill, one, now_ms);
        counted.map_err(|wait| self.refused(&mut state, wait))?;
        let refill = self.costs.limits.connection_cost();
        let mut taken = state.connection.admit(refill, own, now_ms);
        if let (Ok(()), Some(player)) = (taken, state.person) {
            taken = self.costs.admit_person(player, own);
        }
        taken.map_err(|wait| self.refused(&mut state, wait))?;
        let mut admitted = self.costs.admit_address(self.address, MESSAGE);
        if admitted.is_err() && may_come_back && self.admit_return(&mut state) {
            admitted = Ok(());
        }
        admitted.map_err(|wait| {
            let [least, most] = ADDRESS_PAUSE;
            let OverBudget { pause, .. } = self.refused(&mut state, wait);
            let pause = pause.map(|_| wait.clamp(least, most));
            OverBudget { wait, pause }
        })
    }

    /// Charges connection, person and address for something that was already done.
    pub fn charge(&self, cost: Cost) {
        let now_ms = self.costs.now_ms();
        let mut state = lock(&self.state);
        let refill = self.costs.limits.connection_cost();
        state.connection.charge(refill, cost, now_ms);
        if let Some(player) = state.person {
            self.costs.charge_person(player, cost);
        }
        self.costs.charge_address(self.address, cost);
    }

    /// Whether the budgets of connection, person and address are not used up; otherwise how long it is until they are not.
    pub fn has_left(&self) -> Result<(), Duration> {
        let now_ms = self.costs.now_ms();
        let mut state = lock(&self.state);
        let refill = self.costs.limits.connection_cost();
        state.connection.admit(refill, 0, now_ms)?;
        if let Some(player) = state.person {
            self.costs.admit_person(player, 0)?;
        }
        self.costs.admit_address(self.address, 0)
    }

    /// Admits and charges one message of somebody who may be coming back, before anybody is greeted.
    fn admit_return(&self, state: &mut State) -> bool {
        match std::mem::replace(&mut state.coming_back, ComingBack::Used) {
            ComingBack::NotYet => self.costs.admit_return(self.address, MESSAGE),
            ComingBack::Opened => {
                self.costs.charge_address(self.address, MESSAGE);
                true
            }
            ComingBack::Used => false,
        }
    }

    fn refused(&self, state: &mut State, wait: Duration) -> OverBudget {
        let (now_ms, refill) = (self.costs.now_ms(), refusals(&self.costs));
        let cost = REFUSALS_COME_BACK_S.into();
        let goes_on = state.refusals.admit(refill, cost, now_ms).is_ok();
        let missing = state.refusals.missing(refill) / REFUSALS_COME_BACK_S;
        let pause = PAUSE_PER_REFUSAL * missing;
        OverBudget {
            wait,
            pause: goes_on.then_some(pause.min(MAX_PAUSE)),
        }
    }
}

/// The bucket of a connection's refusals.
fn refusals(costs: &Costs) -> Refill {
    let per_second = u64::from(costs.limits.refusals_until_close);
    Refill {
        per_second,
        burst: per_second * u64::from(REFUSALS_COME_BACK_S),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, Ordering};

    use giog_rooms::{Clock, Now};
    use giog_rules::Timestamp;

    use super::super::Meter;
    use super::super::networks::{PROMPT, PROMPT_SHARE};
    use super::super::weights::READ;
    use super::*;
    use crate::address::Addresses;
    use crate::settings::ServerLimits;

    /// A clock that the test sets.
    #[derive(Default)]
    struct Hand(AtomicU64);

    impl Clock for Hand {
        fn now(&self) -> Now {
            Now {
                mono_ms: self.0.load(Ordering::Relaxed),
                wall: Timestamp::from_unix_ms(0),
            }
        }
    }

    /// Counts a refusal.
    fn refuse(account: &Account, wait: Duration) -> OverBudget {
        account.refused(&mut lock(&account.state), wait)
    }

    fn account(limits: ServerLimits) -> (Arc<Hand>, Account) {
        let clock = Arc::new(Hand::default());
        let costs = Costs::new(
            Arc::clone(&clock) as _,
            Arc::new(limits),
            Addresses::default(),
        );
        (clock, costs.account([192, 0, 2, 1].into()))
    }

    #[test]
    fn who_is_over_again_and_again_is_closed_though_something_is_taken_between() {
        let limits = ServerLimits::default();
        let (clock, account) = account(limits);
        let mut refused = 0;
        loop {
            assert_eq!(account.admit(0, false), Ok(()));
            let Some(pause) = refuse(&account, Duration::from_millis(50)).pause else {
                break;
            };
            assert!(pause <= MAX_PAUSE, "{pause:?}");
            clock.0.fetch_add(50, Ordering::Relaxed);
            refused += 1;
            assert!(refused < 1_000, "nobody is closed");
        }
        assert!(refused >= limits.refusals_until_close, "{refused}");
    }

    #[test]
    fn refusals_come_back_in_ten_minutes_and_no_faster() {
        for most in [1, 200, 6_000, u32::MAX] {
            let limits = ServerLimits {
                refusals_until_close: most,
                ..ServerLimits::default()
            };
            let (clock, account) = account(limits);
            let is_closed = |account: &Account| refuse(account, Duration::ZERO).pause.is_none();
            let at_once = most.min(300);
            assert!((0..at_once).all(|_| !is_closed(&account)), "{most}");
            assert_eq!(is_closed(&account), most == at_once, "{most}");
            clock.0.fetch_add(600_000, Ordering::Relaxed);
            assert!((0..at_once).all(|_| !is_closed(&account)), "{most}");
        }
    }

    #[test]
    fn who_is_refused_once_a_second_is_closed() {
        let (clock, account) = account(ServerLimits::default());
        let mut refused = 0;
        while refuse(&account, Duration::from_millis(50)).pause.is_some() {
            clock.0.fetch_add(1_000, Ordering::Relaxed);
            refused += 1;
            assert!(refused < 1_000, "nobody is closed");
        }
        // 200, and those that became available again meanwhile.
        assert!((290..310).contains(&refused), "{refused}");
    }

    #[test]
    fn a_little_too_much_now_and_then_is_forgiven() {
        let limits = ServerLimits::default();
        let (clock, account) = account(limits);
        for _ in 0..limits.refusals_until_close * 4 {
            assert!(refuse(&account, Duration::from_millis(50)).pause.is_some());
            clock.0.fetch_add(3_000, Ordering::Relaxed);
        }
    }

    #[test]
    fn an_address_pays_for_the_bytes_of_a_message_once() {
        let limits = ServerLimits::default();
        let (_, account) = account(limits);
        let (bytes, address) = (4_096, account.address);
        let meter = Meter::new(account.costs.clone(), Some(address));
        let once = READ + of_bytes(bytes) + MESSAGE;
        let all = limits.address_cost().burst;
        account.costs.charge_address(address, all - once);
        meter.received(bytes);
        assert_eq!(account.admit(bytes, false), Ok(()));
        assert!(account.admit(0, false).is_err(), "the message cost nothing");
    }

    #[test]
    fn what_many_addresses_may_cost_at_once_comes_one_after_the_other() {
        let (_, account) = account(ServerLimits::default());
        let (costs, at_most) = (account.costs, Duration::from_secs(2));
        let from = |address: u8| IpAddr::from([10, address, 0, 1]);
        let reserve = |address, cost| costs.reserve(from(address), cost, at_most);
        for address in 0..10 {
            assert_eq!(reserve(address, PROMPT), Ok(Duration::ZERO), "prompt");
        }
        let waits: Vec<_> = (0..10).map(|address| reserve(address, 20_000)).collect();
        let waits: Result<Vec<_>, _> = waits.into_iter().collect();
        let waits = waits.expect("nobody is refused");
        assert!(waits.is_sorted() && waits[9] > waits[1], "{waits:?}");
        // Players never wait.
        assert_eq!(reserve(100, 200), Ok(Duration::ZERO));
        assert_eq!(
            costs.admit_address(from(1), 200),
            Ok(()),
            "nor is it refused"
        );
    }

    #[test]
    fn what_an_address_costs_for_long_waits_for_turns_though_it_may() {
        let (clock, account) = account(ServerLimits::default());
        let (costs, at_most) = (account.costs, Duration::from_secs(2));
        let from = |address: u8| IpAddr::from([10, address, 0, 1]);
        let reserve = |address, cost| costs.reserve(from(address), cost, at_most);
        assert_eq!(reserve(1, PROMPT), Ok(Duration::ZERO), "prompt");
        clock.0.fetch_add(500, Ordering::Relaxed);
        let half = ServerLimits::default().address_cost().per_second / PROMPT_SHARE / 2;
        assert_eq!(reserve(1, half), Ok(Duration::ZERO), "as much came back");
        // Another address takes a turn.
        reserve(2, 2 * PROMPT).expect("they may");
        reserve(2, 2 * PROMPT).expect("they may");
        let wait = reserve(1, 1).expect("it may");
        assert!(wait > Duration::ZERO, "more is prompt");
    }

    #[test]
    fn all_connections_of_an_address_pay_together_and_of_a_person_too() {
        let limits = ServerLimits::default();
        let (_, one) = account(limits);
        let other = one.costs.account(one.address);
        one.costs
            .charge_address(one.address, limits.address_cost().burst);
        let over = other
            .admit(0, false)
            .expect_err("the address has nothing left");
        assert!(over.pause >= Some(ADDRESS_PAUSE[0]), "{over:?}");
        let elsewhere = one.costs.account([198, 51, 100, 1].into());
        assert_eq!(elsewhere.admit(0, false), Ok(()));
        let player = PlayerId(uuid::Uuid::from_u128(1));
        one.costs.charge_person(player, limits.person_cost().burst);
        assert_eq!(elsewhere.has_left(), Ok(()));
        elsewhere.greeted(player);
        assert!(elsewhere.admit(0, false).is_err());
        for account in [one, other, elsewhere] {
            assert!(account.has_left().is_err(), "{:?}", account.address);
        }
    }
}
