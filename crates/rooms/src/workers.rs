//! Threads for work that would delay games on the threads that run them.
//!
//! They are few, have a lower priority than the threads that play, and their queue is bounded: a job that does not fit is refused at
//! once.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// The niceness of the threads, relative to those that play. With 10, a worker gets a ninth of a core that both want.
const NICENESS: i32 = 10;
/// The same of threads for what nobody waits for at a table: the lowest priority that there is. Such a thread gets a seventieth of a core that
/// it shares with one that plays, and an eighth of one that it shares with another worker.
const LAST_NICENESS: i32 = 19;

type Job = Box<dyn FnOnce() + Send>;

/// The threads. They end when the last clone of this is dropped.
#[derive(Clone)]
pub struct Workers {
    jobs: SyncSender<Job>,
}

/// Why a job was not queued. The job was dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JobNotQueued {
    /// The queue is full.
    #[error("the queue is full")]
    Busy,
    /// There are no threads.
    #[error("no thread could be started")]
    Gone,
}

impl Workers {
    /// Starts so many threads, named `name` and a number, with a queue for so many jobs.
    pub fn start(name: &str, threads: usize, queue_jobs: usize) -> Self {
        Self::nice(NICENESS, name, threads, queue_jobs)
    }

    /// The same with the lowest priority.
    pub fn start_last(name: &str, threads: usize, queue_jobs: usize) -> Self {
        Self::nice(LAST_NICENESS, name, threads, queue_jobs)
    }

    fn nice(niceness: i32, name: &str, threads: usize, queue_jobs: usize) -> Self {
        let (jobs, queue) = sync_channel(queue_jobs);
        let queue = Arc::new(Mutex::new(queue));
        for number in 0..threads {
            let queue = Arc::clone(&queue);
            let thread = thread::Builder::new().name(format!("{name}-{number}"));
            if let Err(error) = thread.spawn(move || work(niceness, &queue)) {
                tracing::error!(%error, "cannot start a thread");
            }
        }
        Self { jobs }
    }

    /// Queues a job for one of the threads.
    pub fn submit(&self, job: impl FnOnce() + Send + 'static) -> Result<(), JobNotQueued> {
        self.jobs
            .try_send(Box::new(job))
            .map_err(|error| match error {
                TrySendError::Full(_) => JobNotQueued::Busy,
                TrySendError::Disconnected(_) => JobNotQueued::Gone,
            })
    }
}

impl std::fmt::Debug for Workers {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Workers").finish_non_exhaustive()
    }
}

fn work(niceness: i32, queue: &Mutex<Receiver<Job>>) {
    step_back(niceness);
    loop {
        let job = queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
        match job {
            // The panic hook has logged the panic; the one who waits for the job sees that its sender was dropped.
            Ok(job) => drop(catch_unwind(AssertUnwindSafe(job))),
            Err(_) => return,
        }
    }
}

/// Lowers the thread's priority below that of threads that play. On Linux niceness is set for a thread; elsewhere it would be for the
/// whole server.
#[cfg(target_os = "linux")]
fn step_back(niceness: i32) {
    if let Err(error) = rustix::process::nice(niceness) {
        tracing::warn!(%error, "cannot lower the priority of a thread");
    }
}

#[cfg(not(target_os = "linux"))]
fn step_back(_: i32) {}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;

    #[test]
    fn what_waits_is_bounded_and_a_fault_ends_nothing_but_its_job() {
        let workers = Workers::start("test", 1, 1);
        let ((begin, has_begun), (go_on, wait)) = (channel(), channel::<()>());
        let first = workers.submit(move || {
            begin.send(()).expect("the test waits for it");
            wait.recv().expect("the test goes on");
            panic!("a fault made on purpose");
        });
        assert_eq!(first, Ok(()));
        has_begun.recv().expect("the job begins");
        let (tell, told) = channel();
        let second = workers.submit(move || tell.send(()).expect("the test waits for it"));
        assert_eq!(second, Ok(()));
        assert_eq!(workers.submit(|| ()), Err(JobNotQueued::Busy));
        go_on.send(()).expect("the job waits for it");
        told.recv().expect("the thread goes on after a fault");
    }
}
