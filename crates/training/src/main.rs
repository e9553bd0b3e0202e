//! `giog-training`: makes the nets of the levels of computer players.
//!
//! `giog-training learn --game giog --seats 4 giog-4.net` plays against itself and learns what plays are worth from how matches end
//! (deep Monte Carlo). The same command gives the same file, whatever `--jobs` is.
//!
//! `giog-training respond --game giog --seats 2 answer.net` learns to answer the level `club` of the game in the same way, beginning with its
//! net, and tells how much that wins: at least so far `club` can be exploited.

mod learner;
mod model;
mod self_play;

use std::path::PathBuf;

use anyhow::Context as _;
use clap::{Parser, Subcommand};
use giog_arena::statistics::Clusters;
use giog_bots::levels::{self, Net};
use giog_rules::tricks::{Ceremony, OptionsInput, Terms, Variant};

use self_play::Players;

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
    /// Learns to answer the level `club`, writes the file of the net, and tells how much it wins.
    Respond(Respond),
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

/// Learns to answer the level `club`.
#[derive(clap::Args)]
struct Respond {
    #[command(flatten)]
    learn: Learn,
    /// In how many other deals, from each seat, it is measured what the answer wins.
    #[arg(long, default_value_t = 20_000)]
    deals: u32,
}

fn main() -> anyhow::Result<()> {
    match Command::parse().task {
        Task::Learn(learn) => learn.run(None).map(drop),
        Task::Respond(Respond { learn, deals }) => {
            let terms = learn.terms()?;
            let club = levels::net(terms.variant(), terms.seats()).context("there is no `club`")?;
            let answer = Net::read(&learn.run(Some(club))?).ok().context("a net")?;
            let players = Players {
                learns: &answer,
                against: Some(club),
            };
            let mut shares = Clusters::default();
            for deal in 0..deals {
                shares.add(self_play::share(terms, players, !learn.seed, deal.into()));
            }
            let share = shares.interval(Some((0.0, 1.0))).context("no deals")?;
            let [low, high] = [share.low, share.high].map(|end| end.unwrap_or(f64::NAN) * 100.0);
            println!(
                "wins {:.2} of 100 ({low:.2} to {high:.2})",
                share.mean * 100.0
            );
            Ok(())
        }
    }
}

impl Learn {
    fn terms(&self) -> anyhow::Result<Terms> {
        let variant: Variant = self.game.parse()?;
        let options = OptionsInput::default();
        Ok(Terms::new(variant, self.seats, options, Ceremony::Server)?)
    }

    /// Learns; the file that was written.
    fn run(&self, against: Option<&'static Net>) -> anyhow::Result<Vec<u8>> {
        let learner = learner::Learner::new(self.terms()?, self.seed, self.jobs, against);
        let name = || self.file.display().to_string();
        learner.learn(self.matches, |net| {
            std::fs::write(&self.file, net.to_bytes()).with_context(name)
        })?;
        std::fs::read(&self.file).with_context(name)
    }
}
