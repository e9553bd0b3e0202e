//! Webhooks: what happens in public, and reports that wait, is sent to addresses of the operator.
//!
//! One task follows the feed and the tables, and puts a [`Notice`] into the queue of each address; another one for each address sends what is
//! in its queue. No room and no other address waits for one that does not answer: what does not fit into its queue is lost.
//!
//! Of several servers that share the rooms, the one with the first shard sends. All follow, so that another one goes on when it is gone.
//! Whoever begins to send, also after a start, sends programs the matches of the last seconds again, under the same ids, because it cannot know
//! which of them were sent. People would see them twice, so they do not get them again.

mod delivery;
mod notice;
mod signature;

use std::collections::{HashSet, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use giog_protocol::rest::MatchSummary;
use giog_protocol::{RoomId, RoomSummary};
use giog_rooms::TableChange;
use giog_rules::Timestamp;
use giog_store::{MatchFilter, Report};
use reqwest::Client;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{mpsc, watch};
use tokio::task::JoinSet;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep};

use self::delivery::{Address, Audience, deliver_all};
use self::notice::Notice;
use crate::feed::{Following, STORAGE_PAUSE};
use crate::log_throttle::ThrottledLine;
use crate::outgoing;
use crate::settings::{MATCH_OVER, REPORT_WAITS, Settings, TABLE_OPENED, Webhooks};
use crate::state::App;
use crate::summaries::summaries;

/// Notices that wait for one address.
const QUEUED: usize = 256;
/// How often it is looked whether a report waits.
const REPORTS_EVERY: Duration = Duration::from_secs(10);
/// What happened in this time is sent again by a server that begins to send: several times as long as another server needs to begin.
const SENT_AGAIN: Duration = Duration::from_secs(30);
/// The most of that.
const MAX_SENT_AGAIN: usize = 100;
/// Tables that opened lately, which are not told again if they are closed to the public and opened, or were out of reach for a moment.
const KNOWN_TABLES: usize = 16_384;
/// The shard whose owner sends.
const SENDING_SHARD: u8 = 0;

/// The HTTP client of webhooks, with the settings.
#[derive(Clone, Debug)]
pub(crate) struct Hooks {
    settings: Webhooks,
    client: Client,
    /// The address before links to matches and tables.
    public_url: Option<String>,
}

impl Hooks {
    /// According to the settings; none if nothing is sent.
    pub fn of(settings: &Settings) -> Result<Option<Self>, reqwest::Error> {
        let webhooks = &settings.webhooks;
        if !webhooks.is_used() {
            return Ok(None);
        }
        let addresses = || webhooks.urls.iter().chain(&webhooks.discord);
        // The settings allow that in tests alone.
        let is_test = addresses().any(|url| url.starts_with("http://"));
        let client = outgoing::client(is_test, webhooks.private_addresses.clone());
        Ok(Some(Self {
            settings: webhooks.clone(),
            client: client.build()?,
            public_url: settings
                .public_url
                .as_ref()
                .map(|url| url.as_str().to_owned()),
        }))
    }
}

/// Sends what happens as long as the server runs.
pub(crate) async fn keep(app: App, hooks: Hooks) {
    let mut sending = JoinSet::new();
    let mut queues = Vec::new();
    for address in Address::all(&hooks.settings) {
        let (queue, notices) = mpsc::channel(QUEUED);
        queues.push((address.audience(), queue));
        let (client, clock) = (hooks.client.clone(), Arc::clone(&app.clock));
        sending.spawn(deliver_all(client, address, notices, clock));
    }
    // Before that, tables that come back look like tables that open.
    app.hub.recovered().await;
    let Some(following) = follow(&app).await else {
        return;
    };
    let since = before(app.clock.now().wall);
    let source = Source {
        app,
        hooks,
        queues,
        lost: ThrottledLine::default(),
        was_sending: false,
        recent: VecDeque::new(),
        tables: KnownTables::default(),
        reported: since,
    };
    source.run(following).await;
}

