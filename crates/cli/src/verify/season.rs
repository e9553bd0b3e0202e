//! Final tables of seasons, as REST gives them: who signed one.

use std::io::{self, Write};

use giog_protocol::rest::FinalTable;
use giog_rules::Proof;
use giog_rules::fairness::{PublicKey, Signature, verify_season};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Args, Outcome, conclusion, write_conclusion, write_signer};
use crate::plain::plain;

/// What REST answers, of which later versions may have more.
#[derive(Deserialize)]
struct Answer {
    table: Value,
    signature: Signature,
}

/// A final table.
pub(super) struct Table {
    table: FinalTable,
    /// Whether its `signer` signed it.
    holds: bool,
}

/// The report on a table, with the name that was asked for.
#[derive(Serialize)]
struct Output<'a> {
    record: &'a str,
    verdict: Proof,
    season: &'a str,
    variant: &'a str,
    seats: &'a str,
    signer: PublicKey,
}

/// The final table in these bytes; none if they are anything else.
pub(super) fn read(bytes: &[u8]) -> Option<Table> {
    let Answer { table, signature } = serde_json::from_slice(bytes).ok()?;
    let known: FinalTable = serde_json::from_value(table.clone()).ok()?;
    Some(Table {
        holds: verify_season(&known.signer, &table, &signature),
        table: known,
    })
}

impl Table {
    pub(super) fn outcome(&self, keys: &[PublicKey]) -> Outcome {
        match (self.holds, keys) {
            (true, []) => Outcome::ProvenForSigner,
            (true, keys) if keys.contains(&self.table.signer) => Outcome::Proven,
            _ => Outcome::NotProven,
        }
    }

    /// Prints the result.
    pub(super) fn tell(&self, name: &str, args: &Args) -> anyhow::Result<()> {
        let FinalTable {
            season,
            variant,
            seats,
            places,
            signer,
            ..
        } = &self.table;
        let outcome = self.outcome(&args.keys);
        let mut output = io::stdout().lock();
        if args.json {
            let output_of_table = Output {
                record: name,
                verdict: match outcome {
                    Outcome::Proven => Proof::Pass,
                    Outcome::ProvenForSigner => Proof::Unknown,
                    Outcome::NotProven | Outcome::NothingToCheck => Proof::Fail,
                },
                season,
                variant,
                seats,
                signer: *signer,
            };
            let line = serde_json::to_string(&output_of_table)?;
            return Ok(writeln!(output, "{line}")?);
        }
        if args.records.len() > 1 {
            return Ok(writeln!(output, "{name}: {}", conclusion(outcome))?);
        }
        let told = format!(
            "final table of season {season} ({variant}, {seats} players), places: {}",
            places.len()
        );
        writeln!(output, "{}", plain(&told))?;
        let result = if self.holds { "pass" } else { "FAIL" };
        writeln!(output, "  {result:8}The signature by its signer is valid.")?;
        write_signer(*signer, None, &mut output)?;
        write_conclusion(outcome, &mut output)
    }
}
