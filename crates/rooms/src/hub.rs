//! All rooms of a server: brings them back at the start, makes new ones, and finds them.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use giog_protocol::client::{CreateRoom, Join, ListRooms, RoomCommand};
use giog_protocol::{ErrorCode, Person, Problem, RoomId, RoomSummary};
use giog_rules::PlayerId;
use giog_store::{CommitHandle, Health, Store, StoreError};
use tokio::task::JoinSet;
use uuid::Builder;

use crate::actor::{Actor, Reports, RoomHandle, inbox};
use crate::context::{Context, Random};
use crate::lobby::{Admission, Lobby, LobbyLimits};
use crate::outlet::Outlet;
use crate::room::{NewRoom, Room, password_digest};
use crate::time::Clock;

/// Makes sources of randomness, one for each room.
pub type RandomSource = Arc<dyn Fn() -> Box<dyn Random> + Send + Sync>;

/// The longest key of a room that is made, in bytes.
pub const MAX_KEY_BYTES: usize = 64;

/// All rooms of a server; clones are cheap.
#[derive(Clone)]
pub struct Hub {
    shared: Arc<Shared>,
}

struct Shared {
    context: Arc<Context>,
    clock: Arc<dyn Clock>,
    random: RandomSource,
    commit: CommitHandle,
    lobby: Arc<Mutex<Lobby<RoomHandle>>>,
    tasks: Mutex<JoinSet<()>>,
    stopping: AtomicBool,
}

/// What came of bringing the rooms back.
#[derive(Debug, Default)]
pub struct Recovered {
    /// How many rooms go on.
    pub rooms: usize,
    /// Rooms whose log makes no room, with the reason; they are left as they are.
    pub set_aside: Vec<(RoomId, String)>,
}

impl Hub {
    /// A hub without rooms.
    pub fn new(
        context: Arc<Context>,
        limits: LobbyLimits,
        clock: Arc<dyn Clock>,
        random: RandomSource,
        commit: CommitHandle,
    ) -> Self {
        let lobby = Arc::new(Mutex::new(Lobby::new(limits)));
        Self {
            shared: Arc::new(Shared {
                context,
                clock,
                random,
                commit,
                lobby,
                tasks: Mutex::default(),
                stopping: AtomicBool::new(false),
            }),
        }
    }

