//! Records of finished matches, and other answers that may have some MiB.
//!
//! A record is read when it is its turn, and a long one is opened beside the threads that play. Whoever takes a long answer slowly
//! has the server hold it for as long. So every byte of those is counted from the reading until it is written or dropped, for its
//! address and its networks and in all, and whoever comes when there is no place is refused; and the connection is told that it is
//! held, so that it must be taken within minutes. Others, which most are, are not counted: a connection has one of them at a time.

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
use giog_store::AddressRange;
use tokio::sync::Semaphore;

use crate::address::AddressClass;
use crate::cost::weights::{of_bytes, of_replay};
use crate::cost::{HeldAnswer, Meter};
use crate::rest::RestError;
use crate::rest::kept::Tagged;
use crate::state::App;
use crate::workers::JobNotDone;

/// Records that are read and opened at the same time: as many as there are threads that open them.
const TURNS: usize = 2;
/// Bytes of a stored record up to which it is opened where it is read: some hundred microseconds.
const SHORT_STORED_BYTES: usize = 16 * 1024;
/// Bytes up to which an answer is not counted: what the kernel takes of one that nobody reads.
const SHORT_BYTES: usize = 64 * 1024;
/// Bytes of all long answers at a time: ten of the longest records.
const LONG_BYTES: usize = 128 * 1024 * 1024;
/// Bytes of them for one address: one of the longest records, or some others. The first is always taken that has place in all.
const LONG_BYTES_PER_ADDRESS: usize = 16 * 1024 * 1024;
/// How many times what one address may have a network may have at most, so that no single one has all of it.
const NETWORK_TIMES: u32 = 2;
/// How long an address waits at most until it has paid for the records before; then it is refused.
const MAX_DEBT: Duration = Duration::from_secs(2);
/// In how many seconds those are asked to come again for whom there is no place.
const RETRY_S: u32 = 5;

/// What is being read, and held.
#[derive(Debug)]
pub(crate) struct Records {
    turns: Arc<Semaphore>,
    long: Arc<Mutex<LongBytes>>,
}

/// The bytes of long answers that are held.
#[derive(Debug, Default)]
struct LongBytes {
    all: usize,
    by_network: HashMap<AddressRange, usize>,
}

/// Where there is no place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NoPlace {
    OfAddress,
    InAll,
}

/// The place of an answer, until this is dropped.
#[derive(Debug)]
pub(crate) struct Hold {
    long: Arc<Mutex<LongBytes>>,
    class: AddressClass,
    /// As many as are counted.
    bytes: usize,
}

/// A record that was read, and its place.
#[derive(Debug)]
pub(crate) struct HeldRecord {
    pub bytes: Vec<u8>,
    pub hold: Hold,
}

/// What a record is read for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ReadFor {
    /// To be sent or looked through.
    Sending,
    /// To play its match again.
    Replay,
}

/// The bytes of an answer, which have their place for as long as anything of them is there.
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

impl Default for Records {
    fn default() -> Self {
        Self {
            turns: Arc::new(Semaphore::new(TURNS)),
            long: Arc::default(),
        }
    }
}

impl Records {
    /// Reads a record for somebody at an address, who pays for it; nothing where there is none.
    pub async fn read(
        app: &App,
        address: IpAddr,
        id: MatchId,
        read_for: ReadFor,
    ) -> Result<Option<HeldRecord>, RestError> {
        let turns = Arc::clone(&app.records.turns);
        let turn = turns.acquire_owned().await.expect("turns never end");
        // Of many who ask at once from one address, each comes when those before have been charged.
        if let Err(wait) = app.costs.reserve(address, 0, MAX_DEBT) {
            let wait_s = u32::try_from(wait.as_secs() + 1).unwrap_or(u32::MAX);
            return Err(RestError::TooMany { wait_s });
        }
        let Some(stored) = app.store.record(id).await? else {
            return Ok(None);
        };
        // What is kept is never longer than the record: of those for whom there is no place, most are refused before it is opened.
        let hold = Self::hold(app, address, stored.stored_bytes())?;
        let (opened, turn) = if stored.stored_bytes() <= SHORT_STORED_BYTES {
            (stored.open(), turn)
        } else {
            // The turn goes with it: what nobody waits for any more is still in memory.
            app.workers.run(move || (stored.open(), turn)).await?
        };
        let bytes = opened?;
        drop(hold);
        let hold = Self::hold(app, address, bytes.len())?;
        drop(turn);
        if read_for == ReadFor::Replay && is_long(bytes.len()) {
            app.costs.charge_address(address, of_replay(bytes.len()));
        }
        Ok(Some(HeldRecord { bytes, hold }))
    }

    /// A place for an answer of so many bytes, for which its address pays if they are many, also where there is none.
    pub fn hold(app: &App, address: IpAddr, bytes: usize) -> Result<Hold, RestError> {
        if is_long(bytes) {
            app.costs.charge_address(address, of_bytes(bytes));
        }
        let class = app.addresses.class(address);
        Hold::take(Arc::clone(&app.records.long), class, bytes).map_err(RestError::from)
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

    /// The place of what was made of the answer, which has so many bytes.
    pub fn resized(self, bytes: usize) -> Result<Self, RestError> {
        let (long, class) = (Arc::clone(&self.long), self.class);
        drop(self);
        Self::take(long, class, bytes).map_err(RestError::from)
    }

    /// Has this place for an answer until all of it is written or dropped.
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
    /// What is found in the record; in a long one beside the threads that play.
    pub async fn look<T: Send + 'static>(
        self,
        app: &App,
        look: impl FnOnce(&[u8]) -> T + Send + 'static,
    ) -> Result<T, JobNotDone> {
        if !is_long(self.bytes.len()) {
            return Ok(look(&self.bytes));
        }
        // With its place, for as long as it waits.
        app.workers.run(move || look(&{ self }.bytes)).await
    }

    /// The record with its tag, as an answer.
    pub async fn tagged(self, app: &App) -> Result<(Tagged, Hold), JobNotDone> {
        let is_long = is_long(self.bytes.len());
        let tag = move || (Tagged::new(self.bytes), self.hold);
        if is_long {
            app.workers.run(tag).await
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

/// Ties the place that an answer has to its bytes, however they are written, and tells the connection that gets them.
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
    // A body of a known length is in memory already.
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

/// Counts that a task panicked over are still counts: every change of them is whole.
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
    use crate::coding::Coding;
    use crate::cost::meter::tests::meter;
    use crate::rest::compress;
    use crate::settings::ServerLimits;
    use crate::workers::Workers;
    use crate::workers::tests::Blocked;

    const MIB: usize = 1024 * 1024;

    /// As many places of so many bytes as are taken, one after another, from addresses of this form.
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
