//! A proxy to a server, which a test can cut, slow down or freeze, and which can lose requests.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::sleep;

use crate::patiently;

/// The most bytes that are passed on at a time.
const CHUNK: usize = 16 * 1024;

/// What happens to sent bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// They arrive.
    Open,
    /// They arrive in chunks of this size, each with this delay.
    Slow { bytes: usize, delay: Duration },
    /// They arrive when the proxy is open again.
    Frozen,
    /// What clients send is lost; what the server sends arrives.
    LosesRequests,
    /// Connections are closed, and no new ones are accepted.
    Cut,
}

/// A proxy on a port of the loopback address; stopped when this is dropped.
#[derive(Debug)]
pub struct Proxy {
    address: SocketAddr,
    server: watch::Sender<SocketAddr>,
    state: watch::Sender<State>,
    /// The number of lost bytes.
    lost: Arc<watch::Sender<usize>>,
    task: JoinHandle<()>,
}

impl Proxy {
    /// An open proxy to this server.
    ///
    /// # Panics
    /// If there is no free port.
    pub async fn to(server: SocketAddr) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("it is bound");
        let (state, seen) = watch::channel(State::Open);
        let (server, leads_to) = watch::channel(server);
        let lost = Arc::new(watch::Sender::new(0));
        let task = tokio::spawn(accept(listener, leads_to, seen, Arc::clone(&lost)));
        Self {
            address,
            server,
            state,
            lost,
            task,
        }
    }

    /// The address of the proxy.
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// New connections lead to another server from now on.
    pub fn lead_to(&self, server: SocketAddr) {
        self.server.send_replace(server);
    }

    /// Delays everything from now on: in chunks of this size, each with this delay.
    pub fn slow(&self, bytes: usize, delay: Duration) {
        self.state.send_replace(State::Slow { bytes, delay });
    }

    /// Nothing arrives any more, and nobody is notified.
    pub fn freeze(&self) {
        self.state.send_replace(State::Frozen);
    }

    /// Loses what clients send from now on, while the connections stay open.
    pub fn lose_requests(&self) {
        self.state.send_replace(State::LosesRequests);
    }

    /// Waits until this many bytes were lost.
    ///
    /// # Panics
    /// If they are not lost in time.
    pub async fn has_lost(&self, bytes: usize) {
        let mut lost = self.lost.subscribe();
        let enough = patiently("lost requests", lost.wait_for(|lost| *lost >= bytes)).await;
        enough.expect("it is this proxy's");
    }

    /// Closes all connections, and accepts no new ones.
    pub fn cut(&self) {
        self.state.send_replace(State::Cut);
    }

    /// Opens the proxy again.
    pub fn open(&self) {
        self.state.send_replace(State::Open);
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.task.abort();
        self.cut();
    }
}

async fn accept(
    listener: TcpListener,
    server: watch::Receiver<SocketAddr>,
    state: watch::Receiver<State>,
    lost: Arc<watch::Sender<usize>>,
) {
    loop {
        let Ok((client, _)) = listener.accept().await else {
            continue;
        };
        if *state.borrow() != State::Cut {
            let server = *server.borrow();
            tokio::spawn(connect(client, server, state.clone(), Arc::clone(&lost)));
        }
    }
}

async fn connect(
    client: TcpStream,
    server: SocketAddr,
    state: watch::Receiver<State>,
    lost: Arc<watch::Sender<usize>>,
) {
    let Ok(server) = TcpStream::connect(server).await else {
        return;
    };
    let (from_client, to_client) = client.into_split();
    let (from_server, to_server) = server.into_split();
    tokio::join!(
        pass_on(from_client, to_server, state.clone(), Some(&lost)),
        pass_on(from_server, to_client, state, None),
    );
}

/// Copies bytes until either end closes, or the proxy is cut. What a client sends may be lost, and is then counted.
async fn pass_on(
    mut from: OwnedReadHalf,
    mut to: OwnedWriteHalf,
    mut state: watch::Receiver<State>,
    lost: Option<&watch::Sender<usize>>,
) {
    let mut is_cut = state.clone();
    let pass = async {
        let mut chunk = vec![0; CHUNK];
        while let Ok(length @ 1..) = from.read(&mut chunk).await {
            let mut rest = &chunk[..length];
            while !rest.is_empty() {
                let goes_on = |state: &State| !matches!(state, State::Frozen | State::Cut);
                let Ok(now) = state.wait_for(goes_on).await.map(|state| *state) else {
                    return;
                };
                let (bytes, delay) = match (now, lost) {
                    (State::LosesRequests, Some(lost)) => {
                        lost.send_modify(|lost| *lost += rest.len());
                        break;
                    }
                    (State::Slow { bytes, delay }, _) => (bytes, delay),
                    _ => (CHUNK, Duration::ZERO),
                };
                if !delay.is_zero() {
                    sleep(delay).await;
                }
                let (part, others) = rest.split_at(rest.len().min(bytes));
                if to.write_all(part).await.is_err() {
                    return;
                }
                rest = others;
            }
        }
    };
    tokio::select! {
        () = pass => {}
        // This also ends if the proxy was dropped, so that nobody can open it again.
        _ = is_cut.wait_for(|state| *state == State::Cut) => {}
    }
}
