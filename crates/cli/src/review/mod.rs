//! `giog review`: what a seat could have won at each of its decisions in a finished match (`docs/REVIEW.md`).

mod boards;
mod mahjong;
mod tricks;

pub use self::tricks::kind_told;

use std::io::Write;
use std::ops::RangeInclusive;

use anyhow::ensure;
use giog_review::{EFFORT, Effort, Progress, Review, ReviewedMove, Verdict, review};
use giog_rules::Seat;

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
    /// On how many lines at most each choice is played on (twice as many where its error is still more than a point), on boards 16 positions each; with fewer it takes less time, and is less exact
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
    let mut told = Told::default();
    let reviewed = review(&record, seat, effort, |progress| {
        let Progress {
            done, of, moves, ..
        } = progress;
        bar.set_length(of as u64);
        bar.set_position(done as u64);
        if !args.json && moves.len() > told.moves {
            bar.suspend(|| told.tell(seat, moves, &mut output));
        }
    });
    bar.finish_and_clear();
    let review = reviewed?;
    told.written?;
    ensure!(!review.actions().is_empty(), "the seat never had a choice");
    if args.json {
        writeln!(output, "{}", serde_json::to_string(&review)?)?;
        return Ok(());
    }
    let style = style::of(args.codes);
    let text = match &review {
        Review::Tricks(review) => tricks::text(review, style),
        Review::Boards(review) => boards::sum(review),
        Review::Mahjong(review) => mahjong::text(review),
    };
    Ok(output.write_all(text.as_bytes())?)
}

/// The moves on a board that were told while the review was made.
struct Told {
    moves: usize,
    written: std::io::Result<()>,
}

impl Default for Told {
    fn default() -> Self {
        Self {
            moves: 0,
            written: Ok(()),
        }
    }
}

impl Told {
    /// Tells those of these moves that are new, unless something could not be written.
    fn tell(&mut self, seat: Seat, moves: &[ReviewedMove], output: &mut impl Write) {
        let mut text = String::new();
        if self.moves == 0 {
            text.push_str(&boards::head(seat));
        }
        let new = moves[self.moves..].iter();
        text.extend(new.map(boards::of_move));
        self.moves = moves.len();
        if self.written.is_ok() {
            let written = output.write_all(text.as_bytes());
            self.written = written.and_then(|()| output.flush());
        }
    }
}

/// That only the first decisions were looked at, if so.
fn left_out_told(looked_at: usize, left_out: u32) -> Option<String> {
    let are_left = left_out > 0;
    are_left.then(|| {
        format!("Only the first {looked_at} decisions were looked at: {left_out} more were not.")
    })
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
