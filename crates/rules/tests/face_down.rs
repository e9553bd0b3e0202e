//! In blind chess, views and legal actions never depend on face-down pieces.

#[path = "common/face_down.rs"]
mod face_down;
#[path = "../benches/numbers/mod.rs"]
mod numbers;

use face_down::other_layout;
use giog_rules::boards::{
    BoardAction, BoardDeal, BoardEvent, BoardOptions, BoardTable, BoardTerms, BoardVariant, OnTime,
};
use giog_rules::{Observer, Piece, Seat};
use numbers::Numbers;
use proptest::prelude::*;
use serde_json::json;

/// All observers.
const OBSERVERS: [Observer; 3] = [
    Observer::Seat(Seat::new(0)),
    Observer::Seat(Seat::new(1)),
    Observer::Spectator,
];

/// A running match, with everything that happened.
struct Played {
    table: BoardTable,
    events: Vec<BoardEvent>,
}

fn terms(on_time: OnTime) -> BoardTerms {
    let options = BoardOptions {
        on_time: Some(on_time),
        ..BoardOptions::default()
    };
    BoardTerms::new(BoardVariant::BlindChess, 2, options).expect("terms of the game")
}

fn shuffle(pieces: &mut [Piece], numbers: &mut Numbers) {
    for last in (1..pieces.len()).rev() {
        let below = u32::try_from(last + 1).expect("few pieces");
        pieces.swap(last, numbers.uniform(below) as usize);
    }
}

fn begin(terms: BoardTerms, layout: Vec<Piece>) -> Played {
    let deal = BoardDeal::from_record(&terms, Some(Seat::new(1)), layout).expect("a layout");
    let (table, set_up) = BoardTable::start(&terms, deal);
    Played {
        table,
        events: vec![set_up],
    }
}

impl Played {
    /// A legal action, mostly on the board.
    fn by_lot(&self, numbers: &mut Numbers) -> (Seat, BoardAction) {
        let seat = self.table.waiting()[0];
        let other = Seat::new(1 - seat.index());
        match numbers.uniform(16) {
            0 if self.may(other, &BoardAction::OfferDraw) => (other, BoardAction::OfferDraw),
            1 if self.may(seat, &BoardAction::DeclineDraw) => (seat, BoardAction::DeclineDraw),
            _ => {
                let decision = self.table.decision(seat).expect("it is asked");
                let mut choices: Vec<BoardAction> = decision.listed().collect();
                let count = u32::try_from(choices.len()).expect("few choices");
                let choice = choices.swap_remove(numbers.uniform(count) as usize);
                (seat, choice)
            }
        }
    }

    fn may(&self, seat: Seat, action: &BoardAction) -> bool {
        self.table.clone().act(seat, action).is_ok()
    }

    fn act(&mut self, seat: Seat, action: &BoardAction) {
        let events = self.table.act(seat, action);
        self.events.extend(events.expect("it is legal"));
    }

    /// All that an observer has seen and sees, as JSON.
    fn seen_by(&self, observer: Observer) -> String {
        let events = self.events.iter().map(|event| event.seen_by(observer));
        let mut seen = json!({
            "view": self.table.view(observer),
            "events": events.collect::<Vec<_>>(),
            "waiting": self.table.waiting(),
        });
        for seat in [0, 1].map(Seat::new) {
            let own = json!({
                "decision": self.table.decision(seat),
                "off_turn": self.table.off_turn(seat),
                "default": self.table.default_action(seat),
                "stand_in": self.table.stand_in_action(seat),
                "reflex": self.table.offer_reply(seat, true),
            });
            seen[format!("seat {}", seat.index())] = own;
        }
        seen.to_string()
    }

    /// The result of an action, without the identity of a piece that it turns up.
    fn tried(&self, seat: Seat, action: &BoardAction, observer: Observer) -> String {
        let mut table = self.table.clone();
        match table.act(seat, action) {
            Err(refused) => format!("{refused:?}"),
            Ok(_) if matches!(action, BoardAction::Flip { .. }) => "legal".to_owned(),
            Ok(events) => {
                let events = events.iter().map(|event| event.seen_by(observer));
                json!([events.collect::<Vec<_>>(), table.view(observer)]).to_string()
            }
        }
    }
}

/// Every action on the board that can be written, and some invalid ones.
fn every_action() -> Vec<BoardAction> {
    let points: Vec<String> = ('a'..='i')
        .flat_map(|file| (0..5).map(move |rank| format!("{file}{rank}")))
        .collect();
    let moves = points.iter().flat_map(|from| {
        let to = points.iter();
        to.map(move |to| BoardAction::Move {
            points: format!("{from}{to}"),
        })
    });
    let flips = points.iter().map(|at| BoardAction::Flip { at: at.clone() });
    moves.chain(flips).collect()
}

/// A random match, and one that differs from it only in the face-down pieces at its end; none if it is over.
fn two(seed: u64, most: u32, on_time: OnTime) -> Option<[Played; 2]> {
    let mut numbers = Numbers(seed);
    let terms = terms(on_time);
    let each = |piece: Piece| std::iter::repeat_n(piece, piece.count_in_set().into());
    let mut layout: Vec<Piece> = Piece::ALL.into_iter().flat_map(each).collect();
    shuffle(&mut layout, &mut numbers);
    let mut one = begin(terms, layout.clone());
    let mut actions = Vec::new();
    for _ in 0..most {
        let (seat, action) = one.by_lot(&mut numbers);
        one.act(seat, &action);
        actions.push((seat, action));
        if one.table.outcome().is_some() {
            return None;
        }
    }
    let layout = other_layout(
        &layout,
        actions.iter().map(|(_, action)| action),
        |pieces| {
            shuffle(pieces, &mut numbers);
        },
    );
    let mut other = begin(terms, layout);
    for (seat, action) in &actions {
        other.act(*seat, action);
    }
    Some([one, other])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn nobody_sees_what_lies_face_down(seed in 1..u64::MAX, most in 0..60_u32, loses: bool) {
        let on_time = if loses { OnTime::Lose } else { OnTime::Move };
        let Some([one, other]) = two(seed, most, on_time) else { return Ok(()) };
        for observer in OBSERVERS {
            prop_assert_eq!(one.seen_by(observer), other.seen_by(observer));
            for event in &one.events {
                prop_assert!(event.is_alike_for(observer));
            }
        }
        for action in every_action() {
            for seat in [0, 1].map(Seat::new) {
                let [here, there] = [&one, &other].map(|played| played.tried(seat, &action, Observer::Spectator));
                prop_assert_eq!(here, there, "{:?} {:?}", seat, action);
            }
        }
    }
}

/// The compared matches are different: many pieces are in other places.
#[test]
fn there_are_two_matches_to_compare() {
    let differ = |seed: u64| {
        let [one, other] = two(seed, 20, OnTime::Move).expect("it goes on");
        assert_ne!(one.table.deal(), other.table.deal(), "{seed}");
    };
    (1..20).for_each(differ);
}
