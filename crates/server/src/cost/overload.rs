//! Overload: while the server is overloaded, everything except plays waits.
//!
//! While clients or other nodes send anything, a task repeatedly sleeps for a moment. If the runtime wakes it late, all other work waits
//! as long, including plays, whatever the cause: a thousand networks may each send only a little. Then everything that is not a play (new
//! connections, HTTP requests, other messages over sockets) waits for turns, whose rate leaves most of every core to players. While the
//! task is not late, nothing waits.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::{Instant, sleep_until};

use super::turns::Turns;
use super::weights::CONNECTION;
use super::{Cost, lock};
use crate::log_throttle::ThrottledLine;

/// How long the task sleeps at a time.
const LOOK_EVERY: Duration = Duration::from_millis(20);
/// By how much the task must be late at least for the server to count as overloaded. A play takes several such steps. Timers themselves
/// are up to two milliseconds late.
const LATE: Duration = Duration::from_millis(4);
/// How long a server still counts as overloaded after the task was last late.
const CALM: Duration = Duration::from_secs(1);
/// Microseconds of each core per second for what waits during overload.
const OTHERS_OF_A_CORE: Cost = 200_000;
/// The same for new connections. They wait separately, so that connected clients do not wait for them.
const CONNECTIONS_OF_A_CORE: Cost = 100_000;
/// The longest wait for a turn. The queue does not get longer: further requests wait this long and are served together.
const LONGEST: Duration = Duration::from_secs(4);

/// Whether the server is overloaded, and the turns of what waits then.
#[derive(Debug)]
pub(super) struct Overload {
    is_overloaded: AtomicBool,
    /// Whether there was work since the last check. Without work the task sleeps until there is. It is nearly always set already, so that
    /// other threads only read it.
    has_work: AtomicBool,
    work_came: Notify,
    /// How long the server has been overloaded, in milliseconds.
    lasted_ms: AtomicU64,
    others: Mutex<Turns>,
    connections: Mutex<Turns>,
}

impl Default for Overload {
    fn default() -> Self {
        Self {
            is_overloaded: AtomicBool::new(false),
            has_work: AtomicBool::new(false),
            work_came: Notify::new(),
            lasted_ms: AtomicU64::new(0),
            others: Mutex::new(Turns::of_this_machine(OTHERS_OF_A_CORE, LONGEST)),
            connections: Mutex::new(Turns::of_this_machine(CONNECTIONS_OF_A_CORE, LONGEST)),
        }
    }
}

impl Overload {
    /// Notes that the server has work.
    pub fn note_work(&self) {
        if !self.has_work.load(Ordering::Relaxed) {
            self.has_work.store(true, Ordering::Relaxed);
            self.work_came.notify_one();
        }
    }

    /// How long something of this cost, which is not a play, must wait.
    pub fn wait(&self, cost: Cost, now_ms: u64) -> Duration {
        self.turn(&self.others, cost, now_ms)
    }

    /// How long the next connection must wait to be accepted.
    pub fn wait_of_connection(&self, now_ms: u64) -> Duration {
        self.turn(&self.connections, CONNECTION, now_ms)
    }

    fn turn(&self, turns: &Mutex<Turns>, cost: Cost, now_ms: u64) -> Duration {
        self.note_work();
        if self.is_overloaded.load(Ordering::Relaxed) {
            lock(turns).take(cost, now_ms)
        } else {
            Duration::ZERO
        }
    }

    /// How many milliseconds the server has been overloaded since its start.
    pub fn lasted_ms(&self) -> u64 {
        self.lasted_ms.load(Ordering::Relaxed)
    }

