//! How far something long has come: a bar on standard error where that is a terminal, and nothing at all elsewhere.

use indicatif::{ProgressBar, ProgressStyle};

/// A bar over so many things; none where there is one thing alone.
pub fn of_things(count: usize) -> ProgressBar {
    if count < 2 {
        return ProgressBar::hidden();
    }
    styled(
        ProgressBar::new(count as u64),
        "{wide_bar} {pos} of {len}, {eta} left",
    )
}

/// A bar over so many bytes; how many there were so far, where nobody knows how many there will be.
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
