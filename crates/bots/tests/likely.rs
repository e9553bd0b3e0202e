//! Worlds in which lines of reviews begin: each as often as the deal and the plays of the others make it likely, and errors that are told are what
//! other seeds differ by.

mod all_worlds;
mod table;

use std::collections::{BTreeMap, HashMap};

use giog_bots::Numbers;
use giog_bots::levels::{
    Appraisal, Effort, Policy, Sight, Valued, WEIGHT, WIN, World, Worlds, appraise, likely_lines,
    net, standard_error,
};
use giog_rules::fairness::Stream;
use giog_rules::tricks::{Ceremony, Deal, Match, OptionsInput, Terms, Variant, View};
use giog_rules::{BySeat, Observer, Piece, Pieces, Seat};

use all_worlds::{Filled, fill, held, places, ways, world};

/// More worlds than this are not gone through.
const MOST_WORLDS: u64 = 300;
/// What is added to the probability of every play of others.
const SURPRISE: f64 = 0.1;
/// With so many seeds worlds are drawn, so many of them each, and decisions are appraised.
const SEEDS_OF_WORLDS: u32 = 8;
const LINES: u32 = 128;
const SEEDS: u32 = 16;

/// Goes through matches of a game; each decision is looked at.
fn at_each_decision(
    variant: Variant,
    seats: usize,
    numbers: impl Iterator<Item = u64>,
    mut look: impl FnMut(&View, Seat),
) {
    for number in numbers {
        let terms = Terms::new(variant, seats, OptionsInput::default(), Ceremony::Server);
        let terms = terms.expect("a table");
        let mut stream = Stream::new(&table::seed(number));
        let deal = Deal::from_stream(&terms, None, &mut stream);
        let mut game = Match::start(&terms, deal, Some(stream)).game;
        loop {
            let waiting = game.waiting().next();
            let Some(seat) = waiting else { break };
            let view = game.view(Observer::Seat(seat));
            look(&view, seat);
            let action = game.default_action(seat).expect("it waits");
            game.act(seat, &action).expect("a legal action");
        }
    }
}

fn policies() -> impl Iterator<Item = (Variant, usize, Policy<'static>)> {
    let all = Variant::ALL.into_iter();
    let all = all.flat_map(|variant| variant.players().map(move |seats| (variant, seats)));
    all.filter_map(|(variant, seats)| {
        let policy = Policy::new(net(variant, seats)?, variant)?;
        Some((variant, seats, policy))
    })
}

/// How likely the others are to have laid as in a world.
fn likely(policy: &Policy<'_>, view: &View, me: Seat, world: &World) -> f64 {
    let mut line = giog_bots::levels::Line::new(view, world.hands).expect("it has begun");
    let mut likely = 1.0;
    for &(seat, play) in &world.plays {
        if seat != me {
            let mut valued = Valued::default();
            policy.value(&line, seat, &mut valued);
            if valued.plays.len() > 1 {
                let chance = f64::from(valued.chance(play)) / f64::from(WEIGHT);
                likely *= (chance + SURPRISE) / (1.0 + SURPRISE);
            }
        }
        line.lay(seat, play).expect("it was laid");
    }
    likely
}

fn factorial(of: u8) -> f64 {
    (1..=of).map(f64::from).product()
}

/// In how many ways pieces that are all different can be dealt so that these are the hands before the first lead. What all have seen a seat take, it
/// has; what it has laid is of a kind, whichever piece of it that was.
fn dealt(
    view: &View,
    unseen: Pieces,
    known: &BySeat<Pieces>,
    hands: &BySeat<Pieces>,
    filled: &[Filled],
) -> f64 {
    let mut first: BySeat<Pieces> = BySeat::new(hands.len());
    for stack in &view.stacks {
        if let Some(seat) = stack.taken_by {
            first[seat] = first[seat].plus(stack.up.iter().copied().collect());
        }
    }
    let mut all = 1.0;
    for piece in Piece::ALL {
        let mut out = unseen.count(piece);
        for (seat, known) in known.iter() {
            let of_seat = filled.iter().filter(|((of, ..), _)| *of == seat);
            let here: u8 = of_seat.map(|(_, pieces)| pieces.count(piece)).sum();
            out -= here - known.count(piece).min(here);
            all /= factorial(hands[seat].count(piece) - first[seat].count(piece));
        }
        all /= factorial(out);
    }
    all
}

