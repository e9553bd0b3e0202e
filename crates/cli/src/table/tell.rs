//! Prints lines on standard output.

use std::io::{self, Write};

use giog_rules::text::wrapped;

use crate::plain::plain;

/// Prints lines as plain text. If nobody reads the output any more, the program ends.
pub fn tell<T: AsRef<str>>(lines: impl IntoIterator<Item = T>) {
    let mut output = io::stdout().lock();
    for line in lines {
        if writeln!(output, "{}", plain(line.as_ref())).is_err() {
            std::process::exit(0);
        }
    }
}

/// Prints a text with any number of lines.
pub fn tell_text(text: &str) {
    tell(wrapped(0, text));
}

/// Prints one line.
pub fn tell_line(line: &str) {
    tell([line]);
}
