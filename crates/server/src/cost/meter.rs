//! The received bytes of a connection: how many more it and its address may send, and when it is read again.
//!
//! A connection that sends too much is read more slowly, and one that is slowed down for long is closed. The cost includes each read and
//! each frame, so many small pieces (empty fragments, headers byte by byte) cost more than one large one.
//!
//! A proxy's connection carries requests of many clients. It is never slowed down, because that would slow down all of them: what is
//! received is noted as [`UnpaidCost`], and the address of each request is charged for it. A WebSocket over a proxy belongs to one client
//! and is metered like any other.

use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::time::Instant;

use super::weights::{BYTES, FRAME, READ, of_bytes};
use super::{Bucket, Cost, Costs, Refill, lock};
use crate::once_signal::OnceSignal;

/// A read counts as so many bytes in addition to those that were read.
const READ_BYTES: u64 = 64;
/// A frame counts as so many bytes in addition to its own: the number of bytes that cost the same as a frame.
pub(super) const FRAME_BYTES: u64 = FRAME * BYTES as u64;
/// The shortest delay of a read, so that the task is not woken for every byte.
const LEAST_WAIT: Duration = Duration::from_millis(20);
/// The longest delay of a read at a time because of the address.
const LONGEST_WAIT: Duration = Duration::from_secs(1);
/// How long, in milliseconds, a connection may be slowed down for its own bytes before it is closed. A tenth of real time is added back.
const PATIENCE: Refill = Refill {
    per_second: 100,
    burst: 10_000,
};

/// The received bytes of a connection. Shared with the code that serves it.
#[derive(Debug)]
pub struct Meter {
    costs: Costs,
    state: Mutex<State>,
    /// Whether the next read may be delayed. Nearly always false, so that the lock is not needed then.
    is_delayed: AtomicBool,
    /// How many answers the server holds for the client: usually at most one, more if several were requested at once.
    held: AtomicUsize,
    /// Set when the connection has sent too much for too long: nothing more is read, and the code that serves it closes it.
    flooded: OnceSignal<()>,
}

/// The cost of what is received over a proxy's connection for one request. When this is dropped, however the request ends, the address of
/// the request is charged for the part that was not taken.
#[derive(Debug)]
pub struct UnpaidCost<'a> {
    meter: &'a Meter,
    address: IpAddr,
}

/// Notes that an answer is held in memory until the connection has taken it or is gone. It ends when this is dropped.
#[derive(Debug)]
pub struct HeldAnswer(Arc<Meter>);

#[derive(Debug)]
struct State {
    /// The address that is charged as bytes are received; none for a proxy's connection that is not a WebSocket.
    address: Option<IpAddr>,
    /// The cost of what was received over such a connection and is not charged yet.
    unpaid: Cost,
    received: Bucket,
    patience: Bucket,
    is_socket: bool,
    /// Nothing is read before these moments: because of the connection's own bytes, and for any other reason.
    waits_until: [Instant; 2],
}

/// When a connection is read next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NextRead {
    /// Now.
    Now,
    /// Not before this moment.
    At(Instant),
    /// Never: the code that serves it sends a close frame and closes it.
    Closing,
    /// Never: it is closed without a message.
    Over,
}

impl Meter {
    /// A meter for a connection from this address; none for a proxy's connection.
    pub fn new(costs: Costs, address: Option<IpAddr>) -> Self {
        let now_ms = costs.now_ms();
        let state = State {
            address,
            unpaid: 0,
            received: Bucket::full(costs.limits.received_bytes(), now_ms),
            patience: Bucket::full(PATIENCE, now_ms),
            is_socket: false,
            waits_until: [Instant::now(); 2],
        };
        Self {
            costs,
            state: Mutex::new(state),
            is_delayed: AtomicBool::new(false),
            held: AtomicUsize::new(0),
            flooded: OnceSignal::default(),
        }
    }

