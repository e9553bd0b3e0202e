//! Accepts connections: gives each a permit and limited time for its first request, determines the client's address, and closes
//! connections when the server stops.

use std::io;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use axum::http::{HeaderName, HeaderValue, StatusCode, Version};
use axum::response::Response;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt};
use tokio::sync::watch;
use tokio::time::Instant;
use tower::ServiceExt;

use crate::client::Proxies;
use crate::connection_limits::{BoundsNow, ConnectionLimits, ConnectionPermit};
use crate::cost::{Costs, Meter, Metered};
use crate::idle_timeout::{AFTER_TOLD, Heard, Silence};
use crate::incoming::{Incoming, Peer, Stream};
use crate::live::Live;
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
/// The header that tells clients after how many seconds of silence their connection is closed.
const KEEP_ALIVE: HeaderName = HeaderName::from_static("keep-alive");

/// How connections of a listener are accepted.
#[derive(Clone, Debug)]
pub(crate) struct Accepting {
    /// The limits of their number.
    pub bounds: BoundsNow,
    /// The budgets that are charged for connections.
    pub costs: Costs,
    /// The reverse proxies.
    pub proxies: Live<Proxies>,
    /// Becomes true when the server is about to stop.
    pub stopping: watch::Receiver<bool>,
}

impl Accepting {
    /// Waits before a connection from an address whose budget is used up is served, unless too many do, or the server is about to stop.
    async fn delay(&self, address: IpAddr, time: Duration) {
        let Some(_place) = self.costs.place_to_wait(address) else {
            return;
        };
        let mut stopping = self.stopping.clone();
        let stopped = stopping.wait_for(|&stopping| stopping);
        // The connection is served in both cases.
        let _ = tokio::time::timeout(time, stopped).await;
    }
}

/// Accepts connections until the server is about to stop. Returns when all of them have ended.
pub(crate) async fn accept(listener: Incoming, router: Router, accepting: Accepting) {
    let (limits, mut ended) =
        ConnectionLimits::new(accepting.bounds.clone(), accepting.costs.addresses.clone());
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
        let proxies = accepting.proxies.now();
        let is_proxy = proxies.trust_peer(peer);
        let late = if is_proxy {
            Duration::ZERO
        } else if let Some(late) = accepting.costs.admit_connection(peer.ip()) {
            late
        } else {
            // Answering a flood would cost more than it costs the client to connect again.
            drop(stream);
            continue;
        };
        match limits.take(peer.ip(), is_proxy) {
            Some(permit) => {
                let (router, accepting) = (router.clone(), accepting.clone());
                if let Err(error) = prepare(&stream) {
                    tracing::debug!(%error, "an option of a connection could not be set");
                }
                tokio::spawn(async move {
                    if !late.is_zero() {
                        accepting.delay(peer.ip(), late).await;
                    }
                    serve(stream, peer, permit, router, proxies, accepting).await;
                });
            }
            None => turn_away(stream),
        }
    }
    drop((listener, limits));
    // Nothing is ever sent: the channel is closed when the last permit is dropped.
    let _: Option<()> = ended.recv().await;
}

/// Sets socket options: written data is sent at once, and little is buffered for a client that does not read.
fn prepare(stream: &Stream) -> io::Result<()> {
    // A Unix socket delays nothing, and has a fixed buffer.
    let Stream::Network(stream) = stream else {
        return Ok(());
    };
    stream.set_nodelay(true)?;
    #[cfg(target_os = "linux")]
    socket2::SockRef::from(stream).set_tcp_notsent_lowat(UNSENT_BYTES)?;
    Ok(())
}

