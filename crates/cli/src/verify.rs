//! `giog verify`: whether a record proves itself, and agrees with what a player kept (`docs/FAIRNESS.md`).

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use giog_rules::fairness::PublicKey;
use giog_rules::{Check, CheckName, Proof, Receipt, Record, Report, verify};
use serde::Serialize;

use crate::source::{self, Published};

/// What the process ends with when a check failed.
const FAILED: u8 = 1;

/// What to check, and against what.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Exit status: 0 if every check passed (without --key, whoever signed), 1 if one failed or the \
                        signer is none of those given with --key, 2 if there was nothing to check."
)]
pub struct Args {
    /// The record: a file, `-` for standard input, or the http(s) address of a record or of a server's match
    record: String,
    /// What a player kept of the match, as JSON
    #[arg(long, value_name = "FILE")]
    receipt: Option<PathBuf>,
    /// A public key of the server, got from somebody you trust; may be given several times
    #[arg(long = "key", value_name = "HEX")]
    keys: Vec<PublicKey>,
    /// The report as JSON
    #[arg(long)]
    json: bool,
}

/// The report with what it is about.
#[derive(Serialize)]
struct Output<'a> {
    #[serde(flatten)]
    report: &'a Report,
    signer: PublicKey,
    /// The server that gave the record, if it publishes the signer as its own. That proves nothing.
    published_by: Option<&'a str>,
}

/// Checks the record and says what was found.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let receipt = args.receipt.as_deref().map(read_receipt).transpose()?;
    let found = source::read(&args.record)?;
    let record: Record = serde_json::from_slice(&found.bytes).context("this is no record")?;
    let report = verify(&found.bytes, receipt.as_ref(), &args.keys);
    let outcome = outcome(&report, &args.keys);
    let signer = record.fairness.signer;
    let published_by = found
        .published
        .as_ref()
        .filter(|published| published.keys.contains(&signer));
    let mut output = io::stdout().lock();
    if args.json {
        let published_by = published_by.map(|published| published.server.as_str());
        let whole = Output {
            report: &report,
            signer,
            published_by,
        };
        writeln!(output, "{}", serde_json::to_string_pretty(&whole)?)?;
    } else {
        writeln!(
            output,
            "match {} ({}, {} players)",
            record.match_id, record.variant, record.seats
        )?;
        report
            .checks
            .iter()
            .try_for_each(|check| write_check(check, &mut output))?;
        write_signer(signer, found.published.as_ref(), &mut output)?;
        writeln!(output, "{}", conclusion(outcome))?;
    }
    Ok(match outcome {
        Outcome::Proven | Outcome::ProvenForSigner => ExitCode::SUCCESS,
        Outcome::NotProven => ExitCode::from(FAILED),
    })
}

/// What it all comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    /// Every check passed.
    Proven,
    /// Every check passed but that of the signer, of whom nothing was asked.
    ProvenForSigner,
    /// A check failed, or the signer is none of those who were to be.
    NotProven,
}

fn outcome(report: &Report, keys: &[PublicKey]) -> Outcome {
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

fn read_receipt(path: &Path) -> anyhow::Result<Receipt> {
    let bytes = fs::read(path).with_context(|| format!("`{}` cannot be read", path.display()))?;
    serde_json::from_slice(&bytes).with_context(|| format!("`{}` is no receipt", path.display()))
}

fn write_check(check: &Check, output: &mut impl Write) -> anyhow::Result<()> {
    let result = match check.result {
        Proof::Pass => "pass",
        Proof::Fail => "FAIL",
        Proof::Unknown => "unknown",
    };
    Ok(writeln!(output, "  {result:8}{}", check.text)?)
}

/// Shows the signer, so that it can be compared by eye or given with `--key`.
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
                "  {} publishes this key as its own; whether that is the right server, you must know",
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

fn conclusion(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Proven => "proven",
        Outcome::ProvenForSigner => "proven, if the signer is who you think it is (see --key)",
        Outcome::NotProven => "NOT proven",
    }
}
