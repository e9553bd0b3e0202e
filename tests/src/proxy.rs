//! A way to a server that a test can cut, slow down, or leave silent.

use std::net::SocketAddr;
use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::sleep;

/// Bytes that are passed on at a time.
const CHUNK: usize = 16 * 1024;

/// What becomes of what is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// It arrives.
    Open,
    /// So many bytes at a time arrive, each so much later.
    Slow { bytes: usize, delay: Duration },
    /// It arrives when the way is open again.
    Frozen,
    /// Connections end, and none is taken.
    Cut,
}

/// A way to a server over a port of its own on the loopback; gone when this is dropped.
#[derive(Debug)]
pub struct Proxy {
    address: SocketAddr,
    server: watch::Sender<SocketAddr>,
    state: watch::Sender<State>,
    task: JoinHandle<()>,
}

impl Proxy {
    /// A way to this server, open.
    ///
    /// # Panics
    /// If there is no free port.
    pub async fn to(server: SocketAddr) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("it is bound");
        let (state, seen) = watch::channel(State::Open);
        let (server, leads_to) = watch::channel(server);
        let task = tokio::spawn(accept(listener, leads_to, seen));
        Self {
            address,
            server,
            state,
            task,
        }
    }

    /// Where it begins.
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Connections from now on lead to another server.
    pub fn lead_to(&self, server: SocketAddr) {
        self.server.send_replace(server);
    }

    /// What is sent arrives so much later, and so many bytes at a time, each of which takes as long again.
    pub fn slow(&self, bytes: usize, delay: Duration) {
        self.state.send_replace(State::Slow { bytes, delay });
    }

    /// Nothing arrives any more, and nobody is told so.
    pub fn freeze(&self) {
        self.state.send_replace(State::Frozen);
    }

    /// All connections end, and none is taken.
    pub fn cut(&self) {
        self.state.send_replace(State::Cut);
    }

    /// As in the beginning.
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
) {
    loop {
        let Ok((client, _)) = listener.accept().await else {
            continue;
        };
        if *state.borrow() != State::Cut {
            let server = *server.borrow();
            tokio::spawn(connect(client, server, state.clone()));
        }
    }
}

async fn connect(client: TcpStream, server: SocketAddr, state: watch::Receiver<State>) {
    let Ok(server) = TcpStream::connect(server).await else {
        return;
    };
    let (from_client, to_client) = client.into_split();
    let (from_server, to_server) = server.into_split();
    tokio::join!(
        pass_on(from_client, to_server, state.clone()),
        pass_on(from_server, to_client, state),
    );
}

/// Until either end closes, or the way is cut.
async fn pass_on(
    mut from: OwnedReadHalf,
    mut to: OwnedWriteHalf,
    mut state: watch::Receiver<State>,
) {
    let mut is_cut = state.clone();
    let pass = async {
        let mut chunk = vec![0; CHUNK];
        while let Ok(length @ 1..) = from.read(&mut chunk).await {
            let mut rest = &chunk[..length];
            while !rest.is_empty() {
                let passes = |state: &State| matches!(state, State::Open | State::Slow { .. });
                let Ok(now) = state.wait_for(passes).await.map(|state| *state) else {
                    return;
                };
                let (bytes, delay) = match now {
                    State::Slow { bytes, delay } => (bytes, delay),
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
        // Also when nobody can open it again.
        _ = is_cut.wait_for(|state| *state == State::Cut) => {}
    }
}