    /// Notes that the connection has become a WebSocket of a client at this address.
    pub fn upgraded(&self, address: IpAddr) {
        let mut state = lock(&self.state);
        state.address = Some(address);
        state.is_socket = true;
    }

    /// What is received over a proxy's connection for a request from this address. The headers have already been received.
    pub const fn unpaid(&self, address: IpAddr) -> UnpaidCost<'_> {
        UnpaidCost {
            meter: self,
            address,
        }
    }

    /// Notes that the server holds an answer in memory until the connection has taken it. Such an answer must be taken at a minimum rate.
    pub fn hold(self: &Arc<Self>) -> HeldAnswer {
        self.held.fetch_add(1, Ordering::Relaxed);
        HeldAnswer(Arc::clone(self))
    }

    /// Whether the server holds an answer for the connection.
    pub fn is_held(&self) -> bool {
        self.held.load(Ordering::Relaxed) > 0
    }

    /// How long a further piece of a long answer has to wait for its turn.
    pub(super) fn turn_of_piece(&self, bytes: usize) -> Duration {
        self.costs.turn_of_piece(bytes)
    }

    /// Waits until the connection, which must be a WebSocket, has sent too much for too long. At most one task may wait.
    pub async fn flooded(&self) {
        self.flooded.wait().await;
    }

    /// Counts one read of so many bytes.
    pub(super) fn received(&self, bytes: usize) {
        self.costs.note_work();
        self.took(bytes as u64 + READ_BYTES, READ + of_bytes(bytes));
    }

    /// Counts so many frames that began.
    pub(super) fn framed(&self, frames: usize) {
        let frames = frames as u64;
        self.took(frames * FRAME_BYTES, frames * FRAME);
    }

    /// Charges the connection for these bytes and its address for this cost. If a budget is used up, the next read is delayed. If the
    /// address is not known, the cost is noted as unpaid.
    fn took(&self, bytes: u64, cost: Cost) {
        let now_ms = self.costs.now_ms();
        let refill = self.costs.limits.received_bytes();
        let mut state = lock(&self.state);
        let Some(address) = state.address else {
            state.unpaid += cost;
            return;
        };
        state.received.charge(refill, bytes, now_ms);
        let own = state.received.wait(refill, now_ms);
        let reserved = self.costs.reserve(address, cost, LONGEST_WAIT);
        let address = reserved.unwrap_or(LONGEST_WAIT);
        if own.is_zero() && address.is_zero() {
            return;
        }
        self.is_delayed.store(true, Ordering::Release);
        let now = Instant::now();
        let [own_until, until] = state.waits_until;
        if own > Duration::ZERO {
            let later = own_until.max(now + own.max(LEAST_WAIT));
            let longer_ms = (later - own_until.max(now)).as_millis();
            let longer_ms = u64::try_from(longer_ms).unwrap_or(u64::MAX);
            if state.patience.admit(PATIENCE, longer_ms, now_ms).is_err() {
                self.flooded.tell(());
            }
            state.waits_until[0] = later;
        }
        if address > Duration::ZERO {
            state.waits_until[1] = until.max(now + address.max(LEAST_WAIT));
        }
    }

    /// When the connection is read next.
    pub(super) fn next_read(&self) -> NextRead {
        if !self.is_delayed.load(Ordering::Acquire) {
            return NextRead::Now;
        }
        let state = lock(&self.state);
        match (self.flooded.what().is_some(), state.is_socket) {
            (false, _) => {
                let [own, other] = state.waits_until;
                let at = own.max(other);
                if at > Instant::now() {
                    return NextRead::At(at);
                }
                self.is_delayed.store(false, Ordering::Release);
                NextRead::Now
            }
            (true, true) => NextRead::Closing,
            (true, false) => NextRead::Over,
        }
    }
}

impl UnpaidCost<'_> {
    /// Takes the cost of what was received until now; the caller has to charge it.
    pub fn take(&self) -> Cost {
        std::mem::take(&mut lock(&self.meter.state).unpaid)
    }
}

