//! A player or spectator: with one connection at a time, to any node; checks that the server does nothing forbidden.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use giog_protocol::client::RoomCommand;
use giog_protocol::{ErrorCode, Person as Name, RoomId};
use giog_rooms::{ConnId, FrameReceiver, FrameSender, NextFrame, RoomHandle};
use giog_tests::{Chance, Player};
use serde_json::{Value, json};
use tokio::sync::watch;
use tokio::time::{Instant, sleep, sleep_until};

use crate::links::next_conn;
use crate::violated;
use crate::world::{Node, World};

/// The number of matches that everybody sees to their ends.
const MATCHES: usize = 2;
/// Frames that may wait for a connection.
const FRAMES: usize = 1_000;
/// The longest wait for an answer on a working connection.
const ANSWER: Duration = Duration::from_secs(30);
/// The pause before a request is repeated that was refused for the moment.
const AGAIN_MS: usize = 100;
/// The longest thinking time.
const THINKS_MS: usize = 4_000;

pub struct Person {
    pub player: Player,
    pub name: Name,
    pub room: RoomId,
    /// The node to which a proxy sends them while the bus is away.
    pub home: usize,
    pub is_to_sit: bool,
    pub chance: Chance,
    /// The number of connections that the person lost unintentionally.
    pub lost: u64,
}

/// A request on a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asked {
    Join,
    Sit,
    /// The request of the `Player`.
    Own,
}

struct Connection {
    node: Arc<Node>,
    frame_sender: FrameSender,
    frame_receiver: FrameReceiver,
    room: RoomHandle,
    next_re: u64,
    asked: BTreeMap<u64, (Asked, Instant)>,
    is_in: bool,
}

/// Why a connection ended.
enum Disconnected {
    /// The node closes it, or is gone.
    Lost,
    /// The person disconnected.
    GivenUp,
    /// Everybody has seen everything.
    Done,
}

impl Person {
    fn is_done(&self) -> bool {
        self.player.finished.len() >= MATCHES && self.player.unanswered().is_none()
    }

    fn within(&mut self, ms: usize) -> Duration {
        Duration::from_millis(1 + self.chance.below(ms) as u64)
    }

    /// Plays, and then watches until everybody is done.
    pub async fn play(mut self, world: Arc<World>, mut all_done: watch::Receiver<bool>) -> Self {
        loop {
            let mut connection = self.connect(&world).await;
            let mut gone = connection.node.gone.subscribe();
            let over = tokio::select! {
                biased;
                over = self.stay(&world, &mut connection, &mut all_done) => over,
                _ = gone.wait_for(|gone| *gone) => Disconnected::Lost,
            };
            self.lost += u64::from(matches!(over, Disconnected::Lost));
            let Connection {
                node,
                frame_sender,
                room,
                ..
            } = connection;
            tokio::spawn(async move { node.hub.detached(&room, frame_sender.conn()).await });
            if matches!(over, Disconnected::Done) {
                return self;
            }
            let pause = self.within(300);
            sleep(pause).await;
        }
    }

    /// A connection to a node that knows the room.
    async fn connect(&mut self, world: &World) -> Connection {
        let mut began = Instant::now();
        loop {
            if began.elapsed() > ANSWER {
                violated!("nobody knows the room");
            }
            let nodes = world.living();
            let place = if world.is_bus_away() {
                // It may belong to another request.
                began = Instant::now();
                self.home % nodes.len()
            } else {
                self.chance.below(nodes.len())
            };
            let node = Arc::clone(&nodes[place]);
            match node.hub.room(self.room) {
                Ok(room) => {
                    let conn: ConnId = next_conn(&world.numbers);
                    let (frame_sender, frame_receiver) = FrameSender::new(conn, FRAMES);
                    return Connection {
                        node,
                        frame_sender,
                        frame_receiver,
                        room,
                        next_re: 1,
                        asked: BTreeMap::new(),
                        is_in: false,
                    };
                }
                Err(problem) => match problem.code {
                    ErrorCode::Busy | ErrorCode::ShuttingDown => {}
                    code => violated!("the room is {code:?}"),
                },
            }
            let pause = self.within(AGAIN_MS);
            sleep(pause).await;
        }
    }

