//! What an observer sees depends on nothing hidden from them, and events tell the same as views.

mod common;

use common::{Played, Setup, Taken, seats, setups};
use giog_rules::fairness::Stream;
use giog_rules::{
    Action, BySeat, Deal, Event, Match, Observer, Piece, Pieces, Seat, SeenEvent, Stack, Stage,
    View,
};
use proptest::prelude::*;

/// The pieces of a stack of the layout.
const HEIGHT: usize = 2;

fn observers(game: &Match) -> impl Iterator<Item = Observer> + use<> {
    seats(game).map(Observer::Seat).chain([Observer::Spectator])
}

fn seen(opening: &[Event], steps: &[Taken], observer: Observer) -> Vec<SeenEvent> {
    let events = opening
        .iter()
        .chain(steps.iter().flat_map(|step| &step.events));
    events.map(|event| event.seen_by(observer)).collect()
}

/// Whether an action's content is hidden from the observer to this day: a play of another seat in the trick that goes
/// on, other than the lead, or one that was taken back.
fn hidden_plays(steps: &[Taken], observer: Observer) -> Vec<bool> {
    let mut hidden = vec![false; steps.len()];
    let mut laid: BySeat<Option<usize>> = BySeat::new(5);
    for (index, step) in steps.iter().enumerate() {
        match step.action {
            Action::Play { .. } => {
                hidden[index] = !observer.is(step.seat);
                laid[step.seat] = Some(index);
            }
            Action::TakeBack => laid[step.seat] = None,
            _ => {}
        }
        if step.events.iter().any(Event::is_reveal) {
            for laid in laid.values_mut().filter_map(Option::take) {
                hidden[laid] = false;
            }
        }
    }
    let lead = steps.iter().rposition(is_lead);
    if let Some(lead) = lead {
        hidden[lead] = false;
    }
    hidden
}

fn is_lead(step: &Taken) -> bool {
    let lead = |event: &Event| {
        matches!(
            event.seen_by(Observer::Spectator),
            SeenEvent::Play { lead: true, .. }
        )
    };
    step.events.iter().any(lead)
}

/// Another deal that the observer cannot tell from this one: the pieces they have not seen change places.
fn other_deal(played: &Played, observer: Observer, chooser: &mut Stream) -> Deal {
    let game = &played.game;
    let view = game.view(observer);
    let hidden = hidden_plays(&played.steps, observer);
    let mut stacks: Vec<Vec<Piece>> = game
        .deal()
        .stacks()
        .iter()
        .map(|stack| stack.pieces().to_vec())
        .collect();
    // What others have played openly, or led, must stay theirs.
    let mut bound: BySeat<Pieces> = BySeat::new(game.terms().seats());
    for (step, &hidden) in played.steps.iter().zip(&hidden) {
        if let (Action::Play { pieces }, false) = (&step.action, hidden) {
            bound[step.seat] = bound[step.seat].plus(pieces.parse().expect("a legal play"));
        }
    }
    let mut free = Vec::new();
    for (index, stack) in stacks.iter().enumerate() {
        let owner = view.stacks[index].taken_by;
        for (height, &piece) in stack.iter().enumerate() {
            // The bottom piece, once somebody has turned it up; not as the view says, which is what is tested.
            let reveal = Action::Reveal {
                stack: i64::try_from(index).expect("few stacks"),
            };
            let is_up = height == 0 && played.steps.iter().any(|step| step.action == reveal);
            let is_bound = owner.is_some_and(|owner| bound[owner].remove(piece));
            if !is_up && !is_bound && !owner.is_some_and(|owner| observer.is(owner)) {
                free.push((index, height));
            }
        }
    }
    let mut pieces: Vec<Piece> = free
        .iter()
        .map(|&(index, height)| stacks[index][height])
        .collect();
    chooser.shuffle(&mut pieces);
    for (&(index, height), piece) in free.iter().zip(pieces) {
        stacks[index][height] = piece;
    }
    let stacks = stacks
        .iter()
        .map(|stack| Stack::new(&stack[..HEIGHT]).expect("stacks of two"))
        .collect();
    let six = game.deal().six().map(|seat| u8::from(seat).into());
    Deal::from_record(game.terms(), stacks, six).expect("the same pieces")
}

