//! Deletes people's data on their request: after the answer nobody can sign in as them, and shortly afterwards rooms, logs and reports do
//! not name them any more. A deletion that was started is completed, by the next server if necessary, because the store keeps who is to
//! be deleted.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use giog_protocol::ErrorCode;
use giog_rules::PlayerId;
use giog_store::{Fence, LeaseError, Log as _, SecretHash, StoreError};
use tokio::time::{Instant, sleep, sleep_until};

use crate::cost::weights::RECOGNITION;
use crate::devices::to_its_end;
use crate::guests::{hash, storage_problem};
use crate::problem::RestError;
use crate::state::App;

/// Searching all stored data is expensive, whatever the number of people. Afterwards there is a pause of so many times its duration, so
/// that nobody can slow down others by deletions. People who come meanwhile are processed together.
const REST: u32 = 4;
/// How long to wait, in addition, before a failed step is repeated.
const TRY_AGAIN_AFTER: Duration = Duration::from_secs(1);

/// After this time other servers of the cluster have closed the connections of deleted people: they read revoked tokens every second,
/// which were stored together with the deletion. A database connection that does not answer is given up within 5 s, and another one is
/// used.
const HEARD_AFTER: Duration = Duration::from_secs(10);

/// How often the database's files may be cleaned of deleted names: during that, for some tenths of a second, nothing else is stored, and
/// nobody should be able to cause it repeatedly.
const CLEAN_EVERY: Duration = Duration::from_hours(1);

/// Why people may still be named somewhere.
#[derive(Debug, thiserror::Error)]
enum NotYet {
    /// A room could not write it down, or is not there at the moment.
    #[error("a room answered: {}", .0.message())]
    Rooms(ErrorCode),
    /// The database does not answer.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The database cannot be changed.
    #[error(transparent)]
    Lease(#[from] LeaseError),
    /// Rooms moved between servers meanwhile; the new owners may have read their logs before these were changed.
    #[error("rooms have moved meanwhile")]
    Moved,
}

impl App {
    /// Deletes the data of the person with this token. This is also possible for a banned person; the ban stays.
    pub(crate) async fn forget(&self, token: &str) -> Result<(), RestError> {
        let token = hash(token);
        let found = self.store.guest_by_token(token).await;
        let (guest, _) = found.map_err(storage_problem)?.ok_or(ErrorCode::BadToken)?;
        let player = guest.player;
        self.costs.charge_person(player, RECOGNITION);
        self.forget_player(player, Some(token)).await?;
        tracing::info!(%player, "a person deleted their data");
        Ok(())
    }

    /// A number that changes when rooms move between servers.
    async fn moves(&self) -> Result<i64, StoreError> {
        match &self.cluster.membership {
            Some(membership) => membership.moves().await,
            None => Ok(0),
        }
    }

    /// Deletes a person's data, known or unknown, with the hash of their token if they request it themselves: logs may name people whose
    /// own data has already been deleted. It is completed even if nobody waits for it.
    pub(crate) async fn forget_player(
        &self,
        player: PlayerId,
        token: Option<SecretHash>,
    ) -> Result<(), RestError> {
        let app = self.clone();
        to_its_end(async move {
            let ending = app.accounts.forgetting.ending.read().await;
            let now = app.clock.now().wall;
            let ended = app.store.forget_guest(player, token, now).await;
            // Also if the database's answer was lost, because it may have been stored.
            app.accounts.forgetting.wake.notify_one();
            let conns = app
                .disconnect(player, &ended.map_err(storage_problem)?)
                .await;
            drop(ending);
            app.hub.stop_serving(&conns).await;
            app.hub.forget_invitations(player);
            Ok(())
        })
        .await
    }
}

/// Completes deletions as long as the server runs.
pub(crate) async fn keep(app: App, fence: Fence) {
    app.hub.recovered().await;
    let mut task = Eraser {
        app,
        fence,
        erased: BTreeSet::new(),
        clean_at: Instant::now(),
    };
    loop {
        let began = Instant::now();
        let done = task.go_on().await;
        let rest = began.elapsed() * REST;
        match done {
            Ok(true) => sleep(rest).await,
            Ok(false) => task.wait().await,
            Err(error) => {
                tracing::warn!(%error, "cannot erase forgotten people from stored data; retrying");
                sleep(rest + TRY_AGAIN_AFTER).await;
            }
        }
    }
}

/// The progress of deletions.
struct Eraser {
    app: App,
    fence: Fence,
    /// People whom nothing names any more, except perhaps free space in the database's files.
    erased: BTreeSet<PlayerId>,
    /// When the files may be cleaned again.
    clean_at: Instant,
}

impl Eraser {
    /// Does the next step. False if there is nothing to do at the moment.
    async fn go_on(&mut self) -> Result<bool, NotYet> {
        let (app, erased) = (&self.app, &mut self.erased);
        let none_ends = app.accounts.forgetting.ending.write().await;
        let pending = app.store.forgotten().await?.into_iter();
        let players: BTreeSet<PlayerId> = pending.filter(|one| !erased.contains(one)).collect();
        let mut unheard = Vec::new();
        for &player in &players {
            // The server that stored the deletion may not have received the database's answer.
            unheard.extend(app.disconnect(player, &[]).await);
        }
        let conns = app.sockets.disconnecting();
        drop(none_ends);
        app.hub.stop_serving(&unheard).await;
        if !players.is_empty() {
            // Then everything that came over these connections has reached the rooms.
            app.sockets.gone(&conns).await;
            if app.cluster.membership.is_some() {
                sleep(HEARD_AFTER).await;
            }
            let moves = app.moves().await?;
            let none_comes_back = app.hub.forget(Arc::new(players.clone())).await;
            let _none_comes_back = none_comes_back.map_err(NotYet::Rooms)?;
            let texts = app.store.erase(self.fence, &players).await?;
            if app.moves().await? != moves {
                return Err(NotYet::Moved);
            }
            let people = players.len();
            tracing::info!(
                people,
                texts,
                "forgotten people erased from rooms, logs and reports"
            );
            erased.extend(players);
            return Ok(true);
        }
        if erased.is_empty() || Instant::now() < self.clean_at {
            return Ok(false);
        }
        app.store.clean(erased).await?;
        erased.clear();
        self.clean_at = Instant::now() + CLEAN_EVERY;
        Ok(true)
    }

    /// Waits until there may be something to do.
    async fn wait(&self) {
        let app = &self.app;
        tokio::select! {
            () = app.accounts.forgetting.wake.notified() => {}
            () = sleep_until(self.clean_at), if !self.erased.is_empty() => {}
        }
    }
}
