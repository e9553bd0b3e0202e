//! `giog serve`: runs the server.

use std::net::SocketAddr;
use std::path::PathBuf;

use anyhow::{Context, Result};
use giog_server::{LogFormat, Overrides, Ready, Settings};
use tracing_subscriber::EnvFilter;

/// What `giog serve` can be told.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The file with the settings [default: config/giog.toml, if it is there]
    #[arg(long)]
    config: Option<PathBuf>,
    /// Where to listen, as in 0.0.0.0:8080
    #[arg(long)]
    listen: Option<SocketAddr>,
    /// The folder of the signing key and the embedded database
    #[arg(long)]
    data_dir: Option<PathBuf>,
    /// The database: `sqlite:<file>` or `postgres://…`
    #[arg(long)]
    database_url: Option<String>,
    /// Sign with a new key, though the database knows another: proofs of matches that are being played become worthless
    #[arg(long)]
    new_key: bool,
    /// What is logged: error, warn, info, debug or trace
    #[arg(long)]
    log: Option<String>,
}

/// Runs the server until it is told to stop.
pub fn run(args: Args) -> Result<()> {
    let Args {
        config,
        listen,
        data_dir,
        database_url,
        new_key,
        log,
    } = args;
    let flags = Overrides {
        listen,
        data_dir,
        database_url,
        new_key: new_key.then_some(true),
        log,
    };
    let settings = Settings::load(config.as_deref(), std::env::vars(), flags)?;
    start_logging(&settings)?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    runtime.block_on(giog_server::run(settings, told_to_stop(), greet))?;
    Ok(())
}

fn start_logging(settings: &Settings) -> Result<()> {
    let filter = EnvFilter::try_new(&settings.log)
        .with_context(|| format!("the setting `log`: {}", settings.log))?;
    let lines = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr);
    match settings.log_format {
        LogFormat::Text => lines.init(),
        LogFormat::Json => lines.json().init(),
    }
    Ok(())
}

/// Says where the server is, and what to do next.
fn greet(ready: &Ready) {
    let Ready {
        address,
        database,
        rooms,
    } = ready;
    println!("Giog is listening on http://{address} ({database}, {rooms} open rooms).");
    println!("  play      ws://{address}/ws, as docs/PROTOCOL.md tells");
    println!("  look      http://{address}/api/v1/rooms, http://{address}/api/v1/matches");
    println!("  try REST  http://{address}/api/docs");
    println!("  stop      Ctrl-C");
}

/// Waits for Ctrl-C, or for what service managers send.
async fn told_to_stop() {
    let interrupted = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminated) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = interrupted => {}
                _ = terminated.recv() => {}
            }
            return;
        }
    }
    // Without signals the server runs until it is killed, which it is made for.
    if interrupted.await.is_err() {
        std::future::pending::<()>().await;
    }
}
