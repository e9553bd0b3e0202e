//! `giog play`: plays in a terminal, with typed and printed lines.

mod commands;
mod help;
mod lobby;
mod seated;
mod session;

use giog_seats::Keep;
use tokio::signal::ctrl_c;
use tokio::time::{Instant, sleep_until};

use self::seated::Seated;
use self::session::{Next, Session};
use crate::address::ServerArgs;
use crate::style;
use crate::table::{Input, read, stdin_lines, tell_text};
use crate::web;

/// The player's options.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Type `help` there for what can be typed. Your token and the proofs of your matches are kept in your \
                        folder for settings."
)]
pub struct Args {
    /// The first command, such as `new giog 3 bots` or `join ID` [default: show the list of rooms]
    #[arg(value_name = "WORDS")]
    first: Vec<String>,
    /// Your name
    #[arg(long)]
    name: Option<String>,
    /// Play as a new guest; your token for this server is kept in a file
    #[arg(long)]
    new_guest: bool,
    /// Show pieces as letters only, without Chinese characters
    #[arg(long)]
    codes: bool,
    #[command(flatten)]
    server: ServerArgs,
}

/// Plays until the person quits.
pub fn run(args: &Args) -> anyhow::Result<()> {
    web::block_on(play(args))
}

/// Plays until the input ends or the person quits; Ctrl-C works at any time.
async fn play(args: &Args) -> anyhow::Result<()> {
    let style = style::of(args.codes);
    if args.new_guest
        && let Some(former) = Keep::of(&args.server.server)?.put_identity_aside()?
    {
        tell_text(&format!("Your former token is in {}", former.display()));
    }
    let mut session = Session::begin(&args.server.server, args.name.as_deref(), style).await?;
    let first = if args.first.is_empty() {
        "rooms".to_owned()
    } else {
        args.first.join(" ")
    };
    tokio::select! {
        went = go_on(&mut session, &first) => went?,
        // The same as the end of the input: the seat is kept.
        _ = ctrl_c() => {}
    }
    tokio::select! {
        () = session.say_goodbye() => {}
        _ = ctrl_c() => {}
    }
    Ok(())
}

/// Processes typed lines and incoming messages.
async fn go_on(session: &mut Session, first: &str) -> anyhow::Result<()> {
    let mut typed = stdin_lines();
    let mut next = execute(session, first).await?;
    while next == Next::GoOn {
        let warning = session.warning();
        next = tokio::select! {
            line = typed.recv() => match line {
                Some(line) => execute(session, &line).await?,
                None => Next::Stop,
            },
            incoming = session.link.client.next() => session.hear(incoming).await?,
            () = sleep_until(warning.unwrap_or_else(Instant::now)), if warning.is_some() => session.warn(),
        };
    }
    Ok(())
}

/// Executes a typed line.
async fn execute(session: &mut Session, line: &str) -> anyhow::Result<Next> {
    let decision = session.seat.as_ref().and_then(Seated::decision);
    let input = read(line, decision);
    if input == Input::Quit {
        return Ok(Next::Stop);
    }
    let done = obey(session, input).await;
    session.tell_what_failed(done).await?;
    Ok(Next::GoOn)
}

async fn obey(session: &mut Session, input: Input) -> anyhow::Result<()> {
    match &mut session.seat {
        Some(seated) => Ok(commands::run(&mut session.link.client, seated, input).await?),
        None => lobby::obey(session, input).await,
    }
}
