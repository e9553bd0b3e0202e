//! Messages about who is present in the room.

use giog_protocol::server::{Presence, RoomNotice};
use smallvec::smallvec;

use super::Room;
use crate::conn::ConnId;

impl Room {
    /// Schedules a message about who is present, if that has changed. Changes within `presence_ms` are sent together.
    pub(super) fn schedule_presence(&mut self) {
        let seats_changed = std::mem::take(&mut self.work.seats_changed);
        let wait_ms = self.context.times.presence_ms;
        // While the room's clock stands still, the timer would not fire, so the message is sent at once.
        let is_due = self.presence_by_ms.is_some() && self.stands_still();
        if !(self.people.take_changed() || seats_changed || is_due) {
            return;
        }
        if self.presence() == self.presence_told {
            self.presence_by_ms = None;
        } else if wait_ms == 0 || self.stands_still() {
            self.send_presence();
        } else {
            let by_ms = self.clock.ms() + wait_ms;
            self.presence_by_ms.get_or_insert(by_ms);
        }
    }

    /// Sends everybody in the room who is present.
    pub(super) fn send_presence(&mut self) {
        self.presence_by_ms = None;
        self.presence_told = self.presence();
        let to = self.people.all_conns();
        self.send_notice(to, RoomNotice::Presence(self.presence_told.clone()));
    }

    /// Sends one connection who is present.
    pub(super) fn show_presence(&mut self, conn: ConnId) {
        let presence = self.presence();
        if self.people.all_conns()[..] == [conn] {
            // It is the only connection, so everybody has now been told.
            self.presence_told = presence.clone();
        }
        self.send_notice(smallvec![conn], RoomNotice::Presence(presence));
    }

    fn presence(&self) -> Presence {
        let here = self.people.players();
        let connected = self.state.seats.iter().filter_map(|(seat, place)| {
            place.person().filter(|player| here.contains(player))?;
            Some(seat)
        });
        let connected: Vec<_> = connected.collect();
        let spectators = u32::try_from(here.len() - connected.len()).unwrap_or(u32::MAX);
        Presence {
            connected,
            spectators,
        }
    }
}
