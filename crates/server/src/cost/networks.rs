//! The cost budgets of networks and their addresses, and, for networks whose budget is used up, the limits on new connections and on people
//! who come back.
//!
//! Requests over HTTP leave a part of a budget to sockets, so that a program that asks without end is slowed down, and people who play at
//! the same address are not. Both are charged to the same budget.

use std::time::Duration;

use super::buckets::NetworkBuckets;
use super::turns::Turns;
use super::weights::CONNECTION;
use super::{Bucket, Cost, Refill};
use crate::address::{AddressClass, MAX_WIDTHS};
use crate::settings::ServerLimits;

/// The cost that an address may use at once without waiting for a turn: what a page requests when it is opened.
pub(super) const PROMPT: Cost = 10_000;
/// The prompt part also refills at this fraction (1 / 5) of an address's rate, which is what fifty players at one address cost. Ten
/// addresses that use all of it take a tenth of a core without waiting.
pub(super) const PROMPT_SHARE: Cost = 5;

/// Microseconds of each core per second for [`Turns`]: together with the rate of ten addresses less than a core.
const TURNS_OF_A_CORE: Cost = 250_000;
/// The longest wait for a turn.
const LONGEST_TURN: Duration = Duration::from_secs(1);

/// HTTP requests of an address leave for its sockets the part of the budget that refills in so many seconds. HTTP requests wait for a
/// shorter time than this, so sockets always have some budget left, however many HTTP requests wait.
const KEPT_FOR_SOCKETS_S: Cost = 3;
/// The greatest part (1 / 2) of a small budget that is left to sockets.
const KEPT_SHARE: Cost = 2;

/// Connections of an address whose budget is used up. More than these per second are a flood, which is closed without an answer: answering
/// them all would cost more than it costs the client to connect again. Nobody who waits for each answer comes near to it, because
/// connections wait when half of the burst is used up; a burst is three pages that are opened by each of several people.
const LATE_CONNECTIONS: Refill = Refill {
    per_second: 50,
    burst: 150,
};
/// Sockets of people who come back to an address whose budget is used up: a club of fifty that comes back at once, and then one each second.
/// Each costs less than a millisecond.
const RETURNS: Refill = Refill {
    per_second: 1,
    burst: 60,
};

/// The kind of use that a cost is charged for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Use {
    /// Sockets, and work that is already done.
    Socket,
    /// A request over HTTP, or a new connection.
    Request,
}

impl Use {
    /// The part of a budget that this use leaves to others.
    fn kept(self, refill: Refill) -> Cost {
        let kept = refill.per_second.saturating_mul(KEPT_FOR_SOCKETS_S);
        match self {
            Self::Socket => 0,
            Self::Request => kept.min(refill.burst / KEPT_SHARE),
        }
    }
}

/// The budgets of a network, or how they refill.
#[derive(Clone, Copy)]
struct Budgets<T> {
    /// The whole budget.
    all: T,
    /// The part of it that is available without waiting for a turn.
    prompt: T,
    /// Its connections while nothing is left of its budget.
    late: T,
    /// Its people who come back meanwhile.
    returns: T,
}

impl<T> Budgets<T> {
    /// By name, of what [`NetworkBuckets`] has.
    fn of([all, prompt, late, returns]: [T; 4]) -> Self {
        Self {
            all,
            prompt,
            late,
            returns,
        }
    }
}

/// The budgets of networks.
pub(super) struct Networks {
    buckets: NetworkBuckets<4>,
    turns: Turns,
    /// The limits from which the budgets are computed.
    limits: &'static ServerLimits,
}

/// The budgets of the networks of one address.
type Found<'a> = [Option<(Budgets<Refill>, Budgets<&'a mut Bucket>)>; MAX_WIDTHS];

impl Networks {
    pub fn new(limits: &'static ServerLimits) -> Self {
        Self {
            buckets: NetworkBuckets::new(Self::refills(limits)),
            turns: Turns::of_this_machine(TURNS_OF_A_CORE, LONGEST_TURN),
            limits,
        }
    }

    /// The budgets of one address.
    fn refills(limits: &ServerLimits) -> [Refill; 4] {
        let all = limits.address_cost();
        let prompt = Refill {
            per_second: all.per_second / PROMPT_SHARE,
            burst: all.burst.min(PROMPT),
        };
        [all, prompt, LATE_CONNECTIONS, RETURNS]
    }

    /// The same with the current limits.
    pub fn with(&mut self, limits: &'static ServerLimits) -> &mut Self {
        if !std::ptr::eq(self.limits, limits) {
            self.limits = limits;
            self.buckets.set_refills(Self::refills(limits));
        }
        self
    }

