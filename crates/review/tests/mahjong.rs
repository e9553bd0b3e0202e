//! Reviews of whole matches of mahjong: they are about what was done, agree with what happened, and call a mistake only what they show.

mod dangers;
mod played;

use giog_arena::statistics::Clusters;
use giog_review::mahjong::{
    Danger, MOST_TURNS, MahjongReview, TurnChoice, TurnMistakeKind, checked, decisions, review,
    seen,
};
use giog_review::{NotReviewed, Review, WHOLE};
use giog_rules::record::{Record, RecordStatus};
use giog_rules::tiles::mahjong::{FinishedHand, Length, Tile};
use giog_rules::tiles::{Claim, GameFields, TilesAction, TilesAsk};
use giog_rules::{Action, Level, MatchResult, Seat, Verb};

use dangers::{MIN_FAAN, min_faan, samples, seated, wins};

const LEVELS: [Level; 2] = [Level::Simple, Level::Club];

fn hand_of(number: u32) -> Record {
    seated(number, "reviews", &LEVELS, Length::Hand).record
}

/// Hands that `simple` played, which are cheap.
fn cheap_hands() -> impl Iterator<Item = Record> {
    let hands = (0..300).map(|number| seated(number, "cheap", &LEVELS[..1], Length::Hand));
    hands.map(|seated| seated.record)
}

fn reviewed(record: &Record, seat: usize) -> MahjongReview {
    review(record, Seat::new(seat), |_, _| ()).expect("a review")
}

/// A server takes no longer one of a worker.
const MOST_BYTES: usize = 1024 * 1024;

#[test]
fn a_review_of_four_rounds_is_bounded_and_says_what_it_leaves_out() {
    let record = seated(0, "four rounds", &LEVELS[..1], Length::Full).record;
    let review = reviewed(&record, 1);
    let looked_at: usize = review.hands.iter().map(|hand| hand.turns.len()).sum();
    let left_out = review.left_out as usize;
    let bytes = serde_json::to_vec(&review).map_or(0, |text| text.len());
    println!("{looked_at} decisions, {left_out} left out, {bytes} bytes");
    assert!(looked_at > 200, "it is long");
    assert!(bytes < MOST_BYTES);
    let all = decisions(&record, Seat::new(1), |_, _| ()).expect("it was played");
    assert!(looked_at <= MOST_TURNS && looked_at + left_out <= all.len());
    assert!(left_out == 0 || looked_at == MOST_TURNS);
}

fn finished(record: &Record) -> FinishedHand {
    let MatchResult::Tiles(result) = &record.result else {
        panic!("a match of tiles");
    };
    let GameFields::Mahjong { deals, .. } = &result.fields else {
        panic!("a match of mahjong");
    };
    deals[0].clone()
}

#[test]
fn a_review_is_about_what_was_done_and_always_the_same() {
    let record = hand_of(0);
    let mut told = Vec::new();
    let first = review(&record, Seat::new(1), |done, all| told.push((done, all)));
    let first = first.expect("a review");
    assert_eq!(first, reviewed(&record, 1));
    let all = told.last().expect("progress").1;
    assert_eq!(told, (0..=all).map(|done| (done, all)).collect::<Vec<_>>());
    let [hand] = &first.hands[..] else {
        panic!("one hand");
    };
    assert!(hand.deal == 0 && hand.turns.len() > 4, "{hand:?}");
    for turn in &hand.turns {
        let action = &record.actions[turn.action];
        assert_eq!(action.seat, Seat::new(1));
        assert_eq!(
            Action::Tiles(turn.choices[turn.chosen].action.clone()),
            action.action
        );
        assert!(turn.choices.len() > 1);
        for choice in &turn.choices {
            assert_eq!(
                Tile::read(&choice.helps).map(|tiles| tiles.len()),
                Some(choice.left.len())
            );
            let is_discard = matches!(choice.action, TilesAction::Discard { .. });
            assert_eq!(choice.danger.is_some(), is_discard, "{choice:?}");
            let is_ready = choice.to_ready == Some(0) && !choice.helps.is_empty();
            assert_eq!(
                choice.drawn.len(),
                if is_ready { choice.left.len() } else { 0 }
            );
        }
    }
    let json = serde_json::to_string(&Review::Mahjong(first.clone())).expect("plain data");
    let read: Review = serde_json::from_str(&json).expect("what was written");
    assert_eq!(read, Review::Mahjong(first));
    assert!(!json.contains('.'), "whole numbers alone: {json}");
    // On every machine and in every build; other figures are those of another engine.
    let sum = json.bytes().fold(0_u64, |sum, byte| {
        sum.wrapping_mul(31).wrapping_add(byte.into())
    });
    assert_eq!((giog_review::ENGINE, sum), (8, 16_127_648_882_683_800_206));
}

