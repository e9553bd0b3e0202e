//! A server with a clock and random numbers from the test, so that its messages are the same each time.

use std::fmt::Write as _;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use giog_rooms::{Clock, Now, Random};
use giog_rules::Timestamp;
use giog_rules::fairness::Signer;
use giog_server::{Listeners, PassedSockets, Settings, app, room_context};
use giog_store::{Archive, CommitLimits, Committer, OpenOptions};
use giog_tests::{Chance, Socket, patiently};
use serde_json::Value;
use tempfile::TempDir;
use tokio::sync::watch;

/// 2026-01-31T12:00:00Z.
const STARTED_MS: i64 = 1_769_860_800_000;

/// The server, and its clock.
pub struct Studio {
    pub address: SocketAddr,
    clock: Arc<HandClock>,
    _folder: TempDir,
    _stop: watch::Sender<bool>,
}

/// A clock that the test moves.
#[derive(Default)]
struct HandClock(AtomicU64);

impl Clock for HandClock {
    fn now(&self) -> Now {
        let mono_ms = self.0.load(Ordering::SeqCst);
        let since = i64::try_from(mono_ms).expect("a test is short");
        Now {
            mono_ms,
            wall: Timestamp::from_unix_ms(STARTED_MS + since),
        }
    }
}

impl Studio {
    /// A server on SQLite, with random numbers from this seed.
    pub async fn open(seed: u64) -> Self {
        let settings = Settings {
            listen: SocketAddr::from(([127, 0, 0, 1], 0)).into(),
            ..Settings::default()
        };
        let folder = tempfile::tempdir().expect("a temporary folder");
        let url = format!("sqlite:{}", folder.path().join("giog.db").display());
        let store = giog_store::open(&url, OpenOptions::default()).await;
        let store = store.expect("a fresh database opens");
        let lease = store.try_lease("studio", settings.lease_ms).await;
        let fence = lease
            .expect("the database answers")
            .expect("nobody else is there");
        let (commit, _) = Committer::start(
            Arc::<Archive>::clone(&store),
            fence,
            CommitLimits::default(),
        );
        let mut context = room_context(&settings, Signer::new(&[7; 32]));
        context.times.bot_delay_ms = 0;
        context.times.notice_ms = 0;
        let clock = Arc::<HandClock>::default();
        let sources = AtomicU64::new(seed);
        let random = move || -> Box<dyn Random> {
            Box::new(Chance::new(sources.fetch_add(1, Ordering::SeqCst)))
        };
        let (stop, stopping) = watch::channel(false);
        let time = Arc::clone(&clock) as Arc<dyn Clock>;
        let app = app(
            context,
            &settings,
            store,
            commit,
            time,
            Arc::new(random),
            stopping.clone(),
        )
        .shared();
        let listeners = Listeners::listen(&settings, PassedSockets::default())
            .await
            .expect("a free port");
        let address = listeners.ready(&settings, 0).address.network();
        let address = address.expect("it listens on a port");
        tokio::spawn(listeners.open(app, &settings, stopping));
        Self {
            address,
            clock,
            _folder: folder,
            _stop: stop,
        }
    }

    /// Lets time pass.
    pub fn pass(&self, ms: u64) {
        self.clock.0.fetch_add(ms, Ordering::SeqCst);
    }
}

/// The text of a request: its id, its type, its room unless that is null, and then the other fields.
pub(super) fn request(id: u64, kind: &str, room: &Value, fields: &Value) -> String {
    let mut frame = format!(r#"{{"id":{id},"type":"{kind}""#);
    if !room.is_null() {
        write!(frame, r#","room":{room}"#).expect("memory");
    }
    let others = fields.as_object().expect("fields").iter();
    for (name, value) in others.filter(|(name, _)| *name != "room") {
        write!(frame, r#","{name}":{value}"#).expect("memory");
    }
    frame.push('}');
    frame
}

/// The next frame, as text and as JSON.
pub(super) async fn read_frame(socket: &mut Socket) -> (String, Value) {
    let text = patiently("a frame", socket.read_text()).await;
    let text = text.expect("the connection holds");
    let frame = serde_json::from_str(&text).expect("a frame is JSON");
    (text, frame)
}
