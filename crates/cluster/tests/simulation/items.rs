//! The messages between edges and owners, as they are sent over a link.

use bytes::Bytes;
use giog_cluster::Shard;

/// A room. Its shard is its number's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Room(pub u64);

impl Room {
    /// Rooms that follow each other are far apart.
    pub fn shard(self) -> Shard {
        Shard(u8::try_from(self.0 * 37 % 256).expect("less than 256"))
    }
}

/// An action of a client, which is to be taken once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Action(pub u64);

/// A client's connection to a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Conn(pub u64);

/// What a client asks for, and the number of its request on its connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request {
    pub re: u64,
    pub action: Action,
}

/// From an edge to an owner, or back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Item {
    /// A connection wants to hear of a room from an event on, and asks for what was not answered yet.
    Attach {
        conn: Conn,
        room: Room,
        after: u64,
        request: Option<Request>,
    },
    Request {
        conn: Conn,
        room: Room,
        request: Request,
    },
    Detach {
        conn: Conn,
        room: Room,
    },
    /// An event of the room, by its number.
    Event {
        conn: Conn,
        seq: u64,
        action: Action,
    },
    /// What was asked for is the event of this number.
    Reply {
        conn: Conn,
        re: u64,
        seq: u64,
    },
    /// The room is elsewhere, or moving.
    Moved {
        conn: Conn,
    },
    /// Who has which shard has changed.
    Changed,
}

impl Item {
    /// The item, and its place among those that were sent on this opening of the link.
    pub fn encode(&self, place: u64) -> Bytes {
        let request = |request: Option<Request>| request.map_or([0, 0], |it| [it.re, it.action.0]);
        let numbers = match *self {
            Self::Attach {
                conn,
                room,
                after,
                request: asked,
            } => {
                let [re, action] = request(asked);
                [0, conn.0, room.0, after, re, action]
            }
            Self::Request {
                conn,
                room,
                request: asked,
            } => {
                let [re, action] = request(Some(asked));
                [1, conn.0, room.0, 0, re, action]
            }
            Self::Detach { conn, room } => [2, conn.0, room.0, 0, 0, 0],
            Self::Event { conn, seq, action } => [3, conn.0, seq, action.0, 0, 0],
            Self::Reply { conn, re, seq } => [4, conn.0, re, seq, 0, 0],
            Self::Moved { conn } => [5, conn.0, 0, 0, 0, 0],
            Self::Changed => [6, 0, 0, 0, 0, 0],
        };
        let all = std::iter::once(place).chain(numbers);
        all.flat_map(u64::to_le_bytes).collect()
    }

    pub fn decode(item: &[u8]) -> (u64, Self) {
        let mut numbers = [0; 7];
        let (words, rest) = item.as_chunks();
        assert!(
            words.len() == numbers.len() && rest.is_empty(),
            "no item: {item:?}"
        );
        for (number, word) in numbers.iter_mut().zip(words) {
            *number = u64::from_le_bytes(*word);
        }
        let [place, kind, conn, a, b, re, action] = numbers;
        let (conn, room) = (Conn(conn), Room(a));
        let request = Request {
            re,
            action: Action(action),
        };
        let item = match kind {
            0 => Self::Attach {
                conn,
                room,
                after: b,
                request: (re > 0).then_some(request),
            },
            1 => Self::Request {
                conn,
                room,
                request,
            },
            2 => Self::Detach { conn, room },
            3 => Self::Event {
                conn,
                seq: a,
                action: Action(b),
            },
            4 => Self::Reply {
                conn,
                re: a,
                seq: b,
            },
            5 => Self::Moved { conn },
            6 => Self::Changed,
            _ => panic!("no item: {numbers:?}"),
        };
        (place, item)
    }
}