/// The same match with another deal; what is hidden from the observer is played otherwise.
fn replay_otherwise(played: &Played, deal: Deal, observer: Observer) -> Played {
    let started = Match::start(played.game.terms(), deal, None);
    let mut other = Played {
        game: started.game,
        opening: started.opening,
        steps: Vec::new(),
    };
    for (step, hidden) in played
        .steps
        .iter()
        .zip(hidden_plays(&played.steps, observer))
    {
        let default = other.game.default_action(step.seat).filter(|_| hidden);
        // A lead that is no longer the last one is open; the trick's hidden plays are of its number.
        let action = default.unwrap_or_else(|| step.action.clone());
        let events = other
            .game
            .act(step.seat, &action)
            .expect("what was legal with the one deal is with the other");
        other.steps.push(Taken {
            seat: step.seat,
            action,
            events,
        });
    }
    other
}

/// What the events of an observer tell, to be compared with the view.
#[derive(Debug, Default, PartialEq)]
struct Told {
    order: Option<Vec<Seat>>,
    hand: Option<Pieces>,
    laid: BySeat<bool>,
    yours: Option<Pieces>,
    tricks: usize,
    captured: BySeat<u8>,
    beheaded: Vec<Seat>,
    up: Vec<(u8, Piece)>,
    taken: usize,
    over: bool,
}

impl Told {
    fn hear(&mut self, event: SeenEvent, observer: Observer) {
        match event {
            SeenEvent::Layout(_) | SeenEvent::Take { .. } => {}
            SeenEvent::Reveal { stack, piece, .. } => self.up.push((stack, piece)),
            SeenEvent::Ordered { order } => self.order = Some(order),
            SeenEvent::Dealt { taken, hand } => {
                self.hand = hand;
                self.taken = taken.values().map(Vec::len).sum();
            }
            SeenEvent::Play { seat, pieces, .. } => {
                self.laid[seat] = true;
                assert_eq!(pieces.is_some(), observer.is(seat));
                if let (Some(hand), Some(pieces)) = (self.hand, pieces) {
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
                self.beheaded.extend(trick.beheaded);
                self.beheaded.sort_unstable();
                self.beheaded.dedup();
            }
            SeenEvent::Over(_) => self.over = true,
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
            over: view.outcome.is_some(),
        }
    }
}

fn play_open(setup: &Setup, most: usize) -> Played {
    setup.play(most, |_, _| ())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn nobody_sees_what_is_hidden_from_them(setup in setups(), most in 0..45_usize) {
        let played = play_open(&setup, most);
        prop_assume!(played.game.stage() != Stage::Over);
        let mut chooser = setup.chooser();
        for observer in observers(&played.game) {
            let other = replay_otherwise(&played, other_deal(&played, observer, &mut chooser), observer);
            prop_assert_eq!(other.game.view(observer), played.game.view(observer));
            prop_assert_eq!(
                seen(&other.opening, &other.steps, observer),
                seen(&played.opening, &played.steps, observer)
            );
            for seat in seats(&played.game) {
                prop_assert_eq!(other.game.waits_for(seat), played.game.waits_for(seat));
                if observer.is(seat) {
                    prop_assert_eq!(other.game.decision(seat), played.game.decision(seat));
                }
            }
        }
    }

    #[test]
    fn events_tell_what_views_show(setup in setups()) {
        setup.play(2_000, |game, steps| {
            for observer in observers(game) {
                let seats = game.terms().seats();
                let mut told = Told { laid: BySeat::new(seats), captured: BySeat::new(seats), ..Told::default() };
                for event in seen(&[], steps, observer) {
                    told.hear(event, observer);
                }
                told.up.sort_unstable();
                assert_eq!(told, Told::of_view(game.view(observer), seats));
            }
        });
    }

    #[test]
    fn everything_laid_hidden_is_opened_once_by_the_end(setup in setups()) {
        let played = play_open(&setup, 2_000);
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
