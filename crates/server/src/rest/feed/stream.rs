//! The events of one stream, as they are sent: no more of them are in memory than a page.

use std::collections::{HashSet, VecDeque};
use std::convert::Infallible;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::response::sse::Event;
use futures_util::Stream;
use futures_util::future::OptionFuture;
use futures_util::stream::unfold;
use giog_protocol::{RoomId, RoomSummary};
use giog_rooms::TableChange;
use giog_rules::Variant;
use serde::Serialize;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::sleep;

use super::HEARTBEAT;
use crate::cost::NotPaid;
use crate::cost::weights::{FEED_EVENT, of_bytes};
use crate::feed::{Following, NotFollowed, Published};
use crate::places::Place;
use crate::state::App;

/// How many tables that are open at the start are read at a time.
const PAGE_TABLES: usize = 50;
/// How long an event waits for the budget of its address until the stream is ended.
const LONGEST_DEBT: Duration = Duration::from_secs(10);
/// When clients connect again if the connection is lost or the server stops.
const RETRY: Duration = Duration::from_secs(3);
/// When they do if events are not paid for or not read: what the address may use is there again.
const RETRY_LATER: Duration = Duration::from_secs(30);

/// A stream of events.
pub(super) struct Events {
    app: App,
    address: IpAddr,
    variant: Option<Variant>,
    matches: Option<Following>,
    tables: Option<Tables>,
    /// Events that are not sent yet.
    waiting: VecDeque<Made>,
    phase: Phase,
    _place: Place,
}

/// Where a stream is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Begins,
    Runs,
    Over,
}

/// The tables of a stream.
struct Tables {
    changes: Receiver<TableChange>,
    /// Those that the client was told of.
    known: HashSet<RoomId>,
    /// Tables that were open at the start and that it was not told of.
    open: VecDeque<RoomId>,
}

/// An event.
struct Made {
    event: Event,
    bytes: usize,
}

/// Why a stream ends.
#[derive(Clone, Copy, Debug)]
enum End {
    /// The server stops, or the address is banned.
    Stopping,
    /// Events are not paid for or not read.
    Late,
}

fn made_of(published: &[Arc<Published>]) -> Vec<Made> {
    published.iter().map(|one| Made::of_match(one)).collect()
}

/// A table that is not open any more.
#[derive(Serialize)]
struct ClosedTable {
    room: RoomId,
}

impl Made {
    fn new(name: &str, content: &impl Serialize) -> Self {
        let content = serde_json::to_string(content).expect("events are plain JSON");
        Self {
            bytes: content.len(),
            event: Event::default().event(name).data(content),
        }
    }

    fn of_match(published: &Published) -> Self {
        let Self { event, bytes } = Self::new("match_over", &published.summary);
        let event = event.id(published.summary.match_id.to_string());
        Self { event, bytes }
    }
}

impl Events {
    /// The events for this client, in this game or all.
    pub fn new(
        app: App,
        (address, place): (IpAddr, Place),
        variant: Option<Variant>,
        matches: Option<Following>,
        tables: Option<(Vec<RoomId>, Receiver<TableChange>)>,
    ) -> Self {
        Self {
            app,
            address,
            variant,
            matches,
            tables: tables.map(|(open, changes)| Tables {
                changes,
                known: HashSet::new(),
                open: open.into(),
            }),
            waiting: VecDeque::new(),
            phase: Phase::Begins,
            _place: place,
        }
    }

    /// The body.
    pub fn into_stream(self) -> impl Stream<Item = Result<Event, Infallible>> {
        unfold(self, async |mut events| {
            let event = events.next().await?;
            Some((Ok(event), events))
        })
    }

    /// The next event; none after the last one.
    async fn next(&mut self) -> Option<Event> {
        match self.phase {
            Phase::Begins => {
                self.phase = Phase::Runs;
                Some(Event::default().retry(RETRY))
            }
            Phase::Runs => {
                let event = self.next_paid().await.unwrap_or_else(|end| {
                    self.phase = Phase::Over;
                    Event::default().retry(match end {
                        End::Stopping => RETRY,
                        End::Late => RETRY_LATER,
                    })
                });
                Some(event)
            }
            Phase::Over => None,
        }
    }

