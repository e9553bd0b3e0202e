//! Progress bars on standard error; nothing if it is not a terminal.

use indicatif::{ProgressBar, ProgressStyle};

/// A bar for a number of items; none for a single one.
pub fn of_things(count: usize) -> ProgressBar {
    if count < 2 {
        return ProgressBar::hidden();
    }
    styled(
        ProgressBar::new(count as u64),
        "{wide_bar} {pos} of {len}, {eta} left",
    )
}

/// A bar for matches, of which the number is told while they are played.
pub fn of_matches() -> ProgressBar {
    styled(
        ProgressBar::new(0),
        "{wide_bar} {pos} of {len} matches, {per_sec}, {eta} left",
    )
}

/// A bar for a number of bytes; if the total is unknown, it shows the bytes so far.
pub fn of_bytes(count: Option<u64>) -> ProgressBar {
    match count {
        Some(count) => styled(
            ProgressBar::new(count),
            "{wide_bar} {bytes} of {total_bytes}, {eta} left",
        ),
        None => styled(
            ProgressBar::no_length(),
            "{spinner} {bytes}, {bytes_per_sec}",
        ),
    }
}

fn styled(bar: ProgressBar, template: &str) -> ProgressBar {
    let style = ProgressStyle::with_template(template);
    bar.with_style(style.expect("a template of indicatif's own words"))
}
