//! The idle timeout of a connection. Connections of a trusted proxy have a long one between two requests, because proxies keep connections
//! open for the next request. Within the headers of a request, the timeout is short for all connections.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody};
use hyper::body::{Frame, SizeHint};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::sync::watch;
use tokio::time::{Instant, sleep_until};

/// How much longer a silent connection stays open than its client was told, because the next request may be on its way.
pub(crate) const AFTER_TOLD: Duration = Duration::from_secs(1);

/// The state of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// Its next request has not begun.
    Between,
    /// The headers of a request are coming.
    Headers,
    /// A request is being answered, which has its own time limits.
    Answering,
}

/// The idle timer of one connection.
#[derive(Debug)]
pub(crate) struct Silence {
    /// The time limit for the headers of a request.
    headers: Duration,
    /// The time limit for the pause between two requests.
    between: Duration,
    now: watch::Sender<(Phase, Instant)>,
}

impl Silence {
    /// The timer of a new connection, whose first request is expected at once.
    pub fn new(headers: Duration, between: Duration) -> Arc<Self> {
        Arc::new(Self {
            headers,
            between,
            now: watch::Sender::new((Phase::Headers, Instant::now())),
        })
    }

    /// Notes that bytes were received.
    fn received(&self) {
        self.now.send_if_modified(|now| {
            let begins = now.0 == Phase::Between;
            if begins {
                *now = (Phase::Headers, Instant::now());
            }
            begins
        });
    }

    /// Notes that the headers of a request are complete.
    pub fn asked(&self) {
        self.now.send_replace((Phase::Answering, Instant::now()));
    }

    /// Wraps an answer's body, so that its end is noted.
    pub fn noted(self: &Arc<Self>, answer: Body) -> Body {
        let silence = Arc::clone(self);
        Body::new(NotedBody { answer, silence })
    }

    /// Completes when the connection has been silent for too long.
    pub async fn over(&self) {
        let mut changes = self.now.subscribe();
        loop {
            let (phase, since) = *changes.borrow_and_update();
            let limit = match phase {
                Phase::Between => Some(self.between),
                Phase::Headers => Some(self.headers),
                Phase::Answering => None,
            };
            let too_long = async {
                match limit {
                    Some(limit) => sleep_until(since + limit).await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                () = too_long => return,
                // The sender lives as long as `self`.
                _ = changes.changed() => {}
            }
        }
    }
}

/// The body of an answer. When it is dropped, all of it was sent or nothing more of it will be.
struct NotedBody {
    answer: Body,
    silence: Arc<Silence>,
}

impl Drop for NotedBody {
    fn drop(&mut self) {
        let silence = &self.silence;
        silence.now.send_replace((Phase::Between, Instant::now()));
    }
}

impl HttpBody for NotedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.answer).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.answer.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.answer.size_hint()
    }
}

/// A connection with its idle timer, if it has one.
#[derive(Debug)]
pub(crate) struct Heard<S> {
    inner: S,
    silence: Option<Arc<Silence>>,
}

impl<S> Heard<S> {
    /// Notes when bytes are received.
    pub const fn new(inner: S, silence: Option<Arc<Silence>>) -> Self {
        Self { inner, silence }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Heard<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        ready!(Pin::new(&mut self.inner).poll_read(context, buffer))?;
        if let Some(silence) = &self.silence
            && buffer.filled().len() > before
        {
            silence.received();
        }
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Heard<S> {
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
