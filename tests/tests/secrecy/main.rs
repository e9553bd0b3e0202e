//! Secrecy, on what the real server gives out.
//!
//! Random matches are played on a real server in this process: sessions, rooms, lobby, REST, logs. Then, for prefixes of a
//! match and every observer (each seat; those who watch), the match is played again with other pieces in all places that
//! the observer has not been shown by then ([`redeal`]); and every byte that they have got by then must be the same: all
//! frames with their moments, all REST answers, refusals, the lists of rooms, and what is logged. Only commitments are
//! masked ([`mask`]).
//!
//! What happens meanwhile is what people do: the ceremony by players or server, plays and take-backs, requests that are
//! refused, requests sent again, time that runs out, connections that are lost and resumed, people who leave and are
//! played for by the clock or a computer player, people who come to watch. Some rooms have had a match before, with people
//! in other seats.
//!
//! | variable | what it does |
//! |---|---|
//! | `GIOG_TEST_SECRECY_MATCHES` | matches a test, of which every prefix is looked at; unset, a few matches, and some prefixes of every kind |
//! | `GIOG_TEST_SECRECY_PREFIXES` | at most so many prefixes of each match |
//! | `GIOG_TEST_SECRECY_DEALS` | other deals for each prefix and observer; 24 if unset |
//! | `GIOG_TEST_SECRECY_SEED` | the seed of a test's first match; 1 if unset |
//!
//! `tests/leak` builds a server that leaks on purpose, and shows that these tests fail on it.

mod amount;
mod author;
mod chance;
mod compare;
mod gathering;
mod house;
mod log;
mod mask;
mod memory;
mod played;
mod redeal;
mod script;
mod table;
mod truth;
mod zones;

use std::collections::BTreeSet;

use giog_rules::Observer;

use crate::amount::Amount;
use crate::chance::Chance;
use crate::compare::difference;
use crate::played::{Answered, Played, describe};
use crate::redeal::Redealer;
use crate::script::{observers, questions};
use crate::table::Table;

/// One question in so many is asked with each deal.
const ASKED_IN: usize = 3;

#[test]
fn two_players_and_those_who_watch_are_told_nothing_hidden() {
    check(2);
}

#[test]
fn three_players_and_those_who_watch_are_told_nothing_hidden() {
    check(3);
}

#[test]
fn four_players_and_those_who_watch_are_told_nothing_hidden() {
    check(4);
}

/// What was looked at.
#[derive(Default)]
struct Count {
    prefixes: usize,
    deals: usize,
    /// Prefixes and observers from whom nothing is hidden that could be otherwise.
    settled: usize,
    /// The kinds of prefixes.
    kinds: BTreeSet<Kind>,
}

/// How the last step of a prefix is called, whether anything was done in it, and whether pieces were turned up. Prefixes
/// of the same kind are likely to show the same mistakes.
type Kind = (&'static str, bool, bool);

fn check(seats: usize) {
    let amount = Amount::from_env();
    let mut count = Count::default();
    for seed in amount.seed..amount.seed + amount.matches {
        let table = Table::new(seed, seats);
        check_match(&Played::new(&table), amount, &mut count);
    }
    let Count {
        prefixes,
        deals,
        settled,
        kinds,
    } = count;
    println!(
        "{} matches of {seats}: {prefixes} prefixes of {} kinds, {deals} other deals; nothing hidden {settled} times",
        amount.matches,
        kinds.len()
    );
    assert!(deals > 0, "nothing was hidden");
}

fn check_match(played: &Played, amount: Amount, count: &mut Count) {
    let mut chance = Chance::new(played.table.seed ^ 0xdea1);
    for until in prefixes(played, amount.prefixes, &mut count.kinds, &mut chance) {
        count.prefixes += 1;
        for observer in observers(&played.table) {
            let deals = check_prefix(played, until, observer, amount.deals, &mut chance);
            count.deals += deals;
            count.settled += usize::from(deals == 0);
        }
    }
}

/// Plays the match again up to a step with as many other deals; gives how many there were.
fn check_prefix(
    played: &Played,
    until: usize,
    observer: Observer,
    deals: usize,
    chance: &mut Chance,
) -> usize {
    let questions = questions(&played.table, observer);
    let same = played.again(None, until, &questions);
    if let Some(difference) = difference(played, until, &same.answers, &same, observer) {
        panic!("two runs differ with the same deal: this is a mistake of the test; {difference}");
    }
    let may_look = matches!(observer, Observer::Seat(_)) || played.table.spectators;
    let looks = |answered: &Answered| answered.answer.contains("\n200 OK\n");
    assert!(
        !may_look || same.answers.first().is_some_and(looks),
        "REST does not show the match"
    );
    let redealer = Redealer::new(played, observer, until);
    for deal in 0..deals {
        let Some(other) = redealer.make(chance) else {
            return deal;
        };
        // Every question is asked with some of the deals.
        let asked = questions.iter().skip(deal % ASKED_IN).step_by(ASKED_IN);
        let again = played.again(Some(&other), until, &asked.cloned().collect::<Vec<_>>());
        if let Some(difference) = difference(played, until, &same.answers, &again, observer) {
            panic!(
                "{observer:?} could tell what is hidden, by {difference}\n\nafter step {until}, {:?}\nof {:?}\n\
                 deal {:?}\ninstead of {:?}\nwith\n{}",
                played.steps[until].step,
                played.table,
                other.deal.stacks(),
                played.opening.deal.stacks(),
                describe(&played.deeds, &other.actions)
            );
        }
    }
    deals
}

/// The steps after which it is looked: those of new kinds first, then any.
fn prefixes(
    played: &Played,
    most: Option<usize>,
    kinds: &mut BTreeSet<Kind>,
    chance: &mut Chance,
) -> Vec<usize> {
    let running = played.steps.iter().filter(|done| !done.over).count();
    let mut steps: Vec<usize> = (0..running).collect();
    chance.shuffle(&mut steps);
    let most = most.unwrap_or(steps.len());
    let mut chosen = Vec::new();
    for &step in &steps {
        if chosen.len() < most && kinds.insert(kind(played, step)) {
            chosen.push(step);
        }
    }
    let any: Vec<usize> = steps
        .into_iter()
        .filter(|step| !chosen.contains(step))
        .collect();
    let missing = most - chosen.len();
    chosen.extend(any.into_iter().take(missing));
    chosen
}

fn kind(played: &Played, step: usize) -> Kind {
    let done = &played.steps[step];
    let deeds = &played.deeds[done.deeds.clone()];
    let reveals = deeds.iter().any(|deed| deed.reveals);
    (done.step.word(), !deeds.is_empty(), reveals)
}
