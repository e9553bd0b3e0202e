//! How much people may write into a room's log beside what they play, which the game itself bounds.
//!
//! Nothing of it is logged: after a restart everybody is rested.

use std::collections::BTreeMap;

use giog_protocol::{ErrorCode, Problem};
use giog_rules::{MatchId, PlayerId};

use super::Room;
use super::rate::{Rate, Spent};

/// Rows that somebody may cause: at once more than arranging a table and filling it with bots takes, then as fast as people
/// change their minds.
const ONE_PERSON: Rate = Rate {
    at_once: 60,
    every_ms: 1_000,
};
/// Rows that people without a seat, the owner aside, may cause together: a crowd that takes seats in turn.
const ALL_STRANGERS: Rate = Rate {
    at_once: 120,
    every_ms: 250,
};
/// Of what a match takes beside its actions one person may cause one in so many, and all without a seat in it together as much:
/// however long somebody goes on, the others can come back to the table.
const SHARES_OF_A_MATCH: u32 = 8;
/// People of whom it is remembered what they wrote; with more, those who are rested are forgotten.
const PEOPLE_KEPT: usize = 128;

/// What people in a room may still write.
#[derive(Debug, Default)]
pub(super) struct Budget {
    people: BTreeMap<PlayerId, Spent>,
    strangers: Spent,
    of_match: OfMatch,
}

/// What was written beside the actions of a match, by each person with a seat in it and by all others together.
#[derive(Debug, Default)]
struct OfMatch {
    match_id: Option<MatchId>,
    written: BTreeMap<Option<PlayerId>, u32>,
}

impl OfMatch {
    /// Counts one more row, if whoever writes it has something left of their share.
    fn spend(&mut self, match_id: MatchId, by: Option<PlayerId>, share: u32) -> bool {
        if self.match_id != Some(match_id) {
            *self = Self {
                match_id: Some(match_id),
                written: BTreeMap::new(),
            };
        }
        let written = self.written.entry(by).or_default();
        let has_left = *written < share;
        *written += u32::from(has_left);
        has_left
    }
}

impl Budget {
    fn spend(&mut self, player: PlayerId, is_stranger: bool, now_ms: u64) -> Result<(), u64> {
        if self.people.len() >= PEOPLE_KEPT {
            self.people.retain(|_, spent| !spent.is_rested(now_ms));
        }
        let own = self.people.entry(player).or_default();
        let spent = own.once_more(ONE_PERSON, now_ms)?;
        if is_stranger {
            self.strangers = self.strangers.once_more(ALL_STRANGERS, now_ms)?;
        }
        *own = spent;
        Ok(())
    }
}

impl Room {
    /// Whether a person may cause another row that is no action of a match; if so, it counts.
    pub(super) fn may_write(&mut self, player: PlayerId) -> Result<(), Problem> {
        self.must_be_able_to_write()?;
        self.match_must_have_room()?;
        let is_stranger = self.state.seat_of(player).is_none() && self.state.owner != Some(player);
        let now_ms = self.clock.mono_ms();
        self.budget
            .spend(player, is_stranger, now_ms)
            .map_err(|wait_ms| Problem::wait(ErrorCode::RateLimited, wait_ms))?;
        let Some(playing) = self.state.playing() else {
            return Ok(());
        };
        let match_id = playing.start.facts.match_id;
        let by = playing.seat_players.seat_of(player).map(|_| player);
        let share = self.context.limits.entries_beside / SHARES_OF_A_MATCH;
        if self.budget.of_match.spend(match_id, by, share) {
            Ok(())
        } else {
            let text = "you did too much in this match; it can only be played on";
            Err(Problem::new(ErrorCode::RateLimited, text))
        }
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
        for _ in 0..ONE_PERSON.at_once {
            assert_eq!(budget.spend(player(1), true, 5_000), Ok(()));
        }
        assert_eq!(
            budget.spend(player(1), true, 5_000),
            Err(ONE_PERSON.every_ms)
        );
        assert_eq!(budget.spend(player(1), true, 5_999), Err(1));
        assert_eq!(budget.spend(player(1), true, 6_000), Ok(()));
        let crowd =
            (100..1_000).filter(|&number| budget.spend(player(number), true, 6_000).is_ok());
        assert!((crowd.count() as u64) < ALL_STRANGERS.at_once);
        assert_eq!(
            budget.spend(player(2), false, 6_000),
            Ok(()),
            "who sits there"
        );
        // What the crowd's bound refused was not counted against the person.
        assert!(budget.spend(player(999), true, 6_000).is_err());
        let own = (0..1_000).filter(|_| budget.spend(player(999), false, 6_000).is_ok());
        assert_eq!(own.count() as u64, ONE_PERSON.at_once);
        // What is remembered is what counts.
        budget.spend(player(3), false, 10_000_000).expect("rested");
        assert!(budget.people.len() < PEOPLE_KEPT);
    }
}
