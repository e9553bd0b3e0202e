//! A server from its start to its stop.

use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use futures_util::future::BoxFuture;
use giog_rooms::Clock;
use giog_rules::Timestamp;
use giog_rules::fairness::Signer;
use giog_store::{
    Archive, CommitHandle, CommitLimits, Committer, Fence, Log as _, Membership, OpenOptions,
    StoreError, StoreLost,
};
use tokio::sync::{oneshot, watch};
use tokio::task::JoinSet;
use tokio::time::{interval, sleep, timeout};

use crate::ambient::{OsRandom, SystemClock, os_random};
use crate::cluster::Node;
use crate::cluster_secret::Secret;
use crate::database_mark::{DatabaseMark, Found};
use crate::incoming::PassedSockets;
use crate::lease::LeaseWatch;
use crate::lease_holder::LeaseHolder;
use crate::listeners::{Listeners, Ready};
use crate::metrics::Metrics;
use crate::private_file::make_private_folder;
use crate::push::{Sender, Sources};
use crate::run_error::RunError;
use crate::seasons;
use crate::secret_files::warn_of_readers;
use crate::settings::Settings;
use crate::signer::signer;
use crate::state::{App, app, room_context};
use crate::webhooks::Hooks;
use crate::{
    cluster, damage_check, descriptors, disk, erasing, feed, lease, lease_holder, openings, outage,
    pairs, push, reload, retention, reviews, webhooks,
};

/// The interval of metrics upkeep.
const UPKEEP: Duration = Duration::from_secs(5);
/// How often Postgres is asked whether it has found damage.
const ASK_POSTGRES: Duration = Duration::from_hours(1);
/// How long a stopping node waits until connections of other nodes have followed the rooms that it handed over.
const REMOTE_CONNECTIONS_WAIT: Duration = Duration::from_secs(2);

/// How often it is checked whether the storage is away while the server stops.
const STORAGE_CHECK: Duration = Duration::from_millis(100);
/// How long a stopping server waits for a storage that is away: it may be back in a moment, and nothing more is taken meanwhile.
const STORAGE_WAIT: Duration = Duration::from_millis(500);

/// The interaction of a service manager with a running server.
#[derive(Debug, Default)]
pub struct Service {
    /// The sockets that it has opened.
    pub sockets: PassedSockets,
    /// The settings, whenever they were read again.
    pub reread: Option<watch::Receiver<Settings>>,
}

/// Runs a server until `shutdown` completes. Calls `ready` when it listens.
pub fn run<'a>(
    settings: Settings,
    shutdown: impl Future<Output = ()> + Send + 'a,
    ready: impl FnOnce(&Ready) + Send + 'a,
) -> BoxFuture<'a, Result<(), RunError>> {
    run_service(settings, Service::default(), shutdown, ready)
}

/// The same under a service manager.
pub fn run_service<'a>(
    settings: Settings,
    service: Service,
    shutdown: impl Future<Output = ()> + Send + 'a,
    ready: impl FnOnce(&Ready) + Send + 'a,
) -> BoxFuture<'a, Result<(), RunError>> {
    boxed(settings, service, Box::pin(shutdown), Box::new(ready))
}

/// The same without generics, so that the server is compiled in its own crate and not in each that runs one.
fn boxed<'a>(
    settings: Settings,
    service: Service,
    shutdown: BoxFuture<'a, ()>,
    ready: Box<dyn FnOnce(&Ready) + Send + 'a>,
) -> BoxFuture<'a, Result<(), RunError>> {
    Box::pin(until_stopped(settings, service, shutdown, ready))
}

