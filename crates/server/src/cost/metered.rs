//! A connection's bytes, below everything that reads them as requests or frames.
//!
//! Reading is slowed down to what one connection, and its address, may send; so nothing that comes in many small pieces
//! (empty fragments, headers byte by byte) is cheaper than what comes in one. Whoever is slowed down for long is closed, and
//! so is whoever does not take what is written.

use std::io;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::{Mutex, MutexGuard};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::sync::Notify;
use tokio::time::{Instant, Sleep, sleep, sleep_until};

use super::weights::{READ, of_bytes};
use super::{Bucket, Costs, Refill, lock};

/// What a read counts beside its bytes.
const READ_BYTES: u64 = 64;
/// The least time that a connection is slowed down for, so that it is not woken for every byte.
const LEAST_WAIT: Duration = Duration::from_millis(20);
/// The longest that it waits at once for its address.
const LONGEST_WAIT: Duration = Duration::from_secs(1);
/// For how long a connection may be slowed down for what it sent itself before it is closed; it comes back at a tenth of
/// that.
const PATIENCE: Refill = Refill {
    per_second: 100,
    burst: 10_000,
};
/// How long a client may take nothing of what is written to it.
const WRITE_TIME: Duration = Duration::from_secs(20);
/// Bytes a second that a client must take on average where not everything fits at once: less than any telephone line.
const LEAST_BYTES_PER_SECOND: u64 = 2 * 1024;

/// What is known of a connection's bytes, shared with whoever serves it.
#[derive(Debug)]
pub struct Meter {
    costs: Costs,
    state: Mutex<State>,
    flooded: Notify,
}

#[derive(Debug)]
struct State {
    /// Who pays for the bytes; nobody while a proxy has not said whom they are for.
    address: Option<IpAddr>,
    received: Bucket,
    patience: Bucket,
    is_socket: bool,
}

impl Meter {
    /// A meter for a connection from this address, or from a proxy.
    pub fn new(costs: Costs, address: Option<IpAddr>) -> Self {
        let now_ms = costs.now_ms();
        let state = State {
            address,
            received: Bucket::full(costs.limits.received_bytes(), now_ms),
            patience: Bucket::full(PATIENCE, now_ms),
            is_socket: false,
        };
        Self {
            costs,
            state: Mutex::new(state),
            flooded: Notify::new(),
        }
    }

    /// Notes that the connection has become a WebSocket of somebody at this address.
    pub fn upgraded(&self, address: IpAddr) {
        let mut state = lock(&self.state);
        state.address = Some(address);
        state.is_socket = true;
    }

    /// Waits until the connection, which is a WebSocket, has sent too much for too long.
    pub async fn flooded(&self) {
        self.flooded.notified().await;
    }

    /// Notes that so many bytes came; says how long to wait before more are read.
    pub(super) fn received(&self, bytes: usize) -> Result<Option<Duration>, Flooded> {
        let now_ms = self.costs.now_ms();
        let refill = self.costs.limits.received_bytes();
        let mut state: MutexGuard<'_, State> = lock(&self.state);
        let own = bytes as u64 + READ_BYTES;
        state.received.charge(refill, own, now_ms);
        let own = state.received.wait(refill, now_ms);
        let address = state.address.map_or(Duration::ZERO, |address| {
            let cost = READ + of_bytes(bytes);
            let reserved = self.costs.reserve(address, cost, LONGEST_WAIT);
            reserved.unwrap_or(LONGEST_WAIT)
        });
        if own > Duration::ZERO {
            let own_ms = own.max(LEAST_WAIT).as_millis();
            let own_ms = u64::try_from(own_ms).unwrap_or(u64::MAX);
            if state.patience.admit(PATIENCE, own_ms, now_ms).is_err() {
                if state.is_socket {
                    self.flooded.notify_one();
                }
                return Err(Flooded {
                    is_socket: state.is_socket,
                });
            }
        }
        let wait = own.max(address);
        Ok((wait > Duration::ZERO).then_some(wait.max(LEAST_WAIT)))
    }
}

