//! Quick play: which table somebody who wants to play with anybody is led to, and who may sit there.

use std::cmp::Reverse;
use std::collections::HashSet;

use giog_protocol::{ErrorCode, Phase, Problem, RoomId};
use giog_rules::{PlayerId, Variant};

use super::table_people::Fit;
use super::{Lobby, Room};
use crate::origin::Origin;

/// A table of quick play.
#[derive(Clone, Debug)]
pub struct QuickTable<H> {
    /// The room.
    pub id: RoomId,
    /// How it is reached.
    pub handle: H,
    /// Whether they have been led there before, or sit there.
    pub own: bool,
}

impl<H: Clone> Lobby<H> {
    /// Where somebody who wants to play this game with anybody may find a seat: where the same key led before, or where
    /// they sit, else at the table at which the most people wait; one that is just being made counts. They are on their way
    /// there until [`Self::arrived`] is said. Tables that were tried are passed over, and so are those where they would be
    /// one of two from a household among strangers who wait for better, or alone among a household.
    pub fn quick_table(
        &mut self,
        (player, origin): (PlayerId, Origin),
        key: &str,
        variant: Variant,
        tried: &HashSet<RoomId>,
        now_ms: u64,
    ) -> Option<QuickTable<H>> {
        let before = self.quick.get(&player);
        let before = before.and_then(|(known, room)| (known == key).then_some(*room));
        let tables = self.tables.get(&variant).into_iter().flatten();
        let tables = tables
            .filter(|id| !tried.contains(id))
            .filter_map(|&id| Some((id, self.rooms.get(&id)?)));
        let ranked = tables.filter_map(|(id, room)| {
            let summary = room.summary.as_ref();
            let seated = room.seated();
            let sits = seated.contains(&player);
            let own = before == Some(id) || (sits && !self.leavers.has_left(player, id));
            let expected = room.table_people.expected(&seated);
            let fit = self.fit(room, player, &origin, now_ms);
            let open = expected < room.seats
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

    /// Notes that somebody who was on their way to a table of quick play is there, or is not coming.
    pub fn arrived(&mut self, player: PlayerId, room: RoomId) {
        if let Some(room) = self.rooms.get_mut(&room) {
            room.table_people.arrived(player);
        }
    }

    fn fit(&self, room: &Room<H>, player: PlayerId, origin: &Origin, now_ms: u64) -> Fit {
        let table = (room.seats, &*room.seated());
        let times = (now_ms, self.limits.strangers_ms);
        room.table_people.fit(player, origin, table, times)
    }

    /// Notes where somebody's quick play led; where it led before is forgotten, at that table too.
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

    /// Notes that somebody left a public match, or came back to it.
    pub fn note_leaver(&mut self, player: PlayerId, room: RoomId, left: bool, now_ms: u64) {
        self.leavers.note(&self.limits, player, room, left, now_ms);
    }

    /// Whether somebody who comes from there may take a seat in a room. At a table of quick play leavers wait, and so does
    /// the second one of a household as long as strangers there wait for better.
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

    /// Notes where whoever made a table of quick play comes from.
    pub fn note_host(&mut self, (player, origin): (PlayerId, Origin), room: RoomId, now_ms: u64) {
        if let Some(table) = self.rooms.get_mut(&room) {
            table.table_people.sits(player, origin, now_ms);
        }
    }

    /// How long quick play is still closed to somebody.
    pub fn leaver_waits_ms(&self, player: PlayerId, now_ms: u64) -> Option<u64> {
        self.leavers.waits_ms(&self.limits, player, now_ms)
    }
}
