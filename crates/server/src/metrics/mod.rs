//! What the server measures of itself, for Prometheus: `GET /metrics` on the operator's address.
//!
//! Every name and what it means is in [`described`]. Counters and histograms are kept here as things happen; what can be
//! looked up is looked up when somebody asks ([`scrape`]). No label has more values than the program knows words, and
//! nothing depends on a hidden hand: refusals by a game's rules are one word.
//!
//! Each server has its own recorder, so that several in one process do not mix.

mod answers;
mod commits;
mod described;
mod process;
mod scrape;

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use giog_protocol::ErrorCode;
use giog_protocol::rest::ProblemCode;
use giog_store::CommitObserver;
use metrics::{Counter, Gauge, Histogram, counter, gauge, histogram, with_local_recorder};
use metrics_exporter_prometheus::PrometheusRecorder;

use self::answers::Answers;
use self::commits::Commits;
pub use self::scrape::scrape;
use crate::ws::kinds;

/// What is measured; counted as it happens.
pub struct Metrics {
    recorder: PrometheusRecorder,
    handles: Handles,
    answers: Answers,
}

/// What is counted often, and so is not looked up by its name each time.
struct Handles {
    sockets: Gauge,
    sockets_opened: Counter,
    sockets_closed: HashMap<Closed, Counter>,
    frames_sent: Counter,
    bytes_sent: Counter,
    frames_received: Counter,
    bytes_received: Counter,
    requests: HashMap<&'static str, Counter>,
    matches_deleted: Counter,
    notifications: HashMap<Notified, Counter>,
    decision_seconds: Histogram,
    commits: Arc<Commits>,
}

/// Why a socket is closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Closed {
    /// The client went.
    ByClient,
    /// It did not keep up with what it was sent.
    TooSlow,
    /// It was silent, or did not say who it is.
    Silent,
    /// It sent too much.
    TooManyRequests,
    /// What it sent is no frame of the protocol.
    BadFrame,
    /// The operator banned it.
    Banned,
    /// The token it came with has ended.
    TokenEnded,
    /// The server stops.
    Stopping,
    /// A room that it was in begins anew from its log.
    SentBack,
}

impl Closed {
    const ALL: [Self; 9] = [
        Self::ByClient,
        Self::TooSlow,
        Self::Silent,
        Self::TooManyRequests,
        Self::BadFrame,
        Self::Banned,
        Self::TokenEnded,
        Self::Stopping,
        Self::SentBack,
    ];

    const fn name(self) -> &'static str {
        match self {
            Self::ByClient => "by_client",
            Self::TooSlow => "too_slow",
            Self::Silent => "silent",
            Self::TooManyRequests => "too_many_requests",
            Self::BadFrame => "bad_frame",
            Self::Banned => "banned",
            Self::TokenEnded => "token_ended",
            Self::Stopping => "stopping",
            Self::SentBack => "sent_back",
        }
    }
}

/// What became of a notification.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Notified {
    /// The push service took it.
    Sent,
    /// It could not be sent.
    Failed,
    /// The subscription has ended.
    Gone,
}

impl Notified {
    const ALL: [Self; 3] = [Self::Sent, Self::Failed, Self::Gone];

    const fn name(self) -> &'static str {
        match self {
            Self::Sent => "sent",
            Self::Failed => "failed",
            Self::Gone => "gone",
        }
    }
}

impl Handles {
    /// Has everything there from the start, so that it is told as 0 before it happens first.
    fn register() -> Self {
        let closed = |why: Closed| {
            let counter = counter!("giog_sockets_closed_total", "reason" => why.name());
            (why, counter)
        };
        let request = |kind: &'static str| (kind, counter!("giog_requests_total", "type" => kind));
        let notified = |what: Notified| {
            let counter = counter!("giog_notifications_total", "outcome" => what.name());
            (what, counter)
        };
        Self {
            sockets: gauge!("giog_sockets"),
            sockets_opened: counter!("giog_sockets_opened_total"),
            sockets_closed: Closed::ALL.map(closed).into(),
            frames_sent: counter!("giog_frames_sent_total"),
            bytes_sent: counter!("giog_sent_bytes_total"),
            frames_received: counter!("giog_frames_received_total"),
            bytes_received: counter!("giog_received_bytes_total"),
            requests: kinds().map(request).collect(),
            matches_deleted: counter!("giog_matches_deleted_total"),
            notifications: Notified::ALL.map(notified).into(),
            decision_seconds: histogram!("giog_decision_seconds"),
            commits: Arc::new(Commits::register()),
        }
    }
}

impl Default for Metrics {
    fn default() -> Self {
        let recorder = described::recorder();
        let handles = with_local_recorder(&recorder, || {
            described::describe();
            Handles::register()
        });
        Self {
            recorder,
            handles,
            answers: Answers::default(),
        }
    }
}

impl Metrics {
    /// A socket was opened.
    pub fn socket_opened(&self) {
        self.handles.sockets.increment(1.0);
        self.handles.sockets_opened.increment(1);
    }

    /// A socket was closed.
    pub fn socket_closed(&self, why: Closed) {
        self.handles.sockets.decrement(1.0);
        if let Some(counter) = self.handles.sockets_closed.get(&why) {
            counter.increment(1);
        }
    }

    /// A frame came.
    pub fn frame_received(&self, bytes: usize) {
        self.handles.frames_received.increment(1);
        self.handles.bytes_received.increment(bytes as u64);
    }

    /// A frame was written.
    pub fn frame_sent(&self, bytes: usize) {
        self.handles.frames_sent.increment(1);
        self.handles.bytes_sent.increment(bytes as u64);
    }

    /// A request of this kind came over a socket.
    pub fn request(&self, kind: &'static str) {
        if let Some(counter) = self.handles.requests.get(kind) {
            counter.increment(1);
        }
    }

    /// A request over a socket was refused.
    pub fn refused(&self, code: ErrorCode) {
        let code = match code {
            ErrorCode::Refused(_) => "refused_by_the_game".to_owned(),
            code => ProblemCode::Protocol(code).name(),
        };
        self.with(|| counter!("giog_refusals_total", "code" => code).increment(1));
    }

    /// An action was decoded, taken, and its answer put on its way, after so long.
    pub fn decided(&self, took: Duration) {
        self.handles.decision_seconds.record(took);
    }

    /// A request over HTTP was answered.
    pub fn answered(&self, method: &'static str, route: &str, status: u16, took: Duration) {
        let (answers, recorder) = (&self.answers, &self.recorder);
        answers.count(recorder, method, route, status, took);
    }

    /// A guest was made.
    pub fn guest_made(&self) {
        self.with(|| counter!("giog_guests_made_total").increment(1));
    }

    /// So many finished matches were deleted because of their age.
    pub fn matches_deleted(&self, number: u64) {
        self.handles.matches_deleted.increment(number);
    }

    /// Somebody's device was notified, or could not be.
    pub fn notified(&self, what: Notified) {
        if let Some(counter) = self.handles.notifications.get(&what) {
            counter.increment(1);
        }
    }

    /// Who hears of commits.
    pub fn commits(&self) -> Arc<dyn CommitObserver> {
        Arc::clone(&self.handles.commits) as _
    }

    /// Processes the buffered samples. To be called every few seconds, also if nobody scrapes the metrics.
    pub fn upkeep(&self) {
        self.recorder.handle().run_upkeep();
    }

    fn with<T>(&self, work: impl FnOnce() -> T) -> T {
        with_local_recorder(&self.recorder, work)
    }
}

impl fmt::Debug for Metrics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Metrics").finish_non_exhaustive()
    }
}