#[test]
fn worlds_are_as_frequent_as_the_deal_and_the_plays_of_others_make_them_likely() {
    let (mut squares, mut count, mut compared) = (0.0, 0.0, BTreeMap::new());
    let mut moved = 0;
    for (variant, seats, policy) in policies() {
        at_each_decision(variant, seats, 0..60, |view, me| {
            let Some(sight) = Sight::of(view) else { return };
            let known: u8 = sight.known.values().map(|known| known.len()).sum();
            let places = places(view, me);
            let of_game = compared.entry((variant.id(), seats)).or_insert(0);
            let ways = ways(sight.unseen.len() + known, &places);
            if !(3..=MOST_WORLDS).contains(&ways) || *of_game == 2 {
                return;
            }
            *of_game += 1;
            let worlds = Worlds::of(view).expect("a trick is open");
            // How many of each piece each seat holds, in the mean.
            let (mut all, mut sums) = (0.0, BTreeMap::<(Seat, Piece), f64>::new());
            let mut take = |filled: &[Filled]| {
                let world = world(view, me, sight.hand, filled);
                let Some(line) = worlds.line(&world) else {
                    return;
                };
                let weight = likely(&policy, view, me, &world)
                    * dealt(view, sight.unseen, &sight.known, &world.hands, filled);
                all += weight;
                for (seat, hand) in held(view, me, &line).iter() {
                    for (piece, many) in hand.kinds() {
                        *sums.entry((seat, piece)).or_default() += weight * f64::from(many);
                    }
                }
            };
            fill(
                sight.unseen,
                &sight.known,
                &places,
                &mut Vec::new(),
                &mut take,
            );
            let mut found = BTreeMap::<(Seat, Piece), Vec<f64>>::new();
            for seed in 0..SEEDS_OF_WORLDS {
                let mut numbers = Numbers::new(seed.into());
                let lines =
                    likely_lines(&policy, view, LINES, &mut numbers).expect("a trick is open");
                let mut means = BTreeMap::<(Seat, Piece), f64>::new();
                let mut of_draw = BTreeMap::new();
                for (draw, line) in &lines {
                    // Worlds of one draw are others only where they were moved.
                    let hands = held(view, me, line);
                    moved += u32::from(*of_draw.entry(*draw).or_insert(hands) != hands);
                    for (seat, hand) in held(view, me, line).iter() {
                        for (piece, many) in hand.kinds() {
                            *means.entry((seat, piece)).or_default() +=
                                f64::from(many) / f64::from(LINES);
                        }
                    }
                }
                for (of, mean) in means {
                    found.entry(of).or_default().push(mean);
                }
            }
            for (of, sum) in sums {
                let means = found.remove(&of).unwrap_or_default();
                let mean = means.iter().sum::<f64>() / f64::from(SEEDS_OF_WORLDS);
                let missing = f64::from(SEEDS_OF_WORLDS)
                    - f64::from(u32::try_from(means.len()).expect("few"));
                let off = means.iter().map(|one| (one - mean).powi(2)).sum::<f64>();
                let spread = (off + missing * mean * mean)
                    / f64::from(SEEDS_OF_WORLDS - 1)
                    / f64::from(SEEDS_OF_WORLDS);
                let error = spread.sqrt().max(0.002);
                let off = (mean - sum / all) / error;
                squares += off * off;
                count += 1.0;
                assert!(
                    off.abs() < 12.0,
                    "{of:?} {mean} {} ± {error}: {view:?}",
                    sum / all
                );
            }
            assert!(found.is_empty(), "{found:?}: {view:?}");
        });
    }
    println!("{compared:?}: {count}, {}, {moved} moved", squares / count);
    assert!(moved > 1_000, "{moved}");
    assert!(squares / count < 1.4, "{squares} of {count}");
}

#[test]
fn errors_that_are_told_are_what_seeds_differ_by() {
    let matches =
        std::env::var("GIOG_TEST_REVIEWS").map_or(1, |count| count.parse().expect("a number"));
    let effort = Effort {
        lines: 64,
        choices: 3,
        error: 0,
    };
    let (mut told, mut real) = (BTreeMap::<u8, f64>::new(), BTreeMap::<u8, f64>::new());
    for (variant, seats, policy) in policies() {
        if (variant, seats) != (Variant::Giog, 4) {
            continue;
        }
        at_each_decision(variant, seats, 0..matches, |view, me| {
            if me.index() > 0 {
                return;
            }
            let mut shares = HashMap::<Pieces, Vec<f64>>::new();
            let trick = view.trick.as_ref().map_or(0, |trick| trick.trick);
            for seed in 0..SEEDS {
                let appraisal = appraise(&policy, view, Pieces::EMPTY, effort, seed.into());
                let Appraisal { choices, draws } = appraisal.expect("it has to lay");
                for choice in choices {
                    let lines = draws.iter().copied().zip(choice.shares.iter().copied());
                    let error = f64::from(standard_error(lines).unwrap_or(0)) / 10_000.0;
                    let sum: f64 = choice.shares.iter().copied().map(f64::from).sum();
                    shares
                        .entry(choice.play)
                        .or_default()
                        .push(sum / 64.0 / f64::from(WIN));
                    *told.entry(trick).or_default() += error * error / f64::from(SEEDS);
                }
            }
            for shares in shares.into_values() {
                let mean = shares.iter().sum::<f64>() / f64::from(SEEDS);
                let off: f64 = shares.iter().map(|share| (share - mean).powi(2)).sum();
                *real.entry(trick).or_default() += off / f64::from(SEEDS - 1);
            }
        });
    }
    for (trick, told) in &told {
        println!(
            "trick {trick}: real by told {:.2}",
            (real[trick] / told).sqrt()
        );
    }
    let (told, real) = (told.values().sum::<f64>(), real.values().sum::<f64>());
    let ratio = (real / told).sqrt();
    println!("all: {ratio:.2}");
    assert!((0.8..1.2).contains(&ratio), "{ratio}");
}
