//! Limits on the rows that people cause in a room's log in addition to their actions in matches, whose number the game limits.
//!
//! The budget is not logged: after a restart everybody has their full budget.

use std::collections::{BTreeMap, BTreeSet};

use giog_protocol::{ErrorCode, Problem};
use giog_rules::{MatchId, PlayerId};

use super::Room;
use crate::rate::{Rate, RateUsage};

/// Of a match's limit of entries besides actions, a person may cause one part in so many, and all people without a seat in it together as
/// much. So, whatever one person does, the others can still come back to the table.
const SHARES_OF_A_MATCH: u32 = 8;
/// The number of people whose budgets are kept; with more, those whose budget is full again are dropped.
const PEOPLE_KEPT: usize = 128;

/// What people without a seat, except for the owner, may write together, where one person may write this much: a crowd whose members
/// take seats in turn.
const fn of_strangers(one: Rate) -> Rate {
    Rate {
        at_once: one.at_once.saturating_mul(2),
        every_ms: one.every_ms.div_ceil(4),
    }
}

/// The budgets of people in a room.
#[derive(Debug, Default)]
pub(super) struct Budget {
    people: BTreeMap<PlayerId, RateUsage>,
    strangers: RateUsage,
    of_match: OfMatch,
    readied: ReadyOnce,
}

/// Who got ready since which match ended.
#[derive(Debug, Default)]
struct ReadyOnce {
    since: Option<MatchId>,
    people: BTreeSet<PlayerId>,
}

impl ReadyOnce {
    /// Whether a person gets ready for the first time since this match ended; if so, it is noted.
    fn is_first(&mut self, since: MatchId, player: PlayerId) -> bool {
        if self.since != Some(since) {
            *self = Self {
                since: Some(since),
                people: BTreeSet::new(),
            };
        }
        self.people.len() < PEOPLE_KEPT && self.people.insert(player)
    }
}

/// The rows besides actions that were written in a match, for each person with a seat in it, and for all others together.
#[derive(Debug, Default)]
struct OfMatch {
    match_id: Option<MatchId>,
    written: BTreeMap<Option<PlayerId>, u32>,
}

impl OfMatch {
    /// Counts one more row; false if the share is used up.
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
    fn spend(
        &mut self,
        rate: Rate,
        player: PlayerId,
        is_stranger: bool,
        now_ms: u64,
    ) -> Result<(), u64> {
        if self.people.len() >= PEOPLE_KEPT {
            self.people.retain(|_, spent| !spent.is_rested(now_ms));
        }
        let own = self.people.entry(player).or_default();
        let spent = own.once_more(rate, now_ms)?;
        if is_stranger {
            self.strangers = self.strangers.once_more(of_strangers(rate), now_ms)?;
        }
        *own = spent;
        Ok(())
    }
}

impl Room {
    /// Whether a person may cause another row that is not an action of a match; if so, it is counted.
    pub(super) fn may_write(&mut self, player: PlayerId) -> Result<(), Problem> {
        self.must_be_able_to_write()?;
        self.match_must_have_room()?;
        let is_stranger = self.state.seat_of(player).is_none() && self.state.owner != Some(player);
        let now_ms = self.clock.mono_ms();
        let rate = self.context.limits.changes;
        self.budget
            .spend(rate, player, is_stranger, now_ms)
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

    /// Whether a person may get ready. The first time after a match counts as part of the next one, so that a table begins one match after
    /// another as fast as they end; what a match costs the server is charged with the request.
    pub(super) fn may_get_ready(&mut self, player: PlayerId) -> Result<(), Problem> {
        self.must_be_able_to_write()?;
        let ended = self.state.previous.as_ref();
        let ended = ended.filter(|_| self.state.is_gathering());
        if ended.is_some_and(|it| self.budget.readied.is_first(it.match_id, player)) {
            return Ok(());
        }
        self.may_write(player)
    }

    /// Whether the running match accepts other entries than actions.
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

    const RATE: Rate = Rate {
        at_once: 60,
        every_ms: 1_000,
    };

    fn player(number: u128) -> PlayerId {
        PlayerId(Uuid::from_u128(number))
    }

    #[test]
    fn heavy_writers_wait_and_spectators_use_nothing_of_the_players_budgets() {
        let mut budget = Budget::default();
        for _ in 0..RATE.at_once {
            assert_eq!(budget.spend(RATE, player(1), true, 5_000), Ok(()));
        }
        assert_eq!(
            budget.spend(RATE, player(1), true, 5_000),
            Err(RATE.every_ms)
        );
        assert_eq!(budget.spend(RATE, player(1), true, 5_999), Err(1));
        assert_eq!(budget.spend(RATE, player(1), true, 6_000), Ok(()));
        let crowd =
            (100..1_000).filter(|&number| budget.spend(RATE, player(number), true, 6_000).is_ok());
        assert!((crowd.count() as u64) < of_strangers(RATE).at_once);
        assert_eq!(
            budget.spend(RATE, player(2), false, 6_000),
            Ok(()),
            "who sits there"
        );
        // What the limit for the crowd refused was not charged to the person.
        assert!(budget.spend(RATE, player(999), true, 6_000).is_err());
        let own = (0..1_000).filter(|_| budget.spend(RATE, player(999), false, 6_000).is_ok());
        assert_eq!(own.count() as u64, RATE.at_once);
        // Memory is bounded by what is kept.
        budget
            .spend(RATE, player(3), false, 10_000_000)
            .expect("rested");
        assert!(budget.people.len() < PEOPLE_KEPT);
    }
}
