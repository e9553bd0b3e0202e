//! Opens sleeping rooms for people who come by their links. That costs what creating a room costs, and whoever opens a room counts as its
//! creator from then on.
//!
//! The node that owns the room's shard opens it, so that of many who come at the same moment one opens it, on whatever nodes they are.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use giog_protocol::{ErrorCode, Problem, RoomId};
use giog_rules::PlayerId;
use giog_store::{Log, RoomLog, Sleeping, StoreError};

use super::Hub;
use crate::handle::RoomHandle;
use crate::nodes::shard_of;
use crate::origin::Origin;
use crate::room::{AdminCommand, Room, Waking};

/// How often a room is read again because another one was opened meanwhile, which hardly ever happens once.
const TRIES: usize = 8;

/// Where sleeping rooms are found.
#[derive(Default)]
pub(super) struct Sleepers {
    store: OnceLock<Arc<dyn Log>>,
    /// How many were opened here. A room that was read before that may have been opened, and may even sleep again.
    opened: AtomicU64,
}

/// A sleeping room as it was read.
struct Sleeper {
    sleeping: Sleeping,
    log: RoomLog,
    /// People whose names may still be in the log.
    forgotten: Vec<PlayerId>,
}

impl Hub {
    /// From now on sleeping rooms of this database can be opened. Without this there are none.
    pub fn wakes_from(&self, store: Arc<dyn Log>) {
        // The first one stays.
        let _ = self.0.sleepers.store.set(store);
    }

    /// Opens a sleeping room, on whatever node, for somebody who is about to join it. `may_make` is asked whether another room may be
    /// created now; it is not asked for a room that does not sleep, or that does not let them in.
    ///
    /// # Errors
    /// There is no such room, it does not let them in, or they could not create a room either.
    pub async fn wake(
        &self,
        id: RoomId,
        who: (PlayerId, Origin),
        password: Option<&str>,
        may_make: impl FnOnce() -> Result<(), Problem>,
    ) -> Result<RoomHandle, Problem> {
        let (player, origin) = who;
        let Some(sleeper) = self.sleeper(id).await? else {
            // It may have been opened meanwhile.
            return self.room(id);
        };
        self.replayed(id, sleeper.log)
            .map_err(|error| unreadable(id, &error))?
            .must_let_in(player, password, false)?;
        self.must_have_all_rooms(&self.lobby())?;
        let admission = self.lobby().admit(player, &key_of(id));
        if matches!(admission, Err(ErrorCode::TooManyOfYours)) {
            self.make_way(player).await;
        }
        self.may_open(&self.lobby(), id, (player, &origin))?;
        may_make()?;
        let Some(peer) = self.reporter_of(shard_of(id)) else {
            return self.wake_here(id, who).await;
        };
        peer.wake(id, player, origin)
            .await
            .map_err(|code| match code {
                ErrorCode::Busy => Self::not_there_yet(),
                code => code.into(),
            })?;
        self.reach(id)
    }

    /// Opens a sleeping room on this node, for somebody who may open one.
    pub(crate) async fn wake_here(
        &self,
        id: RoomId,
        (player, origin): (PlayerId, Origin),
    ) -> Result<RoomHandle, Problem> {
        // Its names are not erased from its log before it is there to be told of it.
        let _returning = self.0.faults.returning.read().await;
        for _ in 0..TRIES {
            let opened = self.0.sleepers.opened.load(Ordering::Acquire);
            let tenure = self.tenure(id);
            let Some(sleeper) = self.sleeper(id).await? else {
                return self.room(id);
            };
            let known = sleeper.forgotten.clone();
            let handle = {
                let mut lobby = self.lobby();
                if let Some(handle) = lobby.handle(id) {
                    return Ok(handle);
                }
                if !self.is_still_here(id, tenure) {
                    return Err(Self::not_there_yet());
                }
                if self.0.sleepers.opened.load(Ordering::Acquire) != opened {
                    continue;
                }
                self.may_open(&lobby, id, (player, &origin))?;
                let (room, effects) = self.woken(id, sleeper, player)?;
                self.0.sleepers.opened.fetch_add(1, Ordering::AcqRel);
                self.start_from(&mut lobby, room, (None, origin), effects)
            };
            self.forget_since(&handle, &known).await?;
            return Ok(handle);
        }
        Err(Self::not_there_yet())
    }

