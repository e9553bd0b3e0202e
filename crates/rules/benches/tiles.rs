//! Games of tiles and dice, rules only: a hand, a deal, a round, dealt and played by lot. `cargo bench -p giog-rules --bench tiles`.

mod numbers;

use divan::Bencher;
use divan::counter::ItemsCount;
use giog_rules::families::tiles::Game;
use giog_rules::families::tiles::dice::{Bank, Dice, DiceGame, DiceOptions};
use giog_rules::families::tiles::mahjong::{Length, Mahjong, MahjongOptions, Payment, Tile};
use giog_rules::families::tiles::pai_gow::{Domino, PaiGow};
use numbers::Numbers;

/// As many as can play pai gow, and bet.
const SEATS: usize = 8;

fn main() {
    divan::main();
}

/// A hand of mahjong by the usual options.
#[divan::bench(sample_count = 200, sample_size = 50)]
fn mahjong_hand(bencher: Bencher<'_, '_>) {
    let options = MahjongOptions {
        length: Length::Hand,
        min_faan: 3,
        payment: Payment::Shared,
        flowers: true,
        dead_wall: 0,
    };
    let wall = Tile::set(options.flowers);
    let mut numbers = Numbers::default();
    bencher.counter(ItemsCount::new(1_usize)).bench_local(|| {
        let mut game = Mahjong::new(options, [3, 4, 5, 6]);
        let mut wall = wall.clone();
        shuffle(&mut wall, &mut numbers);
        game.take_chance(wall);
        game.play_out(|n| numbers.uniform(n))
    });
}

/// A deal of pai gow.
#[divan::bench(sample_count = 200, sample_size = 500)]
fn pai_gow_deal(bencher: Bencher<'_, '_>) {
    let mut numbers = Numbers::default();
    bencher.counter(ItemsCount::new(1_usize)).bench_local(|| {
        let mut game = PaiGow::new(SEATS, 1);
        let mut wall = Domino::set();
        shuffle(&mut wall, &mut numbers);
        game.take_chance(wall);
        game.play_out(|n| numbers.uniform(n))
    });
}

/// A round of a game with dice.
#[divan::bench(sample_count = 200, sample_size = 500, args = ["sic-bo", "grand-hazard", "chuck-a-luck"])]
fn dice_round(bencher: Bencher<'_, '_>, game: &str) {
    let game = match game {
        "sic-bo" => DiceGame::SicBo,
        "grand-hazard" => DiceGame::GrandHazard,
        _ => DiceGame::ChuckALuck,
    };
    let options = DiceOptions {
        bank: Bank::House,
        rounds: 1,
        stock: 100,
        limit: 100,
        any_triple: true,
    };
    let game = Dice::new(game, SEATS, options);
    let mut numbers = Numbers::default();
    bencher.counter(ItemsCount::new(1_usize)).bench_local(|| {
        let mut die = || u8::try_from(1 + numbers.uniform(6)).expect("a die has six faces");
        let throw = [die(), die(), die()];
        game.play_out(throw, |n| numbers.uniform(n))
    });
}

fn shuffle<T>(things: &mut [T], numbers: &mut Numbers) {
    for last in (1..things.len()).rev() {
        let other = numbers.uniform(u32::try_from(last + 1).expect("few things"));
        things.swap(last, other as usize);
    }
}
