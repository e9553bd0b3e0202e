//! Worker threads for jobs that take longer than a reveal may wait: drawing a QR code, replaying a match, compressing an answer.
//!
//! They are few, have a lower priority than the threads that play, and their queue is bounded: a job that does not fit is refused at
//! once.

use giog_rooms::JobNotQueued;
use tokio::sync::oneshot;

/// The number of threads: on small machines, more would only compete with each other.
pub(crate) const THREADS: usize = 2;
/// Jobs that may wait for a thread. With the slowest jobs, 10 ms each, the last one waits a third of a second.
const QUEUE_JOBS: usize = 64;
/// Jobs that may wait for a thread for reviews: reviews come one after another.
const BEHIND: usize = 4;
/// The threads. They end when the last clone of this is dropped.
#[derive(Clone, Debug)]
pub struct Workers(giog_rooms::Workers);

/// Why a job was not done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JobNotDone {
    /// The queue is full.
    #[error("the queue is full")]
    Busy,
    /// The job panicked; the log has the reason.
    #[error("the job failed with an internal error")]
    Failed,
}

impl Workers {
    /// Starts the threads.
    pub fn start() -> Self {
        Self::with(THREADS, QUEUE_JOBS)
    }

    /// Starts a thread of this name for reviews and other long work, behind all others.
    pub fn for_reviews(name: &str) -> Self {
        Self(giog_rooms::Workers::start_last(name, 1, BEHIND))
    }

    /// Starts the thread for branches of finished matches, behind all others.
    pub fn for_branches(queue_jobs: usize) -> Self {
        Self(giog_rooms::Workers::start_last(
            "giog-branches",
            1,
            queue_jobs,
        ))
    }

    fn with(threads: usize, queue_jobs: usize) -> Self {
        Self(giog_rooms::Workers::start(
            "giog-worker",
            threads,
            queue_jobs,
        ))
    }

    /// Runs a job on one of the threads and returns its result. A job for which nobody waits any more when its turn comes is skipped.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, JobNotDone> {
        let (reply, done) = oneshot::channel();
        let job = move || {
            if !reply.is_closed() {
                // The receiver may be gone meanwhile.
                let _ = reply.send(work());
            }
        };
        match self.0.submit(job) {
            Ok(()) => done.await.map_err(|_| JobNotDone::Failed),
            Err(JobNotQueued::Busy) => Err(JobNotDone::Busy),
            Err(JobNotQueued::Gone) => Err(JobNotDone::Failed),
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use std::sync::mpsc::{Sender, channel};
    use std::thread;

    use super::*;

    /// All threads are blocked until this is dropped.
    pub(crate) struct Blocked {
        _go_on: Vec<Sender<()>>,
    }

    impl Blocked {
        /// Blocks all these threads.
        pub(crate) async fn threads_of(workers: &Workers) -> Self {
            let mut go_on = Vec::new();
            for _ in 0..THREADS {
                let (begin, has_begun) = oneshot::channel();
                let (end, wait) = channel::<()>();
                let blocking = workers.0.submit(move || {
                    begin.send(()).expect("the test waits for it");
                    // Nothing is sent: the other end is dropped.
                    let _ = wait.recv();
                });
                blocking.expect("a place");
                has_begun.await.expect("the work began");
                go_on.push(end);
            }
            Self { _go_on: go_on }
        }

        /// Blocks all these threads, and fills their queue.
        pub(crate) async fn threads_and_queue_of(workers: &Workers) -> Self {
            let blocked = Self::threads_of(workers).await;
            while workers.0.submit(|| ()).is_ok() {}
            blocked
        }
    }

    #[tokio::test]
    async fn work_is_done_on_a_thread_of_its_own() {
        let workers = Workers::with(1, 1);
        let name = workers.run(|| thread::current().name().map(str::to_owned));
        assert_eq!(name.await, Ok(Some("giog-worker-0".to_owned())));
    }

    #[tokio::test]
    async fn a_full_queue_refuses_jobs() {
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
        // The second job is in the queue after its future was first polled.
        tokio::task::yield_now().await;
        assert_eq!(workers.run(|| 3).await, Err(JobNotDone::Busy));
        go_on.send(()).expect("the work waits for it");
        assert_eq!(first.await.expect("a task"), Ok(Ok(())));
        assert_eq!(second.await.expect("a task"), Ok(2));
    }

    #[tokio::test]
    async fn a_fault_in_the_work_ends_nothing_but_the_work() {
        let workers = Workers::with(1, 1);
        let fault = workers.run(|| panic!("a fault")).await;
        assert_eq!(fault, Err::<(), _>(JobNotDone::Failed));
        assert_eq!(workers.run(|| 1).await, Ok(1));
    }
}
