//! People in a match whose connection was lost, or may have been, because nodes cannot reach each other. As during an outage of the
//! storage, the room's clock stands still for them, for a limited time.
//!
//! Which decisions are open plays no part, because that may be secret.

use std::collections::BTreeMap;

use giog_rules::PlayerId;

use super::Room;
use crate::conn::ConnId;

/// How long the clock stands still at most, in milliseconds: longer than operators need to repair a message bus, and short enough that
/// the other players are still there.
const CUT_OFF_MS: u64 = 10 * 60_000;

/// The people who were cut off and are not back, and whether all live nodes can be reached. All times are on the server's clock.
#[derive(Debug)]
pub(super) struct CutOff {
    /// People whose last connection was on a node that cannot be reached, with the time since then.
    people: BTreeMap<PlayerId, u64>,
    network: Network,
}

#[derive(Clone, Copy, Debug)]
enum Network {
    /// All nodes can be reached, since this time.
    Whole(u64),
    /// Some nodes cannot be reached, since this time.
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

    /// Whether nobody is cut off and all nodes can be reached.
    fn is_nothing(&self) -> bool {
        self.people.is_empty() && matches!(self.network, Network::Whole(_))
    }

    /// Until when the room waits for this person, who is not connected; none if it does not. While nodes are unreachable, that is
    /// anybody. After that, people who were cut off get the grace time to come back; people who were disconnected for another reason are
    /// not waited for.
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
    /// A connection was lost because its node cannot be reached.
    pub(super) fn cut_off(&mut self, conn: ConnId) {
        let player = self.person_of(conn);
        self.detach(conn);
        if let Some(player) = player {
            let now_ms = self.clock.mono_ms();
            self.cut_off.people.entry(player).or_insert(now_ms);
        }
    }

    /// Notes whether all nodes can be reached.
    pub(super) const fn set_network(&mut self, is_available: bool) {
        let now_ms = self.clock.mono_ms();
        self.cut_off.set_network(is_available, now_ms);
    }

    /// Drops people who are connected again or no longer concerned, and starts or stops the room's clock accordingly.
    pub(super) fn update_cut_off(&mut self) {
        if !self.cut_off.people.is_empty() {
            let absent = self.absent();
            self.cut_off
                .people
                .retain(|player, _| absent.contains(player));
        }
        self.run_or_stop_clock();
    }

    /// Until when, on the server's clock, the room's clock stands still for people who are cut off; none if it runs.
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

    /// The people who are not connected and whose seat is still in the match and played by no stand-in.
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
