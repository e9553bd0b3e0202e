//! The giog binary. Each subcommand is a file.

mod address;
mod admin;
mod again;
mod arena;
mod backup;
mod bot;
mod check;
mod completions;
mod dump;
mod fit_ratings;
mod health;
mod judge;
mod lines;
mod logging;
mod man;
mod matches;
mod mistakes;
mod named;
mod place;
mod plain;
mod play;
mod progress;
mod restore;
mod review;
mod reviewer;
mod serve;
mod show;
mod signals;
mod source;
mod style;
mod table;
mod variants;
mod verify;
mod watch;
mod watchdog;
mod web;

use std::io::{self, Write as _};
use std::process::ExitCode;

use clap::{Parser, Subcommand};
// The crate is linked for its effect; nothing in it is called.
use giog_allocator as _;

use self::plain::plain;

/// The exit status if the command could not be carried out.
const COULD_NOT: u8 = 2;

#[derive(Debug, Parser)]
#[command(
    version,
    about = "Giog (爵) and its family: trick-taking games with Chinese chess pieces"
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Runs the server
    Serve(serve::Args),
    /// Judges records: JSON Lines on standard input, one verdict per line on standard output
    Judge,
    /// Verifies records of finished matches, optionally against a player's receipt
    Verify(verify::Args),
    /// Lists the games, or describes one
    Variants(variants::Args),
    /// Plays on a server, as plain text
    Play(play::Args),
    /// Watches a room live, as plain text
    Watch(watch::Args),
    /// Plays a seat with an engine of your own
    Bot(bot::Args),
    /// Lets engines play against each other, without a server: every deal in every seating
    Arena(arena::Args),
    /// Lists a server's finished matches
    Matches(matches::Args),
    /// Lists what reviews call your own mistakes on a server
    Mistakes(mistakes::Args),
    /// Shows a finished match as plain text
    Show(show::Args),
    /// Reviews a finished match for one seat: what each of its choices would have won
    Review(review::Args),
    /// Plays on with a finished match from a decision of a seat, against bots
    Again(again::Args),
    /// Computes reviews for a server, as a worker beside it
    Reviewer(reviewer::Args),
    /// Administers a running server
    Admin(admin::Args),
    /// Writes a backup of the database and the signing key; the server may be running. The exit status is 3 if rows of a
    /// damaged database are missing in it
    Backup(backup::Args),
    /// Restores a backup into an empty database (SQLite or Postgres), and the signing key into the data folder
    Restore(restore::Args),
    /// Writes the finished public matches into a folder, by month, for whoever wants to work with them; the server may be running.
    /// The exit status is 3 if records of a damaged database are missing in it
    Dump(dump::Args),
    /// Tells how well ratings foretold the rated matches of a database, with several β; the server may be running
    FitRatings(fit_ratings::Args),
    /// Checks the settings, keys, database, free space, clock and descriptors of a server, which may be running. Reads the whole
    /// database; the exit status is 0 if all is well, else 1
    Check(check::Args),
    /// Checks the server on this machine; the exit status is 0 if it is well
    Health(health::Args),
    /// Prints a script with which a shell completes commands and flags
    Completions(completions::Args),
    /// Writes the manual pages of all commands into a folder
    Man(man::Args),
}

fn main() -> ExitCode {
    let done = match Cli::parse().command {
        Command::Serve(args) => serve::run(args),
        Command::Judge => {
            judge::run(io::stdin().lock(), io::stdout().lock()).map(|()| ExitCode::SUCCESS)
        }
        Command::Verify(args) => verify::run(&args),
        Command::Play(args) => play::run(&args).map(|()| ExitCode::SUCCESS),
        Command::Watch(args) => watch::run(&args).map(|()| ExitCode::SUCCESS),
        Command::Bot(args) => bot::run(&args),
        Command::Arena(args) => arena::run(&args, io::stdout().lock()),
        Command::Matches(args) => {
            matches::run(&args, io::stdout().lock()).map(|()| ExitCode::SUCCESS)
        }
        Command::Mistakes(args) => {
            mistakes::run(&args, io::stdout().lock()).map(|()| ExitCode::SUCCESS)
        }
        Command::Show(args) => show::run(&args, io::stdout().lock()).map(|()| ExitCode::SUCCESS),
        Command::Review(args) => {
            review::run(&args, io::stdout().lock()).map(|()| ExitCode::SUCCESS)
        }
        Command::Again(args) => {
            again::run(&args, io::stdin().lock(), io::stdout().lock()).map(|()| ExitCode::SUCCESS)
        }
        Command::Reviewer(args) => reviewer::run(&args).map(|()| ExitCode::SUCCESS),
        Command::Admin(args) => admin::run(&args),
        Command::Backup(args) => backup::run(&args, io::stdout().lock()),
        Command::Restore(args) => {
            restore::run(&args, io::stdout().lock()).map(|()| ExitCode::SUCCESS)
        }
        Command::Dump(args) => dump::run(&args, io::stdout().lock()),
        Command::FitRatings(args) => {
            fit_ratings::run(&args, io::stdout().lock()).map(|()| ExitCode::SUCCESS)
        }
        Command::Check(args) => check::run(&args, io::stdout().lock()),
        Command::Health(args) => health::run(&args),
        Command::Completions(args) => {
            completions::run(&args, io::stdout().lock()).map(|()| ExitCode::SUCCESS)
        }
        Command::Man(args) => man::run(&args).map(|()| ExitCode::SUCCESS),
        Command::Variants(args) => {
            variants::run(&args, io::stdout().lock()).map(|()| ExitCode::SUCCESS)
        }
    };
    match done {
        Ok(code) => code,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            complain(&error);
            ExitCode::from(COULD_NOT)
        }
    }
}

/// Prints an error for people.
fn complain(error: &anyhow::Error) {
    let text = plain(&format!("{error:#}"));
    // If this fails, the exit status still shows the error.
    let _ = writeln!(io::stderr(), "giog: {text}");
}

/// Whether the reader of the output has closed it, as `head` does: that is no error.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .downcast_ref::<io::Error>()
        .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