/// Answers the requests of a connection until it ends.
async fn serve(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    peer: Peer,
    permit: ConnectionPermit,
    router: Router,
    proxies: &'static Proxies,
    accepting: Accepting,
) {
    let is_proxy = proxies.trust_peer(peer);
    let Accepting {
        costs,
        mut stopping,
        ..
    } = accepting;
    let greeting = Duration::from_millis(costs.limits.greeting_ms);
    let proxy_idle = Duration::from_millis(costs.limits.proxy_idle_ms);
    let silence = is_proxy.then(|| Silence::new(greeting, proxy_idle));
    let told = keep_alive_header(if is_proxy { proxy_idle } else { greeting });
    let meter = Arc::new(Meter::new(costs, (!is_proxy).then_some(peer.ip())));
    let stream = Metered::new(stream, Arc::clone(&meter));
    let stream = Heard::new(stream, silence.clone());
    let (asked, answered) = (silence.clone(), silence.clone());
    let router = router.map_request(move |mut request: Request<hyper::body::Incoming>| {
        if let Some(silence) = &asked {
            silence.asked();
        }
        let client = proxies.client(peer, request.headers());
        let extensions = request.extensions_mut();
        extensions.insert(client);
        // A WebSocket continues after the upgrade, and keeps its permit.
        extensions.insert(permit.clone());
        extensions.insert(Arc::clone(&meter));
        request
    });
    let router = router.map_response(move |mut response: Response| {
        if response.status() != StatusCode::SWITCHING_PROTOCOLS
            && response.version() == Version::HTTP_11
        {
            response.headers_mut().insert(KEEP_ALIVE, told.clone());
        }
        match &answered {
            Some(silence) => response.map(|body| silence.noted(body)),
            None => response,
        }
    });
    let mut builder = http1::Builder::new();
    builder
        .timer(TokioTimer::new())
        // It would also be the limit of the pause before the next request.
        .header_read_timeout((!is_proxy).then_some(greeting))
        .max_buf_size(MAX_HEADER_BYTES);
    let connection = builder
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(router))
        .with_upgrades();
    let mut connection = std::pin::pin!(connection);
    let stop = async { stopping.wait_for(|&stopping| stopping).await.is_ok() };
    let too_long = async {
        match &silence {
            Some(silence) => silence.over().await,
            None => std::future::pending().await,
        }
    };
    let mut too_long = std::pin::pin!(too_long);
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        () = too_long.as_mut() => Ok(()),
        _ = stop => {
            connection.as_mut().graceful_shutdown();
            tokio::select! {
                ended = connection.as_mut() => ended,
                () = too_long => Ok(()),
            }
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%error, %peer, "a connection ended badly");
    }
}

/// The time limit that clients are told: a little shorter, so that no request is on its way when the connection is closed.
fn keep_alive_header(limit: Duration) -> HeaderValue {
    let told = limit.saturating_sub(AFTER_TOLD).as_secs().max(1);
    let told = HeaderValue::from_str(&format!("timeout={told}"));
    told.expect("digits are allowed in headers")
}

