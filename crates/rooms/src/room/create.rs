//! How a room comes into being: created by a person, or restored from its log.

use std::sync::Arc;

use giog_protocol::server::Presence;
use giog_protocol::{Person, RoomId, Settings};
use giog_rules::Seat;
use giog_rules::fairness::Digest;
use giog_store::RoomLog;

use super::apply::{CannotApply, Logged, Moment};
use super::budget::Budget;
use super::chat::ChatState;
use super::cut_off::CutOff;
use super::entry::{Entry, Row};
use super::floor::{BadFloor, Marks, ParsedFloor};
use super::hint::Hints;
use super::journal::Journal;
use super::outbox::Outbox;
use super::pause::Pausing;
use super::people::People;
use super::state::State;
use super::thinking::Thoughts;
use super::wanted::Reported;
use super::{Effect, NoMatches, Recording, Room, Work};
use crate::conn::ConnId;
use crate::context::{Context, Random};
use crate::time::{Now, RoomClock};

/// The data of a new room.
#[derive(Debug)]
pub struct NewRoom {
    /// Its id.
    pub id: RoomId,
    /// Its settings.
    pub settings: Settings,
    /// The hash of its password.
    pub password: Option<Digest>,
    /// Who creates it.
    pub owner: Person,
    /// The key of the request.
    pub key: String,
    /// Whether the creator takes a seat at once.
    pub sit: bool,
    /// Whether it is a quick-play table; then the creator is ready at once.
    pub quick: bool,
    /// The connection of the request and the request's id; the connection joins the room.
    pub asked: Option<(ConnId, u64)>,
}

/// A log from which no room can be restored.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    /// The log has no rows.
    #[error("the log is empty")]
    Empty,
    /// The floor is not valid.
    #[error("the floor: {0}")]
    BadFloor(#[from] BadFloor),
    /// A row cannot be parsed.
    #[error("row {index} cannot be read: {error}")]
    Unreadable {
        /// The row's index.
        index: u64,
        /// The error.
        error: serde_json::Error,
    },
    /// A row is missing.
    #[error("row {index} is missing")]
    Missing {
        /// The missing row's index.
        index: u64,
    },
    /// A row contains a match with rules that this server does not know.
    #[error("row {index} has rules {rules}, which this server does not support")]
    UnknownRules {
        /// The row's index.
        index: u64,
        /// The version of the rules.
        rules: u32,
    },
    /// An entry cannot be applied.
    #[error("row {index}: {error}")]
    CannotApply {
        /// The row's index.
        index: u64,
        /// The error.
        error: CannotApply,
    },
}

impl Room {
    /// Creates a room.
    pub fn create(
        context: Arc<Context>,
        new: NewRoom,
        now: Now,
        random: &mut dyn Random,
    ) -> (Self, Vec<Effect>) {
        let NewRoom {
            id,
            settings,
            password,
            owner,
            key,
            sit,
            quick,
            asked,
        } = new;
        let person = owner.clone();
        let entry = Entry::Created {
            settings,
            password,
            owner,
            key,
            quick,
        };
        let moment = Moment {
            room: id,
            at_ms: 0,
            wall: now.wall,
            replaying: false,
        };
        let (state, applied) =
            State::create(&entry, moment).expect("a room begins with being made");
        let mut room = Self::around(id, context, state, RoomClock::starting_at(0, now), 0);
        room.work.now = Some(now);
        room.work.entries.push(entry);
        room.take(applied);
        let seat = room.drawn_seat(random).unwrap_or(Seat::new(0));
        if sit {
            room.write(Entry::Sat {
                seat,
                occupant: person.clone().into(),
            });
        }
        room.prepare_next(random);
        if sit && quick {
            room.write(Entry::Ready {
                seat,
                commitment: None,
            });
        }
        if let Some((conn, re)) = asked {
            room.people.attach(conn, person);
            room.reply_room(conn, re);
            room.flush_except(Some(conn));
            room.show_all(conn);
            room.show_presence(conn);
            room.schedule_presence();
        }
        let effects = room.finish();
        (room, effects)
    }

