//! A connection's bytes, below everything that reads them as requests or frames.
//!
//! Reading is slowed down to what one connection, and its address, may send; so nothing that comes in many small pieces
//! (empty fragments, headers byte by byte) is cheaper than what comes in one. Whoever is slowed down for long is closed, and
//! so is whoever does not take what is written. [`Metered`] is the connection as it was accepted; [`Framed`] the same once it
//! is a WebSocket, where a frame costs more than its bytes.

use std::future::poll_fn;
use std::io;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use futures_util::task::AtomicWaker;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep_until};

use super::frames::FrameCount;
use super::weights::{BYTES, FRAME, READ, of_bytes};
use super::{Bucket, Cost, Costs, Refill, lock};

/// What a read counts beside its bytes.
const READ_BYTES: u64 = 64;
/// What a frame counts beside its bytes: as many as cost the same.
const FRAME_BYTES: u64 = FRAME * BYTES as u64;
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
/// Bytes that a connection writes before it is the turn of others on its thread. The system takes some hundred KiB at once, which costs
/// a tenth of a millisecond: with long answers on hundreds of connections, a play would wait for all of them at each step.
const TURN_BYTES: usize = 16 * 1024;
/// How long a client may take nothing of what is written to it.
const WRITE_TIME: Duration = Duration::from_secs(20);
/// Bytes a second that a client must take on average where not everything fits at once: less than any telephone line.
const LEAST_BYTES_PER_SECOND: u64 = 2 * 1024;

/// What is known of a connection's bytes, shared with whoever serves it.
#[derive(Debug)]
pub struct Meter {
    costs: Costs,
    state: Mutex<State>,
    /// It has sent too much for too long: nothing is read any more.
    is_over: AtomicBool,
    /// Wakes whoever serves it when it has sent too much for too long.
    flooded: AtomicWaker,
}

#[derive(Debug)]
struct State {
    /// Who pays for the bytes; nobody while a proxy has not said whom they are for.
    address: Option<IpAddr>,
    received: Bucket,
    patience: Bucket,
    is_socket: bool,
    /// Nothing is read before this, for what the connection sent itself, and for whatever reason.
    waits_until: [Instant; 2],
}

/// When something is read from a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NextRead {
    /// Not before this.
    At(Instant),
    /// Never again: whoever serves it closes it with a word.
    Closing,
    /// Never again: it ends here.
    Over,
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
            waits_until: [Instant::now(); 2],
        };
        Self {
            costs,
            state: Mutex::new(state),
            is_over: AtomicBool::new(false),
            flooded: AtomicWaker::new(),
        }
    }

    /// Notes that the connection has become a WebSocket of somebody at this address.
    pub fn upgraded(&self, address: IpAddr) {
        let mut state = lock(&self.state);
        state.address = Some(address);
        state.is_socket = true;
    }

    /// Waits until the connection, which is a WebSocket, has sent too much for too long. One at most waits for that.
    pub async fn flooded(&self) {
        poll_fn(|context| {
            self.flooded.register(context.waker());
            if self.is_over.load(Ordering::Acquire) {
                Poll::Ready(())
            } else {
                Poll::Pending
            }
        })
        .await;
    }

    /// Notes that so many bytes came with one read.
    pub(super) fn received(&self, bytes: usize) {
        self.took(bytes as u64 + READ_BYTES, READ + of_bytes(bytes));
    }

    /// Notes that so many frames began in what came.
    fn framed(&self, frames: usize) {
        let frames = frames as u64;
        self.took(frames * FRAME_BYTES, frames * FRAME);
    }

    /// Charges the connection with so many bytes and its address with this cost; what is more than they may have delays the
    /// next read.
    fn took(&self, bytes: u64, cost: Cost) {
        let (now_ms, now) = (self.costs.now_ms(), Instant::now());
        let refill = self.costs.limits.received_bytes();
        let mut state = lock(&self.state);
        state.received.charge(refill, bytes, now_ms);
        let own = state.received.wait(refill, now_ms);
        let address = state.address.map_or(Duration::ZERO, |address| {
            let reserved = self.costs.reserve(address, cost, LONGEST_WAIT);
            reserved.unwrap_or(LONGEST_WAIT)
        });
        let [own_until, until] = state.waits_until;
        if own > Duration::ZERO {
            let later = own_until.max(now + own.max(LEAST_WAIT));
            let longer_ms = (later - own_until.max(now)).as_millis();
            let longer_ms = u64::try_from(longer_ms).unwrap_or(u64::MAX);
            if state.patience.admit(PATIENCE, longer_ms, now_ms).is_err() {
                self.is_over.store(true, Ordering::Release);
                self.flooded.wake();
            }
            state.waits_until[0] = later;
        }
        if address > Duration::ZERO {
            state.waits_until[1] = until.max(now + address.max(LEAST_WAIT));
        }
    }

    /// When something is read again.
    fn next_read(&self) -> NextRead {
        let state = lock(&self.state);
        let [own, other] = state.waits_until;
        match (self.is_over.load(Ordering::Acquire), state.is_socket) {
            (false, _) => NextRead::At(own.max(other)),
            (true, true) => NextRead::Closing,
            (true, false) => NextRead::Over,
        }
    }
}