/// A connection has sent too much for too long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Flooded {
    /// Whoever serves it closes it with a word; else it ends here.
    is_socket: bool,
}

/// A connection whose bytes are counted.
#[derive(Debug)]
pub struct Metered<S> {
    inner: S,
    meter: std::sync::Arc<Meter>,
    /// Nothing is read before this.
    wait: Option<Pin<Box<Sleep>>>,
    /// Nothing is read any more.
    is_over: bool,
    /// By when what is being written must have been taken.
    write_by: Option<Pin<Box<Sleep>>>,
}

impl<S> Metered<S> {
    /// Counts the bytes of this connection.
    pub const fn new(inner: S, meter: std::sync::Arc<Meter>) -> Self {
        Self {
            inner,
            meter,
            wait: None,
            is_over: false,
            write_by: None,
        }
    }

    /// Notes what came of a write of so many bytes.
    fn written(
        &mut self,
        context: &mut Context<'_>,
        written: Poll<io::Result<usize>>,
        offered: usize,
    ) -> Poll<io::Result<usize>> {
        match written {
            Poll::Ready(Ok(taken)) => {
                if taken == offered {
                    self.write_by = None;
                } else if let Some(by) = &mut self.write_by {
                    let ms = taken as u64 * 1_000 / LEAST_BYTES_PER_SECOND;
                    let later = by.deadline() + Duration::from_millis(ms);
                    by.as_mut().reset(later.min(Instant::now() + WRITE_TIME));
                }
                written
            }
            Poll::Ready(Err(_)) => written,
            Poll::Pending => {
                let by = self
                    .write_by
                    .get_or_insert_with(|| Box::pin(sleep_until(Instant::now() + WRITE_TIME)));
                ready!(by.as_mut().poll(context));
                Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
            }
        }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Metered<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if self.is_over {
            return Poll::Pending;
        }
        if let Some(wait) = &mut self.wait {
            ready!(wait.as_mut().poll(context));
            self.wait = None;
        }
        let before = buffer.filled().len();
        ready!(Pin::new(&mut self.inner).poll_read(context, buffer))?;
        let bytes = buffer.filled().len() - before;
        if bytes == 0 {
            return Poll::Ready(Ok(()));
        }
        match self.meter.received(bytes) {
            Ok(wait) => self.wait = wait.map(|wait| Box::pin(sleep(wait))),
            Err(Flooded { is_socket: true }) => self.is_over = true,
            Err(Flooded { is_socket: false }) => {
                return Poll::Ready(Err(io::ErrorKind::ConnectionAborted.into()));
            }
        }
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Metered<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.inner).poll_write(context, bytes);
        self.written(context, written, bytes.len())
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let offered = slices.iter().map(|slice| slice.len()).sum();
        let written = Pin::new(&mut self.inner).poll_write_vectored(context, slices);
        self.written(context, written, offered)
    }

    fn is_write_vectored(&self) -> bool {
        self.inner.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use giog_rooms::{Clock, Now};
    use giog_rules::Timestamp;
    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};
    use tokio::time::timeout;

    use super::*;
    use crate::address::Addresses;
    use crate::settings::ServerLimits;

    /// The time of the test's runtime.
    struct Virtual(Instant);

    impl Clock for Virtual {
        fn now(&self) -> Now {
            let mono_ms = u64::try_from(self.0.elapsed().as_millis()).expect("a short test");
            Now {
                mono_ms,
                wall: Timestamp::from_unix_ms(0),
            }
        }
    }

    fn meter(limits: ServerLimits) -> Arc<Meter> {
        let clock = Arc::new(Virtual(Instant::now()));
        let costs = Costs::new(clock, Arc::new(limits), Addresses::default());
        Arc::new(Meter::new(costs, Some([192, 0, 2, 1].into())))
    }

    /// Reads from a connection over which empty fragments come without end; gives how many bytes came within this time.
    async fn flood(meter: Arc<Meter>, time: Duration) -> (usize, io::Result<()>) {
        let (mut client, server) = duplex(4_096);
        let fragments = [0x00, 0x80, 0, 0, 0, 0].repeat(600);
        tokio::spawn(async move { while client.write_all(&fragments).await.is_ok() {} });
        let mut server = Metered::new(server, meter);
        let (mut read, mut buffer) = (0, vec![0; 4_096]);
        let reading = async {
            loop {
                read += server.read(&mut buffer).await?;
            }
        };
        let ended = timeout(time, reading).await.unwrap_or(Ok(()));
        (read, ended)
    }

    #[tokio::test(start_paused = true)]
    async fn empty_fragments_without_end_are_slowed_down_and_then_closed() {
        let limits = ServerLimits::default();
        let refill = limits.received_bytes();
        let meter = meter(limits);
        meter.upgraded([192, 0, 2, 1].into());
        let (read, _) = flood(Arc::clone(&meter), Duration::from_secs(5)).await;
        let most = refill.burst + 5 * refill.per_second + 8_192;
        assert!(read as u64 <= most, "{read} bytes of at most {most}");
        assert!(read as u64 > refill.burst / 2);
        // Nothing more is read of one that goes on, and whoever serves it is told.
        let (_, ended) = flood(Arc::clone(&meter), Duration::from_secs(30)).await;
        ended.expect("whoever serves it closes it");
        let told = timeout(Duration::from_secs(1), meter.flooded()).await;
        assert_eq!(told, Ok(()));
    }

    #[tokio::test(start_paused = true)]
    async fn what_is_no_websocket_ends_where_it_never_stops_sending() {
        let (_, ended) = flood(meter(ServerLimits::default()), Duration::from_mins(1)).await;
        let error = ended.expect_err("it is closed");
        assert_eq!(error.kind(), io::ErrorKind::ConnectionAborted);
    }

    #[tokio::test(start_paused = true)]
    async fn what_nobody_takes_is_not_written_for_ever() {
        let (_client, server) = duplex(16);
        let mut server = Metered::new(server, meter(ServerLimits::default()));
        let written = timeout(Duration::from_mins(1), server.write_all(&[0; 64])).await;
        let error = written.expect("it ends").expect_err("nobody reads");
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_that_takes_a_byte_now_and_then_holds_nothing_for_ever() {
        let (mut client, server) = duplex(16);
        let mut server = Metered::new(server, meter(ServerLimits::default()));
        let slow = async {
            loop {
                tokio::time::sleep(Duration::from_secs(5)).await;
                client.read_u8().await.expect("there is something");
            }
        };
        let answer = vec![0; 64 * 1024];
        let written = tokio::select! {
            written = timeout(Duration::from_mins(2), server.write_all(&answer)) => written,
            () = slow => unreachable!("it never ends"),
        };
        let error = written.expect("it ends").expect_err("too little is taken");
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
    }

    #[tokio::test(start_paused = true)]
    async fn a_slow_line_gets_a_long_answer_whole() {
        let (mut client, server) = duplex(4_096);
        let mut server = Metered::new(server, meter(ServerLimits::default()));
        let answer = vec![7; 256 * 1024];
        let slow = async {
            let mut got = Vec::new();
            let mut piece = vec![0; 4_096];
            while got.len() < answer.len() {
                tokio::time::sleep(Duration::from_secs(1)).await;
                let bytes = client.read(&mut piece).await.expect("the line holds");
                got.extend_from_slice(&piece[..bytes]);
            }
            got
        };
        let (written, got) = tokio::join!(server.write_all(&answer), slow);
        written.expect("it is written");
        assert_eq!(got, answer);
    }
}
