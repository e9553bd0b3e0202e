//! Invariants of all matches.

mod common;

use common::{Setup, choices, games, hand, leads, play, seats, setups};
use giog_rules::fairness::{Entropy, ServerSeed};
use giog_rules::tricks::{
    Action, Ask, BadTerms, Beheading, Generals, MAX_LISTED_PLAYS, Match, Options, OptionsInput,
    RowEnd, Sign, Terms, Variant,
};
use giog_rules::{BySeat, Ceremony, MatchId, Observer, Piece, Pieces, Seat, Stage};
use proptest::prelude::*;

/// More actions than any match has if one play in six is taken back.
const ANY_NUMBER: usize = 2_000;

/// All known pieces, from the seats' own views.
fn check_pieces(game: &Match) {
    let result = game.verdict().result;
    let Some(dealt) = result.hands else { return };
    for seat in seats(game) {
        let view = game.view(Observer::Seat(seat));
        let laid = view
            .trick
            .as_ref()
            .and_then(|trick| trick.yours)
            .unwrap_or_default();
        let held = view.hand.expect("hands are dealt");
        let played = result
            .tricks
            .iter()
            .fold(Pieces::EMPTY, |all, trick| all.plus(trick.plays[seat]));
        assert_eq!(
            held.plus(laid).plus(played),
            dealt[seat],
            "no piece comes or goes"
        );
        assert_eq!(view.hand_sizes[seat], held.len());
        assert!(dealt[seat].contains(view.known[seat]));
        assert_eq!(
            held.len() + laid.len(),
            dealt[Seat::new(0)].len() - result_played(&result, seat)
        );
    }
    let taken: u8 = result.captured.values().sum();
    let played: u8 = seats(game).map(|seat| result_played(&result, seat)).sum();
    let aside = game.view(Observer::Spectator).aside;
    assert_eq!(
        taken + aside,
        played,
        "somebody took every finished trick, or it lies aside"
    );
}

fn result_played(result: &giog_rules::tricks::MatchResult, seat: Seat) -> u8 {
    result
        .tricks
        .iter()
        .map(|trick| trick.plays[seat].len())
        .sum()
}

/// This number of pieces of a hand, or all.
fn some(hand: Pieces, count: u8) -> Pieces {
    hand.first(count, &Piece::ALL)
}

#[test]
fn a_lead_of_more_plays_than_are_listed_is_asked_for_without_a_list() {
    let seats = 2;
    let options = OptionsInput::default();
    let terms = Terms::new(Variant::DaQiLuo2, seats, options, Ceremony::Server).expect("a table");
    let mut without_list = 0;
    for seed in 0..32 {
        let setup = Setup {
            terms,
            match_id: MatchId(uuid::Uuid::nil()),
            server_seed: ServerSeed::new([seed; 32]),
            entropy: BySeat::from_fn(seats, |_| Entropy::new(Vec::new()).expect("no bytes")),
            previous_winner: None,
            choices: [seed; 32],
        };
        let game = setup.start().game;
        for seat in game.waiting() {
            check_decision(&game, seat);
            let ask = game.decision(seat).expect("it is waited for").ask;
            let Ask::Play { plays, .. } = ask else {
                continue;
            };
            without_list += usize::from(plays.is_none());
        }
    }
    assert!(without_list > 0, "all leads are listed");
}

