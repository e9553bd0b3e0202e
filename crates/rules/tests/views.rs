//! An observer's view depends on nothing that is hidden from them.

mod common;

use common::record::some_setup_of;
use common::{Played, Setup, Taken, games, hand, observers, play, seats, seen, setups};
use giog_rules::fairness::Stream;
use giog_rules::tricks::{
    Action, Ask, Deal, Decision, Event, Generals, Lots, Match, Pack, SeenEvent, Sign, Stack,
    Variant,
};
use giog_rules::{BySeat, Observer, Piece, Pieces, Seat, Stage};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

/// How often another deal is tried in which the same plays could have stayed face down.
const DEALS_TRIED: usize = 12;

/// Whether an action's content is still hidden from the observer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Hidden {
    /// It is not.
    No,
    /// It was laid or thrown, and is not revealed yet; or it was taken back.
    Open,
    /// It stayed face down when its trick was finished.
    Down,
}

/// Which actions are hidden from the observer: other seats' plays in the current trick, those that were taken
/// back, those that stayed face down, and throws of the current round. Leads stay the same.
fn hidden_actions(played: &Played, observer: Observer) -> Vec<Hidden> {
    let steps = &played.steps;
    let in_turn = games::facts(played.game.terms().variant()).plays_in_turn();
    let mut hidden = vec![Hidden::No; steps.len()];
    let mut laid: BySeat<Option<usize>> = BySeat::new(5);
    for (index, step) in steps.iter().enumerate() {
        let is_hidden = !observer.is(step.seat) && !is_lead(step);
        match step.action {
            Action::Play { .. } | Action::Throw { .. } if is_hidden => {
                hidden[index] = Hidden::Open;
                laid[step.seat] = Some(index);
            }
            Action::TakeBack => laid[step.seat] = None,
            _ => {}
        }
        for event in &step.events {
            match event.seen_by(Observer::Spectator) {
                SeenEvent::Trick(trick) => {
                    for (seat, laid) in laid.seats().zip(laid.values_mut()) {
                        if let Some(index) = laid.take() {
                            let down = trick.shown.get(seat) == Some(&false);
                            hidden[index] = if down { Hidden::Down } else { Hidden::No };
                        }
                    }
                }
                SeenEvent::Thrown(_) => {
                    for index in laid.values_mut().filter_map(Option::take) {
                        hidden[index] = Hidden::No;
                    }
                }
                SeenEvent::Play { up: true, .. } => hidden[index] = Hidden::No,
                // Face down for good.
                SeenEvent::Play { .. } if in_turn && is_hidden => {
                    hidden[index] = Hidden::Down;
                    laid[step.seat] = None;
                }
                _ => {}
            }
        }
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

/// Pieces that others play openly, or lead, from each step on: they must keep them until then.
fn bound_from(played: &Played, hidden: &[Hidden], from: usize) -> BySeat<Pieces> {
    let seats = played.game.terms().seats();
    let mut bound: BySeat<Pieces> = BySeat::new(seats);
    // A play that was taken back may be replaced by another one, so its pieces are not reserved twice.
    let mut laid: BySeat<Pieces> = BySeat::new(seats);
    for (step, &hidden) in played.steps.iter().zip(hidden).skip(from) {
        let seat = step.seat;
        match (&step.action, hidden) {
            (Action::Play { pieces }, Hidden::No) => {
                laid[seat] = pieces.parse().expect("a legal play");
                bound[seat] = bound[seat].plus(laid[seat]);
            }
            (Action::Play { .. }, _) => laid[seat] = Pieces::EMPTY,
            (Action::TakeBack, _) => {
                let kept = bound[seat].minus(std::mem::take(&mut laid[seat]));
                bound[seat] = kept.expect("it was bound");
            }
            _ => {}
        }
    }
    bound
}

/// Another deal that the observer cannot distinguish from this one: pieces that they have not seen are exchanged.
fn other_deal(played: &Played, observer: Observer, chooser: &mut Stream) -> Deal {
    let game = &played.game;
    let mut bound = bound_from(played, &hidden_actions(played, observer), 0);
    let mut lots = Lots::from(game.deal());
    let mut stacks: Vec<Vec<Piece>> = game
        .deal()
        .stacks()
        .iter()
        .map(|stack| stack.pieces().to_vec())
        .collect();
    let mut places = places(played);
    places.retain(|place| {
        let is_bound = place
            .owner
            .is_some_and(|owner| bound[owner].remove(place.piece));
        let is_own = place.owner.is_some_and(|owner| observer.is(owner));
        !place.is_up && !is_bound && !is_own
    });
    let mut pieces: Vec<Piece> = places.iter().map(|place| place.piece).collect();
    chooser.shuffle(&mut pieces);
    let mut pack = lots.cards.take().map(|pack| pack.pieces().to_vec());
    for (place, piece) in places.iter().zip(pieces) {
        match &mut pack {
            Some(pack) => pack[place.height] = piece,
            None => stacks[place.stack][place.height] = piece,
        }
    }
    let stacks = stacks
        .iter()
        .map(|stack| Stack::new(stack).expect("stacks as high as before"))
        .collect();
    lots.cards = pack.map(|pack| Pack::new(pack).expect("a pack as large as before"));
    Deal::from_record(game.terms(), stacks, lots).expect("the same pieces")
}

/// The place of a piece in a deal.
struct Place {
    /// The stack; 0 in a pack.
    stack: usize,
    /// From the bottom; in a pack from the first piece that is dealt.
    height: usize,
    piece: Piece,
    /// The seat whose hand it came into, if that is decided.
    owner: Option<Seat>,
    /// Whether it was turned up.
    is_up: bool,
}

fn places(played: &Played) -> Vec<Place> {
    let game = &played.game;
    let view = game.view(Observer::Spectator);
    let mut places = Vec::new();
    if let Some(cards) = game.deal().cards() {
        let order = view.order.expect("it is known from the starter");
        for (height, (&piece, &owner)) in
            cards.pieces().iter().zip(order.iter().cycle()).enumerate()
        {
            places.push(Place {
                stack: 0,
                height,
                piece,
                owner: Some(owner),
                is_up: false,
            });
        }
    }
    for (index, stack) in game.deal().stacks().iter().enumerate() {
        let seen = &view.stacks[index];
        for (height, &piece) in stack.pieces().iter().enumerate() {
            let bottom_taken_by = seen.bottom_taken_by.filter(|_| height < 2);
            // Computed from the actions, and not from the view, which is tested.
            let number = i64::try_from(index).expect("few stacks");
            let turns_up = |step: &Taken| match step.action {
                Action::Reveal { stack } => stack == number && height == 0,
                Action::Expose { stack } => stack == number,
                _ => false,
            };
            places.push(Place {
                stack: index,
                height,
                piece,
                owner: bottom_taken_by.or(seen.taken_by),
                is_up: played.steps.iter().any(turns_up),
            });
        }
    }
    places
}

/// The same match with another deal and other hidden plays. None if the other hands
/// have no play that could have stayed face down instead.
fn replay_otherwise(
    played: &Played,
    deal: Deal,
    observer: Observer,
    chooser: &mut Stream,
) -> Option<Played> {
    let started = Match::start(played.game.terms(), deal, None);
    let mut other = Played {
        game: started.game,
        opening: started.opening,
        steps: Vec::new(),
    };
    let hidden = hidden_actions(played, observer);
    for (index, step) in played.steps.iter().enumerate() {
        let action = match hidden[index] {
            Hidden::No => step.action.clone(),
            Hidden::Open if matches!(step.action, Action::Throw { .. }) => Action::Throw {
                sign: Sign::ALL[chooser.index(Sign::ALL.len())],
            },
            Hidden::Open => play_otherwise(&other.game, step.seat, Pieces::EMPTY, chooser)?,
            Hidden::Down => {
                let keep = bound_from(played, &hidden, index)[step.seat];
                play_otherwise(&other.game, step.seat, keep, chooser)?
            }
        };
        let events = other.game.act(step.seat, &action);
        let events = events.expect("what was legal with the one deal is with the other");
        // A play that stayed face down must also do so here; otherwise the trick is different.
        let down = |events: &[Event]| {
            let events = events.iter().map(|event| event.seen_by(observer));
            let visible =
                |event: &SeenEvent| matches!(event, SeenEvent::Trick(_) | SeenEvent::Play { .. });
            events.filter(visible).collect::<Vec<_>>()
        };
        let may_differ = hidden.contains(&Hidden::Down);
        if may_differ && down(&events) != down(&step.events) {
            return None;
        }
        other.steps.push(Taken {
            seat: step.seat,
            action,
            events,
        });
    }
    Some(other)
}

/// As many pieces as were led, of those that the seat need not keep for later open plays.
fn play_otherwise(game: &Match, seat: Seat, keep: Pieces, chooser: &mut Stream) -> Option<Action> {
    let Some(Ask::Play {
        count: Some(count),
        generals,
        ..
    }) = game.decision(seat).map(|decision| decision.ask)
    else {
        panic!("a follower has to play")
    };
    let spare = hand(game, seat).minus(keep).expect("bound pieces are kept");
    let spare = if generals == Generals::Refused {
        spare.without_generals()
    } else {
        spare
    };
    let mut pieces: Vec<_> = spare.iter().collect();
    if chooser.uniform(2) == 0 {
        chooser.shuffle(&mut pieces);
    } else {
        pieces.reverse();
    }
    let pieces = pieces.get(..count.into())?;
    Some(play(pieces.iter().copied().collect()))
}

/// A match that the observer cannot distinguish from this one. If nothing stays face down, there is always one.
fn other_match(played: &Played, observer: Observer, chooser: &mut Stream) -> Option<Played> {
    let other = (0..DEALS_TRIED).find_map(|_| {
        let deal = other_deal(played, observer, chooser);
        replay_otherwise(played, deal, observer, chooser)
    });
    assert!(other.is_some() || hidden_actions(played, observer).contains(&Hidden::Down));
    other
}

/// [`nobody_sees_what_is_hidden_from_them`] also covers plays that stay face down: often enough there is another match.
#[test]
fn there_are_other_matches_where_plays_stayed_face_down() {
    const MATCHES: usize = 40;
    let hiding = Variant::ALL.into_iter();
    let hiding: Vec<Variant> = hiding
        .filter(|&variant| games::facts(variant).hides_plays())
        .collect();
    assert!(hiding.len() > 2);
    for variant in hiding {
        let mut runner = TestRunner::deterministic();
        let mut compared = 0;
        for most in (0..MATCHES).map(|number| 10 + number / 2) {
            let setup = some_setup_of(&mut runner, |setup| setup.terms.variant() == variant);
            let played = play_open(&setup, most);
            let mut chooser = setup.chooser();
            for observer in observers(&played.game) {
                let down = hidden_actions(&played, observer).contains(&Hidden::Down);
                let other = other_match(&played, observer, &mut chooser);
                compared += usize::from(down && other.is_some());
            }
        }
        assert!(compared >= MATCHES / 2, "{variant}: {compared}");
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
            let Some(other) = other_match(&played, observer, &mut chooser) else { continue };
            prop_assert_eq!(other.game.view(observer), played.game.view(observer));
            prop_assert_eq!(
                seen(&other.opening, &other.steps, observer),
                seen(&played.opening, &played.steps, observer)
            );
            for seat in seats(&played.game) {
                prop_assert_eq!(other.game.waits_for(seat), played.game.waits_for(seat));
                if observer.is(seat) {
                    prop_assert_eq!(listed(&other.game, seat), listed(&played.game, seat));
                }
            }
        }
    }
}

/// The seat's decision, with its actions ready to send.
fn listed(game: &Match, seat: Seat) -> Option<Decision> {
    let mut decision = game.decision(seat)?;
    game.list_actions(seat, &mut decision);
    Some(decision)
}
