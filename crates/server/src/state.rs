//! The state that all request handlers use.

use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use giog_protocol::Limits;
use giog_rooms::{Bot, Clock, Context, Hub, Now, RandomSource, ThinkingBudget, seeded_deal};
use giog_rules::Timestamp;
use giog_rules::fairness::Signer;
use giog_store::{Archive, CommitHandle, Membership};
use tokio::sync::watch;

use crate::address::{Addresses, Origins};
use crate::ambient::OsRandom;
use crate::answers::Answers;
use crate::backups::BackupMark;
use crate::branches::Branches;
use crate::client::Proxies;
use crate::cluster_counts::ClusterCounts;
use crate::cluster_secret::Secret;
use crate::cors::AllowedOrigins;
use crate::cost::Costs;
use crate::damage_check::DamageCheck;
use crate::date::Date;
use crate::disk::Disk;
use crate::feed::Feed;
use crate::forgetting::Forgetting;
use crate::generated::Generated;
use crate::guests::{Guests, Watch};
use crate::handover::Handovers;
use crate::hours::Hours;
use crate::invitations::Inviting;
use crate::lease::LeaseWatch;
use crate::limits::{client_limits, lobby_limits, room_limits};
use crate::live::Live;
use crate::metrics::Metrics;
use crate::node_standing::NodeStanding;
use crate::places::{EXPORTS, Places};
use crate::push::Push;
use crate::records::Records;
use crate::recovery::RecoveryCodes;
use crate::reviews::Reviews;

use crate::settings::{PublicUrl, ServerLimits, Settings, Site};
use crate::sockets::Sockets;
use crate::workers::Workers;

/// The server's version.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The state that all request handlers use; clones share it.
#[derive(Clone)]
pub struct App(Arc<AppParts>);

/// The parts of that state. They are put together here, and then shared as an [`App`].
pub struct AppParts {
    /// The rooms.
    pub hub: Hub,
    /// The store with the history.
    pub store: Arc<Archive>,
    /// The committer of the log, with its health.
    pub commit: CommitHandle,
    /// What clients are told about the server.
    pub(crate) about: About,
    /// Where clients may come from.
    pub(crate) ingress: Ingress,
    /// The open connections.
    pub sockets: Arc<Sockets>,
    /// The identities of people, and the bans.
    pub guests: Guests,
    /// How people sign in on other devices, and are forgotten.
    pub(crate) accounts: Accounts,
    /// What is known about the machine and the database.
    pub condition: Condition,
    /// The server as a node of a cluster.
    pub(crate) cluster: ClusterPart,
    /// The metrics.
    pub(crate) metrics: Arc<Metrics>,
    /// The budgets of connections, people and addresses.
    pub costs: Costs,
    /// Worker threads, for jobs that would delay games.
    pub(crate) workers: Workers,
    /// The records that are being read, and the long answers in memory.
    pub(crate) records: Records,
    /// The exports that are running.
    pub(crate) exports: Places,
    /// What branches of finished matches need.
    pub(crate) branches: Branches,
    /// The reviews of finished matches.
    pub(crate) reviews: Reviews,
    /// What becomes of invitations to tables.
    pub(crate) invitations: Inviting,
    /// Answers that are given again for a while.
    pub(crate) answers: Answers,
    /// At which hours people play.
    pub(crate) hours: Hours,
    /// The feed of public events, and its streams.
    pub(crate) feed: Feed,
    /// Generated documents and pictures.
    pub(crate) made: Generated,
    /// Sends notifications; none if they are turned off.
    pub(crate) push: Option<Arc<Push>>,
    /// The limits from the settings.
    pub limits: Live<ServerLimits>,
    /// The clock.
    pub clock: Arc<dyn Clock>,
    /// When the server started.
    pub started: Now,
    /// Randomness for secrets.
    pub random: RandomSource,
    /// Becomes true when the server is about to stop.
    pub stopping: watch::Receiver<bool>,
}

