//! Records of finished matches, and other answers that may have some MiB.
//!
//! Only a few records are read at a time, and a long one is decompressed on a worker thread. A client that reads a long answer slowly
//! makes the server keep it in memory. Therefore every byte of long answers is counted, from reading until it is written or dropped: for
//! the address, its networks, and in all. Above a limit, requests are refused. The connection is told that it has such an answer, so that
//! it must be read within minutes. Shorter answers, which are most, are not counted: a connection has one of them at a time.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::body::{Body, HttpBody as _, to_bytes};
use axum::response::{IntoResponse as _, Response};
use bytes::Bytes;
use giog_protocol::ErrorCode;
use giog_protocol::rest::ProblemCode;
use giog_rules::MatchId;
use giog_store::{AddressRange, Archive, StoredRecord};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::address::AddressClass;
use crate::cacheable::Tagged;
use crate::cost::weights::{of_bytes, of_replay};
use crate::cost::{Costs, HeldAnswer, Meter};
use crate::problem::RestError;
use crate::workers::{JobNotDone, Workers};

/// Records that are read and decompressed at the same time: the number of worker threads.
const TURNS: usize = 2;
/// Stored records up to this length in bytes are decompressed without a worker thread: it takes some hundred microseconds.
const SHORT_STORED_BYTES: usize = 16 * 1024;
/// Answers up to this length in bytes are not counted: the kernel buffers as much for a client that does not read.
const SHORT_BYTES: usize = 64 * 1024;
/// Bytes of all long answers at a time: ten of the longest records.
const LONG_BYTES: usize = 128 * 1024 * 1024;
/// Bytes of long answers for one address: one of the longest records, or several shorter ones. The first one is limited only by the
/// total.
const LONG_BYTES_PER_ADDRESS: usize = 16 * 1024 * 1024;
/// The most that a network may have, as a multiple of one address's limit, so that no network can use up everything.
const NETWORK_TIMES: u32 = 2;
/// How long a request for a record waits at most until its address's budget allows it; then it is refused.
const MAX_DEBT: Duration = Duration::from_secs(2);
/// `Retry-After` if there is no capacity, in seconds.
const RETRY_S: u32 = 5;

/// The records that are being read, and the long answers in memory.
pub(crate) struct Records {
    store: Arc<Archive>,
    costs: Costs,
    workers: Workers,
    turns: Arc<Semaphore>,
    long: Arc<Mutex<LongBytes>>,
}

/// The bytes of long answers in memory.
#[derive(Debug, Default)]
struct LongBytes {
    all: usize,
    by_network: HashMap<AddressRange, usize>,
}

/// Which limit is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NoPlace {
    OfAddress,
    InAll,
}

/// The counted bytes of an answer, until this is dropped.
#[derive(Debug)]
pub(crate) struct Hold {
    long: Arc<Mutex<LongBytes>>,
    class: AddressClass,
    /// How many are counted.
    bytes: usize,
}

/// A record that was read, and its counted bytes.
#[derive(Debug)]
pub(crate) struct HeldRecord {
    pub bytes: Vec<u8>,
    pub hold: Hold,
}

/// The purpose of reading a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ReadFor {
    /// To send or parse it.
    Sending,
    /// To replay its match.
    Replay,
}

/// The bytes of an answer, which stay counted as long as a part of them exists.
struct HeldBytes {
    bytes: Bytes,
    _hold: Arc<Hold>,
    _held: Option<HeldAnswer>,
}

impl AsRef<[u8]> for HeldBytes {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

impl Records {
    /// Records of this store, opened on these threads; addresses are charged for them.
    pub fn new(store: Arc<Archive>, costs: Costs, workers: Workers) -> Self {
        Self {
            store,
            costs,
            workers,
            turns: Arc::new(Semaphore::new(TURNS)),
            long: Arc::default(),
        }
    }

