//! `giog verify`: verifies records, also against what a player kept (`docs/FAIRNESS.md`), and final tables of seasons.

mod season;

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, ensure};
use giog_protocol::rest::DeletedMatch;
use giog_rules::fairness::PublicKey;
use giog_rules::{Check, CheckName, Proof, Receipt, Report, Subject, verify};
use giog_seats::Address;
use serde::Serialize;

use crate::COULD_NOT;
use crate::plain::plain;
use crate::progress;
use crate::source::{self, Found, Published, StoredCopy};
use crate::web::Refused;

/// The exit status if a check failed.
const FAILED: u8 = 1;

/// The records, and what to check them against.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Exit status: 0 if every check of every record passed (without --key, whoever signed), 1 if one failed, \
                        the signer is none of those given with --key, or the server of --server has another record; 2 if there \
                        was nothing to check."
)]
pub struct Args {
    /// The records, or final tables of seasons: files, `-` for standard input, or http(s) addresses of them or of matches on a server
    #[arg(required = true, value_name = "RECORD")]
    records: Vec<String>,
    /// A player's receipt of the match, as JSON; only with one record
    #[arg(long, value_name = "FILE")]
    receipt: Option<PathBuf>,
    /// A public key of the server, from a source that you trust; may be given several times
    #[arg(long = "key", value_name = "HEX")]
    keys: Vec<PublicKey>,
    /// Compare each record with what this server has of its match, or, where it has deleted the match, with the SHA-256 that it
    /// kept of the record
    #[arg(long, value_name = "URL")]
    server: Option<Address>,
    /// Print the report as JSON; with several records, one per line
    #[arg(long)]
    json: bool,
}

/// The report on one record, with the record's name.
#[derive(Serialize)]
struct Output<'a> {
    record: &'a str,
    #[serde(flatten)]
    report: &'a Report,
    signer: Option<PublicKey>,
    /// The server that gave the record, if it publishes the signer's key as its own. That proves nothing.
    published_by: Option<&'a str>,
    /// Whether the server given with `--server` has, or had, the same record of this match; none without `--server`.
    same_on_server: Option<bool>,
    /// What the server has stored of the match, if it has deleted it.
    deleted: Option<DeletedMatch>,
    /// Why nothing could be checked.
    error: Option<String>,
}

/// The result for one record.
struct Examined {
    report: Report,
    /// None if the bytes are not a record.
    subject: Option<Subject>,
    published: Option<Published>,
    /// What the server given with `--server` has stored of the match.
    kept: Option<StoredCopy>,
}

/// Checks the records and prints the results.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    ensure!(
        args.receipt.is_none() || args.records.len() == 1,
        "a receipt belongs to one match: give exactly one record"
    );
    let bar = progress::of_things(args.records.len());
    let mut tally = Tally::default();
    for name in &args.records {
        let found = source::read(name);
        let table = found
            .as_ref()
            .ok()
            .and_then(|found| season::read(&found.bytes));
        if let Some(table) = table {
            tally.count(table.outcome(&args.keys));
            bar.suspend(|| table.tell(name, args))?;
        } else {
            let examined = found.and_then(|found| examine(found, args));
            tally.count(outcome(examined.as_ref().ok(), &args.keys));
            bar.suspend(|| tell(name, &examined, args))?;
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    if args.records.len() > 1 && !args.json {
        writeln!(io::stdout(), "{}", tally.line())?;
    }
    Ok(tally.exit_code())
}

fn examine(found: Found, args: &Args) -> anyhow::Result<Examined> {
    let receipt = args.receipt.as_deref().map(read_receipt).transpose()?;
    let subject = Subject::read(&found.bytes);
    let kept = match (&args.server, &subject) {
        (Some(server), Some(subject)) => {
            Some(source::compare(server, subject.match_id, &found.bytes)?)
        }
        _ => None,
    };
    Ok(Examined {
        report: verify(&found.bytes, receipt.as_ref(), &args.keys),
        subject,
        published: found.published,
        kept,
    })
}

/// The overall result for a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    /// Every check passed.
    Proven,
    /// Every check passed except that of the signer, which was not requested.
    ProvenForSigner,
    /// A check failed, or the signer is none of the given keys.
    NotProven,
    /// There was no record to check.
    NothingToCheck,
}

