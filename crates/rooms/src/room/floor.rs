//! Floors: snapshots of a room's state at some row of its log, so that it is replayed from there and not from its first row.
//!
//! A room *marks* its position in the log before each match begins, and between matches after every so many rows. Whenever it marks a
//! position, the former mark becomes the floor: it is written to the log with the next row, and the rows below it do not count any more. So
//! the floor is one mark behind, and the events of the last match before the running one can always be sent again. The events that the room
//! keeps for that ([`super::journal`]) begin at the floor, too. The positions of marks depend only on the rows: a room that was never
//! stopped, one restored from its floor and one restored from its first row mark the same positions and keep the same events.

use std::collections::{BTreeMap, BTreeSet};

use giog_protocol::{BadSettings, Occupant, Person, Series, Settings, without_names};
use giog_rules::fairness::{Digest, Entropy, Hex, ServerSeed};
use giog_rules::{Action, BySeat, MatchId, Outcome, PlayerId, Timestamp, Variant};
use giog_store::{Floor, MAX_FLOOR_BYTES};
use serde::{Deserialize, Serialize};

use super::Room;
use super::entry::Entry;
use super::place::Place;
use super::previous::{Previous, Turns};
use super::state::{Began, Next, RoomStage, State};
use crate::time::{bounded, bounded_option};

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
struct Body {
    version: u32,
    /// How many entries of the first row are already included.
    entries: usize,
    /// The room's time.
    #[serde(deserialize_with = "bounded")]
    at_ms: u64,
    /// The number of the last event before it.
    #[serde(deserialize_with = "bounded")]
    seq: u64,
    room: StoredRoom,
}

/// The state of a room between matches. It contains hidden information, and never leaves the server.
#[derive(Serialize, Deserialize)]
struct StoredRoom {
    settings: Settings,
    password: Option<Digest>,
    key: String,
    creator: PlayerId,
    #[serde(default)]
    visited: bool,
    owner: Option<PlayerId>,
    quick: bool,
    seats: BySeat<KeptPlace>,
    /// The deadline for opening entropy, if that is in progress.
    #[serde(default, deserialize_with = "bounded_option")]
    opening_by_ms: Option<u64>,
    next: Option<KeptNext>,
    #[serde(default, deserialize_with = "bounded_option")]
    ready_by_ms: Option<u64>,
    previous: Option<KeptPrevious>,
    last_of: BTreeMap<Variant, (MatchId, Option<PlayerId>)>,
    series: Series,
    #[serde(deserialize_with = "bounded")]
    gathering_since_ms: u64,
    #[serde(default)]
    created_at: Option<Timestamp>,
    #[serde(default)]
    banned: Vec<Person>,
    #[serde(default)]
    silenced: bool,
    #[serde(default)]
    gave_up: BTreeMap<PlayerId, u32>,
    #[serde(default, skip_serializing_if = "is_zero")]
    handovers: u32,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    began: BTreeMap<Variant, Began>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
const fn is_zero(number: &u32) -> bool {
    *number == 0
}

#[derive(Default, Serialize, Deserialize)]
struct KeptPlace {
    occupant: Option<Occupant>,
    #[serde(deserialize_with = "bounded")]
    since_ms: u64,
    ready: bool,
    commitment: Option<Digest>,
    entropy: Option<Entropy>,
}

#[derive(Serialize, Deserialize)]
struct KeptNext {
    match_id: MatchId,
    server_seed: Hex<32>,
}

#[derive(Serialize, Deserialize)]
struct KeptPrevious {
    match_id: MatchId,
    outcome: Option<Outcome>,
    turns: BySeat<KeptTurns>,
    #[serde(default)]
    hidden: bool,
}

#[derive(Default, Serialize, Deserialize)]
struct KeptTurns {
    person: Option<PlayerId>,
    actions: Vec<Action>,
    left: bool,
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
        let (id, gone) = (player.to_string(), BTreeSet::from([player]));
        let names = |body: &str| body.contains(&id) && without_names(body, &gone).is_some();
        let last = self.last.as_ref();
        last.is_some_and(|mark| names(&mark.body))
            || self.due.as_ref().is_some_and(|floor| names(&floor.body))
    }

