//! Sharing the rooms of one Postgres database with other servers, over NATS: `giog serve --cluster nats://…`.
//!
//! * [`placement`]: which node owns which rooms. A task connects `giog_cluster::placement` with the database, and starts and stops rooms
//!   accordingly.
//! * [`standing`]: whether this node is worse off than the others, which then serve its people.
//! * [`links`]: how connections of this node use rooms of others, and theirs use rooms here. A task connects `giog_cluster::link` with
//!   NATS. Nobody on NATS can read or alter its messages.

mod cluster_news;
mod drain;
mod links;
mod nats;
mod placement;
mod standing;

use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use giog_cluster::NodeId;
use giog_rooms::random_uuid;
use giog_store::{Archive, Membership, NewMember, StoreError};
use tokio::sync::{mpsc, oneshot, watch};
use tokio::task::JoinSet;

pub use self::nats::BadCaFile;
pub(crate) use self::nats::check_ca_file;
use crate::ambient::OsRandom;
use crate::cluster_secret::Secret;
use crate::lease::{LeaseWatch, until_free};
use crate::settings::{Cluster as ClusterSettings, Listen, Settings};
use crate::state::{App, VERSION};

/// This server as a node of a cluster, until it leaves.
pub(crate) struct Node {
    commands: mpsc::UnboundedSender<placement::Command>,
    left: oneshot::Receiver<()>,
    tasks: JoinSet<()>,
}

/// Waits until no server owns all rooms alone, and joins the cluster.
pub(crate) async fn join(settings: &Settings) -> Result<Membership, StoreError> {
    let (url, lease_ms) = (settings.database_url(), settings.lease_ms);
    let join = |new| {
        let url = url.clone();
        async move { Membership::join(&url, &new, lease_ms).await }.boxed()
    };
    until_joined(&name(&settings.listen), join).await
}

/// Tries to join until no server owns all rooms alone. A try with an unknown outcome may have stored its node, so each try uses a new
/// node id.
async fn until_joined<'a, T>(
    name: &str,
    join: impl Fn(NewMember) -> BoxFuture<'a, Result<Option<T>, StoreError>>,
) -> Result<T, StoreError> {
    let waiting =
        "a server without --cluster owns the rooms of this database; waiting for it to stop";
    let join = || {
        join(NewMember {
            node: random_uuid(&mut OsRandom),
            name: name.to_owned(),
            build: VERSION.to_owned(),
        })
    };
    until_free(waiting, join).await
}

/// The name of this server for operators: its host and its port, or its socket.
fn name(listen: &Listen) -> String {
    let machine = std::fs::read_to_string("/proc/sys/kernel/hostname");
    let machine = machine.unwrap_or_else(|_| "localhost".to_owned());
    let machine = machine.trim();
    match listen.network() {
        Some(address) => format!("{machine}:{}", address.port()),
        None => format!("{machine}:{listen}"),
    }
}

impl Node {
    /// Starts as a node. The receiver gets a message when another node has fenced this one.
    pub fn start(
        app: &App,
        membership: &Arc<Membership>,
        settings: &ClusterSettings,
        secret: &Secret,
        watch: Arc<LeaseWatch>,
    ) -> (Self, oneshot::Receiver<()>) {
        let me = NodeId(membership.node());
        app.cluster
            .standing
            .begin(me, settings.node_ms, app.clock.now().mono_ms);
        let goodbye = Duration::from_millis(settings.goodbye_ms.into());
        let (commands, commanded) = mpsc::unbounded_channel();
        let (lost, is_lost) = oneshot::channel();
        let (left, has_left) = oneshot::channel();
        let (others, others_seen) = watch::channel(Vec::new());
        let places = placement::PlacementDriver {
            membership: Arc::clone(membership),
            watch,
            others,
            commands: commands.clone(),
            node_ms: settings.node_ms.into(),
            goodbye,
        };
        let store: Arc<Archive> = Arc::clone(&app.store);
        let mut tasks = JoinSet::new();
        tasks.spawn(places.keep(app.clone(), store, commanded, (lost, left)));
        let links = links::Links::new(me, app.clone(), secret, others_seen);
        tasks.spawn(links.keep(settings.clone()));
        tasks.spawn(cluster_news::keep(app.clone()));
        tasks.spawn(standing::keep(app.clone(), goodbye));
        let node = Self {
            commands,
            left: has_left,
            tasks,
        };
        (node, is_lost)
    }

    /// Hands the rooms over to other nodes, if there are any.
    pub async fn leave(&mut self) {
        if self.commands.send(placement::Command::Leave).is_ok() {
            // The sender is dropped if the node was fenced.
            let _ = (&mut self.left).await;
        }
    }

    /// Stops the links to other nodes.
    pub async fn end(mut self) {
        self.tasks.shutdown().await;
    }
}

/// The numbers of these shards, as the database stores them.
fn shard_numbers(shards: &[giog_cluster::Shard]) -> Vec<i32> {
    shards.iter().map(|shard| i32::from(shard.0)).collect()
}

/// Rooms and nodes have the same number of shards.
const _: () = assert!(giog_rooms::SHARDS == giog_cluster::Shard::COUNT);

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::future::ready;
    use std::sync::Mutex;

    use giog_protocol::RoomId;
    use uuid::Uuid;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_node_that_does_not_hear_whether_it_joined_tries_it_as_another_one() {
        let tried = Mutex::new(Vec::new());
        let join = |new: NewMember| {
            let mut tried = tried.lock().expect("nobody panicked");
            tried.push(new.node);
            let outcomes = [
                Err(StoreError::Unavailable("not heard".into())),
                Ok(None),
                Ok(Some(new.node)),
            ];
            let outcome = outcomes.into_iter().nth(tried.len() - 1);
            ready(outcome.expect("it has joined")).boxed()
        };
        let joined = until_joined("name", join).await.expect("it joins");
        let tried = tried.into_inner().expect("nobody panicked");
        assert_eq!(tried.last(), Some(&joined));
        assert_eq!(BTreeSet::from_iter(&tried).len(), 3, "{tried:?}");
    }

    #[test]
    fn rooms_nodes_and_the_database_agree_on_the_shard_of_a_room() {
        let room = Uuid::from_bytes([9, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]);
        let shard = giog_cluster::Shard::of(room);
        assert_eq!(giog_rooms::shard_of(RoomId(room)), shard.0);
        assert_eq!(shard_numbers(&[shard]), [9]);
    }
}
