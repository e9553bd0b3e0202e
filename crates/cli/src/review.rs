//! `giog review`: what a seat could have won at each of its decisions in a finished match (`docs/REVIEW.md`).

use std::io::Write;
use std::ops::RangeInclusive;

use anyhow::ensure;
use giog_review::{
    BetterLine, Choice, EFFORT, Effort, MistakeKind, NamedMistake, Review, Reviewed, Verdict,
    review,
};
use giog_rules::Seat;
use giog_rules::record::text::Style;

use crate::progress;
use crate::source;

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
    /// On how many lines at most each choice is played on; with fewer it takes less time, and the errors are larger
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
    ensure!(!review.decisions.is_empty(), "the seat never had a choice");
    if args.json {
        writeln!(output, "{}", serde_json::to_string(&review)?)?;
        return Ok(());
    }
    let style = if args.codes {
        Style::Codes
    } else {
        Style::Both
    };
    Ok(output.write_all(text(&review, style).as_bytes())?)
}

/// The review in lines.
fn text(review: &Review, style: Style) -> String {
    let mut lines = vec![format!(
        "Seat {}. Of 100 such matches it would win as many, with their error:",
        review.seat
    )];
    for decision in &review.decisions {
        lines.push(String::new());
        lines.extend(told(decision, style));
    }
    let lost: i32 = review.decisions.iter().map(|decision| decision.lost).sum();
    let count = |verdict| {
        let all = review.decisions.iter();
        all.filter(|decision| decision.verdict == verdict).count()
    };
    lines.push(String::new());
    lines.push(format!(
        "Lost in all: {}. Inaccuracies: {}, mistakes: {}, blunders: {}.",
        points(lost),
        count(Verdict::Inaccuracy),
        count(Verdict::Mistake),
        count(Verdict::Blunder)
    ));
    lines.push(format!(
        "Result: {} = fair share {} + skill {} + luck {}.",
        points(review.result),
        points(review.fair),
        points(review.skill),
        points(review.luck)
    ));
    lines.push(String::new());
    lines.join("\n")
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

/// The kind of a mistake, with its number.
pub fn kind_told(mistake: &NamedMistake) -> String {
    const LEFT: &str = "pieces left in hand";
    const TRICK: &str = "pieces in the trick";
    const HIGHER: &str = "higher ones that others could have";
    const LEAD: &str = "pieces of the better lead";
    let (name, counts) = match mistake.kind {
        MistakeKind::KeptGeneral => ("Kept a general", LEFT),
        MistakeKind::SpentGeneral => ("Spent a general", LEFT),
        MistakeKind::WonNeedlessly => ("Won a trick in vain", TRICK),
        MistakeKind::LostInVain => ("Fought for a lost trick", TRICK),
        MistakeKind::GaveUpTrick => ("Gave up a trick", TRICK),
        MistakeKind::LedIntoStrength => ("Led into strength", HIGHER),
        MistakeKind::TooLow => ("Played too low", HIGHER),
        MistakeKind::BrokeCombination => ("Broke up a combination", "pieces of the combination"),
        MistakeKind::TooHigh => (
            "Played too high",
            "higher than the better choice others could have",
        ),
        MistakeKind::LedFew => ("Led too few", LEAD),
        MistakeKind::LedMany => ("Led too many", LEAD),
        MistakeKind::ThrewStrength => ("Threw away strength", HIGHER),
        MistakeKind::Other => ("Another kind of mistake", ""),
    };
    match mistake.count {
        Some(count) => format!("{name} ({counts}: {count})."),
        None => format!("{name}."),
    }
}

/// A decision with its choices.
fn told(decision: &Reviewed, style: Style) -> Vec<String> {
    let verdict = verdict_told(decision.verdict);
    let by = if decision.by.is_player() {
        ""
    } else {
        " (not by the player)"
    };
    let mut lines = vec![format!(
        "Trick {}: {}{by} lost {} ± {}{verdict}.",
        decision.trick + 1,
        style.pieces(decision.laid),
        points(decision.lost),
        points(decision.error),
    )];
    for (choice, open) in decision.choices.iter().zip(&decision.hindsight) {
        let mark = if choice.play == decision.laid {
            '>'
        } else {
            ' '
        };
        let Choice { play, share, error } = choice;
        lines.push(format!(
            "  {mark} {} ± {}   all hands open {} ± {}   {}",
            points(*share),
            points(*error),
            points(open.share),
            points(open.error),
            style.pieces(*play),
        ));
    }
    if let Some(mistake) = &decision.mistake {
        lines.push(format!("    {}", kind_told(mistake)));
    }
    if let Some(better) = &decision.better {
        lines.extend(instead(better, style));
    }
    lines
}

/// How the match could have gone on with a better choice.
fn instead(better: &BetterLine, style: Style) -> Vec<String> {
    let seats = |seats: &[Seat]| {
        let seats: Vec<String> = seats.iter().map(Seat::to_string).collect();
        match &seats[..] {
            [] => "nobody wins".to_owned(),
            [one] => format!("seat {one} wins"),
            many => format!("seats {} win", many.join(", ")),
        }
    };
    let mut lines = vec![format!(
        "    Instead {}, in hindsight, with the hands as they were:",
        style.pieces(better.play)
    )];
    for trick in &better.tricks {
        // From the leader on.
        let seats_from = (trick.leader.index()..).take(trick.plays.len());
        let plays = seats_from.map(|seat| {
            let seat = Seat::new(seat % trick.plays.len());
            let play = trick.plays[seat].unwrap_or_default();
            format!("{seat} {}", style.pieces(play))
        });
        let plays: Vec<String> = plays.collect();
        let winner: Vec<Seat> = trick.winner.into_iter().collect();
        lines.push(format!(
            "      Trick {}: {}: {}",
            trick.trick + 1,
            plays.join(", "),
            seats(&winner)
        ));
    }
    lines.push(format!(
        "      The match: {}",
        seats(&better.outcome.winners)
    ));
    lines
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