impl Drop for UnpaidCost<'_> {
    fn drop(&mut self) {
        let cost = self.take();
        if cost > 0 {
            self.meter.costs.charge_address(self.address, cost);
        }
    }
}

impl Drop for HeldAnswer {
    fn drop(&mut self) {
        self.0.held.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use giog_rooms::{Clock, Now};
    use giog_rules::Timestamp;

    use super::*;
    use crate::address::Addresses;
    use crate::settings::ServerLimits;

    /// A clock with the paused time of the test's runtime.
    struct Virtual(Instant);

    impl Clock for Virtual {
        fn now(&self) -> Now {
            let mono_ms = u64::try_from(self.0.elapsed().as_millis()).expect("a short test");
            Now {
                mono_ms,
                wall: Timestamp::from_unix_ms(0),
            }
        }
    }

    /// Such a clock.
    pub fn clock() -> Arc<dyn Clock> {
        Arc::new(Virtual(Instant::now()))
    }

    /// A meter with these limits and such a clock.
    pub fn meter(limits: ServerLimits) -> Arc<Meter> {
        let [meter] = meters(limits);
        meter
    }

    /// The costs of one server.
    pub fn costs(limits: ServerLimits) -> Costs {
        Costs::new(clock(), Arc::new(limits), Addresses::default())
    }

    /// Meters of several connections to the same server.
    pub fn meters<const N: usize>(limits: ServerLimits) -> [Arc<Meter>; N] {
        let costs = costs(limits);
        std::array::from_fn(|_| Arc::new(Meter::new(costs.clone(), Some([192, 0, 2, 1].into()))))
    }

    #[tokio::test(start_paused = true)]
    async fn frames_are_paid_for_by_their_address_too() {
        let limits = ServerLimits::default();
        let meter = meter(limits);
        let address = [192, 0, 2, 1].into();
        meter.upgraded(address);
        meter
            .costs
            .charge_address(address, limits.address_cost().burst - 100 * FRAME);
        meter.framed(99);
        assert_eq!(meter.next_read(), NextRead::Now);
        meter.framed(2);
        let NextRead::At(at) = meter.next_read() else {
            unreachable!("the connection itself may send more");
        };
        assert!(at > Instant::now(), "frames cost nothing");
    }

    #[tokio::test(start_paused = true)]
    async fn a_proxys_connection_is_not_slowed_down_and_a_socket_on_it_begins_with_all_it_may_have()
    {
        let limits = ServerLimits::default();
        let meter = Meter::new(costs(limits), None);
        for _ in 0..64 {
            meter.received(16 * 1024);
        }
        assert_eq!(meter.next_read(), NextRead::Now);
        meter.upgraded([192, 0, 2, 1].into());
        let most = limits.received_bytes().burst - READ_BYTES - 1;
        meter.received(usize::try_from(most).expect("some KiB"));
        assert_eq!(meter.next_read(), NextRead::Now);
        meter.received(1);
        assert!(matches!(meter.next_read(), NextRead::At(_)));
    }

    #[tokio::test(start_paused = true)]
    async fn what_comes_over_a_proxys_connection_is_paid_for_by_who_asks_however_that_ends() {
        const BYTES: usize = 4_096;
        let limits = ServerLimits::default();
        let costs = costs(limits);
        let [asks, other] = [1, 2].map(|last| IpAddr::from([192, 0, 2, last]));
        let meter = Meter::new(costs.clone(), None);
        let cost = READ + of_bytes(BYTES);
        costs.charge_address(asks, limits.address_cost().burst - 2 * cost);
        meter.received(BYTES);
        let unpaid = meter.unpaid(asks);
        assert_eq!(unpaid.take(), cost, "the headers");
        for _ in 0..2 {
            meter.received(BYTES);
        }
        assert_eq!(costs.admit_address(asks, 0), Ok(()));
        drop(unpaid);
        assert!(costs.admit_address(asks, 0).is_err(), "the body is free");
        assert_eq!(meter.unpaid(other).take(), 0, "others pay for it");
    }
}
