//! The watchdog of systemd: if the unit has `WatchdogSec=`, systemd kills and restarts a server that sends no notification for that time.
//! Otherwise a server that hangs would own the rooms, and the next server would wait without end.

use tokio::task::JoinSet;
use tokio::time::interval;

/// Notifications per watchdog time.
const SIGNS_PER_TIME: u32 = 3;

/// Sends notifications until it is dropped, if the watchdog is on. They come from the async runtime of the rooms: if its tasks hang, the
/// notifications stop.
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
