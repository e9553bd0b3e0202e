//! Which public tables are worth watching: by what lists tell everybody of them, so that all nodes choose the same.

use std::cmp::Reverse;

use giog_protocol::{Clock, Phase, RoomId, RoomSummary};
use giog_rules::Timestamp;

use super::{Lobby, is_listed};

/// The longest time for a decision with which a table is live, in milliseconds.
const LONGEST_MS: u32 = 3 * 60_000;
/// The longest time for all decisions of a player with which it is, on boards.
const LONGEST_BANK_MS: u32 = 30 * 60_000;

/// The order of tables that can be watched, the best one last: rated ones before others, then those with the most people, then the oldest.
pub(super) type Worth = (bool, usize, Reverse<Option<Timestamp>>, Reverse<RoomId>);

impl<H: Clone> Lobby<H> {
    /// Public tables with a running match that people play and that spectators may watch, the best one first, at most `limit`.
    pub fn best_to_watch(&self, limit: usize) -> Vec<RoomSummary> {
        let summaries = self
            .rooms
            .values()
            .filter_map(|entry| entry.summary.as_ref());
        let mut tables: Vec<(Worth, &RoomSummary)> = summaries
            .filter_map(|summary| Some((worth(summary)?, summary)))
            .collect();
        tables.sort_unstable_by_key(|&(worth, _)| Reverse(worth));
        let best = tables.into_iter().take(limit);
        best.map(|(_, summary)| summary.clone()).collect()
    }
}

/// How much it is worth to watch a table; none if nobody may, if nobody but bots plays, or if nothing may happen for long.
fn worth(summary: &RoomSummary) -> Option<Worth> {
    if !is_listed(summary)
        || summary.phase != Phase::Playing
        || !summary.spectators
        || !is_live(summary.clock)
    {
        return None;
    }
    let seats = summary.seats.iter().flatten();
    let people = seats.filter_map(|occupant| occupant.person());
    let people = people
        .filter(|person| person.declared_bot.is_none())
        .count();
    (people > 0).then_some((
        summary.rated,
        people,
        Reverse(summary.created_at),
        Reverse(summary.room),
    ))
}

/// Whether something happens soon with this clock.
const fn is_live(clock: Clock) -> bool {
    match clock {
        Clock::Auto => true,
        Clock::Timed { decision_ms, .. } => decision_ms <= LONGEST_MS,
        Clock::Bank { bank_ms, .. } => bank_ms <= LONGEST_BANK_MS,
        Clock::None | Clock::Days { .. } => false,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};
    use uuid::Uuid;

    use super::*;
    use crate::lobby::{LobbyLimits, RoomCreator};
    use crate::origin::Origin;
    use giog_protocol::Bots;
    use giog_rules::PlayerId;

    const LIN: &str =
        r#"{"player":"00000000-0000-0000-0000-000000000009","name":"Lin","tag":"0000"}"#;

    fn seats(people: usize, bots: usize) -> Vec<Value> {
        let lin: Value = serde_json::from_str(LIN).expect("a person");
        let mut seats = vec![lin; people];
        seats.extend(vec![json!({"bot": "simple"}); bots]);
        seats
    }

    /// A lobby with these tables: how many people and bots play at each, and what is different from a public table with a running match.
    fn with(tables: &[(usize, usize, Value)]) -> Lobby<()> {
        let mut lobby = Lobby::new(LobbyLimits::default());
        for (number, (people, bots, changes)) in (1_u128..).zip(tables) {
            let mut summary = json!({
                "room": Uuid::from_u128(number), "variant": "giog", "access": "public", "clock": {"kind": "auto"},
                "spectators": true, "quick": false, "phase": "playing", "seats": seats(*people, *bots),
                "created_at": format!("2026-11-30T00:00:{number:02}.000Z"),
            });
            for (field, value) in changes.as_object().expect("fields") {
                summary[field] = value.clone();
            }
            let summary: RoomSummary = serde_json::from_value(summary).expect("a summary");
            let made_by = RoomCreator {
                creator: PlayerId(Uuid::from_u128(7)),
                key: "k",
                quick: None,
                bots: Bots::Any,
                rated: false,
                seats: 4,
            };
            lobby.add(summary.room, (), made_by, Origin::default());
            lobby.update(summary);
        }
        lobby
    }

    fn best(lobby: &Lobby<()>, limit: usize) -> Vec<u128> {
        let tables = lobby.best_to_watch(limit).into_iter();
        tables.map(|table| table.room.0.as_u128()).collect()
    }

    #[test]
    fn the_best_table_is_rated_has_the_most_people_and_is_the_oldest() {
        let plain = json!({});
        let lobby = with(&[
            (1, 2, plain.clone()),
            (2, 0, plain.clone()),
            (3, 0, plain.clone()),
            (3, 0, plain.clone()),
            (2, 0, json!({"rated": true, "quick": true})),
        ]);
        assert_eq!(best(&lobby, 8), [5, 3, 4, 2, 1]);
        assert_eq!(best(&lobby, 2), [5, 3]);
    }

    #[test]
    fn no_table_is_shown_that_is_not_public_or_has_no_spectators_no_match_or_no_people() {
        let declared = json!({"player": Uuid::from_u128(8), "name": "R2", "tag": "0000", "declared_bot": {"engine": "r2", "version": "1"}});
        let lobby = with(&[
            (3, 0, json!({"access": "unlisted"})),
            (3, 0, json!({"access": "password"})),
            (3, 0, json!({"spectators": false})),
            (3, 0, json!({"phase": "gathering"})),
            (3, 0, json!({"phase": "closed"})),
            (0, 3, json!({})),
            (0, 0, json!({"seats": [declared.clone(), declared]})),
        ]);
        assert_eq!(best(&lobby, 8), [0_u128; 0]);
    }

    #[test]
    fn a_table_where_nothing_may_happen_for_long_is_not_worth_watching() {
        let clock = |clock: Value| (2, 0, json!({ "clock": clock }));
        let lobby = with(&[
            clock(json!({"kind": "days", "days": 3})),
            clock(json!({"kind": "none"})),
            clock(json!({"kind": "timed", "decision_ms": 86_400_000, "bank_ms": 0})),
            clock(json!({"kind": "bank", "bank_ms": 10_800_000, "increment_ms": 0})),
            clock(json!({"kind": "timed", "decision_ms": 30_000, "bank_ms": 60_000})),
            clock(json!({"kind": "bank", "bank_ms": 600_000, "increment_ms": 5_000})),
        ]);
        assert_eq!(best(&lobby, 8), [5, 6]);
    }
}