    /// Reads a record for a client at an address, which is charged for it. None if there is no such record.
    pub async fn read(
        &self,
        address: IpAddr,
        id: MatchId,
        read_for: ReadFor,
    ) -> Result<Option<HeldRecord>, RestError> {
        let turn = self.turn().await;
        // Of many simultaneous requests from one address, each waits until the previous ones have been charged.
        if let Err(wait) = self.costs.reserve(address, 0, MAX_DEBT) {
            return Err(RestError::too_much(wait));
        }
        let Some(stored) = self.store.record(id).await? else {
            return Ok(None);
        };
        let record = self.opened(address, stored, turn).await?;
        if read_for == ReadFor::Replay && is_long(record.bytes.len()) {
            let cost = of_replay(record.bytes.len());
            self.costs.charge_address(address, cost);
        }
        Ok(Some(record))
    }

    /// Opens something else that is stored in the form of records, for a client at an address, which is charged for it.
    pub async fn open(
        &self,
        address: IpAddr,
        stored: StoredRecord,
    ) -> Result<HeldRecord, RestError> {
        let turn = self.turn().await;
        self.opened(address, stored, turn).await
    }

    async fn turn(&self) -> OwnedSemaphorePermit {
        let turns = Arc::clone(&self.turns);
        turns.acquire_owned().await.expect("turns never end")
    }

    async fn opened(
        &self,
        address: IpAddr,
        stored: StoredRecord,
        turn: OwnedSemaphorePermit,
    ) -> Result<HeldRecord, RestError> {
        // The stored record is never longer than the record, so most requests above the limit are refused before decompression.
        let hold = self.hold(address, stored.stored_bytes())?;
        let (opened, turn) = if stored.stored_bytes() <= SHORT_STORED_BYTES {
            (stored.open(), turn)
        } else {
            // The job owns the permit, because the record stays in memory even if nobody waits for it any more.
            self.workers.run(move || (stored.open(), turn)).await?
        };
        let bytes = opened?;
        drop(hold);
        let hold = self.hold(address, bytes.len())?;
        drop(turn);
        Ok(HeldRecord { bytes, hold })
    }

    /// Counts an answer of so many bytes, and charges its address if it is long, even if it is refused.
    pub fn hold(&self, address: IpAddr, bytes: usize) -> Result<Hold, RestError> {
        if is_long(bytes) {
            self.costs.charge_address(address, of_bytes(bytes));
        }
        let class = self.costs.addresses.class(address);
        Hold::take(Arc::clone(&self.long), class, bytes).map_err(RestError::from)
    }
}

const fn is_long(bytes: usize) -> bool {
    bytes > SHORT_BYTES
}

impl LongBytes {
    fn take(&mut self, class: AddressClass, bytes: usize) -> Result<(), NoPlace> {
        for (network, times) in class.networks() {
            let held = self.by_network.get(&network).copied().unwrap_or(0);
            let most = LONG_BYTES_PER_ADDRESS * times.min(NETWORK_TIMES) as usize;
            if held > 0 && held + bytes > most {
                return Err(NoPlace::OfAddress);
            }
        }
        if self.all + bytes > LONG_BYTES {
            return Err(NoPlace::InAll);
        }
        self.all += bytes;
        for (network, _) in class.networks() {
            *self.by_network.entry(network).or_default() += bytes;
        }
        Ok(())
    }

    fn give_back(&mut self, class: AddressClass, bytes: usize) {
        self.all -= bytes;
        for (network, _) in class.networks() {
            if let Some(held) = self.by_network.get_mut(&network) {
                *held -= bytes;
                if *held == 0 {
                    self.by_network.remove(&network);
                }
            }
        }
    }
}

impl Hold {
    fn take(
        long: Arc<Mutex<LongBytes>>,
        class: AddressClass,
        bytes: usize,
    ) -> Result<Self, NoPlace> {
        let bytes = if is_long(bytes) { bytes } else { 0 };
        if bytes > 0 {
            lock(&long).take(class, bytes)?;
        }
        Ok(Self { long, class, bytes })
    }

