//! The log of rooms: its rows, the floor that replaces earlier rows, and where both are stored.

use async_trait::async_trait;
use giog_protocol::RoomId;
use giog_rules::{PlayerId, Timestamp};

use crate::bounds::check_text;
use crate::limits::{MAX_BODY_BYTES, MAX_FLOOR_BYTES};
use crate::{AppendError, Fact, Fence, Rejection, StoreError};

/// What rooms and the committer need of a database; [`crate::Archive`] has the rest.
///
/// Appending is idempotent: what is already stored is success. So after [`AppendError::Unavailable`] a caller tries again.
#[async_trait]
pub trait Log: Send + Sync + 'static {
    /// Appends all rows with their facts and floors in one transaction, or none. Rows below the floors do not count any more; they are
    /// deleted now or by [`Log::prune_log`]. A row that is already stored identically is success.
    async fn append(&self, fence: Fence, batch: &[Append]) -> Result<(), AppendError>;

    /// Deletes rows below floors, if so many have gathered that it is worthwhile, and if the lease is held. To be called between appends.
    async fn prune_log(&self, fence: Fence) -> Result<(), StoreError>;

    /// Rooms that were opened and not closed, in the order in which they were opened.
    async fn open_rooms(&self) -> Result<Vec<RoomId>, StoreError>;

    /// The data from which a room is replayed. It also exists for closed rooms until it is deleted.
    async fn log(&self, room: RoomId) -> Result<RoomLog, StoreError>;

    /// The same for several different rooms, in their order. Databases read them together, which costs less than one by one.
    async fn logs(&self, rooms: &[RoomId]) -> Result<Vec<RoomLog>, StoreError> {
        let mut logs = Vec::with_capacity(rooms.len());
        for &room in rooms {
            logs.push(self.log(room).await?);
        }
        Ok(logs)
    }

    /// The index of the next row of an open room. Databases read no bodies for it, because they may be damaged.
    async fn next_index(&self, room: RoomId) -> Result<u64, StoreError> {
        let RoomLog { floor, rows } = self.log(room).await?;
        let after_last = rows.last().map(|&(index, _)| index + 1);
        let below = floor.map(|floor| floor.below);
        Ok(after_last.or(below).unwrap_or(0))
    }

    /// A sleeping room; none if there is no such room, or if it does not sleep. What it was is its [`Log::log`]: a floor without rows.
    async fn sleeping(&self, _room: RoomId) -> Result<Option<Sleeping>, StoreError> {
        Ok(None)
    }

    /// People who were deleted, and whose names may still be in stored data.
    async fn forgotten(&self) -> Result<Vec<PlayerId>, StoreError>;

    /// Returns when the disk does not keep written data: nothing can be stored any more, and the server must stop. Never returns on
    /// Postgres, which stops by itself.
    async fn broken(&self) {
        std::future::pending::<()>().await;
    }
}

/// One row of a room's log, with what it adds to the history.
#[derive(Clone, Debug, PartialEq)]
pub struct Append {
    /// The room.
    pub room: RoomId,
    /// Its position in the room's log: 0, 1, …
    pub index: u64,
    /// What the room needs to replay it; opaque here. At most [`MAX_BODY_BYTES`], without U+0000.
    pub body: String,
    /// What it adds to the history, stored in the same transaction. The row with index 0 contains [`Fact::RoomOpened`].
    pub facts: Vec<Fact>,
    /// A new floor of the room, stored in the same transaction; the rows below it do not count any more.
    pub floor: Option<Floor>,
}

/// A snapshot of a room's state at some row of its log, from which it is replayed. It is as secret as the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Floor {
    /// The index of the first row that is still needed.
    pub below: u64,
    /// The room's state in its own format; opaque here. At most [`MAX_FLOOR_BYTES`], without U+0000.
    pub body: String,
}

/// A room that sleeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sleeping {
    /// Who owned it; none if nobody did, or if their data was deleted.
    pub owner: Option<PlayerId>,
    /// When the last of the people left.
    pub left_at: Timestamp,
}

/// The data from which a room is replayed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RoomLog {
    /// Its floor, if it has one.
    pub floor: Option<Floor>,
    /// Its rows from there on, with their indices, ascending.
    pub rows: Vec<(u64, String)>,
}

impl Append {
    /// Before any SQL, refuses values that one of the databases cannot store: so both refuse the same, and no batch fails because of
    /// them.
    pub(crate) fn check(&self) -> Result<(), Rejection> {
        check_index(self.index)?;
        check_text("a row's body", &self.body, MAX_BODY_BYTES)?;
        self.floor.iter().try_for_each(Floor::check)?;
        self.facts.iter().try_for_each(Fact::check)
    }

    /// Its size in queues and groups: the bytes of the variable parts.
    pub(crate) fn weight_bytes(&self) -> usize {
        let floor = self.floor.as_ref().map_or(0, |floor| floor.body.len());
        let facts = self.facts.iter().map(Fact::weight_bytes);
        self.body.len() + floor + facts.sum::<usize>()
    }

    /// Whether it has neither facts nor a floor.
    pub(crate) fn is_a_row_alone(&self) -> bool {
        self.facts.is_empty() && self.floor.is_none()
    }

    /// Whether it changes anything about rooms.
    pub(crate) fn opens_or_closes(&self) -> bool {
        let opens_or_closes =
            |fact: &Fact| matches!(fact, Fact::RoomOpened { .. } | Fact::RoomClosed { .. });
        self.facts.iter().any(opens_or_closes)
    }

    /// Whether it starts or ends a match, or has a floor.
    pub(crate) fn changes_matches(&self) -> bool {
        let starts_or_ends =
            |fact: &Fact| matches!(fact, Fact::MatchStarted(_) | Fact::MatchFinished(_));
        self.floor.is_some() || self.facts.iter().any(starts_or_ends)
    }

    /// Whether it has none of the facts that are rare, so that SQLite can store it by one message.
    pub(crate) fn fits_one_message(&self) -> bool {
        let is_rare = |fact: &Fact| {
            matches!(
                fact,
                Fact::StartCancelled(_)
                    | Fact::Reported(_)
                    | Fact::Rated(_)
                    | Fact::RoomSlept(_)
                    | Fact::RoomWoken { .. }
            )
        };
        !self.facts.iter().any(is_rare)
    }

    /// Whether it closes the room.
    pub(crate) fn closes(&self) -> bool {
        let closes =
            |fact: &Fact| matches!(fact, Fact::RoomClosed { room, .. } if *room == self.room);
        self.facts.iter().any(closes)
    }
}

/// The index of the last floor that a batch brings of a room; 0 if it brings none.
pub(crate) fn floor_of(batch: &[Append], room: RoomId) -> u64 {
    let of_room = batch.iter().filter(|append| append.room == room);
    let floors = of_room.filter_map(|append| append.floor.as_ref());
    floors.map(|floor| floor.below).max().unwrap_or(0)
}

impl Floor {
    fn check(&self) -> Result<(), Rejection> {
        check_index(self.below)?;
        check_text("a floor", &self.body, MAX_FLOOR_BYTES)
    }
}

fn check_index(index: u64) -> Result<(), Rejection> {
    i64::try_from(index)
        .map(drop)
        .map_err(|_| Rejection::OutOfRange {
            what: "a row's index",
        })
}
