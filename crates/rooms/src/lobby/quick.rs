//! Quick play: which table a person is led to, and who may sit there.

use std::cmp::Reverse;
use std::collections::HashSet;

use giog_protocol::{Bots, ErrorCode, Person, Phase, Problem, RoomId};
use giog_rules::{PlayerId, Variant};

use super::table_people::Fit;
use super::{Lobby, Room};
use crate::origin::Origin;

/// A quick-play table.
#[derive(Clone, Debug)]
pub struct QuickTable<H> {
    /// The room.
    pub id: RoomId,
    /// The handle of the room.
    pub handle: H,
    /// Whether this person sits there, or was led there before under the same key.
    pub own: bool,
}

/// What somebody who asks for quick play has to do with declared bots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuickBots {
    /// A person who does not want to meet them.
    Refused,
    /// A person who agrees to meet them.
    Agreed,
    /// A declared bot.
    IsOne,
}

impl QuickBots {
    /// Of this person, who agrees to meet declared bots or does not.
    pub const fn of(person: &Person, agrees: bool) -> Self {
        match (&person.declared_bot, agrees) {
            (Some(_), _) => Self::IsOne,
            (None, true) => Self::Agreed,
            (None, false) => Self::Refused,
        }
    }

    /// Which bots may sit at a table that is created for them.
    pub const fn at_new_table(self) -> Bots {
        match self {
            Self::Refused => Bots::House,
            Self::Agreed | Self::IsOne => Bots::Any,
        }
    }

    /// Whether they may be led to a table at which these bots may sit.
    pub(super) fn fits(self, bots: Bots) -> bool {
        self == Self::Agreed || self.at_new_table() == bots
    }
}

/// What somebody wants to play.
#[derive(Clone, Copy, Debug)]
pub struct QuickGame {
    /// The game.
    pub variant: Variant,
    /// With which bots. At rated tables there are none.
    pub bots: QuickBots,
    /// Whether at a rated table.
    pub rated: bool,
}

/// From how many people on who wait for the same game at rated tables, nobody meets somebody of their latest matches again.
const MANY_WAIT: usize = 12;

impl<H: Clone> Lobby<H> {
    /// The table for a person who wants to play this game: the one to which the same key led before, or where they sit and did not leave
    /// a match; otherwise the one with the most people, including tables that are being created. The person counts as arriving there
    /// until [`Self::arrived`] is called. Not considered are the tables in `tried`, those where the person would be the second of a
    /// household among strangers who still wait for other strangers, those where one household would be most of the table, and those whose
    /// people have not agreed to meet declared bots, or have where this person does not. At a rated table nobody is the second of a household,
    /// and while many wait, nobody meets those whom they `met` in their latest rated matches.
    pub fn quick_table(
        &mut self,
        (player, origin): (PlayerId, Origin),
        key: &str,
        (game, met): (QuickGame, &[PlayerId]),
        tried: &HashSet<RoomId>,
        now_ms: u64,
    ) -> Option<QuickTable<H>> {
        let before = self.quick.get(&player);
        let before = before.and_then(|(known, room)| (known == key).then_some(*room));
        let tables = self.tables.get(&game.variant).into_iter().flatten();
        let tables = tables
            .filter(|id| !tried.contains(id))
            .filter_map(|&id| Some((id, self.rooms.get(&id)?)))
            .filter(|(_, room)| room.rated == game.rated);
        let many_wait = game.rated && self.waiting_for(game.variant) >= MANY_WAIT;
        let ranked = tables.filter_map(|(id, room)| {
            let summary = room.summary.as_ref();
            let seated = room.seated();
            let sits = seated.contains(&player);
            let own = before == Some(id) || (sits && !self.leavers.has_left(player, id));
            let expected = room.table_people.expected(&seated);
            let fit = self.fit(room, player, &origin, now_ms);
            let open = expected < room.seats
                && (game.rated || game.bots.fits(room.bots))
                && !(many_wait && room.table_people.has_any(&seated, met))
                && summary.is_none_or(|summary| summary.phase == Phase::Gathering)
                && !matches!(fit, Fit::Never(_));
            let rank = (before == Some(id), own, fit, expected, Reverse(room.number));
            (own || open).then_some((rank, id, own))
        });
        let (_, id, own) = ranked.max()?;
        let room = self.rooms.get_mut(&id)?;
        room.table_people.leads(player, origin, now_ms);
        let handle = room.handle.clone();
        Some(QuickTable { id, handle, own })
    }

