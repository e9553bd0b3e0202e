//! `giog-training`: makes the nets of the levels of computer players.
//!
//! `giog-training learn --game giog --seats 4 giog-4.net` plays against itself and learns what plays are worth from how matches end
//! (deep Monte Carlo). The same command gives the same file, whatever `--jobs` is. `--large` makes the net of a `master`.
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
use giog_bots::levels::{self, Net, Size};
use giog_rules::tricks::{Ceremony, OptionsInput, Terms, Variant};

use learner::{Learner, Task};
use self_play::Players;

/// Makes the nets of the levels of computer players.
#[derive(Parser)]
struct Command {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// Learns by play against itself, and writes the file of the net.
    Learn {
        #[command(flatten)]
        learn: Learn,
        /// With more units, as `master` has.
        #[arg(long)]
        large: bool,
    },
    /// Learns to answer the level `club`, writes the file of the net, and tells how much it wins.
    Respond(Respond),
    /// Tells how much one net wins alone among players of another, all of which lay what their net values most.
    Compare(Compare),
}

/// In which matches, and how many.
#[derive(clap::Args)]
struct Learn {
    #[command(flatten)]
    table: Table,
    /// How many matches are played.
    #[arg(long, default_value_t = 2_000_000)]
    matches: u64,
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

/// Two nets.
#[derive(clap::Args)]
struct Compare {
    #[command(flatten)]
    table: Table,
    /// In how many deals, from each seat.
    #[arg(long, default_value_t = 20_000)]
    deals: u32,
    /// The file of the one that is alone.
    alone: PathBuf,
    /// The file of the other one.
    others: PathBuf,
}

/// What is played.
#[derive(Clone, Copy, clap::Args)]
struct Table {
    /// The game.
    #[arg(long)]
    game: Variant,
    /// The number of seats.
    #[arg(long)]
    seats: usize,
    /// What everything random follows from.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

fn main() -> anyhow::Result<()> {
    match Command::parse().what {
        What::Learn { learn, large } => {
            let size = if large { Size::LARGE } else { Size::SMALL };
            learn.run(Task::Itself(size)).map(drop)
        }
        What::Respond(Respond { learn, deals }) => {
            let terms = learn.table.terms()?;
            let club = levels::net(terms.variant(), terms.seats()).context("there is no `club`")?;
            let answer = Net::read(&learn.run(Task::Answer(club))?);
            let answer = answer.ok().context("a net")?;
            tell_share(learn.table, &answer, club, deals)
        }
        What::Compare(compare) => {
            let read = |file: &PathBuf| {
                let name = || file.display().to_string();
                let net = Net::read(&std::fs::read(file).with_context(name)?);
                net.ok().with_context(|| format!("{}: no net", name()))
            };
            let (alone, others) = (read(&compare.alone)?, read(&compare.others)?);
            tell_share(compare.table, &alone, &others, compare.deals)
        }
    }
}

/// Prints how much a net wins alone among another's players, in so many deals: others than those from which nets with this seed learn.
fn tell_share(table: Table, alone: &Net, others: &Net, deals: u32) -> anyhow::Result<()> {
    let (terms, seed) = (table.terms()?, !table.seed);
    let players = Players {
        learns: alone,
        against: Some(others),
    };
    let mut shares = Clusters::default();
    for deal in 0..deals {
        shares.add(self_play::share(terms, players, seed, deal.into()));
    }
    let share = shares.interval(Some((0.0, 1.0))).context("no deals")?;
    let [low, high] = [share.low, share.high].map(|end| end.unwrap_or(f64::NAN) * 100.0);
    println!(
        "wins {:.2} of 100 ({low:.2} to {high:.2})",
        share.mean * 100.0
    );
    Ok(())
}

impl Table {
    fn terms(self) -> anyhow::Result<Terms> {
        let options = OptionsInput::default();
        Ok(Terms::new(
            self.game,
            self.seats,
            options,
            Ceremony::Server,
        )?)
    }
}

impl Learn {
    /// Learns; the file that was written.
    fn run(&self, task: Task) -> anyhow::Result<Vec<u8>> {
        let learner = Learner::new(self.table.terms()?, self.table.seed, self.jobs, task);
        let name = || self.file.display().to_string();
        learner.learn(self.matches, |net| {
            std::fs::write(&self.file, net.to_bytes()).with_context(name)
        })?;
        std::fs::read(&self.file).with_context(name)
    }
}
