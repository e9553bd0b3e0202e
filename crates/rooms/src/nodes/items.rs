//! The items on a wire. Frames, the most frequent, are sent as they are; everything else is JSON, which may get new fields: a node of
//! an older version reads what it knows.

use std::collections::BTreeMap;

use bytes::{BufMut as _, Bytes, BytesMut};
use giog_protocol::client::RoomCommand;
use giog_protocol::{ErrorCode, Person, Problem, RoomId};
use giog_rules::PlayerId;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::frame_queue::{Batches, Moved};
use crate::invitations::InvitationItem;
use crate::lobby::Described;
use crate::origin::Origin;
use crate::room::{AdminCommand, RoomAnswer, RoomQuery, StoppedAt};

/// The first byte of an item: a frame, or JSON.
const FRAME: u8 = 1;
const JSON: u8 = 2;
/// Bytes before the frame itself: the first byte, and the connection's number.
const FRAME_HEAD: usize = 9;

/// A connection of the edge, and its state before a request to a room.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct RemoteConn {
    /// The number that the edge gave it.
    pub conn: u64,
    pub origin: Origin,
    /// How messages of the room are batched for it, if it wants that.
    pub batches: Option<Batches>,
    /// Whether decisions list their legal actions. Earlier versions do not do that.
    #[serde(default)]
    pub lists_actions: bool,
    pub person: Person,
    /// The number of the request.
    pub re: u64,
    /// Whether the edge can resume the connection if a room moves. Earlier versions cannot.
    #[serde(default)]
    pub resumes: bool,
    /// How many frames may wait for it at the edge. Earlier versions do not say.
    #[serde(default)]
    pub places: Option<usize>,
}

/// Items from a node with connections to the owner of rooms. The answer carries the same ticket.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ToOwner {
    Command {
        room: RoomId,
        visit: RemoteConn,
        command: Box<RoomCommand>,
    },
    QuickJoin {
        ticket: u64,
        room: RoomId,
        visit: RemoteConn,
    },
    /// A connection was in the room on the previous node and has received its events up to `after`.
    Resume {
        room: RoomId,
        visit: RemoteConn,
        after: u64,
    },
    Detached {
        room: RoomId,
        conn: u64,
    },
    /// No request of these connections is to be carried out any more. If there is a ticket, the answer confirms that.
    HearNoMore {
        ticket: Option<u64>,
        conns: Vec<u64>,
    },
    Has {
        ticket: u64,
        room: RoomId,
        conn: u64,
    },
    Ask {
        ticket: u64,
        room: RoomId,
        person: Option<PlayerId>,
        #[serde(rename = "question")]
        query: RoomQuery,
    },
    #[serde(rename = "order")]
    AdminCommand {
        ticket: u64,
        room: RoomId,
        #[serde(rename = "order")]
        command: AdminCommand,
    },
    /// A room that sleeps is to be opened for somebody who came by its link and may open one.
    Wake {
        ticket: u64,
        room: RoomId,
        player: PlayerId,
        origin: Origin,
    },
    /// Which table quick play leads somebody to, or whether one is created for them. Sent to the coordinator.
    QuickTable {
        ticket: u64,
        visit: RemoteConn,
        key: String,
        /// The id of the game, which a node of an older version may not know.
        variant: String,
        /// Whether they agree to meet declared bots. Nodes of earlier versions do not send this.
        #[serde(default)]
        bots: bool,
        /// Whether they want a rated table. Nodes of earlier versions do not send this.
        #[serde(default)]
        rated: bool,
        /// Whom they met in their latest rated matches. Nodes of earlier versions do not send this.
        #[serde(default)]
        met: Vec<PlayerId>,
        /// Tables that were tried without success.
        tried: Vec<RoomId>,
        may_make: bool,
    },
    /// Somebody who was led to a table has arrived, or will not come.
    Arrived {
        room: RoomId,
        player: PlayerId,
    },
    /// Whether somebody may create a room with a key. Sent to the coordinator.
    ClaimKey {
        ticket: u64,
        player: PlayerId,
        key: String,
    },
    /// The room for a claimed key was not created.
    ReleaseKey {
        player: PlayerId,
        key: String,
    },
}

/// The table for somebody's quick play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum QuickResult {
    /// An existing table. `own` if they sit there, or were led there before.
    To { room: RoomId, own: bool },
    /// A table that was created for them.
    Made { room: RoomId },
    /// There is no table for them. If they ask again with `may_make`, one is created.
    Nowhere,
    /// The node does not know the game.
    Unknown,
}

/// A refusal: its code, and how long to wait if that is known.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct Refused {
    code: ErrorCode,
    wait_ms: Option<u64>,
}

impl From<Problem> for Refused {
    fn from(problem: Problem) -> Self {
        let Problem { code, wait_ms, .. } = problem;
        Self { code, wait_ms }
    }
}

impl From<Refused> for Problem {
    fn from(Refused { code, wait_ms }: Refused) -> Self {
        let problem = Self::from(code);
        Self { wait_ms, ..problem }
    }
}

