//! Signs of life for systemd: where the unit says `WatchdogSec=`, it kills a server that gives none for so long, and starts it
//! again. A server that hangs owns the rooms, and the next one waits for it without end.

use tokio::task::JoinSet;
use tokio::time::interval;

/// How many signs are given within the time after which one is missed.
const SIGNS_PER_TIME: u32 = 3;

/// Gives signs of life until it is dropped, where somebody waits for them. They come from among the tasks that play: where
/// these stand still, so do they.
pub fn feed() -> JoinSet<()> {
    let mut task = JoinSet::new();
    if let Some(time) = sd_notify::watchdog_enabled() {
        task.spawn(async move {
            let mut ticks = interval(time / SIGNS_PER_TIME);
            loop {
                ticks.tick().await;
                if let Err(error) = sd_notify::notify(&[sd_notify::NotifyState::Watchdog]) {
                    tracing::warn!(%error, "cannot notify the systemd watchdog");
                }
            }
        });
    }
    task
}