#[test]
fn what_is_told_in_hindsight_is_what_happens() {
    let (mut won, mut let_by, mut by_the_last) = (0, 0, 0);
    // With the other seats' tiles in sight the rules say who would win with each tile that could be discarded.
    let to_the_end = cheap_hands().filter(|record| finished(record).winner.is_none());
    let hands = (0..6).map(hand_of).chain(to_the_end.take(12));
    for (number, record) in hands.enumerate() {
        let finished = finished(&record);
        let mut discards = record.actions.iter().enumerate().filter_map(|(at, done)| {
            let is_discard = matches!(done.action, Action::Tiles(TilesAction::Discard { .. }));
            is_discard.then_some((at, done.seat))
        });
        let last = discards.next_back().expect("somebody discards");
        for seat in (0..4).map(Seat::new) {
            let looked = decisions(&record, seat, |game, asked| {
                let TilesAsk::Choose { may, .. } = &asked.ask else {
                    return;
                };
                let discards = may.iter().filter(|kind| kind.verb == Verb::Discard);
                let others = (0..4).map(Seat::new).filter(|&other| other != seat);
                let others: Vec<Seat> = others.collect();
                for text in discards.flat_map(|kind| kind.choices.iter().flatten()) {
                    let tile = Tile::read(text).expect("a tile")[0];
                    let waits = |other: &Seat| {
                        let mut waited = asked.waited.iter();
                        waited.any(|waits| {
                            let tiles = Tile::read(&waits.tiles).expect("tiles");
                            waits.seat == *other && tiles.contains(&tile)
                        })
                    };
                    let told: Vec<bool> = others.iter().map(waits).collect();
                    assert_eq!(told, wins(game, seat, text), "{number} {seat:?} {text}");
                    let is_told = told.contains(&true);
                    let (hand, _) = seen(&asked.view).expect("a hand");
                    by_the_last += usize::from(is_told && hand.wall == 0);
                    let laid = TilesAction::Discard { tile: text.clone() };
                    if asked.did == laid {
                        // All levels win when they can.
                        let is_won = last == (asked.action, seat) && finished.from == Some(seat);
                        assert_eq!(is_told, is_won, "{number} {seat:?} {text}");
                        won += usize::from(is_told);
                        let_by += usize::from(!is_told);
                    }
                }
            });
            looked.expect("it was played");
        }
    }
    assert!(won > 0 && let_by > 100, "{won} {let_by}");
    assert!(by_the_last > 0, "{by_the_last}");
}

#[test]
fn a_win_is_told_with_its_faan() {
    let is_chance = |(name, _): &(String, u8)| ["last-tile", "replacement"].contains(&&**name);
    let by_chance = |record: &Record| {
        let items = finished(record).items;
        items.is_some_and(|items| items.iter().any(is_chance))
    };
    let mut told = 0;
    for record in cheap_hands().filter(by_chance).take(3) {
        let finished = finished(&record);
        let winner = finished.winner.expect("it was won").index();
        let review = reviewed(&record, winner);
        let turn = review.hands[0].turns.last().expect("it won");
        assert_eq!(
            turn.choices[turn.chosen].faan, finished.faan,
            "{finished:?}"
        );
        told += 1;
    }
    assert!(told > 0);
}

#[test]
fn a_mistake_is_what_the_figures_show() {
    let mut kinds = [0, 0];
    for number in 0..3 {
        let record = hand_of(number);
        for seat in 0..4 {
            for turn in reviewed(&record, seat)
                .hands
                .iter()
                .flat_map(|hand| &hand.turns)
            {
                let Some(mistake) = turn.mistake else {
                    continue;
                };
                let (laid, better) = (&turn.choices[turn.chosen], &turn.choices[mistake.better]);
                assert!(better.danger <= laid.danger && mistake.better < turn.chosen);
                let live =
                    |of: &TurnChoice| -> u16 { of.left.iter().copied().map(u16::from).sum() };
                match mistake.kind {
                    TurnMistakeKind::Farther => {
                        kinds[0] += 1;
                        let far = laid.to_ready.map_or(u16::MAX, u16::from);
                        assert!(far > u16::from(better.to_ready.expect("it is near")));
                    }
                    TurnMistakeKind::Fewer => {
                        kinds[1] += 1;
                        assert_eq!(laid.to_ready, better.to_ready);
                        assert_eq!(live(better) - live(laid), mistake.count);
                    }
                }
            }
        }
    }
    assert!(kinds[0] > 0 && kinds[1] > 0, "{kinds:?}");
}