    /// Removes people whom another node has begun to forget while this one opened the room. From here on that node finds the room.
    async fn forget_since(&self, room: &RoomHandle, known: &[PlayerId]) -> Result<(), Problem> {
        let Some(store) = self.0.sleepers.store.get() else {
            return Ok(());
        };
        let forgotten = store.forgotten().await.map_err(|error| {
            tracing::warn!(room = %room.id(), %error, "it cannot be read who was forgotten");
            ErrorCode::StorageUnavailable
        })?;
        let new = forgotten.into_iter().filter(|one| !known.contains(one));
        let new: BTreeSet<_> = new.collect();
        if !new.is_empty() {
            let forget = AdminCommand::Forget(Arc::new(new));
            room.admin_command(forget).await?;
        }
        Ok(())
    }

    fn woken(
        &self,
        id: RoomId,
        sleeper: Sleeper,
        by: PlayerId,
    ) -> Result<(Room, Vec<crate::room::Effect>), Problem> {
        let waking = Waking {
            by,
            owner: sleeper.sleeping.owner,
            key: key_of(id),
            forgotten: sleeper.forgotten,
        };
        let tools = &self.0.tools;
        let room = (id, Arc::clone(&tools.context));
        let mut random = (tools.random)();
        Room::wake(room, sleeper.log, waking, tools.clock.now(), &mut *random)
            .map_err(|error| unreadable(id, &error.to_string()))
    }

    /// Whether somebody may open another room, as if they created it.
    fn may_open(
        &self,
        lobby: &crate::lobby::Lobby<RoomHandle>,
        id: RoomId,
        (player, origin): (PlayerId, &Origin),
    ) -> Result<(), Problem> {
        lobby.admit(player, &key_of(id))?;
        self.must_have_place(lobby, false, origin)
    }

    /// The room, if it sleeps and was not left too long ago.
    async fn sleeper(&self, id: RoomId) -> Result<Option<Sleeper>, Problem> {
        let Some(store) = self.0.sleepers.store.get() else {
            return Ok(None);
        };
        let read = async {
            let Some(sleeping) = store.sleeping(id).await? else {
                return Ok(None);
            };
            let log = store.log(id).await?;
            // Read after the log, from which whoever is in it may have been removed or not.
            let forgotten = store.forgotten().await?;
            Ok::<_, StoreError>(Some(Sleeper {
                sleeping,
                log,
                forgotten,
            }))
        };
        let sleeper = read.await.map_err(|error| {
            tracing::warn!(room = %id, %error, "a sleeping room cannot be read");
            ErrorCode::StorageUnavailable
        })?;
        Ok(sleeper.filter(|sleeper| self.is_in_time(&sleeper.sleeping)))
    }

    fn is_in_time(&self, sleeping: &Sleeping) -> bool {
        let tools = &self.0.tools;
        let now_ms = tools.clock.now().wall.unix_ms();
        let ago_ms = now_ms.saturating_sub(sleeping.left_at.unix_ms());
        u64::try_from(ago_ms).unwrap_or(0) < tools.context.times.sleeping_ms
    }
}

/// The key under which an opened room counts among the rooms of whoever opened it: no client chooses it by chance.
fn key_of(id: RoomId) -> String {
    id.to_string()
}

/// The answer for a room from whose floor no room can be made. Nothing but its link is lost.
fn unreadable(id: RoomId, error: &str) -> Problem {
    tracing::error!(room = %id, error, "a sleeping room cannot be opened");
    ErrorCode::NoSuchRoom.into()
}
