//! Requests whose client is gone before the answer.

use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, Wake};
use std::time::Duration;

use crate::common::Reply;

/// Whether a task may go on.
#[derive(Default)]
pub struct Woken(pub AtomicBool);

impl Wake for Woken {
    fn wake(self: Arc<Self>) {
        self.0.store(true, Ordering::Release);
    }
}

/// Waits for something on another thread or task.
pub async fn until(mut holds: impl AsyncFnMut() -> bool) {
    let looking = async {
        while !holds().await {
            tokio::task::yield_now().await;
        }
    };
    let limit = Duration::from_mins(1);
    tokio::time::timeout(limit, looking).await.expect("in time");
}

/// Executes a request step by step, and drops it as soon as the database has executed it, before the answer.
pub async fn leave_before_the_answer(
    asked: impl Future<Output = Reply>,
    mut is_done: impl AsyncFnMut() -> bool,
) {
    let mut asked = pin!(asked);
    let woken = Arc::new(Woken::default());
    let waker = Arc::clone(&woken).into();
    loop {
        let step = asked.as_mut().poll(&mut Context::from_waker(&waker));
        assert!(matches!(step, Poll::Pending), "answered before the end");
        until(async || woken.0.swap(false, Ordering::AcqRel)).await;
        if is_done().await {
            return;
        }
    }
}
