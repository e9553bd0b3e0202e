//! Whole random matches of every variant, rules only: shuffle by a fast generator, choices before the first lead by lot,
//! and random legal plays until the end. `cargo bench -p giog-rules`.

mod numbers;

use divan::Bencher;
use giog_rules::families::boards::{AllyAttack, Ending, QiGuoXiangxi};
use giog_rules::tricks::{Deal, Match, OptionsInput, Playout, Terms, Variant};
use giog_rules::{Ceremony, Seat};
use numbers::Numbers;

fn main() {
    let (state, game) = (size_of::<Playout<'_>>(), size_of::<Match>());
    println!("a state to play on from: {state} bytes; a match: {game}, and what happened in it");
    divan::main();
}

/// Deals a match and plays it; returns the captured pieces, so that no work is optimised away.
fn play(terms: Terms, numbers: &mut Numbers) -> u8 {
    let deal = Deal::draw(&terms, None, |n| numbers.uniform(n));
    let mut playout = Playout::new(&terms, &deal);
    playout.finish(|n| numbers.uniform(n));
    playout.captured(Seat::new(0))
}

/// The terms of a variant with this number of players.
fn terms(variant: Variant, seats: usize) -> Terms {
    Terms::new(variant, seats, OptionsInput::default(), Ceremony::Server)
        .expect("the variant's own number of players")
}

/// Every game with every number of players.
fn tables() -> impl Iterator<Item = String> {
    let games = Variant::ALL.into_iter();
    games.flat_map(|game| game.players().map(move |seats| format!("{game} {seats}")))
}

// Matches differ, and one takes as long as a few dozen reads of the clock, so a sample has many.
#[divan::bench(
    args = tables(),
    sample_count = 500,
    sample_size = 50,
)]
fn a_match(bencher: Bencher<'_, '_>, name: &str) {
    let (variant, seats) = name.split_once(' ').expect("a variant and seats");
    let variant = variant.parse().expect("a variant");
    let terms = terms(variant, seats.parse().expect("a number"));
    let mut numbers = Numbers::default();
    bencher.bench_local(|| play(terms, &mut numbers));
}

/// Whole random matches of seven kingdoms, the choice of allies included.
#[divan::bench(args = 4..=7, sample_count = 100, sample_size = 10)]
fn a_match_of_seven_kingdoms(bencher: Bencher<'_, '_>, seats: usize) {
    let mut numbers = Numbers::default();
    bencher.bench_local(|| -> Ending {
        let game = QiGuoXiangxi::new(seats, AllyAttack::Remove);
        game.play_out(|n| numbers.uniform(n))
    });
}

/// Copying a state, as searches do.
#[divan::bench]
fn a_copy(bencher: Bencher<'_, '_>) {
    let terms = terms(Variant::Giog, 4);
    let mut numbers = Numbers::default();
    let deal = Deal::draw(&terms, None, |n| numbers.uniform(n));
    let playout = Playout::new(&terms, &deal);
    bencher.bench_local(|| divan::black_box(playout));
}

/// Copying a match with its history, half-way through.
#[divan::bench]
fn a_copy_with_history(bencher: Bencher<'_, '_>) {
    const HALF_OF_ITS_ACTIONS: usize = 22;
    let terms = terms(Variant::Giog, 4);
    let mut numbers = Numbers::default();
    let deal = Deal::draw(&terms, None, |n| numbers.uniform(n));
    let mut game = Match::start(&terms, deal, None).game;
    for _ in 0..HALF_OF_ITS_ACTIONS {
        let seat = game.waiting().next().expect("the match is not over");
        let action = game.default_action(seat).expect("it is waited for");
        game.act(seat, &action).expect("defaults are legal");
    }
    bencher.bench_local(|| game.clone());
}
