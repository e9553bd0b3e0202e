//! A connection as it was accepted, below everything that parses its bytes as requests or frames.
//!
//! It is read no faster than its [`Meter`] allows, and written as described in [`Writing`].

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep_until};

use super::meter::{Meter, NextRead};
use super::writing::Writing;

/// A connection whose bytes are counted.
#[derive(Debug)]
pub struct Metered<S> {
    inner: S,
    meter: Arc<Meter>,
    /// Nothing is read before this timer ends.
    wait: Option<Pin<Box<Sleep>>>,
    writing: Writing,
}

impl<S> Metered<S> {
    /// Counts the bytes of this connection.
    pub fn new(inner: S, meter: Arc<Meter>) -> Self {
        Self {
            inner,
            wait: None,
            writing: Writing::default(),
            meter,
        }
    }

    /// Waits until something may be written. Returns how many bytes.
    fn poll_turn(&mut self, context: &mut Context<'_>) -> Poll<usize> {
        let Self { writing, meter, .. } = self;
        writing.poll_turn(context, |bytes| meter.turn_of_piece(bytes))
    }

    /// Waits until something may be read.
    fn poll_next_read(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        loop {
            if let Some(wait) = &mut self.wait {
                ready!(wait.as_mut().poll(context));
                self.wait = None;
            }
            match self.meter.next_read() {
                NextRead::Now => return Poll::Ready(Ok(())),
                NextRead::At(at) => self.wait = Some(Box::pin(sleep_until(at))),
                NextRead::Closing => return Poll::Pending,
                NextRead::Over => {
                    return Poll::Ready(Err(io::ErrorKind::ConnectionAborted.into()));
                }
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
        let is_held = self.meter.is_held();
        self.writing.written(context, written, bytes.len(), is_held)
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
        let is_held = self.meter.is_held();
        self.writing.written(context, written, offered, is_held)
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

/// How many of the first slices have at most so many bytes together.
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

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};
    use tokio::time::timeout;

    use super::super::meter::tests::meter;
    use super::*;
    use crate::settings::ServerLimits;

    /// Reads from a connection that receives empty fragments without end. Returns how many bytes were read within this time.
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
        // A connection that continues is not read any more, and the code that serves it is told.
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

    /// Writes an answer to a client that reads so many bytes per second. Returns what it received.
    async fn write_slowly(
        meter: Arc<Meter>,
        answer: &[u8],
        bytes_per_second: usize,
    ) -> (io::Result<()>, Vec<u8>) {
        let (mut client, server) = duplex(bytes_per_second);
        let mut server = Metered::new(server, meter);
        let write = async {
            let written = server.write_all(answer).await;
            drop(server);
            written
        };
        let read = async {
            let mut got = Vec::new();
            let mut piece = vec![0; bytes_per_second];
            loop {
                tokio::time::sleep(Duration::from_secs(1)).await;
                let bytes = client.read(&mut piece).await.expect("the line holds");
                if bytes == 0 {
                    return got;
                }
                got.extend_from_slice(&piece[..bytes]);
            }
        };
        tokio::join!(write, read)
    }

    #[tokio::test(start_paused = true)]
    async fn a_slow_line_gets_a_long_answer_whole() {
        let answer = vec![7; 512 * 1024];
        let meter = meter(ServerLimits::default());
        // An answer that was held before does not affect what is written now.
        drop(meter.hold());
        let (written, got) = write_slowly(meter, &answer, 4_096).await;
        written.expect("it is written");
        assert_eq!(got, answer);
    }

    #[tokio::test(start_paused = true)]
    async fn an_answer_that_is_held_must_be_taken_faster() {
        const MIB: usize = 1024 * 1024;
        let answer = vec![7; 16 * MIB];
        for (rate, expected) in [
            (4 * 1024, Err(io::ErrorKind::TimedOut)),
            (48 * 1024, Err(io::ErrorKind::TimedOut)),
            (80 * 1024, Ok(())),
        ] {
            let meter = meter(ServerLimits::default());
            let _answer = meter.hold();
            let start = tokio::time::Instant::now();
            let (written, got) = write_slowly(meter, &answer, rate).await;
            let took = start.elapsed();
            assert_eq!(written.map_err(|error| error.kind()), expected, "{rate}");
            assert_eq!(got.len() == answer.len(), expected.is_ok());
            assert!(took < Duration::from_secs(330), "{took:?} at {rate}");
            // Nobody is cut off in the first minute.
            assert!(took > Duration::from_mins(1), "{took:?} at {rate}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn what_is_held_and_not_very_long_may_be_taken_slowly() {
        let answer = vec![7; 256 * 1024];
        let meter = meter(ServerLimits::default());
        let _answer = meter.hold();
        let (written, got) = write_slowly(meter, &answer, 8 * 1024).await;
        written.expect("it is written");
        assert_eq!(got, answer);
    }
}
