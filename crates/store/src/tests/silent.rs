//! A network that drops packets, as when Postgres' machine vanishes: broken connections are not reported.

use std::str::FromStr as _;
use std::sync::Arc;

use sqlx::ConnectOptions as _;
use sqlx::postgres::PgConnectOptions;
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;

use super::contention::{Met, until_waiting};
use super::fresh::Fresh;
use super::membership::{WELL, node};
use super::samples::{TTL_MS, at, player, room, row};
use crate::limits::{PG_GIVE_BACK_TIMEOUT, PG_WRITER_CONNECTIONS};
use crate::{AppendError, LeaseError, Membership, NewMember, StoreError};

/// A proxy to Postgres on a port of its own, until this is dropped.
pub(super) struct SilencedProxy {
    pub(super) url: String,
    silent: watch::Sender<()>,
    task: JoinHandle<()>,
}

impl SilencedProxy {
    pub(super) async fn to(fresh: &Fresh) -> Self {
        let postgres = PgConnectOptions::from_str(&fresh.url()).expect("an address");
        let server = (postgres.get_host().to_owned(), postgres.get_port());
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let port = listener.local_addr().expect("it is bound").port();
        let silent = watch::Sender::new(());
        let falls_silent = silent.clone();
        let task = tokio::spawn(async move {
            loop {
                let (client, _) = listener.accept().await.expect("a connection");
                tokio::spawn(carry(client, server.clone(), falls_silent.subscribe()));
            }
        });
        Self {
            url: postgres.host("127.0.0.1").port(port).to_url_lossy().into(),
            silent,
            task,
        }
    }

    /// Existing connections transfer nothing any more, and Postgres has lost them. New ones work.
    pub(super) fn fall_silent(&self) {
        self.silent.send_replace(());
    }
}

impl Drop for SilencedProxy {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// Until either end closes. A silent connection is kept open as long as the proxy exists.
async fn carry(mut client: TcpStream, server: (String, u16), mut silent: watch::Receiver<()>) {
    let server = TcpStream::connect(server).await;
    let mut server = server.expect("Postgres is there");
    tokio::select! {
        _ = copy_bidirectional(&mut client, &mut server) => return,
        _ = silent.changed() => {}
    }
    drop(server);
    while silent.changed().await.is_ok() {}
}

/// The result of a future that gets no more data: its time limit passes while the clock is advanced.
async fn at_its_limit<T>(silent: impl Future<Output = T>) -> T {
    tokio::time::pause();
    let done = silent.await;
    tokio::time::resume();
    done
}

async fn met() -> (Met, SilencedProxy) {
    let fresh = Fresh::postgres().await;
    let proxy = SilencedProxy::to(&fresh).await;
    let met = Met::over(fresh, &proxy.url).await;
    (met, proxy)
}

fn check_unknown<T: std::fmt::Debug>(answer: &Result<T, LeaseError>) {
    assert!(
        matches!(answer, Err(LeaseError::Store(StoreError::Unavailable(_)))),
        "{answer:?}"
    );
}

#[tokio::test]
async fn a_renewal_of_which_nothing_is_heard_ends_and_the_next_one_renews_the_lease() {
    let (mut met, proxy) = met().await;
    met.other_says("BEGIN").await;
    met.other_says("SELECT FROM lease FOR UPDATE").await;
    let (store, fence) = (Arc::clone(&met.store), met.fence);
    let renewed = tokio::spawn(async move { store.renew(fence, TTL_MS).await });
    met.until_waiting(1, &renewed).await;
    proxy.fall_silent();
    met.other_says("ROLLBACK").await;
    check_unknown(&at_its_limit(renewed).await.expect("no panic"));
    let next = met.store.renew(fence, TTL_MS).await;
    next.expect("renewed");
    met.end().await;
}

#[tokio::test]
async fn appends_of_which_nothing_is_heard_leave_their_connections_to_the_next_ones() {
    let (mut met, proxy) = met().await;
    met.other_says("BEGIN").await;
    met.other_says("SELECT FROM lease FOR UPDATE").await;
    let mut appended = Vec::new();
    for number in 1..=PG_WRITER_CONNECTIONS {
        let task = met.append(vec![row(room(number.into()), 0, "row 0")]);
        met.until_waiting(number.into(), &task).await;
        appended.push(task);
    }
    proxy.fall_silent();
    met.other_says("ROLLBACK").await;
    at_its_limit(async {
        for task in appended {
            let appended = task.await.expect("no panic");
            assert!(
                matches!(appended, Err(AppendError::Unavailable(_))),
                "{appended:?}"
            );
        }
        // They are returned to the pool as well.
        tokio::time::sleep(2 * PG_GIVE_BACK_TIMEOUT).await;
    })
    .await;
    let next = met.append(vec![row(room(1), 0, "row 0")]);
    next.await.expect("no panic").expect("stored");
    met.end().await;
}

#[tokio::test]
async fn reads_and_all_other_writes_of_which_nothing_is_heard_end() {
    let (mut met, proxy) = met().await;
    met.other_says("BEGIN").await;
    met.other_says("LOCK TABLE guests, forgotten, lease IN ACCESS EXCLUSIVE MODE")
        .await;
    let fence = met.fence;
    let [read, write, take, release] = [(); 4].map(|()| Arc::clone(&met.store));
    let asked: [JoinHandle<Result<(), LeaseError>>; 4] = [
        tokio::spawn(async move { Ok(read.guest(player(1)).await.map(drop)?) }),
        tokio::spawn(async move {
            let forgotten = write.forget_guest(player(1), None, at(1)).await;
            Ok(forgotten.map(drop)?)
        }),
        tokio::spawn(async move { Ok(take.try_lease("other", TTL_MS).await.map(drop)?) }),
        tokio::spawn(async move { release.release(fence).await }),
    ];
    met.until_waiting(4, &asked[0]).await;
    proxy.fall_silent();
    met.other_says("ROLLBACK").await;
    for task in asked {
        check_unknown(&at_its_limit(task).await.expect("no panic"));
    }
    met.end().await;
}

#[tokio::test]
async fn a_heartbeat_of_which_nothing_is_heard_leaves_its_connection_to_the_next_one() {
    let fresh = Fresh::postgres().await;
    let store = fresh.open().await;
    let proxy = SilencedProxy::to(&fresh).await;
    let new = NewMember {
        node: node(1),
        name: "node 1".to_owned(),
        build: "1".to_owned(),
    };
    let member = Membership::join(&proxy.url, &new, TTL_MS).await;
    let member = Arc::new(member.expect("an answer").expect("nobody is in the way"));
    let beat = || {
        let member = Arc::clone(&member);
        tokio::spawn(async move { member.beat(WELL).await })
    };
    beat()
        .await
        .expect("no panic")
        .expect("the lease is theirs");
    let mut other = fresh.connect().await;
    for sql in ["BEGIN", "SELECT FROM nodes FOR UPDATE"] {
        other.conn().execute(sql, &[]).await.expect("it is said");
    }
    let silent = beat();
    until_waiting(&fresh, 1, &silent).await;
    proxy.fall_silent();
    let ended = other.conn().execute("ROLLBACK", &[]).await;
    ended.expect("it is said");
    at_its_limit(async {
        check_unknown(&silent.await.expect("no panic"));
        // It is returned to the pool as well.
        tokio::time::sleep(2 * PG_GIVE_BACK_TIMEOUT).await;
    })
    .await;
    let next = beat().await.expect("no panic");
    next.expect("the lease is theirs");
    member.leave().await.expect("left");
    store.close().await;
    fresh.remove().await;
}
