//! Reminding people that the others wait for them. Nothing of this is logged, and nobody is notified of it outside the page.

use giog_protocol::client::Nudge;
use giog_protocol::server::{Nudged, RoomNotice};
use giog_protocol::{ErrorCode, Person, Problem};

use super::Room;
use crate::rate::Rate;

/// How often one person may nudge others: once a minute. Who does not come within a minute is not called back by more of it.
const NUDGES: Rate = Rate {
    at_once: 1,
    every_ms: 60_000,
};

impl Room {
    /// Tells the person of a seat that somebody at the table waits until they are ready. A nudge from somebody whom they have muted is
    /// answered and charged like any other, but not sent.
    pub(super) fn nudge(&mut self, person: &Person, nudge: &Nudge) -> Result<(), Problem> {
        let own = self.state.seat_of(person.player);
        let own = own.ok_or(ErrorCode::NotSeated)?;
        let seat = self.seat(nudge.seat)?;
        self.must_be_gathering()?;
        let place = &self.state.seats[seat];
        let nudged = place.person().filter(|&nudged| nudged != person.player);
        let nudged = nudged.ok_or_else(|| {
            let text = "nobody else who could get ready has this seat";
            Problem::new(ErrorCode::NoSuchPerson, text)
        })?;
        if place.ready {
            return Ok(());
        }
        let now_ms = self.clock.mono_ms();
        let usage = self.chatter(person.player).nudges;
        let usage = usage
            .once_more(NUDGES, now_ms)
            .map_err(|wait_ms| Problem::wait(ErrorCode::RateLimited, wait_ms))?;
        self.chatter(person.player).nudges = usage;
        if !self.has_muted(nudged, person.player) {
            let to = self.people.iter().filter(|&(_, other)| other == nudged);
            let to = to.map(|(conn, _)| conn).collect();
            let from = person.clone();
            self.send_notice(to, RoomNotice::Nudge(Nudged { from, seat: own }));
        }
        Ok(())
    }
}
