//! Measures how well ratings order simulated people: four of fixed strength, each of whose matches has one winner.
//!
//! `cargo run --release -p giog-ratings --example order -- 1000 [BETA CERTAINTY LEAST_SIGMA]`

#[path = "../tests/simulated/mod.rs"]
mod simulated;

use giog_ratings::Parameters;
use simulated::{MATCHES, Measured, measure};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let runs = arguments
        .next()
        .map_or(100, |text| text.parse().expect("a number of runs"));
    let mut number = |usual| {
        let text = arguments.next();
        text.map_or(usual, |text| text.parse().expect("a number"))
    };
    let usual = Parameters::default();
    let parameters = Parameters {
        beta: number(usual.beta),
        certainty: number(usual.certainty),
        least_sigma: number(usual.least_sigma),
        ..usual
    };
    println!("{runs} runs of {MATCHES} matches each, {parameters:?}");
    for shares in [[37, 29, 21, 13], [46, 30, 17, 7], [25, 25, 25, 25]] {
        let Measured {
            pairs,
            orders,
            log_loss,
            best_constant,
            errors,
            halved_after,
            dans,
        } = measure(shares, runs, &parameters);
        println!(
            "shares {shares:?}: {:.2} % of the pairs and {:.2} % of the orders right; log-loss {log_loss:.4}, of the best constant \
             {best_constant:.4}; standard error {:.2}, in truth {:.2}; uncertainty halved after {halved_after:.0} matches; \
             dan {dans:.1?}",
            100.0 * pairs,
            100.0 * orders,
            errors.0,
            errors.1,
        );
    }
}
