//! Text frames that are written to a socket. They are written from the room's own memory, several at once, without a copy for the
//! connection.
//!
//! The WebSocket library would copy each message into a buffer of the connection that keeps the size of the longest message: a snapshot
//! of a room. Frames of a server are not masked (RFC 6455 §5.1), so a frame is a header, which the library encodes, followed by bytes
//! that all recipients share.

use std::collections::VecDeque;
use std::future::poll_fn;
use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use bytes::Bytes;
use tokio::io::AsyncWrite;
use tokio_tungstenite::tungstenite::protocol::frame::FrameHeader;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};

/// Frames that are written with one system call.
const FRAMES_AT_ONCE: usize = 16;
/// Length in bytes of the longest header without a mask (RFC 6455 §5.2).
const HEAD_BYTES: usize = 10;
/// The capacity for frames that an idle connection keeps.
const IDLE_FRAMES: usize = 4;

/// Frames that are being written. If writing is interrupted, the unwritten rest stays here.
#[derive(Debug, Default)]
pub struct Outgoing {
    frames: VecDeque<Bytes>,
    /// How many bytes of the first frame are written, including its header.
    written: usize,
}

impl Outgoing {
    /// Adds a frame with this text.
    pub fn push(&mut self, text: Bytes) {
        self.frames.push_back(text);
    }

    /// How many frames are not completely written.
    pub fn len(&self) -> usize {
        self.frames.len()
    }

    /// Writes all frames. If this is dropped before its end, the next call continues in the middle of the frame.
    pub async fn write<S: AsyncWrite + Unpin>(&mut self, stream: &mut S) -> io::Result<()> {
        poll_fn(|context| self.poll_write(context, Pin::new(&mut *stream))).await
    }

    fn poll_write<S: AsyncWrite>(
        &mut self,
        context: &mut Context<'_>,
        mut stream: Pin<&mut S>,
    ) -> Poll<io::Result<()>> {
        while !self.frames.is_empty() {
            let bytes = ready!(self.poll_some(context, stream.as_mut()))?;
            if bytes == 0 {
                return Poll::Ready(Err(io::ErrorKind::WriteZero.into()));
            }
            self.advance(bytes);
        }
        self.frames.shrink_to(IDLE_FRAMES);
        stream.poll_flush(context)
    }

    /// Writes as much as the socket accepts at once.
    fn poll_some<S: AsyncWrite>(
        &self,
        context: &mut Context<'_>,
        stream: Pin<&mut S>,
    ) -> Poll<io::Result<usize>> {
        let mut heads = [Head::default(); FRAMES_AT_ONCE];
        for (head, text) in heads.iter_mut().zip(&self.frames) {
            *head = Head::of(text);
        }
        let mut slices = [IoSlice::new(&[]); 2 * FRAMES_AT_ONCE];
        for ((pair, head), text) in slices.chunks_exact_mut(2).zip(&heads).zip(&self.frames) {
            pair[0] = IoSlice::new(head.bytes());
            pair[1] = IoSlice::new(text);
        }
        let frames = self.frames.len().min(FRAMES_AT_ONCE);
        let mut left = &mut slices[..2 * frames];
        IoSlice::advance_slices(&mut left, self.written);
        stream.poll_write_vectored(context, left)
    }

    /// Notes that so many more bytes are written.
    fn advance(&mut self, bytes: usize) {
        self.written += bytes;
        while let Some(first) = self.frames.front() {
            let whole = Head::of(first).bytes().len() + first.len();
            if self.written < whole {
                break;
            }
            self.written -= whole;
            self.frames.pop_front();
        }
    }
}

/// The header of a text frame.
#[derive(Clone, Copy, Default)]
struct Head {
    bytes: [u8; HEAD_BYTES],
    length: usize,
}

impl Head {
    fn of(text: &[u8]) -> Self {
        let header = FrameHeader {
            opcode: OpCode::Data(Data::Text),
            ..FrameHeader::default()
        };
        let mut bytes = [0; HEAD_BYTES];
        let mut rest = &mut bytes[..];
        header
            .format(text.len() as u64, &mut rest)
            .expect("a head without a mask fits");
        let length = HEAD_BYTES - rest.len();
        Self { bytes, length }
    }

    fn bytes(&self) -> &[u8] {
        &self.bytes[..self.length]
    }
}

#[cfg(test)]
mod tests {
    use futures_util::StreamExt;
    use proptest::collection::vec;
    use proptest::prelude::*;
    use tokio::io::{AsyncReadExt, duplex};
    use tokio::time::{Duration, timeout};
    use tokio_tungstenite::WebSocketStream;
    use tokio_tungstenite::tungstenite::Message;
    use tokio_tungstenite::tungstenite::protocol::Role;

    use super::*;

    /// Texts with lengths around those at which a header becomes longer.
    fn text() -> impl Strategy<Value = String> {
        let bytes = prop_oneof![0..4_usize, 120..130_usize, 65_530..65_540_usize];
        bytes.prop_map(|bytes| "爵 "[..3].repeat(bytes / 3) + &" "[..].repeat(bytes % 3))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn a_client_reads_what_was_written_however_it_is_cut_and_given_up(
            texts in vec(text(), 1..40),
            pipe_bytes in 1..9_000_usize,
            give_up in any::<bool>(),
        ) {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_time()
                .start_paused(true)
                .build()
                .expect("a runtime");
            let read = runtime.block_on(async {
                let (client, mut server) = duplex(pipe_bytes);
                let mut client = WebSocketStream::from_raw_socket(client, Role::Client, None).await;
                let mut outgoing = Outgoing::default();
                for text in &texts {
                    outgoing.push(text.clone().into());
                }
                if give_up {
                    // Nobody reads yet, so this stops in the middle of a frame unless everything fits.
                    let _ = timeout(Duration::from_millis(1), outgoing.write(&mut server)).await;
                }
                let writing = async {
                    outgoing.write(&mut server).await.expect("somebody reads");
                    assert_eq!(outgoing.len(), 0);
                    assert!(outgoing.frames.capacity() <= IDLE_FRAMES);
                };
                let reading = async {
                    let mut read = Vec::new();
                    while read.len() < texts.len() {
                        match client.next().await {
                            Some(Ok(Message::Text(text))) => read.push(text.as_str().to_owned()),
                            other => panic!("{other:?}"),
                        }
                    }
                    read
                };
                tokio::join!(writing, reading).1
            });
            prop_assert_eq!(read, texts);
        }
    }

    #[tokio::test]
    async fn a_client_that_stops_reading_is_noticed() {
        let (mut client, mut server) = duplex(4);
        let mut outgoing = Outgoing::default();
        outgoing.push(Bytes::from_static(b"a text"));
        let read = async {
            let mut head = [0; 2];
            client.read_exact(&mut head).await.expect("the head");
            drop(client);
            head
        };
        let (written, head) = tokio::join!(outgoing.write(&mut server), read);
        assert_eq!(head, [0x81, 6]);
        written.expect_err("nobody is there");
    }
}