async fn until_stopped(
    settings: Settings,
    service: Service,
    mut shutdown: BoxFuture<'_, ()>,
    ready: Box<dyn FnOnce(&Ready) + Send + '_>,
) -> Result<(), RunError> {
    let _counting = outage::keep_count();
    descriptors::prepare(&settings);
    let sender = Sender::of(&settings)?;
    let hooks = Hooks::of(&settings)?;
    cluster::check_ca_file(&settings.cluster)?;
    let owner = tokio::select! {
        owner = Owner::acquire(&settings) => owner?,
        () = shutdown.as_mut() => return Ok(()),
    };
    let fence = owner.fence();
    let watch = Arc::new(LeaseWatch::taken(fence));
    let hold = owner.hold(&settings, &watch);
    let (commit, committer) = Committer::start(
        Arc::clone(&owner.store) as _,
        fence,
        CommitLimits::default(),
    );
    let (stop, stopping) = watch::channel(false);
    let lease = Arc::clone(&watch);
    let rooms = start_rooms(&settings, &owner, lease, commit.clone(), stopping.clone());
    let starting = start(&settings, rooms, service.sockets);
    let started = tokio::select! {
        started = starting => started,
        // The start may wait for the database or another owner.
        () = shutdown.as_mut() => {
            let longest = Duration::from_millis(settings.stop_ms);
            if timeout(longest, owner.release()).await.is_err() {
                tracing::warn!("stop timed out; the database does not answer");
            }
            return Ok(());
        }
    };
    let (app, listeners) = match started {
        Ok(started) => started,
        Err(error) => {
            owner.release().await;
            return Err(error);
        }
    };
    let is_ready = listeners.ready(&settings, app.hub.rooms_coming() + app.hub.room_count());
    let Ready {
        address,
        database,
        rooms,
        ..
    } = &is_ready;
    tracing::info!(%address, database, rooms, "listening");
    ready(&is_ready);
    let mut keeping = run_upkeep(&app, &settings, fence, (sender, hooks), service.reread);
    keeping.spawn(seasons::keep(app.clone(), owner.signer.clone()));
    let (mut node, mut lost) = match hold {
        Hold::Lease(lost) => (None, lost),
        Hold::Part(membership) => {
            let secret = Secret::of(owner.signer.clone());
            let (node, lost) = Node::start(&app, &membership, &settings.cluster, &secret, watch);
            (Some(node), lost)
        }
    };
    let accepting = tokio::spawn(listeners.open(app.clone(), &settings, stopping));
    let stayed = tokio::select! {
        () = shutdown => Ok(()),
        // Not dropped: the lease is renewed while the server stops, which shows whether the storage is away.
        Ok(()) = &mut lost => Err(StoreLost::Fenced),
        lost = commit.lost() => Err(lost),
    };
    if let Err(lost) = stayed {
        log_reason(lost);
        // Further messages of rooms may not be true any more, so connections are told to close at once.
        stop.send_replace(true);
    }
    tracing::info!("stopping");
    drop(keeping);
    let longest = Duration::from_millis(settings.stop_ms);
    let goodbye = Duration::from_millis(settings.cluster.goodbye_ms.into());
    let stopped = timeout(longest, async {
        let leaving = node.as_mut().filter(|_| stayed.is_ok());
        stop_rooms(&app, leaving, goodbye, longest).await;
        stop.send_replace(true);
        let release = async {
            commit.close();
            // A committer that panicked has ended, too.
            let _ = committer.await;
            if let Some(node) = node {
                node.end().await;
            }
            if stayed.is_ok() {
                owner.release().await;
            }
        };
        // The release of the rooms does not wait for connections that do not read their close frames.
        let _ = tokio::join!(release, accepting);
    });
    if stopped.await.is_err() {
        tracing::warn!("stop timed out; closing what is left; nothing acknowledged is lost");
    }
    tracing::info!("stopped");
    Ok(stayed?)
}

/// Stops the rooms, before the connections are closed: so their last messages are sent. A node hands its rooms over first. That is cut
/// off if the storage is away, or after most of the `longest` time, so that everybody is still told to come back.
async fn stop_rooms(app: &App, node: Option<&mut Node>, goodbye: Duration, longest: Duration) {
    let orderly = async {
        if let Some(node) = node {
            leave(app, node, goodbye).await;
        }
        app.hub.stop().await;
    };
    tokio::select! {
        biased;
        () = orderly => {}
        () = storage_is_away(app) => tracing::warn!(
            "the database is unreachable: closing connections before everything that was begun is stored; clients send it again"
        ),
        () = sleep(longest * 9 / 10) => tracing::warn!("rooms do not stop in time; closing connections"),
    }
}

