//! People in a match who cannot come, or of whom nobody knows whether they are there, since nodes cannot reach each other. As while the
//! storage is away, the room's time stands still for them, within bounds.
//!
//! Which decisions are open has no part in it, as that may be hidden.

use std::collections::BTreeMap;

use giog_rules::PlayerId;

use super::Room;
use crate::conn::ConnId;

/// For how long time stands still at most, in milliseconds: longer than operators take to mend a bus, and not so long that the others
/// have gone.
const CUT_OFF_MS: u64 = 10 * 60_000;

/// Who was cut off and is not back, and whether all nodes that live can be reached. All moments are on the server's clock.
#[derive(Debug)]
pub(super) struct CutOff {
    /// Whose last connection was on a node that could not be reached any more, and since when.
    people: BTreeMap<PlayerId, u64>,
    network: Network,
}

#[derive(Clone, Copy, Debug)]
enum Network {
    /// All nodes can be reached, since then.
    Whole(u64),
    /// Some cannot, since then.
    Broken(u64),
}

impl Default for CutOff {
    fn default() -> Self {
        Self {
            people: BTreeMap::new(),
            network: Network::Whole(0),
        }
    }
}

impl CutOff {
    const fn set_network(&mut self, is_available: bool, now_ms: u64) {
        self.network = match (self.network, is_available) {
            (Network::Broken(_), true) => Network::Whole(now_ms),
            (Network::Whole(_), false) => Network::Broken(now_ms),
            (same, _) => same,
        };
    }

    /// Whether there is nothing to wait for.
    fn is_nothing(&self) -> bool {
        self.people.is_empty() && matches!(self.network, Network::Whole(_))
    }

    /// Until when somebody who is not here is waited for, if they are: who was cut off has time to come back when that is over, and who
    /// was gone anyway goes on being gone.
    fn until_ms(&self, player: PlayerId, grace_ms: u64) -> Option<u64> {
        let cut_off_ms = self.people.get(&player).copied();
        match self.network {
            Network::Broken(since_ms) => Some(cut_off_ms.unwrap_or(since_ms) + CUT_OFF_MS),
            Network::Whole(since_ms) => {
                let cut_off_ms = cut_off_ms?;
                let back_ms = since_ms.max(cut_off_ms) + grace_ms;
                Some(back_ms.min(cut_off_ms + CUT_OFF_MS))
            }
        }
    }
}

impl Room {
    /// A connection is gone since its node cannot be reached.
    pub(super) fn cut_off(&mut self, conn: ConnId) {
        let player = self.person_of(conn);
        self.detach(conn);
        if let Some(player) = player {
            let now_ms = self.clock.mono_ms();
            self.cut_off.people.entry(player).or_insert(now_ms);
        }
    }

    /// Some node cannot be reached any more, or all can be again.
    pub(super) const fn set_network(&mut self, is_available: bool) {
        let now_ms = self.clock.mono_ms();
        self.cut_off.set_network(is_available, now_ms);
    }

    /// Forgets who is connected again, and starts or stops the room's clock accordingly.
    pub(super) fn update_cut_off(&mut self) {
        if !self.cut_off.people.is_empty() {
            let absent = self.absent();
            self.cut_off
                .people
                .retain(|player, _| absent.contains(player));
        }
        self.run_or_stop_clock();
    }

    /// Until when, on the server's clock, time stands still for those who are cut off, if it does.
    pub(super) fn waits_for_cut_off_until_ms(&self) -> Option<u64> {
        if self.cut_off.is_nothing() {
            return None;
        }
        let grace_ms = self.context.times.grace_ms;
        let absent = self.absent().into_iter();
        let waited_for = absent.filter_map(|player| self.cut_off.until_ms(player, grace_ms));
        waited_for
            .max()
            .filter(|&until_ms| self.clock.mono_ms() < until_ms)
    }

    /// Who is still in the match with a seat that nobody else plays, and is not here.
    fn absent(&self) -> Vec<PlayerId> {
        let Some(playing) = self.state.playing() else {
            return Vec::new();
        };
        let own = playing.seats.iter().filter(|&(seat, player)| {
            player.away.is_none() && !player.has_left && playing.game.is_in(seat)
        });
        let people = own.filter_map(|(seat, _)| playing.seat_players.person(seat));
        people
            .filter(|&player| !self.people.is_connected(player))
            .collect()
    }
}