fn outcome(examined: Option<&Examined>, keys: &[PublicKey]) -> Outcome {
    let Some(Examined {
        report,
        subject: Some(_),
        kept,
        ..
    }) = examined
    else {
        return Outcome::NothingToCheck;
    };
    if kept.is_some_and(|kept| !kept.same()) {
        return Outcome::NotProven;
    }
    let open = report
        .checks
        .iter()
        .filter(|check| check.result != Proof::Pass);
    let only_signer = open
        .clone()
        .all(|check| check.name == CheckName::Signer && check.result == Proof::Unknown);
    match open.count() {
        0 => Outcome::Proven,
        _ if only_signer && keys.is_empty() => Outcome::ProvenForSigner,
        _ => Outcome::NotProven,
    }
}

/// Counts of the results.
#[derive(Default)]
struct Tally {
    proven: usize,
    not_proven: usize,
    nothing: usize,
}

impl Tally {
    const fn count(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::Proven | Outcome::ProvenForSigner => self.proven += 1,
            Outcome::NotProven => self.not_proven += 1,
            Outcome::NothingToCheck => self.nothing += 1,
        }
    }

    fn line(&self) -> String {
        format!(
            "{} proven, {} NOT proven, {} that could not be checked",
            self.proven, self.not_proven, self.nothing
        )
    }

    /// A failed check has priority over a record that could not be checked.
    fn exit_code(&self) -> ExitCode {
        match (self.not_proven, self.nothing) {
            (0, 0) => ExitCode::SUCCESS,
            (0, _) => ExitCode::from(COULD_NOT),
            _ => ExitCode::from(FAILED),
        }
    }
}

/// Prints the result for one record.
fn tell(name: &str, examined: &anyhow::Result<Examined>, args: &Args) -> anyhow::Result<()> {
    let mut output = io::stdout().lock();
    if args.json {
        let line = json(name, examined, args.records.len() == 1)?;
        return Ok(writeln!(output, "{line}")?);
    }
    let several = args.records.len() > 1;
    let outcome = outcome(examined.as_ref().ok(), &args.keys);
    let why = match examined {
        Ok(Examined {
            report,
            subject: Some(subject),
            published,
            kept,
        }) => {
            if several {
                write_briefly(name, report, kept.as_ref(), outcome, &mut output)?;
            } else {
                write_whole(subject, report, &mut output)?;
                write_signer(subject.signer, published.as_ref(), &mut output)?;
                write_kept(kept.as_ref(), &mut output)?;
                write_conclusion(outcome, &mut output)?;
            }
            return Ok(());
        }
        Ok(Examined { report, .. }) => report.checks[0].text.clone(),
        Err(error) => format!("{error:#}"),
    };
    let of = if several {
        format!("{name}: ")
    } else {
        String::new()
    };
    eprintln!("giog: {}", plain(&format!("{of}{why}")));
    Ok(())
}

/// The result as one JSON object; on several lines if it is the only one.
fn json(name: &str, examined: &anyhow::Result<Examined>, alone: bool) -> anyhow::Result<String> {
    let nothing = Report {
        verdict: Proof::Unknown,
        checks: Vec::new(),
    };
    let found = examined.as_ref().ok();
    let signer = found.and_then(|found| Some(found.subject.as_ref()?.signer));
    let published = found.and_then(|found| found.published.as_ref());
    let kept = found.and_then(|found| found.kept);
    let whole = Output {
        record: name,
        report: found.map_or(&nothing, |found| &found.report),
        signer,
        published_by: published
            .filter(|published| signer.is_some_and(|signer| published.keys.contains(&signer)))
            .map(|published| published.server.as_str()),
        same_on_server: kept.map(|kept| kept.same()),
        deleted: match (kept, examined) {
            (Some(StoredCopy::Deleted { deleted, .. }), _) => Some(deleted),
            (_, Err(error)) => error
                .downcast_ref()
                .and_then(|Refused(problem)| problem.deleted),
            _ => None,
        },
        error: examined.as_ref().err().map(|error| format!("{error:#}")),
    };
    Ok(if alone {
        serde_json::to_string_pretty(&whole)?
    } else {
        serde_json::to_string(&whole)?
    })
}

