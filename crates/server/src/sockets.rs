//! The open connections of the protocol: their persons, and announcements to all of them.

use std::collections::{HashMap, HashSet};
use std::net::IpAddr;
use std::pin::pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use giog_protocol::RoomId;
use giog_protocol::server::{Announcement, Invitation, InvitationEnded, ServerMessage};
use giog_rooms::{ConnId, FrameSender, InvitedConnections};
use giog_rules::PlayerId;
use giog_store::SecretHash;
use tokio::sync::Notify;
use tokio::time::{MissedTickBehavior, interval};

use crate::once_signal::OnceSignal;

/// The usual interval at which connections are closed one after another: 100 a second.
const SEND_BACK_APART: Duration = Duration::from_millis(10);
/// The least interval: it must not be zero.
const LEAST_APART: Duration = Duration::from_micros(1);

/// The open connections.
#[derive(Debug, Default)]
pub struct Sockets {
    inner: Mutex<Inner>,
    /// Wakes those who wait until connections are gone.
    left: Notify,
    /// The number of connections so far.
    conns: AtomicU64,
}

#[derive(Debug, Default)]
struct Inner {
    open: HashMap<ConnId, Socket>,
    /// The connections of each person after `hello`.
    by_player: HashMap<PlayerId, Vec<ConnId>>,
    /// The announcement for newcomers; empty if there is none.
    announcement: String,
}

#[derive(Debug)]
struct Socket {
    frame_sender: FrameSender,
    address: IpAddr,
    player: Option<PlayerId>,
    /// The hash of the token in its `hello`.
    token: Option<SecretHash>,
    disconnect: Arc<DisconnectSignal>,
}

/// Why a connection is closed by the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DisconnectReason {
    /// The operator banned its person or address.
    Banned,
    /// Its token was revoked.
    TokenEnded,
}

/// The signal that closes a connection.
pub type DisconnectSignal = OnceSignal<DisconnectReason>;

/// The entry of an open connection; it is removed when this is dropped.
#[derive(Debug)]
pub struct Entered {
    sockets: Arc<Sockets>,
    conn: ConnId,
    disconnect: Arc<DisconnectSignal>,
}

impl Sockets {
    /// The id of a new connection.
    pub fn next_conn(&self) -> ConnId {
        ConnId(self.conns.fetch_add(1, Ordering::Relaxed) + 1)
    }

    /// Adds a connection.
    pub fn enter(self: &Arc<Self>, frame_sender: &FrameSender, address: IpAddr) -> Entered {
        let disconnect = Arc::new(DisconnectSignal::default());
        let conn = frame_sender.conn();
        let socket = Socket {
            frame_sender: frame_sender.clone(),
            address,
            player: None,
            token: None,
            disconnect: Arc::clone(&disconnect),
        };
        self.lock().open.insert(conn, socket);
        Entered {
            sockets: Arc::clone(self),
            conn,
            disconnect,
        }
    }

    /// How many are open.
    pub fn count(&self) -> usize {
        self.lock().open.len()
    }

    /// Closes connections of banned addresses and people, those for which `is_one` is true. Returns their number.
    pub fn disconnect(&self, is_one: impl Fn(IpAddr, Option<PlayerId>) -> bool) -> usize {
        let inner = self.lock();
        let those = inner
            .open
            .values()
            .filter(|socket| is_one(socket.address, socket.player));
        those
            .map(|socket| socket.disconnect_for(DisconnectReason::Banned))
            .count()
    }

    /// Closes the connections with tokens of these hashes. Returns them.
    pub fn end_tokens(&self, ended: &[SecretHash]) -> Vec<ConnId> {
        let inner = self.lock();
        let came = |socket: &Socket| socket.token.is_some_and(|token| ended.contains(&token));
        let those = inner.open.iter().filter(|(_, socket)| came(socket));
        let disconnect = those.map(|(&conn, socket)| {
            socket.disconnect_for(DisconnectReason::TokenEnded);
            conn
        });
        disconnect.collect()
    }

    /// The hashes of the tokens that a person's connections have.
    pub fn tokens_of(&self, player: PlayerId) -> HashSet<SecretHash> {
        let inner = self.lock();
        inner.of(player).filter_map(|socket| socket.token).collect()
    }

