//! From the start to the stop of a server.

use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use giog_protocol::Limits;
use giog_rooms::{Clock, Context, Hub, LobbyLimits, RandomSource, RoomLimits, seeded_deal};
use giog_rules::fairness::Signer;
use giog_store::{CommitHandle, CommitLimits, Committer, Fence, OpenOptions, Store, StoreError};
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::time::timeout;

use crate::ambient::{OsRandom, SystemClock, os_random};
use crate::guests::Guests;
use crate::holder::Holder;
use crate::key::{KeyError, signer};
use crate::settings::Settings;
use crate::state::App;
use crate::{accept, holder, lease, retention, router};

/// Why a server did not start, or did not stay.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The data folder cannot be used.
    #[error("the data folder {path}: {error}")]
    DataDir {
        /// Which folder.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// There is no signing key.
    #[error(transparent)]
    Key(#[from] KeyError),
    /// The database cannot be used.
    #[error("the database")]
    Store(#[from] StoreError),
    /// The address cannot be listened on.
    #[error("cannot listen on {address}: {error}; choose another with --listen")]
    Listen {
        /// Which address.
        address: SocketAddr,
        /// Why.
        error: io::Error,
    },
    /// The rooms of the database were signed for by another server.
    #[error(
        "the data folder's signing key is none that the database knows: its server was another one, or the key is lost. \
         Bring `signing.key` back from there; or start once with --new-key, which makes the proofs of matches that are \
         being played worthless"
    )]
    StrangeKey,
    /// Another server has taken the rooms over.
    #[error("another server has taken the rooms of this database over")]
    LeaseLost,
}

/// A server that listens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ready {
    /// Where it listens.
    pub address: SocketAddr,
    /// The kind of database it uses.
    pub database: &'static str,
    /// How many rooms go on from before.
    pub rooms: usize,
}

/// Runs a server until `shutdown` is done; tells `ready` when it listens.
pub async fn run(
    settings: Settings,
    shutdown: impl Future<Output = ()>,
    ready: impl FnOnce(&Ready),
) -> Result<(), RunError> {
    let mut shutdown = std::pin::pin!(shutdown);
    let owner = tokio::select! {
        owner = Owner::become_it(&settings) => owner?,
        () = shutdown.as_mut() => return Ok(()),
    };
    let lost = lease::keep(Arc::clone(&owner.store), owner.fence, settings.lease_ms);
    let (commit, committer) = Committer::start(
        Arc::clone(&owner.store),
        owner.fence,
        CommitLimits::default(),
    );
    let (stop, stopping) = watch::channel(false);
    let started = start(&settings, &owner, commit.clone(), stopping.clone()).await;
    let (app, listener, address) = match started {
        Ok(started) => started,
        Err(error) => {
            owner.release().await;
            return Err(error);
        }
    };
    let (database, rooms) = (database(&settings.database_url()), app.hub.room_count());
    tracing::info!(%address, database, rooms, "listening");
    ready(&Ready {
        address,
        database,
        rooms,
    });
    let (hub, store) = (app.hub.clone(), Arc::clone(&owner.store));
    let forgetting = retention::keep(
        store,
        hub.clone(),
        Arc::clone(&app.clock),
        settings.retention,
    );
    let forgetting = tokio::spawn(forgetting);
    let limits = Arc::clone(&app.limits);
    let accepting = accept::accept(listener, router::router(app), limits, stopping);
    let accepting = tokio::spawn(accepting);
    let stayed = tokio::select! {
        () = shutdown => Ok(()),
        Ok(()) = lost => Err(RunError::LeaseLost),
    };
    tracing::info!("stopping");
    forgetting.abort();
    // The rooms first: what they still have to say goes out before the connections are closed.
    let stopped = timeout(Duration::from_millis(settings.stop_ms), async {
        hub.stop().await;
        stop.send_replace(true);
        let release = async {
            commit.close();
            // A task that panicked has ended too.
            let _ = committer.await;
            owner.release().await;
        };
        // Connections that do not take their goodbye keep nobody from the rooms.
        let _ = tokio::join!(release, accepting);
    });
    if stopped.await.is_err() {
        tracing::warn!(
            "stopping took too long; what is left is cut off, and nothing that was acknowledged is lost"
        );
    }
    tracing::info!("stopped");
    stayed
}

/// What makes a server the owner of the rooms.
struct Owner {
    store: Arc<dyn Store>,
    fence: Fence,
    signer: Signer,
    /// Holds the data folder.
    _holder: Holder,
}

impl Owner {
    /// Waits until nobody else owns the rooms.
    async fn become_it(settings: &Settings) -> Result<Self, RunError> {
        let folder = |error| RunError::DataDir {
            path: settings.data_dir.clone(),
            error,
        };
        std::fs::create_dir_all(&settings.data_dir).map_err(folder)?;
        let holder = holder::take(&settings.data_dir, &mut OsRandom)
            .await
            .map_err(folder)?;
        let signer = signer(&settings.data_dir, &mut OsRandom)?;
        let store = giog_store::open(&settings.database_url(), OpenOptions::default()).await?;
        let fence = lease::take(&*store, &holder.name, settings.lease_ms).await?;
        Ok(Self {
            store,
            fence,
            signer,
            _holder: holder,
        })
    }

