//! `giog check`: whether a server could start here, and whether its database is whole. The server may be running; nothing is changed.

use std::io::{self, Write};
use std::process::ExitCode;

use giog_rules::Timestamp;
use giog_server::{
    DatabaseMark, Settings, SigningKey, date_doubt, fewer_connections, free_space,
    raise_descriptor_limit, readable_secrets,
};
use giog_store::{DatabaseCheck, check_database};

use crate::place::Place;
use crate::plain::plain;
use crate::web::block_on;

/// The arguments of `giog check`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    place: Place,
}

/// Checks everything and prints a line for each; the exit status is 0 if all is well, else 1.
pub fn run(args: &Args, say: impl Write) -> anyhow::Result<ExitCode> {
    let mut report = Report { say, problems: 0 };
    match args.place.settings() {
        Ok(settings) => {
            report.well("settings", "valid")?;
            check(&settings, &mut report)?;
        }
        Err(error) => report.problem("settings", &error.to_string())?,
    }
    Ok(if report.problems == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// What is found, line by line.
struct Report<W> {
    say: W,
    problems: usize,
}

impl<W: Write> Report<W> {
    fn well(&mut self, what: &str, text: &str) -> io::Result<()> {
        writeln!(self.say, "{what:<12} {}", plain(text))
    }

    fn problem(&mut self, what: &str, text: &str) -> io::Result<()> {
        self.problems += 1;
        writeln!(self.say, "{what:<12} PROBLEM: {}", plain(text))
    }
}

fn check<W: Write>(settings: &Settings, report: &mut Report<W>) -> anyhow::Result<()> {
    let url = settings.database_url();
    let found = block_on(async { Ok(check_database(&url).await) })?;
    check_keys(settings, matches!(found, Ok(Some(_))), report)?;
    let (date_doubt, latest_at) = match found {
        Ok(Some(found)) => {
            tell_database(&found, report)?;
            (found.date_doubt, found.latest_at)
        }
        Ok(None) => {
            report.well("database", "none yet; the first start makes it")?;
            (None, None)
        }
        Err(error) => {
            report.problem("database", &chain(&error))?;
            (None, None)
        }
    };
    check_space(settings, report)?;
    check_clock(settings, date_doubt, latest_at, report)?;
    check_descriptors(settings, report)?;
    Ok(())
}

fn check_keys<W: Write>(
    settings: &Settings,
    has_database: bool,
    report: &mut Report<W>,
) -> io::Result<()> {
    let data_dir = &settings.data_dir;
    match SigningKey::read(data_dir) {
        Ok(Some(_)) => report.well("key", "readable")?,
        Ok(None) if has_database => report.problem(
            "key",
            &format!(
                "there is none in {}, although there is a database: restore it, because clients do not know a new one",
                data_dir.display()
            ),
        )?,
        Ok(None) => report.well("key", "none yet; the first start makes it")?,
        Err(error) => report.problem("key", &error.to_string())?,
    }
    if let Err(error) = DatabaseMark::read(data_dir) {
        report.problem("key", &error.to_string())?;
    }
    for path in readable_secrets(settings) {
        let path = path.display();
        let text = format!("other users of this machine can read {path}: run `chmod go= {path}`");
        report.problem("key", &text)?;
    }
    Ok(())
}

fn tell_database<W: Write>(found: &DatabaseCheck, report: &mut Report<W>) -> io::Result<()> {
    let DatabaseCheck {
        schema,
        known_schema,
        tables,
        page_checksums,
        damage,
        ..
    } = found;
    if schema > known_schema {
        let text = format!(
            "its schema {schema} is newer than that of this program, {known_schema}: use the newer program"
        );
        report.problem("database", &text)?;
    }
    for line in damage {
        report.problem("database", line)?;
    }
    if damage.is_empty() {
        let checksums = match page_checksums {
            None => "",
            Some(true) => ", and Postgres checks its pages",
            Some(false) => {
                "; Postgres has no checksums of its pages, so that damage may show late: docs/HOSTING.md"
            }
        };
        let text = format!("{tables} tables are whole, schema {schema}{checksums}");
        report.well("database", &text)?;
    } else {
        let text = "make a backup now, which leaves out what cannot be read, and keep the earlier ones: docs/HOSTING.md";
        report.well("", text)?;
    }
    Ok(())
}

fn check_space<W: Write>(settings: &Settings, report: &mut Report<W>) -> io::Result<()> {
    let (free_bytes, is_low) = free_space(settings);
    let Some(free_bytes) = free_bytes else {
        return report.well("space", "unknown; the first start makes the folder");
    };
    let mib = free_bytes / (1024 * 1024);
    if is_low {
        let text = format!("{mib} MiB free, fewer than `limits.least_free_disk_bytes`");
        return report.problem("space", &text);
    }
    report.well("space", &format!("{mib} MiB free"))
}

fn check_clock<W: Write>(
    settings: &Settings,
    doubt: Option<String>,
    latest_at: Option<Timestamp>,
    report: &mut Report<W>,
) -> io::Result<()> {
    match date_doubt(settings, doubt, latest_at) {
        (now, None) => report.well("clock", &now.to_string()),
        (now, Some(why)) => report.problem("clock", &format!("{now}; {why}")),
    }
}

fn check_descriptors<W: Write>(settings: &Settings, report: &mut Report<W>) -> io::Result<()> {
    // Raises the limit of descriptors as far as the server would.
    let limit = raise_descriptor_limit();
    match (limit, fewer_connections(limit, settings)) {
        (None, _) => report.well("descriptors", "no limit"),
        (Some(limit), None) => report.well("descriptors", &limit.to_string()),
        (Some(limit), Some(connections)) => {
            let wanted = settings.limits.connections;
            let text = format!(
                "{limit} at most, enough for {connections} of {wanted} connections: raise the limit, or lower `limits.connections`"
            );
            report.problem("descriptors", &text)
        }
    }
}

/// An error with its causes.
fn chain(error: &dyn std::error::Error) -> String {
    let causes = std::iter::successors(error.source(), |cause| cause.source());
    causes.fold(error.to_string(), |text, cause| format!("{text}: {cause}"))
}
