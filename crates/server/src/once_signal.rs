//! A value that is set once, for one task that waits for it in addition to other things.

use std::future::poll_fn;
use std::sync::OnceLock;
use std::task::{Poll, Waker};

use futures_util::task::AtomicWaker;

/// A value that is set at most once.
#[derive(Debug)]
pub struct OnceSignal<T> {
    what: OnceLock<T>,
    /// Wakes the task that waits.
    waiter: AtomicWaker,
}

impl<T> Default for OnceSignal<T> {
    fn default() -> Self {
        Self {
            what: OnceLock::new(),
            waiter: AtomicWaker::new(),
        }
    }
}

impl<T: Copy> OnceSignal<T> {
    /// Sets the value, unless one was set before.
    pub fn tell(&self, what: T) {
        self.what.get_or_init(|| what);
        self.waiter.wake();
    }

    /// The value, if it is set.
    pub fn what(&self) -> Option<T> {
        self.what.get().copied()
    }

    /// Waits for the value. At most one task may wait.
    pub async fn wait(&self) -> T {
        // A connection's task calls this whenever it is woken, always with the same waker.
        let mut registered: Option<Waker> = None;
        poll_fn(|context| {
            let waker = context.waker();
            if !registered.as_ref().is_some_and(|own| own.will_wake(waker)) {
                self.waiter.register(waker);
                registered = Some(waker.clone());
            }
            self.what().map_or(Poll::Pending, Poll::Ready)
        })
        .await
    }
}

#[cfg(test)]
mod tests {
    use std::pin::pin;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::task::{Context, Wake};

    use super::*;

    #[derive(Default)]
    struct Woken(AtomicUsize);

    impl Wake for Woken {
        fn wake(self: Arc<Self>) {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
    }

    #[test]
    fn the_task_that_waited_last_is_woken_and_the_first_word_stands() {
        let signal = OnceSignal::default();
        let mut waiting = pin!(signal.wait());
        let tasks: [Arc<Woken>; 2] = Default::default();
        for task in [&tasks[0], &tasks[0], &tasks[1], &tasks[1]] {
            let waker = Waker::from(Arc::clone(task));
            let poll = waiting.as_mut().poll(&mut Context::from_waker(&waker));
            assert_eq!(poll, Poll::Pending);
        }
        signal.tell(1);
        signal.tell(2);
        let woken = tasks.each_ref().map(|task| task.0.load(Ordering::Relaxed));
        assert_eq!(woken, [0, 1]);
        assert_eq!(signal.what(), Some(1));
        let mut context = Context::from_waker(Waker::noop());
        assert_eq!(waiting.as_mut().poll(&mut context), Poll::Ready(1));
    }
}