    /// Notes that a person who was led to a quick-play table has arrived, or will not come.
    pub fn arrived(&mut self, player: PlayerId, room: RoomId) {
        if let Some(room) = self.rooms.get_mut(&room) {
            room.table_people.arrived(player);
        }
    }

    fn fit(&self, room: &Room<H>, player: PlayerId, origin: &Origin, now_ms: u64) -> Fit {
        let seated = room.seated();
        let times = (now_ms, self.limits.strangers_ms);
        let fit = room
            .table_people
            .fit(player, origin, (room.seats, &seated), times);
        let is_known = |other: &PlayerId| *other == player || room.table_people.knows(*other);
        match fit {
            // People of one household, or who may be, never sit together at a rated table.
            Fit::Mixed if room.rated => Fit::Never(None),
            _ if room.rated && !seated.iter().all(is_known) => Fit::Never(None),
            fit => fit,
        }
    }

    /// How many people wait for a rated match of this game.
    fn waiting_for(&self, variant: Variant) -> usize {
        let tables = self.tables.get(&variant).into_iter().flatten();
        let tables = tables.filter_map(|id| self.rooms.get(id));
        let waiting = tables.filter(|room| {
            let summary = room.summary.as_ref();
            room.rated && summary.is_none_or(|summary| summary.phase == Phase::Gathering)
        });
        let people = waiting.map(|room| room.table_people.expected(&room.seated()));
        people.sum()
    }

    /// Notes the table to which a person's quick play led; the previous one is forgotten.
    pub fn note_quick(&mut self, player: PlayerId, key: &str, room: RoomId) {
        if self.quick.len() >= self.limits.quick_keys {
            let (rooms, seated) = (&mut self.rooms, &self.seated);
            self.quick.retain(|player, (_, led_to)| {
                let sits = seated.get(player).is_some_and(|in_| in_.contains(led_to));
                if !sits && let Some(table) = rooms.get_mut(led_to) {
                    table.led.remove(player);
                }
                sits
            });
        }
        let Some(table) = self.rooms.get_mut(&room) else {
            return;
        };
        table.led.insert(player);
        let before = self.quick.insert(player, (key.to_owned(), room));
        if let Some((_, before)) = before.filter(|&(_, before)| before != room)
            && let Some(table) = self.rooms.get_mut(&before)
        {
            table.led.remove(&player);
        }
    }

    /// Notes that a person left a public match, or came back to it.
    pub fn note_leaver(&mut self, player: PlayerId, room: RoomId, left: bool, now_ms: u64) {
        self.leavers.note(&self.limits, player, room, left, now_ms);
    }

    /// Whether a person may take a seat in a room. At a quick-play table, people who left matches too often must wait, and so must the
    /// second person of a household while strangers there wait for other strangers.
    pub fn may_sit(
        &mut self,
        (player, origin): (PlayerId, Origin),
        room: RoomId,
        now_ms: u64,
    ) -> Result<(), Problem> {
        let Some(table) = self.rooms.get(&room).filter(|room| room.quick.is_some()) else {
            return Ok(());
        };
        if table.seated().contains(&player) {
            return Ok(());
        }
        if let Some(waits_ms) = self.leaver_waits_ms(player, now_ms) {
            return Err(Problem::wait(ErrorCode::Leaver, waits_ms));
        }
        if let Fit::Never(Some(waits_ms)) = self.fit(table, player, &origin, now_ms) {
            return Err(Problem::wait(ErrorCode::TooEarly, waits_ms));
        }
        if let Some(table) = self.rooms.get_mut(&room) {
            let seated = table.seated();
            table.table_people.may_sit(player, origin, &seated, now_ms);
        }
        Ok(())
    }

    /// Notes the network origin of the creator of a quick-play table.
    pub fn note_host(&mut self, (player, origin): (PlayerId, Origin), room: RoomId, now_ms: u64) {
        if let Some(table) = self.rooms.get_mut(&room) {
            table.table_people.sits(player, origin, now_ms);
        }
    }

    /// How long quick play is still closed to a person, in milliseconds; none if it is open.
    pub fn leaver_waits_ms(&self, player: PlayerId, now_ms: u64) -> Option<u64> {
        self.leavers.waits_ms(&self.limits, player, now_ms)
    }
}
