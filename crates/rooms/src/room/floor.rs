//! Floors: snapshots of a room's state at some row of its log, so that it is replayed from there and not from its first row.
//!
//! A room *marks* its position in the log before each match begins, and between matches after every so many rows. Whenever it marks a
//! position, the former mark becomes the floor: it is written to the log with the next row, and the rows below it do not count any more. So
//! the floor is one mark behind, and the events of the last match before the running one can always be sent again. The events that the room
//! keeps for that ([`super::journal`]) begin at the floor, too. The positions of marks depend only on the rows: a room that was never
//! stopped, one restored from its floor and one restored from its first row mark the same positions and keep the same events.

use giog_protocol::{BadSettings, Person};
use giog_rules::PlayerId;
use giog_store::{Floor, MAX_FLOOR_BYTES};
use serde::{Deserialize, Serialize};

use super::Room;
use super::entry::Entry;
use super::state::{RoomStage, State};
use crate::time::bounded;

/// The version of this format. Fields are only ever added, with a default.
const VERSION: u32 = 1;

/// A marked position: before an entry of a row.
#[derive(Clone, Debug)]
pub(super) struct Mark {
    row: u64,
    entry: usize,
    /// The number of the last event before it.
    seq: u64,
    body: String,
}

/// The positions that a room has marked.
#[derive(Debug, Default)]
pub(super) struct Marks {
    /// The last mark; none since the first row.
    last: Option<Mark>,
    /// Rows since then that ended between matches.
    rows_gathered: usize,
    /// The floor that must be written with the next row.
    due: Option<Floor>,
    /// The floor that is written already.
    written: Option<(u64, usize)>,
}

/// The body of a floor.
#[derive(Serialize, Deserialize)]
struct Body<S> {
    version: u32,
    /// How many entries of the first row are already included.
    entries: usize,
    /// The room's time.
    #[serde(deserialize_with = "bounded")]
    at_ms: u64,
    /// The number of the last event before it.
    #[serde(deserialize_with = "bounded")]
    seq: u64,
    /// The [`State`].
    room: S,
}