    /// Brings back every open room from its log.
    pub async fn recover(&self, store: &dyn Store) -> Result<Recovered, StoreError> {
        let mut recovered = Recovered::default();
        for id in store.open_rooms().await? {
            let rows = store.log(id).await?;
            let context = Arc::clone(&self.shared.context);
            let now = self.shared.clock.now();
            let replayed = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                Room::replay(id, context, rows, now)
            }));
            match replayed {
                Ok(Ok(room)) => {
                    recovered.rooms += 1;
                    self.start(&mut self.lobby(), room, None, Vec::new());
                }
                Ok(Err(error)) => recovered.set_aside.push((id, error.to_string())),
                Err(_) => recovered
                    .set_aside
                    .push((id, "the replay of its log met a fault".to_owned())),
            }
        }
        Ok(recovered)
    }

    /// Makes a room, or finds the one that was made under the same key. The reply comes through the outlet; the handle is
    /// for later requests.
    pub fn create(
        &self,
        outlet: Outlet,
        person: Person,
        re: u64,
        create: CreateRoom,
    ) -> Result<RoomHandle, Problem> {
        let CreateRoom { key, settings, sit } = create;
        if key.is_empty() || key.len() > MAX_KEY_BYTES || key.contains('\0') {
            return Err(Problem::new(
                ErrorCode::BadRequest,
                "`key` must have 1 to 64 bytes",
            ));
        }
        let (settings, password) = settings
            .resolve()
            .map_err(|bad| Problem::new(ErrorCode::BadSettings, bad.to_string()))?;
        // One look at the lobby from here to the noting of the room: the same request on two connections makes one room.
        let mut lobby = self.lobby();
        if let Admission::Made(_, handle) = lobby.admit(person.player, &key)? {
            let join = RoomCommand::Join(Join {
                password,
                after: None,
            });
            handle.command(outlet, person, re, join)?;
            return Ok(handle);
        }
        if self.is_stopping() {
            return Err(ErrorCode::ShuttingDown.into());
        }
        if *self.shared.commit.health().borrow() != Health::Ok {
            return Err(ErrorCode::StorageUnavailable.into());
        }
        let mut random = (self.shared.random)();
        let mut bytes = [0; 16];
        random.fill(&mut bytes);
        let id = RoomId(Builder::from_random_bytes(bytes).into_uuid());
        let new = NewRoom {
            id,
            settings,
            password: password.map(|password| password_digest(id, &password)),
            owner: person,
            key,
            sit: sit.unwrap_or(true),
            asked: Some((outlet.conn(), re)),
        };
        let context = Arc::clone(&self.shared.context);
        let (room, effects) = Room::create(context, new, self.shared.clock.now(), &mut *random);
        Ok(self.start(&mut lobby, room, Some(outlet), effects))
    }

    /// How a room is reached.
    pub fn room(&self, id: RoomId) -> Option<RoomHandle> {
        self.lobby().handle(id)
    }

    /// Public rooms; and whether there are more than are listed.
    pub fn list(&self, wanted: &ListRooms) -> (Vec<RoomSummary>, bool) {
        self.lobby().list(wanted)
    }

    /// The rooms in which a person has a seat.
    pub fn rooms_of(&self, player: PlayerId) -> Vec<RoomId> {
        self.lobby().rooms_of(player)
    }

    /// Everybody who has a seat in some room.
    pub fn seated(&self) -> HashSet<PlayerId> {
        self.lobby().seated()
    }

    /// How many rooms there are.
    pub fn room_count(&self) -> usize {
        self.lobby().len()
    }

    /// Whether the rooms are ending: one that cannot be found may be there again after the stop.
    pub fn is_stopping(&self) -> bool {
        self.shared.stopping.load(Ordering::Relaxed)
    }

    /// Lets every room end what it has begun; returns when everything is durable, or never will be.
    pub async fn stop(&self) {
        self.shared.stopping.store(true, Ordering::Relaxed);
        let handles = self.lobby().handles();
        for handle in handles {
            handle.stop().await;
        }
        let mut tasks = std::mem::take(&mut *lock(&self.shared.tasks));
        while tasks.join_next().await.is_some() {}
    }

    fn start(
        &self,
        lobby: &mut Lobby<RoomHandle>,
        room: Room,
        outlet: Option<Outlet>,
        effects: Vec<crate::room::Effect>,
    ) -> RoomHandle {
        let shared = &self.shared;
        let (handle, inbox) = inbox(room.id());
        let (creator, key) = room.asked_for();
        lobby.add(room.id(), handle.clone(), creator, key);
        if effects.is_empty() {
            lobby.update(room.summary());
        }
        let reports = LobbyReports(Arc::clone(&shared.lobby));
        let random = (shared.random)();
        let actor = Actor::new(
            room,
            inbox,
            random,
            Arc::clone(&shared.clock),
            shared.commit.clone(),
            reports,
        );
        let mut tasks = lock(&shared.tasks);
        while tasks.try_join_next().is_some() {}
        tasks.spawn(actor.run(outlet, effects));
        handle
    }

    fn lobby(&self) -> MutexGuard<'_, Lobby<RoomHandle>> {
        lock(&self.shared.lobby)
    }
}

/// A table that a task panicked over is still a table: every change of it is whole.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

struct LobbyReports(Arc<Mutex<Lobby<RoomHandle>>>);

impl Reports for LobbyReports {
    fn summary(&self, summary: RoomSummary) {
        lock(&self.0).update(summary);
    }

    fn gone(&self, room: RoomId) {
        lock(&self.0).remove(room);
    }

    fn failed(&self, room: RoomId) {
        lock(&self.0).remove(room);
    }
}

impl std::fmt::Debug for Hub {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Hub")
            .field("rooms", &self.room_count())
            .finish_non_exhaustive()
    }
}
