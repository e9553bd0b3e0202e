//! The connections of the protocol that are open: who is on them, and what all of them are to be told.

use std::collections::{HashMap, HashSet};
use std::net::IpAddr;
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use giog_protocol::server::{Announcement, ServerMessage};
use giog_rooms::{ConnId, FrameSender};
use giog_rules::PlayerId;
use giog_store::SecretHash;
use tokio::sync::Notify;
use tokio::time::{MissedTickBehavior, interval};

use crate::once_signal::OnceSignal;

/// How far apart connections are sent back, where there are few: 100 a second.
const SEND_BACK_APART: Duration = Duration::from_millis(10);
/// How far apart they are at least: an interval must have a length.
const LEAST_APART: Duration = Duration::from_micros(1);

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
    frame_sender: FrameSender,
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
pub type PutOut = OnceSignal<Why>;

/// A connection's place among them, for as long as it is open.
#[derive(Debug)]
pub struct Entered {
    sockets: Arc<Sockets>,
    conn: ConnId,
    put_out: Arc<PutOut>,
}

impl Sockets {
    /// Notes a connection.
    pub fn enter(self: &Arc<Self>, frame_sender: &FrameSender, address: IpAddr) -> Entered {
        let put_out = Arc::new(PutOut::default());
        let conn = frame_sender.conn();
        let socket = Socket {
            frame_sender: frame_sender.clone(),
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
        those.map(|socket| socket.put_out_for(Why::Banned)).count()
    }

    /// Puts out those who came with tokens of these hashes; gives their connections.
    pub fn end_tokens(&self, ended: &[SecretHash]) -> Vec<ConnId> {
        let inner = self.lock();
        let came = |socket: &Socket| socket.token.is_some_and(|token| ended.contains(&token));
        let those = inner.open.iter().filter(|(_, socket)| came(socket));
        let put_out = those.map(|(&conn, socket)| {
            socket.put_out_for(Why::TokenEnded);
            conn
        });
        put_out.collect()
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
        let leaving = sockets.filter(|(_, socket)| socket.put_out.what().is_some());
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

    /// Closes all that are open now, so that whoever is on them comes back at once: one after another, over no more than this time.
    pub async fn send_back(&self, over: Duration) {
        let frame_senders: Vec<FrameSender> = {
            let inner = self.lock();
            let open = inner.open.values();
            open.map(|socket| socket.frame_sender.clone()).collect()
        };
        let apart = over.min(SEND_BACK_APART * count(frame_senders.len()))
            / count(frame_senders.len()).max(1);
        let mut ticks = interval(apart.max(LEAST_APART));
        // Those that are late are caught up with.
        ticks.set_missed_tick_behavior(MissedTickBehavior::Burst);
        for frame_sender in frame_senders {
            ticks.tick().await;
            frame_sender.send_back();
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
            .map(|socket| socket.frame_sender.send(frame.clone()))
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

impl Socket {
    /// Puts it out; what was asked for over it and waits for a room is not carried out.
    fn put_out_for(&self, why: Why) {
        self.frame_sender.stop_serving();
        self.put_out.tell(why);
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
                socket.frame_sender.send(frame);
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

fn count(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

fn announcement(text: &str) -> Bytes {
    let text = text.to_owned();
    Bytes::from(ServerMessage::Announcement(Announcement { text }).encode())
}

#[cfg(test)]
mod tests {
    use giog_rooms::{FrameReceiver, NextFrame};
    use tokio::time::Instant;

    use super::*;

    const PLACES: usize = 8;

    fn enter(sockets: &Arc<Sockets>, number: u64) -> (Entered, FrameReceiver) {
        let (frame_sender, frame_receiver) = FrameSender::new(ConnId(number), PLACES);
        let address = IpAddr::from([192, 0, 2, 1]);
        (sockets.enter(&frame_sender, address), frame_receiver)
    }

    #[tokio::test(start_paused = true)]
    async fn connections_are_sent_back_one_after_another_over_no_more_than_the_time() {
        let sockets = Arc::new(Sockets::default());
        let mut open: Vec<_> = (0..101).map(|number| enter(&sockets, number)).collect();
        for (over_ms, expected_ms) in [(500, 500), (5_000, 1_000)] {
            let began = Instant::now();
            sockets.send_back(Duration::from_millis(over_ms)).await;
            let took = began.elapsed().as_millis();
            // The first one goes at once, and timers count whole milliseconds.
            assert!(
                (expected_ms - 15..=expected_ms + 5).contains(&took),
                "{took} ms"
            );
        }
        for (_, frame_receiver) in &mut open {
            assert_eq!(frame_receiver.next().await, NextFrame::SentBack);
        }
    }

    #[test]
    fn whoever_is_put_out_is_heard_no_more_by_the_time_that_this_is_answered() {
        let sockets = Arc::new(Sockets::default());
        let token = |byte: u8| [byte; 32];
        let open: Vec<_> = (0..3).map(|number| enter(&sockets, number)).collect();
        for (byte, (entered, _)) in (0..).zip(&open) {
            entered.comes_with(token(byte));
        }
        let heard = || {
            let inner = sockets.lock();
            let heard = (0..3).map(|number| inner.open[&ConnId(number)].frame_sender.is_served());
            heard.collect::<Vec<bool>>()
        };
        sockets.end_tokens(&[token(1)]);
        assert_eq!(heard(), [true, false, true]);
        sockets.put_out(|_, _| true);
        assert_eq!(heard(), [false; 3]);
    }
}