    /// The budgets of these networks.
    fn find(buckets: &mut NetworkBuckets<4>, class: AddressClass, now_ms: u64) -> Found<'_> {
        let found = buckets.find(class, now_ms);
        found.map(|found| {
            let (refills, of) = found?;
            Some((Budgets::of(refills), Budgets::of(of.each_mut())))
        })
    }

    /// Charges all these networks, if all have something left for this use within that time. Returns how long it is until they have, and how
    /// long until it is their turn. Otherwise returns how long it is until they have.
    pub fn charge(
        &mut self,
        class: AddressClass,
        cost: Cost,
        of: Use,
        at_most: Duration,
        now_ms: u64,
    ) -> Result<[Duration; 2], Duration> {
        let mut networks = Self::find(&mut self.buckets, class, now_ms);
        let longest = longest(&mut networks, |refills, budgets| {
            let kept = of.kept(refills.all);
            budgets.all.wait_above(refills.all, kept, now_ms)
        });
        if longest > at_most {
            return Err(longest);
        }
        let mut is_prompt = true;
        for (refills, budgets) in networks.iter_mut().flatten() {
            budgets.all.charge(refills.all, cost, now_ms);
            let (refill, prompt) = (refills.prompt, &mut budgets.prompt);
            is_prompt &= prompt.wait(refill, now_ms).is_zero();
            // However high the cost was, a request a moment later is prompt.
            prompt.charge(refill, cost.min(refill.burst), now_ms);
        }
        let turn = if is_prompt {
            Duration::ZERO
        } else {
            self.turns.take(cost, now_ms)
        };
        Ok([longest, turn])
    }

    /// Charges all these networks for a connection. Returns how long it has to be delayed; none if it is one of a flood, which is not charged.
    pub fn admit_connection(&mut self, class: AddressClass, now_ms: u64) -> Option<Duration> {
        let now = Duration::ZERO;
        let charged = self.charge(class, CONNECTION, Use::Request, now, now_ms);
        if charged.is_ok() {
            return Some(Duration::ZERO);
        }
        let mut networks = Self::find(&mut self.buckets, class, now_ms);
        let flood = longest(&mut networks, |refills, budgets| {
            budgets.late.wait(refills.late, now_ms)
        });
        flood.is_zero().then(|| {
            longest(&mut networks, |refills, budgets| {
                budgets.all.charge(refills.all, CONNECTION, now_ms);
                budgets.late.charge(refills.late, 1, now_ms);
                let half = refills.late.burst / 2;
                budgets.late.wait_above(refills.late, half, now_ms)
            })
        })
    }

    /// Charges all these networks for a person who comes back, if none has reached its limit of such people.
    pub fn admit_return(&mut self, class: AddressClass, cost: Cost, now_ms: u64) -> bool {
        let mut networks = Self::find(&mut self.buckets, class, now_ms);
        let wait = longest(&mut networks, |refills, budgets| {
            budgets.returns.wait(refills.returns, now_ms)
        });
        if !wait.is_zero() {
            return false;
        }
        for (refills, budgets) in networks.iter_mut().flatten() {
            budgets.all.charge(refills.all, cost, now_ms);
            budgets.returns.charge(refills.returns, 1, now_ms);
        }
        true
    }
}

