//! People who leave public matches repeatedly. This is only in memory.

use std::collections::HashMap;

use giog_protocol::RoomId;
use giog_rules::PlayerId;

use super::LobbyLimits;

/// The most people who are tracked. When it is reached, matches left longer ago than the wait ([`LobbyLimits::leaver_waits_ms`]) are
/// forgotten; if that is not enough, further people are not tracked.
const MAX_LEAVERS: usize = 10_000;

/// The rooms of the public matches that each person left, with the times in milliseconds, oldest first.
#[derive(Debug, Default)]
pub(super) struct Leavers(HashMap<PlayerId, Vec<(RoomId, u64)>>);

impl Leavers {
    /// Notes that somebody left the match in a room, or came back to it.
    pub fn note(
        &mut self,
        limits: &LobbyLimits,
        player: PlayerId,
        room: RoomId,
        left: bool,
        now_ms: u64,
    ) {
        self.forget(now_ms.saturating_sub(limits.leaves_within_ms));
        if !left {
            if let Some(leaves) = self.0.get_mut(&player)
                && let Some(last) = leaves.iter().rposition(|&(known, _)| known == room)
            {
                leaves.remove(last);
            }
            return;
        }
        if self.0.len() >= MAX_LEAVERS {
            self.forget(now_ms.saturating_sub(limits.leaver_waits_ms));
        }
        if self.0.len() < MAX_LEAVERS || self.0.contains_key(&player) {
            let leaves = self.0.entry(player).or_default();
            leaves.push((room, now_ms));
            if leaves.len() > limits.leaves {
                leaves.remove(0);
            }
        }
    }

    /// Whether a person left the match in a room and did not come back.
    pub fn has_left(&self, player: PlayerId, room: RoomId) -> bool {
        let leaves = self.0.get(&player);
        leaves.is_some_and(|leaves| leaves.iter().any(|&(known, _)| known == room))
    }

    /// How long quick play is still closed to a person, in milliseconds; none if it is open.
    pub fn waits_ms(&self, limits: &LobbyLimits, player: PlayerId, now_ms: u64) -> Option<u64> {
        let since_ms = now_ms.saturating_sub(limits.leaves_within_ms);
        let leaves = self.0.get(&player)?;
        let leaves = leaves.iter().filter(|&&(_, at_ms)| at_ms >= since_ms);
        let (count, last_ms) = leaves.fold((0, 0), |(count, _), &(_, at_ms)| (count + 1, at_ms));
        let until_ms = last_ms + limits.leaver_waits_ms;
        (count >= limits.leaves && until_ms > now_ms).then(|| until_ms - now_ms)
    }

    fn forget(&mut self, before_ms: u64) {
        self.0.retain(|_, leaves| {
            leaves.retain(|&(_, at_ms)| at_ms >= before_ms);
            !leaves.is_empty()
        });
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    const MINUTE: u64 = 60_000;

    fn room(n: u128) -> RoomId {
        RoomId(Uuid::from_u128(n))
    }

    fn check(left_at: &[u64], returned: bool, now_ms: u64, expected: Option<u64>) {
        let (limits, player) = (LobbyLimits::default(), PlayerId(Uuid::from_u128(1)));
        let mut leavers = Leavers::default();
        for (n, &at_ms) in (0..).zip(left_at) {
            leavers.note(&limits, player, room(n), true, at_ms);
        }
        if returned {
            leavers.note(&limits, player, room(0), false, now_ms);
        }
        let waits_ms = leavers.waits_ms(&limits, player, now_ms);
        assert_eq!(waits_ms, expected, "left at {left_at:?}, now {now_ms}");
    }

    #[test]
    fn two_matches_left_within_the_hour_cost_five_minutes() {
        check(&[], false, 0, None);
        check(&[0], false, 1, None);
        check(&[0, 10 * MINUTE], false, 10 * MINUTE, Some(5 * MINUTE));
        check(&[0, 10 * MINUTE], false, 15 * MINUTE - 1, Some(1));
        check(&[0, 10 * MINUTE], false, 15 * MINUTE, None);
        check(&[0, 61 * MINUTE], false, 61 * MINUTE, None);
        check(&[0, 1, 2 * MINUTE], false, 2 * MINUTE, Some(5 * MINUTE));
        check(&[0, 1], true, 2, None);
    }
}
