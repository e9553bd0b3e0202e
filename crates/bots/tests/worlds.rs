//! Worlds that a seat supposes: they hold the truth, are matches by the rules, and depend on nothing that the seat does not see.

mod table;

use std::collections::BTreeSet;

use giog_bots::Numbers;
use giog_bots::levels::{Certain, Line, Sight, World, Worlds};
use giog_rules::fairness::Stream;
use giog_rules::tricks::{
    Action, Ceremony, Deal, Decision, Lots, Match, OptionsInput, Pack, Stack, Terms, Variant, View,
};
use giog_rules::{BySeat, Observer, Piece, Pieces, Seat};

/// All games with all numbers of seats.
fn tables() -> impl Iterator<Item = Terms> {
    let all = Variant::ALL.into_iter();
    let all = all.flat_map(|variant| variant.players().map(move |seats| (variant, seats)));
    all.map(|(variant, seats)| {
        Terms::new(variant, seats, OptionsInput::default(), Ceremony::Server).expect("a table")
    })
}

/// A match by chance, with what happened in it.
struct Played {
    terms: Terms,
    number: u64,
    game: Match,
    dealt: BySeat<Pieces>,
    /// The plays, also those of others in an open trick.
    plays: Vec<(Seat, Pieces)>,
    stream: Stream,
}

impl Played {
    fn begin(terms: Terms, number: u64) -> Self {
        let mut stream = Stream::new(&table::seed(number));
        let deal = Deal::from_stream(&terms, None, &mut stream);
        let game = Match::start(&terms, deal, Some(stream.clone())).game;
        let hand = |seat| game.view(Observer::Seat(seat)).hand;
        let dealt = BySeat::from_fn(terms.seats(), |seat| hand(seat).expect("a hand"));
        Self {
            terms,
            number,
            game,
            dealt,
            plays: Vec::new(),
            stream,
        }
    }

    fn asked(&self) -> Option<(Seat, View, Decision)> {
        let seat = self.game.waiting().next()?;
        let decision = self.game.decision(seat)?;
        Some((seat, self.game.view(Observer::Seat(seat)), decision))
    }

    fn play(&mut self, seat: Seat, view: &View, decision: &Decision) {
        let action = table::random(view, decision, &mut self.stream);
        self.game.act(seat, &action).expect("a legal action");
        let Action::Play { pieces } = action else {
            panic!("only plays are left");
        };
        self.plays.push((seat, pieces.parse().expect("pieces")));
    }

    /// What has happened, without what others have laid at the same time in the open trick.
    fn truth(&self, view: &View) -> World {
        let mut plays = self.plays.clone();
        let open = view.trick.as_ref().expect("an open trick");
        if open.in_turn.is_none() {
            let laid = open.laid.values().filter(|&&laid| laid).count();
            plays.truncate(plays.len() - laid.saturating_sub(1));
        }
        World {
            hands: self.dealt,
            plays,
        }
    }

    /// A match in which the hands are those of a world, and all else is as here; none where a stack is shared.
    fn like(&self, me: Seat, view: &View, world: &World) -> Option<Match> {
        let deal = self.game.deal();
        let mut rest = world.hands.map(|_, hand| hand.iter().collect::<Vec<_>>());
        let mut out: Vec<_> = self
            .terms
            .variant()
            .set(self.terms.seats())
            .iter()
            .collect();
        for piece in world.hands.values().flat_map(|hand| hand.iter()) {
            let at = out.iter().position(|&of| of == piece).expect("in the set");
            out.swap_remove(at);
        }
        let mut take = |seat: Option<Seat>, known: Option<Piece>| {
            let from = seat.map_or(&mut out, |seat| &mut rest[seat]);
            let at = known.map(|known| from.iter().position(|&of| of == known).expect("it has it"));
            match at {
                Some(at) => Some(from.swap_remove(at)),
                None => from.pop(),
            }
        };
        // What the seat has itself, and what lies open, stays where it is.
        let mut stacks: Vec<Vec<Option<Piece>>> = Vec::new();
        for (stack, seen) in deal.stacks().iter().zip(&view.stacks) {
            if seen.bottom_taken_by.is_some() {
                return None;
            }
            let own = seen.taken_by == Some(me);
            let fixed = stack.pieces().iter().enumerate().map(|(at, &piece)| {
                let fixed = own || at < seen.up.len();
                fixed.then(|| take(seen.taken_by, Some(piece)))?
            });
            stacks.push(fixed.collect());
        }
        for (stack, seen) in stacks.iter_mut().zip(&view.stacks) {
            for piece in stack {
                *piece = piece.or_else(|| take(seen.taken_by, None));
            }
        }
        let order = view.order.as_ref().expect("an order");
        let cards = deal.cards().map(|cards| {
            let seat = |at: usize| order[at % order.len()];
            let cards = cards.pieces().iter().enumerate();
            let cards = cards.map(|(at, &piece)| {
                let own = (seat(at) == me).then_some(piece);
                take(Some(seat(at)), own).expect("as many pieces")
            });
            Pack::new(cards.collect()).expect("a pack")
        });
        let stacks = stacks.into_iter().map(|stack| {
            let pieces: Option<Vec<_>> = stack.into_iter().collect();
            Stack::new(&pieces.expect("as many pieces")).expect("a stack")
        });
        let lots = Lots {
            cards,
            ..Lots::from(deal)
        };
        let deal = Deal::from_record(&self.terms, stacks.collect(), lots).expect("a deal");
        let mut stream = Stream::new(&table::seed(self.number));
        let _ = Deal::from_stream(&self.terms, None, &mut stream);
        Some(Match::start(&self.terms, deal, Some(stream)).game)
    }
}

