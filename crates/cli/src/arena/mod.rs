//! `giog arena`: engines against each other, without a server.

mod engines;
mod game;
mod records;
mod table;
mod time;
mod verdict;

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::thread;

use giog_arena::statistics::Sprt;
use giog_arena::{ArenaSeed, Before, Clock, Contest, Report, Run, Seatings};
use giog_seats::chance;

use self::records::RecordsFile;
use self::time::StartedWith;
use crate::progress;

/// What is played, and by whom.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  giog arena ./mybot.py builtin:simple\n  giog arena --game mahjong --deals 500 'python3 mybot.py' builtin:simple \
                  builtin:random\n  giog arena --sprt 0,1 --deals 50000 ./new ./old\n\nEach engine plays each other: every deal in every \
                  seating. docs/ARENA.md says what programs are told, and how the numbers are made. The exit status is 1 if \
                  --fail-under or --fail-on-faults says so."
)]
pub struct Args {
    #[command(flatten)]
    game: game::GameArgs,
    /// How many deals each pair of engines plays in all seatings
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=MOST_DEALS))]
    deals: u32,
    /// Who sits where: each engine alone against the other at all other seats, or only the first one of a pair
    #[arg(long, value_enum, default_value_t = Seating::Both)]
    seating: Seating,
    /// The name of the seed: the same name gives the same deals and numbers. Who knows it can compute all hands [default: a random one,
    /// which is told]
    #[arg(long, value_name = "TEXT")]
    seed: Option<String>,
    /// How many matches are played at the same time [default: one for each core]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=MOST_JOBS))]
    jobs: Option<u16>,
    /// Stop as soon as it is decided which of two gains is the likelier one, in points of a hundred: `0,1`
    #[arg(long, value_name = "GAIN,GAIN", value_parser = two_gains)]
    sprt: Option<[f64; 2]>,
    /// How often the test may err, in each direction
    #[arg(long, value_name = "RATE", default_value_t = 0.05, requires = "sprt")]
    error: f64,
    /// Write a record of each match into this file, as JSON Lines for `giog judge`
    #[arg(long, value_name = "FILE")]
    records: Option<PathBuf>,
    /// Go on with the run that these records are of; it needs the name of its seed
    #[arg(long, requires_all = ["records", "seed"])]
    resume: bool,
    #[command(flatten)]
    engine: engines::ProgramArgs,
    /// Print everything as JSON
    #[arg(long)]
    json: bool,
    /// Show how long decisions take
    #[arg(long)]
    times: bool,
    #[command(flatten)]
    fail: verdict::FailArgs,
    /// The engines: `builtin:NAME`, or a program with its arguments in one word, with a name before it if you like (`NAME=PROGRAM`)
    #[arg(required = true, num_args = 2..=MOST_ENGINES, value_name = "ENGINE")]
    engines: Vec<String>,
}

/// The most deals of a run: more than anybody's patience.
const MOST_DEALS: i64 = 100_000_000;
/// The most threads of a run.
const MOST_JOBS: i64 = 1_024;
/// The most engines of a run: each plays each other.
const MOST_ENGINES: usize = 16;

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Seating {
    Both,
    Alone,
}

impl From<Seating> for Seatings {
    fn from(seating: Seating) -> Self {
        match seating {
            Seating::Both => Self::Both,
            Seating::Alone => Self::Alone,
        }
    }
}

fn two_gains(text: &str) -> Result<[f64; 2], String> {
    let parts: Vec<Option<f64>> = text
        .split(',')
        .map(|part| part.trim().parse().ok())
        .collect();
    match *parts {
        [Some(h0), Some(h1)] => Ok([h0, h1]),
        _ => Err("two numbers with a comma between them, as 0,1".to_owned()),
    }
}

/// Plays the run and prints what it has found.
pub fn run(args: &Args, mut output: impl Write) -> anyhow::Result<ExitCode> {
    let terms = args.game.terms()?;
    let specs = engines::specs(&args.engines, &args.engine)?;
    let names = specs.iter().map(|spec| spec.name().to_owned()).collect();
    let name = args.seed.clone().unwrap_or_else(drawn_name);
    let seed = ArenaSeed::named(&name);
    let contest = Contest::new(terms, seed, args.seating.into(), names);
    let sprt = args.test(&contest)?;
    let clock = args.times.then(StartedWith::now);
    let (mut file, before) = match &args.records {
        Some(path) => {
            let (file, before) = RecordsFile::open(path, args.resume, &contest)?;
            (Some(file), before)
        }
        None => (None, Before::default()),
    };
    let jobs = args.jobs.map_or_else(cores, usize::from);
    let run = Run {
        sprt,
        restarts: args.engine.restarts(),
        clock: clock.as_ref().map(|clock| clock as &dyn Clock),
        before,
        ..Run::new(&contest, &specs, args.deals, jobs)
    };
    let report = play(run, file.as_mut(), &mut output, args)?;
    show(&report, &mut output, args)?;
    Ok(args.fail.verdict(&report))
}

/// Plays with a progress bar. If the run cannot go on, what it had found is printed first.
fn play(
    run: Run<'_>,
    mut file: Option<&mut RecordsFile>,
    output: &mut impl Write,
    args: &Args,
) -> anyhow::Result<Report> {
    let bar = progress::of_matches();
    let played = run.play(
        file.as_deref_mut().map(|file| file as &mut dyn Write),
        &mut |progress| {
            bar.set_length(progress.of);
            bar.set_position(progress.matches);
        },
    );
    bar.finish_and_clear();
    if let Some(file) = file {
        file.flush()?;
    }
    match played {
        Ok(report) => Ok(report),
        Err(stopped) => {
            if stopped.report.matches > 0 {
                show(&stopped.report, output, args)?;
            }
            Err(stopped.error.into())
        }
    }
}

fn show(report: &Report, output: &mut impl Write, args: &Args) -> io::Result<()> {
    if args.json {
        let text = serde_json::to_string_pretty(report)?;
        writeln!(output, "{text}")
    } else {
        table::write(report, output)
    }
}

/// A name for the seed that no engine can guess. It is told before the run, too: one that is broken off can be gone on with.
fn drawn_name() -> String {
    let name = chance::key();
    eprintln!("giog: the name of the seed is {name}");
    name
}

/// One for each core that the process may use.
fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

impl Args {
    /// The sequential test that is asked for.
    fn test(&self, contest: &Contest) -> anyhow::Result<Option<Sprt>> {
        let Some([h0, h1]) = self.sprt else {
            return Ok(None);
        };
        contest.check_test()?;
        let test = Sprt::new(h0 / 100.0, h1 / 100.0, self.error, self.error)?;
        Ok(Some(test))
    }
}

/// All engines that are built in, for messages.
fn builtins() -> String {
    let names = giog_arena::BUILTINS.iter();
    let names: Vec<String> = names
        .map(|builtin| format!("builtin:{}", builtin.name))
        .collect();
    names.join(", ")
}
