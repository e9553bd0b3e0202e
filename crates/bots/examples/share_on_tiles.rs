//! Measures what one computer player gains among others, in games of tiles and dice, with 95 % confidence intervals:
//! `cargo run --release -p giog-bots --example share_on_tiles -- 1000 mahjong`.

#[path = "interval/mod.rs"]
mod interval;
#[path = "../tests/table/mod.rs"]
mod table;
#[path = "../tests/tiles/mod.rs"]
mod tiles;

use giog_rules::Seat;
use giog_rules::fairness::Stream;
use giog_rules::tiles::{TilesAction, TilesDecision, TilesTerms, TilesVariant, TilesView};
use interval::Mean;

type Opponent = fn(&TilesView, &TilesDecision, &mut Stream) -> TilesAction;

/// The results of many matches.
#[derive(Default)]
struct Tally {
    gains: Mean,
    won: u32,
}

fn main() {
    let matches = std::env::args()
        .nth(1)
        .map_or(1_000, |text| text.parse().expect("a number of matches"));
    let only = std::env::args().nth(2);
    println!("{matches} matches each; points a match, 95 % confidence");
    let opponents: [(&str, Opponent); 3] = [
        ("random", tiles::random),
        ("default", tiles::default),
        ("itself", tiles::bot),
    ];
    let variants = TilesVariant::ALL.into_iter();
    for variant in
        variants.filter(|variant| only.as_deref().is_none_or(|only| only == variant.id()))
    {
        for terms in tiles::terms(variant) {
            for (name, opponent) in opponents {
                report(&terms, name, &measure(&terms, matches, opponent));
            }
        }
    }
}

fn measure(terms: &TilesTerms, matches: u32, opponent: Opponent) -> Tally {
    let mut tally = Tally::default();
    for number in 0..matches {
        let bot = Seat::new(number as usize % terms.seats());
        let outcome = tiles::play(terms, number.into(), |seat, view, decision, stream| {
            let choose = if seat == bot { tiles::bot } else { opponent };
            choose(view, decision, stream)
        });
        let gains = i32::try_from(outcome.gains[bot.index()]).expect("few points");
        tally.gains.note(f64::from(gains));
        tally.won += u32::from(gains > 0);
    }
    tally
}

fn report(terms: &TilesTerms, opponent: &str, tally: &Tally) {
    println!(
        "{:12} {} players, least faan {:?}, against {opponent:8}: {:6.2} ± {:.2} points, {:4.1} % of matches with a gain",
        terms.variant().id(),
        terms.seats(),
        terms.options().min_faan,
        tally.gains.mean(),
        tally.gains.either_side(),
        100.0 * f64::from(tally.won) / tally.gains.count(),
    );
}