    /// The connections that the server closes, for example because their tokens were revoked, and that are not gone yet.
    pub fn disconnecting(&self) -> Vec<ConnId> {
        let inner = self.lock();
        let sockets = inner.open.iter();
        let leaving = sockets.filter(|(_, socket)| socket.disconnect.what().is_some());
        leaving.map(|(&conn, _)| conn).collect()
    }

    /// Waits until these connections are gone, and with them all their requests.
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

    /// Closes all connections that are open now, one after another over at most this time, so that clients reconnect.
    pub async fn send_back(&self, over: Duration) {
        let frame_senders: Vec<FrameSender> = {
            let inner = self.lock();
            let open = inner.open.values();
            open.map(|socket| socket.frame_sender.clone()).collect()
        };
        let apart = over.min(SEND_BACK_APART * count(frame_senders.len()))
            / count(frame_senders.len()).max(1);
        let mut ticks = interval(apart.max(LEAST_APART));
        // Missed ticks are caught up with.
        ticks.set_missed_tick_behavior(MissedTickBehavior::Burst);
        for frame_sender in frame_senders {
            ticks.tick().await;
            frame_sender.send_back();
        }
    }

    /// Sends an announcement to everybody after `hello`, and if it `stays`, also to newcomers. Returns how many connections got it now.
    /// An empty text withdraws it.
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

    /// The announcement for newcomers; empty if there is none.
    pub fn announcement(&self) -> String {
        self.lock().announcement.clone()
    }

    /// Sends a message to all connections of a person.
    fn tell(&self, player: PlayerId, message: &ServerMessage) {
        let inner = self.lock();
        let mut frame = None;
        for socket in inner.of(player) {
            let frame: &Bytes = frame.get_or_insert_with(|| message.encode().into());
            socket.frame_sender.send(frame.clone());
        }
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inner {
    /// The connections of a person.
    fn of(&self, player: PlayerId) -> impl Iterator<Item = &Socket> {
        let conns = self.by_player.get(&player).into_iter().flatten();
        conns.filter_map(|conn| self.open.get(conn))
    }
}

impl InvitedConnections for Sockets {
    fn invited(&self, player: PlayerId, invitation: Invitation) {
        self.tell(player, &ServerMessage::Invitation(invitation));
    }

    fn invitation_ended(&self, player: PlayerId, room: RoomId) {
        let ended = InvitationEnded { room };
        self.tell(player, &ServerMessage::InvitationEnded(ended));
    }
}

impl Socket {
    /// Closes the connection. Its requests that wait for a room are not carried out.
    fn disconnect_for(&self, why: DisconnectReason) {
        self.frame_sender.stop_serving();
        self.disconnect.tell(why);
    }
}

impl Entered {
    /// Notes the token of a `hello` before it is looked up: if it is revoked from now on, the connection is closed.
    pub fn comes_with(&self, token: SecretHash) {
        if let Some(socket) = self.sockets.lock().open.get_mut(&self.conn) {
            socket.token = Some(token);
        }
    }

    /// Notes the person of the connection, and sends the announcement for newcomers. To be called after the answer to `hello`.
    pub fn greeted(&self, player: PlayerId) {
        let mut inner = self.sockets.lock();
        let frame = (!inner.announcement.is_empty()).then(|| announcement(&inner.announcement));
        inner.by_player.entry(player).or_default().push(self.conn);
        if let Some(socket) = inner.open.get_mut(&self.conn) {
            socket.player = Some(player);
            if let Some(frame) = frame {
                socket.frame_sender.send(frame);
            }
        }
    }

    /// The signal that closes the connection.
    pub fn disconnect(&self) -> Arc<DisconnectSignal> {
        Arc::clone(&self.disconnect)
    }
}

impl Drop for Entered {
    fn drop(&mut self) {
        {
            let mut inner = self.sockets.lock();
            let player = inner
                .open
                .remove(&self.conn)
                .and_then(|socket| socket.player);
            if let Some(player) = player
                && let Some(conns) = inner.by_player.get_mut(&player)
            {
                conns.retain(|conn| *conn != self.conn);
                if conns.is_empty() {
                    inner.by_player.remove(&player);
                }
            }
        }
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
            // The first one is closed at once, and timers have a resolution of a millisecond.
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
    fn no_request_of_a_disconnected_person_is_handled_after_the_answer() {
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
        sockets.disconnect(|_, _| true);
        assert_eq!(heard(), [false; 3]);
    }
}
