//! Metrics of the server for Prometheus: `GET /metrics` on the operator's address.
//!
//! [`described`] has all names and descriptions. Counters and histograms are updated when something happens; what can be read from the
//! server's state is read when the metrics are requested ([`crate::scrape`]). The values of each label are a fixed set, and none depends on
//! hidden pieces: all refusals by a game's rules have the same value.
//!
//! Each server has its own recorder, so that several servers in one process are separate.

mod answers;
mod commits;
mod described;
mod kind;

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
pub use self::kind::UNREADABLE;
use self::kind::kinds;

/// The metrics that are updated when something happens.
pub struct Metrics {
    recorder: PrometheusRecorder,
    handles: Handles,
    answers: Answers,
}

/// Handles of frequent metrics, so that they are not looked up by name each time.
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

/// Why a socket was closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Closed {
    /// The client closed it.
    ByClient,
    /// The client did not read fast enough.
    TooSlow,
    /// The client was silent, or did not send `hello` in time.
    Silent,
    /// The client sent too much.
    TooManyRequests,
    /// The client sent something that is no frame of the protocol.
    BadFrame,
    /// The operator banned the person or address.
    Banned,
    /// Its token was revoked.
    TokenEnded,
    /// The server stops.
    Stopping,
    /// A room that it was in is restored from its log, or has moved.
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

/// The outcome of a notification.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Notified {
    /// The push service accepted it.
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
    /// Registers all metrics at the start, so that they are reported as 0 before the first event.
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
    /// Counts a socket that was opened.
    pub fn socket_opened(&self) {
        self.handles.sockets.increment(1.0);
        self.handles.sockets_opened.increment(1);
    }

    /// Counts a socket that was closed.
    pub fn socket_closed(&self, why: Closed) {
        self.handles.sockets.decrement(1.0);
        if let Some(counter) = self.handles.sockets_closed.get(&why) {
            counter.increment(1);
        }
    }

    /// Counts a frame that was received.
    pub fn frame_received(&self, bytes: usize) {
        self.handles.frames_received.increment(1);
        self.handles.bytes_received.increment(bytes as u64);
    }

    /// Counts a frame that was written.
    pub fn frame_sent(&self, bytes: usize) {
        self.handles.frames_sent.increment(1);
        self.handles.bytes_sent.increment(bytes as u64);
    }

    /// Counts a request of this type over a socket.
    pub fn request(&self, kind: &'static str) {
        if let Some(counter) = self.handles.requests.get(kind) {
            counter.increment(1);
        }
    }

    /// Counts a refused request over a socket.
    pub fn refused(&self, code: ErrorCode) {
        let code = match code {
            ErrorCode::Refused(_) => "refused_by_the_game".to_owned(),
            code => ProblemCode::Protocol(code).name(),
        };
        self.with(|| counter!("giog_refusals_total", "code" => code).increment(1));
    }

    /// Records the time from decoding an accepted action until its answer was in the queue.
    pub fn decided(&self, took: Duration) {
        self.handles.decision_seconds.record(took);
    }

    /// Counts an HTTP request and records its duration.
    pub fn answered(&self, method: &'static str, route: &str, status: u16, took: Duration) {
        let (answers, recorder) = (&self.answers, &self.recorder);
        answers.count(recorder, method, route, status, took);
    }

    /// Counts a new guest.
    pub fn guest_made(&self) {
        self.with(|| counter!("giog_guests_made_total").increment(1));
    }

    /// Counts finished matches that were deleted because of their age.
    pub fn matches_deleted(&self, number: u64) {
        self.handles.matches_deleted.increment(number);
    }

    /// Counts the outcome of a notification.
    pub fn notified(&self, what: Notified) {
        if let Some(counter) = self.handles.notifications.get(&what) {
            counter.increment(1);
        }
    }

    /// The observer of commits.
    pub fn commits(&self) -> Arc<dyn CommitObserver> {
        Arc::clone(&self.handles.commits) as _
    }

    /// Processes the buffered samples. To be called every few seconds, also if nobody scrapes the metrics.
    pub fn upkeep(&self) {
        self.recorder.handle().run_upkeep();
    }

    /// All metrics in the text format of Prometheus.
    pub fn rendered(&self) -> String {
        self.recorder.handle().render()
    }

    /// Does something whose metrics are recorded here.
    pub fn with<T>(&self, work: impl FnOnce() -> T) -> T {
        with_local_recorder(&self.recorder, work)
    }
}

impl fmt::Debug for Metrics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Metrics").finish_non_exhaustive()
    }
}
