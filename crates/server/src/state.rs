//! The state that all request handlers use.

use std::num::NonZeroU32;
use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use giog_protocol::Limits;
use giog_rooms::{
    Bot, Clock, ConnId, Context, Hub, LobbyLimits, Now, RandomSource, Rate, RoomLimits, Times,
    seeded_deal,
};
use giog_rules::Timestamp;
use giog_rules::fairness::Signer;
use giog_store::{Archive, CommitHandle, MatchClass, Membership};
use tokio::sync::watch;

use crate::address::{Addresses, Origins};
use crate::ambient::OsRandom;
use crate::backups::BackupMark;
use crate::bans::Bans;
use crate::client::Proxies;
use crate::cluster_counts::ClusterCounts;
use crate::cluster_secret::Secret;
use crate::cors::AllowedOrigins;
use crate::cost::Costs;
use crate::damage_check::DamageCheck;
use crate::date::Date;
use crate::disk::Disk;
use crate::forgetting::Forgetting;
use crate::generated::Generated;
use crate::guests::{Guests, Watch};
use crate::handover::Handovers;
use crate::lease::LeaseWatch;
use crate::live::Live;
use crate::metrics::Metrics;
use crate::node_standing::NodeStanding;
use crate::push::Push;
use crate::records::Records;
use crate::recovery::RecoveryCodes;
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
    /// What counts as one address.
    pub(crate) addresses: Addresses,
    /// Identifies addresses for rooms.
    pub(crate) origins: Arc<Origins>,
    /// The identities of people.
    pub guests: Guests,
    /// Codes for signing in another device.
    pub(crate) handovers: Arc<Handovers>,
    /// Derives recovery codes.
    pub(crate) recovery_codes: RecoveryCodes,
    /// The bans.
    pub(crate) bans: Arc<Bans>,
    /// The open connections.
    pub(crate) sockets: Arc<Sockets>,
    /// Deletion of people's data.
    pub(crate) forgetting: Arc<Forgetting>,
    /// The metrics.
    pub(crate) metrics: Arc<Metrics>,
    /// The budgets of connections, people and addresses.
    pub(crate) costs: Costs,
    /// Worker threads, for jobs that would delay games.
    pub(crate) workers: Workers,
    /// The records that are being read, and the long answers in memory.
    pub(crate) records: Records,
    /// Generated documents and pictures.
    pub(crate) made: Arc<Generated>,
    /// Sends notifications; none if they are turned off.
    pub(crate) push: Option<Arc<Push>>,
    /// Whether the date of the machine is doubted.
    pub(crate) date: Arc<Date>,
    /// Free disk space.
    pub(crate) disk: Arc<Disk>,
    /// What is known about damage in the database.
    pub(crate) damage_check: Arc<DamageCheck>,
    /// When the last backup was made.
    pub(crate) backups: BackupMark,
    /// The state of the lease; by default there is none.
    pub lease: Arc<LeaseWatch>,
    /// Whether the database is older than when it was last used.
    pub(crate) rolled_back: bool,
    /// The clock.
    pub clock: Arc<dyn Clock>,
    /// When the server started.
    pub started: Now,
    /// Randomness for secrets.
    pub random: RandomSource,
    /// What the server tells people about itself.
    pub site: Live<Site>,
    /// The public address, if it is set.
    pub public_url: Option<PublicUrl>,
    /// The limits from the settings.
    pub limits: Live<ServerLimits>,
    /// The limits that clients are told.
    pub told_limits: Live<Limits>,
    /// The origins whose pages may use the server.
    pub(crate) allowed_origins: AllowedOrigins,
    /// The reverse proxies that are trusted.
    pub(crate) proxies: Live<Proxies>,
    /// Becomes true when the server is about to stop.
    pub stopping: watch::Receiver<bool>,
    /// The membership in a cluster, if this server is a node.
    pub(crate) membership: Option<Arc<Membership>>,
    /// Metrics of the cluster.
    pub(crate) cluster_counts: Arc<ClusterCounts>,
    /// How this server stands, compared with the other nodes of a cluster.
    pub(crate) standing: Arc<NodeStanding>,
    /// Whether the server hands its rooms over to other nodes, and should get no new clients.
    pub(crate) leaving: Arc<AtomicBool>,
    /// The number of connections so far.
    pub conns: Arc<AtomicU64>,
}

impl App {
    /// Detects overload; never returns. During overload everything but plays may have to wait.
    pub async fn watch_overload(self) {
        self.costs.watch_overload().await;
    }
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

    /// The id of a new connection.
    pub fn next_conn(&self) -> ConnId {
        ConnId(self.conns.fetch_add(1, Ordering::Relaxed))
    }

    /// The path before all addresses of this server on its host, as in `/giog`; empty at the top.
    pub fn root(&self) -> &str {
        self.public_url.as_ref().map_or("", PublicUrl::root)
    }