    /// Changes the count to this number of bytes, after the answer was transformed.
    pub fn resized(self, bytes: usize) -> Result<Self, RestError> {
        let (long, class) = (Arc::clone(&self.long), self.class);
        drop(self);
        Self::take(long, class, bytes).map_err(RestError::from)
    }

    /// Whether its bytes are counted: those of short answers are not.
    pub const fn is_counted(&self) -> bool {
        self.bytes > 0
    }

    /// Attaches the count to an answer, until all of it is written or dropped.
    pub fn of(self, mut response: Response) -> Response {
        if self.bytes > 0 {
            response.extensions_mut().insert(Arc::new(self));
        }
        response
    }
}

impl Drop for Hold {
    fn drop(&mut self) {
        if self.bytes > 0 {
            lock(&self.long).give_back(self.class, self.bytes);
        }
    }
}

impl HeldRecord {
    /// Returns what `look` finds in the record; for a long one on a worker thread.
    pub async fn look<T: Send + 'static>(
        self,
        workers: &Workers,
        look: impl FnOnce(&[u8]) -> T + Send + 'static,
    ) -> Result<T, JobNotDone> {
        if !is_long(self.bytes.len()) {
            return Ok(look(&self.bytes));
        }
        // With its count, as long as it waits.
        workers.run(move || look(&{ self }.bytes)).await
    }

    /// The record with its tag, as an answer.
    pub async fn tagged(self, workers: &Workers) -> Result<(Tagged, Hold), JobNotDone> {
        let is_long = is_long(self.bytes.len());
        let tag = move || (Tagged::new(self.bytes), self.hold);
        if is_long {
            workers.run(tag).await
        } else {
            Ok(tag())
        }
    }
}

impl From<NoPlace> for RestError {
    fn from(no_place: NoPlace) -> Self {
        match no_place {
            NoPlace::OfAddress => Self::TooMany { wait_s: RETRY_S },
            NoPlace::InAll => ErrorCode::Busy.into(),
        }
    }
}

/// Ties the counted bytes of an answer to its body, however it is written, and tells the connection that it has a long answer.
pub(crate) async fn hold_body(
    meter: Option<Arc<Meter>>,
    answer: impl Future<Output = Response>,
) -> Response {
    let mut response = answer.await;
    let Some(hold) = response.extensions_mut().remove::<Arc<Hold>>() else {
        return response;
    };
    if response.body().size_hint().exact() == Some(0) {
        return response;
    }
    let (parts, body) = response.into_parts();
    // A body of known length is already in memory.
    match to_bytes(body, usize::MAX).await {
        Ok(bytes) => {
            let owner = HeldBytes {
                bytes,
                _hold: hold,
                _held: meter.map(|meter| meter.hold()),
            };
            Response::from_parts(parts, Body::from(Bytes::from_owner(owner)))
        }
        Err(_) => RestError::from(ProblemCode::Internal).into_response(),
    }
}

