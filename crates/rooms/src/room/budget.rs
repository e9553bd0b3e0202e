//! How much people may write into a room's log beside what they play, which the game itself bounds.
//!
//! Nothing of it is logged: after a restart everybody is rested.

use std::collections::BTreeMap;

use giog_protocol::{ErrorCode, Problem};
use giog_rules::PlayerId;

use super::Room;

/// Rows that somebody may cause at once after a pause: more than arranging a table and filling it with bots takes.
const ROWS_AT_ONCE: u64 = 60;
/// After how long they may cause another one: as fast as people change their minds.
const ROW_EVERY_MS: u64 = 1_000;
/// Rows that people without a seat, the owner aside, may cause together: a crowd that takes seats in turn.
const STRANGERS_ROWS_AT_ONCE: u64 = 120;
/// After how long one of them may cause another one.
const STRANGERS_ROW_EVERY_MS: u64 = 250;
/// People of whom it is remembered what they wrote; with more, those who are rested are forgotten.
const PEOPLE_KEPT: usize = 128;

/// What people in a room may still write.
#[derive(Debug, Default)]
pub(super) struct Budget {
    people: BTreeMap<PlayerId, Measure>,
    strangers: Measure,
}

/// So many at once, and one more every so often.
#[derive(Debug, Default)]
struct Measure {
    /// When the full measure is there again.
    rested_ms: u64,
}

impl Measure {
    /// Takes one, or says how long the next one takes to be there.
    fn spend(&mut self, now_ms: u64, at_once: u64, every_ms: u64) -> Result<(), u64> {
        let rested_ms = self.rested_ms.max(now_ms) + every_ms;
        let over_ms = rested_ms.saturating_sub(now_ms + at_once * every_ms);
        if over_ms > 0 {
            return Err(over_ms);
        }
        self.rested_ms = rested_ms;
        Ok(())
    }
}

impl Budget {
    fn spend(&mut self, player: PlayerId, is_stranger: bool, now_ms: u64) -> Result<(), u64> {
        if self.people.len() >= PEOPLE_KEPT {
            self.people.retain(|_, measure| measure.rested_ms > now_ms);
        }
        let own = self.people.entry(player).or_default();
        own.spend(now_ms, ROWS_AT_ONCE, ROW_EVERY_MS)?;
        if is_stranger {
            let (at_once, every_ms) = (STRANGERS_ROWS_AT_ONCE, STRANGERS_ROW_EVERY_MS);
            self.strangers.spend(now_ms, at_once, every_ms)?;
        }
        Ok(())
    }
}

impl Room {
    /// Whether a person may cause another row that is no action of a match; if so, it counts.
    pub(super) fn may_write(&mut self, player: PlayerId) -> Result<(), Problem> {
        self.must_be_able_to_write()?;
        self.match_must_have_room()?;
        let is_stranger = self.state.seat_of(player).is_none() && self.state.owner != Some(player);
        let now_ms = self.clock.ms();
        self.budget
            .spend(player, is_stranger, now_ms)
            .map_err(|wait_ms| Problem::wait(ErrorCode::RateLimited, wait_ms))
    }

    /// Whether the match that runs takes other entries than actions.
    pub(super) fn match_must_have_room(&self) -> Result<(), Problem> {
        let (playing, limits) = (self.state.playing(), &self.context.limits);
        if playing.is_some_and(|playing| playing.entries_beside >= limits.entries_beside) {
            let text = "people came and went too often in this match; it can only be played on";
            return Err(Problem::new(ErrorCode::RateLimited, text));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    fn player(number: u128) -> PlayerId {
        PlayerId(Uuid::from_u128(number))
    }

    #[test]
    fn whoever_wrote_much_waits_and_the_crowd_does_not_take_it_from_those_at_the_table() {
        let mut budget = Budget::default();
        for _ in 0..ROWS_AT_ONCE {
            assert_eq!(budget.spend(player(1), true, 5_000), Ok(()));
        }
        assert_eq!(budget.spend(player(1), true, 5_000), Err(ROW_EVERY_MS));
        assert_eq!(budget.spend(player(1), true, 5_999), Err(1));
        assert_eq!(budget.spend(player(1), true, 6_000), Ok(()));
        let crowd =
            (100..1_000).filter(|&number| budget.spend(player(number), true, 6_000).is_ok());
        assert!((crowd.count() as u64) < STRANGERS_ROWS_AT_ONCE);
        assert_eq!(
            budget.spend(player(2), false, 6_000),
            Ok(()),
            "who sits there"
        );
        // What is remembered is what counts.
        budget.spend(player(3), false, 10_000_000).expect("rested");
        assert!(budget.people.len() < PEOPLE_KEPT);
    }
}
