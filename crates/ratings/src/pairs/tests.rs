use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

use super::*;

const TABLE: usize = 4;
const PEOPLE: usize = 8;

/// Matches of eight people who take a trick that is worth something nine times of ten, and half as often the first two from each other.
fn house(seed: u64, spare: bool) -> Pairs<usize> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let (mut matches, mut occasions) = (Vec::new(), Vec::new());
    for game in 0..240 {
        let mut left: Vec<usize> = (0..PEOPLE).collect();
        let sitting: Vec<usize> = (0..TABLE)
            .map(|_| left.swap_remove(random.random_range(0..left.len())))
            .collect();
        for decision in 0..5 {
            let [by, from] = [0, 1].map(|index| sitting[(index + decision) % TABLE]);
            let gain = random.random_range(-300..900);
            let usual = if gain > 0 { 0.9 } else { 0.3 };
            let spares = spare && by < 2 && from < 2 && random.random_bool(0.5);
            occasions.push(Occasion {
                game,
                decision,
                kind: 0,
                trick: u8::try_from(decision).expect("few"),
                by,
                from,
                took: !spares && random.random_bool(usual),
                gain,
            });
        }
        let player = |person| Player {
            person,
            result: Some((0.25, if person == sitting[0] { 1.0 } else { 0.0 })),
        };
        matches.push(sitting.iter().map(|&person| player(person)).collect());
    }
    pairs(&matches, &occasions)
}

#[test]
fn who_spares_another_is_told_first_with_what_was_left() {
    let found = (0..20).filter(|&seed| {
        let Pairs { compared, told } = house(seed, true);
        assert_eq!(compared, PEOPLE * (PEOPLE - 1) / 2);
        told.first().is_some_and(|pair| {
            assert!(pair.chance < MOST_CHANCE && pair.chance <= pair.false_part);
            assert!(pair.telling.len() <= MOST_TELLING && pair.took <= pair.occasions);
            pair.people == [0, 1] && f64::from(pair.took) < pair.expected && pair.gifts > 0.0
        })
    });
    let found = found.count();
    assert!(found >= 16, "{found} of 20");
}

#[test]
fn honest_people_are_rarely_told() {
    let told: usize = (0..40).map(|seed| house(seed, false).told.len()).sum();
    // One of a hundred is 11, with a standard error of 3.
    assert!(told <= 20, "{told} of 1,120");
}

#[test]
fn who_played_too_few_matches_together_is_not_compared() {
    let players = |person| Player {
        person,
        result: None,
    };
    let mut matches = vec![vec![players(1), players(2)]; LEAST_MATCHES as usize - 1];
    assert_eq!(pairs::<u8>(&matches, &[]).compared, 0);
    matches.push(vec![players(2), players(1)]);
    let found = pairs::<u8>(&matches, &[]);
    assert_eq!((found.compared, found.told.len()), (1, 0));
}

fn seen(known: [f64; 2], weight: f64, took: u32, left: u32) -> Seen {
    let [took_before, left_before] = known;
    Seen {
        known: Known {
            took: took_before,
            left: left_before,
        },
        weight,
        took,
        left,
    }
}

#[track_caller]
fn is(found: f64, expected: f64) {
    let off = (found / expected - 1.0).abs();
    assert!(off < 1e-3, "{found} for {expected}");
}

#[test]
fn the_chance_of_a_score_is_exact() {
    // What is usual is known well: two coins, and twelve tricks of which 9 in 10 are usually taken.
    is(chance_of(&[seen([1e6, 1e6], 1.0, 0, 2)]), 0.25);
    let of_twelve = [(0.1_f64, 0), (0.1, 2), (0.1, 5), (0.5, 7)];
    for (chance, least) in of_twelve {
        let choose = |of: i32, count: i32| -> f64 {
            (0..count)
                .map(|index| f64::from(of - index) / f64::from(index + 1))
                .product()
        };
        let exact: f64 = (least..=12)
            .map(|left| choose(12, left) * chance.powi(left) * (1.0 - chance).powi(12 - left))
            .sum();
        let least = least.unsigned_abs();
        let known = [1e7 * (1.0 - chance), 1e7 * chance];
        is(chance_of(&[seen(known, 2.0, 12 - least, least)]), exact);
    }
    // It is known from few occasions: one trick in four was left, and now two of two.
    is(chance_of(&[seen([3.0, 1.0], 1.0, 0, 2)]), 2.0 / 20.0);
    // One of two kinds was left: the other one weighs less, and both together more.
    let kinds = |one: u32, other: u32| {
        [
            seen([1e6, 1e6], 3.0, 1 - one, one),
            seen([1e6, 3e6], 1.0, 1 - other, other),
        ]
    };
    is(chance_of(&kinds(1, 0)), 0.5);
    is(chance_of(&kinds(0, 1)), 0.875);
    is(chance_of(&kinds(1, 1)), 0.375);
    is(chance_of(&[]), 1.0);
}

#[test]
fn the_chance_is_the_same_for_very_many_occasions() {
    // Half of 40,000 are usually left: by three standard deviations of chance and of what is known, more.
    let known = [50_000.0, 50_000.0];
    let deviation = (10_000.0_f64 * 1.4).sqrt();
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a few hundred"
    )]
    let more = (3.0 * deviation) as u32;
    let found = chance_of(&[seen(known, 1.1, 20_000 - more, 20_000 + more)]);
    assert!((found - 0.00135).abs() < 0.0001, "{found}");
}