    /// The date; none while it is doubted. To be asked before anything is deleted because of its age.
    pub(crate) async fn believed_date(&self) -> Option<Timestamp> {
        self.date.believed(&self.store, self.clock.now()).await
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

/// The state of a server, from its parts. Tests use other clocks, randomness and deals.
pub fn app(
    settings: &Settings,
    signer: Signer,
    store: Arc<Archive>,
    commit: CommitHandle,
    clock: Arc<dyn Clock>,
    random: RandomSource,
    stopping: watch::Receiver<bool>,
) -> AppParts {
    let context = Context {
        signer,
        dealer: Arc::new(seeded_deal),
        bot: Bot::default(),
        bot_name: giog_bots::NAME,
        times: settings.times,
        limits: room_limits(settings),
    };
    app_with(context, settings, store, commit, clock, random, stopping)
}

/// Like [`app`], with another context for rooms.
pub fn app_with(
    context: Context,
    settings: &Settings,
    store: Arc<Archive>,
    commit: CommitHandle,
    clock: Arc<dyn Clock>,
    random: RandomSource,
    stopping: watch::Receiver<bool>,
) -> AppParts {
    let limits = settings.limits;
    let lobby = lobby_limits(&limits);
    let told_limits = told(&context.limits, &context.times, settings);
    let metrics = Arc::new(Metrics::default());
    commit.observe(metrics.commits());
    let bans = Arc::new(Bans::default());
    let recovery_codes = RecoveryCodes::new(context.signer.clone());
    let secret = Secret::of(context.signer.clone());
    let push = Push::of(settings, &context.signer).map(Arc::new);
    let hub = Hub::new(
        Arc::new(context),
        lobby,
        Arc::clone(&clock),
        Arc::clone(&random),
        commit.clone(),
    );
    let addresses = Addresses::new(&settings.shared_addresses);
    // Clients are told nothing that depends on this key. Nodes of a cluster have the same.
    let origins = match settings.cluster.nats {
        Some(_) => Origins::with_key(addresses.clone(), secret.origins()),
        None => Origins::new(addresses.clone(), &mut OsRandom),
    };
    let origins = Arc::new(origins);
    let shared_limits = Live::from(limits);
    let costs = Costs::new(Arc::clone(&clock), shared_limits.clone(), addresses.clone());
    let guests = Guests::new(
        Arc::clone(&store),
        Arc::clone(&clock),
        Arc::clone(&random),
        Watch {
            bans: Arc::clone(&bans),
            metrics: Arc::clone(&metrics),
            costs: costs.clone(),
            hub: hub.clone(),
        },
    );
    let workers = Workers::start();
    let records = Records::new(
        Arc::clone(&store),
        costs.clone(),
        addresses.clone(),
        workers.clone(),
    );
    AppParts {
        hub,
        store,
        commit,
        addresses,
        origins,
        guests,
        handovers: Arc::default(),
        recovery_codes,
        bans,
        sockets: Arc::default(),
        forgetting: Arc::default(),
        metrics,
        costs,
        workers,
        records,
        made: Arc::default(),
        push,
        date: Arc::new(Date::new(clock.now())),
        disk: Arc::new(Disk::of(settings)),
        damage_check: Arc::default(),
        backups: BackupMark::of(&settings.data_dir),
        lease: Arc::default(),
        rolled_back: false,
        started: clock.now(),
        clock,
        random,
        site: settings.site.clone().into(),
        public_url: settings.public_url.clone(),
        limits: shared_limits,
        told_limits: told_limits.into(),
        allowed_origins: AllowedOrigins::of(settings),
        proxies: Proxies::of(settings).into(),
        stopping,
        membership: None,
        cluster_counts: Arc::default(),
        standing: Arc::default(),
        leaving: Arc::default(),
        conns: Arc::new(AtomicU64::new(1)),
    }
}

/// The limits of a room, from the settings.
pub fn room_limits(settings: &Settings) -> RoomLimits {
    let limits = &settings.limits;
    RoomLimits {
        spectators: settings.limits.spectators_per_room,
        spectators_per_address: settings.limits.spectators_per_address,
        connections_per_person: settings.limits.connections_per_person,
        changes: Rate::per_minute(limits.changes_burst, limits.changes_per_minute),
        hints: Rate::per_minute(limits.hints_burst, limits.hints_per_minute),
        chat: Rate::per_minute(limits.chat_burst, limits.chat_per_minute),
        ..RoomLimits::default()
    }
}

/// The limits of the lobby, from the settings.
pub(crate) fn lobby_limits(limits: &ServerLimits) -> LobbyLimits {
    LobbyLimits {
        rooms: limits.rooms,
        rooms_per_person: limits.rooms_per_person,
        rooms_per_address: limits.rooms_per_address,
        quick_rooms_percent: limits.quick_rooms_percent,
        ..LobbyLimits::default()
    }
}

/// The limits that clients are told.
pub(crate) fn told(rooms: &RoomLimits, times: &Times, settings: &Settings) -> Limits {
    let limits = settings.limits;
    let short = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    let days_of = |class| settings.retention.days_of(class).map(NonZeroU32::get);
    Limits {
        frame_bytes: limits.frame_bytes,
        requests_per_second: limits.requests_per_second.get(),
        requests_burst: limits.requests_burst.get(),
        cost_per_second: limits.connection_cost_per_second.get(),
        cost_burst: limits.connection_cost_burst.get(),
        received_bytes_per_second: limits.received_bytes_per_second.get(),
        received_bytes_burst: limits.received_bytes_burst.get(),
        refusals_until_close: limits.refusals_until_close,
        person_cost_per_second: limits.person_cost_per_second.get(),
        person_cost_burst: limits.person_cost_burst.get(),
        address_cost_per_second: limits.address_cost_per_second.get(),
        address_cost_burst: limits.address_cost_burst.get(),
        rest_per_second: limits.rest_per_second.get(),
        rest_burst: limits.rest_burst.get(),
        new_guests_per_minute: limits.new_guests_per_minute.get(),
        passwords_per_minute: limits.passwords_per_minute.get(),
        new_rooms_per_minute: limits.new_rooms_per_minute.get(),
        rooms_per_address: short(limits.rooms_per_address),
        changes_burst: limits.changes_burst.get(),
        changes_per_minute: limits.changes_per_minute.get(),
        hints_burst: limits.hints_burst.get(),
        hints_per_minute: limits.hints_per_minute.get(),
        chat_burst: limits.chat_burst.get(),
        chat_per_minute: limits.chat_per_minute.get(),
        rooms_per_connection: short(limits.rooms_per_connection),
        rooms_per_person: short(limits.rooms_per_person),
        spectators_per_room: short(limits.spectators_per_room),
        take_backs_per_trick: rooms.take_backs_per_trick.into(),
        grace_ms: times.grace_ms,
        bot_delay_ms: times.bot_delay_ms,
        ready_ms: times.ready_ms,
        entropy_ms: times.entropy_ms,
        idle_ms: limits.idle_ms,
        matches_days: days_of(MatchClass::Listed),
        matches_unlisted_days: days_of(MatchClass::Unlisted),
        matches_bots_days: days_of(MatchClass::WithBots),
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use giog_store::{CommitLimits, Committer, Fence, OpenOptions};
    use tempfile::TempDir;

    use super::*;
    use crate::ambient::{SystemClock, os_random};
    use giog_rooms::Times;

    #[test]
    fn every_rate_that_a_program_can_meet_is_told_and_is_what_rooms_go_by() {
        // Every rate has a different number, so that none can be confused with another.
        let mut limits = serde_json::Map::new();
        let told_by_other_names = [
            ("connection_cost_per_second", "cost_per_second"),
            ("connection_cost_burst", "cost_burst"),
        ];
        let same_names = [
            "requests_per_second",
            "requests_burst",
            "refusals_until_close",
            "person_cost_per_second",
            "person_cost_burst",
            "address_cost_per_second",
            "address_cost_burst",
            "received_bytes_per_second",
            "received_bytes_burst",
            "rest_per_second",
            "rest_burst",
            "new_guests_per_minute",
            "passwords_per_minute",
            "new_rooms_per_minute",
            "rooms_per_connection",
            "rooms_per_person",
            "rooms_per_address",
            "spectators_per_room",
            "changes_burst",
            "changes_per_minute",
            "hints_burst",
            "hints_per_minute",
            "chat_burst",
            "chat_per_minute",
        ];
        let names = same_names.map(|name| (name, name)).into_iter();
        let names: Vec<_> = names.chain(told_by_other_names).collect();
        for (number, (setting, _)) in (1_001_u32..).zip(&names) {
            limits.insert((*setting).to_owned(), number.into());
        }
        let settings = Settings {
            limits: serde_json::from_value(limits.into()).expect("limits"),
            times: Times {
                bot_delay_ms: 17,
                ready_ms: 18_000,
                ..Times::default()
            },
            ..Settings::default()
        };
        let limits = room_limits(&settings);
        for (rate, burst) in [
            (limits.changes, settings.limits.changes_burst),
            (limits.hints, settings.limits.hints_burst),
            (limits.chat, settings.limits.chat_burst),
        ] {
            assert_eq!(rate.at_once, u64::from(burst.get()));
            assert_eq!(rate.every_ms, 60_000 / 1_020);
        }
        assert_eq!(room_limits(&Settings::default()), RoomLimits::default());
        let told = told(&limits, &settings.times, &settings);
        let told = serde_json::to_value(told).expect("limits are JSON");
        for (number, (_, name)) in (1_001_u32..).zip(&names) {
            assert_eq!(told[*name], number, "{name}");
        }
        assert_eq!(
            (&told["bot_delay_ms"], &told["ready_ms"]),
            (&17.into(), &18_000.into())
        );
    }

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
            let signer = Signer::new(&[7; 32]);
            let app = app(
                settings,
                signer,
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
