//! The events of a room that connections may have missed, numbered without gaps.

use std::collections::VecDeque;

use giog_protocol::Person;
use giog_rules::PlayerId;

use super::internal_event::InternalEvent;
use crate::context::RoomLimits;

/// The latest events, each with its `seq`. Which ones are kept depends only on the events, and on nothing in them that may change later
/// or is hidden from anybody: rooms restored from their logs keep the same, and everybody may know which.
#[derive(Debug)]
pub(super) struct Journal {
    first: u64,
    events: VecDeque<KeptEvent>,
    /// Their total memory.
    bytes: usize,
    keep: usize,
    keep_bytes: usize,
}

/// An event, and its memory when it was new.
#[derive(Debug)]
struct KeptEvent {
    event: InternalEvent,
    bytes: usize,
}

impl Journal {
    /// An empty journal with these limits. The first event gets the number after `last`.
    pub const fn after_seq(last: u64, limits: &RoomLimits) -> Self {
        Self {
            first: last + 1,
            events: VecDeque::new(),
            bytes: 0,
            keep: limits.events_kept,
            keep_bytes: limits.events_kept_bytes,
        }
    }

    /// Adds the events of an entry, and drops old ones beyond the limits. All events of the entry are kept until the next one, because
    /// they must still be sent.
    pub fn extend(&mut self, events: Vec<InternalEvent>) {
        let added = events.len();
        for event in events {
            let bytes = event.bytes();
            self.bytes += bytes;
            self.events.push_back(KeptEvent { event, bytes });
        }
        while self.events.len() > added && self.is_over() {
            self.drop_first();
        }
    }

    /// Whether the limits are exceeded.
    fn is_over(&self) -> bool {
        self.events.len() > self.keep || self.bytes > self.keep_bytes
    }

    /// Drops the first event; returns whether there was one.
    fn drop_first(&mut self) -> bool {
        let Some(dropped) = self.events.pop_front() else {
            return false;
        };
        self.bytes -= dropped.bytes;
        self.first += 1;
        true
    }

    /// The number of the first event that is kept.
    pub const fn first_seq(&self) -> u64 {
        self.first
    }

    /// The number of the last event; 0 before the first.
    pub fn last(&self) -> u64 {
        self.first + self.events.len() as u64 - 1
    }

    /// The events after number `after`; `None` if some of them are not kept, or do not exist.
    pub fn after(&self, after: u64) -> Option<impl Iterator<Item = (u64, &InternalEvent)>> {
        let skip = after.checked_add(1)?.checked_sub(self.first)?;
        let skip = usize::try_from(skip)
            .ok()
            .filter(|&skip| skip <= self.events.len())?;
        let kept = self.events.iter().skip(skip);
        Some((after + 1..).zip(kept.map(|kept| &kept.event)))
    }

    /// Whether an event contains a person's name.
    pub fn names(&self, player: PlayerId) -> bool {
        self.events.iter().any(|kept| kept.event.names(player))
    }

    /// Changes the name of a person in all events.
    pub fn rename(&mut self, renamed: &Person) {
        for kept in &mut self.events {
            kept.event.rename(renamed);
        }
    }

