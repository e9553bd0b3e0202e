//! Measures the computer player's share of the wins, with 95 % confidence intervals, in all games or in one:
//! `cargo run --release -p giog-bots --example share_of_wins -- 20000 sang-krip`.

#[path = "interval/mod.rs"]
mod interval;
#[path = "../tests/table/mod.rs"]
mod table;

use std::time::{Duration, Instant};

use giog_bots::tricks::choose;
use giog_rules::tricks::{Action, Decision, OptionsInput, Terms, Variant, View};
use giog_rules::{Ceremony, Seat, fairness::Stream};
use interval::Mean;

type Opponent = fn(&View, &Decision, &mut Stream) -> Action;

/// The results of many matches.
#[derive(Default)]
struct Tally {
    won: Mean,
    beheaded: f64,
    decisions: u32,
    time: Duration,
}

fn main() {
    let matches = std::env::args()
        .nth(1)
        .map_or(2_000, |text| text.parse().expect("a number of matches"));
    let opponents: [(&str, Opponent); 2] = [("random", table::random), ("default", lay_default)];
    println!(
        "{matches} matches each; share of wins (a shared win counts as its part), 95 % confidence"
    );
    let only: Option<Variant> = std::env::args()
        .nth(2)
        .map(|id| id.parse().expect("a variant"));
    let variants = Variant::ALL.into_iter();
    for variant in variants.filter(|&variant| only.is_none_or(|only| only == variant)) {
        for seats in variant.players() {
            for (name, opponent) in opponents {
                let terms = Terms::new(variant, seats, OptionsInput::default(), Ceremony::Players)
                    .expect("the variant's own number of players");
                report(terms, name, &measure(terms, matches, opponent));
            }
        }
    }
}

/// The action of a player whose time always runs out.
fn lay_default(_: &View, decision: &Decision, _: &mut Stream) -> Action {
    decision
        .default
        .clone()
        .expect("a decision that is waited for has a default")
}

fn measure(terms: Terms, matches: u32, opponent: Opponent) -> Tally {
    let mut tally = Tally::default();
    for number in 0..matches {
        let bot = Seat::new(number as usize % terms.seats());
        let outcome = table::play(terms, number.into(), |seat, view, decision, stream| {
            if seat != bot {
                return opponent(view, decision, stream);
            }
            let (action, time) = timed(|| choose(view, decision));
            tally.time += time;
            tally.decisions += 1;
            action
        });
        let share = table::share(&outcome, bot);
        tally.won.note(share);
        tally.beheaded += f64::from(u8::from(outcome.beheaded.contains(&bot)));
    }
    tally
}

#[expect(
    clippy::disallowed_methods,
    reason = "a measurement is about this machine's own time"
)]
fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let begun = Instant::now();
    (work(), begun.elapsed())
}

fn report(terms: Terms, opponent: &str, tally: &Tally) {
    println!(
        "{:12} {} players, against {opponent:8}: {:5.1} % ± {:.1} (fair share {:4.1} %), beheaded {:4.1} %, {:.1} µs a decision",
        terms.variant().id(),
        terms.seats(),
        100.0 * tally.won.mean(),
        100.0 * tally.won.either_side(),
        100.0 / f64::from(u8::try_from(terms.seats()).expect("few seats")),
        100.0 * tally.beheaded / tally.won.count(),
        tally.time.as_secs_f64() * 1e6 / f64::from(tally.decisions.max(1)),
    );
}
