//! What the other nodes have done about people: bans, tokens that have ended, and what the operator tells everybody.
//!
//! All of it stands in the database, and is read again and again.

use std::collections::BTreeSet;
use std::time::Duration;

use giog_rules::PlayerId;
use giog_store::{Membership, SecretHash};
use serde::{Deserialize, Serialize};
use tokio::time::{MissedTickBehavior, interval, sleep};

use crate::outage;
use crate::state::App;

/// How often it is read: nobody who is banned on one node, or whose token has ended, goes on for longer on another.
const READ_EVERY: Duration = Duration::from_secs(1);
/// After how many readings what is old is deleted: codes are good for two minutes.
const FORGET_EVERY: u32 = 60;
/// How often, and how long after each other, it is tried to tell others what the database does not take.
const TELL_TRIES: usize = 60;
const TELL_AGAIN: Duration = Duration::from_secs(1);

/// What one node tells the others.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum News {
    /// The operator tells everybody something; an empty text takes back what stays.
    Announced { text: String, stays: bool },
    /// Tokens of somebody have ended, with these hashes.
    Ended {
        player: PlayerId,
        tokens: Vec<SecretHash>,
    },
}

impl News {
    const fn stays(&self) -> bool {
        matches!(self, Self::Announced { stays: true, .. })
    }
}

impl App {
    /// Tells the other nodes, if there are any; nobody waits for it.
    pub(crate) fn tell_nodes(&self, news: &News) {
        let Some(membership) = self.membership.clone() else {
            return;
        };
        let stays = news.stays();
        let news = serde_json::to_string(news).expect("news have only text keys");
        tokio::spawn(async move {
            for _ in 0..TELL_TRIES {
                match membership.tell(&news, stays).await {
                    Ok(()) => return,
                    Err(error) => outage::note(&error),
                }
                sleep(TELL_AGAIN).await;
            }
            tracing::error!("other nodes could not be told of a token that ended, or of a notice");
        });
    }
}

/// Reads it all again and again, and does here what others have done.
pub(super) async fn keep(app: App) {
    let mut ticks = interval(READ_EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut heard = BTreeSet::new();
    for reading in (0..FORGET_EVERY).cycle() {
        ticks.tick().await;
        read_bans(&app).await;
        if let Some(membership) = &app.membership {
            hear(&app, membership, &mut heard).await;
            if reading == 0
                && let Err(error) = membership.forget_old().await
            {
                outage::note(&error);
            }
        }
    }
}

async fn read_bans(app: &App) {
    let now = app.clock.now().wall;
    // A database that is away is said by others.
    if app.bans.load(&*app.store, now).await.is_ok() {
        app.sockets.put_out(|address, player| {
            let is_out = player.is_some_and(|player| app.bans.keep_out(player, now));
            is_out || app.bans.keep_away(address, now)
        });
    }
}

/// Does what others have told since it was read last.
async fn hear(app: &App, membership: &Membership, heard: &mut BTreeSet<i64>) {
    let Ok(told) = membership.news().await else {
        return;
    };
    for news in told.iter().filter(|news| !heard.contains(&news.number)) {
        match serde_json::from_str(&news.news) {
            Ok(News::Announced { text, stays }) => {
                app.sockets.announce(&text, stays);
            }
            Ok(News::Ended { player, tokens }) => app.cut_off_here(player, &tokens).await,
            // Of a node of a newer version.
            Err(error) => tracing::debug!(%error, "news of another node cannot be read"),
        }
    }
    *heard = told.into_iter().map(|news| news.number).collect();
}