/// Items from the owner of rooms to a node with connections.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ToEdge {
    /// A request was carried out, or refused.
    Answered {
        conn: u64,
        re: u64,
        refused: Option<ErrorCode>,
    },
    /// So many bytes were sent that this connection requested; they are charged at the edge.
    Shown {
        conn: u64,
        bytes: usize,
    },
    /// The room has moved to another node. This node sends no more of it.
    Moved {
        conn: u64,
        room: RoomId,
        moved: Moved,
    },
    /// A request that came too late, because the room has moved.
    Returned {
        conn: u64,
        room: RoomId,
        person: Person,
        re: u64,
        command: Box<RoomCommand>,
    },
    /// The connection is to be closed, so that its client reconnects.
    SendBack {
        conn: u64,
    },
    Has {
        ticket: u64,
        has: bool,
    },
    Answer {
        ticket: u64,
        answer: Result<RoomAnswer, ErrorCode>,
    },
    /// The result of a request of the operator, of quick play, or of an order that has no answer of its own.
    #[serde(rename = "done")]
    RequestResult {
        ticket: u64,
        #[serde(rename = "done")]
        result: Result<(), ErrorCode>,
    },
    /// A room exists here, or has changed.
    Room(Box<Described>),
    /// A room does not exist here any more.
    Gone {
        room: RoomId,
    },
    /// All rooms that are missing because of a fault, each with whether it is being restored (otherwise it is set aside).
    Absent {
        rooms: Vec<(RoomId, bool)>,
    },
    /// The shards whose rooms are all restored.
    Shards {
        shards: Vec<u8>,
        /// Whether this node is the coordinator for those shards: for quick play, and for keys of rooms. Older versions are not.
        #[serde(default)]
        coordinates: bool,
        /// Whether it can resume connections that were in a room on the previous node. Older versions cannot.
        #[serde(default)]
        resumes: bool,
        /// Whether it confirms `HearNoMore`. Older versions do not.
        #[serde(default)]
        hears_no_more: bool,
    },
    QuickTable {
        ticket: u64,
        led: Result<QuickResult, Refused>,
    },
    /// The room that the key made; none if the key is claimed now.
    KeyClaimed {
        ticket: u64,
        made: Result<Option<RoomId>, Refused>,
    },
    /// These rooms were handed over to another node; each continues there from the time at which it stopped.
    HandedOver {
        rooms: Vec<(RoomId, StoppedAt)>,
    },
    /// Somebody left a public match, or came back to it.
    Leaver {
        room: RoomId,
        player: PlayerId,
        left: bool,
    },
    /// Invitations to rooms of any node. Earlier versions ignore this.
    Invitations(InvitationItem),
}

/// An item from the owner of rooms, decoded.
pub(crate) enum FromOwner {
    Frame { conn: u64, frame: Bytes },
    Other(ToEdge),
}

/// Encodes an item that is not a frame.
pub(crate) fn item(of: &impl Serialize) -> Bytes {
    let mut bytes = vec![JSON];
    serde_json::to_writer(&mut bytes, of).expect("items have only text keys and finite numbers");
    bytes.into()
}

/// Encodes a frame.
pub(crate) fn frame_item(conn: u64, frame: &[u8]) -> Bytes {
    let mut item = BytesMut::with_capacity(FRAME_HEAD + frame.len());
    item.put_u8(FRAME);
    item.put_u64_le(conn);
    item.put_slice(frame);
    item.freeze()
}

/// Decodes an item for the owner of rooms; none if it is of a newer version. Not generic, so that it is compiled in this crate and not
/// where its futures are awaited.
pub(crate) fn read_to_owner(item: &[u8]) -> Option<ToOwner> {
    read(item)
}

/// Who waits for an answer to an item of a newer version: its ticket, or the connection of the request.
pub(crate) fn read_unknown(item: &[u8]) -> Option<(Option<u64>, Option<RemoteConn>)> {
    #[derive(Deserialize)]
    struct Parts {
        ticket: Option<u64>,
        visit: Option<RemoteConn>,
    }
    let named: BTreeMap<String, Parts> = read(item)?;
    let (name, Parts { ticket, visit }) = named.into_iter().next()?;
    Some((ticket, visit.filter(|_| name == "command")))
}

/// Decodes an item; none if it is of a newer version.
fn read<T: DeserializeOwned>(item: &[u8]) -> Option<T> {
    match item.split_first() {
        Some((&JSON, json)) => serde_json::from_slice(json).ok(),
        _ => None,
    }
}

/// The same for an item that may be a frame.
pub(crate) fn read_from_owner(item: &Bytes) -> Option<FromOwner> {
    if item.first() != Some(&FRAME) {
        return read(item).map(FromOwner::Other);
    }
    let (_, conn) = item.get(..FRAME_HEAD)?.split_first_chunk::<1>()?;
    let conn = u64::from_le_bytes(conn.try_into().ok()?);
    Some(FromOwner::Frame {
        conn,
        frame: item.slice(FRAME_HEAD..),
    })
}
