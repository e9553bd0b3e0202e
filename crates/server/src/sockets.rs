//! The connections of the protocol that are open: who is on them, and what all of them are to be told.

use std::collections::{HashMap, HashSet};
use std::net::IpAddr;
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use bytes::Bytes;
use giog_protocol::server::{Announcement, ServerMessage};
use giog_rooms::{ConnId, Outlet};
use giog_rules::PlayerId;
use giog_store::SecretHash;
use tokio::sync::Notify;

/// The connections that are open.
#[derive(Debug, Default)]
pub struct Sockets {
    inner: Mutex<Inner>,
    /// Wakes those who wait for connections to be gone.
    left: Notify,
}

#[derive(Debug, Default)]
struct Inner {
    open: HashMap<ConnId, Socket>,
    /// What those who come are told; empty if nothing is.
    announcement: String,
}

#[derive(Debug)]
struct Socket {
    outlet: Outlet,
    address: IpAddr,
    player: Option<PlayerId>,
    /// The hash of the token it came with.
    token: Option<SecretHash>,
    put_out: Arc<PutOut>,
}

/// Why a connection is put out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// The operator banned whoever is on it.
    Banned,
    /// Its token has ended.
    TokenEnded,
}

/// Puts a connection out.
#[derive(Debug, Default)]
pub struct PutOut {
    why: OnceLock<Why>,
    told: Notify,
}

impl PutOut {
    /// Puts it out, unless it was before.
    pub fn tell(&self, why: Why) {
        self.why.get_or_init(|| why);
        self.told.notify_one();
    }

    /// Why it is put out; nothing as long as it is not.
    pub fn why(&self) -> Option<Why> {
        self.why.get().copied()
    }

    /// Waits until it is put out.
    pub async fn told(&self) -> Why {
        loop {
            if let Some(why) = self.why() {
                return why;
            }
            self.told.notified().await;
        }
    }
}

/// A connection's place among them, for as long as it is open.
#[derive(Debug)]
pub struct Entered {
    sockets: Arc<Sockets>,
    conn: ConnId,
    put_out: Arc<PutOut>,
}

impl Sockets {
    /// Notes a connection.
    pub fn enter(self: &Arc<Self>, outlet: &Outlet, address: IpAddr) -> Entered {
        let put_out = Arc::new(PutOut::default());
        let conn = outlet.conn();
        let socket = Socket {
            outlet: outlet.clone(),
            address,
            player: None,
            token: None,
            put_out: Arc::clone(&put_out),
        };
        self.lock().open.insert(conn, socket);
        Entered {
            sockets: Arc::clone(self),
            conn,
            put_out,
        }
    }

    /// How many are open.
    pub fn count(&self) -> usize {
        self.lock().open.len()
    }

    /// Puts out those who come from such an address, or are such a person, since they are banned; gives their number.
    pub fn put_out(&self, is_one: impl Fn(IpAddr, Option<PlayerId>) -> bool) -> usize {
        let inner = self.lock();
        let those = inner
            .open
            .values()
            .filter(|socket| is_one(socket.address, socket.player));
        those.map(|socket| socket.put_out.tell(Why::Banned)).count()
    }

    /// Puts out those who came with tokens of these hashes.
    pub fn end_tokens(&self, ended: &[SecretHash]) {
        let inner = self.lock();
        let came = |socket: &&Socket| socket.token.is_some_and(|token| ended.contains(&token));
        let those = inner.open.values().filter(came);
        those.for_each(|socket| socket.put_out.tell(Why::TokenEnded));
    }

    /// The hashes of the tokens with which somebody is on connections.
    pub fn tokens_of(&self, player: PlayerId) -> HashSet<SecretHash> {
        let inner = self.lock();
        let theirs = inner.open.values();
        let theirs = theirs.filter(|socket| socket.player == Some(player));
        theirs.filter_map(|socket| socket.token).collect()
    }

    /// Those that were put out, such as those whose token has ended, and are not gone yet.
    pub fn put_out_already(&self) -> Vec<ConnId> {
        let inner = self.lock();
        let sockets = inner.open.iter();
        let leaving = sockets.filter(|(_, socket)| socket.put_out.why().is_some());
        leaving.map(|(&conn, _)| conn).collect()
    }

    /// Waits until these are gone, and with them all that was asked for over them.
    pub async fn gone(&self, conns: &[ConnId]) {
        loop {
            let mut left = pin!(self.left.notified());
            left.as_mut().enable();
            let is_open = |inner: &Inner| conns.iter().any(|conn| inner.open.contains_key(conn));
            if !is_open(&self.lock()) {
                return;
            }
            left.await;
        }
    }

    /// Tells everybody who has said who they are, and if it `stays` those who come later; gives how many were told now. An
    /// empty text takes back what stays.
    pub fn announce(&self, text: &str, stays: bool) -> usize {
        let mut inner = self.lock();
        if stays {
            text.clone_into(&mut inner.announcement);
        }
        let frame = announcement(text);
        let greeted = inner.open.values().filter(|socket| socket.player.is_some());
        greeted
            .map(|socket| socket.outlet.send(frame.clone()))
            .count()
    }

    /// What those who come are told; empty if nothing is.
    pub fn announcement(&self) -> String {
        self.lock().announcement.clone()
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Entered {
    /// Notes with which token somebody comes, before it is looked for: if it ends from now on, the connection is put out.
    pub fn comes_with(&self, token: SecretHash) {
        if let Some(socket) = self.sockets.lock().open.get_mut(&self.conn) {
            socket.token = Some(token);
        }
    }

    /// Notes who is on the connection, and tells them what those who come are told. Called after the answer to `hello`.
    pub fn greeted(&self, player: PlayerId) {
        let mut inner = self.sockets.lock();
        let frame = (!inner.announcement.is_empty()).then(|| announcement(&inner.announcement));
        if let Some(socket) = inner.open.get_mut(&self.conn) {
            socket.player = Some(player);
            if let Some(frame) = frame {
                socket.outlet.send(frame);
            }
        }
    }

    /// What puts the connection out.
    pub fn put_out(&self) -> Arc<PutOut> {
        Arc::clone(&self.put_out)
    }
}

impl Drop for Entered {
    fn drop(&mut self) {
        self.sockets.lock().open.remove(&self.conn);
        self.sockets.left.notify_waiters();
    }
}

fn announcement(text: &str) -> Bytes {
    let text = text.to_owned();
    Bytes::from(ServerMessage::Announcement(Announcement { text }).encode())
}