    async fn next_paid(&mut self) -> Result<Event, End> {
        loop {
            if let Some(Made { event, bytes }) = self.waiting.pop_front() {
                let cost = FEED_EVENT + of_bytes(bytes);
                let mut stopping = self.app.stopping.clone();
                let costs = &self.app.costs;
                let paid = costs.pay(self.address, cost, Some(LONGEST_DEBT), &mut stopping);
                paid.await?;
                return Ok(event);
            }
            self.wait().await?;
        }
    }

    /// Waits for events.
    async fn wait(&mut self) -> Result<(), End> {
        self.may_go_on()?;
        let matches = self.matches.as_mut();
        if let Some(following) = matches.filter(|following| following.is_behind()) {
            let published = following.next().await?;
            self.waiting.extend(made_of(&published));
            return Ok(());
        }
        let tables = self.tables.as_mut();
        if let Some(tables) = tables.filter(|tables| !tables.open.is_empty()) {
            let made = tables.list(&self.app);
            self.waiting.extend(made);
            return Ok(());
        }
        let mut stopping = self.app.stopping.clone();
        let matches = self.matches.as_mut();
        let matches = OptionFuture::from(matches.map(Following::next));
        let tables = self.tables.as_mut();
        let tables = OptionFuture::from(tables.map(|one| one.changes.recv()));
        let made = tokio::select! {
            Some(published) = matches => made_of(&published?),
            Some(change) = tables => {
                let (change, variant) = (change?, self.variant);
                let tables = self.tables.as_mut();
                let made = tables.and_then(|tables| tables.changed(change, variant));
                made.into_iter().collect()
            }
            _ = stopping.wait_for(|stopping| *stopping) => return Err(End::Stopping),
            // Not for ever, because the address may be banned meanwhile.
            () = sleep(HEARTBEAT) => Vec::new(),
        };
        self.waiting.extend(made);
        Ok(())
    }

    /// Whether the stream may go on.
    fn may_go_on(&self) -> Result<(), End> {
        let now = self.app.clock.now().wall;
        if *self.app.stopping.borrow() || self.app.guests.bans.keep_away(self.address, now) {
            return Err(End::Stopping);
        }
        Ok(())
    }
}

impl Tables {
    /// Reads some of the tables that were open at the start. One that is not open any more is in the changes.
    fn list(&mut self, app: &App) -> Vec<Made> {
        let some: Vec<RoomId> = self
            .open
            .drain(..PAGE_TABLES.min(self.open.len()))
            .collect();
        let rooms = app.hub.public_rooms(&some);
        rooms
            .iter()
            .filter_map(|table| self.opened(table))
            .collect()
    }

    fn changed(&mut self, change: TableChange, wanted: Option<Variant>) -> Option<Made> {
        match change {
            TableChange::Opened(table) => wanted
                .is_none_or(|wanted| wanted == table.variant)
                .then(|| self.opened(&table))?,
            TableChange::Closed(room) => self
                .known
                .remove(&room)
                .then(|| Made::new("table_closed", &ClosedTable { room })),
        }
    }

    /// The event for a table that the client was not told of.
    fn opened(&mut self, table: &RoomSummary) -> Option<Made> {
        let is_new = self.known.insert(table.room);
        is_new.then(|| Made::new("table_opened", table))
    }
}

impl From<NotPaid> for End {
    fn from(not_paid: NotPaid) -> Self {
        match not_paid {
            NotPaid::Stopping => Self::Stopping,
            NotPaid::Late => Self::Late,
        }
    }
}

impl From<NotFollowed> for End {
    /// The client connects again and goes on with what it has.
    fn from(_: NotFollowed) -> Self {
        Self::Late
    }
}

impl From<RecvError> for End {
    fn from(_: RecvError) -> Self {
        Self::Late
    }
}