    /// Drops the events before number `seq`.
    pub fn forget_before(&mut self, seq: u64) {
        while self.first < seq && self.drop_first() {}
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use allocation_counter::measure;
    use giog_protocol::SettingsInput;
    use giog_protocol::server::{CloseReason, RoomEvent};
    use giog_rules::fairness::{Entropy, ServerSeed, match_seed};
    use giog_rules::record::By;
    use giog_rules::tiles::{Stake, TilesAction, TilesVariant};
    use giog_rules::{Action, BySeat, HandedOn, Match, MatchId, Observer, Seat, Started, Variant};
    use uuid::Uuid;

    use super::super::internal_event::{Concealed, InternalGameEvent, Seals, SeatPlayers};
    use super::*;
    use crate::context::seeded_deal;

    /// The most decisions of a match in these tests.
    const MOST_DECISIONS: usize = 400;

    fn check(journal: &Journal, after: u64, expected: Option<&[u64]>) {
        let seen = journal
            .after(after)
            .map(|events| events.map(|(seq, _)| seq).collect::<Vec<_>>());
        assert_eq!(seen.as_deref(), expected, "after {after}");
    }

    fn limits(events_kept: usize, events_kept_bytes: usize) -> RoomLimits {
        RoomLimits {
            events_kept,
            events_kept_bytes,
            ..RoomLimits::default()
        }
    }

    fn closed() -> InternalEvent {
        let reason = CloseReason::Owner;
        RoomEvent::Closed { reason }.into()
    }

    /// What a bot does without a search.
    fn unthinking(game: &Match, seat: Seat) -> Vec<Action> {
        let view = game.view(Observer::Seat(seat));
        let decision = game.decision(seat).expect("it is waited for");
        vec![giog_bots::choose(&view, &decision).expect("something to do")]
    }

    /// A point on every possible bet.
    fn bet_on_everything(variant: TilesVariant) -> Action {
        let bets = variant.describe().bets.into_iter();
        let bets = bets.map(|bet| Stake {
            on: bet.on,
            points: 1,
        });
        Action::Tiles(TilesAction::Bet {
            bets: bets.collect(),
        })
    }

    /// The largest table of a dice game, with points for all bets of a match.
    fn large_table(variant: TilesVariant) -> String {
        format!(
            r#"{{"variant":"{variant}","seats":8,"options":{{"bank":"house","rounds":10,"stock":1000,"limit":1000}}}}"#
        )
    }

    /// The events of a match in which each player does what `choose` says.
    fn events_of_a_match(
        settings: &str,
        choose: impl Fn(&Match, Seat) -> Vec<Action>,
    ) -> Vec<InternalEvent> {
        let settings: SettingsInput = serde_json::from_str(settings).expect("settings");
        let (settings, _) = settings.resolve().expect("settings");
        let terms = settings.terms().expect("terms");
        let (seed, match_id) = (ServerSeed::new([1; 32]), MatchId(Uuid::from_u128(1)));
        let players = usize::from(settings.seats);
        let entropy = BySeat::from_fn(players, |_| Entropy::default());
        let of_match = match_seed(&seed, match_id, &entropy);
        let (deal, stream) = seeded_deal(&terms, &of_match, HandedOn::default());
        let Started {
            mut game, opening, ..
        } = Match::start(&terms, deal, Some(stream));
        let seat_players = Arc::new(SeatPlayers::new(vec![None; players]));
        let mut concealed = Concealed::default();
        let mut events = Vec::new();
        let mut tell = |told: Vec<giog_rules::Event>| {
            for event in told.into_iter().filter(giog_rules::Event::is_told) {
                let seals = Seals {
                    match_id,
                    seed: &seed,
                    made: &[],
                };
                let by = (By::Player, &mut concealed);
                let event =
                    InternalGameEvent::new(Arc::clone(&seat_players), &seals, event, by, 1_000);
                events.push(InternalEvent::Game(Box::new(event)));
            }
        };
        tell(opening);
        for _ in 0..MOST_DECISIONS {
            let Some(seat) = game.waiting().next() else {
                break;
            };
            for action in choose(&game, seat) {
                tell(game.act(seat, &action).expect("a legal action"));
            }
        }
        events
    }

    /// The estimated and the real memory of events.
    fn weighed(name: &str, mut events: Vec<InternalEvent>) -> (usize, usize) {
        let count = events.len();
        let estimated: usize = events.iter().map(InternalEvent::bytes).sum();
        let taken = -measure(|| events.clear()).bytes_current;
        let taken = usize::try_from(taken).expect("they were freed");
        println!("{name}: {count} events, {estimated} bytes estimated, {taken} taken");
        (estimated, taken)
    }

    #[test]
    fn what_was_missed_is_given_exactly_or_not_at_all() {
        let mut journal = Journal::after_seq(0, &limits(3, usize::MAX));
        check(&journal, 0, Some(&[]));
        for _ in 0..5 {
            journal.extend(vec![closed()]);
        }
        assert_eq!(journal.last(), 5);
        check(&journal, 5, Some(&[]));
        check(&journal, 3, Some(&[4, 5]));
        check(&journal, 2, Some(&[3, 4, 5]));
        check(&journal, 1, None);
        check(&journal, 6, None);
        check(&journal, u64::MAX - 1, None);
        journal.forget_before(5);
        check(&journal, 4, Some(&[5]));
        check(&journal, 3, None);
    }

    #[test]
    fn as_many_are_kept_as_there_are_bytes_for_wherever_one_begins() {
        let most = 3 * closed().bytes();
        let mut journal = Journal::after_seq(0, &limits(usize::MAX, most));
        for _ in 0..5 {
            journal.extend(vec![closed()]);
        }
        check(&journal, 2, Some(&[3, 4, 5]));
        check(&journal, 1, None);
        journal.forget_before(5);
        let mut later = Journal::after_seq(4, &limits(usize::MAX, most));
        later.extend(vec![closed()]);
        for journal in [&mut journal, &mut later] {
            for _ in 6..=8 {
                journal.extend(vec![closed()]);
            }
            check(journal, 5, Some(&[6, 7, 8]));
            check(journal, 4, None);
        }
    }

    #[test]
    fn what_an_entry_led_to_is_kept_whole_until_the_next_one() {
        let most = 2 * closed().bytes();
        for limits in [limits(usize::MAX, most), limits(2, usize::MAX)] {
            let mut journal = Journal::after_seq(0, &limits);
            journal.extend(vec![closed()]);
            journal.extend(vec![closed(); 4]);
            check(&journal, 1, Some(&[2, 3, 4, 5]));
            check(&journal, 0, None);
            journal.extend(vec![closed()]);
            check(&journal, 4, Some(&[5, 6]));
            check(&journal, 3, None);
        }
    }

    #[test]
    fn no_games_events_take_more_than_is_estimated_and_as_many_as_are_resumed_are_kept() {
        let limits = RoomLimits::default();
        let mut wrong = Vec::new();
        for variant in Variant::ALL {
            let settings = format!(r#"{{"variant":"{variant}"}}"#);
            let events = events_of_a_match(&settings, unthinking);
            let count = events.len();
            let (estimated, taken) = weighed(&settings, events);
            let fit = limits.events_kept_bytes / (estimated / count);
            if taken > estimated || fit < limits.events_resumed {
                wrong.push(settings);
            }
        }
        for variant in [TilesVariant::SicBo, TilesVariant::GrandHazard] {
            let bet = bet_on_everything(variant);
            let once = |_: &Match, _| vec![bet.clone()];
            let taking_back = |game: &Match, _| {
                // The last bets cause the throw of the dice.
                if game.waiting().count() == 1 {
                    return vec![bet.clone()];
                }
                let take_back = Action::Tiles(TilesAction::TakeBack);
                vec![bet.clone(), take_back, bet.clone()]
            };
            let settings = large_table(variant);
            let matches = [
                ("all bet", events_of_a_match(&settings, once)),
                ("all take back", events_of_a_match(&settings, taking_back)),
            ];
            for (what, events) in matches {
                let name = format!("{variant}, {what} on everything");
                let (estimated, taken) = weighed(&name, events);
                if taken > estimated {
                    wrong.push(name);
                }
            }
        }
        assert!(wrong.is_empty(), "{wrong:?}");
    }

    #[test]
    fn what_lies_face_down_is_estimated_alike_however_much_it_is() {
        let nothing = Action::Tiles(TilesAction::Bet { bets: Vec::new() });
        let laid = |bet: Action| -> Vec<usize> {
            let settings = large_table(TilesVariant::SicBo);
            let events = events_of_a_match(&settings, |_, _| vec![bet.clone()]);
            let laid = events.iter().filter(|event| event.is_notice());
            laid.map(InternalEvent::bytes).collect()
        };
        let everything = laid(bet_on_everything(TilesVariant::SicBo));
        assert_eq!(everything.len(), 8 * 10);
        assert_eq!(everything, laid(nothing));
    }
}