/// Waits until the server stops.
async fn stopped(stopping: &mut watch::Receiver<bool>) {
    // The sender lives as long as the server.
    let _ = stopping.wait_for(|stopping| *stopping).await;
}

/// The moment after which everything is sent again.
fn before(now: Timestamp) -> Timestamp {
    let again_ms = i64::try_from(SENT_AGAIN.as_millis()).unwrap_or(i64::MAX);
    Timestamp::from_unix_ms(now.unix_ms().saturating_sub(again_ms))
}

/// The matches from now on; none if the server stops.
async fn follow(app: &App) -> Option<Following> {
    loop {
        if *app.stopping.borrow() {
            return None;
        }
        match app.feed.follow(None, None).await {
            Ok(Some(following)) => return Some(following),
            Ok(None) | Err(_) => sleep(STORAGE_PAUSE).await,
        }
    }
}

/// Makes notices of what happens.
struct Source {
    app: App,
    hooks: Hooks,
    queues: Vec<(Audience, mpsc::Sender<Arc<Notice>>)>,
    lost: ThrottledLine,
    /// Whether this server was the one that sends.
    was_sending: bool,
    /// What happened in the last seconds, for when this server begins to send.
    recent: VecDeque<(Instant, Arc<Notice>)>,
    tables: KnownTables,
    /// When the last report was made that was looked at.
    reported: Timestamp,
}

impl Source {
    async fn run(mut self, mut following: Following) {
        let (open, mut tables) = self.app.hub.follow_tables(None);
        for room in open {
            self.tables.note(room);
        }
        self.look_back().await;
        let mut reports = interval(REPORTS_EVERY);
        reports.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut stopping = self.app.stopping.clone();
        loop {
            tokio::select! {
                published = following.next_some() => {
                    for one in published {
                        self.match_over(&one.summary);
                    }
                }
                change = tables.recv() => match change {
                    Ok(TableChange::Opened(table)) => self.table_opened(&table),
                    // Tables that were missed are only those of a moment ago.
                    Ok(TableChange::Closed(_)) | Err(RecvError::Lagged(_)) => {}
                    Err(RecvError::Closed) => return,
                },
                _ = reports.tick() => self.look_for_reports().await,
                () = stopped(&mut stopping) => return,
            }
        }
    }

    /// Remembers the matches that ended just before the start: a server that was killed may not have sent them. If they cannot be read,
    /// they are not sent again.
    async fn look_back(&mut self) {
        let filter = MatchFilter {
            from: Some(before(self.app.clock.now().wall)),
            ..MatchFilter::default()
        };
        let store = &self.app.store;
        let most = u32::try_from(MAX_SENT_AGAIN).unwrap_or(u32::MAX);
        let Ok(page) = store.matches(&filter, None, most).await else {
            return;
        };
        let Ok(matches) = summaries(store, None, page.items).await else {
            return;
        };
        for summary in matches.iter().rev().filter(|summary| summary.listed) {
            if let Some(notice) = self.notice_of(summary) {
                self.recent.push_back((Instant::now(), notice));
            }
        }
    }

    /// What is sent of a match, if anything.
    fn notice_of(&self, summary: &MatchSummary) -> Option<Arc<Notice>> {
        let settings = &self.hooks.settings;
        let is_sent = settings.sends(MATCH_OVER) && settings.wants(summary.variant);
        let public_url = self.hooks.public_url.as_deref();
        is_sent.then(|| Arc::new(Notice::match_over(summary, public_url)))
    }

    fn match_over(&mut self, summary: &MatchSummary) {
        if let Some(notice) = self.notice_of(summary) {
            self.happened(notice);
        }
    }

    fn table_opened(&mut self, table: &RoomSummary) {
        let is_new = self.tables.note(table.room);
        let settings = &self.hooks.settings;
        if is_new && settings.sends(TABLE_OPENED) && settings.wants(table.variant) {
            let at = self.app.clock.now().wall;
            let public_url = self.hooks.public_url.as_deref();
            let notice = Notice::table_opened(table, at, public_url);
            self.happened(Arc::new(notice));
        }
    }

