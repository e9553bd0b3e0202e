//! What is known of the servers that share the rooms, and of which of them has what.

use sqlx::error::BoxDynError;
use sqlx::postgres::{PgTypeInfo, PgValueRef};
use sqlx::{Decode, Postgres, Type};
use uuid::Uuid;

/// What is in the database at a moment.
#[derive(Clone, Debug)]
pub struct Members {
    /// The database's clock.
    pub now_ms: i64,
    /// Those that live or still have shards.
    pub members: Vec<Member>,
    /// All shards.
    pub parts: Vec<Part>,
}

/// A server.
#[derive(Clone, Debug)]
pub struct Member {
    /// Which.
    pub node: Uuid,
    /// What it is about to do.
    pub state: MemberState,
    /// Its last heartbeat, and when that was on the database's clock.
    pub beat: i64,
    /// See `beat`.
    pub beat_at: i64,
    /// Whether the operator wants it to have no rooms.
    pub is_drained: bool,
}

/// What a server is about to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemberState {
    /// It has shards, and takes more.
    Active,
    /// It hands over what it has.
    Leaving,
    /// It can write nothing any more.
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
    /// The one of this name; the table has no others.
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
    /// Which: 0 to 255.
    pub shard: i32,
    /// Who has it, if anybody ever had.
    pub node: Option<Uuid>,
    /// Grows whenever that changes.
    pub moved: i64,
    /// Whom the operator wants to have it.
    pub wanted: Option<Uuid>,
}

row! {
    /// The same as it is read: of each server in their order, and of each shard.
    pub(super) struct Read {
        now_ms: i64,
        pub is_held: bool,
        nodes: Vec<Uuid>,
        states: Vec<String>,
        beats: Vec<i64>,
        beats_at: Vec<i64>,
        drained: Vec<bool>,
        owners: Vec<Option<Uuid>>,
        moved: Vec<i64>,
        wanted: Vec<Option<Uuid>>,
    }
}

impl Read {
    pub(super) fn members(self) -> Members {
        let nodes = self.nodes.into_iter().zip(self.states);
        let beats = self.beats.into_iter().zip(self.beats_at);
        let members = nodes.zip(beats).zip(self.drained);
        let members = members.map(|(((node, state), (beat, beat_at)), is_drained)| Member {
            node,
            state: state.into(),
            beat,
            beat_at,
            is_drained,
        });
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

/// A shard that a server gives to another one.
#[derive(Clone, Copy, Debug)]
pub struct Given {
    /// Which.
    pub shard: i32,
    /// To whom.
    pub to: Uuid,
    /// What [`Part::moved`] must still be.
    pub moved: i64,
}
