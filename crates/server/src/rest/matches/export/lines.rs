//! The lines of an export, as they are read: no more of them are in memory than a client is about to take.

use std::collections::VecDeque;
use std::io::Write as _;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::body::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;
use futures_util::Stream;
use futures_util::stream::try_unfold;
use giog_protocol::ErrorCode;
use giog_protocol::rest::ProblemCode;
use giog_rules::MatchId;
use giog_store::{Cursor, MAX_PAGE_MATCHES, MatchFilter, MatchSummary};
use tokio::time::sleep;

use super::{Content, ExportClient};
use crate::content_coding::Coding;
use crate::cost::weights::{EXPORTED_RECORD, EXPORTED_SUMMARY, of_bytes};
use crate::cost::{Cost, HeldAnswer, NotPaid};
use crate::places::Place;
use crate::problem::RestError;
use crate::records::{Hold, ReadFor};
use crate::rest::extract::Caller;
use crate::state::App;
use crate::summaries::summaries;
use crate::workers::JobNotDone;

/// Lines are sent when there are so many bytes of them. Less would be more frames; a longer record is sent by itself.
const CHUNK_BYTES: usize = 64 * 1024;
/// The longest pause before it is tried again whether the budget of the address allows the next lines.
const LONGEST_PAUSE: Duration = Duration::from_secs(1);
/// How long it is waited for when the server has no room for another record in memory.
const BUSY_PAUSE: Duration = Duration::from_millis(250);

/// What is exported.
pub(super) struct Wanted {
    pub filter: MatchFilter,
    pub content: Content,
    /// The place after which it begins; none for the first one.
    pub after: Option<Cursor>,
    /// The most lines; none for all.
    pub limit: Option<NonZeroU32>,
}

/// An export that is running.
pub(super) struct Lines {
    app: App,
    address: IpAddr,
    caller: Caller,
    filter: MatchFilter,
    content: Content,
    next: NextPage,
    /// Matches that were read and are not sent yet.
    waiting: VecDeque<MatchSummary>,
    /// How many lines may still be sent.
    left: Option<u32>,
    /// The compressor; none of a body without compression.
    gzip: Option<Arc<Mutex<GzEncoder<Vec<u8>>>>>,
    /// The cost of what was sent and is not paid yet.
    owed: Cost,
    is_over: bool,
    /// While it runs, the client must read at the least rate of long answers.
    _held: Option<HeldAnswer>,
    _place: Place,
}

/// Where the next page of matches begins.
#[derive(Clone, Copy, Debug)]
enum NextPage {
    /// After this place, or at the first one.
    After(Option<Cursor>),
    /// There is none.
    None,
}

/// Why an export is cut off: the body then has no end.
#[derive(Debug, thiserror::Error)]
pub(super) enum CutOff {
    #[error("the server stops")]
    Stopping,
    #[error("the address is banned")]
    Banned,
    #[error("{0}")]
    Failed(RestError),
}

/// Bytes that are sent, with the place in memory of a long record.
struct Chunk {
    bytes: Vec<u8>,
    _hold: Option<Hold>,
}

impl AsRef<[u8]> for Chunk {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

impl From<RestError> for CutOff {
    fn from(error: RestError) -> Self {
        Self::Failed(error)
    }
}

impl Lines {
    /// An export of these matches to this client.
    pub fn new(
        app: App,
        client: ExportClient,
        caller: Caller,
        wanted: Wanted,
        place: Place,
    ) -> Self {
        let gzip = (client.coding == Coding::Gzip).then(|| {
            Arc::new(Mutex::new(GzEncoder::new(
                Vec::new(),
                Compression::default(),
            )))
        });
        Self {
            address: client.address,
            _held: client.meter.map(|meter| meter.hold()),
            app,
            caller,
            filter: wanted.filter,
            content: wanted.content,
            next: NextPage::After(wanted.after),
            waiting: VecDeque::new(),
            left: wanted.limit.map(NonZeroU32::get),
            gzip,
            owed: 0,
            is_over: false,
            _place: place,
        }
    }

    /// Reads which matches come next, if it is not known.
    pub async fn read_page(&mut self) -> Result<(), RestError> {
        while self.waiting.is_empty() && self.left != Some(0) {
            let NextPage::After(after) = self.next else {
                return Ok(());
            };
            let limit = self.left.unwrap_or(MAX_PAGE_MATCHES).min(MAX_PAGE_MATCHES);
            let page = self.app.store.matches(&self.filter, after, limit).await?;
            self.waiting = page.items.into();
            self.next = page
                .next
                .map_or(NextPage::None, |next| NextPage::After(Some(next)));
        }
        Ok(())
    }

    /// The body.
    pub fn into_stream(self) -> impl Stream<Item = Result<Bytes, CutOff>> {
        try_unfold(self, async |mut lines| {
            let chunk = lines.next_chunk().await?;
            Ok(chunk.map(|chunk| (chunk, lines)))
        })
    }

