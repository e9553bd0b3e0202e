//! The format of lines: their width, and how pieces are written.

use crate::families::tricks::{Piece, Pieces};

/// The longest line, in terminal columns: fits into 100 columns with a margin.
pub const COLUMNS: usize = 96;
/// The first character that may take two columns, as Chinese characters do.
const FIRST_WIDE: char = '\u{1100}';

/// How pieces and names of games are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// Pieces as letters and characters, `KAE 帥仕相`; names in Latin and Chinese.
    #[default]
    Both,
    /// Pieces as letters only; only ASCII, except for names of players.
    Codes,
}

impl Style {
    /// The text for these pieces.
    pub fn pieces(self, pieces: Pieces) -> String {
        match self {
            Self::Both => {
                let characters: String = pieces.iter().map(Piece::character).collect();
                format!("{pieces} {characters}")
            }
            Self::Codes => pieces.to_string(),
        }
    }

    /// Chinese characters with a blank before them; empty in style [`Style::Codes`].
    pub(super) fn chinese(self, text: &str) -> String {
        match self {
            Self::Both if !text.is_empty() => format!(" {text}"),
            Self::Both | Self::Codes => String::new(),
        }
    }
}

/// The most terminal columns that a text can take.
fn columns(text: &str) -> usize {
    text.chars()
        .map(|c| if c < FIRST_WIDE { 1 } else { 2 })
        .sum()
}

/// Breaks a text at blanks into lines of at most [`COLUMNS`]. The first line is indented by `indent`, the others by four more.
pub fn wrapped(indent: usize, text: &str) -> Vec<String> {
    const FURTHER: usize = 4;
    let mut lines: Vec<String> = Vec::new();
    let mut line = " ".repeat(indent);
    let mut is_fresh = true;
    for word in text.split(' ') {
        if !is_fresh && columns(&line) + 1 + columns(word) > COLUMNS {
            lines.push(std::mem::replace(&mut line, " ".repeat(indent + FURTHER)));
            is_fresh = true;
        }
        if !is_fresh {
            line.push(' ');
        }
        line.push_str(word);
        is_fresh = false;
    }
    lines.push(line);
    lines
}

/// A list of words: `a`, `a and b`, `a, b and c`.
pub(super) fn listed<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    let words: Vec<&str> = words.into_iter().collect();
    match words.as_slice() {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// A number of pieces: `1 piece`, `2 pieces`.
pub(super) fn counted(count: u8) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} piece{plural}")
}

/// Numbers separated by blanks.
pub(super) fn numbers(numbers: &[u8]) -> String {
    numbers
        .iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_broken_at_blanks_and_wide_characters_count_twice() {
        let lines = wrapped(2, &vec!["爵爵爵爵爵"; 20].join(" "));
        assert!(
            lines.iter().all(|line| columns(line) <= COLUMNS),
            "{lines:?}"
        );
        assert_eq!(lines.len(), 3);
        assert!(lines[1].starts_with("      爵"), "{lines:?}");
        assert_eq!(wrapped(0, "short"), ["short"]);
    }

    #[test]
    fn a_word_longer_than_a_line_stays_whole() {
        let word = "x".repeat(COLUMNS + 1);
        assert_eq!(wrapped(0, &format!("a {word} b")).len(), 3);
    }

    #[test]
    fn pieces_are_written_in_the_style_that_is_asked_for() {
        let pieces = "KAEp".parse().expect("a test's pieces");
        assert_eq!(Style::Both.pieces(pieces), "KAEp 帥仕相卒");
        assert_eq!(Style::Codes.pieces(pieces), "KAEp");
    }

    #[test]
    fn lists_read_like_sentences() {
        assert_eq!(listed(["a"]), "a");
        assert_eq!(listed(["a", "b", "c"]), "a, b and c");
        assert_eq!(
            (counted(1), counted(2)),
            ("1 piece".to_owned(), "2 pieces".to_owned())
        );
    }
}