/// Goes through matches of all games; each decision is looked at.
fn at_each_decision(matches: u64, mut look: impl FnMut(&Played, Seat, &View)) {
    for terms in tables() {
        for number in 0..matches {
            let mut played = Played::begin(terms, number);
            while let Some((seat, view, decision)) = played.asked() {
                look(&played, seat, &view);
                played.play(seat, &view, &decision);
            }
        }
    }
}

#[test]
fn the_truth_is_a_world_and_a_seat_knows_in_it_what_its_view_says() {
    at_each_decision(12, |played, seat, view| {
        let worlds = Worlds::of(view).expect("a trick is open");
        let truth = played.truth(view);
        let line = worlds.line(&truth);
        let line = line.unwrap_or_else(|| panic!("{}: {truth:?}\n{view:?}", played.number));
        assert_eq!(Some(line.sight(seat)), Sight::of(view));
        // With a piece less in somebody's hand, or a general that the seat has itself, it is no world.
        let other = (view.hand_sizes.seats())
            .find(|&other| other != seat)
            .expect("another");
        let mut wrong = truth.clone();
        wrong.hands[other] = wrong.hands[other].first(wrong.hands[other].len() - 1, &Piece::ALL);
        assert!(worlds.line(&wrong).is_none(), "{wrong:?}");
        if truth.hands[seat].has(Piece::RedGeneral) && truth.plays.is_empty() {
            wrong.hands[other].add(Piece::RedGeneral);
            assert!(worlds.line(&wrong).is_none(), "{wrong:?}");
        }
    });
}

#[test]
fn every_world_is_a_match_that_looks_the_same_to_the_seat() {
    let mut compared = BTreeSet::new();
    at_each_decision(2, |played, seat, view| {
        let worlds = Worlds::of(view).expect("a trick is open");
        let mut numbers = Numbers::new(played.number);
        for _ in 0..2 {
            let drawn = worlds.draw(&mut numbers);
            let (world, line) = drawn.unwrap_or_else(|| panic!("no world: {view:?}"));
            assert!(line.game().waits_for(seat));
            let Some(mut game) = played.like(seat, view, &world) else {
                continue;
            };
            for &(seat, pieces) in &world.plays {
                let pieces = pieces.to_string();
                game.act(seat, &Action::Play { pieces }).expect("legal");
            }
            let mut seen = game.view(Observer::Seat(seat));
            // Who else has laid at the same time plays it in the line; the seat sees that they have, and not what.
            let (Some(open), Some(now)) = (&mut seen.trick, &view.trick) else {
                panic!("the trick is open");
            };
            open.laid = now.laid;
            seen.hand_sizes = view.hand_sizes;
            assert_eq!(&seen, view);
            compared.insert((view.variant.id(), view.hand_sizes.len()));
            // From the match that looks the same, the same worlds are drawn.
            let again = Worlds::of(&seen).expect("a trick is open");
            let (mut one, mut other) = (Numbers::new(5), Numbers::new(5));
            let drawn = |(world, _): (World, Line)| world;
            let one = worlds.draw(&mut one).map(drawn);
            assert_eq!(one, again.draw(&mut other).map(drawn));
            assert_eq!(Certain::of(&seen), Certain::of(view));
        }
    });
    // In dǎ qí luò 1 for three, a stack is shared.
    assert_eq!(compared.len(), tables().count() - 1, "{compared:?}");
}

#[test]
fn near_the_end_every_world_is_drawn_sooner_or_later_also_the_true_one() {
    let mut found = BTreeSet::new();
    at_each_decision(2, |played, _, view| {
        // Otherwise there are too many.
        if Sight::of(view).is_none_or(|sight| sight.unseen.len() > 6) {
            return;
        }
        let truth = played.truth(view);
        // The order within a trick makes no difference.
        let hands = |world: &World| {
            let mut plays = world.plays.clone();
            plays.sort_by_key(|&(seat, _)| seat);
            (world.hands, plays)
        };
        let worlds = Worlds::of(view).expect("a trick is open");
        let mut numbers = Numbers::new(9);
        let is_true = (0..20_000).any(|_| {
            let drawn = worlds.draw(&mut numbers);
            drawn.is_some_and(|(world, _)| hands(&world) == hands(&truth))
        });
        assert!(is_true, "{truth:?}");
        found.insert(view.variant.id());
    });
    assert!(found.len() >= 6, "{found:?}");
}