    async fn stay(
        &mut self,
        world: &World,
        connection: &mut Connection,
        all_done: &mut watch::Receiver<bool>,
    ) -> Disconnected {
        let mut acts_at = Instant::now();
        let mut told_done = false;
        loop {
            if self.is_done() && !told_done {
                told_done = true;
                world.is_done(self.name.player);
            }
            if Instant::now() >= acts_at {
                if let Some((asked, request)) = self.next_request(connection) {
                    let thinks = if self.chance.one_in(3) {
                        THINKS_MS
                    } else {
                        AGAIN_MS
                    };
                    acts_at = Instant::now() + self.within(thinks);
                    if !connection.send(self, asked, request) {
                        return Disconnected::Lost;
                    }
                } else {
                    acts_at = Instant::now() + self.within(AGAIN_MS);
                }
            }
            let oldest = connection.asked.values().map(|(_, at)| *at).min();
            if oldest.is_some_and(|at| at.elapsed() > ANSWER) {
                violated!(
                    "{} is not answered: {:?}",
                    self.player.name,
                    connection.asked
                );
            }
            tokio::select! {
                biased;
                frame = connection.frame_receiver.next() => match frame {
                    NextFrame::Frame(frame) => {
                        let frame = serde_json::from_slice(&frame).expect("a message");
                        self.hear(connection, &frame);
                    }
                    NextFrame::SentBack => return Disconnected::Lost,
                    NextFrame::Overflow => violated!("too much for a connection"),
                },
                // Acknowledged actions must be known.
                Ok(_) = all_done.wait_for(|done| *done), if self.player.unanswered().is_none() => return Disconnected::Done,
                () = sleep_until(acts_at) => if self.chance.one_in(300) { return Disconnected::GivenUp },
            }
        }
    }

    /// The next request, if any.
    fn next_request(&mut self, connection: &Connection) -> Option<(Asked, Value)> {
        let is_asking = |what| connection.asked.values().any(|(asked, _)| *asked == what);
        if !connection.is_in {
            return (!is_asking(Asked::Join)).then(|| (Asked::Join, self.player.join()));
        }
        if is_asking(Asked::Own) || is_asking(Asked::Sit) {
            return None;
        }
        if self.is_to_sit && self.player.seat().is_none() {
            let sit = json!({"type": "sit", "room": self.player.join()["room"]});
            return Some((Asked::Sit, sit));
        }
        let again = self.player.unanswered().cloned();
        again
            .or_else(|| self.player.wants())
            .map(|request| (Asked::Own, request))
    }

    fn hear(&mut self, connection: &mut Connection, frame: &Value) {
        let (kind, re) = (frame["type"].as_str(), frame["re"].as_u64());
        if matches!(kind, Some("ok" | "error")) {
            let Some((asked, _)) = re.and_then(|re| connection.asked.remove(&re)) else {
                violated!("{} is answered once more: {frame}", self.player.name);
            };
            if kind == Some("error") {
                match (frame["code"].as_str(), asked) {
                    // It is repeated; or it was carried out before, over an earlier connection.
                    (Some("busy" | "storage_unavailable" | "shutting_down"), _)
                    | (Some("already_seated" | "match_running"), Asked::Sit) => return,
                    (_, Asked::Own) => {}
                    _ => violated!("{asked:?} is answered {frame}"),
                }
            }
            connection.is_in |= asked == Asked::Join;
        }
        self.player.observe(frame);
    }
}

impl Connection {
    /// Sends a request; false if the node does not know the room any more.
    fn send(&mut self, person: &mut Person, asked: Asked, mut request: Value) -> bool {
        let re = self.next_re;
        self.next_re += 1;
        if asked == Asked::Own {
            person.player.sent(re, request.clone());
        }
        if let Some(fields) = request.as_object_mut() {
            fields.remove("room");
        }
        let command: RoomCommand = serde_json::from_value(request).expect("a request");
        let who = (self.frame_sender.clone(), person.name.clone(), re);
        let hub = &self.node.hub;
        self.asked.insert(re, (asked, Instant::now()));
        match hub.pass_on(&self.room, who, command) {
            Ok(None) => true,
            Ok(Some(moved)) => {
                self.room = moved;
                true
            }
            Err(code) => {
                self.asked.remove(&re);
                match hub.instead(self.room.id(), code).code {
                    ErrorCode::Busy | ErrorCode::ShuttingDown => code != ErrorCode::NoSuchRoom,
                    code => violated!("a request is answered {code:?}"),
                }
            }
        }
    }
}