#[test]
fn somebody_elses_review_is_checked() {
    let record = hand_of(1);
    let whole = reviewed(&record, 2);
    let turns = whole.hands.iter().flat_map(|hand| &hand.turns);
    let all: Vec<usize> = turns.map(|turn| turn.action).collect();
    assert_eq!(checked(&record, &whole), Ok(Some(all)));
    let changes: [fn(&mut MahjongReview); 13] = [
        |review| review.hands[0].turns[3].choices[0].helps = "free text".into(),
        |review| review.hands[0].turns[3].choices[0].left.push(1),
        |review| review.hands[0].turns[3].choices[0].danger = Some(1),
        |review| review.hands[0].turns[3].choices.swap(0, 1),
        |review| review.hands[0].turns[0].choices[0].to_ready = Some(9),
        |review| drop(review.hands[0].turns.remove(3)),
        |review| drop(review.hands[0].turns.pop()),
        |review| review.hands[0].turns[3].waited.clear(),
        |review| review.hands[0].turns[3].chosen += 1,
        |review| review.hands[0].turns[3].window += 1,
        |review| drop(review.hands[0].turns[3].choices.pop()),
        |review| review.hands[0].deal = 1,
        |review| review.engine += 1,
    ];
    for change in changes {
        let mut altered = whole.clone();
        change(&mut altered);
        if altered != whole {
            assert_eq!(checked(&record, &altered), Ok(None));
        }
    }
}

#[test]
fn nothing_else_is_reviewed() {
    let mut record = hand_of(2);
    let seat = |seat| review(&record, Seat::new(seat), |_, _| ());
    assert_eq!(seat(4), Err(NotReviewed::Seat(Seat::new(4))));
    record.status = RecordStatus::Abandoned;
    let abandoned = review(&record, Seat::new(0), |_, _| ());
    assert_eq!(abandoned, Err(NotReviewed::Abandoned));
}

#[test]
fn discards_are_claimed_as_often_as_is_said() {
    let mut all = Vec::new();
    for number in 0..24 {
        for sample in samples(number, "short", &LEVELS, Length::Hand) {
            assert_eq!(sample.min_faan, min_faan(number));
            let danger = Danger::of(sample.min_faan).expect("it was measured");
            let share = danger.share(danger.raw(&sample.signs));
            let happened = sample.wins.iter().any(|&wins| wins);
            all.push((share, happened));
        }
    }
    assert!(MIN_FAAN.iter().all(|&least| Danger::of(least).is_some()));
    all.sort_unstable();
    let mut claimed = Vec::new();
    for group in all.chunks(all.len().div_ceil(3)) {
        let (mut differences, mut results) = <(Clusters, Clusters)>::default();
        for &(share, happened) in group {
            let happened = f64::from(u8::from(happened));
            differences.add(happened - f64::from(share) / f64::from(WHOLE));
            results.add(happened);
        }
        // Turns of a hand are much the same: more than chance of single ones, and a hundredth.
        let interval = differences.interval(None).expect("some samples");
        let most = 4.0 * (interval.high.expect("some samples") - interval.mean) + 0.01;
        assert!(interval.mean.abs() < most, "{claimed:?}: {differences:?}");
        claimed.push(results.mean());
    }
    assert!(claimed[0] < 0.02 && claimed[2] > 0.04, "{claimed:?}");
}

#[test]
fn a_claim_is_reviewed_with_its_tile() {
    let turns: Vec<_> = (0..4)
        .flat_map(|number| reviewed(&hand_of(number), 0).hands)
        .flat_map(|hand| hand.turns)
        .filter(|turn| turn.pending.is_some())
        .collect();
    assert!(!turns.is_empty());
    for turn in &turns {
        let pass = turn
            .choices
            .iter()
            .find(|choice| choice.action == TilesAction::Claim { claim: Claim::Pass });
        assert!(pass.is_some_and(|pass| pass.danger.is_none()), "{turn:?}");
        assert!(turn.mistake.is_none());
    }
}