/// Prints every check of one record.
fn write_whole(subject: &Subject, report: &Report, output: &mut impl Write) -> anyhow::Result<()> {
    writeln!(
        output,
        "match {} ({}, {} players)",
        subject.match_id, subject.variant, subject.seats
    )?;
    for check in &report.checks {
        write_check(check, output)?;
    }
    Ok(())
}

/// Prints one line for one of several records, and the checks that failed.
fn write_briefly(
    name: &str,
    report: &Report,
    kept: Option<&StoredCopy>,
    outcome: Outcome,
    output: &mut impl Write,
) -> anyhow::Result<()> {
    writeln!(output, "{name}: {}", conclusion(outcome))?;
    write_kept(kept, output)?;
    if outcome == Outcome::NotProven {
        for check in &report.checks {
            if check.result != Proof::Pass {
                write_check(check, output)?;
            }
        }
    }
    Ok(())
}

fn read_receipt(path: &Path) -> anyhow::Result<Receipt> {
    let bytes = fs::read(path).with_context(|| format!("`{}` cannot be read", path.display()))?;
    serde_json::from_slice(&bytes).with_context(|| format!("`{}` is not a receipt", path.display()))
}

fn write_check(check: &Check, output: &mut impl Write) -> anyhow::Result<()> {
    let result = match check.result {
        Proof::Pass => "pass",
        Proof::Fail => "FAIL",
        Proof::Unknown => "unknown",
    };
    Ok(writeln!(output, "  {result:8}{}", check.text)?)
}

/// Prints the signer, so that it can be compared by eye or given with `--key`.
fn write_signer(
    signer: PublicKey,
    published: Option<&Published>,
    output: &mut impl Write,
) -> anyhow::Result<()> {
    writeln!(output, "signed with {signer}")?;
    match published {
        Some(published) if published.keys.contains(&signer) => {
            writeln!(
                output,
                "  {} publishes this key as its own; you must know whether that is the right server",
                published.server
            )?;
        }
        Some(published) => writeln!(
            output,
            "  {} does not publish this key as its own",
            published.server
        )?,
        None => {}
    }
    Ok(())
}

/// Prints what the server given with `--server` has stored of the match.
fn write_kept(kept: Option<&StoredCopy>, output: &mut impl Write) -> anyhow::Result<()> {
    match kept {
        None => {}
        Some(StoredCopy::Record { same: true }) => {
            writeln!(output, "  the server has the same record")?;
        }
        Some(StoredCopy::Record { same: false }) => {
            writeln!(output, "  the server has ANOTHER record of this match")?;
        }
        Some(StoredCopy::Deleted { same, deleted }) => {
            let is = if *same {
                "that of this one"
            } else {
                "that of ANOTHER one"
            };
            writeln!(
                output,
                "  the server deleted this match at {}; the SHA-256 that it kept of the record, {}, is {is}",
                deleted.deleted_at, deleted.record_sha256
            )?;
        }
    }
    Ok(())
}

fn write_conclusion(outcome: Outcome, output: &mut impl Write) -> anyhow::Result<()> {
    Ok(writeln!(output, "{}", conclusion(outcome))?)
}

fn conclusion(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Proven => "proven",
        Outcome::ProvenForSigner => "proven, if the signer is who you think it is (see --key)",
        Outcome::NotProven => "NOT proven",
        Outcome::NothingToCheck => "no record",
    }
}
