//! Blunders that others have proved, planted in matches: endings that an exhaustive search has solved, and early decisions that a frozen engine of the
//! arena judged, which uses no net, with a hundred times its budget.

mod ending;

use giog_arena::judged;
use giog_bots::levels::{Effort, WIN};
use giog_review::{EFFORT, Verdict};
use giog_rules::Pieces;
use giog_rules::tricks::View;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::{GIOG, LITTLE, me, played, review};

/// The first tricks, whose decisions are early.
const EARLY: u8 = 2;
/// What a choice that is planted at the end loses at least. The search counts all deals alike, reviews those more in which others are likely to lay as they
/// have: where less is at stake, what is lost depends on what one believes of them.
const LOST_AT_THE_END: f64 = 0.5;
/// The standard error of a judged loss is a third of it at most.
const SURE: f64 = 3.0;

/// How much is done.
struct Plan {
    /// How many blunders are planted.
    wanted: usize,
    /// What reviews do to find them.
    effort: Effort,
    /// Worlds of an ending.
    worlds: usize,
    /// An ending has so many pieces in each hand at most.
    pieces: u8,
    /// How much more the frozen engine does than when it plays.
    times: u32,
    /// What a choice loses at least that is planted early.
    lost: f64,
}

/// `GIOG_TEST_PLANTED` blunders with the effort of reviews, or few with less.
fn plan() -> Plan {
    let many = std::env::var("GIOG_TEST_PLANTED").ok();
    let little = Effort {
        lines: 1_024,
        ..LITTLE
    };
    match many {
        Some(many) => Plan {
            wanted: many.parse().expect("a number"),
            effort: EFFORT,
            worlds: 200,
            pieces: 3,
            times: 100,
            lost: 0.1,
        },
        None => Plan {
            wanted: 2,
            effort: little,
            worlds: 30,
            pieces: 2,
            times: 4,
            lost: 0.25,
        },
    }
}

/// A choice that loses much against another one, if the decision has one.
type Planted<'a> = dyn FnMut(&View) -> Option<Pieces> + 'a;

/// Plants so many choices, one in a match, and returns how many of them a review calls by a name.
fn found(wanted: usize, effort: Effort, planted: &mut Planted<'_>) -> usize {
    let (mut named, mut blunders, mut matches) = (0, 0, 0);
    for number in 1.. {
        let mut moment = None;
        let record = played(GIOG, number, usize::MAX, |view| {
            if moment.is_some() {
                return None;
            }
            let play = planted(view)?;
            moment = view.trick.as_ref().map(|trick| trick.trick);
            Some(play)
        });
        if let Some(moment) = moment {
            matches += 1;
            let review = review(&record, me(), effort, |_| ()).expect("a review");
            let mut decisions = review.decisions.iter();
            let decision = decisions.find(|decision| decision.trick == moment);
            let decision = decision.expect("it had a choice");
            if decision.verdict == Verdict::Good {
                println!("match {number}: nothing is said of {decision:?}");
            }
            named += usize::from(decision.verdict != Verdict::Good);
            blunders += usize::from(decision.verdict == Verdict::Blunder);
        }
        if matches == wanted {
            break;
        }
    }
    println!("of {wanted} planted {named} have a name, {blunders} are blunders");
    named
}

#[test]
fn what_loses_an_ending_for_certain_is_found() {
    let plan = plan();
    let wanted = plan.wanted;
    let mut numbers = ChaCha8Rng::seed_from_u64(44);
    let named = found(wanted, plan.effort, &mut |view| {
        if view.hand?.len() > plan.pieces {
            return None;
        }
        let bounds = ending::solve(view, plan.worlds, &mut numbers)?;
        let best = bounds.iter().max_by(|a, b| a.least.total_cmp(&b.least))?;
        let worst = bounds.iter().min_by(|a, b| a.most.total_cmp(&b.most))?;
        (best.least - worst.most >= LOST_AT_THE_END).then_some(worst.play)
    });
    assert!(named * 100 >= wanted * 95, "{named} of {wanted}");
}

#[test]
fn what_another_engine_calls_a_loss_early_is_found() {
    let plan = plan();
    let wanted = plan.wanted;
    let named = found(wanted, plan.effort, &mut |view| {
        if view.trick.as_ref()?.trick >= EARLY {
            return None;
        }
        let choices = judged(view, plan.times, 0x5eed)?;
        let sum = |of: &[i32]| -> i64 { of.iter().copied().map(i64::from).sum() };
        let best = choices.iter().max_by_key(|(_, worth)| sum(worth))?;
        let worst = choices.iter().min_by_key(|(_, worth)| sum(worth))?;
        let (lost, error) = difference(&best.1, &worst.1);
        (lost >= plan.lost && lost >= SURE * error).then_some(worst.0)
    });
    assert!(named * 100 >= wanted * 85, "{named} of {wanted}");
}

/// The mean difference of two choices in the same lines, in wins, and its standard error.
fn difference(one: &[i32], other: &[i32]) -> (f64, f64) {
    #[expect(clippy::cast_precision_loss, reason = "few lines")]
    let count = one.len() as f64;
    let each = one.iter().zip(other);
    let each: Vec<f64> = each
        .map(|(a, b)| f64::from(a - b) / f64::from(WIN))
        .collect();
    let mean = each.iter().sum::<f64>() / count;
    let square = each.iter().map(|one| (one - mean).powi(2)).sum::<f64>();
    (mean, (square / count).sqrt() / count.sqrt())
}
