//! `giog judge`: the referee (`docs/RECORD.md`).

use std::io::{BufWriter, Read, Write};

use giog_rules::judge_line;
use serde_json::json;

use crate::lines::{Line, Lines};

/// The longest line that is read; a match with all its proofs has some 20 KiB.
const LINE_LIMIT_BYTES: usize = 16 << 20;

/// The first bytes of what gzip makes.
const GZIP: &[u8] = &[0x1f, 0x8b];
/// The error for a line with zero bytes or a byte order mark of UTF-16.
const UTF_16: &str = "the line is UTF-16 and not UTF-8; save the file as UTF-8";

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
            Some(Line::Text(line)) if line.contains('\0') => write_invalid(&mut output, UTF_16)?,
            Some(Line::Text(line)) => {
                if let Some(judgement) = judge_line(line) {
                    writeln!(output, "{judgement}")?;
                }
            }
            // The rest of a compressed file has no lines.
            Some(Line::NotText(bytes)) if bytes.starts_with(GZIP) => {
                write_invalid(
                    &mut output,
                    "the file is compressed with gzip; unpack it first",
                )?;
                return Ok(output.flush()?);
            }
            Some(Line::NotText(bytes)) if is_utf_16(bytes) => write_invalid(&mut output, UTF_16)?,
            Some(Line::NotText(_)) => write_invalid(&mut output, "the line is not UTF-8")?,
            Some(Line::TooLong) => write_invalid(&mut output, "the line is longer than 16 MiB")?,
        }
    }
}

/// Whether bytes that are not UTF-8 begin with the mark of UTF-16, or have zeros as Latin letters have in it.
fn is_utf_16(bytes: &[u8]) -> bool {
    bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) || bytes.contains(&0)
}

fn write_invalid(output: &mut impl Write, error: &str) -> anyhow::Result<()> {
    Ok(writeln!(
        output,
        "{}",
        json!({ "status": "invalid", "error": error })
    )?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(input: &[u8]) -> String {
        let mut output = Vec::new();
        run(input, &mut output).expect("judged");
        String::from_utf8(output).expect("text")
    }

    #[test]
    fn what_is_no_record_is_named_as_what_it_is() {
        let record = r#"{"variant":"giog","seats":-4,"stacks":[],"actions":[]}"#;
        let with_mark = [b"\xef\xbb\xbf".as_slice(), record.as_bytes()].concat();
        assert_eq!(judged(&with_mark), judged(record.as_bytes()));
        assert!(judged(record.as_bytes()).contains("not for -4"));
        let fraction = judged(record.replace("-4", "4.0").as_bytes());
        assert!(fraction.contains("`seats` is 4.0"), "{fraction}");
        let utf_16: Vec<u8> = record.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let marked = [b"\xff\xfe".as_slice(), &utf_16].concat();
        for utf_16 in [utf_16, marked] {
            assert!(judged(&utf_16).contains("UTF-16"));
        }
        let packed = judged(b"\x1f\x8b\x08\x00\n\x00\n");
        assert!(
            packed.contains("gzip") && packed.lines().count() == 1,
            "{packed}"
        );
    }
}
