//! Tests that the real server reveals nothing that is hidden.
//!
//! Random matches of every game are played on a real server in this process: sessions, rooms, lobby, REST, logs. Then, for prefixes of a
//! match and every observer (each seat; spectators, and people who are not let in), the match is played again with other pieces in all
//! places that were not shown to the observer by then ([`redeal`]). Every byte that the observer has received by then must be the same:
//! all frames with their times, all REST answers, refusals, the lists of rooms, and what is logged. Only commitments are masked
//! ([`mask`]).
//!
//! Meanwhile people do everything that is possible: the ceremony by players or server, plays and take-backs, refused requests, repeated
//! requests, timeouts, connections that are lost and resumed, people who leave and are replaced by the clock or a bot, people who come to
//! watch, are removed, or are not let in, who chat, mute, silence, report and hand the room over. Servers stop, or are killed, and start
//! again. Some rooms have a bot; some have had a match before, with people in other seats.
//!
//! For games of tiles and dice there are pairs of matches that one observer must not be able to distinguish: both are
//! played, and compared in the same way ([`pairs`]).
//!
//! For blind chess, the same match is played with other pieces in the places that are still face down at its end ([`face_down`]).
//!
//! | variable | what it does |
//! |---|---|
//! | `GIOG_TEST_SECRECY_MATCHES` | matches per test, with every prefix; if unset, a few matches, and some prefixes of every kind |
//! | `GIOG_TEST_SECRECY_PREFIXES` | the most prefixes of each match |
//! | `GIOG_TEST_SECRECY_DEALS` | the number of other deals for each prefix and observer; 3 if unset |
//! | `GIOG_TEST_SECRECY_GAMES` | the ids of the games, with spaces between them; all if unset |
//! | `GIOG_TEST_SECRECY_SEED` | the seed of a test's first match; 1 if unset |
//! | `GIOG_TEST_SECRECY_FOLDER` | where databases are made; in memory if unset |
//!
//! `tests/leak` builds a server that leaks deliberately, and shows that these tests fail on it.

mod amount;
mod author;
mod chance;
mod compare;
mod face_down;
#[path = "../../../crates/rules/tests/common/games.rs"]
mod games;
mod gathering;
mod log;
mod mask;
mod memory;
mod pairs;
mod played;
mod redeal;
mod script;
mod search;
mod server;
mod table;
mod test_server;
mod truth;
mod turned;
mod zones;

use std::collections::BTreeSet;

use giog_protocol::Access;
use giog_rules::{Action, Observer, Variant, tricks};

use crate::amount::Amount;
use crate::chance::Chance;
use crate::compare::difference;
use crate::played::{Answered, Played, PlayedStep, describe};
use crate::redeal::Redealer;
use crate::script::{Step, observers, questions};
use crate::table::Table;
use crate::turned::Fate;

/// One in this number of REST requests is sent with each deal.
const ASKED_IN: usize = 3;

/// The number of groups of games; each group is a test, so that several cores are used.
const GROUPS: usize = 3;

#[test]
fn in_trick_games_nobody_is_told_what_is_hidden() {
    check_group(0);
}

#[test]
fn in_more_trick_games_nobody_is_told_what_is_hidden() {
    check_group(1);
}

#[test]
fn in_the_other_trick_games_nobody_is_told_what_is_hidden() {
    check_group(2);
}

fn check_group(group: usize) {
    let games = wanted(tricks::Variant::ALL).skip(group).step_by(GROUPS);
    for variant in games {
        let count = check(variant);
        let facts = games::facts(variant);
        if facts.hides_plays() {
            assert!(
                count.is_enough(count.unseen),
                "{variant}: no plays stayed face down"
            );
        }
        if facts.tricks["opening"] == "throws" {
            assert!(
                count.is_enough(count.throws),
                "{variant}: no throws were hidden"
            );
        }
    }
}

/// The selected games among these.
fn wanted(games: impl IntoIterator<Item = impl Into<Variant>>) -> impl Iterator<Item = Variant> {
    let asked = std::env::var("GIOG_TEST_SECRECY_GAMES").ok();
    let is_asked = move |game: &Variant| {
        let ids = asked.as_deref();
        ids.is_none_or(|ids| ids.split_whitespace().any(|id| id == game.id()))
    };
    games.into_iter().map(Into::into).filter(is_asked)
}

/// Counts of what was compared.
#[derive(Default)]
struct Count {
    prefixes: usize,
    deals: usize,
    /// Other deals in which another play stayed face down for good.
    unseen: usize,
    /// Other deals in which other signs were thrown.
    throws: usize,
    /// Prefixes in which the server was restarted.
    restarted: usize,
    /// Pairs of prefix and observer in which nothing hidden could be different.
    settled: usize,
    /// The kinds of prefixes.
    kinds: BTreeSet<Kind>,
    /// Whether the extent is so large that everything must have occurred.
    is_usual: bool,
}

