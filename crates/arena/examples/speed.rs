//! How many matches of giog for four the arena plays in a minute on one thread, with engines that are built in, and with a program that
//! takes every default: `cargo run --release -p giog-arena --example speed`. The program is this one, with the argument `program`.

use std::env;
use std::error::Error;
use std::io::{self, BufRead, Write};
use std::time::{Duration, Instant};

use giog_arena::{ArenaSeed, Builtin, Contest, EngineSpec, Limits, Run, Seatings};
use giog_rules::tricks::Ceremony;
use giog_rules::{Options, Terms, Variant};

/// How many matches are played with engines that are built in, and with a program.
const BUILT_IN: u32 = 20_000;
const WITH_A_PROGRAM: u32 = 4_000;
/// The matches of a deal.
const SEATINGS: u32 = 4;
const LIMITS: Limits = Limits {
    decide: Duration::from_secs(5),
    start: Duration::from_secs(5),
};

fn main() -> Result<(), Box<dyn Error>> {
    if env::args().nth(1).as_deref() == Some("program") {
        return Ok(program()?);
    }
    let this = env::current_exe()?.to_string_lossy().into_owned();
    let taking = EngineSpec::program("program", vec![this, "program".to_owned()], LIMITS);
    for [first, second] in [
        ["default", "simple"],
        ["simple", "default"],
        ["random", "random"],
    ] {
        measure(&[builtin(first)?, builtin(second)?], BUILT_IN)?;
    }
    for second in ["simple", "default"] {
        measure(&[taking.clone(), builtin(second)?], WITH_A_PROGRAM)?;
    }
    Ok(())
}

fn builtin(name: &str) -> Result<EngineSpec, Box<dyn Error>> {
    let builtin = Builtin::named(name).ok_or("there is no such engine")?;
    Ok(EngineSpec::builtin(builtin))
}

/// Plays the first engine against three of the second one.
#[expect(
    clippy::disallowed_methods,
    reason = "a measurement is about this machine's own time"
)]
fn measure(engines: &[EngineSpec; 2], matches: u32) -> Result<(), Box<dyn Error>> {
    let terms = Terms::new(Variant::default(), 4, Options::default(), Ceremony::Server)?;
    let names = engines.each_ref().map(|engine| engine.name().to_owned());
    let title = names.join(" against three ");
    let seed = ArenaSeed::named("speed");
    let contest = Contest::new(terms, seed, Seatings::Alone, names.to_vec());
    let begun = Instant::now();
    let report = Run::new(&contest, engines, matches / SEATINGS, 1).play(None, &mut |_| {})?;
    let minutes = begun.elapsed().as_secs_f64() / 60.0;
    assert_eq!(report.faults(), 0, "{report:?}");
    println!(
        "{title}: {:.0} matches a minute",
        f64::from(matches) / minutes
    );
    Ok(())
}

/// Takes every default, as fast as a program can.
fn program() -> io::Result<()> {
    let mut output = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        if let Some(default) = default(&line?) {
            writeln!(output, "{default}")?;
            output.flush()?;
        }
    }
    Ok(())
}

/// The default of the decision in a line: an object without others in it.
fn default(line: &str) -> Option<&str> {
    let (_, rest) = line.split_once(r#""default":"#)?;
    rest.get(..=rest.find('}')?)
}
