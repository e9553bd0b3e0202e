//! Invisible characters that a text needs: joiners between letters and in emoji, and what makes emoji and flags of other characters.
//! They are kept only where they have that meaning, so that a text hides nothing.

use unicode_normalization::char::{canonical_combining_class, is_combining_mark};
use unicode_properties::UnicodeEmoji;

/// Separates letters that would be joined, as in Persian.
const NON_JOINER: char = '\u{200c}';
/// Joins letters, as in Indic scripts, and emoji to one.
const JOINER: char = '\u{200d}';
/// Asks for the form of a character as an emoji.
const AS_EMOJI: char = '\u{fe0f}';
/// Makes a key of a digit.
const KEY: char = '\u{20e3}';
/// The flag before the tags of a part of a country.
const FLAG: char = '\u{1f3f4}';
/// Ends the tags of a flag.
const END_OF_TAGS: char = '\u{e007f}';
/// Tags of a part of a country: two letters for the country, and up to four letters or digits.
const TAGS: std::ops::RangeInclusive<usize> = 3..=6;
/// The canonical combining class of marks that take the vowel from an Indic letter.
const VIRAMA: u8 = 9;

/// Whether the character is invisible, and may be needed all the same.
pub(crate) const fn may_stay(c: char) -> bool {
    matches!(c, NON_JOINER | JOINER | AS_EMOJI) || is_tag(c)
}

/// A text without those of these characters that mean nothing where they are:
///
/// * U+200C and U+200D stay between letters (with their marks), and after and before a virama;
/// * U+200D stays between emoji, which may have a skin colour, U+FE0F or tags;
/// * U+FE0F stays after a character that can be an emoji, and in keys;
/// * tags stay after the black flag, if they name a part of a country.
pub(crate) fn in_valid_sequences(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        let next = rest.clone().next();
        match c {
            NON_JOINER | JOINER => {
                if joins_letters(&kept, c, next) || (c == JOINER && joins_emoji(&kept, next)) {
                    kept.push(c);
                }
            }
            AS_EMOJI => {
                let is_shown = |last| is_emoji(last) || (is_key(last) && next == Some(KEY));
                if kept.chars().next_back().is_some_and(is_shown) {
                    kept.push(c);
                }
            }
            _ if is_tag(c) => {
                let mut tags = String::from(c);
                while let Some(tag) = rest.clone().next().filter(|&c| is_tag(c)) {
                    tags.push(tag);
                    rest.next();
                }
                if kept.ends_with(FLAG) && tags.strip_suffix(END_OF_TAGS).is_some_and(are_of_flag) {
                    kept.push_str(&tags);
                }
            }
            _ => kept.push(c),
        }
    }
    kept
}

/// Whether a joiner after this text and before this character has letters to join.
fn joins_letters(before: &str, joiner: char, next: Option<char>) -> bool {
    let is_virama = |c: char| canonical_combining_class(c) == VIRAMA;
    let mut back = before.chars().rev();
    let last = back.clone().next();
    let base = back.find(|&c| !is_combining_mark(c));
    base.is_some_and(char::is_alphabetic)
        && (next.is_some_and(|c| c.is_alphabetic() || is_virama(c))
            || (joiner == JOINER && last.is_some_and(is_virama)))
}

/// Whether a joiner after this text and before this character is between emoji.
fn joins_emoji(before: &str, next: Option<char>) -> bool {
    let mut back = before
        .chars()
        .rev()
        .skip_while(|&c| c == AS_EMOJI || is_tag(c));
    back.next().is_some_and(is_emoji) && next.is_some_and(is_emoji)
}

/// Whether the character is an emoji or can be one; digits are not, as they only are in keys.
fn is_emoji(c: char) -> bool {
    c.is_emoji_char() && !is_key(c)
}

const fn is_key(c: char) -> bool {
    matches!(c, '0'..='9' | '#' | '*')
}

const fn is_tag(c: char) -> bool {
    matches!(c, '\u{e0020}'..='\u{e007f}')
}

/// Whether the tags name a part of a country.
fn are_of_flag(tags: &str) -> bool {
    let is_letter = |tag: char| matches!(tag, '\u{e0061}'..='\u{e007a}');
    let is_digit = |tag: char| matches!(tag, '\u{e0030}'..='\u{e0039}');
    TAGS.contains(&tags.chars().count())
        && tags.chars().take(2).all(is_letter)
        && tags.chars().all(|tag| is_letter(tag) || is_digit(tag))
}
