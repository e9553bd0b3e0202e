//! Events contain the same information as views, and everything laid face down is opened by the end.

mod common;

use std::collections::BTreeSet;

use common::{observers, seen, setups};
use giog_rules::tricks::{Event, SeenEvent, Sign, View};
use giog_rules::{BySeat, Observer, Piece, Pieces, Seat};
use proptest::prelude::*;

/// The state computed from an observer's events, for comparison with the view.
#[derive(Debug, Default, PartialEq)]
struct FromEvents {
    order: Option<Vec<Seat>>,
    hand: Option<Pieces>,
    laid: BySeat<bool>,
    yours: Option<Pieces>,
    tricks: usize,
    captured: BySeat<u8>,
    beheaded: Vec<Seat>,
    up: Vec<(u8, Piece)>,
    taken: usize,
    aside: bool,
    thrown: usize,
    threw: Option<Sign>,
    over: bool,
}

impl FromEvents {
    fn hear(&mut self, event: SeenEvent, observer: Observer) {
        match event {
            SeenEvent::Layout(_) | SeenEvent::End { .. } | SeenEvent::Order { .. } => {}
            SeenEvent::Take { .. } => self.taken = 1,
            SeenEvent::Expose { stack, pieces, .. } => {
                self.up
                    .extend(pieces.into_iter().map(|piece| (stack, piece)));
            }
            SeenEvent::Throw { seat, sign, .. } => {
                assert_eq!(sign.is_some(), observer.is(seat));
                self.threw = self.threw.or(sign);
            }
            SeenEvent::Thrown(_) => (self.thrown, self.threw) = (self.thrown + 1, None),
            SeenEvent::Reveal { stack, piece, .. } => self.up.push((stack, piece)),
            SeenEvent::Ordered { order } => self.order = Some(order),
            SeenEvent::Dealt { taken, hand, .. } => {
                self.hand = hand;
                let all: BTreeSet<u8> = taken.values().flatten().copied().collect();
                self.taken = all.len();
            }
            SeenEvent::Play {
                seat, pieces, up, ..
            } => {
                self.laid[seat] = true;
                let is_own = observer.is(seat);
                assert_eq!(pieces.is_some(), up || is_own);
                if let (Some(hand), Some(pieces)) = (self.hand.filter(|_| is_own), pieces) {
                    self.hand = hand.minus(pieces);
                    self.yours = Some(pieces);
                }
            }
            SeenEvent::TakeBack { seat, .. } => {
                self.laid[seat] = false;
                if observer.is(seat) {
                    let back = self
                        .yours
                        .take()
                        .expect("what was laid is known to its owner");
                    self.hand = self.hand.map(|hand| hand.plus(back));
                }
            }
            SeenEvent::Trick(trick) => {
                self.laid = BySeat::new(self.laid.len());
                self.yours = None;
                self.tricks += 1;
                self.captured = trick.captured;
                self.aside = trick.winner.is_none();
                self.beheaded.extend(trick.beheaded);
                self.beheaded.sort_unstable();
                self.beheaded.dedup();
            }
            SeenEvent::Over(outcome) => {
                self.beheaded = outcome.beheaded;
                self.over = true;
            }
        }
    }

    fn of_view(view: View, seats: usize) -> Self {
        let mut up: Vec<(u8, Piece)> = (0..)
            .zip(&view.stacks)
            .flat_map(|(stack, seen)| seen.up.iter().map(move |&piece| (stack, piece)))
            .collect();
        up.sort_unstable();
        Self {
            order: view.order,
            hand: view.hand,
            laid: view
                .trick
                .as_ref()
                .map_or(BySeat::new(seats), |trick| trick.laid),
            yours: view.trick.and_then(|trick| trick.yours),
            tricks: view.tricks.len(),
            captured: view.captured,
            beheaded: view.beheaded,
            up,
            taken: view
                .stacks
                .iter()
                .filter(|stack| stack.taken_by.is_some())
                .count(),
            aside: view.aside > 0,
            thrown: view.thrown.len(),
            threw: view.throws.and_then(|throws| throws.yours),
            over: view.outcome.is_some(),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn events_tell_what_views_show(setup in setups()) {
        let opening = setup.start().opening;
        setup.play(2_000, |game, steps| {
            for observer in observers(game) {
                let seats = game.terms().seats();
                let mut told = FromEvents { laid: BySeat::new(seats), captured: BySeat::new(seats), ..FromEvents::default() };
                for event in seen(&opening, steps, observer) {
                    told.hear(event, observer);
                }
                told.up.sort_unstable();
                assert_eq!(told, FromEvents::of_view(game.view(observer), seats));
            }
        });
    }

    #[test]
    fn who_sees_the_same_as_spectators_sees_nothing_more(setup in setups()) {
        let played = setup.play(2_000, |_, _| ());
        let opening = setup.start().opening;
        let events = opening.iter().chain(played.steps.iter().flat_map(|step| &step.events));
        for event in events {
            for observer in observers(&played.game) {
                let alike = event.seen_by(observer) == event.seen_by(Observer::Spectator);
                prop_assert_eq!(event.is_alike_for(observer), alike, "{:?} {:?}", observer, event);
            }
        }
    }

    #[test]
    fn everything_laid_hidden_is_opened_once_by_the_end(setup in setups()) {
        let played = setup.play(2_000, |_, _| ());
        let events = || played.steps.iter().flat_map(|step| &step.events);
        let mut sealed: Vec<_> = events().filter_map(Event::sealed).map(|sealed| format!("{sealed:?}")).collect();
        let mut opened: Vec<_> = events().flat_map(Event::opened).map(|sealed| format!("{sealed:?}")).collect();
        sealed.sort_unstable();
        opened.sort_unstable();
        prop_assert_eq!(&sealed, &opened);
        sealed.dedup();
        prop_assert_eq!(sealed.len(), opened.len());
    }
}
