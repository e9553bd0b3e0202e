//! Writing to a connection: in turns with others, and with a time limit for clients that do not read.
//!
//! The operating system accepts some hundred KiB of a long answer at once. With hundreds of long answers at the same time, each step of a
//! play would wait for all of them. Therefore only [`FIRST_BYTES`] of an answer are written at once, and further pieces when it is their
//! turn: the rate of all long answers together leaves time on every core for players. Short answers and the frames of a game never wait.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::time::{Instant, Sleep, sleep};

use super::turns::Turns;

/// Bytes of an answer that are written before others get a turn.
const FIRST_BYTES: usize = 8 * 1024;
/// Bytes that are written in each further turn.
const PIECE_BYTES: usize = 16 * 1024;
/// Bytes of such pieces per second, for each core: half a gigabit.
const PIECES_BYTES_PER_SECOND: u64 = 64 * 1024 * 1024;
/// The longest wait for such a turn.
const LONGEST_TURN: Duration = Duration::from_secs(1);
/// How long a client may read nothing of what is written to it.
const WRITE_TIME: Duration = Duration::from_secs(20);
/// Bytes per second that a client must read on average if not everything fits into the socket buffer: less than any telephone line.
const LEAST_BYTES_PER_SECOND: u64 = 2 * 1024;
/// How long a client may read an answer that the server holds in memory as slowly as any other.
const HELD_GRACE: Duration = Duration::from_mins(1);
/// Bytes per second that it must read on average after that: 16 MiB within five and a half minutes instead of two hours.
const LEAST_HELD_BYTES_PER_SECOND: u64 = 64 * 1024;

/// The turns of all pieces of a server.
pub(super) fn turns() -> Turns {
    Turns::of_this_machine(PIECES_BYTES_PER_SECOND, LONGEST_TURN)
}

/// The state of writing to a connection.
#[derive(Debug)]
pub(super) struct Writing {
    /// Bytes that may be written before others get a turn.
    left: usize,
    /// What the connection waits for if `left` is zero.
    turn: Option<NextWrite>,
    /// The deadline for what is being written.
    by: Option<Pin<Box<Sleep>>>,
    /// The same for an answer that is held in memory: a deadline for all of it, from the average rate.
    held_by: Option<Pin<Box<Sleep>>>,
}

/// When the next piece may be written.
#[derive(Debug)]
enum NextWrite {
    /// At the next poll.
    Now,
    At(Pin<Box<Sleep>>),
}

impl Default for Writing {
    fn default() -> Self {
        Self {
            left: FIRST_BYTES,
            turn: None,
            by: None,
            held_by: None,
        }
    }
}

impl Writing {
    /// How many bytes may be written now. If none, takes a turn for so many and waits for it.
    pub fn poll_turn(
        &mut self,
        context: &mut Context<'_>,
        take: impl FnOnce(usize) -> Duration,
    ) -> Poll<usize> {
        if self.left > 0 {
            return Poll::Ready(self.left);
        }
        let turn = if let Some(turn) = self.turn.take() {
            turn
        } else {
            let wait = take(PIECE_BYTES);
            // Timers have a resolution of a millisecond: for a shorter wait, other tasks on this thread get a turn.
            if wait < Duration::from_millis(1) {
                self.turn = Some(NextWrite::Now);
                context.waker().wake_by_ref();
                return Poll::Pending;
            }
            NextWrite::At(Box::pin(sleep(wait)))
        };
        if let NextWrite::At(mut at) = turn
            && at.as_mut().poll(context).is_pending()
        {
            self.turn = Some(NextWrite::At(at));
            return Poll::Pending;
        }
        self.left = PIECE_BYTES;
        Poll::Ready(PIECE_BYTES)
    }

    /// Notes the result of a write of so many available bytes, and whether they belong to an answer that is held in memory.
    pub fn written(
        &mut self,
        context: &mut Context<'_>,
        written: Poll<io::Result<usize>>,
        offered: usize,
        is_held: bool,
    ) -> Poll<io::Result<usize>> {
        match written {
            Poll::Ready(Ok(taken)) if taken == offered => {
                self.left = FIRST_BYTES;
                (self.by, self.held_by) = (None, None);
                written
            }
            Poll::Ready(Ok(taken)) => {
                self.left -= taken;
                if let Some(by) = &mut self.by {
                    let later = by.deadline() + time_for(taken, LEAST_BYTES_PER_SECOND);
                    by.as_mut().reset(later.min(Instant::now() + WRITE_TIME));
                }
                if let Some(by) = &mut self.held_by {
                    let later = by.deadline() + time_for(taken, LEAST_HELD_BYTES_PER_SECOND);
                    by.as_mut().reset(later);
                }
                written
            }
            Poll::Ready(Err(_)) => written,
            Poll::Pending => {
                let mut is_late = poll_late(&mut self.by, WRITE_TIME, context);
                if is_held {
                    is_late |= poll_late(&mut self.held_by, HELD_GRACE, context);
                }
                if is_late {
                    Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
                } else {
                    Poll::Pending
                }
            }
        }
    }
}