/// Hands the rooms of this node over to others, and sends its clients there.
async fn leave(app: &App, node: &mut Node, goodbye: Duration) {
    // Health checks fail from now on, so that proxies send no new clients.
    app.cluster.leaving.store(true, Ordering::Relaxed);
    node.leave().await;
    // The rooms are on other nodes, but this node still passes their messages on to clients that have not moved to another node yet.
    app.sockets.send_back(goodbye).await;
    // The links end with this process: connections that still use them would be closed.
    let gone = app.hub.remote_connections_gone();
    if timeout(REMOTE_CONNECTIONS_WAIT, gone).await.is_err() {
        tracing::info!("connections of other nodes did not leave in time; they come back");
    }
}

/// Returns when the storage has been away for a moment.
async fn storage_is_away(app: &App) {
    loop {
        if !app.health().await.storage_available {
            sleep(STORAGE_WAIT).await;
            if !app.health().await.storage_available {
                return;
            }
        }
        sleep(STORAGE_CHECK).await;
    }
}

/// Logs why the server stops by itself.
fn log_reason(lost: StoreLost) {
    match lost {
        StoreLost::Broken => tracing::error!(
            "the disk cannot be trusted: writes or syncs fail; closing connections and stopping"
        ),
        StoreLost::Fenced => tracing::error!(
            "fenced off: another server has taken over the rooms; closing connections and stopping"
        ),
    }
}

/// How a server has rooms.
enum Rooms {
    All(Fence),
    /// Those of its shards, as a node of a cluster.
    Shared(Arc<Membership>),
}

/// What shows that a server still owns its rooms.
enum Hold {
    /// The lease is renewed; the receiver is told when it is lost.
    Lease(oneshot::Receiver<()>),
    /// It is a node of the cluster; that starts when rooms can be restored.
    Part(Arc<Membership>),
}

/// The ownership of the rooms.
struct Owner {
    store: Arc<Archive>,
    rooms: Rooms,
    signer: Signer,
    /// Whether the database is older than it was.
    rolled_back: bool,
    /// Keeps the data folder locked.
    _holder: LeaseHolder,
}

impl Owner {
    /// Waits until no other server owns the rooms, and takes the lease.
    async fn acquire(settings: &Settings) -> Result<Self, RunError> {
        let folder = |error| RunError::DataDir {
            path: settings.data_dir.clone(),
            error,
        };
        make_private_folder(&settings.data_dir).map_err(folder)?;
        let holder = lease_holder::take(&settings.data_dir, &mut OsRandom)
            .await
            .map_err(folder)?;
        let signer = signer(&settings.data_dir, &mut OsRandom)?;
        let signer = if settings.practice {
            signer.for_practice()
        } else {
            signer
        };
        let database_url = settings.database_url();
        let database = giog_store::database_file(&database_url);
        // Checked before it is opened, because opening would create a new file if the path is mistyped.
        if let Some(file) = &database
            && !file.exists()
            && !settings.new_database
            && DatabaseMark::read(&settings.data_dir)?.has_served()
        {
            return Err(RunError::NewDatabase);
        }
        let store = giog_store::open(&database_url, OpenOptions::default()).await?;
        warn_of_readers(&settings.data_dir, database.as_deref());
        let take = async {
            if settings.cluster.nats.is_some() {
                let membership = cluster::join(settings).await?;
                return Ok(Rooms::Shared(Arc::new(membership)));
            }
            let fence = lease::take(&store, &holder.name, settings.lease_ms).await?;
            Ok::<_, RunError>(Rooms::All(fence))
        };
        let rooms = tokio::select! {
            rooms = take => rooms?,
            () = store.broken() => return Err(RunError::DiskBroken),
        };
        let mut owner = Self {
            store,
            rooms,
            signer,
            rolled_back: false,
            _holder: holder,
        };
        match owner.check_database(settings).await {
            Ok(rolled_back) => owner.rolled_back = rolled_back,
            Err(error) => {
                owner.release().await;
                return Err(error);
            }
        }
        Ok(owner)
    }

    /// The fence for appends.
    fn fence(&self) -> Fence {
        match &self.rooms {
            Rooms::All(fence) => *fence,
            Rooms::Shared(membership) => membership.fence(),
        }
    }

    /// Whether no server had the number of its lease before.
    fn has_new_number(&self) -> bool {
        match &self.rooms {
            Rooms::All(_) => true,
            Rooms::Shared(membership) => membership.has_new_number(),
        }
    }

    /// The membership in a cluster, if it is a node.
    fn membership(&self) -> Option<Arc<Membership>> {
        match &self.rooms {
            Rooms::All(_) => None,
            Rooms::Shared(membership) => Some(Arc::clone(membership)),
        }
    }