/// Answers that there are too many connections, without waiting for the client.
fn turn_away(mut stream: Stream) {
    tokio::spawn(async move {
        // The connection is closed in any case.
        let _ = tokio::time::timeout(Duration::from_secs(1), stream.write_all(FULL)).await;
    });
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use axum::routing::get;
    use tokio::io::{AsyncReadExt as _, DuplexStream, duplex};
    use tokio::net::{TcpListener, TcpSocket};
    use tokio::time::timeout;

    use super::*;
    use crate::address::tests::addresses;
    use crate::ambient::SystemClock;
    use crate::connection_limits::Bounds;
    use crate::settings::ServerLimits;

    /// The time limits of these tests: the usual ones.
    const GREETING: Duration = Duration::from_secs(10);
    const PROXY_IDLE: Duration = Duration::from_secs(135);
    /// A little less.
    const SHORTER: Duration = Duration::from_secs(134);
    /// The proxy of these tests.
    const PROXY: &str = "10.0.0.1:1";

    /// A connection from this address that is served, and how long it was open, once it is closed.
    async fn served(peer: &str, work: impl AsyncFnOnce(&mut DuplexStream)) -> Duration {
        let (mut client, server) = duplex(64 * 1024);
        let addresses = addresses(&[]);
        let bounds = BoundsNow::Fixed(Bounds {
            connections: 10,
            connections_per_address: 10,
        });
        let proxies = Live::from(Proxies {
            trusted: vec!["10.0.0.0/8".parse().expect("a range")],
            ..Proxies::default()
        });
        let (_stop, stopping) = watch::channel(false);
        let accepting = Accepting {
            bounds: bounds.clone(),
            costs: Costs::new(
                Arc::new(SystemClock::start()),
                Arc::new(ServerLimits::default()),
                addresses.clone(),
            ),
            proxies: proxies.clone(),
            stopping,
        };
        let peer = Peer::Network(peer.parse().expect("an address"));
        let (limits, _ended) = ConnectionLimits::new(bounds, addresses);
        let permit = limits.take(peer.ip(), true).expect("a permit");
        let slow = async || {
            tokio::time::sleep(Duration::from_mins(5)).await;
            "late"
        };
        let router = Router::new()
            .route("/", get(async || "here"))
            .route("/slow", get(slow));
        tokio::spawn(serve(
            server,
            peer,
            permit,
            router,
            proxies.now(),
            accepting,
        ));
        let began = Instant::now();
        work(&mut client).await;
        let mut rest = Vec::new();
        client.read_to_end(&mut rest).await.expect("it is closed");
        began.elapsed()
    }

    async fn ask(client: &mut DuplexStream, path: &str) -> String {
        let request = format!("GET {path} HTTP/1.1\r\nhost: giog\r\n\r\n");
        client.write_all(request.as_bytes()).await.expect("open");
        let (mut answer, mut piece) = (Vec::new(), [0; 1_024]);
        while !(answer.ends_with(b"here") || answer.ends_with(b"late")) {
            let read = client.read(&mut piece).await.expect("open");
            assert_ne!(read, 0, "{answer:?}");
            answer.extend_from_slice(&piece[..read]);
        }
        String::from_utf8(answer).expect("text")
    }

    #[tokio::test(start_paused = true)]
    async fn a_proxy_may_be_silent_between_requests_longer_than_within_headers() {
        let open = served(PROXY, async |client| {
            for _ in 0..3 {
                let answer = ask(client, "/").await;
                assert!(answer.contains("keep-alive: timeout=134\r\n"), "{answer}");
                tokio::time::sleep(SHORTER).await;
            }
            ask(client, "/slow").await;
        })
        .await;
        let expected = SHORTER * 3 + Duration::from_mins(5);
        assert_eq!(open.as_secs(), (expected + PROXY_IDLE).as_secs());
        let began = served(PROXY, async |_| {}).await;
        assert_eq!(
            began.as_secs(),
            GREETING.as_secs(),
            "a request that never came"
        );
        let headers = served(PROXY, async |client| {
            ask(client, "/").await;
            tokio::time::sleep(Duration::from_mins(1)).await;
            client.write_all(b"GET / HT").await.expect("open");
            tokio::time::sleep(Duration::from_secs(5)).await;
            client.write_all(b"TP/1.1\r\n").await.expect("open");
        })
        .await;
        assert_eq!(
            headers.as_secs(),
            60 + GREETING.as_secs(),
            "headers that never ended"
        );
    }

    #[tokio::test(start_paused = true)]
    async fn anybody_else_is_waited_for_as_long_as_for_headers() {
        let open = served("192.0.2.1:1", async |client| {
            let answer = ask(client, "/").await;
            assert!(answer.contains("keep-alive: timeout=9\r\n"), "{answer}");
        })
        .await;
        assert_eq!(open.as_secs(), GREETING.as_secs());
    }

    /// The size of the client's receive buffer in the kernel, on the same machine.
    const CLIENT_BYTES: u32 = 64 * 1024;
    /// The most that both sides buffer: the kernel doubles the client's size, and takes a whole write that begins below its limit.
    const KEPT_BYTES: usize = 512 * 1024;

    #[tokio::test]
    async fn the_kernel_buffers_little_for_a_client_that_does_not_read() {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let client = TcpSocket::new_v4().expect("a socket");
        let sized = client.set_recv_buffer_size(CLIENT_BYTES);
        sized.expect("it can be set");
        let address = listener.local_addr().expect("an address");
        let (client, accepted) = tokio::join!(client.connect(address), listener.accept());
        let (_client, (stream, _)) = (client.expect("in"), accepted.expect("in"));
        let mut stream = Stream::Network(stream);
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
