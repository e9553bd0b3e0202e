//! Reviews of whole matches: they add up, blame nobody for the best choice, and find what was thrown away.

mod checked;
mod planted;
mod played;

use std::collections::BTreeSet;

use giog_bots::levels::{Appraised, Effort, Policy, WIN, appraise, net};
use giog_review::tricks::{
    BetterLine, Choice, MOST_LINES, MOST_PUZZLES, MatchReview, MistakeKind, Puzzle, Reviewed,
    is_right, is_still_clear, occasions, puzzles,
};
use giog_review::{EFFORT, NotReviewed, Progress, Review, Verdict, WHOLE};
use giog_rules::fairness::ServerSeed;
use giog_rules::record::{Record, RecordAction};
use giog_rules::tricks::{self, View};
use giog_rules::{Action, Ceremony, Observer, Options, Pieces, Seat, Terms, Variant};

const GIOG: Variant = Variant::Tricks(tricks::Variant::Giog);
const SEATS: usize = 4;
const LITTLE: Effort = Effort {
    lines: 128,
    choices: 8,
    error: 0,
};

/// How many matches are reviewed: `GIOG_TEST_REVIEWS`, or few.
fn matches() -> impl Iterator<Item = u16> {
    let many = std::env::var("GIOG_TEST_REVIEWS").map(|count| count.parse());
    1..=many.unwrap_or(Ok(4)).expect("a number")
}

/// That of a server where `GIOG_TEST_REVIEWS` asks for more matches.
fn effort() -> Effort {
    match std::env::var_os("GIOG_TEST_REVIEWS") {
        Some(_) => EFFORT,
        None => LITTLE,
    }
}

fn me() -> Seat {
    Seat::new(0)
}

/// A record of the match with this number, which `choose` plays for the first seat, others by defaults, or which ends after so many actions.
fn played(
    variant: Variant,
    number: u16,
    most: usize,
    mut choose: impl FnMut(&View) -> Option<Pieces>,
) -> Record {
    let terms = Terms::new(variant, SEATS, Options::default(), Ceremony::Server).expect("terms");
    let [low, high] = number.to_le_bytes();
    let mut seed = [low; 32];
    seed[31] ^= high;
    let seed = ServerSeed::new(seed);
    played::played(&terms, seed, number.into(), most, |game, seat| {
        match game.view(Observer::Seat(seat)) {
            giog_rules::View::Tricks(view) if seat == me() => choose(&view).map(played::lay),
            _ => game.default_action(seat),
        }
    })
}