    /// Starts to keep the ownership.
    fn hold(&self, settings: &Settings, watch: &Arc<LeaseWatch>) -> Hold {
        match &self.rooms {
            Rooms::All(fence) => {
                let (store, watch) = (Arc::clone(&self.store), Arc::clone(watch));
                Hold::Lease(lease::keep(store, *fence, settings.lease_ms, watch))
            }
            Rooms::Shared(membership) => Hold::Part(Arc::clone(membership)),
        }
    }

    /// Compares the database with the signing key and with the data folder's mark, and stores each in the other. Returns whether the
    /// database is older than it was. The key is stored in the database first, so that a start that is interrupted in between can be
    /// repeated.
    async fn check_database(&self, settings: &Settings) -> Result<bool, RunError> {
        let key = self.signer.public_key();
        let known = match or_damaged("the list of signing keys", self.store.keys().await)? {
            Some(known) => known,
            // It is not known to be another one.
            None => vec![(key.0, Timestamp::from_unix_ms(0))],
        };
        let is_known = known.iter().any(|(known, _)| *known == key.0);
        if !known.is_empty() && !is_known && !settings.new_key {
            return Err(RunError::StrangeKey);
        }
        let mark = DatabaseMark::read(&settings.data_dir)?;
        let number = self.fence().number().unsigned_abs();
        let found = mark.compare(!known.is_empty(), number, self.has_new_number());
        let now = SystemClock::start().now().wall;
        if settings.new_database {
            let remembered = self.store.remember_key(key.0, now).await;
            or_damaged("the list of signing keys", remembered)?;
            mark.replace(number)?;
            return Ok(false);
        }
        match found {
            Found::New => return Err(RunError::NewDatabase),
            Found::Known => {}
            Found::Older(highest) => tracing::error!(
                lease = number,
                highest,
                "the database is older than it was: newer data is missing; restore the right one, or start once with \
                 --new-database to continue from this one"
            ),
        }
        let remembered = self.store.remember_key(key.0, now).await;
        or_damaged("the list of signing keys", remembered)?;
        mark.remember(number)?;
        Ok(matches!(found, Found::Older(_)))
    }

    /// Gives up the rooms, so that another server can own them.
    async fn release(&self) {
        let released = match &self.rooms {
            Rooms::All(fence) => self.store.release(*fence).await,
            Rooms::Shared(membership) => membership.leave().await.map_err(Into::into),
        };
        if let Err(error) = released {
            tracing::warn!(%error, "cannot release the lease; the next server waits until it expires");
        }
        self.store.close().await;
    }
}

/// What was read at the start; none, which is logged, if it is damaged: rooms are played on without it.
fn or_damaged<T>(what: &str, read: Result<T, StoreError>) -> Result<Option<T>, StoreError> {
    match read {
        Err(error @ (StoreError::Damaged(_) | StoreError::Corrupt(_))) => {
            tracing::error!(%error, "{what} cannot be read");
            Ok(None)
        }
        read => read.map(Some),
    }
}

/// Starts restoring the rooms, and opens the listeners.
async fn start(
    settings: &Settings,
    rooms: impl Future<Output = Result<App, RunError>>,
    sockets: PassedSockets,
) -> Result<(App, Listeners), RunError> {
    let app = rooms.await?;
    Ok((app, Listeners::listen(settings, sockets).await?))
}

/// Starts restoring the rooms.
async fn start_rooms(
    settings: &Settings,
    owner: &Owner,
    lease: Arc<LeaseWatch>,
    commit: CommitHandle,
    stopping: watch::Receiver<bool>,
) -> Result<App, RunError> {
    let clock: Arc<dyn Clock> = Arc::new(SystemClock::start());
    if let Some(membership) = owner.membership() {
        clock.follow(membership.date().await?);
    }
    let mut parts = app(
        room_context(settings, owner.signer.clone()),
        settings,
        Arc::clone(&owner.store),
        commit,
        clock,
        os_random(),
        stopping,
    );
    parts.condition.lease = lease;
    parts.condition.rolled_back = owner.rolled_back;
    parts.cluster.membership = owner.membership();
    let app = parts.shared();
    app.condition.damage_check.look_at_start(&owner.store).await;
    app.hub.set_disk_low(app.condition.disk.look().is_low).await;
    let bans = app.guests.bans.load(&owner.store).await;
    or_damaged("the list of bans, which do not hold now,", bans)?;
    let longest_days = settings.retention.longest_pause_days;
    let compared = app
        .condition
        .date
        .compare(&owner.store, app.clock.now(), longest_days);
    or_damaged("the latest stored time", compared.await)?;
    match &owner.rooms {
        Rooms::All(_) => {
            let rooms = app.hub.recover(Arc::clone(&owner.store) as _).await?;
            tracing::info!(rooms, "restoring rooms");
        }
        // The rooms come with the shards.
        Rooms::Shared(membership) => {
            app.hub.share();
            let keys = Arc::clone(membership);
            app.hub.share_keys(keys);
        }
    }
    Ok(app)
}

