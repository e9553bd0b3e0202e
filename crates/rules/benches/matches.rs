//! Whole random matches of every variant, rules only: shuffle by a fast generator, choices before the first lead by lot,
//! and random legal plays until the end. `cargo bench -p giog-rules`.

use divan::Bencher;
use giog_rules::{Ceremony, Deal, Lots, OptionsInput, Piece, Playout, Seat, Stack, Terms, Variant};

fn main() {
    divan::main();
}

/// Numbers that are random enough to measure with (xorshift64*).
struct Numbers(u64);

impl Numbers {
    fn uniform(&mut self, n: u32) -> u32 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let high = self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 32;
        ((high * u64::from(n)) >> 32) as u32
    }
}

/// A table of a variant with its layout, to be shuffled again and again.
struct Table {
    terms: Terms,
    heights: Vec<u8>,
    pieces: Vec<Piece>,
    numbers: Numbers,
}

impl Table {
    fn new(variant: Variant, seats: usize) -> Self {
        let terms = Terms::new(variant, seats, OptionsInput::default(), Ceremony::Server)
            .expect("the variant's own number of players");
        let seed = giog_rules::fairness::match_seed(
            &giog_rules::fairness::ServerSeed::new([1; 32]),
            giog_rules::MatchId(uuid::Uuid::nil()),
            &giog_rules::BySeat::new(0),
        );
        let mut stream = giog_rules::fairness::Stream::new(&seed);
        let deal = Deal::from_stream(&terms, Some(Seat::new(0)), &mut stream);
        Self {
            terms,
            heights: deal.stacks().iter().map(Stack::height).collect(),
            pieces: deal
                .stacks()
                .iter()
                .flat_map(Stack::pieces)
                .copied()
                .collect(),
            numbers: Numbers(0x9E37_79B9_7F4A_7C15),
        }
    }

    fn shuffled(&mut self) -> Deal {
        for last in (1..self.pieces.len()).rev() {
            #[expect(clippy::cast_possible_truncation, reason = "at most 32 pieces")]
            let other = self.numbers.uniform(last as u32 + 1) as usize;
            self.pieces.swap(last, other);
        }
        let mut rest = self.pieces.as_slice();
        let stacks = self.heights.iter().map(|&height| {
            let (stack, others) = rest.split_at(height.into());
            rest = others;
            Stack::new(stack).expect("as high as before")
        });
        let stacks = stacks.collect();
        let seats = self.terms.seats();
        let dice = (0..seats).map(|_| 1 + i64::from(self.numbers.uniform(6)));
        let lots = Lots {
            dice: Some(dice.collect()),
            exposer: Some(0),
            six: None,
        };
        Deal::from_record(&self.terms, stacks, lots).expect("the same pieces")
    }

    /// Plays a match; gives what somebody captured, so that nothing is left out.
    fn play(&mut self) -> u8 {
        let deal = self.shuffled();
        let mut playout = Playout::new(&self.terms, &deal);
        playout.finish(|n| self.numbers.uniform(n));
        playout.captured(Seat::new(0))
    }
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
    let mut table = Table::new(variant, seats.parse().expect("a number"));
    bencher.bench_local(|| table.play());
}

#[divan::bench]
fn a_copy(bencher: Bencher<'_, '_>) {
    let deal = Table::new(Variant::Giog, 4).shuffled();
    let terms = Table::new(Variant::Giog, 4).terms;
    let playout = Playout::new(&terms, &deal);
    bencher.bench_local(|| divan::black_box(playout));
}
