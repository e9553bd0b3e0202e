//! Threads beside those that play, for what takes longer than a reveal may wait: drawing a QR code, replaying a match,
//! compressing an answer.
//!
//! They are few, they give way to the threads that play where these want the same core, and what waits for them is
//! bounded: whoever comes when the queue is full is told so at once.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use giog_protocol::ErrorCode;
use giog_protocol::rest::ProblemCode;
use tokio::sync::oneshot;

use crate::rest::RestError;

/// How many threads there are: more would only take turns on small machines.
const THREADS: usize = 2;
/// Jobs that may wait for a thread: at the slowest, 10 ms each, the last one waits a third of a second.
const QUEUE_JOBS: usize = 64;
/// How far the threads step back behind those that play (`nice(2)`): at 10 they get a ninth of a core that both want.
#[cfg(target_os = "linux")]
const NICENESS: i32 = 10;

type Job = Box<dyn FnOnce() + Send>;

/// The threads; they end when the last clone of this is dropped.
#[derive(Clone)]
pub struct Workers {
    jobs: SyncSender<Job>,
}

/// Why work was not done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotDone {
    /// Too much is waiting already.
    #[error("the queue is full")]
    Busy,
    /// The work itself met a fault, which the log tells.
    #[error("the job failed with an internal error")]
    Failed,
}

impl Workers {
    /// Starts the threads.
    pub fn start() -> Self {
        Self::with(THREADS, QUEUE_JOBS)
    }

    fn with(threads: usize, queue_jobs: usize) -> Self {
        let (jobs, queue) = sync_channel(queue_jobs);
        let queue = Arc::new(Mutex::new(queue));
        for number in 0..threads {
            let queue = Arc::clone(&queue);
            let thread = thread::Builder::new().name(format!("giog-worker-{number}"));
            if let Err(error) = thread.spawn(move || work(&queue)) {
                tracing::error!(%error, "cannot start a thread");
            }
        }
        Self { jobs }
    }

    /// Does some work on one of the threads and gives what came of it. Work that nobody waits for any more when its turn
    /// comes is not done.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, NotDone> {
        let (reply, done) = oneshot::channel();
        let job = move || {
            if !reply.is_closed() {
                // Whoever asked may have gone meanwhile.
                let _ = reply.send(work());
            }
        };
        match self.jobs.try_send(Box::new(job)) {
            Ok(()) => done.await.map_err(|_| NotDone::Failed),
            Err(TrySendError::Full(_)) => Err(NotDone::Busy),
            Err(TrySendError::Disconnected(_)) => Err(NotDone::Failed),
        }
    }
}

impl std::fmt::Debug for Workers {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Workers").finish_non_exhaustive()
    }
}

impl From<NotDone> for RestError {
    fn from(not_done: NotDone) -> Self {
        match not_done {
            NotDone::Busy => ErrorCode::Busy.into(),
            NotDone::Failed => ProblemCode::Internal.into(),
        }
    }
}

fn work(queue: &Mutex<Receiver<Job>>) {
    step_back();
    loop {
        let job = queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
        match job {
            // The panic hook has logged a fault; whoever waits sees that no answer comes.
            Ok(job) => drop(catch_unwind(AssertUnwindSafe(job))),
            Err(_) => return,
        }
    }
}

/// Lets the threads that play go first. On Linux niceness is a thread's own; elsewhere it would be the whole server's.
fn step_back() {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::nice(NICENESS) {
        tracing::warn!(%error, "cannot lower the priority of a thread");
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;

    #[tokio::test]
    async fn work_is_done_on_a_thread_of_its_own() {
        let workers = Workers::with(1, 1);
        let name = workers.run(|| thread::current().name().map(str::to_owned));
        assert_eq!(name.await, Ok(Some("giog-worker-0".to_owned())));
    }

    #[tokio::test]
    async fn whoever_comes_when_the_queue_is_full_is_told_so() {
        let workers = Workers::with(1, 1);
        let ((begin, has_begun), (go_on, wait)) = (channel(), channel::<()>());
        let first = {
            let workers = workers.clone();
            tokio::spawn(async move {
                let work = move || {
                    begin.send(()).expect("the test waits for it");
                    wait.recv()
                };
                workers.run(work).await
            })
        };
        let beginning = tokio::task::spawn_blocking(move || has_begun.recv());
        beginning.await.expect("a thread").expect("the work began");
        let second = {
            let workers = workers.clone();
            tokio::spawn(async move { workers.run(|| 2).await })
        };
        // The second one waits in the queue from the first time it runs on.
        tokio::task::yield_now().await;
        assert_eq!(workers.run(|| 3).await, Err(NotDone::Busy));
        go_on.send(()).expect("the work waits for it");
        assert_eq!(first.await.expect("a task"), Ok(Ok(())));
        assert_eq!(second.await.expect("a task"), Ok(2));
    }

    #[tokio::test]
    async fn a_fault_in_the_work_ends_nothing_but_the_work() {
        let workers = Workers::with(1, 1);
        let fault = workers.run(|| panic!("a fault")).await;
        assert_eq!(fault, Err::<(), _>(NotDone::Failed));
        assert_eq!(workers.run(|| 1).await, Ok(1));
    }
}