    /// Replaces a deleted person's name in the marks.
    pub fn forget(&mut self, player: PlayerId) {
        let gone = BTreeSet::from([player]);
        let last = self.last.iter_mut().map(|mark| &mut mark.body);
        for body in last.chain(self.due.iter_mut().map(|floor| &mut floor.body)) {
            if let Some(without) = without_names(body, &gone) {
                *body = without;
            }
        }
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
            room: StoredRoom::of(&self.state),
        };
        let body = serde_json::to_string(&body).expect("floors have only text keys");
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
        let body: Body = serde_json::from_str(&floor.body)?;
        if body.version != VERSION {
            return Err(BadFloor::UnknownVersion(body.version));
        }
        Ok(Self {
            state: body.room.into_state()?,
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

impl StoredRoom {
    fn of(state: &State) -> Self {
        // All fields by name, so that none is forgotten here.
        let State {
            settings,
            password,
            key,
            creator,
            visited,
            owner,
            quick,
            seats,
            stage,
            next,
            ready_by_ms,
            previous,
            last_of,
            began,
            series,
            banned,
            silenced,
            gave_up,
            handovers,
            gathering_since_ms,
            created_at,
        } = state;
        Self {
            settings: settings.clone(),
            password: *password,
            key: key.clone(),
            creator: *creator,
            visited: *visited,
            owner: *owner,
            quick: *quick,
            seats: seats.map(|_, place| KeptPlace::of(place)),
            opening_by_ms: match stage {
                RoomStage::Opening { by_ms } => Some(*by_ms),
                // Positions are marked only between matches.
                RoomStage::Gathering | RoomStage::Playing(_) | RoomStage::Closed => None,
            },
            next: next.as_ref().map(
                |Next {
                     match_id,
                     server_seed,
                 }| KeptNext {
                    match_id: *match_id,
                    server_seed: server_seed.publish(),
                },
            ),
            ready_by_ms: *ready_by_ms,
            previous: previous.as_ref().map(KeptPrevious::of),
            last_of: last_of.clone(),
            series: series.clone(),
            gathering_since_ms: *gathering_since_ms,
            created_at: *created_at,
            banned: banned.clone(),
            silenced: *silenced,
            gave_up: gave_up.clone(),
            handovers: *handovers,
            began: began.clone(),
        }
    }

    fn into_state(self) -> Result<State, BadFloor> {
        self.settings.check()?;
        if self.seats.len() != usize::from(self.settings.seats) {
            return Err(BadFloor::OtherSeats);
        }
        Ok(State {
            settings: self.settings,
            password: self.password,
            key: self.key,
            creator: self.creator,
            visited: self.visited,
            owner: self.owner,
            quick: self.quick,
            seats: self.seats.map(|_, place| place.to_place()),
            stage: match self.opening_by_ms {
                Some(by_ms) => RoomStage::Opening { by_ms },
                None => RoomStage::Gathering,
            },
            next: self.next.map(|next| Next {
                match_id: next.match_id,
                server_seed: ServerSeed::new(next.server_seed.0),
            }),
            ready_by_ms: self.ready_by_ms,
            previous: self.previous.map(KeptPrevious::into_previous),
            last_of: self.last_of,
            series: self.series,
            gathering_since_ms: self.gathering_since_ms,
            created_at: self.created_at,
            banned: self.banned,
            silenced: self.silenced,
            gave_up: self.gave_up,
            handovers: self.handovers,
            began: self.began,
        })
    }
}

impl KeptPlace {
    fn of(place: &Place) -> Self {
        let Place {
            occupant,
            since_ms,
            ready,
            commitment,
            entropy,
        } = place.clone();
        Self {
            occupant,
            since_ms,
            ready,
            commitment,
            entropy,
        }
    }

    fn to_place(&self) -> Place {
        Place {
            occupant: self.occupant.clone(),
            since_ms: self.since_ms,
            ready: self.ready,
            commitment: self.commitment,
            entropy: self.entropy.clone(),
        }
    }
}

impl KeptPrevious {
    fn of(previous: &Previous) -> Self {
        let Previous {
            match_id,
            outcome,
            turns,
            hidden,
        } = previous;
        Self {
            match_id: *match_id,
            outcome: outcome.clone(),
            hidden: *hidden,
            turns: turns.map(|_, turns| {
                let Turns {
                    person,
                    actions,
                    left,
                } = turns.clone();
                KeptTurns {
                    person,
                    actions,
                    left,
                }
            }),
        }
    }

    fn into_previous(self) -> Previous {
        Previous {
            match_id: self.match_id,
            outcome: self.outcome,
            hidden: self.hidden,
            turns: self.turns.map(|_, turns| Turns {
                person: turns.person,
                actions: turns.actions.clone(),
                left: turns.left,
            }),
        }
    }
}