/// A floor from which no room can be restored.
#[derive(Debug, thiserror::Error)]
pub enum BadFloor {
    /// It cannot be parsed.
    #[error("invalid format: {0}")]
    Unreadable(#[from] serde_json::Error),
    /// It was written by a newer server.
    #[error("unknown version {0}")]
    UnknownVersion(u32),
    /// Its settings are not valid.
    #[error("its settings: {0}")]
    Settings(#[from] BadSettings),
    /// Its number of seats is not that of its settings.
    #[error("its seats do not match its settings")]
    OtherSeats,
}

/// The content of a floor.
pub(super) struct ParsedFloor {
    pub state: State,
    pub at_ms: u64,
    pub seq: u64,
    pub mark: Mark,
}

impl Mark {
    pub const fn row(&self) -> u64 {
        self.row
    }

    /// How many entries of its row are before it.
    pub const fn entry(&self) -> usize {
        self.entry
    }

    fn into_floor(self) -> Floor {
        Floor {
            below: self.row,
            body: self.body,
        }
    }
}

impl Marks {
    /// The marks of a room that is replayed from a floor.
    pub fn from_floor(mark: Mark) -> Self {
        Self {
            written: Some((mark.row, mark.entry)),
            last: Some(mark),
            ..Self::default()
        }
    }

    /// The number of the last event before the last mark: during a match, before its start.
    pub fn last_seq(&self) -> u64 {
        self.last.as_ref().map_or(0, |mark| mark.seq)
    }

    /// Whether a mark contains a person's name.
    pub fn name(&self, player: PlayerId) -> bool {
        let last = self.last.iter().map(|mark| &mark.body);
        let mut bodies = last.chain(self.due.iter().map(|floor| &floor.body));
        bodies.any(|body| without_name(body, player).is_some())
    }

    /// Replaces a deleted person's name in the marks.
    pub fn forget(&mut self, player: PlayerId) {
        let last = self.last.iter_mut().map(|mark| &mut mark.body);
        for body in last.chain(self.due.iter_mut().map(|floor| &mut floor.body)) {
            if let Some(without) = without_name(body, player) {
                *body = without;
            }
        }
    }

    /// The next row leaves nothing of the log but this state, at which the room continues when it wakes.
    pub fn end_with(&mut self, below: u64, at_ms: u64, seq: u64, state: &State) {
        let body = Body {
            version: VERSION,
            entries: 0,
            at_ms,
            seq,
            room: state,
        };
        let body = body.write();
        self.due = Some(Floor { below, body });
    }

    /// The floor to write with the next row.
    pub fn take_due(&mut self) -> Option<Floor> {
        self.due.take()
    }
}

impl Room {
    /// Before an entry of a row is applied: marks the start of a match.
    pub(super) fn mark_before(&mut self, entry: &Entry, row: u64, entries: usize) {
        if matches!(entry, Entry::Started { .. }) {
            self.mark(row, entries);
        }
    }

    /// After a row: if people do much between matches, a position is marked as well.
    pub(super) fn mark_after(&mut self, row: u64) {
        if !matches!(
            self.state.stage,
            RoomStage::Gathering | RoomStage::Opening { .. }
        ) {
            return;
        }
        self.marks.rows_gathered += 1;
        if self.marks.rows_gathered >= self.context.limits.rows_gathered
            && self.state.is_gathering()
        {
            self.mark(row + 1, 0);
        }
    }

    fn mark(&mut self, row: u64, entry: usize) {
        let seq = self.journal.last();
        let body = Body {
            version: VERSION,
            entries: entry,
            at_ms: self.clock.ms(),
            seq,
            room: &*self.state,
        };
        let body = body.write();
        let mark = Mark {
            row,
            entry,
            seq,
            body,
        };
        self.marks.rows_gathered = 0;
        let Some(floor) = self.marks.last.replace(mark) else {
            return;
        };
        self.journal.forget_before(floor.seq + 1);
        let place = (floor.row, floor.entry);
        if self.marks.written == Some(place) {
            return;
        }
        if floor.body.len() > MAX_FLOOR_BYTES {
            // The log is not shortened, which makes the next start slower; the next mark may be smaller.
            tracing::error!(room = %self.id, bytes = floor.body.len(), "a room's snapshot (floor) is too large to be stored");
            return;
        }
        self.marks.written = Some(place);
        self.marks.due = Some(floor.into_floor());
    }
}

impl ParsedFloor {
    pub fn read(floor: &Floor) -> Result<Self, BadFloor> {
        let mut body: Body<State> = serde_json::from_str(&floor.body)?;
        if body.version != VERSION {
            return Err(BadFloor::UnknownVersion(body.version));
        }
        let settings = &body.room.settings;
        settings.check()?;
        if body.room.seats.len() != usize::from(settings.seats) {
            return Err(BadFloor::OtherSeats);
        }
        body.room.begin_evening_with_series();
        Ok(Self {
            state: body.room,
            at_ms: body.at_ms,
            seq: body.seq,
            mark: Mark {
                row: floor.below,
                entry: body.entries,
                seq: body.seq,
                body: floor.body.clone(),
            },
        })
    }
}

impl<S: Serialize> Body<S> {
    fn write(&self) -> String {
        serde_json::to_string(self).expect("floors have only text keys")
    }
}

/// The body of a floor without a deleted person's name; none if the name is not in it.
fn without_name(body: &str, player: PlayerId) -> Option<String> {
    if !body.contains(&player.to_string()) {
        return None;
    }
    let mut body: Body<State> = serde_json::from_str(body).ok()?;
    let is_named = body.room.names(player);
    body.room.rename(&Person::forgotten(player));
    is_named.then(|| body.write())
}
