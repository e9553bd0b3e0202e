//! A connection that has become a WebSocket: its frames are counted in addition to its bytes, because each has a cost of its own.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use super::frames::FrameCount;
use super::meter::Meter;

/// A [`Metered`](super::Metered) connection that has become a WebSocket: frames are counted from the first byte after the handshake.
#[derive(Debug)]
pub struct Framed<S> {
    inner: S,
    meter: Arc<Meter>,
    frames: FrameCount,
}

impl<S> Framed<S> {
    /// Counts the frames of this connection. Its bytes are counted by `inner`.
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
    use std::time::Duration;

    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};
    use tokio::time::timeout;

    use super::super::Metered;
    use super::super::meter::FRAME_BYTES;
    use super::super::meter::tests::meter;
    use super::*;
    use crate::settings::ServerLimits;

    /// Reads from a WebSocket that receives frames of this size without end. Returns how many were read in ten seconds, and in the next
    /// hundred seconds, in which it is closed.
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
            // Plus those of the last read.
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
}