    /// Whether this server is the one that sends. If it begins to, what happened in the last seconds is sent first.
    fn sends(&mut self) -> bool {
        let sends = self.app.hub.owns_shard(SENDING_SHARD);
        if sends && !self.was_sending {
            self.forget_old();
            let recent: Vec<_> = self.recent.iter().map(|(_, one)| Arc::clone(one)).collect();
            for notice in &recent {
                self.queue(notice, |audience| audience == Audience::Programs);
            }
        }
        self.was_sending = sends;
        sends
    }

    /// Sends a notice if this server sends, and remembers it for when it does.
    fn happened(&mut self, notice: Arc<Notice>) {
        if self.sends() {
            self.queue(&notice, |_| true);
        }
        self.recent.push_back((Instant::now(), notice));
        self.forget_old();
    }

    fn forget_old(&mut self) {
        let now = Instant::now();
        let is_old = |&(at, _): &(Instant, _)| now - at > SENT_AGAIN;
        while self.recent.len() > MAX_SENT_AGAIN || self.recent.front().is_some_and(is_old) {
            self.recent.pop_front();
        }
    }

    /// Puts a notice into the queues for these readers that have a place for it.
    fn queue(&mut self, notice: &Arc<Notice>, is_for: impl Fn(Audience) -> bool) {
        for (_, queue) in self
            .queues
            .iter()
            .filter(|&&(audience, _)| is_for(audience))
        {
            if queue.try_send(Arc::clone(notice)).is_err()
                && let Some(lost) = self.lost.note(Instant::now())
            {
                tracing::warn!(
                    lost,
                    "a webhook does not take its notices: those that do not fit into its queue are lost"
                );
            }
        }
    }

    /// The latest report that is open and was made after those that were looked at.
    async fn new_report(&self) -> Option<Report> {
        let page = self.app.store.reports(true, None, 1).await.ok()?;
        let report = page.items.into_iter().next()?.report;
        (report.at > self.reported).then_some(report)
    }

    async fn look_for_reports(&mut self) {
        // So that a server that begins to send does so although nothing happens.
        self.sends();
        if !self.hooks.settings.sends(REPORT_WAITS) {
            return;
        }
        let Some(report) = self.new_report().await else {
            return;
        };
        // If it cannot be counted, it is looked at again.
        if let Ok(waiting) = self.app.store.reports_waiting().await {
            self.reported = report.at;
            let notice = Notice::report_waits(report.report_id, waiting, report.at);
            self.happened(Arc::new(notice));
        }
    }
}

/// The tables that opened last.
#[derive(Default)]
struct KnownTables {
    all: HashSet<RoomId>,
    in_order: VecDeque<RoomId>,
}

impl KnownTables {
    /// Notes that a table is open; true if it was not known.
    fn note(&mut self, room: RoomId) -> bool {
        if !self.all.insert(room) {
            return false;
        }
        self.in_order.push_back(room);
        if self.in_order.len() > KNOWN_TABLES
            && let Some(first) = self.in_order.pop_front()
        {
            self.all.remove(&first);
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    #[test]
    fn a_table_is_new_once_while_it_is_among_the_last_ones() {
        let mut tables = KnownTables::default();
        let room = |number: usize| RoomId(Uuid::from_u128(number as u128));
        assert!((0..KNOWN_TABLES).all(|number| tables.note(room(number))));
        assert!((0..KNOWN_TABLES).all(|number| !tables.note(room(number))));
        assert!(tables.note(room(KNOWN_TABLES)));
        assert!(tables.note(room(0)), "it was the oldest");
        assert_eq!(
            (tables.all.len(), tables.in_order.len()),
            (KNOWN_TABLES, KNOWN_TABLES)
        );
    }
}
