//! `giog bot`: a program or an engine of the user plays seats, as an ordinary client.

mod check;
mod crowd;
mod engine;
mod pipe;
mod program;
mod report;
mod uci;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use giog_protocol::bot::ToProgram;
use giog_protocol::{DeclaredBotInput, EngineText, RoomId};
use giog_rules::Variant;
use giog_seats::{Keep, Link, Player, Tables};
use uuid::Uuid;

use self::crowd::Crowd;
use self::engine::{Effort, Engine};
use self::program::Program;
use self::report::Report;
use self::uci::Uci;
use crate::address::{ServerArgs, id};
use crate::table::{tell_line, tell_text};
use crate::{named, web};

/// The version of an engine that names none.
const USUAL_VERSION: &str = "1";

/// The kind of bot, and its options.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    kind: Kind,
}

#[derive(Debug, clap::Subcommand)]
enum Kind {
    /// Plays with a program that reads and writes lines of JSON
    #[command(
        after_help = "Example: giog bot run --quick giog -- python3 mybot.py\n\nThe program gets a line of JSON for each decision and answers \
                      with one, an action: docs/BOTS.md has one of ten lines. It plays match after match until its rooms are closed. A wrong \
                      answer, none in time, or a crash costs it the turn: the default is taken, and a line says so. Each name is a guest of \
                      its own, whose token is kept in your folder for settings: run again with the same name, it goes on with its seats."
    )]
    Run(RunArgs),
    /// Plays recorded and damaged sessions to a program, without a server, and says what it does wrong
    #[command(
        after_help = "Example: giog bot check -- python3 mybot.py\n\nThe exit status is 1 if something is wrong. docs/BOTS.md lists what is found."
    )]
    Check(CheckArgs),
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
#[command(group(clap::ArgGroup::new("where").required(true).multiple(true).args(["quick", "room"])))]
struct RunArgs {
    /// Take a seat with people who want this game, once or for several games
    #[arg(long, value_name = "GAME", value_parser = game)]
    quick: Vec<Variant>,
    /// Take a free seat in this room, or in several
    #[arg(long, value_name = "ROOM", value_parser = id)]
    room: Vec<Uuid>,
    /// The rooms' password, if they have one
    #[arg(long)]
    password: Option<String>,
    /// The player's name
    #[arg(long, default_value = "Program")]
    name: String,
    /// The engine's name, which people see at its seat [default: the program's name]
    #[arg(long, value_name = "NAME")]
    engine: Option<String>,
    /// The engine's version
    #[arg(long, value_name = "VERSION", default_value = USUAL_VERSION)]
    engine_version: String,
    /// Write all lines to and from the program into this file, as JSON Lines
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// The most time for a turn, in milliseconds, also where no clock runs
    #[arg(long, value_name = "MS", default_value_t = 60_000, value_parser = clap::value_parser!(u64).range(1..=MOST_TIME_MS))]
    time: u64,
    /// Leave each table after one match
    #[arg(long)]
    once: bool,
    /// Start the program for each match anew, instead of one for all tables
    #[arg(long)]
    process_per_match: bool,
    #[command(flatten)]
    options: OptionArgs,
    #[command(flatten)]
    server: ServerArgs,
    /// The program and its arguments, after `--`
    #[arg(last = true, required = true, value_name = "PROGRAM")]
    program: Vec<String>,
}

#[derive(Debug, clap::Args)]
struct CheckArgs {
    /// Only this game, or several [default: all]
    #[arg(long, value_name = "GAME", value_parser = game)]
    game: Vec<Variant>,
    /// The time for an answer, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 2_000, value_parser = clap::value_parser!(u64).range(1..=MOST_TIME_MS))]
    time: u64,
    #[command(flatten)]
    options: OptionArgs,
    /// The program and its arguments, after `--`
    #[arg(last = true, required = true, value_name = "PROGRAM")]
    program: Vec<String>,
}

