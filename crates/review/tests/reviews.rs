//! Reviews of whole matches: they add up, blame nobody for the best choice, and find what was thrown away.

mod played;

use giog_bots::levels::{Appraised, Effort, Policy, WIN, appraise, net};
use giog_review::{NotReviewed, Review, Verdict, WHOLE, review};
use giog_rules::fairness::ServerSeed;
use giog_rules::record::Record;
use giog_rules::tricks::{self, View};
use giog_rules::{Action, Ceremony, Observer, Options, Pieces, Seat, Terms, Variant};

const GIOG: Variant = Variant::Tricks(tricks::Variant::Giog);
const SEATS: usize = 4;
const LITTLE: Effort = Effort {
    drawn: 64,
    lines: 128,
    choices: 8,
    error: 0,
};

/// How many matches are reviewed: `GIOG_TEST_REVIEWS`, or few.
fn matches() -> impl Iterator<Item = u8> {
    let many = std::env::var("GIOG_TEST_REVIEWS").map(|count| count.parse());
    1..=many.unwrap_or(Ok(4)).expect("at most 255")
}

fn me() -> Seat {
    Seat::new(0)
}

/// A record of the match with this number, which `choose` plays for the first seat, others by defaults, or which ends after so many actions.
fn played(
    variant: Variant,
    number: u8,
    most: usize,
    mut choose: impl FnMut(&View) -> Option<Pieces>,
) -> Record {
    let terms = Terms::new(variant, SEATS, Options::default(), Ceremony::Server).expect("terms");
    let seed = ServerSeed::new([number; 32]);
    played::played(&terms, seed, number.into(), most, |game, seat| {
        match game.view(Observer::Seat(seat)) {
            giog_rules::View::Tricks(view) if seat == me() => choose(&view).map(played::lay),
            _ => game.default_action(seat),
        }
    })
}

fn reviewed(record: &Record) -> Review {
    review(record, me(), LITTLE, |_, _| ()).expect("a review")
}

/// What the choices win, with other worlds and another luck than in reviews.
fn appraised(view: &View) -> Option<Vec<Appraised>> {
    let net = net(tricks::Variant::Giog, SEATS).expect("a net");
    let policy = Policy::new(net, tricks::Variant::Giog).expect("it has combinations");
    appraise(&policy, view, Pieces::EMPTY, LITTLE, 0x5eed)
}

fn sum(choice: &Appraised) -> i64 {
    choice.shares.iter().copied().map(i64::from).sum()
}

#[test]
fn a_review_adds_up_and_is_always_the_same() {
    let record = played(GIOG, 1, usize::MAX, |_| None);
    let mut told = Vec::new();
    let first = review(&record, me(), LITTLE, |done, all| told.push((done, all)));
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
    for decision in &first.decisions {
        assert!(decision.choices.is_sorted_by_key(|choice| -choice.share));
        let plays = |choices: &[giog_review::Choice]| {
            choices.iter().map(|choice| choice.play).collect::<Vec<_>>()
        };
        assert_eq!(plays(&decision.choices), plays(&decision.hindsight));
        assert!(plays(&decision.choices).contains(&decision.laid));
        let action = &record.actions[decision.action];
        assert_eq!(action.seat, me());
        let Action::Tricks(tricks::Action::Play { pieces }) = &action.action else {
            panic!("a play is reviewed");
        };
        assert_eq!(pieces.parse(), Ok(decision.laid));
        assert!((0..=WHOLE).contains(&decision.lost) && decision.error > 0);
    }
    let json = serde_json::to_string(&first).expect("plain data");
    assert!(!json.contains('.'), "whole numbers alone: {json}");
    // On every machine and in every build; other figures are those of another engine.
    let sum = json.bytes().fold(0_u64, |sum, byte| {
        sum.wrapping_mul(31).wrapping_add(byte.into())
    });
    assert_eq!((giog_review::ENGINE, sum), (2, 17_369_950_775_694_295_571));
}

#[test]
fn whoever_lays_the_best_is_not_blamed() {
    let (mut decisions, mut named) = (0, 0);
    for number in matches() {
        let record = played(GIOG, number, usize::MAX, |view| {
            let choices = appraised(view)?;
            choices
                .iter()
                .max_by_key(|choice| sum(choice))
                .map(|choice| choice.play)
        });
        for decision in reviewed(&record).decisions {
            decisions += 1;
            named += usize::from(decision.verdict != Verdict::Good);
        }
    }
    println!("{named} of {decisions} best plays are blamed");
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
            let choices = appraised(view)?;
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
        let review = review(&record, me(), effort, |_, _| ()).expect("a review");
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
fn what_cannot_be_reviewed_is_told() {
    let told = |record: &Record, seat| review(record, seat, LITTLE, |_, _| ()).err();
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
