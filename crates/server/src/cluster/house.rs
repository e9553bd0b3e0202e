//! Bans that other nodes made or lifted.

use std::time::Duration;

use tokio::time::{MissedTickBehavior, interval};

use crate::state::App;

/// How often they are read: nobody who is banned on one node goes on for longer on another.
const READ_EVERY: Duration = Duration::from_secs(5);

/// Reads the bans again and again, and puts those out who are banned.
pub(super) async fn keep(app: App) {
    let mut ticks = interval(READ_EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        let now = app.clock.now().wall;
        // A database that is away is said by others.
        if app.bans.load(&*app.store, now).await.is_ok() {
            app.sockets.put_out(|address, player| {
                let is_out = player.is_some_and(|player| app.bans.keep_out(player, now));
                is_out || app.bans.keep_away(address, now)
            });
        }
    }
}
