//! `giog judge`: the referee (`docs/RECORD.md`).

use std::io::{BufWriter, Read, Write};

use giog_rules::judge_line;
use serde_json::json;

use crate::lines::{Line, Lines};

/// The longest line that is read; a match with all its proofs has some 20 KiB.
const LINE_LIMIT_BYTES: usize = 16 << 20;

/// Judges every line of `input`. The output is flushed before waiting for more input, so that a program that sends one line gets its
/// verdict.
pub fn run(input: impl Read, output: impl Write) -> anyhow::Result<()> {
    let mut lines = Lines::new(input, LINE_LIMIT_BYTES);
    let mut output = BufWriter::new(output);
    loop {
        if !lines.has_next() {
            output.flush()?;
        }
        match lines.next()? {
            None => return Ok(output.flush()?),
            Some(Line::Text(line)) => {
                if let Some(judgement) = judge_line(line) {
                    writeln!(output, "{judgement}")?;
                }
            }
            Some(Line::NotText) => write_invalid(&mut output, "the line is not UTF-8")?,
            Some(Line::TooLong) => write_invalid(&mut output, "the line is longer than 16 MiB")?,
        }
    }
}

fn write_invalid(output: &mut impl Write, error: &str) -> anyhow::Result<()> {
    Ok(writeln!(
        output,
        "{}",
        json!({ "status": "invalid", "error": error })
    )?)
}
