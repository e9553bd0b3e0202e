//! Whole random matches of every variant, rules only: shuffle by a fast generator, choices before the first lead by lot,
//! and random legal plays until the end. `cargo bench -p giog-rules`.

use divan::Bencher;
use giog_rules::{Ceremony, Deal, OptionsInput, Playout, Seat, Terms, Variant};

fn main() {
    divan::main();
}

/// Numbers that are random enough to measure with (xorshift64*).
struct Numbers(u64);

impl Default for Numbers {
    fn default() -> Self {
        Self(0x9E37_79B9_7F4A_7C15)
    }
}

impl Numbers {
    fn uniform(&mut self, n: u32) -> u32 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let high = self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 32;
        ((high * u64::from(n)) >> 32) as u32
    }
}

/// Deals a match and plays it; gives what somebody captured, so that nothing is left out.
fn play(terms: &Terms, numbers: &mut Numbers) -> u8 {
    let deal = Deal::draw(terms, None, |n| numbers.uniform(n));
    let mut playout = Playout::new(terms, &deal);
    playout.finish(|n| numbers.uniform(n));
    playout.captured(Seat::new(0))
}

/// What a variant is played by, by so many.
fn terms(variant: Variant, seats: usize) -> Terms {
    Terms::new(variant, seats, OptionsInput::default(), Ceremony::Server)
        .expect("the variant's own number of players")
}

const TABLES: [(Variant, usize); 9] = [
    (Variant::Giog, 4),
    (Variant::Giog, 2),
    (Variant::JuMaPao, 4),
    (Variant::JuMaPao30, 3),
    (Variant::SangKrip, 4),
    (Variant::DaQiLuo1, 4),
    (Variant::DaQiLuo2, 4),
    (Variant::DaQiLuo2, 5),
    (Variant::ZhiHu, 4),
];

#[divan::bench(args = TABLES.map(|(variant, seats)| format!("{variant} {seats}")))]
fn a_match(bencher: Bencher<'_, '_>, name: &str) {
    let (variant, seats) = name.split_once(' ').expect("a variant and seats");
    let variant = variant.parse().expect("a variant");
    let terms = terms(variant, seats.parse().expect("a number"));
    let mut numbers = Numbers::default();
    bencher.bench_local(|| play(&terms, &mut numbers));
}

/// Copying a state that somebody searches from, and dropping the copy.
#[divan::bench]
fn a_copy(bencher: Bencher<'_, '_>) {
    let terms = terms(Variant::Giog, 4);
    let mut numbers = Numbers::default();
    let deal = Deal::draw(&terms, None, |n| numbers.uniform(n));
    let playout = Playout::new(&terms, &deal);
    bencher.bench_local(|| divan::black_box(playout));
}
