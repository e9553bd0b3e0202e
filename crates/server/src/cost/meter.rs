//! What is known of a connection's bytes: how much it, and its address, may still send, and when it is read again.
//!
//! Whoever sends too much is read more slowly, and whoever is slowed down for long is closed. So nothing that comes in many small
//! pieces (empty fragments, headers byte by byte) is cheaper than what comes in one.
//!
//! Requests of many share a proxy's connection. It is never slowed down, since that would slow down others than who sent too much:
//! what comes is noted as [`UnpaidCost`], and each request is paid for by the address that it is from. A WebSocket on it is its client's
//! alone, and metered as everywhere.

use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::time::Instant;

use super::weights::{BYTES, FRAME, READ, of_bytes};
use super::{Bucket, Cost, Costs, Refill, lock};
use crate::once_signal::OnceSignal;

/// What a read counts beside its bytes.
const READ_BYTES: u64 = 64;
/// What a frame counts beside its bytes: as many as cost the same.
pub(super) const FRAME_BYTES: u64 = FRAME * BYTES as u64;
/// The least time that a connection is slowed down for, so that it is not woken for every byte.
const LEAST_WAIT: Duration = Duration::from_millis(20);
/// The longest that it waits at once for its address.
const LONGEST_WAIT: Duration = Duration::from_secs(1);
/// For how long a connection may be slowed down for what it sent itself before it is closed; it comes back at a tenth of
/// that.
const PATIENCE: Refill = Refill {
    per_second: 100,
    burst: 10_000,
};

/// What is known of a connection's bytes, shared with whoever serves it.
#[derive(Debug)]
pub struct Meter {
    costs: Costs,
    state: Mutex<State>,
    /// Whether its next read may have to wait: nearly never, so that nothing else is looked at then.
    is_delayed: AtomicBool,
    /// Answers that are held for whoever is at the other end: one, save where several were asked for at once.
    held: AtomicUsize,
    /// It has sent too much for too long: nothing is read any more, and whoever serves it is told.
    flooded: OnceSignal<()>,
}

/// What comes over a proxy's connection for one request. The address that it is from pays for what nobody took when this is dropped,
/// however the request ends.
#[derive(Debug)]
pub struct UnpaidCost<'a> {
    meter: &'a Meter,
    address: IpAddr,
}

/// That an answer is held until the connection has taken it, or is gone: until this is dropped.
#[derive(Debug)]
pub struct HeldAnswer(Arc<Meter>);

#[derive(Debug)]
struct State {
    /// Who pays for the bytes as they come; nobody on a proxy's connection that is no WebSocket.
    address: Option<IpAddr>,
    /// What came over such a connection and is not paid for yet.
    unpaid: Cost,
    received: Bucket,
    patience: Bucket,
    is_socket: bool,
    /// Nothing is read before this, for what the connection sent itself, and for whatever reason.
    waits_until: [Instant; 2],
}

/// When something is read from a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NextRead {
    /// At once.
    Now,
    /// Not before this.
    At(Instant),
    /// Never again: whoever serves it closes it with a word.
    Closing,
    /// Never again: it ends here.
    Over,
}

impl Meter {
    /// A meter for a connection from this address, or from a proxy.
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

    /// Notes that the connection has become a WebSocket of somebody at this address.
    pub fn upgraded(&self, address: IpAddr) {
        let mut state = lock(&self.state);
        state.address = Some(address);
        state.is_socket = true;
    }

    /// What comes over the connection for a request from this address, and is not paid for as it comes; its headers are there already.
    pub const fn unpaid(&self, address: IpAddr) -> UnpaidCost<'_> {
        UnpaidCost {
            meter: self,
            address,
        }
    }

    /// Notes that the server holds an answer until the connection has taken it, which then may not take as long as it likes.
    pub fn hold(self: &Arc<Self>) -> HeldAnswer {
        self.held.fetch_add(1, Ordering::Relaxed);
        HeldAnswer(Arc::clone(self))
    }

    /// Whether an answer is held for the connection.
    pub fn is_held(&self) -> bool {
        self.held.load(Ordering::Relaxed) > 0
    }

    /// How long it is until it is the turn of a further piece of a long answer.
    pub(super) fn turn_of_piece(&self, bytes: usize) -> Duration {
        self.costs.turn_of_piece(bytes)
    }

    /// Waits until the connection, which is a WebSocket, has sent too much for too long. One at most waits for that.
    pub async fn flooded(&self) {
        self.flooded.wait().await;
    }

    /// Notes that so many bytes came with one read.
    pub(super) fn received(&self, bytes: usize) {
        self.costs.note_work();
        self.took(bytes as u64 + READ_BYTES, READ + of_bytes(bytes));
    }

    /// Notes that so many frames began in what came.
    pub(super) fn framed(&self, frames: usize) {
        let frames = frames as u64;
        self.took(frames * FRAME_BYTES, frames * FRAME);
    }

    /// Charges the connection with so many bytes and its address with this cost; what is more than they may have delays the
    /// next read. Where it is not known whose they are, the cost is kept for who says so.
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

    /// When something is read again.
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
    /// What came until now: whoever takes it sees that it is paid for.
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

    /// The time of the test's runtime.
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

    /// A meter by these limits, in the time of the test's runtime.
    pub fn meter(limits: ServerLimits) -> Arc<Meter> {
        let [meter] = meters(limits);
        meter
    }

    /// Costs on one server.
    pub fn costs(limits: ServerLimits) -> Costs {
        let clock = Arc::new(Virtual(Instant::now()));
        Costs::new(clock, Arc::new(limits), Addresses::default())
    }

    /// Meters of several connections to one server.
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
