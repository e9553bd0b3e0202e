//! Taking connections: counts them, gives each a bounded time to say what it wants, and ends them at the stop.

use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::extract::{ConnectInfo, Request};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{mpsc, watch};
use tower::ServiceExt;

use crate::guests::network;
use crate::settings::ServerLimits;

/// What a connection beyond a bound is told before it is closed.
const FULL: &[u8] =
    b"HTTP/1.1 503 Service Unavailable\r\ncontent-length: 0\r\nretry-after: 5\r\nconnection: close\r\n\r\n";
/// How long the loop rests when no connection can be taken, for want of file descriptors for example.
const REST_AFTER_FAILURE: Duration = Duration::from_millis(50);
/// Bytes of a request's headers that are kept at most.
const MAX_HEADER_BYTES: usize = 16 * 1024;

/// Takes connections until the server is about to stop; returns when all of them have ended.
pub(crate) async fn accept(
    listener: TcpListener,
    router: Router,
    limits: Arc<ServerLimits>,
    mut stopping: watch::Receiver<bool>,
) {
    let (alive, mut ended) = mpsc::channel(1);
    let counts = Arc::new(Counts {
        limits: Arc::clone(&limits),
        open: Mutex::default(),
        _alive: alive,
    });
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = async { stopping.wait_for(|&stopping| stopping).await.is_ok() } => break,
        };
        let (stream, address) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                tracing::warn!(%error, "a connection could not be taken");
                tokio::time::sleep(REST_AFTER_FAILURE).await;
                continue;
            }
        };
        match Counts::admit(&counts, address) {
            Some(place) => {
                let router = router.clone();
                let stopping = stopping.clone();
                tokio::spawn(serve(stream, place, router, Arc::clone(&limits), stopping));
            }
            None => turn_away(stream),
        }
    }
    drop((listener, counts));
    // Nothing is ever sent: the channel ends when the last place is given back.
    let _: Option<()> = ended.recv().await;
}

async fn serve(
    stream: TcpStream,
    place: Place,
    router: Router,
    limits: Arc<ServerLimits>,
    mut stopping: watch::Receiver<bool>,
) {
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "TCP_NODELAY could not be set");
    }
    let address = place.0.peer;
    let service =
        TowerToHyperService::new(router.map_request(move |mut request: Request<Incoming>| {
            let extensions = request.extensions_mut();
            extensions.insert(ConnectInfo(address));
            // A WebSocket lives on after the connection was upgraded, and keeps its place as long.
            extensions.insert(place.clone());
            request
        }));
    let mut builder = http1::Builder::new();
    builder
        .timer(TokioTimer::new())
        .header_read_timeout(Duration::from_millis(limits.greeting_ms))
        .max_buf_size(MAX_HEADER_BYTES);
    let connection = builder
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut connection = std::pin::pin!(connection);
    let stop = async { stopping.wait_for(|&stopping| stopping).await.is_ok() };
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        _ = stop => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%error, %address, "a connection ended badly");
    }
}

/// Tells somebody that there is no place, without waiting for them.
fn turn_away(mut stream: TcpStream) {
    tokio::spawn(async move {
        // It is gone either way.
        let _ = tokio::time::timeout(Duration::from_secs(1), stream.write_all(FULL)).await;
    });
}

/// How many connections are open.
struct Counts {
    limits: Arc<ServerLimits>,
    open: Mutex<Open>,
    /// There as long as a connection is.
    _alive: mpsc::Sender<()>,
}

#[derive(Default)]
struct Open {
    all: usize,
    by_address: HashMap<IpAddr, usize>,
}

/// A connection's place; free again when the last clone of it is dropped.
#[derive(Clone)]
pub(crate) struct Place(Arc<Held>);

struct Held {
    counts: Arc<Counts>,
    peer: SocketAddr,
}

impl Counts {
    fn admit(counts: &Arc<Self>, peer: SocketAddr) -> Option<Place> {
        let address = network(peer.ip());
        let mut open = counts.open.lock().unwrap_or_else(PoisonError::into_inner);
        let from_there = open.by_address.get(&address).copied().unwrap_or(0);
        if open.all >= counts.limits.connections
            || from_there >= counts.limits.connections_per_address
        {
            return None;
        }
        open.all += 1;
        open.by_address.insert(address, from_there + 1);
        Some(Place(Arc::new(Held {
            counts: Arc::clone(counts),
            peer,
        })))
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        let address = network(self.peer.ip());
        let mut open = self
            .counts
            .open
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        open.all -= 1;
        if let Some(count) = open.by_address.get_mut(&address) {
            *count -= 1;
            if *count == 0 {
                open.by_address.remove(&address);
            }
        }
    }
}