/// The longest of the waits that the function returns for the networks.
fn longest(
    networks: &mut Found<'_>,
    mut of: impl FnMut(&Budgets<Refill>, &mut Budgets<&mut Bucket>) -> Duration,
) -> Duration {
    let all = networks.iter_mut().flatten();
    let all = all.map(|(refills, budgets)| of(refills, budgets));
    all.max().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::address::Addresses;
    use crate::cost::LONGEST_DELAY;
    use crate::live::Live;

    fn networks() -> Networks {
        Networks::new(Live::from(ServerLimits::default()).now())
    }

    fn class(last: u8) -> AddressClass {
        Addresses::default().class([192, 0, 2, last].into())
    }

    /// The networks of a server at which the address has nothing left.
    fn used_up() -> Networks {
        let limits = ServerLimits::default();
        let mut networks = networks();
        let all = limits.address_cost().burst;
        let charged = networks.charge(class(1), all, Use::Socket, Duration::MAX, 0);
        charged.expect("what was done is charged");
        networks
    }

    /// What became of the connections of clients of one address that ask one thing after another, each time on a new connection.
    struct Outcomes {
        served: usize,
        refused: usize,
        closed: usize,
        /// Moments at which nothing was left for a socket.
        without: usize,
    }

    /// So many clients ask for what costs this, so many times in all.
    fn asked(clients: usize, cost: Cost, times: usize) -> Outcomes {
        let mut networks = networks();
        let mut told = Outcomes {
            served: 0,
            refused: 0,
            closed: 0,
            without: 0,
        };
        // When each of them asks next.
        let mut next_ms = vec![0; clients];
        for _ in 0..times {
            let next = next_ms.iter_mut().min().expect("there are some");
            let now_ms = *next;
            let ms = |wait: Duration| u64::try_from(wait.as_millis()).expect("a short one");
            let Some(late) = networks.admit_connection(class(1), now_ms) else {
                (told.closed, *next) = (told.closed + 1, now_ms + 1);
                continue;
            };
            let at_ms = now_ms + ms(late);
            let charged = networks.charge(class(1), cost, Use::Request, LONGEST_DELAY, at_ms);
            if let Ok([wait, turn]) = charged {
                told.served += 1;
                *next = at_ms + ms(wait.max(turn)) + 1;
            } else {
                told.refused += 1;
                *next = at_ms + 500;
            }
            let socket = networks.charge(class(1), 0, Use::Socket, Duration::ZERO, at_ms);
            told.without += usize::from(socket.is_err());
        }
        told
    }

    #[test]
    fn who_asks_one_thing_after_another_is_slowed_down_and_always_answered() {
        for cost in [40, 2_000, 20_000] {
            let told = asked(1, cost, 5_000);
            assert_eq!((told.served, told.closed), (5_000, 0), "{cost}");
            assert_eq!(told.without, 0, "{cost}: nothing is left to those who play");
        }
    }

    #[test]
    fn many_who_wait_for_their_answers_are_refused_with_one_and_leave_something_to_those_who_play()
    {
        for (clients, cost) in [(8, 40), (50, 40), (50, 2_000), (60, 20_000)] {
            let told = asked(clients, cost, 20_000);
            assert_eq!(told.closed, 0, "{clients} clients, {cost}");
            assert_eq!(told.without, 0, "{clients} clients, {cost}");
            assert!(told.served > 0);
        }
        assert!(
            asked(60, 20_000, 20_000).refused > 0,
            "they all just waited"
        );
    }

    #[test]
    fn only_floods_of_connections_are_closed_without_an_answer_and_they_cost_nobody_else() {
        let mut networks = used_up();
        let answered = |networks: &mut Networks, from_ms: u64, per_second: u64| {
            let at = (0..per_second).map(|n| from_ms + n * 1_000 / per_second);
            let waits = at.map(|at_ms| networks.admit_connection(class(1), at_ms));
            waits
                .flatten()
                .inspect(|wait| assert!(*wait <= LONGEST_DELAY))
                .count()
        };
        assert_eq!(answered(&mut networks, 0, 40), 40, "some tens a second");
        let some = answered(&mut networks, 1_000, 2_000);
        assert!((100..=200).contains(&some), "{some} of a flood");
        let later = answered(&mut networks, 2_000, 2_000);
        assert!((40..=60).contains(&later), "{later} of it afterwards");
        assert_eq!(
            networks.admit_connection(class(2), 3_000),
            Some(Duration::ZERO)
        );
    }

    #[test]
    fn only_so_many_come_back_to_an_address_and_are_charged() {
        let mut networks = used_up();
        let debt = |networks: &mut Networks| {
            let left = networks.charge(class(1), 0, Use::Socket, Duration::ZERO, 0);
            left.expect_err("nothing is left")
        };
        let before = debt(&mut networks);
        let back = (0..100).filter(|_| networks.admit_return(class(1), 1_000, 0));
        assert_eq!(back.count(), 60);
        let per_second = ServerLimits::default().address_cost().per_second;
        let longer = Duration::from_millis(60 * 1_000 * 1_000 / per_second);
        assert_eq!(debt(&mut networks), before + longer);
        assert!(networks.admit_return(class(1), 0, 1_000), "one each second");
        assert!(!networks.admit_return(class(1), 0, 1_000));
        assert!(networks.admit_return(class(2), 0, 1_000));
        // Two addresses of one network have less than twice the budget of one.
        let all = (0..=u8::MAX).map(|last| {
            (0..60)
                .filter(|_| networks.admit_return(class(last), 0, 2_000))
                .count()
        });
        let all: usize = all.sum();
        assert!(all < 1_100, "{all} from one network");
    }
}
