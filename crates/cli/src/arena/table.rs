//! What a run has found, as a table.

use std::io::{self, Write};

use giog_arena::statistics::{Interval, SprtState, SprtVerdict};
use giog_arena::{EngineReport, PairingReport, Report};

/// What stands where nothing was measured.
const NOTHING: &str = "-";
/// Shares are shown in per cent, gains in points of a hundred.
const HUNDRED: f64 = 100.0;

/// Writes what a run has found.
pub fn write(report: &Report, output: &mut impl Write) -> io::Result<()> {
    let deals = report.pairings.iter().map(|pairing| pairing.deals).max();
    writeln!(
        output,
        "{}, {} players: {} matches, up to {} deals in every seating, seed `{}`. The fair share of a side is {:.1} %.\n\
         Shares of the wins in per cent, gains in points of a hundred, with their 95 % intervals.\n",
        report.variant,
        report.seats,
        report.matches,
        deals.unwrap_or(0),
        report.seed,
        report.fair * HUNDRED,
    )?;
    write_rows(output, &pairings(report))?;
    for pairing in &report.pairings {
        if let Some(sprt) = &pairing.sprt {
            writeln!(output, "\n{}", test(sprt))?;
        }
    }
    if report.engines.len() > 2 && report.engines.iter().all(|engine| engine.gain.is_some()) {
        writeln!(
            output,
            "\nAll against all, the best engine first: its mean gain over all others, and its gain over each.\n"
        )?;
        write_rows(output, &all_against_all(report))?;
    }
    writeln!(output)?;
    write_rows(output, &engines(report))
}

fn all_against_all(report: &Report) -> Vec<Vec<String>> {
    let mut order: Vec<&EngineReport> = report.engines.iter().collect();
    let mean = |engine: &EngineReport| engine.gain.map_or(0.0, |gain| gain.mean);
    order.sort_by(|a, b| mean(b).total_cmp(&mean(a)));
    let numbers = (1..=order.len()).map(|number| number.to_string());
    let head = ["", "engine", "gain over all"].map(str::to_owned);
    let mut rows = vec![head.into_iter().chain(numbers.clone()).collect::<Vec<_>>()];
    for (number, engine) in numbers.zip(&order) {
        let gain = engine
            .gain
            .map_or_else(nothing, |gain| shown(gain, HUNDRED));
        let mut row = vec![number, engine.name.clone(), gain];
        let over = order
            .iter()
            .map(|other| gain_over(report, &engine.name, &other.name));
        row.extend(
            over.map(|gain| gain.map_or_else(nothing, |gain| format!("{:.2}", gain * HUNDRED))),
        );
        rows.push(row);
    }
    rows
}

/// The gain of an engine over another one; none over itself.
fn gain_over(report: &Report, engine: &str, other: &str) -> Option<f64> {
    report.pairings.iter().find_map(|pairing| {
        let gain = pairing.gain?.mean;
        match (&*pairing.first, &*pairing.second) {
            (first, second) if first == engine && second == other => Some(gain),
            (first, second) if first == other && second == engine => Some(-gain),
            _ => None,
        }
    })
}

fn pairings(report: &Report) -> Vec<Vec<String>> {
    let has_points = report
        .pairings
        .iter()
        .any(|pairing| pairing.points.is_some());
    let mut head = vec!["engine", "against", "deals", "alone", "other alone", "gain"];
    head.extend(has_points.then_some("points a match"));
    let mut rows = vec![head.into_iter().map(str::to_owned).collect::<Vec<_>>()];
    rows.extend(report.pairings.iter().map(|pairing| {
        let PairingReport {
            first,
            second,
            deals,
            alone,
            other,
            gain,
            points,
            ..
        } = pairing;
        let mut row = vec![first.clone(), second.clone(), deals.to_string()];
        let hundred = [alone, other, gain];
        row.extend(hundred.map(|interval| interval.map_or_else(nothing, |it| shown(it, HUNDRED))));
        if has_points {
            row.push(points.map_or_else(nothing, |points| shown(points, 1.0)));
        }
        row
    }));
    rows
}

fn engines(report: &Report) -> Vec<Vec<String>> {
    let has_times = report.engines.iter().any(|engine| engine.times.is_some());
    let mut head = vec![
        "engine",
        "decisions",
        "illegal",
        "late",
        "crashed",
        "not asked",
        "restarts",
    ];
    if has_times {
        head.extend(["mean time", "longest"]);
    }
    let mut rows = vec![head.into_iter().map(str::to_owned).collect::<Vec<_>>()];
    rows.extend(report.engines.iter().map(|engine| {
        let EngineReport {
            name,
            decisions,
            faults,
            restarts,
            times,
            ..
        } = engine;
        let mut row = vec![name.clone()];
        let counts = [
            *decisions,
            faults.illegal,
            faults.late,
            faults.crashed,
            faults.gone,
            *restarts,
        ];
        row.extend(counts.map(|count| count.to_string()));
        if let Some(times) = times {
            row.extend([times.mean_us, times.longest_us].map(|us| format!("{us:.1} µs")));
        }
        row
    }));
    rows
}

fn nothing() -> String {
    NOTHING.to_owned()
}

/// An interval: `31.2 [29.8, 32.6]`.
fn shown(interval: Interval, scale: f64) -> String {
    let Interval { mean, low, high } = interval;
    let mean = mean * scale;
    match (low, high) {
        (Some(low), Some(high)) => {
            format!("{mean:.2} [{:.2}, {:.2}]", low * scale, high * scale)
        }
        _ => format!("{mean:.2}"),
    }
}

fn test(sprt: &SprtState) -> String {
    let verdict = match sprt.verdict {
        Some(SprtVerdict::H0) => "the first gain is accepted",
        Some(SprtVerdict::H1) => "the second gain is accepted",
        None => "not decided",
    };
    let (lower, upper, llr) = (sprt.lower, sprt.upper, sprt.llr);
    format!(
        "Sequential test: {verdict} (log-likelihood ratio {llr:.2}, bounds {lower:.2} and {upper:.2})."
    )
}

/// Writes rows with columns of equal width.
fn write_rows(output: &mut impl Write, rows: &[Vec<String>]) -> io::Result<()> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    for row in rows {
        let cells = row.iter().zip(&widths);
        let cells = cells.map(|(cell, width)| format!("{cell:width$}"));
        let line = cells.collect::<Vec<_>>().join("  ");
        writeln!(output, "{}", line.trim_end())?;
    }
    Ok(())
}
