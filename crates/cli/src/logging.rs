//! The log of `giog serve`.

use std::backtrace::{Backtrace, BacktraceStatus};
use std::io::{self, IsTerminal};

use anyhow::{Context, Result, ensure};
use giog_server::{LogFormat, Settings};
use tracing_subscriber::Registry;
use tracing_subscriber::filter::{EnvFilter, LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::reload::{self, Handle};
use tracing_subscriber::util::SubscriberInitExt as _;

/// Targets with their own levels, whatever the general level is: the operator's actions (`audit`) are logged, single SQL statements are
/// not.
const BY_NAME: &str = "audit=info,sqlx=warn";

/// Prefixes of the targets for which the setting `log` counts fully: those of this project, which log neither tokens nor hands. Other
/// crates may log whole frames, headers and statements below the level of warnings.
const OWN: [&str; 2] = ["giog", "audit"];

/// The levels in the setting `log`, for everything, or after a target and `=`.
const LEVELS: [&str; 6] = ["off", "error", "warn", "info", "debug", "trace"];

/// The log of this process.
pub struct Log {
    set: Handle<EnvFilter, Registry>,
}

impl Log {
    /// Starts it, with the level and the format of the settings.
    ///
    /// # Errors
    /// If the level is not valid.
    pub fn start(settings: &Settings) -> Result<Self> {
        let (set, handle) = reload::Layer::new(filter(settings)?);
        let own = OWN.map(|target| (target, LevelFilter::TRACE));
        let may = Targets::new()
            .with_default(LevelFilter::WARN)
            .with_targets(own);
        let lines = tracing_subscriber::fmt::layer()
            .with_writer(io::stderr)
            // The error would go to the same output, which cannot be written to, and would be a panic.
            .log_internal_errors(false);
        // These filter the registry, not a layer: per-layer filters lose a line after somebody only asked whether another line would be
        // written, as the driver of Postgres does at each statement.
        let log = tracing_subscriber::registry().with(set).with(may);
        match settings.log_format {
            // Colours only on a terminal.
            LogFormat::Text => {
                let lines = lines.with_ansi(io::stderr().is_terminal());
                log.with(lines).init();
            }
            LogFormat::Json => {
                let lines = lines.json().flatten_event(true);
                log.with(lines).init();
            }
        }
        // Other crates' lines below the level of warnings are never written (`OWN`); this keeps them from being created.
        log::set_max_level(log::LevelFilter::Warn);
        std::panic::set_hook(Box::new(log_fault));
        Ok(Self { set: handle })
    }

    /// Uses the level of these settings from now on.
    ///
    /// # Errors
    /// If it is not valid; then nothing changes.
    pub fn change(&self, settings: &Settings) -> Result<()> {
        Ok(self.set.reload(filter(settings)?)?)
    }
}

/// Which lines the setting `log` lets through.
fn filter(settings: &Settings) -> Result<EnvFilter> {
    for part in settings.log.split(',') {
        let level = part.rsplit_once('=').map_or(part, |(_, level)| level);
        ensure!(
            LEVELS.contains(&level.trim().to_lowercase().as_str()),
            "the setting `log`: `{part}` must be {} or {}, for everything or per target, such as `info,giog_rooms=debug`",
            LEVELS[..5].join(", "),
            LEVELS[5],
        );
    }
    EnvFilter::try_new(format!("{BY_NAME},{}", settings.log))
        .with_context(|| format!("the setting `log`: {}", settings.log))
}

/// Logs a panic as a line like any other.
fn log_fault(fault: &std::panic::PanicHookInfo<'_>) {
    let message = fault.payload_as_str().unwrap_or("no message");
    let location = fault.location().map(ToString::to_string);
    let backtrace = Backtrace::capture();
    let backtrace =
        (backtrace.status() == BacktraceStatus::Captured).then(|| backtrace.to_string());
    tracing::error!(
        message_of_fault = message,
        location,
        backtrace,
        "internal error (panic)"
    );
}
