//! Measures how long a computer player takes for the plays of whole matches between computer players: the median is what a
//! decision usually takes. `cargo bench -p giog-bots`.

#[path = "../tests/table/mod.rs"]
mod table;

use divan::Bencher;
use giog_bots::tricks::choose;
use giog_rules::Ceremony;
use giog_rules::tricks::{Ask, Decision, OptionsInput, Terms, Variant, View};

fn main() {
    divan::main();
}

/// The number of matches whose decisions are measured.
const MATCHES: u64 = 20;

/// The decisions in these matches, each with the view of its player.
fn situations(terms: Terms) -> Vec<(View, Decision)> {
    let mut situations = Vec::new();
    for number in 0..MATCHES {
        table::play(terms, number, |_, view, decision, _| {
            if matches!(decision.ask, Ask::Play { .. }) {
                situations.push((view.clone(), decision.clone()));
            }
            choose(view, decision)
        });
    }
    situations
}

/// Every game with every number of players.
fn tables() -> impl Iterator<Item = String> {
    let games = Variant::ALL.into_iter();
    games.flat_map(|game| game.players().map(move |seats| format!("{game} {seats}")))
}

// Each decision is a sample, because decisions differ.
#[divan::bench(
    args = tables(),
    sample_count = 2000,
    sample_size = 1,
)]
fn a_decision(bencher: Bencher<'_, '_>, name: &str) {
    let (variant, seats) = name.split_once(' ').expect("a variant and seats");
    let variant = variant.parse().expect("a variant");
    let seats = seats.parse().expect("a number");
    let terms = Terms::new(variant, seats, OptionsInput::default(), Ceremony::Server)
        .expect("the variant's own number of players");
    let situations = situations(terms);
    let mut next = situations.iter().cycle();
    bencher.bench_local(|| {
        let (view, decision) = next.next().expect("a match has decisions");
        choose(view, decision)
    });
}
