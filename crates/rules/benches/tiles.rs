//! Games of tiles and dice, rules only: a hand, a deal, a round, dealt and played by lot. `cargo bench -p giog-rules --bench tiles`.

mod numbers;

use divan::Bencher;
use divan::counter::ItemsCount;
use giog_rules::families::tiles::mahjong::{Length, Mahjong, MahjongOptions, Payment, Tile};
use giog_rules::families::tiles::pai_gow::{Domino, PaiGow};
use giog_rules::families::tiles::{Game, TilesGame, TilesOptions, TilesTerms, TilesVariant};
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

/// The ids of the games in which everybody bets.
fn dice_games() -> Vec<&'static str> {
    let games = TilesVariant::ALL.into_iter();
    let games = games.filter(|game| !game.describe().bets.is_empty());
    games.map(TilesVariant::id).collect()
}

/// A round of a game with dice.
#[divan::bench(sample_count = 200, sample_size = 500, args = dice_games())]
fn dice_round(bencher: Bencher<'_, '_>, game: &str) {
    let options = TilesOptions {
        rounds: Some(1),
        limit: Some(100),
        ..TilesOptions::default()
    };
    let game = TilesVariant::from_id(game).expect("a game");
    let terms = TilesTerms::new(game, SEATS, options).expect("terms");
    let TilesGame::Dice(game) = terms.game(Vec::new()) else {
        panic!("{game:?} is not played with dice");
    };
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
