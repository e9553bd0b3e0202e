//! Whole matches: the bot always acts legally, deterministically, and plays better than chance.

#[path = "../../rules/tests/common/games.rs"]
mod games;
mod table;

use giog_bots::tricks::choose;
use giog_rules::tricks::{Beheading, GeneralBan, Options, OptionsInput, Terms, Variant};
use giog_rules::{Ceremony, Seat};

/// Every game with every number of players and every option.
fn all_terms() -> Vec<Terms> {
    let mut all = Vec::new();
    for variant in Variant::ALL {
        for seats in variant.players() {
            // In games without the ban of generals, the options have no effect.
            let options = if variant.bans_generals() { 2 } else { 1 };
            for general_ban in [GeneralBan::Refuse, GeneralBan::Behead]
                .into_iter()
                .take(options)
            {
                for beheading in [Beheading::Forfeit, Beheading::Last]
                    .into_iter()
                    .take(options)
                {
                    let given = variant.default_options() != Options::NONE;
                    let options = OptionsInput {
                        general_ban: given.then_some(general_ban),
                        beheading: given.then_some(beheading),
                    };
                    all.push(
                        Terms::new(variant, seats, options, Ceremony::Players)
                            .expect("terms of the variant"),
                    );
                }
            }
        }
    }
    all
}

fn usual(variant: Variant, seats: usize) -> Terms {
    Terms::new(variant, seats, OptionsInput::default(), Ceremony::Players)
        .expect("terms of the variant")
}

#[test]
fn it_is_always_legal_and_always_the_same() {
    const MATCHES_PER_TERMS: u64 = 24;
    for terms in all_terms() {
        for number in 0..MATCHES_PER_TERMS {
            // Half of the matches are between bots, half have one bot among random players.
            let alone = number % 2 == 0;
            table::play(terms, number, |seat, view, decision, stream| {
                let action = choose(view, decision);
                assert_eq!(
                    action,
                    choose(&view.clone(), &decision.clone()),
                    "{decision:?}"
                );
                if alone || seat == Seat::new(0) {
                    action
                } else {
                    table::random(view, decision, stream)
                }
            });
        }
    }
}

#[test]
fn it_needs_nothing_that_is_not_in_the_messages() {
    for variant in Variant::ALL {
        table::play(usual(variant, 3), 7, |_, view, decision, _| {
            let view_sent =
                serde_json::from_str(&serde_json::to_string(view).expect("views are JSON"))
                    .expect("a view");
            let decision_sent =
                serde_json::from_str(&serde_json::to_string(decision).expect("decisions are JSON"))
                    .expect("a decision");
            assert_eq!(choose(&view_sent, &decision_sent), choose(view, decision));
            choose(view, decision)
        });
    }
}

#[test]
fn it_answers_any_view_and_decision_even_if_they_do_not_belong_together() {
    let mut decisions = Vec::new();
    let mut views = Vec::new();
    for variant in [
        Variant::Giog,
        Variant::SangKrip,
        Variant::DaQiLuo2,
        Variant::JuMaPao,
    ] {
        table::play(usual(variant, 3), 3, |_, view, decision, stream| {
            decisions.push(decision.clone());
            views.push(view.clone());
            table::random(view, decision, stream)
        });
    }
    for view in &views {
        for decision in &decisions {
            let _ = choose(view, decision);
        }
    }
}

#[test]
fn it_wins_clearly_more_than_its_share_against_random_players() {
    const MATCHES: u32 = 120;
    for variant in Variant::ALL {
        for (&seats, &at_least) in &games::facts(variant).bot_shares {
            check_share(usual(variant, seats), MATCHES, at_least);
        }
    }
}

fn check_share(terms: Terms, matches: u32, at_least: f64) {
    let seats = terms.seats();
    let won: f64 = (0..matches)
        .map(|number| {
            let bot = Seat::new(number as usize % seats);
            let outcome = table::play(terms, number.into(), |seat, view, decision, stream| {
                if seat == bot {
                    choose(view, decision)
                } else {
                    table::random(view, decision, stream)
                }
            });
            table::share(&outcome, bot)
        })
        .sum();
    let share = won / f64::from(matches);
    assert!(share >= at_least, "{terms:?}: {share:.3} of the wins");
}

#[test]
fn among_themselves_hardly_anybody_is_beheaded() {
    const MATCHES: u64 = 150;
    let beheaded: usize = (0..MATCHES)
        .map(|number| {
            let banning = [Variant::Giog, Variant::JuMaPao, Variant::SangKrip].into_iter();
            let beheaded = banning.map(|variant| {
                let outcome = table::play(usual(variant, 4), number, |_, view, decision, _| {
                    choose(view, decision)
                });
                outcome.beheaded.len()
            });
            beheaded.sum::<usize>()
        })
        .sum();
    assert!(
        beheaded < 30,
        "{beheaded} seats beheaded in {MATCHES} matches"
    );
}