/// The time for so many bytes at a rate.
const fn time_for(bytes: usize, bytes_per_second: u64) -> Duration {
    Duration::from_millis(bytes as u64 * 1_000 / bytes_per_second)
}

/// Whether the deadline is over. If there is none yet, it is set to so long from now.
fn poll_late(by: &mut Option<Pin<Box<Sleep>>>, time: Duration, context: &mut Context<'_>) -> bool {
    let by = by.get_or_insert_with(|| Box::pin(sleep(time)));
    by.as_mut().poll(context).is_ready()
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::{Arc, Mutex};
    use std::task::ready;

    use futures_util::future::join_all;
    use tokio::io::{AsyncReadExt, AsyncWrite, AsyncWriteExt, duplex, sink};

    use super::super::Metered;
    use super::super::meter::tests::{meter, meters};
    use super::*;
    use crate::settings::ServerLimits;

    #[tokio::test]
    async fn a_long_answer_is_written_in_turns_with_others() {
        let answer: Vec<u8> = (0..=u8::MAX)
            .cycle()
            .take(FIRST_BYTES + 3 * PIECE_BYTES + 1)
            .collect();
        let (head, body) = answer.split_at(100);
        for vectored in [true, false] {
            // The stream accepts all of it at once.
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
    async fn long_answers_of_different_connections_wait_for_each_other() {
        const CONNECTIONS: usize = 16;
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let a_second = usize::try_from(PIECES_BYTES_PER_SECOND).expect("some MiB") * cores;
        let answer = vec![0; a_second / CONNECTIONS];
        let start = Instant::now();
        let writes = meters::<CONNECTIONS>(ServerLimits::default()).map(|meter| {
            let answer = &answer;
            async move { Metered::new(sink(), meter).write_all(answer).await }
        });
        for written in join_all(writes).await {
            written.expect("the connection holds");
        }
        let took = start.elapsed();
        assert!(took >= Duration::from_millis(500), "{took:?}");
    }

    #[tokio::test(start_paused = true)]
    async fn all_long_answers_together_leave_time_to_those_who_play() {
        const CONNECTIONS: usize = 100;
        const MS: u64 = 200;
        let per_second = PIECES_BYTES_PER_SECOND;
        let turns = Arc::new(Mutex::new(Turns::new(per_second, LONGEST_TURN)));
        let bytes = Arc::new(AtomicUsize::new(0));
        let start = Instant::now();
        for _ in 0..CONNECTIONS {
            let mut writing = Writing::default();
            let (turns, bytes) = (Arc::clone(&turns), Arc::clone(&bytes));
            let take = move |bytes: usize| {
                let now_ms = u64::try_from(start.elapsed().as_millis()).expect("a short test");
                let mut turns = turns.lock().expect("nobody panics over them");
                turns.take(bytes as u64, now_ms)
            };
            tokio::spawn(poll_fn(move |context| -> Poll<()> {
                loop {
                    let most = ready!(writing.poll_turn(context, &take));
                    bytes.fetch_add(most, Ordering::Relaxed);
                    let written =
                        writing.written(context, Poll::Ready(Ok(most)), usize::MAX, false);
                    assert!(matches!(written, Poll::Ready(Ok(taken)) if taken == most));
                }
            }));
        }
        sleep(Duration::from_millis(MS)).await;
        let first = CONNECTIONS * FIRST_BYTES;
        let pieces = bytes.load(Ordering::Relaxed) - first;
        let in_time = usize::try_from(per_second * MS / 1_000).expect("some MiB");
        let most = in_time + 8 * PIECE_BYTES;
        assert!(pieces <= most, "{pieces} bytes of at most {most}");
        assert!(pieces >= in_time / 2, "{pieces} bytes of {in_time}: a halt");
    }
}