/// What clients are told about the server.
pub(crate) struct About {
    /// What the operator says of it.
    pub site: Live<Site>,
    /// The public address, if it is set.
    pub public_url: Option<PublicUrl>,
    /// The limits that clients meet.
    pub limits: Live<Limits>,
}

/// Where clients may come from.
pub(crate) struct Ingress {
    /// Identifies addresses for rooms.
    pub origins: Origins,
    /// The origins whose pages may use the server.
    pub allowed_origins: AllowedOrigins,
    /// The reverse proxies that are trusted.
    pub proxies: Live<Proxies>,
}

/// How people sign in on other devices, and are forgotten.
pub(crate) struct Accounts {
    /// Codes for signing in another device.
    pub handovers: Handovers,
    /// Derives recovery codes.
    pub recovery_codes: RecoveryCodes,
    /// Deletion of people's data.
    pub forgetting: Forgetting,
}

/// What is known about the machine and the database.
pub struct Condition {
    /// Whether the date of the machine is doubted.
    pub(crate) date: Date,
    /// Free disk space.
    pub(crate) disk: Arc<Disk>,
    /// Damage in the database.
    pub(crate) damage_check: Arc<DamageCheck>,
    /// When the last backup was made.
    pub(crate) backups: BackupMark,
    /// The state of the lease; by default there is none.
    pub lease: Arc<LeaseWatch>,
    /// Whether the database is older than when it was last used.
    pub(crate) rolled_back: bool,
}

/// The server as a node of a cluster; by default it is none.
#[derive(Default)]
pub(crate) struct ClusterPart {
    /// The membership, if it is a node.
    pub membership: Option<Arc<Membership>>,
    /// Metrics of the cluster.
    pub counts: ClusterCounts,
    /// How this server stands, compared with the other nodes.
    pub standing: NodeStanding,
    /// Whether it hands its rooms over to other nodes, and should get no new clients.
    pub leaving: AtomicBool,
}

impl Deref for App {
    type Target = AppParts;

    fn deref(&self) -> &AppParts {
        &self.0
    }
}

impl AppParts {
    /// Shares the state from now on.
    pub fn shared(self) -> App {
        App(Arc::new(self))
    }

    /// The path before all addresses of this server on its host, as in `/giog`; empty at the top.
    pub fn root(&self) -> &str {
        self.about.public_url.as_ref().map_or("", PublicUrl::root)
    }

    /// The date; none while it is doubted. To be asked before anything is deleted because of its age.
    pub(crate) async fn believed_date(&self) -> Option<Timestamp> {
        self.condition
            .date
            .believed(&self.store, self.clock.now())
            .await
    }

    /// The time since the start.
    pub fn uptime(&self) -> Duration {
        let now = self.clock.now().mono_ms;
        Duration::from_millis(now.saturating_sub(self.started.mono_ms))
    }
}

impl std::fmt::Debug for App {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("App")
            .field("hub", &self.hub)
            .finish_non_exhaustive()
    }
}

/// What rooms are given by the settings. Tests use other deals.
pub fn room_context(settings: &Settings, signer: Signer) -> Context {
    Context {
        signer,
        dealer: Arc::new(seeded_deal),
        bot: Bot::default(),
        thinking: ThinkingBudget::new(settings.limits.thinking_ms_per_second),
        quick_bots: settings.quick_bots,
        times: settings.times,
        limits: room_limits(settings),
    }
}

