//! `giog serve`: runs the server.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};
use giog_server::{
    DEFAULT_FILE, Listen, LogFormat, Overrides, PassedSockets, Ready, RunError, Service, Settings,
};
use tokio::sync::watch;

use crate::logging::Log;
use crate::{COULD_NOT, complain, signals, watchdog};

/// The arguments of `giog serve`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The settings file [default: `GIOG_CONFIG`, or config/giog.toml if it exists]
    #[arg(long)]
    config: Option<PathBuf>,
    /// The address to listen on, such as `0.0.0.0:8080` or `unix:/run/giog/giog.sock`
    #[arg(long)]
    listen: Option<Listen>,
    /// The folder with the signing key and the embedded database
    #[arg(long)]
    data_dir: Option<PathBuf>,
    /// The database: `sqlite:<file>` or `postgres://…`
    #[arg(long)]
    database_url: Option<String>,
    /// Share the rooms of a Postgres database with other servers over this NATS server, such as `nats://127.0.0.1:4222`
    #[arg(long, value_name = "NATS_URL")]
    cluster: Option<String>,
    /// Accept a signing key that the database does not know; the proofs of running matches become worthless
    #[arg(long)]
    new_key: bool,
    /// Accept a new or older database, although the data folder was used with another one
    #[arg(long)]
    new_database: bool,
    /// The log level: error, warn, info, debug or trace
    #[arg(long)]
    log: Option<String>,
    /// For programs on this machine: no delays and no limits of addresses, with a key and a database of its own
    #[arg(long)]
    practice: bool,
}

/// Runs the server until it is stopped.
pub fn run(args: Args) -> Result<ExitCode> {
    let Args {
        config,
        listen,
        data_dir,
        database_url,
        cluster,
        new_key,
        new_database,
        log,
        practice,
    } = args;
    let config = giog_server::settings_file(config.as_deref(), std::env::vars_os());
    let admin = admin_command(config.as_deref(), data_dir.as_deref());
    let flags = Overrides {
        listen,
        data_dir,
        database_url,
        cluster,
        new_key: new_key.then_some(true),
        new_database: new_database.then_some(true),
        log,
        practice,
    };
    let load = {
        let config = config.clone();
        move || Settings::load(config.as_deref(), std::env::vars_os(), flags.clone())
    };
    let settings = load()?;
    let format = settings.log_format;
    let log = Log::start(&settings)?;
    giog_server::warn_of_settings_readers(config.as_deref().unwrap_or(Path::new(DEFAULT_FILE)));
    // Before there are other threads.
    let sockets = PassedSockets::take().context("the sockets of the service manager")?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    let ready = |ready: &Ready| match format {
        LogFormat::Text => greet(ready, &admin),
        // Containers and the journal collect all of the output, and then it should be for machines only.
        LogFormat::Json => {}
    };
    let ended = runtime.block_on(async {
        let _alive = watchdog::feed();
        let (rereading, reread) = watch::channel(settings.clone());
        let service = Service {
            sockets,
            reread: Some(reread),
        };
        let reading = signals::obey(load, log, rereading);
        let shutdown = async {
            tokio::select! {
                () = signals::stop() => {}
                () = reading => {}
            }
        };
        giog_server::run_service(settings, service, shutdown, ready).await
    });
    let Err(error) = ended else {
        return Ok(ExitCode::SUCCESS);
    };
    let code = ended_with(&error);
    let error = anyhow::Error::from(error);
    match format {
        LogFormat::Text => complain(&error),
        LogFormat::Json => {
            tracing::error!(
                error = format!("{error:#}"),
                "the server stopped with an error"
            );
        }
    }
    Ok(ExitCode::from(code))
}

/// The exit status if the server's disk cannot be trusted: `EX_IOERR` of `sysexits.h`, so that a service manager can distinguish it.
const BROKEN_DISK: u8 = 74;

fn ended_with(error: &RunError) -> u8 {
    match error {
        RunError::DiskBroken => BROKEN_DISK,
        _ => COULD_NOT,
    }
}

/// The `giog admin` command that shows this server's status, with the flags that it needs to find the server.
fn admin_command(config: Option<&Path>, data_dir: Option<&Path>) -> String {
    let flags = [("--config", config), ("--data-dir", data_dir)];
    let said = flags.map(|(flag, path)| {
        path.map_or_else(String::new, |path| format!(" {flag} {}", quoted(path)))
    });
    format!("giog admin{} status", said.concat())
}

/// A path quoted for a shell.
fn quoted(path: &Path) -> String {
    let text = path.display().to_string();
    let is_plain = |c: char| c.is_alphanumeric() || "/._-+=:@%,".contains(c);
    if text.chars().all(is_plain) {
        text
    } else {
        format!("'{}'", text.replace('\'', r"'\''"))
    }
}

/// Prints the server's address, and what to do next.
fn greet(ready: &Ready, admin: &str) {
    // Errors are ignored: a server must not end because its output is closed, as by `head`.
    let _ = io::stdout().write_all(greeting(ready, admin).as_bytes());
}

fn greeting(ready: &Ready, admin: &str) -> String {
    let Ready {
        address,
        operator,
        database,
        rooms,
    } = ready;
    let operate = operator.map_or_else(String::new, |operator| {
        format!("  operate   {admin}, http://{operator}/metrics\n")
    });
    if address.network().is_none() {
        return format!(
            "Giog is listening on {address} ({database}, {rooms} open rooms), for a proxy.\n{operate}  \
             stop      Ctrl-C\n"
        );
    }
    format!(
        "Giog is listening on http://{address} ({database}, {rooms} open rooms).\n  \
         play      http://{address} in a browser, or giog play --server http://{address}\n  \
         connect   ws://{address}/ws, see docs/PROTOCOL.md\n  \
         look      http://{address}/api/v1/rooms, http://{address}/api/v1/matches\n  \
         try REST  http://{address}/api/docs\n\
         {operate}  \
         stop      Ctrl-C\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_operator_is_told_a_command_that_finds_this_server() {
        let path = |text: &'static str| Some(Path::new(text));
        for (config, data_dir, expected) in [
            (None, None, "giog admin status"),
            (
                path("/etc/giog/giog.toml"),
                None,
                "giog admin --config /etc/giog/giog.toml status",
            ),
            (
                path("my file"),
                path("it's"),
                r"giog admin --config 'my file' --data-dir 'it'\''s' status",
            ),
        ] {
            assert_eq!(admin_command(config, data_dir), expected);
        }
    }
}
