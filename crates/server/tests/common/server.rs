//! The server in a test.

use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

use axum::Router;
use axum::body::Body;
use axum::http::{Method, Request, header};
use axum::response::Response;
use giog_rooms::{Clock, FrameSender, Now, Random};
use giog_rules::Timestamp;
use giog_rules::fairness::Signer;
use giog_server::{
    App, ClientAddress, LeaseWatch, OperatorHosts, OperatorToken, Session, Settings, keep_lease,
};
use giog_store::{Archive, CommitHandle, CommitLimits, Committer, Fence, OpenOptions, SecretHash};
use serde_json::Value;
use sha2::{Digest, Sha256};
use tempfile::TempDir;
use tokio::sync::{oneshot, watch};
use tower::ServiceExt;

use super::{Conn, Reply};

/// The host of requests that name no other.
const HOST: &str = "giog.example";

/// The date at the start of every test.
const BEGIN_UNIX_MS: i64 = 1_767_225_600_000;
/// The client address of the tests.
const ADDRESS: IpAddr = IpAddr::V4(Ipv4Addr::new(192, 0, 2, 7));
/// The operator's token.
pub const OPERATOR: &str = "the operator's token of all tests";
/// A lease that expires in no test, and is not renewed by the clock.
const LEASE_MS: u32 = 3_600_000;
/// The queue of a test's connection, in frames: more than any test causes.
const FRAMES: usize = 100_000;

/// The stored form of a token.
pub fn hash(token: &str) -> SecretHash {
    Sha256::digest(token.as_bytes()).into()
}

/// A server without sockets.
pub struct TestServer {
    pub app: App,
    pub store: Arc<Archive>,
    pub commit: CommitHandle,
    /// That of its lease.
    pub fence: Fence,
    pub clock: Arc<HandClock>,
    pub stop: watch::Sender<bool>,
    router: Router,
    operator: Router,
    _lease: oneshot::Receiver<()>,
    folder: TempDir,
}

/// A clock that the test advances.
#[derive(Default)]
pub struct HandClock {
    ms: AtomicI64,
}

impl HandClock {
    pub fn advance(&self, ms: i64) {
        self.ms.fetch_add(ms, Ordering::Relaxed);
    }
}

impl Clock for HandClock {
    fn now(&self) -> Now {
        let ms = self.ms.load(Ordering::Relaxed);
        Now {
            mono_ms: ms.unsigned_abs(),
            wall: Timestamp::from_unix_ms(BEGIN_UNIX_MS + ms),
        }
    }
}

/// Unguessable bytes from a seed: the digests of seed, source and counter.
struct Seeded {
    source: [u8; 16],
    counter: u64,
}

impl Random for Seeded {
    fn fill(&mut self, bytes: &mut [u8]) {
        for chunk in bytes.chunks_mut(32) {
            let mut hasher = Sha256::new();
            hasher.update(self.source);
            hasher.update(self.counter.to_be_bytes());
            self.counter += 1;
            chunk.copy_from_slice(&hasher.finalize()[..chunk.len()]);
        }
    }
}

/// Settings with which nothing happens by itself.
pub fn quiet() -> Settings {
    let mut settings = Settings::default();
    settings.times.bot_delay_ms = 0;
    // The test advances the clock.
    settings.times.notice_ms = 0;
    // Budgets do not refill while it stands still.
    let lifted = settings.limits.lifted();
    settings.limits.connection_cost_burst = lifted.connection_cost_burst;
    settings.limits.person_cost_burst = lifted.person_cost_burst;
    settings.limits.address_cost_burst = lifted.address_cost_burst;
    settings
}

impl TestServer {
    pub async fn new() -> Self {
        Self::with(quiet(), 0).await
    }

