//! `giog-training`: makes the nets of the levels of computer players.
//!
//! `giog-training learn --game giog --seats 4 giog-4.net` plays against itself and learns what plays are worth from how matches end
//! (deep Monte Carlo). The same command gives the same file, whatever `--jobs` is.

mod learner;
mod model;
mod self_play;

use std::path::PathBuf;

use anyhow::Context as _;
use clap::{Parser, Subcommand};
use giog_rules::tricks::{Ceremony, OptionsInput, Terms, Variant};

/// Makes the nets of the levels of computer players.
#[derive(Parser)]
struct Command {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Learns by play against itself, and writes the file of the net.
    Learn(Learn),
}

/// Learns by play against itself.
#[derive(clap::Args)]
struct Learn {
    /// The game.
    #[arg(long)]
    game: String,
    /// The number of seats.
    #[arg(long)]
    seats: usize,
    /// How many matches are played.
    #[arg(long, default_value_t = 2_000_000)]
    matches: u64,
    /// What everything random follows from.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many matches are played at the same time.
    #[arg(long, default_value_t = 1)]
    jobs: usize,
    /// The file that is written, after each hundredth of the matches and at the end.
    file: PathBuf,
}

fn main() -> anyhow::Result<()> {
    match Command::parse().task {
        Task::Learn(learn) => {
            let variant: Variant = learn.game.parse()?;
            let options = OptionsInput::default();
            let terms = Terms::new(variant, learn.seats, options, Ceremony::Server)?;
            learner::Learner::new(terms, learn.seed, learn.jobs).learn(learn.matches, |net| {
                let written = std::fs::write(&learn.file, net.to_bytes());
                written.with_context(|| learn.file.display().to_string())
            })
        }
    }
}
