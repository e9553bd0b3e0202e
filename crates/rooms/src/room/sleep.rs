//! A table at which people have played sleeps when all have left it: it is closed, and its link opens it again.
//!
//! What it will be then is the floor of its last row ([`State::asleep`]): settings, people who are banned, results. Nobody has a seat in it,
//! and nothing of a match is in it. The rest is known to the database ([`giog_store::SleepingRoom`]).

use std::collections::BTreeMap;
use std::sync::Arc;

use giog_protocol::server::{CloseReason, RoomEvent};
use giog_protocol::{Access, ErrorCode, RoomId};
use giog_rules::{BySeat, PlayerId, Timestamp};
use giog_store::{Fact, RoomLog, SleepingRoom};

use super::entry::Entry;
use super::state::{RoomStage, State};
use super::{Effect, ReplayError, Room};
use crate::context::{Context, Random};
use crate::time::Now;

/// Who opens a sleeping room.
#[derive(Debug)]
pub struct Waking {
    /// Who opens it.
    pub by: PlayerId,
    /// Who owned it.
    pub owner: Option<PlayerId>,
    /// The key under which it counts among their rooms.
    pub key: String,
    /// People whose data was deleted and whose names may still be in its log.
    pub forgotten: Vec<PlayerId>,
}

impl Room {
    /// Closes the room, which everybody has left. It sleeps if people have played here, and not everybody can find it.
    pub(super) fn close_empty(&mut self) {
        let sleeping = self.may_sleep().then(|| {
            let slept = SleepingRoom {
                room: self.id,
                creator: self.state.creator,
                owner: self.state.last_owner(),
                left_at: self.left_at(),
                most_of_creator: self.context.limits.sleeping_rooms_per_person,
                most: self.context.limits.sleeping_rooms,
            };
            (slept, self.state.asleep(self.clock.ms()))
        });
        self.write(Entry::Closed {
            reason: CloseReason::Empty,
        });
        if let Some((slept, asleep)) = sleeping {
            let (below, seq) = (self.next_index + 1, self.journal.last());
            self.marks.end_with(below, self.clock.ms(), seq, &asleep);
            self.work.facts.push(Fact::RoomSlept(slept));
        }
    }

    fn may_sleep(&self) -> bool {
        let state = &self.state;
        let was_played_at = state.visited && state.previous.is_some();
        (was_played_at || state.sleeps > 0)
            && state.settings.access != Access::Public
            && self.empty_ms() < self.context.times.sleeping_ms
    }

    /// When the last person left.
    fn left_at(&self) -> Timestamp {
        let since_ms = self.people.empty_since_ms.unwrap_or(self.clock.ms());
        let ago_ms = self.clock.ms().saturating_sub(since_ms);
        let ago_ms = i64::try_from(ago_ms).unwrap_or(i64::MAX);
        Timestamp::from_unix_ms(self.wall().unix_ms().saturating_sub(ago_ms))
    }

    /// Opens a sleeping room again, of whose log nothing but a floor is left.
    ///
    /// # Errors
    /// The floor is not valid.
    pub fn wake(
        (id, context): (RoomId, Arc<Context>),
        log: RoomLog,
        waking: Waking,
        now: Now,
        random: &mut dyn Random,
    ) -> Result<(Self, Vec<Effect>), ReplayError> {
        let mut room = Self::replay(id, context, log, now)?;
        room.work.now = Some(now);
        let Waking {
            by,
            owner,
            key,
            forgotten,
        } = waking;
        let owner = owner.filter(|owner| !forgotten.contains(owner));
        room.write(Entry::Woken { by, owner, key });
        for player in forgotten {
            // Before anybody is shown the room.
            if room.state.names(player) {
                room.write(Entry::Forgotten { player });
            }
        }
        room.prepare_next(random);
        let effects = room.finish();
        Ok((room, effects))
    }

    /// The person who owned the room before it slept owns it again.
    pub(super) fn return_ownership(&mut self, player: PlayerId) {
        if self.state.awaited_owner == Some(player) && self.cannot_write().is_none() {
            self.write(Entry::Owner {
                owner: Some(player),
            });
        }
    }

    /// Nobody waits for this person, whose data was deleted, to own the room again.
    pub(super) fn forget_owner(&mut self, player: PlayerId) -> Result<(), ErrorCode> {
        let state = &self.state;
        if state.owner.is_none() && state.last_owner() == Some(player) {
            if let Some(code) = self.cannot_write() {
                return Err(code);
            }
            self.write(Entry::Owner { owner: None });
        }
        Ok(())
    }
}

impl State {
    /// The owner, or the last one.
    fn last_owner(&self) -> Option<PlayerId> {
        self.owner.or(self.awaited_owner).or(self.former_owner)
    }

    /// What is left of the room while it sleeps. Each part is named: what is added to the state later does not sleep by mistake.
    fn asleep(&self, at_ms: u64) -> Self {
        Self {
            settings: self.settings.clone(),
            password: self.password,
            key: String::new(),
            creator: self.creator,
            visited: true,
            owner: None,
            former_owner: None,
            awaited_owner: None,
            sleeps: self.sleeps.saturating_add(1),
            quick: false,
            seats: BySeat::new(self.seats.len()),
            stage: RoomStage::Gathering,
            next: None,
            ready_by_ms: None,
            previous: None,
            last_of: BTreeMap::new(),
            began: BTreeMap::new(),
            series: self.series.clone(),
            evening: self.evening.clone(),
            banned: self.banned.clone(),
            silenced: self.silenced,
            gave_up: BTreeMap::new(),
            handovers: 0,
            gathering_since_ms: at_ms,
            created_at: self.created_at,
        }
    }

    /// Somebody opens the room again. It counts among their rooms now; it is theirs only if it was before. Bans of people whose data was
    /// deleted end: they do not come back.
    pub(super) fn wake(&mut self, by: PlayerId, owner: Option<PlayerId>, key: &str) -> RoomEvent {
        self.creator = by;
        key.clone_into(&mut self.key);
        self.banned.retain(|person| person.names(person.player));
        self.owner = owner.filter(|&owner| owner == by);
        self.awaited_owner = owner.filter(|&owner| owner != by);
        RoomEvent::Owner { owner: self.owner }
    }
}
