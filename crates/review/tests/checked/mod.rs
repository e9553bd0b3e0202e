//! Reviews that somebody else computed are told apart from this engine's.

use std::collections::BTreeSet;

use giog_bots::levels::Effort;
use giog_review::tricks::{Choice, MatchReview};
use giog_review::{CHECKED, Review, Verdict, Worker, checked};
use giog_rules::fairness::ServerSeed;
use giog_rules::record::{By, Record};
use giog_rules::tricks::{self};
use giog_rules::{Ceremony, Options, Seat, Terms, Variant};

use crate::{played, review};

const LITTLE: Effort = Effort {
    lines: 128,
    choices: 8,
    error: 0,
};

/// A match in which the first seat lost something that has a name, and its review.
fn reviewed() -> (Record, MatchReview) {
    let variant = Variant::Tricks(tricks::Variant::Giog);
    let terms = Terms::new(variant, 4, Options::default(), Ceremony::Server).expect("terms");
    let mut found = (1..).map(|number: u8| {
        let seed = ServerSeed::new([number; 32]);
        let record = played::played(&terms, seed, number.into(), usize::MAX, |game, seat| {
            game.default_action(seat)
        });
        let review = review(&record, Seat::new(0), LITTLE, |_| ()).expect("a review");
        (record, review)
    });
    let is_named = |review: &MatchReview| {
        let mut decisions = review.decisions.iter();
        decisions.any(|decision| decision.better.is_some())
    };
    let found = found.find(|(_, review)| is_named(review) && review.decisions.len() > 3);
    found.expect("one of many")
}

fn check(record: &Record, review: &MatchReview, numbers: [u64; CHECKED]) -> Option<Vec<usize>> {
    checked(record, &Review::Tricks(review.clone()), LITTLE, numbers).expect("it is checked")
}

/// Choices of decisions, of which each is chosen in some and not in others. To check them all would take minutes.
fn some_numbers(review: &MatchReview) -> impl Iterator<Item = [u64; CHECKED]> {
    let of = review.decisions.len() as u64;
    (0..of).map(move |first| [first, first * 3 % (of - 1)])
}

#[test]
fn what_this_engine_says_holds_whatever_is_chosen() {
    let (record, review) = reviewed();
    let mut actions = BTreeSet::new();
    for numbers in some_numbers(&review) {
        let looked_at = check(&record, &review, numbers).expect("it holds");
        assert_eq!(looked_at.len(), CHECKED);
        assert!(looked_at.is_sorted() && looked_at[0] != looked_at[1]);
        actions.extend(looked_at);
    }
    let all = review.decisions.iter().map(|decision| decision.action);
    assert_eq!(actions, all.collect());
    let far = [u64::MAX, u64::MAX];
    assert!(check(&record, &review, far).is_some());
}

/// Lies that follow from nothing else: only the lines of play can tell.
const FREE: [fn(&mut MatchReview, usize); 3] = [
    |review, index| review.decisions[index].error += 1,
    |review, index| review.decisions[index].choices[0].error += 1,
    |review, index| {
        let last = review.decisions[index].hindsight.last_mut();
        let Choice { share, .. } = last.expect("a choice");
        *share = if *share == 0 { 1 } else { *share - 1 };
    },
];

#[test]
fn a_single_number_that_is_off_by_one_is_found_whenever_its_decision_is_chosen() {
    let (record, review) = reviewed();
    let chosen: Vec<_> = some_numbers(&review)
        .map(|numbers| (numbers, check(&record, &review, numbers).expect("it holds")))
        .collect();
    for index in 0..review.decisions.len() {
        let mut false_review = review.clone();
        FREE[index % FREE.len()](&mut false_review, index);
        let verdict = |review: &MatchReview| review.decisions[index].verdict;
        assert_eq!(verdict(&false_review), verdict(&review));
        let action = review.decisions[index].action;
        let (mut found, mut missed) = (0, 0);
        for (numbers, chosen) in &chosen {
            match check(&record, &false_review, *numbers) {
                None => {
                    assert!(chosen.contains(&action), "{index} {numbers:?}");
                    found += 1;
                }
                Some(looked_at) => {
                    assert_eq!(&looked_at, chosen);
                    assert!(!looked_at.contains(&action), "{index} {numbers:?}");
                    missed += 1;
                }
            }
        }
        assert!(found > 0 && missed > 0, "{index}");
    }
}

#[test]
fn what_follows_from_the_record_is_found_whatever_is_chosen() {
    let (record, review) = reviewed();
    let mut named = review.decisions.iter();
    let named = named.position(|decision| decision.better.is_some());
    let named = named.expect("a loss that has a name");
    let lies: [fn(&mut MatchReview, usize); 21] = [
        |review, _| review.engine += 1,
        |review, _| review.variant = Variant::Tricks(tricks::Variant::TamCuc),
        |review, _| review.result += 1,
        |review, _| review.fair -= 1,
        |review, _| review.skill += 1,
        |review, _| (review.skill, review.luck) = (review.skill + 1, review.luck - 1),
        |review, _| {
            review.worker = Some(Worker {
                checked: Vec::new(),
            });
        },
        |review, _| drop(review.decisions.remove(0)),
        |review, _| review.decisions.push(review.decisions[0].clone()),
        |review, _| review.decisions.swap(0, 1),
        |review, _| review.decisions[0].action += 1,
        |review, _| review.decisions[0].trick += 1,
        |review, _| review.decisions[0].by = By::Bot,
        |review, _| review.decisions[0].choices.swap(0, 1),
        |review, _| review.decisions[0].hindsight.swap(0, 1),
        |review, _| {
            review.decisions[0].choices.pop();
        },
        |review, _| review.decisions[0].choices[0].share = i32::MAX,
        |review, named| review.decisions[named].verdict = Verdict::Good,
        |review, named| review.decisions[named].mistake = None,
        |review, named| review.decisions[named].lost = -1,
        |review, named| {
            let better = review.decisions[named].better.as_mut();
            drop(better.expect("a line").tricks.pop());
        },
    ];
    for (number, lie) in lies.into_iter().enumerate() {
        let mut false_review = review.clone();
        lie(&mut false_review, named);
        assert_ne!(false_review, review, "{number}");
        for numbers in [[0, 0], [1, 0], [5, 3]] {
            let found = check(&record, &false_review, numbers);
            assert_eq!(found, None, "lie {number}");
        }
    }
}

#[test]
fn a_review_with_less_effort_is_another_one() {
    let (record, _) = reviewed();
    let less = Effort {
        lines: 64,
        ..LITTLE
    };
    let review = review(&record, Seat::new(0), less, |_| ()).expect("a review");
    assert_eq!(check(&record, &review, [0, 0]), None);
}
