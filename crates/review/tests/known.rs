//! What a review says a seat could have known follows from what it saw: with other hands that look the same to it, the same is said.

mod played;

use giog_bots::levels::Effort;
use giog_review::Review;
use giog_review::tricks::{Asked, History, MatchReview, Reviewed};
use giog_rules::fairness::ServerSeed;
use giog_rules::record::{By, Record, RecordAction, RecordStatus};
use giog_rules::tricks::{self, Pack, Stack};
use giog_rules::{Ceremony, Match, Options, Piece, Seat, Started, Terms, Variant};

const LITTLE: Effort = Effort {
    lines: 8,
    choices: 8,
    error: 0,
};
const ME: Seat = Seat::new(0);

fn review(record: &Record) -> MatchReview {
    match giog_review::review(record, ME, LITTLE, |_| ()) {
        Ok(Review::Tricks(review)) => review,
        other => panic!("a review of a trick game: {other:?}"),
    }
}

/// All pieces of a record, in the order of its stacks, or of its pack.
fn pieces(record: &Record) -> Vec<Piece> {
    match &record.cards {
        Some(cards) => cards.pieces().to_vec(),
        None => record
            .stacks
            .iter()
            .flat_map(|stack| stack.pieces().to_vec())
            .collect(),
    }
}

/// The record with these pieces in place of its own.
fn with(record: &Record, pieces: &[Piece]) -> Record {
    let mut other = record.clone();
    if other.cards.is_some() {
        other.cards = Some(Pack::new(pieces.to_vec()).expect("a pack"));
    }
    let mut rest = pieces;
    for stack in &mut other.stacks {
        let (these, others) = rest.split_at(stack.pieces().len());
        *stack = Stack::new(these).expect("a stack");
        rest = others;
    }
    other
}

/// The record up to so many actions, and from there as stand-ins play it; none if that cannot be played.
fn continued(record: &Record, most: usize) -> Option<Record> {
    let mut other = record.clone();
    other.actions.truncate(most);
    let Started { mut game, .. } = Match::start(&other.terms().ok()?, other.deal().ok()?, None);
    for taken in &other.actions {
        game.act(taken.seat, &taken.action).ok()?;
    }
    loop {
        let waiting = game.waiting().next();
        let Some(seat) = waiting else { break };
        let action = game.stand_in_action(seat)?;
        game.act(seat, &action).ok()?;
        other.actions.push(RecordAction {
            seat,
            action,
            at_ms: 0,
            by: By::Player,
        });
    }
    other.status = RecordStatus::Over;
    Some(other)
}

/// What a decision says besides what was true.
fn told(decision: &Reviewed) -> Reviewed {
    Reviewed {
        hindsight: Vec::new(),
        mistake: None,
        better: None,
        ..decision.clone()
    }
}

/// The match with two pieces exchanged that looks the same to the seat until this decision; none if it looks otherwise.
fn twin(record: &Record, asked: &Asked, one: usize, other: usize) -> Option<Record> {
    let mut pieces = pieces(record);
    pieces.swap(one, other);
    let twin = continued(&with(record, &pieces), asked.action + 1)?;
    let history = History::of(&twin, ME).ok()?;
    let mut same = history.decisions.iter();
    let same = same.find(|same| same.action == asked.action)?;
    (same.view == asked.view && same.truth != asked.truth).then_some(twin)
}

#[test]
fn hands_that_the_seat_did_not_see_change_nothing_but_hindsight() {
    for variant in [
        tricks::Variant::Giog,
        tricks::Variant::SangKrip,
        tricks::Variant::TamCuc,
        tricks::Variant::DaQiLuo2,
        tricks::Variant::JuMaPao,
    ] {
        let variant = Variant::Tricks(variant);
        let terms = Terms::new(variant, 3, Options::default(), Ceremony::Server).expect("terms");
        let seed = ServerSeed::new([5; 32]);
        let record = played::played(&terms, seed, 1, usize::MAX, |_, _| None);
        let history = History::of(&record, ME).expect("it is replayed");
        let middle = &history.decisions[history.decisions.len() / 2];
        let count = pieces(&record).len();
        let mut pairs = (0..count).flat_map(|one| (0..one).map(move |other| (one, other)));
        let twin = pairs.find_map(|(one, other)| twin(&record, middle, one, other));
        let twin = twin.expect("another deal looks the same");
        let [first, second] = [&record, &twin].map(|record| {
            let decisions = review(record).decisions;
            let until = decisions.iter().filter(|one| one.action <= middle.action);
            until.map(told).collect::<Vec<_>>()
        });
        assert_eq!(first, second, "{variant}");
        assert!(first.iter().all(|one| one.known.is_some()));
    }
}

#[test]
fn a_review_of_an_earlier_engine_is_read_and_says_nothing_of_it() {
    let terms = Terms::new(
        Variant::Tricks(tricks::Variant::Giog),
        4,
        Options::default(),
        Ceremony::Server,
    );
    let seed = ServerSeed::new([6; 32]);
    let record = played::played(&terms.expect("terms"), seed, 1, usize::MAX, |_, _| None);
    let mut json = serde_json::to_value(review(&record)).expect("plain data");
    for decision in json["decisions"].as_array_mut().expect("decisions") {
        let known = decision
            .as_object_mut()
            .and_then(|decision| decision.remove("known"));
        assert!(known.is_some_and(|known| {
            known["hands"]
                .as_array()
                .is_some_and(|hands| hands.len() == 3)
        }));
    }
    let read: Review = serde_json::from_value(json.clone()).expect("it is read");
    assert_eq!(serde_json::to_value(read).expect("plain data"), json);
}