/// Whether `act` accepts exactly what the decision says.
fn check_decision(game: &Match, seat: Seat) {
    let accepts = |action: Action| game.clone().act(seat, &action).is_ok();
    let any_stack = -1..20_i64;
    let Some(decision) = game.decision(seat) else {
        let held = hand(game, seat);
        assert!(
            !accepts(Action::TakeBack) && !accepts(play(some(held, 1))) && !game.waits_for(seat)
        );
        assert!(
            any_stack
                .clone()
                .all(|stack| !accepts(Action::Reveal { stack }))
        );
        return;
    };
    assert_eq!(decision.must, game.waits_for(seat));
    assert_eq!(decision.default, game.default_action(seat));
    assert_eq!(decision.default.is_some(), decision.must);
    if let Some(default) = &decision.default {
        assert!(accepts(default.clone()));
    }
    if let Ask::Play { lead: true, .. } = decision.ask {
        // Among equally strong ones the one that a follower would lay.
        let weakest_first = game.terms().variant().weakest_first().iter();
        let mut singles = weakest_first.map(|&piece| play(Pieces::of(piece, 1)));
        let weakest = singles.find(|single| accepts(single.clone()));
        assert_eq!(decision.default, weakest);
    }
    match decision.ask {
        Ask::Reveal { stacks } => {
            let legal = any_stack.filter(|&stack| accepts(Action::Reveal { stack }));
            assert!(legal.eq(stacks.into_iter().map(i64::from)));
        }
        Ask::Take { stacks } => {
            let legal = any_stack.filter(|&stack| accepts(Action::Take { stack }));
            assert!(legal.eq(stacks.into_iter().map(i64::from)));
        }
        Ask::Play {
            lead,
            count,
            generals,
            plays,
            ..
        } => {
            let held = hand(game, seat);
            let leads = lead.then(|| leads(game, seat));
            if let Some(leads) = &leads {
                assert_eq!(plays.is_none(), leads.len() > MAX_LISTED_PLAYS);
            }
            for length in if lead {
                1..=11
            } else {
                count.unwrap_or(0)..=count.unwrap_or(0)
            } {
                for pieces in choices(held, length) {
                    let leads = leads.as_ref().filter(|_| lead && plays.is_none());
                    let listed = plays.as_ref().or(leads).map_or_else(
                        || generals != Generals::Refused || pieces.generals() == 0,
                        |plays| plays.contains(&pieces),
                    );
                    assert_eq!(accepts(play(pieces)), listed, "{pieces} of {held}");
                }
            }
            assert!(
                count.is_none_or(
                    |count| !accepts(play(some(held, count + 1))) || held.len() <= count
                )
            );
        }
        Ask::TakeBack { pieces, .. } => {
            assert!(accepts(Action::TakeBack));
            assert!(!accepts(play(pieces)) && !accepts(play(some(hand(game, seat), 1))));
        }
        Ask::Expose { stacks } => {
            let legal = any_stack.filter(|&stack| accepts(Action::Expose { stack }));
            assert!(legal.eq(stacks.into_iter().map(i64::from)));
        }
        Ask::Throw { signs, .. } => {
            let legal = Sign::ALL
                .into_iter()
                .filter(|&sign| accepts(Action::Throw { sign }));
            assert!(legal.eq(signs));
        }
        Ask::End { ends } => {
            let both = [RowEnd::Left, RowEnd::Right].into_iter();
            assert!(both.filter(|&end| accepts(Action::End { end })).eq(ends));
        }
        Ask::Order { stacks } => check_orders(&(0..stacks.into()).collect::<Vec<_>>(), accepts),
    }
}

/// Orders of all stacks are accepted, and nothing else.
fn check_orders(ascending: &[i64], accepts: impl Fn(Action) -> bool) {
    let accepts = |stacks: &[i64]| {
        accepts(Action::Order {
            stacks: stacks.to_vec(),
        })
    };
    let descending: Vec<i64> = ascending.iter().rev().copied().collect();
    assert!(accepts(ascending) && accepts(&descending));
    let (last, others) = ascending.split_last().expect("there are stacks");
    assert!(!accepts(others) && !accepts(&[ascending, &[0]].concat()));
    assert!(!accepts(&[others, &[last + 1]].concat()) && !accepts(&[others, &[-1]].concat()));
    assert!(!accepts(&[others, &[0]].concat()) && !accepts(&[]));
}

/// The scores by the rules, computed in another way than in the game.
fn check_scores(game: &Match) {
    let outcome = game.outcome().expect("the match is over");
    let variant = game.terms().variant();
    let Some(scores) = outcome.scores else {
        let goal = &games::facts(variant).tricks["goal"];
        assert!(goal == "pieces" || goal == "last_trick", "{variant}");
        return;
    };
    let forfeits = game.terms().options().beheading == Some(Beheading::Forfeit);
    let lost: i32 = outcome
        .beheaded
        .iter()
        .map(|&seat| i32::from(outcome.captured[seat]))
        .sum();
    let sum: i32 = scores.values().sum();
    assert_eq!(sum, if forfeits { -lost } else { 0 }, "{scores:?}");
    for &seat in outcome.beheaded.iter().filter(|_| forfeits) {
        assert_eq!(scores[seat], -8);
    }
    let best = |seat: &Seat| {
        let rivals = scores
            .seats()
            .filter(|rival| forfeits || !outcome.beheaded.contains(rival));
        rivals
            .into_iter()
            .all(|rival| scores[rival] <= scores[*seat])
    };
    assert!(outcome.winners.iter().all(best));
}