impl Count {
    /// Checks that it occurred, if it must have occurred.
    const fn is_enough(&self, some: usize) -> bool {
        some > 0 || !self.is_usual
    }
}

/// The name of the last step of a prefix, whether anything was done in it, whether pieces were turned up, whether some
/// stayed face down, and whether the server was restarted before. Prefixes of the same kind probably show the
/// same mistakes.
type Kind = (&'static str, bool, bool, bool, bool);

fn check(variant: Variant) -> Count {
    let amount = Amount::from_env();
    let mut count = Count {
        is_usual: amount.is_usual(),
        ..Count::default()
    };
    for seed in amount.seed..amount.seed + amount.matches {
        let table = Table::new(seed, variant);
        check_match(&Played::new(&table), amount, &mut count);
    }
    let (matches, seen) = (amount.matches, &count);
    let last: BTreeSet<&str> = seen.kinds.iter().map(|(word, ..)| *word).collect();
    println!(
        "{matches} matches of {variant}: {} prefixes of {} kinds, {} of them with a restart, {} other deals, {} with other plays that stayed face \
         down, {} with other throws; nothing hidden {} times; after {last:?}",
        seen.prefixes,
        seen.kinds.len(),
        seen.restarted,
        seen.deals,
        seen.unseen,
        seen.throws,
        seen.settled,
    );
    assert!(count.deals > 0, "nothing was hidden");
    let restarted = count.is_enough(count.restarted);
    assert!(restarted, "no server was started again");
    count
}

fn check_match(played: &Played, amount: Amount, count: &mut Count) {
    let mut chance = Chance::new(played.table.seed_of(0xdea1));
    for until in prefixes(played, amount.prefixes, &mut count.kinds, &mut chance) {
        count.prefixes += 1;
        count.restarted += usize::from(has_restarted(played, until));
        for observer in observers(&played.table) {
            let before = count.deals;
            check_prefix(played, until, observer, amount.deals, &mut chance, count);
            count.settled += usize::from(count.deals == before);
        }
    }
}

/// Plays the match again up to a step with this number of other deals, if there are so many.
fn check_prefix(
    played: &Played,
    until: usize,
    observer: Observer,
    deals: usize,
    chance: &mut Chance,
    count: &mut Count,
) {
    let table = &played.table;
    let questions = questions(table, observer);
    let same = played.again(None, until, &questions);
    if let Some(difference) = difference(played, until, &same.answers, &same, observer) {
        panic!("two runs differ with the same deal: this is a mistake of the test; {difference}");
    }
    let may_watch = table.spectators && table.access != Access::Password;
    let may_look = matches!(observer, Observer::Seat(_)) || may_watch;
    let looks = |answered: &Answered| answered.answer.contains("\n200 OK\n");
    assert!(
        !may_look || same.answers.first().is_some_and(looks),
        "REST does not show the match"
    );
    let redealer = Redealer::new(played, observer, until);
    for deal in 0..deals {
        let Some(other) = redealer.make(chance) else {
            return;
        };
        count.deals += 1;
        let is_throw = |action: &Action, _| {
            matches!(
                action,
                Action::Tricks(giog_rules::tricks::Action::Throw { .. })
            )
        };
        count.unseen += usize::from(redealer.differs(&other, |_, under| under));
        count.throws += usize::from(redealer.differs(&other, is_throw));
        // Every REST request is sent with some of the deals.
        let asked = questions.iter().skip(deal % ASKED_IN).step_by(ASKED_IN);
        let again = played.again(Some(&other), until, &asked.cloned().collect::<Vec<_>>());
        if let Some(difference) = difference(played, until, &same.answers, &again, observer) {
            panic!(
                "{observer:?} could tell what is hidden, by {difference}\n\nafter step {until}, {:?}\nof {table:?}\n\
                 deal {:?}\ninstead of {:?}\nwith\n{}",
                played.steps[until].step,
                other.deal,
                played.opening.deal,
                describe(&played.deeds, &other.actions)
            );
        }
    }
}

/// The steps after which the comparison is made: those of new kinds first, then any.
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
    let in_step = |at: &usize| done.deeds.contains(at);
    let goes_in = |fate: &Fate| fate.under.is_some() && fate.settled.as_ref().is_some_and(in_step);
    (
        done.step.word(),
        !deeds.is_empty(),
        reveals,
        played.fates.iter().any(goes_in),
        has_restarted(played, step),
    )
}

fn has_restarted(played: &Played, until: usize) -> bool {
    let restarts = |done: &PlayedStep| matches!(done.step, Step::Restart { .. });
    played.steps[..=until].iter().any(restarts)
}
