//! Whether this node is worse off than the others ([`giog_cluster::standing`]), and what happens then: its connections are closed with
//! 1012, so that clients come back over nodes that are better off. `/readyz` fails meanwhile, and the placement hands the rooms over.

use std::time::Duration;

use giog_cluster::Reach;
use giog_cluster::standing::Input;
use tokio::task::JoinSet;
use tokio::time::{MissedTickBehavior, interval, sleep};

use crate::state::App;

/// How often it is judged.
const LOOK_EVERY: Duration = Duration::from_millis(100);
/// How many times that connections stay at most while the rooms are handed over, so that they can follow: 3 s.
const LOOKS_FOR_ROOMS: u32 = 30;
/// After what time connections are closed that came nevertheless. A proxy may still send clients here for that long.
const SEND_BACK_AGAIN: Duration = Duration::from_secs(5);

/// The word for a reach in the database.
pub(super) const fn word(reach: Reach) -> &'static str {
    match reach {
        Reach::Nothing => "nothing",
        Reach::Bus => "bus",
        Reach::Nodes => "nodes",
    }
}

/// The reach of this word; none for words of later versions.
pub(super) fn reach_of(word: &str) -> Option<Reach> {
    let all = [Reach::Nothing, Reach::Bus, Reach::Nodes];
    all.into_iter().find(|&reach| self::word(reach) == word)
}

/// Judges again and again, and closes the connections while other nodes are better off: over this time, and again those that come later.
pub(super) async fn keep(app: App, goodbye: Duration) {
    let mut ticks = interval(LOOK_EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut was_worse_off = false;
    let mut sending_back = JoinSet::new();
    loop {
        ticks.tick().await;
        app.cluster
            .standing
            .handle(&Input::Tick, app.clock.now().mono_ms);
        let is_worse_off = app.cluster.standing.is_worse_off();
        if is_worse_off != was_worse_off {
            was_worse_off = is_worse_off;
            note(&app, is_worse_off);
            // One that is under way ends at its next pause.
            sending_back.abort_all();
        }
        while sending_back.try_join_next().is_some() {}
        if is_worse_off && sending_back.is_empty() {
            sending_back.spawn(send_back(app.clone(), goodbye));
        }
    }
}

fn note(app: &App, is_worse_off: bool) {
    let nats = word(app.cluster.standing.reach());
    let database = app.cluster.standing.has_database(app.clock.now().mono_ms);
    if is_worse_off {
        tracing::error!(
            nats,
            database,
            "cut off: other servers reach more over NATS, or the database, and this one does not; its connections are closed, so that \
             people come back over the others"
        );
    } else {
        tracing::info!(nats, database, "not cut off any more");
    }
}

async fn send_back(app: App, goodbye: Duration) {
    let hands_over = || {
        let has_rooms = app.cluster.counts.shards.get() > 0;
        has_rooms && app.cluster.standing.has_database(app.clock.now().mono_ms)
    };
    for _ in 0..LOOKS_FOR_ROOMS {
        if !hands_over() {
            break;
        }
        sleep(LOOK_EVERY).await;
    }
    app.sockets.send_back(goodbye).await;
    sleep(SEND_BACK_AGAIN).await;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_in_the_database_are_read_as_they_are_written() {
        for reach in [Reach::Nothing, Reach::Bus, Reach::Nodes] {
            assert_eq!(reach_of(word(reach)), Some(reach));
        }
        assert_eq!(reach_of("the moon"), None);
    }
}
