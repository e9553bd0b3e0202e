//! The state of the servers that share the rooms, and the assignment of shards to them.

use sqlx::error::BoxDynError;
use sqlx::postgres::{PgTypeInfo, PgValueRef};
use sqlx::{Decode, Postgres, Type};
use uuid::Uuid;

/// The state in the database at one moment.
#[derive(Clone, Debug)]
pub struct Members {
    /// The time of the database's clock, in milliseconds.
    pub now_ms: i64,
    /// The servers that are alive or still have shards.
    pub members: Vec<Member>,
    /// All shards.
    pub parts: Vec<Part>,
}

/// A server.
#[derive(Clone, Debug)]
pub struct Member {
    /// Its id.
    pub node: Uuid,
    /// Its state.
    pub state: MemberState,
    /// The number of its last heartbeat.
    pub beat: i64,
    /// The time of that heartbeat on the database's clock, in milliseconds.
    pub beat_at: i64,
    /// Whether the operator wants it to have no rooms.
    pub is_drained: bool,
    /// [`Heartbeat::reach`] of its last heartbeat; none of a server of an earlier version.
    pub reach: Option<String>,
}

/// What a server says of itself with a heartbeat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Heartbeat {
    /// Its state.
    pub state: MemberState,
    /// A word for how far it reaches over the bus.
    pub reach: &'static str,
    /// A word for whether it is ready, and why not.
    pub health: &'static str,
}

/// The state of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemberState {
    /// It has shards, and takes more.
    Active,
    /// It hands its shards over.
    Leaving,
    /// It cannot write any more.
    Fenced,
}

impl MemberState {
    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::Active => "active",
            Self::Leaving => "leaving",
            Self::Fenced => "fenced",
        }
    }
}

impl From<String> for MemberState {
    /// The state with this name; the table has no other names.
    fn from(name: String) -> Self {
        match name.as_str() {
            "active" => Self::Active,
            "leaving" => Self::Leaving,
            _ => Self::Fenced,
        }
    }
}

impl Type<Postgres> for MemberState {
    fn type_info() -> PgTypeInfo {
        <String as Type<Postgres>>::type_info()
    }

    fn compatible(kind: &PgTypeInfo) -> bool {
        <String as Type<Postgres>>::compatible(kind)
    }
}

impl<'r> Decode<'r, Postgres> for MemberState {
    fn decode(value: PgValueRef<'r>) -> Result<Self, BoxDynError> {
        <String as Decode<Postgres>>::decode(value).map(Self::from)
    }
}

/// A shard.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// Its number, 0 to 255.
    pub shard: i32,
    /// The server that has it; `None` if none ever had.
    pub node: Option<Uuid>,
    /// Grows whenever `node` changes.
    pub moved: i64,
    /// The server to which the operator wants it assigned.
    pub wanted: Option<Uuid>,
}

row! {
    /// The same in the form in which it is read: lists of the columns of all servers, and of all shards.
    pub(super) struct Read {
        now_ms: i64,
        pub is_held: bool,
        nodes: Vec<Uuid>,
        states: Vec<String>,
        beats: Vec<i64>,
        beats_at: Vec<i64>,
        drained: Vec<bool>,
        reaches: Vec<Option<String>>,
        owners: Vec<Option<Uuid>>,
        moved: Vec<i64>,
        wanted: Vec<Option<Uuid>>,
    }
}

impl Read {
    pub(super) fn members(self) -> Members {
        let nodes = self.nodes.into_iter().zip(self.states);
        let beats = self.beats.into_iter().zip(self.beats_at);
        let wishes = self.drained.into_iter().zip(self.reaches);
        let members = nodes.zip(beats).zip(wishes);
        let members =
            members.map(
                |(((node, state), (beat, beat_at)), (is_drained, reach))| Member {
                    node,
                    state: state.into(),
                    beat,
                    beat_at,
                    is_drained,
                    reach,
                },
            );
        let parts = self.owners.into_iter().zip(self.moved).zip(self.wanted);
        let parts = (0..)
            .zip(parts)
            .map(|(shard, ((node, moved), wanted))| Part {
                shard,
                node,
                moved,
                wanted,
            });
        Members {
            now_ms: self.now_ms,
            members: members.collect(),
            parts: parts.collect(),
        }
    }
}

/// A shard that a server hands over to another one.
#[derive(Clone, Copy, Debug)]
pub struct Given {
    /// The shard's number.
    pub shard: i32,
    /// The new owner.
    pub to: Uuid,
    /// The expected value of [`Part::moved`].
    pub moved: i64,
}
