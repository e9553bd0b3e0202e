//! How a connection is written to: in turns with others, and not for ever if nobody takes it.
//!
//! The system takes some hundred KiB of a long answer at once. With hundreds of connections that wait for long answers, a play would
//! wait for all of them at each of its steps. So only [`FIRST_BYTES`] of an answer are written at once, and further pieces when
//! it is their turn: all long answers together get so many bytes a second that every core has time for those who play. Short
//! answers and the frames of a game never wait.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::time::{Instant, Sleep, sleep};

use super::turns::Turns;

/// Bytes of an answer that a connection writes before it is the turn of others.
const FIRST_BYTES: usize = 8 * 1024;
/// Bytes that it writes whenever it is its turn again.
const PIECE_BYTES: usize = 16 * 1024;
/// Bytes of such pieces in a second, for each core: half a gigabit.
const PIECES_BYTES_PER_SECOND: u64 = 64 * 1024 * 1024;
/// The longest wait for such a turn.
const LONGEST_TURN: Duration = Duration::from_secs(1);
/// How long a client may take nothing of what is written to it.
const WRITE_TIME: Duration = Duration::from_secs(20);
/// Bytes a second that a client must take on average where not everything fits at once: less than any telephone line.
const LEAST_BYTES_PER_SECOND: u64 = 2 * 1024;
/// How long a client may take an answer that is held for it as slowly as any other.
const HELD_GRACE: Duration = Duration::from_mins(1);
/// Bytes a second that it must take on average from then on: 16 MiB within five minutes and a half, instead of two hours.
const LEAST_HELD_BYTES_PER_SECOND: u64 = 64 * 1024;

/// Turns of all pieces of a server.
pub(super) fn turns() -> Turns {
    Turns::of_this_machine(PIECES_BYTES_PER_SECOND, LONGEST_TURN)
}

/// What is being written to a connection.
#[derive(Debug)]
pub(super) struct Writing {
    /// What may be written before it is the turn of others.
    left: usize,
    /// What it waits for where that is nothing.
    turn: Option<Turn>,
    /// By when what is being written must have been taken.
    by: Option<Pin<Box<Sleep>>>,
    /// The same for an answer that is held for the client, on average over all of it.
    held_by: Option<Pin<Box<Sleep>>>,
}

/// When a further piece is written.
#[derive(Debug)]
enum Turn {
    /// When it is polled again.
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
    /// How many bytes may be written now; where that is none, takes a turn for so many and waits for it.
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
            // Timers count milliseconds: before that, everybody else on this thread has a turn.
            if wait < Duration::from_millis(1) {
                self.turn = Some(Turn::Now);
                context.waker().wake_by_ref();
                return Poll::Pending;
            }
            Turn::At(Box::pin(sleep(wait)))
        };
        if let Turn::At(mut at) = turn
            && at.as_mut().poll(context).is_pending()
        {
            self.turn = Some(Turn::At(at));
            return Poll::Pending;
        }
        self.left = PIECE_BYTES;
        Poll::Ready(PIECE_BYTES)
    }

    /// Notes what came of a write, of so many bytes that were there to be written, and whether what is written is held for the
    /// client.
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

/// How long so many bytes take at a rate.
const fn time_for(bytes: usize, bytes_per_second: u64) -> Duration {
    Duration::from_millis(bytes as u64 * 1_000 / bytes_per_second)
}

/// Whether it is too late for what is written; if there is no time for it yet, it has so long from now on.
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