    /// A server with these settings, whose randomness has this seed.
    pub async fn with(settings: Settings, seed: u64) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let url = format!("sqlite:{}", folder.path().join("giog.db").display());
        let store = giog_store::open(&url, OpenOptions::default())
            .await
            .expect("a new database");
        let fence = store.try_lease("test", LEASE_MS).await.expect("a database");
        let fence = fence.expect("nobody else has the lease");
        let (commit, _) = Committer::start(Arc::clone(&store) as _, fence, CommitLimits::default());
        let clock = Arc::new(HandClock::default());
        let sources = AtomicU64::new(0);
        let random = Arc::new(move || -> Box<dyn Random> {
            let number = sources.fetch_add(1, Ordering::Relaxed);
            let mut source = [0; 16];
            source[..8].copy_from_slice(&seed.to_be_bytes());
            source[8..].copy_from_slice(&number.to_be_bytes());
            Box::new(Seeded { source, counter: 0 })
        });
        let signer = Signer::new(&[7; 32]);
        let key = signer.public_key().0;
        store
            .remember_key(key, clock.now().wall)
            .await
            .expect("a key can be kept");
        let (stop, stopping) = watch::channel(false);
        let mut parts = giog_server::app(
            giog_server::room_context(&settings, signer),
            &settings,
            Arc::clone(&store),
            commit.clone(),
            Arc::clone(&clock) as Arc<dyn Clock>,
            random,
            stopping,
        );
        let lease = Arc::new(LeaseWatch::taken(fence));
        let kept = keep_lease(Arc::clone(&store), fence, LEASE_MS, Arc::clone(&lease));
        parts.condition.lease = lease;
        let app = parts.shared();
        let router = giog_server::router(app.clone());
        let hosts = OperatorHosts::of(&giog_server::Operator {
            hosts: vec![HOST.to_owned()],
            ..settings.operator.clone()
        });
        let token = OperatorToken::new(OPERATOR);
        let operator = giog_server::operator_router(app.clone(), token, hosts);
        Self {
            app,
            store,
            commit,
            fence,
            clock,
            stop,
            router,
            operator,
            _lease: kept,
            folder,
        }
    }

    /// The database's file.
    pub fn database(&self) -> PathBuf {
        self.folder.path().join("giog.db")
    }

    /// Bytes of the database's write-ahead log.
    pub fn wal_bytes(&self) -> u64 {
        let wal = self.folder.path().join("giog.db-wal");
        wal.metadata().expect("it is written to").len()
    }

    /// Requests a path.
    pub async fn get(&self, path: &str) -> Reply {
        self.ask(Method::GET, path, &[], None).await
    }

    /// Requests a path from another address; nothing of the answer is read.
    pub async fn get_from(&self, address: IpAddr, path: &str) -> Response {
        let router = self.router.clone();
        respond(router, address, Method::GET, path, &[], None).await
    }

    /// Requests a path with a token.
    pub async fn get_as(&self, token: &str, path: &str) -> Reply {
        let bearer = format!("Bearer {token}");
        self.ask(Method::GET, path, &[("authorization", &bearer)], None)
            .await
    }

    /// Sends JSON to a path, with a token if there is one.
    pub async fn send(
        &self,
        method: Method,
        path: &str,
        token: Option<&str>,
        json: Value,
    ) -> Reply {
        let bearer = format!("Bearer {}", token.unwrap_or_default());
        let mut headers = vec![("content-type", "application/json")];
        if token.is_some() {
            headers.push(("authorization", &bearer));
        }
        self.ask(method, path, &headers, Some(json.to_string()))
            .await
    }

    /// Sends any request.
    pub async fn ask(
        &self,
        method: Method,
        path: &str,
        headers: &[(&str, &str)],
        body: Option<String>,
    ) -> Reply {
        ask(self.router.clone(), method, path, headers, body).await
    }

    /// Sends any request to the operator's interface.
    pub async fn ask_operator(
        &self,
        method: Method,
        path: &str,
        headers: &[(&str, &str)],
        body: Option<String>,
    ) -> Reply {
        ask(self.operator.clone(), method, path, headers, body).await
    }

    /// Sends a request with the operator's token.
    pub async fn operate(&self, method: Method, path: &str, body: Value) -> Reply {
        let bearer = format!("Bearer {OPERATOR}");
        let headers = [
            ("authorization", bearer.as_str()),
            ("content-type", "application/json"),
        ];
        let body = (!body.is_null()).then(|| body.to_string());
        let path = format!("/operator/v1{path}");
        self.ask_operator(method, &path, &headers, body).await
    }

    /// A new guest on a new connection, after `hello`.
    pub async fn person(&self, name: &str) -> Conn {
        let mut conn = self.connect();
        conn.greet(serde_json::json!({ "protocol": 1, "name": name }))
            .await;
        conn
    }

    /// A new connection without `hello`.
    pub fn connect(&self) -> Conn {
        self.connect_from(ADDRESS)
    }

    /// The same, from another address.
    pub fn connect_from(&self, address: IpAddr) -> Conn {
        let (frame_sender, frame_receiver) = FrameSender::new(self.app.sockets.next_conn(), FRAMES);
        Conn::new(
            Session::new(self.app.clone(), frame_sender, address),
            frame_receiver,
        )
    }
}

async fn ask(
    router: Router,
    method: Method,
    path: &str,
    headers: &[(&str, &str)],
    body: Option<String>,
) -> Reply {
    Reply::read(respond(router, ADDRESS, method, path, headers, body).await).await
}

async fn respond(
    router: Router,
    address: IpAddr,
    method: Method,
    path: &str,
    headers: &[(&str, &str)],
    body: Option<String>,
) -> Response {
    let mut request = Request::builder()
        .method(method)
        .uri(path)
        .extension(ClientAddress(address));
    if headers.iter().all(|&(name, _)| name != "host") {
        request = request.header(header::HOST, HOST);
    }
    for &(name, value) in headers {
        request = request.header(name, value);
    }
    let body = body.map_or_else(Body::empty, Body::from);
    let request = request.body(body).expect("a request");
    let response = router.oneshot(request).await;
    response.expect("the router answers")
}