#[test]
fn a_game_without_options_or_choices_refuses_the_one_and_leaves_the_other_to_players() {
    let given = OptionsInput {
        beheading: Some(Beheading::Last),
        ..OptionsInput::default()
    };
    let games = Variant::ALL.into_iter();
    let games: Vec<Variant> = games
        .filter(|game| game.default_options() == Options::NONE)
        .collect();
    assert!(!games.is_empty());
    for game in games {
        let refused = Terms::new(game, 4, given, Ceremony::Players);
        assert_eq!(refused, Err(BadTerms::Option(game)));
        let terms = Terms::new(game, 4, OptionsInput::default(), Ceremony::Server);
        let terms = terms.expect("a table for four");
        assert_eq!(terms.ceremony(), Ceremony::Players);
        let options = serde_json::to_value(terms.options()).expect("options are JSON");
        assert_eq!(options, serde_json::json!({}));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn pieces_are_conserved_and_hands_equal(setup in setups()) {
        let played = setup.play(ANY_NUMBER, |game, _| check_pieces(game));
        let outcome = played.game.outcome().expect("every match ends");
        prop_assert!(!outcome.winners.is_empty());
        check_scores(&played.game);
    }

    #[test]
    fn decisions_list_exactly_what_is_accepted(setup in setups(), look_at in 0..12_usize) {
        let mut count = look_at;
        setup.play(ANY_NUMBER, |game, _| {
            count += 1;
            if count % 12 == 0 {
                seats(game).for_each(|seat| check_decision(game, seat));
            }
        });
    }

    #[test]
    fn echoing_defaults_ends_every_match(setup in setups(), random in 0..60_usize) {
        let mut game = setup.play(random, |_, _| ()).game;
        let mut actions = 0;
        while game.stage() != Stage::Over {
            let seat = game.waiting().next().expect("somebody is waited for until the end");
            let default = game.default_action(seat).expect("whoever is waited for has a default");
            prop_assert!(game.act(seat, &default).is_ok());
            actions += 1;
            prop_assert!(actions < ANY_NUMBER);
        }
        prop_assert!(seats(&game).all(|seat| game.decision(seat).is_none()));
    }

    #[test]
    fn playing_on_at_random_ends_as_matches_do(setup in setups(), stop in 0..60_usize) {
        let game = setup.play(stop, |_, _| ()).game;
        let mut chooser = setup.chooser();
        let mut playout = game.playout();
        playout.finish(|n| chooser.uniform(n));
        let outcome = playout.outcome();
        prop_assert!(!outcome.winners.is_empty());
        prop_assert!(seats(&game).all(|seat| outcome.captured[seat] >= game.view(Observer::Spectator).captured[seat]));
        if let Some(ended) = game.outcome() {
            prop_assert_eq!(&outcome, ended);
        }
        let all: u8 = outcome.captured.values().sum();
        let pieces = game.terms().variant().describe().kinds;
        let column = game.terms().seats() - game.terms().variant().players().start();
        prop_assert!(all <= pieces.iter().map(|kind| kind.counts[column]).sum());
    }

    #[test]
    fn a_refused_action_changes_nothing(setup in setups(), stop in 0..60_usize) {
        let game = setup.play(stop, |_, _| ()).game;
        for seat in (0..5).map(Seat::new) {
            for action in [Action::Reveal { stack: -1 }, Action::Take { stack: -1 }, Action::Expose { stack: 16 }, Action::Order { stacks: vec![0] }, Action::Play { pieces: "?".into() }] {
                let mut after = game.clone();
                prop_assert!(after.act(seat, &action).is_err());
                prop_assert_eq!(format!("{after:?}"), format!("{game:?}"));
            }
        }
    }
}