    /// Restores a room from its log, from its floor or else from its first row. Its time continues now.
    #[expect(clippy::needless_pass_by_value, reason = "nothing else is made of it")]
    pub fn replay(
        id: RoomId,
        context: Arc<Context>,
        log: RoomLog,
        now: Now,
    ) -> Result<Self, ReplayError> {
        let mut replay = Replay {
            id,
            context,
            now,
            room: None,
            next: 0,
            skipped: 0,
            last_unix_ms: None,
        };
        if let Some(floor) = &log.floor {
            replay.start_from(ParsedFloor::read(floor)?);
        }
        for (index, body) in &log.rows {
            replay.row(*index, body)?;
        }
        let ago_ms = replay.last_unix_ms.map_or(u64::MAX, |unix_ms| {
            u64::try_from(now.wall.unix_ms().saturating_sub(unix_ms)).unwrap_or(0)
        });
        let mut room = replay.room.ok_or(ReplayError::Empty)?;
        room.told = room.journal.last();
        room.chat_state.is_restored = true;
        room.resumed_ms = room.clock.ms();
        room.not_before_ms = Some(room.clock.ms() + room.context.times.grace_ms);
        room.update_missing();
        room.note_pause(Some(now));
        room.run_or_stop_clock();
        room.presume_told(ago_ms);
        Ok(room)
    }

    /// A room without people in it; `seq` is the number of its last event.
    fn around(id: RoomId, context: Arc<Context>, state: State, clock: RoomClock, seq: u64) -> Self {
        let journal = Journal::after_seq(seq, &context.limits);
        Self {
            id,
            context,
            clock,
            state: Logged::new(state),
            journal,
            told: 0,
            notice_by_ms: None,
            people: People::default(),
            cut_off: CutOff::default(),
            pausing: Pausing::default(),
            outbox: Outbox::default(),
            next_index: 0,
            marks: Marks::default(),
            storage_available: true,
            stopping: false,
            no_matches: NoMatches::default(),
            chat_state: ChatState::default(),
            budget: Budget::default(),
            hints: Hints::default(),
            thoughts: Thoughts::default(),
            presence_told: Presence::default(),
            presence_by_ms: None,
            wanted_reported: Reported::default(),
            not_before_ms: None,
            resumed_ms: 0,
            recording: Recording::No,
            work: Work::default(),
        }
    }
}

/// A room while its log is replayed.
struct Replay {
    id: RoomId,
    context: Arc<Context>,
    now: Now,
    room: Option<Room>,
    /// The index of the next row.
    next: u64,
    /// How many entries of that row are already included in the floor.
    skipped: usize,
    /// When the last row was written.
    last_unix_ms: Option<i64>,
}

impl Replay {
    fn start_from(&mut self, grounds: ParsedFloor) {
        let ParsedFloor {
            state,
            at_ms,
            seq,
            mark,
        } = grounds;
        let clock = RoomClock::starting_at(at_ms, self.now);
        let mut room = Room::around(self.id, Arc::clone(&self.context), state, clock, seq);
        (self.next, self.skipped) = (mark.row(), mark.entry());
        room.next_index = self.next;
        room.marks = Marks::from_floor(mark);
        self.room = Some(room);
    }

    fn row(&mut self, index: u64, body: &str) -> Result<(), ReplayError> {
        if index != self.next {
            return Err(ReplayError::Missing { index: self.next });
        }
        let row = Row::read(body).map_err(|error| ReplayError::Unreadable { index, error })?;
        let skipped = std::mem::take(&mut self.skipped);
        for (place, entry) in row.entries.iter().enumerate().skip(skipped) {
            if let Entry::Started { rules, .. } = entry
                && *rules != giog_rules::RULES_VERSION
            {
                return Err(ReplayError::UnknownRules {
                    index,
                    rules: *rules,
                });
            }
            let applied = self.entry(&row, place, entry);
            applied.map_err(|error| ReplayError::CannotApply { index, error })?;
        }
        self.next = index + 1;
        self.last_unix_ms = Some(row.unix_ms);
        if let Some(room) = &mut self.room {
            room.next_index = self.next;
            room.mark_after(index);
        }
        Ok(())
    }

    fn entry(&mut self, row: &Row, place: usize, entry: &Entry) -> Result<(), CannotApply> {
        let moment = Moment {
            room: self.id,
            at_ms: row.at_ms,
            wall: giog_rules::Timestamp::from_unix_ms(row.unix_ms),
            replaying: true,
        };
        let clock = RoomClock::starting_at(row.at_ms, self.now);
        let Some(room) = &mut self.room else {
            let (state, applied) = State::create(entry, moment)?;
            let mut room = Room::around(self.id, Arc::clone(&self.context), state, clock, 0);
            // The history already has the facts.
            let _ = room.keep(applied);
            self.room = Some(room);
            return Ok(());
        };
        room.clock = clock;
        room.mark_before(entry, self.next, place);
        let applied = room.state.apply(entry, moment, &room.context)?;
        let _ = room.keep(applied);
        Ok(())
    }
}