    /// The next bytes; none after the last ones.
    async fn next_chunk(&mut self) -> Result<Option<Bytes>, CutOff> {
        while !self.is_over {
            let (mut bytes, mut hold) = (Vec::new(), None);
            while bytes.len() < CHUNK_BYTES && hold.is_none() {
                self.go_on()?;
                self.pay().await?;
                self.read_page().await?;
                if self.waiting.is_empty() || self.left == Some(0) {
                    self.is_over = true;
                    break;
                }
                match self.content {
                    Content::Summaries => self.summaries(&mut bytes).await?,
                    Content::Records => hold = self.record(&mut bytes).await?,
                }
            }
            let bytes = self.compress(bytes).await?;
            if !bytes.is_empty() {
                self.owed += of_bytes(bytes.len());
                let chunk = Chunk { bytes, _hold: hold };
                return Ok(Some(Bytes::from_owner(chunk)));
            }
        }
        Ok(None)
    }

    /// Whether the export may go on.
    fn go_on(&self) -> Result<(), CutOff> {
        if *self.app.stopping.borrow() {
            return Err(CutOff::Stopping);
        }
        let now = self.app.clock.now().wall;
        if self.app.guests.bans.keep_away(self.address, now) {
            return Err(CutOff::Banned);
        }
        Ok(())
    }

    /// Waits until the budget of the address allows what is owed.
    async fn pay(&mut self) -> Result<(), CutOff> {
        let owed = std::mem::take(&mut self.owed);
        let mut stopping = self.app.stopping.clone();
        let paid = self.app.costs.pay(self.address, owed, None, &mut stopping);
        paid.await.map_err(|_: NotPaid| CutOff::Stopping)
    }

    /// Adds the lines of all matches that wait, with people's present names.
    async fn summaries(&mut self, bytes: &mut Vec<u8>) -> Result<(), CutOff> {
        let mut page: Vec<MatchSummary> = self.waiting.drain(..).collect();
        if let Some(left) = &mut self.left {
            page.truncate(usize::try_from(*left).unwrap_or(usize::MAX));
            *left -= u32::try_from(page.len()).unwrap_or(*left);
        }
        self.owed += page.len() as Cost * EXPORTED_SUMMARY;
        for summary in summaries(&self.app.store, self.caller.player(), page).await? {
            let written = serde_json::to_writer(&mut *bytes, &summary);
            written.map_err(|_| RestError::from(ProblemCode::Internal))?;
            bytes.push(b'\n');
        }
        Ok(())
    }

    /// Adds the record of the next match. A long one is in memory until it is sent, and the returned place with it.
    async fn record(&mut self, bytes: &mut Vec<u8>) -> Result<Option<Hold>, CutOff> {
        let Some(MatchSummary { match_id, .. }) = self.waiting.pop_front() else {
            return Ok(None);
        };
        self.owed += EXPORTED_RECORD;
        let Some((record, hold)) = self.read_record(match_id).await? else {
            return Ok(None);
        };
        if let Some(left) = &mut self.left {
            *left -= 1;
        }
        bytes.extend_from_slice(&record);
        bytes.push(b'\n');
        Ok(hold)
    }

    /// A record, or the line for one that cannot be read; none if it was deleted meanwhile.
    async fn read_record(&self, id: MatchId) -> Result<Option<(Vec<u8>, Option<Hold>)>, CutOff> {
        loop {
            let read = self.app.records.read(self.address, id, ReadFor::Sending);
            let busy = ProblemCode::Protocol(ErrorCode::Busy);
            let pause = match read.await {
                Ok(record) => {
                    return Ok(record.map(|record| {
                        let hold = record.hold.is_counted().then_some(record.hold);
                        (record.bytes, hold)
                    }));
                }
                Err(error) if error.code() == ProblemCode::Internal => {
                    let line = format!(r#"{{"match_id":"{id}","unreadable":true}}"#);
                    return Ok(Some((line.into_bytes(), None)));
                }
                Err(RestError::TooMany { wait_s }) => {
                    LONGEST_PAUSE.min(Duration::from_secs(wait_s.into()))
                }
                Err(error) if error.code() == busy => BUSY_PAUSE,
                Err(error) => return Err(error.into()),
            };
            self.go_on()?;
            sleep(pause).await;
        }
    }

    /// Compresses these lines on a worker thread, so that they can be read by themselves; after the last ones comes the end.
    async fn compress(&self, plain: Vec<u8>) -> Result<Vec<u8>, CutOff> {
        let Some(gzip) = &self.gzip else {
            return Ok(plain);
        };
        let (plain, is_over) = (Bytes::from(plain), self.is_over);
        loop {
            let (gzip, plain) = (Arc::clone(gzip), plain.clone());
            let pack = move || {
                let mut gzip = gzip.lock().unwrap_or_else(PoisonError::into_inner);
                let written = gzip.write_all(&plain).and_then(|()| {
                    if is_over {
                        gzip.try_finish()
                    } else {
                        gzip.flush()
                    }
                });
                written.expect("memory takes what is written");
                std::mem::take(gzip.get_mut())
            };
            match self.app.workers.run(pack).await {
                Ok(packed) => return Ok(packed),
                // Nothing was written yet.
                Err(JobNotDone::Busy) => {
                    self.go_on()?;
                    sleep(BUSY_PAUSE).await;
                }
                Err(JobNotDone::Failed) => {
                    return Err(RestError::from(ProblemCode::Internal).into());
                }
            }
        }
    }
}