    /// Lets the next one own them.
    async fn release(&self) {
        if let Err(error) = self.store.release(self.fence).await {
            tracing::warn!(%error, "the lease could not be given back; the next server waits until it runs out");
        }
        self.store.close().await;
    }
}

/// Brings the rooms back, and listens.
async fn start(
    settings: &Settings,
    owner: &Owner,
    commit: CommitHandle,
    stopping: watch::Receiver<bool>,
) -> Result<(App, TcpListener, SocketAddr), RunError> {
    let app = start_rooms(settings, owner, commit, stopping).await?;
    let (listener, address) = listen(settings.listen).await?;
    Ok((app, listener, address))
}

/// Brings the rooms back.
async fn start_rooms(
    settings: &Settings,
    owner: &Owner,
    commit: CommitHandle,
    stopping: watch::Receiver<bool>,
) -> Result<App, RunError> {
    let clock: Arc<dyn Clock> = Arc::new(SystemClock::start());
    let key = owner.signer.public_key();
    let known = owner.store.keys().await?;
    let is_known = known.iter().any(|(known, _)| *known == key.0);
    if !known.is_empty() && !is_known && !settings.new_key {
        return Err(RunError::StrangeKey);
    }
    owner.store.remember_key(key.0, clock.now().wall).await?;
    let store = Arc::clone(&owner.store);
    let app = app(
        settings,
        owner.signer.clone(),
        store,
        commit,
        clock,
        os_random(),
        stopping,
    );
    let recovered = app.hub.recover(&*owner.store).await?;
    for (room, reason) in &recovered.set_aside {
        tracing::error!(%room, reason, "a room cannot be brought back and is set aside; its log stays as it is");
    }
    Ok(app)
}

async fn listen(address: SocketAddr) -> Result<(TcpListener, SocketAddr), RunError> {
    let cannot = |error| RunError::Listen { address, error };
    let listener = TcpListener::bind(address).await.map_err(cannot)?;
    let address = listener.local_addr().map_err(cannot)?;
    Ok((listener, address))
}

/// What a database address leads to.
fn database(url: &str) -> &'static str {
    if url.starts_with("sqlite:") {
        "SQLite"
    } else {
        "Postgres"
    }
}

/// A server's state, from what it is given. Tests give it other clocks, randomness and deals.
pub fn app(
    settings: &Settings,
    signer: Signer,
    store: Arc<dyn Store>,
    commit: CommitHandle,
    clock: Arc<dyn Clock>,
    random: RandomSource,
    stopping: watch::Receiver<bool>,
) -> App {
    let context = Context {
        signer,
        dealer: Arc::new(seeded_deal),
        bot: giog_bots::choose,
        bot_name: giog_bots::NAME,
        times: settings.times,
        limits: room_limits(settings),
    };
    app_with(context, settings, store, commit, clock, random, stopping)
}

/// Like [`app`], with rooms of another kind.
pub fn app_with(
    context: Context,
    settings: &Settings,
    store: Arc<dyn Store>,
    commit: CommitHandle,
    clock: Arc<dyn Clock>,
    random: RandomSource,
    stopping: watch::Receiver<bool>,
) -> App {
    let limits = settings.limits;
    let lobby = LobbyLimits {
        rooms: limits.rooms,
        rooms_per_person: limits.rooms_per_person,
        ..LobbyLimits::default()
    };
    let told_limits = told(&context, settings);
    let hub = Hub::new(
        Arc::new(context),
        lobby,
        Arc::clone(&clock),
        Arc::clone(&random),
        commit.clone(),
    );
    let guests = Guests::new(
        Arc::clone(&store),
        Arc::clone(&clock),
        Arc::clone(&random),
        limits.new_guests_per_minute,
    );
    App {
        hub,
        store,
        commit,
        guests,
        clock,
        random,
        limits: Arc::new(limits),
        told_limits,
        stopping,
        conns: Arc::new(AtomicU64::new(1)),
    }
}

/// How much a room takes, by these settings.
pub fn room_limits(settings: &Settings) -> RoomLimits {
    RoomLimits {
        spectators: settings.limits.spectators_per_room,
        connections_per_person: settings.limits.connections_per_person,
        ..RoomLimits::default()
    }
}

fn told(context: &Context, settings: &Settings) -> Limits {
    let limits = settings.limits;
    let short = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    Limits {
        frame_bytes: limits.frame_bytes,
        requests_per_second: limits.requests_per_second.get(),
        requests_burst: limits.requests_burst.get(),
        rooms_per_connection: short(limits.rooms_per_connection),
        rooms_per_person: short(limits.rooms_per_person),
        spectators_per_room: short(limits.spectators_per_room),
        take_backs_per_trick: context.limits.take_backs_per_trick.into(),
        grace_ms: context.times.grace_ms,
        entropy_ms: context.times.entropy_ms,
        idle_ms: limits.idle_ms,
    }
}