/// The review of a trick game.
fn review(
    record: &Record,
    seat: Seat,
    effort: Effort,
    progress: impl FnMut(Progress<'_>),
) -> Result<MatchReview, NotReviewed> {
    let Review::Tricks(review) = giog_review::review(record, seat, effort, progress)? else {
        panic!("it is a trick game");
    };
    Ok(review)
}

fn reviewed(record: &Record) -> MatchReview {
    review(record, me(), LITTLE, |_| ()).expect("a review")
}

/// What the choices win, with other worlds and another luck than in reviews.
fn appraised(view: &View, effort: Effort) -> Option<Vec<Appraised>> {
    let net = net(tricks::Variant::Giog, SEATS).expect("a net");
    let policy = Policy::new(net, tricks::Variant::Giog).expect("it has combinations");
    let appraisal = appraise(&policy, view, Pieces::EMPTY, effort, 0x5eed);
    appraisal.map(|appraisal| appraisal.choices)
}

fn sum(choice: &Appraised) -> i64 {
    choice.shares.iter().copied().map(i64::from).sum()
}

#[test]
fn a_review_adds_up_and_is_always_the_same() {
    let record = played(GIOG, 1, usize::MAX, |_| None);
    let (mut told, mut found) = (Vec::new(), Vec::new());
    let first = review(&record, me(), LITTLE, |now| {
        told.push((now.done, now.of));
        found.push(now.decisions.len());
    });
    let first = first.expect("a review");
    assert_eq!(first, reviewed(&record));
    assert_eq!(first.fair, 2_500);
    assert_eq!(first.result, first.fair + first.skill + first.luck);
    let winners = record.result.winners().unwrap_or_default();
    let share = if winners.contains(&me()) {
        WHOLE / i32::try_from(winners.len()).expect("few")
    } else {
        0
    };
    assert_eq!(first.result, share);
    assert!(first.decisions.len() > 2, "{first:?}");
    let all = told.last().expect("progress").1;
    assert_eq!(told, (0..=all).map(|done| (done, all)).collect::<Vec<_>>());
    // One by one, but for those without a choice.
    assert!(
        found.windows(2).all(|two| two[1] - two[0] <= 1),
        "{found:?}"
    );
    assert_eq!(found.last(), Some(&first.decisions.len()));
    for decision in &first.decisions {
        assert!(decision.choices.is_sorted_by_key(|choice| -choice.share));
        let plays =
            |choices: &[Choice]| choices.iter().map(|choice| choice.play).collect::<Vec<_>>();
        assert_eq!(plays(&decision.choices), plays(&decision.hindsight));
        assert!(plays(&decision.choices).contains(&decision.laid));
        let action = &record.actions[decision.action];
        assert_eq!(action.seat, me());
        let Action::Tricks(tricks::Action::Play { pieces }) = &action.action else {
            panic!("a play is reviewed");
        };
        assert_eq!(pieces.parse(), Ok(decision.laid));
        assert!((0..=WHOLE).contains(&decision.lost) && decision.error > 0);
        assert!(
            decision.known.is_some(),
            "each decision says what was known"
        );
    }
    let json = serde_json::to_string(&first).expect("plain data");
    assert!(!json.contains('.'), "whole numbers alone: {json}");
    // On every machine and in every build; other figures are those of another engine.
    let sum = json.bytes().fold(0_u64, |sum, byte| {
        sum.wrapping_mul(31).wrapping_add(byte.into())
    });
    assert_eq!((giog_review::ENGINE, sum), (8, 3_272_949_482_902_938_914));
}

#[test]
fn whoever_lays_the_best_is_not_blamed() {
    let (mut decisions, mut named, mut errors) = (0, 0, Vec::new());
    for number in matches() {
        let record = played(GIOG, number, usize::MAX, |view| {
            let most = Effort {
                error: 0,
                ..effort()
            };
            let choices = appraised(view, most)?;
            choices
                .iter()
                .max_by_key(|choice| sum(choice))
                .map(|choice| choice.play)
        });
        let review = review(&record, me(), effort(), |_| ()).expect("a review");
        for decision in review.decisions {
            decisions += 1;
            named += usize::from(decision.verdict != Verdict::Good);
            errors.extend(decision.choices.iter().map(|choice| choice.error));
        }
    }
    println!("{named} of {decisions} best plays are blamed");
    errors.sort_unstable();
    let of = |part: usize| errors[(errors.len() * part / 100).min(errors.len() - 1)];
    println!(
        "errors, of a hundred choices the 50th {}, the 75th {}, the last {}",
        of(50),
        of(75),
        of(100)
    );
    assert!(decisions > 15, "{decisions}");
    assert!(named * 100 <= decisions, "{named} of {decisions}");
}

#[test]
fn what_is_thrown_away_is_found() {
    let (mut thrown, mut found) = (0, 0);
    for number in matches() {
        let mut moments = Vec::new();
        let mut asked = 0;
        let record = played(GIOG, number, usize::MAX, |view| {
            let choices = appraised(view, LITTLE)?;
            asked += usize::from(choices.len() > 1);
            let best = choices.iter().max_by_key(|choice| sum(choice))?;
            let worst = choices.iter().min_by_key(|choice| sum(choice))?;
            // A third of the win.
            let lines = i64::try_from(best.shares.len()).expect("few");
            if (sum(best) - sum(worst)) * 3 < lines * i64::from(WIN) {
                return Some(best.play);
            }
            moments.push(asked - 1);
            Some(worst.play)
        });
        // With fewer lines a tenth of a win is no more than three standard errors.
        let effort = Effort {
            lines: 512,
            ..LITTLE
        };
        let review = review(&record, me(), effort, |_| ()).expect("a review");
        assert_eq!(review.decisions.len(), asked, "all choices are reviewed");
        thrown += moments.len();
        let blunder = |&moment: &usize| review.decisions[moment].verdict == Verdict::Blunder;
        found += moments.iter().filter(|moment| blunder(moment)).count();
    }
    println!("{found} of {thrown} that throw a third of a win away are blunders");
    assert!(thrown > 1, "{thrown}");
    assert!(found * 100 >= thrown * 95, "{found} of {thrown}");
}

#[test]
fn a_better_line_is_a_match_that_could_have_been() {
    let mut lines = 0;
    for variant in Variant::ALL {
        let Some(seats) = variant.players().max() else {
            continue;
        };
        if !matches!(variant, Variant::Tricks(_))
            || !giog_review::exists(variant, u8::try_from(seats).expect("few"))
        {
            continue;
        }
        let terms = Terms::new(variant, seats, Options::default(), Ceremony::Server);
        for number in 1..=2 {
            let seed = ServerSeed::new([number; 32]);
            let terms = terms.as_ref().expect("terms");
            let record = played::played(terms, seed, number.into(), usize::MAX, |game, seat| {
                game.default_action(seat)
            });
            let mut told = Vec::new();
            let review = review(&record, me(), LITTLE, |now| told = now.decisions.to_vec());
            let review = review.expect("a review");
            // What is told before the end is the review without its better lines.
            let without = review.decisions.iter().map(|decision| Reviewed {
                better: None,
                ..decision.clone()
            });
            assert_eq!(told, without.collect::<Vec<_>>());
            let with = review.decisions.iter().filter_map(|decision| {
                let better = decision.better.as_ref()?;
                Some((decision, better))
            });
            let named = review.decisions.iter();
            let named = named.filter(|decision| decision.verdict != Verdict::Good);
            assert_eq!(with.clone().count(), named.count().min(MOST_LINES));
            for (decision, better) in with {
                lines += 1;
                follows(&record, decision, better);
            }
        }
    }
    println!("{lines} better lines");
    assert!(lines > 5, "{lines}");
}

fn lays_in_turn(variant: Variant) -> bool {
    matches!(variant, Variant::Tricks(game) if game.lays_in_turn())
}

#[test]
fn each_loss_that_has_a_name_has_a_kind_and_no_other_has() {
    let mut kinds = BTreeSet::new();
    for number in 1..=4 {
        let record = played(GIOG, number, usize::MAX, |view| {
            let choices = appraised(view, LITTLE)?;
            let worst = choices.iter().min_by_key(|choice| sum(choice));
            worst.map(|choice| choice.play)
        });
        let review = review(&record, me(), LITTLE, |_| ()).expect("a review");
        for decision in &review.decisions {
            let is_named = decision.verdict != Verdict::Good;
            assert_eq!(decision.mistake.is_some(), is_named, "{decision:?}");
            let Some(mistake) = decision.mistake else {
                continue;
            };
            println!("{} {} {mistake:?}", decision.trick, decision.laid);
            assert_ne!(mistake.play, decision.laid);
            let mut choices = decision.choices.iter();
            assert!(choices.any(|choice| choice.play == mistake.play));
            assert_eq!(mistake.count.is_none(), mistake.kind == MistakeKind::Other);
            if let Some(better) = &decision.better {
                assert_eq!(better.play, mistake.play);
            }
            kinds.insert(mistake.kind);
        }
    }
    assert!(kinds.len() > 1, "{kinds:?}");
}

/// With so many lines, four times as many of them are exact enough for puzzles.
const MUCH: Effort = Effort {
    lines: 2_048,
    error: 100,
    ..LITTLE
};

#[test]
fn puzzles_ask_what_was_thrown_away_and_show_one_view() {
    let mut found = 0;
    for number in 1..=3 {
        let record = played(GIOG, number, usize::MAX, |view| {
            let choices = appraised(view, LITTLE)?;
            choices
                .iter()
                .min_by_key(|choice| sum(choice))
                .map(|choice| choice.play)
        });
        let effort = Effort {
            lines: 512,
            ..LITTLE
        };
        let review = review(&record, me(), effort, |_| ()).expect("a review");
        let found_puzzles = puzzles(&record, &review, MUCH).expect("evaluated");
        assert!(found_puzzles.len() <= MOST_PUZZLES);
        for puzzle in found_puzzles {
            found += 1;
            let best = puzzle.choices[0].play;
            assert!(is_right(&puzzle.choices, best));
            assert!(!is_right(&puzzle.choices, puzzle.laid));
            assert!(!is_right(&puzzle.choices, Pieces::EMPTY));
            assert_eq!(puzzle.view.you, Some(me()));
            assert_eq!(puzzle.view.outcome, None);
            let hand = puzzle.view.hand.expect("its own");
            for choice in &puzzle.choices {
                assert!(hand.contains(choice.play));
            }
            let json = serde_json::to_vec(&puzzle).expect("plain data");
            assert_eq!(
                serde_json::from_slice::<Puzzle>(&json).expect("it is read"),
                puzzle
            );
            assert!(is_still_clear(&record, me(), &puzzle, MUCH).expect("evaluated"));
            let (mine, others): (Vec<Choice>, _) = puzzle
                .choices
                .iter()
                .partition(|choice| choice.play == puzzle.laid);
            let wrong = Puzzle {
                choices: [mine, others].concat(),
                ..puzzle
            };
            assert!(!is_still_clear(&record, me(), &wrong, MUCH).expect("evaluated"));
        }
        if found > 0 {
            return;
        }
    }
    panic!("there are none");
}

/// Checks a line against its match: the same until then, the better choice in its trick, each seat its own hand, and a whole match.
fn follows(record: &Record, decision: &Reviewed, better: &BetterLine) {
    let result = record.result.tricks().expect("a trick game");
    let from = usize::from(decision.trick);
    let first = &better.tricks[0];
    assert_ne!(better.play, decision.laid);
    assert_eq!(first.plays[me()], Some(better.play));
    assert_eq!(
        (first.trick, first.leader),
        (decision.trick, result.tricks[from].leader)
    );
    for (seat, &hand) in result.hands.as_ref().expect("dealt").iter() {
        let before = result.tricks[..from].iter().map(|trick| trick.plays[seat]);
        let after = better.tricks.iter().filter_map(|trick| trick.plays[seat]);
        let laid: Vec<Pieces> = before.chain(after).collect();
        let left = laid.into_iter().try_fold(hand, Pieces::minus);
        // A game may end before all is laid.
        assert!(left.is_some(), "{seat} lays what it holds");
    }
    let last = better.tricks.last().expect("tricks");
    assert_eq!(last.captured, better.outcome.captured);
    if first.leader != me() && !lays_in_turn(record.variant) {
        for (seat, &laid) in result.tricks[from].plays.iter() {
            assert!(seat == me() || first.plays[seat] == Some(laid), "{seat}");
        }
    }
}

#[test]
fn of_a_play_that_was_taken_back_only_what_was_laid_instead_is_a_decision() {
    let record = played(GIOG, 1, usize::MAX, |_| None);
    let is_play =
        |taken: &RecordAction| matches!(taken.action, Action::Tricks(tricks::Action::Play { .. }));
    // The first of those who follow in the first trick lays, takes it back, and lays the same again.
    let lead = record.actions.iter().position(is_play).expect("a lead");
    let play = record.actions[lead + 1].clone();
    let back = RecordAction {
        action: Action::Tricks(tricks::Action::TakeBack),
        ..play.clone()
    };
    let mut other = record.clone();
    other
        .actions
        .splice(lead + 2..lead + 2, [back, play.clone()]);
    let few = Effort {
        lines: 16,
        ..LITTLE
    };
    for seat in [play.seat, record.actions[lead].seat] {
        let [before, after] = [&record, &other].map(|record| {
            let review = review(record, seat, few, |_| ()).expect("a review");
            let decisions = review.decisions.iter();
            let decisions = decisions.map(|decision| (decision.trick, decision.laid));
            for decision in &review.decisions {
                assert!(is_play(&record.actions[decision.action]));
            }
            decisions.collect::<Vec<_>>()
        });
        assert_eq!(before, after, "{seat}");
        assert!(!before.is_empty());
    }
}

#[test]
fn what_cannot_be_reviewed_is_told() {
    let told = |record: &Record, seat| review(record, seat, LITTLE, |_| ()).err();
    let cut = played(GIOG, 2, 12, |_| None);
    assert_eq!(told(&cut, me()), Some(NotReviewed::Abandoned));
    let whole = played(GIOG, 2, usize::MAX, |_| None);
    assert_eq!(
        told(&whole, Seat::new(4)),
        Some(NotReviewed::Seat(Seat::new(4)))
    );
    let mut other = whole.clone();
    other.rules += 1;
    assert!(matches!(told(&other, me()), Some(NotReviewed::Record(_))));
    let other = Variant::ALL.into_iter().find(|&variant| {
        giog_bots::levels::of(variant, 4).len() == 1 && variant.players().contains(&4)
    });
    let mut unknown = whole;
    unknown.variant = other.expect("some game has no levels");
    assert_eq!(
        told(&unknown, me()),
        Some(NotReviewed::Game(unknown.variant, 4))
    );
}

/// In matches of two, whoever takes a trick that the leader is winning has won it, and whoever leaves it has not.
#[test]
fn occasions_are_plays_that_could_take_a_trick_or_leave_it() {
    let (mut taken, mut left) = (0, 0);
    for variant in [
        tricks::Variant::Giog,
        tricks::Variant::ZhiHu,
        tricks::Variant::DaQiLuo2,
    ] {
        let terms = Terms::new(
            Variant::Tricks(variant),
            2,
            Options::default(),
            Ceremony::Server,
        );
        let terms = terms.expect("terms");
        for number in 1..=8 {
            let seed = ServerSeed::new([number; 32]);
            let record = played::played(&terms, seed, number.into(), usize::MAX, |game, seat| {
                let view = game.view(Observer::Seat(seat));
                giog_bots::choose(&view, &game.decision(seat)?)
            });
            let tricks = &record.result.tricks().expect("a trick game").tricks;
            let found = occasions(&record).expect("it is over");
            for occasion in &found {
                let trick = &tricks[usize::from(occasion.trick)];
                assert_eq!(occasion.from, trick.leader);
                assert_ne!(occasion.seat, trick.leader);
                let winner = if occasion.took {
                    taken += 1;
                    occasion.seat
                } else {
                    left += 1;
                    trick.leader
                };
                assert_eq!(trick.winner, Some(winner), "{occasion:?} in {trick:?}");
                let action = &record.actions[occasion.action];
                assert_eq!(action.seat, occasion.seat);
                assert!((-WHOLE..=WHOLE).contains(&occasion.gain), "{occasion:?}");
            }
            let followed = tricks.iter().filter(|trick| trick.winner.is_some());
            assert!(found.len() <= followed.count());
        }
    }
    assert!(taken > 20 && left > 4, "{taken}, {left}");
}

#[test]
fn there_are_no_occasions_where_there_is_no_review() {
    let abandoned = played(GIOG, 1, 6, |_| None);
    assert_eq!(occasions(&abandoned), Err(NotReviewed::Abandoned));
}
