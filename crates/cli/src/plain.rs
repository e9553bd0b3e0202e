//! Makes texts from elsewhere safe for a terminal: neither a hostile server nor a person on an honest one may move the cursor, overwrite
//! the screen, or change the direction of the text.

/// The text without control characters except line ends, and without characters that change the direction of writing.
pub fn plain(text: &str) -> String {
    text.chars().filter(|&c| is_plain(c)).collect()
}

fn is_plain(c: char) -> bool {
    let sets_direction = matches!(
        c,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    );
    c == '\n' || !(c.is_control() || sets_direction)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_moves_the_cursor_or_turns_letters_round() {
        for (text, expected) in [
            ("\u{1b}[2J\u{1b}]0;title\u{7}red", "[2J]0;titlered"),
            ("\u{9b}31mred", "31mred"),
            ("all is well\rWARNING", "all is wellWARNING"),
            ("a\u{202e}b\u{2066}c", "abc"),
            ("兵卒\n馬", "兵卒\n馬"),
        ] {
            assert_eq!(plain(text), expected);
        }
    }
}
