//! `giog bot uci`: plays a seat of xiangqi with an engine of the user, as an ordinary client.

mod engine;
mod pipe;
mod seat;

use std::time::Duration;

use uuid::Uuid;

use self::engine::{Effort, Engine};
use crate::address::{ServerArgs, id};
use crate::web;

/// The kind of bot, and its options.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    kind: Kind,
}

#[derive(Debug, clap::Subcommand)]
enum Kind {
    /// Plays a seat of xiangqi with an engine that speaks UCI or UCCI
    #[command(
        after_help = "Example: giog bot uci --room ID --movetime 500 -- fairy-stockfish\n\nThe engine is a program on this machine. It \
                      plays match after match until the room is closed. If it ends, does not answer, or wants a move that is not legal, its \
                      seat is given up, and the exit status is 2. Each name is a guest of its own, whose token is kept in your folder for \
                      settings: run again with the same name, it goes on with its seat."
    )]
    Uci(UciArgs),
}

#[derive(Debug, clap::Args)]
struct UciArgs {
    /// The room's id; it plays xiangqi and has a free seat
    #[arg(long, value_name = "ROOM", value_parser = id)]
    room: Uuid,
    /// The room's password, if it has one
    #[arg(long)]
    password: Option<String>,
    /// The player's name
    #[arg(long, default_value = "Engine")]
    name: String,
    /// How long the engine thinks about a move, in milliseconds [default: 1000]
    #[arg(long, value_name = "MS", conflicts_with = "nodes", value_parser = clap::value_parser!(u64).range(1..=MOST_MOVETIME_MS))]
    movetime: Option<u64>,
    /// How many positions it looks at for a move, instead of a time
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Stop after one match
    #[arg(long)]
    once: bool,
    #[command(flatten)]
    server: ServerArgs,
    /// The engine and its arguments, after `--`
    #[arg(last = true, required = true, value_name = "ENGINE")]
    engine: Vec<String>,
}

/// The default thinking time.
const USUAL_MOVETIME: Duration = Duration::from_secs(1);
/// The longest thinking time, in milliseconds: in quick play a player has 30 seconds for a move.
const MOST_MOVETIME_MS: u64 = 20_000;

/// Plays until the room is closed.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let Kind::Uci(args) = &args.kind;
    web::block_on(uci(args))
}

async fn uci(args: &UciArgs) -> anyhow::Result<()> {
    let effort = match (args.nodes, args.movetime) {
        (Some(nodes), _) => Effort::Nodes(nodes),
        (None, Some(ms)) => Effort::Time(Duration::from_millis(ms)),
        (None, None) => Effort::Time(USUAL_MOVETIME),
    };
    let engine = Engine::start(&args.engine, effort).await?;
    Box::pin(seat::play(args, engine)).await
}