#[derive(Debug, clap::Args)]
struct OptionArgs {
    /// An option of the program, which it is told at its start; may be given several times
    #[arg(long, value_name = "NAME=VALUE")]
    option: Vec<String>,
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
    options: OptionArgs,
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

/// The longest time for a turn, in milliseconds: a day, as for a decision of a table.
const MOST_TIME_MS: u64 = 86_400_000;

/// Plays until the rooms are closed, or checks a program: then the status is 1 if something is wrong.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    match &args.kind {
        Kind::Run(args) => web::block_on(with_program(args))?,
        Kind::Uci(args) => web::block_on(uci(args))?,
        Kind::Check(args) => {
            let games = if args.game.is_empty() {
                &Variant::ALL[..]
            } else {
                &args.game
            };
            let time = Duration::from_millis(args.time);
            let hello = hello(args.options.values()?);
            let checked = async { Ok(check::check(&args.program, &hello, games, time).await) };
            if !web::block_on(checked)? {
                return Ok(ExitCode::from(1));
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

async fn with_program(args: &RunArgs) -> anyhow::Result<()> {
    let report = Report::new(args.log.as_deref())?;
    let (options, time) = (args.options.values()?, Duration::from_millis(args.time));
    if args.process_per_match {
        let crowd = Crowd::start(&args.program, options, time, report)?;
        let crowd = Box::pin(play_tables(args, crowd)).await?;
        tell_line(&format!("Altogether: {}.", crowd.into_report()));
    } else {
        let program = Program::start(&args.program, options, time, report)?;
        let program = Box::pin(play_tables(args, program)).await?;
        tell_line(&format!("Altogether: {}.", program.report()));
    }
    Ok(())
}

/// Plays at all tables until they are closed or left. Returns the player.
async fn play_tables<P: Player>(args: &RunArgs, player: P) -> anyhow::Result<P> {
    let engine = args.engine.clone();
    let engine = engine.unwrap_or_else(|| program_name(&args.program));
    let bot = declared(engine, args.engine_version.clone());
    let link = connect(&args.server, &args.name, bot).await?;
    let mut tables = Tables::new(link, player, args.password.clone(), args.once);
    for &room in &args.room {
        tables.sit(RoomId(room)).await?;
    }
    for &variant in &args.quick {
        tables.quick(variant).await?;
    }
    tables.play().await
}

async fn uci(args: &UciArgs) -> anyhow::Result<()> {
    let effort = match (args.nodes, args.movetime) {
        (Some(nodes), _) => Effort::Nodes(nodes),
        (None, Some(ms)) => Effort::Time(Duration::from_millis(ms)),
        (None, None) => Effort::Time(USUAL_MOVETIME),
    };
    let engine = Engine::start(&args.engine, effort, &args.options.values()?).await?;
    let engine = Uci::new(engine);
    let bot = declared(program_name(&args.engine), USUAL_VERSION.to_owned());
    let link = connect(&args.server, &args.name, bot).await?;
    let mut tables = Tables::new(link, engine, args.password.clone(), args.once);
    tables.sit(RoomId(args.room)).await?;
    Box::pin(tables.play()).await?;
    Ok(())
}

impl OptionArgs {
    fn values(&self) -> anyhow::Result<BTreeMap<String, String>> {
        named::values(&self.option)
    }
}

/// The first line to a program.
fn hello(options: BTreeMap<String, String>) -> ToProgram {
    ToProgram::hello(env!("CARGO_PKG_VERSION"), options)
}

/// Connects as the guest with this name, which is a declared bot.
async fn connect(server: &ServerArgs, name: &str, bot: DeclaredBotInput) -> anyhow::Result<Link> {
    let keep = Keep::of_engine(&server.server, name)?;
    Link::connect_as(&server.server, keep, (Some(name), Some(bot)), tell_text).await
}

const fn declared(engine: String, version: String) -> DeclaredBotInput {
    DeclaredBotInput { engine, version }
}

/// The name of the program in a command: of the last argument that is a file, such as a script, or else of the command itself.
fn program_name(command: &[String]) -> String {
    let named = command.iter().rev().map(Path::new);
    let named = named.filter_map(|path| Some((path.is_file(), path.file_stem()?)));
    let named: Vec<_> = named.collect();
    let script = named.iter().find(|(is_file, _)| *is_file);
    let found = script.or(named.last());
    let name = found.map_or_else(Default::default, |(_, name)| name.to_string_lossy());
    EngineText::restored(&name).to_string()
}

/// Reads the id of a game.
fn game(text: &str) -> Result<Variant, String> {
    text.parse()
        .map_err(|_| format!("there is no game `{text}`; `giog variants` lists them"))
}
