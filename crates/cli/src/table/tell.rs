//! What is told: lines on standard output.

use std::io::{self, Write};

use giog_rules::text::wrapped;

use crate::plain::plain;

/// Tells lines, one after another, as plain text. Where nobody reads them any more there is nothing left to do, and the
/// program ends.
pub fn tell<T: AsRef<str>>(lines: impl IntoIterator<Item = T>) {
    let mut output = io::stdout().lock();
    for line in lines {
        if writeln!(output, "{}", plain(line.as_ref())).is_err() {
            std::process::exit(0);
        }
    }
}

/// Tells a text, in as many lines as it takes.
pub fn tell_text(text: &str) {
    tell(wrapped(0, text));
}

/// Tells one line.
pub fn tell_line(line: &str) {
    tell([line]);
}