/// The state of a server, with this context for rooms. Tests use other clocks and randomness.
pub fn app(
    context: Context,
    settings: &Settings,
    store: Arc<Archive>,
    commit: CommitHandle,
    clock: Arc<dyn Clock>,
    random: RandomSource,
    stopping: watch::Receiver<bool>,
) -> AppParts {
    let metrics = Arc::new(Metrics::default());
    commit.observe(metrics.commits());
    let addresses = Addresses::new(&settings.shared_addresses);
    let limits = Live::from(settings.limits);
    let costs = Costs::new(Arc::clone(&clock), limits.clone(), addresses.clone());
    let workers = Workers::start();
    let about = About {
        site: settings.site.clone().into(),
        public_url: settings.public_url.clone(),
        limits: client_limits(&context.limits, &context.times, settings).into(),
    };
    // Clients are told nothing that depends on this key. Nodes of a cluster have the same.
    let origins = match settings.cluster.nats {
        Some(_) => Origins::with_key(addresses, Secret::of(context.signer.clone()).origins()),
        None => Origins::new(addresses, &mut OsRandom),
    };
    let recovery_codes = RecoveryCodes::new(context.signer.clone());
    let push = Push::of(settings, &context.signer).map(Arc::new);
    let hub = Hub::new(
        Arc::new(context),
        lobby_limits(&settings.limits),
        Arc::clone(&clock),
        Arc::clone(&random),
        commit.clone(),
    );
    hub.wakes_from(Arc::clone(&store) as _);
    let sockets: Arc<Sockets> = Arc::default();
    hub.invites(Arc::clone(&sockets) as _);
    let watch = Watch {
        metrics: Arc::clone(&metrics),
        costs: costs.clone(),
        hub: hub.clone(),
    };
    AppParts {
        hub,
        commit,
        about,
        ingress: Ingress {
            origins,
            allowed_origins: AllowedOrigins::of(settings),
            proxies: Proxies::of(settings).into(),
        },
        sockets,
        guests: Guests::new(
            Arc::clone(&store),
            Arc::clone(&clock),
            Arc::clone(&random),
            watch,
        ),
        accounts: Accounts {
            handovers: Handovers::default(),
            recovery_codes,
            forgetting: Forgetting::default(),
        },
        condition: Condition {
            date: Date::new(clock.now()),
            disk: Arc::new(Disk::of(settings)),
            damage_check: Arc::default(),
            backups: BackupMark::of(&settings.data_dir),
            lease: Arc::default(),
            rolled_back: false,
        },
        cluster: ClusterPart::default(),
        metrics,
        records: Records::new(Arc::clone(&store), costs.clone(), workers.clone()),
        exports: Places::new(EXPORTS, costs.addresses.clone()),
        branches: Branches::new(&costs),
        reviews: Reviews::new(
            Arc::clone(&store),
            (Arc::clone(&clock), Arc::clone(&random)),
            &costs,
            limits.clone(),
        ),
        invitations: Inviting::new(&costs),
        answers: Answers::default(),
        hours: Hours::default(),
        feed: Feed::new(
            Arc::clone(&store),
            costs.addresses.clone(),
            stopping.clone(),
        ),
        costs,
        workers,
        made: Generated::default(),
        push,
        limits,
        started: clock.now(),
        clock,
        random,
        store,
        stopping,
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use giog_store::{CommitLimits, Committer, Fence, OpenOptions};
    use tempfile::TempDir;

    use super::*;
    use crate::ambient::{SystemClock, os_random};

    /// The state of a server without listeners, with an empty database that is deleted at the end of the test.
    pub(crate) struct TestApp {
        pub app: App,
        /// The lease of the rooms.
        pub fence: Fence,
        _stop: watch::Sender<bool>,
        _folder: TempDir,
    }

    impl TestApp {
        pub(crate) async fn new(settings: &Settings) -> Self {
            let folder = tempfile::tempdir().expect("a folder");
            let url = format!("sqlite:{}", folder.path().join("giog.db").display());
            let store = giog_store::open(&url, OpenOptions::default()).await;
            let store = store.expect("a new database");
            let fence = store.try_lease("test", 3_600_000).await;
            let fence = fence.expect("a database").expect("nobody else has it");
            let (commit, _) =
                Committer::start(Arc::clone(&store) as _, fence, CommitLimits::default());
            let (stop, stopping) = watch::channel(false);
            let clock = Arc::new(SystemClock::start());
            let context = room_context(settings, Signer::new(&[7; 32]));
            let app = app(
                context,
                settings,
                store,
                commit,
                clock,
                os_random(),
                stopping,
            )
            .shared();
            Self {
                app,
                fence,
                _stop: stop,
                _folder: folder,
            }
        }
    }
}