    /// The task that detects overload; never returns.
    pub async fn watch(&self) {
        let mut calm_at = Instant::now();
        let mut line = ThrottledLine::default();
        loop {
            if !self.is_overloaded.load(Ordering::Relaxed) {
                self.work_came.notified().await;
            }
            self.has_work.store(false, Ordering::Relaxed);
            let due = Instant::now() + LOOK_EVERY;
            sleep_until(due).await;
            let now = Instant::now();
            let late = now - due;
            if late >= LATE {
                calm_at = now + CALM;
            }
            let is_overloaded = now < calm_at;
            let was = self.is_overloaded.swap(is_overloaded, Ordering::Relaxed);
            if was {
                let ms = u64::try_from((late + LOOK_EVERY).as_millis()).unwrap_or(u64::MAX);
                self.lasted_ms.fetch_add(ms, Ordering::Relaxed);
            }
            if is_overloaded
                && !was
                && let Some(times) = line.note(now)
            {
                tracing::info!(
                    late_ms = late.as_millis(),
                    times,
                    "the server is overloaded: for now everything but plays may have to wait"
                );
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    fn watched() -> Arc<Overload> {
        let overload = Arc::new(Overload::default());
        let watched = Arc::clone(&overload);
        tokio::spawn(async move { watched.watch().await });
        overload
    }

    /// Notes work, after which the runtime is blocked for this time.
    async fn busy_for(overload: &Overload, time: Duration) {
        overload.note_work();
        // The watching task runs until its sleep.
        tokio::task::yield_now().await;
        tokio::time::advance(time).await;
        tokio::task::yield_now().await;
    }

    /// A server that is watched, and was detected to be overloaded.
    async fn overloaded() -> Arc<Overload> {
        let overload = watched();
        for _ in 0..3 {
            busy_for(&overload, LOOK_EVERY).await;
            assert_eq!(overload.wait(1_000_000, 0), Duration::ZERO);
        }
        assert_eq!(overload.lasted_ms(), 0);
        busy_for(&overload, LOOK_EVERY + LATE).await;
        overload
    }

    #[tokio::test(start_paused = true)]
    async fn a_server_to_which_nothing_comes_sleeps_and_is_watched_again_when_something_comes() {
        let overload = watched();
        let is_overloaded = || overload.is_overloaded.load(Ordering::Relaxed);
        for _ in 0..3 {
            tokio::task::yield_now().await;
            // The task is not woken by this.
            tokio::time::advance(10 * LOOK_EVERY).await;
            tokio::task::yield_now().await;
            assert!(!is_overloaded());
            busy_for(&overload, LOOK_EVERY).await;
        }
        busy_for(&overload, LOOK_EVERY + LATE).await;
        assert!(is_overloaded());
    }

    #[tokio::test(start_paused = true)]
    async fn what_nobody_plays_with_waits_while_the_runtime_is_late() {
        let overload = overloaded().await;
        assert_eq!(overload.wait(1_000_000, 0), Duration::ZERO, "the first");
        assert!(overload.wait(1_000_000, 0) > Duration::ZERO);
        overload.wait(1_000_000_000, 0);
        assert_eq!(overload.wait(1, 0), LONGEST);
        // Connections have turns of their own.
        assert_eq!(overload.wait_of_connection(0), Duration::ZERO);
        let next = overload.wait_of_connection(0);
        assert!(next > Duration::ZERO && next < LONGEST, "{next:?}");
    }

    #[tokio::test(start_paused = true)]
    async fn it_is_over_when_nothing_was_late_for_a_while() {
        let overload = overloaded().await;
        let take = || overload.wait(1_000_000_000, 0);
        take();
        assert_eq!(take(), LONGEST);
        tokio::time::sleep(CALM / 2).await;
        assert_eq!(take(), LONGEST, "it may be late again at any moment");
        tokio::time::sleep(CALM).await;
        assert_eq!(take(), Duration::ZERO);
        let lasted_ms = overload.lasted_ms();
        let calm_ms = u64::try_from(CALM.as_millis()).expect("a second");
        assert!((calm_ms..2 * calm_ms).contains(&lasted_ms), "{lasted_ms}");
    }
}
