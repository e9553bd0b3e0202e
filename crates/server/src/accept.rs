//! Accepts connections: gives each a permit and limited time for its first request, determines the client's address, and closes
//! connections when the server stops.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::time::Instant;
use tower::ServiceExt;

use crate::address::Addresses;
use crate::client::Proxies;
use crate::connection_limits::{Bounds, ConnectionLimits, ConnectionPermit};
use crate::cost::weights::CONNECTION;
use crate::cost::{Costs, Meter, Metered};
use crate::log_throttle::ThrottledLine;

/// The shortest wait before the next connection: timers have a resolution of a millisecond.
const SHORTEST_WAIT: Duration = Duration::from_millis(1);
/// The response to a connection above a limit, which is then closed.
const FULL: &[u8] =
    b"HTTP/1.1 503 Service Unavailable\r\ncontent-length: 0\r\nretry-after: 5\r\nconnection: close\r\n\r\n";
/// How long to wait after a connection could not be accepted, for example because there are no file descriptors left.
const REST_AFTER_FAILURE: Duration = Duration::from_millis(50);
/// Bytes that the kernel buffers for a client that has not read earlier ones. Without this limit a client that does not read could make
/// it buffer `net.ipv4.tcp_wmem` for each connection.
#[cfg(target_os = "linux")]
const UNSENT_BYTES: u32 = 128 * 1024;
/// The greatest length of a request's headers in bytes.
const MAX_HEADER_BYTES: usize = 16 * 1024;

/// How connections of a listener are accepted.
#[derive(Clone, Debug)]
pub(crate) struct Accepting {
    /// The limits of their number.
    pub bounds: Bounds,
    /// What counts as one address.
    pub addresses: Addresses,
    /// The budgets that are charged for connections.
    pub costs: Costs,
    /// The reverse proxies.
    pub proxies: Arc<Proxies>,
    /// The time limit for the headers of a request.
    pub greeting: Duration,
    /// Becomes true when the server is about to stop.
    pub stopping: watch::Receiver<bool>,
}

/// Accepts connections until the server is about to stop. Returns when all of them have ended.
pub(crate) async fn accept(listener: TcpListener, router: Router, accepting: Accepting) {
    let (limits, mut ended) = ConnectionLimits::new(accepting.bounds, accepting.addresses.clone());
    let mut stopping = accepting.stopping.clone();
    let mut failures = ThrottledLine::default();
    loop {
        let next = async {
            let wait = accepting.costs.overload_wait_of_connection();
            if wait >= SHORTEST_WAIT {
                tokio::time::sleep(wait).await;
            }
            listener.accept().await
        };
        let accepted = tokio::select! {
            accepted = next => accepted,
            _ = async { stopping.wait_for(|&stopping| stopping).await.is_ok() } => break,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                if let Some(times) = failures.note(Instant::now()) {
                    tracing::warn!(%error, times, "cannot accept a connection");
                }
                tokio::time::sleep(REST_AFTER_FAILURE).await;
                continue;
            }
        };
        let is_proxy = accepting.proxies.trust(peer.ip());
        if !is_proxy
            && accepting
                .costs
                .admit_address(peer.ip(), CONNECTION)
                .is_err()
        {
            // Answering would cost more than it costs the client to connect again.
            drop(stream);
            continue;
        }
        match limits.take(peer.ip(), is_proxy) {
            Some(permit) => {
                let router = router.clone();
                tokio::spawn(serve(stream, peer, permit, router, accepting.clone()));
            }
            None => turn_away(stream),
        }
    }
    drop((listener, limits));
    // Nothing is ever sent: the channel is closed when the last permit is dropped.
    let _: Option<()> = ended.recv().await;
}

/// Sets socket options: written data is sent at once, and little is buffered for a client that does not read.
fn prepare(stream: &TcpStream) -> io::Result<()> {
    stream.set_nodelay(true)?;
    #[cfg(target_os = "linux")]
    socket2::SockRef::from(stream).set_tcp_notsent_lowat(UNSENT_BYTES)?;
    Ok(())
}

async fn serve(
    stream: TcpStream,
    peer: SocketAddr,
    permit: ConnectionPermit,
    router: Router,
    accepting: Accepting,
) {
    if let Err(error) = prepare(&stream) {
        tracing::debug!(%error, "an option of a connection could not be set");
    }
    let is_proxy = accepting.proxies.trust(peer.ip());
    let Accepting {
        proxies,
        costs,
        greeting,
        mut stopping,
        ..
    } = accepting;
    let meter = Arc::new(Meter::new(costs, (!is_proxy).then_some(peer.ip())));
    let stream = Metered::new(stream, Arc::clone(&meter));
    let service =
        TowerToHyperService::new(router.map_request(move |mut request: Request<Incoming>| {
            let client = proxies.client(peer.ip(), request.headers());
            let extensions = request.extensions_mut();
            extensions.insert(client);
            // A WebSocket continues after the upgrade, and keeps its permit.
            extensions.insert(permit.clone());
            extensions.insert(Arc::clone(&meter));
            request
        }));
    let mut builder = http1::Builder::new();
    builder
        .timer(TokioTimer::new())
        .header_read_timeout(greeting)
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
        tracing::debug!(%error, %peer, "a connection ended badly");
    }
}

/// Answers that there are too many connections, without waiting for the client.
fn turn_away(mut stream: TcpStream) {
    tokio::spawn(async move {
        // The connection is closed in any case.
        let _ = tokio::time::timeout(Duration::from_secs(1), stream.write_all(FULL)).await;
    });
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use tokio::net::TcpSocket;
    use tokio::time::timeout;

    use super::*;

    /// The size of the client's receive buffer in the kernel, on the same machine.
    const CLIENT_BYTES: u32 = 64 * 1024;
    /// The most that both sides buffer: the kernel doubles the client's size, and takes a whole write that begins below its limit.
    const KEPT_BYTES: usize = 512 * 1024;

    #[tokio::test]
    async fn whoever_does_not_read_has_the_kernel_keep_little() {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let client = TcpSocket::new_v4().expect("a socket");
        let sized = client.set_recv_buffer_size(CLIENT_BYTES);
        sized.expect("it can be set");
        let address = listener.local_addr().expect("an address");
        let (client, accepted) = tokio::join!(client.connect(address), listener.accept());
        let (_client, (mut stream, _)) = (client.expect("in"), accepted.expect("in"));
        prepare(&stream).expect("it can be prepared");
        let (mut taken, until) = (0, Instant::now() + Duration::from_secs(1));
        let chunk = vec![0; 16 * 1024];
        while Instant::now() < until {
            match timeout(Duration::from_millis(200), stream.write(&chunk)).await {
                Ok(wrote) => taken += wrote.expect("the client is there"),
                Err(_) => break,
            }
        }
        assert!(taken < KEPT_BYTES, "{taken} bytes were taken");
    }
}
