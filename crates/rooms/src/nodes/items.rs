//! The items on a wire. Frames, the most frequent, are sent as they are; everything else is JSON, which may get new fields: a node of
//! an older version reads what it knows.

use std::collections::BTreeMap;

use bytes::{BufMut as _, Bytes, BytesMut};
use giog_protocol::client::RoomCommand;
use giog_protocol::{ErrorCode, Person, Problem, RoomId, RoomSummary};
use giog_rules::{PlayerId, Variant};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::frame_queue::{Batches, Moved};
use crate::origin::Origin;
use crate::room::{AdminCommand, Paused, RoomAnswer, RoomQuery};

/// What an item begins with that is a frame, and one that is not.
const FRAME: u8 = 1;
const JSON: u8 = 2;
/// Bytes before a frame: the kind, and the connection.
const FRAME_HEAD: usize = 9;

/// A connection of the edge, as it stands before what it asks of a room.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct RemoteConn {
    /// The edge's number of it.
    pub conn: u64,
    pub origin: Origin,
    /// How the room's messages come together, where the connection wants that.
    pub batches: Option<Batches>,
    pub person: Person,
    /// The request's number.
    pub re: u64,
    /// Whether the edge can resume it where a room moves: one of an earlier version cannot.
    #[serde(default)]
    pub resumes: bool,
    /// How many frames may wait for it at the edge. One of an earlier version does not say.
    #[serde(default)]
    pub places: Option<usize>,
}

/// From a node with connections to one with rooms. A ticket comes back with the answer.
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
    /// A connection was in the room up to event `after` on the node before.
    Resume {
        room: RoomId,
        visit: RemoteConn,
        after: u64,
    },
    Detached {
        room: RoomId,
        conn: u64,
    },
    /// Nothing is carried out any more that was asked for on these connections. A ticket comes back when that is so.
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
    /// Where somebody who wants to play with anybody finds a seat, or whether a table is made for them: asked of the node that
    /// decides it for all.
    QuickTable {
        ticket: u64,
        visit: RemoteConn,
        key: String,
        /// The name of the game, which a node of an older version may not know.
        variant: String,
        /// Tables where they found none.
        tried: Vec<RoomId>,
        may_make: bool,
    },
    /// Whoever was led to a table is there, or is not coming.
    Arrived {
        room: RoomId,
        player: PlayerId,
    },
    /// Whether somebody may make a room under a key: asked of the node that decides it for all.
    ClaimKey {
        ticket: u64,
        player: PlayerId,
        key: String,
    },
    /// No room was made under a key that was claimed.
    ReleaseKey {
        player: PlayerId,
        key: String,
    },
}

/// The table for somebody's quick play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum QuickResult {
    /// To a table. `own` if they sit there, or were led there before.
    To { room: RoomId, own: bool },
    /// To a table that was made for them.
    Made { room: RoomId },
    /// There is no table for them; one is made when they ask so.
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

/// A room, as the lobby of its node has it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Described {
    pub creator: PlayerId,
    pub key: String,
    pub quick: Option<Variant>,
    pub seats: usize,
    pub origin: Origin,
    /// Where those come from who sit at a table of quick play, as far as it is known. A node of an earlier version does not say.
    #[serde(default)]
    pub company: Vec<(PlayerId, Origin)>,
    pub summary: RoomSummary,
}

/// From a node with rooms to one with connections.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ToEdge {
    /// A request was carried out, or refused.
    Answered {
        conn: u64,
        re: u64,
        refused: Option<ErrorCode>,
    },
    /// So many bytes were sent that this connection asked for.
    Shown {
        conn: u64,
        bytes: usize,
    },
    /// The room goes on on another node. Nothing more of it comes from here.
    Moved {
        conn: u64,
        room: RoomId,
        moved: Moved,
    },
    /// A request that came too late for the room here.
    Returned {
        conn: u64,
        room: RoomId,
        person: Person,
        re: u64,
        command: Box<RoomCommand>,
    },
    /// The connection is to be closed, and to come back at once.
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
    Done {
        ticket: u64,
        done: Result<(), ErrorCode>,
    },
    /// A room is there, or has changed.
    Room(Box<Described>),
    /// A room is no more there.
    Gone {
        room: RoomId,
    },
    /// The rooms that are not there for a fault, all of them; and whether each is on its way back, or was set aside.
    Absent {
        rooms: Vec<(RoomId, bool)>,
    },
    /// The shards of which all rooms are there that will be.
    Shards {
        shards: Vec<u8>,
        /// Whether this node answers what follows from those shards: where quick play leads, and who may make a room. One of
        /// an older version does not.
        #[serde(default)]
        coordinates: bool,
        /// Whether it takes connections that were in a room on the node before. One of an older version does not.
        #[serde(default)]
        resumes: bool,
        /// Whether it says when it hears connections no more. One of an older version does not.
        #[serde(default)]
        hears_no_more: bool,
    },
    QuickTable {
        ticket: u64,
        led: Result<QuickResult, Refused>,
    },
    /// A room there is under a key; none where the key is claimed now.
    KeyClaimed {
        ticket: u64,
        made: Result<Option<RoomId>, Refused>,
    },
    /// These rooms are another node's now, and go on there at the time at which they stopped.
    HandedOver {
        rooms: Vec<(RoomId, Paused)>,
    },
    /// Somebody left a match with strangers, or came back to it.
    Leaver {
        room: RoomId,
        player: PlayerId,
        left: bool,
    },
}

/// What came from a node with rooms.
pub(crate) enum FromOwner {
    Frame { conn: u64, frame: Bytes },
    Other(ToEdge),
}

/// An item that is no frame.
pub(crate) fn item(of: &impl Serialize) -> Bytes {
    let mut bytes = vec![JSON];
    serde_json::to_writer(&mut bytes, of).expect("items have only text keys and finite numbers");
    bytes.into()
}

/// The item of a frame.
pub(crate) fn frame_item(conn: u64, frame: &[u8]) -> Bytes {
    let mut item = BytesMut::with_capacity(FRAME_HEAD + frame.len());
    item.put_u8(FRAME);
    item.put_u64_le(conn);
    item.put_slice(frame);
    item.freeze()
}

/// An item for a node with rooms. Futures of this crate are compiled where they are awaited, but this is compiled here.
pub(crate) fn read_to_owner(item: &[u8]) -> Option<ToOwner> {
    read(item)
}

/// Who waits for an answer to an item of a newer version that this one knows nothing of: its ticket, or the connection whose request it
/// is.
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

/// An item that came, unless it is of a newer version that this one knows nothing of.
fn read<T: DeserializeOwned>(item: &[u8]) -> Option<T> {
    match item.split_first() {
        Some((&JSON, json)) => serde_json::from_slice(json).ok(),
        _ => None,
    }
}

/// The same of one that may be a frame.
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