/// A connection whose bytes are counted.
#[derive(Debug)]
pub struct Metered<S> {
    inner: S,
    meter: Arc<Meter>,
    /// Nothing is read before this.
    wait: Option<Pin<Box<Sleep>>>,
    /// What was written since it was the turn of others.
    written_in_turn: usize,
    /// By when what is being written must have been taken.
    write_by: Option<Pin<Box<Sleep>>>,
}

impl<S> Metered<S> {
    /// Counts the bytes of this connection.
    pub const fn new(inner: S, meter: Arc<Meter>) -> Self {
        Self {
            inner,
            meter,
            wait: None,
            written_in_turn: 0,
            write_by: None,
        }
    }

    /// How many bytes may be written now; lets others go first where that is none.
    fn poll_turn(&mut self, context: &Context<'_>) -> Poll<usize> {
        if self.written_in_turn < TURN_BYTES {
            return Poll::Ready(TURN_BYTES - self.written_in_turn);
        }
        self.written_in_turn = 0;
        context.waker().wake_by_ref();
        Poll::Pending
    }

    /// Waits until something may be read.
    fn poll_next_read(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        loop {
            if let Some(wait) = &mut self.wait {
                ready!(wait.as_mut().poll(context));
                self.wait = None;
            }
            match self.meter.next_read() {
                NextRead::At(at) if at <= Instant::now() => return Poll::Ready(Ok(())),
                NextRead::At(at) => self.wait = Some(Box::pin(sleep_until(at))),
                NextRead::Closing => return Poll::Pending,
                NextRead::Over => {
                    return Poll::Ready(Err(io::ErrorKind::ConnectionAborted.into()));
                }
            }
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
                self.written_in_turn += taken;
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
        ready!(self.poll_next_read(context))?;
        let before = buffer.filled().len();
        ready!(Pin::new(&mut self.inner).poll_read(context, buffer))?;
        let bytes = buffer.filled().len() - before;
        if bytes > 0 {
            self.meter.received(bytes);
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
        let most = ready!(self.poll_turn(context)).min(bytes.len());
        let written = Pin::new(&mut self.inner).poll_write(context, &bytes[..most]);
        self.written(context, written, bytes.len())
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let most = ready!(self.poll_turn(context));
        let offered = slices.iter().map(|slice| slice.len()).sum();
        let empty = slices.iter().take_while(|slice| slice.is_empty()).count();
        let inner = Pin::new(&mut self.inner);
        let written = match &slices[empty..] {
            [first, ..] if first.len() > most => inner.poll_write(context, &first[..most]),
            slices => inner.poll_write_vectored(context, &slices[..leading(slices, most)]),
        };
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

/// How many of the first slices have so many bytes at most, together.
fn leading(slices: &[io::IoSlice<'_>], mut bytes: usize) -> usize {
    let fits = |slice: &&io::IoSlice<'_>| match bytes.checked_sub(slice.len()) {
        Some(left) => {
            bytes = left;
            true
        }
        None => false,
    };
    slices.iter().take_while(fits).count()
}

/// A [`Metered`] connection that has become a WebSocket: its frames are counted too, from the first byte after the handshake.
#[derive(Debug)]
pub struct Framed<S> {
    inner: S,
    meter: Arc<Meter>,
    frames: FrameCount,
}

impl<S> Framed<S> {
    /// Counts the frames of this connection, whose bytes are counted below.
    pub fn new(inner: S, meter: Arc<Meter>) -> Self {
        Self {
            inner,
            meter,
            frames: FrameCount::default(),
        }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Framed<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        ready!(Pin::new(&mut self.inner).poll_read(context, buffer))?;
        let begun = self.frames.pass(&buffer.filled()[before..]);
        if begun > 0 {
            self.meter.framed(begun);
        }
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Framed<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.inner).poll_write(context, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.inner).poll_write_vectored(context, slices)
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

    /// Reads from a WebSocket over which frames of so many bytes come without end; gives how many came in ten seconds, and in
    /// the hundred after them where it is closed before.
    async fn frames_read(frame_bytes: usize) -> usize {
        let meter = meter(ServerLimits::default());
        meter.upgraded([192, 0, 2, 1].into());
        let (mut client, server) = duplex(4_096);
        let frame = [
            [0x82, 0x80 | u8::try_from(frame_bytes - 6).expect("short")].as_slice(),
            &[0; 120][..frame_bytes - 2],
        ]
        .concat();
        tokio::spawn(async move { while client.write_all(&frame).await.is_ok() {} });
        let mut server = Framed::new(Metered::new(server, Arc::clone(&meter)), meter);
        let (mut read, mut buffer) = (0, vec![0; 4_096]);
        let reading = async {
            loop {
                read += server
                    .read(&mut buffer)
                    .await
                    .expect("it is not closed here");
            }
        };
        let ended: Result<(), _> = timeout(Duration::from_secs(10), reading).await;
        ended.expect_err("it goes on for ever");
        read / frame_bytes
    }

    #[tokio::test(start_paused = true)]
    async fn a_frame_costs_more_than_its_bytes_however_small_it_is() {
        let refill = ServerLimits::default().received_bytes();
        for frame_bytes in [6, 7, 20, 120] {
            let read = frames_read(frame_bytes).await as u64;
            let most = (refill.burst + 10 * refill.per_second) / (frame_bytes as u64 + FRAME_BYTES);
            // And what came with the last read.
            let most = most + 4_096 / frame_bytes as u64;
            assert!(
                read <= most,
                "{read} frames of {frame_bytes} bytes; at most {most}"
            );
            assert!(
                read > most / 4,
                "{read} frames of {frame_bytes} bytes of {most}"
            );
        }
    }

    #[tokio::test(start_paused = true)]
    async fn frames_are_paid_for_by_their_address_too() {
        let limits = ServerLimits::default();
        let meter = meter(limits);
        let address = [192, 0, 2, 1].into();
        meter.upgraded(address);
        meter
            .costs
            .charge_address(address, limits.address_cost().burst - 100 * FRAME);
        meter.framed(99);
        assert_eq!(meter.next_read(), NextRead::At(Instant::now()));
        meter.framed(2);
        let NextRead::At(at) = meter.next_read() else {
            unreachable!("the connection itself may send more");
        };
        assert!(at > Instant::now(), "frames cost nothing");
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

    #[tokio::test]
    async fn a_long_answer_is_written_in_turns_with_others() {
        let answer: Vec<u8> = (0..=u8::MAX).cycle().take(5 * TURN_BYTES).collect();
        let (head, body) = answer.split_at(100);
        for vectored in [true, false] {
            // The system takes all of it at once.
            let (mut client, server) = duplex(answer.len());
            let mut server = Metered::new(server, meter(ServerLimits::default()));
            let mut others = 0;
            let mut done = 0;
            let write = poll_fn(|context| {
                while done < answer.len() {
                    let rest = [
                        io::IoSlice::new(&head[done.min(100)..]),
                        io::IoSlice::new(&body[done.saturating_sub(100)..]),
                    ];
                    let server = Pin::new(&mut server);
                    let written = if vectored {
                        server.poll_write_vectored(context, &rest)
                    } else {
                        server.poll_write(context, &answer[done..])
                    };
                    let Poll::Ready(written) = written else {
                        others += 1;
                        return Poll::Pending;
                    };
                    done += written.expect("the connection holds");
                }
                Poll::Ready(())
            });
            write.await;
            assert_eq!(others, 4, "others had no turn");
            let mut got = vec![0; answer.len()];
            client.read_exact(&mut got).await.expect("all of it");
            assert!(got == answer, "something is missing, or twice");
        }
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
