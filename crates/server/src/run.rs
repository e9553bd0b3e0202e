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
use giog_store::{CommitLimits, Committer, Fence, OpenOptions, Store, StoreError};
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::time::timeout;
use uuid::Builder;

use crate::ambient::{OsRandom, SystemClock, os_random};
use crate::guests::Guests;
use crate::key::{KeyError, signer};
use crate::settings::Settings;
use crate::state::App;
use crate::{accept, lease, retention, router};

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
    let folder = |error| RunError::DataDir {
        path: settings.data_dir.clone(),
        error,
    };
    std::fs::create_dir_all(&settings.data_dir).map_err(folder)?;
    let signer = signer(&settings.data_dir, &mut OsRandom)?;
    let url = settings.database_url();
    let database = if url.starts_with("sqlite:") {
        "SQLite"
    } else {
        "Postgres"
    };
    let store = giog_store::open(&url, OpenOptions::default()).await?;
    let mut shutdown = std::pin::pin!(shutdown);
    let holder = holder();
    let fence = tokio::select! {
        fence = lease::take(&*store, &holder, settings.lease_ms) => fence?,
        () = shutdown.as_mut() => {
            store.close().await;
            return Ok(());
        }
    };
    let lost = lease::keep(Arc::clone(&store), fence, settings.lease_ms);
    let (commit, committer) = Committer::start(Arc::clone(&store), fence, CommitLimits::default());
    let (stop, stopping) = watch::channel(false);
    let clock: Arc<dyn Clock> = Arc::new(SystemClock::start());
    store
        .remember_key(signer.public_key().0, clock.now().wall)
        .await?;
    let app = app(
        &settings,
        signer,
        Arc::clone(&store),
        commit.clone(),
        clock,
        os_random(),
        stopping.clone(),
    );
    let recovered = app.hub.recover(&*store).await?;
    for (room, reason) in &recovered.set_aside {
        tracing::error!(%room, reason, "a room cannot be brought back and is set aside; its log stays as it is");
    }
    let listener = TcpListener::bind(settings.listen)
        .await
        .map_err(|error| RunError::Listen {
            address: settings.listen,
            error,
        })?;
    let address = listener.local_addr().map_err(|error| RunError::Listen {
        address: settings.listen,
        error,
    })?;
    tracing::info!(%address, database, rooms = recovered.rooms, "listening");
    ready(&Ready {
        address,
        database,
        rooms: recovered.rooms,
    });
    let hub = app.hub.clone();
    let forgetting = tokio::spawn(retention::keep(
        Arc::clone(&store),
        hub.clone(),
        Arc::clone(&app.clock),
        settings.retention,
    ));
    let accepting = tokio::spawn(accept::accept(
        listener,
        router::router(app.clone()),
        Arc::clone(&app.limits),
        stopping,
    ));
    drop(app);
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
        // A task that panicked has ended too.
        let _ = accepting.await;
        commit.close();
        let _ = committer.await;
        release(&*store, fence).await;
    });
    if stopped.await.is_err() {
        tracing::warn!(
            "stopping took too long; what is left is cut off, and nothing that was acknowledged is lost"
        );
    }
    tracing::info!("stopped");
    stayed
}

/// A server's state, from what it is given. Tests give it other clocks, randomness and deals.
pub fn app(
    settings: &Settings,
    signer: Signer,
    store: Arc<dyn Store>,
    commit: giog_store::CommitHandle,
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
    commit: giog_store::CommitHandle,
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

async fn release(store: &dyn Store, fence: Fence) {
    if let Err(error) = store.release(fence).await {
        tracing::warn!(%error, "the lease could not be given back; the next server waits until it runs out");
    }
    store.close().await;
}

/// A name for this process among all that may want the rooms.
fn holder() -> String {
    let mut bytes = [0; 16];
    giog_rooms::Random::fill(&mut OsRandom, &mut bytes);
    Builder::from_random_bytes(bytes).into_uuid().to_string()
}
