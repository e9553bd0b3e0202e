//! What other nodes did that concerns people here: bans, tokens that were revoked, announcements of the operator, and doubts about the date.
//!
//! All of it is in the database, and is read at a short interval.

use std::collections::BTreeSet;
use std::time::Duration;

use giog_store::{Membership, News, StoreError};
use tokio::time::{Interval, MissedTickBehavior, interval};

use crate::outage;
use crate::state::App;

/// The reading interval: the longest time that somebody stays connected who was banned, or whose token was revoked, on another node.
const READ_EVERY: Duration = Duration::from_secs(1);
/// After how many readings old entries are deleted; recovery codes are valid for two minutes.
const FORGET_EVERY: u32 = 60;

impl App {
    /// Sends an announcement of the operator to the other nodes, if there are any.
    pub(crate) async fn announce_on_nodes(
        &self,
        text: String,
        stays: bool,
    ) -> Result<(), StoreError> {
        let Some(membership) = &self.cluster.membership else {
            return Ok(());
        };
        let news = News::Announced { text, stays }.text();
        membership.tell(&news, stays).await
    }
}

/// Reads everything at the interval, and does here what other nodes did. A slow reading of one kind does not delay the other.
pub(super) async fn keep(app: App) {
    tokio::join!(keep_bans(&app), keep_news(&app));
}

fn ticks() -> Interval {
    let mut ticks = interval(READ_EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    ticks
}

async fn keep_bans(app: &App) {
    let mut ticks = ticks();
    loop {
        ticks.tick().await;
        read_bans(app).await;
        // A jump is noticed before the operator can say for all that the date is right. Other code logs that the database is away.
        app.condition.date.check(app.clock.now());
        let _ = app.condition.date.look(&app.store).await;
    }
}

async fn keep_news(app: &App) {
    let Some(membership) = &app.cluster.membership else {
        return;
    };
    let mut ticks = ticks();
    let mut heard = BTreeSet::new();
    for reading in (0..FORGET_EVERY).cycle() {
        ticks.tick().await;
        hear(app, membership, &mut heard).await;
        if reading == 0
            && let Err(error) = membership.forget_old().await
        {
            outage::note(&error);
        }
    }
}

async fn read_bans(app: &App) {
    // Other code logs that the database is away.
    if app.guests.bans.load(&app.store).await.is_ok() {
        let now = app.clock.now().wall;
        app.sockets.disconnect(|address, player| {
            let is_out = player.is_some_and(|player| app.guests.bans.keep_out(player, now));
            is_out || app.guests.bans.keep_away(address, now)
        });
    }
}

/// Handles the news of other nodes since the last reading, the fast ones first: a node on which somebody's data is deleted waits for no
/// more than that.
async fn hear(app: &App, membership: &Membership, heard: &mut BTreeSet<i64>) {
    let Ok(told) = membership.news().await else {
        return;
    };
    let mut ended = Vec::new();
    for news in told.iter().filter(|news| !heard.contains(&news.number)) {
        match serde_json::from_str(&news.news) {
            Ok(News::Announced { text, stays }) => {
                app.sockets.announce(&text, stays);
            }
            Ok(News::Ended { player, tokens }) => {
                app.end_here(&tokens);
                ended.push((player, tokens));
            }
            // News of a newer version.
            Err(error) => tracing::debug!(%error, "news of another node cannot be read"),
        }
    }
    *heard = told.into_iter().map(|news| news.number).collect();
    if !ended.is_empty() {
        // The database is asked about each of these people; later news do not wait for that.
        let app = app.clone();
        tokio::spawn(async move {
            for (player, tokens) in ended {
                app.cut_off(player, &tokens).await;
            }
        });
    }
}
