//! Games on boards, rules only: legal moves of xiangqi, and whole random matches. `cargo bench -p giog-rules --bench boards`.

mod numbers;

use divan::Bencher;
use divan::counter::ItemsCount;
use giog_rules::Seat;
use giog_rules::families::boards::{BlindChess, OnTime, Xiangqi, XiangqiOptions};
use numbers::Numbers;

fn main() {
    divan::main();
}

/// All positions four plies from the start; a rate of items is one of positions.
#[divan::bench(sample_count = 10, sample_size = 1)]
fn perft_four(bencher: Bencher<'_, '_>) {
    const POSITIONS: usize = 3_290_240;
    let game = Xiangqi::new(None, Seat::new(0), XiangqiOptions::default());
    let game = game.expect("the usual start");
    bencher
        .counter(ItemsCount::new(POSITIONS))
        .bench_local(|| assert_eq!(game.perft(4), POSITIONS as u64));
}

/// All positions five plies from the start, once.
#[divan::bench(sample_count = 1, sample_size = 1)]
fn perft_five(bencher: Bencher<'_, '_>) {
    const POSITIONS: usize = 133_312_995;
    let game = Xiangqi::new(None, Seat::new(0), XiangqiOptions::default());
    let game = game.expect("the usual start");
    bencher
        .counter(ItemsCount::new(POSITIONS))
        .bench_local(|| assert_eq!(game.perft(5), POSITIONS as u64));
}

/// A random match of blind chess, shuffled and played to its end.
#[divan::bench(sample_count = 200, sample_size = 20)]
fn blind_chess(bencher: Bencher<'_, '_>) {
    let mut numbers = Numbers::default();
    bencher.counter(ItemsCount::new(1_usize)).bench_local(|| {
        let game = BlindChess::shuffled(Seat::new(0), OnTime::Move, |n| numbers.uniform(n));
        game.play_out(|n| numbers.uniform(n))
    });
}
