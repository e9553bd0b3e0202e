//! `giog review`: what a seat could have won at each of its decisions in a finished match (`docs/REVIEW.md`).

mod boards;
mod mahjong;
mod tricks;

pub use self::tricks::kind_told;

use std::io::Write;
use std::ops::RangeInclusive;

use anyhow::ensure;
use giog_review::{EFFORT, Effort, Review, Verdict, review};

use crate::progress;
use crate::source;
use crate::style;

/// How many lines each choice may be played on.
const LINES: RangeInclusive<i64> = 16..=65_536;

/// The record, and options.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The record: a file, `-` for standard input, or an http(s) address of a record or match on a server
    #[arg(value_name = "RECORD")]
    record: String,
    /// The number of the seat
    #[arg(long = "as", value_name = "SEAT")]
    seat: u8,
    /// On how many lines at most each choice is played on, on boards 16 positions each; with fewer it takes less time, and is less exact
    #[arg(long, value_name = "N", default_value_t = EFFORT.lines, value_parser = clap::value_parser!(u32).range(LINES))]
    lines: u32,
    /// Show pieces as letters only, without Chinese characters
    #[arg(long, conflicts_with = "json")]
    codes: bool,
    /// Print the review as JSON; shares and losses are ten-thousandths of a win
    #[arg(long)]
    json: bool,
}

/// Reviews the match, and prints it.
pub fn run(args: &Args, mut output: impl Write) -> anyhow::Result<()> {
    let (record, seat) = source::record_of_seat(&args.record, args.seat)?;
    let bar = progress::of_things(record.actions.len());
    let effort = Effort {
        lines: args.lines,
        ..EFFORT
    };
    let reviewed = review(&record, seat, effort, |done, all| {
        bar.set_length(all as u64);
        bar.set_position(done as u64);
    });
    bar.finish_and_clear();
    let review = reviewed?;
    ensure!(!review.actions().is_empty(), "the seat never had a choice");
    if args.json {
        writeln!(output, "{}", serde_json::to_string(&review)?)?;
        return Ok(());
    }
    let style = style::of(args.codes);
    let text = match &review {
        Review::Tricks(review) => tricks::text(review, style),
        Review::Boards(review) => boards::text(review),
        Review::Mahjong(review) => mahjong::text(review),
    };
    Ok(output.write_all(text.as_bytes())?)
}

/// What a loss is called, after the loss.
pub const fn verdict_told(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Good => "",
        Verdict::Inaccuracy => ": an inaccuracy",
        Verdict::Mistake => ": a mistake",
        Verdict::Blunder => ": a blunder",
    }
}

/// How many verdicts of each kind there are, with all that was lost.
fn lost_told(losses: &[(i32, Verdict)]) -> String {
    let lost: i32 = losses.iter().map(|(lost, _)| lost).sum();
    let count = |verdict| losses.iter().filter(|(_, of)| *of == verdict).count();
    format!(
        "Lost in all: {}. Inaccuracies: {}, mistakes: {}, blunders: {}.",
        points(lost),
        count(Verdict::Inaccuracy),
        count(Verdict::Mistake),
        count(Verdict::Blunder)
    )
}

/// Ten-thousandths of a win in points of a hundred wins, with one decimal, rounded to the nearest.
pub fn points(share: i32) -> String {
    let tenths = (share.abs() + 5) / 10;
    let sign = if share < 0 && tenths > 0 { "-" } else { "" };
    format!("{sign}{}.{}", tenths / 10, tenths % 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_have_one_decimal() {
        for (share, text) in [
            (0, "0.0"),
            (2_500, "25.0"),
            (10_000, "100.0"),
            (-314, "-3.1"),
            (-316, "-3.2"),
            (4, "0.0"),
            (-4, "0.0"),
            (5, "0.1"),
        ] {
            assert_eq!(points(share), text);
        }
    }
}
