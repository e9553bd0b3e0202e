//! How a room comes about: made by somebody, or from its log.

use std::sync::Arc;

use giog_protocol::server::Presence;
use giog_protocol::{Person, RoomId, Settings};
use giog_rules::fairness::Digest;

use super::apply::{CannotApply, Moment};
use super::chat::Talk;
use super::entry::{Entry, Row};
use super::journal::Journal;
use super::outbox::Outbox;
use super::people::People;
use super::state::State;
use super::{Effect, Room, Work};
use crate::conn::ConnId;
use crate::context::{Context, Random};
use crate::time::{Now, RoomClock};

/// What a room is made from.
#[derive(Debug)]
pub struct NewRoom {
    /// Its id.
    pub id: RoomId,
    /// What is played in it.
    pub settings: Settings,
    /// The hash of its password.
    pub password: Option<Digest>,
    /// Who makes it.
    pub owner: Person,
    /// The key under which they ask for it.
    pub key: String,
    /// Whether they take a seat at once.
    pub sit: bool,
    /// Whether it is a table of quick play; they are ready at once then.
    pub quick: bool,
    /// On which connection they ask, with the request's id; it joins the room.
    pub asked: Option<(ConnId, u64)>,
}

/// A log that makes no room.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    /// There is no row.
    #[error("the log is empty")]
    Empty,
    /// A row is no row.
    #[error("row {index} cannot be read: {error}")]
    Unreadable {
        /// Which one.
        index: u64,
        /// Why.
        error: serde_json::Error,
    },
    /// A row has another index than the one after the row before it.
    #[error("row {index} is missing")]
    Missing {
        /// Which one.
        index: u64,
    },
    /// The match in it was begun by rules that this server does not know.
    #[error("row {index} is about rules {rules}, which this server does not know")]
    UnknownRules {
        /// Which row.
        index: u64,
        /// Which rules.
        rules: u32,
    },
    /// An entry does not fit.
    #[error("row {index}: {error}")]
    CannotApply {
        /// Which row.
        index: u64,
        /// Why.
        error: CannotApply,
    },
}

impl Room {
    /// Makes a room.
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
        let mut room = Self::around(id, context, state, RoomClock::starting_at(0, now));
        room.work.now = Some(now);
        room.work.entries.push(entry);
        room.take(applied);
        if sit {
            room.write(Entry::Sat {
                seat: giog_rules::Seat::new(0),
                occupant: person.clone().into(),
            });
        }
        room.prepare_next(random);
        if sit && quick {
            room.write(Entry::Ready {
                seat: giog_rules::Seat::new(0),
                commitment: None,
            });
        }
        if let Some((conn, re)) = asked {
            room.people.attach(conn, person.player);
            room.reply_room(conn, re);
            room.flush_except(Some(conn));
            room.show_all(conn);
            room.show_presence(conn);
            room.mind_presence();
        }
        let effects = room.finish();
        (room, effects)
    }

    /// The room that a log tells of, going on now. Rows are JSON texts in the order of their index, from 0.
    #[expect(clippy::needless_pass_by_value, reason = "the room keeps it")]
    pub fn replay(
        id: RoomId,
        context: Arc<Context>,
        rows: impl IntoIterator<Item = (u64, String)>,
        now: Now,
    ) -> Result<Self, ReplayError> {
        let mut room: Option<Self> = None;
        for (expected, (index, body)) in (0..).zip(rows) {
            if index != expected {
                return Err(ReplayError::Missing { index: expected });
            }
            let row: Row = serde_json::from_str(&body)
                .map_err(|error| ReplayError::Unreadable { index, error })?;
            let wall = giog_rules::Timestamp::from_unix_ms(row.unix_ms);
            let moment = Moment {
                room: id,
                at_ms: row.at_ms,
                wall,
                replaying: true,
            };
            for entry in &row.entries {
                if let Entry::Started { rules, .. } = entry
                    && *rules != giog_rules::RULES_VERSION
                {
                    return Err(ReplayError::UnknownRules {
                        index,
                        rules: *rules,
                    });
                }
                let cannot = |error| ReplayError::CannotApply { index, error };
                let applied = if let Some(room) = &mut room {
                    room.state
                        .apply(entry, moment, &room.context)
                        .map_err(cannot)?
                } else {
                    let (state, applied) = State::create(entry, moment).map_err(cannot)?;
                    room = Some(Self::around(
                        id,
                        Arc::clone(&context),
                        state,
                        RoomClock::starting_at(0, now),
                    ));
                    applied
                };
                if let Some(room) = &mut room {
                    room.keep(applied.happenings);
                    room.clock = RoomClock::starting_at(row.at_ms, now);
                    room.next_index = index + 1;
                }
            }
        }
        let mut room = room.ok_or(ReplayError::Empty)?;
        room.told = room.journal.last();
        room.resumed_ms = Some(room.clock.ms());
        room.mind_the_missing();
        Ok(room)
    }

    fn around(id: RoomId, context: Arc<Context>, state: State, clock: RoomClock) -> Self {
        let journal = Journal::new(context.limits.events_kept);
        Self {
            id,
            context,
            clock,
            state,
            journal,
            told: 0,
            notice_by_ms: None,
            started_at_seq: 0,
            people: People::default(),
            outbox: Outbox::new(),
            next_index: 0,
            storage_available: true,
            stopping: false,
            draining: false,
            talk: Talk::default(),
            presence_told: Presence::default(),
            presence_by_ms: None,
            resumed_ms: None,
            work: Work::default(),
        }
    }
}
