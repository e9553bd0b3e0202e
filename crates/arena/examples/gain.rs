//! How strong engines are in a trick game: the share of the wins of one among others of one kind, each deal from each seat, and which part that is
//! of what is won with all hands open, above the fair share (`docs/BOTS.md`).
//!
//! `cargo run --release -p giog-arena --example gain -- giog 4 300 published simple club strong master`: the game, the number of seats, the number of deals, the name
//! of the seed, the engine of the others, and the engines that are measured.

use std::env;
use std::error::Error;
use std::thread::available_parallelism;

use giog_arena::statistics::{Clusters, Interval, Ratio};
use giog_arena::{ArenaSeed, Builtin, Contest, EngineSpec, OPEN_HANDED, Run, Seatings};
use giog_rules::tricks::Ceremony;
use giog_rules::{Options, Terms, Variant};

const USAGE: &str = "GAME SEATS DEALS SEED OTHERS ENGINE…";

/// What the command says.
struct Measured {
    terms: Terms,
    deals: u32,
    seed: String,
    others: EngineSpec,
}

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = env::args().skip(1).collect();
    let [game, seats, deals, seed, others, engines @ ..] = &*words else {
        return Err(USAGE.into());
    };
    let variant: Variant = game.parse()?;
    let measured = Measured {
        terms: Terms::new(
            variant,
            seats.parse()?,
            Options::default(),
            Ceremony::Server,
        )?,
        deals: deals.parse()?,
        seed: seed.clone(),
        others: engine(others)?,
    };
    let open = measured.gains(engine(OPEN_HANDED)?)?;
    let seats = measured.terms.seats();
    println!("{game} for {seats}, {deals} deals, seed {seed}, among {others}");
    println!("{OPEN_HANDED}: {}", measured.share(&open));
    for name in engines {
        let gains = measured.gains(engine(name)?)?;
        let mut part = Ratio::default();
        for (&gain, &of) in gains.iter().zip(&open) {
            part.add(gain, of);
        }
        println!(
            "{name}: {}; part of the gain with all hands open {}",
            measured.share(&gains),
            part.interval()
                .map_or("unknown".to_owned(), |part| shown(part, 1.0, 2))
        );
    }
    Ok(())
}

fn engine(name: &str) -> Result<EngineSpec, Box<dyn Error>> {
    let builtin = Builtin::named(name);
    let builtin = builtin.ok_or_else(|| format!("there is no engine {name}"))?;
    Ok(EngineSpec::builtin(builtin))
}

impl Measured {
    fn fair(&self) -> f64 {
        1.0 / f64::from(u32::try_from(self.terms.seats()).expect("few seats"))
    }

    /// What an engine won in each deal above the fair share.
    fn gains(&self, engine: EngineSpec) -> Result<Vec<f64>, Box<dyn Error>> {
        let engines = [engine, self.others.clone().renamed("others".to_owned())];
        let names = engines.iter().map(|engine| engine.name().to_owned());
        let contest = Contest::new(
            self.terms,
            ArenaSeed::named(&self.seed),
            Seatings::Alone,
            names.collect(),
        );
        let jobs = available_parallelism()?.get();
        let mut gains = Vec::new();
        Run::new(&contest, &engines, self.deals, jobs).play(None, &mut |progress| {
            gains.extend(progress.alone.map(|share| share - self.fair()));
        })?;
        Ok(gains)
    }

    /// The share of the wins, in per cent.
    fn share(&self, gains: &[f64]) -> String {
        let mut clusters = Clusters::default();
        for gain in gains {
            clusters.add(gain + self.fair());
        }
        let share = clusters.interval(Some((0.0, 1.0)));
        share.map_or_else(String::new, |share| format!("{} %", shown(share, 100.0, 1)))
    }
}

/// A mean with the ends of its interval.
fn shown(interval: Interval, times: f64, digits: usize) -> String {
    let end = |end: Option<f64>| {
        end.map_or("unknown".to_owned(), |end| {
            format!("{:.digits$}", end * times)
        })
    };
    format!(
        "{:.digits$} ({} to {})",
        interval.mean * times,
        end(interval.low),
        end(interval.high)
    )
}