/// Locks the counts even if a task has panicked while it had the lock: every change of them is atomic.
fn lock(long: &Mutex<LongBytes>) -> MutexGuard<'_, LongBytes> {
    long.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use axum::http::header::CONTENT_TYPE;
    use futures_util::FutureExt as _;
    use tokio::task::yield_now;

    use super::*;
    use crate::address::tests::addresses;
    use crate::content_coding::Coding;
    use crate::cost::meter::tests::meter;
    use crate::rest::compress;
    use crate::settings::ServerLimits;
    use crate::workers::tests::Blocked;

    const MIB: usize = 1024 * 1024;

    /// Takes counts of so many bytes, one after another, for addresses of this form, as long as they are accepted.
    fn taken(
        long: &Arc<Mutex<LongBytes>>,
        bytes: usize,
        form: impl Fn(usize) -> String,
    ) -> (Vec<Hold>, NoPlace) {
        let addresses = addresses(&[]);
        let mut held = Vec::new();
        loop {
            let address = form(held.len()).parse().expect("an address");
            match Hold::take(Arc::clone(long), addresses.class(address), bytes) {
                Ok(place) => held.push(place),
                Err(no_place) => return (held, no_place),
            }
            assert!(held.len() < 1_000, "there is no end of places");
        }
    }

    #[test]
    fn an_address_a_network_and_all_together_hold_so_many_bytes_and_no_more() {
        let long = Arc::default();
        let (one, no_place) = taken(&long, 7 * MIB, |_| "192.0.2.1".to_owned());
        assert_eq!((one.len(), no_place), (2, NoPlace::OfAddress));
        drop(one);
        let (network, no_place) = taken(&long, 12 * MIB, |n| format!("2001:db8:0:{n:x}::1"));
        assert_eq!((network.len(), no_place), (2, NoPlace::OfAddress));
        drop(network);
        let (all, no_place) = taken(&long, 12 * MIB, |n| format!("2001:db8:{n:x}::1"));
        assert_eq!((all.len(), no_place), (10, NoPlace::InAll));
        assert_eq!(RestError::from(no_place).code(), ErrorCode::Busy.into());
        drop(all);
        let left = lock(&long);
        assert_eq!((left.all, left.by_network.len()), (0, 0));
    }

    #[test]
    fn one_answer_of_an_address_may_be_longer_and_short_ones_are_not_counted() {
        let (long, class) = (Arc::default(), addresses(&[]).class([192, 0, 2, 1].into()));
        let take = |bytes| Hold::take(Arc::clone(&long), class, bytes);
        let hold = take(MIB).expect("a place");
        let hold = hold.resized(100 * MIB).expect("nothing else is held");
        assert_eq!(take(MIB).expect_err("too much"), NoPlace::OfAddress);
        take(SHORT_BYTES).expect("a short one");
        assert!(hold.resized(LONG_BYTES + 1).is_err());
        assert_eq!(lock(&long).all, 0);
    }

    #[tokio::test]
    async fn an_answer_that_waits_to_be_compressed_has_its_place_though_nobody_waits_for_it() {
        let (long, class) = (Arc::default(), addresses(&[]).class([192, 0, 2, 1].into()));
        let take = || Hold::take(Arc::clone(&long), class, LONG_BYTES_PER_ADDRESS);
        let workers = Workers::start();
        let blocked = Blocked::threads_of(&workers).await;
        {
            let text = [(CONTENT_TYPE, "text/plain")];
            let answer = (text, vec![b' '; MIB]).into_response();
            let hold = Hold::take(Arc::clone(&long), class, MIB).expect("a place");
            let answer = async { hold.of(answer) };
            let packing = compress(&workers, Coding::Gzip, answer);
            assert!(packing.now_or_never().is_none());
        }
        assert_eq!(take().expect_err("its bytes are there"), NoPlace::OfAddress);
        drop(blocked);
        while take().is_err() {
            yield_now().await;
        }
    }

    #[tokio::test]
    async fn a_connection_knows_that_an_answer_is_held_for_it_until_its_last_byte_is_dropped() {
        let class = addresses(&[]).class([192, 0, 2, 1].into());
        for (bytes, is_long) in [(MIB, true), (SHORT_BYTES, false)] {
            let meter = meter(ServerLimits::default());
            let hold = Hold::take(Arc::default(), class, bytes).expect("a place");
            let answer = hold.of(Response::new(Body::from(vec![0; bytes])));
            let answer = hold_body(Some(Arc::clone(&meter)), async { answer }).await;
            assert_eq!(meter.is_held(), is_long);
            let body = to_bytes(answer.into_body(), usize::MAX).await;
            let last = body.expect("all of it").slice(bytes - 1..);
            assert_eq!(meter.is_held(), is_long);
            drop(last);
            assert!(!meter.is_held());
        }
    }
}
