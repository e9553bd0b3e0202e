//! People who have themselves forgotten: nobody can come as them any more when they are answered, and a moment later rooms,
//! logs and reports name them no more. What is begun is finished, by the next server if need be: the store keeps who it is about.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use giog_protocol::ErrorCode;
use giog_rules::PlayerId;
use giog_store::{Fence, LeaseError, SecretHash, StoreError};
use tokio::sync::{Notify, RwLock};
use tokio::time::{Instant, sleep, sleep_until};

use crate::cost::weights::RECOGNITION;
use crate::devices::to_its_end;
use crate::guests::{hash, storage_problem};
use crate::rest::RestError;
use crate::state::App;

/// Looking through everything that is stored costs much, however few are forgotten: after it there is rest for so many times
/// as long, so that nobody slows others down by having themselves forgotten. All who come meanwhile are forgotten together.
const REST: u32 = 4;
/// How long it is waited, beside that, until what could not be done is tried again.
const TRY_AGAIN_AFTER: Duration = Duration::from_secs(1);

/// After which time other servers that share the rooms have ended the connections of whoever is forgotten: they read every second
/// whose tokens have ended, of which they were told when it was stored that somebody is to be forgotten. A connection to the database
/// that answers no more is given up within 5 s, and another one is asked.
const HEARD_AFTER: Duration = Duration::from_secs(10);

/// How often the database's files may be cleaned of names that were in them: nothing else is stored for some tenths of a second
/// then, which nobody is to bring about again and again.
const CLEAN_EVERY: Duration = Duration::from_hours(1);

/// Why people may still be named.
#[derive(Debug, thiserror::Error)]
enum NotYet {
    /// A room could not write it down, or is not there for a moment.
    #[error("a room answered: {}", .0.message())]
    Rooms(ErrorCode),
    /// The database does not answer.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// It cannot be changed.
    #[error(transparent)]
    Lease(#[from] LeaseError),
    /// Rooms went from one server to another meanwhile, which may have read their logs before these were changed.
    #[error("rooms have moved meanwhile")]
    Moved,
}

impl App {
    /// Forgets whose token this is. Somebody who is banned may be forgotten too: the ban stays.
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

    /// A number that changes when rooms go from one server to another.
    async fn moves(&self) -> Result<i64, StoreError> {
        match &self.membership {
            Some(membership) => membership.moves().await,
            None => Ok(0),
        }
    }

    /// Forgets somebody, known or not, with the hash of a token of theirs if it is they who ask: logs may name people who were not
    /// here for long. It is done whole, whether anybody waits for it or not.
    pub(crate) async fn forget_player(
        &self,
        player: PlayerId,
        token: Option<SecretHash>,
    ) -> Result<(), RestError> {
        let app = self.clone();
        to_its_end(async move {
            let ending = app.forgetting.ending.read().await;
            let now = app.clock.now().wall;
            let ended = app.store.forget_guest(player, token, now).await;
            // Also where the database's answer is lost, and it may be done.
            app.forgetting.wake.notify_one();
            let conns = app.put_out(player, &ended.map_err(storage_problem)?).await;
            drop(ending);
            app.hub.stop_serving(&conns).await;
            Ok(())
        })
        .await
    }
}

/// What those who are forgotten and the task that finishes it share.
#[derive(Debug, Default)]
pub(crate) struct Forgetting {
    /// Wakes the task.
    wake: Notify,
    /// Held while somebody's tokens end, from before it is stored until their connections are told: so the task knows the
    /// connections of all whom it finds.
    ending: RwLock<()>,
}

/// Finishes what is to be forgotten, for as long as the server runs.
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

/// How far the forgetting has come.
struct Eraser {
    app: App,
    fence: Fence,
    /// Those whom nothing names any more, but perhaps free space of the database's files.
    erased: BTreeSet<PlayerId>,
    /// When the files may be cleaned again.
    clean_at: Instant,
}

impl Eraser {
    /// Does what there is to do; false if there is nothing for the moment.
    async fn go_on(&mut self) -> Result<bool, NotYet> {
        let (app, erased) = (&self.app, &mut self.erased);
        let none_ends = app.forgetting.ending.write().await;
        let pending = app.store.forgotten().await?.into_iter();
        let players: BTreeSet<PlayerId> = pending.filter(|one| !erased.contains(one)).collect();
        let mut unheard = Vec::new();
        for &player in &players {
            // Whoever forgot them may not have learnt that it was done.
            unheard.extend(app.put_out(player, &[]).await);
        }
        let conns = app.sockets.put_out_already();
        drop(none_ends);
        app.hub.stop_serving(&unheard).await;
        if !players.is_empty() {
            // What came over them is in the rooms then.
            app.sockets.gone(&conns).await;
            if app.membership.is_some() {
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
            () = app.forgetting.wake.notified() => {}
            () = sleep_until(self.clean_at), if !self.erased.is_empty() => {}
        }
    }
}