/// The parts of the server that notifications use.
pub(crate) fn sources(app: &App) -> Sources {
    Sources {
        clock: Arc::clone(&app.clock),
        random: Arc::clone(&app.random),
        store: Arc::clone(&app.store),
        metrics: Arc::clone(&app.metrics),
        workers: app.workers.clone(),
    }
}

/// Starts the periodic tasks, which run until the set is dropped.
fn run_upkeep(
    app: &App,
    settings: &Settings,
    fence: Fence,
    (sender, hooks): (Option<Sender>, Option<Hooks>),
    reread: Option<watch::Receiver<Settings>>,
) -> JoinSet<()> {
    let (store, hub) = (Arc::clone(&app.store), app.hub.clone());
    let mut tasks = JoinSet::new();
    tasks.spawn(async move { hub.restore_failed(&*store).await });
    let sleeping_ms = settings.times.sleeping_ms;
    tasks.spawn(retention::keep(
        app.clone(),
        settings.retention,
        sleeping_ms,
    ));
    tasks.spawn(retention::matches::keep(
        app.clone(),
        fence,
        settings.retention,
    ));
    tasks.spawn(erasing::keep(app.clone(), fence));
    tasks.spawn(feed::keep_numbered(Arc::clone(&app.store)));
    tasks.spawn(openings::keep(Arc::clone(&app.store), app.workers.clone()));
    tasks.spawn(pairs::keep(Arc::clone(&app.store), app.workers.clone()));
    tasks.spawn(reviews::keep_revoked_away(Arc::clone(&app.store)));
    if let Some(pause) = sweep_pause(settings) {
        tasks.spawn(damage_check::keep(
            Arc::clone(&app.condition.damage_check),
            (Arc::clone(&app.store), app.hub.clone()),
            Arc::clone(&app.clock),
            pause,
        ));
    }
    tasks.spawn(disk::keep(Arc::clone(&app.condition.disk), app.hub.clone()));
    if let (Some(sender), Some(push), Some(wanted), Some(invited)) = (
        sender,
        app.push.clone(),
        app.hub.wanted(),
        app.invitations.pushed(),
    ) {
        let queues = push::Queues { wanted, invited };
        tasks.spawn(push::notify_all(sources(app), push, sender, queues));
    }
    if let Some(hooks) = hooks {
        tasks.spawn(webhooks::keep(app.clone(), hooks));
    }
    if let Some(reread) = reread {
        tasks.spawn(reload::keep(app.clone(), settings.clone(), reread));
    }
    tasks.spawn(run_metrics_upkeep(Arc::clone(&app.metrics)));
    let costs = app.costs.clone();
    tasks.spawn(async move { costs.watch_overload().await });
    tasks
}

/// How long after the end of a sweep the next one begins; none if there are none.
fn sweep_pause(settings: &Settings) -> Option<Duration> {
    let days = Duration::from_hours(24) * settings.database_check_days;
    // Postgres checks its pages itself; the server asks for its findings.
    let is_file = giog_store::database_file(&settings.database_url()).is_some();
    let pause = if is_file {
        days
    } else {
        days.min(ASK_POSTGRES)
    };
    (!days.is_zero()).then_some(pause)
}

/// Processes the buffered samples of metrics regularly, so that they do not fill memory if nobody scrapes them.
async fn run_metrics_upkeep(metrics: Arc<Metrics>) {
    let mut ticks = interval(UPKEEP);
    loop {
        ticks.tick().await;
        metrics.upkeep();
    }
}
