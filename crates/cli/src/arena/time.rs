//! The clock by which decisions are measured: nothing that is played depends on it.

use std::time::{Duration, Instant};

use giog_arena::Clock;

/// A clock that began to run at some moment.
#[derive(Debug)]
pub struct StartedWith(Instant);

impl StartedWith {
    /// A clock that begins to run now.
    pub fn now() -> Self {
        Self(instant())
    }
}

impl Clock for StartedWith {
    fn now(&self) -> Duration {
        instant().saturating_duration_since(self.0)
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "it measures engines on this machine; no result depends on it"
)]
fn instant() -> Instant {
    Instant::now()
}
